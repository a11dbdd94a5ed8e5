//! Networks for the middle of a turn and for its beginning.
//!
//! For the middle, positions are taken in some of the places where dice have fallen, where luck is measured, and at the beginnings
//! of some turns; the heuristic plays three games of four from the first turn on. From each of them it plays on a number of times:
//! what happens once is mostly luck, and the same for all positions of a game, so positions that are played on from by themselves
//! say far more than as many positions of the same games.
//!
//! Trained with Adam (Kingma and Ba, *Adam: a method for stochastic optimization*, 2015) on the cross-entropy. What leads to the
//! log odds is then fitted once more, by least squares, so that the luck of other games, which is what the dice change in the
//! chance as the network has it, leaves as little of their results open as possible (a step by Gauss and Newton's method).
//!
//! For the beginning, only what leads to the log odds is fitted, by logistic regression on the results of games of a search.

use std::error::Error;
use std::io::Write as _;
use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Evaluated, Features, Input, Network, Networks, UNITS, Within, logistic};
use wilaya_bots::{Bot as _, Roster, build};
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng, stream_key};
use wilaya_engine::{BySide, Side, Status, View};

use super::{Classes, HELD_OUT, MAX_TURNS, SEED, Sample, fit, loss, play, round, rules, solve};

/// The purpose of the streams of playouts, and of the stream that draws what training needs.
const PLAYOUT: u64 = 34;
const TRAINING: u64 = 35;
/// The purpose of the streams of other rolls.
const OTHERS: u64 = 33;
/// One position after dice in `ONE_IN` is taken, and the beginning of one turn in `ONE_TURN_IN`.
const ONE_IN: u32 = 20;
const ONE_TURN_IN: u32 = 3;
/// Each is played on from so often.
const PLAYOUTS: u32 = 12;

/// How often each position is trained on, and how many at a time.
const EPOCHS: usize = 20;
const BATCH: usize = 256;
/// The first step size; it goes down to nothing.
const STEP: f32 = 0.003;
/// How much of the mean gradient and of its mean square stays at each step, and what keeps their quotient small.
const KEEP: (f32, f32) = (0.9, 0.999);
const TINY: f32 = 1e-8;

/// The number of games of the last fit, as a multiple of those of the others.
const REFINED_ON: u64 = 2;
/// Other rolls of each step.
const ROLLS: u64 = 16;
/// What a loss of 1 a position more than that of the first fit costs, in squares of results less luck a game.
const LOYALTY: f64 = 0.5;
/// Keeps weights where they are for which there is no evidence.
const TINY_RIDGE: f64 = 1e-3;
/// What changes of weights cost where an evaluation is fitted: that of least loss on one game in five is taken.
const LOYALTIES: [f64; 7] = [1.0, 10.0, 100.0, 300.0, 1e3, 3e3, 1e4];

/// A position, and the share of playouts that the FLN won.
#[derive(Clone)]
struct Position {
    features: Features,
    within: Within,
    share: f32,
}

