//! What every command takes that plays a run, and how one is played.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use rayon::ThreadPool;
use wilaya_bots::{Bot as _, BotSpec, Maker, Roster, build};
use wilaya_engine::notation::{hash_text, parse_hash, text_hash};
use wilaya_engine::position::Position;
use wilaya_engine::{BySide, Game, Side, Tally as _};
use wilaya_sim::impact::{Watched, watch};
use wilaya_sim::{
    End, FolderError, LEAST_REROLLS, MOST_GAMES, Plan, Progress, Recorded, Row, RunFolder, RunInfo, Shard,
    Summary,
};

use crate::config::Config;
use crate::games::GameName;
use crate::setting::{Change, SettingArgs, read};
use crate::text::reconstructed;

/// The seed if none is given.
pub(crate) const DEFAULT_SEED: u64 = 1;
/// How many games are played if it is not said.
const DEFAULT_GAMES: u64 = 1000;
/// The turn limit if none is given.
pub(crate) const DEFAULT_MAX_TURNS: u16 = 200;

#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// The game
    #[arg(required_unless_present = "config")]
    game: Option<GameName>,
    #[command(flatten)]
    pub(crate) setting: SettingArgs,
    /// Start each game from this position instead of the set-up
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["scenario", "setup", "options", "bars"],
        help_heading = "Game"
    )]
    from: Option<PathBuf>,
    /// Read options not given here from a file, such as the run.toml of another run
    #[arg(long, value_name = "FILE", help_heading = "Game")]
    config: Option<PathBuf>,
    /// Bot that plays the FLN, as name[:key=value]…; `wilaya bots` lists them [default: heuristic]
    #[arg(long, value_name = "BOT", help_heading = "Players")]
    fln: Option<BotSpec>,
    /// Bot that plays France [default: heuristic]
    #[arg(long, alias = "gov", value_name = "BOT", help_heading = "Players")]
    france: Option<BotSpec>,
    /// Play each game twice with the same dice, the second time with the bots swapped
    #[arg(long, help_heading = "Players")]
    pairs: bool,
    /// Number of games, or of pairs of games with --pairs; at least 1 [default: 1000]
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = at_least_one::<u64>)]
    games: Option<u64>,
    /// Seed of all dice and draws [default: 1]
    #[arg(long, value_name = "N", help_heading = "Run")]
    seed: Option<u64>,
    #[command(flatten, next_help_heading = "Run")]
    pub(crate) threads: Threads,
    /// Abandon a game after this turn and count it as unfinished [default: 200]
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = at_least_one::<u16>)]
    max_turns: Option<u16>,
    /// Estimate the luck of each game by rerolling each step N times, at least 8; 32 if N is omitted. The result
    /// adjusted for luck has the same mean and a narrower interval
    #[arg(
        long,
        help_heading = "Run",
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "32",
        require_equals = true,
        value_parser = parse_rerolls
    )]
    luck: Option<u16>,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// What only some runs have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The command can end a run early, so a file may ask for it.
    pub(crate) ends_early: bool,
    pub(crate) until_ci: Option<f64>,
    pub(crate) shard: Option<Shard>,
    pub(crate) record: Recorded,
    pub(crate) turns: bool,
}

/// How many threads work.
#[derive(Clone, Debug, Args)]
pub(crate) struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>)]
    threads: Option<usize>,
}

impl Threads {
    /// Starts them.
    pub(crate) fn pool(&self) -> Result<ThreadPool> {
        let threads = self.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.with_context(|| format!("cannot start {threads} threads: try a smaller --threads"))
    }
}

pub(crate) fn at_least_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| "expected a number, at least 1".to_owned())
}

pub(crate) fn parse_rerolls(text: &str) -> Result<u16, String> {
    let rerolls = text.parse().ok().filter(|rerolls| *rerolls >= LEAST_REROLLS);
    rerolls.ok_or_else(|| format!("expected a number, at least {LEAST_REROLLS}"))
}

