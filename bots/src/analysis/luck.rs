//! The luck of the dice in a game.
//!
//! The luck of a step is the probability of winning after it, according to an evaluation, minus the mean of that probability
//! over rerolls of the same action from the same position. Its expectation is zero for any evaluation, since the actual dice
//! and the rerolls have the same distribution. So the result of a game minus its luck has the same expectation as the
//! result; the better the evaluation, the lower its variance. It is a control variate ([`Adjusted`](wilaya_stats::Adjusted)),
//! known from the analysis of backgammon (Zare 1997) and, in another form, of poker (White and Bowling 2009).

use std::sync::atomic::{AtomicBool, Ordering};

use wilaya_engine::dice::{Dice, SeededDice, stream_key};
use wilaya_engine::{Game, Side, Sink, Status};

use crate::Bot;
use crate::evaluation::{Evaluated, evaluate_within};
use crate::play::{CountingDice, Match, Played};

/// The minimum number of rerolls per step.
pub const LEAST_REROLLS: u16 = 8;

/// The purpose of the streams of rerolls.
const PURPOSE: u64 = 32;

/// The probability that the FLN wins from here, 0 to 1: known at the end of the game, estimated before.
pub fn chance<G: Evaluated>(rules: &G::Rules, state: &G::State) -> f64 {
    match G::status(state) {
        Status::Over(outcome) => outcome.score(Side::Fln),
        Status::Decision { .. } => evaluate_within::<G>(rules, state),
    }
}

/// Adds up the luck of a game, step by step.
#[derive(Clone, Debug)]
pub struct Luck {
    rerolls: u16,
    key: u64,
    steps: u64,
    total: f64,
}

impl Luck {
    /// Starts at 0, for game `index` of a run with this seed and with this many rerolls per step.
    #[must_use]
    pub fn new(rerolls: u16, (seed, index): (u64, u64)) -> Self {
        Self { rerolls, key: stream_key(seed, index, PURPOSE), steps: 0, total: 0.0 }
    }

    /// Adds a step in which dice fell: an action, and the states before and after it. Returns its luck.
    pub fn step<G: Evaluated>(
        &mut self,
        rules: &G::Rules,
        before: &G::State,
        action: G::Action,
        after: &G::State,
    ) -> f64 {
        let rolls = u64::from(self.rerolls);
        let mut others = 0.0;
        for roll in 0..rolls {
            let mut state = *before;
            let mut dice = SeededDice::new(self.key, self.steps * rolls + roll);
            <G as Game>::apply(rules, &mut state, action, &mut dice, &mut ());
            others += chance::<G>(rules, &state);
        }
        self.steps += 1;
        let luck = chance::<G>(rules, after) - others / rolls as f64;
        self.total += luck;
        luck
    }

    /// How much the dice have raised (or lowered) the FLN's probability of winning, compared with average dice. Rounded to a
    /// millionth, as in files.
    #[must_use]
    pub fn total(&self) -> f64 {
        (self.total * 1e6).round() / 1e6
    }
}

