//! A bot that combines a plan with a base.

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Actions, Choices, Game, Side, Status, View};

use crate::bot::Selective;
use crate::spec::{Key, Values};
use crate::{Bot, Explanation};

/// A single-minded plan for one side of a game.
pub trait Plan<G: Game>: Copy + Send + 'static {
    /// All plans, the default first.
    const ALL: &'static [Self];

    /// True if the base is asked about the plan's decisions too, because it tracks state.
    const ASKS_ALWAYS: bool = false;

    /// The side that follows the plan.
    fn side(self) -> Side;

    /// The plans of a side.
    fn of(side: Side) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |plan| plan.side() == side)
    }

    /// True if the plan may want or ban an action at decisions of this kind.
    fn cares(self, kind: G::Decision) -> bool;

    /// How much the plan wants an action; 0 if it has no opinion.
    fn wants(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> u32;

    /// True if the plan takes this action only if there is no other.
    fn bans(self, view: View<'_, G>, kind: G::Decision, action: G::Action) -> bool {
        let _ = (view, kind, action);
        false
    }
}

/// Plays one side by a plan, and leaves everything else to the base.
#[derive(Clone, Copy, Debug)]
pub struct Planned<P, B> {
    /// The plan; without one the base plays everything.
    pub plan: Option<P>,
    /// Decides wherever the plan has no opinion.
    pub base: B,
}

impl<G: Game, P: Plan<G>, B: Selective<G>> Bot<G> for Planned<P, B> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        let (Some(plan), Status::Decision { side, kind }) = (self.plan, view.status()) else {
            return self.base.choose(view, choices, rng);
        };
        if side != plan.side() || !plan.cares(kind) {
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
    help: "the bot that decides wherever the plan has no opinion",
    values: Values::Word { default: "sober", words: &["sober", "heuristic"] },
};

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::ici::Ici;
    use wilaya_engine::{FullGame, Setting};

    use super::super::{AlgeriaPlan, IciPlan};
    use super::*;

    /// Games by chance, looked through for what each plan wants and bans.
    fn only_what_it_cares_for<G: FullGame, P: Plan<G> + std::fmt::Debug>(scenario: &str, plans: &[P]) {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let rules = G::rules(&G::figures(), &setting).unwrap_or_else(|error| panic!("{error}"));
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut opinions = vec![0; plans.len()];
        for game in 0..20 {
            let mut dice = SeededDice::new(1, game);
            let mut state = G::start(&rules, &mut dice, &mut ());
            while let Status::Decision { side, kind } = G::status(&state) {
                let mut legal = Actions::<G>::new();
                G::legal(&rules, &state, &mut legal);
                let view = View::new(&rules, &state, side);
                for (&plan, opinions) in
                    plans.iter().zip(&mut opinions).filter(|(plan, _)| plan.side() == side)
                {
                    let has = |action: &G::Action| {
                        plan.wants(view, kind, *action) > 0 || plan.bans(view, kind, *action)
                    };
                    let found = legal.iter().filter(|action| has(action)).count();
                    assert!(found == 0 || plan.cares(kind), "{plan:?} has an opinion at {kind:?}");
                    *opinions += found;
                }
                let action = legal[rng.random_range(..legal.len())];
                G::apply(&rules, &mut state, action, &mut dice, &mut ());
            }
        }
        for (plan, opinions) in plans.iter().zip(opinions) {
            assert!(opinions > 0, "{plan:?} never has an opinion");
        }
    }

    #[test]
    fn plans_have_opinions_only_on_what_they_care_for() {
        only_what_it_cares_for::<Algeria, _>("1958", AlgeriaPlan::ALL);
        only_what_it_cares_for::<Ici, _>("1955", IciPlan::ALL);
    }
}
