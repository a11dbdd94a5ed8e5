//! The rules of *Algeria*: everything that never changes during a game, compiled from the data once.

use serde::Deserialize;

use super::types::{
    AREAS, FlnUnit, GovType, GovUnit, Mark, Mask, Mission, Place, Point, RandomEvent, WILAYAS,
};
use crate::data::options;

/// The compiled rules. Arrays are indexed by the enums of the game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Scenario, set-up and options.
    pub scenario: Scenario,
    /// The optional rules in force.
    pub options: Options,
    /// True if the pieces are placed by decisions (charts C.8), false for the ready-made placement.
    pub free_setup: bool,
    /// What is removed from the game.
    pub bars: Bars,
    /// The hash of the resolved figures.
    pub data_hash: u64,

    /// Ids of all places ([`Place::COUNT`]), as notation writes them.
    pub ids: Vec<String>,
    /// Names of all places on the map.
    pub names: Vec<String>,
    /// Ids of the wilayas.
    pub wilaya_ids: Vec<String>,
    /// Areas with a U.
    pub urban: Mask,
    /// Areas with neither letter.
    pub rural: Mask,
    /// Areas with an R.
    pub remote: Mask,
    /// The wilaya of each area.
    pub wilaya_of: [u8; AREAS],
    /// The areas of each wilaya.
    pub wilaya: [Mask; WILAYAS],
    /// The places a Move from a wilaya may reach: its own areas and those bordering one of them, countries included.
    pub reach: [Mask; WILAYAS],
    /// The places a Move from Morocco and from Tunisia may reach.
    pub country_reach: [Mask; 2],
    /// Where the OAS marker may be placed (rules 11.3).
    pub oas_places: Mask,

    /// FLN counters.
    pub fln: [FlnRating; FlnUnit::ALL.len()],
    /// Government units, as they are on the map.
    pub gov: [GovRating; GovUnit::ALL.len()],
    /// Government counters, as they are bought.
    pub counter: [GovCounter; GovType::ALL.len()],

    /// The price of a Point in PSP.
    pub point_cost: [u8; Point::ALL.len()],
    /// The ends of the tracks of maximum Points.
    pub point_max: [u8; Point::ALL.len()],
    /// The price in PSP of opening the Border Zone, and of each step (rules 6.33).
    pub border_zone_cost: u8,
    /// Half-PSP to activate the Border Zone.
    pub border_zone_activate: u8,
    /// The number of steps of the Border Zone.
    pub border_zone_max: u8,
    /// The top of the PSL track.
    pub psl_max: i16,
    /// The end of the AP track.
    pub ap_max: u8,
    /// AP to build a Cadre in Algeria, a Band in Algeria, a Cadre abroad, a Band abroad.
    pub build_cost: [[u8; 2]; 2],
    /// AP for Cadre to Front, Front to Cadre, Cadre to Band, Band to Failek.
    pub convert_cost: [u8; 4],
    /// AP or PSP of a mission.
    pub(crate) mission_cost: [u8; Mission::ALL.len()],
    /// By side: the missions, as bits, that are not barred and that it can pay for, by AP or PSL (ruling A-9).
    pub payable: [[u16; 256]; 2],

    /// By Helo Points available: the mobile units that may be airmobilized, two bits per type (rules 11.12).
    pub airmobile: [u16; 256],

    /// Modifiers and multipliers of the missions.
    pub drm: Modifiers,
    /// Dice and amounts of the random events.
    pub event: EventFigures,
    /// The Mission Success Table of the FLN.
    pub mst_fln: SuccessTable,
    /// The Mission Success Table of the Government.
    pub mst_gov: SuccessTable,
    /// The Combat Results Table.
    pub crt: CombatTable,
    /// The event of each cell of the d66 table, row by row.
    pub events: [RandomEvent; 36],
    /// Loss Numbers by Points (0 to 99).
    pub depreciation: [u8; 100],
    /// Modifiers of depreciation at a low and at a high PSL.
    pub depreciation_drm: [i8; 2],
    /// The low modifiers of depreciation and recovery apply at this PSL or less.
    pub psl_low: i16,
    /// The high modifiers apply at this PSL or more.
    pub psl_high: i16,
    /// Recovery (charts C.5).
    pub recovery: Recovery,
    /// The coup (charts B.2).
    pub coup: Coup,
    /// AP income (charts A.4).
    pub income: Income,
    /// A side with this many times the other's Control Points takes Control without rolling.
    pub control_ratio: u16,
    /// The OAS (rules 11.3).
    pub oas: Oas,
    /// Awards and adjustments of the PSL (charts C.6).
    pub psp: Adjustments,
    /// The highest PSL at which the winner has a Marginal and a Substantial victory.
    pub victory: [i16; 2],
    /// Optional rule 13.1: the most purchases of mobile units and Points in one turn.
    pub slow_limit: u8,
    /// Optional rule 13.3: turns between checks, the lead needed, consecutive checks.
    pub shorter: Shorter,
}

