//! Tests of whole sessions.

mod drafted;
mod hidden;
mod pairs;
mod watched;
