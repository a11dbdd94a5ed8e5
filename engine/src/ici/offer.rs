//! The choices of a decision as sets: most choices differ only in a location.

use arrayvec::ArrayVec;

use super::Ici;
use super::action::{Action, Crossing, Verb};
use super::rules::Rules;
use super::state::State;
use super::types::{CLASSES, Class, Failek, Location, Mask, REGIONS, Regions, UNITS, Unit, Units, nth_bit};
use super::units::key;
use crate::getters::getters;
use crate::{Actions, Choices, MAX_CHOICES};

/// Number of words in a [`Types`].
pub(crate) const TYPE_WORDS: usize = Location::COUNT.div_ceil(PER_WORD);
/// Number of locations in a word of a [`Types`].
const PER_WORD: usize = 16;

/// A set of types of faileks in locations: four bits per location, the lowest three by type.
pub(crate) type Types = [u64; TYPE_WORDS];

/// Room for [`Marches`]: each holds a choice.
const MARCHES: usize = MAX_CHOICES;

/// Packs the types of faileks in some locations.
#[inline]
pub(crate) fn pack_types(places: Mask, types: impl Fn(Location) -> u64) -> Types {
    let mut packed = [0; TYPE_WORDS];
    for (number, word) in packed.iter_mut().enumerate() {
        let mut left = (places >> (PER_WORD * number)) as u64 & ((1 << PER_WORD) - 1);
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            *word |= types(Location((PER_WORD * number) as u8 + place as u8)) << (4 * place);
        }
    }
    packed
}

/// The kinds of counterinsurgency: those of a region come in this order, except for `harsh-purge`, which follows the first.
const LEVEL_VERBS: [Verb; 6] =
    [Verb::Purge, Verb::Detect, Verb::Mobilize, Verb::HarshPurge, Verb::Resettle, Verb::Infiltrate];

/// Regions where each kind of counterinsurgency is possible.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Levels {
    /// In the order of [`LEVEL_VERBS`].
    pub(crate) regions: [Regions; LEVEL_VERBS.len()],
}

/// Prices of recruits in half points, each with its populated regions.
pub type Prices = [(Regions, u8); 3];

/// How the choices are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One by one.
    List,
    /// Locations for one verb.
    Places,
    /// Faileks to pick, by location, then type.
    Picks,
    /// French units to pick, by class and state, then location.
    Units,
    /// Destinations of a French unit, by price, then location.
    Drives,
    /// Destinations of a failek: regions, then places by price.
    Marches,
    /// Counterinsurgency, by region.
    Levels,
}

/// Destinations of a failek at one price; those across borders between Wilayas are separate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marches {
    /// The price, in points.
    pub price: u8,
    /// Regions, without crossing a border between Wilayas.
    pub(crate) inside: Regions,
    /// Regions reached by crossing such a border in the last step.
    pub(crate) across: Regions,
    /// The Wilaya that these borders lead out of.
    pub(crate) wilaya: u8,
    /// Places.
    pub(crate) places: Mask,
}

impl Marches {
    /// The regions.
    #[must_use]
    #[inline]
    pub fn regions(&self) -> Regions {
        self.inside | self.across
    }

    /// The number of destinations.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        (self.regions().count_ones() + self.places.count_ones()) as usize
    }
}

/// The choices of a decision.
///
/// Large sets of choices are stored as bits, others as a list.
#[derive(Clone, Debug)]
pub struct Offer {
    form: Form,
    /// True if `done` is offered; it comes last.
    done: bool,
    /// The number of choices, unless they are in a list.
    count: u32,
    /// The verb of all choices except `done`, if they have one in common.
    verb: Verb,
    places: Mask,
    prices: Prices,
    picks: Types,
    /// The classes and states with units to pick, by [`super::units::key`].
    keys: u32,
    units: [Mask; 2 * CLASSES],
    /// The number of these, counting each location once per class and state.
    unit_count: u32,
    /// The position they belong to.
    of: UnitsOf,
    drives: ArrayVec<(u8, Mask), { REGIONS + 2 }>,
    marches: ArrayVec<Marches, MARCHES>,
    /// The places in the order in which they are offered, with their prices.
    march_places: ArrayVec<(u8, Mask), REGIONS>,
    /// The Wilaya of each region.
    wilaya_of: [u8; REGIONS],
    levels: Levels,
    list: Actions<Ici>,
}

