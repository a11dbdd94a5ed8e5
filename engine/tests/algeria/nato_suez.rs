//! The random events of Algeria that take Government units away, with scripted dice (charts C.2; rulings ).

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::Side;

/// The FLN passes and turn 4 begins: nothing happens in the Interphase of turn 3.
fn turn_end() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

/// Ends the turn of a board without missions left; `dice` are those of the Random Events Phase.
#[track_caller]
fn next_turn(board: &Board, dice: &str) -> Table {
    let mut table = board.set_up();
    table.play("pass", dice);
    table
}

/// What the next turn changed, beside the turn and the phase.
#[track_caller]
fn changed(table: &Table, expected: &str) {
    let comma = if expected.is_empty() { "" } else { ", " };
    table.changed(&format!("turn 3>4, phase operations>reinforcement{comma}{expected}"));
}

/// Asserts what came of a roll of two dice for the event.
#[track_caller]
fn event(board: &Board, cell: u8, more_dice: &str, expected: &str) {
    let dice = format!("event-tens={} event-units={} {more_dice}", cell / 10, cell % 10);
    changed(&next_turn(board, &dice), expected);
}

/// The Army for NATO: a division, French brigades in several states, and units that NATO does not ask for.
fn army() -> Board {
    turn_end()
        .gov("ORAN", "division-dispersed/ops", 1)
        .gov("ORAN", "french-brigade/ptl", 1)
        .gov("ORAN", "elite-brigade/ops", 1)
        .gov("ORAN", "algerian-brigade/ops", 1)
        .control("ORAN", Side::France)
        .gov("V-3", "french-brigade/neutralized", 1)
}

const ARMY_DICE: &str = "recovery.france@V-3=1 event-tens=5 event-units=5";

#[test]
fn nato_asks_for_french_brigades_and_divisions_in_any_box_and_state() {
    let table = next_turn(&army(), &format!("{ARMY_DICE} nato.france=2"));
    // After the Interphase the units wait for activation.
    table.waits("France nato-unit").offers(
        "remove:ORAN/division-dispersed/oc remove:ORAN/french-brigade/oc remove:V-3/french-brigade/neutralized",
    );
}

#[test]
fn brigades_removed_for_nato_are_counted_one_by_one() {
    let mut table = next_turn(&army(), &format!("{ARMY_DICE} nato.france=2"));
    table.play("remove:V-3/french-brigade/neutralized", "");
    table
        .waits("France nato-unit")
        .changed("V-3.french-brigade.neutralized 1>0, nato_keeps.french-brigade 0>1");
    table.play("remove:ORAN/french-brigade/oc", "");
    table.changed(
        "ORAN.french-brigade.oc 1>0, nato_keeps.french-brigade 1>2, phase random-events>reinforcement",
    );
}

#[test]
fn a_division_counts_three_brigades_and_may_overshoot() {
    let mut table = next_turn(&army(), &format!("{ARMY_DICE} nato.france=1"));
    table.play("remove:ORAN/division-dispersed/oc", "");
    table.changed(
        "ORAN.division-dispersed.oc 1>0, nato_keeps.division 0>1, phase random-events>reinforcement",
    );
    // After a brigade the division still may be the last one.
    let mut table = next_turn(&army(), &format!("{ARMY_DICE} nato.france=4"));
    table.play("remove:ORAN/french-brigade/oc", "");
    table.waits("France nato-unit");
    table.play("remove:ORAN/division-dispersed/oc", "");
    table.changed(
        "ORAN.division-dispersed.oc 1>0, nato_keeps.division 0>1, phase random-events>reinforcement",
    );
    assert_eq!(table.value("V-3.french-brigade.neutralized"), "1");
}

#[test]
fn nato_takes_all_there_are_if_it_asks_for_as_many_or_more() {
    // 1 division and 2 brigades are 5 brigades.
    for asked in [5, 6] {
        let table = next_turn(&army(), &format!("{ARMY_DICE} nato.france={asked}"));
        table.waits("France mobilize");
        assert_eq!(table.value("nato_keeps.division"), "1");
        assert_eq!(table.value("nato_keeps.french-brigade"), "2");
        assert_eq!(table.value("ORAN.elite-brigade.oc"), "1");
        assert_eq!(table.value("ORAN.algerian-brigade.ops"), "1");
    }
    let table = next_turn(&army(), &format!("{ARMY_DICE} nato.france=4"));
    table.waits("France nato-unit");
}

#[test]
fn nato_without_army_units_has_no_effect() {
    let board = turn_end().gov("ORAN", "elite-brigade/oc", 1).control("ORAN", Side::France);
    event(&board, 56, "nato.france=6", "");
}

