//! The phases of a turn, and the families of missions: the choices at each decision, and what carries out each choice and step.
//!
//! Only the table of nodes imports them. Routines that several phases use are in [`super::play`].

pub(super) mod build;
pub(super) mod combat;
pub(super) mod deployment;
pub(super) mod fln_missions;
pub(super) mod french_missions;
pub(super) mod interphase;
pub(super) mod random_events;
pub(super) mod react;
pub(super) mod reinforcement;
pub(super) mod set_up;
