//! Charts and numbers as the rules hold them.

use serde::{Deserialize, Deserializer};

use crate::ici::data::words::Dice;
use crate::ici::types::{Amount, CHITS, Chits, Level, Location, Mask, REGIONS, Regions, UNITS, Units};

/// The calendar. Turns are counted from 0, the winter of the first year; four a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The year that is counted as 0.
    pub first_year: u16,
    /// How many years there are.
    pub years: u8,
    /// The season in which no chits are drawn, as an index of [`crate::ici::types::Season`].
    pub no_draw: u8,
    /// The season in which a chit on the track must be played.
    pub forced: u8,
    /// The turn in whose political phase the last referendum takes place at the latest.
    pub last_turn: u8,
}

/// The ends of the tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Tracks {
    /// Of the Population Track; it begins at 0.
    pub population: u8,
    /// Of the Support Level Track; it begins at 0.
    pub support: u8,
    /// Of the Operation Point Track.
    pub points: u8,
    /// Of the Troop Density Track.
    pub density: u8,
    /// The last number that is still on the FLN's side of a track.
    pub fln_side: u8,
}

/// A space of the Government Crisis Scale (1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrisisRow {
    /// Its name.
    pub name: String,
    /// Where the Pied-noirs' Feelings Marker is reset to.
    pub reset: Option<u8>,
    /// How far all Population Markers move; towards pro-France if positive.
    pub population: i8,
    /// True if those in Support Level do not move.
    pub spares_support: bool,
    /// How far the FLN moves the FLN Marker towards 0.
    pub fln_marker_down: Option<Amount>,
    /// What France's new points are limited to from the next turn on.
    pub points_cap: Option<u8>,
    /// Units that are removed for good.
    pub removes: Units,
    /// Units of which France removes one for each of those that is not on the map.
    pub substitutes: Units,
    /// The game ends and the FLN wins.
    pub collapse: bool,
}

/// New points (1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Points {
    /// France in the first turn of the calendar.
    pub france_start: u8,
    /// What each later turn adds.
    pub france_step: u8,
    /// The most.
    pub france_max: u8,
    /// France loses a point for so many faileks abroad; the fraction is dropped.
    pub faileks_abroad: u8,
    /// The FLN before symbols are added and the FLN Marker is deducted.
    pub fln_base: u8,
}

/// Costs in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Costs {
    /// An exchange of faileks.
    pub exchange: u8,
    /// A recruit with the region's and the FLN Marker both on the FLN's side.
    pub recruit_both_low: u8,
    /// With both on the other side.
    pub recruit_both_high: u8,
    /// In any other case.
    pub recruit_other: u8,
    /// A recruit in a major city.
    pub recruit_major_city: u8,
    /// A recruit in a country.
    pub recruit_abroad: u8,
    /// A recruit in a country with a maquis.
    pub recruit_abroad_maquis: u8,
    /// A French unit that arrives.
    pub arrival: u8,
    /// A reduced unit flipped up.
    pub flip_up: u8,
    /// A lost unit that returns.
    pub return_unit: u8,
    /// A new maquis.
    pub maquis_place: u8,
    /// A maquis kept.
    pub maquis_keep: u8,
    /// A failek that enters a region controlled by France.
    pub enter: u8,
    /// A French unit that passes a region controlled by the FLN.
    pub pass: u8,
    /// A Morice attack.
    pub morice_attack: u8,
    /// A supply roll of a structure attack.
    pub structure_attack: u8,
    /// A search and attack.
    pub search: u8,
    /// An insurgency action.
    pub insurgency: u8,
    /// A counterinsurgency action: each attempt of a purge, detect, mobilize.
    pub counterinsurgency: u8,
    /// A step of resettlement.
    pub resettle: u8,
    /// An attempt of infiltration.
    pub infiltrate: u8,
}

