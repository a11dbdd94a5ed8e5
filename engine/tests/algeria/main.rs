//! The rules of *Algeria*, one file a part of them.

mod bars;
mod build;
mod combat;
mod conformance;
mod coup;
mod deployment;
mod events;
mod final_psl;
mod flow;
mod flush;
mod government;
mod harass;
mod income;
mod interphase;
mod missions;
mod moves;
mod nato_suez;
mod odds;
mod options;
mod phase_odds;
mod ratings;
mod react;
mod reinforcement;
mod sets;
mod setup;
mod support;
