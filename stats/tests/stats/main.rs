//! The estimates against another implementation, and their intervals against what they promise.

mod coverage;
mod fixture;
