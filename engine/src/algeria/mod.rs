//! *Algeria: The War of Independence 1954–1962*, by Brian Train.

pub mod data;
pub mod rules;
pub mod types;