/// The part of a position that determines the French units to pick. They are offered again and again, each time one fewer.
#[derive(Clone, Debug)]
struct UnitsOf {
    /// The units on the map that have not moved.
    units: Units,
    marked: Units,
    reduced: Units,
    unit_at: [Location; UNITS],
}

impl Default for UnitsOf {
    /// Belongs to no position.
    fn default() -> Self {
        Self { units: 0, marked: Units::MAX, reduced: 0, unit_at: [Location::NONE; UNITS] }
    }
}

impl Default for Offer {
    fn default() -> Self {
        Self {
            form: Form::List,
            done: false,
            count: 0,
            verb: Verb::Done,
            places: 0,
            prices: [(0, 0); 3],
            picks: [0; TYPE_WORDS],
            keys: 0,
            units: [0; 2 * CLASSES],
            unit_count: 0,
            of: UnitsOf::default(),
            drives: ArrayVec::new(),
            marches: ArrayVec::new(),
            march_places: ArrayVec::new(),
            wilaya_of: [0; REGIONS],
            levels: Levels::default(),
            list: Actions::<Ici>::new(),
        }
    }
}

impl Offer {
    /// Removes all choices; actions may then be listed.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.form = Form::List;
        self.list.clear();
    }

    /// Adds a choice to the list.
    #[inline]
    pub(crate) fn add(&mut self, action: Action) {
        let _ = self.list.try_push(action);
    }

    #[inline]
    fn start(&mut self, form: Form, verb: Verb, count: u32, done: bool) {
        self.form = form;
        self.verb = verb;
        self.done = done;
        self.count = count + u32::from(done);
    }

    /// Offers a verb in each of some locations and, if `done`, the choice to stop.
    #[inline]
    pub(crate) fn offer_places(&mut self, verb: Verb, places: Mask, done: bool) {
        self.places = places;
        self.start(Form::Places, verb, places.count_ones(), done);
    }

    /// Offers recruits in some locations, with their prices in populated regions.
    #[inline]
    pub(crate) fn offer_recruits(&mut self, verb: Verb, places: Mask, prices: Prices, done: bool) {
        self.prices = prices;
        self.offer_places(verb, places, done);
    }

    /// Offers faileks to pick, and `done`.
    #[inline]
    pub(crate) fn offer_picks(&mut self, picks: Types) {
        self.picks = picks;
        self.start(Form::Picks, Verb::Pick, picks.iter().map(|word| word.count_ones()).sum(), true);
    }

    /// Offers the units of the previous offer again, except for the one that has moved since. Returns false and offers nothing
    /// if anything else has changed.
    #[inline]
    pub(crate) fn offer_units_again(&mut self, rules: &Rules, s: &State) -> bool {
        let of = &mut self.of;
        let moved = s.marked & !of.marked;
        let unit = Unit(moved.trailing_zeros() as u8 % UNITS as u8);
        let from = of.unit_at[unit.index()];
        of.unit_at[unit.index()] = s.unit_at[unit.index()];
        let same = moved != 0
            && moved & (moved - 1) == 0
            && of.marked | moved == s.marked
            && of.reduced == s.reduced
            && of.units & moved != 0
            && of.unit_at == s.unit_at;
        if !same {
            of.marked = Units::MAX;
            return false;
        }
        of.marked = s.marked;
        of.units &= !unit.bit();
        let (class, reduced) = (rules.class(unit), s.is_reduced(unit));
        let alike = s.of_class(rules, of.units, class, reduced);
        if !Unit::each(alike).any(|one| s.unit_at[one.index()] == from) {
            let key = key(class, reduced);
            let places = &mut self.units[usize::from(key) % (2 * CLASSES)];
            *places &= !from.bit();
            self.keys &= !(u32::from(*places == 0) << key);
            self.unit_count -= 1;
        }
        self.start(Form::Units, Verb::PickUnit, self.unit_count, true);
        true
    }

    /// Records which position these units belong to.
    #[inline]
    pub(crate) fn end_units(&mut self, s: &State, units: Units) {
        self.of = UnitsOf { units, marked: s.marked, reduced: s.reduced, unit_at: s.unit_at };
        self.start(Form::Units, Verb::PickUnit, self.unit_count, true);
    }

    /// Offers French units to pick, by class and state, in some locations; [`Offer::end_units`] records the position.
    #[inline]
    pub(crate) fn offer_units(&mut self, units: &[Mask; 2 * CLASSES]) {
        self.units = *units;
        self.keys = (0..).zip(units).fold(0, |keys, (key, places)| keys | u32::from(*places != 0) << key);
        self.unit_count = units.iter().map(|places| places.count_ones()).sum();
    }

    /// Starts an offer of destinations for a French unit.
    #[inline]
    pub(crate) fn begin_drives(&mut self) {
        self.drives.clear();
        self.start(Form::Drives, Verb::Drive, 0, false);
    }

    /// Offers the destinations at a price; call in order of rising prices.
    #[inline]
    pub(crate) fn offer_drives(&mut self, price: u8, places: Mask) {
        if places != 0 {
            let _ = self.drives.try_push((price, places));
            self.count += places.count_ones();
        }
    }

    /// Starts an offer of destinations for a failek.
    #[inline]
    pub(crate) fn begin_marches(&mut self, rules: &Rules) {
        self.marches.clear();
        self.march_places.clear();
        self.wilaya_of = rules.map.wilaya_of;
        self.start(Form::Marches, Verb::March, 0, false);
    }

    /// Sets the order of the places at a price; [`Offer::offer_marches`] offers them.
    #[inline]
    pub(crate) fn offer_march_places(&mut self, price: u8, places: Mask) {
        if places != 0 {
            let _ = self.march_places.try_push((price, places));
        }
    }

    /// Offers the destinations at a price; call in order of rising prices.
    #[inline]
    pub(crate) fn offer_marches(&mut self, marches: Marches) {
        let Marches { inside, across, places, .. } = marches;
        let count = inside.count_ones() + across.count_ones() + places.count_ones();
        if count > 0 {
            let _ = self.marches.try_push(marches);
            self.count += count;
        }
    }

    /// Offers counterinsurgency, and `done`.
    #[inline]
    pub(crate) fn offer_levels(&mut self, levels: Levels) {
        self.levels = levels;
        let count = levels.regions.iter().map(|regions| regions.count_ones()).sum();
        self.start(Form::Levels, Verb::Done, count, true);
    }

    getters! { self;
        /// The locations of the choices, where they differ in nothing else; `done` is not included.
        places() -> Mask = if self.form == Form::Places { self.places } else { 0 };
        /// True if `done` is offered, as the last choice.
        has_done() -> bool =
            if self.form == Form::List { self.list.last() == Some(&Action::Done) } else { self.done };
        /// The destinations of a French unit, by rising price.
        drives() -> &[(u8, Mask)] = if self.form == Form::Drives { &self.drives } else { &[] };
        /// The destinations of a failek, by rising price. Those across the borders of several Wilayas are consecutive.
        marches() -> &[Marches] = if self.form == Form::Marches { &self.marches } else { &[] };
    }

    /// Prices of recruits in half points in populated regions, offered or not, each with its regions; empty if no recruits are
    /// offered.
    #[must_use]
    #[inline]
    pub fn recruit_prices(&self) -> Prices {
        let recruits = self.form == Form::Places && matches!(self.verb, Verb::Recruit | Verb::Extra);
        if recruits { self.prices } else { [(0, 0); 3] }
    }

    /// The classes and states of the units to pick in some locations, with their locations.
    #[inline]
    fn unit_places(&self, among: Mask) -> impl Iterator<Item = (u8, Mask)> {
        let mut keys = self.keys;
        std::iter::from_fn(move || {
            if keys == 0 {
                return None;
            }
            let key = keys.trailing_zeros() as u8;
            keys &= keys - 1;
            Some((key, self.units[usize::from(key)] & among))
        })
    }

    /// The units to pick: a class, true for its reduced side, and the locations.
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = (Class, bool, Mask)> {
        let places = if self.form == Form::Units { Mask::MAX } else { 0 };
        self.unit_places(places).map(|(key, places)| (Class(key / 2), key % 2 == 1, places))
    }

    /// The weakest failek to pick in each location.
    #[inline]
    pub fn weakest(&self) -> impl Iterator<Item = (Location, Failek)> {
        let picks = if self.form == Form::Picks { self.picks } else { [0; TYPE_WORDS] };
        (0..).zip(picks).flat_map(|(number, mut left)| {
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as usize;
                    left &= u64::MAX << (bit / 4 * 4) << 4;
                    (Location((PER_WORD * number + bit / 4) as u8), Failek::ALL[bit % 4])
                })
            })
        })
    }

    /// The number of units to pick in some locations.
    #[must_use]
    #[inline]
    pub fn units_among(&self, places: Mask) -> usize {
        if self.form != Form::Units {
            return 0;
        }
        self.unit_places(places).map(|(_, places)| places.count_ones() as usize).sum()
    }

    /// The unit at this index, from 0, among those to pick in some locations.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[must_use]
    #[inline]
    pub fn unit_among(&self, places: Mask, index: usize) -> Action {
        let mut index = index as u32;
        for (key, places) in self.unit_places(places) {
            let here = places.count_ones();
            if index < here {
                return Action::PickUnit(Class(key / 2), Location::nth(places, index), key % 2 == 1);
            }
            index -= here;
        }
        panic!("no unit {index} more among {places:b}")
    }

    /// The march at this index, from 0, among those of a price to some regions and all places.
    ///
    /// # Panics
    /// If `index` is out of range.
    #[must_use]
    #[inline]
    pub fn march_among(&self, marches: &Marches, regions: Regions, index: usize) -> Action {
        let mut index = index as u32;
        let regions = marches.regions() & regions;
        let groups = self
            .march_places
            .iter()
            .filter(|(price, places)| *price == marches.price && places & marches.places != 0);
        for places in std::iter::once(Mask::from(regions)).chain(groups.map(|(_, places)| *places)) {
            let here = places.count_ones();
            if index < here {
                return self.march(marches, Location::nth(places, index));
            }
            index -= here;
        }
        panic!("no march {index} more among {marches:?}")
    }

    /// The march to a destination at its price.
    #[inline]
    fn march(&self, marches: &Marches, to: Location) -> Action {
        let inside = !to.is_region() || marches.inside & to.region_bit() != 0;
        let over = || Crossing::new(marches.wilaya, self.wilaya_of[to.index()]);
        let crossing = if inside { Crossing::NONE } else { over() };
        Action::March { to, price: marches.price, crossing }
    }

    /// The failek to pick at this index.
    #[inline]
    fn pick(&self, index: u32) -> Action {
        let mut index = index;
        for (number, word) in self.picks.iter().enumerate() {
            let here = word.count_ones();
            if index < here {
                let bit = nth_bit(*word, index) as usize;
                let at = Location((PER_WORD * number + bit / 4) as u8);
                return Action::Pick(at, Failek::ALL[bit % 4]);
            }
            index -= here;
        }
        panic!("no failek {index} more among {:x?}", self.picks)
    }

    /// Calls `f` with all choices except `done`, in order, for forms other than the list.
    #[inline]
    fn each_but_done(&self, f: &mut impl FnMut(Action)) {
        match self.form {
            Form::List => self.list.iter().for_each(|action| f(*action)),
            Form::Places => Location::each(self.places).for_each(|at| f(with(self.verb, at))),
            Form::Picks => {
                for (number, word) in self.picks.iter().enumerate() {
                    let mut left = *word;
                    while left != 0 {
                        let bit = left.trailing_zeros() as usize;
                        left &= left - 1;
                        f(Action::Pick(Location((PER_WORD * number + bit / 4) as u8), Failek::ALL[bit % 4]));
                    }
                }
            }
            Form::Units => {
                for (key, places) in self.unit_places(Mask::MAX) {
                    Location::each(places)
                        .for_each(|at| f(Action::PickUnit(Class(key / 2), at, key % 2 == 1)));
                }
            }
            Form::Drives => {
                for (price, places) in &self.drives {
                    Location::each(*places).for_each(|to| f(Action::Drive { to, price: *price }));
                }
            }
            Form::Marches => {
                let regions = self.marches.iter().fold(0, |all, some| all | some.inside | some.across);
                for to in Location::regions(regions) {
                    // A route inside the Wilaya is offered before a cheaper one across a border.
                    for inside in [true, false] {
                        for some in &self.marches {
                            let reached = if inside { some.inside } else { some.across };
                            if reached & to.region_bit() != 0 {
                                f(self.march(some, to));
                            }
                        }
                    }
                }
                for (price, places) in &self.march_places {
                    let some = Marches { price: *price, ..Marches::default() };
                    Location::each(*places).for_each(|to| f(self.march(&some, to)));
                }
            }
            Form::Levels => {
                let regions = self.levels.regions;
                let any = regions.iter().fold(0, |any, regions| any | regions);
                for at in Location::regions(any) {
                    for (verb, regions) in LEVEL_VERBS.into_iter().zip(regions) {
                        if regions & at.region_bit() != 0 {
                            f(with(verb, at));
                        }
                    }
                }
            }
        }
    }
}

