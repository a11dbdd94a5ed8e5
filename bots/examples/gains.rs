//! What a search believes that its choices gain, and what they do gain.
//!
//! Samples decisions of each kind from games of `mcts` in which another choice looks better than the heuristic's by more than a
//! standard error. Both are compared again with new dice, as a search compares them (before it has seen the opponent play), with
//! playouts that end where they usually do, 1, 2 and 4 turns later, and with the game. Where a gain shrinks, the evaluation was
//! wrong about it. Prints the mean gain for each kind of decision, in percentage points, with the 95 % interval of the rounds.
//!
//! `cargo run --release -p wilaya-bots --example gains -- GAME SCENARIO GAMES [ITERATIONS [SEED]]`

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use rand::RngExt;
use wilaya_bots::mcts::{Mcts, Searchable, Settings};
use wilaya_bots::{Bot, Budget};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Choices, Setting, Side, Status, View};

/// Turns that playouts last longer, and rounds.
const LONGER: [(u16, u32); 5] = [(0, 150), (1, 300), (2, 400), (4, 500), (200, 700)];
/// Rounds to find the best choice.
const LOOK: u32 = 50;
/// Of a kind of which `n` decisions were met, one in `1 + n / RARER` is taken.
const RARER: u64 = 20;

/// Gains with each of the horizons, and their standard errors.
type Gains = [(f64, f64); LONGER.len()];

fn run<G: Searchable>(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [_, scenario, games, rest @ ..] = args else { return Err(USAGE.into()) };
    let iterations = rest.first().map_or(Ok(48), |text| text.parse())?;
    let seed = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let setting = Setting { scenario: Some(scenario.clone()), ..Setting::default() };
    let rules = G::rules(&G::figures(), &setting)?;
    let settings =
        Settings { budget: Budget::Iterations(iterations), plans: false, keep: 0.0, ..Settings::default() };
    let mut judges = LONGER.map(|(horizon, _)| Mcts::<G>::new(Settings { horizon, ..settings }));
    let mut met = BTreeMap::<_, (u64, Vec<Gains>)>::new();
    for game in 0..games.parse()? {
        let mut bots = BySide::new_with(|_| Mcts::<G>::new(settings));
        let mut rngs = BySide::new_with(|side| bot_rng(seed, game, side));
        let mut others = bot_rng(!seed, game, Side::Fln);
        let mut dice = SeededDice::new(seed, game);
        let mut state = G::start(&rules, &mut dice, &mut ());
        let mut choices = G::Choices::default();
        G::choices(&rules, &state, &mut choices);
        while let Status::Decision { side, kind } = G::status(&state) {
            let view = View::new(&rules, &state, side);
            let action = bots[side].choose(view, &choices, &mut rngs[side]);
            let (seen, gains) = met.entry(format!("{kind:?}, {side:?}")).or_default();
            if choices.len() > 1 && G::branches(kind) {
                *seen += 1;
                if others.random_range(0..1 + *seen / RARER) == 0 {
                    let advised = G::policy(side, 0).choose(view, &choices, &mut others);
                    let best = choices
                        .to_list()
                        .into_iter()
                        .filter(|&choice| choice != advised)
                        .map(|choice| {
                            (choice, judges[0].compare(view, [advised, choice], LOOK, others.random()))
                        })
                        .max_by(|(_, one), (_, other)| one.0.total_cmp(&other.0));
                    if let Some((best, _)) = best.filter(|(_, (gain, error))| gain > error) {
                        let mut of = LONGER.iter().zip(&mut judges).map(|((_, rounds), judge)| {
                            judge.compare(view, [advised, best], *rounds, others.random())
                        });
                        gains.push([(); LONGER.len()].map(|()| of.next().unwrap_or_default()));
                    }
                }
            }
            G::advance(&rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
    }
    let all = met.values().flat_map(|(_, gains)| gains).copied().collect();
    met.insert("all".to_owned(), (0, all));
    let mut out = std::io::stdout();
    writeln!(out, "{:32} {:>5}  turns later: 0, 1, 2, 4, end of game", "", "n")?;
    for (kind, (_, gains)) in met.iter().filter(|(_, (_, gains))| !gains.is_empty()) {
        let n = gains.len() as f64;
        write!(out, "{kind:32} {n:5}")?;
        for at in 0..LONGER.len() {
            let mean = gains.iter().map(|one| one[at].0).sum::<f64>() / n;
            let error = gains.iter().map(|one| one[at].1 * one[at].1).sum::<f64>().sqrt() / n;
            write!(out, "  {:6.2} ± {:.2}", 100.0 * mean, 196.0 * error)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

const USAGE: &str = "expected: GAME SCENARIO GAMES [ITERATIONS [SEED]]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("algeria") => run::<Algeria>(&args),
        Some("ici") => run::<Ici>(&args),
        _ => Err(USAGE.into()),
    }
}
