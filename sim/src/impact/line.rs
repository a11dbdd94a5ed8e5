//! Results by item: `impact.csv`, `seen.csv` and `forked.csv`.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use wilaya_engine::Item;
use wilaya_stats::{Estimate, Interval, benjamini_hochberg};

use super::seen::{Share, Shares};
use crate::cells::Cells;
use crate::column::{ColumnOf, cells, columns, count, p_value, share};
use crate::forked::{Against, Fork, gain, gain_by_period};

/// A question about an item, which a reading answers: four columns of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// How often does the FLN win in games in which it takes effect?
    Seen,
    /// How much does having it in the game change the win rate?
    Barred,
    /// How much is gained by playing it now rather than later?
    Now,
    /// How much does the side that can play it gain?
    Worth,
}

impl Question {
    /// All questions.
    pub const ALL: [Self; 4] = [Self::Seen, Self::Barred, Self::Now, Self::Worth];
    /// The questions shown to people. `now` is in the tables only: an item that is not played now is usually played next turn,
    /// so `now` hardly distinguishes items that matter from those that do not.
    pub const SHOWN: [Self; 3] = [Self::Barred, Self::Worth, Self::Seen];

    /// Its name in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Now => "now",
            Self::Worth => "worth",
        }
    }

    /// Its text for people.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Barred => {
                "Barred: how much does having it in the game change the win rate? The same games, with the same dice, with \
                 and without it."
            }
            Self::Worth => {
                "Worth: how much does the side that can play it gain? At positions of real games: played at once compared \
                 with removed for good; for an event, rolled compared with nothing rolled."
            }
            Self::Now => {
                "Now: how much is gained by playing it now rather than later? At positions of real games: played at once \
                 compared with the next best choice."
            }
            Self::Seen => {
                "Seen: how often does the FLN win when it takes effect, compared with games that reach the same turn without \
                 it? This need not be its effect, and most turns without an event have another event."
            }
        }
    }
}

/// A reading of one item.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// The increase in the FLN's win rate.
    pub estimate: Estimate,
    /// Its p-value, corrected for the number of items.
    pub q: f64,
}

impl Read {
    pub(super) fn new(estimate: Estimate) -> Self {
        Self { estimate, q: 1.0 }
    }

    fn points(&self) -> f64 {
        points(self.estimate.value)
    }

    fn interval(&self) -> Interval {
        let Interval { low, high } = self.estimate.interval();
        Interval { low: points(low), high: points(high) }
    }
}

impl Serialize for Read {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (estimate, interval) = (&self.estimate, self.estimate.interval());
        let mut read = serializer.serialize_struct("Read", 6)?;
        read.serialize_field("n", &estimate.n)?;
        read.serialize_field("estimate", &estimate.value)?;
        read.serialize_field("low", &interval.low)?;
        read.serialize_field("high", &interval.high)?;
        read.serialize_field("p", &estimate.p_value())?;
        read.serialize_field("q", &self.q)?;
        read.end()
    }
}

/// The results for one item.
#[derive(Clone, Debug)]
pub struct ImpactLine {
    /// The item.
    pub item: String,
    /// Its display name.
    pub name: String,
    /// By [`Question`].
    pub(super) reads: [Option<Read>; 4],
    /// Outcomes of games by what happened to it, if the reading *seen* was done.
    pub shares: Option<Shares>,
    /// The reason why it cannot be removed, if so.
    pub compulsory: Option<String>,
}

impl ImpactLine {
    pub(super) fn new(item: &Item) -> Self {
        let Item { word, name, .. } = item;
        Self { item: word.clone(), name: name.clone(), reads: [None; 4], shares: None, compulsory: None }
    }

    /// The answer to a question, if any.
    #[must_use]
    pub fn read(&self, question: Question) -> Option<&Read> {
        self.reads[question as usize].as_ref()
    }
}