/// The action of a verb with a location only.
#[inline]
fn with(verb: Verb, at: Location) -> Action {
    match verb {
        Verb::Recruit => Action::Recruit(at),
        Verb::Extra => Action::Extra(at),
        Verb::Morice => Action::Morice(at),
        Verb::Strike => Action::Strike(at),
        Verb::Search => Action::Search(at),
        Verb::Purge => Action::Purge(at),
        Verb::HarshPurge => Action::HarshPurge(at),
        Verb::Detect => Action::Detect(at),
        Verb::Mobilize => Action::Mobilize(at),
        Verb::Resettle => Action::Resettle(at),
        Verb::Infiltrate => Action::Infiltrate(at),
        _ => unreachable!("{verb} with nothing but {at:?}"),
    }
}

impl Choices<Ici> for Offer {
    #[inline]
    fn len(&self) -> usize {
        if self.form == Form::List { self.list.len() } else { self.count as usize }
    }

    #[inline]
    fn verbs(&self) -> u64 {
        let bit = |verb: Verb, any: bool| u64::from(any) << verb as u8;
        let verbs = match self.form {
            Form::List => return Choices::<Ici>::verbs(&self.list),
            Form::Levels => LEVEL_VERBS
                .into_iter()
                .zip(self.levels.regions)
                .fold(0, |all, (verb, regions)| all | bit(verb, regions != 0)),
            _ => bit(self.verb, self.count > u32::from(self.done)),
        };
        verbs | bit(Verb::Done, self.done)
    }

