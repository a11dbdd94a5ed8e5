//! Impact: the value of each removable item of a game.
//!
//! Two readings use whole games (see [`watch`]); [`forked`](crate::forked) is a third.

mod budget;
mod info;
mod line;
mod seen;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wilaya_bots::Roster;
use wilaya_engine::{Game, Item, Outcome, Removable as _, Side};
use wilaya_stats::{Estimate, paired};

use crate::cells::Cells;
use crate::context::RunContext;
use crate::error::FolderError;
use crate::files::{FileError, Lock, replace};
use crate::forked::{Fork, ForkItem, ForkPlan, ForkTable, Kept, fork};
use crate::info::RunState;
use crate::outputs::{RUNS, claim};
use crate::row::{Progress, SeriesProgress};
use crate::run::End;
use crate::spec::{Prepared, RunError, RunSpec};
use crate::workers::Stage;

pub use budget::{Budget, BudgetError};
pub use info::{ImpactInfo, Reading};
pub(crate) use line::{FORKED, SEEN, impact_columns};
pub use line::{ImpactLine, Question, Read};
pub use seen::{Share, Shares, Watched, watch};

/// The subfolder of the games with all items.
const BASELINE: &str = "baseline";
/// The default number of playouts of each position in each branch.
pub const DEFAULT_PLAYOUTS: u32 = 8;

/// The specification of an impact: everything that `wilaya impact` accepts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ImpactSpec {
    /// The games: single ones, from the set-up.
    pub run: RunSpec,
    /// The items, or `chits`, `events` or `actions`; none means all.
    pub of: Vec<String>,
    /// The readings.
    pub readings: Vec<Reading>,
    /// The budget of the forked reading; by default, as many games as the run has.
    pub budget: Option<Budget>,
    /// Playouts of each position in each branch of the forked reading; [`DEFAULT_PLAYOUTS`] by default.
    pub playouts: Option<u32>,
}

/// The results of an impact.
#[derive(Clone, Debug, Serialize)]
pub struct ImpactResults {
    /// What was done, as in `impact.toml`.
    #[serde(flatten)]
    pub info: ImpactInfo,
    /// The items, in the order of the game.
    #[serde(rename = "items")]
    pub lines: Vec<ImpactLine>,
    /// The tables by file name: `impact.csv`, and those of the readings that have one.
    #[serde(skip)]
    pub tables: Vec<(&'static str, Cells)>,
}

/// The progress of an impact.
#[derive(Clone, Copy, Debug)]
pub enum ImpactProgress {
    /// Playing whole games.
    Games(SeriesProgress),
    /// Forking games: the number done and the total.
    Forks(u64, u64),
    /// Forking games for a given time: the number done, the time used, and the limit.
    Timed(u64, Duration, Duration),
}

/// Why an impact cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum ImpactError {
    /// An error in a run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An error in the folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The run is not one of single games from the set-up.
    #[error("{0} does not apply: impact plays single games from the set-up")]
    Unusual(&'static str),
    /// A budget without the forked reading.
    #[error("budget and playouts are for the forked reading: add it to readings")]
    NotForked,
    /// Unknown item.
    #[error("of: unknown item {word}; the items are {}", known.join(", "))]
    UnknownItem {
        /// The word.
        word: String,
        /// The known items.
        known: Vec<String>,
    },
    /// None of the items can occur.
    #[error("nothing to examine: {0}")]
    Nothing(String),
}

impl From<FileError> for ImpactError {
    fn from(why: FileError) -> Self {
        FolderError::from(why).into()
    }
}

impl ImpactSpec {
    /// The readings *seen* and *barred* of all items.
    #[must_use]
    pub fn new(run: RunSpec) -> Self {
        let readings = vec![Reading::Seen, Reading::Barred];
        Self { run, of: Vec::new(), readings, budget: None, playouts: None }
    }

    /// Sets the items.
    #[must_use]
    pub fn of(mut self, items: &[&str]) -> Self {
        self.of = items.iter().map(|&item| item.to_owned()).collect();
        self
    }

    /// Sets the readings.
    #[must_use]
    pub fn readings(mut self, readings: &[Reading]) -> Self {
        self.readings = readings.to_vec();
        self
    }

    /// Sets the budget of the forked reading.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Sets the number of playouts of each position in each branch of the forked reading.
    #[must_use]
    pub fn playouts(mut self, playouts: u32) -> Self {
        self.playouts = Some(playouts);
        self
    }

