//! Everything that never changes in a game of *Ici, c'est la France!*, compiled from the data once.

use arrayvec::ArrayVec;

use super::types::{
    Amount, Arm, Arrival, Bonus, CHITS, CLASSES, COUNTRIES, Chit, Chits, Class, Combat, Exchange, Failek,
    Filter, Flag, FlnAction, FranceAction, Kind, Level, Location, Mask, PLACES, POPULATED, REGIONS, Regions,
    Terrain, UNITS, Unit, Units, WILAYAS,
};
use crate::side::{BySide, Side};

/// The compiled rules. Indexes of arrays are the small words of the game.
///
/// Points are counted in halves wherever a cost may be half a point (`cost`), and whole everywhere else.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Scenario: how the game is set up.
    pub scenario: Scenario,
    /// The optional rules in force.
    pub options: Options,
    /// True if the markers and French units of a scenario that leaves them open are placed by decisions, false for
    /// the ready-made placement.
    pub free_setup: bool,
    /// What is taken out of the game.
    pub bars: Bars,
    /// The hash of the resolved figures.
    pub data_hash: u64,
    /// How many figures stand on a reconstruction.
    pub reconstructed: usize,
    /// How many figures there are.
    pub figures: usize,

    /// The map.
    pub map: Map,
    /// The political chits. The length is how many there are.
    pub chits: Vec<ChitRow>,
    /// The chits of each side's set.
    pub set: BySide<Chits>,

    /// The French units. The length is how many there are.
    pub units: Vec<UnitRow>,
    /// The classes of French units. The length is how many there are, at most [`CLASSES`].
    pub classes: Vec<ClassRow>,
    /// The units of each class.
    pub class_units: [Units; CLASSES],
    /// The faileks.
    pub faileks: [FailekRow; Failek::ALL.len()],
    /// What each exchange takes and gives (2.1.1): faileks taken by type, and the type given.
    pub exchanges: [ExchangeRow; Exchange::ALL.len()],
    /// How many resettlement markers there are.
    pub resettlement_markers: u8,
    /// How many maquis there are.
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
    /// Insurgency and counterinsurgency that end on a slot at least (4.1, 4.2; ruling I-82).
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

/// The map and its countries.
#[derive(Clone, Debug)]
pub struct Map {
    /// Ids of all locations ([`Location::COUNT`]), as notation writes them; empty where there is no location.
    pub ids: Vec<String>,
    /// Their names.
    pub names: Vec<String>,
    /// How many regions there are.
    pub regions: u8,
    /// How many towns, cities and sites there are.
    pub places: u8,
    /// All regions and places that exist.
    pub algeria: Mask,
    /// What each location is.
    pub kind: [Kind; Location::COUNT],
    /// Regions with a population symbol: the first [`POPULATED`].
    pub populated: Regions,
    /// Major cities.
    pub major_cities: Regions,
    /// Regions of the Sahara.
    pub sahara: Regions,
    /// Cities, as locations.
    pub cities: Mask,
    /// Towns, as locations.
    pub towns: Mask,
    /// Resource sites, as locations.
    pub sites: Mask,
    /// Harbours: cities and major cities.
    pub harbours: Mask,
    /// The population symbol of each region: 1 to 3, or 0 in the Sahara.
    pub population: [u8; REGIONS],
    /// The population symbol of each country.
    pub country_population: [u8; COUNTRIES],
    /// The terrain of each region.
    pub terrain: [Terrain; REGIONS],
    /// The wilaya of each region, from 0 (Wilaya 1) to 6 (the Sahara).
    pub wilaya_of: [u8; REGIONS],
    /// The regions of each wilaya.
    pub wilaya: [Regions; WILAYAS],
    /// The regions that border each region.
    pub borders: [Regions; REGIONS],
    /// The regions that a road leads to over a border.
    pub roads: [Regions; REGIONS],
    /// The regions that each place lies in or borders: every one a road link too.
    pub touches: [Regions; PLACES],
    /// The places that touch each region, as locations.
    pub places_at: [Mask; REGIONS],
    /// The places that touch a region of each wilaya, as locations.
    pub wilaya_places: [Mask; WILAYAS],
    /// The regions of Algeria that the FLN enters from each country: over the border or, from West Africa, by trail.
    pub country_exits: [Regions; COUNTRIES],
    /// The regions of Algeria that a road leads to from each country.
    pub country_roads: [Regions; COUNTRIES],
    /// The countries whose faileks the Morice Line meets, one bit each: Tunisia and Morocco (3.1.2).
    pub morice_countries: u8,
    /// Where Bellounis' units may be: a wilaya and the towns that touch it (3.4).
    pub bellounis: Mask,
    /// The regions of that wilaya: where a Bellounis unit is displaced to (ruling I-15).
    pub bellounis_regions: Regions,
}

