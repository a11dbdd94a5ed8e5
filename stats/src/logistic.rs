use std::collections::BTreeMap;

use crate::estimate::Estimate;

/// Newton's method has converged when no coefficient moves by more than this.
const STILL: f64 = 1e-11;
/// The maximum number of steps.
const STEPS: usize = 200;
/// The most that a coefficient may move in one step.
const LONGEST: f64 = 2.0;
/// Coefficients beyond this, as natural logarithms of odds, indicate separated data: 3,500 Elo.
const BEYOND: f64 = 20.0;
/// A robust variance below this fraction of the information's is only rounding.
const NOTHING: f64 = 1e-9;

/// One trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The coefficients whose sum is its log odds, each with its factor; all others have factor 0.
    pub row: Vec<(usize, f64)>,
    /// 1 for a success, 0 for a failure, or a value in between.
    pub success: f64,
    /// Cases of one group need not be independent.
    pub group: u64,
}

/// A logistic regression without intercept: the Bradley-Terry model (Bradley and Terry 1952) if each row says who plays whom.
///
/// Coefficients are found by Newton's method (iteratively reweighted least squares). If some would be infinite, because a
/// player has won or lost every game, the likelihood is penalized by Jeffreys' prior (Firth 1993; Heinze and Schemper 2002),
/// which keeps them all finite; [`Fit::penalized`] reports it.
#[derive(Clone, Debug)]
pub struct Logistic {
    size: usize,
    cases: Vec<Case>,
}

/// The result of a [`Logistic`] regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The coefficients: natural logarithms of odds.
    pub coefficients: Vec<f64>,
    /// True if they would be infinite without the penalty.
    pub penalized: bool,
    n: u64,
    /// The inverse of the information matrix.
    inverse: Matrix,
    /// The cluster-robust covariance, unless the fit is penalized or there are too few groups.
    robust: Option<Matrix>,
}

impl Fit {
    /// A sum of coefficients, each with its factor, with the normal distribution.
    ///
    /// The error is cluster-robust (Liang and Zeger 1986). It comes from the information matrix if the fit is penalized, or if
    /// there is no spread between groups, as between two bots whose pairs were all even: it then follows from the number of
    /// games alone.
    #[must_use]
    pub fn contrast(&self, row: &[(usize, f64)]) -> Estimate {
        let value = row.iter().map(|&(index, factor)| factor * self.coefficients[index]).sum();
        let most = self.inverse.form(row).max(0.0);
        let robust = self.robust.as_ref().map(|robust| robust.form(row));
        let variance = robust.filter(|variance| *variance > NOTHING * most).unwrap_or(most);
        Estimate { n: self.n, value, error: variance.sqrt(), freedom: f64::INFINITY }
    }
}

