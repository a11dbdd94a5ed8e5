//! A human against a bot: one [`Session`] for both games, with two front ends, a terminal and a local web page.
//!
//! [`Playable`] holds everything specific to a game (its map, its wording, its rule sections); nothing else here knows a
//! game. A front end reads a [`View`], which holds what one side may see, and sends choices back as text.

mod algeria;
pub mod board;
mod games;
pub mod guide;
mod ici;
mod playable;
mod plural;
pub mod session;
pub mod table;
pub mod terminal;
pub mod web;

pub use games::{Catalogue, MenuEntry, Word};
pub use playable::{Playable, Prompt};
pub use session::{Session, SessionError, View};
