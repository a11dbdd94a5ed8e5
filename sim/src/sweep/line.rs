//! The table of a sweep: `sweep.csv`.

use serde::{Serialize, Serializer};
use wilaya_engine::{Field, Outcome, Side};
use wilaya_stats::{Clusters, Estimate, Interval, benjamini_hochberg};

use crate::cells::{Cells, Heading, form};
use crate::column::{ColumnOf, cells, columns, count, p_value, share};
use crate::figures::Change;

/// The results of a combination, and their differences from the first.
#[derive(Clone, Debug, Serialize)]
pub struct SweepLine {
    /// Finished games.
    pub n: u64,
    /// The number of pairs these games belong to, if games are pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// How many of them the FLN won.
    pub fln_wins: u64,
    /// Their share, 0 to 1.
    pub win_rate: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// Games that are finished both here and in the first combination.
    pub matched: u64,
    /// Their win rate here minus that in the first combination.
    pub difference: Option<f64>,
    /// The lower end of its 95 % interval.
    pub difference_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub difference_high: Option<f64>,
    /// The two-sided p-value of the difference.
    pub p: Option<f64>,
    /// The p-value corrected for the number of combinations.
    pub q: Option<f64>,
    /// The figures that vary, with their values.
    #[serde(rename = "set", serialize_with = "values_by_key")]
    pub changes: Vec<Change>,
}

fn values_by_key<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(changes.iter().map(|change| (change.key(), change.value())))
}

impl SweepLine {
    /// The line of a combination; `each` is the number of games in a cluster, two if games are pairs.
    pub(super) fn new(
        changes: Vec<Change>,
        outcomes: &[Option<Outcome>],
        first: Option<&[Option<Outcome>]>,
        each: usize,
    ) -> Self {
        let value = |outcome: Outcome| f64::from(outcome.is_won_by(Side::Fln));
        let wins = clusters(outcomes.iter().map(|outcome| outcome.map(value)), each);
        let fln_wins = outcomes.iter().filter(|&&outcome| outcome == Some(Outcome::Fln)).count() as u64;
        let n = wins.values();
        let less = |first: &[Option<Outcome>]| {
            let both = outcomes.iter().zip(first);
            clusters(both.map(|(one, first)| Some(value((*one)?) - value((*first)?))), each).estimate()
        };
        let difference = first.map(less);
        let interval = difference.as_ref().map(Estimate::interval);
        Self {
            changes,
            n,
            pairs: (each > 1).then(|| wins.clusters()),
            fln_wins,
            win_rate: if n == 0 { 0.0 } else { fln_wins as f64 / n as f64 },
            interval: wins.share(),
            matched: difference.map_or(0, |difference| difference.n),
            difference: difference.map(|difference| difference.value),
            difference_low: interval.map(|interval| interval.low),
            difference_high: interval.map(|interval| interval.high),
            p: difference.map(|difference| difference.p_value()),
            q: None,
        }
    }

