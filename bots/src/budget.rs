use std::time::Duration;

/// How much a bot may think.
///
/// Only [`Budget::Iterations`] makes a bot that searches play the same game on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many iterations a decision.
    Iterations(u32),
    /// So long a decision.
    Decision(Duration),
    /// So long for all decisions of one side in one turn; the bot shares it out.
    Turn(Duration),
}
