//! The figures of *Algeria*: the built-in files, the checks on reading them, and the [`Rules`](super::Rules) compiled from
//! them.

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
