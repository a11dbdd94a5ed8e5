//! The phases of a turn and the set-up: the choices at each decision, and what carries out each choice and step.
//!
//! A phase knows words, state, rules, formulas and the routines of [`super::play`], but no other phase.

pub(super) mod chits;
pub(super) mod combat;
pub(super) mod crisis;
pub(super) mod fln_move;
pub(super) mod french_move;
pub(super) mod insurgency;
pub(super) mod political;
pub(super) mod recruit;
pub(super) mod referendum;
pub(super) mod reinforce;
pub(super) mod search;
pub(super) mod setup;
pub(super) mod structure;
pub(super) mod supply;
