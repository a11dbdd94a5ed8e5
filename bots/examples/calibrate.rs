//! Fits the evaluation of positions on games that bots play, by logistic regression, and prints the models as the file
//! `bots/data/evaluation.toml` holds them.
//!
//! The players are the policies that a search plays with. In half of the games each has weights of its own, drawn around the
//! defaults, so that what belongs together in the play of one bot does not always come together. A sample is taken at the
//! first decision of each turn, where a search evaluates. One game in five is held out: the loss is that on these.
//!
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI > evaluation.toml`

use std::error::Error;
use std::io::Write as _;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Evaluated, Feature, Features, Model, Models, logistic};
use wilaya_bots::{Bot, BotSpec, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng, stream_key};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Setting, Side, Status, View};

const SEED: u64 = 1962;
/// The purpose of the stream that draws the players.
const PURPOSE: u64 = 32;
/// One game of so many is held out.
const HELD_OUT: u64 = 5;
/// How far weights are drawn around the defaults: by a factor up to e to this power, or one through that.
const SPREAD: f64 = 1.0;
/// Keeps weights small for which there is little evidence (ridge regression).
const RIDGE: f64 = 1.0;
/// No game goes on longer.
const MAX_TURNS: u16 = 200;

/// A position, and whether the FLN won in the end.
struct Sample {
    features: Features,
    won: bool,
}

/// A player: the heuristic as it is, or with weights of its own.
fn player<G: Roster>(scenario: &str, rng: &mut Pcg64Mcg) -> Result<Box<dyn Bot<G>>, Box<dyn Error>> {
    let mut spec: BotSpec = "heuristic".parse()?;
    if rng.random_bool(0.5) {
        let entry = G::bots().into_iter().find(|entry| entry.name == spec.name);
        for key in entry.map_or(&[][..], |entry| entry.keys) {
            if let Some((default, least, most)) = key.values.real_in(scenario) {
                let value = default * rng.random_range(-SPREAD..SPREAD).exp();
                spec.keys.push((key.name.to_owned(), value.clamp(least, most).to_string()));
            }
        }
    }
    Ok(build::<G>(&spec)?())
}

/// Plays a game and adds its positions.
fn play<G: Roster + Evaluated>(
    rules: &G::Rules,
    game: u64,
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    let mut draw = Pcg64Mcg::seed_from_u64(stream_key(SEED, game, PURPOSE));
    let scenario = G::scenario(rules);
    let mut players =
        BySide { fln: player::<G>(scenario, &mut draw)?, france: player::<G>(scenario, &mut draw)? };
    let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
    let mut dice = SeededDice::new(SEED, game);
    let mut state = G::start(rules, &mut dice, &mut ());
    let mut choices = G::Choices::default();
    G::choices(rules, &state, &mut choices);
    let first = samples.len();
    let mut turn = G::clock(&state).0;
    while let Status::Decision { side, .. } = G::status(&state) {
        let now = G::clock(&state).0;
        if now > MAX_TURNS {
            break;
        }
        if now != turn {
            turn = now;
            samples.push(Sample { features: G::features(rules, &state), won: false });
        }
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
    }
    let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner == Side::Fln);
    samples[first..].iter_mut().for_each(|sample| sample.won = won);
    Ok(())
}

/// Weights of least loss of which none helps the wrong side, the intercept last: those that do are left out one after the
/// other, the worst first.
fn fit(samples: &[Sample], features: &[Feature]) -> Vec<f64> {
    let mut used = vec![true; features.len()];
    loop {
        let weights = newton(samples, &used);
        let wrong = |&index: &usize| weights[index] * f64::from(features[index].1) < 0.0;
        let worst = (0..features.len()).filter(wrong);
        match worst.max_by(|&one, &other| weights[one].abs().total_cmp(&weights[other].abs())) {
            Some(worst) => used[worst] = false,
            None => return weights,
        }
    }
}

/// Weights of least loss, the intercept last, by Newton's method; 0 for what is not used.
fn newton(samples: &[Sample], used: &[bool]) -> Vec<f64> {
    let count = used.len();
    let n = count + 1;
    let mut weights = vec![0.0; n];
    for _ in 0..12 {
        let mut gradient = vec![0.0; n];
        let mut hessian = vec![vec![0.0; n]; n];
        for index in 0..count {
            gradient[index] = RIDGE * weights[index];
            hessian[index][index] = RIDGE;
        }
        hessian[count][count] = 1e-9;
        for sample in samples {
            let x = |index: usize| match used.get(index) {
                None => 1.0,
                Some(false) => 0.0,
                Some(true) => sample.features[index],
            };
            let chance = logistic((0..n).map(|index| weights[index] * x(index)).sum());
            let miss = chance - f64::from(u8::from(sample.won));
            let spread = (chance * (1.0 - chance)).max(1e-6);
            for row in 0..n {
                gradient[row] += miss * x(row);
                for (column, cell) in hessian[row][..=row].iter_mut().enumerate() {
                    *cell += spread * x(row) * x(column);
                }
            }
        }
        let step = solve(hessian, gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= step);
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    weights
}

/// Solves a system of equations with a symmetric positive matrix, of which the lower half is given (Cholesky).
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for row in 0..n {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / matrix[column][column] };
        }
    }
    for row in 0..n {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// The loss of a chance.
fn loss(chance: f64, won: bool) -> f64 {
    -if won { chance } else { 1.0 - chance }.max(1e-9).ln()
}

/// To three decimals, as the file has it.
fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn model<G: Roster + Evaluated>(scenario: &str, games: u64) -> Result<Model, Box<dyn Error>> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let rules = G::rules(&G::figures(), &setting)?;
    let (mut known, mut held_out) = (Vec::new(), Vec::new());
    for game in 0..games {
        play::<G>(&rules, game, if game % HELD_OUT == 0 { &mut held_out } else { &mut known })?;
    }
    let count = G::FEATURES.len();
    let weights: Vec<f64> = fit(&known, G::FEATURES).into_iter().map(round).collect();
    let names = G::FEATURES.iter().map(|(name, _)| (*name).to_owned());
    let mut model = Model {
        game: G::NAME.to_owned(),
        scenario: scenario.to_owned(),
        games,
        seed: SEED,
        held_out: held_out.len() as u64,
        loss: 0.0,
        blind_loss: 0.0,
        brier: 0.0,
        calibration: Vec::new(),
        intercept: weights[count],
        weights: names.zip(weights).collect(),
    };
    let n = held_out.len() as f64;
    let share = known.iter().filter(|sample| sample.won).count() as f64 / known.len() as f64;
    let mut classes = [(0.0, 0.0, 0); 10];
    for sample in &held_out {
        let chance = model.chance(&sample.features);
        let won = f64::from(u8::from(sample.won));
        model.loss += loss(chance, sample.won) / n;
        model.blind_loss += loss(share, sample.won) / n;
        model.brier += (chance - won).powi(2) / n;
        let class = &mut classes[((chance * 10.0) as usize).min(9)];
        *class = (class.0 + chance, class.1 + won, class.2 + 1);
    }
    for value in [&mut model.loss, &mut model.blind_loss, &mut model.brier] {
        *value = round(*value);
    }
    let class = |&(chance, won, count): &(f64, f64, u64)| {
        (round(chance / count as f64), round(won / count as f64), count)
    };
    model.calibration = classes.iter().filter(|class| class.2 > 0).map(class).collect();
    Ok(model)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut games = std::env::args().skip(1).map(|text| text.parse());
    let (algeria, ici) = (games.next().unwrap_or(Ok(2_000))?, games.next().unwrap_or(Ok(400))?);
    let mut models = Models::default();
    for scenario in ["1954", "1958", "1960"] {
        models.model.push(model::<Algeria>(scenario, algeria)?);
    }
    for scenario in ["1955", "1959"] {
        models.model.push(model::<Ici>(scenario, ici)?);
    }
    let mut out = std::io::stdout();
    writeln!(
        out,
        "# Written by the example `calibrate` with {algeria} {ici}; wilaya_bots::evaluation says what it is.\n"
    )?;
    write!(out, "{}", toml::to_string(&models)?)?;
    Ok(())
}
