//! Plays the pairs of an arena.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use wilaya_bots::cpu::thread_time;
use wilaya_bots::play::{CountingDice, Match, Played, play_out};
use wilaya_bots::{Bot, Forfeit, Maker};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Game, Hidden, Outcome, View};

use super::plan::{ArenaPlan, PlayedPair};
use crate::makers::is_threaded;
use crate::workers::Execution;

/// CPU time of bots that answer at once is sampled every N decisions, since reading it costs as much as a decision.
const SAMPLED: u64 = 16;

/// The time that a bot used for some decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeUsed {
    /// The number of decisions.
    pub decisions: u64,
    /// Wall time.
    pub time: Duration,
    /// CPU time of the decisions for which it was measured, in nanoseconds.
    pub cpu: i64,
    /// The number of decisions measured; 0 if the system does not report CPU time, or the bot thinks in several threads.
    pub measured: u64,
    /// Iterations, if the bot searches.
    pub iterations: u64,
}

impl TimeUsed {
    /// Adds the time used for other decisions.
    pub fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.cpu += other.cpu;
        self.measured += other.measured;
        self.iterations += other.iterations;
    }

    /// Wall time per decision, in microseconds.
    #[must_use]
    pub fn micros(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.decisions.max(1) as f64
    }

    /// CPU time per decision, in microseconds, if known.
    #[must_use]
    pub fn cpu_micros(&self) -> Option<f64> {
        (self.measured > 0).then(|| (self.cpu as f64 / 1e3 / self.measured as f64).max(0.0))
    }

    /// Iterations per decision.
    #[must_use]
    pub fn iterations_each(&self) -> f64 {
        self.iterations as f64 / self.decisions.max(1) as f64
    }
}

/// A bot whose time is measured.
struct Timed<'a, G: Game> {
    bot: Box<dyn Bot<G>>,
    threaded: bool,
    took: &'a mut TimeUsed,
}

/// Nanoseconds between two readings of CPU time.
fn between(before: Option<Duration>, after: Option<Duration>) -> Option<i64> {
    let nanos = |time: Duration| i64::try_from(time.as_nanos()).ok();
    before.zip(after).and_then(|(before, after)| Some(nanos(after)? - nanos(before)?))
}

impl<G: Game> Timed<'_, G> {
    /// Chooses, and returns the CPU time that took, if measured.
    fn measured(
        &mut self,
        view: View<'_, G>,
        choices: &G::Choices,
        rng: &mut Pcg64Mcg,
    ) -> (G::Action, Option<i64>) {
        if self.bot.can_forfeit() {
            let before = self.bot.cpu_time();
            let action = self.bot.choose(view, choices, rng);
            return (action, between(before, self.bot.cpu_time()));
        }
        let at_once = self.bot.budget().is_none();
        if self.threaded || at_once && !self.took.decisions.is_multiple_of(SAMPLED) {
            return (self.bot.choose(view, choices, rng), None);
        }
        // The first two readings measure the cost of a reading.
        let (first, before) = (thread_time(), thread_time());
        let action = self.bot.choose(view, choices, rng);
        let spent = between(before, thread_time()).zip(between(first, before));
        (action, spent.map(|(spent, reading)| spent - reading))
    }
}

impl<G: Game> Bot<G> for Timed<'_, G> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let (begun, before) = (Instant::now(), self.bot.iterations());
        let (action, cpu) = self.measured(view, choices, rng);
        self.took.add(TimeUsed {
            decisions: 1,
            time: begun.elapsed(),
            cpu: cpu.unwrap_or(0),
            measured: u64::from(cpu.is_some()),
            iterations: self.bot.iterations() - before,
        });
        action
    }

    fn watches(&self) -> bool {
        self.bot.watches()
    }

    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        let (begun, before) = (Instant::now(), thread_time());
        self.bot.watch(view, action, rng);
        let cpu = if self.threaded || self.bot.can_forfeit() { None } else { between(before, thread_time()) };
        // It belongs to the next decision.
        self.took.add(TimeUsed { time: begun.elapsed(), cpu: cpu.unwrap_or(0), ..TimeUsed::default() });
    }

    fn can_forfeit(&self) -> bool {
        self.bot.can_forfeit()
    }

    fn forfeit(&self) -> Option<&Forfeit> {
        self.bot.forfeit()
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        self.bot.end(outcome);
    }
}

