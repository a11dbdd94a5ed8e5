//! Your own game in a run and in an arena.
//!
//! `cargo run --release --example own_game`

mod connect_four;

use std::error::Error;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use wilaya_sim::arena::{ArenaResults, ArenaSpec};
use wilaya_sim::{RunContext, RunSpec, Summary, threads};

use connect_four::ConnectFour;

/// Plays games with the first move for a search, and summarizes them.
fn run(games: u64) -> Result<Summary, Box<dyn Error>> {
    let spec = RunSpec::new(None).bots("mcts:iters=100".parse()?, "random".parse()?).games(games);
    let (pool, stop) = (threads(None)?, AtomicBool::new(false));
    let results = spec.prepare::<ConnectFour>()?.play(&RunContext::new(&pool, &stop), |_, _| ())?;
    Ok(results.summary)
}

/// Plays three bots against each other, and rates them.
fn arena(pairs: u64) -> Result<ArenaResults, Box<dyn Error>> {
    let spec = ArenaSpec { pairs, ..ArenaSpec::new(None, "mcts:iters=100,mcts:iters=20,random".parse()?) };
    let (pool, stop) = (threads(None)?, AtomicBool::new(false));
    Ok(spec.play::<ConnectFour>(&RunContext::new(&pool, &stop), |_, _| ())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    for measure in run(1_000)?.measures() {
        let interval = measure.interval;
        writeln!(
            out,
            "{:18} {:.3} ({:.3} to {:.3})",
            measure.name, measure.estimate, interval.low, interval.high
        )?;
    }
    let results = arena(50)?;
    for rating in results.standings.ratings(None).into_iter().flat_map(|ratings| ratings.bots) {
        let (bot, elo) = (&results.info.plan.bots[rating.bot], rating.elo);
        writeln!(
            out,
            "{bot:18} {:+.0} Elo ({:+.0} to {:+.0})",
            elo.value, elo.interval.low, elo.interval.high
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;
    use wilaya_bots::{Bot as _, build};
    use wilaya_engine::conformance::Suite;
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::{Actions, Game as _, Setting, View};

    use super::*;

    #[test]
    fn it_is_a_game_as_any_other() {
        Suite { settings: vec![Setting::default()], seed: 1, max_turns: 0, full: 0..100, cheap: 0..1_000 }
            .run::<ConnectFour>();
    }

    /// The FLN has three in a row at the bottom, and so has France on top of them.
    #[test]
    fn the_search_takes_a_win_and_prevents_one() -> Result<(), Box<dyn Error>> {
        for (columns, best) in [(&[0, 0, 1, 1, 2, 2][..], 3), (&[0, 6, 1, 6, 2], 3)] {
            let mut board = ConnectFour::start(&(), &mut SeededDice::new(1, 0), &mut ());
            for &column in columns {
                ConnectFour::apply(&(), &mut board, column, &mut SeededDice::new(1, 0), &mut ());
            }
            let mut choices = Actions::<ConnectFour>::new();
            ConnectFour::choices(&(), &board, &mut choices);
            let Some(side) = ConnectFour::status(&board).side() else { panic!("it is not over") };
            let mut bot = build::<ConnectFour>(&"mcts:iters=300".parse()?)?();
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            assert_eq!(bot.choose(View::new(&(), &board, side), &choices, &mut rng), best);
        }
        Ok(())
    }

    #[test]
    fn games_can_be_drawn_and_the_better_bot_wins() -> Result<(), Box<dyn Error>> {
        let estimate = |summary: &Summary, name| summary.measure(name).map_or(0.0, |found| found.estimate);
        assert!(estimate(&run(200)?, "win_rate.fln") > 0.9);
        let even = RunSpec::new(None).bots("random".parse()?, "random".parse()?).games(5_000);
        let (pool, stop) = (threads(None)?, AtomicBool::new(false));
        let even = even.prepare::<ConnectFour>()?.play(&RunContext::new(&pool, &stop), |_, _| ())?.summary;
        // 0.25 % of random games are drawn.
        assert!((0.0005..0.006).contains(&estimate(&even, "draw_rate")), "{:?}", even.measure("draw_rate"));
        let elo = arena(20)?.standings.ratings(None).map(|ratings| ratings.bots);
        let elo: Vec<_> = elo.into_iter().flatten().map(|rating| rating.elo.value).collect();
        assert!(elo[0] > elo[1] && elo[1] > elo[2], "{elo:?}");
        Ok(())
    }
}
