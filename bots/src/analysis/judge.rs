//! Judges the choices of a finished game by rollouts.
//!
//! A game has hundreds of decisions, most of which change little. So rollouts are played in two stages that share no game:
//!
//! 1. *Screening*: sequential halving (Karnin, Koren and Somekh 2013). At every decision, the choice made and the alternatives
//!    that the policy values most are played out in a few games. The decisions whose best alternative leads most, with the
//!    best alternatives of each, go on to the next round, until a few decisions with one alternative each are left.
//! 2. *Judging*: these are played out in fresh games. Their selection does not depend on the fresh games, so the differences are
//!    unbiased; the intervals hold simultaneously (Bonferroni).
//!
//! Consecutive decisions of one kind without dice in between are often the same mistake, such as leaving every unit of a phase
//! where it is, so only the costliest of them is judged.
//!
//! All choices of a decision are played with the same dice. What the deciding side did not see is redrawn for each game.

use std::sync::atomic::AtomicBool;

use wilaya_engine::dice::stream_key;
use wilaya_engine::{Side, Status, View};
use wilaya_stats::{Estimate, Interval};

use super::{Rolled, Rollout, RolloutConfig};
use crate::Maker;
use crate::evaluation::Evaluated;

/// The purpose of the streams that seed decisions.
const PURPOSE: u64 = 36;
/// The number of the first game of the second stage.
const FRESH: u64 = 1 << 32;
/// The cost of setting up a game, in decisions played.
const SETUP: u64 = 20;
/// The most consecutive decisions of one kind, without dice in between, that the first round of screening keeps.
const ALIKE: usize = 8;
/// Differences of fewer games get no interval.
const LEAST_GAMES: u64 = 100;

/// How to judge the choices of a game.
#[derive(Clone, Copy, Debug)]
pub struct JudgeConfig {
    /// The seed of all random draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it is ignored.
    pub max_turns: u16,
    /// The maximum number of decisions that are judged.
    pub candidates: usize,
    /// The number of alternatives screened at each decision: those that the policy values most.
    pub alternatives: usize,
    /// The total number of decisions played in all games; half of them in screening.
    pub work: u64,
}

/// A choice compared with its best alternative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<A> {
    /// The index of the decision in the game.
    pub index: usize,
    /// The side that decided.
    pub side: Side,
    /// The choice.
    pub action: A,
    /// The alternative that led in screening.
    pub instead: A,
    /// How much better the choice is than the alternative: the difference of the side's probabilities of winning.
    pub difference: Estimate,
    /// The interval of the difference; those of all judged choices hold simultaneously with 95 %.
    pub interval: Interval,
}

impl<A> Judged<A> {
    /// True if the alternative is significantly better.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        self.interval.high < 0.0
    }
}

/// A decision with the choice made and its alternatives, the best one first once they have been ranked.
#[derive(Debug)]
struct Contest<'a, G: Evaluated> {
    index: usize,
    /// The same for consecutive decisions of one side without dice in a phase.
    stretch: usize,
    kind: G::Decision,
    decision: Rollout<'a, G>,
    chosen: Rolled<G::Action>,
    others: Vec<Rolled<G::Action>>,
}

impl<G: Evaluated> Contest<'_, G> {
    /// The lead of the first alternative.
    fn lead(&self) -> f64 {
        self.others.first().map_or(0.0, |other| other.better_than(&self.chosen).value)
    }

    /// Keeps up to `keep` of the best alternatives, the best one first.
    fn narrow(&mut self, keep: usize) {
        let lead = |other: &Rolled<_>| other.better_than(&self.chosen).value;
        self.others.sort_by(|one, other| lead(other).total_cmp(&lead(one)));
        self.others.truncate(keep);
    }
}

/// Judges the choices of a game step by step, so that the caller can show progress and stop.
pub struct Judge<'a, G: Evaluated> {
    policy: &'a Maker<G>,
    config: JudgeConfig,
    contests: Vec<Contest<'a, G>>,
    /// The number of decisions.
    decisions: usize,
    /// The next contest.
    next: usize,
    round: u32,
    rounds: u32,
    work: u64,
    progress: f64,
    judging: bool,
}

impl<G: Evaluated> std::fmt::Debug for Judge<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge")
            .field("config", &self.config)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

