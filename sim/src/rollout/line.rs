//! The table of a rollout.

use serde::Serialize;
use wilaya_bots::analysis::Rolled;
use wilaya_engine::Game;
use wilaya_stats::{Interval, wilson};

use crate::column::{ColumnOf, columns, count, share};

/// A choice, and how often the deciding side wins with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolloutLine {
    /// The choice, in notation.
    pub action: String,
    /// Finished games.
    pub n: u64,
    /// How many of them the deciding side won.
    pub wins: u64,
    /// Their share, 0 to 1.
    pub win_rate: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// The share adjusted for luck.
    pub adjusted: f64,
    /// The lower end of its 95 % interval.
    pub adjusted_low: f64,
    /// The upper end of its 95 % interval.
    pub adjusted_high: f64,
    /// Its difference from the best choice; `None` for the best.
    pub behind: Option<f64>,
    /// The lower end of its 95 % interval.
    pub behind_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub behind_high: Option<f64>,
}

impl RolloutLine {
    pub(super) fn new<G: Game>(rules: &G::Rules, one: &Rolled<G::Action>, best: &Rolled<G::Action>) -> Self {
        let (n, win_rate) = (one.results.count(), one.results.mean());
        let wins = (win_rate * n as f64).round() as u64;
        let adjusted = one.adjusted.estimate();
        let within = adjusted.interval();
        let behind = (one.action != best.action).then(|| one.better_than(best));
        Self {
            action: G::action_text(rules, one.action),
            n,
            wins,
            win_rate,
            interval: wilson(wins, n),
            adjusted: adjusted.value,
            adjusted_low: within.low,
            adjusted_high: within.high,
            behind: behind.map(|behind| behind.value),
            behind_low: behind.map(|behind| behind.interval().low),
            behind_high: behind.map(|behind| behind.interval().high),
        }
    }
}

/// The columns of the table.
pub(crate) const COLUMNS: &[ColumnOf<RolloutLine>] = columns! { line;
    "action", WORD, "the choice, in notation", line.action.clone();
    "n", WHOLE, "finished games", count(line.n);
    "wins", WHOLE, "how many of them the side to decide won", count(line.wins);
    "win_rate", NUMBER, "their share, 0 to 1", share(line.win_rate);
    interval("low", "high"), NUMBER, "lower end of its 95 % interval (Wilson's)", line.interval, 6;
    "adjusted", NUMBER, "the same adjusted for luck, like `adjusted.win_rate.fln` of a run", share(line.adjusted);
    "adjusted_low", NUMBER, "lower end of its 95 % interval", share(line.adjusted_low);
    "adjusted_high", NUMBER, "upper end", share(line.adjusted_high);
    "behind", NUMBER.or_empty(),
        "`adjusted` minus that of the best choice; empty in the first row. Since the best choice is found from the same games, \
         it looks a little better than it is", share(line.behind);
    "behind_low", NUMBER.or_empty(),
        "lower end of its 95 % interval (Student's, of the paired differences)", share(line.behind_low);
    "behind_high", NUMBER.or_empty(), "upper end", share(line.behind_high);
};