impl Serialize for ImpactLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("ImpactLine", 3 + Question::ALL.len())?;
        line.serialize_field("item", &self.item)?;
        line.serialize_field("name", &self.name)?;
        line.serialize_field("compulsory", &self.compulsory)?;
        for question in Question::ALL {
            line.serialize_field(question.word(), &self.read(question))?;
        }
        line.end()
    }
}

/// Corrects p-values for their number.
fn correct<'a>(reads: impl Iterator<Item = &'a mut Read>) {
    let mut reads: Vec<_> = reads.collect();
    let p: Vec<f64> = reads.iter().map(|read| read.estimate.p_value()).collect();
    reads.iter_mut().zip(benjamini_hochberg(&p)).for_each(|(read, q)| read.q = q);
}

/// Corrects the p-values of a reading for the number of items.
pub(super) fn correct_all(lines: &mut [ImpactLine], question: Question) {
    correct(lines.iter_mut().filter_map(|line| line.reads[question as usize].as_mut()));
}

/// Percentage points of win rate; a value that rounds to zero has no sign.
fn points(value: f64) -> f64 {
    if value.abs() <= 5e-7 { 0.0 } else { value }
}

/// The six columns of a question; the last four have the same help for all.
macro_rules! question {
    ($question:ident, $word:literal, $n:literal, $estimate:literal, $interval:literal) => {
        columns! { line;
            concat!($word, "_n"), WHOLE.or_empty(), $n,
                count(line.read(Question::$question).map(|read| read.estimate.n));
            concat!($word, "_estimate"), NUMBER.or_empty(), $estimate,
                share(line.read(Question::$question).map(Read::points));
            interval(concat!($word, "_low"), concat!($word, "_high")), NUMBER.or_empty(),
                concat!("lower end of its 95 % interval, ", $interval),
                line.read(Question::$question).map(Read::interval), 6;
            concat!($word, "_p"), NUMBER.or_empty(),
                "the two-sided p-value, with all digits; tiny ones as `3.2e-12`",
                p_value(line.read(Question::$question).map(|read| read.estimate.p_value()));
            concat!($word, "_q"), NUMBER.or_empty(),
                "`p` corrected for the number of items (Benjamini and Hochberg)",
                p_value(line.read(Question::$question).map(|read| read.q));
        }
    };
}

const QUESTIONS: [&[ColumnOf<ImpactLine>]; 4] = [
    question!(
        Seen,
        "seen",
        "games in which it took effect (a chit was played, an event occurred)",
        "the increase in the FLN's win rate if it takes effect, among games that have reached the same turn without it: the \
         difference within turns, with the weights of Mantel and Haenszel. This is correlation, not causation. An event is \
         compared with turns that have another event or none, and in *Algeria* most have another: the value is relative to \
         the average of those, not to nothing. Empty for kinds of action, since nothing tells whether they took effect",
        "cluster-robust by game"
    ),
    question!(
        Barred,
        "barred",
        "games finished both with and without the item, with the same dice",
        "the increase in the FLN's win rate with it: 0 if removing it changes nothing. Empty if it cannot be removed",
        "Student's of the paired differences"
    ),
    question!(
        Now,
        "now",
        "pairs of playouts, with the same dice, of positions drawn from real games: one per game and item, drawn uniformly \
         among the decisions at which something else could be played too",
        "the increase in the FLN's win rate if the item is played at once, compared with the bot's next best choice. Empty \
         for events",
        "cluster-robust by game"
    ),
    question!(
        Worth,
        "worth",
        "as `now_n`, at the same positions; for an event, in a turn drawn from each game",
        "the increase in the FLN's win rate if the item is played at once, compared with its removal from the hand for good \
         (a kind of action: forbidden from here on); for an event, if it is rolled in the turn, compared with no event",
        "cluster-robust by game"
    ),
];

/// The columns of `impact.csv`.
pub(crate) fn impact_columns() -> Vec<ColumnOf<ImpactLine>> {
    let item: &[ColumnOf<ImpactLine>] = columns! { line; "item", WORD, "the item", line.item.clone(); };
    let name: &[ColumnOf<ImpactLine>] =
        columns! { line; "name", TEXT, "the display name of the item", line.name.clone(); };
    [[item].as_slice(), &QUESTIONS, &[name]].concat().concat()
}