/// The scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id: a year.
    pub id: String,
    /// PSL of the FLN.
    pub fln_psl: i16,
    /// PSL of the Government.
    pub gov_psl: i16,
    /// Dice for the initial AP.
    pub ap_dice: u8,
    /// Maximum Air, Helo and Naval Points.
    pub points: [u8; Point::ALL.len()],
    /// True if Morocco and Tunisia are independent from the start.
    pub independent: bool,
    /// Steps of the Border Zone if it is open.
    pub border_zone: Option<u8>,
    /// True if the Suez event may happen.
    pub suez: bool,
    /// Government counters that each wilaya receives, by type.
    pub gov: [[u8; GovType::ALL.len()]; WILAYAS],
    /// FLN counters that each wilaya receives, by type.
    pub fln: [[u8; FlnUnit::ALL.len()]; WILAYAS],
    /// FLN units in Morocco and in Tunisia.
    pub abroad: [[u8; FlnUnit::ALL.len()]; 2],
    /// The ready-made placement of the Government.
    pub placed_gov: [[u8; GovType::ALL.len()]; AREAS],
    /// The ready-made placement of the FLN.
    pub placed_fln: [[u8; FlnUnit::ALL.len()]; AREAS],
}

options! {
    /// Slow French reaction (rules 13.1).
    slow_french_reaction,
    /// Deterministic independence (rules 13.2).
    deterministic_independence,
    /// Shorter game (rules 13.3).
    shorter_game,
    /// The Border Zone cuts AP income (ruling A-42).
    border_zone_cuts_ap,
    /// No React to a Move (the alternative reading of ruling A-75).
    no_react_to_moves,
}

/// What is removed from the game, to measure its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bars {
    /// Random events that count as no event, by index.
    pub events: u16,
    /// Missions that may not be chosen, by index. Each mission belongs to one side.
    pub missions: u16,
    /// The FLN may not build or convert.
    pub build: bool,
    /// The FLN may not convert.
    pub convert: bool,
    /// The Government may not mobilize units.
    pub mobilize: bool,
    /// The Government may not buy Points.
    pub points: bool,
    /// The Government may not buy or activate the Border Zone.
    pub border_zone: bool,
    /// The Government may not use Air Points.
    pub air: bool,
    /// The Government may not airmobilize units.
    pub airmobile: bool,
    /// The Government may not put mobile units on Patrol.
    pub patrol: bool,
    /// The Government may not disperse divisions.
    pub disperse: bool,
}

/// An FLN counter (rules 2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct FlnRating {
    /// Counters in the mix.
    pub count: u8,
    /// Evasion rating.
    pub evasion: u8,
    /// Firepower rating.
    pub firepower: u8,
    /// Control Points (rules 10.1).
    pub control: u8,
}

/// A Government unit, as it is on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct GovRating {
    /// Contact rating.
    pub contact: u8,
    /// Contact rating when airmobilized.
    pub contact_airmobile: u8,
    /// Firepower rating.
    pub firepower: u8,
    /// Firepower rating when airmobilized.
    pub firepower_airmobile: u8,
    /// Control Points (rules 10.1).
    pub control: u8,
    /// Helo Points to airmobilize it; 0 if that is not possible.
    pub helo: u8,
}

/// A Government counter, as it is bought (charts B.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct GovCounter {
    /// Counters in the mix, including this scenario's minimum (ruling A-10).
    pub count: u8,
    /// PSP to mobilize one.
    pub mobilize: u8,
    /// Half-PSP to activate one.
    #[serde(rename = "activate_halves")]
    pub activate: u8,
    /// The brigades it counts for under NATO pressure; 0 if it does not belong to the Army (ruling A-27).
    #[serde(rename = "nato_brigades")]
    pub brigades: u8,
}

