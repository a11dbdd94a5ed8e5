//! External programs as bots, and bots of this program for other hosts, through a line protocol on standard input and output.
//!
//! `docs/protocol.md` describes it. [`serve`] plays for a host; [`Programs`] runs external programs.

mod lines;
mod messages;
mod program;
mod programs;
mod server;

pub use messages::{Choose, FromBot, NewGame, PROTOCOL, SeedError, Thinking, ToBot, parse_seed, seed_text};
pub use programs::{LIMIT, Programs, ProgramsError, Setup};
pub use server::{Player, ServeError, seat, serve};
