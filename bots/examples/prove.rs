//! Looks for positions whose best choice can be proved and prints them, a line each: scenario, game and decision of `sober`
//! against itself, the value of the best choices to the side that chooses, and these. The tests hold the search to them.
//!
//! `cargo run --release -p wilaya-bots --example prove -- GAME COUNT > bots/data/proved-GAME.txt`

use std::collections::HashMap;
use std::error::Error;
use std::io::Write as _;

use proof::{Provable, prove, replay, rules};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Game, Status};

#[path = "../tests/support/proof.rs"]
mod proof;

/// No more ways are gone through for a position.
const WAYS: u64 = 5_000;
/// No more positions of one kind of decision in a scenario.
const MOST_OF_A_KIND: usize = 10;

fn search<G: Provable>(scenarios: &[&str], count: usize) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "# cargo run --release -p wilaya-bots --example prove -- {} {count}: scenario, game, decision, value, best choices",
        G::NAME
    )?;
    let mut kinds = HashMap::<String, usize>::new();
    let mut found = 0;
    for game in 0..10_000 {
        for scenario in scenarios {
            let rules = rules::<G>(scenario);
            let mut late = Vec::new();
            replay::<G>(&rules, game, |state, number| {
                if G::is_late(&rules, state) {
                    late.push((G::prepare(&rules, *state, game), number));
                }
                true
            });
            let mut of_this_game = 0;
            for (state, number) in late {
                let Status::Decision { kind, .. } = G::status(&state) else { continue };
                let of_kind = kinds.entry(format!("{scenario} {kind}")).or_default();
                if of_this_game == 2 || *of_kind == MOST_OF_A_KIND {
                    continue;
                }
                let Some(proof) = prove::<G>(&rules, &state, WAYS) else { continue };
                let best: Vec<_> = proof.best.iter().map(|&action| G::action_text(&rules, action)).collect();
                writeln!(out, "{scenario} {game} {number} {:.6} {}", proof.value, best.join(" "))?;
                *of_kind += 1;
                of_this_game += 1;
                found += 1;
                if found == count {
                    return Ok(());
                }
            }
        }
    }
    Err(format!("only {found} positions of {} were found", G::NAME).into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let count = args.get(1).map_or(Ok(36), |text| text.parse())?;
    match args.first().map(String::as_str) {
        Some(Algeria::NAME) => search::<Algeria>(&["1954", "1958", "1960"], count),
        Some(Ici::NAME) => search::<Ici>(&["1955", "1959"], count),
        _ => Err("expected: GAME [COUNT]".into()),
    }
}
