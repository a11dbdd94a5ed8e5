//! Errors as exceptions.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult};

pyo3::create_exception!(
    _wilaya,
    WilayaError,
    PyValueError,
    "Invalid input. The message names it and says what to do."
);

/// An exception with a message of the libraries.
pub fn refused(why: impl Display) -> PyErr {
    WilayaError::new_err(why.to_string())
}

/// Refuses a number below the least.
pub fn at_least(option: &str, found: u64, least: u64) -> PyResult<()> {
    if found < least { Err(refused(format!("{option} must be at least {least}"))) } else { Ok(()) }
}
