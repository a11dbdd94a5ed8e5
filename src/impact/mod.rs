//! `wilaya impact`

mod budget;
mod lines;
mod notes;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use rayon::ThreadPool;
use wilaya_bots::Roster;
use wilaya_engine::{self as engine, Side};
use wilaya_sim::files::Lock;
use wilaya_sim::forked::{Fork, ForkItem, ForkPlan, ForkTable, Kept, fork};
use wilaya_sim::{End, RUNS, RunState, claim, files};
use wilaya_stats::{Estimate, paired};

use crate::games::WithGame;
use crate::position::Format;
use crate::progress::Bar;
use crate::run::{Extras, Prepared, RunArgs, Wanted, at_least_one};
use crate::signals::Stop;
use crate::text::stamp;
use budget::Budget;
pub(crate) use lines::{Column, left_out};
use lines::{Line, Read, correct_column};
pub(crate) use notes::Notes;

/// The folder of the games as they are, in that of an impact.
const BASELINE: &str = "baseline";
/// How often each position is played out in each branch if it is not said.
const DEFAULT_PLAYOUTS: u32 = 8;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya impact algeria --list\n  wilaya impact algeria --of events --games 5000\n  wilaya impact ici --of chits --readings forked --budget 30m --out impacts/chits"
)]
// It refuses pairs, luck and positions.
#[command(mut_arg("from", |arg| arg.hide(true)))]
#[command(mut_arg("pairs", |arg| arg.hide(true)))]
#[command(mut_arg("luck", |arg| arg.hide(true)))]
#[command(mut_arg("games", |arg| arg.help("Number of games; at least 1 [default: 1000]")))]
pub(crate) struct ImpactArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Items to examine, comma-separated: chits, events, actions, or single ones such as event:suez [default: all]
    #[arg(long, help_heading = "Impact", value_name = "ITEMS", value_delimiter = ',')]
    of: Vec<String>,
    /// Readings: seen compares games in which the item takes effect with others; barred replays the games without it; forked
    /// plays positions out with and without it
    #[arg(long, help_heading = "Impact", value_enum, value_delimiter = ',', default_values = ["seen", "barred"])]
    readings: Vec<Reading>,
    /// Limit of the forked reading: a time such as 30m or 2h, or a number of games to fork, such as 500games [default: the
    /// number of --games]
    #[arg(long, help_heading = "Impact", value_name = "LIMIT")]
    budget: Option<Budget>,
    /// Playouts per position and branch in the forked reading; at least 1 [default: 8]
    #[arg(long, help_heading = "Impact", value_name = "N", value_parser = at_least_one::<u32>)]
    playouts: Option<u32>,
    /// List the items, including those that cannot occur, without playing
    #[arg(long, help_heading = "Impact", conflicts_with_all = ["out", "budget", "playouts"])]
    list: bool,
    /// Write impact.csv, impact.toml and the tables of the readings to this folder, and the runs with all items and without
    /// each to subfolders
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the impact in DIR, or start it if there is none
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// Output format of the table
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// A way to look at what something is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Reading {
    Seen,
    Barred,
    Forked,
}

impl Reading {
    fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Barred => "barred",
            Self::Forked => "forked",
        }
    }
}

/// The items that are asked for, with their numbers.
fn chosen<'a>(all: &'a [engine::Item], of: &[String]) -> Result<Vec<(usize, &'a engine::Item)>> {
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
            let words: Vec<_> = all.iter().map(|item| item.word.as_str()).collect();
            bail!("--of {word}: there is no such thing to take out: there are {}", words.join(", "));
        }
    }
    let wanted = |item: &engine::Item| {
        let named = |word: &String| kind(word).map_or(item.word == *word, |kind| item.word.starts_with(kind));
        of.is_empty() || of.iter().any(named)
    };
    Ok(all.iter().enumerate().filter(|(_, item)| wanted(item)).collect())
}

/// Takes the items out that cannot occur; they are given back by the reason.
fn leave_out(chosen: &mut Vec<(usize, &engine::Item)>) -> BTreeMap<String, Vec<String>> {
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

/// The results of the games of a run, by number.
type Winners = Vec<Option<Side>>;

/// By how much the FLN wins more often in games with something than in the same games without it.
fn difference(with: &Winners, without: &Winners) -> Estimate {
    let value = |winner: Side| f64::from(u8::from(winner == Side::Fln));
    paired(with.iter().zip(without).filter_map(|(with, without)| Some((value((*with)?), value((*without)?)))))
}

/// An item that is looked at.
struct Item<G: Roster> {
    number: usize,
    /// The game without it, if it can be taken out.
    without: Option<Prepared<G>>,
}

struct Impact<'a, W> {
    args: &'a ImpactArgs,
    wanted: &'a Wanted,
    out: &'a mut W,
}

/// What is needed to play.
struct Hall<'a> {
    args: &'a ImpactArgs,
    pool: ThreadPool,
    stop: &'a AtomicBool,
    begun: Instant,
}