impl Logistic {
    /// A regression with `size` coefficients.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        Self { size, cases: Vec::new() }
    }

    /// Adds a case.
    ///
    /// # Panics
    /// If its row has a coefficient that the regression does not have.
    pub fn push(&mut self, case: Case) {
        assert!(case.row.iter().all(|(index, _)| *index < self.size), "{case:?} has another coefficient");
        self.cases.push(case);
    }

    /// Fits the model; `None` if the cases do not identify the coefficients, as when one of two bots has not played.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let (coefficients, penalized) = match self.newton(false) {
            Some(coefficients) => (coefficients, false),
            None => (self.newton(true)?, true),
        };
        let inverse = self.information(&coefficients).inverse()?;
        let robust = if penalized { None } else { self.sandwich(&coefficients, &inverse) };
        Some(Fit { coefficients, penalized, n: self.cases.len() as u64, inverse, robust })
    }

    fn chance(&self, case: &Case, coefficients: &[f64]) -> f64 {
        let log_odds: f64 = case.row.iter().map(|&(index, factor)| factor * coefficients[index]).sum();
        1.0 / (1.0 + libm::exp(-log_odds))
    }

    fn information(&self, coefficients: &[f64]) -> Matrix {
        let mut information = Matrix::zero(self.size);
        for case in &self.cases {
            let chance = self.chance(case, coefficients);
            information.add(&case.row, chance * (1.0 - chance));
        }
        information
    }

    /// The coefficients at which the derivative of the likelihood, penalized or not, is zero.
    fn newton(&self, penalized: bool) -> Option<Vec<f64>> {
        let mut coefficients = vec![0.0; self.size];
        for _ in 0..STEPS {
            let inverse = self.information(&coefficients).inverse()?;
            let mut score = vec![0.0; self.size];
            for case in &self.cases {
                let chance = self.chance(case, &coefficients);
                let mut miss = case.success - chance;
                if penalized {
                    miss += chance * (1.0 - chance) * inverse.form(&case.row) * (0.5 - chance);
                }
                case.row.iter().for_each(|&(index, factor)| score[index] += factor * miss);
            }
            let step = inverse.times(&score);
            let longest = step.iter().fold(0.0, |most: f64, one| most.max(one.abs()));
            let factor = (LONGEST / longest).min(1.0);
            coefficients.iter_mut().zip(&step).for_each(|(one, step)| *one += factor * step);
            if coefficients.iter().any(|one| one.abs() > BEYOND || one.is_nan()) {
                return None;
            }
            if longest < STILL {
                return Some(coefficients);
            }
        }
        None
    }

    /// The cluster-robust covariance with the factor for a small number of groups; `None` if there are too few.
    fn sandwich(&self, coefficients: &[f64], inverse: &Matrix) -> Option<Matrix> {
        let mut groups = BTreeMap::<u64, Vec<f64>>::new();
        for case in &self.cases {
            let miss = case.success - self.chance(case, coefficients);
            let sum = groups.entry(case.group).or_insert_with(|| vec![0.0; self.size]);
            case.row.iter().for_each(|&(index, factor)| sum[index] += factor * miss);
        }
        let (n, g, k) = (self.cases.len() as f64, groups.len() as f64, self.size as f64);
        if g <= k || n <= k {
            return None;
        }
        let mut meat = Matrix::zero(self.size);
        for sum in groups.values() {
            let row: Vec<_> = sum.iter().copied().enumerate().collect();
            meat.add(&row, g / (g - 1.0) * (n - 1.0) / (n - k));
        }
        Some(inverse.product(&meat).product(inverse))
    }
}

