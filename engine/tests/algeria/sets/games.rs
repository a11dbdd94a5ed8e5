//! The same in positions from random games.

use super::deployment::deploy;
use super::gathering::gather;
use super::picks::purged;
use super::spending::spend;
use crate::support::Board;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Actions, Game, Status};

#[test]
fn in_positions_from_games_every_set_can_be_chosen() {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for (seed, scenario) in (0..8).zip(["1954", "1958", "1960"].into_iter().cycle()) {
        let mut table = Board::new().scenario(scenario).set_up();
        let (mut dice, mut rng) = (SeededDice::new(seed, 0), Pcg64Mcg::seed_from_u64(seed));
        table.state = Algeria::start(table.rules, &mut dice, &mut ());
        let mut before = String::new();
        while table.state.turn() < 6 && matches!(Algeria::status(&table.state), Status::Decision { .. }) {
            let node = table.node();
            if node != before {
                match node.as_str() {
                    "flush-unit" | "react" => gather(&table, &mut rng),
                    "spend-where" => spend(&table, &mut rng),
                    "purge-unit" => purged(&table),
                    "division-mode" => deploy(&table, &mut rng),
                    _ => {}
                }
                *counts.entry(node.clone()).or_default() += 1;
            }
            before = node;
            let mut actions = Actions::<Algeria>::new();
            Algeria::legal(table.rules, &table.state, &mut actions);
            let action = actions[rng.random_range(..actions.len())];
            Algeria::apply(table.rules, &mut table.state, action, &mut dice, &mut ());
        }
    }
    for node in ["flush-unit", "react", "spend-where", "division-mode"] {
        assert!(counts.get(node).is_some_and(|count| *count >= 5), "{counts:?}");
    }
}
