//! The Deployment Phase of Algeria (rules 7, 11.22, 11.7; rulings ).

use crate::support::Board;
use serde_json::json;
use wilaya_engine::Side;

/// The FLN has spent: what follows is the Deployment Phase.
fn deploying() -> Board {
    Board::new().ap(1).fln("V-8", "cadre/ug", 1).set("phase", json!("reinforcement")).at("spend-where")
}

#[test]
fn deployment_goes_from_modes_to_patrol_to_moves_to_france_to_the_fln() {
    let mut table = deploying()
        .gov("II-1", "division-concentrated/ops", 1)
        .fln("II-2", "front/ug", 1)
        .fln("II-2", "cadre/ug", 1)
        .set_up();
    table.play("done", "").waits("France division-mode").changed("phase reinforcement>deployment");
    table.play("count:0", "").waits("France patrol");
    table.play("count:0", "").waits("France french-move");
    table.play("done", "").waits("FLN cadre-in-france");
    table.play("done", "").waits("FLN fln-deploy");
    // Front and Cadre of II-2, then the Cadre of V-8.
    table.play("count:0 count:0", "").waits("FLN fln-deploy");
    table.play("count:0", "").waits("FLN fln-operation").changed("phase deployment>operations");
}

// --- Modes

#[test]
fn any_division_may_change_its_mode_in_any_box_and_state() {
    let mut table = deploying()
        .gov("II-1", "division-concentrated/ops", 2)
        .gov("II-1", "division-dispersed/ops", 1)
        .gov("II-1", "division-concentrated/oc", 1)
        .gov("V-3", "division-dispersed/neutralized", 1)
        .set_up();
    table.play("done", "").waits("France division-mode");
    // How many of the three in Operations are Dispersed.
    table.offers("count:0 count:1 count:2 count:3");
    table.play("count:3", "").changed("II-1.division-concentrated.ops 2>0, II-1.division-dispersed.ops 1>3");
    // One that was not activated.
    table.offers("count:0 count:1");
    table.play("count:1", "").changed("II-1.division-concentrated.oc 1>0, II-1.division-dispersed.oc 0>1");
    // A neutralized one.
    table.waits("France division-mode").offers("count:0 count:1");
    table.play("count:0", "");
    table.changed("V-3.division-dispersed.neutralized 1>0, V-3.division-concentrated.neutralized 0>1");
    table.waits("France patrol");
}

#[test]
fn leaving_the_modes_as_they_are_changes_nothing() {
    let mut table = deploying()
        .gov("II-1", "division-concentrated/ops", 1)
        .gov("II-1", "division-dispersed/ops", 2)
        .set_up();
    table.play("done count:2", "").told_among(&["Turn 3: deployment"]);
    assert_eq!(table.log().len(), 1, "{:?}", table.log());
    assert_eq!(table.value("II-1.division-dispersed.ops"), "2");
    table.waits("France patrol");
}

// --- Patrol and moves

#[test]
fn units_in_operations_go_on_patrol_class_by_class_in_their_area() {
    let mut table = deploying()
        .gov("II-1", "elite-brigade/ops", 2)
        .gov("II-1", "algerian-brigade/ops", 1)
        .gov("II-1", "french-brigade/oc", 1)
        .gov("II-1", "french-brigade/neutralized", 1)
        .gov("II-1", "police/ptl", 1)
        .gov("ORAN", "french-brigade/ops", 1)
        .set_up();
    table.play("done", "").waits("France patrol").offers("count:0 count:1 count:2");
    table.play("count:1", "").changed("II-1.elite-brigade.ops 2>1, II-1.elite-brigade.ptl 0>1");
    table.offers("count:0 count:1");
    table.play("count:1", "").changed("II-1.algerian-brigade.ops 1>0, II-1.algerian-brigade.ptl 0>1");
    // The French brigades that are neutralized or wait for activation are not asked for: next is Oran.
    table.play("count:1", "").changed("ORAN.french-brigade.ops 1>0, ORAN.french-brigade.ptl 0>1");
    // One unit is left in Operations to move.
    table.waits("France french-move");
    table.play("done", "").waits("FLN fln-deploy");
}

#[test]
fn a_unit_left_in_operations_may_go_to_any_other_area() {
    let mut table = deploying().gov("V-7", "algerian-brigade/ops", 1).set_up();
    table.play("done count:0", "").waits("France french-move");
    table.offers(
        "to:I-1 to:I-2 to:I-3 to:I-4 to:CONSTANTINE to:II-1 to:II-2 to:II-3 to:III-1 to:III-2 to:III-3 to:ALGIERS \
         to:IV-1 to:IV-2 to:ORAN to:V-1 to:V-2 to:V-3 to:V-4 to:V-5 to:V-6 to:V-8 to:VI-1 to:VI-2 done",
    );
    table.play("to:I-1", "").changed("V-7.algerian-brigade.ops 1>0, I-1.algerian-brigade.ops 0>1");
    table.waits("FLN fln-deploy");
}

#[test]
fn units_of_one_class_move_one_by_one_with_areas_not_decreasing() {
    let mut table = deploying().gov("V-7", "elite-brigade/ops", 3).set_up();
    table
        .play("done count:0 to:V-8", "")
        .changed("V-7.elite-brigade.ops 3>2, V-8.elite-brigade.ops 0>1, phase reinforcement>deployment");
    table.offers("to:V-8 to:VI-1 to:VI-2 done");
    table.play("to:VI-2", "").offers("to:VI-2 done");
    table.play("done", "").changed_nothing();
    // The one that came to V-8 is the next class.
    table.waits("France french-move");
    table.play("done done", "").waits("FLN fln-deploy");
}