impl Map {
    /// The regions that border a location: the neighbours of a region, the regions that a place touches.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, location: Location) -> Regions {
        if location.is_region() {
            self.borders[location.index()]
        } else if location.is_place() {
            self.touches[location.place_index()]
        } else {
            0
        }
    }

    /// The id of a location.
    #[must_use]
    pub fn id(&self, location: Location) -> &str {
        &self.ids[location.index()]
    }

    /// The location with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Location> {
        if id.is_empty() {
            return None;
        }
        self.ids.iter().position(|one| one == id).map(|index| Location(index as u8))
    }
}

/// A political chit (rulebook M).
#[derive(Clone, Debug)]
pub struct ChitRow {
    /// Its id, as notation writes it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose set it belongs to.
    pub side: Side,
    /// The first year it may be played in, counted from [`Calendar::first_year`].
    pub first: u8,
    /// The last year.
    pub last: u8,
    /// True if it stays in effect once played.
    pub lasting: bool,
    /// What it does, in order: actions, then population, FLN marker, Pied-noirs, French public (ruling I-23).
    pub ops: ArrayVec<Op, MAX_OPS>,
}

/// No chit has more operations than this.
pub const MAX_OPS: usize = 12;

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

/// A French unit.
#[derive(Clone, Debug)]
pub struct UnitRow {
    /// Its id, as notation writes it.
    pub id: String,
    /// Its designation.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// When it comes.
    pub arrival: Arrival,
}

/// A class of French units: the same arm, figures and special rules.
#[derive(Clone, Debug)]
pub struct ClassRow {
    /// The word for it in notation: that of the arm, with the figures added if the arm has several classes.
    pub word: String,
    /// The arm.
    pub arm: Arm,
    /// How many dice it rolls: full, reduced.
    pub strength: [u8; 2],
    /// Its quality: full, reduced.
    pub quality: [u8; 2],
    /// What the terrain adds to its quality in a fight in each region; 0 in a major city.
    pub terrain: [i8; REGIONS],
    /// What one attacking unit of it adds to a search in each region; counts once.
    pub search: [i8; REGIONS],
    /// It follows the paratrooper rules: a Coup may take it.
    pub paratrooper: bool,
    /// It passes FLN-controlled regions for nothing.
    pub mechanized: bool,
    /// It may not leave [`Map::bellounis`].
    pub bellounis: bool,
}

/// A type of failek.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailekRow {
    /// How many dice it rolls.
    pub strength: u8,
    /// Its quality.
    pub quality: u8,
    /// Counters in the mix.
    pub count: u8,
}

/// An exchange (2.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeRow {
    /// Faileks taken from the map, by type.
    pub takes: [u8; Failek::ALL.len()],
    /// The type given.
    pub gives: Failek,
}

/// The calendar. Turns are counted from 0, the winter of the first year; four a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The year that is counted as 0.
    pub first_year: u16,
    /// How many years there are.
    pub years: u8,
    /// The season in which no chits are drawn, as an index of [`super::types::Season`].
    pub no_draw: u8,
    /// The season in which a chit on the track must be played.
    pub forced: u8,
    /// The turn in whose political phase the last referendum takes place at the latest.
    pub last_turn: u8,
}

/// The ends of the tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Faileks; [`Stack::NONE`] if the supply rule decides or there is no limit.
    pub faileks: u8,
    /// French units; [`Stack::NONE`] if there is no limit.
    pub french: u8,
    /// True if supply limits the faileks (3.2).
    pub by_supply: bool,
}

impl Stack {
    /// No limit.
    pub const NONE: u8 = u8::MAX;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Dice of the supply roll; it passes at the number of the FLN Marker or more.
    pub supply_dice: u8,
    /// The most dice of the attack roll, one for each failek.
    pub max_dice: u8,
    /// A die hits at this or more.
    pub hit_on: u8,
    /// French points lost by a hit in a major city.
    pub major_city_loss: Amount,
    /// French points lost by a hit at a resource site.
    pub site_loss: Amount,
}

