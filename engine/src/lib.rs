//! Rules and states of two board wargames of the Algerian War, and their notation, positions and records.
//!
//! The crate uses no threads, files, clock or terminal. A [`Game`] is a type without values; its states are plain old data, and
//! its rules are built once and borrowed. Dice ([`dice::Dice`]) and the receiver of events ([`Sink`]) live outside the state.

pub mod algeria;
mod arguments;
pub mod conformance;
pub mod data;
pub mod dice;
mod ensure;
mod error;
mod field;
mod game;
mod getters;
pub mod ici;
mod machine;
pub mod notation;
pub mod observation;
pub mod position;
pub mod record;
mod side;
mod sink;
pub mod toy;
mod words;

pub use error::{NotationError, StateError};
pub use field::{Column, Field, Form, Kind, TallyColumn};
pub use game::{
    Actions, Choices, FullGame, Game, Hidden, IllegalAction, Item, MAX_CHOICES, Measured, Notation,
    Observation, Removable, Rolls, Setting, SettingError, Status, Tally, Use, View, try_apply,
};
pub use side::{BySide, Outcome, RelativeOutcome, Side, UnknownSide};
pub use sink::{Audience, Sink};
