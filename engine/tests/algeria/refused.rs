//! Positions that the rules do not allow are refused, with the key, what was found and what was expected.

use serde_json::json;

use crate::support::Board;

#[track_caller]
fn refused(board: &Board, message: &str) {
    assert_eq!(board.refused(), message);
}

/// The Government moves units: one Algerian brigade on hand in I-1, and its class.
fn moving() -> Board {
    Board::new()
        .gov("I-1", "algerian-brigade/ops", 1)
        .at("french-move")
        .set("under_way", json!({ "class": 4 }))
}

#[test]
fn the_class_under_way_must_have_units() {
    moving().set_up();
    refused(
        &moving().set("under_way.class", json!(12)),
        "under_way.class: found 12, expected a class of units that can be deployed",
    );
    refused(
        &moving().set("under_way", json!({ "class": 4, "from": 25 })),
        "under_way.from: found 25, expected the number of an area",
    );
}

#[test]
fn what_waits_for_activation_is_counted_again() {
    let waiting = |halves: u16| {
        Board::new()
            .gov("I-1", "french-brigade/oc", 2)
            .gov("I-2", "french-brigade/oc", 1)
            .at("activate-units")
            .set("under_way", json!({ "class": 2, "waiting_half_psp": halves }))
    };
    let price = 3;
    waiting(price).set_up();
    for wrong in [0, price - 1, price + 1, 300] {
        refused(
            &waiting(wrong),
            &format!("under_way.waiting_half_psp: found {wrong}, expected {price}, for all that wait"),
        );
    }
}

#[test]
fn a_free_set_up_has_placed_what_the_scenario_has() {
    // The first class of the scenario: a French brigade in wilaya II.
    let board = Board::new().free().at("set-up-france").set("turn", json!(0));
    let under_way = |left: u8, from: u8| json!({ "class": 6, "left": left, "from": from });
    let first = board.clone().set("under_way", under_way(1, 0));
    first.set_up();
    refused(
        &board.clone().set("under_way", under_way(0, 0)),
        "under_way.left: found 0, expected a number from 1 to 1",
    );
    refused(
        &first.clone().set("under_way.class", json!(1)),
        "under_way.class: found 1, expected a class of units that the scenario has",
    );
    refused(
        &first.clone().set("under_way.from", json!(1)),
        "under_way.from: found 1, expected 0, the last area that got a unit of the class",
    );
    refused(
        &first.clone().resettled("II-3"),
        "areas.II-3.resettled: found true, expected false while the board is set up",
    );
    refused(
        &first.gov("I-1", "police/ptl", 9),
        "areas: found 9 of type police set up in wilaya I, expected 0",
    );
}

#[test]
fn what_means_nothing_at_a_decision_is_not_there() {
    refused(
        &Board::new().set("under_way", json!({ "left": 3 })),
        "under_way.left: found 3, expected nothing: it has no meaning at \"fln-operation\"",
    );
    refused(
        &Board::new().set("phase", json!("deployment")),
        "phase: found \"deployment\", expected \"operations\", the phase of \"fln-operation\"",
    );
    refused(&Board::new().set("turn", json!(65_535)), "turn: found 65535, expected at most 10000");
    refused(
        &Board::new().fln("I-1", "band/ops", 1).at("mobilize"),
        "areas: FLN units have left the Underground box, expected none at \"mobilize\"",
    );
}

#[test]
fn words_of_what_is_under_way_are_known() {
    let board = |under_way| Board::new().set("under_way", under_way);
    refused(&board(json!({ "mark": "-" })), "under_way.mark: found \"-\", expected one of , +, @");
    refused(
        &board(json!({ "area": "TUNIS" })),
        "under_way.area: found \"TUNIS\", expected the id of a place",
    );
    refused(
        &board(json!({ "gov": { "police": 1 } })),
        "under_way.gov: found {\"police\":1}, expected mobile units: Police take no part",
    );
    refused(
        &board(json!({ "unit": "bande" })),
        "under_way.unit: found \"bande\", expected one of front, cadre, band, failek",
    );
}

#[test]
fn only_the_cadre_takes_part_in_france() {
    let propaganda = |unit: &str| {
        let under_way = json!({
            "after": "mission-mark", "split": 2, "area": "FRANCE", "mark": "+", "fln": { unit: [1, 0] },
        });
        Board::new().at("split").set("cadre_in_france", json!(true)).set("under_way", under_way)
    };
    propaganda("cadre").set_up();
    refused(
        &propaganda("front"),
        "under_way.fln.front: found [1, 0], expected at most [0, 0], which are in FRANCE",
    );
}
