//! Specifications of arenas, and their results.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wilaya_bots::protocol::Programs;
use wilaya_bots::{BotSpec, Maker, Roster, SpecError, parse_list};
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{Game, Setting};
use wilaya_stats::{Sprt, Verdict};

use super::folder::{ARENA_SCHEMA, ArenaFolder, ArenaInfo, SprtInfo};
use super::plan::{ArenaPlan, PlayedPair};
use super::play::{TimeUsed, arena};
use super::standings::Standings;
use super::tables::{Look, tables};
use crate::cells::Cells;
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::{FigureError, FigureSpec, scenarios};
use crate::games::GameName;
use crate::makers::BotMakers;
use crate::spec::{DEFAULT_MAX_TURNS, DEFAULT_SEED};
use crate::workers::Stage;

/// The bots of an arena: at least two, all different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotList(Vec<BotSpec>);

/// An invalid list of bots.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotListError {
    /// An invalid specification.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Fewer than two bots.
    #[error("expected at least two bots, such as heuristic,sober")]
    Few,
    /// The same bot twice.
    #[error("{0} is given twice: name each bot once")]
    Twice(BotSpec),
}

impl BotList {
    /// A list of bots.
    ///
    /// # Errors
    /// If there are fewer than two, or one occurs twice.
    pub fn new(bots: Vec<BotSpec>) -> Result<Self, BotListError> {
        match twice(&bots) {
            _ if bots.len() < 2 => Err(BotListError::Few),
            Some(bot) => Err(BotListError::Twice(bot.clone())),
            None => Ok(Self(bots)),
        }
    }

    /// The bots.
    #[must_use]
    pub fn specs(&self) -> &[BotSpec] {
        &self.0
    }
}

impl FromStr for BotList {
    type Err = BotListError;

    fn from_str(text: &str) -> Result<Self, BotListError> {
        Self::new(parse_list(text)?)
    }
}

/// The first element that occurred before.
fn twice<T: PartialEq>(all: &[T]) -> Option<&T> {
    all.iter().enumerate().find(|(index, one)| all[..*index].contains(one)).map(|(_, one)| one)
}

/// The specification of an arena: everything that `wilaya arena` accepts.
///
/// ```
/// use wilaya_sim::GameName;
/// use wilaya_sim::arena::ArenaSpec;
///
/// let mut spec = ArenaSpec::new(GameName::Algeria, "sober,random".parse()?);
/// spec.setting.scenario = Some("1958".to_owned());
/// spec.pairs = 3;
/// assert_eq!(
///     spec.command()?.join(" "),
///     "wilaya arena algeria --bots sober,random --pairs 3 --scenario 1958 --setup default --seed 1 --max-turns 200"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArenaSpec {
    /// The game; `None` for your own game, whose type [`ArenaSpec::play`] takes.
    pub game: Option<GameName>,
    /// The setting of all games; scenarios are separated by commas, and none means all.
    pub setting: Setting,
    /// The figures.
    pub figures: FigureSpec,
    /// The bots.
    pub bots: BotList,
    /// The number of pairs of games between any two bots in each scenario.
    pub pairs: u64,
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it counts as half a win for both.
    pub max_turns: u16,
    /// The sequential test between two bots that ends the arena.
    pub sprt: Option<SprtInfo>,
    /// The programs that may play as `exec:NAME`; `None` refuses them.
    #[serde(skip)]
    pub programs: Option<Programs>,
}

/// Why an arena cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// No game is given.
    #[error("no game given")]
    NoGame,
    /// Invalid setting or figures.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// Unknown bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// An error in the folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A sequential test between more than two bots.
    #[error("sprt compares two bots: {0} are given")]
    NotTwo(usize),
    /// The same scenario twice.
    #[error("scenario: {0} is given twice")]
    Twice(String),
}

/// The results of an arena.
#[derive(Clone, Debug, Serialize)]
pub struct ArenaResults {
    /// What was played, as in `arena.toml`.
    #[serde(flatten)]
    pub info: ArenaInfo,
    /// The standings.
    pub standings: Standings,
    /// The time used by each bot for the decisions of this session.
    pub took: Vec<TimeUsed>,
    /// The sequential test, if any.
    pub test: Option<SequentialTest>,
}

