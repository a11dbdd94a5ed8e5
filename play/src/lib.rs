//! A person against a bot: one [`Session`] for both games, and two faces of it, a terminal and a page on this machine.
//!
//! What a game has to say for itself (its map, its words, its rule sections) is in [`Playable`]; nothing else here knows a
//! game. A face reads a [`View`], made of what one side may see, and hands choices back as text.

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
