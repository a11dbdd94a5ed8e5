//! Summary of many games: figures with their intervals and sample sizes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Field, Outcome, Side};

use crate::cells::Cells;
use crate::column::{ColumnOf, cells, columns, count, share};
use crate::row::{Progress, Row};
use crate::stats::{Adjusted, Clusters, Interval};

/// Columns with more distinct words than this are not counted by word.
const MOST_WORDS: usize = 24;

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// Its name: `win_rate.fln`, `mean.turns`, `share.level.decisive.fln`.
    #[serde(skip)]
    pub name: String,
    /// The number of games it is based on.
    pub n: u64,
    /// The number of pairs these games belong to, if games are pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// For a share, the number of games that count.
    pub count: Option<u64>,
    /// The share or mean.
    pub estimate: f64,
    /// Its 95 % interval: Wilson's for a share, Student's for a mean; the games of a pair form one cluster ([`Clusters`]).
    /// Unbounded ends, for means of fewer than two games, are null in JSON and `inf` in CSV.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The columns of `summary.csv`.
pub(crate) const COLUMNS: &[ColumnOf<Measure>] = columns! { one;
    "measure", WORD, "what it is", one.name.clone();
    "n", WHOLE, "number of games it is based on (`pairs.identical`: of pairs)", count(one.n);
    "pairs", WHOLE.only("--pairs"), "number of pairs these games belong to", count(one.pairs);
    "count", WHOLE.or_empty(), "for a share, how many of them count", count(one.count);
    "estimate", NUMBER, "the share (0 to 1) or mean", share(one.estimate);
    interval("low", "high"), NUMBER,
        "lower end of its 95 % interval: Wilson's for a share, Student's for a mean, [by pairs](#intervals-of-pairs) with \
         `--pairs`", one.interval, 6;
};

/// A share or mean over games, with the games of a pair as one cluster.
#[derive(Clone, Copy, Debug, Default)]
struct Figure {
    /// The number of games in the current cluster, and their sum.
    open: (u64, f64),
    sum: f64,
    clusters: Clusters,
}

impl Figure {
    fn push(&mut self, value: f64) {
        self.open.0 += 1;
        self.open.1 += value;
        self.sum += value;
    }

    /// Ends a cluster.
    fn close(&mut self) {
        let (count, sum) = std::mem::take(&mut self.open);
        self.clusters.push(count, sum);
    }

    fn measure(&self, name: String, share: bool) -> Measure {
        let (n, mean) = (self.clusters.values(), self.clusters.mean());
        // These are whole numbers, so the share is exact.
        let estimate = if share && n > 0 { self.sum / n as f64 } else { mean };
        Measure {
            name,
            n,
            pairs: Some(self.clusters.clusters()),
            count: share.then_some(self.sum as u64),
            estimate,
            interval: if share { self.clusters.share() } else { self.clusters.estimate().interval() },
        }
    }

    fn share(&self, name: String) -> Measure {
        self.measure(name, true)
    }

    fn mean(&self, name: String) -> Measure {
        self.measure(name, false)
    }
}

