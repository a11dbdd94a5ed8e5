//! Players: given a [`View`](wilaya_engine::View) of the game and its legal actions, a bot chooses one.
//!
//! A bot is named by a specification of the form `name[:key=value]…`, such as `thrift:cap=20` ([`BotSpec`]). The bots of a game
//! are listed in its [`Roster`]. A new bot is one file, plus one line in the list of each game that it plays, in
//! `players/mod.rs` ([`common`] for a bot that plays them all).
//!
//! ```
//! use wilaya_bots::{BotSpec, build};
//! use wilaya_engine::toy::Toy;
//! let spec: BotSpec = "thrift:cap=20".parse()?;
//! let make = build::<Toy>(&spec)?;
//! let bot = make();
//! # drop(bot);
//! # Ok::<(), wilaya_bots::SpecError>(())
//! ```

mod algeria;
pub mod analysis;
mod bot;
mod budget;
mod control;
pub mod cpu;
mod draw;
mod entry;
pub mod evaluation;
mod explain;
mod forfeit;
mod ici;
pub mod mcts;
mod pair;
pub mod play;
mod players;
pub mod protocol;
pub mod registry;
mod salt;
mod spec;
mod toy;

pub use bot::{Bot, Selective};
pub use budget::Budget;
pub use control::Control;
pub use draw::{among, by_verb, by_verb_among, uniform};
pub use entry::{Entry, Maker, maker};
pub use explain::{Alternative, Explanation, Unit};
pub use forfeit::{Fault, Forfeit, Forfeited};
pub use pair::{Pair, seen_by_other};
pub use players::{common, heuristic, plan, random, sober, thrift};
pub use random::Random;
pub use registry::{Roster, build, build_among, describe};
pub use spec::{BotSpec, Key, Params, SpecError, Values, parse_list};
pub use thrift::{Habits, Thrift};
