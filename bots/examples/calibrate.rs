//! How well the estimate at the end of a playout tells who wins: heuristic against heuristic, a sample at the first
//! decision of each turn. Prints, for each scenario, the mean loss (negative logarithm of the chance given to what
//! happened) of the estimate, that of the best line through its log odds, and the slope and intercept of that line: 1 and
//! 0 if the estimate is calibrated.
//!
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES`

use std::error::Error;
use std::io::Write as _;

use wilaya_bots::mcts::Searchable;
use wilaya_bots::{Bot, Roster};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Setting, Side, Status, View};

/// Log odds of the estimate, and whether the FLN won.
type Sample = (f64, bool);

fn samples<G: Searchable>(rules: &G::Rules, games: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    for game in 0..games {
        let mut players = BySide::new_with(|_| G::policy());
        let mut rngs = BySide::new_with(|side| bot_rng(1, game, side));
        let mut dice = SeededDice::new(1, game);
        let mut state = G::start(rules, &mut dice, &mut ());
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        let first = samples.len();
        let mut turn = G::clock(&state).0;
        while let Status::Decision { side, .. } = G::status(&state) {
            if G::clock(&state).0 != turn {
                turn = G::clock(&state).0;
                let chance = G::evaluate(rules, &state).clamp(1e-4, 1.0 - 1e-4);
                samples.push(((chance / (1.0 - chance)).ln(), false));
            }
            let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
        let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner == Side::Fln);
        samples[first..].iter_mut().for_each(|sample| sample.1 = won);
    }
    samples
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn loss(samples: &[Sample], slope: f64, intercept: f64) -> f64 {
    let one = |&(x, won): &Sample| {
        let chance = chance(slope * x + intercept).clamp(1e-9, 1.0 - 1e-9);
        if won { -chance.ln() } else { -(1.0 - chance).ln() }
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// The line of least loss, by Newton's method.
fn fit(samples: &[Sample]) -> (f64, f64) {
    let (mut slope, mut intercept) = (1.0, 0.0);
    for _ in 0..50 {
        let (mut g, mut h) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
        for &(x, won) in samples {
            let p = chance(slope * x + intercept);
            let miss = p - f64::from(u8::from(won));
            let weight = p * (1.0 - p);
            g[0] += miss * x;
            g[1] += miss;
            h[0] += weight * x * x;
            h[1] += weight * x;
            h[2] += weight;
        }
        let det = h[0] * h[2] - h[1] * h[1];
        slope -= (h[2] * g[0] - h[1] * g[1]) / det;
        intercept -= (h[0] * g[1] - h[1] * g[0]) / det;
    }
    (slope, intercept)
}

fn report<G: Roster + Searchable>(scenarios: &[&str], games: u64) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    for scenario in scenarios {
        let setting = Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() };
        let rules = G::rules(&G::figures(), &setting)?;
        let samples = samples::<G>(&rules, games);
        let (slope, intercept) = fit(&samples);
        let (raw, fitted) = (loss(&samples, 1.0, 0.0), loss(&samples, slope, intercept));
        let n = samples.len();
        writeln!(
            out,
            "{} {scenario}: n = {n}, loss {raw:.3}, fitted {fitted:.3}: slope {slope:.2}, intercept {intercept:+.2}",
            G::NAME
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(300), |text| text.parse())?;
    report::<Algeria>(&["1954", "1958", "1960"], games)?;
    report::<Ici>(&["1955", "1959"], games / 4)
}
