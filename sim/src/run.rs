//! A run: many games of one setting between two bots.

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use wilaya_bots::Bot;
use wilaya_bots::analysis::{Luck, play_with_luck};
use wilaya_bots::evaluation::Evaluated;
use wilaya_bots::play::{CountingDice, Match, Played, play, play_out};
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::record::{Record, Source};
use wilaya_engine::{BySide, FullGame, Sink, Status, Tally};

use crate::row::{Progress, Row};
use crate::summary::Summary;
use crate::turns::Turns;
use crate::workers::Execution;

/// The plan of a run, without its rules and bots.
#[derive(Clone, Debug)]
pub struct Plan<S> {
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The index of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// True if the games are pairs: 2k and 2k + 1 have the same dice, and in the second the bots are swapped.
    pub pairs: bool,
    /// The position from which each game starts, if not from the set-up. Such games cannot be recorded, since a record starts
    /// with the set-up; nor can games whose luck is measured.
    pub from: Option<S>,
    /// End the run once the 95 % interval of its win rate is this narrow ([`Summary::width`]), checked whenever the number of
    /// games is a multiple of [`LOOK_EVERY`]. A run that only this can end has [`MOST_GAMES`] games.
    pub until: Option<f64>,
    /// Measure the luck of each game, with this many rerolls of each step ([`Luck`]).
    pub luck: Option<u16>,
    /// Record the tracks of each game turn by turn ([`Row::turns`]); not if its luck is measured.
    pub turns: bool,
    /// The turn limit: a game that exceeds it counts as unfinished.
    pub max_turns: u16,
    /// The games to record.
    pub record: Recorded,
    /// The names of the bots, for records.
    pub bots: BySide<String>,
}

/// The games of a run to record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// None.
    #[default]
    None,
    /// Those with these indices.
    Some(BTreeSet<u64>),
    /// All.
    All,
}

/// The text does not select games to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected \"all\" or indices of games, such as 0,17")]
pub struct RecordedError;

impl FromStr for Recorded {
    type Err = RecordedError;

    fn from_str(text: &str) -> Result<Self, RecordedError> {
        if text == "all" {
            return Ok(Self::All);
        }
        let games: Result<_, _> = text.split(',').map(|index| index.trim().parse()).collect();
        games.map(Self::Some).map_err(|_| RecordedError)
    }
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

/// The number of games between two checks of the interval's width ([`Plan::until`]).
pub const LOOK_EVERY: u64 = 1_000;

/// The maximum number of games, or pairs of games, of a run that plays until its interval is narrow enough.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The summary of its games.
    pub summary: Summary,
    /// How it ended.
    pub end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// All games were played.
    Whole,
    /// The interval was narrow enough.
    Narrow,
    /// It was stopped.
    Stopped,
}

/// Why no more results are taken.
enum Halt<E> {
    Narrow,
    Error(E),
}

/// Plays the games of a plan; with a thread pool as `execution`, on all its threads.
///
/// `T` computes the tally columns of each game: [`Measured::Tally`](wilaya_engine::Measured::Tally) has the game's own. `fln`
/// and `france` make the bots of one game. `summary` holds the first games of the plan if they were played earlier. `each`
/// receives the remaining games in order, and the progress of the run; if `stop` is set, the last ones are left out.
///
/// # Errors
/// The first error of `each`.
pub fn run<'a, G: FullGame + Evaluated, T: Tally<G>, A: Bot<G>, B: Bot<G>, E>(
    rules: &G::Rules,
    plan: &Plan<G::State>,
    (fln, france): (impl Fn() -> A + Sync, impl Fn() -> B + Sync),
    execution: impl Into<Execution<'a>>,
    stop: &AtomicBool,
    mut summary: Summary,
    mut each: impl FnMut(&Row, Progress) -> Result<(), E>,
) -> Result<Finished, E> {
    let before = summary.progress().done;
    if plan.is_narrow(&summary) {
        return Ok(Finished { summary, end: End::Narrow });
    }
    let columns = T::columns().len();
    let work = |offset| {
        let index = plan.first + offset;
        if plan.is_swapped(index) {
            game::<G, T, B, A, _>(rules, plan, columns, index, (france(), fln()), stop, &mut ())
        } else {
            game::<G, T, A, B, _>(rules, plan, columns, index, (fln(), france()), stop, &mut ())
        }
    };
    let games = before..plan.games.max(before);
    let handled = execution.into().ordered(games.clone(), stop, work, |_, row| {
        summary.push(&row);
        each(&row, summary.progress()).map_err(Halt::Error)?;
        if plan.is_narrow(&summary) { Err(Halt::Narrow) } else { Ok(()) }
    });
    let end = match handled {
        Ok(handled) if handled == games.end => End::Whole,
        Ok(_) => End::Stopped,
        Err(Halt::Narrow) => End::Narrow,
        Err(Halt::Error(error)) => return Err(error),
    };
    Ok(Finished { summary, end })
}

