//! Thinking time of the levels. Slow, so it runs only on request:
//!
//! `cargo test --release -p wilaya-play --test play pace -- --ignored --nocapture`
//!
//! `WILAYA_PACE` names the level (`regular` by default), `WILAYA_PACE_TURNS` the number of turns played of each game (all
//! by default).

use std::time::{Duration, Instant};

use wilaya_engine::{BySide, Setting, Side};
use wilaya_play::Catalogue;
use wilaya_play::session::{Begin, Seat};

/// CPU time of this thread; wall-clock time where the system does not report it.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse().ok());
    told.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// A side's thinking time in a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    decisions: u32,
    wall: Duration,
    worked: Duration,
    /// CPU time of the longest decision.
    longest: Duration,
}

/// The turns of a game in which the level plays this side, and a bot that answers at once the other one.
fn turns(game: &str, scenario: &str, side: Side, level: &str, most: usize) -> Vec<Turn> {
    let seat = |name: &str| name.parse::<Seat>().unwrap();
    let mut seats = BySide { fln: seat("heuristic"), france: seat("heuristic") };
    seats[side] = seat(level);
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let begin = Begin { seats, seed: 1, index: 0, practice: false, programs: None };
    let mut session = Catalogue::default().start(game, &setting, begin).unwrap();
    let (mut turns, mut name) = (Vec::<Turn>::new(), String::new());
    while let Some((decider, _)) = session.turn() {
        let when = session.view(None, usize::MAX).unwrap().table.when;
        let now = when.split(':').next().unwrap_or_default();
        if now != name {
            if turns.len() == most {
                break;
            }
            name = now.to_owned();
            turns.push(Turn::default());
        }
        let job = session.begin().unwrap();
        let (begun, before) = (Instant::now(), worked(Instant::now()));
        let decided = job();
        let (wall, took) = (begun.elapsed(), worked(begun).saturating_sub(before));
        session.end(decided);
        if let Some(turn) = turns.last_mut().filter(|_| decider == side) {
            turn.decisions += 1;
            turn.wall += wall;
            turn.worked += took;
            turn.longest = turn.longest.max(took);
        }
    }
    turns.retain(|turn| turn.decisions > 0);
    turns
}

#[test]
#[ignore = "takes minutes: run it by name"]
fn a_level_plays_a_turn_in_time() {
    let level = std::env::var("WILAYA_PACE").unwrap_or_else(|_| "regular".to_owned());
    let most =
        std::env::var("WILAYA_PACE_TURNS").ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
    let limit = if level == "expert" { 40.0 } else { 10.0 };
    println!("{level}, seconds that a side thinks in a turn (CPU time, and by the clock)");
    println!("game     scenario  side    turns  decisions  CPU mean   max  clock max  longest decision");
    let mut slowest = 0.0_f64;
    for entry in Catalogue::default().menu() {
        for scenario in &entry.scenarios {
            for side in Side::ALL {
                let turns = turns(entry.game, &scenario.word, side, &level, most);
                let count = turns.len().max(1) as f64;
                let mean = turns.iter().map(|turn| turn.worked.as_secs_f64()).sum::<f64>() / count;
                let decisions = f64::from(turns.iter().map(|turn| turn.decisions).sum::<u32>()) / count;
                let max = |what: fn(&Turn) -> Duration| {
                    turns.iter().map(what).max().unwrap_or_default().as_secs_f64()
                };
                let (worked, wall, longest) = (max(|t| t.worked), max(|t| t.wall), max(|t| t.longest));
                println!(
                    "{:<8} {:<9} {side:<7} {:>5}  {decisions:>9.1}  {mean:>8.2} {worked:>5.2}  {wall:>9.2}  {longest:>16.2}",
                    entry.game,
                    scenario.word,
                    turns.len()
                );
                slowest = slowest.max(worked);
            }
        }
    }
    assert!(slowest < limit, "{level} has thought {slowest:.1} s in a turn: more than {limit} s");
}
