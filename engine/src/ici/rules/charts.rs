//! Compiled charts and numbers of the rules.

use serde::{Deserialize, Deserializer};

use crate::ici::data::words::Dice;
use crate::ici::types::{Amount, CHITS, Chits, Level, Location, Mask, REGIONS, Regions, UNITS, Units};

/// The calendar. Turns are counted from 0, the winter of the first year; a year has four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The year that is counted as 0.
    pub first_year: u16,
    /// The number of years.
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
    /// The end of the Population Track; it begins at 0.
    pub population: u8,
    /// The end of the Support Level Track; it begins at 0.
    pub support: u8,
    /// The end of the Operation Point Track.
    pub points: u8,
    /// The end of the Troop Density Track.
    pub density: u8,
    /// The last number on the FLN's side of a track.
    pub fln_side: u8,
}

/// A space of the Government Crisis Scale (1.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrisisRow {
    /// Its name.
    pub name: String,
    /// The slot that the Pied-noirs' Feelings Marker is reset to.
    pub reset: Option<u8>,
    /// Steps of all Population Markers; towards pro-France if positive.
    pub population: i8,
    /// True if markers in Support Level do not move.
    pub spares_support: bool,
    /// Steps of the FLN Marker towards 0, moved by the FLN.
    pub fln_marker_down: Option<Amount>,
    /// The limit on France's new points from the next turn on.
    pub points_cap: Option<u8>,
    /// Units removed for good.
    pub removes: Units,
    /// For each unit of `removes` that is not on the map, France removes one of these.
    pub substitutes: Units,
    /// True if the game ends and the FLN wins.
    pub collapse: bool,
}

/// New points (1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Points {
    /// France's points in the first turn of the calendar.
    pub france_start: u8,
    /// What each later turn adds.
    pub france_step: u8,
    /// The maximum.
    pub france_max: u8,
    /// France loses a point per this many faileks abroad, rounded down.
    pub faileks_abroad: u8,
    /// The FLN's points before symbols are added and the FLN Marker is deducted.
    pub fln_base: u8,
}

/// Costs in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Costs {
    /// An exchange of faileks.
    pub exchange: u8,
    /// A recruit with the markers of the region and of the FLN both on the FLN's side.
    pub recruit_both_low: u8,
    /// A recruit with both on the other side.
    pub recruit_both_high: u8,
    /// A recruit in any other case.
    pub recruit_other: u8,
    /// A recruit in a major city.
    pub recruit_major_city: u8,
    /// A recruit in a country.
    pub recruit_abroad: u8,
    /// A recruit in a country with a maquis.
    pub recruit_abroad_maquis: u8,
    /// The arrival of a French unit.
    pub arrival: u8,
    /// A reduced unit flipped up.
    pub flip_up: u8,
    /// The return of an eliminated unit.
    pub return_unit: u8,
    /// A new maquis.
    pub maquis_place: u8,
    /// A maquis kept.
    pub maquis_keep: u8,
    /// A failek entering a region controlled by France.
    pub enter: u8,
    /// A French unit passing through a region controlled by the FLN.
    pub pass: u8,
    /// A Morice attack.
    pub morice_attack: u8,
    /// A supply roll of a structure attack.
    pub structure_attack: u8,
    /// A search and attack.
    pub search: u8,
    /// An insurgency action.
    pub insurgency: u8,
    /// A counterinsurgency action: each attempted purge, detect, mobilize.
    pub counterinsurgency: u8,
    /// A step of resettlement.
    pub resettle: u8,
    /// An attempted infiltration.
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

/// Extra points (3.3.1, 4.2.1), as shares of a common denominator, so that fractions of different kinds are added before
/// rounding down (ruling I-5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// The common denominator of the FLN's shares.
    pub fln_denominator: u16,
    /// The share of a major city not controlled by France.
    pub major_city: u16,
    /// The share of a city controlled by the FLN.
    pub city: u16,
    /// The share of a town controlled by the FLN.
    pub town: u16,
    /// The common denominator of France's shares.
    pub france_denominator: u16,
    /// The share of a region in Support Level, by its symbol (0 to 3).
    pub support: [u16; 4],
}

