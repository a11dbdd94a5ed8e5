use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::bot_rng;
use wilaya_engine::{BySide, Game, Side, View};

use crate::Bot;

/// A bot for each side, with its generator.
#[derive(Clone, Debug)]
pub struct Pair<A, B> {
    /// Plays the FLN.
    pub fln: A,
    /// Plays France.
    pub france: B,
    /// What they leave to chance is drawn from these.
    pub rng: BySide<Pcg64Mcg>,
}

impl<A, B> Pair<A, B> {
    /// Two bots for game `index` of the run with this seed.
    pub fn new((fln, france): (A, B), (seed, index): (u64, u64)) -> Self {
        Self { fln, france, rng: BySide::new_with(|side| bot_rng(seed, index, side)) }
    }

    /// Asks the bot of the side that decides.
    #[inline(always)]
    pub fn choose<G: Game>(&mut self, view: View<'_, G>, choices: &G::Choices) -> G::Action
    where
        A: Bot<G>,
        B: Bot<G>,
    {
        match view.side() {
            Side::Fln => self.fln.choose(view, choices, &mut self.rng.fln),
            Side::France => self.france.choose(view, choices, &mut self.rng.france),
        }
    }
}
