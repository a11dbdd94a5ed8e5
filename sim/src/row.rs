//! A game of a run, and the progress of a run.

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Field, Side};

/// A game of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its index.
    pub index: u64,
    /// True if the bots are swapped ([`Plan::pairs`](crate::Plan::pairs)).
    pub swapped: bool,
    /// Its summary.
    #[serde(flatten)]
    pub played: Played,
    /// The FLN's luck, if measured ([`Luck::total`](crate::Luck::total)).
    pub luck: Option<f64>,
    /// The values of the columns of the game's tally.
    pub tally: Vec<Field>,
    /// Its record, if it is recorded.
    pub record: Option<String>,
    /// Its rows of `turns.csv`, if they are written.
    #[serde(rename = "turns_rows")]
    pub turns: Option<String>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Games played.
    pub done: u64,
    /// Games beyond the turn limit.
    pub unfinished: u64,
    /// Games won.
    pub wins: BySide<u64>,
    /// Games drawn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draws: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The progress of a command that plays several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesProgress {
    /// The number of games of earlier runs.
    pub before: u64,
    /// The number of games of all runs.
    pub games: u64,
    /// The progress of the current run.
    pub progress: Progress,
}

impl Progress {
    /// The number of finished games.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.wins.fln + self.wins.france + self.draws
    }

    /// The share of finished games that `side` won; `None` if there are none.
    #[must_use]
    pub fn win_rate(&self, side: Side) -> Option<f64> {
        let finished = self.finished();
        (finished > 0).then(|| self.wins[side] as f64 / finished as f64)
    }
}
