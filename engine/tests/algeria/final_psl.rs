//! The Final PSL Adjustment Segment of Algeria after the coup, and victory, with scripted dice (rules 2.3, 10.4, 12;
//! charts C.6; rulings ).

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::Side::{Fln, France};

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
    table.play("pass", &format!("{dice} {NO_EVENT}"));
    table
}

/// What the end of the turn changed beside the turn and the phase.
#[track_caller]
fn changed(table: &Table, expected: &str) {
    let comma = if expected.is_empty() { "" } else { ", " };
    table.changed(&format!("turn 3>4, phase operations>reinforcement{comma}{expected}"));
}

#[test]
fn the_oas_costs_1_psp_in_algeria_and_2_in_france() {
    for (place, psp) in [("ALGIERS", 1), ("ORAN", 1), ("CONSTANTINE", 1), ("FRANCE", 2)] {
        for controller in ["fln", "france"] {
            let board = quiet().set("oas", json!({ "controller": controller, "place": place }));
            let mut table = board.set_up();
            table.play("pass", &format!("{NO_EVENT} oas=1"));
            table.told_among(&[&format!("PSL of France -{psp} to {} (oas)", 50 - psp)]);
        }
    }
}

#[test]
fn each_area_terrorized_or_resettled_costs_1_psp_once() {
    let board = quiet().terror("II-1").terror("V-1").resettled("II-1").resettled("II-2");
    let table = ended(&board, "terror-recovery@II-1=1 terror-recovery@V-1=1");
    changed(&table, "psl.france 50>47");
}

#[test]
fn an_fln_without_active_mobile_units_in_algeria_loses_three_dice() {
    let base = || Board::new().ap(0).independent();
    for board in [
        base().fln("II-1", "front/ug", 1),
        base().fln("II-1", "band/ug-neutralized", 1),
        base().fln("TUNISIA", "band/ops", 1),
        base().set("cadre_in_france", json!(true)),
    ] {
        let recovery =
            if board.json()["areas"]["II-1"]["fln"]["band"].is_null() { "" } else { "recovery.fln@II-1=1" };
        let table = ended(&board, &format!("{recovery} no-mobile.fln=1,4,6"));
        assert_eq!(table.psl(), (39, 50), "{}", board.json());
    }
    for unit in ["cadre/ug", "band/oc", "failek/ops"] {
        let mut table = base().fln("I-2", unit, 1).set_up();
        table.play("pass", NO_EVENT);
        assert_eq!(table.psl(), (50, 50), "{unit}");
    }
}

#[test]
fn a_tenth_of_the_firepower_abroad_rounded_down_is_gained() {
    for (cadres, bands, faileks, psp) in
        [(0, 4, 0, 0), (1, 4, 0, 0), (0, 5, 0, 1), (0, 5, 1, 1), (0, 8, 3, 2), (2, 0, 2, 1)]
    {
        let board = quiet()
            .independent()
            .fln("TUNISIA", "band/ops", bands)
            .fln("MOROCCO", "failek/ops", faileks)
            .fln("MOROCCO", "cadre/ops", cadres);
        assert_eq!(ended(&board, "").psl(), (50 + psp, 50), "{cadres} {bands} {faileks}");
    }
}

#[test]
fn half_the_lead_in_controlled_areas_rounded_down_is_gained() {
    let areas = ["V-1", "V-2", "V-3", "V-5", "V-6", "V-7", "V-8"];
    // With I-2 the FLN has one area more than `fln`.
    for (fln, france, psl) in [
        (0, 0, (50, 50)),
        (1, 0, (51, 50)),
        (2, 0, (51, 50)),
        (6, 1, (53, 50)),
        (0, 2, (50, 50)),
        (0, 3, (50, 51)),
        (1, 6, (50, 52)),
    ] {
        let mut board = quiet();
        for area in &areas[..fln] {
            board = board.fln(area, "band/ug", 1);
        }
        for area in &areas[fln..fln + france] {
            board = board.gov(area, "algerian-brigade/ops", 1);
        }
        let dice = "";
        assert_eq!(ended(&board, dice).psl(), psl, "{fln} {france}");
    }
}

