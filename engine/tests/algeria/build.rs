//! What the FLN builds and converts in Algeria, abroad and in which order (rules 6.2, 11.21; charts A.1; rulings A-9 to
//!

use crate::support::Board;
use serde_json::json;

/// The FLN spends 30 AP; a lone Cadre in the desert is there in any case.
fn spending() -> Board {
    Board::new().ap(30).fln("V-8", "cadre/ug", 1).set("phase", json!("reinforcement")).at("spend-where")
}

/// What can be done in one place, in the order offered.
#[track_caller]
fn possible(board: &Board, place: &str) -> Vec<String> {
    let mut table = board.set_up();
    let spend = format!("spend:{place}");
    if !table.allows(&spend) {
        return Vec::new();
    }
    let before = table.state;
    table.play(&spend, "");
    if table.node() == "spend-on" {
        return table.legal();
    }
    // The only thing that is possible has been done.
    assert_ne!(before, table.state);
    table.log()
}

#[test]
fn cadres_and_bands_are_built_for_3_ap_underground_beside_an_active_front() {
    let board = spending().fln("II-1", "front/ug", 1);
    assert_eq!(possible(&board, "II-1"), ["build:cadre", "build:band", "convert:front/cadre"]);
    let mut table = board.set_up();
    table.play("spend:II-1 build:cadre", "").changed("II-1.cadre.ug 0>1, ap 30>27");
    let mut table = board.set_up();
    table.play("spend:II-1 build:band", "").changed("II-1.band.ug 0>1, ap 30>27");
}

#[test]
fn a_neutralized_front_builds_nothing_and_converts_to_nothing() {
    assert_eq!(possible(&spending().fln("II-1", "front/ug-neutralized", 1), "II-1"), [""; 0]);
}

#[test]
fn a_city_and_a_terrorized_area_build_like_any_other() {
    for area in ["ALGIERS", "II-1"] {
        let board = spending().fln(area, "front/ug", 1).terror(area);
        assert_eq!(possible(&board, area), ["build:cadre", "build:band", "convert:front/cadre"], "{area}");
    }
}

#[test]
fn any_number_is_built_at_one_front_while_ap_last() {
    let mut table = spending().ap(10).fln("II-1", "front/ug", 1).set_up();
    table.play("spend:II-1 build:cadre spend:II-1 build:cadre spend:II-1 build:cadre", "");
    table.changed("II-1.cadre.ug 0>3, ap 10>1");
    // AP may be spent to 0; a Front becomes a Cadre for nothing.
    table.play("spend:II-1 convert:cadre/band", "");
    table.changed("II-1.cadre.ug 3>2, II-1.band.ug 0>1, ap 1>0").offers("spend:II-1 done");
}

#[test]
fn abroad_units_are_built_for_2_ap_without_a_front_after_independence() {
    for country in ["MOROCCO", "TUNISIA"] {
        assert_eq!(possible(&spending(), country), [""; 0]);
        let board = spending().independent();
        assert_eq!(possible(&board, country), ["build:cadre", "build:band"]);
        let mut table = board.set_up();
        // Units abroad may act at once: there are no boxes.
        table
            .play(&format!("spend:{country} build:cadre"), "")
            .changed(&format!("{country}.cadre.ops 0>1, ap 30>28"));
        let mut table = board.set_up();
        table
            .play(&format!("spend:{country} build:band"), "")
            .changed(&format!("{country}.band.ops 0>1, ap 30>28"));
    }
    // 2 AP are enough abroad and not in Algeria.
    let board = spending().ap(2).independent().fln("II-1", "front/ug", 1);
    board.set_up().offers("spend:II-1 spend:V-8 spend:MOROCCO spend:TUNISIA done");
    assert_eq!(possible(&board, "TUNISIA"), ["build:cadre", "build:band"]);
}

