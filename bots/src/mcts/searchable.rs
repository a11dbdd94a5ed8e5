use wilaya_engine::Side;

use super::level::Level;
use crate::Bot;
use crate::evaluation::Evaluated;

/// What a search asks of a game beside its rules and the evaluation.
pub trait Searchable: Evaluated {
    /// Plays what is not searched, for either side.
    type Policy: Bot<Self> + Clone + std::fmt::Debug;

    /// In how many ways the policy can play a phase for a side: at least one.
    fn plans(side: Side) -> usize {
        let _ = side;
        1
    }

    /// The policy for a side that plays by the plan with this number, below [`Searchable::plans`]; 0 is what it plays if
    /// nothing is known.
    fn policy(side: Side, plan: usize) -> Self::Policy;

    /// By how many policies a side may be thought to play: at least one, and at most [`MOST_MODELS`](super::MOST_MODELS).
    fn models(side: Side) -> usize {
        let _ = side;
        1
    }

    /// The policy with this number, below [`Searchable::models`], by which an opponent may play; 0 is the likeliest if nothing
    /// is known.
    fn model(side: Side, number: usize) -> Self::Policy {
        let _ = number;
        Self::policy(side, 0)
    }

    /// True if a search branches on this kind of decision.
    fn branches(kind: Self::Decision) -> bool {
        let _ = kind;
        true
    }

    /// For how many turns after the one that is played the playouts of a search on this kind of decision go on: longer where
    /// the evaluation does not see at the end of a turn what the choice brings about.
    fn horizon(kind: Self::Decision) -> u16 {
        let _ = kind;
        0
    }

    /// Iterations a decision at a level, chosen so that neighbours lie some 150 Elo or more apart in *Algeria* and the last one
    /// where more iterations gain little (`bots/EXPERIMENTS.md`).
    fn iterations(level: Level) -> u32 {
        match level {
            Level::Recruit => 4,
            Level::Regular => 15,
            Level::Veteran => 50,
            Level::Expert => 1_024,
        }
    }
}