/// A board on which every adjustment of the segment happens, from these PSL.
fn all_adjustments(fln: u8, france: u8) -> Board {
    Board::new()
        .ap(0)
        .independent()
        .psl(fln, france)
        .set("oas", json!({ "controller": "fln", "place": "FRANCE" }))
        .terror("I-1")
        .resettled("II-1")
        .fln("TUNISIA", "band/ops", 5)
        .gov("V-1", "algerian-brigade/ops", 1)
        .gov("V-3", "algerian-brigade/ops", 1)
        .control("V-1", France)
        .control("V-3", France)
}

#[test]
fn the_adjustments_follow_the_order_of_charts_c_6() {
    let mut table = all_adjustments(50, 50).set_up();
    table.play("pass", &format!("terror-recovery@I-1=1 no-mobile.fln=2,2,2 {NO_EVENT} oas=1"));
    table.told_among(&[
        "PSL of France -2 to 48 (oas)",
        "PSL of France -2 to 46 (terror)",
        "PSL of FLN -6 to 44 (no-mobile)",
        "PSL of FLN +1 to 45 (abroad)",
        "PSL of France +1 to 47 (areas)",
    ]);
}

#[test]
fn defeat_is_checked_after_each_adjustment() {
    // A coup is checked first: the Army does not try.
    for (fln, france, dice, last) in [
        // The OAS ends the game, although the Government leads in areas.
        (40, 2, "terror-recovery@I-1=1 coup-attempt.france=1", "FLN wins: substantial victory"),
        // Then Terror.
        (51, 4, "terror-recovery@I-1=1 coup-attempt.france=1", "FLN wins: decisive victory"),
        // The FLN is beaten before its units abroad help.
        (6, 60, "terror-recovery@I-1=1 no-mobile.fln=2,2,2", "France wins: decisive victory"),
    ] {
        let mut table = all_adjustments(fln, france).set_up();
        table.play("pass", dice);
        table.waits("over");
        assert_eq!(table.log().last().map(String::as_str), Some(last), "{fln} {france}");
    }
    // One PSP more goes on.
    let mut table = all_adjustments(7, 60).set_up();
    table.play("pass", &format!("terror-recovery@I-1=1 no-mobile.fln=2,2,2 {NO_EVENT} oas=1"));
    assert_eq!(table.psl(), (2, 57));
}

#[test]
fn the_excess_of_a_gain_above_99_comes_off_the_other_side_and_can_end_the_game() {
    let board = |fln, france| {
        quiet().independent().psl(fln, france).fln("TUNISIA", "band/ops", 10).fln("V-1", "band/ug", 1)
    };
    // 2 PSP for firepower abroad, then 1 for two areas against none.
    let table = ended(&board(98, 40), "");
    assert_eq!(table.psl(), (99, 38));
    let mut table = board(98, 2).set_up();
    table.play("pass", "coup-attempt.france=1");
    table.waits("over");
    assert_eq!(table.psl(), (99, 0));
    table.told_among(&["FLN wins: decisive victory"]);
}

// --- Victory

#[test]
fn the_level_of_a_victory_goes_by_the_psl_of_the_winner() {
    for (psl, level) in [
        (1, "marginal"),
        (25, "marginal"),
        (26, "substantial"),
        (50, "substantial"),
        (51, "decisive"),
        (99, "decisive"),
    ] {
        let mut fln =
            quiet().psl(psl, 2).set("oas", json!({ "controller": "fln", "place": "FRANCE" })).set_up();
        fln.play("pass", "coup-attempt.france=1");
        fln.told_among(&[&format!("FLN wins: {level} victory")]);
        if psl > 30 {
            let mut france = Board::new().ap(0).psl(3, psl).fln("II-1", "front/ug", 1).set_up();
            france.play("pass", "no-mobile.fln=1,1,1");
            france.told_among(&[&format!("France wins: {level} victory")]);
        }
    }
}
