//! The optional rules of Algeria with scripted dice (rules 13; rulings ).

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::{Game, Setting, Side};

const NO_EVENT: &str = "event-tens=1 event-units=1";

/// A quiet end of turn 3.
fn turn_end() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

#[track_caller]
fn next_turn(board: &Board, dice: &str) -> Table {
    let mut table = board.set_up();
    table.play("pass", dice);
    table
}

// --- 13.1 Slow French reaction

fn slow() -> Board {
    turn_end().option("slow_french_reaction").psl(50, 65).set("slow_french_reaction", json!(true))
}

fn slow_mobilizing() -> Board {
    slow().set("phase", json!("reinforcement")).at("mobilize")
}

#[test]
fn the_slow_french_reaction_is_on_from_the_start() {
    let setting = Setting {
        scenario: Some("1954".to_owned()),
        options: vec!["slow_french_reaction".to_owned()],
        ..Setting::default()
    };
    let table = Table::begin(&setting, &format!("first-ap.fln=1,1 {NO_EVENT}"));
    assert_eq!(table.value("slow_french_reaction"), "1");
    let without = Setting { scenario: Some("1954".to_owned()), ..Setting::default() };
    let table = Table::begin(&without, &format!("first-ap.fln=1,1 {NO_EVENT}"));
    assert_eq!(table.value("slow_french_reaction"), "0");
}

#[test]
fn slow_france_buys_one_mobile_unit_or_one_point_a_turn() {
    let mut table = slow_mobilizing().set_up();
    table.play("mobilize:french-brigade station:V-1", "");
    table.offers("mobilize:police done");
    // No Point in the same turn: the stage is passed over.
    table.play("done", "").waits("FLN spend-where");

    let mut table = slow_mobilizing().set_up();
    table.play("done", "").offers("buy:air buy:helo buy:naval done");
    table.play("buy:helo", "").waits("FLN spend-where");

    // In the next turn there is another purchase.
    let table = next_turn(&slow().set("slow_purchases", json!(1)), NO_EVENT);
    assert_eq!(table.value("slow_purchases"), "0");
    assert!(table.allows("mobilize:division"));
}

#[test]
fn police_and_the_border_zone_do_not_count_for_slow_france() {
    let mut table = slow_mobilizing().independent().set_up();
    table.play("mobilize:police station:V-1 mobilize:police station:V-1", "");
    // Types go in order, so a unit after the Police is a question of Points here.
    table.play("done", "").offers("buy:air buy:helo buy:naval done");
    table.play("buy:air", "").waits("France border-zone").offers("border-zone done");
    table.play("border-zone", "").told_among(&["PSL of France -10 to 55 (reinforcement)"]);

    let mut table = slow_mobilizing().set_up();
    table.play("mobilize:division station:V-1 mobilize:police station:V-1", "");
    table.offers("mobilize:police done");
}

#[test]
fn slow_france_disperses_no_division() {
    let board = slow_mobilizing().gov("V-1", "division-concentrated/oc", 1);
    let mut table = board.set_up();
    table.play("done done count:1 done", "").waits("France patrol");
    let mut fast = board.set("slow_french_reaction", json!(false)).set_up();
    fast.play("done done count:1 done", "").waits("France division-mode");
}

#[test]
fn slow_france_does_no_civil_affairs_suppression_or_resettlement() {
    let board = slow().gov("II-1", "police/ptl", 1).fln("II-1", "cadre/ug", 1).government_acts();
    board.set_up().offers("intelligence pass");
    let fast = board.set("slow_french_reaction", json!(false));
    fast.set_up().offers("intelligence civil-affairs suppression resettlement pass");
}

#[test]
fn the_oas_suppresses_under_the_slow_french_reaction() {
    let mut table = slow()
        .set("phase", json!("reinforcement"))
        .set("oas", json!({ "controller": "fln", "place": null }))
        .at("oas-place")
        .set_up();
    table.play("oas:ORAN count:0", "suppression.france@ORAN=4");
    table.told_among(&["suppression in ORAN: roll 4, result 2", "ORAN: terror placed"]);
}

