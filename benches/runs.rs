//! What the runner costs: `wilaya_sim::run` beside the bare loop over games, one thread and two, and the table of games.
//!
//! `sober` against `sober`. The ways to play are timed in turn, so that what else the machine does meets all alike; the
//! medians of [`ROUNDS`] rounds are printed. All must play the same games. If valgrind is installed, the instructions of
//! the ways on one thread are counted too: `--way GAME WAY GAMES` plays GAMES games in one of them, and does nothing
//! else.

mod callgrind;

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Instant;

use rayon::ThreadPool;
use wilaya_bots::{Maker, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::SeededDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game, Setting, Sink, Tally};
use wilaya_sim::{CountingDice, Match, Plan, Recorded, RunFolder, RunInfo, Summary, play_out, run};

type Failure = Box<dyn Error + Send + Sync>;

const SEED: u64 = 1;
const ROUNDS: usize = 5;
const MAX_TURNS: u16 = 200;
/// Decisions of a round of one way to play, about.
const DECISIONS: u64 = 2_000_000;
/// Instructions are those of the second number of games less those of the first.
const COUNTED: [u64; 2] = [64, 192];

/// A way to play many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One after the other.
    Bare,
    /// The same with what the runner wants to know of every game: turns, decisions of each side, dice.
    Counted,
    /// The same with the columns of the game's tally.
    Tallied,
    /// The runner, with its summary.
    Run,
    /// The runner, with `games.csv` too.
    Table,
    /// [`Self::Tallied`], half of the games in each of two threads.
    TalliedByTwo,
    /// [`Self::Run`] on two threads.
    RunByTwo,
}

impl Way {
    const ALL: [Self; 7] = [
        Self::Bare,
        Self::Counted,
        Self::Tallied,
        Self::Run,
        Self::Table,
        Self::TalliedByTwo,
        Self::RunByTwo,
    ];
    /// Those whose instructions repeat.
    const SINGLE: usize = 5;

    const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare loop",
            Self::Counted => "bare loop that counts",
            Self::Tallied => "bare loop that tallies",
            Self::Run => "run, 1 thread",
            Self::Table => "run, 1 thread, with games.csv",
            Self::TalliedByTwo => "bare loops that tally, 2 threads",
            Self::RunByTwo => "run, 2 threads",
        }
    }
}

fn main() -> Result<(), Failure> {
    let args: Vec<_> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        [] => {
            Bench::<Algeria>::new("1958")?.compare()?;
            Bench::<Ici>::new("1955")?.compare()
        }
        ["--way", "algeria", way, games] => Bench::<Algeria>::new("1958")?.play_only(way, games),
        ["--way", "ici", way, games] => Bench::<Ici>::new("1955")?.play_only(way, games),
        _ => Ok(writeln!(stdout(), "the runner is not timed: {args:?} is for other benchmarks")?),
    }
}

struct Bench<G: Roster> {
    scenario: &'static str,
    rules: G::Rules,
    bot: Maker<G>,
    pools: [ThreadPool; 2],
    folder: tempfile::TempDir,
}

