//! Whatever is read and accepted is sound: positions that were tampered with and figures that were changed are refused,
//! or games can be played with them.

#![allow(clippy::print_stdout)]

mod figures;
mod observations;
mod positions;
mod settings;
mod watch;
