//! Intelligence, Civil Affairs, Suppression and Population Resettlement in Algeria with scripted dice (rules 9.24 to
//! 9.27, 11.3; charts B.3, B.4; rulings ).

use crate::support::{Board, Table};
use serde_json::json;

/// The Government is to act, with a Police unit in II-1.
fn police() -> Board {
    Board::new().gov("II-1", "police/ptl", 1).government_acts()
}

/// What may be done now but to pass.
fn missions(table: &Table) -> String {
    table.legal().join(" ").replace(" pass", "").replace("pass", "")
}

// Intelligence (9.24)

#[test]
fn intelligence_costs_1_psp_and_rolls_for_each_unit_underground_a100() {
    let board = Board::new()
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-1", "band/ug", 1)
        .fln("II-1", "failek/ops", 1)
        .gov("II-1", "police/ptl", 2)
        .gov("II-1", "police/neutralized", 1)
        .government_acts();
    let mut table = board.set_up();
    // Two Police contact with 4.
    table.play("intelligence", "intelligence.france@II-1=4,5,4,4").waits("FLN fln-operation");
    table.changed(
        "psl.france 50>49, II-1.front.ug 1>0, II-1.front.oc 0>1, II-1.cadre.ug 2>1, II-1.cadre.oc 0>1, \
         II-1.band.ug 1>0, II-1.band.oc 0>1",
    );
    table.told(&[
        "intelligence in II-1",
        "PSL of France -1 to 49 (mission-cost)",
        "II-1: 1 front contacted",
        "II-1: 1 cadre contacted",
        "II-1: 1 band contacted",
    ]);
}

#[test]
fn a_neutralized_unit_that_intelligence_contacts_leaves_the_underground_and_stays_neutralized_a100() {
    let board = Board::new()
        .fln("II-1", "band/ug", 1)
        .fln("II-1", "band/ug-neutralized", 1)
        .gov("II-1", "police/ptl", 2)
        .government_acts();
    let mut table = board.set_up();
    table.play("intelligence", "5 4");
    table.changed("psl.france 50>49, II-1.band.ug-neutralized 1>0, II-1.band.neutralized 0>1");
}

#[test]
fn intelligence_may_be_repeated_in_an_area_a100() {
    let mut table = police().fln("II-1", "cadre/ug", 1).set_up();
    table.play("intelligence tell intelligence tell", "6 6");
    assert!(table.allows("intelligence"));
    assert_eq!(table.psl(), (50, 48));
}

#[test]
fn intelligence_needs_active_police_and_an_fln_unit_underground_a100() {
    let possible = |board: Board| board.set_up().allows("intelligence");
    assert!(possible(police().fln("II-1", "cadre/ug", 1)));
    assert!(possible(police().fln("II-1", "cadre/ug-neutralized", 1)));
    assert!(!possible(police().fln("II-1", "cadre/ops", 1)));
    assert!(!possible(police().fln("II-2", "cadre/ug", 1)));
    let neutralized = Board::new().gov("II-1", "police/neutralized", 1).gov("I-1", "police/ptl", 1);
    assert!(!possible(neutralized.fln("II-1", "cadre/ug", 1).government_acts()));
}

// Civil Affairs (9.25)

#[test]
fn civil_affairs_costs_1_psp_and_takes_its_number_off_the_fln_a101() {
    let mut table = police().set_up();
    table.play("civil-affairs", "civil-affairs.france@II-1=5").waits("FLN fln-operation");
    table.changed("psl.fln 50>48, psl.france 50>49, II-1.done.civil-affairs 0>1");
    table.told(&[
        "civil-affairs in II-1",
        "PSL of France -1 to 49 (mission-cost)",
        "civil-affairs in II-1: roll 5, result 2",
        "PSL of FLN -2 to 48 (civil-affairs)",
    ]);
}

