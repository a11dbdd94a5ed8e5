//! The consequences of an action, collected over outcomes of the dice and over imagined positions.

use std::collections::BTreeMap;

use wilaya_engine::Side;
use wilaya_stats::{Moments, wilson_of};

use super::chance::{Chance, Fraction};
use super::types::{ChangeOdds, EventOdds, Next, NextOdds, Odds, OddsMethod, OutcomeOdds, TrackOdds};

/// The consequences of an action for one outcome of the dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// The change of each track.
    pub(super) changes: Vec<i32>,
    /// The next decision or the end.
    pub(super) next: Next,
    /// The events, each once, in alphabetical order.
    pub(super) events: Vec<String>,
}

/// Probabilities by key.
type Chances<K> = BTreeMap<K, Fraction>;

/// Adds to a probability; `None` if that needs too many digits.
fn add<K: Ord>(chances: &mut Chances<K>, key: K, chance: &Fraction) -> Option<()> {
    match chances.get_mut(&key) {
        Some(sum) => *sum = sum.checked_add(chance)?,
        None => {
            chances.insert(key, *chance);
        }
    }
    Some(())
}

/// The consequences of an action in one position.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The distinct outcomes with their probabilities.
    ways: Chances<Way>,
    outcomes: Chances<(Vec<i32>, Next)>,
    next: Chances<Next>,
    events: Chances<String>,
    changes: Vec<Chances<i32>>,
}

impl Spread {
    pub(super) fn new(tracks: usize) -> Self {
        Self {
            ways: Chances::new(),
            outcomes: Chances::new(),
            next: Chances::new(),
            events: Chances::new(),
            changes: vec![Chances::new(); tracks],
        }
    }

    /// A certain outcome.
    pub(super) fn sure(way: Way) -> Self {
        let mut this = Self::new(way.changes.len());
        // A single combination is not a sum, so it cannot be too long.
        let _ = this.count(way, &Fraction::ONE);
        this
    }

    /// Adds an outcome with the reciprocal of its probability; `None` if the sum needs too many digits.
    pub(super) fn add(&mut self, way: Way, inverse_probability: u128) -> Option<()> {
        add(&mut self.ways, way, &Fraction::new(1, inverse_probability))
    }

    /// Computes the totals once all outcomes are added; `None` if a sum needs too many digits.
    pub(super) fn finish(mut self) -> Option<Self> {
        for (way, chance) in std::mem::take(&mut self.ways) {
            self.count(way, &chance)?;
        }
        Some(self)
    }

    fn count(&mut self, way: Way, chance: &Fraction) -> Option<()> {
        let Way { changes, next, events } = way;
        for (track, change) in self.changes.iter_mut().zip(&changes) {
            add(track, *change, chance)?;
        }
        add(&mut self.next, next.clone(), chance)?;
        events.into_iter().try_for_each(|event| add(&mut self.events, event, chance))?;
        add(&mut self.outcomes, (changes, next), chance)
    }
}

/// A probability averaged over several positions.
#[derive(Clone, Debug)]
struct Mean {
    sum: f64,
    positions: u64,
    /// The probability, as long as it is the same in all positions.
    same: Option<Fraction>,
}

/// Probabilities averaged over several positions.
#[derive(Clone, Debug)]
struct Means<K>(BTreeMap<K, Mean>);

impl<K: Ord> Means<K> {
    fn new() -> Self {
        Self(BTreeMap::new())
    }

    fn push(&mut self, chances: Chances<K>) {
        for (key, chance) in chances {
            let new = Mean { sum: 0.0, positions: 0, same: Some(chance) };
            let mean = self.0.entry(key).or_insert(new);
            mean.sum += chance.value();
            mean.positions += 1;
            mean.same = mean.same.filter(|same| *same == chance);
        }
    }

    /// In the order of the keys.
    fn finish(self, over: &Over) -> impl Iterator<Item = (K, Chance)> {
        self.0.into_iter().map(|(key, mean)| (key, over.chance(&mean)))
    }

    /// The likeliest first.
    fn ranked(self, over: &Over) -> Vec<(K, Chance)> {
        let mut all: Vec<_> = self.finish(over).collect();
        all.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        all
    }
}

/// The positions that probabilities are averaged over.
#[derive(Clone, Debug, Default)]
struct Over {
    positions: u64,
    /// The number of positions in which all outcomes of the dice were played.
    enumerated: u64,
    /// True if there is no other position.
    exact: bool,
}

impl Over {
    fn chance(&self, mean: &Mean) -> Chance {
        let alike = self.enumerated == self.positions && mean.positions == self.positions;
        let fraction = mean.same.filter(|_| alike);
        let value = fraction.map_or(mean.sum / self.positions as f64, |fraction| fraction.value());
        let interval = (!self.exact).then(|| wilson_of(value, self.positions as f64));
        Chance { value, fraction, interval }
    }
}

/// The consequences of an action in several positions of equal weight.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    over: Over,
    outcomes: Means<(Vec<i32>, Next)>,
    next: Means<Next>,
    events: Means<String>,
    changes: Vec<Means<i32>>,
    means: Vec<Moments>,
}

impl Gathered {
    pub(super) fn new(tracks: usize) -> Self {
        Self {
            over: Over::default(),
            outcomes: Means::new(),
            next: Means::new(),
            events: Means::new(),
            changes: vec![Means::new(); tracks],
            means: vec![Moments::default(); tracks],
        }
    }

    /// From the only possible position.
    pub(super) fn of(spread: Spread) -> Self {
        let mut this = Self::new(spread.changes.len());
        this.push(spread, true);
        this.over.exact = true;
        this
    }

    /// Adds the consequences of an action in another position.
    pub(super) fn push(&mut self, spread: Spread, enumerated: bool) {
        self.over.positions += 1;
        self.over.enumerated += u64::from(enumerated);
        self.outcomes.push(spread.outcomes);
        self.next.push(spread.next);
        self.events.push(spread.events);
        for ((all, mean), changes) in self.changes.iter_mut().zip(&mut self.means).zip(spread.changes) {
            mean.push(changes.iter().map(|(change, chance)| f64::from(*change) * chance.value()).sum());
            all.push(changes);
        }
    }

    pub(super) fn finish(
        self,
        side: Side,
        action: String,
        method: OddsMethod,
        names: &[&'static str],
        before: &[i32],
    ) -> Odds {
        let Self { over, outcomes, next, events, changes, means } = self;
        let tracks = names.iter().zip(before).zip(changes.into_iter().zip(&means));
        let tracks = tracks.map(|((track, before), (changes, mean))| TrackOdds {
            track,
            before: *before,
            mean: mean.mean(),
            interval: (!over.exact).then(|| mean.interval()),
            changes: changes.finish(&over).map(|(change, chance)| ChangeOdds { change, chance }).collect(),
        });
        let next_odds = |(next, chance)| NextOdds { next, chance };
        let event_odds = |(event, chance)| EventOdds { event, chance };
        let outcome_odds = |((changes, next), chance)| OutcomeOdds { changes, next, chance };
        Odds {
            side,
            action,
            method,
            tracks: tracks.collect(),
            next: next.ranked(&over).into_iter().map(next_odds).collect(),
            events: events.ranked(&over).into_iter().map(event_odds).collect(),
            outcomes: outcomes.ranked(&over).into_iter().map(outcome_odds).collect(),
        }
    }
}