    /// The canonical command line, with every default spelled out.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn command(&self) -> Result<Vec<String>, ImpactError> {
        self.check()?;
        with_game!(self.run.game()?, G => {
            let Examined { base, absent, .. } = self.prepare::<G>()?;
            let budget = self.budget.unwrap_or(Budget::Games(base.plan.games));
            Ok(self.info(&base, absent).words(self.reads(Reading::Forked).then_some(budget)))
        })
    }

    /// The items asked for, including those that cannot occur.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn items(&self) -> Result<Vec<Item>, ImpactError> {
        self.check()?;
        with_game!(self.run.game()?, G => {
            let all = G::items(&self.run.prepare::<G>()?.rules);
            Ok(chosen(&all, &self.of)?.into_iter().map(|(_, item)| item.clone()).collect())
        })
    }

    /// Plays the games and evaluates the items. `each` receives the progress. `None` if it was stopped; what was played is kept
    /// in the folder, if any.
    ///
    /// # Errors
    /// If the specification is invalid (before anything is played), or the folder cannot be used.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(ImpactProgress),
    ) -> Result<Option<ImpactResults>, ImpactError> {
        self.run_erased(context, &mut each)
    }

    /// Like [`ImpactSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(ImpactProgress),
    ) -> Result<Option<ImpactResults>, ImpactError> {
        self.check()?;
        with_game!(self.run.game()?, G => Impact { spec: self, context, begun: Instant::now(), each }.run::<G>())
    }

    fn check(&self) -> Result<(), ImpactError> {
        let RunSpec { from, pairs, luck, .. } = &self.run;
        let unusual = [("from", from.is_some()), ("pairs", *pairs), ("luck", luck.is_some())];
        if let Some((option, _)) = unusual.into_iter().find(|(_, given)| *given) {
            return Err(ImpactError::Unusual(option));
        }
        if !self.reads(Reading::Forked) && (self.budget.is_some() || self.playouts.is_some()) {
            return Err(ImpactError::NotForked);
        }
        Ok(())
    }

    fn reads(&self, reading: Reading) -> bool {
        self.readings.contains(&reading)
    }

    fn playouts_each(&self) -> u32 {
        self.playouts.unwrap_or(DEFAULT_PLAYOUTS)
    }

    /// The job of workers that watch games.
    fn seen(&self) -> Self {
        Self { readings: vec![Reading::Seen], budget: None, playouts: None, ..self.clone() }
    }

    /// The job of workers that fork games.
    fn forked(&self) -> Self {
        Self { readings: vec![Reading::Forked], ..self.clone() }
    }

    /// The work that its shards divide; `None` if the budget of the forked reading is a time.
    pub(crate) fn stages(&self) -> Result<Option<Vec<Stage>>, ImpactError> {
        self.check()?;
        with_game!(self.run.game()?, G => {
            let Examined { base, items, .. } = self.prepare::<G>()?;
            let (data, games) = (<G as Game>::data_hash(&base.rules), base.plan.games);
            let mut stages = Vec::new();
            if self.reads(Reading::Seen) {
                stages.push(Stage::new("games", ("impact", &self.seen()), data, games));
            } else if self.reads(Reading::Barred) {
                stages.push(base.stage());
            }
            if self.reads(Reading::Barred) {
                stages.extend(items.iter().filter_map(|item| Some(item.without.as_ref()?.stage())));
            }
            let limit = match self.budget {
                Some(Budget::Time(_)) => return Ok(None),
                Some(Budget::Games(games)) => games,
                None => games,
            };
            if self.reads(Reading::Forked) {
                stages.push(Stage::new("forked games", ("impact", &self.forked()), data, limit));
            }
            Ok(Some(stages))
        })
    }

    /// The games with all items, and the items to examine.
    fn prepare<G: Roster>(&self) -> Result<Examined<G>, ImpactError> {
        let base = self.run.prepare::<G>()?;
        let all = G::items(&base.rules);
        let mut chosen = chosen(&all, &self.of)?;
        let absent = leave_out(&mut chosen);
        if chosen.is_empty() {
            return Err(ImpactError::Nothing(left_out(&absent)));
        }
        let (mut lines, mut items) = (Vec::new(), Vec::new());
        for (number, item) in chosen {
            let mut line = ImpactLine::new(item);
            let needed = self.reads(Reading::Barred) || self.reads(Reading::Forked) && is_action(&line);
            let without = needed.then(|| self.run.clone().without(&line.item).prepare::<G>());
            let without = match without.transpose() {
                Ok(run) => run,
                Err(why) => {
                    line.compulsory = Some(why.to_string());
                    None
                }
            };
            items.push(ExaminedItem { number, without });
            lines.push(line);
        }
        Ok(Examined { base, lines, items, absent })
    }

    /// The notes before the start.
    fn info<G: Roster>(&self, base: &Prepared<G>, left_out: BTreeMap<String, Vec<String>>) -> ImpactInfo {
        let mut readings = self.readings.clone();
        readings.sort();
        readings.dedup();
        let mut info = ImpactInfo {
            readings,
            of: self.of.clone(),
            playouts: self.reads(Reading::Forked).then_some(self.playouts_each()),
            forked_games: None,
            run: base.info.clone(),
            left_out,
        };
        info.run.schema = info::SCHEMA.to_owned();
        info.run.state = RunState::Running;
        info.run.command = info.words(None);
        info
    }
}

