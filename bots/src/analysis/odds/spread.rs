//! What an action leads to, gathered over the ways of the dice and over imagined positions.

use std::collections::BTreeMap;

use wilaya_engine::Side;
use wilaya_stats::{Moments, wilson_of};

use super::chance::{Chance, Fraction};
use super::types::{ChangeOdds, EventOdds, Next, NextOdds, Odds, OddsMethod, OutcomeOdds, TrackOdds};

/// What came of an action with one way of the dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// By how much each track changed.
    pub(super) changes: Vec<i32>,
    /// What comes next.
    pub(super) next: Next,
    /// The events, each once, in the order of their words.
    pub(super) events: Vec<String>,
}

/// Chances of several things.
type Chances<K> = BTreeMap<K, Fraction>;

/// Adds to a chance; none if that takes too many digits.
fn add<K: Ord>(chances: &mut Chances<K>, key: K, chance: &Fraction) -> Option<()> {
    match chances.get_mut(&key) {
        Some(sum) => *sum = sum.checked_add(chance)?,
        None => {
            chances.insert(key, *chance);
        }
    }
    Some(())
}

/// What an action leads to in one position.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The ways, those that look alike together.
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

    /// What happens for certain.
    pub(super) fn sure(way: Way) -> Self {
        let mut this = Self::new(way.changes.len());
        // One way is no sum, so that it cannot be too long.
        let _ = this.count(way, &Fraction::ONE);
        this
    }

    /// Takes a way with one over its probability; none if the sum takes too many digits.
    pub(super) fn add(&mut self, way: Way, inverse_probability: u128) -> Option<()> {
        add(&mut self.ways, way, &Fraction::new(1, inverse_probability))
    }

    /// Counts out the ways once all are there; none if a sum takes too many digits.
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

/// A chance over several positions.
#[derive(Clone, Debug)]
struct Mean {
    sum: f64,
    positions: u64,
    /// The chance, while it is the same in all positions.
    same: Option<Fraction>,
}

/// Chances over several positions.
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

    /// In the order of what they are chances of.
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

/// What chances are means over.
#[derive(Clone, Debug, Default)]
struct Over {
    positions: u64,
    /// In how many of them every way of the dice was played.
    enumerated: u64,
    /// There is no other position.
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

/// What an action leads to in several positions, each of which counts the same.
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

    /// The only position there is.
    pub(super) fn of(spread: Spread) -> Self {
        let mut this = Self::new(spread.changes.len());
        this.push(spread, true);
        this.over.exact = true;
        this
    }

    /// Takes what an action leads to in one more position.
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