/// Plays the pairs of a plan from number `first` on, on all threads of a pool if that is given as `execution`.
///
/// `rules` are those of the scenarios and `makers` make the bots, both in the order of the plan. `each` receives every pair in
/// order, with the time used by its two bots. Returns the number after the last pair handled.
///
/// # Errors
/// The first error of `each`; later pairs are left out.
pub fn arena<'a, G: Hidden, E>(
    plan: &ArenaPlan,
    (rules, makers): (&[G::Rules], &[Maker<G>]),
    first: u64,
    execution: impl Into<Execution<'a>>,
    stop: &AtomicBool,
    mut each: impl FnMut(&PlayedPair, [TimeUsed; 2]) -> Result<(), E>,
) -> Result<u64, E> {
    let work = |number: u64| {
        let job = plan.job(number);
        let rules = &rules[job.scenario];
        let mut took = [TimeUsed::default(); 2];
        let [one, other] = job.bots.map(|bot| (&makers[bot], is_threaded(&plan.bots[bot])));
        let key = (plan.seed, job.pair);
        let mut game = |fln: usize| {
            let [first, second] = &mut took;
            let timed = |(make, threaded): (&Maker<G>, bool), took| Timed { bot: make(), threaded, took };
            let (first, second) = (timed(one, first), timed(other, second));
            let bots = if fln == 0 { (first, second) } else { (second, first) };
            game::<G>(rules, bots, key, plan.max_turns, stop)
        };
        let games = [game(0)?, game(1)?];
        Some((PlayedPair { job, games }, took))
    };
    let pairs = first..plan.jobs().max(first);
    execution.into().ordered(pairs, stop, work, |_, (pair, took)| each(&pair, took))
}

fn game<G: Hidden>(
    rules: &G::Rules,
    bots: (Timed<'_, G>, Timed<'_, G>),
    key: (u64, u64),
    max_turns: u16,
    stop: &AtomicBool,
) -> Option<Played> {
    let dice = CountingDice::new(SeededDice::new(key.0, key.1));
    let mut game = Match::<G, _, _, _>::new(rules, dice, bots, key, &mut ());
    play_out(&mut game, max_turns, stop, &mut ())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use wilaya_bots::{Roster, build};
    use wilaya_engine::toy::Toy;

    use super::super::plan::Job;
    use super::*;

    #[test]
    fn pairs_do_not_depend_on_threads_or_on_where_they_begin() {
        let plan = ArenaPlan {
            seed: 3,
            pairs: 20,
            max_turns: 50,
            bots: ["random", "thrift", "mcts:iters=5"].map(str::to_owned).to_vec(),
            scenarios: ["short", "long"].map(str::to_owned).to_vec(),
        };
        let rules: Vec<_> = Toy::samples()[..2]
            .iter()
            .map(|setting| Toy::rules(&Toy::figures(), setting).expect("it is a setting"))
            .collect();
        let makers: Vec<_> =
            plan.bots.iter().map(|bot| build::<Toy>(&bot.parse().expect("a bot")).expect("a bot")).collect();
        let pairs = |threads: usize, first: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut pairs = Vec::new();
            let each = |pair: &PlayedPair, took: [TimeUsed; 2]| {
                pairs.push(*pair);
                let decisions: u64 = took.iter().map(|took| took.decisions).sum();
                let played = pair.games.map(|game| game.decisions.fln + game.decisions.france);
                assert_eq!(decisions, u64::from(played[0] + played[1]));
                for (bot, took) in pair.job.bots.into_iter().zip(took) {
                    // With more choices than iterations left, the search does not use them up.
                    let most = if bot == 2 { 5 * took.decisions } else { 0 };
                    assert!(took.iterations <= most && (most == 0 || took.iterations > 0), "{took:?}");
                }
                Ok::<(), Infallible>(())
            };
            let stop = AtomicBool::new(false);
            let next = arena::<Toy, _>(&plan, (&rules, &makers), first, &pool, &stop, each);
            assert_eq!(next, Ok(120));
            pairs
        };
        let all = pairs(1, 0);
        assert_eq!(all.len(), 120);
        assert_eq!(pairs(3, 0), all);
        assert_eq!(pairs(2, 77), all[77..]);
        assert_eq!(plan.job(0), Job { pair: 0, scenario: 0, bots: [0, 1] });
        assert_eq!(plan.job(4), Job { pair: 0, scenario: 1, bots: [0, 2] });
        assert_eq!(plan.job(6), Job { pair: 1, scenario: 0, bots: [0, 1] });
        let points: Vec<_> = all.iter().map(PlayedPair::points).collect();
        assert!(points.contains(&[1.0, 1.0]) && points.contains(&[0.0, 1.0]), "{points:?}");
    }
}