/// Stacking limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Stack {
    /// Faileks; [`Stack::NONE`] if the supply rule decides or there is no limit.
    #[serde(default = "unlimited")]
    pub faileks: u8,
    /// French units; [`Stack::NONE`] if there is no limit.
    #[serde(default = "unlimited")]
    pub french: u8,
    /// True if supply limits the faileks (3.2).
    pub by_supply: bool,
}

impl Stack {
    /// No limit.
    pub const NONE: u8 = u8::MAX;
}

fn unlimited() -> u8 {
    Stack::NONE
}

/// Supply (3.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supply {
    /// Faileks beyond the symbol: without a marker, resettled once, resettled twice.
    pub base: [u8; 3],
    /// One more with the Population Marker on the FLN's side.
    pub low_marker: u8,
}

/// Extra points (3.3.1, 4.2.1), as shares of a common denominator, so that fractions of different kinds add up before
/// the rest is dropped (ruling I-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The common denominator of the FLN's shares.
    pub fln_denominator: u16,
    /// The share of a major city that is not controlled by France.
    pub major_city: u16,
    /// The share of a city that the FLN controls.
    pub city: u16,
    /// The share of a town that the FLN controls.
    pub town: u16,
    /// The common denominator of France's shares.
    pub france_denominator: u16,
    /// The share of a region in Support Level by its symbol (0 to 3).
    pub support: [u16; 4],
}

/// Structure attacks (3.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Structure {
    /// Dice of the supply roll; it passes at the number of the FLN Marker or more.
    pub supply_dice: u8,
    /// The most dice of the attack roll, one for each failek.
    pub max_dice: u8,
    /// A die hits at this or more.
    pub hit_on: u8,
    /// French points lost by a hit in a major city.
    #[serde(deserialize_with = "dice")]
    pub major_city_loss: Amount,
    /// French points lost by a hit at a resource site.
    #[serde(deserialize_with = "dice")]
    pub site_loss: Amount,
}

impl Structure {
    /// True if a die (1 to 6) of an attack hits.
    #[must_use]
    #[inline]
    pub fn hits(&self, die: u8) -> bool {
        die >= self.hit_on
    }
}

/// Searches (3.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Search {
    /// A die finds at this or more, modified.
    pub find_on: u8,
    /// The most dice in a region.
    pub max_dice: u8,
    /// French units in the region for each die beside the troop density.
    pub units_per_die: u8,
    /// A natural six always finds (ruling I-72).
    pub natural_six: bool,
    /// The modifier of the terrain of each region; 0 in a major city (ruling I-95).
    #[serde(skip)]
    pub terrain: [i8; REGIONS],
    /// The modifier of each level.
    #[serde(skip)]
    pub level: [i8; Level::ALL.len()],
}

impl Search {
    /// True if a die (1 to 6) with this modifier finds a failek (ruling I-72).
    #[must_use]
    #[inline]
    pub fn finds(&self, die: u8, modifier: i8) -> bool {
        die as i8 + modifier >= self.find_on as i8 || (die == 6 && self.natural_six)
    }
}

/// Fights (3.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Fight {
    /// A die hits at this or more; French dice are modified by the difference of the qualities.
    pub hit_on: u8,
    /// An unmodified one of a modified die always misses.
    pub natural_one_misses: bool,
    /// The squares of the Attack Chart.
    pub squares: u8,
}

impl Fight {
    /// True if a French die (1 to 6) hits with this difference of qualities.
    #[must_use]
    #[inline]
    pub fn french_hit(&self, die: u8, difference: i8) -> bool {
        !(die == 1 && self.natural_one_misses) && die as i8 + difference >= self.hit_on as i8
    }

    /// True if a die (1 to 6) of the FLN hits.
    #[must_use]
    #[inline]
    pub fn fln_hit(&self, die: u8) -> bool {
        die >= self.hit_on
    }
}

