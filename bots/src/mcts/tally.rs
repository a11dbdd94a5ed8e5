use std::ops::RangeInclusive;

/// The results of an arm, all from the point of view of the FLN.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) visits: u32,
    /// The sum of the probabilities of winning, and of their squares.
    pub(super) sum: f64,
    pub(super) squares: f64,
    /// How many of them are outcomes of games played to the end.
    pub(super) over: u32,
    /// The sum of the differences from the first arm in the same rounds, and of their squares.
    pub(super) ahead: f64,
    pub(super) ahead_squares: f64,
}

impl Tally {
    /// Adds a result and its difference from the first arm's.
    pub(super) fn count(&mut self, value: f64, over: bool, ahead: f64) {
        self.visits += 1;
        self.sum += value;
        self.squares += value * value;
        self.over += u32::from(over);
        self.ahead += ahead;
        self.ahead_squares += ahead * ahead;
    }

    /// Adds the results of another thread.
    pub(super) fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
        self.over += other.over;
        self.ahead += other.ahead;
        self.ahead_squares += other.ahead_squares;
    }
}

/// A mean, and its standard error.
fn mean(n: f64, sum: f64, squares: f64) -> (f64, f64) {
    let n = n.max(1.0);
    let mean = sum / n;
    // One more observation of a usual size keeps a few equal ones from looking certain.
    let variance = ((squares - mean * sum).max(0.0) + USUAL * USUAL) / n;
    (mean, (variance / n).sqrt())
}

/// The mean of probabilities of winning, and its 95 % interval.
///
/// Uses the normal distribution for probabilities from the evaluation. Outcomes are 0 or 1, and a few equal ones do not make the
/// mean certain, so two of each kind are added first, in proportion to the share of outcomes (Agresti and Coull, 1998).
pub(super) fn interval(tally: &Tally) -> (f64, RangeInclusive<f64>) {
    const Z: f64 = 1.96;
    const ADDED: f64 = 2.0;
    let n = f64::from(tally.visits.max(1));
    let added = ADDED * f64::from(tally.over) / n;
    let (centre, error) = mean(n + 2.0 * added, tally.sum + added, tally.squares + added);
    let value = tally.sum / n;
    (value, (centre - Z * error).clamp(0.0, value)..=(centre + Z * error).clamp(value, 1.0))
}

/// A typical difference between two choices in one round, in probability of winning.
pub(super) const USUAL: f64 = 0.02;

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcomes of three won games say little; probabilities that differ by little say more.
    #[test]
    fn an_interval_is_as_wide_as_what_it_is_made_of_is_uncertain() {
        let won = Tally { visits: 3, sum: 3.0, squares: 3.0, over: 3, ..Tally::default() };
        let (value, wide) = interval(&won);
        assert!(value == 1.0 && *wide.end() == 1.0 && (0.3..0.5).contains(wide.start()), "{wide:?}");
        let chances = Tally { visits: 3, sum: 1.8, squares: 1.08, ..Tally::default() };
        let (value, narrow) = interval(&chances);
        assert!((value - 0.6).abs() < 1e-9 && narrow.end() - narrow.start() < 0.05, "{narrow:?}");
    }
}
