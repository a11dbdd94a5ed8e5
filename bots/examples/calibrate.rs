//! Fits the evaluation of positions on games that bots play, by logistic regression, and prints the models as the files
//! `bots/data/evaluation.toml` and `bots/data/phases.toml` hold them.
//!
//! A game is played by the heuristic from a turn on that is drawn, and the turns before by players that are drawn for each side:
//! the heuristic as it is, with weights of its own, or `sober`. So positions are of many kinds, and what happens after them
//! does not depend on who brought them about. A sample is taken at the first decision of each turn from the one that was
//! drawn, where a search evaluates; with `phases` one position in four after dice have fallen, where luck is measured, and each
//! phase has a model of its own, and the heuristic plays three games of four from the first turn on. One game in five is held
//! out: the loss is that on these.
//!
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI > evaluation.toml`
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI phases > phases.toml`

use std::error::Error;
use std::io::Write as _;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Evaluated, Features, Model, Models, features_within, logistic};
use wilaya_bots::{Bot, BotSpec, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng, stream_key};
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
/// The fit takes no more steps.
const MOST_STEPS: usize = 30;
/// No game goes on longer.
const MAX_TURNS: u16 = 200;

/// One of so many positions after a roll is taken for the models of phases.
const ONE_IN: u32 = 4;

/// A phase has a model if there are so many positions of it to fit it on.
const ENOUGH: usize = 1_000;

/// A position, the phase if that matters, and whether the FLN won in the end.
#[derive(Clone, Copy)]
struct Sample {
    phase: Option<u8>,
    features: Features,
    won: bool,
}

/// A player for the first turns: the heuristic as it is, with weights of its own, or `sober`.
fn player<G: Roster>(scenario: &str, rng: &mut Pcg64Mcg) -> Result<Box<dyn Bot<G>>, Box<dyn Error>> {
    let kind = rng.random_range(0..3);
    let mut spec: BotSpec = if kind == 0 { "sober" } else { "heuristic" }.parse()?;
    if kind == 1 {
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

/// Plays a game, by the heuristic from one of its first turns on, of which there are so many, and adds its positions from
/// there. Returns how many turns were played.
fn play<G: Roster + Evaluated>(
    rules: &G::Rules,
    game: u64,
    turns: u16,
    phases: bool,
    samples: &mut Vec<Sample>,
) -> Result<u16, Box<dyn Error>> {
    let mut draw = Pcg64Mcg::seed_from_u64(stream_key(SEED, game, PURPOSE));
    let scenario = G::scenario(rules);
    let mut players =
        BySide { fln: player::<G>(scenario, &mut draw)?, france: player::<G>(scenario, &mut draw)? };
    let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
    let mut dice = RecordingDice::new(SeededDice::new(SEED, game));
    let mut state = G::start(rules, &mut dice, &mut ());
    let mut choices = G::Choices::default();
    G::choices(rules, &state, &mut choices);
    let first = samples.len();
    let begun = G::clock(&state).0;
    let from = begun + if phases && !game.is_multiple_of(4) { 0 } else { draw.random_range(0..=turns) };
    let mut turn = None;
    // Dice have fallen since the last decision.
    let mut fell = false;
    while let Status::Decision { side, .. } = G::status(&state) {
        let now = G::clock(&state).0;
        if now > MAX_TURNS {
            break;
        }
        if turn != Some(now) {
            if now == from {
                let heuristic = build::<G>(&"heuristic".parse()?)?;
                players = BySide::new_with(|_| heuristic());
            }
            if turn.is_some() && now >= from && !phases {
                samples.push(Sample { phase: None, features: G::features(rules, &state), won: false });
            }
            turn = Some(now);
        }
        if phases && now >= from && fell && draw.random_range(0..ONE_IN) == 0 {
            let (phase, features) = (Some(G::clock(&state).1), features_within::<G>(rules, &state));
            samples.push(Sample { phase, features, won: false });
        }
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        fell = !dice.take().is_empty();
    }
    let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner == Side::Fln);
    samples[first..].iter_mut().for_each(|sample| sample.won = won);
    Ok(G::clock(&state).0 - begun)
}

/// A position as the fit sees it: each number as it counts at the beginning and as it counts at the end, the same for a
/// constant, and what is there.
fn columns(features: &Features, numbers: usize, things: usize) -> Vec<f64> {
    let constant = std::iter::once(&1.0);
    let numbers = features.numbers[..numbers].iter().chain(constant);
    let numbers = numbers.flat_map(|number| [number * (1.0 - features.late), number * features.late]);
    numbers.chain((0..things).map(|thing| f64::from((features.things >> thing & 1) as u8))).collect()
}

/// Weights of least loss, by Newton's method.
fn fit(rows: &[(Vec<f64>, bool)]) -> Vec<f64> {
    let n = rows.first().map_or(0, |row| row.0.len());
    let mut weights = vec![0.0; n];
    let mut least = penalized(rows, &weights);
    for _ in 0..MOST_STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
        let mut hessian = vec![vec![0.0; n]; n];
        (0..n).for_each(|index| hessian[index][index] = RIDGE);
        for (row, won) in rows {
            let chance = chance(row, &weights);
            let miss = chance - f64::from(u8::from(*won));
            let spread = (chance * (1.0 - chance)).max(1e-6);
            for (index, &here) in row.iter().enumerate().filter(|(_, here)| **here != 0.0) {
                gradient[index] += miss * here;
                let factor = spread * here;
                hessian[index].iter_mut().zip(&row[..=index]).for_each(|(cell, x)| *cell += factor * x);
            }
        }
        let step = solve(hessian, gradient);
        // A whole step may go too far where chances are nearly certain.
        let mut share = 1.0;
        let (found, loss) = loop {
            let found: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight - share * step).collect();
            let loss = penalized(rows, &found);
            if loss <= least || share < 1e-3 {
                break (found, loss);
            }
            share /= 2.0;
        };
        let gain = least - loss;
        (weights, least) = (found, loss);
        if gain < 1e-7 * least {
            break;
        }
    }
    weights
}

