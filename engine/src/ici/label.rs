//! What is rolled and drawn.

use super::types::Location;
use super::words::words;
use crate::dice::Label;
use crate::side::Side;
use crate::sink::Audience;

words! {
    /// What is rolled or drawn.
    Throw {
        /// Chits dealt to a side from its cup before the game.
        Deal = "deal",
        /// Chits of the other set that a side lays on the track.
        Track = "track",
        /// Who plays a chit first.
        Initiative = "initiative",
        /// A chit from the own cup.
        Draw = "draw",
        /// Whether a chit on the track has to be played.
        Forced = "forced",
        /// What a chit does.
        Chit = "chit",
        /// How far the FLN moves its marker in a crisis.
        Crisis = "crisis",
        /// The vote of a region.
        Vote = "vote",
        /// What losing the first referendum costs.
        Loss = "loss",
        /// How many units of a wave come.
        Wave = "wave",
        /// Which units of a wave come.
        Unit = "unit",
        /// Which faileks are over the stacking limit.
        FailekExcess = "failek-excess",
        /// The supply roll of a structure attack.
        Supply = "supply",
        /// The attack roll of a structure attack.
        Attack = "attack",
        /// What a hit costs.
        Damage = "damage",
        /// Which French units are over the stacking limit.
        UnitExcess = "unit-excess",
        /// A search.
        Search = "search",
        /// Which faileks were found, as they are revealed.
        Found = "found",
        /// The dice of a fight.
        Fight = "fight",
        /// The lower row of a purge.
        PurgeLower = "purge-lower",
        /// The middle row of a purge.
        PurgeMiddle = "purge-middle",
        /// The top of a purge.
        PurgeTop = "purge-top",
        /// An infiltration.
        Infiltration = "infiltration",
    }
}

impl Throw {
    /// The label of this throw by a side.
    #[must_use]
    #[inline]
    pub const fn by(self, side: Side) -> Label {
        Label::new(self as u8).by(side)
    }

    /// The label of this throw by a side somewhere.
    #[must_use]
    #[inline]
    pub const fn at(self, side: Side, at: Location) -> Label {
        Label::new(self as u8).by(side).at(at.0)
    }

    /// The label of this throw, by nobody in particular.
    #[must_use]
    #[inline]
    pub const fn plain(self) -> Label {
        Label::new(self as u8)
    }

    /// Who sees how it falls: draws of what stays hidden are seen by the side that draws or owns it.
    #[must_use]
    pub fn audience(label: Label) -> Audience {
        match (Self::ALL.get(usize::from(label.what)), label.side) {
            (Some(Self::Deal | Self::Track | Self::Draw), Some(side)) => Audience::Only(side),
            (Some(Self::FailekExcess | Self::Found), _) => Audience::Only(Side::Fln),
            _ => Audience::All,
        }
    }
}