impl ArenaResults {
    /// The tables by file name, except for the table of games.
    #[must_use]
    pub fn tables(&self) -> Vec<(&'static str, Cells)> {
        let looks = self.test.as_ref().map_or(&[][..], |test| &test.looks);
        tables(&self.info.plan, &self.standings, &self.took, looks)
    }

    /// True if the sequential test has ended the arena.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict.is_some())
    }

    /// True if the arena was stopped before its last pair.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        !self.is_decided() && self.standings.count() < self.info.plan.jobs()
    }
}

/// The sequential test of an arena.
#[derive(Clone, Debug, Serialize)]
pub struct SequentialTest {
    /// The test.
    #[serde(skip)]
    pub sprt: Sprt,
    #[serde(skip)]
    batch: u64,
    /// Its looks at the pairs.
    pub looks: Vec<Look>,
    /// Its verdict, once it has decided.
    pub verdict: Option<Verdict>,
}

impl SequentialTest {
    const fn new(SprtInfo { elo: [elo0, elo1], alpha, beta, batch }: SprtInfo) -> Self {
        Self { sprt: Sprt { elo0, elo1, alpha, beta }, batch, looks: Vec::new(), verdict: None }
    }

    /// Looks at the pairs if it is time to; returns true once it has decided.
    fn decides(&mut self, standings: &Standings) -> bool {
        if standings.count().is_multiple_of(self.batch) && self.verdict.is_none() {
            let pairs = standings.by_scenario();
            let ratio = self.sprt.log_likelihood_ratio(&pairs);
            self.looks.push(Look { pairs: standings.count(), ratio, bounds: self.sprt.bounds() });
            self.verdict = self.sprt.verdict(&pairs);
        }
        self.verdict.is_some()
    }
}

/// Why an arena ended before its last pair.
enum Halt {
    /// The sequential test has decided.
    Decided,
    Folder(FolderError),
}

impl ArenaSpec {
    /// An arena of `game` with a hundred pairs in every scenario; `None` for your own game.
    #[must_use]
    pub fn new(game: impl Into<Option<GameName>>, bots: BotList) -> Self {
        Self {
            game: game.into(),
            setting: Setting::default(),
            figures: FigureSpec::default(),
            bots,
            pairs: 100,
            seed: DEFAULT_SEED,
            max_turns: DEFAULT_MAX_TURNS,
            sprt: None,
            programs: None,
        }
    }

    /// Its notes, and the rules of its scenarios.
    fn prepare<G: Roster>(&self) -> Result<(ArenaInfo, Vec<G::Rules>), ArenaError> {
        let Self { setting, figures, bots: BotList(bots), .. } = self;
        if self.sprt.is_some() && bots.len() != 2 {
            return Err(ArenaError::NotTwo(bots.len()));
        }
        let scenarios = scenarios::<G>(setting.scenario.as_deref()).map_err(FigureError::from)?;
        if let Some(twice) = twice(&scenarios) {
            return Err(ArenaError::Twice(twice.clone()));
        }
        let rules = figures.rules_of::<G>(setting, &scenarios)?;
        let (data_from, set) = figures.words();
        let command = |bot: &BotSpec| {
            let command = self.programs.as_ref()?.command(bot)?;
            Some((bot.to_string(), command.to_vec()))
        };
        let mut info = ArenaInfo {
            schema: ARENA_SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            command: Vec::new(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(&rules[0])),
            data_from,
            set,
            reconstructed: figures.reconstructed::<G>()?,
            statement: G::statement(&rules[0]),
            plan: ArenaPlan {
                seed: self.seed,
                pairs: self.pairs,
                max_turns: self.max_turns,
                bots: bots.iter().map(ToString::to_string).collect(),
                scenarios,
            },
            setting: Setting { scenario: None, ..G::setting(&rules[0]) },
            programs: bots.iter().filter_map(command).collect(),
            sprt: self.sprt,
        };
        info.command = info.words();
        Ok((info, rules))
    }

