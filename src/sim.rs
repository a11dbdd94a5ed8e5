//! `wilaya sim`

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use rayon::ThreadPool;
use wilaya_bots::{BotSpec, Maker, Roster, build};
use wilaya_engine::notation::{hash_text, parse_hash, text_hash};
use wilaya_engine::position::Position;
use wilaya_engine::record::Record;
use wilaya_engine::{BySide, Game, Tally};
use wilaya_sim::{
    End, Plan, RUN_SCHEMA, Recorded, Row, RunFolder, RunInfo, RunState, Shard, Summary, write_record,
};

use crate::config::Config;
use crate::games::{GameName, WithGame};
use crate::log::Log;
use crate::position::Format;
use crate::progress::Bar;
use crate::report::Report;
use crate::setting::{SettingArgs, read};
use crate::text::{reconstructed, stamp, version};

/// The seed if none is given.
pub(crate) const DEFAULT_SEED: u64 = 1;
/// How many games are played if it is not said.
pub(crate) const DEFAULT_GAMES: u64 = 1000;
/// The turn limit if none is given.
pub(crate) const DEFAULT_MAX_TURNS: u16 = 200;

/// What a shell reports after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

#[derive(Clone, Debug, Args)]
pub(crate) struct SimArgs {
    /// The game
    #[arg(required_unless_present = "config")]
    game: Option<GameName>,
    #[command(flatten)]
    setting: SettingArgs,
    /// Begin each game in this position, not with the set-up
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["scenario", "setup", "options", "bars", "index", "record"],
        help_heading = "What is played"
    )]
    from: Option<PathBuf>,
    /// Take what is not given here from a file, as the run.toml of another run
    #[arg(long, value_name = "FILE", help_heading = "What is played")]
    config: Option<PathBuf>,
    /// Who plays the FLN, as name[:key=value]…
    #[arg(long, value_name = "BOT", help_heading = "Players")]
    fln: Option<BotSpec>,
    /// Who plays France
    #[arg(long, alias = "gov", value_name = "BOT", help_heading = "Players")]
    france: Option<BotSpec>,
    /// Play each game twice with the same dice, the second time with the bots in each other's seats
    #[arg(long, help_heading = "Players")]
    pairs: bool,
    /// How many games to play, or pairs of games; 1000 if it is not given
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>)]
    games: Option<u64>,
    /// Stop as soon as the 95 % interval of the win rate is no wider than this, as 0.01
    #[arg(long, value_name = "WIDTH", conflicts_with_all = ["index", "shard"], value_parser = parse_width)]
    until_ci: Option<f64>,
    /// Play only this game of the run, and show it
    #[arg(long = "game", value_name = "I", conflicts_with_all = ["games", "record", "config"])]
    index: Option<u64>,
    /// The seed of everything that is left to chance; 1 if it is not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// Give a game up after this turn; it then counts as unfinished. 200 if it is not given
    #[arg(long, value_name = "N", value_parser = at_least_one::<u16>)]
    max_turns: Option<u16>,
    /// Write games.csv, summary.csv and run.toml into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Go on with the run in DIR that was stopped or killed; begin it if there is none
    #[arg(long, requires = "out", conflicts_with = "index", help_heading = "Output")]
    resume: bool,
    /// Play only the I-th of N parts of the run; `wilaya merge` puts them together
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with = "index", help_heading = "Output")]
    shard: Option<Shard>,
    /// Write records of these games into DIR/records: all, or indices with commas between them
    #[arg(long, value_name = "all|I,J", requires = "out", value_parser = parse_recorded, help_heading = "Output")]
    record: Option<Recorded>,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    /// Show no progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// How many threads work.
#[derive(Clone, Debug, Args)]
pub(crate) struct Threads {
    /// How many threads to use; as many as the machine has cores if it is not given
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

fn parse_width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width| *width > 0.0 && *width < 1.0);
    width.ok_or_else(|| "expected a width between 0 and 1, as 0.01".to_owned())
}

