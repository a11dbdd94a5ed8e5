//! Plays out the branches.

use std::sync::atomic::AtomicBool;

use wilaya_bots::Bot;
use wilaya_bots::play::{CountingDice, Match, play_out};
use wilaya_engine::dice::{Dice, Force, ForcingDice, Label, SeededDice, stream_key};
use wilaya_engine::{Actions, FullGame, Rolls, Side};

use super::plan::{Fork, ForkItem, ForkPlan, Gain};
use super::spot::{Beginning, Spot, draw};

/// The purpose of the streams of playouts.
const PLAYED: u64 = 35;

/// The result of a playout: true if the FLN won, `None` if it exceeded the turn limit.
type Result = Option<bool>;

/// The dice of the game up to a turn, and different ones from then on.
#[derive(Clone, Debug)]
struct Turning<D> {
    before: SeededDice,
    after: D,
    turn: u16,
    turned: bool,
}

impl<D: Dice> Dice for Turning<D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        if self.turned { self.after.uniform(label, n) } else { self.before.uniform(label, n) }
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        self.turned |= turn >= self.turn;
        if self.turned {
            self.after.rekey(turn, phase);
        } else {
            self.before.rekey(turn, phase);
        }
    }
}

/// The context shared by all playouts of a game.
struct Branches<'a, G: FullGame, M> {
    rules: &'a G::Rules,
    plan: &'a ForkPlan,
    seed: u64,
    bots: &'a M,
    stop: &'a AtomicBool,
}

impl<G: FullGame, A: Bot<G>, B: Bot<G>, M: Fn() -> (A, B)> Branches<'_, G, M> {
    /// Plays on with these rules from a position, starting with one of the given actions if any, else with the bot's choice.
    /// `None` if `stop` was set.
    fn play(&self, rules: &G::Rules, state: G::State, first: &[G::Action], key: u64) -> Option<Result> {
        let dice = CountingDice::new(SeededDice::new(self.seed, key));
        let mut game = Match::<G, _, _, _>::from(rules, state, dice, (self.bots)(), (self.seed, key));
        let side = G::status(&state).side()?;
        if !first.is_empty() {
            let action = game.choose_among(first);
            game.carry_out(side, action, &mut ());
        }
        self.end(&mut game)
    }

    /// Plays a turn with some rolls forced, then plays on. `None` if `stop` was set; no result if those rolls did not occur.
    fn force(&self, beginning: &Beginning<G>, rolls: &Rolls, key: u64) -> Option<Result> {
        let Beginning { turn, last, dice, .. } = beginning;
        let forced = rolls.iter().map(|&(label, face)| Force { turn: Some(*turn), label, face }).collect();
        let after = ForcingDice::new(SeededDice::new(self.seed, key), forced);
        let dice = Turning { before: dice.clone(), after, turn: *turn, turned: false };
        let (dice, bots, key) = (CountingDice::new(dice), (self.bots)(), (self.seed, key));
        let mut game = match *last {
            Some((state, action)) => {
                let mut game = Match::<G, _, _, _>::from(self.rules, state, dice, bots, key);
                let side = G::status(&state).side()?;
                game.carry_out(side, action, &mut ());
                game
            }
            None => Match::<G, _, _, _>::new(self.rules, dice, bots, key, &mut ()),
        };
        let result = self.end(&mut game)?;
        Some(result.filter(|_| game.dice.inner_mut().after.used() > 0))
    }

    fn end<D: Dice>(&self, game: &mut Match<'_, G, CountingDice<D>, A, B>) -> Option<Result> {
        let played = play_out(game, self.plan.max_turns, self.stop, &mut ())?;
        Some(played.outcome.map(|outcome| outcome.is_won_by(Side::Fln)))
    }

    /// Both comparisons at a decision.
    fn decision(&self, spot: &Spot<G>, item: &ForkItem<G::Rules>) -> Option<(Gain, Gain)> {
        let (mut now, mut worth) = (Gain::default(), Gain::default());
        let less = item.barred.as_ref().unwrap_or(self.rules);
        let mut left = Actions::<G>::new();
        G::legal(less, &spot.without, &mut left);
        // A decision with a single choice is not asked for.
        let left = if left.len() == 1 { left.as_slice() } else { &[] };
        for playout in 0..u64::from(self.plan.playouts) {
            let key = (item.number as u64 + 1) << 32 | playout;
            let with = self.play(self.rules, spot.state, &spot.with, key)?;
            now.push(with, self.play(self.rules, spot.state, &spot.others, key)?);
            worth.push(with, self.play(less, spot.without, left, key)?);
        }
        Some((now, worth))
    }
}

/// The forks of one game, in the order of the items. `None` if `stop` was set.
pub(super) fn forks<G: FullGame, A: Bot<G>, B: Bot<G>>(
    rules: &G::Rules,
    plan: &ForkPlan,
    items: &[ForkItem<G::Rules>],
    game: u64,
    bots: &impl Fn() -> (A, B),
    stop: &AtomicBool,
) -> Option<Vec<Fork>> {
    let drawn = draw(rules, plan, items, game, bots(), stop)?;
    let branches = Branches { rules, plan, seed: stream_key(plan.seed, game, PLAYED), bots, stop };
    // The branch without an event is the same for all events.
    let mut nothing: Option<(Rolls, Vec<Result>)> = None;
    let mut forks = Vec::new();
    for (item, spot) in items.iter().zip(&drawn.spots) {
        let fork = match (G::rolled_for(rules, item.number), &drawn.beginning, spot) {
            (Some([there, none]), Some(beginning), _) => {
                let play = |rolls: &Rolls| -> Option<Vec<Result>> {
                    (0..u64::from(plan.playouts)).map(|key| branches.force(beginning, rolls, key)).collect()
                };
                if nothing.as_ref().is_none_or(|(rolls, _)| *rolls != none) {
                    let results = play(&none)?;
                    nothing = Some((none, results));
                }
                let without = nothing.iter().flat_map(|(_, results)| results);
                let mut worth = Gain::default();
                play(&there)?.into_iter().zip(without).for_each(|(with, without)| worth.push(with, *without));
                (beginning.period, Gain::default(), worth)
            }
            (None, _, Some(spot)) => {
                let (now, worth) = branches.decision(spot, item)?;
                (spot.period, now, worth)
            }
            _ => continue,
        };
        let (period, now, worth) = fork;
        forks.push(Fork { game, item: item.number, period, now, worth });
    }
    Some(forks)
}