pub(crate) fn parse_width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width| *width > 0.0 && *width < 1.0);
    width.ok_or_else(|| "expected a width between 0 and 1, as 0.01".to_owned())
}

pub(crate) fn parse_recorded(text: &str) -> Result<Recorded, String> {
    if text == "all" {
        return Ok(Recorded::All);
    }
    let games: Result<BTreeSet<u64>, _> = text.split(',').map(|index| index.trim().parse()).collect();
    games.map(Recorded::Some).map_err(|_| "expected \"all\" or indices of games, as 0,17".to_owned())
}

/// The position in which games begin.
#[derive(Clone, Debug)]
struct Start {
    path: PathBuf,
    position: Position,
    text: String,
}

impl Start {
    fn read(path: &Path) -> Result<Self> {
        let position = Position::parse(&read(path)?).with_context(|| path.display().to_string())?;
        // The text does not depend on the layout that the file had.
        Ok(Self { path: path.to_owned(), text: position.to_text(), position })
    }

    fn hash(&self) -> String {
        hash_text(text_hash(&self.text))
    }

    fn state<G: Game>(&self, rules: &G::Rules) -> Result<G::State> {
        let within = || self.path.display().to_string();
        let state = self.position.state::<G>(rules).with_context(within)?;
        if G::status(&state).side().is_none() {
            bail!("{}: the game is over, so no game can begin there", self.path.display());
        }
        Ok(state)
    }
}

/// What is to be played: the arguments, with what a file says of the rest.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) args: RunArgs,
    extras: Extras,
    from: Option<Start>,
    /// The hash of the figures in the file, if it is to hold.
    data: Option<String>,
}

impl Wanted {
    /// Reads the files that are named.
    pub(crate) fn new(args: &RunArgs, extras: Extras) -> Result<Self> {
        let mut this = Self { args: args.clone(), extras, from: None, data: None };
        let config = match &args.config {
            Some(path) => this.fill_in(path)?,
            None => Config::default(),
        };
        this.from = this.args.from.as_deref().map(Start::read).transpose()?;
        if let (Some(from), Some(hash)) = (&this.from, &config.from_hash)
            && *hash != from.hash()
        {
            bail!("{} is another position than the one that the run began with", from.path.display());
        }
        Ok(this)
    }

    fn fill_in(&mut self, path: &Path) -> Result<Config> {
        let config = Config::read(path)?;
        let within = || path.display().to_string();
        let (args, extras) = (&mut self.args, &mut self.extras);
        args.game = args.game.or(config.game().with_context(within)?);
        args.setting.fill_in(&config.setting);
        let data = &mut args.setting.data;
        // Figures that are changed on purpose need not be those of the file.
        self.data = config.data.clone().filter(|_| data.data.is_none() && data.set.is_empty());
        data.data = data.data.take().or(config.data_from.clone());
        let mut set = config.set().with_context(within)?;
        set.append(&mut data.set);
        data.set = set;
        let (fln, france) = config.bots().with_context(within)?;
        args.fln = args.fln.take().or(fln);
        args.france = args.france.take().or(france);
        // What no number of games was to end, none ends here.
        let open_ended = config.until_ci.is_some() && config.games == Some(MOST_GAMES);
        args.games = args.games.or(config.games.filter(|_| !open_ended));
        args.pairs |= config.pairs;
        if extras.ends_early && extras.shard.is_none() {
            extras.until_ci = extras.until_ci.or(config.until_ci);
        }
        args.luck = args.luck.or(config.luck);
        extras.turns |= !config.turns.is_empty();
        args.seed = args.seed.or(config.seed);
        args.max_turns = args.max_turns.or(config.max_turns);
        args.from = args.from.take().or(config.from());
        Ok(config)
    }

