//! The Move of FLN units in Algeria with scripted dice (rules 9.13, 11.21, 6.33; charts A.2).

use crate::support::Board;
use serde_json::json;

/// Where each wilaya leads to: its areas, the rest of Algeria within reach, and the countries.
const WILAYAS: [(&[&str], &[&str], &[&str]); 6] = [
    (&["I-1", "I-2", "I-3", "I-4"], &["II-1", "II-2", "II-3", "III-2", "V-8", "VI-1"], &["TUNISIA"]),
    (&["CONSTANTINE", "II-1", "II-2", "II-3"], &["I-1", "I-4", "III-2", "III-3"], &["TUNISIA"]),
    (&["III-1", "III-2", "III-3"], &["I-1", "II-1", "IV-1", "VI-1"], &[]),
    (&["ALGIERS", "IV-1", "IV-2"], &["III-1", "III-2", "V-4", "VI-1", "VI-2"], &[]),
    (
        &["ORAN", "V-1", "V-2", "V-3", "V-4", "V-5", "V-6", "V-7", "V-8"],
        &["I-3", "IV-2", "VI-1", "VI-2"],
        &["MOROCCO"],
    ),
    (&["VI-1", "VI-2"], &["I-1", "I-3", "III-2", "IV-1", "IV-2", "V-4", "V-6", "V-8"], &[]),
];

const MOROCCO: [&str; 3] = ["V-1", "V-2", "V-7"];
const TUNISIA: [&str; 4] = ["I-2", "I-3", "I-4", "II-3"];

/// Where a lone Cadre on this board may Move to, sorted. A single destination is gone to at once.
fn destinations(board: &Board) -> Vec<String> {
    let mut table = board.set_up();
    if !table.allows("move") {
        return Vec::new();
    }
    table.play("move", "");
    assert_eq!(table.node(), "move-to", "{:?}", table.legal());
    let mut places: Vec<String> = table.legal().iter().map(|to| to.replace("to:", "")).collect();
    places.sort_unstable();
    places
}

fn sorted<'a>(groups: impl IntoIterator<Item = &'a [&'a str]>, without: &str) -> Vec<&'a str> {
    let mut all: Vec<&str> = groups.into_iter().flatten().copied().filter(|one| *one != without).collect();
    all.sort_unstable();
    all
}

#[test]
fn a_unit_reaches_its_wilaya_and_what_borders_it_from_any_area_of_it_a71() {
    for (own, outside, countries) in WILAYAS {
        for from in own {
            let before = Board::new().fln(from, "cadre/ops", 1);
            assert_eq!(
                destinations(&before),
                sorted([own, outside], from),
                "{from} before independence (A-72)"
            );
            let after = before.independent();
            assert_eq!(destinations(&after), sorted([own, outside, countries], from), "{from}");
        }
    }
}

#[test]
fn from_a_country_a_unit_reaches_the_areas_that_border_it_a71() {
    for (country, borders) in [("MOROCCO", &MOROCCO[..]), ("TUNISIA", &TUNISIA[..])] {
        for unit in ["cadre/ops", "band/ops", "failek/ops"] {
            let board = Board::new().independent().fln(country, unit, 1);
            assert_eq!(destinations(&board), borders, "{unit} in {country}");
            assert_eq!(
                destinations(&board.set("jealousy", json!(true))),
                borders,
                "{unit} in {country} (A-22)"
            );
        }
    }
}

#[test]
fn jealousy_closes_the_borders_of_wilayas_and_no_others_a22() {
    for (own, _, countries) in &WILAYAS[..5] {
        for from in *own {
            let board = Board::new().independent().set("jealousy", json!(true)).fln(from, "cadre/ops", 1);
            assert_eq!(destinations(&board), sorted([*own, *countries], from), "{from}");
        }
    }
    // VI has two areas: one of them is the only way.
    let mut table = Board::new().set("jealousy", json!(true)).fln("VI-1", "cadre/ops", 1).set_up();
    table.play("move", "move.fln@VI-2=3").changed("VI-1.cadre.ops 1>0, VI-2.cadre.oc 0>1");
}

#[test]
fn no_unit_stands_abroad_before_independence_a72() {
    let refused = Board::new().fln("TUNISIA", "cadre/ops", 1).refused();
    assert!(refused.contains("before independence"), "{refused}");
}

#[test]
fn a_move_is_free_and_its_number_has_no_effect() {
    for die in 2..=6 {
        let mut table = Board::new().fln("I-1", "band/ops", 2).ap(0).set_up();
        table.play("move to:III-2", &format!("move.fln@III-2={die}"));
        table.changed("I-1.band.ops 2>1, III-2.band.oc 0>1");
    }
}

#[test]
fn the_units_that_may_move_are_the_mobile_ones_in_operations() {
    let board = Board::new()
        .independent()
        .fln("I-1", "front/ops", 1)
        .fln("I-1", "cadre/ops", 1)
        .fln("I-2", "band/ug", 1)
        .fln("I-2", "failek/ops", 1)
        .fln("I-3", "band/oc", 1)
        .fln("I-4", "cadre/neutralized", 1)
        .fln("MOROCCO", "band/ops", 1)
        .fln("MOROCCO", "cadre/oc", 1)
        .set("cadre_in_france", json!(true));
    board.set_up().play("move", "").offers("with:I-1/cadre with:I-2/failek with:MOROCCO/band");
}

#[test]
fn a_unit_that_arrived_abroad_waits_until_the_next_turn_a56() {
    let mut table = Board::new().independent().fln("I-4", "cadre/ops", 1).set_up();
    table.play("move to:TUNISIA", "move.fln@TUNISIA=2");
    table.changed("I-4.cadre.ops 1>0, TUNISIA.cadre.oc 0>1").waits("FLN fln-operation").offers("tell pass");
    table.told(&["move in I-4", "move in TUNISIA: roll 2, result 1", "cadre from I-4 to TUNISIA: arrived"]);
}

#[test]
fn a_move_subtracts_the_patrols_where_it_leads_to_and_not_where_it_comes_from_a64() {
    let board = Board::new()
        .fln("I-1", "cadre/ops", 1)
        .gov("I-1", "police/ptl", 3)
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "algerian-brigade/ptl", 1)
        .gov("II-1", "police/neutralized", 1)
        .gov("II-1", "french-brigade/oc", 1)
        .terror("II-1");
    let mut table = board.set_up();
    table.play("move to:II-1 done", "4").told_among(&["move in II-1: roll 2, result 1"]);
    table.changed("I-1.cadre.ops 1>0, II-1.cadre.oc 0>1");
}

