//! Rollouts of the choices of a decision on all threads.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use wilaya_bots::Bot;
use wilaya_bots::analysis::{Rolled, Rollout};
use wilaya_bots::evaluation::Evaluated;

use crate::workers::Execution;

/// Plays out each choice of a decision in `games` games, and sorts the choices, the best first. `None` if `stop` was set.
/// `progress` receives the number of games played so far.
pub fn rollout<'a, G: Evaluated, A: Bot<G>, B: Bot<G>>(
    decision: &Rollout<'_, G>,
    games: u64,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    execution: impl Into<Execution<'a>>,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Option<Vec<Rolled<G::Action>>> {
    let choices = decision.choices();
    let count = choices.len() as u64;
    // All choices of a game are consecutive, so that a stopped rollout has played each equally often.
    let work = |number: u64| {
        let choice = choices[(number % count) as usize];
        decision.play(choice, number / count, (fln(), france()), stop).map(|(outcome, _)| outcome)
    };
    let mut rolled: Vec<_> = choices.iter().map(|&action| Rolled::new(action)).collect();
    let wanted = count * games;
    let done = execution.into().ordered(0..wanted, stop, work, |number, outcome| {
        rolled[(number % count) as usize].push(outcome);
        progress(number + 1);
        Ok::<(), Infallible>(())
    });
    if done != Ok(wanted) {
        return None;
    }
    let value = |rolled: &Rolled<G::Action>| rolled.adjusted.estimate().value;
    rolled.sort_by(|one, other| value(other).total_cmp(&value(one)));
    Some(rolled)
}

#[cfg(test)]
mod tests {
    use wilaya_bots::analysis::{Judge, JudgeConfig, LEAST_REROLLS, RolloutConfig};
    use wilaya_bots::play::Match;
    use wilaya_bots::{Random, Roster, build};
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::dice::{RecordingDice, SeededDice};
    use wilaya_engine::ici::Ici;
    use wilaya_engine::toy::{Action, Toy};
    use wilaya_engine::{Actions, Game, Setting};

    use super::*;

    /// France decides, and does not see the secret of the FLN.
    fn state(rules: &<Toy as Game>::Rules) -> <Toy as Game>::State {
        let mut dice = SeededDice::new(1, 0);
        let mut state = Toy::start(rules, &mut dice, &mut ());
        Toy::apply(rules, &mut state, Action::Walk, &mut dice, &mut ());
        state
    }

    fn rolled(threads: usize, as_it_is: bool) -> Vec<Rolled<Action>> {
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting");
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let config = RolloutConfig { seed: 4, max_turns: 200, rerolls: 8, as_it_is };
        let decision = Rollout::new(&rules, &state(&rules), config).expect("the game is not over");
        assert_eq!(Toy::status(&state(&rules)).side(), Some(decision.side()));
        let mut seen = 0;
        let rolled = rollout::<Toy, _, _>(
            &decision,
            400,
            (|| Random, || Random),
            &pool,
            &AtomicBool::new(false),
            |done| seen = done,
        );
        let rolled = rolled.expect("nothing stops it");
        assert_eq!(seen, 400 * rolled.len() as u64);
        rolled
    }

    #[test]
    fn each_choice_is_played_as_often_whatever_the_threads() {
        let (one, two) = (rolled(1, false), rolled(2, false));
        assert_eq!(one, two);
        assert!(one.iter().all(|one| one.results.count() == 400));
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting");
        let state = state(&rules);
        let mut legal = Actions::<Toy>::new();
        Toy::legal(&rules, &state, &mut legal);
        assert_eq!(one.len(), legal.len());
    }

    #[test]
    fn hidden_parts_are_drawn_anew_unless_they_stay() {
        let games =
            |as_it_is| -> Vec<_> { rolled(1, as_it_is).iter().map(|one| one.games().to_vec()).collect() };
        assert_ne!(games(true), games(false));
    }