    /// The canonical command line, with every default spelled out.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn command(&self) -> Result<Vec<String>, ArenaError> {
        with_game!(self.game.ok_or(ArenaError::NoGame)?, G => Ok(self.prepare::<G>()?.0.command))
    }

    /// The work that its shards divide.
    pub(crate) fn stage(&self) -> Result<Stage, ArenaError> {
        with_game!(self.game.ok_or(ArenaError::NoGame)?, G => {
            let (info, rules) = self.prepare::<G>()?;
            Ok(Stage::new("pairs", ("arena", self), <G as Game>::data_hash(&rules[0]), info.plan.jobs()))
        })
    }

    /// Plays the arena. `each` receives the number of pairs played and the total.
    ///
    /// # Errors
    /// If the specification is invalid (before anything is played), or the folder cannot be used.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        self.run_erased(context, &mut each)
    }

    /// Like [`ArenaSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        with_game!(self.game.ok_or(ArenaError::NoGame)?, G => self.play::<G>(context, each))
    }

    /// Like [`ArenaSpec::run_in`], for the type of a game.
    ///
    /// # Errors
    /// Same as for [`ArenaSpec::run_in`].
    pub fn play<G: Roster>(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        self.play_pairs::<G>(context, |_, done, all| each(done, all))
    }

    /// Like [`ArenaSpec::play`]. `each` also receives every pair.
    ///
    /// # Errors
    /// Same as for [`ArenaSpec::run_in`].
    pub fn play_pairs<G: Roster>(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(&PlayedPair, u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        let BotList(bots) = &self.bots;
        let seated = BotMakers::<G>::new(self.programs.as_ref(), &self.figures, self.max_turns, bots.iter())?;
        let makers: Vec<_> = bots.iter().map(|bot| seated.maker(bot)).collect::<Result<_, _>>()?;
        self.play_by::<G>(&makers, context, &mut each)
    }

    /// Like [`ArenaSpec::play_pairs`], with makers of the bots in the order of the list, which may be your own. Always plays on
    /// the threads of the pool, since workers elsewhere do not have them.
    ///
    /// # Errors
    /// Same as for [`ArenaSpec::run_in`].
    pub fn play_with<G: Roster>(
        &self,
        makers: &[Maker<G>],
        context: &RunContext<'_>,
        mut each: impl FnMut(&PlayedPair, u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        self.play_by(makers, &context.here(), &mut each)
    }

    fn play_by<G: Roster>(
        &self,
        makers: &[Maker<G>],
        context: &RunContext<'_>,
        each: &mut dyn FnMut(&PlayedPair, u64, u64),
    ) -> Result<ArenaResults, ArenaError> {
        let (info, rules) = self.prepare::<G>()?;
        let plan = &info.plan;
        let mut test = info.sprt.map(SequentialTest::new);
        let mut standings = Standings::new(plan);
        let mut took = vec![TimeUsed::default(); makers.len()];
        let (mut folder, before) = match context.out {
            Some(path) if context.resume => {
                let (folder, before) = ArenaFolder::resume(path, &info)?;
                (Some(folder), before)
            }
            Some(path) => (Some(ArenaFolder::create(path, &info)?), Vec::new()),
            None => (None, Vec::new()),
        };
        let mut decided = false;
        for pair in &before {
            standings.push(pair);
            decided |= test.as_mut().is_some_and(|test| test.decides(&standings));
        }
        let first = standings.count();
        if !decided {
            let execution = context.execution("pairs", ("arena", self), G::data_hash(&rules[0]));
            let result =
                arena::<G, Halt>(plan, (&rules, makers), first, execution, context.stop, |pair, spent| {
                    standings.push(pair);
                    pair.job.bots.into_iter().zip(spent).for_each(|(bot, spent)| took[bot].add(spent));
                    if let Some(folder) = &mut folder {
                        folder.push(pair).map_err(Halt::Folder)?;
                    }
                    each(pair, standings.count(), plan.jobs());
                    let decided = test.as_mut().is_some_and(|test| test.decides(&standings));
                    if decided { Err(Halt::Decided) } else { Ok(()) }
                });
            if let Err(Halt::Folder(why)) = result {
                return Err(why.into());
            }
        }
        if let Some(folder) = folder {
            let looks = test.as_ref().map_or(&[][..], |test| &test.looks);
            folder.finish(&standings, &took, looks)?;
        }
        Ok(ArenaResults { info, standings, took, test })
    }
}
