use wilaya_engine::Side;

use super::level::Level;
use crate::Bot;
use crate::evaluation::Evaluated;

/// What a search needs from a game in addition to its rules and the evaluation.
pub trait Searchable: Evaluated {
    /// True for a tree of the choices of both sides to the end of the game (UCT), which needs nothing but the rules; false for
    /// sequential halving among the choices of a decision, which is better where a policy knows how to play on. A tree has no use
    /// for plans, and of the [`Settings`](super::Settings) only for budget, threads, exploration and the model of the opponent.
    const TREE: bool = true;

    /// The policy, which makes all decisions that are not searched, for both sides.
    type Policy: Bot<Self> + Clone + std::fmt::Debug;

    /// The number of ways in which the policy can play a phase for a side, at least one.
    fn plans(side: Side) -> usize {
        let _ = side;
        1
    }

    /// The policy for a side with this plan, below [`Searchable::plans`]; 0 is the default.
    fn policy(side: Side, plan: usize) -> Self::Policy;

    /// The number of policies that a side may be assumed to follow, from one to [`MOST_MODELS`](super::MOST_MODELS).
    fn models(side: Side) -> usize {
        let _ = side;
        1
    }

    /// A policy that an opponent may follow. Its number is below [`Searchable::models`]; 0 is the most likely a priori.
    fn model(side: Side, _: usize) -> Self::Policy {
        Self::policy(side, 0)
    }

    /// True if a search branches on this kind of decision.
    fn branches(_: Self::Decision) -> bool {
        true
    }

    /// The number of turns beyond the current one that playouts last in a search on this kind of decision: more than 0 where the
    /// end of a turn does not yet show the effect of a choice.
    fn horizon(_: Self::Decision) -> u16 {
        0
    }

    /// Iterations per decision from which playouts last a turn longer: they vary more and owe less to the evaluation, which pays
    /// once there are many of them.
    const MANY: u32 = u32::MAX;

    /// Iterations per decision at a level, chosen so that neighbouring levels are some 100 Elo or more apart in *Algeria* and
    /// more iterations than those of the last level gain little (`bots/EXPERIMENTS.md`).
    fn iterations(level: Level) -> u32 {
        [4, 16, 60, 1_024][level as usize]
    }

    /// The share of the searched decisions taken at random at a level, where the fewest iterations are too strong for it.
    fn slip(_: Level) -> f64 {
        0.0
    }
}
