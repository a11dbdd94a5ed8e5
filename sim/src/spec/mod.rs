//! Specifications of runs, and their results.

mod error;
mod file;
mod prepared;
mod start;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wilaya_bots::analysis::LEAST_REROLLS;
use wilaya_bots::protocol::Programs;
use wilaya_bots::{Bot as _, BotSpec, Maker, Roster, SpecError, build};
use wilaya_engine::notation::{hash_text, parse_hash};
use wilaya_engine::{BySide, Setting, Side};

use crate::context::{RunContext, threads};
use crate::figures::FigureSpec;
use crate::games::{GameName, UnknownGame};
use crate::info::RunInfo;
use crate::makers::BotMakers;
use crate::outputs::FROM;
use crate::row::{Progress, Row};
use crate::run::{MOST_GAMES, Plan, Recorded};
use crate::shard::Shard;
use file::{RunFile, word};

pub use error::RunError;
pub use prepared::{Prepared, RunResults};
pub use start::Start;

/// The default seed.
pub const DEFAULT_SEED: u64 = 1;
/// The default number of games.
pub const DEFAULT_GAMES: u64 = 1000;
/// The default turn limit.
pub const DEFAULT_MAX_TURNS: u16 = 200;

/// The specification of a run: everything that `wilaya sim` accepts.
///
/// ```
/// use wilaya_sim::{GameName, RunSpec};
///
/// let results = RunSpec::new(GameName::Algeria)
///     .scenario("1958")
///     .bots("heuristic".parse()?, "heuristic".parse()?)
///     .games(200)
///     .seed(5)
///     .run()?;
/// let fln = results.summary.measure("win_rate.fln").expect("every run has it");
/// let interval = fln.interval;
/// println!("the FLN wins {:.3} ({:.3} to {:.3}), n = {}", fln.estimate, interval.low, interval.high, fln.n);
/// assert!(interval.low <= fln.estimate && fln.estimate <= interval.high && fln.n <= 200);
///
/// // The command line that plays the same run.
/// assert!(results.info.command.join(" ").starts_with("wilaya sim algeria --scenario 1958"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunSpec {
    /// The game; `None` for your own game, whose type [`RunSpec::prepare`] takes.
    pub game: Option<GameName>,
    /// Scenario, set-up, options and bars. Ignored if the games start from a position.
    pub setting: Setting,
    /// The figures.
    pub figures: FigureSpec,
    /// The position the games start from; `None` for the set-up.
    pub from: Option<Start>,
    /// The bots; `None` for the game's default.
    pub bots: BySide<Option<BotSpec>>,
    /// The number of games, or of pairs. Defaults to [`DEFAULT_GAMES`], or with `until_ci` to as many as needed.
    pub games: Option<u64>,
    /// Play each game twice with the same dice, the second time with the sides swapped.
    pub pairs: bool,
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it counts as unfinished.
    pub max_turns: u16,
    /// Estimate the luck of each game by rerolling each step this many times.
    pub luck: Option<u16>,
    /// End the run once the 95 % interval is this narrow: a width between 0 and 1 ([`Plan::until`]).
    pub until_ci: Option<f64>,
    /// Record the tracks of each game turn by turn.
    pub turns: bool,
    /// The games to record.
    pub record: Recorded,
    /// The shard to play; `None` for the whole run.
    pub shard: Option<Shard>,
    /// The programs that may play as `exec:NAME`; `None` refuses them. No file can name any.
    #[serde(skip)]
    pub programs: Option<Programs>,
    /// The file this spec was read from and the hash of its figures, which must still match.
    #[serde(skip)]
    data: Option<(PathBuf, String)>,
}

impl RunSpec {
    /// A run of `game` with every default; `None` for your own game.
    #[must_use]
    pub fn new(game: impl Into<Option<GameName>>) -> Self {
        Self {
            game: game.into(),
            setting: Setting::default(),
            figures: FigureSpec::default(),
            from: None,
            bots: BySide::default(),
            games: None,
            pairs: false,
            seed: DEFAULT_SEED,
            max_turns: DEFAULT_MAX_TURNS,
            luck: None,
            until_ci: None,
            turns: false,
            record: Recorded::None,
            shard: None,
            programs: None,
            data: None,
        }
    }

    /// Reads a spec from a file: the `run.toml` of another run, or one written by hand. `game` and `from` override those of
    /// the file.
    ///
    /// # Errors
    /// If the file does not describe a valid run.
    pub fn parse(
        text: &str,
        path: &Path,
        game: Option<GameName>,
        from: Option<Start>,
    ) -> Result<Self, RunError> {
        let file = RunFile::parse(text, path)?;
        let within = |why: RunError| why.within(path);
        let found = file.game.as_deref().map(str::parse).transpose();
        let found = found.map_err(|why: UnknownGame| within(why.into()))?;
        let read = || Self::of_file(&file, game.or(found).ok_or(RunError::NoGame)?, path);
        let this = match read() {
            Ok(this) => this.check().map(|()| this).map_err(within)?,
            Err(RunError::NoGame) => return Err(RunError::NoGame),
            Err(why) => return Err(within(why)),
        };
        let from = match (from, &file.from) {
            (None, Some(path)) => Some(Start::read(path)?),
            (from, _) => from,
        };
        let from = from.map(|from| from.with_hash(file.from_hash.as_ref())).transpose()?;
        Ok(Self { from, ..this })
    }

