//! A game of a run, and how far a run is.

use serde::{Deserialize, Serialize};
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Field, Side};

/// A game of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its index.
    pub index: u64,
    /// The bots sat in each other's seats ([`Plan::pairs`](crate::Plan::pairs)).
    pub swapped: bool,
    /// How it went.
    #[serde(flatten)]
    pub played: Played,
    /// What the dice gave the FLN, if it was measured ([`Luck::total`](crate::Luck::total)).
    pub luck: Option<f64>,
    /// The values of the columns of the game's tally.
    pub tally: Vec<Field>,
    /// Its record, if it was recorded.
    pub record: Option<String>,
    /// Its rows of `turns.csv`, if they were noted.
    pub turns: Option<String>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Games played.
    pub done: u64,
    /// Games that went on too long.
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

/// How far a command is that plays several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeriesProgress {
    /// The games of the runs before.
    pub before: u64,
    /// The games of all runs.
    pub games: u64,
    /// How far the run under way is.
    pub progress: Progress,
}

impl Progress {
    /// Games that were played to their end.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.wins.fln + self.wins.france + self.draws
    }

    /// The share of finished games that `side` has won; none if there are none.
    #[must_use]
    pub fn win_rate(&self, side: Side) -> Option<f64> {
        let finished = self.finished();
        (finished > 0).then(|| self.wins[side] as f64 / finished as f64)
    }
}
