use crate::estimate::{Interval, z};

/// The interval of a share without any trials.
const ANY: Interval = Interval { low: 0.0, high: 1.0 };

/// The Wilson score interval of a share (Wilson 1927); from 0 to 1 if there were no trials.
///
/// Its coverage is 95 % on average over shares; for single shares it is slightly above or below.
#[must_use]
pub fn wilson(count: u64, trials: u64) -> Interval {
    if trials == 0 {
        return ANY;
    }
    let interval = wilson_of(count as f64 / trials as f64, trials as f64);
    // At the ends of the range, the formula is exact except for rounding.
    let low = if count == 0 { 0.0 } else { interval.low };
    let high = if count == trials { 1.0 } else { interval.high };
    Interval { low, high }
}

/// Like [`wilson`], for a share that need not be a count of successes: a mean of values from 0 to 1. Such a mean varies at most
/// as much as a share of successes, so the interval is conservative.
#[must_use]
pub fn wilson_of(share: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return ANY;
    }
    let (z, n) = (z(), trials);
    let center = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval { low: ((center - half) / scale).max(0.0), high: ((center + half) / scale).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
        }
    }

    #[test]
    fn nothing_and_all_are_the_ends() {
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
        assert_eq!(wilson(7, 7).high.to_bits(), 1.0f64.to_bits());
        assert_eq!(wilson(0, 7).low.to_bits(), 0.0f64.to_bits());
        assert!(wilson(0, 7).high < 1.0 && wilson(7, 7).low > 0.0);
        assert_eq!(wilson_of(0.5, 0.0), Interval { low: 0.0, high: 1.0 });
    }
}
