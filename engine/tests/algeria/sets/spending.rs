//! What the FLN buys (rules 6.2, 11.21; rulings ).

use super::{Units, areas, count, same, take, units};
use crate::support::{Board, Table};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What spending can lead to: AP and the FLN's units.
type Purse = (u8, Units);

/// Everything that can be done next with AP.
fn purchases(table: &Table, position: &Value, purse: &Purse) -> Vec<Purse> {
    let (ap, units) = purse;
    let mut out = Vec::new();
    let mix = [("front", 16), ("cadre", 30), ("band", 24), ("failek", 10)];
    let free = |unit: &str| {
        let in_france = u8::from(unit == "cadre" && position["cadre_in_france"] == true);
        let used = count(units, |[_, one, _]| one == unit) + in_france;
        mix.iter().any(|(one, all)| *one == unit && used < *all)
    };
    let mut add = |place: &str, at: &str, from: Option<&str>, to: &str, price: u8| {
        if price <= *ap && free(to) {
            let mut after = units.clone();
            if let Some(from) = from {
                take(&mut after, &format!("{place}/{from}/{at}"));
            }
            *after.entry(format!("{place}/{to}/{at}")).or_default() += 1;
            out.push((ap - price, after));
        }
    };
    for (number, area) in areas(table).into_iter().enumerate() {
        let has = |unit: &str| units.contains_key(&format!("{area}/{unit}/ug"));
        let front = count(units, |[at, unit, _]| at == area && unit == "front") > 0;
        let remote = table.rules.remote >> number & 1 != 0 || position["areas"][area]["resettled"] == true;
        if has("front") {
            add(area, "ug", None, "cadre", 3);
            add(area, "ug", None, "band", 3);
            add(area, "ug", Some("front"), "cadre", 0);
        }
        if has("cadre") {
            add(area, "ug", Some("cadre"), "band", 1);
            if !front && !remote {
                add(area, "ug", Some("cadre"), "front", 3);
            }
        }
    }
    if position["independent"] == true {
        for country in ["MOROCCO", "TUNISIA"] {
            let has = |unit: &str| units.contains_key(&format!("{country}/{unit}/ops"));
            add(country, "ops", None, "cadre", 2);
            add(country, "ops", None, "band", 2);
            if has("cadre") {
                add(country, "ops", Some("cadre"), "band", 1);
            }
            if has("band") {
                add(country, "ops", Some("band"), "failek", 2);
            }
        }
    }
    out
}

fn purse(position: &Value) -> Purse {
    (position["ap"].as_u64().unwrap_or_default() as u8, units(position, "fln"))
}

fn spending(ap: u8) -> Board {
    Board::new().ap(ap).set("phase", json!("reinforcement")).at("spend-where")
}

#[test]
fn everything_that_ap_can_buy_can_be_bought() {
    let board =
        |ap| spending(ap).fln("II-1", "front/ug", 1).fln("III-1", "cadre/ug", 1).fln("I-2", "cadre/ug", 1);
    let scarce = [("V-8", "cadre/ug", 27), ("V-7", "band/ug", 23)];
    let short = scarce.iter().fold(board(7), |board, (area, class, count)| board.fln(area, class, *count));
    for board in [board(7), board(5).independent(), short] {
        let table = board.set_up();
        let start = table.json();
        let mut allowed = BTreeSet::new();
        let mut open = vec![purse(&start)];
        while let Some(one) = open.pop() {
            if allowed.insert(one.clone()) {
                open.extend(purchases(&table, &start, &one));
            }
        }
        // The FLN may stop at any time, so what is seen on the way is reached as well.
        let (mut seen, mut out, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![table]);
        while let Some(table) = open.pop() {
            let position = table.json();
            out.insert(purse(&position));
            if table.at(&["spend-where", "spend-on"]) && seen.insert(position.to_string()) {
                open.extend(table.legal().iter().map(|action| table.after(action)));
            }
        }
        same(&out, &allowed);
    }
}

/// Spends at random: at every step all that can be bought can be bought.
pub(super) fn spend(table: &Table, rng: &mut Pcg64Mcg) {
    let mut table = table.clone();
    while table.node() == "spend-where" {
        let position = table.json();
        let allowed = purchases(&table, &position, &purse(&position)).into_iter().collect();
        let mut offered = BTreeSet::new();
        for place in table.legal().iter().filter(|action| *action != "done") {
            let there = table.after(place);
            if there.node() == "spend-on" {
                offered.extend(there.legal().iter().map(|action| purse(&there.after(action).json())));
            } else {
                offered.insert(purse(&there.json()));
            }
        }
        same(&offered, &allowed);
        let legal = table.legal();
        table = table.after(&legal[rng.random_range(..legal.len())]);
        if table.node() == "spend-on" {
            let legal = table.legal();
            table = table.after(&legal[rng.random_range(..legal.len())]);
        }
    }
}
