//! Units that are neutralized or leave the map (rules 9.26, 11.4, charts C.2; rulings ).

use super::{Units, areas, of, parts, picks, reached, same, shift, take, units};
use crate::support::{Board, Table};
use serde_json::json;
use std::collections::BTreeSet;

/// The units of a side after any of some picks, each carried out by `change`.
fn after_picks(
    units: &Units,
    classes: &[(String, u8)],
    number: u8,
    change: impl Fn(&mut Units, &str),
) -> BTreeSet<Units> {
    let after = |pick: Vec<String>| {
        let mut units = units.clone();
        pick.iter().for_each(|class| change(&mut units, class));
        units
    };
    picks(classes, number).into_iter().map(after).collect()
}

fn neutralize(units: &mut Units, class: &str) {
    let [area, unit, at] = parts(class);
    let to = if at == "ug" { "ug-neutralized" } else { "neutralized" };
    shift(units, class, &format!("{area}/{unit}/{to}"));
}

fn active([_, _, at]: [&str; 3]) -> bool {
    ["ug", "ops", "oc"].contains(&at)
}

/// The purge that is under way, against all that may be picked.
pub(super) fn purged(table: &Table) {
    let position = table.json();
    let fln = units(&position, "fln");
    let (left, wilaya) = (&position["under_way"]["left"], &position["under_way"]["from"]);
    let wilaya = table.rules.wilaya[wilaya.as_u64().unwrap_or_default() as usize];
    let there =
        |area: &str| areas(table).iter().position(|one| *one == area).is_some_and(|n| wilaya >> n & 1 != 0);
    let classes = of(&fln, |class| there(class[0]) && active(class));
    let allowed = after_picks(&fln, &classes, left.as_u64().unwrap_or_default() as u8, neutralize);
    same(&reached(table, &["purge-unit"], |position| units(position, "fln")), &allowed);
}

#[test]
fn a_purge_may_take_any_units_of_its_wilaya() {
    let board = Board::new()
        .set("phase", json!("random-events"))
        .at("purge-wilaya")
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-3", "band/ug", 3)
        .fln("II-3", "band/ug-neutralized", 1)
        .fln("CONSTANTINE", "cadre/ug", 1)
        .fln("III-1", "cadre/ug", 1);
    for die in 1..=6 {
        let mut table = board.set_up();
        table.play("purge:II", &format!("purge.france={die}")).waits("FLN purge-unit");
        purged(&table);
    }
}

#[test]
fn a_suppression_may_neutralize_any_bands_and_faileks_of_its_area() {
    let board = Board::new()
        .government_acts()
        .gov("II-1", "police/ptl", 1)
        .fln("II-1", "band/ug", 2)
        .fln("II-1", "band/ops", 1)
        .fln("II-1", "failek/oc", 2)
        .fln("II-1", "cadre/ug", 1)
        .fln("II-2", "band/ug", 1);
    for (die, number) in [(3, 1), (4, 2), (5, 2)] {
        let mut table = board.set_up();
        table.play("suppression", &die.to_string()).waits("FLN suppression-unit");
        let position = table.json();
        assert_eq!(position["under_way"]["left"], number, "{die}");
        let fln = units(&position, "fln");
        let classes = of(&fln, |[area, unit, at]| {
            area == "II-1" && ["band", "failek"].contains(&unit) && active([area, unit, at])
        });
        let allowed = after_picks(&fln, &classes, number, neutralize);
        same(&reached(&table, &["suppression-unit"], |position| units(position, "fln")), &allowed);
    }
}

pub(super) fn garrison() -> Board {
    Board::new()
        .psl(50, 40)
        .set("phase", json!("random-events"))
        .fln("II-1", "front/ug", 1)
        .gov("ALGIERS", "elite-brigade/oc", 2)
        .gov("ORAN", "elite-brigade/oc", 1)
        .gov("ORAN", "elite-brigade/neutralized", 1)
        .gov("V-8", "elite-brigade/oc", 2)
        .gov("II-1", "french-brigade/oc", 2)
        .gov("V-3", "division-concentrated/oc", 1)
        .gov("V-4", "division-dispersed/neutralized", 1)
        .gov("IV-1", "algerian-brigade/ops", 1)
}

#[test]
fn any_elite_brigades_may_leave_for_suez_or_be_disbanded() {
    for (node, key) in [("suez-unit", "left"), ("coup-disband", "disband")] {
        for number in 1..=3 {
            let board = garrison().at(node).set("suez_used", json!(true));
            let table = board.set("under_way", json!({ key: number })).set_up();
            let gov = units(&table.json(), "gov");
            let classes = of(&gov, |[_, unit, _]| unit == "elite-brigade");
            same(
                &reached(&table, &[node], |position| units(position, "gov")),
                &after_picks(&gov, &classes, number, take),
            );
        }
    }
}

#[test]
fn nato_takes_any_units_whose_last_one_was_still_called_for() {
    for asked in 1..=6 {
        let table = garrison().at("nato-unit").set("under_way", json!({ "left": asked })).set_up();
        let gov = units(&table.json(), "gov");
        let brigades = |class: &str| if parts(class)[1].starts_with("division") { 3 } else { 1 };
        let classes = of(&gov, |[_, unit, _]| unit == "french-brigade" || unit.starts_with("division"));
        let mut allowed = BTreeSet::new();
        for pick in (1..=4).flat_map(|number| picks(&classes, number)) {
            let sum: u8 = pick.iter().map(|class| brigades(class)).sum();
            let largest = pick.iter().map(|class| brigades(class)).max().unwrap_or_default();
            if sum >= asked && sum - largest < asked {
                let mut units = gov.clone();
                pick.iter().for_each(|class| take(&mut units, class));
                allowed.insert(units);
            }
        }
        same(&reached(&table, &["nato-unit"], |position| units(position, "gov")), &allowed);
    }
}
