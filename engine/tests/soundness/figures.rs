//! Figures that were changed, one at a time.
//!
//! A sample of the keys and values is tried; all of them in a run by hand: `WILAYA_FIGURES=all`.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::conformance::{Verdict, play_with_figure};
use wilaya_engine::ici::Ici;
use wilaya_engine::{FullGame, Setting};

use super::watch::{Count, number, panics};

/// What a figure is set to: small and large ones, the ends of the ranges that are checked, and what is no number.
const VALUES: [&str; 14] =
    ["0", "1", "-1", "2", "9", "12", "20", "31", "60", "99", "255", "9223372036854775807", "text", ""];

fn change<G: FullGame>(scenarios: &[&str]) {
    let figures = G::figures();
    let settings: Vec<Setting> = scenarios
        .iter()
        .map(|scenario| Setting { scenario: Some((*scenario).to_owned()), ..Setting::default() })
        .collect();
    let whole = std::env::var("WILAYA_FIGURES").is_ok_and(|text| text == "all");
    let mut rng = Pcg64Mcg::seed_from_u64(number("WILAYA_SEED", 1));
    let mut trials: Vec<(String, &str)> = Vec::new();
    for figure in figures.list() {
        trials.extend(VALUES.iter().map(|value| (figure.key.clone(), *value)));
    }
    if !whole {
        let sample = number("WILAYA_TRIALS", 60);
        trials = (0..sample).map(|_| trials[rng.random_range(0..trials.len())].clone()).collect();
    }
    let mut fates = Count::default();
    for (number, (key, value)) in trials.iter().enumerate() {
        let fate = panics(|| play_with_figure::<G>(&figures, &settings, key, value, number as u64));
        fates.add(fate.map(|fate| fate == Verdict::PlayedOn), || format!("{key}={value}"));
    }
    fates.end(&format!("figures of {}", G::NAME));
}

#[test]
fn figures_of_algeria() {
    change::<Algeria>(&["1954", "1958", "1960"]);
}

#[test]
fn figures_of_ici() {
    change::<Ici>(&["1955", "1959"]);
}