/// Like [`play`](crate::play::play()), and adds up the luck of the steps. The first action may be given.
pub fn play_with_luck<G: Evaluated, D: Dice, S: Sink<G::Event>, A: Bot<G>, B: Bot<G>>(
    rules: &G::Rules,
    game: &mut Match<'_, G, CountingDice<D>, A, B>,
    max_turns: u16,
    stop: &AtomicBool,
    sink: &mut S,
    luck: &mut Luck,
    mut first: Option<G::Action>,
) -> Option<Played> {
    while G::clock(game.state()).0 <= max_turns {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (before, dice) = (*game.state(), game.dice.count());
        let action = match (first.take(), G::status(&before)) {
            (Some(action), Status::Decision { side, .. }) => {
                game.carry_out(side, action, sink);
                action
            }
            _ => match game.try_step(sink) {
                Ok(Some((_, action))) => action,
                Ok(None) => break,
                Err(_) if stop.load(Ordering::Relaxed) => return None,
                Err(forfeited) => return Some(game.ended(max_turns, Some(forfeited))),
            },
        };
        // A step without dice always has the same result, so there is no luck in it.
        if game.dice.count() != dice {
            luck.step::<G>(rules, &before, action, game.state());
        }
    }
    Some(game.ended(max_turns, None))
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Setting;
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;
    use wilaya_stats::{Adjusted, Moments};

    use super::*;

    use crate::{Roster, build};

    /// A game between two bots: its result for the FLN, 1 or 0, and its luck.
    fn game<G: Roster>(rules: &G::Rules, bots: [&str; 2], rerolls: u16, index: u64) -> (f64, f64) {
        let [fln, france] =
            bots.map(|bot| build::<G>(&bot.parse().expect("it is a bot")).expect("it is a bot"));
        let dice = CountingDice::new(SeededDice::new(3, index));
        let mut game = Match::<G, _, _, _>::new(rules, dice, (fln(), france()), (3, index), &mut ());
        let mut luck = Luck::new(rerolls, (3, index));
        let stop = AtomicBool::new(false);
        let played = play_with_luck(rules, &mut game, 200, &stop, &mut (), &mut luck, None);
        let outcome = played.expect("nothing stops it").outcome.expect("it ends");
        (outcome.score(Side::Fln), luck.total())
    }

    /// The luck of games of a bot against itself, and the adjusted results for the FLN.
    fn games<G: Roster>(bot: &str, rerolls: u16, count: u64) -> (Moments, Adjusted) {
        let rules = G::rules(&G::figures(), &Setting::default()).expect("it is a setting");
        let (mut lucks, mut adjusted) = (Moments::default(), Adjusted::default());
        for index in 0..count {
            let (result, luck) = game::<G>(&rules, [bot, bot], rerolls, index);
            lucks.push(luck);
            adjusted.push(result, luck);
        }
        (lucks, adjusted)
    }

    /// The evaluations are rough where both sides play by habit, but they still explain something, and luck goes both ways.
    #[test]
    fn luck_has_no_direction_and_explains_results() {
        let (algeria, ici) =
            (games::<Algeria>("sober", LEAST_REROLLS, 1_500), games::<Ici>("sober", LEAST_REROLLS, 150));
        for (luck, _) in [&algeria, &ici] {
            let mean = luck.estimate();
            assert!(mean.value.abs() < 4.0 * mean.error && mean.error > 0.0, "{mean:?}");
        }
        let (_, adjusted) = algeria;
        assert!(adjusted.coefficient() > 0.0 && adjusted.savings().1.low > 1.1, "{adjusted:?}");
    }

    /// The networks are trained for `heuristic`: with it, less than half as many games are enough.
    #[test]
    fn luck_explains_half_of_the_results_of_those_it_is_made_for() {
        for (luck, adjusted) in [games::<Algeria>("heuristic", 32, 2_000), games::<Ici>("heuristic", 32, 800)]
        {
            let (mean, (saved, interval)) = (luck.estimate(), adjusted.savings());
            assert!(mean.value.abs() < 4.0 * mean.error, "{mean:?}");
            assert!(saved > 2.0 && interval.low > 1.75, "{saved} {interval:?}");
        }
    }

    /// Luck is also at least half of the variance of the difference between two bots in pairs of games with the sides swapped.
    #[test]
    fn luck_halves_the_variance_of_paired_differences() {
        fn saved<G: Roster>(scenario: &str, other: &str, pairs: u64) -> f64 {
            let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
            let rules = G::rules(&G::figures(), &setting).expect("it is a setting");
            let mut adjusted = Adjusted::default();
            for index in 0..pairs {
                let (won, luck) = game::<G>(&rules, ["heuristic", other], 32, index);
                let (lost, other_luck) = game::<G>(&rules, [other, "heuristic"], 32, index);
                adjusted.push(won - lost, luck - other_luck);
            }
            adjusted.savings().0
        }
        // Most games of 1954 are won by the same side, so how much luck explains there depends on the rival.
        for (scenario, other) in [
            ("1954", "heuristic:terror=2"),
            ("1958", "heuristic:horizon=2:france_horizon=2"),
            ("1960", "heuristic:horizon=2:france_horizon=2"),
        ] {
            let saved = saved::<Algeria>(scenario, other, 1_000);
            assert!(saved > 2.0, "{scenario}: {saved}");
        }
        for scenario in ["1955", "1959"] {
            let saved = saved::<Ici>(scenario, "heuristic:reserve=4", 400);
            assert!(saved > 2.0, "{scenario}: {saved}");
        }
    }
}
