//! Fits the evaluation of positions on games that bots play and prints it as the files `bots/data/evaluation.toml` and
//! `bots/data/networks.toml` hold it: a logistic regression for the beginning of a turn, or a network for the middle of one.
//!
//! A game is played by the heuristic from a turn on that is drawn, and the turns before by players that are drawn for each side:
//! the heuristic as it is, with weights of its own, or `sober`. So positions are of many kinds, and what happens after them
//! does not depend on who brought them about. A sample for the regression is taken at the first decision of each turn from the
//! one that was drawn, where a search evaluates; samples for the networks where dice have fallen, too ([`network`]). One game in
//! five is held out: the loss is that on these.
//!
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI > evaluation.toml`
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI networks > networks.toml`
//!
//! With a bot after `evaluation`, such as `4000 20 evaluation mcts:iters=16`, that bot plays instead of the heuristic from the drawn
//! turn on.

mod network;

use std::error::Error;
use std::io::Write as _;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Arrival, Evaluated, Features, Model, Models, Networks, logistic};
use wilaya_bots::{Bot, BotSpec, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng, stream_key};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game, Setting, Side, Status, View};

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

/// A position, and whether the FLN won in the end.
#[derive(Clone, Copy)]
struct Sample {
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
                let value = default * libm::exp(rng.random_range(-SPREAD..SPREAD));
                spec.keys.push((key.name.to_owned(), value.clamp(least, most).to_string()));
            }
        }
    }
    Ok(build::<G>(&spec)?())
}

/// Plays a game, by the heuristic from one of its first turns on, of which there are so many, or from the first one, and shows
/// its positions from there. Returns how many turns were played, and whether the FLN won.
fn play<G: Roster + Evaluated>(
    rules: &G::Rules,
    bot: &str,
    game: u64,
    turns: u16,
    whole: bool,
    mut visit: impl FnMut(&G::State, Arrival, &mut Pcg64Mcg),
) -> Result<(u16, bool), Box<dyn Error>> {
    let mut draw = Pcg64Mcg::seed_from_u64(stream_key(SEED, game, PURPOSE));
    let scenario = G::scenario(rules);
    let mut players =
        BySide { fln: player::<G>(scenario, &mut draw)?, france: player::<G>(scenario, &mut draw)? };
    let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
    let mut dice = RecordingDice::new(SeededDice::new(SEED, game));
    let mut state = G::start(rules, &mut dice, &mut ());
    let mut choices = G::Choices::default();
    G::choices(rules, &state, &mut choices);
    let begun = G::clock(&state).0;
    let from = begun + if whole { 0 } else { draw.random_range(0..=turns) };
    let mut turn = None;
    let mut arrival = Arrival::default();
    while let Status::Decision { side, .. } = G::status(&state) {
        let now = G::clock(&state).0;
        if now > MAX_TURNS {
            break;
        }
        if turn != Some(now) && now == from {
            let maker = build::<G>(&bot.parse()?)?;
            players = BySide::new_with(|_| maker());
        }
        if now >= from {
            visit(&state, arrival, &mut draw);
        }
        turn = Some(now);
        let before = state;
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        arrival = Arrival::new::<G>(&before, &state, !dice.take().is_empty());
    }
    let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner() == Some(Side::Fln));
    Ok((G::clock(&state).0 - begun, won))
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
    -libm::log(if won { chance } else { 1.0 - chance }.max(1e-9))
}

/// To three decimals, as the file has it.
fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// The rules of a scenario.
fn rules<G: Game>(scenario: &str) -> Result<G::Rules, Box<dyn Error>> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    Ok(G::rules(&G::figures(), &setting)?)
}

/// The model of a scenario for the beginning of a turn.
fn model_of<G: Roster + Evaluated>(scenario: &str, bot: &str, games: u64) -> Result<Model, Box<dyn Error>> {
    let rules = rules::<G>(scenario)?;
    let (mut known, mut held_out) = (Vec::new(), Vec::new());
    let mut turns = 0;
    for game in 0..games {
        let samples = if game % HELD_OUT == 0 { &mut held_out } else { &mut known };
        let first = samples.len();
        let won;
        (turns, won) = play::<G>(&rules, bot, game, turns, false, |state, arrival, _| {
            if arrival.turn_began {
                samples.push(Sample { features: G::features(&rules, state), won: false });
            }
        })?;
        samples[first..].iter_mut().for_each(|sample| sample.won = won);
    }
    let things = G::things(&rules);
    let row = |sample: &Sample| (columns(&sample.features, G::FEATURES.len(), things.len()), sample.won);
    let weights = fit(&known.iter().map(row).collect::<Vec<_>>());
    let (numbers, there) = weights.split_at(2 * (G::FEATURES.len() + 1));
    let mut pairs: Vec<_> = numbers.chunks(2).map(|pair| (round(pair[0]), round(pair[1]))).collect();
    let intercept = pairs.pop().unwrap_or_default();
    let named = G::FEATURES.iter().zip(pairs);
    let mut model = Model {
        game: G::NAME.to_owned(),
        scenario: scenario.to_owned(),
        games,
        seed: SEED,
        held_out: 0,
        loss: 0.0,
        blind_loss: 0.0,
        brier: 0.0,
        calibration: Vec::new(),
        intercept,
        weights: named.map(|(name, (first, last))| ((*name).to_owned(), first, last)).collect(),
        things: things.into_iter().zip(there.iter().map(|weight| round(*weight))).collect(),
    };
    let share = known.iter().filter(|sample| sample.won).count() as f64 / known.len() as f64;
    judge(&mut model, share, &held_out);
    Ok(model)
}

