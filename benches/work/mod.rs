//! What the benchmarks do: cases with names, each of which does the same work whenever it runs.
//!
//! Whole games, playouts and searches play with seeded dice and bots. The other cases work on stretches of decisions that follow
//! the positions in `benches/positions`, which come from real games.

pub(crate) mod baseline;
mod play;
mod search;
pub(crate) mod stretch;

use play::Games;
use search::Search;
use stretch::{Part, Stretch};

use std::path::PathBuf;

use wilaya_bots::sober::{AlgeriaSober, IciSober};
use wilaya_bots::{Bot, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Game, Setting};

/// The seed of all dice and bots.
const SEED: u64 = 1;

/// Games with their scenarios.
const SCENARIOS: [(&str, &str); 5] =
    [("algeria", "1954"), ("algeria", "1958"), ("algeria", "1960"), ("ici", "1955"), ("ici", "1959")];
const BOTS: [&str; 4] = ["random", "thrift", "sober", "heuristic"];

/// Bots with one plan of a game.
fn plans(game: &str) -> &'static [&'static str] {
    match game {
        "algeria" => {
            &["plan:name=flood", "plan:name=propaganda-first", "plan:name=no-move", "plan:name=low-flood"]
        }
        _ => &["plan:name=rush"],
    }
}
/// How far the game has gone in the files of positions, in sixths of its decisions.
const STAGES: [(&str, usize); 3] = [("early", 1), ("middle", 3), ("late", 5)];

/// Work that can be done again and again.
pub(crate) trait Work {
    /// Does it.
    fn run(&mut self);

    /// How much it is: decisions, iterations of a search or, where none is made, positions.
    fn items(&self) -> u64;

    /// How many games it is; 0 if it plays none.
    fn games(&self) -> u64 {
        0
    }

    /// A number that depends on everything that came of it.
    fn checksum(&self) -> u64;
}

/// The names of all cases of a kind, as `games algeria 1958 sober` or `legal ici 1955 middle`.
pub(crate) fn names(kind: &str) -> Vec<String> {
    if kind == "games" {
        let bots = |(game, scenario)| {
            let bots = BOTS.iter().chain(plans(game));
            bots.map(move |bot| format!("{kind} {game} {scenario} {bot}"))
        };
        return SCENARIOS.into_iter().flat_map(bots).collect();
    }
    let scenarios = SCENARIOS.into_iter().map(|(game, scenario)| format!("{kind} {game} {scenario}"));
    scenarios.flat_map(|name| STAGES.map(|(stage, _)| format!("{name} {stage}"))).collect()
}

/// The kinds of cases.
pub(crate) const KINDS: [&str; 10] = [
    "games",
    "playouts-random",
    "playouts-sober",
    "search",
    "choices",
    "legal",
    "apply",
    "copy",
    "observe",
    "determinize",
];

/// The work of a case.
///
/// # Panics
/// If there is no such case, or its position cannot be read.
pub(crate) fn work(name: &str) -> Box<dyn Work> {
    match name.split(' ').nth(1) {
        Some("algeria") => of_game::<Algeria, AlgeriaSober>(name),
        Some("ici") => of_game::<Ici, IciSober>(name),
        _ => panic!("{name}: no such case"),
    }
}

/// `S` is `sober`, which the compiler knows; the other bots are behind a pointer, as in a run of the program.
fn of_game<G: Roster, S: Bot<G> + Default + 'static>(name: &str) -> Box<dyn Work> {
    let sober = || Box::new(S::default);
    let words: Vec<_> = name.split(' ').collect();
    let [kind, _, scenario, last] = words[..] else { panic!("{name}: no such case") };
    match kind {
        "games" if last == "sober" => Box::new(Games::<G, S>::whole(scenario, sober())),
        "games" => Box::new(Games::<G, _>::whole(scenario, maker(last))),
        "playouts-random" => Box::new(Games::<G, _>::playouts(scenario, last, maker("random"))),
        "playouts-sober" => Box::new(Games::<G, S>::playouts(scenario, last, sober())),
        "search" => Box::new(Search::<G>::new(scenario, last)),
        "choices" => Box::new(Stretch::<G>::new(scenario, last, Part::Choices)),
        "legal" => Box::new(Stretch::<G>::new(scenario, last, Part::Legal)),
        "apply" => Box::new(Stretch::<G>::new(scenario, last, Part::Apply)),
        "copy" => Box::new(Stretch::<G>::new(scenario, last, Part::Copy)),
        "observe" => Box::new(Stretch::<G>::new(scenario, last, Part::Observe)),
        "determinize" => Box::new(Stretch::<G>::new(scenario, last, Part::Determinize)),
        _ => panic!("{name}: no such kind of case"),
    }
}

/// A file or folder below that of the package.
fn below(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn rules<G: Game>(setting: &Setting) -> G::Rules {
    G::rules(&G::figures(), setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"))
}

fn scenario_rules<G: Game>(scenario: &str) -> G::Rules {
    rules::<G>(&Setting { scenario: Some(scenario.to_owned()), ..Setting::default() })
}

fn maker<G: Roster>(bot: &str) -> Box<dyn Fn() -> Box<dyn Bot<G>>> {
    let spec = bot.parse().unwrap_or_else(|error| panic!("{bot}: {error}"));
    build::<G>(&spec).unwrap_or_else(|error| panic!("{bot}: {error}"))
}

/// Takes a number into a checksum.
fn mix(sum: &mut u64, number: u64) {
    *sum = (sum.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
}