impl<S> Plan<S> {
    /// True if the bots are swapped in game `index`.
    #[must_use]
    pub fn is_swapped(&self, index: u64) -> bool {
        self.pairs && index % 2 == 1
    }

    /// The number of the dice of game `index`.
    fn deal(&self, index: u64) -> u64 {
        if self.pairs { index / 2 } else { index }
    }

    /// True if a run with this summary may end.
    fn is_narrow(&self, summary: &Summary) -> bool {
        let done = summary.progress().done;
        let wanted = |width| done > 0 && done.is_multiple_of(LOOK_EVERY) && summary.width() <= width;
        self.until.is_some_and(wanted)
    }
}

/// Plays game `index`, whose tally has `columns` columns, and sends events to `sink`. `None` if `stop` was set.
pub(crate) fn game<G: FullGame + Evaluated, T: Tally<G>, A: Bot<G>, B: Bot<G>, S: Sink<G::Event>>(
    rules: &G::Rules,
    plan: &Plan<G::State>,
    columns: usize,
    index: u64,
    bots: (A, B),
    stop: &AtomicBool,
    sink: &mut S,
) -> Option<Row> {
    let mut tally = T::default();
    let mut told = (&mut tally, sink);
    let key = (plan.seed, plan.deal(index));
    let dice = SeededDice::new(key.0, key.1);
    let max_turns = plan.max_turns;
    let mut record = None;
    let mut luck = plan.luck.map(|rerolls| Luck::new(rerolls, key));
    let mut turns = plan.turns.then(|| Turns::new(index));
    let played = if plan.from.is_none() && plan.luck.is_none() && plan.record.includes(index) {
        let (played, text) = recorded::<G, A, B, _>(rules, plan, index, bots, stop, &mut told, &mut turns)?;
        // A record needs the end of its game.
        record = Some(text).filter(|_| played.forfeit.is_none());
        played
    } else {
        let dice = CountingDice::new(dice);
        let mut game = match plan.from {
            Some(state) => Match::<G, _, _, _>::from(rules, state, dice, bots, key),
            None => Match::<G, _, _, _>::new(rules, dice, bots, key, &mut told),
        };
        match &mut luck {
            Some(luck) => play_with_luck(rules, &mut game, max_turns, stop, &mut told, luck, None)?,
            None => match &mut turns {
                Some(turns) => {
                    turns.see::<G>(rules, game.state());
                    play(&mut game, max_turns, stop, &mut told, |game, _, _| {
                        turns.see::<G>(rules, game.state());
                    })?
                }
                None => play_out(&mut game, max_turns, stop, &mut told)?,
            },
        }
    };
    let mut values = Vec::with_capacity(columns);
    tally.values(rules, &mut values);
    let luck = luck.map(|luck| luck.total());
    Some(Row {
        index,
        swapped: plan.is_swapped(index),
        played,
        luck,
        tally: values,
        record,
        turns: turns.map(Turns::into_text),
    })
}