#[test]
fn the_slow_french_reaction_ends_for_good_when_the_fln_psl_is_higher_at_the_start_of_reinforcement() {
    next_turn(&slow().psl(50, 50), NO_EVENT).changed("turn 3>4, phase operations>reinforcement");
    let mut table = next_turn(&slow().psl(51, 50), NO_EVENT);
    table.changed("turn 3>4, phase operations>reinforcement, slow_french_reaction 1>0");
    table.told_among(&["the slow French reaction ends"]);
    // Two purchases at once.
    table.play("mobilize:police station:V-1 done buy:air buy:air", "");
    // Spending below the PSL of the FLN does not end it: the test comes before.
    let mut spending = slow_mobilizing().psl(50, 51).set_up();
    spending.play("mobilize:division station:V-1 done", "");
    assert_eq!(spending.value("slow_french_reaction"), "1");
    // It stays off when the Government leads again.
    let off = next_turn(&slow().set("slow_french_reaction", json!(false)), NO_EVENT);
    assert_eq!(off.value("slow_french_reaction"), "0");
}

// --- 13.2 More deterministic independence

#[test]
fn independence_comes_on_a_die_of_the_turn_number_or_less_before_the_event() {
    let board = |turn: u8| turn_end().option("deterministic_independence").set("turn", json!(turn - 1));
    for (turn, highest) in [(2, 2), (4, 4), (5, 5)] {
        let psp = "independence-psp.fln=1,1 independence-psp.france=2,2";
        let table = next_turn(&board(turn), &format!("independence-check={highest} {psp} {NO_EVENT}"));
        assert_eq!((table.value("independent"), table.psl()), ("1".to_owned(), (52, 54)));
        table.told_among(&["Morocco and Tunisia become independent", "random event: none"]);
        let table = next_turn(&board(turn), &format!("independence-check={} {NO_EVENT}", highest + 1));
        assert_eq!(table.value("independent"), "0");
    }
}

#[test]
fn independence_is_checked_in_turn_1_too_and_certain_in_turn_6() {
    let setting = Setting {
        scenario: Some("1954".to_owned()),
        options: vec!["deterministic_independence".to_owned()],
        ..Setting::default()
    };
    let begin = |dice: &str| Table::begin(&setting, &format!("first-ap.fln=1,1 {dice} {NO_EVENT}"));
    let psp = "independence-psp.fln=1,1 independence-psp.france=1,1";
    assert_eq!(begin(&format!("independence-check=1 {psp}")).value("independent"), "1");
    assert_eq!(begin("independence-check=2").value("independent"), "0");
    let board = turn_end().option("deterministic_independence").set("turn", json!(5));
    let table = next_turn(&board, &format!("independence-check=6 {psp} {NO_EVENT}"));
    assert_eq!(table.value("independent"), "1");
}

#[test]
fn the_independence_event_still_works_and_counts_as_repeated_after_the_check() {
    let board = turn_end().option("deterministic_independence");
    let psp = "independence-psp.fln=1,1 independence-psp.france=1,1";
    let by_event = format!("independence-check=5 event-tens=5 event-units=1 {psp}");
    assert_eq!(next_turn(&board, &by_event).value("independent"), "1");
    let both = format!("independence-check=4 {psp} event-tens=5 event-units=1 independence-ap.fln=6");
    assert_eq!(next_turn(&board, &both).value("ap"), "3");
    // Once independent there is no check.
    next_turn(&board.independent(), NO_EVENT);
}

// --- 13.3 Shorter game

fn shorter(turn: u8, fln: u8, france: u8) -> Board {
    turn_end().option("shorter_game").set("turn", json!(turn)).psl(fln, france)
}

fn leading(board: Board, leader: &str, leads: u8) -> Board {
    board.set("shorter_leader", json!(leader)).set("shorter_leads", json!(leads))
}

#[test]
fn the_shorter_game_is_checked_every_sixth_turn() {
    for turn in [1, 5, 7, 11] {
        let table = next_turn(&shorter(turn, 80, 40), NO_EVENT);
        assert_eq!(table.value("shorter_leads"), "0", "{turn}");
    }
    for turn in [6, 12, 18] {
        let table = next_turn(&shorter(turn, 80, 40), NO_EVENT);
        assert_eq!(table.value("shorter_leads"), "1", "{turn}");
        assert_eq!(table.value("shorter_leader"), "fln");
        table.told_among(&["check of the shorter game: lead of the FLN +40, 1 in a row"]);
    }
    // Without the option there is none.
    let table = next_turn(&turn_end().set("turn", json!(6)).psl(80, 40), NO_EVENT);
    assert_eq!(table.value("shorter_leads"), "0");
}

#[test]
fn a_lead_of_26_counts_and_of_25_does_not() {
    assert_eq!(next_turn(&shorter(6, 66, 40), NO_EVENT).value("shorter_leader"), "fln");
    assert_eq!(next_turn(&shorter(6, 65, 40), NO_EVENT).value("shorter_leader"), "none");
    assert_eq!(next_turn(&shorter(6, 40, 66), NO_EVENT).value("shorter_leader"), "france");
    assert_eq!(next_turn(&shorter(6, 40, 65), NO_EVENT).value("shorter_leader"), "none");
}

