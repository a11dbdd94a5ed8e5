//! The choices of a decision as sets: most choices differ only in a place or a number.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use super::Algeria;
use super::action::{Action, Verb};
use super::candidates::Candidates;
use super::classes::{ELITE, Visit, gov_classes, ordered};
use super::formulas::SPENDING;
use super::state::State;
use super::types::{Bits, FlnUnit, GovType, Mask, Place, Point, last_place, select};
use crate::{Actions, Choices};

/// How the arguments of the verb with arguments are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A set of places or numbers.
    Set,
    /// All numbers in a range.
    Numbers,
    /// Places, each with up to three types: by place, then type.
    Pairs,
    /// A subset of [`SPENDING`], by number.
    Spending,
    /// Units that may go to a React or a Flush.
    Candidates,
    /// No arguments: all choices are in a list.
    List,
}

/// The choices of a decision.
///
/// Most decisions offer some verbs without an argument, and one verb with a place, a number or a unit: these are sets of bits.
/// The rest, which are rarer, are a list.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The verbs without an argument, as bits.
    singles: u64,
    /// The verb with arguments.
    verb: Verb,
    form: Form,
    /// True if the verbs without an argument come first.
    singles_first: bool,
    /// The arguments of [`Form::Set`], or the numbers of [`Form::Spending`].
    set: Mask,
    /// The first argument of [`Form::Numbers`], and their count.
    numbers: (u8, u8),
    /// The arguments of [`Form::Pairs`].
    pairs: Pairs,
    /// The arguments of [`Form::Candidates`].
    candidates: Candidates,
    list: Actions<Algeria>,
}

impl Default for Offer {
    #[inline(always)]
    fn default() -> Self {
        Self {
            singles: 0,
            verb: Verb::Done,
            form: Form::Set,
            singles_first: false,
            set: 0,
            numbers: (0, 0),
            pairs: Pairs::default(),
            candidates: Candidates::default(),
            list: Actions::<Algeria>::new(),
        }
    }
}

/// A verb's number as a bit.
#[inline(always)]
const fn bit(verb: Verb) -> u64 {
    1 << verb as u8
}

