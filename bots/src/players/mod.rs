//! The bots, and the games they play. A new bot needs its file and two lines here.

pub mod heuristic;
pub mod plan;
pub mod random;
pub mod sober;
pub mod thrift;

use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;

use crate::entry::Entry;
use crate::mcts;
use thrift::Habits;

/// The bots that play every game.
#[must_use]
pub fn common<G: Habits>() -> Vec<Entry<G>> {
    vec![random::entry(), thrift::entry()]
}

/// The bots that play *Algeria*.
pub(crate) fn algeria() -> Vec<Entry<Algeria>> {
    let own = [sober::algeria(), plan::algeria(), heuristic::algeria(), mcts::entry()];
    common().into_iter().chain(own).collect()
}

/// The bots that play *Ici, c'est la France!*.
pub(crate) fn ici() -> Vec<Entry<Ici>> {
    let own = [sober::ici(), plan::ici(), heuristic::ici(), mcts::entry()];
    common().into_iter().chain(own).collect()
}
