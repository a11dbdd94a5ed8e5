//! The Turn Interphase of Algeria up to the adjustment of the PSL, with scripted dice (rules 10.1 to 10.3, 11.5; charts
//! C.1, C.4, C.5; rulings ).

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::Side::{Fln, France};
use wilaya_engine::algeria::{Action, Algeria, Decision};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Game, Status};

/// A board with a Cadre in the desert, in an area that the FLN Controls already: nothing happens at the end of its turn.
fn quiet() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Fln)
}

/// The dice of a turn without an event.
const NO_EVENT: &str = "event-tens=1 event-units=1";

/// Ends the turn, `dice` being those of the Interphase; turn 4 begins without an event.
#[track_caller]
fn ended(board: &Board, dice: &str) -> Table {
    let mut table = board.set_up();
    let passes = passes(&table);
    table.play(passes, &format!("{dice} {NO_EVENT}"));
    table
}

/// The FLN passes, and so does the Government where Police could act.
fn passes(table: &Table) -> &'static str {
    let mut state = table.state;
    Algeria::apply(table.rules, &mut state, Action::Pass, &mut SeededDice::new(0, 0), &mut ());
    let asked = matches!(Algeria::status(&state), Status::Decision { kind: Decision::FrenchOperation, .. });
    if asked { "pass pass" } else { "pass" }
}

/// What the end of the turn changed beside the turn and the phase.
#[track_caller]
fn changed(table: &Table, expected: &str) {
    let comma = if expected.is_empty() { "" } else { ", " };
    table.changed(&format!("turn 3>4, phase operations>reinforcement{comma}{expected}"));
}

#[test]
fn a_quiet_turn_changes_nothing() {
    changed(&ended(&quiet(), ""), "");
}

// --- Control

/// Who Controls an area in the end: `none`, `fln` or `france`.
#[track_caller]
fn control(board: &Board, area: &str, dice: &str) -> String {
    let table = ended(board, dice);
    let side = table.value(&format!("{area}.control"));
    if side == "0" { "none".to_owned() } else { side }
}

#[test]
fn twice_the_control_points_take_control_without_a_roll() {
    let board =
        |fln: &str, count, gov: &str, brigades| quiet().fln("V-1", fln, count).gov("V-1", gov, brigades);
    assert_eq!(control(&board("cadre/ug", 2, "algerian-brigade/ops", 1), "V-1", ""), "fln");
    assert_eq!(control(&board("cadre/ug", 1, "algerian-brigade/ops", 2), "V-1", ""), "france");
    assert_eq!(control(&board("band/ug", 6, "algerian-brigade/ops", 3), "V-1", ""), "fln");
    assert_eq!(control(&board("band/ug", 2, "algerian-brigade/ops", 5), "V-1", ""), "france");
}

#[test]
fn a_side_alone_takes_control_of_remote_areas_too() {
    for area in ["V-1", "II-1", "ORAN"] {
        assert_eq!(control(&quiet().fln(area, "band/ug", 1), area, ""), "fln", "{area}");
        assert_eq!(control(&quiet().gov(area, "algerian-brigade/ops", 1), area, ""), "france", "{area}");
    }
    assert_eq!(control(&quiet(), "V-1", ""), "none");
}

#[test]
fn equal_control_points_leave_an_area_contested() {
    let board = quiet().fln("V-1", "cadre/ug", 2).gov("V-1", "algerian-brigade/ops", 2);
    assert_eq!(control(&board, "V-1", ""), "none");
    // Both have units there and no points.
    let neutralized =
        quiet().fln("V-1", "cadre/ug-neutralized", 1).gov("V-1", "algerian-brigade/neutralized", 1);
    assert_eq!(control(&neutralized, "V-1", "recovery.fln@V-1=1 recovery.france@V-1=1"), "none");
}

#[test]
fn units_have_the_control_points_of_rules_10_1_in_any_box() {
    // As many brigades as points leave the area Contested.
    for (unit, points) in [
        ("front/ug", 3),
        ("front/oc", 3),
        ("cadre/ug", 1),
        ("cadre/ops", 1),
        ("band/oc", 1),
        ("failek/ug", 1),
    ] {
        let even = quiet().fln("II-1", unit, 1).gov("II-1", "elite-brigade/oc", points);
        assert_eq!(control(&even, "II-1", ""), "none", "{unit}");
    }
    for (unit, points) in [
        ("division-dispersed/oc", 3),
        ("division-dispersed/ptl", 3),
        ("division-concentrated/oc", 1),
        ("french-brigade/oc", 1),
        ("elite-brigade/oc", 1),
        ("algerian-brigade/ops", 1),
        ("algerian-brigade/ptl", 1),
        ("police/ptl", 1),
    ] {
        // As many Cadres as points leave the area Contested.
        let even = quiet().gov("V-1", unit, 1).fln("V-1", "cadre/ug", points);
        assert_eq!(control(&even, "V-1", ""), "none", "{unit}");
    }
}