#[derive(Clone, Debug)]
enum Values {
    /// Only numbers so far; empty values are ignored.
    Numbers(Figure),
    /// Words, by outcome.
    Words(BTreeMap<(Cow<'static, str>, Outcome), Figure>),
    /// Too many distinct words.
    Open,
}

/// Numbers that every game has, summarized by their means.
const MEANS: [&str; 5] = ["turns", "decisions", "decisions_fln", "decisions_france", "dice"];

/// Summarizes rows as they come, in bounded memory.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    progress: Progress,
    /// By [`Outcome`].
    outcomes: [Figure; 3],
    /// Games that a program has forfeited.
    forfeits: BySide<Figure>,
    unfinished: Figure,
    /// A figure that counts nothing in any finished game: the state of a word before it first occurs.
    never: Figure,
    means: [Figure; MEANS.len()],
    columns: Vec<(&'static str, Values)>,
    pairs: Option<Pairs>,
    luck: Option<Luck>,
}

/// Results and luck of the FLN.
#[derive(Clone, Copy, Debug, Default)]
struct Luck {
    /// Number, results and luck of the games in the current cluster.
    open: (u64, f64, f64),
    adjusted: Adjusted,
}

impl Luck {
    fn close(&mut self) {
        let (count, results, luck) = std::mem::take(&mut self.open);
        self.adjusted.push_cluster(count, results, luck);
    }
}

/// The results of the first bot in pairs of games.
#[derive(Clone, Debug, Default)]
struct Pairs {
    /// The first game of the current pair.
    half: Option<Half>,
    adjusted: Adjusted,
    /// The first bot's points.
    scores: Clusters,
    /// The share of pairs whose games are identical.
    identical: Figure,
    /// The first bot's wins in finished games, by its side.
    wins: BySide<Figure>,
}

/// The first game of a pair.
#[derive(Clone, Debug)]
struct Half {
    score: f64,
    luck: f64,
    played: Played,
    tally: Vec<Field>,
}

impl Pairs {
    fn push(&mut self, row: &Row) {
        let seat = if row.swapped { Side::France } else { Side::Fln };
        let score = match row.played.outcome {
            // Half a point each: an abandoned game says nothing about either bot.
            None => 0.5,
            Some(outcome) => {
                self.wins[seat].push(f64::from(outcome.is_won_by(seat)));
                self.wins[seat].close();
                outcome.score(seat)
            }
        };
        let luck = row.luck.map_or(0.0, |luck| if seat == Side::Fln { luck } else { -luck });
        if !row.swapped {
            self.half = Some(Half { score, luck, played: row.played, tally: row.tally.clone() });
        } else if let Some(half) = self.half.take() {
            self.scores.push(2, half.score + score);
            self.adjusted.push_cluster(2, half.score + score, half.luck + luck);
            let identical = half.played == row.played && half.tally == row.tally;
            self.identical.push(f64::from(identical));
            self.identical.close();
        }
    }

    fn are_identical(&self) -> bool {
        let pairs = self.identical.clusters.clusters();
        pairs > 0 && self.identical.sum == pairs as f64
    }
}

impl Summary {
    /// A summary of no games, with these tally columns. With `pairs` it includes the results of the first bot; with `luck`,
    /// results adjusted for luck.
    #[must_use]
    pub fn new(columns: Vec<&'static str>, pairs: bool, luck: bool) -> Self {
        let columns = columns.into_iter().map(|name| (name, Values::Numbers(Figure::default())));
        Self {
            columns: columns.collect(),
            pairs: pairs.then(Pairs::default),
            luck: luck.then(Luck::default),
            ..Self::default()
        }
    }

    /// Adds a game. Unfinished games are only counted as such.
    pub fn push(&mut self, row: &Row) {
        self.progress.done += 1;
        if let Some(pairs) = &mut self.pairs {
            pairs.push(row);
        }
        self.unfinished.push(f64::from(row.played.outcome.is_none()));
        match row.played.outcome {
            Some(outcome) => self.push_finished(row, outcome),
            None => self.progress.unfinished += 1,
        }
        if self.pairs.is_none() || row.swapped {
            self.close();
        }
    }

    fn push_finished(&mut self, row: &Row, outcome: Outcome) {
        match outcome.winner() {
            Some(winner) => self.progress.wins[winner] += 1,
            None => self.progress.draws += 1,
        }
        for (figure, of) in self.outcomes.iter_mut().zip(Outcome::ALL) {
            figure.push(f64::from(of == outcome));
        }
        for side in Side::ALL {
            self.forfeits[side].push(f64::from(row.played.forfeit.is_some_and(|one| one.side == side)));
        }
        if let (Some(Luck { open, .. }), Some(luck)) = (&mut self.luck, row.luck) {
            open.0 += 1;
            open.1 += f64::from(outcome.is_won_by(Side::Fln));
            open.2 += luck;
        }
        let Played { turns, decisions: BySide { fln, france }, dice, .. } = row.played;
        let values = [turns.into(), fln + france, fln, france, dice];
        self.means.iter_mut().zip(values).for_each(|(figure, value)| figure.push(f64::from(value)));
        for ((_, column), value) in self.columns.iter_mut().zip(&row.tally) {
            column.push(value, outcome, self.never);
        }
        self.never.push(0.0);
    }

    /// Ends a pair, or a single game.
    fn close(&mut self) {
        let own = self.outcomes.iter_mut().chain(&mut self.means);
        own.chain([&mut self.unfinished, &mut self.never]).for_each(Figure::close);
        Side::ALL.into_iter().for_each(|side| self.forfeits[side].close());
        self.luck.iter_mut().for_each(Luck::close);
        for (_, column) in &mut self.columns {
            match column {
                Values::Numbers(numbers) => numbers.close(),
                Values::Words(words) => words.values_mut().for_each(Figure::close),
                Values::Open => {}
            }
        }
    }

    /// The number of games, and of wins by each side.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// True if games are pairs and both games of each are identical: the two bots play identically.
    #[must_use]
    pub fn bots_are_identical(&self) -> bool {
        self.pairs.as_ref().is_some_and(Pairs::are_identical)
    }

    /// The name of the figure that [`Summary::width`] refers to.
    #[must_use]
    pub fn decisive(&self) -> &'static str {
        if self.pairs.is_some() && !self.bots_are_identical() { "pairs.score" } else { "win_rate.fln" }
    }

    /// The width of the 95 % interval of the win rate, 0 to 1; if games are pairs, of the first bot's score. For bots that play
    /// identically the score is known in advance, so it is the win rate.
    #[must_use]
    pub fn width(&self) -> f64 {
        let interval = match &self.pairs {
            Some(pairs) if !pairs.are_identical() => pairs.scores.share(),
            _ => self.outcomes[Outcome::Fln as usize].clusters.share(),
        };
        interval.high - interval.low
    }

    /// The figure with this name, such as `win_rate.fln`.
    #[must_use]
    pub fn measure(&self, name: &str) -> Option<Measure> {
        self.measures().into_iter().find(|measure| measure.name == name)
    }

    /// All figures, in a fixed order.
    #[must_use]
    pub fn measures(&self) -> Vec<Measure> {
        // The first game of a pair counts even if the run was stopped after it.
        let mut whole = self.clone();
        whole.close();
        let mut measures = whole.closed_measures();
        if self.pairs.is_none() {
            measures.iter_mut().for_each(|measure| measure.pairs = None);
        }
        measures
    }

    /// The table of all figures: `summary.csv`.
    #[must_use]
    pub fn cells(&self) -> Cells {
        cells(COLUMNS, if self.is_paired() { &["--pairs"] } else { &[] }, &self.measures())
    }

    /// True if games are pairs.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.pairs.is_some()
    }

