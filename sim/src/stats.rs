//! Estimates with their confidence intervals, at 95 %.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The confidence of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The Wilson score interval of a share (Wilson 1927). From 0 to 1 if there were no trials.
#[must_use]
pub fn wilson(count: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = Normal::standard().inverse_cdf(f64::midpoint(1.0, CONFIDENCE));
    let (n, share) = (trials as f64, count as f64 / trials as f64);
    let center = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // At the ends of the range the formula is exact but for rounding.
    let low = if count == 0 { 0.0 } else { (center - half) / scale };
    let high = if count == trials { 1.0 } else { (center + half) / scale };
    Interval { low, high }
}

/// The mean and spread of numbers that come one by one (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes a number.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there were none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their sample standard deviation; 0 if there were fewer than two.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// Student's interval of the mean; unbounded if there were fewer than two.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let unbounded = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        if self.count < 2 {
            return unbounded;
        }
        let Ok(student) = StudentsT::new(0.0, 1.0, (self.count - 1) as f64) else { return unbounded };
        let t = student.inverse_cdf(f64::midpoint(1.0, CONFIDENCE));
        let half = t * self.deviation() / (self.count as f64).sqrt();
        Interval { low: self.mean - half, high: self.mean + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
    }

    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
        for (count, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(count, trials);
            close(interval.low, low);
            close(interval.high, high);
        }
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(7, 7).high, 1.0);
    }

    #[test]
    fn the_interval_of_a_mean_uses_student() {
        let mut moments = Moments::default();
        assert_eq!(moments.interval().high, f64::INFINITY);
        [4.0, 5.0, 6.0, 7.0, 8.0].into_iter().for_each(|value| moments.push(value));
        close(moments.mean(), 6.0);
        close(moments.deviation(), 2.5f64.sqrt());
        // The 0.975 quantile of Student's t with 4 degrees of freedom is 2.77645.
        close(moments.interval().high, 6.0 + 2.77645 * (2.5f64 / 5.0).sqrt());
    }
}
