//! *Ici, c'est la France!*: Kim Kanger's game of the Algerian War.

mod action;
mod check;
mod chits;
mod combat;
mod control;
mod crisis;
pub mod data;
mod decision;
mod event;
mod fln_move;
mod french_move;
mod game;
mod insurgency;
mod knowledge;
mod label;
mod notation;
mod observe;
mod play;
mod political;
mod position;
mod reading;
mod recruit;
mod referendum;
mod reinforce;
pub mod rules;
mod search;
mod setup;
mod state;
mod story;
mod structure;
mod supply;
mod table;
mod tally;
#[cfg(test)]
mod tests;
pub mod types;
mod units;

pub use action::{Action, Crossing, Verb};
pub use control::Control;
pub use decision::Decision;
pub use event::{Event, Removal};
pub use game::Ici;
pub use label::Throw;
pub use state::{DRAWN, Ending, Group, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, WAITING, date};
pub use table::Table;
pub use tally::Tally;