#[test]
fn a_plus_or_an_at_of_civil_affairs_removes_the_terror_marker_a101() {
    for (die, number, removed) in [(1, 1, true), (2, 1, false), (5, 2, false), (6, 3, true)] {
        let mut table = police().terror("II-1").terror("II-2").set_up();
        table.play("civil-affairs", &die.to_string());
        assert_eq!(table.psl(), (50 - number, 49), "a die of {die}");
        assert_eq!(table.value("II-1.terror") == "0", removed, "a die of {die}");
        assert_eq!(table.value("II-2.terror"), "1");
    }
}

#[test]
fn amnesty_adds_1_to_civil_affairs_and_suppression_a29() {
    let board = police().fln("II-1", "band/ug", 1).set("amnesty", json!(true));
    board.set_up().play("civil-affairs", "5").told_among(&["civil-affairs in II-1: roll 6, result 3@"]);
    board.set_up().play("suppression", "1").told_among(&["suppression in II-1: roll 2, result 1"]);
}

#[test]
fn patrol_and_terror_do_not_count_for_the_government_a64() {
    let board = police().fln("II-1", "band/ug", 1).gov("II-1", "french-brigade/ptl", 3).terror("II-1");
    board.set_up().play("civil-affairs", "4").told_among(&["civil-affairs in II-1: roll 4, result 2"]);
    board.set_up().play("suppression", "4").told_among(&["suppression in II-1: roll 4, result 2"]);
}

#[test]
fn civil_affairs_is_once_per_area_needs_police_and_no_remote_area_a101() {
    let possible = |board: Board| board.government_acts().set_up().allows("civil-affairs");
    assert!(possible(Board::new().gov("ORAN", "police/ptl", 1)));
    assert!(!possible(Board::new().gov("V-1", "police/ptl", 1).fln("V-1", "cadre/ug", 1)));
    assert!(!possible(
        Board::new().gov("II-1", "police/ptl", 1).resettled("II-1").fln("II-1", "cadre/ug", 1)
    ));
    let mut table = police().gov("I-1", "police/ptl", 1).set_up();
    table.play("civil-affairs in:II-1 tell", "2");
    table
        .play("civil-affairs", "civil-affairs.france@I-1=2")
        .changed("psl.fln 49>48, psl.france 49>48, I-1.done.civil-affairs 0>1");
}

// Suppression (9.26)

#[test]
fn suppression_costs_1_psp_and_the_fln_chooses_whom_it_neutralizes_a103() {
    let board = police()
        .fln("II-1", "cadre/ops", 1)
        .fln("II-1", "band/ug", 2)
        .fln("II-1", "band/oc", 1)
        .fln("II-1", "failek/ops", 1)
        .fln("II-1", "failek/neutralized", 1);
    let mut table = board.set_up();
    table.play("suppression", "suppression.france@II-1=4").waits("FLN suppression-unit");
    // Two are to be picked, in the order of the boxes and types: the Failek alone would not do.
    table.offers("neutralize:II-1/band/ug neutralize:II-1/band/oc");
    table.changed("psl.france 50>49, II-1.done.suppression 0>1");
    table.play("neutralize:II-1/band/ug", "").changed("II-1.band.ug 2>1, II-1.band.ug-neutralized 0>1");
    table.offers("neutralize:II-1/band/ug neutralize:II-1/band/oc neutralize:II-1/failek/ops");
    // A unit that is neutralized stays in its box.
    table.play("neutralize:II-1/failek/ops", "").waits("FLN fln-operation");
    table.changed("II-1.failek.ops 1>0, II-1.failek.neutralized 1>2");
}

#[test]
fn suppression_neutralizes_all_bands_and_faileks_if_there_are_no_more_than_its_number_a103() {
    let board = police().fln("II-1", "band/ops", 1).fln("II-1", "failek/oc", 1).fln("II-1", "cadre/ug", 1);
    let mut table = board.set_up();
    table.play("suppression", "4").waits("FLN fln-operation");
    table.changed(
        "psl.france 50>49, II-1.band.ops 1>0, II-1.band.neutralized 0>1, II-1.failek.oc 1>0, \
         II-1.failek.neutralized 0>1, II-1.done.suppression 0>1",
    );
}

