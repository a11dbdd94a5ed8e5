//! A decision taken apart: each legal action played out many times with the same dice.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::ThreadPool;
use wilaya_bots::Bot;
use wilaya_bots::evaluation::Evaluated;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{Actions, BySide, Side, Status};
use wilaya_stats::{Adjusted, Estimate, Moments, paired};

use crate::luck::{Luck, play_with_luck};
use crate::ordered::ordered;
use crate::play::{CountingDice, Match};

/// The purpose of the streams of imagined positions.
const PURPOSE: u64 = 33;

/// How a decision is played out.
#[derive(Clone, Copy, Debug)]
pub struct Rollout {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// How many games for each action.
    pub games: u64,
    /// A game that goes on after this turn says nothing.
    pub max_turns: u16,
    /// The number of other rolls of each step, by which its luck is measured.
    pub rerolls: u16,
    /// Whether what the side to decide does not see is as it is in the position. If not, each game has other hidden
    /// parts that fit what it sees.
    pub as_it_is: bool,
}

/// An action that was played out. Results are those of the side to decide: 1 if it wins, 0 if not.
#[derive(Clone, Debug)]
pub struct Rolled<A> {
    /// The action.
    pub action: A,
    /// The results.
    pub results: Moments,
    /// The results less their luck.
    pub adjusted: Adjusted,
    /// The result and luck of each game, if it was finished.
    games: Vec<Option<(f64, f64)>>,
}

impl<A> Rolled<A> {
    /// By how much its results less luck are better than those of another action with the same dice. The coefficient of
    /// the luck is that of this action's games.
    #[must_use]
    pub fn better_than(&self, other: &Self) -> Estimate {
        let less = |game: (f64, f64), by: &Adjusted| game.0 - by.coefficient() * game.1;
        let both = self.games.iter().zip(&other.games);
        paired(
            both.filter_map(|(one, two)| {
                Some((less((*one)?, &self.adjusted), less((*two)?, &other.adjusted)))
            }),
        )
    }
}

/// Plays out each legal action of the decision at `state`, the best one first. None if the game is over there, or if
/// `stop` was raised. `progress` is told how many of all games have been played.
pub fn rollout<G: Evaluated, A: Bot<G>, B: Bot<G>>(
    rules: &G::Rules,
    state: &G::State,
    plan: &Rollout,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    pool: &ThreadPool,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Option<(Side, Vec<Rolled<G::Action>>)> {
    let Status::Decision { side, .. } = G::status(state) else { return None };
    let mut legal = Actions::<G>::new();
    G::legal(rules, state, &mut legal);
    let seen = G::observe(rules, state, side);
    let choices = legal.len() as u64;
    // All actions of a game come one after the other, so that a run that is stopped has played each as often.
    let work = |number: u64| {
        let (game, choice) = (number / choices, (number % choices) as usize);
        let start = if plan.as_it_is {
            *state
        } else {
            let key = stream_key(plan.seed, game, PURPOSE);
            G::determinize(rules, &seen, &mut Pcg64Mcg::seed_from_u64(key))
        };
        let key = (plan.seed, game);
        let dice = CountingDice::new(SeededDice::new(plan.seed, game));
        let mut game = Match::<G, _, _, _>::from(rules, start, dice, (fln(), france()), key);
        let mut luck = Luck::new(plan.rerolls, key);
        let first = Some(legal[choice]);
        let played = play_with_luck(rules, &mut game, plan.max_turns, stop, &mut (), &mut luck, first)?;
        let for_side = BySide { fln: luck.total(), france: -luck.total() }[side];
        Some(played.winner.map(|winner| (f64::from(u8::from(winner == side)), for_side)))
    };
    let mut rolled: Vec<_> = legal
        .iter()
        .map(|&action| Rolled {
            action,
            results: Moments::default(),
            adjusted: Adjusted::default(),
            games: Vec::new(),
        })
        .collect();
    let wanted = choices * plan.games;
    let done = ordered(pool, wanted, stop, work, |number, game| {
        let rolled = &mut rolled[(number % choices) as usize];
        if let Some((result, luck)) = game {
            rolled.results.push(result);
            rolled.adjusted.push(result, luck);
        }
        rolled.games.push(game);
        progress(number + 1);
        Ok::<(), Infallible>(())
    });
    if done != Ok(wanted) {
        return None;
    }
    let value = |rolled: &Rolled<G::Action>| rolled.adjusted.estimate().value;
    rolled.sort_by(|one, other| value(other).total_cmp(&value(one)));
    Some((side, rolled))
}

#[cfg(test)]
mod tests {
    use wilaya_bots::Random;
    use wilaya_engine::toy::{Action, Toy};
    use wilaya_engine::{Game, Setting};

    use super::*;

    /// France decides, and does not see the secret of the FLN.
    fn state(rules: &<Toy as Game>::Rules) -> <Toy as Game>::State {
        let mut dice = SeededDice::new(1, 0);
        let mut state = Toy::start(rules, &mut dice, &mut ());
        Toy::apply(rules, &mut state, Action::Walk, &mut dice, &mut ());
        state
    }

    fn rolled(threads: usize, as_it_is: bool) -> (Side, Vec<Rolled<Action>>) {
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting");
        let state = state(&rules);
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let plan = Rollout { seed: 4, games: 400, max_turns: 200, rerolls: 8, as_it_is };
        let mut seen = 0;
        let rolled = rollout::<Toy, _, _>(
            &rules,
            &state,
            &plan,
            (|| Random, || Random),
            &pool,
            &AtomicBool::new(false),
            |done| seen = done,
        );
        let (side, rolled) = rolled.expect("the game is not over");
        assert_eq!(seen, 400 * rolled.len() as u64);
        (side, rolled)
    }

    #[test]
    fn each_choice_is_played_as_often_whatever_the_threads() {
        let (side, one) = rolled(1, false);
        let (_, two) = rolled(2, false);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.action, &one.games), (two.action, &two.games));
            assert_eq!(one.results.count(), 400);
        }
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting");
        let state = state(&rules);
        assert_eq!(Toy::status(&state).side(), Some(side));
        let mut legal = Actions::<Toy>::new();
        Toy::legal(&rules, &state, &mut legal);
        assert_eq!(one.len(), legal.len());
    }

    #[test]
    fn hidden_parts_are_drawn_anew_unless_they_stay() {
        let games = |as_it_is| -> Vec<_> { rolled(1, as_it_is).1.into_iter().map(|one| one.games).collect() };
        assert_ne!(games(true), games(false));
    }

    #[test]
    fn differences_are_between_games_with_the_same_dice() {
        let (_, rolled) = rolled(1, true);
        let (best, other) = (&rolled[0], &rolled[1]);
        assert!(best.adjusted.estimate().value >= other.adjusted.estimate().value);
        let difference = best.better_than(other);
        assert_eq!(difference.n, 400);
        assert_eq!(best.better_than(best).value, 0.0);
        assert_eq!(best.better_than(best).error, 0.0);
    }
}
