//! The floor: `random` draws uniformly among the legal actions.
//!
//! It has no knowledge and no aim. Other bots are measured against it first, it reaches positions that no player would, and a
//! search without any knowledge would use it for playouts (flat Monte Carlo; Abramson, *Expected-outcome: a general model
//! of static evaluation*, 1990). Since a decision offers many places and few ways to stop, it spends recklessly: in *Algeria*
//! its Government ruins itself within a few turns.
//!
//! It draws from its own generator, so its games are the same on every machine.

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