/// The items asked for, with their indexes.
fn chosen<'a>(all: &'a [Item], of: &[String]) -> Result<Vec<(usize, &'a Item)>, ImpactError> {
    let kind = |word: &str| match word {
        "chits" => Some("chit:"),
        "events" => Some("event:"),
        "actions" => Some("action:"),
        _ => None,
    };
    for word in of {
        let known = match kind(word) {
            Some(kind) => all.iter().any(|item| item.word.starts_with(kind)),
            None => all.iter().any(|item| item.word == *word),
        };
        if !known {
            let known = all.iter().map(|item| item.word.clone()).collect();
            return Err(ImpactError::UnknownItem { word: word.clone(), known });
        }
    }
    let wanted = |item: &Item| {
        let named = |word: &String| kind(word).map_or(item.word == *word, |kind| item.word.starts_with(kind));
        of.is_empty() || of.iter().any(named)
    };
    Ok(all.iter().enumerate().filter(|(_, item)| wanted(item)).collect())
}

/// Removes items that cannot occur; returns them by reason.
fn leave_out(chosen: &mut Vec<(usize, &Item)>) -> BTreeMap<String, Vec<String>> {
    let mut left_out = BTreeMap::<String, Vec<String>>::new();
    chosen.retain(|(_, item)| match &item.absent {
        Some(why) => {
            left_out.entry(why.clone()).or_default().push(item.word.clone());
            false
        }
        None => true,
    });
    left_out
}

/// The number of items left out because they cannot occur, and the reasons.
#[must_use]
pub fn left_out(items: &BTreeMap<String, Vec<String>>) -> String {
    let part = |(why, words): (&String, &Vec<String>)| match &words[..] {
        [one] => format!("{one}: {why}"),
        several => format!("{}: {why}", several.len()),
    };
    let count: usize = items.values().map(Vec::len).sum();
    let parts: Vec<_> = items.iter().map(part).collect();
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} item{plural} left out that cannot occur ({})", parts.join("; "))
}

/// The outcomes of the games of a run, by index.
type Outcomes = Vec<Option<Outcome>>;

/// The increase in the FLN's win rate in games with an item, compared with the same games without it.
fn difference(with: &Outcomes, without: &Outcomes) -> Estimate {
    let value = |outcome: Outcome| f64::from(outcome.is_won_by(Side::Fln));
    paired(with.iter().zip(without).filter_map(|(with, without)| Some((value((*with)?), value((*without)?)))))
}

/// An item that is examined.
struct ExaminedItem<G: Roster> {
    number: usize,
    /// The game without it, if it can be removed.
    without: Option<Prepared<G>>,
}

/// The games and items of an impact.
struct Examined<G: Roster> {
    base: Prepared<G>,
    lines: Vec<ImpactLine>,
    items: Vec<ExaminedItem<G>>,
    /// Items that cannot occur, by reason.
    absent: BTreeMap<String, Vec<String>>,
}

/// True for a kind of action.
fn is_action(line: &ImpactLine) -> bool {
    line.item.starts_with("action:")
}

struct Impact<'a> {
    spec: &'a ImpactSpec,
    context: &'a RunContext<'a>,
    begun: Instant,
    each: &'a mut dyn FnMut(ImpactProgress),
}

/// Why no more games are forked.
enum Ended {
    Enough(u64),
    Error(FileError),
}

