//! What need not be computed for each decision anew.

use wilaya_engine::ici::Table;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Level, Location, POPULATED, REGIONS};

use super::IciWeights;

/// The slots of the Population Track that the code has room for.
const SLOTS: usize = 32;
/// From so many faileks on one more is as good as none.
const MOST: usize = 32;

/// What follows from the rules and the weights, and what was last found out about each region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) odds: Odds,
    pub(super) regions: Regions,
}

impl Known {
    pub(super) fn new(rules: &Rules, weights: &IciWeights) -> Self {
        Self { odds: Odds::new(rules, weights), regions: Regions::default() }
    }
}

/// What faileks are worth in each region, and in which position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Regions {
    pub(super) seen: Seen,
    pub(super) worth: [Worth; REGIONS],
}

/// What faileks are worth in a region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    /// What a failek more and a failek fewer is worth to the FLN.
    pub(super) more: f64,
    pub(super) less: f64,
    /// What a search may take from the FLN.
    pub(super) prey: f64,
}

/// Everything in a position that what faileks are worth depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) faileks: [u8; REGIONS],
    pub(super) slots: [u8; POPULATED],
    pub(super) levels: [Level; POPULATED],
    /// The troop density and the FLN Marker.
    pub(super) everywhere: [u8; 2],
    /// Faileks in the Sahara: they are in `faileks`, too.
    pub(super) sahara: u8,
}

impl Default for Seen {
    /// No position.
    fn default() -> Self {
        Self {
            faileks: [0; REGIONS],
            slots: [0; POPULATED],
            levels: [Level::Support; POPULATED],
            everywhere: [u8::MAX; 2],
            sahara: 0,
        }
    }
}

impl Seen {
    #[inline]
    pub(super) fn new(table: &Table<'_>, sahara: u8) -> Self {
        let region = |index: usize| Location(index as u8);
        let [_, fln, ..] = table.tracks();
        Self {
            faileks: std::array::from_fn(|index| table.faileks(region(index))),
            slots: std::array::from_fn(|index| table.marker(region(index))),
            levels: std::array::from_fn(|index| table.level(region(index))),
            everywhere: [table.density(), fln],
            sahara,
        }
    }
}

/// Odds that follow from the rules, by the slot of a marker or the number of faileks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// What the vote of a region with its Population Marker there counts for.
    votes: [f64; SLOTS],
    /// What a step of the marker changes of it: down, and up.
    steps: [[f64; SLOTS]; 2],
    /// The chance that a structure attack is supplied with the FLN Marker there (3.3.2).
    supplied: [f64; SLOTS],
    /// The chance that a structure attack with so many faileks hits.
    hit: [f64; MOST + 1],
}

impl Odds {
    fn new(r: &Rules, w: &IciWeights) -> Self {
        let (vote, supply) = (sums(r.referendum.dice), sums(r.structure.supply_dice));
        let below = |chances: &[f64; SLOTS], slot: usize| chances[..slot].iter().sum::<f64>();
        // The chance that a region votes Yes with its Population Marker there (1.5): rolls equal to it are repeated.
        let yes = |slot: usize| below(&vote, slot) / (1.0 - vote[slot]).max(f64::EPSILON);
        let last = usize::from(r.track.population);
        // By the chance as it stands, and by where the marker may yet go.
        let votes: [f64; SLOTS] = std::array::from_fn(|slot| {
            let linear = slot as f64 / last.max(1) as f64;
            (1.0 - w.future) * yes(slot) + w.future * linear
        });
        let to = |from: usize, to: usize| (votes[to.min(last).min(SLOTS - 1)] - votes[from]).abs();
        Self {
            votes,
            steps: [
                std::array::from_fn(|slot| to(slot, slot.saturating_sub(1))),
                std::array::from_fn(|slot| to(slot, slot + 1)),
            ],
            supplied: std::array::from_fn(|slot| 1.0 - below(&supply, slot)),
            hit: std::array::from_fn(|faileks| {
                let dice = faileks.min(usize::from(r.structure.max_dice));
                1.0 - (2.0f64 / 3.0).powi(dice as i32)
            }),
        }
    }

    /// What the vote of a region counts for with its Population Marker on a slot.
    pub(super) fn votes(&self, slot: u8) -> f64 {
        self.votes[usize::from(slot).min(SLOTS - 1)]
    }

    /// What a step of a Population Marker changes of that, for the side that it favours.
    pub(super) fn step(&self, slot: u8, delta: i8) -> f64 {
        match delta {
            0 => 0.0,
            delta => self.steps[usize::from(delta > 0)][usize::from(slot).min(SLOTS - 1)],
        }
    }

    /// The chance that a structure attack is supplied.
    pub(super) fn supplied(&self, fln_marker: u8) -> f64 {
        self.supplied[usize::from(fln_marker).min(SLOTS - 1)]
    }

    /// The chance that a structure attack with so many faileks hits.
    pub(super) fn hit(&self, faileks: u8) -> f64 {
        self.hit[usize::from(faileks).min(MOST)]
    }
}

/// The chances of the sums of some dice, as far as there is room.
fn sums(dice: u8) -> [f64; SLOTS] {
    let mut chances = [0.0; SLOTS];
    chances[0] = 1.0;
    for _ in 0..dice {
        let before = chances;
        for (sum, chance) in chances.iter_mut().enumerate() {
            *chance = before[sum.saturating_sub(6)..sum].iter().sum::<f64>() / 6.0;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use wilaya_engine::ici::Ici;
    use wilaya_engine::{Game, Setting};

    use super::*;
    use crate::heuristic::Weights as _;

    #[test]
    fn the_odds_are_those_of_the_dice() {
        let r = Ici::rules(&Ici::figures(), &Setting::default()).unwrap_or_else(|e| panic!("{e}"));
        let odds = Odds::new(&r, &IciWeights { future: 0.0, ..IciWeights::of("1955") });
        let near = |chance: f64, expected: f64| assert!((chance - expected).abs() < 1e-9, "{chance}");
        // Three dice: half of the rolls are 10 or less, 27 of 216 are 10.
        near(odds.votes(10), 81.0 / 189.0);
        near(odds.votes(3), 0.0);
        near(odds.votes(19), 1.0);
        near(odds.step(10, -1), 81.0 / 189.0 - 56.0 / 191.0);
        near(odds.step(3, -1), 0.0);
        near(odds.supplied(11), 0.5);
        near(odds.supplied(3), 1.0);
        near(odds.hit(2), 5.0 / 9.0);
    }
}
