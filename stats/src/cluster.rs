use std::array::from_fn;
use std::collections::BTreeMap;

use crate::estimate::{Estimate, Interval, student};
use crate::share::wilson_of;

/// The mean of values in groups, such as playouts of one position: values of one group need not be independent, values of
/// different groups must be.
///
/// Like [`Clusters`], for groups whose values arrive in any order.
#[must_use]
pub fn clustered(values: impl IntoIterator<Item = (u64, f64)>) -> Estimate {
    let mut groups = BTreeMap::<u64, (u64, f64)>::new();
    for (group, value) in values {
        let (count, sum) = groups.entry(group).or_default();
        *count += 1;
        *sum += value;
    }
    let mut clusters = Clusters::default();
    groups.values().for_each(|&(count, sum)| clusters.push(count, sum));
    clusters.estimate()
}

/// An estimate with the small-sample factor for `groups` groups and this many coefficients.
pub(crate) fn robust(n: u64, groups: u64, coefficients: u64, value: f64, variance: f64) -> Estimate {
    let (values, groups) = (n as f64, groups as f64);
    let enough = groups > 1.0 && n > coefficients && variance.is_finite();
    let factor = groups / (groups - 1.0) * (values - 1.0) / (values - coefficients as f64);
    let error = if enough { (factor * variance).sqrt() } else { f64::INFINITY };
    Estimate { n, value, error, freedom: (groups - 1.0).max(0.0) }
}

/// A mean of values added cluster by cluster, such as the two games of a pair, in constant memory.
///
/// Values of one cluster need not be independent, values of different clusters must be. The mean is the ratio of the sum of all
/// values to their number, both of which differ between clusters (Cochran 1977, chapter 6); its error is cluster-robust (Liang
/// and Zeger 1986), with the factor for a small number of clusters. With one value per cluster, everything is as for
/// independent values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clusters {
    values: u64,
    totals: Totals<2>,
}

impl Clusters {
    /// Adds a cluster: the number of its values and their sum. A cluster without values is ignored.
    pub fn push(&mut self, count: u64, sum: f64) {
        if count > 0 {
            self.values += count;
            self.totals.push([count as f64, sum]);
        }
    }

    /// The number of values.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.values
    }

    /// The number of clusters that have values.
    #[must_use]
    pub fn clusters(&self) -> u64 {
        self.totals.clusters
    }

    /// The mean of the values; 0 if there are none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.totals.ratio()
    }

    /// The mean with its error, and Student's distribution with one degree of freedom less than there are clusters. Reliable
    /// from a few dozen clusters on.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let mean = self.mean();
        let n = self.values as f64;
        let variance = self.totals.squares([-mean, 1.0]) / (n * n);
        robust(self.values, self.clusters(), 1, mean, variance)
    }

    /// The interval of the mean of values from 0 to 1, such as a share: Wilson's, for the effective number of values.
    ///
    /// That is the number of values divided by their design effect, the ratio of the variance of the mean to that of
    /// independent values (Kish 1965), adjusted for the degrees of freedom (Korn and Graubard 1998). Franco, Little, Louis and
    /// Slud (2019) compare such intervals. If all clusters have the same mean, there is no spread to estimate from: the share
    /// of other clusters is then at most the upper end of Wilson's interval for none of this many, and the mean differs by no
    /// more than these could move it. From 0 to 1 if there are no values.
    #[must_use]
    pub fn share(&self) -> Interval {
        let Estimate { value, error, freedom, .. } = self.estimate();
        if !(error > 0.0 && error.is_finite()) {
            let others = wilson_of(0.0, self.clusters() as f64).high;
            return Interval { low: value * (1.0 - others), high: value + (1.0 - value) * others };
        }
        let n = self.values as f64;
        let design_effect = error * error * (n - 1.0) / (value * (1.0 - value));
        let fewer = if self.values == self.clusters() { 1.0 } else { student(n - 1.0) / student(freedom) };
        wilson_of(value, n / design_effect * fewer * fewer)
    }
}

