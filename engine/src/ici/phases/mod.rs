//! The phases of a turn and the set-up: the choices at each decision, and what carries out each choice and step.
//!
//! Only the table of nodes imports them. Routines that several phases use are in [`super::play`].

pub(super) mod chits;
pub(super) mod combat;
pub(super) mod crisis;
pub(super) mod fln_move;
pub(super) mod french_move;
pub(super) mod insurgency;
pub(super) mod political;
pub(super) mod recruit;
pub(super) mod referendum;
pub(super) mod reinforcement;
pub(super) mod search;
pub(super) mod set_up;
pub(super) mod structure;
pub(super) mod supply;
