//! Positions of one game at which an item could be played.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::Bot;
use wilaya_bots::play::Match;
use wilaya_engine::dice::{SeededDice, stream_key};
use wilaya_engine::{Actions, FullGame};

use super::plan::{ForkItem, ForkPlan};

/// The purpose of the streams that draw positions.
const DRAWN: u64 = 34;

/// A uniform draw from a stream of positions (Vitter 1985, with a reservoir of one).
#[derive(Debug)]
struct Draw<T> {
    seen: u32,
    rng: Pcg64Mcg,
    kept: Option<T>,
}

impl<T> Draw<T> {
    fn new(key: u64) -> Self {
        Self { seen: 0, rng: Pcg64Mcg::seed_from_u64(key), kept: None }
    }

    fn offer(&mut self, make: impl FnOnce() -> T) {
        self.seen += 1;
        if self.rng.random_range(0..self.seen) == 0 {
            self.kept = Some(make());
        }
    }
}

/// A decision at which an item can be played.
#[derive(Debug)]
pub(super) struct Spot<G: FullGame> {
    pub(super) period: u16,
    pub(super) state: G::State,
    /// The position without the item.
    pub(super) without: G::State,
    /// The actions that play it, and the others.
    pub(super) with: Actions<G>,
    pub(super) others: Actions<G>,
}

/// The start of a turn.
#[derive(Debug)]
pub(super) struct Beginning<G: FullGame> {
    pub(super) period: u16,
    pub(super) turn: u16,
    /// The last action before it and the position then; `None` if it follows the set-up.
    pub(super) last: Option<(G::State, G::Action)>,
    pub(super) dice: SeededDice,
}

/// The positions drawn from one game.
#[derive(Debug)]
pub(super) struct Drawn<G: FullGame> {
    /// For each item.
    pub(super) spots: Vec<Option<Spot<G>>>,
    pub(super) beginning: Option<Beginning<G>>,
}

/// How an item can be played at a decision, if it can and there is an alternative.
fn spot<G: FullGame>(
    rules: &G::Rules,
    state: &G::State,
    legal: &Actions<G>,
    item: &ForkItem<G::Rules>,
) -> Option<(G::State, Actions<G>, Actions<G>)> {
    let (without, less) = match (G::without(rules, state, item.number), &item.barred) {
        (Some(without), _) => (without, rules),
        (None, Some(barred)) => (*state, barred),
        (None, None) => return None,
    };
    let mut left = Actions::<G>::new();
    G::legal(less, &without, &mut left);
    let (others, with): (Actions<G>, Actions<G>) =
        legal.iter().copied().partition(|action| left.contains(action));
    (!left.is_empty() && !others.is_empty() && !with.is_empty()).then_some((without, with, others))
}

/// Plays game `index` and draws positions from it. `None` if `stop` was set.
pub(super) fn draw<G: FullGame, A: Bot<G>, B: Bot<G>>(
    rules: &G::Rules,
    plan: &ForkPlan,
    items: &[ForkItem<G::Rules>],
    index: u64,
    bots: (A, B),
    stop: &AtomicBool,
) -> Option<Drawn<G>> {
    let key = stream_key(plan.seed, index, DRAWN);
    let mut spots: Vec<_> =
        items.iter().map(|item| Draw::new(stream_key(key, item.number as u64, 0))).collect();
    let mut beginnings = Draw::new(stream_key(key, 0, 1));
    let mut dice = SeededDice::new(plan.seed, index);
    let mut last = None;
    let mut turn = 0;
    let mut game = Match::<G, _, _, _>::new(rules, dice.clone(), bots, (plan.seed, index), &mut ());
    let mut legal = Actions::<G>::new();
    loop {
        let state = *game.state();
        let now = G::clock(&state).0;
        if now > turn {
            let period = G::period(rules, &state);
            beginnings.offer(|| Beginning { period, turn: now, last, dice: dice.clone() });
            turn = now;
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if now > plan.max_turns || G::status(&state).outcome().is_some() {
            break;
        }
        legal.clear();
        G::legal(rules, &state, &mut legal);
        for (draw, item) in spots.iter_mut().zip(items) {
            if let Some((without, with, others)) = spot::<G>(rules, &state, &legal, item) {
                let period = G::period(rules, &state);
                draw.offer(|| Spot { period, state, without, with, others });
            }
        }
        dice = game.dice.clone();
        let Some((_, action)) = game.step(&mut ()) else { break };
        last = Some((state, action));
    }
    Some(Drawn { spots: spots.into_iter().map(|draw| draw.kept).collect(), beginning: beginnings.kept })
}