impl Impact<'_> {
    /// The readings *seen* and *barred*. False if stopped.
    fn whole_games<G: Roster>(
        &mut self,
        base: &Prepared<G>,
        items: &[ExaminedItem<G>],
        lines: &mut [ImpactLine],
    ) -> Result<bool, FolderError> {
        let Self { spec, context, each, .. } = self;
        let barred = items.iter().filter(|item| item.without.is_some() && spec.reads(Reading::Barred));
        let games = base.plan.games * (1 + barred.count() as u64);
        let folder = |name: &str| context.out.map(|out| out.join(name));
        let mut at =
            |before, progress| each(ImpactProgress::Games(SeriesProgress { before, games, progress }));
        // Play the games with all items once for both readings.
        let baseline = folder(BASELINE);
        let with = if spec.reads(Reading::Seen) {
            let context = context.to(baseline.as_deref());
            let job = spec.seen();
            let Some(watched) = watch_run(base, &job, &context, &mut |progress| at(0, progress))? else {
                return Ok(false);
            };
            for (line, item) in lines.iter_mut().zip(items) {
                let shares = watched.shares(item.number);
                // An item without events, such as a kind of action, takes effect in no game.
                if shares.effect.n > 0 {
                    line.reads[Question::Seen as usize] = Some(Read::new(watched.seen(item.number)));
                    line.shares = Some(shares);
                }
            }
            line::correct_all(lines, Question::Seen);
            watched.outcomes()
        } else {
            let context = context.to(baseline.as_deref());
            let Some(winners) = outcomes(base, &context, &mut |progress| at(0, progress))? else {
                return Ok(false);
            };
            winners
        };
        let mut before = base.plan.games;
        if spec.reads(Reading::Barred) {
            for (line, item) in lines.iter_mut().zip(items) {
                let Some(run) = &item.without else { continue };
                let run_folder = folder(RUNS).map(|runs| runs.join(line.item.replace(':', "-")));
                let context = context.to(run_folder.as_deref());
                let without = outcomes(run, &context, &mut |progress| at(before, progress))?;
                let Some(without) = without else { return Ok(false) };
                before += base.plan.games;
                line.reads[Question::Barred as usize] = Some(Read::new(difference(&with, &without)));
            }
            line::correct_all(lines, Question::Barred);
        }
        Ok(true)
    }

    /// The forks of as many games as the budget allows, and the number of these games. `None` if stopped.
    fn forks<G: Roster>(
        &mut self,
        base: &Prepared<G>,
        items: &[ForkItem<G::Rules>],
        before: Option<u64>,
    ) -> Result<Option<(Vec<Fork>, u64)>, FolderError> {
        let Self { spec, context, begun, each } = self;
        let all: Vec<_> = G::items(&base.rules).into_iter().map(|item| item.word).collect();
        let (mut table, kept) = match context.out {
            Some(out) if context.resume => {
                let (table, kept) = ForkTable::resume(out, &all)?;
                (Some(table), kept)
            }
            Some(out) => (Some(ForkTable::create(out, &all)?), Kept::default()),
            None => (None, Kept::default()),
        };
        // Time spent earlier has been converted to a number of games.
        let (limit, time) = match (spec.budget, before) {
            (Some(Budget::Time(_)), Some(games)) => (games, None),
            (Some(Budget::Time(time)), None) => (u64::MAX, Some(time)),
            (Some(Budget::Games(games)), _) => (games, None),
            (None, _) => (base.plan.games, None),
        };
        let Kept { mut forks, next } = kept;
        if next >= limit {
            forks.retain(|fork| fork.game < limit);
            return Ok(Some((forks, limit)));
        }
        let plan =
            ForkPlan { seed: base.plan.seed, max_turns: base.plan.max_turns, playouts: spec.playouts_each() };
        let (fln, france) = &base.makers;
        let bots = (|| fln(), || france());
        let (rules, stop) = (&base.rules, context.stop);
        let job = spec.forked();
        let execution = context.execution("forked games", ("impact", &job), G::data_hash(rules));
        let ended =
            fork::<G, _, _, Ended>(rules, &plan, items, (next, limit), bots, execution, stop, |game, own| {
                table.iter_mut().try_for_each(|table| table.push(own)).map_err(Ended::Error)?;
                forks.extend_from_slice(own);
                let Some(time) = time else {
                    each(ImpactProgress::Forks(game + 1, limit));
                    return Ok(());
                };
                let spent = begun.elapsed();
                each(ImpactProgress::Timed(game + 1, spent.min(time), time));
                if spent > time { Err(Ended::Enough(game + 1)) } else { Ok(()) }
            });
        match ended {
            Ok(games) if games == limit => Ok(Some((forks, games))),
            Ok(_) => Ok(None),
            Err(Ended::Enough(games)) => Ok(Some((forks, games))),
            Err(Ended::Error(why)) => Err(why.into()),
        }
    }
}