#[test]
fn neutralized_units_have_no_control_points() {
    let board = quiet().fln("V-1", "cadre/ug-neutralized", 5).gov("V-1", "algerian-brigade/ops", 1);
    assert_eq!(control(&board, "V-1", "recovery.fln@V-1=1,1,1,1,1"), "france");
    let board = quiet().fln("V-1", "cadre/ug", 1).gov("V-1", "division-dispersed/neutralized", 2);
    assert_eq!(control(&board, "V-1", "recovery.france@V-1=1,1"), "fln");
    let board = quiet().fln("V-1", "cadre/ug", 1).gov("V-1", "police/neutralized", 2);
    assert_eq!(control(&board, "V-1", "recovery.france@V-1=1,1"), "fln");
}

#[test]
fn less_than_twice_the_points_makes_both_sides_roll_the_difference() {
    // The example of the rules: 5 against 3.
    for (fln, france, side) in [
        (2, 3, "fln"),
        (1, 6, "fln"),
        (3, 2, "france"),
        (6, 1, "france"),
        (2, 2, "none"),
        (1, 1, "none"),
        (3, 3, "none"),
        (6, 6, "none"),
    ] {
        let board = quiet()
            .fln("V-4", "front/ug", 1)
            .fln("V-4", "cadre/ug", 2)
            .gov("V-4", "french-brigade/oc", 2)
            .gov("V-4", "police/ptl", 1);
        let dice = format!("control.fln@V-4={fln} control.france@V-4={france}");
        assert_eq!(control(&board, "V-4", &dice), side, "{fln} {france}");
    }
    // The same with the Government ahead.
    let board = quiet().fln("V-4", "cadre/ug", 3).gov("V-4", "algerian-brigade/ops", 5);
    assert_eq!(control(&board, "V-4", "control.fln@V-4=3 control.france@V-4=2"), "france");
}

#[test]
fn a_difference_of_6_or_more_leaves_an_area_contested() {
    let board = quiet().fln("V-4", "cadre/ug", 13).gov("V-4", "elite-brigade/oc", 7);
    assert_eq!(control(&board, "V-4", "control.fln@V-4=6 control.france@V-4=6"), "none");
}

#[test]
fn control_is_judged_anew_every_turn() {
    let board = quiet()
        .control("V-1", France)
        .control("V-2", Fln)
        .control("V-3", Fln)
        .fln("V-1", "cadre/ug", 1)
        .gov("V-3", "algerian-brigade/ops", 1);
    let table = ended(&board, "");
    changed(&table, "V-1.control france>fln, V-2.control fln>0, V-3.control fln>france");
    table.told_among(&["V-1: controlled by FLN", "V-2: contested", "V-3: controlled by France"]);
}

// --- Depreciation

#[test]
fn ap_depreciate_by_the_loss_number_of_charts_c_4() {
    for (ap, loss) in [
        (1, 1),
        (5, 1),
        (6, 2),
        (10, 2),
        (11, 3),
        (15, 3),
        (16, 4),
        (17, 4),
        (20, 4),
        (21, 5),
        (24, 5),
        (25, 6),
        (99, 6),
    ] {
        let lost = ended(&quiet().ap(ap), &format!("ap-depreciation.fln={loss}"));
        changed(&lost, &format!("ap {ap}>{}", ap - loss));
        if loss < 6 {
            changed(&ended(&quiet().ap(ap), &format!("ap-depreciation.fln={}", loss + 1)), "");
        }
    }
}

#[test]
fn the_psl_of_the_owner_modifies_depreciation() {
    // Loss Number 3: at 30 or less a 4 is enough, at 70 or more it takes a 2.
    for (psl, highest) in [(1, 4), (30, 4), (31, 3), (69, 3), (70, 2), (99, 2)] {
        for (die, lost) in [(highest, 3), (highest + 1, 0)] {
            let board = quiet().ap(12).psl(psl, 50);
            let table = ended(&board, &format!("ap-depreciation.fln={die}"));
            assert_eq!(table.value("ap"), (12 - lost).to_string(), "PSL {psl}, die {die}");
            // Air and Helo Points go by the PSL of the Government.
            let board = quiet().psl(50, psl).air(12).helo(12);
            let coup = if psl <= 30 { "coup-attempt.france=1" } else { "" };
            let oas = if psl <= 30 { "oas=1" } else { "" };
            let mut table = board.set_up();
            table.play(
                "pass",
                &format!(
                    "air-depreciation.france={die} helo-depreciation.france={die} {coup} {NO_EVENT} {oas}"
                ),
            );
            for key in ["air.maximum", "air.available", "helo.maximum", "helo.available"] {
                assert_eq!(table.value(key), (12 - lost).to_string(), "PSL {psl}, die {die}, {key}");
            }
        }
    }
}

