//! Probabilities, exact or estimated.

use std::fmt;

use num_rational::Ratio;
use num_traits::CheckedAdd as _;
use serde::{Serialize, Serializer};
use wilaya_stats::Interval;

/// A probability as a fraction in lowest terms. In files it is a word, such as `2/3`, or `1` if it is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fraction(Ratio<u128>);

impl Fraction {
    /// Certainty.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// `some` of `cases` equally likely cases.
    ///
    /// # Panics
    /// If there are no cases.
    #[must_use]
    pub fn new(some: u128, cases: u128) -> Self {
        Self(Ratio::new(some, cases))
    }

    /// The numerator.
    #[must_use]
    pub fn numerator(&self) -> u128 {
        *self.0.numer()
    }

    /// The denominator.
    #[must_use]
    pub fn denominator(&self) -> u128 {
        *self.0.denom()
    }

    /// The sum; `None` if it needs more than 128 bits.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        self.0.checked_add(&other.0).map(Self)
    }

    /// The number, 0 to 1.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The probability of an outcome.
///
/// Displayed as `4 in 6`, out of the number of outcomes of the dice if it depends on dice, or as `31.4 % (29.9 to 33.0)` if it is
/// an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The probability, 0 to 1.
    pub value: f64,
    /// The same as a fraction, if it is exact, or the same in all positions drawn.
    pub fraction: Option<Fraction>,
    /// Its 95 % interval (Wilson's); `None` if it is exact.
    pub interval: Option<Interval>,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The number of cases of one, two, three and four dice.
        const DICE: [u128; 4] = [6, 36, 216, 1296];
        if let Some(fraction) = self.fraction {
            let (some, cases) = (fraction.numerator(), fraction.denominator());
            return match DICE.into_iter().find(|dice| dice.is_multiple_of(cases)) {
                _ if some == cases => f.pad("always"),
                Some(dice) => f.pad(&format!("{} in {dice}", some * (dice / cases))),
                None => f.pad(&format!("{some} in {cases}")),
            };
        }
        let percent = |value: f64| format!("{:.1}", 100.0 * value);
        let value = percent(self.value);
        match self.interval {
            Some(Interval { low, high }) => {
                f.pad(&format!("{value} % ({} to {})", percent(low), percent(high)))
            }
            None => f.pad(&format!("{value} %")),
        }
    }
}
