//! Plays matches between two bots: pairs of games with the same dice and the sides swapped. Prints the score of the first
//! with its 95 % interval (of the mean over pairs), by side, and the time that each bot took.
//!
//! `cargo run --release -p wilaya-bots --example match -- GAME SCENARIO BOT BOT PAIRS [SEED]`

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, Instant};

use wilaya_bots::{Bot, Maker, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Choices, Game, Outcome, Setting, Side, Status, View};

/// No game goes on longer.
const MAX_TURNS: u16 = 200;

/// What a bot took.
#[derive(Clone, Copy, Debug, Default)]
struct Took {
    time: Duration,
    decisions: u32,
    turns: u32,
    /// The longest turn.
    longest: Duration,
}

/// Plays a game. Returns the winner; adds up what the bots took.
fn play<G: Game>(
    rules: &G::Rules,
    bots: BySide<&Maker<G>>,
    (seed, game): (u64, u64),
    took: &mut BySide<Took>,
) -> Option<Side> {
    let mut players = BySide::new_with(|side| bots[side]());
    let mut rngs = BySide::new_with(|side| bot_rng(seed, game, side));
    let mut dice = SeededDice::new(seed, game);
    let mut state = G::start(rules, &mut dice, &mut ());
    let mut choices = G::Choices::default();
    G::choices(rules, &state, &mut choices);
    let mut turn = BySide::<(u16, Duration)>::default();
    while let Status::Decision { side, .. } = G::status(&state) {
        let now = G::clock(&state).0;
        if now > MAX_TURNS {
            return None;
        }
        if turn[side].0 != now {
            turn[side] = (now, Duration::ZERO);
            took[side].turns += 1;
        }
        let begun = Instant::now();
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        let time = begun.elapsed();
        turn[side].1 += time;
        took[side].time += time;
        took[side].longest = took[side].longest.max(turn[side].1);
        took[side].decisions += 1;
        G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        debug_assert!(!choices.is_empty() || G::status(&state).outcome().is_some());
    }
    G::status(&state).outcome().and_then(Outcome::winner)
}

fn run<G: Roster>(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [_, scenario, first, second, pairs, rest @ ..] = args else { return Err(USAGE.into()) };
    let pairs: u64 = pairs.parse()?;
    let seed = rest.first().map_or(Ok(1), |text| text.parse())?;
    let setting = Setting { scenario: Some(scenario.clone()), ..Setting::default() };
    let rules = G::rules(&G::figures(), &setting)?;
    let bots = [build::<G>(&first.parse()?)?, build::<G>(&second.parse()?)?];
    let mut took = [Took::default(); 2];
    let mut won = BySide::<u64>::default();
    let (mut sum, mut squares) = (0.0, 0.0);
    for pair in 0..pairs {
        let mut score = 0.0;
        for side in Side::ALL {
            let other = side.other();
            let players = BySide::new_with(|one| if one == side { &bots[0] } else { &bots[1] });
            let mut times = BySide::new_with(|one| took[usize::from(one == other)]);
            let winner = play::<G>(&rules, players, (seed, pair), &mut times);
            took = [times[side], times[other]];
            score += if winner == Some(side) { 0.5 } else { 0.0 };
            won[side] += u64::from(winner == Some(side));
        }
        sum += score;
        squares += score * score;
    }
    let n = pairs as f64;
    let mean = sum / n;
    let deviation = ((squares / n - mean * mean).max(0.0) / (n - 1.0).max(1.0)).sqrt();
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{} {scenario}: {first} against {second}: {:.1} % ± {:.1} of {pairs} pairs; as FLN {:.1} %, as France {:.1} %",
        G::NAME,
        100.0 * mean,
        196.0 * deviation,
        100.0 * won.fln as f64 / n,
        100.0 * won.france as f64 / n,
    )?;
    for (name, took) in [first, second].into_iter().zip(took) {
        writeln!(
            out,
            "    {name}: {:.3} ms a decision, {:.2} s a turn (at most {:.2})",
            1e3 * took.time.as_secs_f64() / f64::from(took.decisions.max(1)),
            took.time.as_secs_f64() / f64::from(took.turns.max(1)),
            took.longest.as_secs_f64(),
        )?;
    }
    Ok(())
}

const USAGE: &str = "expected: GAME SCENARIO BOT BOT PAIRS [SEED]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("algeria") => run::<Algeria>(&args),
        Some("ici") => run::<Ici>(&args),
        _ => Err(USAGE.into()),
    }
}
