//! The Python package `wilaya`: a thin binding to the libraries.

mod bot;
mod encode;
mod error;
mod executor;
mod map;
mod plans;
mod position;
mod read;
mod run;
mod table;
mod tune;
mod work;

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the program with the arguments of a command line, its name first, and returns its exit status.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| wilaya::run(words));
    // The number of an exit code can only be found by comparison.
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
}

/// The compiled part of the package.
#[pymodule]
mod _wilaya {
    #[pymodule_export]
    use super::bot::View;
    #[pymodule_export]
    use super::error::WilayaError;
    #[pymodule_export]
    use super::executor::play_task;
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::plans::{arena, impact, items, rollout, sweep};
    #[pymodule_export]
    use super::position::{_position, Player, Position, encoding, replay};
    #[pymodule_export]
    use super::read::{read, read_table};
    #[pymodule_export]
    use super::run::{command, play, simulate};
    #[pymodule_export]
    use super::table::{_table, Table};
    #[pymodule_export]
    use super::tune::tune;

    #[pymodule_export]
    const VERSION: &str = wilaya_engine::record::VERSION;
}