/// Searches (3.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub terrain: [i8; REGIONS],
    /// The modifier of each level.
    pub level: [i8; Level::ALL.len()],
}

/// Fights (3.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A combat chit: the type it is good against and what it does then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatChit {
    /// What the other side has to choose.
    pub against: Combat,
    /// What this side then gets.
    pub bonus: Bonus,
}

/// Purges (4.2.2). The political cell chart has a lower and a middle row, half black, half white, and one top slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// Slots at which two actions leave the marker at least (4.1, 4.2; ruling I-82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelSlots {
    /// Build Political Cells: this or lower.
    pub build_cells: u8,
    /// Mobilize the Masses: this or higher.
    pub mobilize: u8,
}

/// Infiltration (4.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Infiltration {
    /// Dice of an attempt.
    pub dice: u8,
    /// It succeeds if one of them shows this or more.
    pub hit_on: u8,
}

/// Referendums (1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referendum {
    /// Dice of a region.
    pub dice: u8,
    /// Votes that decide.
    pub majority: u8,
    /// Where the first one resets the French Public Marker.
    pub reset: u8,
    /// The year, counted from the first, from which on a referendum is the last one.
    pub last_year: u8,
    /// How far the French Public Marker moves towards 0 when the FLN has won the first one.
    pub loss: Amount,
    /// How far the Pied-noirs' Feelings Marker moves then.
    pub loss_pied_noirs: i8,
}

/// Rage, appeasement, fatigue (1.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settlers {
    /// Steps of the French Public Marker in one turn that enrage.
    pub rage_steps: u8,
    /// The most faileks in Algeria that appease.
    pub appeasement_faileks: u8,
    /// The year, counted from the first, from which on there is fatigue.
    pub fatigue_year: u8,
    /// Steps of fatigue a turn.
    pub fatigue_steps: u8,
}

/// Playing chits (1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChitPlay {
    /// France plays first on this die or less.
    pub france_first: u8,
    /// A chit on the track must be played on this die or more.
    pub forced_on: u8,
}

/// Waves of reinforcement (2.2.1), in the order of [`Arrival::WAVES`].
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recruit {
    /// How many more than its symbol a region gives, by level.
    pub level: [i8; Level::ALL.len()],
    /// Extra moussebilines a turn.
    pub extra: u8,
}

/// The optional maquis (2.2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maquis {
    /// The most that may be placed in a turn.
    pub per_turn: u8,
}

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
    /// Rules that are switched on through them, one bit each by [`super::types::Flag`].
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
    /// What the FLN may not do, by index of [`FlnAction`].
    pub fln: u16,
    /// What France may not do, by index of [`FranceAction`].
    pub france: u16,
}

impl Rules {
    /// True if the FLN may not do this.
    #[must_use]
    #[inline]
    pub fn fln_barred(&self, action: FlnAction) -> bool {
        self.bars.fln & 1 << action.index() != 0
    }

    /// True if France may not do this.
    #[must_use]
    #[inline]
    pub fn france_barred(&self, action: FranceAction) -> bool {
        self.bars.france & 1 << action.index() != 0
    }

    /// The id of a location.
    #[must_use]
    pub fn id(&self, location: Location) -> &str {
        self.map.id(location)
    }

    /// The class of a unit.
    #[must_use]
    #[inline]
    pub fn class(&self, unit: Unit) -> Class {
        self.units[unit.index()].class
    }

    /// The row of a chit.
    #[must_use]
    #[inline]
    pub fn chit(&self, chit: Chit) -> &ChitRow {
        &self.chits[chit.index()]
    }

    /// The number of the last crisis: Collapse.
    #[must_use]
    #[inline]
    pub fn collapse(&self) -> u8 {
        self.crises.len() as u8 - 1
    }

    /// The number of the last slot of the Pied-noirs' Feelings Scale: Government Crisis.
    #[must_use]
    #[inline]
    pub fn government_crisis(&self) -> u8 {
        self.pied_noirs.len() as u8 - 1
    }
}

const _: () = assert!(CHITS <= Chits::BITS as usize && UNITS <= Units::BITS as usize);
const _: () = assert!(Location::COUNT <= Mask::BITS as usize && REGIONS <= Regions::BITS as usize);
