//! Formulas: where missions are possible, modifiers, prices, Control and odds, as pure functions of the rules and a position.
//!
//! The rules, the bots and the page all use these.

mod control;
mod missions;
mod modifiers;
mod odds;
mod prices;

pub use control::*;
pub use missions::*;
pub use modifiers::*;
pub use odds::*;
pub use prices::*;
