//! Whole games and copies of states, single-threaded. Items are decisions, so the throughput is decisions a second; a
//! sample is [`GAMES`] games.
//!
//! `cargo bench` runs all of it; `cargo bench -- algeria` what has that in its name.

use std::fmt;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use wilaya_bots::{Maker, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::SeededDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Game, Setting};
use wilaya_sim::Match;

const SEED: u64 = 1;
/// Games 0 to 31 of the seed are a sample.
const GAMES: u64 = 32;

fn main() {
    divan::main();
}

/// Who plays what on both sides, and how many decisions that takes in all games of a sample.
struct Case(&'static str, &'static str, u64);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

// `wilaya sim GAME --scenario … --fln BOT --france BOT --games 32` counts the same decisions.

const ALGERIA: [Case; 9] = [
    Case("1954", "random", 7926),
    Case("1958", "random", 9227),
    Case("1960", "random", 8889),
    Case("1954", "thrift", 14_705),
    Case("1958", "thrift", 18_098),
    Case("1960", "thrift", 21_728),
    Case("1954", "sober", 17_567),
    Case("1958", "sober", 22_061),
    Case("1960", "sober", 20_755),
];

const ICI: [Case; 6] = [
    Case("1955", "random", 56_915),
    Case("1959", "random", 27_657),
    Case("1955", "thrift", 12_779),
    Case("1959", "thrift", 8364),
    Case("1955", "sober", 50_649),
    Case("1959", "sober", 20_349),
];

fn rules<G: Game>(scenario: &str) -> G::Rules {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    G::rules(&G::figures(), &setting).unwrap_or_else(|error| panic!("{scenario}: {error}"))
}

fn maker<G: Roster>(bot: &str) -> Maker<G> {
    let spec = bot.parse().unwrap_or_else(|error| panic!("{bot}: {error}"));
    build::<G>(&spec).unwrap_or_else(|error| panic!("{bot}: {error}"))
}

/// Plays the games of a sample; how many decisions there were.
fn play<G: Game>(rules: &G::Rules, bot: &Maker<G>) -> u64 {
    let mut decisions = 0;
    for index in 0..GAMES {
        let (dice, bots) = (SeededDice::new(SEED, index), (bot(), bot()));
        let mut game = Match::<G, _, _, _>::new(rules, dice, bots, (SEED, index), &mut ());
        while game.step(&mut ()).is_some() {}
        let made = game.decisions();
        decisions += u64::from(made.fln) + u64::from(made.france);
    }
    decisions
}

/// Times the games of a case, which must have as many decisions as they always had.
fn games<G: Roster>(bencher: Bencher<'_, '_>, case: &Case) {
    let (rules, bot) = (rules::<G>(case.0), maker::<G>(case.1));
    bencher.counter(ItemsCount::new(case.2)).bench_local(|| {
        assert_eq!(play::<G>(black_box(&rules), &bot), case.2, "{case}: other games were played");
    });
}

#[divan::bench(args = ALGERIA)]
fn algeria(bencher: Bencher<'_, '_>, case: &Case) {
    games::<Algeria>(bencher, case);
}

#[divan::bench(args = ICI)]
fn ici(bencher: Bencher<'_, '_>, case: &Case) {
    games::<Ici>(bencher, case);
}

/// Copies the first position of a game.
fn copy<G: Game>(bencher: Bencher<'_, '_>, scenario: &str) {
    let rules = rules::<G>(scenario);
    let state = G::start(&rules, &mut SeededDice::new(SEED, 0), &mut ());
    let mut other = state;
    bencher.bench_local(|| {
        other = *black_box(&state);
        black_box(&mut other);
    });
    assert_eq!(other, state, "the copy is another position");
}

#[divan::bench]
fn copy_algeria(bencher: Bencher<'_, '_>) {
    copy::<Algeria>(bencher, "1958");
}

#[divan::bench]
fn copy_ici(bencher: Bencher<'_, '_>) {
    copy::<Ici>(bencher, "1955");
}
