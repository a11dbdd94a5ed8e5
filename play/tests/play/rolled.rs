//! The odds of choices compared with rolls of the dice, in positions consistent with the side's view.

use std::collections::BTreeMap;

use rand_pcg::Pcg64Mcg;
use wilaya_bots::analysis::{Odds, OddsMethod, OddsOptions};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::Ici;
use wilaya_engine::{Actions, Hidden, Measured, Notation, Setting, Side, Status};

/// Number of choices per game.
const CHOICES: usize = 200;
/// Tolerance in standard deviations: with some 5,000 lines, the chance of a false alarm is 0.3 %.
const DEVIATIONS: f64 = 5.0;

/// How often something happened: a change of a track, or an event.
type Counts = BTreeMap<String, f64>;

fn expected(odds: &Odds) -> Counts {
    let tracks = odds.tracks.iter().flat_map(|track| {
        track.changes.iter().map(|one| (format!("{} {:+}", track.track, one.change), one.chance.value))
    });
    tracks.chain(odds.events.iter().map(|one| (one.event.clone(), one.chance.value))).collect()
}

/// The frequencies in a number of rolls.
fn rolled<G: Hidden + Notation + Measured>(
    rules: &G::Rules,
    state: &G::State,
    side: Side,
    action: G::Action,
    rolls: u64,
) -> Counts {
    let seen = G::observe(rules, state, side);
    let mut rng: Pcg64Mcg = bot_rng(9_973, rolls, side);
    let mut counts = Counts::new();
    let tracks = |state: &G::State| {
        let mut tracks = Vec::new();
        G::tracks(rules, state, &mut tracks);
        tracks
    };
    for number in 0..rolls {
        let world = G::determinize(rules, &seen, &mut rng);
        let (mut after, mut events) = (world, Vec::new());
        G::apply(rules, &mut after, action, &mut SeededDice::new(7_919, number), &mut events);
        let changes = tracks(&after).into_iter().zip(tracks(&world)).zip(G::TRACKS);
        let mut lines: Vec<_> =
            changes.map(|((after, before), name)| format!("{name} {:+}", after - before)).collect();
        let visible = events.iter().filter(|event| G::audience(event).includes(side));
        lines.extend(visible.map(|event| G::event_text(rules, event)));
        lines.sort_unstable();
        lines.dedup();
        for line in lines {
            *counts.entry(line).or_default() += 1.0;
        }
    }
    counts.values_mut().for_each(|count| *count /= rolls as f64);
    counts
}

/// Compares the odds of uncertain choices of random games with rolls; returns the number of lines compared, and the largest
/// difference of a line.
fn odds_against_rolls<G: Hidden + Notation + Measured>(scenarios: &[&str], rolls: u64) -> (usize, f64) {
    let (mut choices, mut lines, mut largest, mut seed) = (0, 0, 0.0_f64, 0);
    while choices < CHOICES {
        let scenario = scenarios[seed as usize % scenarios.len()];
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let rules = G::rules(&G::figures(), &setting).unwrap();
        let mut dice = SeededDice::new(seed, 0);
        let mut state = G::start(&rules, &mut dice, &mut ());
        seed += 1;
        for number in 0..1_000 {
            let Status::Decision { side, .. } = G::status(&state) else { break };
            let mut legal = Actions::<G>::new();
            G::legal(&rules, &state, &mut legal);
            let action = legal[number * 7 % legal.len()];
            if number % 5 == 0 && choices < CHOICES {
                let options = OddsOptions::default().leaves(20_000).samples(1_000);
                let odds =
                    Odds::new::<G>(&rules, &G::observe(&rules, &state, side), action, options).unwrap();
                let expected = expected(&odds);
                if expected.values().any(|&chance| chance < 1.0 - 1e-9) {
                    choices += 1;
                    let sample = match odds.method {
                        OddsMethod::Exact { .. } => f64::INFINITY,
                        OddsMethod::Sampled { n } | OddsMethod::Worlds { n, .. } => n as f64,
                    };
                    let found = rolled::<G>(&rules, &state, side, action, rolls);
                    let of = |counts: &Counts, line: &String| counts.get(line).copied().unwrap_or_default();
                    for line in
                        expected.keys().chain(found.keys().filter(|line| !expected.contains_key(*line)))
                    {
                        let (chance, share) = (of(&expected, line), of(&found, line));
                        let one_in = 1.0 / rolls as f64 + 1.0 / sample;
                        let middle = if sample.is_finite() { (chance + share) / 2.0 } else { chance };
                        // For very rare events, a few more or fewer are not significant.
                        let most = DEVIATIONS * ((middle * (1.0 - middle) * one_in).max(0.0).sqrt() + one_in);
                        let off = (chance - share).abs();
                        let text = G::action_text(&rules, action);
                        assert!(off <= most, "{text}, {line}: odds {chance}, rolled {share} of {rolls}");
                        if sample.is_infinite() {
                            assert!(chance > 0.0, "{text}, {line}: rolled {share}, and not among the odds");
                        }
                        largest = largest.max(off);
                        lines += 1;
                    }
                }
            }
            G::apply(&rules, &mut state, action, &mut dice, &mut ());
        }
    }
    (lines, largest)
}

fn affordable() -> u64 {
    if cfg!(debug_assertions) { 50 } else { 500 }
}

#[test]
fn odds_of_algeria_agree_with_rolls() {
    assert!(odds_against_rolls::<Algeria>(&["1954", "1958", "1960"], affordable()).0 > 2 * CHOICES);
}

#[test]
fn odds_of_ici_agree_with_rolls() {
    assert!(odds_against_rolls::<Ici>(&["1955", "1959"], affordable()).0 > 2 * CHOICES);
}

/// Prints the figures in `docs/play.md`.
#[allow(clippy::print_stdout)]
fn tell<G: Hidden + Notation + Measured>(scenarios: &[&str]) {
    let rolls = 100_000;
    let (lines, largest) = odds_against_rolls::<G>(scenarios, rolls);
    println!(
        "{}: {CHOICES} choices, {lines} lines, {rolls} rolls each: largest difference {largest:.4}",
        G::NAME
    );
}

#[test]
#[ignore = "it takes minutes: `cargo test --release -p wilaya-play --test play night -- --ignored --nocapture`"]
fn odds_of_algeria_agree_with_a_night_of_rolls() {
    tell::<Algeria>(&["1954", "1958", "1960"]);
}

#[test]
#[ignore = "it takes half an hour: `cargo test --release -p wilaya-play --test play night -- --ignored --nocapture`"]
fn odds_of_ici_agree_with_a_night_of_rolls() {
    tell::<Ici>(&["1955", "1959"]);
}
