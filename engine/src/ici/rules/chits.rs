//! Political chits as the rules hold them: small tables of operations.

use arrayvec::ArrayVec;

use crate::ici::types::{Amount, Filter, Flag, Regions, Units};
use crate::side::Side;

/// No chit has more operations than this.
pub const MAX_OPS: usize = 12;

/// A political chit (rulebook M).
#[derive(Clone, Debug)]
pub struct ChitRow {
    /// Its id, as notation writes it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose set it belongs to.
    pub side: Side,
    /// The first year it may be played in, counted from [`super::Calendar::first_year`].
    pub first: u8,
    /// The last year.
    pub last: u8,
    /// True if it stays in effect once played.
    pub lasting: bool,
    /// What it does, in order: actions, then population, FLN marker, Pied-noirs, French public (ruling I-23).
    pub ops: ArrayVec<Op, MAX_OPS>,
}

impl ChitRow {
    /// True if it may be played in the year, counted from the first year of the calendar.
    #[must_use]
    #[inline]
    pub const fn playable(&self, year: u8) -> bool {
        self.first <= year && year <= self.last
    }
}

/// One operation of a political chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Moves the troop density marker.
    Density(i8),
    /// A side gains (`gain`) or loses points, this turn only.
    Points {
        /// Whose points.
        side: Side,
        /// How many.
        amount: Amount,
        /// True if they are gained.
        gain: bool,
    },
    /// A side gains or loses so many points this turn and in every later one.
    LastingPoints {
        /// Whose points.
        side: Side,
        /// How many; negative if they are lost.
        points: i8,
    },
    /// Moves the Population Markers of these regions one step each, `delta` being 1 or -1, whatever their level.
    Regions {
        /// The regions.
        regions: Regions,
        /// Towards pro-France if positive.
        delta: i8,
    },
    /// The chooser moves the Population Markers of so many different regions one step each.
    ChooseRegions {
        /// How many; all that qualify if there are fewer.
        count: Amount,
        /// Which qualify.
        filter: Filter,
        /// Who chooses.
        chooser: Side,
        /// Towards pro-France if positive.
        delta: i8,
    },
    /// So many faileks in the regions of a wilaya return to the counter mix.
    RemoveFaileks {
        /// How many; all if there are fewer.
        count: Amount,
        /// The regions.
        regions: Regions,
        /// Who chooses.
        chooser: Side,
    },
    /// Full-strength French units in the same region or place as a failek are reduced.
    FlipFrench {
        /// How many; all that qualify if there are fewer.
        count: Amount,
        /// Who chooses.
        chooser: Side,
    },
    /// Units enter: Bellounis units, each where France says.
    AddUnits(Units),
    /// Countries become independent, one bit each.
    Independence(u8),
    /// The wave of Tunisia and Morocco begins.
    Wave,
    /// Switches a rule on.
    Enable(Flag),
    /// PS: all Population Markers; towards pro-FLN except those in Support Level if negative, towards pro-France
    /// except those in FLN Level if positive.
    Population(i8),
    /// FLN: the FLN Marker; towards 20 if positive.
    FlnMarker(i8),
    /// PN: the Pied-noirs' Feelings Marker; towards Mild Acceptance if positive.
    PiedNoirs(i8),
    /// FP: the French Public Marker, so many steps; towards 20 if `gain`.
    FrenchPublic {
        /// How many steps.
        amount: Amount,
        /// True if towards 20.
        gain: bool,
    },
}
