use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Game, View};

use crate::registry::{Entry, maker};
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
