use serde::{Deserialize, Serialize};

use crate::distribution::{normal_above, normal_upper, student_above, student_upper};

/// The confidence level of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// An interval.
///
/// ```
/// use wilaya_stats::Interval;
///
/// let interval = Interval::around(0.5, 0.1);
/// assert!(interval.contains(0.55) && !interval.contains(0.7));
/// assert!((interval.half_width() - 0.1).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// All numbers: nothing is known.
    pub const UNBOUNDED: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// The interval from `value - half` to `value + half`.
    #[must_use]
    pub const fn around(value: f64, half: f64) -> Self {
        Self { low: value - half, high: value + half }
    }

    /// True if the interval contains the value.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half its width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The quantile of the standard normal distribution that intervals use.
pub(crate) fn z() -> f64 {
    normal_upper((1.0 - CONFIDENCE) / 2.0)
}

/// The quantile of Student's distribution that intervals use; that of the normal distribution if the freedom is infinite.
pub(crate) fn student(freedom: f64) -> f64 {
    student_among(freedom, 1)
}

/// The quantile for `count` intervals that hold simultaneously.
fn student_among(freedom: f64, count: usize) -> f64 {
    let outside = (1.0 - CONFIDENCE) / count.max(1) as f64;
    if limited(freedom) { student_upper(outside / 2.0, freedom) } else { normal_upper(outside / 2.0) }
}

/// True if Student's distribution applies, rather than the normal one.
fn limited(freedom: f64) -> bool {
    freedom > 0.0 && freedom.is_finite()
}

/// A mean, difference or coefficient with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number of values it is based on.
    pub n: u64,
    /// The estimate.
    pub value: f64,
    /// Its standard error; infinite if there are too few values.
    pub error: f64,
    /// Degrees of freedom of Student's distribution; infinite for the normal distribution.
    pub freedom: f64,
}

impl Estimate {
    /// Its 95 % interval; unbounded if there are too few values.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.interval_among(1)
    }

    /// Its interval as one of `count` estimates, such that all intervals hold simultaneously with 95 %, whatever their
    /// dependence (Bonferroni); unbounded if there are too few values.
    #[must_use]
    pub fn interval_among(&self, count: usize) -> Interval {
        if !self.error.is_finite() {
            return Interval::UNBOUNDED;
        }
        Interval::around(self.value, student_among(self.freedom, count) * self.error)
    }

    /// The two-sided p-value for a true value of 0; 1 if there are too few values.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        if !self.error.is_finite() {
            return 1.0;
        }
        if self.error == 0.0 {
            return if self.value == 0.0 { 1.0 } else { 0.0 };
        }
        let far = (self.value / self.error).abs();
        2.0 * if limited(self.freedom) { student_above(far, self.freedom) } else { normal_above(far) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_intervals_at_once_are_wider() {
        let normal = Estimate { n: 100, value: 3.0, error: 2.0, freedom: f64::INFINITY };
        assert_eq!(normal.interval_among(1), normal.interval());
        // The quantiles 1 - 0.05 / 16 of the normal distribution, and 0.995 of Student's with 4 degrees of freedom.
        assert!((normal.interval_among(8).half_width() - 2.0 * 2.73437).abs() < 1e-4);
        let student = Estimate { freedom: 4.0, ..normal };
        assert!((student.interval_among(5).half_width() - 2.0 * 4.60409).abs() < 1e-4);
        let unknown = Estimate { error: f64::INFINITY, ..normal };
        assert_eq!(unknown.interval_among(3), Interval::UNBOUNDED);
    }
}
