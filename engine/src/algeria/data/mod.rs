//! The figures of *Algeria*: the files they are built in from, the checks on reading them, and the [`Rules`](super::Rules) they are
//! compiled to.

mod bars;
mod compile;
mod files;
mod map;
mod missions;
mod scenarios;
mod schema;
mod setting;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use bars::items;
pub use compile::{check, compile};
pub use files::{GAME, figures};
pub use setting::setting;
