//! `wilaya sim`

use std::convert::Infallible;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;
use wilaya_bots::Roster;
use wilaya_engine::Tally;
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::Record;
use wilaya_sim::files::Lock;
use wilaya_sim::{
    End, Plan, Prepared, Recorded, Row, RunContext, RunInfo, RunSpec, Shard, Summary, with_game, write_record,
};

use crate::log::replay;
use crate::position::Format;
use crate::programs::{ProgramArgs, forfeit_lines};
use crate::progress::Bar;
use crate::report::Report;
use crate::run::{RunArgs, parse_width};
use crate::signals::Stop;
use crate::text::{print_json, stamp};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya sim algeria --games 5000\n  wilaya sim ici --scenario 1959 --fln mcts:iters=200 --out runs/1959\n  wilaya sim algeria --pairs --fln heuristic --france sober --until-ci 0.02"
)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Stop when the 95 % interval of the win rate (with --pairs, of the first bot's score) is at most this wide, between
    /// 0 and 1; checked every 1,000 games, up to --games if given
    #[arg(long, value_name = "WIDTH", help_heading = "Run", conflicts_with_all = ["index", "shard"], value_parser = parse_width)]
    until_ci: Option<f64>,
    /// Play and show only this game of the run, counted from 0
    #[arg(long = "game", value_name = "I", help_heading = "Run", conflicts_with_all = ["games", "record", "config", "from", "luck"])]
    index: Option<u64>,
    /// Write games.csv, summary.csv and run.toml to this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the run in DIR, or start it if there is none
    #[arg(long, requires = "out", conflicts_with = "index", help_heading = "Output")]
    resume: bool,
    /// Play only shard I of N, from 1/N to N/N; `wilaya merge` combines them
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with = "index", help_heading = "Output")]
    shard: Option<Shard>,
    /// Record these games in DIR/records: all, or comma-separated indices from 0
    #[arg(
        long,
        value_name = "all|I,J",
        requires = "out",
        conflicts_with_all = ["from", "luck"],
        help_heading = "Output"
    )]
    record: Option<Recorded>,
    /// Also write turns.csv, the tracks of each game by turn, which `wilaya report` charts
    #[arg(long, requires = "out", conflicts_with_all = ["index", "luck"], help_heading = "Output")]
    turns: bool,
    /// Output format of the summary
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// Why a run with programs cannot be resumed.
const RESUME: &str = "--resume: exec:NAME is a program, which may have changed: play the games in another folder, or \
     without --resume";

struct Sim<'a, W> {
    args: &'a SimArgs,
    spec: &'a RunSpec,
    out: &'a mut W,
}

impl<W: Write> Sim<'_, W> {
    /// Locks a folder for the record of one game of a run; it may hold that run, but no other.
    fn open(folder: &Path, info: RunInfo) -> Result<Lock> {
        let lock = Lock::folder(folder)?;
        if let Some(found) = RunInfo::read(folder)? {
            let RunInfo { games, until_ci, luck, shard, .. } = found;
            let turns = found.turns.clone();
            let info = RunInfo { games, until_ci, luck, shard, turns, ..info };
            info.check(&found, folder)?;
        }
        Ok(lock)
    }

    /// Plays one game of the run and shows it.
    fn one<G: Roster>(self, index: u64) -> Result<()> {
        let Prepared { rules, plan, makers: (fln, france), info, .. } = self.spec.prepare::<G>()?;
        let _lock = self.args.out.as_deref().map(|folder| Self::open(folder, info)).transpose()?;
        let plan = Plan { first: index, games: 1, record: Recorded::All, ..plan };
        let summary = Summary::new(G::Tally::columns(), plan.pairs, false);
        let pool = self.args.run.threads.pool()?;
        let mut played: Option<Row> = None;
        let stop = AtomicBool::new(false);
        let result = wilaya_sim::run::<G, G::Tally, _, _, Infallible>(
            &rules,
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
        let (Ok(_), Some(row @ Row { record, .. })) = (result, &played) else {
            bail!("game {index} was not played");
        };
        // A forfeited game has no record.
        if let (Some(folder), Some(text)) = (&self.args.out, record) {
            write_record(folder, index, text)?;
        }
        let columns = row.fields(&G::Tally::columns());
        if self.args.format == Format::Json {
            let notes =
                [("data", Some(hash_text(G::data_hash(&rules)))), ("statement", G::statement(&rules))];
            let notes = notes.into_iter().filter_map(|(name, value)| Some((name, value?)));
            let columns = columns.into_iter().map(|(name, field)| (name, field.to_string()));
            let row = columns.chain(notes).map(|(name, value)| (name.to_owned(), value.into())).collect();
            print_json(self.out, &serde_json::Value::Object(row))?;
            return Ok(());
        }
        if let Some(text) = record.as_ref().filter(|_| !self.args.run.quiet) {
            replay(&rules, &Record::<G>::parse(&rules, text)?, None, &mut *self.out)?;
        }
        for (name, value) in columns {
            writeln!(self.out, "{name:<24} {value}")?;
        }
        writeln!(self.out, "{}", stamp::<G>(&rules))?;
        for line in forfeit_lines(self.spec.programs.as_ref()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn run<G: Roster>(self) -> Result<ExitCode> {
        let args = self.args;
        if let Some(index) = args.index {
            self.one::<G>(index)?;
            return Ok(ExitCode::SUCCESS);
        }
        let run = self.spec.prepare::<G>()?;
        let pool = args.run.threads.pool()?;
        let stop = Stop::on_signal()?;
        self.spec.programs.iter().for_each(|programs| programs.halt_on(stop.flag()));
        let quiet = args.run.quiet || args.format == Format::Json;
        let bar = if self.spec.is_open_ended() { Bar::open(quiet) } else { Bar::new(run.plan.games, quiet) };
        let context =
            RunContext { out: args.out.as_deref(), resume: args.resume, ..RunContext::new(&pool, &stop) };
        let ended = run.play(&context, |_, progress| bar.update(progress));
        bar.finish();
        let ended = ended?;
        let report = Report {
            title: G::TITLE,
            ended: &ended,
            threads: pool.current_num_threads(),
            folder: args.out.as_deref(),
        };
        match args.format {
            Format::Text => {
                report.text(self.out)?;
                for line in forfeit_lines(self.spec.programs.as_ref()) {
                    writeln!(self.out, "{line}")?;
                }
            }
            Format::Json => report.json(self.out)?,
        }
        Ok(if ended.end == End::Stopped { stop.code() } else { ExitCode::SUCCESS })
    }
}

pub(crate) fn run(args: &SimArgs, out: &mut impl Write) -> Result<ExitCode> {
    let mut spec = args.run.spec()?;
    // A shard cannot know when the whole run should end.
    spec.until_ci = args.until_ci.or(spec.until_ci.filter(|_| args.shard.is_none()));
    spec.shard = args.shard;
    spec.record = args.record.clone().unwrap_or_default();
    spec.turns |= args.turns;
    spec.programs = args.programs.programs(spec.bots.iter().filter_map(|(_, bot)| bot.as_ref()))?;
    if args.resume && spec.programs.is_some() {
        bail!("{RESUME}");
    }
    with_game!(spec.game()?, G => Sim { args, spec: &spec, out }.run::<G>())
}