#[test]
fn what_nato_took_is_back_in_the_pool_in_the_next_turn_and_comes_concentrated() {
    let board = turn_end()
        .gov("ORAN", "french-brigade/oc", 4)
        .gov("ORAN", "division-dispersed/oc", 13)
        .control("ORAN", Side::France);
    let mut table = next_turn(&board, "event-tens=5 event-units=6 nato.france=4");
    table.play("remove:ORAN/french-brigade/oc remove:ORAN/division-dispersed/oc", "");
    // Not in this turn: both types are short of counters.
    table.waits("France mobilize");
    table.offers("mobilize:elite-brigade mobilize:algerian-brigade mobilize:police done");
    // Through the turn without buying or activating anything.
    let dice = "ap-depreciation.fln=6 event-tens=1 event-units=1";
    table.play("done done count:0 count:0 done count:12 count:0 pass", dice);
    assert_eq!(table.value("nato_keeps.division"), "0");
    assert!(table.allows("mobilize:division") && table.allows("mobilize:french-brigade"));
    table.play("mobilize:division station:V-1", "");
    assert_eq!(table.value("V-1.division-concentrated.ops"), "1");
}

/// Four elite brigades, one of them neutralized.
fn elites() -> Board {
    turn_end()
        .gov("ALGIERS", "elite-brigade/ops", 2)
        .gov("ALGIERS", "elite-brigade/neutralized", 1)
        .gov("ORAN", "elite-brigade/ptl", 1)
        .control("ALGIERS", Side::France)
        .control("ORAN", Side::France)
}

const SUEZ: &str = "recovery.france@ALGIERS=1 event-tens=6 event-units=1";

#[test]
fn suez_takes_one_die_of_elite_brigades_that_the_government_picks_in_order() {
    let mut table = next_turn(&elites(), &format!("{SUEZ} suez.france=2"));
    table
        .waits("France suez-unit")
        .offers("remove:ALGIERS/elite-brigade/oc remove:ALGIERS/elite-brigade/neutralized");
    table.play("remove:ALGIERS/elite-brigade/neutralized", "");
    // The one in Oran follows by itself.
    table.changed(
        "ALGIERS.elite-brigade.neutralized 1>0, ORAN.elite-brigade.oc 1>0, ALGIERS.elites_at_suez 0>1, \
         ORAN.elites_at_suez 0>1, phase random-events>reinforcement",
    );
}

#[test]
fn suez_takes_all_elite_brigades_if_there_are_no_more() {
    for asked in [4, 5, 6] {
        let table = next_turn(&elites(), &format!("{SUEZ} suez.france={asked}"));
        table.waits("France mobilize");
        assert_eq!(table.value("ALGIERS.elites_at_suez"), "3", "{asked}");
        assert_eq!(table.value("ORAN.elites_at_suez"), "1", "{asked}");
        assert_eq!(table.value("suez_used"), "1");
    }
}

#[test]
fn elites_come_back_from_suez_in_the_next_reinforcement_phase_and_wait_for_activation() {
    // All seven counters are in use: nothing of the type can be mobilized while some are at Suez.
    let board = elites().gov("ORAN", "elite-brigade/oc", 3);
    let mut table = next_turn(&board, &format!("{SUEZ} suez.france=3"));
    table.play("remove:ALGIERS/elite-brigade/oc remove:ALGIERS/elite-brigade/oc", "");
    // The third: the neutralized one, or one in Oran.
    table.play("remove:ALGIERS/elite-brigade/neutralized", "").waits("France mobilize");
    assert_eq!(table.value("ALGIERS.elites_at_suez"), "3");
    assert!(!table.allows("mobilize:elite-brigade"));
    let dice = "ap-depreciation.fln=6 event-tens=1 event-units=1";
    table.play("done done count:0 done count:0 pass", dice);
    table.changed(
        "turn 4>5, ap 0>5, ALGIERS.elites_at_suez 3>0, ALGIERS.elite-brigade.oc 0>3, ALGIERS.control france>0",
    );
    // They need no mobilization, and they are waiting like any other.
    table.play("done done activate-all", "").told_among(&["ALGIERS: 3 x elite-brigade activated"]);
}

/// Asserts that the event is Suez and nothing leaves.
#[track_caller]
fn no_suez(board: &Board) {
    let table = next_turn(board, "recovery.france@ALGIERS=1 event-tens=6 event-units=2");
    table.waits("France mobilize").told_among(&["random event: suez"]);
    assert_eq!(table.value("ALGIERS.elites_at_suez"), "0");
    assert_eq!(table.value("ALGIERS.elite-brigade.oc"), "2");
}

#[test]
fn suez_happens_once_in_a_game() {
    no_suez(&elites().set("suez_used", json!(true)));
}

#[test]
fn suez_is_used_up_even_if_no_elite_brigade_is_on_the_map() {
    event(&turn_end(), 61, "suez.france=4", "suez_used 0>1");
}

#[test]
fn suez_does_not_happen_in_1958_and_1960() {
    for scenario in ["1958", "1960"] {
        let setting = wilaya_engine::Setting { scenario: Some(scenario.to_owned()), ..Default::default() };
        let table = Table::begin(&setting, "first-ap.fln=1,1 event-tens=6 event-units=1");
        assert_eq!(table.value("suez_used"), "1", "{scenario}");
        table.told_among(&["random event: suez", "Turn 1: reinforcement"]);
    }
}