/// The network of a scenario.
pub(super) fn network_of<G: Roster + Evaluated>(
    scenario: &str,
    games: u64,
) -> Result<Network, Box<dyn Error>> {
    let rules = rules::<G>(scenario)?;
    let heuristic = build::<G>(&"heuristic".parse()?)?;
    let playout = |mut state: G::State, stream: u64| {
        let mut players = BySide::new_with(|_| heuristic());
        let mut rng = Pcg64Mcg::seed_from_u64(stream);
        let mut dice = SeededDice::new(stream, 0);
        let mut choices = G::Choices::default();
        G::choices(&rules, &state, &mut choices);
        while let Status::Decision { side, .. } = G::status(&state)
            && G::clock(&state).0 <= MAX_TURNS
        {
            let action = players[side].choose(View::new(&rules, &state, side), &choices, &mut rng);
            G::advance(&rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
        G::status(&state).outcome().is_some_and(|outcome| outcome.winner() == Some(Side::Fln))
    };
    let (mut known, mut held_out) = (Vec::new(), Vec::new());
    let mut turns = 0;
    for game in 0..games {
        let positions = if game % HELD_OUT == 0 { &mut held_out } else { &mut known };
        let whole = !game.is_multiple_of(4);
        let mut streams = Pcg64Mcg::seed_from_u64(stream_key(SEED, game, PLAYOUT));
        (turns, _) = play::<G>(&rules, "heuristic", game, turns, whole, |state, arrival, draw| {
            let wanted = arrival.turn_began && draw.random_range(0..ONE_TURN_IN) == 0
                || arrival.dice_fell && draw.random_range(0..ONE_IN) == 0;
            // What this takes and what networks are asked for elsewhere is the same.
            assert!(!wanted || arrival.is_covered(), "{arrival:?}");
            if wanted {
                let won = (0..PLAYOUTS).filter(|_| playout(*state, streams.random())).count();
                let share = won as f32 / PLAYOUTS as f32;
                let (features, within) = (G::features(&rules, state), G::within(&rules, state));
                positions.push(Position { features, within, share });
            }
        })?;
    }
    let names = Network::names::<G>(&rules);
    let counts = names.each_ref().map(Vec::len);
    let rows = known.iter().map(|position| row::<G>(position, counts)).collect();
    let shares: Vec<_> = known.iter().map(|position| position.share).collect();
    let (constant, units, inputs) = train(rows, &shares, counts);
    let mut inputs = inputs.into_iter();
    let [numbers, things, things_within] = names.map(|names| {
        let named = names.into_iter().zip(inputs.by_ref());
        named.map(|(name, (direct, weights))| (name, direct, weights)).collect::<Vec<Input>>()
    });
    let mut network = Network {
        game: G::NAME.to_owned(),
        scenario: scenario.to_owned(),
        side: None,
        games,
        seed: SEED,
        positions: known.len() as u64,
        playouts: PLAYOUTS,
        held_out: held_out.len() as u64,
        loss: 0.0,
        blind_loss: 0.0,
        error: 0.0,
        blind_error: 0.0,
        calibration: Vec::new(),
        constant,
        units,
        numbers,
        things,
        things_within,
        weighed: 0,
    };
    refine::<G>(&rules, &mut network, &known, counts, games..games + REFINED_ON * games)?;
    let share = known.iter().map(|one| f64::from(one.share)).sum::<f64>() / known.len() as f64;
    judge::<G>(&mut network, share, &held_out);
    Ok(network)
}

/// The networks of a scenario for the beginning of a turn: the present ones, with what leads to the log odds fitted to games of
/// a bot.
pub(super) fn evaluation_of<G: Roster + Evaluated>(
    scenario: &str,
    bot: &str,
    games: u64,
) -> Result<Vec<Network>, Box<dyn Error>> {
    if games < 3 {
        return Err(
            "fewer than 3 games: the first is held out and the second is tested on, so give more".into()
        );
    }
    let rules = rules::<G>(scenario)?;
    let (mut known, mut tested, mut held_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut turns = 0;
    for game in 0..games {
        let positions = match game % HELD_OUT {
            0 => &mut held_out,
            1 => &mut tested,
            _ => &mut known,
        };
        let first = positions.len();
        let won;
        (turns, won) = play::<G>(&rules, bot, game, turns, false, |state, arrival, _| {
            if arrival.turn_began {
                let (features, within) = (G::features(&rules, state), G::within(&rules, state));
                positions.push(Position { features, within, share: 0.0 });
            }
        })?;
        positions[first..].iter_mut().for_each(|position| position.share = f32::from(u8::from(won)));
    }
    let counts = Network::names::<G>(&rules).each_ref().map(Vec::len);
    let mean = |positions: &[Position]| {
        positions.iter().map(|one| f64::from(one.share)).sum::<f64>() / positions.len() as f64
    };
    let share = mean(&known);
    let refit = |before: &Network| -> Result<Network, Box<dyn Error>> {
        let mut best = (f64::INFINITY, 0.0);
        for loyalty in LOYALTIES {
            let mut network = adjusted::<G>(before, &known, counts, loyalty);
            judge::<G>(&mut network, share, &tested);
            if network.loss < best.0 {
                best = (network.loss, loyalty);
            }
        }
        let all: Vec<_> = known.iter().chain(&tested).cloned().collect();
        let mut unchanged = before.clone();
        judge::<G>(&mut unchanged, share, &held_out);
        let mut network = adjusted::<G>(before, &all, counts, best.1);
        (network.games, network.seed) = (games, SEED);
        (network.positions, network.playouts) = (all.len() as u64, 1);
        judge::<G>(&mut network, mean(&all), &held_out);
        writeln!(std::io::stderr(), "{scenario}: the loss was {}, it is {}", unchanged.loss, network.loss)?;
        Ok(network)
    };
    Networks::evaluation().of::<G>(scenario).map(refit).collect()
}

/// A network with what leads to the log odds fitted to results of games; `loyalty` is what the square of a weight's change
/// costs, twice, if its input is 1.
fn adjusted<G: Evaluated>(before: &Network, known: &[Position], counts: [usize; 3], loyalty: f64) -> Network {
    let last = Last::new(before, counts);
    let mut squares = vec![0.0; last.len()];
    let row = |position: &Position| {
        let (chance, read) = last.read::<G>(position);
        let odds = libm::log(chance.max(f64::MIN_POSITIVE) / (1.0 - chance).max(f64::EPSILON));
        Sample { read, odds, won: position.share > 0.5 }
    };
    let rows: Vec<_> = known.iter().map(row).collect();
    rows.iter().flat_map(|row| &row.read).for_each(|&(index, x)| squares[index] += x * x);
    let ridge: Vec<_> =
        squares.iter().map(|square| TINY_RIDGE + loyalty * square / known.len() as f64).collect();
    let mut network = before.clone();
    move_last(&mut network, fit(&rows, &ridge));
    network
}

/// All numbers of a position, what is there, and last the constant: inputs with their values, the others are 0.
type Row = Vec<(u32, f32)>;

fn row<G: Evaluated>(position: &Position, counts: [usize; 3]) -> Row {
    let numbers = Network::numbers::<G>(&position.features, &position.within);
    let mut row: Row = (0..).zip(numbers.map(|number| number as f32)).collect();
    let mut first = counts[0] as u32;
    for (things, count) in [(position.features.things, counts[1]), (position.within.things, counts[2])] {
        let there = (0..count as u32).filter(|thing| things >> thing & 1 == 1);
        row.extend(there.map(|thing| (first + thing, 1.0)));
        first += count as u32;
    }
    row.push((first, 1.0));
    row
}

/// What an input adds to the log odds, and to each unit.
type Weights = (f64, [f64; UNITS]);
/// Weights to the units, and to the log odds, in one row.
const WIDTH: usize = UNITS + 1;

/// A network that is being trained.
struct Trainer {
    /// The weights of each input, then those of the units.
    weights: Vec<f32>,
    gradient: Vec<f32>,
    /// Means of gradients and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Trainer {
    /// With small weights at random from the inputs to the units.
    fn new(inputs: usize, rng: &mut Pcg64Mcg) -> Self {
        let count = inputs * WIDTH + UNITS;
        let mut weights = vec![0.0; count];
        let (layer, units) = weights.split_at_mut(inputs * WIDTH);
        let most = (3.0 / inputs as f32).sqrt();
        for row in layer.chunks_mut(WIDTH) {
            row[..UNITS].fill_with(|| rng.random_range(-most..most));
        }
        units.fill_with(|| rng.random_range(-0.2..0.2));
        Self { weights, gradient: vec![0.0; count], means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Adds the gradient of a position with a share of a batch.
    fn add(&mut self, row: &Row, won: f32, share: f32) {
        let (layer, units) = self.weights.split_at(self.weights.len() - UNITS);
        let mut sums = [0.0; WIDTH];
        for &(input, number) in row {
            let weights = &layer[input as usize * WIDTH..][..WIDTH];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += number * weight);
        }
        let mut odds = sums[UNITS];
        sums[..UNITS].iter().zip(units).for_each(|(sum, unit)| odds += sum.max(0.0) * unit);
        let miss = (logistic(odds.into()) as f32 - won) * share;
        let mut back = [miss; WIDTH];
        let (by_input, by_unit) = self.gradient.split_at_mut(self.weights.len() - UNITS);
        for unit in 0..UNITS {
            by_unit[unit] += miss * sums[unit].max(0.0);
            back[unit] = if sums[unit] > 0.0 { miss * units[unit] } else { 0.0 };
        }
        for &(input, number) in row {
            let gradient = &mut by_input[input as usize * WIDTH..][..WIDTH];
            gradient.iter_mut().zip(&back).for_each(|(all, back)| *all += number * back);
        }
    }

    /// Takes a step, of which this many have been taken with it, against the gradient that was added up.
    fn step(&mut self, steps: f32, size: f32) {
        let (first, second) = (1.0 - libm::powf(KEEP.0, steps), 1.0 - libm::powf(KEEP.1, steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in
            self.weights.iter_mut().zip(&mut self.gradient).zip(moments)
        {
            *mean += (1.0 - KEEP.0) * (*gradient - *mean);
            *square += (1.0 - KEEP.1) * (*gradient * *gradient - *square);
            *weight -= size * (*mean / first) / ((*square / second).sqrt() + TINY);
            *gradient = 0.0;
        }
    }
}

/// The constant, the units and the inputs of a network for some positions and the shares of them that are won.
fn train(mut rows: Vec<Row>, shares: &[f32], counts: [usize; 3]) -> (Weights, [f64; UNITS], Vec<Weights>) {
    let inputs = counts.iter().sum::<usize>() + 1;
    let scales = scales(&rows, inputs, counts[0]);
    for (input, number) in rows.iter_mut().flatten() {
        let (center, scale) = scales[*input as usize];
        *number = (*number - center) * scale;
    }
    let mut rng = Pcg64Mcg::seed_from_u64(stream_key(SEED, 0, TRAINING));
    let mut trainer = Trainer::new(inputs, &mut rng);
    let mut order: Vec<_> = (0..rows.len()).collect();
    let steps = EPOCHS * order.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        order.shuffle(&mut rng);
        for batch in order.chunks(BATCH) {
            let size = STEP * (1.0 - step as f32 / steps as f32);
            step += 1;
            batch
                .iter()
                .for_each(|&index| trainer.add(&rows[index], shares[index], 1.0 / batch.len() as f32));
            trainer.step(step as f32, size);
        }
    }
    let (layer, units) = trainer.weights.split_at(inputs * WIDTH);
    let weights = |row: &[f32], scale: f32| -> Weights {
        let scaled = |weight: f32| f64::from(weight * scale);
        (scaled(row[UNITS]), std::array::from_fn(|unit| scaled(row[unit])))
    };
    let mut found: Vec<_> =
        layer.chunks(WIDTH).zip(&scales).map(|(row, (_, scale))| weights(row, *scale)).collect();
    // What the inputs are less than, times their weights, goes to the constant.
    let mut constant = found.pop().unwrap_or_default();
    for ((direct, weights), (center, _)) in found.iter().zip(&scales) {
        let center = f64::from(*center);
        constant.0 -= center * direct;
        constant.1.iter_mut().zip(weights).for_each(|(all, weight)| *all -= center * weight);
    }
    for (direct, weights) in found.iter_mut().chain([&mut constant]) {
        *direct = round(*direct);
        *weights = weights.map(round);
    }
    (constant, std::array::from_fn(|unit| round(units[unit].into())), found)
}

/// The mean and one by the standard deviation of each number; things that are there or not are not centered, and what is always
/// the same counts for nothing.
fn scales(rows: &[Row], inputs: usize, numbers: usize) -> Vec<(f32, f32)> {
    let mut sums = vec![(0.0, 0.0); inputs];
    for &(input, number) in rows.iter().flatten() {
        sums[input as usize].0 += f64::from(number);
        sums[input as usize].1 += f64::from(number) * f64::from(number);
    }
    let n = rows.len() as f64;
    let scale = |(input, (sum, square)): (usize, (f64, f64))| {
        let (mean, variance) = (sum / n, square / n - (sum / n) * (sum / n));
        let scale = if variance > 1e-9 { 1.0 / variance.sqrt() } else { 0.0 };
        (if input < numbers { mean as f32 } else { 0.0 }, scale as f32)
    };
    let mut scales: Vec<_> = sums.into_iter().enumerate().map(scale).collect();
    scales[inputs - 1] = (0.0, 1.0);
    scales
}

/// A chance and how it changes with the weights that lead to the log odds: of the inputs, the constant and the units.
struct Last<'a> {
    network: &'a Network,
    counts: [usize; 3],
    weights: Vec<&'a [f64; UNITS]>,
}

impl<'a> Last<'a> {
    fn new(network: &'a Network, counts: [usize; 3]) -> Self {
        let inputs = network.numbers.iter().chain(&network.things).chain(&network.things_within);
        let weights = inputs.map(|(_, _, weights)| weights).chain([&network.constant.1]).collect();
        Self { network, counts, weights }
    }

    fn len(&self) -> usize {
        self.weights.len() + UNITS
    }

    /// The chance, and what is multiplied with each of those weights where it is not 0.
    fn read<G: Evaluated>(&self, position: &Position) -> (f64, Vec<(usize, f64)>) {
        let mut sums = [0.0; UNITS];
        let mut read = Vec::new();
        for (input, number) in row::<G>(position, self.counts) {
            let (input, number) = (input as usize, f64::from(number));
            sums.iter_mut().zip(self.weights[input]).for_each(|(sum, weight)| *sum += number * weight);
            read.push((input, number));
        }
        let units = sums.iter().enumerate().filter(|(_, sum)| **sum > 0.0);
        read.extend(units.map(|(unit, sum)| (self.weights.len() + unit, *sum)));
        (self.network.chance::<G>(&position.features, &position.within), read)
    }
}

/// Adds the products of each two numbers to the lower half of a matrix.
pub(super) fn add_products(matrix: &mut [Vec<f64>], numbers: &[(usize, f64)], factor: f64) {
    for (index, &(row, x)) in numbers.iter().enumerate() {
        numbers[..=index].iter().for_each(|&(column, y)| matrix[row][column] += factor * x * y);
    }
}

/// Fits what leads to the log odds so that the results of these games of the heuristic against itself less their luck vary as
/// little as possible, but positions cost little more than before.
fn refine<G: Roster + Evaluated>(
    rules: &G::Rules,
    network: &mut Network,
    known: &[Position],
    counts: [usize; 3],
    games: Range<u64>,
) -> Result<(), Box<dyn Error>> {
    let last = Last::new(network, counts);
    let n = last.len();
    let (mut products, mut curvature) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for position in known {
        let (chance, read) = last.read::<G>(position);
        add_products(&mut curvature, &read, chance * (1.0 - chance) / known.len() as f64);
    }
    let heuristic = build::<G>(&"heuristic".parse()?)?;
    // With the result less luck, and with 1, for the mean of that.
    let (mut by_rest, mut sums, mut rests) = (vec![0.0; n], vec![0.0; n], 0.0);
    let count = (games.end - games.start) as f64;
    for game in games {
        let mut players = BySide::new_with(|_| heuristic());
        let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
        let mut dice = RecordingDice::new(SeededDice::new(SEED, game));
        let key = stream_key(SEED, game, OTHERS);
        let mut state = G::start(rules, &mut dice, &mut ());
        dice.take();
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        let (mut luck, mut slopes, mut stream) = (0.0, vec![0.0; n], 0);
        let mut add = |state: &G::State, share: f64| {
            if let Some(outcome) = G::status(state).outcome() {
                luck += share * outcome.score(Side::Fln);
                return;
            }
            let (features, within) = (G::features(rules, state), G::within(rules, state));
            let (chance, read) = last.read::<G>(&Position { features, within, share: 0.0 });
            luck += share * chance;
            let slope = share * chance * (1.0 - chance);
            read.iter().for_each(|&(index, number)| slopes[index] += slope * number);
        };
        while let Status::Decision { side, .. } = G::status(&state)
            && G::clock(&state).0 <= MAX_TURNS
        {
            let before = state;
            let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
            if dice.take().is_empty() {
                continue;
            }
            add(&state, 1.0);
            for _ in 0..ROLLS {
                let mut other = before;
                G::apply(rules, &mut other, action, &mut SeededDice::new(key, stream), &mut ());
                add(&other, -1.0 / ROLLS as f64);
                stream += 1;
            }
        }
        let won = G::status(&state).outcome().is_some_and(|outcome| outcome.winner() == Some(Side::Fln));
        let rest = f64::from(u8::from(won)) - luck;
        rests += rest;
        let slopes: Vec<_> = slopes.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0).collect();
        add_products(&mut products, &slopes, 1.0);
        for (index, slope) in slopes {
            by_rest[index] += slope * rest;
            sums[index] += slope;
        }
    }
    by_rest.iter_mut().zip(sums).for_each(|(by_rest, sum)| *by_rest -= sum * rests / count);
    // Half of the second derivative times the square of the distance is what positions cost more.
    for (row, cells) in products.iter_mut().enumerate() {
        cells.iter_mut().zip(&curvature[row]).for_each(|(cell, more)| *cell += count * LOYALTY / 2.0 * more);
        cells[row] += TINY_RIDGE;
    }
    let moves = solve(products, by_rest);
    move_last(network, moves);
    Ok(())
}

/// Adds to the weights that lead to the log odds, in the order of [`Last`].
fn move_last(network: &mut Network, moves: Vec<f64>) {
    let inputs = network.numbers.iter_mut().chain(&mut network.things).chain(&mut network.things_within);
    let direct = inputs.map(|(_, direct, _)| direct).chain([&mut network.constant.0]);
    direct.chain(&mut network.units).zip(moves).for_each(|(weight, more)| *weight = round(*weight + more));
}

/// Says how good a network is on positions of games that it was not trained on, beside one that knows only how often the FLN
/// wins.
fn judge<G: Evaluated>(network: &mut Network, share: f64, held_out: &[Position]) {
    let n = held_out.len() as f64;
    let mut classes = Classes::default();
    (network.held_out, network.loss, network.blind_loss, network.error, network.blind_error) =
        (held_out.len() as u64, 0.0, 0.0, 0.0, 0.0);
    for position in held_out {
        let chance = network.chance::<G>(&position.features, &position.within);
        let won = f64::from(position.share);
        let cross = |chance| won * loss(chance, true) + (1.0 - won) * loss(chance, false);
        let noise = won * (1.0 - won) / f64::from(network.playouts.max(2) - 1);
        network.loss += cross(chance) / n;
        network.blind_loss += cross(share) / n;
        network.error += ((chance - won) * (chance - won) - noise) / n;
        network.blind_error += ((share - won) * (share - won) - noise) / n;
        classes.push(chance, won);
    }
    for value in [&mut network.loss, &mut network.blind_loss] {
        *value = round(*value);
    }
    for value in [&mut network.error, &mut network.blind_error] {
        *value = (*value * 1e5).round() / 1e5;
    }
    network.calibration = classes.means();
}