#[test]
fn independent_morocco_and_tunisia_use_no_front_counter() {
    // 15 Fronts stand in Algeria; the 16th counter is free although both countries are independent.
    let areas = [
        "I-1",
        "I-4",
        "CONSTANTINE",
        "II-1",
        "II-2",
        "II-3",
        "III-1",
        "III-2",
        "III-3",
        "ALGIERS",
        "IV-1",
        "IV-2",
        "ORAN",
        "V-2",
        "V-3",
    ];
    let mut board = spending().independent().fln("V-4", "cadre/ug", 1).fln("VI-2", "cadre/ug", 1);
    for area in areas {
        board = board.fln(area, "front/ug", 1);
    }
    let mut table = board.set_up();
    table.play("spend:V-4 convert:cadre/front", "").changed("V-4.cadre.ug 1>0, V-4.front.ug 0>1, ap 30>27");
    // None is left for the next area.
    table.play("spend:VI-2", "");
    table.changed("VI-2.cadre.ug 1>0, VI-2.band.ug 0>1, ap 27>26");
}

#[test]
fn a_cadre_becomes_a_front_for_3_ap() {
    let board = spending().fln("II-1", "cadre/ug", 2);
    assert_eq!(possible(&board, "II-1"), ["convert:cadre/front", "convert:cadre/band"]);
    let mut table = board.set_up();
    table
        .play("spend:II-1 convert:cadre/front", "")
        .changed("II-1.cadre.ug 2>1, II-1.front.ug 0>1, ap 30>27");
    // One an area.
    table.play("spend:II-1", "").offers("build:cadre build:band convert:front/cadre convert:cadre/band");
    // 2 AP are too few.
    let poor = possible(&spending().ap(2).fln("II-1", "cadre/ug", 1), "II-1");
    assert_eq!(poor[0], "II-1: 1 band converted");
}

#[test]
fn a_front_cannot_be_made_in_a_remote_or_resettled_area_or_beside_another_or_abroad() {
    for board in
        [spending().fln("V-1", "cadre/ug", 1), spending().fln("V-1", "cadre/ug", 1).resettled("II-1")]
    {
        assert_eq!(possible(&board, "V-1")[0], "V-1: 1 band converted");
    }
    let resettled = spending().fln("II-1", "cadre/ug", 1).resettled("II-1");
    assert_eq!(possible(&resettled, "II-1")[0], "II-1: 1 band converted");
    let beside = spending().fln("II-1", "cadre/ug", 1).fln("II-1", "front/ug-neutralized", 1);
    assert_eq!(possible(&beside, "II-1")[0], "II-1: 1 band converted");
    let abroad = spending().independent().fln("TUNISIA", "cadre/ops", 1);
    assert_eq!(possible(&abroad, "TUNISIA"), ["build:cadre", "build:band", "convert:cadre/band"]);
}

#[test]
fn a_cadre_becomes_a_band_for_1_ap_anywhere() {
    for area in ["ORAN", "II-1", "V-1"] {
        let mut table = spending().ap(1).fln(area, "cadre/ug", 1).set_up();
        table.play(&format!("spend:{area}"), "");
        assert_eq!(table.value(&format!("{area}.band.ug")), "1", "{area}");
        assert_eq!(
            (table.value(&format!("{area}.cadre.ug")), table.value("ap")),
            ("0".into(), "0".into()),
            "{area}"
        );
    }
    let mut table = spending().ap(1).independent().fln("MOROCCO", "cadre/ops", 1).set_up();
    table.play("spend:MOROCCO", "");
    assert_eq!(table.value("MOROCCO.band.ops"), "1");
    assert_eq!(table.value("ap"), "0");
}

#[test]
fn a_band_becomes_a_failek_for_2_ap_abroad_only() {
    let board = spending().independent().fln("TUNISIA", "band/ops", 1).fln("II-1", "band/ug", 1);
    assert_eq!(possible(&board, "TUNISIA"), ["build:cadre", "build:band", "convert:band/failek"]);
    let mut table = board.set_up();
    assert!(!table.allows("spend:II-1"));
    table.play("spend:TUNISIA convert:band/failek", "");
    table.changed("TUNISIA.band.ops 1>0, TUNISIA.failek.ops 0>1, ap 30>28");
}

#[test]
fn a_front_becomes_a_cadre_for_nothing_and_is_no_loss() {
    let mut table = spending().ap(0).fln("II-1", "front/ug", 1).set_up();
    table.offers("spend:II-1 done");
    table.play("spend:II-1", "");
    table.told_among(&["II-1: 1 cadre converted"]);
    assert_eq!(
        (table.value("II-1.front.ug"), table.value("II-1.cadre.ug")),
        ("0".to_owned(), "1".to_owned())
    );
    assert_eq!((table.psl(), table.value("ap")), ((50, 50), "0".to_owned()));
}

