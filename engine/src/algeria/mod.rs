//! *Algeria: The War of Independence 1954–1962*, by Brian Train.
//!
//! Perfect information, many dice. The sequence of play is a machine of small decisions and steps ([`Node`]), listed in one
//! table; each file of `phases` holds one phase or family of missions.

mod action;
mod candidates;
mod check;
mod classes;
pub mod data;
mod describe;
mod event;
mod flow;
pub mod formulas;
mod game;
mod label;
mod nodes;
mod notation;
mod offer;
mod phases;
mod play;
mod position;
pub mod rules;
mod state;
mod tally;
pub mod types;
mod view;
pub mod words;

pub use action::{Action, Verb};
pub use classes::{ACTIVE, FRENCH};
pub use event::{ApCause, Event, FlnChange, GovChange, PslCause};
pub use label::RollKind;
pub use offer::Offer;
pub use rules::Rules;
pub use state::{ALGERIA, State};
pub use tally::Tally;
pub use words::{Decision, Node};

/// *Algeria: The War of Independence 1954-1962*.
///
/// ```
/// use wilaya_engine::algeria::Algeria;
/// use wilaya_engine::dice::SeededDice;
/// use wilaya_engine::{Actions, Game, Setting, Status};
///
/// let rules = Algeria::rules(&Algeria::figures(), &Setting::default())?;
/// let mut dice = SeededDice::new(1, 0);
/// let mut state = Algeria::start(&rules, &mut dice, &mut ());
/// let mut legal = Actions::<Algeria>::new();
/// // Each side takes its first choice until the game is over.
/// while let Status::Decision { .. } = Algeria::status(&state) {
///     legal.clear();
///     Algeria::legal(&rules, &state, &mut legal);
///     Algeria::apply(&rules, &mut state, legal[0], &mut dice, &mut ());
/// }
/// assert!(matches!(Algeria::status(&state), Status::Over(_)));
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Algeria;