#[test]
fn an_at_neutralizes_the_front_and_all_cadres_and_terrorizes_a103() {
    let board = police()
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-1", "cadre/ops", 1)
        .fln("II-1", "band/ug", 4);
    let mut table = board.set_up();
    // The number first: all three are in one box, so there is nothing to choose.
    table.play("suppression", "6").waits("FLN fln-operation");
    table.changed(
        "psl.france 50>49, II-1.front.ug 1>0, II-1.front.ug-neutralized 0>1, II-1.cadre.ug 2>0, \
         II-1.cadre.ug-neutralized 0>2, II-1.cadre.ops 1>0, II-1.cadre.neutralized 0>1, II-1.band.ug 4>1, \
         II-1.band.ug-neutralized 0>3, II-1.terror 0>1, II-1.done.suppression 0>1",
    );
}

#[test]
fn a_plus_terrorizes_and_costs_the_government_a_die_a103() {
    let mut table = police().fln("II-1", "band/ops", 1).fln("II-1", "cadre/ops", 1).set_up();
    table.play("suppression", "1 backfire.france@II-1=6");
    table.changed(
        "psl.france 50>43, II-1.band.ops 1>0, II-1.band.neutralized 0>1, II-1.terror 0>1, \
         II-1.done.suppression 0>1",
    );
    table.told(&[
        "suppression in II-1",
        "PSL of France -1 to 49 (mission-cost)",
        "suppression in II-1: roll 1, result 1+",
        "II-1: 1 band neutralized",
        "II-1: terror placed",
        "PSL of France -6 to 43 (suppression)",
    ]);
}

