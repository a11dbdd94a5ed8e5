//! Labels of rolls and draws.

use super::types::Location;
use super::words::words;
use crate::dice::{Label, labels};
use crate::side::Side;
use crate::sink::Audience;

words! {
    /// The purpose of a roll or draw.
    RollKind {
        /// Chits dealt to a side from its cup before the game.
        Deal = "deal",
        /// Chits of the other set that a side puts on the track.
        Track = "track",
        /// Which side plays a chit first.
        Initiative = "initiative",
        /// A chit from a side's own cup.
        Draw = "draw",
        /// Whether a chit on the track must be played.
        Forced = "forced",
        /// The effect of a chit.
        Chit = "chit",
        /// How far the FLN moves its marker in a crisis.
        Crisis = "crisis",
        /// The vote of a region.
        Vote = "vote",
        /// The cost of losing the first referendum.
        Loss = "loss",
        /// The number of units from a wave.
        Wave = "wave",
        /// The units from a wave.
        Unit = "unit",
        /// The faileks beyond the stacking limit.
        FailekExcess = "failek-excess",
        /// The supply roll of a structure attack.
        Supply = "supply",
        /// The attack roll of a structure attack.
        Attack = "attack",
        /// The cost of a hit.
        Damage = "damage",
        /// The French units beyond the stacking limit.
        UnitExcess = "unit-excess",
        /// A search.
        Search = "search",
        /// The faileks found, drawn when they are revealed.
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

labels!(RollKind, Location);

impl RollKind {
    /// Who may see the result: only the side that draws or owns it, if it stays hidden.
    #[must_use]
    pub fn audience(label: Label) -> Audience {
        match (Self::ALL.get(usize::from(label.what)), label.side) {
            (Some(Self::Deal | Self::Track | Self::Draw), Some(side)) => Audience::Only(side),
            (Some(Self::FailekExcess | Self::Found), _) => Audience::Only(Side::Fln),
            _ => Audience::All,
        }
    }
}