    fn closed_measures(&self) -> Vec<Measure> {
        let outcome = |outcome: Outcome| &self.outcomes[outcome as usize];
        let mut measures = vec![
            outcome(Outcome::Fln).share("win_rate.fln".to_owned()),
            outcome(Outcome::France).share("win_rate.france".to_owned()),
        ];
        if self.progress.draws > 0 {
            measures.push(outcome(Outcome::Draw).share("draw_rate".to_owned()));
        }
        for side in Side::ALL.into_iter().filter(|side| self.forfeits[*side].sum > 0.0) {
            measures.push(self.forfeits[side].share(format!("forfeit.{}", side.name())));
        }
        if let Some(Luck { adjusted, .. }) = &self.luck {
            measures.extend(adjusted_measures(adjusted, "win_rate.fln"));
        }
        if let Some(pairs) = &self.pairs {
            if self.luck.is_some() {
                measures.extend(adjusted_measures(&pairs.adjusted, "pairs.score"));
            }
            measures.push(Measure {
                name: "pairs.score".to_owned(),
                n: pairs.scores.values(),
                pairs: Some(pairs.scores.clusters()),
                count: None,
                estimate: pairs.scores.mean(),
                interval: pairs.scores.share(),
            });
            measures.push(pairs.identical.share("pairs.identical".to_owned()));
            for side in Side::ALL {
                measures.push(pairs.wins[side].share(format!("pairs.win_rate.{}", side.name())));
            }
        }
        measures.push(self.unfinished.share("unfinished".to_owned()));
        let means = MEANS.iter().zip(&self.means);
        measures.extend(means.map(|(name, figure)| figure.mean(format!("mean.{name}"))));
        for (name, column) in &self.columns {
            match column {
                Values::Numbers(numbers) => measures.push(numbers.mean(format!("mean.{name}"))),
                Values::Words(words) => measures.extend(words.iter().map(|((word, outcome), figure)| {
                    figure.share(format!("share.{name}.{word}.{}", outcome.name()))
                })),
                Values::Open => {}
            }
        }
        measures
    }
}