impl<'a, G: Evaluated> Judge<'a, G> {
    /// A judge of the decisions of a game, each with its position, the choice made, and whether dice fell after it. The policy
    /// plays on for both sides.
    pub fn new(
        rules: &'a G::Rules,
        game: impl IntoIterator<Item = (G::State, G::Action, bool)>,
        policy: &'a Maker<G>,
        config: JudgeConfig,
    ) -> Self {
        let adviser = policy();
        let (mut stretch, mut last, mut fell) = (0, None, false);
        let contest = |(index, (state, action, falls)): (usize, (G::State, G::Action, bool))| {
            let Status::Decision { side, kind } = G::status(&state) else { return None };
            let now = Some((side, G::clock(&state)));
            stretch += usize::from(fell || last != now);
            (last, fell) = (now, falls);
            let seed = stream_key(config.seed, index as u64, PURPOSE);
            let rolling = RolloutConfig { seed, max_turns: config.max_turns, rerolls: 0, as_it_is: false };
            let decision = Rollout::new(rules, &state, rolling)?;
            let legal = decision.choices();
            let told = adviser.explain(View::new(rules, &state, decision.side()), legal);
            let ranked: Vec<_> = match told {
                Some(told) => told.ranked.into_iter().map(|one| one.action).collect(),
                None => legal.to_vec(),
            };
            let others = ranked.into_iter().filter(|&other| other != action);
            let others: Vec<_> = others.take(config.alternatives).map(Rolled::new).collect();
            let contest = Contest { index, stretch, kind, chosen: Rolled::new(action), others, decision };
            (!contest.others.is_empty()).then_some(contest)
        };
        let contests: Vec<_> = game.into_iter().enumerate().filter_map(contest).collect();
        let halvings =
            |from: usize, to: usize| libm::log2(from as f64 / to.max(1) as f64).ceil().max(0.0) as u32;
        let rounds = halvings(contests.len(), config.candidates).max(halvings(config.alternatives, 1)).max(1);
        let decisions = contests.len();
        Self {
            policy,
            config,
            contests,
            decisions,
            next: 0,
            round: 0,
            rounds,
            work: 0,
            progress: 0.0,
            judging: false,
        }
    }

    /// The number of decisions to examine.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.decisions
    }

    /// The share of the work that is done, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.progress
    }

    /// True once screening has ended.
    #[must_use]
    pub fn is_judging(&self) -> bool {
        self.judging
    }

    /// Plays one game for each choice of one decision. `time` is the share of the caller's time that is used up, 0 to 1; the
    /// stages share the remaining work or time, whichever runs out first. Returns false if there is nothing left to do.
    pub fn step(&mut self, time: f64) -> bool {
        self.progress = time.max(self.work as f64 / self.config.work.max(1) as f64).clamp(0.0, 1.0);
        if self.progress >= 1.0 || self.contests.is_empty() {
            self.progress = 1.0;
            return false;
        }
        let end_of_round = 0.5 * f64::from(self.round + 1) / f64::from(self.rounds);
        // Every decision is examined at least once.
        let seen = self.round > 0 || !self.contests.iter().any(|contest| contest.chosen.games().is_empty());
        if !self.judging && seen && self.progress >= end_of_round {
            self.halve();
            return true;
        }
        self.next %= self.contests.len();
        let contest = &mut self.contests[self.next];
        self.next += 1;
        let game = contest.chosen.games().len() as u64 + if self.judging { FRESH } else { 0 };
        let never = AtomicBool::new(false);
        for rolled in [&mut contest.chosen].into_iter().chain(&mut contest.others) {
            let bots = ((self.policy)(), (self.policy)());
            if let Some((outcome, played)) = contest.decision.play(rolled.action, game, bots, &never) {
                rolled.push(outcome);
                self.work += SETUP + u64::from(played.decisions.fln) + u64::from(played.decisions.france);
            }
        }
        true
    }

    /// Ends a round of screening.
    fn halve(&mut self) {
        self.round += 1;
        let last = self.round == self.rounds;
        let share = f64::from(self.round) / f64::from(self.rounds);
        let left = |from: usize, to: usize| {
            let left = libm::pow(from as f64, 1.0 - share) * libm::pow(to.max(1) as f64, share);
            if last { to.min(from) } else { (left.ceil() as usize).clamp(1, from.max(1)) }
        };
        let alternatives = left(self.config.alternatives, 1);
        self.contests.iter_mut().for_each(|contest| contest.narrow(alternatives));
        self.contests.sort_by(|one, other| other.lead().total_cmp(&one.lead()));
        let (keep, alike) = (left(self.decisions, self.config.candidates), left(ALIKE, 1));
        let mut kept: Vec<Contest<'a, G>> = Vec::with_capacity(keep);
        for contest in self.contests.drain(..) {
            let same = |one: &&Contest<'a, G>| one.stretch == contest.stretch && one.kind == contest.kind;
            if kept.len() < keep && kept.iter().filter(same).count() < alike {
                kept.push(contest);
            }
        }
        self.contests = kept;
        self.next = 0;
        if last {
            self.judging = true;
            self.contests.retain(|contest| contest.lead() > 0.0);
            for contest in &mut self.contests {
                contest.chosen = Rolled::new(contest.chosen.action);
                contest.others.iter_mut().for_each(|other| *other = Rolled::new(other.action));
            }
        }
    }

    /// The choices judged so far, the worst first; empty during screening.
    #[must_use]
    pub fn judged(&self) -> Vec<Judged<G::Action>> {
        if !self.judging {
            return Vec::new();
        }
        let judged = |contest: &Contest<'_, G>| {
            let other = contest.others.first()?;
            let difference = contest.chosen.better_than(other);
            let interval = match difference.n {
                0..LEAST_GAMES => Interval::UNBOUNDED,
                _ => difference.interval_among(self.contests.len()),
            };
            Some(Judged {
                index: contest.index,
                side: contest.decision.side(),
                action: contest.chosen.action,
                instead: other.action,
                difference,
                interval,
            })
        };
        let mut judged: Vec<_> = self.contests.iter().filter_map(judged).collect();
        judged.sort_by(|one, other| one.difference.value.total_cmp(&other.difference.value));
        judged
    }
}

