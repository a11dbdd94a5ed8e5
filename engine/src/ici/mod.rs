//! *Ici, c'est la France!*: Kim Kanger's game of the Algerian War.

pub mod rules;
pub mod types;
