//! A position: plain old data.

use super::flow::Flow;
use super::rules::Rules;
use super::types::{
    COUNTRIES, Chit, Chits, Failek, Flag, Level, Location, Mask, POPULATED, REGIONS, Regions, Season, UNITS,
    Unit, Units, equal,
};
use super::words::Ending;
use crate::getters::getters;
use crate::side::{BySide, Side};

/// The number of types of failek.
pub(crate) const TYPES: usize = Failek::ALL.len();
/// The number of locations in Algeria.
pub(crate) const ALGERIA: usize = Location::FIRST_COUNTRY as usize;

/// The counter mix, as the location of faileks that are not on the map. France does not see what returns to it unseen (ruling
/// I-14), so it is treated as one more location.
pub const MIX: Location = Location(Location::COUNT as u8);
/// The number of holders of faileks: the locations and the mix.
pub(crate) const HOLDERS: usize = Location::COUNT + 1;

/// Drawn this turn and not yet paid for.
pub const DRAWN: Location = Location(200);
/// Drawn in an earlier turn and waiting to be paid for (ruling I-50).
pub const WAITING: Location = Location(201);
/// Eliminated this turn.
pub const LOST_NOW: Location = Location(202);
/// Eliminated in an earlier turn: must return (2.2.2).
pub const LOST_BEFORE: Location = Location(203);
/// Removed for good by a coup.
pub const REMOVED: Location = Location(204);

/// The faileks in one location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The total number.
    pub total: u8,
    /// Moudjahidines and zonal commandos; the rest are moussebilines. Zero in an observation of France.
    full_time: [u8; TYPES - 1],
}

impl Group {
    /// A group with this many of each type.
    #[inline]
    pub(crate) const fn new(by_type: [u8; TYPES]) -> Self {
        let [moussebilines, moudjahidines, commandos] = by_type;
        let total = moussebilines + moudjahidines + commandos;
        Self { total, full_time: [moudjahidines, commandos] }
    }

    /// The group as France sees it.
    #[inline]
    pub(crate) const fn unseen(self) -> Self {
        Self { total: self.total, full_time: [0; TYPES - 1] }
    }

    /// The number of each type. In an observation of France, the first number is the total.
    #[must_use]
    #[inline]
    pub const fn by_type(self) -> [u8; TYPES] {
        let [moudjahidines, commandos] = self.full_time;
        [self.total - moudjahidines - commandos, moudjahidines, commandos]
    }

    /// Adds a failek.
    #[inline]
    pub(crate) fn add(&mut self, failek: Failek) {
        self.total += 1;
        if let Some(of) = failek.index().checked_sub(1) {
            self.full_time[of] += 1;
        }
    }

    /// Removes a failek.
    #[inline]
    pub(crate) fn take(&mut self, failek: Failek) {
        self.total -= 1;
        if let Some(of) = failek.index().checked_sub(1) {
            self.full_time[of] -= 1;
        }
    }
}

/// The index under which recruits of a location are counted.
#[inline]
pub(crate) const fn counted(at: Location) -> usize {
    if at.is_country() { POPULATED + at.country_index() } else { at.index() }
}

/// The location of a recruit count.
pub(crate) const fn recruited_at(index: usize) -> Location {
    if index < POPULATED { Location(index as u8) } else { Location::country((index - POPULATED) as u8) }
}