impl Offer {
    /// Removes all choices.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.singles = 0;
        self.form = Form::Set;
        self.set = 0;
        self.singles_first = false;
    }

    /// Offers a verb without an argument.
    #[inline(always)]
    pub(crate) fn single(&mut self, verb: Verb) {
        self.single_if(verb, true);
    }

    /// Offers a verb without an argument if `holds`; not the verb that has arguments.
    #[inline(always)]
    pub(crate) fn single_if(&mut self, verb: Verb, holds: bool) {
        // The condition is unpredictable, so nothing here branches on it.
        self.singles |= select_unpredictable(holds, bit(verb), 0);
    }

    /// Offers consecutive verbs without an argument, one bit each, starting at `first`.
    #[inline(always)]
    pub(crate) fn singles_from(&mut self, first: Verb, bits: u64) {
        self.singles |= bits << first as u8;
    }

    /// Puts the verbs without an argument first.
    #[inline(always)]
    pub(crate) fn singles_first(&mut self) {
        self.singles_first = true;
    }

    /// Offers a verb with each of the given places, or with each number in a set of bits.
    #[inline(always)]
    pub(crate) fn places(&mut self, verb: Verb, places: Mask) {
        self.verb = verb;
        self.form = Form::Set;
        self.set = places;
    }

    /// Offers a verb with each number from `from` to `to`.
    #[inline(always)]
    pub(crate) fn numbers(&mut self, verb: Verb, from: u8, to: u8) {
        self.verb = verb;
        self.form = Form::Numbers;
        self.numbers = (from, (to + 1).saturating_sub(from));
    }

    /// Offers a verb with each type in each of its places, by place. `With` has types; `RemovePolice` has two flags.
    #[inline(always)]
    pub(crate) fn pairs<const N: usize>(&mut self, verb: Verb, of: [(FlnUnit, Mask); N]) {
        self.verb = verb;
        self.form = Form::Pairs;
        self.pairs = Pairs::default();
        for (number, (unit, places)) in of.into_iter().enumerate() {
            self.pairs.types[number] = unit;
            self.pairs.places[number] = places;
        }
    }

    /// Offers a subset of [`SPENDING`], by number.
    #[inline(always)]
    pub(crate) fn spending(&mut self, ops: Mask) {
        self.form = Form::Spending;
        self.set = ops;
    }

    /// Offers to commit each of the units.
    #[inline(always)]
    pub(crate) fn commit(&mut self, candidates: Candidates) {
        self.verb = Verb::Commit;
        self.form = Form::Candidates;
        self.candidates = candidates;
    }

    /// Starts a list, filled by [`Offer::push`].
    #[inline]
    pub(crate) fn start_list(&mut self) {
        self.form = Form::List;
        self.list.clear();
    }

    /// Adds one action to the list.
    #[inline]
    pub(crate) fn push(&mut self, action: Action) {
        self.list.push(action);
    }

    /// Offers every action that `visit` passes to its callback.
    #[inline]
    pub(crate) fn listing(&mut self, visit: impl FnOnce(&mut dyn FnMut(Action) -> Visit) -> Visit) {
        self.start_list();
        let _ = visit(&mut |action| {
            self.push(action);
            ControlFlow::Continue(())
        });
    }

    /// Offers to remove elite brigades, `left` in total, from the last one on.
    pub(crate) fn elites(&mut self, s: &State, left: u8) {
        self.listing(|f| {
            ordered(gov_classes(s, ELITE), s.flow.cursor, left, |(area, unit, at)| {
                f(Action::Remove(area, unit, at))
            })
        });
    }

    /// The highest number or last place offered as an argument, if any.
    #[must_use]
    #[inline(always)]
    pub fn last_argument(&self) -> Option<u8> {
        match self.form {
            Form::Numbers => (self.numbers.1 > 0).then(|| self.numbers.0 + self.numbers.1 - 1),
            Form::Set => (self.set != 0).then(|| 31 - self.set.leading_zeros() as u8),
            Form::Pairs | Form::Spending | Form::Candidates | Form::List => None,
        }
    }

    /// True if the verb is offered without an argument.
    #[must_use]
    #[inline(always)]
    pub fn has(&self, verb: Verb) -> bool {
        if self.form == Form::List {
            self.list.iter().any(|action| action.verb() == verb)
        } else {
            self.singles & bit(verb) != 0
        }
    }

    /// The number of choices with an argument.
    #[inline(always)]
    fn arguments(&self) -> usize {
        match self.form {
            Form::Set | Form::Spending => self.set.count_ones() as usize,
            Form::Numbers => self.numbers.1.into(),
            Form::Pairs => self.pairs.before(Place::COUNT as u32) as usize,
            Form::Candidates => self.candidates.len(),
            Form::List => 0,
        }
    }

    /// The numbers of [`Form::Spending`] with this verb.
    #[inline(always)]
    fn spending_on(&self, verb: u32) -> Mask {
        self.set & if verb == Verb::Build as u32 { BUILDS } else { !BUILDS }
    }

    /// The choice at this place among those with an argument.
    #[inline(always)]
    fn argument(&self, index: usize) -> Action {
        match self.form {
            Form::Set => with(self.verb, select(self.set, index as u32) as u8),
            Form::Numbers => with(self.verb, self.numbers.0 + index as u8),
            Form::Pairs => self.pairs.nth(self.verb, index as u32),
            Form::Spending => SPENDING[select(self.set, index as u32) as usize],
            Form::Candidates => self.candidates.nth(index),
            Form::List => self.list[index],
        }
    }
}

/// The indexes in [`SPENDING`] of units that are built; the others are converted.
const BUILDS: Mask = {
    let (mut builds, mut number) = (0, 0);
    while number < SPENDING.len() {
        builds |= (matches!(SPENDING[number], Action::Build(_)) as Mask) << number;
        number += 1;
    }
    builds
};

/// Places, each with up to three types.
#[derive(Clone, Copy, Debug)]
struct Pairs {
    types: [FlnUnit; 3],
    places: [Mask; 3],
}

impl Default for Pairs {
    #[inline(always)]
    fn default() -> Self {
        Self { types: [FlnUnit::Front; 3], places: [0; 3] }
    }
}

impl Pairs {
    /// The number of pairs in places below a given number.
    #[inline(always)]
    fn before(&self, place: u32) -> u32 {
        self.places.iter().map(|mask| (mask & ((1 << place) - 1)).count_ones()).sum()
    }

    #[inline(always)]
    fn nth(&self, verb: Verb, index: u32) -> Action {
        let place = last_place(|place| self.before(place) <= index);
        let left = index - self.before(place);
        let [first, second, _] = self.places.map(|mask| mask >> place & 1);
        let number = usize::from(left >= first) + usize::from(left >= first + second);
        let place = Place(place as u8);
        match verb {
            Verb::RemovePolice => Action::RemovePolice(place, number == 1),
            _ => Action::With(place, self.types[number]),
        }
    }
}

