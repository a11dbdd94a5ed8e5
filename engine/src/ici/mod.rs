//! *Ici, c'est la France!*: Kim Kanger's game of the Algerian War.

mod action;
mod check;
pub mod data;
mod event;
pub mod formulas;
mod game;
mod knowledge;
mod label;
mod nodes;
mod observation;
mod observe;
mod offer;
mod phases;
mod play;
mod position;
pub mod rules;
mod state;
mod tally;
#[cfg(test)]
mod tests;
mod text;
pub mod types;
mod units;
mod view;
pub mod words;

pub use action::{Action, Crossing, Verb};
pub use event::{Event, Removal};
pub use formulas::Control;
pub use label::Throw;
pub use offer::{Marches, Offer, Prices};
pub use state::{DRAWN, Ending, Group, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, WAITING, date};
pub use tally::Tally;
pub use view::Table;
pub use words::{Decision, Node};

/// *Ici, c'est la France!*, by Kim Kanger.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ici;
