//! Positions that were tampered with.
//!
//! How many of each game: `WILAYA_MUTANTS`, with the seed `WILAYA_SEED`; from the positions of how many games of each
//! setting: `WILAYA_ORIGINALS`; and how many games are played from each that is accepted: `WILAYA_PLAYED`.

use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::{Mutants, Verdict};
use wilaya_engine::ici::Ici;
use wilaya_engine::{FullGame, Setting};

use super::settings::{algeria, ici};
use super::watch::{Count, number, panics};

fn tamper<G: FullGame>(settings: &[Setting]) {
    let count = number("WILAYA_MUTANTS", 400);
    let originals = settings.len() as u64 * number("WILAYA_ORIGINALS", 4);
    let mutants = Mutants::<G>::new(settings, originals, 7);
    mutants.check_originals();
    let mut rng = Pcg64Mcg::seed_from_u64(number("WILAYA_SEED", 1));
    let games = number("WILAYA_PLAYED", 3);
    let mut fates = Count::default();
    for _ in 0..count {
        let (rules, mutant) = mutants.mutant(&mut rng);
        let fate = panics(|| mutants.play_on(rules, &mutant, games));
        fates.add(fate.map(|fate| fate == Verdict::PlayedOn), || mutant.clone());
    }
    fates.end(&format!("{} of {} positions", G::NAME, mutants.len()));
    assert!(fates.accepted > 0, "{}: every mutant was refused", G::NAME);
}

#[test]
fn positions_of_algeria() {
    tamper::<Algeria>(&algeria());
}

#[test]
fn positions_of_ici() {
    tamper::<Ici>(&ici());
}
