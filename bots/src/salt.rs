//! Salts: a bot with a salt draws from another generator, so that copies of it differ and can play each other.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use wilaya_engine::dice::stream_key;
use wilaya_engine::{Game, View};

use crate::Bot;
use crate::budget::Budget;
use crate::control::Control;
use crate::entry::Maker;
use crate::explain::Explanation;
use crate::spec::{Key, Values};

/// The purpose of salted streams.
const PURPOSE: u64 = 34;

/// The key that every bot takes.
pub(crate) const SALT: Key = Key {
    name: "salt",
    help: "changes its random numbers, so that copies of a bot can meet in an arena",
    values: Values::Whole { default: 0, least: 0, most: u32::MAX as u64 },
};

/// A bot that draws from a generator derived from its own and a salt.
struct Salted<B> {
    bot: B,
    salt: u64,
    rng: Option<Pcg64Mcg>,
}

impl<G: Game, B: Bot<G>> Bot<G> for Salted<B> {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        self.bot.choose(view, choices, salted_rng(&mut self.rng, self.salt, rng))
    }

    fn watches(&self) -> bool {
        self.bot.watches()
    }

    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        self.bot.watch(view, action, salted_rng(&mut self.rng, self.salt, rng));
    }

    fn set_budget(&mut self, budget: Budget) {
        self.bot.set_budget(budget);
    }

    fn budget(&self) -> Option<Budget> {
        self.bot.budget()
    }

    fn set_control(&mut self, control: Control) {
        self.bot.set_control(control);
    }

    fn iterations(&self) -> u64 {
        self.bot.iterations()
    }

    fn explain(&self, view: View<'_, G>, legal: &[G::Action]) -> Option<Explanation<G::Action>> {
        self.bot.explain(view, legal)
    }
}

/// The generator of a salted bot, made from that of its game on first use.
fn salted_rng<'a>(own: &'a mut Option<Pcg64Mcg>, salt: u64, rng: &mut Pcg64Mcg) -> &'a mut Pcg64Mcg {
    own.get_or_insert_with(|| Pcg64Mcg::seed_from_u64(stream_key(rng.next_u64(), salt, PURPOSE)))
}

/// The same bots with a salt; 0 leaves them unchanged.
pub(crate) fn salted<G: Game>(make: Maker<G>, salt: u64) -> Maker<G> {
    if salt == 0 {
        return make;
    }
    Box::new(move || Box::new(Salted { bot: make(), salt, rng: None }))
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Game as _;
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::toy::Toy;

    use crate::play::Match;
    use crate::{Roster as _, build};

    /// The actions of a bot against `random`, in one game.
    fn game(bot: &str) -> Vec<String> {
        let [fln, france] =
            [bot, "random"].map(|bot| build::<Toy>(&bot.parse().expect("a bot")).expect("a bot"));
        let rules = Toy::rules(&Toy::figures(), &Toy::samples()[1]).expect("it is a setting");
        let dice = SeededDice::new(1, 2);
        let mut game = Match::<Toy, _, _, _>::new(&rules, dice, (fln(), france()), (1, 2), &mut ());
        std::iter::from_fn(|| game.step(&mut ())).map(|(side, action)| format!("{side} {action:?}")).collect()
    }

    #[test]
    fn a_salt_makes_another_player_that_is_the_same_each_time() {
        assert_eq!(game("random:salt=0"), game("random"));
        assert_ne!(game("random:salt=1"), game("random"));
        assert_ne!(game("random:salt=1"), game("random:salt=2"));
        assert_eq!(game("random:salt=1"), game("random:salt=1"));
        let refused =
            |text: &str| build::<Toy>(&text.parse().expect("a bot")).err().map(|error| error.to_string());
        assert_eq!(
            refused("random:salt=x").as_deref(),
            Some("bot \"random\": salt is \"x\", expected a whole number from 0 to 4294967295")
        );
    }
}