    /// The figures that vary, with their values, in one line.
    #[must_use]
    pub fn name(&self) -> String {
        self.changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Values of games in clusters of `each`; a game without a value is ignored.
fn clusters(values: impl Iterator<Item = Option<f64>>, each: usize) -> Clusters {
    let mut clusters = Clusters::default();
    let (mut seen, mut count, mut sum) = (0, 0, 0.0);
    for value in values {
        seen += 1;
        if let Some(value) = value {
            count += 1;
            sum += value;
        }
        if seen % each == 0 {
            clusters.push(std::mem::take(&mut count), std::mem::take(&mut sum));
        }
    }
    clusters
}

/// Corrects the p-values for the number of combinations.
pub(super) fn correct(lines: &mut [SweepLine]) {
    let p: Vec<f64> = lines.iter().filter_map(|line| line.p).collect();
    let compared = lines.iter_mut().filter(|line| line.p.is_some());
    compared.zip(benjamini_hochberg(&p)).for_each(|(line, q)| line.q = Some(q));
}

/// The columns after those of the figures that vary.
pub(crate) const COLUMNS: &[ColumnOf<SweepLine>] = columns! { line;
    "n", WHOLE, "finished games", count(line.n);
    "pairs", WHOLE.only("--pairs"),
        "number of pairs these games belong to; all intervals are then [by pairs](#intervals-of-pairs)", count(line.pairs);
    "fln_wins", WHOLE, "number of these games that the FLN won", count(line.fln_wins);
    "win_rate", NUMBER, "their share, 0 to 1", share(line.win_rate);
    interval("low", "high"), NUMBER, "lower end of its 95 % interval (Wilson's)", line.interval, 6;
    "matched", WHOLE,
        "games finished both here and in the first combination, with the same dice", count(line.matched);
    "difference", NUMBER.or_empty(),
        "the win rate of these games minus that in the first combination", share(line.difference);
    "difference_low", NUMBER.or_empty(),
        "lower end of its 95 % interval (Student's, of the paired differences)", share(line.difference_low);
    "difference_high", NUMBER.or_empty(), "upper end", share(line.difference_high);
    "p", NUMBER.or_empty(),
        "the two-sided p-value, with all digits; tiny ones as `3.2e-12`", p_value(line.p);
    "q", NUMBER.or_empty(), "`p` corrected for the number of rows (Benjamini and Hochberg)", p_value(line.q);
};

/// The table: the values of the figures that vary come before the other columns.
pub(super) fn sweep_cells(lines: &[SweepLine]) -> Cells {
    let options: &[&str] = if lines.iter().any(|line| line.pairs.is_some()) { &["--pairs"] } else { &[] };
    let Cells { headings, mut rows } = cells(COLUMNS, options, lines);
    for (row, line) in rows.iter_mut().zip(lines) {
        row.splice(..0, line.changes.iter().map(|change| Field::from(change.value().to_owned())));
    }
    let keys = lines.first().into_iter().flat_map(|line| line.changes.iter().map(Change::key)).enumerate();
    let keys: Vec<_> = keys
        .map(|(column, key)| Heading::named(key, form(rows.iter().map(|row| &row[column])), "its value"))
        .collect();
    Cells { headings: [keys, headings].concat(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_of_the_same_games() {
        use Outcome::{Fln, France};
        let first = [Some(Fln), Some(France), Some(France), None, Some(Fln)];
        let other = [Some(Fln), Some(Fln), Some(France), Some(Fln), None];
        let line = SweepLine::new(Vec::new(), &other, Some(&first), 1);
        assert_eq!((line.n, line.pairs, line.fln_wins, line.matched), (4, None, 3, 3));
        assert!((line.difference.expect("there is a first") - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(SweepLine::new(Vec::new(), &first, None, 1).difference, None);
    }

    #[test]
    fn the_same_game_twice_is_no_more_than_once() {
        use Outcome::{Fln, France};
        let twice =
            |outcomes: &[Outcome]| -> Vec<_> { outcomes.iter().flat_map(|&one| [Some(one); 2]).collect() };
        let once = |outcomes: &[Outcome]| -> Vec<_> { outcomes.iter().map(|&one| Some(one)).collect() };
        let first = [Fln, France, France, Fln, Fln, France, Fln, France];
        let other = [Fln, Fln, France, Fln, Fln, Fln, France, France];
        let pairs = SweepLine::new(Vec::new(), &twice(&other), Some(&twice(&first)), 2);
        let single = SweepLine::new(Vec::new(), &once(&other), Some(&once(&first)), 1);
        assert_eq!((pairs.n, pairs.pairs, pairs.matched), (16, Some(8), 16));
        let near = |one: Option<f64>, other: Option<f64>| {
            let (one, other) = (one.expect("there is a first"), other.expect("there is a first"));
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        };
        near(pairs.difference_low, single.difference_low);
        near(pairs.p, single.p);
        assert!(pairs.interval.half_width() >= single.interval.half_width());
    }

    #[test]
    fn p_values_are_corrected_for_their_number() {
        let p = [None, Some(0.01), Some(0.04), Some(0.03), Some(0.005)];
        let line = |p| SweepLine { p, ..SweepLine::new(Vec::new(), &[], None, 1) };
        let mut lines: Vec<_> = p.into_iter().map(line).collect();
        correct(&mut lines);
        let q: Vec<_> = lines.iter().map(|line| line.q).collect();
        assert_eq!(q, [None, Some(0.02), Some(0.04), Some(0.04), Some(0.02)]);
    }
}