impl Hall<'_> {
    fn quiet(&self) -> bool {
        self.args.run.quiet || self.args.format == Format::Json
    }

    fn reads(&self, reading: Reading) -> bool {
        self.args.readings.contains(&reading)
    }

    /// The readings seen and barred. False if it was stopped.
    fn whole_games<G: Roster>(
        &self,
        base: &Prepared<G>,
        items: &[Item<G>],
        lines: &mut [Line],
    ) -> Result<bool> {
        let games = base.plan.games;
        let runs = if self.reads(Reading::Barred) {
            items.iter().filter(|item| item.without.is_some()).count()
        } else {
            0
        };
        let bar = Bar::new(games * (1 + runs as u64), self.quiet());
        let done = Cell::new(0);
        let folder = |name: &str| self.args.out.as_ref().map(|out| out.join(name));
        let play = |run: &Prepared<G>, folder: Option<PathBuf>| -> Result<Option<Winners>> {
            let mut winners = Vec::new();
            let out = (folder.as_deref(), self.args.resume);
            let ended = run.play(out, &self.pool, self.stop, |row, progress| {
                winners.push(row.played.winner);
                bar.update_by(done.get(), progress);
            })?;
            done.set(done.get() + games);
            Ok((ended.end != End::Stopped).then_some(winners))
        };
        // The games as they are, once for both readings.
        let baseline = folder(BASELINE);
        let with = if self.reads(Reading::Seen) {
            let out = (baseline.as_deref(), self.args.resume);
            let watched =
                base.watch(out, &self.pool, self.stop, |progress| bar.update_by(done.get(), progress))?;
            let Some(watched) = watched else { return Ok(false) };
            done.set(done.get() + games);
            for (line, item) in lines.iter_mut().zip(items) {
                let shares = watched.shares(item.number);
                // An item that nothing tells of, as a kind of action, takes effect in no game.
                if shares.effect.n > 0 {
                    line.reads[Column::Seen as usize] = Some(Read::new(watched.seen(item.number)));
                    line.shares = Some(shares);
                }
            }
            correct_column(lines, Column::Seen);
            watched.winners()
        } else {
            let Some(winners) = play(base, baseline)? else { return Ok(false) };
            winners
        };
        if self.reads(Reading::Barred) {
            for (line, item) in lines.iter_mut().zip(items) {
                let Some(run) = &item.without else { continue };
                let run_folder = folder(RUNS).map(|runs| runs.join(line.item.replace(':', "-")));
                let Some(without) = play(run, run_folder)? else { return Ok(false) };
                line.reads[Column::Barred as usize] = Some(Read::new(difference(&with, &without)));
            }
            correct_column(lines, Column::Barred);
        }
        bar.finish();
        Ok(true)
    }

    /// The forks of as many games as the budget allows, and how many games these are. None if it was stopped.
    fn forks<G: Roster>(
        &self,
        base: &Prepared<G>,
        items: &[ForkItem<G::Rules>],
        before: Option<u64>,
    ) -> Result<Option<(Vec<Fork>, u64)>> {
        let all: Vec<_> = G::items(&base.rules).into_iter().map(|item| item.word).collect();
        let (mut table, kept) = match &self.args.out {
            Some(out) if self.args.resume => {
                let (table, kept) = ForkTable::resume(out, &all)?;
                (Some(table), kept)
            }
            Some(out) => (Some(ForkTable::create(out, &all)?), Kept::default()),
            None => (None, Kept::default()),
        };
        // Time that was spent before has become a number of games.
        let (limit, time) = match (self.args.budget, before) {
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
        let bar = match time {
            Some(time) => Bar::of(time.as_secs().max(1), "seconds", self.quiet()),
            None => Bar::of(limit, "games taken apart", self.quiet()),
        };
        let plan = ForkPlan {
            seed: base.plan.seed,
            max_turns: base.plan.max_turns,
            playouts: self.args.playouts.unwrap_or(DEFAULT_PLAYOUTS),
        };
        let (fln, france) = &base.makers;
        let ended = fork::<G, _, _, Ended>(
            &base.rules,
            &plan,
            items,
            (next, limit),
            (|| fln(), || france()),
            &self.pool,
            self.stop,
            |game, own| {
                table
                    .iter_mut()
                    .try_for_each(|table| table.push(own))
                    .map_err(|error| Ended::Error(error.into()))?;
                forks.extend_from_slice(own);
                match time {
                    Some(time) => {
                        let spent = self.begun.elapsed();
                        bar.at(spent.min(time).as_secs());
                        bar.say(|| format!("{} games taken apart", game + 1));
                        if spent > time { Err(Ended::Enough(game + 1)) } else { Ok(()) }
                    }
                    None => {
                        bar.at(game + 1);
                        Ok(())
                    }
                }
            },
        );
        bar.finish();
        match ended {
            Ok(games) if games == limit => Ok(Some((forks, games))),
            Ok(_) => Ok(None),
            Err(Ended::Enough(games)) => Ok(Some((forks, games))),
            Err(Ended::Error(error)) => Err(error),
        }
    }
}