    /// Which game.
    pub(crate) fn game(&self) -> Result<GameName> {
        match (self.args.game, &self.from) {
            (Some(game), Some(Start { path, position, .. })) if position.game != game.name() => {
                bail!("{} is a position of {}, not of {}", path.display(), position.game, game.name())
            }
            (Some(game), _) => Ok(game),
            (None, _) => bail!("say which game: the file of --config does not either"),
        }
    }

    /// With some more figures changed.
    pub(crate) fn with(&self, changes: &[Change]) -> Self {
        let mut this = self.clone();
        this.args.setting.data.set.extend_from_slice(changes);
        this.data = None;
        this
    }

    /// With something more taken out of the game.
    pub(crate) fn without(&self, item: &str) -> Self {
        let mut this = self.clone();
        this.args.setting.bar(item);
        this
    }

    /// What keeps the games from being single games from the set-up on, if anything does.
    pub(crate) fn unusual(&self) -> Option<&'static str> {
        let args = &self.args;
        let unusual =
            [("--from", self.from.is_some()), ("--pairs", args.pairs), ("--luck", args.luck.is_some())];
        unusual.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// True if only the width of the interval ends the run.
    pub(crate) fn is_open_ended(&self) -> bool {
        self.args.games.is_none() && self.extras.until_ci.is_some()
    }

    /// How many games, or pairs of games.
    fn games(&self) -> u64 {
        let default = if self.is_open_ended() { MOST_GAMES } else { DEFAULT_GAMES };
        self.args.games.unwrap_or(default)
    }

    /// Builds the rules and the bots.
    pub(crate) fn prepare<G: Roster>(&self) -> Result<Prepared<G>> {
        let Self { args, extras, from, data } = self;
        let figures = &args.setting.data;
        let rules = match from {
            Some(from) => figures.rules::<G>(&from.position.setting)?,
            None => args.setting.rules::<G>()?,
        };
        if let (Some(data), Some(path)) = (data, &args.config)
            && parse_hash(data) != Ok(G::data_hash(&rules))
        {
            bail!(
                "{} was made with other data (hash {data}; this is {}): give the same with --data, or remove its key \
                 data to play with these",
                path.display(),
                hash_text(G::data_hash(&rules))
            );
        }
        let spec = |given: &Option<BotSpec>| match given {
            Some(spec) => Ok(spec.clone()),
            None => G::DEFAULT.parse(),
        };
        if extras.turns && args.luck.is_some() {
            bail!("--turns and --luck cannot be had together: play the run twice");
        }
        let bots = BySide { fln: spec(&args.fln)?, france: spec(&args.france)? };
        let makers = (build::<G>(&bots.fln)?, build::<G>(&bots.france)?);
        let games = self.games();
        let each = if args.pairs { 2 } else { 1 };
        let Some(rows) = games.checked_mul(each) else { bail!("--games: {games} pairs are too many") };
        if let Recorded::Some(indices) = &extras.record
            && let Some(beyond) = indices.iter().find(|&&index| index >= rows)
        {
            bail!("--record: there is no game {beyond}: the games are 0 to {}", rows - 1);
        }
        let range = extras.shard.map_or(0..games, |shard| shard.of(games));
        let plan = Plan {
            seed: args.seed.unwrap_or(DEFAULT_SEED),
            first: range.start * each,
            games: (range.end - range.start) * each,
            pairs: args.pairs,
            from: from.as_ref().map(|from| from.state::<G>(&rules)).transpose()?,
            until: extras.until_ci,
            luck: args.luck,
            turns: extras.turns,
            max_turns: args.max_turns.unwrap_or(DEFAULT_MAX_TURNS),
            record: extras.record.clone(),
            bots: BySide { fln: bots.fln.to_string(), france: bots.france.to_string() },
        };
        let mut info = RunInfo {
            data_from: figures.data.as_ref().map(|path| path.display().to_string()),
            set: figures.set.iter().map(ToString::to_string).collect(),
            reconstructed: reconstructed(&figures.figures::<G>()?),
            games,
            from: from.as_ref().map(|_| RunFolder::FROM.to_owned()),
            from_hash: from.as_ref().map(Start::hash),
            shard: extras.shard,
            budgets: [(Side::Fln, &makers.0), (Side::France, &makers.1)]
                .into_iter()
                .filter_map(|(side, make)| Some((side, make().budget()?.to_string())))
                .collect(),
            ..RunInfo::new::<G>(&rules, &plan)
        };
        info.command = info.words();
        let from = from.as_ref().map(|from| from.text.clone());
        Ok(Prepared { rules, plan, makers, info, from })
    }
}

