//! The budget of the forked reading.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A limit on time, or on the games from which positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Budget {
    /// Time from the start.
    Time(Duration),
    /// Games.
    Games(u64),
}

/// The text is not a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected minutes, hours or games, such as 30m, 2h or 500games")]
pub struct BudgetError;

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{}m", time.as_secs_f64() / 60.0),
            Self::Games(games) => write!(f, "{games}games"),
        }
    }
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or(BudgetError)?;
        let (number, unit) = text.split_at(at);
        let time = |seconds: f64| {
            let number = number.parse().ok().filter(|number| (0.0..1e6).contains(number) && *number > 0.0);
            number.map(|number: f64| Self::Time(Duration::from_secs_f64(number * seconds)))
        };
        match unit {
            "s" => time(1.0),
            "m" | "min" => time(60.0),
            "h" => time(3600.0),
            "games" => number.parse().ok().filter(|games| *games > 0).map(Self::Games),
            _ => None,
        }
        .ok_or(BudgetError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_games() {
        let minutes = |n: u64| Budget::Time(Duration::from_secs(60 * n));
        for (text, budget) in [
            ("30m", minutes(30)),
            ("0.5h", minutes(30)),
            ("500games", Budget::Games(500)),
            ("90s", Budget::Time(Duration::from_secs(90))),
        ] {
            assert_eq!(text.parse(), Ok(budget));
            assert_eq!(budget.to_string().parse(), Ok(budget));
        }
        for wrong in ["", "30", "m", "0m", "-1m", "0games", "1.5games", "3 days", "1e9h"] {
            assert!(wrong.parse::<Budget>().is_err(), "{wrong}");
        }
    }
}