#[test]
fn a_plus_eliminates_the_unit_for_an_award_of_1_psp_a68() {
    let board = Board::new().fln("I-1", "cadre/ops", 1).gov("II-1", "police/ptl", 2);
    let mut table = board.set_up();
    table.play("move to:II-1", "3").waits("France split").offers("split:0 split:1");
    table.play("split:0", "").changed("psl.fln 50>49");
    table.told(&["PSL of FLN -1 to 49 (eliminated)"]);
    assert_eq!((table.value("I-1.cadre.ops"), table.value("II-1.cadre.oc")), ("0".into(), "0".into()));
}

#[test]
fn a_failed_move_eliminates_a_whole_failek_for_1_psp_a73() {
    let mut table = Board::new().fln("I-1", "failek/ops", 1).set_up();
    table.play("move to:II-1 split:1", "1").changed("psl.france 50>51, I-1.failek.ops 1>0");
    table.told(&[
        "move in I-1",
        "move in II-1: roll 1, result 1+",
        "failek from I-1 to II-1: lost",
        "I-1: 1 failek eliminated",
        "PSL of France +1 to 51 (eliminated)",
    ]);
}

#[test]
fn the_active_border_zone_counts_in_both_directions_a74() {
    let zone = Board::new().independent().set("border_zone", json!(2)).set("border_zone_active", json!(true));
    let out = zone.clone().fln("I-4", "cadre/ops", 1);
    out.set_up().play("move to:TUNISIA split:0", "3").told_among(&["move in TUNISIA: roll 1, result 1+"]);
    out.set_up().play("move to:TUNISIA", "4").told_among(&["cadre from I-4 to TUNISIA: arrived"]);
    out.set_up().play("move to:II-1", "2").told_among(&["move in II-1: roll 2, result 1"]);
    let back = zone.fln("TUNISIA", "cadre/ops", 1).gov("I-4", "police/ptl", 1);
    back.set_up().play("move to:I-4 split:0", "4").told_among(&["move in I-4: roll 1, result 1+"]);
    let mut table = back.set_up();
    table.play("move to:I-4", "5").changed("TUNISIA.cadre.ops 1>0, I-4.cadre.oc 0>1");
}

#[test]
fn the_border_zone_counts_only_if_it_is_active_a74() {
    let board = Board::new().independent().set("border_zone", json!(3)).fln("V-1", "band/ops", 1);
    board.set_up().play("move to:MOROCCO", "2").told_among(&["move in MOROCCO: roll 2, result 1"]);
}

#[test]
fn a_unit_lost_on_its_way_from_a_country_leaves_the_country() {
    let mut table = Board::new().independent().fln("MOROCCO", "band/ops", 2).set_up();
    table.play("move to:V-2 split:0", "1").changed("psl.fln 50>49, MOROCCO.band.ops 2>1");
}

#[test]
fn a_unit_that_arrived_in_algeria_may_be_reacted_to_there_a75() {
    let board = Board::new().fln("I-1", "cadre/ops", 1).gov("I-1", "french-brigade/ops", 1).gov(
        "II-1",
        "algerian-brigade/ptl",
        1,
    );
    let mut table = board.set_up();
    table.play("move to:II-1", "5").waits("France react").offers("commit:II-1/algerian-brigade/ptl done");
    table.play("commit:II-1/algerian-brigade/ptl", "evade.fln@II-1=4");
    table.changed(
        "II-1.cadre.oc 1>0, II-1.cadre.ug 0>1, II-1.algerian-brigade.ptl 1>0, II-1.algerian-brigade.oc 0>1",
    );
}

#[test]
fn the_option_no_react_to_moves_takes_the_react_to_a_move_away_and_no_other_a75() {
    let board = Board::new()
        .option("no_react_to_moves")
        .fln("I-1", "cadre/ops", 1)
        .fln("II-1", "cadre/ops", 1)
        .gov("II-1", "algerian-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("move with:I-1/cadre to:II-1", "5").waits("FLN fln-operation");
    table.play("propaganda split:0", "3").waits("France react");
}

#[test]
fn there_is_no_react_to_a_move_abroad_a75() {
    let board =
        Board::new().independent().fln("I-4", "cadre/ops", 1).gov("I-4", "elite-brigade/ops", 1).helo(5);
    board.set_up().play("move to:TUNISIA", "5").waits("FLN fln-operation");
}

#[test]
fn an_area_takes_any_number_of_moves_a62() {
    let mut table = Board::new().fln("I-1", "cadre/ops", 2).fln("I-1", "band/ops", 1).set_up();
    table.play("move with:I-1/cadre to:I-2 move with:I-1/cadre to:I-2 move to:I-2", "2 3 4");
    table.changed("I-1.cadre.ops 2>0, I-1.band.ops 1>0, I-2.cadre.oc 0>2, I-2.band.oc 0>1");
}