#[test]
fn neutralized_units_convert_to_nothing() {
    let board =
        spending().ap(30).fln("II-1", "cadre/ug-neutralized", 1).fln("II-1", "band/ug-neutralized", 1);
    assert_eq!(possible(&board, "II-1"), [""; 0]);
}

#[test]
fn a_front_converted_this_phase_builds_at_once_and_what_is_built_converts_again() {
    let mut table = spending().fln("II-1", "cadre/ug", 1).set_up();
    table.play("spend:II-1 convert:cadre/front spend:II-1 build:cadre spend:II-1 convert:cadre/band", "");
    table.changed("II-1.cadre.ug 1>0, II-1.front.ug 0>1, II-1.band.ug 0>1, ap 30>23");
    // Abroad from nothing to a Failek: 2 + 1 + 2 AP.
    let mut table = spending().independent().set_up();
    table.play("spend:TUNISIA build:cadre spend:TUNISIA convert:cadre/band", "");
    table.play("spend:TUNISIA convert:band/failek", "");
    table.changed("TUNISIA.band.ops 1>0, TUNISIA.failek.ops 0>1, ap 27>25");
}

#[test]
fn nothing_is_built_or_converted_without_a_free_counter() {
    // 30 Cadres: none can be built, and no Front can become one.
    let cadres = spending().fln("II-1", "front/ug", 1).fln("V-8", "cadre/ug", 30);
    assert_eq!(possible(&cadres, "II-1")[0], "II-1: 1 band built");
    // 24 Bands.
    let bands = spending().fln("II-1", "front/ug", 1).fln("V-8", "band/ug", 24);
    assert_eq!(possible(&bands, "II-1"), ["build:cadre", "convert:front/cadre"]);
    assert_eq!(possible(&bands, "V-8"), [""; 0]);
    // 10 Faileks.
    let faileks = spending().independent().fln("V-8", "failek/ug", 10).fln("TUNISIA", "band/ops", 1);
    assert_eq!(possible(&faileks, "TUNISIA"), ["build:cadre", "build:band"]);
    // The Cadre in France is in use.
    let france =
        spending().set("cadre_in_france", json!(true)).fln("II-1", "front/ug", 1).fln("V-8", "cadre/ug", 29);
    assert_eq!(possible(&france, "II-1")[0], "II-1: 1 band built");
}

#[test]
fn a_converted_counter_is_free_at_once() {
    let mut table = spending().fln("II-1", "front/ug", 1).fln("V-8", "cadre/ug", 30).set_up();
    table.play("spend:V-8", "").changed("V-8.cadre.ug 30>29, V-8.band.ug 0>1, ap 30>29");
    table.play("spend:II-1 build:cadre", "").changed("II-1.cadre.ug 0>1, ap 29>26");
}

#[test]
fn what_is_bought_in_one_place_closes_no_other() {
    let board = spending().independent().fln("II-1", "front/ug", 1).fln("III-1", "cadre/ug", 2);
    // Plenty of counters, hardly any, and hardly any until some are freed.
    for cadres in [0, 28, 26] {
        let mut table = board.clone().fln("V-8", "cadre/ug", cadres).set_up();
        let open = table.legal();
        table.play("spend:III-1 convert:cadre/band", "");
        assert_eq!(table.legal(), open, "{cadres} Cadres in V-8");
        table.play("spend:TUNISIA build:band", "");
        assert_eq!(table.legal(), open, "{cadres} Cadres in V-8");
    }
}

#[test]
fn inside_an_area_what_is_bought_closes_nothing() {
    let mut table = spending().fln("II-1", "front/ug", 1).fln("II-1", "cadre/ug", 1).set_up();
    let open = "build:cadre build:band convert:front/cadre convert:cadre/band";
    table.play("spend:II-1", "").offers(open);
    table.play("build:band spend:II-1", "").offers(open);
    table.play("convert:front/cadre spend:II-1", "").offers("convert:cadre/front convert:cadre/band");
}

#[test]
fn the_phase_of_the_fln_ends_when_it_is_done() {
    let mut table = spending().set_up();
    table.play("done", "").waits("FLN fln-deploy").changed("phase reinforcement>deployment");
}
