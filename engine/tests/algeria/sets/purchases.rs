//! What the Government buys (rules 6.3 to 6.33, 11.4; rulings ).

use super::picks::garrison;
use super::{Units, areas, count, of, parts, reached, same, shift, take, units};
use crate::support::Board;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What can be mobilized as long as there are counters, with its price in half-PSP (charts B.1).
fn mobilizations(units: &Units) -> Vec<(&'static str, u8)> {
    let counters = [
        ("division", "division-concentrated/ops", 10, 13),
        ("french-brigade", "french-brigade/ops", 4, 4),
        ("elite-brigade", "elite-brigade/ops", 6, 7),
        ("algerian-brigade", "algerian-brigade/ops", 4, 6),
        ("police", "police/ptl", 2, 10),
    ];
    let free = |counter: &str, mix| count(units, |[_, unit, _]| unit.starts_with(counter)) < mix;
    let free = counters.into_iter().filter(|&(counter, _, _, mix)| free(counter, mix));
    free.map(|(_, class, price, _)| (class, price)).collect()
}

/// What the Government has bought: half-PSP spent, units, Air, Helo and Naval Points, Border Zone and whether it is active.
type Bought = (u8, Units, [u8; 3], Option<u8>, bool);

fn bought(position: &Value) -> (Units, [u8; 3], Option<u8>, bool) {
    let number = |value: &Value| value.as_u64().unwrap_or_default() as u8;
    (
        units(position, "gov"),
        [&position["air"]["maximum"], &position["helo"]["maximum"], &position["naval"]].map(number),
        position["border_zone"].as_u64().map(|steps| steps as u8),
        position["border_zone_active"] == true,
    )
}

/// One purchase more, in any order that the rules allow: which Police left first and what waited first is kept in `start`.
fn more_bought(areas: &[&str], start: &Units, one: &Bought, zone_at_start: Option<u8>) -> Vec<Bought> {
    let (spent, units, points, zone, active) = one;
    let mut out = Vec::new();
    for (class, _) in of(units, |[_, unit, _]| unit == "police") {
        if start.contains_key(&class) {
            let mut after = units.clone();
            take(&mut after, &class);
            out.push((*spent, after, *points, *zone, *active));
        }
    }
    for (class, price) in mobilizations(units) {
        for area in areas {
            let mut after = units.clone();
            *after.entry(format!("{area}/{class}")).or_default() += 1;
            out.push((spent + price, after, *points, *zone, *active));
        }
    }
    for (class, _) in of(units, |[_, unit, at]| at == "oc" && unit != "algerian-brigade") {
        let [area, unit, _] = parts(&class);
        let mut after = units.clone();
        shift(&mut after, &class, &format!("{area}/{unit}/ops"));
        let price = if unit.starts_with("division") { 2 } else { 1 };
        out.push((spent + price, after, *points, *zone, *active));
    }
    for point in 0..3 {
        let mut after = *points;
        after[point] += 1;
        out.push((spent + [4, 6, 6][point], units.clone(), after, *zone, *active));
    }
    let opened = zone_at_start.is_none() && zone.is_some();
    if !opened && zone.is_none_or(|steps| steps < 3) && !active {
        let steps = zone.map_or(0, |steps| steps + 1);
        out.push((spent + 12, units.clone(), *points, Some(steps), *active));
    }
    if !opened && !active && zone.is_some_and(|steps| steps > 0) {
        out.push((spent + 2, units.clone(), *points, *zone, true));
    }
    out
}

const BUYING: [&str; 7] =
    ["remove-police", "mobilize", "station", "buy-point", "border-zone", "activate-zone", "activate-units"];

#[test]
fn everything_that_the_government_can_pay_for_can_be_bought() {
    let board = |psl| {
        let board = Board::new().psl(50, psl).ap(1).fln("II-1", "front/ug", 1);
        board.set("phase", json!("reinforcement")).at("remove-police")
    };
    let waiting = board(3)
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "police/neutralized", 1)
        .gov("I-1", "elite-brigade/oc", 2)
        .gov("V-8", "french-brigade/oc", 1)
        .gov("I-1", "division-dispersed/oc", 1);
    let used_up =
        board(3).gov("I-1", "police/ptl", 9).gov("V-8", "police/ptl", 1).gov("I-1", "french-brigade/oc", 4);
    // With so much to spend nothing is mobilized: too much could be.
    let zone = |steps| {
        let board = board(9).independent().bar("action:france:mobilize").at("buy-point");
        board.gov("I-1", "elite-brigade/oc", 2).set("border_zone", steps)
    };
    let zones = [json!(null), json!(0), json!(1), json!(3)].map(zone);
    for board in [waiting, used_up].into_iter().chain(zones) {
        let table = board.set_up();
        let position = table.json();
        let limit = 2 * position["psl"]["france"].as_u64().unwrap_or_default() as u8 - 2;
        let (start, points, zone, active) = bought(&position);
        let mobilized = if limit > 4 { Vec::new() } else { areas(&table) };
        let (mut seen, mut allowed) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![(0, start.clone(), points, zone, active)];
        while let Some(one) = open.pop() {
            if one.0 <= limit && seen.insert(one.clone()) {
                open.extend(more_bought(&mobilized, &start, &one, zone));
                allowed.insert((one.1, one.2, one.3, one.4));
            }
        }
        same(&reached(&table, &BUYING, bought), &allowed);
    }
}

#[test]
fn everything_that_a_coup_pays_for_can_be_mobilized() {
    for psp in 1..=3 {
        let board = garrison().gov("I-1", "police/ptl", 9).at("coup-mobilize");
        let table = board.set("phase", json!("interphase")).set("under_way", json!({ "left": psp })).set_up();
        let start = units(&table.json(), "gov");
        let areas = areas(&table);
        let (mut allowed, mut open) = (BTreeSet::new(), vec![(0, start.clone())]);
        while let Some((spent, units)) = open.pop() {
            if spent <= 2 * psp && allowed.insert(units.clone()) {
                for (class, price) in mobilizations(&units) {
                    for area in &areas {
                        let mut after = units.clone();
                        *after.entry(format!("{area}/{class}")).or_default() += 1;
                        open.push((spent + price, after));
                    }
                }
            }
        }
        // French units wait for activation.
        let waiting = |units: Units| {
            let mut out = Units::new();
            for (class, count) in units {
                let ready = class.ends_with("-brigade/ops") && !class.contains("algerian");
                let class = if ready { class.replace("/ops", "/oc") } else { class };
                *out.entry(class).or_default() += count;
            }
            out
        };
        let allowed = allowed.into_iter().map(waiting).collect();
        same(
            &reached(&table, &["coup-mobilize", "coup-station"], |position| units(position, "gov")),
            &allowed,
        );
    }
}