/// Modifiers and multipliers of the missions (charts A.2, B.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// For each unit on Patrol: Propaganda, Strike, Move, Raid.
    pub patrol: [i8; 4],
    /// In a Terrorized area: Propaganda, Strike.
    pub terror: [i8; 2],
    /// A Strike, for each assisting Cadre.
    pub strike_cadre: i8,
    /// A Raid, for each unit after the first.
    pub raid_extra: i8,
    /// Multiplier of Propaganda in an Urban area.
    pub propaganda_urban: u8,
    /// Multiplier of a Raid in an Urban area.
    pub raid_urban: u8,
    /// Dice of PSP that the Government loses if it does not React to a Strike.
    pub strike_penalty_dice: u8,
    /// Contact rolls: a Flush, then Intelligence.
    pub contact: [ContactModifiers; 2],
    /// Amnesty: Civil Affairs, Suppression.
    pub amnesty: [i8; 2],
    /// A Suppression, for each assisting elite brigade.
    pub suppression_elite: i8,
    /// Dice of PSP that the Government loses if its Suppression backfires.
    pub suppression_plus_dice: u8,
    /// Dice of PSP that the FLN gains from a Resettlement.
    pub resettlement_dice: u8,
    /// The firepower with which a unit answers a Harass is divided by this, rounded up.
    pub harass_divisor: u8,
}

/// Modifiers of a contact roll (rules 9.22, 9.24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ContactModifiers {
    /// The unit's evasion is above the total contact rating.
    pub evasion_above_drm: i8,
    /// Remote area.
    pub remote_drm: i8,
    /// Terrorized area.
    pub terror_drm: i8,
    /// Urban area.
    pub urban_drm: i8,
}

/// Dice and amounts of the random events (charts C.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventFigures {
    /// Dice of AP from a foreign arms shipment.
    pub foreign_arms_dice: u8,
    /// Dice of the UN debate.
    pub un_debate_dice: u8,
    /// Dice of units in a factional purge.
    pub purge_dice: u8,
    /// Dice of PSP that each side gains at independence.
    pub independence_dice: u8,
    /// Dice of brigades taken by NATO.
    pub nato_dice: u8,
    /// Dice of elite brigades that leave for Suez.
    pub suez_dice: u8,
    /// PSP lost to Sartre's article.
    pub sartre: u8,
}

/// A Mission Success Table, with room for 16 rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuccessTable {
    /// The first roll in the table.
    pub first: i8,
    /// The last roll in the table.
    pub last: i8,
    /// Numbers and marks, starting at the first roll.
    pub results: [(u8, Mark); 16],
}

impl SuccessTable {
    /// The result of a modified roll; rolls beyond the ends count as the ends (ruling A-2).
    #[must_use]
    #[inline]
    pub fn result(&self, roll: i16) -> (u8, Mark) {
        let roll = roll.clamp(i16::from(self.first), i16::from(self.last));
        self.results[(roll - i16::from(self.first)) as usize & 15]
    }
}

/// The Combat Results Table (charts C.3), with room for 8 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatTable {
    /// The column of a firepower below [`CombatTable::top`]; a firepower of 0 counts as 1.
    pub column: [u8; 64],
    /// The firepower at which the last column begins.
    pub top: u8,
    /// The number of the last column.
    pub last: u8,
    /// Hits by column and die.
    pub hits: [[u8; 6]; 8],
    /// Dice that an Air Point adds to the firepower.
    pub air_point_dice: u8,
}

impl CombatTable {
    /// The hits of a die (1 to 6) with a firepower.
    #[must_use]
    #[inline]
    pub fn hits(&self, firepower: u16, die: u8) -> u8 {
        let column =
            if firepower >= u16::from(self.top) { self.last } else { self.column[firepower as usize & 63] };
        self.hits[column as usize & 7][usize::from(die) - 1]
    }
}

/// Recovery (charts C.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Recovery {
    /// A unit or area recovers on this modified roll or higher.
    pub at_least: i8,
    /// Elite unit, or high PSL; applied once (ruling A-110).
    pub good_drm: i8,
    /// Low PSL.
    pub bad_drm: i8,
    /// A Terrorized area without a non-neutralized FLN unit.
    pub area_drm: i8,
}

