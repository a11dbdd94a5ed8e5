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
//! Models of phases are fitted once more, by least squares: so that the luck of other games, which is what the dice change
//! in the chance as the models have it, leaves as little of their results open as possible (Gauss and Newton's method). What
//! makes luck differ from game to game is how a chance changes where dice fall, of which the loss of single positions says little.
//!
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI > evaluation.toml`
//! `cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI phases > phases.toml`

use std::error::Error;
use std::io::Write as _;
use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Evaluated, Features, Model, Models, evaluate, features_within, logistic};
use wilaya_bots::{Bot, BotSpec, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng, stream_key};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game, Setting, Side, Status, View};

const SEED: u64 = 1962;
/// The purpose of the stream that draws the players.
const PURPOSE: u64 = 32;
/// The purpose of the streams of other rolls.
const OTHERS: u64 = 33;
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

/// The models of phases are fitted once more on so many times as many games, so many times.
const REFINED_ON: u64 = 6;
const REFINEMENTS: u64 = 2;
/// Other rolls of each step.
const ROLLS: u64 = 16;
/// What a loss of 1 a position more than that of the first fit costs, in squares of results less luck a game.
const LOYALTY: f64 = 0.5;

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

/// Weights of least loss, by Newton's method, and the last matrix of second derivatives, of which the lower half is filled.
fn fit(rows: &[(Vec<f64>, bool)]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = rows.first().map_or(0, |row| row.0.len());
    let mut weights = vec![0.0; n];
    let mut least = penalized(rows, &weights);
    let mut last = Vec::new();
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
        let step = solve(hessian.clone(), gradient);
        last = hessian;
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
    (weights, last)
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
    let one = |phase| model::<G>(&rules, games, phase, &of(&known, phase));
    let (mut models, curvatures): (Vec<_>, Vec<_>) = all.into_iter().map(one).unzip();
    if phases {
        let fitted: Vec<_> = models.iter().map(weights).collect();
        for round in 0..REFINEMENTS {
            let first = games + round * REFINED_ON * games;
            refine::<G>(&rules, &mut models, &fitted, &curvatures, first..first + REFINED_ON * games)?;
        }
    }
    for model in &mut models {
        let share = of(&known, model.phase);
        let share = share.iter().filter(|sample| sample.won).count() as f64 / share.len() as f64;
        judge(model, share, &of(&held_out, model.phase));
    }
    Ok(models)
}

/// A model that is fitted on these positions, and by how much the mean loss on them grows with the distance from it: the second
/// derivative.
fn model<G: Roster + Evaluated>(
    rules: &G::Rules,
    games: u64,
    phase: Option<u8>,
    known: &[Sample],
) -> (Model, Vec<Vec<f64>>) {
    let (mut numbers, mut things) = (G::FEATURES.to_vec(), G::things(rules));
    if phase.is_some() {
        numbers.extend(G::WITHIN);
        things.extend(G::things_within(rules));
    }
    let row = |sample: &Sample| (columns(&sample.features, numbers.len(), things.len()), sample.won);
    let rows: Vec<_> = known.iter().map(row).collect();
    let mut model = Model {
        game: G::NAME.to_owned(),
        scenario: G::scenario(rules).to_owned(),
        phase,
        games,
        seed: SEED,
        held_out: 0,
        loss: 0.0,
        blind_loss: 0.0,
        brier: 0.0,
        calibration: Vec::new(),
        intercept: (0.0, 0.0),
        weights: numbers.iter().map(|name| ((*name).to_owned(), 0.0, 0.0)).collect(),
        things: things.into_iter().map(|name| (name, 0.0)).collect(),
    };
    let (weights, mut curvature) = fit(&rows);
    add(&mut model, &weights);
    curvature.iter_mut().flatten().for_each(|cell| *cell /= rows.len() as f64);
    (model, curvature)
}

/// The weights of a model in the order of `columns`.
fn weights(model: &Model) -> Vec<f64> {
    let pairs = model.weights.iter().map(|(_, first, last)| (*first, *last)).chain([model.intercept]);
    let things = model.things.iter().map(|(_, weight)| *weight);
    pairs.flat_map(|(first, last)| [first, last]).chain(things).collect()
}

/// Adds to the weights of a model, in the order of `columns`, and rounds them as the file has them.
fn add(model: &mut Model, more: &[f64]) {
    let (numbers, things) = more.split_at(2 * (model.weights.len() + 1));
    let pairs = model.weights.iter_mut().map(|(_, first, last)| (first, last));
    let (first, last) = &mut model.intercept;
    for ((first, last), more) in pairs.chain([(first, last)]).zip(numbers.chunks(2)) {
        (*first, *last) = (round(*first + more[0]), round(*last + more[1]));
    }
    for ((_, weight), more) in model.things.iter_mut().zip(things) {
        *weight = round(*weight + more);
    }
}

/// Says how good a model is on positions of games that it was not fitted on, beside one that knows only how often the FLN wins.
fn judge(model: &mut Model, share: f64, held_out: &[Sample]) {
    let n = held_out.len() as f64;
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
    model.held_out = held_out.len() as u64;
    for value in [&mut model.loss, &mut model.blind_loss, &mut model.brier] {
        *value = round(*value);
    }
    let class = |&(chance, won, count): &(f64, f64, u64)| {
        (round(chance / count as f64), round(won / count as f64), count)
    };
    model.calibration = classes.iter().filter(|class| class.2 > 0).map(class).collect();
}

/// The luck of a game by some models, and how it changes with their weights.
struct Lucky<'a, G: Game> {
    rules: &'a G::Rules,
    models: &'a [Model],
    /// Where the weights of each model begin among all.
    starts: Vec<usize>,
    luck: f64,
    slopes: Vec<f64>,
}

impl<G: Evaluated> Lucky<'_, G> {
    /// Adds a share of the chance in a position.
    fn add(&mut self, state: &G::State, share: f64) {
        let Status::Decision { .. } = G::status(state) else {
            let won = G::status(state).outcome().is_some_and(|outcome| outcome.winner == Side::Fln);
            self.luck += share * f64::from(u8::from(won));
            return;
        };
        let phase = Some(G::clock(state).1);
        let Some(index) = self.models.iter().position(|model| model.phase == phase) else {
            self.luck += share * evaluate::<G>(self.rules, state);
            return;
        };
        let (model, features) = (&self.models[index], features_within::<G>(self.rules, state));
        let chance = model.chance(&features);
        self.luck += share * chance;
        let row = columns(&features, model.weights.len(), model.things.len());
        let slope = share * chance * (1.0 - chance);
        self.slopes[self.starts[index]..].iter_mut().zip(row).for_each(|(all, x)| *all += slope * x);
    }
}

/// Fits the models of all phases once more: so that the results of these games of the heuristic against itself less their
/// luck vary as little as possible, but positions cost little more than with the weights that were fitted to them.
fn refine<G: Roster + Evaluated>(
    rules: &G::Rules,
    models: &mut [Model],
    fitted: &[Vec<f64>],
    curvatures: &[Vec<Vec<f64>>],
    games: Range<u64>,
) -> Result<(), Box<dyn Error>> {
    let mut starts = vec![0];
    for model in &*models {
        starts.push(starts[starts.len() - 1] + 2 * (model.weights.len() + 1) + model.things.len());
    }
    let n = starts[starts.len() - 1];
    let heuristic = build::<G>(&"heuristic".parse()?)?;
    let mut products = vec![vec![0.0; n]; n];
    // With the result less luck, and with 1, for the mean of that.
    let (mut by_rest, mut sums, mut rests) = (vec![0.0; n], vec![0.0; n], 0.0);
    let count = (games.end - games.start) as f64;
    let mut lucky = Lucky::<G> { rules, models, starts: starts.clone(), luck: 0.0, slopes: vec![0.0; n] };
    for game in games {
        let mut players = BySide::new_with(|_| heuristic());
        let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
        let mut dice = RecordingDice::new(SeededDice::new(SEED, game));
        let key = stream_key(SEED, game, OTHERS);
        let mut state = G::start(rules, &mut dice, &mut ());
        dice.take();
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        (lucky.luck, lucky.slopes) = (0.0, vec![0.0; n]);
        let mut stream = 0;
        while let Status::Decision { side, .. } = G::status(&state)
            && G::clock(&state).0 <= MAX_TURNS
        {
            let before = state;
            let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
            if dice.take().is_empty() {
                continue;
            }
            lucky.add(&state, 1.0);
            for _ in 0..ROLLS {
                let mut other = before;
                G::apply(rules, &mut other, action, &mut SeededDice::new(key, stream), &mut ());
                lucky.add(&other, -1.0 / ROLLS as f64);
                stream += 1;
            }
        }
        let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner == Side::Fln);
        let rest = f64::from(u8::from(won)) - lucky.luck;
        rests += rest;
        for (row, &x) in lucky.slopes.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            by_rest[row] += x * rest;
            sums[row] += x;
            products[row].iter_mut().zip(&lucky.slopes[..=row]).for_each(|(cell, y)| *cell += x * y);
        }
    }
    by_rest.iter_mut().zip(sums).for_each(|(by_rest, sum)| *by_rest -= sum * rests / count);
    // Half of the second derivative times the square of the distance is what positions cost more.
    let cost = count * LOYALTY / 2.0;
    for ((model, &start), (fitted, curvature)) in
        models.iter().zip(&starts).zip(fitted.iter().zip(curvatures))
    {
        let moved: Vec<_> = weights(model).iter().zip(fitted).map(|(now, then)| now - then).collect();
        for (row, cells) in curvature.iter().enumerate() {
            for (column, &cell) in cells[..=row].iter().enumerate() {
                products[start + row][start + column] += cost * cell;
                by_rest[start + row] -= cost * cell * moved[column];
                if column < row {
                    by_rest[start + column] -= cost * cell * moved[row];
                }
            }
        }
    }
    let step = solve(products, by_rest);
    for (model, bounds) in models.iter_mut().zip(starts.windows(2)) {
        add(model, &step[bounds[0]..bounds[1]]);
    }
    Ok(())
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
    // Each scenario on a thread of its own: they have nothing to do with each other.
    let found = std::thread::scope(|scope| {
        let fit = |scenario: &'static str| {
            scope.spawn(move || match scenario {
                "1955" | "1959" => models_of::<Ici>(scenario, ici, phases).map_err(|error| error.to_string()),
                _ => models_of::<Algeria>(scenario, algeria, phases).map_err(|error| error.to_string()),
            })
        };
        let threads = ["1954", "1958", "1960", "1955", "1959"].map(fit);
        threads.map(|thread| thread.join().unwrap_or_else(|_| Err("a thread has failed".to_owned())))
    });
    let mut models = Models::default();
    for found in found {
        models.model.extend(found?);
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
