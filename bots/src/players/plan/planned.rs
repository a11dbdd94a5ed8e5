//! A bot with a plan and another bot below it.

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Choices, Game, Side, Status, View};

use crate::Bot;
use crate::spec::{Key, Values};

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

/// The key that names the bot below a plan.
pub(super) const BASE: Key = Key {
    name: "base",
    help: "the bot that plays whatever the plan has no opinion on",
    values: Values::Word { default: "sober", words: &["sober", "heuristic"] },
};
