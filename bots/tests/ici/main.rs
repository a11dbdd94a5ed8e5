//! *Ici, c'est la France!* as the bots play it.

mod allocation;
mod coverage;
mod figure_exceptions;
mod figures;
mod heuristic;
mod hidden;
mod odds;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod watch;