fn recorded<G: FullGame, A: Bot<G>, B: Bot<G>, S: Sink<G::Event>>(
    rules: &G::Rules,
    plan: &Plan<G::State>,
    index: u64,
    bots: (A, B),
    stop: &AtomicBool,
    sink: &mut S,
    turns: &mut Option<Turns>,
) -> Option<(Played, String)> {
    let key = (plan.seed, plan.deal(index));
    let dice = CountingDice::new(RecordingDice::new(SeededDice::new(key.0, key.1)));
    let mut game = Match::<G, _, _, _>::new(rules, dice, bots, key, sink);
    let BySide { fln, france } = plan.bots.clone();
    let bots =
        if plan.is_swapped(index) { BySide { fln: france, france: fln } } else { BySide { fln, france } };
    let source = Source { seed: key.0, index: key.1, bots };
    let mut record = Record::<G>::new(source, game.dice.inner_mut().take());
    turns.iter_mut().for_each(|turns| turns.see::<G>(rules, game.state()));
    let mut asked = G::status(game.state());
    let played = play(&mut game, plan.max_turns, stop, sink, |game, side, action| {
        turns.iter_mut().for_each(|turns| turns.see::<G>(rules, game.state()));
        if let Status::Decision { kind, .. } = std::mem::replace(&mut asked, G::status(game.state())) {
            record.push(side, kind, action, game.dice.inner_mut().take());
        }
    })?;
    record.close(game.state());
    Some((played, record.to_text(rules)))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use wilaya_bots::{Random, Roster, Thrift};
    use wilaya_engine::toy::Toy;
    use wilaya_engine::{Game as _, Measured, Outcome};

    use super::*;

    fn rows(threads: usize, record: Recorded, games: u64, max_turns: u16) -> (Vec<Row>, Summary) {
        let rules = Toy::rules(&Toy::figures(), &Toy::samples()[1]).expect("it is a setting");
        let bots = BySide { fln: "random".to_owned(), france: "thrift".to_owned() };
        let plan = Plan {
            seed: 5,
            first: 0,
            games,
            pairs: false,
            from: None,
            until: None,
            luck: None,
            turns: false,
            max_turns,
            record,
            bots,
        };
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        let mut rows = Vec::new();
        let finished = run::<Toy, <Toy as Measured>::Tally, _, _, Infallible>(
            &rules,
            &plan,
            (|| Random, Thrift::default),
            &pool,
            &AtomicBool::new(false),
            Summary::new(<Toy as Measured>::Tally::columns(), false, false),
            |row, progress| {
                rows.push(row.clone());
                assert_eq!(progress.done, rows.len() as u64);
                Ok(())
            },
        );
        let finished = finished.expect("nothing can fail");
        assert_eq!(finished.end, End::Whole);
        (rows, finished.summary)
    }

    #[test]
    fn rows_do_not_depend_on_threads_or_recording() {
        let (one, summary) = rows(1, Recorded::None, 500, 200);
        assert_eq!(one.len(), 500);
        assert_eq!(rows(3, Recorded::None, 500, 200).0, one);
        let mut recorded = rows(2, Recorded::Some([3, 17].into()), 500, 200).0;
        assert_eq!(recorded.iter_mut().filter_map(|row| row.record.take()).count(), 2);
        assert_eq!(recorded, one);
        let wins = one.iter().filter(|row| row.played.outcome == Some(Outcome::Fln)).count();
        assert_eq!(summary.progress().wins.fln, wins as u64);
        assert!((1..500).contains(&wins));
    }

    #[test]
    fn games_that_go_on_too_long_are_unfinished() {
        let (rows, summary) = rows(1, Recorded::None, 200, 12);
        let unfinished = rows.iter().filter(|row| row.played.outcome.is_none()).count();
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
            assert_eq!((record.end.outcome, record.source.index), (row.played.outcome, row.index));
        }
    }
}