/// Purges (4.2.2). The political cell chart has a lower and a middle row, half black, half white, and one top slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Purge {
    /// Slots of the lower row: black, white. So many dice of each colour are rolled.
    pub lower: [u8; 2],
    /// Slots of the middle row: black, white.
    pub middle: [u8; 2],
    /// Slots of the top row.
    pub top: u8,
    /// A die catches at this or more.
    pub succeed_on: u8,
    /// What harsh interrogation adds to each die.
    pub harsh_bonus: u8,
    /// How far it moves the Population Marker first; towards pro-FLN if negative.
    pub harsh_step: i8,
}

impl Purge {
    /// True if a die (1 to 6) catches a suspect, in a harsh purge or a plain one.
    #[must_use]
    #[inline]
    pub fn catches(&self, die: u8, harsh: bool) -> bool {
        die + if harsh { self.harsh_bonus } else { 0 } >= self.succeed_on
    }
}

/// Slots at which two actions leave the marker at least (4.1, 4.2; ruling I-82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct LevelSlots {
    /// Build Political Cells: this or lower.
    pub build_cells: u8,
    /// Mobilize the Masses: this or higher.
    pub mobilize: u8,
}

/// Infiltration (4.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Infiltration {
    /// Dice of an attempt.
    pub dice: u8,
    /// It succeeds if one of them shows this or more.
    pub hit_on: u8,
}

impl Infiltration {
    /// True if a die (1 to 6) of an attempt succeeds.
    #[must_use]
    #[inline]
    pub fn hits(&self, die: u8) -> bool {
        die >= self.hit_on
    }
}

/// Referendums (1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Referendum {
    /// Dice of a region.
    pub dice: u8,
    /// Votes that decide.
    pub majority: u8,
    /// Where the first one resets the French Public Marker.
    pub reset: u8,
    /// The year, counted from the first, from which on a referendum is the last one.
    #[serde(skip)]
    pub last_year: u8,
    /// How far the French Public Marker moves towards 0 when the FLN has won the first one.
    #[serde(deserialize_with = "dice")]
    pub loss: Amount,
    /// How far the Pied-noirs' Feelings Marker moves then.
    pub loss_pied_noirs: i8,
}

/// Rage, appeasement, fatigue (1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Settlers {
    /// Steps of the French Public Marker in one turn that enrage.
    pub rage_steps: u8,
    /// The most faileks in Algeria that appease.
    pub appeasement_faileks: u8,
    /// The year, counted from the first, from which on there is fatigue.
    #[serde(skip)]
    pub fatigue_year: u8,
    /// Steps of fatigue a turn.
    pub fatigue_steps: u8,
}

/// Playing chits (1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ChitPlay {
    /// France plays first on this die or less.
    pub france_first: u8,
    /// A chit on the track must be played on this die or more.
    pub forced_on: u8,
}

/// Waves of reinforcement (2.2.1), in the order of [`crate::ici::types::Arrival::WAVES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waves {
    /// The units of each.
    pub units: [Units; 3],
    /// The year in which each begins, counted from the first; `None` if a chit begins it.
    pub year: [Option<u8>; 3],
    /// How many turns units are drawn by dice; the next turn brings the rest.
    pub draws: u8,
    /// How many units are drawn.
    pub amount: Amount,
}

/// Recruiting (2.1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Recruit {
    /// How many more than its symbol a region gives, by level.
    #[serde(skip)]
    pub level: [i8; Level::ALL.len()],
    /// Extra moussebilines a turn.
    pub extra: u8,
}

/// The optional maquis (2.2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Maquis {
    /// The most that may be placed in a turn.
    pub per_turn: u8,
}

const _: () = assert!(CHITS <= Chits::BITS as usize && UNITS <= Units::BITS as usize);

const _: () = assert!(Location::COUNT <= Mask::BITS as usize && REGIONS <= Regions::BITS as usize);

fn dice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
    Dice::deserialize(deserializer).map(|Dice(amount)| amount)
}