#[cfg(test)]
mod tests {
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::toy::{Action, Toy};
    use wilaya_engine::{Actions, Game, Setting};

    use super::*;
    use crate::{Random, maker};

    type Rules = <Toy as Game>::Rules;
    type State = <Toy as Game>::State;

    const CONFIG: JudgeConfig =
        JudgeConfig { seed: 5, max_turns: 200, candidates: 3, alternatives: 5, work: 60_000 };

    fn rules() -> Rules {
        Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting")
    }

    fn legal(rules: &Rules, state: State) -> Actions<Toy> {
        let mut legal = Actions::<Toy>::new();
        Toy::legal(rules, &state, &mut legal);
        legal
    }

    /// The decisions of a game in which `choose` decides.
    fn game(
        rules: &Rules,
        seed: u64,
        mut choose: impl FnMut(&State, &[Action]) -> Action,
    ) -> Vec<(State, Action)> {
        let mut dice = SeededDice::new(seed, 0);
        let mut state = Toy::start(rules, &mut dice, &mut ());
        let mut decisions = Vec::new();
        while Toy::status(&state).side().is_some() {
            let action = choose(&state, &legal(rules, state));
            decisions.push((state, action));
            Toy::apply(rules, &mut state, action, &mut dice, &mut ());
        }
        decisions
    }

    /// As if dice fell at every decision of this game.
    fn with_dice(game: &[(State, Action)]) -> impl Iterator<Item = (State, Action, bool)> {
        game.iter().map(|&(state, action)| (state, action, true))
    }

    fn judged(rules: &Rules, game: &[(State, Action)], config: JudgeConfig) -> Vec<Judged<Action>> {
        let policy = maker(|| Random);
        let mut judge = Judge::<Toy>::new(rules, with_dice(game), &policy, config);
        while judge.step(0.0) {}
        judge.judged()
    }

    /// The share of many games that the deciding side wins with each choice.
    fn values(rules: &Rules, state: State, games: u64) -> Vec<(Action, f64)> {
        let config = RolloutConfig { seed: 99, max_turns: 200, rerolls: 0, as_it_is: false };
        let decision = Rollout::<Toy>::new(rules, &state, config).expect("somebody decides");
        let never = AtomicBool::new(false);
        let value = |&action: &Action| {
            let mut rolled = Rolled::new(action);
            for game in 0..games {
                let (outcome, _) =
                    decision.play(action, game, (Random, Random), &never).expect("nothing stops it");
                rolled.push(outcome);
            }
            (action, rolled.results.mean())
        };
        decision.choices().iter().map(value).collect()
    }

    /// A side that always takes the last choice errs, and is told so where it costs most.
    #[test]
    fn the_worst_choices_are_found() {
        let rules = rules();
        let config = JudgeConfig { work: 400_000, ..CONFIG };
        let (mut found, mut all) = (0, 0);
        for seed in 0..10 {
            let game = game(&rules, seed, |_, legal| legal[legal.len() - 1]);
            let loss = |(state, action): &(State, Action)| {
                let values = values(&rules, *state, 400);
                let best = values.iter().map(|one| one.1).fold(0.0, f64::max);
                best - values.iter().find(|one| one.0 == *action).expect("it is legal").1
            };
            let losses: Vec<f64> = game.iter().map(loss).collect();
            let judged = judged(&rules, &game, config);
            assert!(judged.len() <= config.candidates);
            let mistakes: Vec<_> = judged.iter().filter(|one| one.is_mistake()).collect();
            assert!(mistakes.iter().all(|one| losses[one.index] > 0.0), "{mistakes:?}");
            let worst = losses.iter().copied().fold(0.0, f64::max);
            if worst > 0.15 {
                all += 1;
                found += u32::from(mistakes.iter().any(|one| losses[one.index] > worst - 0.06));
            }
        }
        assert!(all >= 4 && found == all, "{found} of {all}");
    }