/// A position.
///
/// The caches (`occupied`, `french`, the sizes of hands and cups) agree with what they count; `check` tests that.
///
/// A position fills whole cache lines, so that a copy is made of moves that do not straddle them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct State {
    /// The position in the sequence of play and the operation in progress.
    pub(crate) flow: Flow,

    /// Seasons since the winter of the calendar's first year.
    pub(crate) turn: u8,
    /// Turns begun in this game: 0 during set-up.
    pub(crate) played: u8,

    /// The French Public Marker.
    pub(crate) french_public: u8,
    /// The FLN Marker.
    pub(crate) fln_marker: u8,
    /// The Pied-noirs' Feelings Marker: 0 is Mild Acceptance.
    pub(crate) pied_noirs: u8,
    /// The Government Crisis Marker: 0 is Fourth Republic.
    pub(crate) crisis: u8,
    /// The Troop Density Marker.
    pub(crate) density: u8,
    /// The limit that crises set on France's new points.
    pub(crate) points_cap: u8,
    /// Points of both sides.
    pub(crate) points: BySide<u8>,
    /// What lasting chits add to new points.
    pub(crate) lasting: BySide<i8>,
    /// Referendums held; the 1959 scenario begins with one.
    pub(crate) referendums: u8,
    /// True if rage has occurred.
    pub(crate) rage_spent: bool,
    /// True if appeasement has occurred.
    pub(crate) appeasement_spent: bool,
    /// Rules that chits have switched on, one bit each by [`Flag`].
    pub(crate) flags: u8,
    /// Countries that are independent, one bit each.
    pub(crate) independent: u8,
    /// The turn (as in `turn`) in which the wave of Tunisia and Morocco began.
    pub(crate) wave_turn: Option<u8>,

    /// Chits in hand. Empty in an observation of the other side.
    pub(crate) hand: BySide<Chits>,
    /// The number of chits in hand.
    pub(crate) hand_size: BySide<u8>,
    /// Chits of each set in its cup. In an observation, all that may be there.
    pub(crate) cup: BySide<Chits>,
    /// The number of chits of each set in its cup.
    pub(crate) cup_size: BySide<u8>,
    /// Chits of each set on the Game Turn Track. Empty in an observation of that side.
    pub(crate) track: BySide<Chits>,
    /// The years with a chit of each set, one bit each.
    pub(crate) track_years: BySide<u16>,

    /// The Population Markers.
    pub(crate) slot: [u8; POPULATED],
    /// The political levels.
    pub(crate) level: [Level; POPULATED],
    /// Resettlement: 0 none, 1 once, 2 twice.
    pub(crate) resettled: [u8; POPULATED],
    /// Maquis in each country.
    pub(crate) maquis: [u8; COUNTRIES],

    /// Faileks by location, and the mix.
    pub(crate) faileks: [Group; HOLDERS],
    /// The locations with faileks: a cache of `faileks`.
    pub(crate) occupied: Mask,
    /// The number of faileks of each type that France is sure of: see [`super::knowledge`].
    pub(crate) sure: [[u8; TYPES]; HOLDERS],
    /// The number of faileks that France is sure are not moussebilines, including those whose type it is sure of.
    pub(crate) full_time: [u8; HOLDERS],
    /// Faileks that have moved this turn. In an observation of France, the first number is the total.
    pub(crate) moved: [[u8; TYPES]; ALGERIA],
    /// Faileks in each region that came from Tunisia or Morocco this turn, while the Morice Line may attack them. In an
    /// observation of France, the first number is the total.
    pub(crate) arrived: [[u8; TYPES]; REGIONS],
    /// The location of each French unit.
    pub(crate) unit_at: [Location; UNITS],
    /// The number of French units in each location.
    pub(crate) french: [u8; ALGERIA],
    /// French units on their reduced side.
    pub(crate) reduced: Units,
    /// French units that have moved; later those to be displaced; later the attackers of a search.
    pub(crate) marked: Units,
    /// The attackers that will fight.
    pub(crate) fighters: Units,

    /// Steps towards 0 by which chits have moved the French Public Marker this turn.
    pub(crate) public_steps: u8,
    /// Recruits so far in each region, then in each country.
    pub(crate) recruits: [u8; POPULATED + COUNTRIES],
    /// Ordered pairs of wilayas whose region border a failek has crossed: bit `from * 7 + to`.
    pub(crate) crossed: u64,
    /// Regions where the Morice attack has been made.
    pub(crate) morice_done: Regions,
    /// Locations where the attack roll has been made.
    pub(crate) struck: Mask,
    /// Regions whose level each side has changed this turn.
    pub(crate) changed: BySide<Regions>,
    /// Regions where people were resettled this turn.
    pub(crate) resettled_now: Regions,
    /// Regions successfully infiltrated this turn.
    pub(crate) infiltrated: Regions,
}

const _: () = assert!(size_of::<State>() <= 1280);

impl State {
    getters! { self;
        /// The year, counted from the calendar's first.
        year() -> u8 = self.turn / 4;
        /// The season, as an index of [`Season`].
        season_index() -> u8 = self.turn % 4;
        /// The season.
        season() -> Season = Season::ALL[usize::from(self.season_index())];
    }

    /// The turn in words: `fall 1957`.
    #[must_use]
    pub fn date(&self, rules: &Rules) -> String {
        date(rules, self.turn)
    }

    getters! { self;
        /// The points of a side.
        points(side: Side) -> u8 = self.points[side];
        /// What lasting chits add to a side's new points.
        lasting(side: Side) -> i8 = self.lasting[side];
        /// The limit that crises set on France's new points.
        points_cap() -> u8 = self.points_cap;
        /// The French Public Marker.
        french_public() -> u8 = self.french_public;
        /// The FLN Marker.
        fln_marker() -> u8 = self.fln_marker;
        /// The Pied-noirs' Feelings Marker: 0 is Mild Acceptance.
        pied_noirs() -> u8 = self.pied_noirs;
        /// The Government Crisis Marker: 0 is Fourth Republic.
        crisis() -> u8 = self.crisis;
        /// The troop density.
        density() -> u8 = self.density;
        /// The Population Marker of a populated region.
        marker(region: Location) -> u8 = self.slot[region.index()];
        /// The political level of a populated region.
        level(region: Location) -> Level = self.level[region.index()];
        /// The faileks of a location, or of the [`MIX`].
        faileks(at: Location) -> Group = self.faileks[at.index()];
        /// The number of faileks in a location.
        failek_count(at: Location) -> u8 = self.faileks[at.index()].total;
        /// The number of faileks of each type in a location that France is sure of.
        sure(at: Location) -> [u8; TYPES] = self.sure[at.index()];
        /// The number of faileks in a location that France is sure are not moussebilines, including those whose type it is sure of.
        sure_full_time(at: Location) -> u8 = self.full_time[at.index()];
        /// The number of French units in a location of Algeria.
        french_count(at: Location) -> u8 = self.french[at.index()];
        /// The location of a French unit.
        unit_at(unit: Unit) -> Location = self.unit_at[unit.index()];
        /// True if a unit is on its reduced side.
        is_reduced(unit: Unit) -> bool = self.reduced & unit.bit() != 0;
    }

