//! A run with its rules and bots built.

use std::time::Instant;

use serde::Serialize;
use wilaya_bots::{Maker, Roster};
use wilaya_engine::Tally;

use crate::context::RunContext;
use crate::error::FolderError;
use crate::folder::RunFolder;
use crate::info::RunInfo;
use crate::row::{Progress, Row};
use crate::run::{End, Plan, run};
use crate::summary::Summary;
use crate::table::GameColumns;
use crate::workers::{Execution, Stage};

/// A run that is ready to play.
#[expect(missing_debug_implementations, reason = "bots cannot be shown")]
pub struct Prepared<G: Roster> {
    /// The rules.
    pub rules: G::Rules,
    /// The plan.
    pub plan: Plan<G::State>,
    /// The makers of the bots: the FLN's and France's.
    pub makers: (Maker<G>, Maker<G>),
    /// Its notes.
    pub info: RunInfo,
    /// The text of the position from which the games start.
    pub(super) from: Option<String>,
    /// Its specification, as sent to workers elsewhere.
    pub(super) spec: serde_json::Value,
}

/// The results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunResults {
    /// What was played, as in `run.toml`.
    #[serde(flatten)]
    pub info: RunInfo,
    /// The time it took, in seconds, without games that were already in the folder.
    pub seconds: f64,
    /// All figures with their intervals.
    #[serde(rename = "measures")]
    pub summary: Summary,
    /// How it ended.
    #[serde(skip)]
    pub end: End,
    /// The number of games that were already in the folder.
    #[serde(skip)]
    pub before: u64,
}

impl<G: Roster> Prepared<G> {
    /// The folder of the run, if it is to be written, and its content. `each` receives every game in it.
    pub(crate) fn open<T: Tally<G>>(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(&Row, Progress),
    ) -> Result<(Option<RunFolder>, Summary), FolderError> {
        let Self { plan, info, from, .. } = self;
        let columns = T::columns();
        let mut summary = Summary::new(columns.clone(), plan.pairs, plan.luck.is_some());
        let folder = match context.out {
            Some(out) if context.resume => {
                Some(RunFolder::resume(out, &columns, info, from.as_deref(), |row| {
                    summary.push(row);
                    each(row, summary.progress());
                })?)
            }
            Some(out) => Some(RunFolder::create(out, &columns, info, from.as_deref())?),
            None => None,
        };
        Ok((folder, summary))
    }

    /// The columns of its table of games.
    #[must_use]
    pub fn columns(&self) -> GameColumns {
        GameColumns::new::<G, G::Tally>(&self.info)
    }

    /// Plays the run. `each` receives every game in order, including those already in the folder, and the progress so far.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn play(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(&Row, Progress),
    ) -> Result<RunResults, FolderError> {
        self.play_by::<G::Tally>(context, self.execution(context), &mut each)
    }

    /// The work that its shards divide.
    pub(crate) fn stage(&self) -> Stage {
        Stage::new("games", ("run", &self.spec), G::data_hash(&self.rules), self.plan.games)
    }

    /// The execution of its games.
    fn execution<'a>(&self, context: &RunContext<'a>) -> Execution<'a> {
        context.execution("games", ("run", &self.spec), G::data_hash(&self.rules))
    }

    /// Like [`Prepared::play`], with your own tally instead of the game's: its columns are in each [`Row`], in `games.csv` and
    /// in the summary. A pair of tallies has the columns of both. Always plays on the threads of the pool, since workers
    /// elsewhere do not have the tally.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn play_with<T: Tally<G>>(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(&Row, Progress),
    ) -> Result<RunResults, FolderError> {
        self.play_by::<T>(context, context.pool.into(), &mut each)
    }

    fn play_by<T: Tally<G>>(
        &self,
        context: &RunContext<'_>,
        execution: Execution<'_>,
        each: &mut dyn FnMut(&Row, Progress),
    ) -> Result<RunResults, FolderError> {
        let Self { rules, plan, makers: (fln, france), info, .. } = self;
        let (mut folder, summary) = self.open::<T>(context, each)?;
        let before = summary.progress().done;
        let begun = Instant::now();
        let bots = (|| fln(), || france());
        let finished =
            run::<G, T, _, _, _>(rules, plan, bots, execution, context.stop, summary, |row, progress| {
                each(row, progress);
                folder.as_mut().map_or(Ok(()), |folder| folder.push(row))
            })?;
        let seconds = begun.elapsed().as_secs_f64();
        let info = match folder {
            Some(folder) => folder.finish(&finished.summary, finished.end)?,
            None => info.clone().ended(&finished.summary, finished.end),
        };
        Ok(RunResults { info, summary: finished.summary, end: finished.end, before, seconds })
    }
}