/// As a map of all figures by name.
impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.measures().iter().map(|measure| (&measure.name, measure)))
    }
}

impl Values {
    fn push(&mut self, field: &Field, outcome: Outcome, never: Figure) {
        match (&mut *self, field) {
            (Self::Open, _) | (Self::Numbers(_), Field::Nothing) => {}
            (Self::Numbers(numbers), Field::Number(number)) => numbers.push(*number),
            (Self::Numbers(numbers), Field::Word(word)) => {
                // A list of several words differs in nearly every game. Whether a column holds words is clear from its
                // first game.
                let empty = numbers.open.0 + numbers.clusters.values() == 0;
                *self = if empty && !word.contains(' ') { Self::Words(BTreeMap::new()) } else { Self::Open };
                if matches!(self, Self::Words(_)) {
                    self.push(field, outcome, never);
                }
            }
            (Self::Words(words), Field::Nothing) => words.values_mut().for_each(|figure| figure.push(0.0)),
            (Self::Words(words), Field::Word(word)) if !word.contains(' ') => {
                words.entry((word.clone(), outcome)).or_insert(never);
                for ((other, ended), figure) in &mut *words {
                    figure.push(f64::from(other == word && *ended == outcome));
                }
                if words.len() > MOST_WORDS {
                    *self = Self::Open;
                }
            }
            (Self::Words(_), _) => *self = Self::Open,
        }
    }
}