    #[test]
    fn differences_are_between_games_with_the_same_dice() {
        let rolled = rolled(1, true);
        let (best, other) = (&rolled[0], &rolled[1]);
        assert!(best.adjusted.estimate().value >= other.adjusted.estimate().value);
        let difference = best.better_than(other);
        assert_eq!(difference.n, 400);
        assert_eq!(best.better_than(best).value, 0.0);
        assert_eq!(best.better_than(best).error, 0.0);
    }

    /// Judges choices of a game of the default bot against itself as a review does, and plays out the same decisions as `wilaya
    /// rollout` does in `games` games. Returns how many differences agree within their intervals, and the total.
    fn agreement<G: Roster>(scenario: &str, (seed, work, games): (u64, u64, u64)) -> (usize, usize) {
        let scenario = (!scenario.is_empty()).then(|| scenario.to_owned());
        let setting = Setting { scenario, ..Setting::default() };
        let rules = G::rules(&G::figures(), &setting).expect("it is a setting");
        let policy = build::<G>(&G::DEFAULT.parse().expect("it is a bot")).expect("it is a bot");
        let dice = RecordingDice::new(SeededDice::new(seed, 0));
        let mut game = Match::<G, _, _, _>::new(&rules, dice, (policy(), policy()), (seed, 0), &mut ());
        let mut decisions = Vec::new();
        game.dice.take();
        loop {
            let before = *game.state();
            let Some((_, action)) = game.step(&mut ()) else { break };
            decisions.push((before, action, !game.dice.take().is_empty()));
        }
        let config = JudgeConfig { seed, max_turns: 200, candidates: 10, alternatives: 5, work };
        let mut judge = Judge::<G>::new(&rules, decisions.iter().copied(), &policy, config);
        while judge.step(0.0) {}
        let judged = judge.judged();
        let pool = rayon::ThreadPoolBuilder::new().build().expect("threads can be started");
        let mut agreed = 0;
        for one in &judged {
            let rolling = RolloutConfig { seed: 1, max_turns: 200, rerolls: LEAST_REROLLS, as_it_is: false };
            let decision = Rollout::new(&rules, &decisions[one.index].0, rolling).expect("it is a decision");
            let never = AtomicBool::new(false);
            let makers = (|| policy(), || policy());
            let rolled = rollout(&decision, games, makers, &pool, &never, |_| ()).expect("nothing stops it");
            let of = |action| rolled.iter().find(|rolled| rolled.action == action).expect("it is legal");
            let long = of(one.action).better_than(of(one.instead));
            let error = libm::hypot(one.difference.error, long.error);
            let both = wilaya_stats::Estimate { value: one.difference.value - long.value, error, ..long };
            let agrees = both.interval_among(judged.len()).contains(0.0);
            agreed += usize::from(agrees);
        }
        (agreed, judged.len())
    }

    #[test]
    fn judged_choices_agree_with_long_rollouts() {
        let (mut agreed, mut all) = (0, 0);
        for seed in 0..4 {
            let (some, judged) = agreement::<Toy>("", (seed, 120_000, 1_000));
            (agreed, all) = (agreed + some, all + judged);
        }
        // One game in twenty may have one that does not.
        assert!(all >= 12 && agreed + 1 >= all, "{agreed} of {all}");
    }

    /// `cargo test --release -p wilaya-sim judged_choices_of_both -- --ignored`: six minutes of CPU time.
    #[test]
    #[ignore = "takes minutes"]
    fn judged_choices_of_both_games_agree_with_long_rollouts() {
        let found = [
            agreement::<Algeria>("1954", (1, 5_000_000, 1_500)),
            agreement::<Algeria>("1958", (2, 5_000_000, 1_500)),
            agreement::<Algeria>("1960", (3, 5_000_000, 1_500)),
            agreement::<Ici>("1955", (4, 10_000_000, 300)),
            agreement::<Ici>("1959", (5, 10_000_000, 300)),
        ];
        let (agreed, all) = found.iter().fold((0, 0), |(some, all), one| (some + one.0, all + one.1));
        // One game in twenty may have one that does not.
        assert!(all >= 45 && agreed + 1 >= all, "{agreed} of {all}: {found:?}");
    }
}