#[test]
fn points_depreciate_air_first_by_their_maximum_and_naval_points_do_not() {
    let board = quiet()
        .ap(1)
        .set("air", json!({ "maximum": 11, "available": 2 }))
        .set("helo", json!({ "maximum": 6, "available": 0 }))
        .set("naval", json!(25));
    let dice = "air-depreciation.france=3 helo-depreciation.france=3 ap-depreciation.fln=1";
    let table = ended(&board, dice);
    changed(&table, "air.maximum 11>8, air.available 2>8, helo.available 0>6, ap 1>0");
    table.told_among(&["air Points -3 to 8", "AP -1 to 0 (depreciation)"]);
}

#[test]
fn there_is_no_depreciation_roll_at_0() {
    changed(&ended(&quiet().helo(1), "helo-depreciation.france=2"), "");
}

// --- Recovery

/// Whether neutralized units recover on a roll, at these PSL.
#[track_caller]
fn recovers(side: &str, unit: &str, psl: (u8, u8), die: u8) -> bool {
    let board = quiet().psl(psl.0, psl.1);
    let board = if side == "fln" { board.fln("V-1", unit, 1) } else { board.gov("V-1", unit, 1) };
    let (coup, oas) = if psl.1 <= 30 { ("coup-attempt.france=1", "oas=1") } else { ("", "") };
    let mut table = board.set_up();
    table.play("pass", &format!("recovery.{side}@V-1={die} {coup} {NO_EVENT} {oas}"));
    let name = unit.split('/').next().unwrap_or_default();
    ["ug", "oc", "ops", "ptl"].iter().any(|at| table.value(&format!("V-1.{name}.{at}")) == "1")
}

/// The least die on which units recover.
#[track_caller]
fn least(side: &str, unit: &str, psl: (u8, u8)) -> u8 {
    (1..=6).find(|&die| recovers(side, unit, psl, die)).unwrap_or(7)
}

#[test]
fn a_neutralized_unit_recovers_on_a_5() {
    for unit in ["cadre/ug-neutralized", "band/ug-neutralized", "failek/neutralized", "cadre/neutralized"] {
        assert_eq!(least("fln", unit, (50, 50)), 5, "{unit}");
    }
    for unit in [
        "division-concentrated/neutralized",
        "division-dispersed/neutralized",
        "french-brigade/neutralized",
        "algerian-brigade/neutralized",
        "police/neutralized",
    ] {
        assert_eq!(least("france", unit, (50, 50)), 5, "{unit}");
    }
}

#[test]
fn elite_units_and_a_psl_of_70_recover_on_a_4_but_not_both_on_a_3() {
    assert_eq!(least("france", "elite-brigade/neutralized", (50, 50)), 4);
    assert_eq!(least("france", "french-brigade/neutralized", (50, 69)), 5);
    assert_eq!(least("france", "french-brigade/neutralized", (50, 70)), 4);
    assert_eq!(least("france", "elite-brigade/neutralized", (50, 70)), 4);
    assert_eq!(least("fln", "band/ug-neutralized", (69, 50)), 5);
    assert_eq!(least("fln", "band/ug-neutralized", (70, 50)), 4);
    // It is the PSL of the owner.
    assert_eq!(least("fln", "band/ug-neutralized", (50, 70)), 5);
    assert_eq!(least("france", "french-brigade/neutralized", (70, 50)), 5);
}

#[test]
fn a_psl_of_30_recovers_on_a_6_and_elite_units_then_on_a_5() {
    assert_eq!(least("fln", "band/ug-neutralized", (31, 50)), 5);
    assert_eq!(least("fln", "band/ug-neutralized", (30, 50)), 6);
    assert_eq!(least("france", "french-brigade/neutralized", (50, 31)), 5);
    assert_eq!(least("france", "french-brigade/neutralized", (50, 30)), 6);
    assert_eq!(least("france", "elite-brigade/neutralized", (50, 30)), 5);
}

