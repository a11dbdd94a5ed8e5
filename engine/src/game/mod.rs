//! The traits through which bots, runners and pages know a game.

mod core;
mod hidden;
mod measured;
mod notation;
mod removable;
mod setting;

pub use self::core::{Actions, Choices, Game, IllegalAction, MAX_CHOICES, Status, try_apply};
pub use hidden::{Hidden, Observation, View};
pub use measured::{Measured, Tally};
pub use notation::Notation;
pub use removable::{Item, Removable, Rolls, Use};
pub use setting::{Setting, SettingError};

/// A game with everything that the program can show.
pub trait FullGame: Hidden + Notation + Removable + Measured {}

impl<G: Hidden + Notation + Removable + Measured> FullGame for G {}
