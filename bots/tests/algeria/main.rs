//! *Algeria* as the bots play it.

mod allocation;
mod coverage;
mod figure_exceptions;
mod figures;
mod heuristic;
mod odds;
mod plan;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod watch;
