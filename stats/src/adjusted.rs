use crate::cluster::Totals;
use crate::{Estimate, Interval};

/// The mean of results, adjusted for luck, whose expectation is zero: a control variate, with its coefficient from the linear
/// regression of results on luck (Glynn and Szechtman 2002). It is never less precise than the plain mean, except for the
/// degree of freedom that the coefficient costs.
///
/// Dependent results, such as those of the two games of a pair, are added as one cluster. The regression then uses cluster
/// totals, of the results minus their number times the mean, so that the mean is a ratio like that of
/// [`Clusters`](crate::Clusters).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjusted {
    n: u64,
    /// The number of results, their sum, and the sum of their luck.
    totals: Totals<3>,
}

const LUCK: [f64; 3] = [0.0, 0.0, 1.0];

impl Adjusted {
    /// Adds a result and its luck.
    pub fn push(&mut self, result: f64, luck: f64) {
        self.push_cluster(1, result, luck);
    }

    /// Adds a cluster: the number of its results, their sum, and the sum of their luck. A cluster without results is ignored.
    pub fn push_cluster(&mut self, count: u64, results: f64, luck: f64) {
        if count > 0 {
            self.n += count;
            self.totals.push([count as f64, results, luck]);
        }
    }

    /// The number of results.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.n
    }

    /// The number of clusters.
    #[must_use]
    pub fn clusters(&self) -> u64 {
        self.totals.clusters
    }

    /// The weights of the totals that yield the results minus their number times the mean.
    fn beyond(&self) -> [f64; 3] {
        [-self.totals.ratio(), 1.0, 0.0]
    }

    /// The change of a result per unit of luck.
    #[must_use]
    pub fn coefficient(&self) -> f64 {
        let lucks = self.totals.squares(LUCK);
        if lucks > 0.0 { self.totals.products(self.beyond(), LUCK) / lucks } else { 0.0 }
    }

    /// The mean result at zero luck: the intercept of the regression.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (clusters, coefficient) = (self.totals.clusters as f64, self.coefficient());
        let [each, _, luck] = self.totals.means;
        if self.totals.clusters < 3 {
            let value = if self.n == 0 { 0.0 } else { self.totals.ratio() - coefficient * luck / each };
            return Estimate { n: self.n, value, error: f64::INFINITY, freedom: 1.0 };
        }
        let [count, result, _] = self.beyond();
        let residuals = self.totals.squares([count, result, -coefficient]) / (clusters - 2.0);
        let lucks = self.totals.squares(LUCK);
        let distance = if lucks > 0.0 { luck * luck / lucks } else { 0.0 };
        Estimate {
            n: self.n,
            value: self.totals.ratio() - coefficient * luck / each,
            error: (residuals * (1.0 / clusters + distance)).sqrt() / each,
            freedom: clusters - 2.0,
        }
    }

    /// How many times as many games a plain mean needs to be as precise as the adjusted one, with its 95 % interval: 1 / (1 -
    /// r²) for the correlation r, whose interval is from Fisher's z and is rough for results of 0 and 1.
    #[must_use]
    pub fn savings(&self) -> (f64, Interval) {
        let saved = |r: f64| 1.0 / (1.0 - r * r);
        let (results, lucks) = (self.totals.squares(self.beyond()), self.totals.squares(LUCK));
        let spread = (results * lucks).sqrt();
        if self.totals.clusters < 4 || spread <= 0.0 {
            return (1.0, Interval { low: 1.0, high: f64::INFINITY });
        }
        let r = (self.totals.products(self.beyond(), LUCK) / spread).clamp(-1.0, 1.0);
        let z = Estimate {
            n: self.n,
            value: libm::atanh(r),
            error: 1.0 / (self.totals.clusters as f64 - 3.0).sqrt(),
            freedom: f64::INFINITY,
        };
        let Interval { low, high } = z.interval();
        let (low, high) = (libm::tanh(low), libm::tanh(high));
        let least = if low * high <= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        (saved(r), Interval { low: saved(least), high: saved(low.abs().max(high.abs())) })
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn luck_is_taken_off_whatever_its_scale() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let (mut mean, mut savings) = (0, 0);
        for _ in 0..400 {
            let mut adjusted = Adjusted::default();
            for _ in 0..500 {
                // Uniform numbers of widths 1 and 2, of variances 1/12 and 4/12: with luck 5/12, without 1/12.
                let (skill, luck) = (rng.random::<f64>(), 2.0 * rng.random::<f64>() - 1.0);
                adjusted.push(skill + luck, luck / 3.0);
            }
            assert!((adjusted.coefficient() - 3.0).abs() < 0.3, "{adjusted:?}");
            mean += u32::from(adjusted.estimate().interval().contains(0.5));
            let (saved, interval) = adjusted.savings();
            assert!((4.0..6.5).contains(&saved), "{saved}");
            savings += u32::from(interval.contains(5.0));
        }
        // 95 % of 400 are 380, with a standard deviation of 4.4. Fisher's z is for normal numbers, so it only has to be near.
        assert!((362..=398).contains(&mean), "{mean} of 400");
        assert!(savings >= 340, "{savings} of 400");
    }

    #[test]
    fn the_estimate_is_that_of_the_regression() {
        let mut adjusted = Adjusted::default();
        for (result, luck) in [(1.0, 0.5), (0.0, -0.25), (1.0, 0.0), (0.0, -0.5), (1.0, 0.25), (0.0, 0.0)] {
            adjusted.push(result, luck);
        }
        // By hand: the sums of squares and products are 0.625 and 0.75, so the slope is 1.2; the residual sum of squares
        // is 1.5 - 1.2 * 0.75 = 0.6, the mean luck 0.
        let estimate = adjusted.estimate();
        assert!((adjusted.coefficient() - 1.2).abs() < 1e-12);
        assert!((estimate.value - 0.5).abs() < 1e-12);
        assert!((estimate.error - (0.6f64 / 4.0 / 6.0).sqrt()).abs() < 1e-12);
        assert!((adjusted.savings().0 - 2.5).abs() < 1e-12);
    }

    #[test]
    fn clusters_are_what_is_regressed() {
        // Each result twice is as each once; of twice as many games, but no more is known.
        let (mut twice, mut once) = (Adjusted::default(), Adjusted::default());
        for (result, luck) in [(1.0, 0.5), (0.0, -0.25), (1.0, 0.0), (0.0, -0.5), (1.0, 0.25), (0.0, 0.1)] {
            once.push(result, luck);
            twice.push_cluster(2, 2.0 * result, 2.0 * luck);
            twice.push_cluster(0, 0.0, 0.0);
        }
        let (one, other) = (once.estimate(), twice.estimate());
        assert!((one.value - other.value).abs() < 1e-12 && (one.error - other.error).abs() < 1e-12);
        assert_eq!((other.n, one.freedom, other.freedom), (12, 4.0, 4.0));
        assert!((once.savings().0 - twice.savings().0).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_known_of_few() {
        let mut adjusted = Adjusted::default();
        assert_eq!(adjusted.estimate().error, f64::INFINITY);
        adjusted.push(1.0, 0.0);
        assert_eq!(adjusted.savings().1.high, f64::INFINITY);
        (0..10).for_each(|index| adjusted.push(f64::from(index % 2), 0.0));
        assert_eq!(adjusted.savings().0, 1.0);
        assert!((adjusted.estimate().value - 6.0 / 11.0).abs() < 1e-12);
    }
}