/// The chance that a row of columns gives.
fn chance(row: &[f64], weights: &[f64]) -> f64 {
    logistic(row.iter().zip(weights).map(|(x, weight)| x * weight).sum())
}

/// The loss that is made least: that of the positions, and what large weights cost.
fn penalized(rows: &[(Vec<f64>, bool)], weights: &[f64]) -> f64 {
    let lost: f64 = rows.iter().map(|(row, won)| loss(chance(row, weights), *won)).sum();
    lost + RIDGE / 2.0 * weights.iter().map(|weight| weight * weight).sum::<f64>()
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

fn models_of<G: Roster + Evaluated>(
    scenario: &str,
    games: u64,
    phases: bool,
) -> Result<Vec<Model>, Box<dyn Error>> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let rules = G::rules(&G::figures(), &setting)?;
    let (mut known, mut held_out) = (Vec::new(), Vec::new());
    let mut turns = 0;
    for game in 0..games {
        let samples = if game % HELD_OUT == 0 { &mut held_out } else { &mut known };
        turns = play::<G>(&rules, game, turns, phases, samples)?;
    }
    let mut all: Vec<_> = known.iter().map(|sample| sample.phase).collect();
    all.sort_unstable();
    let chunks = all.chunk_by(|one, other| one == other);
    let all: Vec<_> = chunks.filter(|chunk| chunk.len() >= ENOUGH).map(|chunk| chunk[0]).collect();
    let of = |samples: &[Sample], phase| -> Vec<Sample> {
        samples.iter().filter(|sample| sample.phase == phase).copied().collect()
    };
    let one = |phase| model::<G>(&rules, games, phase, &of(&known, phase), &of(&held_out, phase));
    Ok(all.into_iter().map(one).collect())
}

fn model<G: Roster + Evaluated>(
    rules: &G::Rules,
    games: u64,
    phase: Option<u8>,
    known: &[Sample],
    held_out: &[Sample],
) -> Model {
    let within = if phase.is_some() { G::WITHIN } else { &[] };
    let (count, names) = (G::FEATURES.len() + within.len(), G::things(rules));
    let row = |sample: &Sample| (columns(&sample.features, count, names.len()), sample.won);
    let rows: Vec<_> = known.iter().map(row).collect();
    let weights: Vec<f64> = fit(&rows).into_iter().map(round).collect();
    let (numbers, things) = weights.split_at(2 * (count + 1));
    let at_first_and_last = G::FEATURES.iter().chain(within).zip(numbers.chunks(2));
    let mut model = Model {
        game: G::NAME.to_owned(),
        scenario: G::scenario(rules).to_owned(),
        phase,
        games,
        seed: SEED,
        held_out: held_out.len() as u64,
        loss: 0.0,
        blind_loss: 0.0,
        brier: 0.0,
        calibration: Vec::new(),
        intercept: (numbers[2 * count], numbers[2 * count + 1]),
        weights: at_first_and_last.map(|(name, pair)| ((*name).to_owned(), pair[0], pair[1])).collect(),
        things: names.into_iter().zip(things.iter().copied()).collect(),
    };
    let n = held_out.len() as f64;
    let share = known.iter().filter(|sample| sample.won).count() as f64 / known.len() as f64;
    let mut classes = [(0.0, 0.0, 0); 10];
    for sample in held_out {
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
    model
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut games = |default| args.next().map_or(Ok(default), |text| text.parse());
    let (algeria, ici) = (games(2_000)?, games(400)?);
    let phases = match args.next().as_deref() {
        None => false,
        Some("phases") => true,
        Some(other) => return Err(format!("{other}: expected phases or nothing").into()),
    };
    let mut models = Models::default();
    for scenario in ["1954", "1958", "1960"] {
        models.model.extend(models_of::<Algeria>(scenario, algeria, phases)?);
    }
    for scenario in ["1955", "1959"] {
        models.model.extend(models_of::<Ici>(scenario, ici, phases)?);
    }
    let mut out = std::io::stdout();
    writeln!(
        out,
        "# Written by the example `calibrate` with {algeria} {ici}{}; wilaya_bots::evaluation says what it is.\n",
        if phases { " phases" } else { "" }
    )?;
    write!(out, "{}", toml::to_string(&models)?)?;
    Ok(())
}
