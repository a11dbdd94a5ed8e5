//! Values cached between decisions.

use wilaya_engine::Side;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Location, POPULATED, REGIONS, Regions as Set};
use wilaya_engine::ici::{Position, formulas};

use super::IciWeights;

/// The number of slots of the Population Track that the code supports.
const SLOTS: usize = formulas::SUMS;
/// Beyond this many faileks, another one adds practically nothing.
const MOST: usize = 32;

/// Dice of a fight beyond this number add practically nothing.
const STRENGTHS: usize = 9;
/// The lowest quality of a French unit, including terrain, for which odds are kept, and the number of qualities.
const QUALITIES: (i8, usize) = (-4, 16);

/// Values that follow from the rules and the weights, and the latest values of each region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cache {
    /// The side whose weights these are.
    side: Side,
    pub(super) weights: IciWeights,
    pub(super) odds: Odds,
    pub(super) regions: Regions,
}

impl Cache {
    pub(super) fn new(rules: &Rules, weights: &IciWeights, side: Side) -> Self {
        let weights = weights.for_side(side);
        Self { side, odds: Odds::new(rules, &weights), weights, regions: Regions::default() }
    }

    /// The cache for a side: `cache` itself if it belongs to that side, else a new one.
    pub(super) fn of<'a>(
        cache: &'a mut Option<Self>,
        rules: &Rules,
        weights: &IciWeights,
        side: Side,
    ) -> &'a mut Self {
        let cache = cache.get_or_insert_with(|| Self::new(rules, weights, side));
        if cache.side != side {
            *cache = Self::new(rules, weights, side);
        }
        cache
    }
}

/// The values of faileks in each region, and the position they belong to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Regions {
    pub(super) seen: Seen,
    pub(super) values: [FailekValues; REGIONS],
}

/// The values of faileks in a region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailekValues {
    /// The value to the FLN of one failek more, and of one fewer.
    pub(super) more: f64,
    pub(super) less: f64,
    /// The expected loss of the FLN in a search.
    pub(super) prey: f64,
}

/// Everything in a position that the values of faileks depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) faileks: [u8; REGIONS],
    pub(super) slots: [u8; POPULATED],
    /// The political levels, as numbers.
    pub(super) levels: [u8; POPULATED],
    /// The troop density, the FLN Marker and the turn.
    pub(super) everywhere: [u8; 3],
    /// Faileks in the Sahara; they are also in `faileks`.
    pub(super) sahara: u8,
}

impl Default for Seen {
    /// No position.
    fn default() -> Self {
        Self {
            faileks: [0; REGIONS],
            slots: [0; POPULATED],
            levels: [0; POPULATED],
            everywhere: [u8::MAX; 3],
            sahara: 0,
        }
    }
}

impl Seen {
    #[inline]
    pub(super) fn new(position: &Position<'_>, sahara: u8) -> Self {
        let region = |index: usize| Location(index as u8);
        let [_, fln, ..] = position.tracks();
        Self {
            faileks: std::array::from_fn(|index| position.faileks(region(index))),
            slots: std::array::from_fn(|index| position.marker(region(index))),
            levels: std::array::from_fn(|index| position.level(region(index)) as u8),
            everywhere: [position.density(), fln, position.turn()],
            sahara,
        }
    }

    /// The regions in which something differs from another position.
    #[inline]
    pub(super) fn changed(&self, other: &Self) -> Set {
        if self.everywhere != other.everywhere {
            return Set::MAX;
        }
        let unpopulated = Set::MAX << POPULATED;
        let mut changed = if self.sahara == other.sahara { 0 } else { unpopulated };
        for region in 0..REGIONS {
            changed |= Set::from(self.faileks[region] != other.faileks[region]) << region;
        }
        // Most moves change no marker and no level.
        if self.slots != other.slots || self.levels != other.levels {
            for region in 0..POPULATED {
                let (slot, level) = (self.slots[region], self.levels[region]);
                changed |= Set::from((slot, level) != (other.slots[region], other.levels[region])) << region;
            }
        }
        changed
    }
}

/// Odds that follow from the rules, by the slot of a marker or the number of faileks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// The value of a region's vote with its Population Marker on each slot.
    votes: [f64; SLOTS],
    /// The change of that value by a step of the marker: down, and up.
    steps: [[f64; SLOTS]; 2],
    /// The probability that a structure attack is supplied with the FLN Marker on each slot (3.3.2).
    supplied: [f64; SLOTS],
    /// The probability that a structure attack hits, given the number of faileks.
    hit: [f64; MOST + 1],
    /// The probability that a search die finds a failek, by its modifier from -6 to 6.
    finds: [f64; 13],
    /// The probability that a French unit kills the failek it fights, by strength and quality. Types of failek are as
    /// frequent as in the counter mix, and combat chits are ignored, since they help either side equally.
    kills: [[f64; QUALITIES.1]; STRENGTHS],
    /// The probability that a purge succeeds, plain and harsh (4.2.2).
    pub(super) purged: [f64; 2],
    /// The probability that an infiltration succeeds (4.2.4).
    pub(super) infiltrated: f64,
}

