//! Trains the networks that evaluate positions on games that bots play and prints them as the files `bots/data/evaluation.toml`
//! and `bots/data/networks.toml` hold them: for the beginning of a turn, or for the middle of one.
//!
//! A game is played by one bot from a turn on that is drawn, and the turns before by players that are drawn for each side:
//! the heuristic as it is, with weights of its own, or `sober`. So positions are of many kinds, and what happens after them
//! does not depend on who brought them about. For the beginning of a turn a position is taken at the first decision of each turn
//! from the one that was drawn, where a search evaluates; for the middle of one where dice have fallen, too ([`network`]). One
//! game in five is held out: the loss is that on these.
//!
//! ```sh
//! cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI networks [SCENARIO,…] > networks.toml
//! cargo run --release -p wilaya-bots --example calibrate -- GAMES_OF_ALGERIA GAMES_OF_ICI evaluation BOT [SCENARIO,…] \
//!     > evaluation.toml
//! ```
//!
//! The first has the heuristic play; the second, BOT, such as `mcts:iters=40`, which evaluates by the file as it was built in. It
//! changes the networks of that file, so it can be repeated: a round begins with what the last one found.

mod network;

use std::error::Error;
use std::io::Write as _;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::evaluation::{Arrival, Evaluated, Networks, logistic};
use wilaya_bots::{Bot, BotSpec, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{RecordingDice, SeededDice, bot_rng, stream_key};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game, Setting, Side, Status, View};

const SEED: u64 = 1962;
/// The purpose of the stream that draws the players.
const PURPOSE: u64 = 32;
/// One game in this number is held out.
const HELD_OUT: u64 = 5;
/// How far weights are drawn around the defaults: by a factor up to e to this power, or one through that.
const SPREAD: f64 = 1.0;
/// The fit takes no more steps.
const MOST_STEPS: usize = 30;
/// No game goes on longer.
const MAX_TURNS: u16 = 200;

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

/// Plays a game, by a bot from one of its first `turns` turns on, or from the first one, and shows its positions from there.
/// Returns the number of turns played, and whether the FLN won.
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

/// A sample of a fit: what is multiplied with the weights where it is not 0, the log odds without them, and whether the FLN won.
struct Sample {
    read: Vec<(usize, f64)>,
    odds: f64,
    won: bool,
}

impl Sample {
    fn chance(&self, weights: &[f64]) -> f64 {
        logistic(self.odds + self.read.iter().map(|&(index, x)| x * weights[index]).sum::<f64>())
    }
}

/// The loss that is made least: that of the positions, and what weights cost.
fn penalized(rows: &[Sample], ridge: &[f64], weights: &[f64]) -> f64 {
    let lost: f64 = rows.iter().map(|row| loss(row.chance(weights), row.won)).sum();
    lost + weights.iter().zip(ridge).map(|(weight, ridge)| ridge * weight * weight).sum::<f64>() / 2.0
}

/// Weights of least loss, by Newton's method; `ridge` is what the square of each one costs, twice.
fn fit(rows: &[Sample], ridge: &[f64]) -> Vec<f64> {
    let n = ridge.len();
    let mut weights = vec![0.0; n];
    let mut least = penalized(rows, ridge, &weights);
    for _ in 0..MOST_STEPS {
        let mut gradient: Vec<f64> =
            weights.iter().zip(ridge).map(|(weight, ridge)| ridge * weight).collect();
        let mut hessian = vec![vec![0.0; n]; n];
        (0..n).for_each(|index| hessian[index][index] = ridge[index]);
        for row in rows {
            let chance = row.chance(&weights);
            let miss = chance - f64::from(u8::from(row.won));
            let spread = (chance * (1.0 - chance)).max(1e-6);
            row.read.iter().for_each(|&(index, here)| gradient[index] += miss * here);
            network::add_products(&mut hessian, &row.read, spread);
        }
        let step = solve(hessian, gradient);
        // A whole step may go too far where chances are nearly certain.
        let mut share = 1.0;
        let (found, loss) = loop {
            let found: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight - share * step).collect();
            let loss = penalized(rows, ridge, &found);
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

const SCENARIOS: [&str; 5] = ["1954", "1958", "1960", "1955", "1959"];

/// Works on these scenarios, or all if none are given, each on a thread of its own: they have nothing to do with each other.
fn each_scenario<T: Send>(
    only: Option<&str>,
    work: impl Fn(&'static str) -> Result<T, Box<dyn Error>> + Sync,
) -> Result<Vec<T>, Box<dyn Error>> {
    let given = |name: &&str| only.is_none_or(|only| only.split(',').any(|one| one == *name));
    if let Some(other) =
        only.into_iter().flat_map(|only| only.split(',')).find(|one| !SCENARIOS.contains(one))
    {
        return Err(format!("{other}: expected {}", SCENARIOS.join(", ")).into());
    }
    let found: Vec<_> = std::thread::scope(|scope| {
        let work = &work;
        let start = |scenario| scope.spawn(move || work(scenario).map_err(|error| error.to_string()));
        let threads: Vec<_> = SCENARIOS.into_iter().filter(given).map(start).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err("a thread has failed".to_owned()))
        };
        threads.into_iter().map(join).collect()
    });
    found.into_iter().map(|one| one.map_err(Into::into)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut games = |default| args.next().map_or(Ok(default), |text| text.parse());
    let (algeria, ici) = (games(2_000)?, games(400)?);
    let what = args.next();
    let bot = if what.as_deref() == Some("networks") { None } else { args.next() };
    let only = args.next();
    let of = only.as_ref().map_or(String::new(), |only| format!(" {only}"));
    let (what, text) = match what.as_deref() {
        None | Some("evaluation") => {
            let by = bot.as_deref().unwrap_or("heuristic");
            let network = each_scenario(only.as_deref(), |scenario| match scenario {
                "1955" | "1959" => network::evaluation_of::<Ici>(scenario, by, ici),
                _ => network::evaluation_of::<Algeria>(scenario, by, algeria),
            })?;
            (
                bot.map_or(String::new(), |bot| format!(" evaluation {bot}{of}")),
                toml::to_string(&Networks {
                    schema: Networks::SCHEMA.to_owned(),
                    network: network.concat(),
                })?,
            )
        }
        Some("networks") => {
            let network = each_scenario(only.as_deref(), |scenario| match scenario {
                "1955" | "1959" => network::network_of::<Ici>(scenario, ici),
                _ => network::network_of::<Algeria>(scenario, algeria),
            })?;
            (
                format!(" networks{of}"),
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
