use std::fmt;
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

/// For people, as `60 iterations a decision` or `20 ms a decision`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(1) => f.write_str("1 iteration a decision"),
            Self::Iterations(iterations) => write!(f, "{iterations} iterations a decision"),
            Self::Decision(time) => write!(f, "{} ms a decision", time.as_millis()),
            Self::Turn(time) => write!(f, "{} ms a turn", time.as_millis()),
        }
    }
}
