//! Tests that play many games, to hold intervals to what they claim.

mod coverage;
mod identical;