/// Plays a run and returns the outcome of each game. `None` if stopped.
fn outcomes<G: Roster>(
    run: &Prepared<G>,
    context: &RunContext<'_>,
    each: &mut dyn FnMut(Progress),
) -> Result<Option<Outcomes>, FolderError> {
    let mut outcomes = Vec::new();
    let ended = run.play(context, |row, progress| {
        outcomes.push(row.played.outcome);
        each(progress);
    })?;
    Ok((ended.end != End::Stopped).then_some(outcomes))
}

/// Plays a run like [`Prepared::play`], and watches what happens to the items. Games already in the folder are replayed, since
/// the folder does not record that. Workers play `job`. `None` if stopped.
fn watch_run<G: Roster>(
    run: &Prepared<G>,
    job: &ImpactSpec,
    context: &RunContext<'_>,
    each: &mut dyn FnMut(Progress),
) -> Result<Option<Watched>, FolderError> {
    let Prepared { rules, plan, makers: (fln, france), .. } = run;
    let (mut folder, mut summary) = run.open::<G::Tally>(context, &mut |_, _| ())?;
    let (before, mut done) = (summary.progress().done, 0);
    let bots = (|| fln(), || france());
    let execution = context.execution("games", ("impact", job), G::data_hash(rules));
    let watched = watch::<G, _, _, FolderError>(rules, plan, bots, execution, context.stop, |row| {
        done += 1;
        if done > before {
            summary.push(row);
            folder.as_mut().map_or(Ok(()), |folder| folder.push(row))?;
        }
        each(Progress { done, ..summary.progress() });
        Ok(())
    })?;
    if let Some(folder) = folder {
        folder.finish(&summary, if watched.is_some() { End::Whole } else { End::Stopped })?;
    }
    Ok(watched)
}

impl Impact<'_> {
    fn run<G: Roster>(mut self) -> Result<Option<ImpactResults>, ImpactError> {
        let Self { spec, context, .. } = self;
        let Examined { base, mut lines, items, absent } = spec.prepare::<G>()?;
        let info = spec.info(&base, absent);
        let mut before = None;
        let mut _lock = None;
        if let Some(folder) = context.out {
            match if context.resume { ImpactInfo::read(folder)? } else { None } {
                Some(found) => {
                    _lock = Some(Lock::folder(folder).map_err(FolderError::from)?);
                    info.check(&found, folder)?;
                    found.verify(folder)?;
                    before = found.forked_games;
                }
                None => _lock = Some(claim(folder)?),
            }
            ImpactInfo { forked_games: before, ..info.clone() }.write(folder)?;
        }
        let whole = spec.reads(Reading::Seen) || spec.reads(Reading::Barred);
        if whole && !self.whole_games(&base, &items, &mut lines)? {
            return Ok(None);
        }
        let mut by_period = None;
        let mut forked_games = None;
        if spec.reads(Reading::Forked) {
            let numbers: Vec<_> = items.iter().map(|item| item.number).collect();
            let pairs = items.into_iter().zip(&lines);
            let items = pairs.map(|(item, line)| ForkItem {
                number: item.number,
                barred: item.without.filter(|_| is_action(line)).map(|run| run.rules),
            });
            let Some((forks, games)) = self.forks(&base, &items.collect::<Vec<_>>(), before)? else {
                return Ok(None);
            };
            forked_games = Some(games);
            by_period = Some(line::forked(&mut lines, &numbers, &forks));
        }
        let seen = spec.reads(Reading::Seen).then(|| ("seen.csv", line::seen_cells(&lines)));
        let by_period = by_period.map(|cells| ("forked.csv", cells));
        let tables = [("impact.csv", line::impact_cells(&lines))].into_iter().chain(seen).chain(by_period);
        let tables: Vec<_> = tables.collect();
        let mut info = info.ended(forked_games);
        if let Some(folder) = context.out {
            for (name, cells) in &tables {
                replace(&folder.join(name), &cells.to_csv())?;
            }
            info.seal(folder)?;
            info.write(folder)?;
        }
        Ok(Some(ImpactResults { info, lines, tables }))
    }
}