/// Structure attacks (3.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Structure {
    /// Dice of the supply roll; it passes on the number of the FLN Marker or higher.
    pub supply_dice: u8,
    /// The most dice of the attack roll, which has one per failek.
    pub max_dice: u8,
    /// A die hits on this or higher.
    pub hit_on: u8,
    /// French points lost to a hit in a major city.
    #[serde(deserialize_with = "dice")]
    pub major_city_loss: Amount,
    /// French points lost to a hit at a resource site.
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
    /// A die finds a failek on this or higher, after modifiers.
    pub find_on: u8,
    /// The most dice in a region.
    pub max_dice: u8,
    /// French units in the region per die, in addition to the troop density.
    pub units_per_die: u8,
    /// True if a natural six always finds a failek (ruling I-72).
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
    /// A die hits on this or higher; French dice are modified by the difference of the qualities.
    pub hit_on: u8,
    /// True if a natural one on a modified die always misses.
    pub natural_one_misses: bool,
    /// The number of squares in the Attack Chart.
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

/// Purges (4.2.2). The political cell chart has a lower and a middle row, each half black and half white, and a top row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Purge {
    /// Slots of the lower row: black, white; also the dice rolled for each colour.
    pub lower: [u8; 2],
    /// Slots of the middle row: black, white.
    pub middle: [u8; 2],
    /// Slots of the top row.
    pub top: u8,
    /// A die catches a suspect on this or higher.
    pub succeed_on: u8,
    /// Added to each die by harsh interrogation.
    pub harsh_bonus: u8,
    /// Steps of the Population Marker before a harsh interrogation; towards pro-FLN if negative.
    pub harsh_step: i8,
}

impl Purge {
    /// True if a die (1 to 6) catches a suspect, in a harsh or a plain purge.
    #[must_use]
    #[inline]
    pub fn catches(&self, die: u8, harsh: bool) -> bool {
        die + if harsh { self.harsh_bonus } else { 0 } >= self.succeed_on
    }
}

/// Slots that two actions move the marker to at least (4.1, 4.2; ruling I-82).
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
    /// It succeeds if one die shows this or higher.
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
    /// Dice per region.
    pub dice: u8,
    /// The number of votes that decides.
    pub majority: u8,
    /// The slot that the first one resets the French Public Marker to.
    pub reset: u8,
    /// The year, counted from the first, from which a referendum is the last one.
    #[serde(skip)]
    pub last_year: u8,
    /// Steps of the French Public Marker towards 0 when the FLN has won the first one.
    #[serde(deserialize_with = "dice")]
    pub loss: Amount,
    /// Steps of the Pied-noirs' Feelings Marker then.
    pub loss_pied_noirs: i8,
}

/// Rage, appeasement and fatigue (1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Settlers {
    /// Steps of the French Public Marker in one turn that cause rage.
    pub rage_steps: u8,
    /// The most faileks in Algeria with which there is appeasement.
    pub appeasement_faileks: u8,
    /// The year, counted from the first, from which there is fatigue.
    #[serde(skip)]
    pub fatigue_year: u8,
    /// Steps of fatigue per turn.
    pub fatigue_steps: u8,
}

/// Playing chits (1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ChitPlay {
    /// France plays first on this die or lower.
    pub france_first: u8,
    /// A chit on the track must be played on this die or higher.
    pub forced_on: u8,
}

/// Waves of reinforcement (2.2.1), in the order of [`crate::ici::types::Arrival::WAVES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waves {
    /// The units of each wave.
    pub units: [Units; 3],
    /// The year in which each begins, counted from the first; `None` if a chit begins it.
    pub year: [Option<u8>; 3],
    /// The number of turns in which units are drawn by dice; the next turn brings the rest.
    pub draws: u8,
    /// The number of units drawn.
    pub amount: Amount,
}

/// Recruiting (2.1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Recruit {
    /// Recruits of a region beyond its symbol, by level.
    #[serde(skip)]
    pub level: [i8; Level::ALL.len()],
    /// Extra moussebilines per turn.
    pub extra: u8,
}

/// The optional maquis (2.2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Maquis {
    /// The most that may be placed per turn.
    pub per_turn: u8,
}

const _: () = assert!(CHITS <= Chits::BITS as usize && UNITS <= Units::BITS as usize);

const _: () = assert!(Location::COUNT <= Mask::BITS as usize && REGIONS <= Regions::BITS as usize);

fn dice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
    Dice::deserialize(deserializer).map(|Dice(amount)| amount)
}