fn parse_recorded(text: &str) -> Result<Recorded, String> {
    if text == "all" {
        return Ok(Recorded::All);
    }
    let games: Result<BTreeSet<u64>, _> = text.split(',').map(|index| index.trim().parse()).collect();
    games.map(Recorded::Some).map_err(|_| "expected \"all\" or indices of games, as 0,17".to_owned())
}

struct Sim<'a, W> {
    args: &'a SimArgs,
    config: Option<&'a Config>,
    out: &'a mut W,
}

/// The position in which games begin.
struct Start {
    position: Position,
    text: String,
}

impl Start {
    fn hash(&self) -> String {
        hash_text(text_hash(&self.text))
    }
}

impl SimArgs {
    /// Takes what is not given from the file that is named, if any is.
    fn fill_in(&mut self) -> Result<Option<Config>> {
        let Some(path) = &self.config else { return Ok(None) };
        let config = Config::read(path)?;
        let within = || path.display().to_string();
        self.game = self.game.or(config.game().with_context(within)?);
        self.setting.fill_in(&config.setting);
        let data = &mut self.setting.data;
        data.data = data.data.take().or(config.data_from.clone());
        let mut set = config.set().with_context(within)?;
        set.append(&mut data.set);
        data.set = set;
        let (fln, france) = config.bots().with_context(within)?;
        self.fln = self.fln.take().or(fln);
        self.france = self.france.take().or(france);
        self.games = self.games.or(config.games);
        self.pairs |= config.pairs;
        if self.shard.is_none() {
            self.until_ci = self.until_ci.or(config.until_ci);
        }
        self.seed = self.seed.or(config.seed);
        self.max_turns = self.max_turns.or(config.max_turns);
        self.from = self.from.take().or(config.from());
        Ok(Some(config))
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(DEFAULT_GAMES)
    }

    fn from(&self) -> Result<Option<Start>> {
        let Some(path) = &self.from else { return Ok(None) };
        let text = read(path)?;
        let position = Position::parse(&text).with_context(|| path.display().to_string())?;
        // Whatever its layout was.
        Ok(Some(Start { text: position.to_text(), position }))
    }
}

