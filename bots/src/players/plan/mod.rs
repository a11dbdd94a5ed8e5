//! Bots with one plan: opponents that a bot must not lose to because it expects nobody to play like that.
//!
//! `plan:name=NAME` plays one side by a single idea, carried through whatever the opponent does, and everything else as
//! [`sober`](crate::sober) does, or as [`heuristic`](crate::heuristic) with `base=heuristic`: the other side, and every
//! decision that the plan has no opinion on. [`AlgeriaPlan`] and [`IciPlan`] say exactly what each plan does, so that its
//! results can be compared between engines. A plan knows what is in the position and has no weights; it cannot be good
//! against everybody, and that is what it is for: a bot that beats its base by a habit of the base shows here.
//!
//! One-trick opponents keep a pool honest: self-play alone drifts into cycles in which each version beats the one before
//! it (Balduzzi and others, *Open-ended learning in symmetric zero-sum games*, 2019), and so does tuning against one
//! opponent.

mod algeria;
mod ici;

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Choices, Game, Side, Status, View};

use crate::Bot;
use crate::spec::{Key, Values};

pub(crate) use algeria::entry as algeria;
pub(crate) use ici::entry as ici;

pub use algeria::AlgeriaPlan;
pub use ici::IciPlan;

/// A single idea for one side of a game.
pub trait Plan<G: Game>: Copy + Send {
    /// True if the base is asked about decisions of the plan too, since it keeps books.
    const ASKS_ALWAYS: bool = false;

    /// The side that has it.
    fn side(self) -> Side;

    /// How much the plan wants an action, the more the higher; 0 if it has no opinion.
    fn wants(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> u32;

    /// True if the plan never does this as long as there is anything else.
    fn bans(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> bool {
        let _ = (view, kind, action);
        false
    }
}

/// Plays one side by a plan, and everything else as another bot.
#[derive(Clone, Copy, Debug)]
pub struct Planned<P, B> {
    /// The plan.
    pub plan: P,
    /// Plays what the plan has no opinion on.
    pub base: B,
}

impl<G: Game, P: Plan<G>, B: Bot<G>> Bot<G> for Planned<P, B> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let advice = P::ASKS_ALWAYS.then(|| self.base.choose(view, choices, rng));
        let mut advice = || advice.unwrap_or_else(|| self.base.choose(view, choices, rng));
        let Status::Decision { side, kind } = view.status() else { return advice() };
        if side != self.plan.side() {
            return advice();
        }
        let legal = choices.to_list();
        let mut best = (0, None);
        for &action in &legal {
            let wanted = self.plan.wants(view, kind, action);
            if wanted > best.0 {
                best = (wanted, Some(action));
            }
        }
        if let (_, Some(action)) = best {
            return action;
        }
        let advice = advice();
        if !self.plan.bans(view, kind, advice) {
            return advice;
        }
        let left: Vec<_> = legal.into_iter().filter(|&action| !self.plan.bans(view, kind, action)).collect();
        let ranked = self.base.explain(view, &left).map(|told| told.ranked);
        let second = ranked.and_then(|ranked| ranked.first().map(|one| one.action));
        second.or_else(|| left.first().copied()).unwrap_or(advice)
    }
}

/// The key that says who plays what a plan has no opinion on.
const BASE: Key = Key {
    name: "base",
    help: "the bot that plays whatever the plan has no opinion on",
    values: Values::Word { default: "sober", words: &["sober", "heuristic"] },
};
