//! A run: many games of one setting between two bots.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use wilaya_bots::Bot;
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::record::{Record, Source};
use wilaya_engine::{BySide, Game, Side, Tally};

use crate::ordered::ordered;
use crate::play::{CountingDice, Match, Played, play, play_out};
use crate::summary::Summary;

/// What a run plays, beside its rules and bots.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The index of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// A game that goes on after this turn counts as unfinished.
    pub max_turns: u16,
    /// Which games are recorded.
    pub record: Recorded,
    /// The names of the bots, for records.
    pub bots: BySide<String>,
}

/// Which games of a run are recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Recorded {
    /// None.
    #[default]
    None,
    /// These.
    Some(BTreeSet<u64>),
    /// All.
    All,
}

impl Recorded {
    /// True if game `index` is recorded.
    #[must_use]
    pub fn includes(&self, index: u64) -> bool {
        match self {
            Self::None => false,
            Self::Some(games) => games.contains(&index),
            Self::All => true,
        }
    }
}

/// A game of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its index.
    pub index: u64,
    /// How it went.
    pub played: Played,
    /// The values of the columns of the game's tally.
    pub tally: Vec<String>,
    /// Its record, if it was recorded.
    pub record: Option<String>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games played.
    pub done: u64,
    /// Games that went on too long.
    pub unfinished: u64,
    /// Games won.
    pub wins: BySide<u64>,
}

impl Progress {
    /// Games that were played to their end.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.wins.fln + self.wins.france
    }

    /// The share of finished games that `side` has won; none if there are none.
    #[must_use]
    pub fn win_rate(&self, side: Side) -> Option<f64> {
        let finished = self.finished();
        (finished > 0).then(|| self.wins[side] as f64 / finished as f64)
    }
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What became of its games.
    pub summary: Summary,
    /// True if it was stopped before its last game.
    pub stopped: bool,
}

/// Plays the games of a plan on all threads of the pool.
///
/// `fln` and `france` make the bots of one game. `each` gets every game in order, and how far the run is then; if
/// `stop` is raised, the games after some index are left out.
///
/// # Errors
/// The first error of `each`.
pub fn run<G: Game, A: Bot<G>, B: Bot<G>, E>(
    rules: &G::Rules,
    plan: &Plan,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    pool: &ThreadPool,
    stop: &AtomicBool,
    mut each: impl FnMut(&Row, Progress) -> Result<(), E>,
) -> Result<Finished, E> {
    let mut summary = Summary::new(G::Tally::columns());
    let work = |offset| row::<G, A, B>(rules, plan, plan.first + offset, (fln(), france()), stop);
    let handled = ordered(pool, plan.games, stop, work, |_, row| {
        summary.push(&row);
        each(&row, summary.progress())
    })?;
    Ok(Finished { summary, stopped: handled < plan.games })
}

fn row<G: Game, A: Bot<G>, B: Bot<G>>(
    rules: &G::Rules,
    plan: &Plan,
    index: u64,
    bots: (A, B),
    stop: &AtomicBool,
) -> Option<Row> {
    let mut tally = G::Tally::default();
    let dice = SeededDice::new(plan.seed, index);
    let key = (plan.seed, index);
    let (played, record) = if plan.record.includes(index) {
        let dice = CountingDice::new(RecordingDice::new(dice));
        let mut game = Match::<G, _, _, _>::new(rules, dice, bots, key, &mut tally);
        let source = Source { seed: plan.seed, index, bots: plan.bots.clone() };
        let mut record = Record::<G>::new(source, game.dice.inner_mut().take());
        let played = play(&mut game, plan.max_turns, stop, &mut tally, |game, side, action| {
            record.push(side, action, game.dice.inner_mut().take());
        })?;
        record.close(game.state());
        (played, Some(record.to_text(rules)))
    } else {
        let dice = CountingDice::new(dice);
        let mut game = Match::<G, _, _, _>::new(rules, dice, bots, key, &mut tally);
        (play_out(&mut game, plan.max_turns, stop, &mut tally)?, None)
    };
    let mut values = Vec::new();
    tally.values(rules, &mut values);
    Some(Row { index, played, tally: values, record })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use wilaya_bots::{Random, Thrift};
    use wilaya_engine::toy::Toy;

    use super::*;

    fn rows(threads: usize, record: Recorded, games: u64, max_turns: u16) -> (Vec<Row>, Summary) {
        let rules = Toy::rules(&Toy::figures(), &Toy::samples()[1]).expect("it is a setting");
        let bots = BySide { fln: "random".to_owned(), france: "thrift".to_owned() };
        let plan = Plan { seed: 5, first: 0, games, max_turns, record, bots };
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let mut rows = Vec::new();
        let finished = run::<Toy, _, _, Infallible>(
            &rules,
            &plan,
            (|| Random, Thrift::default),
            &pool,
            &AtomicBool::new(false),
            |row, progress| {
                rows.push(row.clone());
                assert_eq!(progress.done, rows.len() as u64);
                Ok(())
            },
        );
        let finished = finished.expect("nothing can fail");
        assert!(!finished.stopped);
        (rows, finished.summary)
    }

    use wilaya_bots::Roster;

    #[test]
    fn rows_do_not_depend_on_threads_or_recording() {
        let (one, summary) = rows(1, Recorded::None, 500, 200);
        assert_eq!(one.len(), 500);
        assert_eq!(rows(3, Recorded::None, 500, 200).0, one);
        let mut recorded = rows(2, Recorded::Some([3, 17].into()), 500, 200).0;
        assert_eq!(recorded.iter_mut().filter_map(|row| row.record.take()).count(), 2);
        assert_eq!(recorded, one);
        let wins = one.iter().filter(|row| row.played.winner == Some(Side::Fln)).count();
        assert_eq!(summary.progress().wins.fln, wins as u64);
        assert!((1..500).contains(&wins));
    }

    #[test]
    fn games_that_go_on_too_long_are_unfinished() {
        let (rows, summary) = rows(1, Recorded::None, 200, 12);
        let unfinished = rows.iter().filter(|row| row.played.winner.is_none()).count();
        assert!((1..200).contains(&unfinished), "{unfinished}");
        assert_eq!(summary.progress().unfinished, unfinished as u64);
        assert!(rows.iter().all(|row| row.played.turns <= 12));
    }

    #[test]
    fn records_play_back() {
        let rules = Toy::rules(&Toy::figures(), &Toy::samples()[1]).expect("it is a setting");
        for row in rows(2, Recorded::All, 50, 12).0 {
            let text = row.record.expect("all are recorded");
            let record = Record::<Toy>::parse(&rules, &text).expect("it was just written");
            record.replay(&rules, |_, _, _| ()).expect("it is a game");
            assert_eq!((record.end.winner, record.source.index), (row.played.winner, row.index));
        }
    }
}