/// The coup (charts B.2, rules 11.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Coup {
    /// The Government checks at this PSL or lower (ruling A-113).
    pub psl: i16,
    /// The Army attempts a coup on this modified roll or higher.
    pub attempt: i8,
    /// Modifier of both rolls while the OAS is in France.
    pub oas_drm: i8,
    /// Results by modified roll of two dice, 2 to 13.
    #[serde(skip)]
    pub rows: [CoupRow; 14],
}

/// A line of the Coup Table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct CoupRow {
    /// The number of the line, from 0.
    #[serde(skip)]
    pub row: u8,
    /// The first roll of the line.
    pub from: u8,
    /// Dice of PSP that the Government gains or, if negative, loses.
    pub psp_dice: i8,
    /// Dice of PSP for units mobilized for free.
    pub mobilize_dice: u8,
    /// Elite brigades lost, in addition to the dice.
    pub elite_lost: u8,
    /// Dice of elite brigades lost.
    pub elite_dice: u8,
}

/// AP income (charts A.4, rules 6.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Income {
    /// Urban: Controlled, and contested with an active FLN unit.
    #[serde(skip)]
    pub urban: [u8; 2],
    /// Rural: the same.
    #[serde(skip)]
    pub rural: [u8; 2],
    /// Lost in each Terrorized area.
    pub terror: u8,
    /// The FLN PSL is divided by this, rounded up.
    pub psl_divisor: u8,
    /// Lost per Naval Point.
    pub naval: u8,
}

/// The OAS (rules 11.3, charts C.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Oas {
    /// It appears at this Government PSL or lower.
    pub appears: i16,
    /// It is removed above this Government PSL.
    pub removed_above: i16,
    /// The FLN controls it on this die or lower.
    pub fln_die: u8,
    /// PSP per turn while in Algeria.
    pub algeria: u8,
    /// PSP per turn while in France.
    pub france: u8,
}

/// Awards and adjustments of the PSL (charts C.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Adjustments {
    /// For a Cadre or Band eliminated, or a Failek lost whole: the Government splits it.
    pub eliminated: u8,
    /// For a Front or Failek reduced: what the Government gains.
    #[serde(rename = "reduced_france")]
    pub reduced_gov: u8,
    /// For a Front or Failek reduced: what the FLN loses.
    pub reduced_fln: u8,
    /// For a hit on a mobile Government unit: the FLN splits it.
    pub hit: u8,
    /// For a Police unit neutralized: the FLN splits it.
    pub police: u8,
    /// For each Terrorized or resettled area, per turn.
    pub terror: u8,
    /// Dice that an FLN without mobile units in Algeria loses per turn.
    pub no_mobile_dice: u8,
    /// Firepower abroad is divided by this, rounded down.
    pub abroad_divisor: u8,
    /// The lead in Controlled areas is divided by this, rounded down.
    pub area_divisor: u8,
}

/// Optional rule 13.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Shorter {
    /// Turns between checks.
    pub every: u8,
    /// The lead needed.
    pub lead: i16,
    /// Consecutive checks needed.
    pub checks: u8,
}

/// The missions that a side can pay for, by its AP or by its PSL, of which at least 1 must remain (ruling A-9).
pub(super) fn payable(bars: &Bars, costs: &[u8; Mission::ALL.len()]) -> [[u16; 256]; 2] {
    [false, true].map(|some_left| {
        std::array::from_fn(|points| {
            let cheap = |cost: usize| cost == 0 || cost + usize::from(some_left) <= points;
            let missions = (0..costs.len()).filter(|&mission| cheap(costs[mission].into()));
            missions.fold(0, |all, mission| all | 1 << mission) & !bars.missions
        })
    })
}

/// The mobile units that may be airmobilized, by Helo Points available, two bits per type (rules 11.12).
pub(super) fn airmobile(bars: &Bars, gov: &[GovRating; GovUnit::ALL.len()]) -> [u16; 256] {
    std::array::from_fn(|available| {
        let flies = |helo: u8| helo > 0 && usize::from(helo) <= available && !bars.airmobile;
        let types = GovUnit::MOBILE.into_iter().filter(|unit| flies(gov[unit.index()].helo));
        types.fold(0, |all, unit| all | 3 << (2 * unit.index()))
    })
}

impl Rules {
    /// True if the mission may not be chosen.
    #[must_use]
    #[inline]
    pub fn barred(&self, mission: Mission) -> bool {
        self.bars.missions & 1 << mission.index() != 0
    }

    /// The id of a place.
    #[must_use]
    pub fn id(&self, place: Place) -> &str {
        &self.ids[place.index()]
    }
}
