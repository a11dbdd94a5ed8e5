//! Compiled political chits: small tables of operations.

use arrayvec::ArrayVec;

use crate::ici::types::{Amount, Filter, Flag, Regions, Units};
use crate::side::Side;

/// The most operations of a chit.
pub const MAX_OPS: usize = 12;

/// A political chit (rulebook M).
#[derive(Clone, Debug)]
pub struct ChitRow {
    /// Its id, as notation writes it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The side whose set it belongs to.
    pub side: Side,
    /// The first year in which it may be played, counted from [`super::Calendar::first_year`].
    pub first: u8,
    /// The last year.
    pub last: u8,
    /// True if it stays in effect once it has been played.
    pub lasting: bool,
    /// Its operations, in order: actions, then population, FLN marker, Pied-noirs, French public (ruling I-23).
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
        /// The side.
        side: Side,
        /// The number of points.
        amount: Amount,
        /// True for a gain.
        gain: bool,
    },
    /// A side gains or loses points this turn and in every later one.
    LastingPoints {
        /// The side.
        side: Side,
        /// The number of points; negative for a loss.
        points: i8,
    },
    /// Moves the Population Markers of these regions one step each, whatever their level; `delta` is 1 or -1.
    Regions {
        /// The regions.
        regions: Regions,
        /// Towards pro-France if positive.
        delta: i8,
    },
    /// The chooser moves the Population Markers of several different regions one step each.
    ChooseRegions {
        /// The number of regions; all eligible ones if there are fewer.
        count: Amount,
        /// The eligible regions.
        filter: Filter,
        /// The side that chooses.
        chooser: Side,
        /// Towards pro-France if positive.
        delta: i8,
    },
    /// Faileks in the regions of a wilaya return to the counter mix.
    RemoveFaileks {
        /// The number of faileks; all if there are fewer.
        count: Amount,
        /// The regions.
        regions: Regions,
        /// The side that chooses.
        chooser: Side,
    },
    /// Full-strength French units in the same region or place as a failek are reduced.
    FlipFrench {
        /// The number of units; all eligible ones if there are fewer.
        count: Amount,
        /// The side that chooses.
        chooser: Side,
    },
    /// Bellounis units enter, each where France chooses.
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
    /// FP: the French Public Marker; towards 20 if `gain`.
    FrenchPublic {
        /// The number of steps.
        amount: Amount,
        /// True if it moves towards 20.
        gain: bool,
    },
}
