//! The signature of a scenario is the recorded one in a debug build too. In release the tests of the program check all of them;
//! this would only build the bots of both games again.

#![cfg(debug_assertions)]

use rayon::ThreadPoolBuilder;
use wilaya_bots::Roster;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::notation::hash_text;
use wilaya_sim::signature;

/// The signatures of this version.
const SIGNATURES: &str = include_str!("../../results/signatures");

fn check<G: Roster>(scenario: &str) {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("threads can be started");
    let found = signature::<G>(&pool, Some(scenario)).expect("the game has the scenario");
    let line = format!("{}-{scenario} {}", G::NAME, hash_text(found));
    assert!(SIGNATURES.lines().any(|recorded| recorded == line), "{line} is not the recorded one");
}

#[test]
fn of_algeria_1960() {
    check::<Algeria>("1960");
}

#[test]
fn of_ici_1959() {
    check::<Ici>("1959");
}
