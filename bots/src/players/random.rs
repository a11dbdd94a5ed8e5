//! The floor: `random` draws uniformly among the legal actions.
//!
//! It knows nothing and wants nothing. It is what other bots are measured against first, what finds positions that
//! nobody would think of, and what a search without any knowledge would play out with (flat Monte Carlo; Abramson,
//! *Expected-outcome: a general model of static evaluation*, 1990). Since a decision offers many places and few ends, it
//! spends as if there were no tomorrow: in *Algeria* its Government ruins itself within a few turns.
//!
//! Its draws come from its own generator, so a game of it is the same game on every machine.

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Game, View};

use crate::entry::{Entry, maker};
use crate::{Bot, draw};

/// Draws uniformly among the legal actions: the floor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, _: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        draw::among::<G>(choices, rng)
    }
}

pub(crate) fn entry<G: Game>() -> Entry<G> {
    Entry {
        name: "random",
        summary: "draws uniformly among the legal actions: the floor",
        keys: &[],
        build: |_| Ok(maker(|| Random)),
    }
}