/// Means and sums of products of the totals of clusters, in constant memory (Welford 1962). The first of the `K` totals is the
/// number of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Totals<const K: usize> {
    pub(crate) clusters: u64,
    pub(crate) means: [f64; K],
    products: [[f64; K]; K],
}

impl<const K: usize> Default for Totals<K> {
    fn default() -> Self {
        Self { clusters: 0, means: [0.0; K], products: [[0.0; K]; K] }
    }
}

impl<const K: usize> Totals<K> {
    /// Adds a cluster.
    pub(crate) fn push(&mut self, totals: [f64; K]) {
        self.clusters += 1;
        let n = self.clusters as f64;
        let before: [f64; K] = from_fn(|i| totals[i] - self.means[i]);
        self.means.iter_mut().zip(before).for_each(|(mean, before)| *mean += before / n);
        let after: [f64; K] = from_fn(|i| totals[i] - self.means[i]);
        for (row, before) in self.products.iter_mut().zip(before) {
            row.iter_mut().zip(after).for_each(|(product, after)| *product += before * after);
        }
    }

    /// The second total divided by the first; 0 if there is none.
    pub(crate) fn ratio(&self) -> f64 {
        if self.clusters == 0 { 0.0 } else { self.means[1] / self.means[0] }
    }

    /// The sum over clusters of the product of two weighted sums of their totals, each minus its mean.
    pub(crate) fn products(&self, one: [f64; K], other: [f64; K]) -> f64 {
        let row = |i: usize| (0..K).map(|j| other[j] * self.products[i][j]).sum::<f64>();
        (0..K).map(|i| one[i] * row(i)).sum()
    }

    /// The sum over clusters of the squares of one weighted sum, minus its mean.
    pub(crate) fn squares(&self, weights: [f64; K]) -> f64 {
        self.products(weights, weights).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, wilson};

    #[track_caller]
    fn close(one: Interval, other: Interval) {
        let off = (one.low - other.low).abs().max((one.high - other.high).abs());
        assert!(off < 1e-12, "{one:?} {other:?}");
    }

    #[test]
    fn single_values_are_independent() {
        for (wins, n) in [(0, 30), (1, 30), (13, 30), (30, 30), (1, 1), (0, 0)] {
            let (mut clusters, mut moments) = (Clusters::default(), Moments::default());
            for value in (0..n).map(|index| f64::from(index < wins)) {
                clusters.push(1, value);
                moments.push(value);
            }
            close(clusters.share(), wilson(wins, n));
            if n > 1 {
                close(clusters.estimate().interval(), moments.interval());
            }
            assert_eq!((clusters.values(), clusters.clusters()), (n, n));
        }
    }

    #[test]
    fn a_value_that_is_there_twice_is_one() {
        let (mut twice, mut once) = (Clusters::default(), Clusters::default());
        for index in 0..50 {
            let value = f64::from(index % 3 == 0);
            twice.push(2, 2.0 * value);
            once.push(1, value);
            // Without values, as a pair of games that have both been given up.
            twice.push(0, 0.0);
        }
        let (one, other) = (twice.estimate(), once.estimate());
        assert!((one.error - other.error).abs() < 1e-12);
        assert_eq!((one.n, one.freedom, twice.clusters()), (100, 49.0, 50));
        // As 50 values, less a little: Student's distribution has 49 degrees of freedom.
        let (share, wilson) = (twice.share(), once.share());
        assert!(share.low < wilson.low && share.high > wilson.high);
        assert!(share.half_width() < 1.03 * wilson.half_width(), "{share:?} {wilson:?}");
    }

    #[test]
    fn clusters_that_are_all_alike_still_leave_room() {
        let mut even = Clusters::default();
        (0..100).for_each(|_| even.push(2, 1.0));
        let bound = wilson(0, 100).high;
        close(even.share(), Interval::around(0.5, 0.5 * bound));
        let mut all = Clusters::default();
        (0..100).for_each(|index| all.push(1 + index % 2, (1 + index % 2) as f64));
        close(all.share(), wilson(100, 100));
        assert_eq!(all.share().high.to_bits(), 1.0f64.to_bits());
        assert_eq!(Clusters::default().share(), Interval { low: 0.0, high: 1.0 });
    }
}
