use std::collections::BTreeMap;

use crate::estimate::Estimate;

/// The mean of values that come in groups, such as playouts of one position: values of one group need not be independent,
/// values of different groups must be.
///
/// The error is the cluster-robust one (Liang and Zeger 1986) with the factor for a small number of groups, and Student's
/// distribution has one degree of freedom less than there are groups. It is trustworthy from some dozens of groups on.
#[must_use]
pub fn clustered(values: impl IntoIterator<Item = (u64, f64)>) -> Estimate {
    let mut groups = BTreeMap::<u64, Sum>::new();
    for (group, value) in values {
        groups.entry(group).or_default().push(value);
    }
    let all = groups.values().fold(Sum::default(), |all, one| all.and(*one));
    let mean = all.mean();
    let squares: f64 = groups.values().map(|one| one.beyond(mean).powi(2)).sum();
    robust(all.count, groups.len(), 1, mean, squares / (all.count as f64).powi(2))
}

/// The difference of two means, of the values marked true less that of the others; both kinds may occur in one group.
///
/// As [`clustered`]: the estimate and error of a linear regression on the mark.
#[must_use]
pub fn difference_clustered(values: impl IntoIterator<Item = (u64, bool, f64)>) -> Estimate {
    let mut groups = BTreeMap::<u64, [Sum; 2]>::new();
    for (group, mark, value) in values {
        groups.entry(group).or_default()[usize::from(mark)].push(value);
    }
    let add = |all: [Sum; 2], one: &[Sum; 2]| [all[0].and(one[0]), all[1].and(one[1])];
    let all = groups.values().fold([Sum::default(); 2], add);
    let means = all.map(Sum::mean);
    let apart = |one: &[Sum; 2]| {
        one[1].beyond(means[1]) / all[1].count as f64 - one[0].beyond(means[0]) / all[0].count as f64
    };
    let squares: f64 = groups.values().map(|one| apart(one).powi(2)).sum();
    robust(all[0].count + all[1].count, groups.len(), 2, means[1] - means[0], squares)
}

/// An estimate of so many coefficients with the factor for a small number of groups.
pub(crate) fn robust(n: u64, groups: usize, coefficients: u64, value: f64, variance: f64) -> Estimate {
    let (values, groups) = (n as f64, groups as f64);
    let enough = groups > 1.0 && n > coefficients && variance.is_finite();
    let factor = groups / (groups - 1.0) * (values - 1.0) / (values - coefficients as f64);
    let error = if enough { (factor * variance).sqrt() } else { f64::INFINITY };
    Estimate { n, value, error, freedom: (groups - 1.0).max(0.0) }
}

/// The number and sum of some values.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    sum: f64,
}

impl Sum {
    fn push(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, sum: self.sum + other.sum }
    }

    fn mean(self) -> f64 {
        self.sum / self.count as f64
    }

    /// How much they are above a mean, all together.
    fn beyond(self, mean: f64) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum - self.count as f64 * mean }
    }
}