#[test]
fn units_roll_one_by_one_and_return_to_their_boxes() {
    let board = quiet()
        .fln("II-1", "front/ug-neutralized", 1)
        .fln("II-1", "cadre/ug-neutralized", 2)
        .fln("II-1", "band/neutralized", 2)
        .gov("V-2", "division-dispersed/neutralized", 1)
        .gov("V-2", "algerian-brigade/neutralized", 2)
        .gov("V-2", "police/neutralized", 2)
        .control("V-2", France);
    // Front, Cadres, Bands; then division, brigades, Police.
    let dice = "recovery.fln@II-1=5 recovery.fln@II-1=4,5 recovery.fln@II-1=6,1 recovery.france@V-2=6 \
                recovery.france@V-2=4,5 recovery.france@V-2=1,5";
    let table = ended(&board, dice);
    changed(
        &table,
        "II-1.front.ug-neutralized 1>0, II-1.front.ug 0>1, II-1.cadre.ug-neutralized 2>1, II-1.cadre.ug 0>1, \
         II-1.band.neutralized 2>0, II-1.band.ug-neutralized 0>1, II-1.band.ug 0>1, \
         V-2.division-dispersed.neutralized 1>0, V-2.division-dispersed.oc 0>1, \
         V-2.algerian-brigade.neutralized 2>1, V-2.algerian-brigade.ops 0>1, \
         V-2.police.neutralized 2>1, V-2.police.ptl 0>1, V-2.control france>0",
    );
}

#[test]
fn terror_recovers_on_a_5_or_without_active_fln_units_on_a_4() {
    let least = |board: &Board| {
        let gone = |die: &u8| {
            let table = ended(board, &format!("terror-recovery@II-1={die}"));
            let gone = table.value("II-1.terror") == "0";
            // A marker that stays costs the Government 1 PSP.
            assert_eq!(table.psl().1, if gone { 50 } else { 49 });
            gone
        };
        (1..=6).find(gone).unwrap_or(7)
    };
    assert_eq!(least(&quiet().terror("II-1")), 4);
    for unit in ["front/ug", "cadre/ops", "band/oc"] {
        assert_eq!(least(&quiet().fln("II-1", unit, 1).terror("II-1")), 5, "{unit}");
    }
}

#[test]
fn neutralized_fln_units_do_not_keep_terror_up_and_recovered_ones_do() {
    let board = quiet().fln("V-1", "cadre/ug-neutralized", 1).terror("V-1");
    let still = ended(&board, "recovery.fln@V-1=4 terror-recovery@V-1=4");
    changed(&still, "V-1.terror 1>0");
    let recovered = ended(&board, "recovery.fln@V-1=5 terror-recovery@V-1=4");
    changed(&recovered, "V-1.cadre.ug-neutralized 1>0, V-1.cadre.ug 0>1, psl.france 50>49");
}

// --- Redeployment

#[test]
fn all_units_return_to_their_boxes_neutralized_ones_too() {
    let board = quiet()
        .fln("V-1", "cadre/ops", 1)
        .fln("V-1", "cadre/oc", 2)
        .fln("V-1", "band/neutralized", 1)
        .fln("V-1", "failek/oc", 1)
        .fln("V-2", "front/oc", 1)
        .independent()
        .fln("TUNISIA", "band/oc", 1)
        .gov("V-3", "division-dispersed/ptl", 1)
        .gov("V-3", "french-brigade/ops", 1)
        .gov("V-3", "elite-brigade/oc", 1)
        .gov("V-3", "algerian-brigade/ptl", 1)
        .gov("V-3", "algerian-brigade/oc", 1)
        .gov("V-3", "elite-brigade/neutralized", 1)
        .control("V-1", Fln)
        .control("V-2", Fln)
        .control("V-3", France)
        .set("border_zone", json!(2))
        .set("border_zone_active", json!(true))
        .air(0)
        .set("helo", json!({ "maximum": 4, "available": 1 }));
    let dice = "helo-depreciation.france=6 recovery.fln@V-1=1 recovery.france@V-3=1";
    let mut table = board.set_up();
    table.play("pass", &format!("{dice} {NO_EVENT}"));
    // Three areas against one: the FLN leads by two and gains 1.
    changed(
        &table,
        "V-1.cadre.ops 1>0, V-1.cadre.oc 2>0, V-1.cadre.ug 0>3, V-1.band.neutralized 1>0, \
         V-1.band.ug-neutralized 0>1, V-1.failek.oc 1>0, V-1.failek.ug 0>1, V-2.front.oc 1>0, V-2.front.ug 0>1, \
         TUNISIA.band.oc 1>0, TUNISIA.band.ops 0>1, V-3.division-dispersed.ptl 1>0, V-3.division-dispersed.oc 0>1, \
         V-3.french-brigade.ops 1>0, V-3.french-brigade.oc 0>1, V-3.algerian-brigade.ptl 1>0, \
         V-3.algerian-brigade.oc 1>0, V-3.algerian-brigade.ops 0>2, border_zone_active 1>0, helo.available 1>4, \
         psl.fln 50>51",
    );
}
