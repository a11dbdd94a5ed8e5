//! Positions, events, actions and rolls as text.

mod describe;
mod notation;

pub(super) use notation::{find_chit, parse_crossing};
