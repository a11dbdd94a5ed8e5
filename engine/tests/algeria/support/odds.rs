//! Exact odds: the dice of the game's own play, enumerated.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Mul};

use wilaya_engine::algeria::{Algeria, Event, State};
use wilaya_engine::dice::enumerate;
use wilaya_engine::{Actions, Game, Notation as _, Status};

use super::Table;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fraction {
    above: i128,
    below: i128,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { above: 0, below: 1 };

    pub(crate) fn new(above: i128, below: i128) -> Self {
        let (mut a, mut b) = (above.abs(), below);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { above: above / a.max(1), below: below / a.max(1) }
    }

    /// The chance of one thing among the cases of another.
    pub(crate) fn divided_by(self, among: Self) -> Self {
        Self::new(self.above * among.below, self.below * among.above)
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }
}

impl Mul<i128> for Fraction {
    type Output = Self;

    fn mul(self, factor: i128) -> Self {
        Self::new(self.above * factor, self.below)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.above, self.below)
    }
}

/// The chance of each outcome.
#[derive(Clone, Debug)]
pub(crate) struct Odds<T>(pub(crate) BTreeMap<T, Fraction>);

impl<T: Ord> Odds<T> {
    /// The chance that this holds.
    pub(crate) fn of(&self, holds: impl Fn(&T) -> bool) -> Fraction {
        self.0.iter().filter(|(one, _)| holds(one)).fold(Fraction::ZERO, |sum, (_, &chance)| sum + chance)
    }

    /// The mean of a number.
    pub(crate) fn mean(&self, number: impl Fn(&T) -> i128) -> Fraction {
        self.0.iter().fold(Fraction::ZERO, |sum, (one, &chance)| sum + chance * number(one))
    }
}

impl Table {
    /// Plays actions in notation, separated by blanks, and then the first legal action of every decision until the
    /// FLN or the Government chooses a mission, once for each way the dice can fall; what came of it, with its chance.
    ///
    /// The first legal actions commit every unit that may React, take a whole split off the opponent, use no Air
    /// Points and let the first class of units take a hit.
    pub(crate) fn odds<T: Ord>(&self, actions: &str, outcome: impl Fn(&State, &[Event]) -> T) -> Odds<T> {
        let leaves = enumerate(|dice| {
            let (mut state, mut events) = (self.state, Vec::new());
            let mut script = actions.split_whitespace();
            loop {
                let action = match script.next() {
                    Some(text) => {
                        Algeria::parse_action(self.rules, text).unwrap_or_else(|error| panic!("{error}"))
                    }
                    None => {
                        let status = Algeria::status(&state);
                        if let Status::Decision { kind, .. } = status
                            && !matches!(kind.word(), "fln-operation" | "french-operation")
                        {
                            let mut legal = Actions::<Algeria>::new();
                            Algeria::legal(self.rules, &state, &mut legal);
                            legal[0]
                        } else {
                            return outcome(&state, &events);
                        }
                    }
                };
                Algeria::apply(self.rules, &mut state, action, dice, &mut events);
            }
        });
        let mut odds = BTreeMap::new();
        for leaf in leaves {
            let ways = i128::try_from(leaf.inverse_probability).unwrap_or(i128::MAX);
            let chance = odds.entry(leaf.value).or_insert(Fraction::ZERO);
            *chance = *chance + Fraction::new(1, ways);
        }
        let sum = odds.values().fold(Fraction::ZERO, |sum, &chance| sum + chance);
        assert_eq!(sum, Fraction::new(1, 1), "the chances of \"{actions}\" do not add up");
        Odds(odds)
    }
}

/// The expected fractions: a section of `tests/algeria/data/odds.toml`.
#[track_caller]
pub(crate) fn expected(section: &str) -> toml::Table {
    let all: toml::Table = include_str!("../data/odds.toml")
        .parse()
        .unwrap_or_else(|error| panic!("algeria_odds.toml: {error}"));
    match all.get(section) {
        Some(toml::Value::Table(table)) => table.clone(),
        _ => panic!("algeria_odds.toml has no section \"{section}\""),
    }
}
