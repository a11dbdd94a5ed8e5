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
/// A new bot is made for each game ([`Maker`](crate::Maker)), so what it keeps from decision to decision is of that game only. It
/// must depend on nothing but what it was shown, and on its generator: then a game is the same game on every machine
/// and in every thread.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions, of which there are at least two.
    ///
    /// A bot that draws among them need not list them; one that weighs each has [`Choices::list`]. What it may know is
    /// in `view`; what it leaves to chance it draws from `rng`, which is its own.
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action;

    /// True if it learns from what the other side decides: a game then shows it each such decision ([`Bot::watch`]).
    fn watches(&self) -> bool {
        false
    }

    /// The other side is about to play `action` in the position that this bot's side sees as `view`. Called only for actions
    /// that its side may see, and only if it [watches](Bot::watches).
    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        let _ = (view, action, rng);
    }

    /// Says how much it may think from now on; its keys said it before. A bot that answers at once has no use for it.
    fn set_budget(&mut self, budget: Budget) {
        let _ = budget;
    }

    /// How much it may think; `None` for a bot that answers at once.
    fn budget(&self) -> Option<Budget> {
        None
    }

    /// Gives it a hand by which it is watched and stopped while it thinks. A bot that answers at once has no use for it.
    fn set_control(&mut self, control: Control) {
        let _ = control;
    }

    /// How many iterations it has searched since it was made; 0 for a bot that does not search.
    fn iterations(&self) -> u64 {
        0
    }

    /// CPU time that its process has taken for its answers since it was made; `None` where that is not known. Only a bot that
    /// [can forfeit](Bot::can_forfeit) is asked.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// True if it may be unable to go on, as a program that runs elsewhere. A game then asks for [`Bot::forfeit`] after each of
    /// its decisions.
    fn can_forfeit(&self) -> bool {
        false
    }

    /// Why it cannot go on, once it cannot: what it chose last is not played, and the other side wins.
    fn forfeit(&self) -> Option<&Forfeit> {
        None
    }

    /// Tells it that its game has ended, and how; `None` for a game that went on too long. Only a bot that
    /// [can forfeit](Bot::can_forfeit) is told.
    fn end(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }

    /// What it thinks of the `legal` actions, for a person who asks; `None` if it has no opinion to tell.
    ///
    /// It is not part of [`Bot::choose`], so that who plays does not pay for it, and it changes nothing about what is
    /// chosen later.
    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        let _ = (view, legal);
        None
    }
}

/// A bot that can be asked for the best of a few choices.
pub trait Selective<G: Game>: Bot<G> {
    /// What it plays if these are all its choices, of which there is at least one: the first, for a bot that weighs none.
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