/// The luck-adjusted mean, and the factor by which it saves games.
fn adjusted_measures(adjusted: &Adjusted, name: &str) -> [Measure; 2] {
    let (estimate, (saved, interval)) = (adjusted.estimate(), adjusted.savings());
    // A line does not know that a share ends at 0 and 1.
    let share = |value: f64| value.clamp(0.0, 1.0);
    let Interval { low, high } = estimate.interval();
    let within = Interval { low: share(low), high: share(high) };
    let measure = |kind, estimate, interval| Measure {
        name: format!("{kind}.{name}"),
        n: adjusted.count(),
        pairs: Some(adjusted.clusters()),
        count: None,
        estimate,
        interval,
    };
    [measure("adjusted", share(estimate.value), within), measure("savings", saved, interval)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use wilaya_bots::play::Played;

    fn row(index: u64, outcome: Option<Outcome>, turns: u16, tally: [&str; 3]) -> Row {
        let decisions = BySide { fln: 3, france: 4 };
        let played = Played { outcome, turns, decisions, dice: 9, forfeit: None };
        Row {
            index,
            swapped: index % 2 == 1,
            played,
            luck: None,
            tally: tally.map(Field::read).to_vec(),
            record: None,
            turns: None,
        }
    }

    #[test]
    fn figures_come_with_their_numbers() {
        let mut summary = Summary::new(vec!["raids", "level", "date"], true, false);
        summary.push(&row(0, Some(Outcome::Fln), 4, ["2", "decisive", ""]));
        summary.push(&row(1, Some(Outcome::Fln), 6, ["4", "marginal", ""]));
        summary.push(&row(2, Some(Outcome::France), 5, ["", "marginal", "1962"]));
        summary.push(&row(3, None, 200, ["90", "", ""]));
        let pairs = |summary: &Summary, name: &str| {
            let measures = summary.measures();
            let measure = measures.iter().find(|measure| measure.name == name).expect("it is there");
            (measure.n, measure.pairs)
        };
        assert_eq!(pairs(&summary, "win_rate.fln"), (3, Some(2)));
        assert_eq!(pairs(&summary, "pairs.score"), (4, Some(2)));
        // The first game of a pair that was not played to its end.
        let mut half = summary.clone();
        half.push(&row(4, Some(Outcome::Fln), 4, ["2", "decisive", ""]));
        assert_eq!(pairs(&half, "win_rate.fln"), (4, Some(3)));
        assert_eq!(pairs(&half, "share.level.decisive.fln"), (4, Some(3)));
        assert_eq!(pairs(&half, "pairs.score"), (4, Some(2)));
        let measures = summary.measures();
        let find = |name: &str| {
            let measure = measures.iter().find(|measure| measure.name == name);
            let measure = measure.unwrap_or_else(|| panic!("{name} is missing: {measures:?}"));
            (measure.n, measure.count, measure.estimate)
        };
        assert_eq!(find("win_rate.fln"), (3, Some(2), 2.0 / 3.0));
        assert_eq!(find("unfinished"), (4, Some(1), 0.25));
        assert_eq!(find("mean.turns"), (3, None, 5.0));
        assert_eq!(find("mean.decisions"), (3, None, 7.0));
        assert_eq!(find("mean.raids"), (2, None, 3.0));
        assert_eq!(find("share.level.marginal.fln"), (3, Some(1), 1.0 / 3.0));
        assert_eq!(find("mean.date"), (1, None, 1962.0));
        // The first bot wins as the FLN and loses as France; then it loses as the FLN, and the last game has no winner.
        assert_eq!(find("pairs.score"), (4, None, 0.375));
        assert_eq!(find("pairs.identical"), (2, Some(0), 0.0));
        assert_eq!(find("pairs.win_rate.fln"), (2, Some(1), 0.5));
        assert_eq!(find("pairs.win_rate.france"), (1, Some(0), 0.0));
    }

    #[test]
    fn a_draw_is_a_finished_game_without_a_winner_and_half_a_point() {
        let mut summary = Summary::new(vec!["a", "level", "c"], true, false);
        for (index, outcome) in (0..).zip([Outcome::Draw, Outcome::Fln, Outcome::Draw, Outcome::Draw]) {
            summary.push(&row(index, Some(outcome), 4, ["", "even", ""]));
        }
        assert_eq!((summary.progress().finished(), summary.progress().draws), (4, 3));
        let find = |name| summary.measure(name).map(|found| (found.n, found.estimate));
        assert_eq!(find("win_rate.fln"), Some((4, 0.25)));
        assert_eq!(find("win_rate.france"), Some((4, 0.0)));
        assert_eq!(find("draw_rate"), Some((4, 0.75)));
        assert_eq!(find("unfinished"), Some((4, 0.0)));
        assert_eq!(find("share.level.even.draw"), Some((4, 0.75)));
        // Three draws, and a loss of the first bot in the other seat.
        assert_eq!(find("pairs.score"), Some((4, 0.375)));
    }

    #[test]
    fn shares_less_luck_are_shares() {
        let mut summary = Summary::new(vec!["a", "b", "c"], true, true);
        for index in 0..40 {
            // The first bot has bad luck, most of it in the one game that it loses: with none it would win more than all.
            let winner = if index % 2 == 0 || index == 7 { Outcome::Fln } else { Outcome::France };
            let own = if index == 7 { -1.5 } else { -0.05 };
            let luck = if index % 2 == 0 { own } else { -own };
            summary.push(&Row { luck: Some(luck), ..row(index, Some(winner), 4, ["", "", ""]) });
        }
        for measure in summary.measures().iter().filter(|measure| !measure.name.starts_with("savings")) {
            if measure.name.contains("win_rate") || measure.name.contains("score") {
                let Interval { low, high } = measure.interval;
                assert!(
                    0.0 <= low && low <= measure.estimate && measure.estimate <= high && high <= 1.0,
                    "{measure:?}"
                );
            }
        }
    }

    #[test]
    fn a_column_with_too_many_words_is_left_out() {
        let mut summary = Summary::new(vec!["a", "b", "c"], false, false);
        for index in 0..100 {
            summary.push(&row(index, Some(Outcome::Fln), 1, [&format!("w{index}"), "", "x"]));
        }
        for date in ["", "b@1955", "c@1956 d@1957"] {
            summary.push(&row(100, Some(Outcome::Fln), 1, ["w", date, "x"]));
        }
        let measures = summary.measures();
        assert!(measures.iter().all(|measure| !measure.name.starts_with("share.a.")));
        assert!(measures.iter().all(|measure| !measure.name.contains(' ')), "{measures:?}");
        assert!(measures.iter().any(|measure| measure.name == "share.c.x.fln"));
    }
}
