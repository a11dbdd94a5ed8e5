//! Set-ups, optional rules, bars.

use arrayvec::ArrayVec;

use crate::ici::types::{Chits, Failek, Level, Location, POPULATED, REGIONS, Regions, UNITS, Units};
use crate::side::{BySide, Side};

/// The scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id: a year.
    pub id: String,
    /// The turn it begins in, counted from winter of the calendar's first year.
    pub turn: u8,
    /// The French Public Marker.
    pub french_public: u8,
    /// The FLN Marker.
    pub fln_marker: u8,
    /// The Pied-noirs' Feelings Marker.
    pub pied_noirs: u8,
    /// The Government Crisis Marker.
    pub crisis: u8,
    /// The limit of France's new points that the crisis of the start (and those before it) has set, if any.
    pub points_cap: Option<u8>,
    /// The troop density.
    pub density: u8,
    /// True if the first referendum has taken place.
    pub referendum_held: bool,
    /// The level of each populated region.
    pub level: [Level; POPULATED],
    /// The Population Marker of each populated region: where it stands, or stands in the ready-made placement.
    pub slot: [u8; POPULATED],
    /// Markers that a side places (D-2, D-3), in order; empty if there are none.
    pub markers: ArrayVec<MarkerChoice, 4>,
    /// Faileks at the start.
    pub faileks: [[u8; Failek::ALL.len()]; Location::COUNT],
    /// Resettlement at the start: 0 none, 1 once (+3), 2 twice (+1).
    pub resettled: [u8; REGIONS],
    /// Where each unit stands at the start: [`Location::NONE`] if it is not on the map. For units that France places
    /// itself, the ready-made placement.
    pub units: [Location; UNITS],
    /// Units that start reduced in the ready-made placement.
    pub reduced: Units,
    /// True if France places all units (D-4), of which so many with this quality are then reduced (D-5).
    pub places_units: bool,
    /// How many units are reduced.
    pub weakened: u8,
    /// The quality that units to be reduced must have at full strength.
    pub weakened_quality: u8,
    /// The chits in the cup of each side before anything is chosen or drawn; barred ones left out.
    pub cup: BySide<Chits>,
    /// Lasting chits already in effect.
    pub active: Chits,
    /// Countries that are independent through them, one bit each.
    pub independent: u8,
    /// Rules that are switched on through them, one bit each by [`crate::ici::types::Flag`].
    pub flags: u8,
    /// Points that they give or take every turn.
    pub lasting_points: BySide<i8>,
    /// How many own chits are chosen (D-1).
    pub chosen: u8,
    /// How many are then drawn.
    pub drawn: u8,
    /// How many of the other side's are then laid on the track.
    pub on_track: u8,
}

/// Markers that a side places on certain slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerChoice {
    /// Who places them.
    pub side: Side,
    /// Whose markers.
    pub regions: Regions,
    /// The slots.
    pub slots: ArrayVec<u8, 8>,
    /// How many markers each slot gets.
    pub per_slot: u8,
}

/// The optional rules in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// 2.2.3
    pub maquis: bool,
    /// Two d3 are two halved dice, 2 to 6 (the other reading of ruling I-3).
    pub halve_each_die: bool,
    /// Combat chits are played only if two or more faileks were found (the other reading of ruling I-75).
    pub combat_chits_from_two: bool,
}

impl Options {
    /// Their words, in order.
    pub const NAMES: [&'static str; 3] = ["maquis", "halve_each_die", "combat_chits_from_two"];

    /// The option with this index in [`Options::NAMES`].
    pub fn get_mut(&mut self, index: usize) -> &mut bool {
        match index {
            0 => &mut self.maquis,
            1 => &mut self.halve_each_die,
            _ => &mut self.combat_chits_from_two,
        }
    }
}

/// What is taken out of the game, for measuring what it is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// Political chits that are in no cup. One that the scenario has in effect stays in effect.
    pub chits: Chits,
    /// What the FLN may not do, by index of [`crate::ici::types::FlnAction`].
    pub fln: u16,
    /// What France may not do, by index of [`crate::ici::types::FranceAction`].
    pub france: u16,
}
