//! The choices of a decision played out on all threads.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use wilaya_bots::Bot;
use wilaya_bots::analysis::{Rolled, Rollout};
use wilaya_bots::evaluation::Evaluated;

use crate::ordered::ordered;

/// Plays out each choice of a decision in so many games, the best one first. None if `stop` was raised. `progress` is told how
/// many of all games have been played.
pub fn rollout<G: Evaluated, A: Bot<G>, B: Bot<G>>(
    decision: &Rollout<'_, G>,
    games: u64,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    pool: &ThreadPool,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Option<Vec<Rolled<G::Action>>> {
    let choices = decision.choices();
    let count = choices.len() as u64;
    // All choices of a game come one after the other, so that a run that is stopped has played each as often.
    let work = |number: u64| {
        let choice = choices[(number % count) as usize];
        decision.play(choice, number / count, (fln(), france()), stop).map(|(outcome, _)| outcome)
    };
    let mut rolled: Vec<_> = choices.iter().map(|&action| Rolled::new(action)).collect();
    let wanted = count * games;
    let done = ordered(pool, wanted, stop, work, |number, outcome| {
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
    use wilaya_bots::Random;
    use wilaya_bots::analysis::RolloutConfig;
    use wilaya_engine::dice::SeededDice;
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
}