impl<W: Write> Sim<'_, W> {
    fn plan<G: Roster>(&self) -> Result<(Plan<G::State>, Maker<G>, Maker<G>)> {
        let SimArgs { fln, france, seed, max_turns, record, pairs, until_ci, .. } = self.args;
        let games = self.args.games();
        let spec = |given: &Option<BotSpec>| match given {
            Some(spec) => Ok(spec.clone()),
            None => G::DEFAULT.parse(),
        };
        let bots = BySide { fln: spec(fln)?, france: spec(france)? };
        let makers = (build::<G>(&bots.fln)?, build::<G>(&bots.france)?);
        let record = record.clone().unwrap_or_default();
        let each = if *pairs { 2 } else { 1 };
        let Some(rows) = games.checked_mul(each) else { bail!("--games: {games} pairs are too many") };
        if let Recorded::Some(indices) = &record
            && let Some(beyond) = indices.iter().find(|&&index| index >= rows)
        {
            bail!("--record: there is no game {beyond}: the games are 0 to {}", rows - 1);
        }
        let range = self.args.shard.map_or(0..games, |shard| shard.of(games));
        let bots = BySide { fln: bots.fln.to_string(), france: bots.france.to_string() };
        let plan = Plan {
            seed: seed.unwrap_or(DEFAULT_SEED),
            first: range.start * each,
            games: (range.end - range.start) * each,
            pairs: *pairs,
            from: None,
            until: *until_ci,
            max_turns: max_turns.unwrap_or(DEFAULT_MAX_TURNS),
            record,
            bots,
        };
        Ok((plan, makers.0, makers.1))
    }

    /// A file that says with which figures a run was played is of no use with others, unless they are changed on
    /// purpose.
    fn check_config<G: Game>(&self, rules: &G::Rules) -> Result<()> {
        let (Some(config), Some(path)) = (self.config, &self.args.config) else { return Ok(()) };
        let found = G::data_hash(rules);
        let changed = self.args.setting.data.set.len() > config.set()?.len()
            || self.args.setting.data.data != config.data_from;
        match &config.data {
            Some(data) if !changed && parse_hash(data) != Ok(found) => bail!(
                "{} was made with other data (hash {data}; this is {}): give the same with --data, or remove the key data \
                 to play with these",
                path.display(),
                hash_text(found)
            ),
            _ => Ok(()),
        }
    }

    fn info<G: Roster>(
        &self,
        rules: &G::Rules,
        plan: &Plan<G::State>,
        from: Option<&Start>,
    ) -> Result<RunInfo> {
        let args = self.args;
        let figures = args.setting.data.figures::<G>()?;
        let mut info = RunInfo {
            schema: RUN_SCHEMA.to_owned(),
            version: version().to_owned(),
            command: Vec::new(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(rules)),
            data_from: args.setting.data.data.as_ref().map(|path| path.display().to_string()),
            set: args.setting.data.set.iter().map(ToString::to_string).collect(),
            reconstructed: reconstructed(&figures),
            statement: G::statement(rules),
            seed: plan.seed,
            games: args.games(),
            pairs: plan.pairs,
            until_ci: plan.until,
            max_turns: plan.max_turns,
            from: from.map(|_| RunFolder::FROM.to_owned()),
            from_hash: from.map(Start::hash),
            shard: args.shard,
            state: RunState::Starting,
            played: None,
            setting: G::setting(rules),
            bots: plan.bots.clone(),
        };
        info.command = info.words();
        Ok(info)
    }

    /// Plays one game of the run and shows it.
    fn one<G: Roster>(self, rules: &G::Rules, index: u64) -> Result<()> {
        let (plan, fln, france) = self.plan::<G>()?;
        let plan = Plan { first: index, games: 1, record: Recorded::All, ..plan };
        let summary = Summary::new(G::Tally::columns(), plan.pairs);
        let pool = self.args.threads.pool()?;
        let mut played: Option<Row> = None;
        let stop = AtomicBool::new(false);
        let result = wilaya_sim::run::<G, _, _, Infallible>(
            rules,
            &plan,
            (|| fln(), || france()),
            &pool,
            &stop,
            summary,
            |row, _| {
                played = Some(row.clone());
                Ok(())
            },
        );
        let (Ok(_), Some(Row { played, tally, record: Some(text), .. })) = (result, played) else {
            bail!("game {index} was not played");
        };
        if let Some(folder) = &self.args.out {
            write_record(folder, index, &text)?;
        }
        let winner = played.winner.map_or("none", |side| side.name());
        let own = [
            ("game", index.to_string()),
            ("winner", winner.to_owned()),
            ("turns", played.turns.to_string()),
            ("decisions_fln", played.decisions.fln.to_string()),
            ("decisions_france", played.decisions.france.to_string()),
            ("dice", played.dice.to_string()),
        ];
        let columns = own.into_iter().chain(G::Tally::columns().into_iter().zip(tally));
        if self.args.format == Format::Json {
            let notes = [("data", Some(hash_text(G::data_hash(rules)))), ("statement", G::statement(rules))];
            let notes = notes.into_iter().filter_map(|(name, value)| Some((name, value?)));
            let row = columns.chain(notes).map(|(name, value)| (name.to_owned(), value.into())).collect();
            writeln!(self.out, "{}", serde_json::to_string_pretty(&serde_json::Value::Object(row))?)?;
            return Ok(());
        }
        if !self.args.quiet {
            let record = Record::<G>::parse(rules, &text)?;
            let mut log = Log::<G, _>::new(rules, None, &mut *self.out);
            let mut result = Ok(());
            record.replay(rules, |step, state, events| {
                if result.is_ok() {
                    result = match step {
                        None => log.start(state, &record.rolls, events),
                        Some(step) => log.step(step, state, events),
                    };
                }
            })?;
            result?;
        }
        for (name, value) in columns {
            writeln!(self.out, "{name:<24} {value}")?;
        }
        stamp::<G>(rules).iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        Ok(())
    }
}

