//! The income of the FLN in Algeria with scripted dice (rules 6.1, 11.6; charts A.4; rulings to
//!

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::{Setting, Side};

/// The Government is about to mobilize; a Cadre in the desert is all there is.
fn mobilizing() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).set("phase", json!("reinforcement")).at("mobilize")
}

/// The dice of a turn without an event.
const NO_EVENT: &str = "event-tens=1 event-units=1";

/// What the FLN gets from one area.
#[track_caller]
fn income(board: Board) -> i32 {
    // A PSL of 50 gives 5 AP; Naval Points take all of them.
    let mut table = board.set("naval", json!(5)).at("buy-point").set_up();
    table.play("done", "");
    table.value("ap").parse().unwrap_or(-1)
}

#[test]
fn controlled_areas_give_5_or_2_ap() {
    let controlled = |area| income(mobilizing().control(area, Side::Fln));
    assert_eq!((controlled("ORAN"), controlled("II-1"), controlled("V-1")), (5, 2, 0));
    // A resettled area is Remote.
    assert_eq!(income(mobilizing().control("II-1", Side::Fln).resettled("II-1")), 0);
}

#[test]
fn contested_areas_with_an_active_unit_give_2_or_1_ap() {
    for unit in ["cadre/ug", "front/ug", "band/ug", "failek/ug"] {
        let contested = |area| income(mobilizing().fln(area, unit, 1));
        assert_eq!((contested("ALGIERS"), contested("IV-2")), (2, 1), "{unit}");
    }
    assert_eq!(income(mobilizing().fln("I-3", "band/ug", 1)), 0);
    assert_eq!(income(mobilizing().fln("IV-2", "band/ug", 1).resettled("IV-2")), 0);
    assert_eq!(income(mobilizing().fln("ALGIERS", "cadre/ug-neutralized", 2)), 0);
    assert_eq!(income(mobilizing().fln("IV-2", "front/ug-neutralized", 1)), 0);
    // Several units in one area count once.
    assert_eq!(income(mobilizing().fln("ALGIERS", "cadre/ug", 3).fln("ALGIERS", "front/ug", 1)), 2);
}

#[test]
fn areas_that_the_government_controls_give_nothing() {
    for area in ["ALGIERS", "IV-2"] {
        assert_eq!(income(mobilizing().fln(area, "cadre/ug", 1).control(area, Side::France)), 0);
    }
}

#[test]
fn terror_takes_1_ap_from_an_area_that_gives_any() {
    for (area, controlled, contested) in [("ALGIERS", 4, 1), ("IV-2", 1, 0), ("I-3", 0, 0)] {
        assert_eq!(income(mobilizing().control(area, Side::Fln).terror(area)), controlled, "{area}");
        assert_eq!(income(mobilizing().fln(area, "cadre/ug", 1).terror(area)), contested, "{area}");
        assert_eq!(income(mobilizing().terror(area)), 0, "{area}");
    }
}

#[test]
fn income_from_areas_adds_up_and_naval_points_do_not_reduce_it() {
    let board = mobilizing()
        .control("ORAN", Side::Fln)
        .control("II-1", Side::Fln)
        .terror("II-1")
        .fln("ALGIERS", "front/ug", 1)
        .fln("V-4", "band/ug", 1)
        .set("naval", json!(30))
        .at("buy-point");
    let mut table = board.set_up();
    table.play("done", "");
    table.told_among(&["AP +9 to 9 (areas)"]);
    assert_eq!(table.value("ap"), "9");
}

#[test]
fn a_tenth_of_the_psl_rounded_up_less_naval_points_is_income() {
    for (psl, naval, ap) in [
        (1, 0, 1),
        (10, 0, 1),
        (11, 0, 2),
        (50, 0, 5),
        (51, 0, 6),
        (90, 0, 9),
        (91, 0, 10),
        (99, 0, 10),
        (51, 2, 4),
        (51, 6, 0),
        (51, 7, 0),
    ] {
        let board =
            mobilizing().fln("I-2", "band/ug", 1).psl(psl, 50).set("naval", json!(naval)).at("buy-point");
        let mut table = board.set_up();
        table.play("done", "");
        assert_eq!(table.value("ap"), ap.to_string(), "{psl} {naval}");
    }
}

#[test]
fn ap_above_99_are_lost() {
    let mut table = mobilizing().ap(97).at("buy-point").set_up();
    table.play("done", "").changed("ap 97>99");
}

#[test]
fn an_active_border_zone_cuts_income_only_by_option() {
    let board = || mobilizing().independent().set("border_zone", json!(3)).at("activate-zone");
    let by_option = || board().option("border_zone_cuts_ap");
    let ap = |board: Board, zone: &str| {
        let mut table = board.set_up();
        table.play(zone, "");
        table.value("ap")
    };
    assert_eq!(ap(board(), "activate-zone"), "5");
    assert_eq!(ap(by_option(), "activate-zone"), "2");
    assert_eq!(ap(by_option(), "done"), "5");
    // With Naval Points, not below 0, and not from areas.
    assert_eq!(ap(by_option().set("naval", json!(1)), "activate-zone"), "1");
    assert_eq!(ap(by_option().psl(20, 50).fln("ALGIERS", "cadre/ug", 1), "activate-zone"), "2");
}

#[test]
fn the_income_of_turn_1_is_that_of_contested_areas_on_top_of_the_first_ap() {
    for (scenario, areas, psl, stages) in
        [("1954", 8, 5, ""), ("1958", 10, 4, "done done"), ("1960", 10, 2, "done")]
    {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let mut table = Table::begin(&setting, &format!("first-ap.fln=3,4 {NO_EVENT}"));
        table.play(&format!("done done done {stages} activate-all"), "");
        table.told_among(&[
            &format!("AP +{areas} to {} (areas)", 7 + areas),
            &format!("AP +{psl} to {} (psl)", 7 + areas + psl),
        ]);
    }
}
