//! The rules of *Ici, c'est la France!*: everything that never changes during a game, compiled from the data once.

mod charts;
mod chits;
mod map;
mod scenario;
mod units;

pub use charts::{
    Calendar, ChitPlay, Costs, CrisisRow, Extra, Fight, Infiltration, LevelSlots, Maquis, Points, Purge,
    Recruit, Referendum, Search, Settlers, Stack, Structure, Supply, Tracks, Waves,
};
pub use chits::{ChitRow, MAX_OPS, Op};
pub use map::{Map, NETS};
pub use scenario::{Bars, MarkerChoice, Options, Scenario};
pub use units::{ClassRow, CombatChit, ExchangeRow, FailekRow, UnitRow};

use super::types::{
    CLASSES, Chit, Chits, Class, Combat, Exchange, Failek, FlnAction, FranceAction, Kind, Location, Unit,
    Units,
};
use crate::getters::getters;
use crate::side::BySide;

/// The compiled rules. Arrays are indexed by the enums of the game.
///
/// Points are counted in halves where a cost may be half a point (`cost`), and in wholes everywhere else.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario: how the game is set up.
    pub scenario: Scenario,
    /// The optional rules in force.
    pub options: Options,
    /// True if the markers and French units that a scenario leaves open are placed by decisions, false for the ready-made
    /// placement.
    pub free_setup: bool,
    /// What is removed from the game.
    pub bars: Bars,
    /// The hash of the resolved figures.
    pub data_hash: u64,
    /// One line with the number of reconstructed figures, if there are any.
    pub statement: Option<String>,

    /// The map.
    pub map: Map,
    /// The political chits, as many as there are.
    pub chits: Vec<ChitRow>,
    /// The chits of each side's set.
    pub set: BySide<Chits>,

    /// The French units, as many as there are.
    pub units: Vec<UnitRow>,
    /// The classes of French units, at most [`CLASSES`].
    pub classes: Vec<ClassRow>,
    /// The units of each class.
    pub class_units: [Units; CLASSES],
    /// The faileks.
    pub faileks: [FailekRow; Failek::ALL.len()],
    /// The faileks taken by each exchange, by type, and the type given (2.1.1).
    pub exchanges: [ExchangeRow; Exchange::ALL.len()],
    /// The number of resettlement markers.
    pub resettlement_markers: u8,
    /// The number of maquis.
    pub maquis_markers: u8,

    /// The calendar.
    pub calendar: Calendar,
    /// The ends of the tracks.
    pub track: Tracks,
    /// Slots of the Pied-noirs' Feelings Scale, from Mild Acceptance (0) to Government Crisis (the last).
    pub pied_noirs: Vec<String>,
    /// Spaces of the Government Crisis Scale, from Fourth Republic (0) to Collapse (the last).
    pub crises: Vec<CrisisRow>,
    /// New points (1.1).
    pub points: Points,
    /// Costs in half points.
    pub cost: Costs,
    /// Stacking limits (rulebook H).
    pub stacking: [Stack; Kind::ALL.len()],
    /// Supply (3.2).
    pub supply: Supply,
    /// Extra points of both sides (3.3.1, 4.2.1).
    pub extra: Extra,
    /// Structure attacks (3.3.2).
    pub structure: Structure,
    /// Searches (3.5.1).
    pub search: Search,
    /// Fights (3.5.2).
    pub combat: Fight,
    /// The combat chits of each side.
    pub combat_chits: BySide<[CombatChit; Combat::ALL.len()]>,
    /// Purges (4.2.2).
    pub purge: Purge,
    /// Slots that insurgency and counterinsurgency reach at least (4.1, 4.2; ruling I-82).
    pub slots: LevelSlots,
    /// Infiltration (4.2.4).
    pub infiltration: Infiltration,
    /// Referendums (1.5).
    pub referendum: Referendum,
    /// Rage, appeasement, fatigue (1.6).
    pub settlers: Settlers,
    /// Playing chits (1.2).
    pub play: ChitPlay,
    /// Waves of reinforcement (2.2.1).
    pub waves: Waves,
    /// Recruiting (2.1.3).
    pub recruit: Recruit,
    /// The optional maquis (2.2.3).
    pub maquis: Maquis,
}

impl Rules {
    getters! { self;
        /// True if the FLN may not do this.
        fln_barred(action: FlnAction) -> bool = self.bars.fln & 1 << action.index() != 0;
        /// True if France may not do this.
        france_barred(action: FranceAction) -> bool = self.bars.france & 1 << action.index() != 0;
        /// The id of a location.
        id(location: Location) -> &str = self.map.id(location);
        /// The class of a unit.
        class(unit: Unit) -> Class = self.units[unit.index()].class;
        /// The row of a chit.
        chit(chit: Chit) -> &ChitRow = &self.chits[chit.index()];
        /// The number of the last crisis: Collapse.
        collapse() -> u8 = self.crises.len() as u8 - 1;
        /// The number of the last slot of the Pied-noirs' Feelings Scale: Government Crisis.
        government_crisis() -> u8 = self.pied_noirs.len() as u8 - 1;
    }
}