impl Odds {
    fn new(r: &Rules, w: &IciWeights) -> Self {
        let yes = formulas::yes_chances(r);
        let last = usize::from(r.track.population);
        // A mix of the current chance and of where the marker may yet go.
        let votes: [f64; SLOTS] = std::array::from_fn(|slot| {
            let linear = slot as f64 / last.max(1) as f64;
            (1.0 - w.future) * yes[slot] + w.future * linear
        });
        let to = |from: usize, to: usize| (votes[to.min(last).min(SLOTS - 1)] - votes[from]).abs();
        Self {
            votes,
            steps: [
                std::array::from_fn(|slot| to(slot, slot.saturating_sub(1))),
                std::array::from_fn(|slot| to(slot, slot + 1)),
            ],
            supplied: formulas::supply_chances(r),
            hit: std::array::from_fn(|faileks| formulas::structure_hit_chance(r, faileks)),
            finds: std::array::from_fn(|index| formulas::find_chance(r, index as i8 - 6)),
            kills: std::array::from_fn(|strength| {
                std::array::from_fn(|index| formulas::kill_chance(r, strength, QUALITIES.0 + index as i8))
            }),
            purged: [false, true].map(|harsh| formulas::purge_chance(r, harsh)),
            infiltrated: formulas::infiltration_chance(r),
        }
    }

    /// The value of a region's vote with its Population Marker on a slot.
    pub(super) fn votes(&self, slot: u8) -> f64 {
        self.votes[usize::from(slot).min(SLOTS - 1)]
    }

    /// The change of that value by a step of the Population Marker, for the side it favours.
    pub(super) fn step(&self, slot: u8, delta: i8) -> f64 {
        match delta {
            0 => 0.0,
            delta => self.steps[usize::from(delta > 0)][usize::from(slot).min(SLOTS - 1)],
        }
    }

    /// The probability that a structure attack is supplied.
    pub(super) fn supplied(&self, fln_marker: u8) -> f64 {
        self.supplied[usize::from(fln_marker).min(SLOTS - 1)]
    }

    /// The probability that a structure attack hits, given the number of faileks.
    pub(super) fn hit(&self, faileks: u8) -> f64 {
        self.hit[usize::from(faileks).min(MOST)]
    }

    /// The probability that a search die with this modifier finds a failek.
    pub(super) fn finds(&self, modifier: i8) -> f64 {
        self.finds[(modifier.clamp(-6, 6) + 6) as usize]
    }

    /// The probability that a French unit of this strength and quality, including terrain, kills the failek it fights.
    pub(super) fn kills(&self, strength: u8, quality: i8) -> f64 {
        let (lowest, count) = QUALITIES;
        let index = (quality.saturating_sub(lowest).max(0) as usize).min(count - 1);
        self.kills[usize::from(strength).min(STRENGTHS - 1)][index]
    }
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::ici::{Action, Event, Ici, State};
    use wilaya_engine::{Actions, Game, Setting};

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
        near(odds.finds(0), 1.0 / 3.0);
        // A natural six always finds.
        near(odds.finds(-2), 1.0 / 6.0);
        near(odds.finds(1), 0.5);
        near(odds.infiltrated, 65.0 / 81.0);
        // Infantry misses 44 moussebilines, 40 moudjahidines and 12 zonal commandos with 3, 4 and 5 of the six faces.
        let missed = [(44.0, 3.0), (40.0, 4.0), (12.0, 5.0)]
            .map(|(count, faces): (f64, f64)| count / 96.0 * repeat_n(faces / 6.0, 4).product::<f64>());
        near(odds.kills(4, 2), 1.0 - missed.iter().sum::<f64>());
        near(odds.kills(0, 2), 0.0);
    }

    /// The probability of a purge equals that of the rules' own dice.
    #[test]
    fn a_purge_succeeds_as_often_as_expected() {
        let more_slots: &[_] = &[("purge.middle", "[2, 1]"), ("counters.fidayin", "8")];
        for changes in [&[][..], &[("purge.succeed_on", "3")], more_slots] {
            let mut figures = Ici::figures();
            for (key, value) in changes {
                figures.set(key, value).unwrap_or_else(|e| panic!("{e}"));
            }
            let r = Ici::rules(&figures, &Setting::default()).unwrap_or_else(|e| panic!("{e}"));
            let (state, purges) = before_a_purge(&r);
            for (purge, expected) in
                purges.into_iter().zip([false, true].map(|harsh| formulas::purge_chance(&r, harsh)))
            {
                let tries = 20_000;
                let successes = (0..tries).filter(|&game| {
                    let mut events = Vec::new();
                    Ici::apply(&r, &mut state.clone(), purge, &mut SeededDice::new(1, game), &mut events);
                    events.iter().any(|event| matches!(event, Event::Purge { success: true, .. }))
                });
                let share = successes.count() as f64 / tries as f64;
                // Three standard deviations.
                assert!((expected - share).abs() < 0.011, "{changes:?}, {purge:?}: {expected}, {share}");
            }
        }
    }

    /// A position from a random game in which France may purge a region, plainly or harshly.
    fn before_a_purge(r: &Rules) -> (State, [Action; 2]) {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for game in 0..100 {
            let mut dice = SeededDice::new(1, game);
            let mut state = Ici::start(r, &mut dice, &mut ());
            while Ici::status(&state).side().is_some() {
                let mut legal = Actions::<Ici>::new();
                Ici::legal(r, &state, &mut legal);
                for &action in &legal {
                    if let Action::Purge(region) = action
                        && legal.contains(&Action::HarshPurge(region))
                    {
                        return (state, [action, Action::HarshPurge(region)]);
                    }
                }
                let action = legal[rng.random_range(..legal.len())];
                Ici::apply(r, &mut state, action, &mut dice, &mut ());
            }
        }
        panic!("nobody can be purged");
    }
}