#[test]
fn the_government_chooses_how_many_elites_assist_a_suppression_a102() {
    let board = police()
        .fln("II-1", "cadre/ug", 1)
        .gov("II-1", "elite-brigade/ops", 2)
        .gov("II-1", "elite-brigade/ptl", 1)
        .gov("II-1", "elite-brigade/oc", 1)
        .gov("II-1", "elite-brigade/neutralized", 1)
        .gov("II-1", "french-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("suppression", "").waits("France suppression-elite-ops").offers("count:0 count:1 count:2");
    table.play("count:1", "").waits("France suppression-elite-patrol").offers("count:0 count:1");
    table.play("count:1", "3").told_among(&["suppression in II-1: roll 5, result 2"]);
    // Those that assisted are in Operations Completed.
    let mut table = board.set_up();
    table.play("suppression count:2 count:1", "2").changed(
        "psl.france 50>49, II-1.elite-brigade.ops 2>0, II-1.elite-brigade.ptl 1>0, II-1.elite-brigade.oc 1>4, \
         II-1.done.suppression 0>1",
    );
    table.told_among(&[
        "II-1: 2 x elite-brigade assists",
        "II-1: 1 elite-brigade assists",
        "suppression in II-1: roll 5, result 2",
    ]);
}

#[test]
fn suppression_is_once_per_area_and_needs_police_and_an_fln_unit_in_any_state_a104() {
    let possible = |board: Board| board.government_acts().set_up().allows("suppression");
    for at in ["ug", "ops", "oc", "ug-neutralized", "neutralized"] {
        assert!(possible(police().fln("II-1", &format!("cadre/{at}"), 1)), "{at}");
    }
    assert!(possible(Board::new().gov("V-1", "police/ptl", 1).fln("V-1", "cadre/ug", 1)), "Remote");
    assert!(!possible(police().fln("I-1", "cadre/ug", 1)));
    assert!(!possible(Board::new().gov("II-1", "police/neutralized", 1).fln("II-1", "cadre/ug", 1).gov(
        "I-1",
        "police/ptl",
        1
    )));
    let mut table = police().fln("II-1", "cadre/ug", 1).set_up();
    table.play("suppression tell", "2");
    assert_eq!(missions(&table), "intelligence civil-affairs resettlement");
}

/// An OAS controlled by the FLN in ALGIERS, before the Operations Phase: the FLN still deploys a Cadre in I-1.
fn oas() -> Board {
    Board::new()
        .set("phase", json!("deployment"))
        .at("fln-deploy")
        .set("under_way", json!({ "class": 1 }))
        .set("oas", json!({ "controller": "fln", "place": "ALGIERS" }))
        .fln("I-1", "cadre/ug", 1)
}

#[test]
fn the_oas_suppresses_first_for_nothing_and_always_terrorizes_a61() {
    let mut table = oas().fln("ALGIERS", "band/ug", 1).fln("ALGIERS", "cadre/ug", 1).set_up();
    table.play("count:1 count:0 count:0", "suppression.france@ALGIERS=4").waits("FLN fln-operation");
    table.changed(
        "phase deployment>operations, I-1.cadre.ug 1>0, I-1.cadre.ops 0>1, ALGIERS.band.ug 1>0, \
         ALGIERS.band.ug-neutralized 0>1, ALGIERS.terror 0>1, ALGIERS.done.suppression 0>1",
    );
    table.told(&[
        "I-1: 1 cadre deployed",
        "Turn 3: operations",
        "suppression in ALGIERS",
        "suppression in ALGIERS: roll 4, result 2",
        "ALGIERS: 1 band neutralized",
        "ALGIERS: terror placed",
    ]);
}

#[test]
fn the_fln_chooses_whom_the_oas_neutralizes_a61() {
    let board = oas().fln("ALGIERS", "band/ug", 1).fln("ALGIERS", "failek/ug", 1);
    // Two units are waiting to be deployed there as well.
    let mut table = board.set_up();
    table.play("count:0 count:0 count:0", "3").waits("FLN suppression-unit");
    table.offers("neutralize:ALGIERS/band/ug neutralize:ALGIERS/failek/ug");
    table.play("neutralize:ALGIERS/failek/ug", "").waits("FLN fln-operation");
    table.changed("ALGIERS.failek.ug 1>0, ALGIERS.failek.ug-neutralized 0>1, ALGIERS.terror 0>1");
}

#[test]
fn an_oas_suppression_that_backfires_costs_the_government_whoever_controls_it_a61() {
    let mut table = oas().set_up();
    table.play("count:1", "1 backfire.france@ALGIERS=4");
    table.told_among(&["ALGIERS: terror placed", "PSL of France -4 to 46 (suppression)"]);
}

#[test]
fn amnesty_counts_for_the_oas_and_elites_do_not_a61() {
    let board = oas().set("amnesty", json!(true)).gov("ALGIERS", "elite-brigade/ops", 2);
    let mut table = board.set_up();
    table.play("count:0", "4").told_among(&["suppression in ALGIERS: roll 5, result 2"]);
    assert_eq!(table.value("ALGIERS.elite-brigade.ops"), "2");
}

#[test]
fn the_oas_uses_up_the_suppression_of_its_city_a61() {
    let board = oas().fln("ALGIERS", "cadre/ug", 1).gov("ALGIERS", "police/ptl", 1);
    let mut table = board.set_up();
    table.play("count:0 count:0 tell", "4").waits("France french-operation");
    assert_eq!(missions(&table), "intelligence civil-affairs");
}

#[test]
fn an_oas_in_france_does_not_suppress() {
    let board = oas().set("oas", json!({ "controller": "france", "place": "FRANCE" }));
    board.set_up().play("count:1", "").told(&["I-1: 1 cadre deployed", "Turn 3: operations"]);
}

// Population Resettlement (9.27)

#[test]
fn a_resettlement_makes_the_area_remote_and_terrorized_for_3_dice_of_the_fln_a105() {
    let mut table = police().fln("II-1", "cadre/ug", 1).set_up();
    table.play("resettlement", "resettlement.fln@II-1=1,2,6").waits("FLN fln-operation");
    table.changed("psl.fln 50>59, psl.france 50>49, II-1.resettled 0>1, II-1.terror 0>1");
    table.told(&[
        "resettlement in II-1",
        "PSL of France -1 to 49 (mission-cost)",
        "II-1: resettled",
        "II-1: terror placed",
        "PSL of FLN +9 to 59 (resettlement)",
    ]);
    table.play("tell", "").waits("France french-operation");
    assert_eq!(missions(&table), "intelligence suppression");
}

#[test]
fn a_resettlement_makes_a_front_a_cadre_with_the_award_of_a_reduction_a105() {
    for (front, cadre) in [
        ("ug", "ug"),
        ("ops", "ops"),
        ("oc", "oc"),
        ("ug-neutralized", "ug-neutralized"),
        ("neutralized", "neutralized"),
    ] {
        let mut table = police().fln("II-1", &format!("front/{front}"), 1).set_up();
        table.play("resettlement", "1 1 1");
        table.changed(&format!(
            "psl.fln 50>52, psl.france 50>51, II-1.front.{front} 1>0, II-1.cadre.{cadre} 0>1, \
             II-1.resettled 0>1, II-1.terror 0>1"
        ));
        table.told_among(&[
            "PSL of FLN +3 to 53 (resettlement)",
            "II-1: 1 cadre reduced",
            "PSL of FLN -1 to 52 (reduced)",
            "PSL of France +2 to 51 (reduced)",
        ]);
    }
}

#[test]
fn a_front_of_a_resettled_area_without_a_free_cadre_counter_leaves_the_map_a11() {
    let mut table = police().fln("II-1", "front/ug", 1).fln("VI-1", "cadre/ug", 30).set_up();
    table.play("resettlement", "1 1 1");
    table.changed("psl.fln 50>52, psl.france 50>51, II-1.front.ug 1>0, II-1.resettled 0>1, II-1.terror 0>1");
}

#[test]
fn a_resettlement_can_end_the_game_by_its_excess_a6() {
    let mut table = police().psl(95, 6).fln("II-1", "front/ug", 1).set_up();
    table.play("resettlement", "3 3 3").waits("over");
    table.told_among(&["PSL of FLN +9 to 99 (resettlement)", "FLN wins: decisive victory"]);
    assert_eq!(table.psl(), (99, 0));
}

#[test]
fn resettlement_needs_a_rural_area_with_police_and_is_once_for_ever_a105() {
    let possible = |board: Board| board.government_acts().set_up().allows("resettlement");
    assert!(possible(police()));
    assert!(!possible(Board::new().gov("ORAN", "police/ptl", 1)), "Urban");
    assert!(!possible(Board::new().gov("V-1", "police/ptl", 1).fln("V-1", "cadre/ug", 1)), "Remote");
    assert!(!possible(police().resettled("II-1").fln("II-1", "cadre/ug", 1)));
    assert!(!possible(Board::new().gov("II-1", "police/neutralized", 1).gov("ORAN", "police/ptl", 1)));
}

#[test]
fn a_slow_french_reaction_bars_three_missions_and_not_the_oas() {
    let board = Board::new()
        .option("slow_french_reaction")
        .set("slow_french_reaction", json!(true))
        .fln("II-1", "cadre/ug", 1)
        .gov("II-1", "police/ptl", 1)
        .government_acts();
    assert_eq!(missions(&board.set_up()), "intelligence");
    let mut table = oas().option("slow_french_reaction").set("slow_french_reaction", json!(true)).set_up();
    table.play("count:1", "4").told_among(&["ALGIERS: terror placed"]);
}
