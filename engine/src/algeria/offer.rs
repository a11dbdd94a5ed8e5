//! The choices of a decision as sets: what most of them differ in is a place or a number.

use std::ops::ControlFlow;

use super::Algeria;
use super::action::{Action, Verb};
use super::play::Visit;
use super::types::{GovType, Mask, Place, Point};
use crate::{Actions, Choices};

/// The choices of a decision.
///
/// Most decisions of the game offer some verbs without an argument, and one verb with a place or a number: these are
/// two sets of bits. The others, rarer, are a list.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The verbs that have no argument, as bits.
    singles: u64,
    /// The arguments of `verb`, as bits.
    arguments: u64,
    /// The verb that has arguments.
    verb: Verb,
    /// The verbs without an argument come before the others.
    singles_first: bool,
    /// The choices are in `list`, and the sets are empty.
    listed: bool,
    list: Actions<Algeria>,
}

impl Default for Offer {
    fn default() -> Self {
        let list = Actions::<Algeria>::new();
        Self { singles: 0, arguments: 0, verb: Verb::Done, singles_first: false, listed: false, list }
    }
}

/// The number of a verb as a bit.
#[inline]
const fn bit(verb: Verb) -> u64 {
    1 << verb as u8
}

impl Offer {
    /// Offers nothing.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.singles = 0;
        self.arguments = 0;
        self.singles_first = false;
        self.listed = false;
    }

    /// Offers a verb without an argument.
    #[inline]
    pub(super) fn single(&mut self, verb: Verb) {
        self.single_if(verb, true);
    }

    /// Offers a verb without an argument if something holds.
    #[inline]
    pub(super) fn single_if(&mut self, verb: Verb, holds: bool) {
        self.singles |= u64::from(holds) << verb as u8;
    }

    /// The verbs without an argument come first.
    #[inline]
    pub(super) fn singles_first(&mut self) {
        self.singles_first = true;
    }

    /// Offers a verb with each of some places.
    #[inline]
    pub(super) fn places(&mut self, verb: Verb, places: Mask) {
        self.arguments(verb, places.into());
    }

    /// Offers a verb with each number of a set of bits.
    #[inline]
    pub(super) fn arguments(&mut self, verb: Verb, numbers: u64) {
        self.verb = verb;
        self.arguments = numbers;
    }

    /// Offers a verb with each number from `from` to `to`.
    #[inline]
    pub(super) fn numbers(&mut self, verb: Verb, from: u8, to: u8) {
        if to < 63 {
            self.arguments(verb, (2 << to) - (1 << from.min(to + 1)));
        } else {
            self.start_list();
            (from..=to).for_each(|number| self.push(with(verb, number)));
        }
    }

    /// The choices come one by one, by [`Offer::push`].
    #[inline]
    pub(super) fn start_list(&mut self) {
        self.listed = true;
        self.list.clear();
    }

    /// Offers one action more.
    #[inline]
    pub(super) fn push(&mut self, action: Action) {
        self.list.push(action);
    }

    /// Offers what is handed to the function that `visit` gets.
    #[inline]
    pub(super) fn listing(&mut self, visit: impl FnOnce(&mut dyn FnMut(Action) -> Visit) -> Visit) {
        self.start_list();
        let _ = visit(&mut |action| {
            self.push(action);
            ControlFlow::Continue(())
        });
    }

    /// The only choice, if there is just one.
    #[inline]
    pub(super) fn only(&self) -> Option<Action> {
        if self.listed {
            if self.list.len() == 1 { Some(self.list[0]) } else { None }
        } else if self.singles == 0 {
            (self.arguments & self.arguments.wrapping_sub(1) == 0).then(|| self.nth(0))
        } else {
            (self.arguments == 0 && self.singles & (self.singles - 1) == 0).then(|| self.nth(0))
        }
    }

    /// The highest number or last place that is offered with an argument, if any is.
    #[must_use]
    #[inline]
    pub fn last_argument(&self) -> Option<u8> {
        (self.arguments != 0).then(|| 63 - self.arguments.leading_zeros() as u8)
    }

    /// True if the verb is offered without an argument.
    #[must_use]
    #[inline]
    pub fn has(&self, verb: Verb) -> bool {
        if self.listed {
            self.list.iter().any(|action| action.verb() == verb)
        } else {
            self.singles & bit(verb) != 0
        }
    }

    fn each(&self, f: &mut impl FnMut(Action)) {
        let singles = |f: &mut dyn FnMut(Action)| {
            bits(self.singles).for_each(|verb| f(single(Verb::ALL[usize::from(verb)])));
        };
        if self.singles_first {
            singles(f);
        }
        bits(self.arguments).for_each(|argument| f(with(self.verb, argument)));
        if !self.singles_first {
            singles(f);
        }
    }
}