impl<G: Roster> Bench<G> {
    fn new(scenario: &'static str) -> Result<Self, Failure> {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self {
            scenario,
            rules: G::rules(&G::figures(), &setting)?,
            bot: build::<G>(&"sober".parse()?)?,
            pools: [pool(1)?, pool(2)?],
            folder: tempfile::tempdir()?,
        })
    }

    /// Plays games one after the other; how many decisions there were.
    fn bare(&self, games: impl Iterator<Item = u64>) -> u64 {
        let mut decisions = 0;
        for index in games {
            let dice = SeededDice::new(SEED, index);
            let bots = ((self.bot)(), (self.bot)());
            let mut game = Match::<G, _, _, _>::new(&self.rules, dice, bots, (SEED, index), &mut ());
            while game.step(&mut ()).is_some() {
                decisions += 1;
            }
        }
        decisions
    }

    /// The same, with a sink for events, as the runner plays a game.
    fn counted<S: Sink<G::Event> + Default>(&self, games: impl Iterator<Item = u64>) -> u64 {
        let stop = AtomicBool::new(false);
        let mut decisions = 0;
        for index in games {
            let (dice, mut sink) = (CountingDice::new(SeededDice::new(SEED, index)), S::default());
            let bots = ((self.bot)(), (self.bot)());
            let mut game = Match::<G, _, _, _>::new(&self.rules, dice, bots, (SEED, index), &mut sink);
            let played = play_out(&mut game, MAX_TURNS, &stop, &mut sink);
            decisions += played.map_or(0, |played| u64::from(played.decisions.fln + played.decisions.france));
            black_box(&sink);
        }
        decisions
    }

    /// Plays games with the runner.
    fn ran(&self, games: u64, pool: &ThreadPool, folder: Option<&Path>) -> Result<u64, Failure> {
        let plan = Plan {
            seed: SEED,
            first: 0,
            games,
            pairs: false,
            from: None,
            until: None,
            luck: None,
            turns: false,
            max_turns: MAX_TURNS,
            record: Recorded::None,
            bots: BySide::new_with(|_| String::new()),
        };
        let columns = G::Tally::columns();
        let info = RunInfo::new::<G>(&self.rules, &plan);
        let mut folder = folder.map(|folder| RunFolder::create(folder, &columns, &info, None)).transpose()?;
        let mut decisions = 0;
        let stop = AtomicBool::new(false);
        let none = Summary::new(columns, false, false);
        let bots = (&self.bot, &self.bot);
        let finished =
            run::<G, G::Tally, _, _, Failure>(&self.rules, &plan, bots, pool, &stop, none, |row, _| {
                decisions += u64::from(row.played.decisions.fln + row.played.decisions.france);
                folder.as_mut().map_or(Ok(()), |folder| Ok(folder.push(row)?))
            })?;
        if let Some(folder) = folder {
            folder.finish(&finished.summary, finished.end)?;
        }
        Ok(decisions)
    }

    /// Plays games in one of the ways, and returns the number of their decisions.
    fn play(&self, way: Way, games: u64) -> Result<u64, Failure> {
        let [one, two] = &self.pools;
        Ok(match way {
            Way::Bare => self.bare(0..games),
            Way::Counted => self.counted::<()>(0..games),
            Way::Tallied => self.counted::<G::Tally>(0..games),
            Way::Run => self.ran(games, one, None)?,
            Way::Table => self.ran(games, one, Some(self.folder.path()))?,
            Way::TalliedByTwo => thread::scope(|scope| {
                let half = |first| scope.spawn(move || self.counted::<G::Tally>((first..games).step_by(2)));
                [half(0), half(1)].map(|half| half.join().unwrap_or_default()).iter().sum()
            }),
            Way::RunByTwo => self.ran(games, two, None)?,
        })
    }

    fn play_only(&self, way: &str, games: &str) -> Result<(), Failure> {
        let way =
            way.parse().ok().and_then(|number: usize| Way::ALL.get(number)).ok_or("there is no such way")?;
        let decisions = self.play(*way, games.parse()?)?;
        Ok(writeln!(stdout(), "{}: {decisions} decisions", way.name())?)
    }

    fn compare(&self) -> Result<(), Failure> {
        let games = DECISIONS * 64 / self.bare(0..64);
        let mut times = [const { Vec::<f64>::new() }; Way::ALL.len()];
        let mut decisions = None;
        for _ in 0..ROUNDS {
            for (way, times) in Way::ALL.into_iter().zip(&mut times) {
                let begun = Instant::now();
                let made = self.play(way, games)?;
                times.push(begun.elapsed().as_secs_f64());
                assert_eq!(*decisions.get_or_insert(made), made, "{}: other games were played", way.name());
            }
        }
        let decisions = decisions.unwrap_or_default() as f64;
        let medians = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        });
        let mut instructions = Vec::new();
        for number in 0..Way::SINGLE {
            instructions.extend(count::<G>(number)?);
        }
        let mut out = stdout().lock();
        writeln!(
            out,
            "{} {}: {games} games, {decisions} decisions, {ROUNDS} rounds",
            G::NAME,
            self.scenario
        )?;
        for (number, (way, median)) in Way::ALL.into_iter().zip(medians).enumerate() {
            let (per_second, ratio) = (games as f64 / median, median / medians[0]);
            let million = decisions / median / 1e6;
            let name = way.name();
            write!(out, "  {name:32} {million:6.2} M decisions/s {per_second:8.0} games/s {ratio:6.3}")?;
            match (instructions.first(), instructions.get(number)) {
                (Some(bare), Some(here)) => {
                    writeln!(out, " {here:>10} instructions a game {:6.3}", *here as f64 / *bare as f64)?;
                }
                _ => writeln!(out)?,
            }
        }
        if instructions.is_empty() {
            writeln!(out, "  instructions are not counted: valgrind is not installed")?;
        }
        let [.., tally, single, _, bare_two, run_two] = medians;
        writeln!(
            out,
            "  two threads are worth {:.2} with the runner, {:.2} in bare loops",
            single / run_two,
            tally / bare_two,
        )?;
        Ok(())
    }
}

/// Counts the instructions of a game played in one of the ways; none if valgrind is missing.
fn count<G: Game>(way: usize) -> Result<Option<u64>, Failure> {
    let mut counts = [0; COUNTED.len()];
    for (count, games) in counts.iter_mut().zip(COUNTED) {
        let args = ["--way", G::NAME, &way.to_string(), &games.to_string()];
        let Some(found) = callgrind::count(&args, None)? else { return Ok(None) };
        *count = found;
    }
    Ok(Some((counts[1] - counts[0]) / (COUNTED[1] - COUNTED[0])))
}
