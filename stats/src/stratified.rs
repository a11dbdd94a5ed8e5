use std::collections::BTreeMap;

use crate::cluster::robust;
use crate::{Estimate, Moments};

/// A value to compare with others in its stratum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratified {
    /// Values of one group need not be independent.
    pub group: u64,
    /// Only values of one stratum are compared.
    pub stratum: u64,
    /// Which of the two kinds it belongs to.
    pub mark: bool,
    /// The value.
    pub value: f64,
}

/// The mean difference between marked and unmarked values of the same stratum, weighted over strata as by Mantel and Haenszel
/// (1959; Greenland and Robins 1985 for differences): a stratum counts more, the more values of both kinds it has.
///
/// It is the coefficient of the mark in a linear regression with a constant for each stratum, with the cluster-robust error as
/// in [`clustered`](crate::clustered). Its `n` is the number of marked values.
#[must_use]
pub fn difference_stratified(values: impl Iterator<Item = Stratified> + Clone) -> Estimate {
    let mut strata = BTreeMap::<u64, [Moments; 2]>::new();
    for one in values.clone() {
        let [marks, all] = strata.entry(one.stratum).or_default();
        marks.push(f64::from(one.mark));
        all.push(one.value);
    }
    let apart = |one: &Stratified| {
        strata
            .get(&one.stratum)
            .map_or((0.0, 0.0), |[marks, all]| (f64::from(one.mark) - marks.mean(), one.value - all.mean()))
    };
    let (mut products, mut squares, mut marked, mut all) = (0.0, 0.0, 0, 0);
    for one in values.clone() {
        let (mark, value) = apart(&one);
        products += mark * value;
        squares += mark * mark;
        marked += u64::from(one.mark);
        all += 1;
    }
    if squares <= 0.0 {
        return Estimate { n: marked, value: 0.0, error: f64::INFINITY, freedom: 1.0 };
    }
    let slope = products / squares;
    let mut scores = BTreeMap::<u64, f64>::new();
    for one in values {
        let (mark, value) = apart(&one);
        *scores.entry(one.group).or_default() += mark * (value - slope * mark) / squares;
    }
    let sum = scores.values().map(|score| score * score).sum();
    let estimate = robust(all, scores.len() as u64, strata.len() as u64 + 1, slope, sum);
    Estimate { n: marked, ..estimate }
}