    /// Reads a file, except for its position.
    fn of_file(file: &RunFile, game: GameName, path: &Path) -> Result<Self, RunError> {
        let bot = |key, text: &Option<String>| {
            let spec: Option<BotSpec> = text.as_deref().map(|text| word(key, text)).transpose()?;
            match spec.as_ref().and_then(BotSpec::program) {
                Some(name) => Err(RunError::Bot(SpecError::NoPrograms(name.to_owned()))),
                None => Ok(spec),
            }
        };
        // A run without a number of games has none here either.
        let open_ended = file.until_ci.is_some() && file.games == Some(MOST_GAMES);
        Ok(Self {
            setting: file.setting.clone(),
            figures: FigureSpec {
                data: file.data_from.clone(),
                set: file.set.iter().map(|text| word("set", text)).collect::<Result<_, _>>()?,
            },
            bots: BySide {
                fln: bot("bots.fln", &file.bots.fln)?,
                france: bot("bots.france", &file.bots.france)?,
            },
            games: file.games.filter(|_| !open_ended),
            pairs: file.pairs,
            seed: file.seed.unwrap_or(DEFAULT_SEED),
            max_turns: file.max_turns.unwrap_or(DEFAULT_MAX_TURNS),
            luck: file.luck,
            until_ci: file.until_ci,
            turns: !file.turns.is_empty(),
            data: file.data.clone().map(|hash| (path.to_owned(), hash)),
            ..Self::new(game)
        })
    }

    /// Starts the games from a position, or from the set-up if `None`.
    #[must_use]
    pub fn start(mut self, from: Option<Start>) -> Self {
        self.from = from;
        self
    }

    /// Sets the scenario.
    #[must_use]
    pub fn scenario(mut self, name: &str) -> Self {
        self.setting.scenario = Some(name.to_owned());
        self
    }

    /// Overlays a setting: everything that it specifies replaces the previous value.
    #[must_use]
    pub fn setting(mut self, setting: Setting) -> Self {
        let own = &mut self.setting;
        own.scenario = setting.scenario.or(own.scenario.take());
        own.setup = setting.setup.or(own.setup.take());
        for (own, other) in [(&mut own.options, setting.options), (&mut own.bars, setting.bars)] {
            if !other.is_empty() {
                *own = other;
            }
        }
        self
    }

    /// Also removes an item from the game, such as `event:suez` or `action:fln:raid`.
    #[must_use]
    pub fn without(mut self, item: &str) -> Self {
        self.setting.bars.push(item.to_owned());
        self
    }

    /// Overlays figures: replaces the folder or file if one is given, and appends the changes.
    #[must_use]
    pub fn figures(mut self, figures: FigureSpec) -> Self {
        let FigureSpec { data, set } = figures;
        // Figures changed on purpose need not match those of the file.
        self.data = self.data.filter(|_| data.is_none() && set.is_empty());
        self.figures.data = data.or(self.figures.data);
        self.figures.set.extend(set);
        self
    }

    /// Sets the bots.
    #[must_use]
    pub fn bots(mut self, fln: BotSpec, france: BotSpec) -> Self {
        self.bots = BySide { fln: Some(fln), france: Some(france) };
        self
    }

    /// Sets the number of games, or of pairs.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = Some(games);
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The game.
    ///
    /// # Errors
    /// If none is given.
    pub fn game(&self) -> Result<GameName, RunError> {
        self.game.ok_or(RunError::NoGame)
    }

    /// True if only the width of the interval can end the run.
    #[must_use]
    pub fn is_open_ended(&self) -> bool {
        self.games.is_none() && self.until_ci.is_some()
    }

    /// Checks the ranges of all values.
    fn check(&self) -> Result<(), RunError> {
        let wrong = |key, expected: String| Err(RunError::Value { key, expected });
        if self.games == Some(0) {
            return wrong("games", "at least 1".to_owned());
        }
        if self.max_turns == 0 {
            return wrong("max_turns", "at least 1".to_owned());
        }
        if self.until_ci.is_some_and(|width| !(width > 0.0 && width < 1.0)) {
            return wrong("until_ci", "a width between 0 and 1, such as 0.01".to_owned());
        }
        if self.luck.is_some_and(|rerolls| rerolls < LEAST_REROLLS) {
            return wrong("luck", format!("at least {LEAST_REROLLS}, the number of rerolls per step"));
        }
        Ok(())
    }

