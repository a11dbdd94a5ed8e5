//! The search of this package.

use rand_pcg::Pcg64Mcg;
use wilaya_bots::mcts::{Mcts, Settings};
use wilaya_bots::{Bot as _, Budget};
use wilaya_engine::{Actions, Game as _, Side, View};

use crate::connect_four::{Board, ConnectFour};

/// The search as it is for any game about which nothing but the rules is known.
pub fn search(iterations: u32, seed: u64) -> u8 {
    let settings = Settings { budget: Budget::Iterations(iterations), ..Settings::default() };
    let board = Board::default();
    let mut choices = Actions::<ConnectFour>::new();
    ConnectFour::choices(&(), &board, &mut choices);
    let mut bot = Mcts::<ConnectFour>::new(settings);
    let mut rng: Pcg64Mcg = rand::SeedableRng::seed_from_u64(seed);
    let column = bot.choose(View::new(&(), &board, Side::Fln), &choices, &mut rng);
    // Iterations that do not fill a round are left.
    assert!(bot.iterations() >= u64::from(iterations) * 99 / 100, "{}", bot.iterations());
    column
}