/// A bit for each set: whether it is not empty.
#[inline(always)]
pub(crate) fn any<const N: usize>(sets: [Mask; N]) -> u64 {
    sets.into_iter().rev().fold(0, |all, set| all << 1 | u64::from(set != 0))
}

/// The actions without an argument, by verb; [`Action::Done`] for verbs that need one.
const SINGLES: [Action; Verb::ALL.len()] = {
    let mut singles = [Action::Done; Verb::ALL.len()];
    let mut number = 0;
    while number < singles.len() {
        if let Some(action) = Action::bare(Verb::ALL[number]) {
            singles[number] = action;
        }
        number += 1;
    }
    singles
};

/// The action of a verb without an argument.
#[inline(always)]
fn single(verb: usize) -> Action {
    debug_assert_eq!(SINGLES[verb].verb() as usize, verb, "it needs an argument");
    SINGLES[verb]
}

/// The action of a verb with a place or a number.
#[inline(always)]
fn with(verb: Verb, argument: u8) -> Action {
    let place = Place(argument);
    match verb {
        Verb::Place => Action::Place(place),
        Verb::Oas => Action::Oas(place),
        Verb::Mobilize => Action::Mobilize(GovType::ALL[usize::from(argument)]),
        Verb::Station => Action::Station(place),
        Verb::Buy => Action::Buy(Point::ALL[usize::from(argument)]),
        Verb::Count => Action::Count(argument),
        Verb::Spend => Action::Spend(place),
        Verb::Send => Action::Send(place),
        Verb::Return => Action::Return(place),
        Verb::To => Action::To(place),
        Verb::In => Action::In(place),
        Verb::Split => Action::Split(argument),
        _ => unreachable!("{verb} with {argument}"),
    }
}

impl Choices<Algeria> for Offer {
    #[inline(always)]
    fn len(&self) -> usize {
        if self.form == Form::List {
            self.list.len()
        } else {
            self.singles.count_ones() as usize + self.arguments()
        }
    }

    #[inline(always)]
    fn verbs(&self) -> u64 {
        if self.form == Form::List {
            return Choices::<Algeria>::verbs(&self.list);
        }
        if self.form == Form::Spending {
            let verb = |of: Mask, verb| u64::from(self.set & of != 0) << verb as u8;
            return verb(BUILDS, Verb::Build) | verb(!BUILDS, Verb::Convert);
        }
        self.singles | u64::from(self.arguments() != 0) << self.verb as u8
    }

    #[inline(always)]
    fn count(&self, verb: u32) -> usize {
        if self.form == Form::List {
            Choices::<Algeria>::count(&self.list, verb)
        } else if self.form == Form::Spending {
            self.spending_on(verb).count_ones() as usize
        } else if self.arguments() != 0 && verb == self.verb as u32 {
            self.arguments() + (self.singles >> verb & 1) as usize
        } else {
            (self.singles >> verb & 1) as usize
        }
    }

    #[inline(always)]
    fn nth(&self, index: usize) -> Action {
        if self.form == Form::List {
            return self.list[index];
        }
        let (singles, arguments) = (self.singles.count_ones() as usize, self.arguments());
        let first = if self.singles_first { singles } else { arguments };
        if (index < first) == self.singles_first {
            let index = if self.singles_first { index } else { index - arguments };
            let mut left = self.singles;
            for _ in 0..index {
                left &= left - 1;
            }
            single(left.trailing_zeros() as usize)
        } else {
            self.argument(if self.singles_first { index - singles } else { index })
        }
    }

    #[inline(always)]
    fn nth_of(&self, verb: u32, index: usize) -> Action {
        if self.form == Form::List {
            Choices::<Algeria>::nth_of(&self.list, verb, index)
        } else if self.form == Form::Spending {
            SPENDING[select(self.spending_on(verb), index as u32) as usize]
        } else if self.arguments() != 0 && verb == self.verb as u32 {
            self.argument(index)
        } else {
            single(verb as usize)
        }
    }

    fn list(&self, out: &mut Actions<Algeria>) {
        if self.form == Form::List {
            return out.extend(self.list.iter().copied());
        }
        let singles = |out: &mut Actions<Algeria>| {
            let [low, high] =
                [0, 32].map(|half| Bits((self.singles >> half) as u32).map(move |verb| verb + half));
            out.extend(low.chain(high).map(|verb| single(verb.into())));
        };
        if self.singles_first {
            singles(out);
        }
        match self.form {
            Form::Set => out.extend(Bits(self.set).map(|argument| with(self.verb, argument))),
            _ => out.extend((0..self.arguments()).map(|index| self.argument(index))),
        }
        if !self.singles_first {
            singles(out);
        }
    }
}
