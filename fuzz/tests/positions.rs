//! Positions that are tampered with as the bytes of a fuzzer say: what is accepted is played on.
//!
//! `cargo test` tries the inputs of the corpora in `__fuzz__`, and nothing by chance. `docs/testing.md` says how to fuzz.

use std::panic::AssertUnwindSafe;

use wilaya_engine::FullGame;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::{Mutants, Script};
use wilaya_engine::ici::Ici;

#[path = "../../engine/tests/soundness/settings.rs"]
mod settings;

/// Tampers with a position as the bytes say, and plays on if it is accepted.
fn tamper<G: FullGame>(mutants: &Mutants<G>, bytes: &[u8]) {
    let (rules, mutant) = mutants.mutant(&mut Script::new(bytes));
    mutants.play_on(rules, &mutant, 1);
}

#[test]
fn algeria() {
    let mutants = AssertUnwindSafe(Mutants::<Algeria>::new(&settings::algeria(), 7, 7));
    bolero::check!()
        .with_iterations(0)
        .with_max_len(64)
        .for_each(move |bytes: &[u8]| tamper(&mutants, bytes));
}

#[test]
fn ici() {
    let mutants = AssertUnwindSafe(Mutants::<Ici>::new(&settings::ici(), 6, 7));
    bolero::check!()
        .with_iterations(0)
        .with_max_len(64)
        .for_each(move |bytes: &[u8]| tamper(&mutants, bytes));
}
