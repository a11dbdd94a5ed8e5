#[cfg(doc)]
use super::searchable::Searchable;
use crate::Budget;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much it may think.
    pub budget: Budget,
    /// Threads that search at once, at least 1.
    pub threads: usize,
    /// Turns that a playout goes on beyond what the game wants for the kind of decision ([`Searchable::horizon`]).
    pub horizon: u16,
    /// How many standard errors better than what the policy advises a choice must be to be played.
    pub doubt: f64,
    /// For how much of an observation one counts that was made in an earlier decision of the phase: 0 to 1.
    pub keep: f64,
    /// Choices below the root of a line that are searched; the policy plays what comes after.
    pub depth: usize,
    /// How much choices below the root are explored that look worse.
    pub explore: f64,
    /// The share of the prior that goes to what the policy would choose below the root; the rest is shared by all.
    pub trust: f64,
    /// Plans are searched too.
    pub plans: bool,
    /// It learns how its opponent plays; else it expects the policy of the game.
    pub learns: bool,
    /// What remains of the share of a model of the opponent that would have decided otherwise: above 0, below 1.
    pub floor: f64,
    /// How much of what was learnt of the opponent is kept from one decision to the next: 0 to 1.
    pub recall: f64,
    /// It branches on every kind of decision.
    pub all: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Iterations(400),
            threads: 1,
            horizon: 0,
            doubt: 1.0,
            keep: 0.25,
            depth: 0,
            explore: 0.4,
            trust: 0.5,
            plans: true,
            learns: true,
            floor: 0.25,
            recall: 0.99,
            all: false,
        }
    }
}
