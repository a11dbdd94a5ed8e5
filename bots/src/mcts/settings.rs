#[cfg(doc)]
use super::searchable::Searchable;
use crate::Budget;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Its budget.
    pub budget: Budget,
    /// The number of parallel threads, at least 1.
    pub threads: usize,
    /// Turns that a playout lasts beyond those of [`Searchable::horizon`].
    pub horizon: u16,
    /// The lead over the policy's choice, in standard errors, that another choice needs to be played.
    pub doubt: f64,
    /// The weight of an observation made at an earlier decision of the phase, 0 to 1.
    pub keep: f64,
    /// Exploration of worse-looking choices in a tree, in probability of winning.
    pub explore: f64,
    /// True to search plans as well.
    pub plans: bool,
    /// True to learn the opponent's policy; otherwise the game's policy is assumed.
    pub learns: bool,
    /// The factor for a model of the opponent that would have decided otherwise: above 0, below 1.
    pub floor: f64,
    /// The share of the evidence about the opponent that is kept from one decision to the next, 0 to 1.
    pub recall: f64,
    /// True to branch on every kind of decision.
    pub all: bool,
    /// The share of the decisions that are branched on which are taken at random instead (by verb), 0 to 1.
    pub slip: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Iterations(400),
            threads: 1,
            horizon: 0,
            doubt: 1.0,
            keep: 0.25,
            explore: 1.0,
            plans: true,
            learns: true,
            floor: 0.25,
            recall: 0.99,
            all: false,
            slip: 0.0,
        }
    }
}
