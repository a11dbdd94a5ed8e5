//! How often the arena is wrong about equals: sequential tests that find one of them stronger, and 95 % intervals that miss.
//!
//! `results/arena/errors/run` calls it. It writes a table to standard output, as CSV; its options are `REPEATS PAIRS BOT…`: that
//! many arenas, each with that many pairs of games, each with a seed of its own, in every scenario, between two copies of each bot
//! that draw other numbers.

use std::error::Error;
use std::io::{self, Write, stdout};
use std::sync::atomic::AtomicBool;

use wilaya_sim::arena::{ArenaSpec, SprtInfo};
use wilaya_sim::stats::{Verdict, wilson};
use wilaya_sim::{GameName, RunContext};

/// The hypotheses of the sequential tests in Elo, the chances of a wrong verdict, and how often they look.
const TEST: SprtInfo = SprtInfo { elo: [0.0, 50.0], alpha: 0.05, beta: 0.05, batch: 50 };
/// A sequential test still undecided after this many pairs counts as open.
const MOST: u64 = 2000;
const SCENARIOS: [(GameName, &str); 5] = [
    (GameName::Algeria, "1954"),
    (GameName::Algeria, "1958"),
    (GameName::Algeria, "1960"),
    (GameName::Ici, "1955"),
    (GameName::Ici, "1959"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [repeats, pairs, bots @ ..] = &words[..] else { return Err("expected REPEATS PAIRS BOT…".into()) };
    let (repeats, pairs): (u64, u64) = (repeats.parse()?, pairs.parse()?);
    let pool = rayon::ThreadPoolBuilder::new().build()?;
    // A sequential test raises the flag that ends its arena.
    let run = |spec: &ArenaSpec| spec.run_in(&RunContext::new(&pool, &AtomicBool::new(false)), |_, _| ());
    let mut out = stdout().lock();
    writeln!(out, "game,scenario,bot,pairs,check,n,count,share,low,high")?;
    for bot in bots {
        let mut all = [0; 4];
        for (game, scenario) in SCENARIOS {
            let mut spec = ArenaSpec::new(game, format!("{bot}:salt=1,{bot}:salt=2").parse()?);
            spec.setting.scenario = Some(scenario.to_owned());
            let mut counts = [0; 4];
            for seed in 0..repeats {
                (spec.seed, spec.pairs, spec.sprt) = (seed, pairs, None);
                let standings = run(&spec)?.standings;
                let pairing = &standings.pairings(None)[0];
                (spec.seed, spec.pairs, spec.sprt) = (repeats + seed, MOST, Some(TEST));
                let verdict = run(&spec)?.test.and_then(|test| test.verdict);
                let found = [
                    pairing.score.interval.contains(0.5),
                    pairing.elo.is_some_and(|elo| elo.interval.contains(0.0)),
                    verdict == Some(Verdict::Second),
                    verdict.is_none(),
                ];
                counts.iter_mut().zip(found).for_each(|(count, found)| *count += u64::from(found));
            }
            rows(&mut out, &[game.name(), scenario, bot], pairs, repeats, &counts)?;
            all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        }
        rows(&mut out, &["both", "all", bot], pairs, repeats * SCENARIOS.len() as u64, &all)?;
    }
    Ok(())
}

/// The rows of a scenario: what was checked, and of how many arenas it was true.
fn rows(out: &mut impl Write, of: &[&str], pairs: u64, n: u64, counts: &[u64; 4]) -> io::Result<()> {
    let checks = [
        (pairs, "interval of the score holds 50 %"),
        (pairs, "interval of the Elo holds 0"),
        (MOST, "sequential test finds one stronger"),
        (MOST, "sequential test is undecided"),
    ];
    for ((pairs, check), &count) in checks.into_iter().zip(counts) {
        let (share, interval) = (count as f64 / n as f64, wilson(count, n));
        let (of, low, high) = (of.join(","), interval.low, interval.high);
        writeln!(out, "{of},{pairs},{check},{n},{count},{share:.4},{low:.4},{high:.4}")?;
    }
    Ok(())
}
