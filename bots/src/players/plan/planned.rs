//! A bot that combines a plan with a base.

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Actions, Choices, Game, Side, Status, View};

use crate::bot::Selective;
use crate::spec::{Key, Values};
use crate::{Bot, Explanation};

/// A single-minded plan for one side of a game.
pub trait Plan<G: Game>: Copy + Send {
    /// True if the base is asked about the plan's decisions too, because it tracks state.
    const ASKS_ALWAYS: bool = false;

    /// The side that follows the plan.
    fn side(self) -> Side;

    /// How much the plan wants an action; 0 if it has no opinion.
    fn wants(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> u32;

    /// True if the plan never does this unless there is nothing else.
    fn bans(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> bool {
        let _ = (view, kind, action);
        false
    }
}

/// Plays one side by a plan, and everything else as the base.
#[derive(Clone, Copy, Debug)]
pub struct Planned<P, B> {
    /// The plan; without one the base plays everything.
    pub plan: Option<P>,
    /// Plays whatever the plan has no opinion on.
    pub base: B,
}

impl<G: Game, P: Plan<G>, B: Selective<G>> Bot<G> for Planned<P, B> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let (Some(plan), Status::Decision { side, kind }) = (self.plan, view.status()) else {
            return self.base.choose(view, choices, rng);
        };
        if side != plan.side() {
            return self.base.choose(view, choices, rng);
        }
        let advice = P::ASKS_ALWAYS.then(|| self.base.choose(view, choices, rng));
        let legal = choices.to_list();
        let mut best = (0, None);
        for &action in &legal {
            let wanted = plan.wants(view, kind, action);
            if wanted > best.0 {
                best = (wanted, Some(action));
            }
        }
        if let (_, Some(action)) = best {
            return action;
        }
        let advice = advice.unwrap_or_else(|| self.base.choose(view, choices, rng));
        if !plan.bans(view, kind, advice) {
            return advice;
        }
        let left: Actions<G> = legal.into_iter().filter(|&action| !plan.bans(view, kind, action)).collect();
        if left.is_empty() { advice } else { self.base.choose_among(view, &left) }
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        if self.plan.is_some() { None } else { self.base.explain(view, legal) }
    }
}

/// The key that names the base of a plan.
pub(super) const BASE: Key = Key {
    name: "base",
    help: "the bot that plays whatever the plan has no opinion on",
    values: Values::Word { default: "sober", words: &["sober", "heuristic"] },
};
