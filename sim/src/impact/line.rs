//! What is known of the items: `impact.csv`, `seen.csv` and `forked.csv`.

use wilaya_engine::Item;
use wilaya_stats::{Estimate, Interval, benjamini_hochberg};

use super::seen::{Share, Shares};
use crate::cells::Cells;
use crate::column::{ColumnOf, cells, columns, count, p_value, share};
use crate::forked::{Against, Fork, gain, gain_by_period};

/// A question about an item, which a reading answers: four columns of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What goes with it?
    Seen,
    /// What is it worth that it is in the game at all?
    Barred,
    /// What is it worth not to wait with it?
    Now,
    /// What is it worth to the side that can play it?
    Worth,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Seen, Self::Barred, Self::Now, Self::Worth];
    /// Those that people are shown. What is played now is mostly played next turn otherwise, so `now` hardly tells an item
    /// that matters from one that does not: it stands in the tables only.
    pub const SHOWN: [Self; 3] = [Self::Barred, Self::Worth, Self::Seen];

    /// The word for it in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Now => "now",
            Self::Worth => "worth",
        }
    }

    /// It in full, for people.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Barred => {
                "Barred: what is it worth that it is in the game at all? The same games, with the same dice, with it and \
                 without it."
            }
            Self::Worth => {
                "Worth: what is it worth to the side that can play it? At positions of real games, played at once against \
                 taken out for good; an event, rolled against nothing rolled."
            }
            Self::Now => {
                "Now: what is it worth not to wait with it? At positions of real games, played at once against the next \
                 best choice."
            }
            Self::Seen => {
                "Seen: what goes with it? Games in which it takes effect, against those that have come as far without it; \
                 that need not be what it causes, and turns without an event are mostly turns with another event."
            }
        }
    }
}

/// A reading of one item.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// By how much the FLN wins more often.
    pub estimate: Estimate,
    /// The p-value of that, corrected for the number of items.
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

/// What is known of one item.
#[derive(Clone, Debug)]
pub struct ImpactLine {
    /// The item.
    pub item: String,
    /// Its name, for people.
    pub name: String,
    /// By [`Question`].
    pub(super) reads: [Option<Read>; 4],
    /// How games end by what became of it, if that was seen.
    pub shares: Option<Shares>,
    /// Why it cannot be taken out, if it cannot.
    pub compulsory: Option<String>,
}

impl ImpactLine {
    pub(super) fn new(item: &Item) -> Self {
        let Item { word, name, .. } = item;
        Self { item: word.clone(), name: name.clone(), reads: [None; 4], shares: None, compulsory: None }
    }

    /// The answer to a question, if there is one.
    #[must_use]
    pub fn read(&self, question: Question) -> Option<&Read> {
        self.reads[question as usize].as_ref()
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

/// Points of the chance to win; what rounds to zero has no sign.
fn points(value: f64) -> f64 {
    if value.abs() <= 5e-7 { 0.0 } else { value }
}

/// The six columns of a question; of the last four the help is the same for all.
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
                "how likely an estimate at least so far from 0 is by chance; with all digits, tiny ones as `3.2e-12`",
                p_value(line.read(Question::$question).map(|read| read.estimate.p_value()));
            concat!($word, "_q"), NUMBER.or_empty(),
                "the same corrected for the number of items (Benjamini and Hochberg)",
                p_value(line.read(Question::$question).map(|read| read.q));
        }
    };
}

const QUESTIONS: [&[ColumnOf<ImpactLine>]; 4] = [
    question!(
        Seen,
        "seen",
        "games in which it took effect (a chit was played, an event took place)",
        "by how much the FLN wins more often where it takes effect, among games that have come as far without it: the \
         difference within turns, with the weights of Mantel and Haenszel. It says what goes together, not what causes \
         what. Of an event, the turns that it is compared with are those with another event or none, and in *Algeria* \
         most hold another: it says how the event differs from the average of those, not from nothing. Empty for kinds of \
         action, of which nothing tells whether they took effect",
        "cluster-robust by game"
    ),
    question!(
        Barred,
        "barred",
        "games that were finished both as the game is and without the item, with the same dice",
        "by how much the FLN wins more often with it: 0 if taking it out changes nothing. Empty if it cannot be taken out",
        "Student's of the paired differences"
    ),
    question!(
        Now,
        "now",
        "pairs of playouts, with the same dice, of positions drawn from real games: from each game one for each item, all \
         decisions at which something else could be played too being equally likely",
        "by how much the FLN wins more often if the item is played at once than if the bot's next best choice is. Empty for \
         events",
        "cluster-robust by game"
    ),
    question!(
        Worth,
        "worth",
        "as `now_n`, at the same positions; of an event, in a turn drawn from each game",
        "by how much the FLN wins more often if the item is played at once than if it is taken out of the hand for good (a \
         kind of action: forbidden from here on); of an event, if it is rolled in the turn than if no event is",
        "cluster-robust by game"
    ),
];

/// The columns of `impact.csv`.
pub(crate) fn impact_columns() -> Vec<ColumnOf<ImpactLine>> {
    let item: &[ColumnOf<ImpactLine>] = columns! { line; "item", WORD, "the item", line.item.clone(); };
    let name: &[ColumnOf<ImpactLine>] =
        columns! { line; "name", TEXT, "the name of the item, for people", line.name.clone(); };
    [[item].as_slice(), &QUESTIONS, &[name]].concat().concat()
}

pub(super) fn impact_cells(lines: &[ImpactLine]) -> Cells {
    cells(&impact_columns(), &[], lines)
}

/// How games end in which something became of an item.
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
    "n", WHOLE, "how many games", count(line.share.n);
    "fln_wins", WHOLE, "how many of them the FLN won", count(line.share.fln_wins);
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
    "games", WHOLE, "from how many games the positions come", count(line.games);
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
