//! Plain, cheap play by fixed habits, documented exactly: for comparing engines, and as the best bot that needs no time
//! to think until there are better ones. One file a game.

mod algeria;
mod ici;

pub use algeria::AlgeriaSober;
pub(crate) use algeria::entry as algeria;
pub use ici::IciSober;
pub(crate) use ici::entry as ici;