/// Ten classes of positions by the chance given: the sums of it and of what was won, and how many.
#[derive(Default)]
struct Classes([(f64, f64, u64); 10]);

impl Classes {
    fn push(&mut self, chance: f64, won: f64) {
        let class = &mut self.0[((chance * 10.0) as usize).min(9)];
        *class = (class.0 + chance, class.1 + won, class.2 + 1);
    }

    /// The means of those that are not empty, and how many.
    fn means(&self) -> Vec<(f64, f64, u64)> {
        let mean = |&(chance, won, count): &(f64, f64, u64)| {
            (round(chance / count as f64), round(won / count as f64), count)
        };
        self.0.iter().filter(|class| class.2 > 0).map(mean).collect()
    }
}

/// Says how good a model is on positions of games that it was not fitted on, beside one that knows only how often the FLN wins.
fn judge(model: &mut Model, share: f64, held_out: &[Sample]) {
    let n = held_out.len() as f64;
    let mut classes = Classes::default();
    for sample in held_out {
        let chance = model.chance(&sample.features);
        let won = f64::from(u8::from(sample.won));
        model.loss += loss(chance, sample.won) / n;
        model.blind_loss += loss(share, sample.won) / n;
        model.brier += (chance - won) * (chance - won) / n;
        classes.push(chance, won);
    }
    model.held_out = held_out.len() as u64;
    for value in [&mut model.loss, &mut model.blind_loss, &mut model.brier] {
        *value = round(*value);
    }
    model.calibration = classes.means();
}

/// Works on all scenarios, each on a thread of its own: they have nothing to do with each other.
fn each_scenario<T: Send>(
    work: impl Fn(&'static str) -> Result<T, Box<dyn Error>> + Sync,
) -> Result<Vec<T>, Box<dyn Error>> {
    let found = std::thread::scope(|scope| {
        let work = &work;
        let threads = ["1954", "1958", "1960", "1955", "1959"]
            .map(|scenario| scope.spawn(move || work(scenario).map_err(|error| error.to_string())));
        threads.map(|thread| thread.join().unwrap_or_else(|_| Err("a thread has failed".to_owned())))
    });
    found.into_iter().map(|one| one.map_err(Into::into)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut games = |default| args.next().map_or(Ok(default), |text| text.parse());
    let (algeria, ici) = (games(2_000)?, games(400)?);
    let what = args.next();
    let bot = args.next();
    let (what, text) = match what.as_deref() {
        None | Some("evaluation") if algeria < 2 || ici < 2 => {
            return Err("fewer than 2 games: the first is held out, so give at least two of each game".into());
        }
        None | Some("evaluation") => {
            let by = bot.as_deref().unwrap_or("heuristic");
            let model = each_scenario(|scenario| match scenario {
                "1955" | "1959" => model_of::<Ici>(scenario, by, ici),
                _ => model_of::<Algeria>(scenario, by, algeria),
            })?;
            (
                bot.map_or(String::new(), |bot| format!(" evaluation {bot}")),
                toml::to_string(&Models { model })?,
            )
        }
        Some("networks") if bot.is_some() => {
            return Err("networks are fitted to games of the heuristic alone".into());
        }
        Some("networks") => {
            let network = each_scenario(|scenario| match scenario {
                "1955" | "1959" => network::network_of::<Ici>(scenario, ici),
                _ => network::network_of::<Algeria>(scenario, algeria),
            })?;
            (
                " networks".to_owned(),
                toml::to_string(&Networks { schema: Networks::SCHEMA.to_owned(), network })?,
            )
        }
        Some(other) => return Err(format!("{other}: expected evaluation or networks").into()),
    };
    write!(
        std::io::stdout(),
        "# Written by the example `calibrate` with {algeria} {ici}{what}; wilaya_bots::evaluation says what it is.\n\n{text}"
    )?;
    Ok(())
}
