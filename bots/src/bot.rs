use std::time::Duration;

use rand_pcg::Pcg64Mcg;
#[cfg(doc)]
use wilaya_engine::Choices;
use wilaya_engine::{Game, Outcome, View};

use crate::budget::Budget;
use crate::control::Control;
use crate::explain::Explanation;
use crate::forfeit::Forfeit;

/// A player of one side in one game.
///
/// A new bot is made for each game ([`Maker`](crate::Maker)), so that it remembers only that game. It must depend only on what
/// it was shown and on its generator: then a game is the same on every machine and in every thread.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions, of which there are at least two.
    ///
    /// A bot that draws at random need not list them; one that values each has [`Choices::list`]. What it may know is in
    /// `view`; random draws come from `rng`, which is its own.
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action;

    /// True if it learns from the other side's decisions: a game then shows it each of them ([`Bot::watch`]).
    fn watches(&self) -> bool {
        false
    }

    /// Called when the other side is about to play `action` in the position that this bot's side sees as `view`, provided that
    /// its side may see the action and that it [watches](Bot::watches).
    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        let _ = (view, action, rng);
    }

    /// Replaces the budget set by its keys. Ignored by a bot that answers at once.
    fn set_budget(&mut self, budget: Budget) {
        let _ = budget;
    }

    /// Its budget; `None` for a bot that answers at once.
    fn budget(&self) -> Option<Budget> {
        None
    }

    /// Gives it a handle through which its progress is shown and its thinking stopped. Ignored by a bot that answers at once.
    fn set_control(&mut self, control: Control) {
        let _ = control;
    }

    /// The number of iterations it has searched since it was made; 0 for a bot that does not search.
    fn iterations(&self) -> u64 {
        0
    }

    /// The CPU time that its process has used for its answers since it was made; `None` if unknown. Asked only of a bot that
    /// [can forfeit](Bot::can_forfeit).
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// True if it may become unable to continue, like an external program. A game then checks [`Bot::forfeit`] after each of
    /// its decisions.
    fn can_forfeit(&self) -> bool {
        false
    }

    /// The reason why it cannot continue, if so: its last choice is not played, and the other side wins.
    fn forfeit(&self) -> Option<&Forfeit> {
        None
    }

    /// Tells it that its game has ended, and how; `None` for a game that was too long. Called only for a bot that [can
    /// forfeit](Bot::can_forfeit).
    fn end(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }

    /// Its values of the `legal` actions, for a person who asks; `None` if it has none.
    ///
    /// This is separate from [`Bot::choose`], so that playing does not pay for it, and it does not affect later choices.
    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let _ = (view, legal);
        None
    }
}

/// A bot that can choose the best of a few given choices.
pub trait Selective<G: Game>: Bot<G> {
    /// Its choice if only these, at least one, are available; the first, for a bot that does not value choices.
    fn choose_among(&mut self, view: View<'_, G>, few: &[G::Action]) -> G::Action {
        let _ = view;
        few[0]
    }
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    #[inline]
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        (**self).choose(view, choices, rng)
    }

    fn watches(&self) -> bool {
        (**self).watches()
    }

    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        (**self).watch(view, action, rng);
    }

    fn set_budget(&mut self, budget: Budget) {
        (**self).set_budget(budget);
    }

    fn budget(&self) -> Option<Budget> {
        (**self).budget()
    }

    fn set_control(&mut self, control: Control) {
        (**self).set_control(control);
    }

    fn iterations(&self) -> u64 {
        (**self).iterations()
    }

    fn cpu_time(&self) -> Option<Duration> {
        (**self).cpu_time()
    }

    fn can_forfeit(&self) -> bool {
        (**self).can_forfeit()
    }

    fn forfeit(&self) -> Option<&Forfeit> {
        (**self).forfeit()
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        (**self).end(outcome);
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        (**self).explain(view, legal)
    }
}