impl<W: Write> WithGame for Sim<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let args = self.args;
        let from = args.from()?;
        let rules = match &from {
            Some(from) => args.setting.data.rules::<G>(&from.position.setting)?,
            None => args.setting.rules::<G>()?,
        };
        self.check_config::<G>(&rules)?;
        if let Some(index) = args.index {
            self.one::<G>(&rules, index)?;
            return Ok(ExitCode::SUCCESS);
        }
        let (mut plan, fln, france) = self.plan::<G>()?;
        if let (Some(Start { position, .. }), Some(path)) = (&from, &args.from) {
            let state = position.state::<G>(&rules).with_context(|| path.display().to_string())?;
            if G::status(&state).side().is_none() {
                bail!("{}: the game is over, so no game can begin there", path.display());
            }
            plan.from = Some(state);
        }
        let pool = args.threads.pool()?;
        let columns = G::Tally::columns();
        let mut info = self.info::<G>(&rules, &plan, from.as_ref())?;
        let mut summary = Summary::new(columns.clone(), plan.pairs);
        let text = from.as_ref().map(|from| from.text.as_str());
        let mut folder = match &args.out {
            Some(folder) if args.resume => {
                Some(RunFolder::resume(folder, &columns, &info, text, |row| summary.push(row))?)
            }
            Some(folder) => Some(RunFolder::create(folder, &columns, &info, text)?),
            None => None,
        };
        let before = summary.progress().done;
        let stop = stop_on_signal()?;

        let begun = Instant::now();
        let bar = Bar::new(plan.games, args.quiet || args.format == Format::Json);
        let result = wilaya_sim::run::<G, _, _, _>(
            &rules,
            &plan,
            (|| fln(), || france()),
            &pool,
            &stop,
            summary,
            |row, progress| {
                bar.update(progress);
                folder.as_mut().map_or(Ok(()), |folder| folder.push(row))
            },
        );
        let seconds = begun.elapsed().as_secs_f64();
        bar.finish();
        let finished = result?;
        info = match folder {
            Some(folder) => folder.finish(&finished.summary, finished.end)?,
            None => info.ended(&finished.summary, finished.end),
        };
        let report = Report {
            title: G::TITLE,
            info: &info,
            summary: &finished.summary,
            before,
            seconds,
            threads: pool.current_num_threads(),
            folder: args.out.as_deref().map(Path::new),
        };
        match args.format {
            Format::Text => report.text(self.out)?,
            Format::Json => report.json(self.out)?,
        }
        Ok(if finished.end == End::Stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// A flag that Ctrl-C raises.
pub(crate) fn stop_on_signal() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    ctrlc::set_handler(move || raise.store(true, Ordering::Relaxed)).context("cannot catch Ctrl-C")?;
    Ok(stop)
}

pub(crate) fn run(args: &SimArgs, out: &mut impl Write) -> Result<ExitCode> {
    let mut args = args.clone();
    let config = args.fill_in()?;
    let from = args.from()?;
    if let (Some(from), Some(path)) = (&from, &args.from)
        && let Some(hash) = config.as_ref().and_then(|config| config.from_hash.as_deref())
        && hash != from.hash()
    {
        bail!("{} is another position than the one that the run began with", path.display());
    }
    let game = match (args.game, &from, &args.from) {
        (Some(game), Some(from), Some(path)) if from.position.game != game.name() => {
            bail!("{} is a position of {}, not of {}", path.display(), from.position.game, game.name())
        }
        (Some(game), ..) => game,
        (None, ..) => bail!("say which game: it is not in the file of --config either"),
    };
    game.with(Sim { args: &args, config: config.as_ref(), out })
}