    /// Builds the rules and the bots.
    ///
    /// # Errors
    /// If the specification is invalid. Nothing has been played or written yet.
    pub fn prepare<G: Roster>(&self) -> Result<Prepared<G>, RunError> {
        self.check()?;
        let Self { figures, from, .. } = self;
        let rules = match from {
            Some(from) if from.position().game != G::NAME => {
                let (path, found) = (from.path().to_owned(), from.position().game.clone());
                return Err(RunError::OtherGame { path, found, wanted: G::NAME });
            }
            Some(from) => figures.rules::<G>(&from.position().setting)?,
            None => figures.rules::<G>(&self.setting)?,
        };
        if let Some((path, found)) = &self.data
            && parse_hash(found) != Ok(G::data_hash(&rules))
        {
            let (path, found, here) = (path.clone(), found.clone(), hash_text(G::data_hash(&rules)));
            return Err(RunError::OtherData { path, found, here });
        }
        if self.turns && self.luck.is_some() {
            return Err(RunError::TurnsAndLuck);
        }
        let bots = specs_of::<G>(&self.bots)?;
        let all = bots.iter().map(|(_, bot)| bot);
        let seated = BotMakers::<G>::new(self.programs.as_ref(), figures, self.max_turns, all)?;
        let makers = (seated.maker(&bots.fln)?, seated.maker(&bots.france)?);
        let games = self.games.unwrap_or(if self.is_open_ended() { MOST_GAMES } else { DEFAULT_GAMES });
        let each = if self.pairs { 2 } else { 1 };
        let rows = games.checked_mul(each).ok_or(RunError::TooManyPairs(games))?;
        if let Recorded::Some(indices) = &self.record
            && let Some(&index) = indices.iter().find(|&&index| index >= rows)
        {
            return Err(RunError::Record { index, last: rows - 1 });
        }
        let range = self.shard.map_or(0..games, |shard| shard.of(games));
        let plan = Plan {
            seed: self.seed,
            first: range.start * each,
            games: (range.end - range.start) * each,
            pairs: self.pairs,
            from: from.as_ref().map(|from| from.state::<G>(&rules)).transpose()?,
            until: self.until_ci,
            luck: self.luck,
            turns: self.turns,
            max_turns: self.max_turns,
            record: self.record.clone(),
            bots: BySide::new_with(|side| bots[side].to_string()),
        };
        let (data_from, set) = figures.words();
        let mut info = RunInfo {
            data_from,
            set,
            reconstructed: figures.reconstructed::<G>()?,
            games,
            from: from.as_ref().map(|_| FROM.to_owned()),
            from_hash: from.as_ref().map(Start::hash),
            shard: self.shard,
            budgets: [(Side::Fln, &makers.0), (Side::France, &makers.1)]
                .into_iter()
                .filter_map(|(side, make)| Some((side, make().budget()?.to_string())))
                .collect(),
            ..RunInfo::new::<G>(&rules, &plan)
        };
        info.command = info.words();
        let from = from.as_ref().map(|from| from.text().to_owned());
        let spec = json!(self);
        Ok(Prepared { rules, plan, makers, info, from, spec })
    }

    /// The canonical command line of this run, with every default spelled out.
    ///
    /// # Errors
    /// Same as for [`RunSpec::prepare`].
    pub fn command(&self) -> Result<Vec<String>, RunError> {
        with_game!(self.game()?, G => Ok(self.prepare::<G>()?.info.command))
    }

    /// Plays the run on all cores and writes nothing.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn run(&self) -> Result<RunResults, RunError> {
        self.run_in(&RunContext::new(&threads(None)?, &AtomicBool::new(false)), |_, _| ())
    }

    /// Plays the run. `each` receives every game in order, including those already in the folder, and the progress so far.
    ///
    /// # Errors
    /// If the specification is invalid, or the folder cannot be used.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(&Row, Progress),
    ) -> Result<RunResults, RunError> {
        self.run_erased(context, &mut each)
    }

    /// Like [`RunSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(&Row, Progress),
    ) -> Result<RunResults, RunError> {
        with_game!(self.game()?, G => Ok(self.prepare::<G>()?.play(context, each)?))
    }
}

/// The makers of the bots: the FLN's and France's.
type Makers<G> = (Maker<G>, Maker<G>);

/// The specifications of bots, with the game's default where there is none, and their makers.
pub(crate) fn bots_of<G: Roster>(
    bots: &BySide<Option<BotSpec>>,
) -> Result<(BySide<String>, Makers<G>), SpecError> {
    let bots = specs_of::<G>(bots)?;
    let makers = (build::<G>(&bots.fln)?, build::<G>(&bots.france)?);
    Ok((BySide::new_with(|side| bots[side].to_string()), makers))
}

/// The specifications of bots, with the game's default where there is none.
fn specs_of<G: Roster>(bots: &BySide<Option<BotSpec>>) -> Result<BySide<BotSpec>, SpecError> {
    let spec = |side: Side| bots[side].clone().map_or_else(|| G::DEFAULT.parse(), Ok);
    Ok(BySide { fln: spec(Side::Fln)?, france: spec(Side::France)? })
}
