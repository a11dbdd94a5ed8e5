//! Tests that play many games: coverage of intervals, identical results, and the suite of test positions.

mod coverage;
mod identical;
mod suite;