    /// The French units in a location, or with one of the codes for units that are off the map.
    #[must_use]
    pub fn units_at(&self, at: Location) -> Units {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let wanted = LOW * u64::from(at.0);
        each_eight(&self.unit_at, |bytes| {
            let bytes = bytes ^ wanted;
            !(((bytes & SEVEN) + SEVEN) | bytes | SEVEN)
        })
    }

    getters! { self;
        /// True if a chit has switched on the rule.
        has(flag: Flag) -> bool = self.flags & 1 << flag.index() != 0;
        /// True if a country is independent.
        is_independent(country: usize) -> bool = self.independent & 1 << country != 0;
        /// Chits in a side's hand; empty if they are hidden.
        hand(side: Side) -> Chits = self.hand[side];
        /// Chits in a side's cup; in an observation, all that may be there.
        cup(side: Side) -> Chits = self.cup[side];
        /// The number of chits in a side's hand.
        hand_size(side: Side) -> u8 = self.hand_size[side];
        /// Chits of a side's set on the Game Turn Track; empty if they are hidden.
        track(side: Side) -> Chits = self.track[side];
        /// The years with a chit of a side's set on the Game Turn Track, one bit each, from the first year.
        track_years(side: Side) -> u16 = self.track_years[side];
        /// The number of times a populated region has been resettled, 0 to 2.
        resettled(region: Location) -> u8 = self.resettled[region.index()];
        /// The number of maquis in a country.
        maquis(country: usize) -> u8 = self.maquis[country];
        /// The chit in progress, or the last one.
        chit() -> Chit = self.flow.chit;
        /// The failek that is moving; in an observation of France, not its type.
        picked_failek() -> Failek = Failek::ALL[usize::from(self.flow.picked)];
        /// The French unit that is moving, entering or being displaced.
        picked_unit() -> Unit = self.flow.picked_unit;
        /// The location of the move, search or fight in progress.
        site() -> Location = self.flow.site;
        /// The number of choices left in the current list.
        left() -> u8 = self.flow.left;
        /// The winner and the ending, once the game is over.
        over() -> Option<(Side, Ending)> = self.flow.over;
    }

    /// The populated regions at a level.
    #[inline]
    pub(crate) fn at_level(&self, level: Level) -> Regions {
        equal(&self.level.map(|here| here as u8), level as u8)
    }

    /// True if the counter mix has a failek of this type.
    #[inline]
    pub(crate) fn in_mix(&self, failek: Failek) -> bool {
        self.faileks[MIX.index()].by_type()[failek.index()] > 0
    }

    /// Puts a unit on a location, or off the map.
    #[inline]
    pub(crate) fn put(&mut self, unit: Unit, at: Location) {
        let from = self.unit_at[unit.index()];
        if let Some(count) = self.french.get_mut(from.index()) {
            *count -= 1;
        }
        if let Some(count) = self.french.get_mut(at.index()) {
            *count += 1;
        }
        self.unit_at[unit.index()] = at;
    }
}

/// The units for whose bytes `high` sets the highest bit, and only that: eight bytes at a time.
#[inline]
pub(crate) fn each_eight(unit_at: &[Location; UNITS], high: impl Fn(u64) -> u64) -> Units {
    let (mut low, mut rest) = (0, 0);
    for (number, eight) in unit_at.chunks_exact(8).enumerate() {
        let bytes = u64::from_le_bytes(std::array::from_fn(|i| eight[i].0));
        let bits = (high(bytes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        if number < 8 {
            low |= bits << (8 * number);
        } else {
            rest |= bits;
        }
    }
    Units::from(low) | Units::from(rest) << 64
}

const _: () = assert!(UNITS == 72);

/// A turn of the calendar in words: `fall 1957`.
#[must_use]
pub fn date(rules: &Rules, turn: u8) -> String {
    format!("{} {}", Season::ALL[usize::from(turn % 4)], rules.calendar.first_year + u16::from(turn / 4))
}
