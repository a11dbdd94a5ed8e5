//! What became of many games, each figure with its interval and its number.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use wilaya_engine::{BySide, Field, Side};

use crate::adjusted::Adjusted;
use crate::run::{Progress, Row};
use crate::stats::{Interval, Moments, wilson};

/// Columns with more different words than this are not counted by word.
const MOST_WORDS: usize = 24;

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// What it is: `win_rate.fln`, `mean.turns`, `share.level.decisive.fln`.
    #[serde(skip)]
    pub name: String,
    /// How many games it comes from.
    pub n: u64,
    /// How many of them count, if it is a share.
    pub count: Option<u64>,
    /// The share or mean.
    pub estimate: f64,
    /// Its 95 % interval: Wilson's for a share, Student's for a mean. Unbounded ends of means of fewer than two games
    /// stand as null in JSON and as `inf` in CSV.
    #[serde(flatten)]
    pub interval: Interval,
}

#[derive(Clone, Debug)]
enum Column {
    /// Only numbers so far; empty values do not count.
    Numbers(Moments),
    /// Words, by winner.
    Words(BTreeMap<(Cow<'static, str>, Side), u64>),
    /// Too many different words.
    Open,
}

/// Sums up rows as they come, in a bounded amount of memory.
#[derive(Clone, Debug)]
pub struct Summary {
    progress: Progress,
    turns: Moments,
    decisions: Moments,
    by_side: BySide<Moments>,
    dice: Moments,
    columns: Vec<(&'static str, Column)>,
    pairs: Option<Pairs>,
    luck: Option<Adjusted>,
}

/// How the first bot fared in pairs of games.
#[derive(Clone, Debug, Default)]
struct Pairs {
    /// Its score in the first game of the pair under way.
    half: f64,
    /// What the dice gave it there.
    half_luck: f64,
    adjusted: Adjusted,
    /// Its share of the points of each pair.
    scores: Moments,
    /// Its finished games and wins, by its side.
    games: BySide<u64>,
    wins: BySide<u64>,
}

impl Pairs {
    fn push(&mut self, row: &Row) {
        let seat = if row.swapped { Side::France } else { Side::Fln };
        let score = match row.played.winner {
            // Half of a point for each: a game given up says nothing about either.
            None => 0.5,
            Some(winner) => {
                self.games[seat] += 1;
                self.wins[seat] += u64::from(winner == seat);
                f64::from(u8::from(winner == seat))
            }
        };
        let luck = row.luck.map_or(0.0, |luck| if seat == Side::Fln { luck } else { -luck });
        if row.swapped {
            let score = f64::midpoint(self.half, score);
            self.scores.push(score);
            self.adjusted.push(score, f64::midpoint(self.half_luck, luck));
        } else {
            (self.half, self.half_luck) = (score, luck);
        }
    }
}

impl Summary {
    /// A summary of no games, with these columns of the game's tally. Of `pairs` it sums up how the first bot fared;
    /// if `luck` is measured, results less their luck.
    #[must_use]
    pub fn new(columns: Vec<&'static str>, pairs: bool, luck: bool) -> Self {
        let columns = columns.into_iter().map(|name| (name, Column::Numbers(Moments::default())));
        Self {
            progress: Progress::default(),
            turns: Moments::default(),
            decisions: Moments::default(),
            by_side: BySide::default(),
            dice: Moments::default(),
            columns: columns.collect(),
            pairs: pairs.then(Pairs::default),
            luck: luck.then(Adjusted::default),
        }
    }

    /// Takes a game. Unfinished games count as such and nowhere else.
    pub fn push(&mut self, row: &Row) {
        self.progress.done += 1;
        if let Some(pairs) = &mut self.pairs {
            pairs.push(row);
        }
        let Some(winner) = row.played.winner else {
            self.progress.unfinished += 1;
            return;
        };
        self.progress.wins[winner] += 1;
        if let (Some(adjusted), Some(luck)) = (&mut self.luck, row.luck) {
            adjusted.push(f64::from(u8::from(winner == Side::Fln)), luck);
        }
        self.turns.push(f64::from(row.played.turns));
        let decisions = row.played.decisions;
        self.decisions.push(f64::from(decisions.fln + decisions.france));
        for side in Side::ALL {
            self.by_side[side].push(f64::from(decisions[side]));
        }
        self.dice.push(f64::from(row.played.dice));
        for ((_, column), value) in self.columns.iter_mut().zip(&row.tally) {
            column.push(value, winner);
        }
    }

    /// How many games there were and who won them.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The width of the 95 % interval of the win rate, 0 to 1; of the first bot's score, if games are pairs.
    #[must_use]
    pub fn width(&self) -> f64 {
        let interval = match &self.pairs {
            Some(pairs) => pairs.scores.interval(),
            None => wilson(self.progress.wins.fln, self.progress.finished()),
        };
        interval.high - interval.low
    }

    /// Every figure, in a fixed order.
    #[must_use]
    pub fn measures(&self) -> Vec<Measure> {
        let finished = self.progress.finished();
        let mut measures: Vec<_> = Side::ALL
            .into_iter()
            .map(|side| share(format!("win_rate.{}", side.name()), self.progress.wins[side], finished))
            .collect();
        if let Some(adjusted) = &self.luck {
            measures.extend(adjusted_measures(adjusted, "win_rate.fln"));
        }
        if let Some(pairs) = &self.pairs {
            if self.luck.is_some() {
                measures.extend(adjusted_measures(&pairs.adjusted, "pairs.score"));
            }
            measures.push(mean("pairs.score".to_owned(), &pairs.scores));
            for side in Side::ALL {
                let name = format!("pairs.win_rate.{}", side.name());
                measures.push(share(name, pairs.wins[side], pairs.games[side]));
            }
        }
        measures.push(share("unfinished".to_owned(), self.progress.unfinished, self.progress.done));
        measures.push(mean("mean.turns".to_owned(), &self.turns));
        measures.push(mean("mean.decisions".to_owned(), &self.decisions));
        for side in Side::ALL {
            measures.push(mean(format!("mean.decisions_{}", side.name()), &self.by_side[side]));
        }
        measures.push(mean("mean.dice".to_owned(), &self.dice));
        for (name, column) in &self.columns {
            match column {
                Column::Numbers(moments) => measures.push(mean(format!("mean.{name}"), moments)),
                Column::Words(words) => measures.extend(words.iter().map(|((word, winner), &count)| {
                    share(format!("share.{name}.{word}.{}", winner.name()), count, finished)
                })),
                Column::Open => {}
            }
        }
        measures
    }
}

impl Column {
    fn push(&mut self, field: &Field, winner: Side) {
        match (&mut *self, field) {
            (Self::Open, _) | (_, Field::Nothing) => {}
            (Self::Numbers(moments), Field::Number(number)) => moments.push(*number),
            (Self::Numbers(moments), Field::Word(word)) => {
                // A list of several words is another one in nearly every game; a column of words shows itself as one in
                // its first game.
                *self = if word.contains(' ') || moments.count() > 0 {
                    Self::Open
                } else {
                    Self::Words(BTreeMap::from([((word.clone(), winner), 1)]))
                };
            }
            (Self::Words(words), Field::Word(word)) if !word.contains(' ') => {
                *words.entry((word.clone(), winner)).or_insert(0) += 1;
                if words.len() > MOST_WORDS {
                    *self = Self::Open;
                }
            }
            (Self::Words(_), _) => *self = Self::Open,
        }
    }
}

fn share(name: String, count: u64, n: u64) -> Measure {
    let estimate = if n == 0 { 0.0 } else { count as f64 / n as f64 };
    Measure { name, n, count: Some(count), estimate, interval: wilson(count, n) }
}

/// The mean less luck, and how many times as many games it would take as precisely with it.
fn adjusted_measures(adjusted: &Adjusted, name: &str) -> [Measure; 2] {
    let (estimate, (saved, interval)) = (adjusted.estimate(), adjusted.savings());
    let measure = |kind, estimate, interval| Measure {
        name: format!("{kind}.{name}"),
        n: adjusted.count(),
        count: None,
        estimate,
        interval,
    };
    [measure("adjusted", estimate.value, estimate.interval()), measure("savings", saved, interval)]
}

fn mean(name: String, moments: &Moments) -> Measure {
    Measure { name, n: moments.count(), count: None, estimate: moments.mean(), interval: moments.interval() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Played;

    fn row(index: u64, winner: Option<Side>, turns: u16, tally: [&str; 3]) -> Row {
        let decisions = BySide { fln: 3, france: 4 };
        let played = Played { winner, turns, decisions, dice: 9 };
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
        summary.push(&row(0, Some(Side::Fln), 4, ["2", "decisive", ""]));
        summary.push(&row(1, Some(Side::Fln), 6, ["4", "marginal", ""]));
        summary.push(&row(2, Some(Side::France), 5, ["", "marginal", "1962"]));
        summary.push(&row(3, None, 200, ["90", "", ""]));
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
        assert_eq!(find("pairs.score"), (2, None, 0.375));
        assert_eq!(find("pairs.win_rate.fln"), (2, Some(1), 0.5));
        assert_eq!(find("pairs.win_rate.france"), (1, Some(0), 0.0));
    }

    #[test]
    fn a_column_with_too_many_words_is_left_out() {
        let mut summary = Summary::new(vec!["a", "b", "c"], false, false);
        for index in 0..100 {
            summary.push(&row(index, Some(Side::Fln), 1, [&format!("w{index}"), "", "x"]));
        }
        for date in ["", "b@1955", "c@1956 d@1957"] {
            summary.push(&row(100, Some(Side::Fln), 1, ["w", date, "x"]));
        }
        let measures = summary.measures();
        assert!(measures.iter().all(|measure| !measure.name.starts_with("share.a.")));
        assert!(measures.iter().all(|measure| !measure.name.contains(' ')), "{measures:?}");
        assert!(measures.iter().any(|measure| measure.name == "share.c.x.fln"));
    }
}