    #[inline]
    fn count(&self, verb: u32) -> usize {
        if self.form == Form::List {
            return Choices::<Ici>::count(&self.list, verb);
        }
        if verb == Verb::Done as u32 {
            return usize::from(self.done);
        }
        if self.form == Form::Levels {
            let number = LEVEL_VERBS.iter().position(|one| *one as u32 == verb);
            return number.map_or(0, |number| self.levels.regions[number].count_ones() as usize);
        }
        if verb == self.verb as u32 { (self.count - u32::from(self.done)) as usize } else { 0 }
    }

    #[inline]
    fn nth(&self, index: usize) -> Action {
        if self.form == Form::List {
            return self.list[index];
        }
        if self.done && index + 1 == self.count as usize {
            return Action::Done;
        }
        let mut left = index as u32;
        match self.form {
            Form::Places => with(self.verb, Location::nth(self.places, left)),
            Form::Picks => self.pick(left),
            Form::Units => self.unit_among(Mask::MAX, index),
            Form::Drives => {
                for (price, places) in &self.drives {
                    let here = places.count_ones();
                    if left < here {
                        return Action::Drive { to: Location::nth(*places, left), price: *price };
                    }
                    left -= here;
                }
                panic!("no destination {index} among {:?}", self.drives)
            }
            Form::List | Form::Marches | Form::Levels => {
                let mut found = None;
                self.each_but_done(&mut |action| {
                    if left == 0 && found.is_none() {
                        found = Some(action);
                    }
                    left = left.saturating_sub(1);
                });
                found.unwrap_or(Action::Done)
            }
        }
    }

    #[inline]
    fn nth_of(&self, verb: u32, index: usize) -> Action {
        match self.form {
            Form::List => Choices::<Ici>::nth_of(&self.list, verb, index),
            _ if verb == Verb::Done as u32 => Action::Done,
            Form::Levels => {
                let number = LEVEL_VERBS.iter().position(|one| *one as u32 == verb).unwrap_or_default();
                let regions = self.levels.regions[number];
                with(LEVEL_VERBS[number], Location::nth(regions.into(), index as u32))
            }
            _ => self.nth(index),
        }
    }

    fn list(&self, out: &mut Actions<Ici>) {
        self.each(&mut |action| out.push(action));
    }

    #[inline]
    fn each(&self, f: &mut impl FnMut(Action)) {
        self.each_but_done(f);
        if self.form != Form::List && self.done {
            f(Action::Done);
        }
    }
}