pub(super) fn impact_cells(lines: &[ImpactLine]) -> Cells {
    cells(&impact_columns(), &[], lines)
}

/// Outcomes of the games in which something happened to an item.
pub(crate) struct SeenLine {
    item: String,
    games: &'static str,
    share: Share,
}

/// The columns of `seen.csv`.
pub(crate) const SEEN: &[ColumnOf<SeenLine>] = columns! { line;
    "item", WORD, "the item", line.item.clone();
    "games", WORD,
        "`opening` (in a hand before the first turn), `drawn` (in a hand at some time), `effect`, `no_effect`, `unseen` \
         (neither drawn nor played)", line.games;
    "n", WHOLE, "number of games", count(line.share.n);
    "fln_wins", WHOLE, "number of them that the FLN won", count(line.share.fln_wins);
    "win_rate", NUMBER.or_empty(), "their share, 0 to 1", share(line.share.rate());
    interval("low", "high"), NUMBER, "lower end of its 95 % interval (Wilson's)", line.share.interval(), 6;
};

pub(super) fn seen_cells(lines: &[ImpactLine]) -> Cells {
    let parts = |shares: &Shares| {
        [
            ("opening", shares.opening),
            ("drawn", shares.drawn),
            ("effect", shares.effect),
            ("no_effect", shares.no_effect),
            ("unseen", shares.unseen),
        ]
    };
    let rows = lines.iter().flat_map(|line| {
        let parts = line.shares.iter().flat_map(parts);
        parts.map(|(games, share)| SeenLine { item: line.item.clone(), games, share })
    });
    cells(SEEN, &[], &rows.collect::<Vec<_>>())
}

/// A reading at positions of one period.
pub(crate) struct ForkedLine {
    item: String,
    question: Question,
    period: u16,
    games: u64,
    read: Read,
}

/// The columns of `forked.csv`.
pub(crate) const FORKED: &[ColumnOf<ForkedLine>] = columns! { line;
    "item", WORD, "the item", line.item.clone();
    "reading", WORD, "`now` or `worth`", line.question.word();
    "period", WHOLE, "the year in *Ici*, the turn in *Algeria*", line.period;
    "games", WHOLE, "number of games that the positions come from", count(line.games);
    "n", WHOLE, "as in `impact.csv`", count(line.read.estimate.n);
    "estimate", NUMBER, "as in `impact.csv`", share(line.read.points());
    interval("low", "high"), NUMBER, "lower end of its 95 % interval", line.read.interval(), 6;
    "p", NUMBER, "as in `impact.csv`", p_value(line.read.estimate.p_value());
    "q", NUMBER, "`p` corrected for all rows of a reading", p_value(line.read.q);
};

/// The forked readings, and the table of them by period.
pub(super) fn forked(lines: &mut [ImpactLine], numbers: &[usize], forks: &[Fork]) -> Cells {
    const READINGS: [(Question, Against); 2] =
        [(Question::Now, Against::Now), (Question::Worth, Against::Worth)];
    let mut rows = Vec::new();
    for (line, number) in lines.iter_mut().zip(numbers) {
        let own = || forks.iter().filter(|fork| fork.item == *number);
        for (question, against) in READINGS {
            let all = gain(own(), against);
            if all.games > 0 {
                line.reads[question as usize] = Some(Read::new(all.estimate));
            }
            for (period, forked) in gain_by_period(own(), against) {
                let (games, read) = (forked.games, Read::new(forked.estimate));
                rows.push(ForkedLine { item: line.item.clone(), question, period, games, read });
            }
        }
    }
    for (wanted, _) in READINGS {
        correct_all(lines, wanted);
        correct(rows.iter_mut().filter(|row| row.question == wanted).map(|row| &mut row.read));
    }
    cells(FORKED, &[], &rows)
}