/// A run that is ready to be played.
pub(crate) struct Prepared<G: Roster> {
    pub(crate) rules: G::Rules,
    pub(crate) plan: Plan<G::State>,
    pub(crate) makers: (Maker<G>, Maker<G>),
    pub(crate) info: RunInfo,
    /// The text of the position in which the games begin.
    from: Option<String>,
}

/// A run that has ended.
pub(crate) struct Ended {
    pub(crate) info: RunInfo,
    pub(crate) summary: Summary,
    pub(crate) end: End,
    /// How many games were there before.
    pub(crate) before: u64,
    pub(crate) seconds: f64,
}

impl<G: Roster> Prepared<G> {
    /// Plays it as [`Prepared::play`] does, and watches what becomes of the items of the game. Games that were there before
    /// are played again, since their folder does not hold that. None if it was stopped.
    pub(crate) fn watch(
        &self,
        out: (Option<&Path>, bool),
        pool: &ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(Progress),
    ) -> Result<Option<Watched>> {
        let Self { rules, plan, makers: (fln, france), .. } = self;
        let (mut folder, mut summary) = self.open(out, |_, _| ())?;
        let (before, mut done) = (summary.progress().done, 0);
        let bots = (|| fln(), || france());
        let watched = watch::<G, _, _, FolderError>(rules, plan, bots, pool, stop, |row| {
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

    /// The folder of the run, if it is to be written, and what is there already. `each` gets every game of that.
    fn open(
        &self,
        (out, resume): (Option<&Path>, bool),
        mut each: impl FnMut(&Row, Progress),
    ) -> Result<(Option<RunFolder>, Summary)> {
        let Self { plan, info, from, .. } = self;
        let columns = G::Tally::columns();
        let mut summary = Summary::new(columns.clone(), plan.pairs, plan.luck.is_some());
        let folder = match out {
            Some(out) if resume => Some(RunFolder::resume(out, &columns, info, from.as_deref(), |row| {
                summary.push(row);
                each(row, summary.progress());
            })?),
            Some(out) => Some(RunFolder::create(out, &columns, info, from.as_deref())?),
            None => None,
        };
        Ok((folder, summary))
    }

    /// Plays it, into a folder if one is given. `each` gets every game, also those that were there before.
    pub(crate) fn play(
        &self,
        out: (Option<&Path>, bool),
        pool: &ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(&Row, Progress),
    ) -> Result<Ended> {
        let Self { rules, plan, makers: (fln, france), info, .. } = self;
        let (mut folder, summary) = self.open(out, &mut each)?;
        let before = summary.progress().done;
        let begun = Instant::now();
        let bots = (|| fln(), || france());
        let finished =
            wilaya_sim::run::<G, _, _, _>(rules, plan, bots, pool, stop, summary, |row, progress| {
                each(row, progress);
                folder.as_mut().map_or(Ok(()), |folder| folder.push(row))
            })?;
        let seconds = begun.elapsed().as_secs_f64();
        let info = match folder {
            Some(folder) => folder.finish(&finished.summary, finished.end)?,
            None => info.clone().ended(&finished.summary, finished.end),
        };
        Ok(Ended { info, summary: finished.summary, end: finished.end, before, seconds })
    }
}
