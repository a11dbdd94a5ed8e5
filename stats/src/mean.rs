use crate::estimate::{Estimate, Interval};

/// The mean and spread of numbers added one by one (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The number of numbers.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their sample standard deviation; 0 if there are fewer than two.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.squares / (self.count - 1) as f64).sqrt() }
    }

    /// The mean as an estimate with Student's distribution.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let n = self.count as f64;
        let error = if self.count < 2 { f64::INFINITY } else { self.deviation() / n.sqrt() };
        Estimate { n: self.count, value: self.mean, error, freedom: (n - 1.0).max(0.0) }
    }

    /// Student's interval of the mean; unbounded if there are fewer than two numbers.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.estimate().interval()
    }
}

/// The mean difference of paired values, the first minus the second, with Student's distribution: for games of the same seed
/// under two conditions.
#[must_use]
pub fn paired(pairs: impl IntoIterator<Item = (f64, f64)>) -> Estimate {
    let mut differences = Moments::default();
    pairs.into_iter().for_each(|(first, second)| differences.push(first - second));
    differences.estimate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_mean_uses_student() {
        let mut moments = Moments::default();
        assert_eq!(moments.interval(), Interval::UNBOUNDED);
        [4.0, 5.0, 6.0, 7.0, 8.0].into_iter().for_each(|value| moments.push(value));
        assert!((moments.mean() - 6.0).abs() < 1e-12 && (moments.deviation() - 2.5f64.sqrt()).abs() < 1e-12);
        // The 0.975 quantile of Student's t with 4 degrees of freedom is 2.77645.
        assert!((moments.interval().high - 6.0 - 2.77645 * 0.5f64.sqrt()).abs() < 5e-5);
    }
}
