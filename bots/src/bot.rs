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
/// A new bot is made for each game ([`Maker`](crate::Maker)), so it remembers only that game. Its choices must depend only on
/// what it was shown and on its generator: then a game is the same on every machine and in every thread.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions; there are at least two.
    ///
    /// A bot that draws at random need not list them; one that values each uses [`Choices::list`]. `view` is all it may know;
    /// random draws come from its own generator `rng`.
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action;

    /// True if it learns from the other side's decisions: the game then shows it each one ([`Bot::watch`]).
    fn watches(&self) -> bool {
        false
    }

    /// Called before the other side plays `action`, if the bot [watches](Bot::watches) and its side may see the action. `view`
    /// is the position as the bot's side sees it.
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

    /// Sets the handle that reports progress and stops the search. Ignored by a bot that answers at once.
    fn set_control(&mut self, control: Control) {
        let _ = control;
    }

    /// The number of iterations it has searched since it was made; 0 for a bot that does not search.
    fn iterations(&self) -> u64 {
        0
    }

    /// The CPU time that its process has used for its answers since it was made; `None` if unknown. Used only for a bot that
    /// [can forfeit](Bot::can_forfeit).
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// True if it may become unable to continue, like an external program. A game then checks [`Bot::forfeit`] after each of
    /// its decisions.
    fn can_forfeit(&self) -> bool {
        false
    }

    /// Why the bot cannot continue; `None` if it can. Its last choice is then not played, and the other side wins.
    fn forfeit(&self) -> Option<&Forfeit> {
        None
    }

    /// Called when its game has ended, with the outcome; `None` if the game exceeded the turn limit. Called only for a bot that
    /// [can forfeit](Bot::can_forfeit).
    fn end(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }

    /// Its values of the `legal` actions, to show to a person; `None` if it has none.
    ///
    /// Separate from [`Bot::choose`], so that it costs nothing in play. Does not affect later choices.
    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let _ = (view, legal);
        None
    }
}

/// A bot that can choose the best of a few given choices.
pub trait Selective<G: Game>: Bot<G> {
    /// Its choice among `few` (not empty); the first if it does not value choices.
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
