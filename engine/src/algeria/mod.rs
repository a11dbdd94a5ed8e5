//! *Algeria: The War of Independence 1954–1962*, by Brian Train.
//!
//! Perfect information, many dice. The sequence of play is a machine of small decisions and steps ([`Node`]), listed in one
//! table; each file of `phases` holds one phase or family of missions.

pub mod action;
mod candidates;
mod check;
mod classes;
pub mod data;
mod describe;
pub mod event;
mod flow;
pub mod formulas;
mod game;
mod nodes;
pub mod offer;
mod phases;
mod play;
mod position;
pub mod rules;
pub mod state;
mod tally;
mod text;
pub mod types;
mod view;
pub mod words;

pub use action::{Action, Verb};
pub use classes::{ACTIVE, FRENCH};
pub use event::Event;
pub use offer::Offer;
pub use rules::Rules;
pub use state::{ALGERIA, State};
pub use tally::AlgeriaTally;
pub use types::Algeria;
pub use words::{Decision, Node};
