use std::fmt;
use std::time::Duration;

/// The budget of a bot: iterations per decision, or wall time per decision or turn.
///
/// Only [`Budget::Iterations`] makes a searching bot play the same game on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Iterations per decision.
    Iterations(u32),
    /// Wall time per decision.
    Decision(Duration),
    /// Wall time for all decisions of one side in one turn; the bot divides it.
    Turn(Duration),
}

/// For people, as `60 iterations per decision` or `20 ms per decision`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(1) => f.write_str("1 iteration per decision"),
            Self::Iterations(iterations) => write!(f, "{iterations} iterations per decision"),
            Self::Decision(time) => write!(f, "{} ms per decision", time.as_millis()),
            Self::Turn(time) => write!(f, "{} ms per turn", time.as_millis()),
        }
    }
}
