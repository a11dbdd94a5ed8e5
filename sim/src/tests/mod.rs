//! Tests that play many games: of the claims of intervals, of what is the same, and of the suite of test positions.

mod coverage;
mod identical;
mod suite;