/// The numbers of the bits that are set.
fn bits(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |number| set >> number & 1 != 0)
}

/// The number of the bit with this place among those that are set.
#[inline(always)]
fn select(set: u64, index: usize) -> u8 {
    let mut left = set;
    // A set without gaps, as numbers from 0 are, needs no search.
    if set & set.wrapping_add(1) == 0 {
        return index as u8;
    }
    for _ in 0..index {
        left &= left - 1;
    }
    left.trailing_zeros() as u8
}

/// The action of a verb without an argument.
#[inline(always)]
fn single(verb: Verb) -> Action {
    match verb {
        Verb::BorderZone => Action::BorderZone,
        Verb::ActivateZone => Action::ActivateZone,
        Verb::ActivateAll => Action::ActivateAll,
        Verb::Propaganda => Action::Propaganda,
        Verb::Strike => Action::Strike,
        Verb::Move => Action::Move,
        Verb::Raid => Action::Raid,
        Verb::Harass => Action::Harass,
        Verb::Flush => Action::Flush,
        Verb::Intelligence => Action::Intelligence,
        Verb::CivilAffairs => Action::CivilAffairs,
        Verb::Suppression => Action::Suppression,
        Verb::Resettlement => Action::Resettlement,
        Verb::Tell => Action::Tell,
        Verb::Pass => Action::Pass,
        Verb::Done => Action::Done,
        _ => unreachable!("{verb} needs an argument"),
    }
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
        if self.listed {
            self.list.len()
        } else {
            (self.singles.count_ones() + self.arguments.count_ones()) as usize
        }
    }

    #[inline(always)]
    fn verbs(&self) -> u64 {
        if self.listed {
            return Choices::<Algeria>::verbs(&self.list);
        }
        self.singles | u64::from(self.arguments != 0) << self.verb as u8
    }

    #[inline(always)]
    fn count(&self, verb: u32) -> usize {
        if self.listed {
            Choices::<Algeria>::count(&self.list, verb)
        } else if self.arguments != 0 && verb == self.verb as u32 {
            self.arguments.count_ones() as usize
        } else {
            (self.singles >> verb & 1) as usize
        }
    }

    #[inline(always)]
    fn nth(&self, index: usize) -> Action {
        if self.listed {
            return self.list[index];
        }
        let (singles, arguments) = (self.singles.count_ones() as usize, self.arguments.count_ones() as usize);
        let first = if self.singles_first { singles } else { arguments };
        if (index < first) == self.singles_first {
            let index = if self.singles_first { index } else { index - arguments };
            single(Verb::ALL[usize::from(select(self.singles, index))])
        } else {
            with(self.verb, select(self.arguments, if self.singles_first { index - singles } else { index }))
        }
    }

    #[inline(always)]
    fn nth_of(&self, verb: u32, index: usize) -> Action {
        if self.listed {
            Choices::<Algeria>::nth_of(&self.list, verb, index)
        } else if self.arguments != 0 && verb == self.verb as u32 {
            with(self.verb, select(self.arguments, index))
        } else {
            single(Verb::ALL[verb as usize])
        }
    }

    #[inline]
    fn list(&self, out: &mut Actions<Algeria>) {
        if self.listed {
            out.extend(self.list.iter().copied());
        } else {
            self.each(&mut |action| out.push(action));
        }
    }
}
