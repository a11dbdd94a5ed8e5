//! Set-ups, optional rules and bars.

use arrayvec::ArrayVec;

use crate::data::options;
use crate::ici::types::{Chits, Failek, Level, Location, POPULATED, REGIONS, Regions, UNITS, Units};
use crate::side::{BySide, Side};

/// The scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id: a year.
    pub id: String,
    /// The turn in which it begins, counted from winter of the calendar's first year.
    pub turn: u8,
    /// The French Public Marker.
    pub french_public: u8,
    /// The FLN Marker.
    pub fln_marker: u8,
    /// The Pied-noirs' Feelings Marker.
    pub pied_noirs: u8,
    /// The Government Crisis Marker.
    pub crisis: u8,
    /// The limit on France's new points set by the initial crisis and those before it, if any.
    pub points_cap: Option<u8>,
    /// The troop density.
    pub density: u8,
    /// True if the first referendum has taken place.
    pub referendum_held: bool,
    /// The level of each populated region.
    pub level: [Level; POPULATED],
    /// The Population Marker of each populated region, at the start or in the ready-made placement.
    pub slot: [u8; POPULATED],
    /// Markers that a side places, in order; empty if there are none.
    pub markers: ArrayVec<MarkerChoice, 4>,
    /// Faileks at the start.
    pub faileks: [[u8; Failek::ALL.len()]; Location::COUNT],
    /// Resettlement at the start: 0 none, 1 once (+3), 2 twice (+1).
    pub resettled: [u8; REGIONS],
    /// The location of each unit at the start, or [`Location::NONE`] if it is not on the map. For units that France places
    /// itself, the ready-made placement.
    pub units: [Location; UNITS],
    /// Units that start reduced in the ready-made placement.
    pub reduced: Units,
    /// True if France places all units; some of those with a given quality are then reduced.
    pub places_units: bool,
    /// The number of units that are reduced.
    pub weakened: u8,
    /// The quality that units to be reduced must have at full strength.
    pub weakened_quality: u8,
    /// The chits in the cup of each side before anything is chosen or drawn, without barred ones.
    pub cup: BySide<Chits>,
    /// Lasting chits already in effect.
    pub active: Chits,
    /// Countries that these have made independent, one bit each.
    pub independent: u8,
    /// Rules that these have switched on, one bit each by [`crate::ici::types::Flag`].
    pub flags: u8,
    /// Points that these give or take every turn.
    pub lasting_points: BySide<i8>,
    /// The number of its own chits that a side chooses.
    pub chosen: u8,
    /// The number that it then draws.
    pub drawn: u8,
    /// The number of the other side's chits that it then puts on the track.
    pub on_track: u8,
}

/// Markers that a side places on given slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerChoice {
    /// The side that places them.
    pub side: Side,
    /// The regions whose markers they are.
    pub regions: Regions,
    /// The slots.
    pub slots: ArrayVec<u8, 8>,
    /// The number of markers per slot.
    pub per_slot: u8,
}

options! {
    /// The optional maquis (rulebook 2.2.3).
    maquis,
    /// Two d3 are two halved dice, 2 to 6 (the alternative reading of ruling I-3).
    halve_each_die,
    /// Combat chits are used only if at least two faileks were found (the alternative reading of ruling I-75).
    combat_chits_from_two,
}

/// What is removed from the game, to measure its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// Political chits removed from the cups. One that the scenario has in effect stays in effect.
    pub chits: Chits,
    /// What the FLN may not do, by index of [`crate::ici::types::FlnAction`].
    pub fln: u16,
    /// What France may not do, by index of [`crate::ici::types::FranceAction`].
    pub france: u16,
}