    /// France guesses the secret in these decisions, and may choose among numbers about which it knows the same.
    fn guesses<'a>(
        rules: &'a Rules,
        decisions: &[(State, Action)],
        policy: &'a Maker<Toy>,
        config: JudgeConfig,
    ) -> Judge<'a, Toy> {
        let mut judge = Judge::<Toy>::new(rules, with_dice(decisions), policy, config);
        for contest in &mut judge.contests {
            contest.others.retain(|other| matches!(other.action, Action::Guess(_)));
            assert_eq!(contest.others.len(), 2);
        }
        while judge.step(0.0) {}
        judge
    }

    /// A decision in which France guesses 1, if a game has one.
    fn guess(rules: &Rules, seed: u64) -> Option<(State, Action)> {
        let game = game(rules, seed, |state, legal| match Toy::status(state).side() {
            Some(Side::France) if legal.contains(&Action::Guess(1)) => Action::Guess(1),
            _ => Action::Walk,
        });
        game.into_iter().find(|one| one.1 == Action::Guess(1))
    }

    /// Eight choices that are as good as their alternatives. Without fresh games, or with intervals that hold only one by one,
    /// a side would be blamed more often.
    #[test]
    fn who_does_not_err_is_blamed_in_few_games() {
        let (rules, policy) = (rules(), maker(|| Random));
        let decisions: Vec<_> = (0..).filter_map(|seed| guess(&rules, seed)).take(8).collect();
        let blamed = |seed: &u64| {
            let config = JudgeConfig { seed: *seed, candidates: 8, work: 160_000, ..CONFIG };
            guesses(&rules, &decisions, &policy, config).judged().iter().any(Judged::is_mistake)
        };
        let blamed = (0..60).filter(blamed).count();
        // Only one side of the interval counts: 1.5 of them at most, with a standard deviation of 1.2.
        assert!(blamed <= 5, "{blamed} of 60");
    }

    /// A side is not blamed for what it could not know, such as guessing wrong.
    #[test]
    fn what_was_not_seen_is_not_held_against_a_side() {
        let (rules, policy) = (rules(), maker(|| Random));
        for decision in (0..).filter_map(|seed| guess(&rules, seed)).take(12) {
            for one in guesses(&rules, &[decision], &policy, CONFIG).judged() {
                assert!(one.difference.value.abs() < 0.1, "{one:?}");
            }
        }
    }

    /// A decision repeated without dice is judged once.
    #[test]
    fn decisions_alike_are_one() {
        let rules = rules();
        let game = game(&rules, 4, |_, legal| legal[legal.len() - 1]);
        let policy = maker(|| Random);
        let judged = |dice: bool| {
            let again = game.iter().take(1).cycle().take(20).map(|&(state, action)| (state, action, dice));
            let mut judge = Judge::<Toy>::new(&rules, again, &policy, CONFIG);
            while judge.step(0.0) {}
            judge.judged().len()
        };
        assert_eq!((judged(true), judged(false)), (3, 1));
    }

    #[test]
    fn it_can_be_stopped_and_keeps_to_its_time_and_work() {
        let rules = rules();
        let game = game(&rules, 1, |_, legal| legal[0]);
        let policy = maker(|| Random);
        let mut judge = Judge::<Toy>::new(&rules, with_dice(&game), &policy, CONFIG);
        let mut last = 0.0;
        while judge.step(0.0) {
            assert!(judge.progress() >= last && judge.is_judging() == (judge.progress() >= 0.5), "{judge:?}");
            last = judge.progress();
            assert!(judge.is_judging() || judge.judged().is_empty());
        }
        assert_eq!(judge.progress(), 1.0);
        let most = CONFIG.work + 6 * 200;
        assert!((CONFIG.work..most).contains(&judge.work), "{}", judge.work);

        // Who has little time judges with fewer games, and says nothing of what was played out in too few.
        let mut judge = Judge::<Toy>::new(&rules, with_dice(&game), &policy, CONFIG);
        let mut steps = 0;
        while judge.step(f64::from(steps) / 200.0) {
            steps += 1;
        }
        assert!(judge.is_judging() && judge.work < CONFIG.work);
        assert!(judge.judged().iter().all(|one| one.interval == Interval::UNBOUNDED && !one.is_mistake()));

        let mut judge = Judge::<Toy>::new(&rules, with_dice(&game), &policy, CONFIG);
        assert!(!judge.step(1.0) && judge.judged().is_empty());
        assert!(!Judge::<Toy>::new(&rules, [], &policy, CONFIG).step(0.0));
    }
}