#[test]
fn a_unit_on_patrol_does_not_move() {
    let mut table = deploying().gov("V-7", "elite-brigade/ops", 1).set_up();
    table.play("done count:1", "").waits("FLN fln-deploy");
    assert_eq!(table.value("V-7.elite-brigade.ptl"), "1");
}

#[test]
fn units_that_wait_for_activation_or_are_neutralized_are_not_deployed() {
    let mut table = deploying()
        .gov("V-7", "elite-brigade/oc", 2)
        .gov("V-7", "algerian-brigade/neutralized", 1)
        .gov("V-7", "police/ptl", 2)
        .set_up();
    table.play("done", "").waits("FLN fln-deploy");
}

#[test]
fn units_mobilized_this_turn_may_be_deployed() {
    let mut table = deploying().at("mobilize").set_up();
    table.play("mobilize:division station:II-1 done done done count:1 count:0 to:V-3", "");
    assert_eq!(table.value("V-3.division-dispersed.ops"), "1");
}

// --- The Cadre in France

#[test]
fn a_cadre_leaves_for_france_from_an_area_with_a_front_in_any_state() {
    let mut table = deploying()
        .fln("I-1", "cadre/ug", 1)
        .fln("I-1", "front/ug-neutralized", 1)
        .fln("ORAN", "cadre/ug", 2)
        .fln("ORAN", "front/ug", 1)
        .fln("II-1", "cadre/ug-neutralized", 1)
        .fln("II-1", "front/ug", 1)
        .fln("II-2", "cadre/ug", 1)
        .set_up();
    table.play("done", "").waits("FLN cadre-in-france").offers("send:I-1 send:ORAN done");
    table.play("send:ORAN", "").changed("ORAN.cadre.ug 2>1, cadre_in_france 0>1");
    table.waits("FLN fln-deploy");
}

#[test]
fn the_cadre_in_france_comes_back_to_an_area_of_algeria_with_a_front_in_any_state() {
    let mut table = deploying()
        .independent()
        .set("cadre_in_france", json!(true))
        .fln("I-1", "front/ug-neutralized", 1)
        .fln("ORAN", "front/ug", 1)
        .fln("ORAN", "cadre/ug", 1)
        .fln("TUNISIA", "band/ops", 1)
        .set_up();
    // Another Cadre cannot leave while one is there; the countries have no Front.
    table.play("done", "").waits("FLN cadre-in-france").offers("return:I-1 return:ORAN done");
    table.play("return:I-1", "").changed("cadre_in_france 1>0, I-1.cadre.ug 0>1");
    // One transfer a turn. It may go to Operations in its new area.
    table.waits("FLN fln-deploy").offers("count:0 count:1");
    table.play("count:1", "").changed("I-1.cadre.ug 1>0, I-1.cadre.ops 0>1");
}

#[test]
fn without_a_front_no_cadre_leaves_for_france_and_none_comes_back() {
    let mut table = deploying().set("cadre_in_france", json!(true)).set_up();
    table.play("done", "").waits("FLN fln-deploy").changed("phase reinforcement>deployment");
    let mut table =
        deploying().independent().fln("TUNISIA", "cadre/ops", 1).fln("I-1", "front/ug", 1).set_up();
    table.play("done", "").waits("FLN fln-deploy");
}

#[test]
fn the_cadre_does_its_propaganda_in_the_turn_it_comes_to_france() {
    let mut table = deploying().ap(1).fln("II-1", "cadre/ug", 1).fln("II-1", "front/ug", 1).set_up();
    table.play("done send:II-1 count:0 count:0 propaganda split:2", "propaganda.fln@FRANCE=5");
    assert_eq!(table.psl(), (52, 50));
    assert_eq!(table.value("propaganda_in_france_done"), "1");
}

// --- The FLN

#[test]
fn active_fln_units_leave_the_underground_fronts_included() {
    let mut table = Board::new()
        .independent()
        .ap(0)
        .set("phase", json!("reinforcement"))
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-1", "cadre/ug-neutralized", 1)
        .fln("II-1", "band/ug", 1)
        .fln("V-1", "failek/ug", 2)
        .fln("TUNISIA", "band/ops", 3)
        .at("spend-where")
        .set_up();
    table.play("done done", "").waits("FLN fln-deploy").offers("count:0 count:1");
    table.play("count:1", "").changed("II-1.front.ug 1>0, II-1.front.ops 0>1");
    table.offers("count:0 count:1 count:2");
    table.play("count:1", "").changed("II-1.cadre.ug 2>1, II-1.cadre.ops 0>1");
    table.offers("count:0 count:1");
    table.play("count:0", "").changed_nothing();
    table.offers("count:0 count:1 count:2");
    table.play("count:2", "");
    table.changed("V-1.failek.ug 2>0, V-1.failek.ops 0>2, phase deployment>operations");
    // Neutralized units and units abroad are not asked for.
    table.waits("FLN fln-operation");
}

#[test]
fn a_side_without_units_to_deploy_is_not_asked() {
    let mut table = Board::new()
        .ap(5)
        .set("phase", json!("reinforcement"))
        .set("oas", json!({ "controller": "fln", "place": null }))
        .control("II-1", Side::France)
        .gov("II-1", "police/ptl", 1)
        .at("oas-place")
        .set_up();
    table.play("oas:FRANCE", "").waits("FLN fln-operation");
    table.told(&["OAS in FRANCE", "Turn 3: deployment", "Turn 3: operations"]);
}
