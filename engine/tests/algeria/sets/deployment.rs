//! Deployments of both sides (rules 7, 11.7, 11.22; rulings ).

use super::{Units, areas, parts, reached, same, take, units};
use crate::support::{Board, Table};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use wilaya_engine::algeria::types::Place;

/// Every way to deploy the Government's units, one unit after the other: the mode of a division, and Patrol, a move or
/// neither.
fn deployments(table: &Table) -> BTreeSet<Units> {
    let mut out = BTreeSet::from([Units::new()]);
    for (class, there) in units(&table.json(), "gov") {
        let [area, unit, at] = parts(&class);
        let modes = if unit.starts_with("division") {
            vec!["division-concentrated", "division-dispersed"]
        } else {
            vec![unit]
        };
        for _ in 0..there {
            let mut more = BTreeSet::new();
            for units in &out {
                let mut add = |area: &str, mode: &str, at: &str| {
                    let mut after = units.clone();
                    *after.entry(format!("{area}/{mode}/{at}")).or_default() += 1;
                    more.insert(after);
                };
                for mode in &modes {
                    add(area, mode, at);
                    if at == "ops" {
                        add(area, mode, "ptl");
                        areas(table).iter().for_each(|to| add(to, mode, "ops"));
                    }
                }
            }
            out = more;
        }
    }
    out
}

#[test]
fn the_government_can_deploy_its_units_in_every_way() {
    let board =
        Board::new().ap(1).fln("V-8", "cadre/ug", 1).set("phase", json!("reinforcement")).at("spend-where");
    let boards = [
        board.clone().gov("II-1", "french-brigade/ops", 1).gov("V-8", "french-brigade/ops", 1),
        board.clone().gov("ORAN", "elite-brigade/ops", 2).gov("V-3", "division-dispersed/neutralized", 1),
        board.gov("I-1", "division-dispersed/ops", 1).gov("I-2", "division-concentrated/oc", 2),
    ];
    for board in boards {
        let table = board.set_up().on("done");
        let nodes = ["division-mode", "patrol", "french-move"];
        same(&reached(&table, &nodes, |position| units(position, "gov")), &deployments(&table));
    }
}

#[test]
fn the_fln_can_deploy_its_units_in_every_way() {
    let board = Board::new()
        .ap(1)
        .set("phase", json!("reinforcement"))
        .at("spend-where")
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-3", "front/ug-neutralized", 1)
        .fln("II-3", "cadre/ug", 1)
        .fln("II-3", "band/ug-neutralized", 1)
        .fln("V-8", "failek/ug", 2);
    for in_france in [false, true] {
        let table = board.clone().set("cadre_in_france", json!(in_france)).set_up().on("done");
        let start = units(&table.json(), "fln");
        let mut allowed = BTreeSet::new();
        for transfer in [None, Some("II-1"), Some("II-3")] {
            let mut units = start.clone();
            let class = format!("{}/cadre/ug", transfer.unwrap_or_default());
            match transfer {
                None => {}
                Some(_) if in_france => *units.entry(class).or_default() += 1,
                Some(_) => take(&mut units, &class),
            }
            let mut ways = vec![Units::new()];
            for (class, there) in units {
                let leave = if class.ends_with("/ug") { there } else { 0 };
                ways = (0..=leave)
                    .flat_map(|leave| {
                        let (ops, left) = (class.replace("/ug", "/ops"), there - leave);
                        let moved = [(ops, leave), (class.clone(), left)];
                        ways.iter().map(move |way| {
                            let mut way = way.clone();
                            way.extend(moved.clone().into_iter().filter(|(_, count)| *count > 0));
                            way
                        })
                    })
                    .collect();
            }
            let there = if transfer.is_some() { !in_france } else { in_france };
            allowed.extend(ways.into_iter().map(|units| (there, units)));
        }
        let read = |position: &Value| (position["cadre_in_france"] == true, units(position, "fln"));
        same(&reached(&table, &["cadre-in-france", "fln-deploy"], read), &allowed);
    }
}

/// Plays a plan of the Government's deployment: for each class its units on Patrol and those that move, by where to.
pub(super) fn deploy(table: &Table, rng: &mut Pcg64Mcg) {
    let mut table = table.clone();
    let mut expected = Units::new();
    // What is to become of the units in Operations, by area and type: on Patrol, and areas to go to.
    let mut plan: BTreeMap<(String, String), (u8, Vec<Place>)> = BTreeMap::new();
    let mut dispersed: Vec<u8> = Vec::new();
    let position = table.json();
    let slow = position["slow_french_reaction"] == true;
    let mut gov = units(&position, "gov");
    if !slow {
        // The boxes of an area are asked for in their order; each division gets a mode.
        for area in areas(&table) {
            for at in ["ops", "ptl", "oc", "neutralized"] {
                let modes = ["concentrated", "dispersed"].map(|mode| format!("{area}/division-{mode}/{at}"));
                let there: u8 = modes.iter().filter_map(|class| gov.remove(class)).sum();
                if there > 0 {
                    let number = rng.random_range(0..=there);
                    dispersed.push(number);
                    for (class, count) in modes.into_iter().zip([there - number, number]) {
                        gov.extend((count > 0).then_some((class, count)));
                    }
                }
            }
        }
    }
    for (class, there) in gov {
        let [area, unit, at] = parts(&class).map(str::to_owned);
        for _ in 0..there {
            let mut to = class.clone();
            if at == "ops" {
                let (patrol, moves) = plan.entry((area.clone(), unit.clone())).or_default();
                match rng.random_range(0..4) {
                    0 => {
                        *patrol += 1;
                        to = format!("{area}/{unit}/ptl");
                    }
                    1 | 2 => {
                        let place = Place(rng.random_range(0..25));
                        if table.rules.id(place) != area {
                            moves.push(place);
                            to = format!("{}/{unit}/ops", table.rules.id(place));
                        }
                    }
                    _ => {}
                }
            }
            *expected.entry(to).or_default() += 1;
        }
    }
    dispersed.reverse();
    while table.at(&["division-mode", "patrol", "french-move"]) {
        let subject = table
            .state
            .gov_subject()
            .map(|(area, unit, _)| (table.rules.id(area).to_owned(), unit.to_string()));
        let todo = subject.and_then(|subject| plan.get_mut(&subject));
        let action = match (table.node().as_str(), todo) {
            ("division-mode", _) => format!("count:{}", dispersed.pop().unwrap_or_default()),
            ("patrol", todo) => format!("count:{}", todo.map_or(0, |todo| todo.0)),
            (_, Some((_, moves))) if !moves.is_empty() => {
                moves.sort_unstable_by_key(|place| place.0);
                format!("to:{}", table.rules.id(moves.remove(0)))
            }
            _ => "done".to_owned(),
        };
        assert!(table.allows(&action), "{action} at {}: {:?}", table.node(), table.legal());
        table = table.after(&action);
    }
    assert_eq!(units(&table.json(), "gov"), expected);
}
