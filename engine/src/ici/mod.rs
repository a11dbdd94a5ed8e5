//! *Ici, c'est la France!*: Kim Kanger's game of the Algerian War.

mod action;
mod check;
pub mod data;
mod describe;
mod event;
mod flow;
pub mod formulas;
mod game;
mod knowledge;
mod label;
mod nodes;
mod notation;
mod observation;
mod observe;
mod offer;
mod phases;
mod play;
mod position;
pub mod rules;
mod state;
mod tally;
#[cfg(test)]
mod tests;
pub mod types;
mod units;
mod view;
pub mod words;

pub use action::{Action, Crossing, Verb};
pub use event::{Event, Removal};
pub use formulas::Control;
pub use label::RollKind;
pub use offer::{Marches, Offer, Prices};
pub use state::{DRAWN, Group, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, WAITING, date};
pub use tally::Tally;
pub use view::Position;
pub use words::{Decision, Ending, Node};

/// *Ici, c'est la France!*, by Kim Kanger.
///
/// ```
/// use wilaya_engine::dice::SeededDice;
/// use wilaya_engine::ici::Ici;
/// use wilaya_engine::{Choices, Game, Setting, Status};
///
/// let setting = Setting { scenario: Some("1959".to_owned()), ..Setting::default() };
/// let rules = Ici::rules(&Ici::figures(), &setting)?;
/// let state = Ici::start(&rules, &mut SeededDice::new(1, 0), &mut ());
/// assert!(matches!(Ici::status(&state), Status::Decision { .. }));
/// // Choices are offered as sets; turning them into a list takes longer.
/// let mut choices = <Ici as Game>::Choices::default();
/// Ici::choices(&rules, &state, &mut choices);
/// assert_eq!(choices.len(), choices.to_list().len());
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ici;
