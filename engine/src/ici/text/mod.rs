//! Positions, events, actions and rolls as text.

mod describe;
mod notation;

pub(super) use notation::{crossing_text, find_chit, parse_crossing};