/// Why no more games are taken apart.
enum Ended {
    Enough(u64),
    Error(anyhow::Error),
}

impl<W: Write> WithGame for Impact<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, wanted, out } = self;
        let base = wanted.prepare::<G>()?;
        let all = G::items(&base.rules);
        let mut chosen = chosen(&all, &args.of)?;
        if args.list {
            lines::list(&chosen, args.format, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let left_out = leave_out(&mut chosen);
        if chosen.is_empty() {
            bail!("nothing to look at: {}", lines::left_out(&left_out));
        }
        let stop = Stop::on_signal()?;
        let hall = Hall { args, pool: args.run.threads.pool()?, stop: &stop, begun: Instant::now() };
        let (mut lines, mut items) = (Vec::new(), Vec::new());
        for (number, item) in chosen {
            let mut line = Line::new(item);
            let needed = hall.reads(Reading::Barred)
                || hall.reads(Reading::Forked) && line.item.starts_with("action:");
            let without = match needed.then(|| wanted.without(&line.item).prepare::<G>()) {
                Some(Ok(run)) => Some(run),
                Some(Err(why)) => {
                    line.compulsory = Some(format!("{why:#}"));
                    None
                }
                None => None,
            };
            items.push(Item { number, without });
            lines.push(line);
        }
        let notes = notes(args, &base, left_out);
        let mut before = None;
        let mut _lock = None;
        if let Some(folder) = &args.out {
            match if args.resume { Notes::read(folder)? } else { None } {
                Some(found) => {
                    _lock = Some(Lock::folder(folder)?);
                    notes.check(&found, folder)?;
                    found.verify(folder)?;
                    before = found.forked_games;
                }
                None => _lock = Some(claim(folder)?),
            }
            Notes { forked_games: before, ..notes.clone() }.write(folder)?;
        }
        let stopped = |out: &mut W| -> Result<ExitCode> {
            writeln!(out, "stopped: --resume goes on with what --out has kept")?;
            Ok(stop.code())
        };
        let whole = hall.reads(Reading::Seen) || hall.reads(Reading::Barred);
        if whole && !hall.whole_games(&base, &items, &mut lines)? {
            return stopped(out);
        }
        let mut by_period = None;
        let mut forked_games = None;
        if hall.reads(Reading::Forked) {
            let numbers: Vec<_> = items.iter().map(|item| item.number).collect();
            let kind = |line: &Line| line.item.starts_with("action:");
            let pairs = items.into_iter().zip(&lines);
            let items = pairs.map(|(item, line)| ForkItem {
                number: item.number,
                barred: item.without.filter(|_| kind(line)).map(|run| run.rules),
            });
            let Some((forks, games)) = hall.forks(&base, &items.collect::<Vec<_>>(), before)? else {
                return stopped(out);
            };
            forked_games = Some(games);
            by_period = Some(lines::forked(&mut lines, &numbers, &forks)?);
        }
        let mut notes = notes.ended(forked_games);
        if let Some(folder) = &args.out {
            files::replace(&folder.join("impact.csv"), &lines::impact_csv(&lines)?)?;
            if hall.reads(Reading::Seen) {
                files::replace(&folder.join("seen.csv"), &lines::seen_csv(&lines)?)?;
            }
            if let Some(table) = by_period {
                files::replace(&folder.join("forked.csv"), &table)?;
            }
            notes.seal(folder)?;
            notes.write(folder)?;
        }
        match args.format {
            Format::Text => {
                lines::text::<G>(&mut lines, &notes, &stamp::<G>(&base.rules), args.out.as_deref(), out)?;
            }
            Format::Json => lines::json(&lines, &notes, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What is to be done, before it has begun.
fn notes<G: Roster>(args: &ImpactArgs, base: &Prepared<G>, left_out: BTreeMap<String, Vec<String>>) -> Notes {
    let mut readings = args.readings.clone();
    readings.sort();
    readings.dedup();
    let forked = readings.contains(&Reading::Forked);
    let mut notes = Notes {
        readings: readings.into_iter().map(|reading| reading.word().to_owned()).collect(),
        of: args.of.clone(),
        playouts: forked.then_some(args.playouts.unwrap_or(DEFAULT_PLAYOUTS)),
        forked_games: None,
        run: base.info.clone(),
        left_out,
    };
    notes.run.schema = notes::SCHEMA.to_owned();
    notes.run.state = RunState::Running;
    notes.run.command = notes.words();
    notes
}

pub(crate) fn run(args: &ImpactArgs, out: &mut impl Write) -> Result<ExitCode> {
    let wanted = Wanted::new(&args.run, Extras::default())?;
    if let Some(option) = wanted.unusual() {
        bail!("{option} has no meaning here: impact plays single games from the set-up on");
    }
    if !args.readings.contains(&Reading::Forked) && (args.budget.is_some() || args.playouts.is_some()) {
        bail!("--budget and --playouts are for the forked reading: add it to --readings");
    }
    wanted.game()?.with(Impact { args, wanted: &wanted, out })
}
