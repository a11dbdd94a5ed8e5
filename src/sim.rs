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
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::Record;
use wilaya_engine::{BySide, Tally};
use wilaya_sim::{Plan, RUN_SCHEMA, Recorded, Row, RunFolder, RunInfo, write_record};

use crate::games::{GameName, WithGame};
use crate::log::Log;
use crate::position::Format;
use crate::progress::Bar;
use crate::report::Report;
use crate::setting::SettingArgs;
use crate::text::{reconstructed, stamp, version};

/// The seed if none is given.
pub(crate) const DEFAULT_SEED: u64 = 1;

/// What a shell reports after Ctrl-C.
const INTERRUPTED: u8 = 130;

#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    /// The game
    game: GameName,
    #[command(flatten)]
    setting: SettingArgs,
    /// Who plays the FLN, as name[:key=value]…
    #[arg(long, value_name = "BOT", help_heading = "Players")]
    fln: Option<BotSpec>,
    /// Who plays France
    #[arg(long, alias = "gov", value_name = "BOT", help_heading = "Players")]
    france: Option<BotSpec>,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one::<u64>)]
    games: u64,
    /// Play only this game of the run, and show it
    #[arg(long = "game", value_name = "I", conflicts_with_all = ["games", "record"])]
    index: Option<u64>,
    /// The seed of everything that is left to chance
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Give a game up after this turn; it then counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one::<u16>)]
    max_turns: u16,
    /// Write games.csv, summary.csv and run.toml into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
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

fn at_least_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| "expected a number, at least 1".to_owned())
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
    out: &'a mut W,
}

impl<W: Write> Sim<'_, W> {
    fn plan<G: Roster>(&self) -> Result<(Plan, Maker<G>, Maker<G>)> {
        let SimArgs { fln, france, games, seed, max_turns, record, .. } = self.args;
        let spec = |given: &Option<BotSpec>| match given {
            Some(spec) => Ok(spec.clone()),
            None => G::DEFAULT.parse(),
        };
        let bots = BySide { fln: spec(fln)?, france: spec(france)? };
        let makers = (build::<G>(&bots.fln)?, build::<G>(&bots.france)?);
        let record = record.clone().unwrap_or_default();
        if let Recorded::Some(indices) = &record
            && let Some(beyond) = indices.iter().find(|&index| index >= games)
        {
            bail!("--record: there is no game {beyond}: the games are 0 to {}", games - 1);
        }
        let bots = BySide { fln: bots.fln.to_string(), france: bots.france.to_string() };
        let plan = Plan { seed: *seed, first: 0, games: *games, max_turns: *max_turns, record, bots };
        Ok((plan, makers.0, makers.1))
    }

    /// Plays one game of the run and shows it.
    fn one<G: Roster>(self, rules: &G::Rules, index: u64) -> Result<()> {
        let (plan, fln, france) = self.plan::<G>()?;
        let plan = Plan { first: index, games: 1, record: Recorded::All, ..plan };
        let pool = self.args.threads.pool()?;
        let mut played: Option<Row> = None;
        let stop = AtomicBool::new(false);
        let result = wilaya_sim::run::<G, _, _, Infallible>(
            rules,
            &plan,
            (|| fln(), || france()),
            &pool,
            &stop,
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
        let rules = args.setting.rules::<G>()?;
        if let Some(index) = args.index {
            self.one::<G>(&rules, index)?;
            return Ok(ExitCode::SUCCESS);
        }
        let (plan, fln, france) = self.plan::<G>()?;
        let pool = args.threads.pool()?;
        let columns = G::Tally::columns();
        let mut folder = match &args.out {
            Some(folder) => Some(RunFolder::create(folder, &columns)?),
            None => None,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let raise = Arc::clone(&stop);
        ctrlc::set_handler(move || raise.store(true, Ordering::Relaxed)).context("cannot catch Ctrl-C")?;

        let begun = Instant::now();
        let bar = Bar::new(plan.games, args.quiet || args.format == Format::Json);
        let result = wilaya_sim::run::<G, _, _, _>(
            &rules,
            &plan,
            (|| fln(), || france()),
            &pool,
            &stop,
            |row, progress| {
                bar.update(progress);
                folder.as_mut().map_or(Ok(()), |folder| folder.push(row))
            },
        );
        let seconds = begun.elapsed().as_secs_f64();
        bar.finish();
        let finished = result?;

        let figures = args.setting.data.figures::<G>()?;
        let info = RunInfo {
            schema: RUN_SCHEMA.to_owned(),
            version: version().to_owned(),
            command: std::env::args().collect(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(&rules)),
            data_from: args.setting.data.data.as_ref().map(|path| path.display().to_string()),
            set: args.setting.data.set.iter().map(ToString::to_string).collect(),
            reconstructed: reconstructed(&figures),
            statement: G::statement(&rules),
            seed: plan.seed,
            games: plan.games,
            played: finished.summary.progress().done,
            max_turns: plan.max_turns,
            setting: G::setting(&rules),
            bots: plan.bots.clone(),
        };
        if let Some(folder) = folder {
            folder.finish(&finished.summary, &info)?;
        }
        let report = Report {
            title: G::TITLE,
            info: &info,
            summary: &finished.summary,
            seconds,
            threads: pool.current_num_threads(),
            folder: args.out.as_deref().map(Path::new),
        };
        match args.format {
            Format::Text => report.text(self.out)?,
            Format::Json => report.json(self.out)?,
        }
        Ok(if finished.stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

pub(crate) fn run(args: &SimArgs, out: &mut impl Write) -> Result<ExitCode> {
    args.game.with(Sim { args, out })
}