#[test]
fn the_same_lead_at_two_checks_in_a_row_wins_with_the_level_of_the_lead() {
    for (fln, france, leader, said) in [
        (66, 40, "fln", "FLN wins: substantial victory"),
        (90, 40, "fln", "FLN wins: substantial victory"),
        (91, 40, "fln", "FLN wins: decisive victory"),
        (40, 66, "france", "France wins: substantial victory"),
        (40, 91, "france", "France wins: decisive victory"),
    ] {
        let mut table = leading(shorter(12, fln, france), leader, 1).set_up();
        table.play("pass", "");
        table.waits("over");
        assert_eq!(table.log().last().map(String::as_str), Some(said));
    }
}

#[test]
fn a_smaller_lead_or_one_of_the_other_side_starts_the_count_anew() {
    let table = next_turn(&leading(shorter(12, 50, 50), "fln", 1), NO_EVENT);
    assert_eq!((table.value("shorter_leader"), table.value("shorter_leads")), ("none".into(), "0".into()));
    let table = next_turn(&leading(shorter(12, 40, 80), "fln", 1), NO_EVENT);
    assert_eq!((table.value("shorter_leader"), table.value("shorter_leads")), ("france".into(), "1".into()));
}

#[test]
fn the_check_of_the_shorter_game_comes_after_all_other_adjustments() {
    // The OAS costs 1 PSP and makes the lead 26.
    let board = shorter(6, 65, 40).set("oas", json!({ "controller": "fln", "place": "ALGIERS" }));
    let table = next_turn(&board, &format!("{NO_EVENT} oas=1"));
    assert_eq!(table.value("shorter_leader"), "fln");
    // After a coup too.
    let board = leading(shorter(6, 53, 30), "fln", 1)
        .gov("V-1", "elite-brigade/oc", 1)
        .gov("V-2", "elite-brigade/oc", 1)
        .terror("I-2");
    let mut table = board.set_up();
    let dice = "terror-recovery@I-2=1 coup-attempt.france=6 coup.france=4,4 coup-psp.france=1,1";
    table.play("pass", dice).waits("France coup-disband");
    table.play("remove:V-1/elite-brigade/oc", "").waits("over").told(&[
        "V-1: 1 elite-brigade disbanded",
        "PSL of France -1 to 27 (terror)",
        "check of the shorter game: lead of the FLN +26, 2 in a row",
        "FLN wins: substantial victory",
    ]);
}

#[test]
fn a_psl_of_0_ends_a_shorter_game_at_any_time() {
    let board = shorter(6, 60, 2).set("oas", json!({ "controller": "fln", "place": "FRANCE" }));
    let table = next_turn(&board, "coup-attempt.france=1");
    table.waits("over").told_among(&["FLN wins: decisive victory"]);
}

// --- The other switches, and which may be used when

#[test]
fn no_react_to_moves_spares_a_unit_that_has_moved() {
    let board = || Board::new().ap(0).fln("II-1", "cadre/ops", 1).gov("II-2", "algerian-brigade/ops", 1);
    let mut table = board().set_up();
    table.play("move to:II-2", "move.fln@II-2=3").waits("France react");
    let mut spared = board().option("no_react_to_moves").set_up();
    spared.play("move to:II-2", "move.fln@II-2=3").waits("FLN fln-operation");
    // Other missions are answered as ever.
    let mut raid = Board::new()
        .option("no_react_to_moves")
        .fln("II-1", "cadre/ops", 1)
        .gov("II-1", "algerian-brigade/ops", 1)
        .set_up();
    raid.play("propaganda split:1", "propaganda.fln@II-1=2").waits("France react");
}

#[test]
fn the_options_of_1954_are_refused_in_other_scenarios_and_the_others_are_not() {
    for (option, years) in [
        ("slow_french_reaction", ["1954"].as_slice()),
        ("deterministic_independence", &["1954"]),
        ("shorter_game", &["1954", "1958", "1960"]),
        ("border_zone_cuts_ap", &["1954", "1958", "1960"]),
        ("no_react_to_moves", &["1954", "1958", "1960"]),
    ] {
        for year in ["1954", "1958", "1960"] {
            let setting = Setting {
                scenario: Some(year.to_owned()),
                options: vec![option.to_owned()],
                ..Setting::default()
            };
            let rules = Algeria::rules(&Algeria::figures(), &setting);
            assert_eq!(rules.is_ok(), years.contains(&year), "{option} in {year}");
        }
    }
}
