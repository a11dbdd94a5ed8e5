//! What the runner costs: `wilaya_sim::run` beside the bare loop over games, one thread and two, and the table of games.
//!
//! `sober` against `sober`. The ways to play are timed in turn, so that what else the machine does meets all alike; the
//! medians of [`ROUNDS`] rounds are printed. All must play the same games.

use std::env;
use std::error::Error;
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
use wilaya_sim::{Match, Plan, Recorded, RunFolder, RunInfo, Summary, run};

const SEED: u64 = 1;
const ROUNDS: usize = 5;
/// Decisions of a round of one way to play, about.
const DECISIONS: u64 = 2_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if !args.is_empty() {
        writeln!(stdout(), "the runner is not timed: {args:?} is for other benchmarks")?;
        return Ok(());
    }
    compare::<Algeria>("1958")?;
    compare::<Ici>("1955")
}

/// Plays games one after the other; how many decisions there were.
fn bare<G: Game, S: Sink<G::Event> + Default>(
    rules: &G::Rules,
    bot: &Maker<G>,
    games: impl Iterator<Item = u64>,
) -> u64 {
    let mut decisions = 0;
    for index in games {
        let (dice, bots, mut sink) = (SeededDice::new(SEED, index), (bot(), bot()), S::default());
        let mut game = Match::<G, _, _, _>::new(rules, dice, bots, (SEED, index), &mut sink);
        while game.step(&mut sink).is_some() {}
        let made = game.decisions();
        decisions += u64::from(made.fln) + u64::from(made.france);
        std::hint::black_box(&sink);
    }
    decisions
}

/// Plays games with the runner.
fn ran<G: Roster>(
    rules: &G::Rules,
    bot: &Maker<G>,
    games: u64,
    pool: &ThreadPool,
    folder: Option<&Path>,
) -> Result<u64, Box<dyn Error>> {
    let plan = Plan {
        seed: SEED,
        first: 0,
        games,
        pairs: false,
        from: None,
        until: None,
        luck: None,
        turns: false,
        max_turns: 200,
        record: Recorded::None,
        bots: BySide::new_with(|_| String::new()),
    };
    let columns = G::Tally::columns();
    let info = RunInfo::new::<G>(rules, &plan);
    let mut folder = folder.map(|folder| RunFolder::create(folder, &columns, &info, None)).transpose()?;
    let mut decisions = 0;
    let stop = AtomicBool::new(false);
    let none = Summary::new(columns, false, false);
    run::<G, _, _, Box<dyn Error>>(rules, &plan, (bot, bot), pool, &stop, none, |row, _| {
        decisions += u64::from(row.played.decisions.fln) + u64::from(row.played.decisions.france);
        folder.as_mut().map_or(Ok(()), |folder| Ok(folder.push(row)?))
    })?;
    Ok(decisions)
}

fn compare<G: Roster>(scenario: &str) -> Result<(), Box<dyn Error>> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let rules = &G::rules(&G::figures(), &setting)?;
    let bot = &build::<G>(&"sober".parse()?)?;
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let [one, two] = pools;
    let (one, two) = (one?, two?);
    let games = DECISIONS * 64 / bare::<G, ()>(rules, bot, 0..64);
    let folder = tempfile::tempdir()?;

    let names = [
        "bare loop",
        "bare loop that tallies",
        "run, 1 thread",
        "run, 1 thread, with games.csv",
        "bare loops that tally, 2 threads",
        "run, 2 threads",
    ];
    let mut times = [const { Vec::<f64>::new() }; 6];
    let mut decisions = None;
    for _ in 0..ROUNDS {
        for (way, times) in times.iter_mut().enumerate() {
            let begun = Instant::now();
            let made = match way {
                0 => bare::<G, ()>(rules, bot, 0..games),
                1 => bare::<G, G::Tally>(rules, bot, 0..games),
                2 => ran::<G>(rules, bot, games, &one, None)?,
                3 => ran::<G>(rules, bot, games, &one, Some(folder.path()))?,
                4 => thread::scope(|scope| {
                    let half = |first| {
                        scope.spawn(move || bare::<G, G::Tally>(rules, bot, (first..games).step_by(2)))
                    };
                    let halves = [half(0), half(1)];
                    halves.map(|half| half.join().unwrap_or_default()).iter().sum()
                }),
                _ => ran::<G>(rules, bot, games, &two, None)?,
            };
            times.push(begun.elapsed().as_secs_f64());
            assert_eq!(*decisions.get_or_insert(made), made, "{}: other games were played", names[way]);
        }
    }
    let decisions = decisions.unwrap_or_default() as f64;
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    let mut out = stdout().lock();
    writeln!(out, "{} {scenario}: {games} games, {decisions} decisions, {ROUNDS} rounds", G::NAME)?;
    for (name, median) in names.iter().zip(medians) {
        let (per_second, ratio) = (games as f64 / median, medians[0] / median);
        let million = decisions / median / 1e6;
        writeln!(out, "  {name:34} {million:6.2} M decisions/s {per_second:8.0} games/s {ratio:6.2}")?;
    }
    let [_, tally, single, table, bare_two, run_two] = medians;
    writeln!(
        out,
        "  the runner adds {:.1} % to the loop that tallies, the table {:.1} % to that; two threads are worth {:.2}, bare {:.2}",
        100.0 * (single / tally - 1.0),
        100.0 * (table / single - 1.0),
        single / run_two,
        tally / bare_two,
    )?;
    Ok(())
}