/// A square matrix with one row per coefficient: a few dozen, too few to justify a linear algebra library.
#[derive(Clone, Debug, PartialEq)]
struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size] }
    }

    /// Adds a multiple of the product of a row with itself.
    fn add(&mut self, row: &[(usize, f64)], factor: f64) {
        for &(i, one) in row {
            for &(j, other) in row {
                self.values[i * self.size + j] += factor * one * other;
            }
        }
    }

    /// The quadratic form of a row: row, matrix, row.
    fn form(&self, row: &[(usize, f64)]) -> f64 {
        let one = |&(i, one): &(usize, f64)| {
            row.iter().map(|&(j, other)| one * other * self.values[i * self.size + j]).sum::<f64>()
        };
        row.iter().map(one).sum()
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |i: usize| &self.values[i * self.size..(i + 1) * self.size];
        (0..self.size).map(|i| row(i).iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
    }

    fn product(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for i in 0..self.size {
            for k in 0..self.size {
                let factor = self.values[i * self.size + k];
                for j in 0..self.size {
                    product.values[i * self.size + j] += factor * other.values[k * self.size + j];
                }
            }
        }
        product
    }

    /// The inverse of a positive definite matrix, by Gauss-Jordan elimination; `None` if it is singular.
    fn inverse(&self) -> Option<Self> {
        let size = self.size;
        let (mut left, mut right) = (self.clone(), Self::zero(size));
        (0..size).for_each(|i| right.values[i * size + i] = 1.0);
        for pivot in 0..size {
            let value = left.values[pivot * size + pivot];
            if value <= 1e-10 * self.values[pivot * size + pivot].max(1e-3) {
                return None;
            }
            for matrix in [&mut left, &mut right] {
                matrix.values[pivot * size..(pivot + 1) * size].iter_mut().for_each(|one| *one /= value);
            }
            for i in (0..size).filter(|&i| i != pivot) {
                let factor = left.values[i * size + pivot];
                for matrix in [&mut left, &mut right] {
                    for j in 0..size {
                        matrix.values[i * size + j] -= factor * matrix.values[pivot * size + j];
                    }
                }
            }
        }
        Some(right)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn case(first: usize, second: usize, success: f64, group: u64) -> Case {
        Case { row: vec![(first, 1.0), (second, -1.0)], success, group }
    }

    #[test]
    fn two_bots_get_the_odds_of_their_games() {
        let mut model = Logistic::new(1);
        for index in 0..40 {
            model.push(Case { row: vec![(0, 1.0)], success: f64::from(index % 4 != 0), group: index });
        }
        let fit = model.fit().expect("it can be fitted");
        assert!((fit.coefficients[0] - libm::log(3.0)).abs() < 1e-9 && !fit.penalized);
        assert!(fit.contrast(&[(0, 2.0)]).interval().contains(2.0 * libm::log(3.0)));
    }

    #[test]
    fn a_bot_that_wins_all_gets_a_number_all_the_same() {
        let mut model = Logistic::new(1);
        (0..20).for_each(|group| model.push(Case { row: vec![(0, 1.0)], success: 1.0, group }));
        let fit = model.fit().expect("it can be fitted");
        assert!(fit.penalized);
        // With one coefficient the penalty is half a success and half a failure more.
        assert!((fit.coefficients[0] - libm::log(20.5 / 0.5)).abs() < 1e-6, "{fit:?}");
        assert!(fit.contrast(&[(0, 1.0)]).interval().low > 0.0);
    }

    #[test]
    fn what_cannot_be_told_apart_is_not_fitted() {
        let mut model = Logistic::new(2);
        (0..20).for_each(|group| model.push(case(0, 1, f64::from(group as u32 % 2), group)));
        assert_eq!(model.fit(), None);
    }

    /// Three known coefficients, and groups of four cases that share a random effect: the intervals must cover the truth in
    /// about 95 % of 1,000 runs.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        const RUNS: usize = 1_000;
        let truth = [0.0, 0.8, -0.5, 0.3];
        let mut rng = Pcg64Mcg::seed_from_u64(11);
        let mut held = [0usize; 3];
        for _ in 0..RUNS {
            let mut model = Logistic::new(3);
            for group in 0..100 {
                let luck: f64 = rng.random_range(-0.8..0.8);
                for (first, second) in [(1, 2), (2, 3), (3, 1), (1, 0)] {
                    let log_odds = truth[first] - truth[second] + luck;
                    let won = rng.random::<f64>() < 1.0 / (1.0 + libm::exp(-log_odds));
                    let row = [(first, 1.0), (second, -1.0)].into_iter();
                    let row = row.filter(|(index, _)| *index > 0).map(|(index, factor)| (index - 1, factor));
                    model.push(Case { row: row.collect(), success: f64::from(won), group });
                }
            }
            let fit = model.fit().expect("it can be fitted");
            for (index, held) in held.iter_mut().enumerate() {
                *held += usize::from(fit.contrast(&[(index, 1.0)]).interval().contains(truth[index + 1]));
            }
        }
        // Luck within a group pulls the coefficients towards 0 a little, by less than a tenth of their error.
        let shares = held.map(|held| held as f64 / RUNS as f64);
        assert!(shares.iter().all(|share| (0.925..0.975).contains(share)), "{shares:?}");
    }
}
