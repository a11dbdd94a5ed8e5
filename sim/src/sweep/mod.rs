//! Sweeps: the same games with the same dice, for several values of some figures.

mod info;
mod line;
mod vary;

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};
use wilaya_bots::Roster;
use wilaya_engine::Outcome;

use crate::cells::Cells;
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::Change;
use crate::figures::FigureSpec;
use crate::files::replace;
use crate::info::RunInfo;
use crate::row::SeriesProgress;
use crate::run::End;
use crate::seal::{Seal, Seals};
use crate::spec::{Prepared, RunError, RunSpec};
use crate::workers::Stage;

pub use info::SweepInfo;
pub(crate) use line::COLUMNS;
pub use line::SweepLine;
pub use vary::{Vary, VaryError};

/// The maximum number of combinations.
const MOST: usize = 10_000;

/// The specification of a sweep: everything that `wilaya sweep` accepts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SweepSpec {
    /// The run that all combinations share.
    pub run: RunSpec,
    /// The figures that vary, at least one: all combinations are played, with the last figure changing fastest.
    pub vary: Vec<Vary>,
}

/// The results of a sweep.
#[derive(Clone, Debug)]
pub struct SweepResults {
    /// The run of the first combination.
    pub info: RunInfo,
    /// The canonical command line.
    pub command: Vec<String>,
    /// The combinations played, in order.
    pub lines: Vec<SweepLine>,
    /// The total number of combinations; more than were played if the sweep was stopped.
    pub combinations: usize,
    /// True if games are pairs and the bots play identically in all of them.
    pub bots_are_identical: bool,
}

impl SweepResults {
    /// The table: `sweep.csv`.
    #[must_use]
    pub fn cells(&self) -> Cells {
        line::sweep_cells(&self.lines)
    }
}

impl Serialize for SweepResults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { info, lines, .. } = self;
        let mut results = serializer.serialize_struct("SweepResults", 8)?;
        results.serialize_field("game", &info.game)?;
        results.serialize_field("version", &info.version)?;
        results.serialize_field("setting", &info.setting)?;
        results.serialize_field("bots", &info.bots)?;
        results.serialize_field("seed", &info.seed)?;
        results.serialize_field("games", &info.games)?;
        results.serialize_field("statement", &info.statement)?;
        results.serialize_field("combinations", lines)?;
        results.end()
    }
}

impl SweepSpec {
    /// A sweep of a run.
    #[must_use]
    pub fn new(run: RunSpec, vary: Vec<Vary>) -> Self {
        Self { run, vary }
    }

    /// Varies another figure.
    #[must_use]
    pub fn vary(mut self, vary: Vary) -> Self {
        self.vary.push(vary);
        self
    }

    /// The canonical command line, with every default spelled out.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn command(&self) -> Result<Vec<String>, RunError> {
        with_game!(self.run.game()?, G => {
            let (_, runs) = self.prepare::<G>()?;
            Ok(SweepInfo::new(&self.vary, &runs[0].info).command)
        })
    }

    /// Plays all combinations. `each` receives the progress. With a folder, each combination is a run in a subfolder.
    ///
    /// # Errors
    /// If the specification is invalid (before anything is played), or the folder cannot be used.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(SeriesProgress),
    ) -> Result<SweepResults, RunError> {
        self.run_erased(context, &mut each)
    }

    /// Like [`SweepSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(SeriesProgress),
    ) -> Result<SweepResults, RunError> {
        with_game!(self.run.game()?, G => self.play::<G>(context, each))
    }

    /// The work that its shards divide.
    pub(crate) fn stages(&self) -> Result<Vec<Stage>, RunError> {
        with_game!(self.run.game()?, G => Ok(self.prepare::<G>()?.1.iter().map(Prepared::stage).collect()))
    }

    /// All combinations, with their runs, so that an invalid value is found before anything is played.
    #[expect(clippy::type_complexity, reason = "a pair of lists")]
    fn prepare<G: Roster>(&self) -> Result<(Vec<Vec<Change>>, Vec<Prepared<G>>), RunError> {
        let Self { run, vary } = self;
        let all = vary::combinations(vary);
        if all.len() > MOST {
            return Err(RunError::TooManyCombinations { found: all.len(), most: MOST });
        }
        let prepare =
            |set: &Vec<_>| run.clone().figures(FigureSpec { data: None, set: set.clone() }).prepare::<G>();
        let runs = all.iter().map(prepare).collect::<Result<_, _>>()?;
        Ok((all, runs))
    }

    fn play<G: Roster>(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(SeriesProgress),
    ) -> Result<SweepResults, RunError> {
        let (all, runs) = self.prepare::<G>()?;
        let notes = SweepInfo::new(&self.vary, &runs[0].info);
        let _lock = context.out.map(|folder| notes.begin(folder, context.resume)).transpose()?;
        let games: u64 = runs.iter().map(|run| run.plan.games).sum();
        let mut results = SweepResults {
            info: runs[0].info.clone(),
            command: notes.command.clone(),
            lines: Vec::new(),
            combinations: runs.len(),
            bots_are_identical: true,
        };
        let mut first: Option<Vec<Option<Outcome>>> = None;
        let mut before = 0;
        for (number, (changes, run)) in (1..).zip(all.into_iter().zip(&runs)) {
            let folder = context.out.map(|out| out.join(number.to_string()));
            let mut outcomes = Vec::new();
            let ended = run.play(&context.to(folder.as_deref()), |row, progress| {
                outcomes.push(row.played.outcome);
                each(SeriesProgress { before, games, progress });
            })?;
            if ended.end == End::Stopped {
                return Ok(results);
            }
            before += run.plan.games;
            results.bots_are_identical &= ended.summary.bots_are_identical();
            let together = if run.plan.pairs { 2 } else { 1 };
            results.lines.push(SweepLine::new(changes, &outcomes, first.as_deref(), together));
            first.get_or_insert(outcomes);
        }
        line::correct(&mut results.lines);
        if let Some(folder) = context.out {
            let table = results.cells().to_csv();
            replace(&folder.join("sweep.csv"), &table).map_err(FolderError::from)?;
            let files = Seals::from([("sweep.csv".to_owned(), Seal::of(&table))]);
            SweepInfo { files, ..notes }.write(folder)?;
        }
        Ok(results)
    }
}
