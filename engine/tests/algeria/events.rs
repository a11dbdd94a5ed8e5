//! The Random Events Phase of Algeria with scripted dice (rules 5, 11.3, 11.6, 11.21; charts C.1 and C.2; rulings A-20
//! to ). NATO and Suez have a file of their own.

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

#[test]
fn no_event_changes_nothing() {
    for cell in [11, 16, 21, 26] {
        event(&turn_end(), cell, "", "");
    }
}

#[test]
fn a_foreign_arms_shipment_brings_two_dice_of_ap_less_naval_points() {
    event(&turn_end(), 31, "foreign-arms.fln=3,6", "ap 0>9");
    event(&turn_end().set("naval", json!(4)), 32, "foreign-arms.fln=3,6", "ap 0>5");
    // Not below 0, and nothing above 99 is kept.
    event(&turn_end().set("naval", json!(4)), 33, "foreign-arms.fln=1,2", "");
    let full = turn_end().ap(96).psl(70, 50);
    let dice = "ap-depreciation.fln=6 event-tens=3 event-units=3 foreign-arms.fln=6,6";
    changed(&next_turn(&full, dice), "ap 96>99");
}

#[test]
fn jealousy_and_paranoia_last_one_turn() {
    event(&turn_end(), 34, "", "jealousy 0>1");
    event(&turn_end().set("jealousy", json!(true)), 11, "", "jealousy 1>0");
    for cell in [35, 36] {
        event(&turn_end(), cell, "", "jealousy 0>1");
    }
}

#[test]
fn jealousy_forbids_moves_to_other_wilayas_but_not_inside_one_or_abroad() {
    let mut table =
        Board::new().independent().set("jealousy", json!(true)).fln("I-1", "cadre/ops", 1).set_up();
    // The only unit is taken without asking.
    table.play("move", "");
    table.offers("to:I-2 to:I-3 to:I-4 to:TUNISIA");
}

#[test]
fn elections_use_each_line_of_the_coup_table_without_modifier() {
    for (sum, dice, psp) in [
        ("1,1", "1,2,3", 6),
        ("1,2", "3,4", 7),
        ("2,2", "3,4", 7),
        ("1,4", "5", 5),
        ("3,3", "5", 5),
        ("3,4", "4", -4),
        ("4,4", "4,6", -10),
        ("3,6", "4,6", -10),
        ("5,5", "4,6,1", -11),
        ("5,6", "4,6,1", -11),
        ("6,6", "4,6,1", -11),
    ] {
        // An OAS in France does not matter here.
        let board = turn_end().set("oas", json!({ "controller": "fln", "place": "FRANCE" }));
        let table = next_turn(
            &board,
            &format!("event-tens=4 event-units=1 elections.france={sum} elections-psp.france={dice} oas=1"),
        );
        // The OAS in France has cost 2 PSP in the turn before.
        changed(&table, &format!("psl.france 50>{}", 48 + psp));
    }
    event(&turn_end(), 42, "elections.france=1,6 elections-psp.france=2", "psl.france 50>48");
}

#[test]
fn elections_move_no_unit() {
    let board = turn_end().gov("ALGIERS", "elite-brigade/oc", 3).control("ALGIERS", Side::France);
    let lost = "elections.france=6,6 elections-psp.france=1,1,1";
    event(&board, 41, lost, "psl.france 50>47");
    let won = "elections.france=1,1 elections-psp.france=1,1,1";
    event(&board, 41, won, "psl.france 50>53");
}

#[test]
fn elections_can_end_the_game() {
    // At a PSL of 31 there is no check for a coup; 18 PSP are lost at most, so the end needs a lower one.
    let board = turn_end().psl(40, 15);
    let table = next_turn(
        &board,
        "coup-attempt.france=1 event-tens=4 event-units=1 elections.france=6,6 elections-psp.france=6,6,3",
    );
    table.waits("over").told_among(&[
        "random event: elections",
        "PSL of France -15 to 0 (random-event)",
        "FLN wins: substantial victory",
    ]);
}

#[test]
fn elections_above_99_take_the_rest_off_the_fln() {
    let board = turn_end().psl(40, 95);
    event(&board, 41, "elections.france=1,1 elections-psp.france=6,2,1", "psl.france 95>99, psl.fln 40>35");
}

#[test]
fn the_side_with_the_higher_psl_uses_the_un_debate() {
    for (fln, france, leader) in [(51, 50, "FLN"), (50, 51, "France"), (50, 50, "FLN")] {
        for cell in ["event-tens=4 event-units=3", "event-tens=4 event-units=4"] {
            let table = next_turn(&turn_end().psl(fln, france), cell);
            table.waits(&format!("{leader} un-debate")).offers("raise-fln lower-france");
        }
    }
}

#[test]
fn the_un_debate_raises_the_fln_or_lowers_the_government_by_one_die() {
    for (psl, leader) in [((60, 50), "fln"), ((40, 50), "france"), ((50, 50), "fln")] {
        let debate =
            || turn_end().psl(psl.0, psl.1).set("phase", json!("random-events")).at("un-debate").set_up();
        let mut raised = debate();
        raised.play("raise-fln", &format!("un-debate.{leader}=4"));
        assert_eq!(raised.psl(), (psl.0 + 4, psl.1));
        let mut lowered = debate();
        lowered.play("lower-france", &format!("un-debate.{leader}=6"));
        assert_eq!(lowered.psl(), (psl.0, psl.1 - 6));
        lowered.waits("France mobilize");
    }
}

#[test]
fn the_un_debate_can_end_the_game() {
    let mut table = turn_end().psl(51, 5).set("phase", json!("random-events")).at("un-debate").set_up();
    table.play("lower-france", "un-debate.fln=5");
    table.waits("over").told(&["PSL of France -5 to 0 (random-event)", "FLN wins: decisive victory"]);
}

/// A board at a factional purge.
fn purge() -> Board {
    Board::new().set("phase", json!("random-events")).at("purge-wilaya")
}

#[test]
fn the_government_picks_the_wilaya_of_a_purge_among_those_with_active_units() {
    let board = turn_end()
        .fln("II-1", "cadre/ug", 1)
        .control("II-1", Side::Fln)
        .fln("V-5", "band/ug-neutralized", 1)
        .gov("VI-2", "algerian-brigade/ops", 1)
        .control("VI-2", Side::France);
    let table = next_turn(&board, "recovery.fln@V-5=4 event-tens=4 event-units=5");
    // Wilaya V has a neutralized unit only, VI has none.
    table.waits("France purge-wilaya").offers("purge:I purge:II");
    let table = next_turn(&board, "recovery.fln@V-5=5 event-tens=4 event-units=6");
    table.waits("France purge-wilaya").offers("purge:I purge:II purge:V");
}

#[test]
fn a_purge_neutralizes_one_die_of_units_and_the_fln_picks() {
    let board = purge()
        .fln("I-1", "cadre/ug", 1)
        .fln("CONSTANTINE", "cadre/ug", 1)
        .fln("CONSTANTINE", "front/ug", 1)
        .fln("II-1", "band/ug", 2)
        .fln("II-2", "band/ug-neutralized", 3)
        .fln("II-3", "front/ug", 1);
    let mut table = board.set_up();
    table.play("purge:II", "purge.france=2").waits("FLN purge-unit");
    // Fronts, Cadres and cities too; neutralized units do not count.
    table.offers("neutralize:CONSTANTINE/front/ug neutralize:CONSTANTINE/cadre/ug neutralize:II-1/band/ug");
    table.play("neutralize:CONSTANTINE/cadre/ug", "");
    table.changed("CONSTANTINE.cadre.ug 1>0, CONSTANTINE.cadre.ug-neutralized 0>1");
    // Classes before the last one are not offered again.
    table.waits("FLN purge-unit").offers("neutralize:II-1/band/ug neutralize:II-3/front/ug");
    table.play("neutralize:II-3/front/ug", "");
    table.changed("II-3.front.ug 1>0, II-3.front.ug-neutralized 0>1, phase random-events>reinforcement");
}

#[test]
fn the_picks_of_a_purge_go_in_order_and_never_run_dry() {
    let board = purge()
        .fln("I-1", "cadre/ug", 1)
        .fln("II-1", "front/ug", 1)
        .fln("II-1", "cadre/ug", 2)
        .fln("II-2", "front/ug", 1)
        .fln("II-3", "band/ug", 1);
    let mut table = board.set_up();
    table.play("purge:II", "purge.france=4").waits("FLN purge-unit");
    // 5 units for 4 picks: the first must leave 4 behind it, itself included.
    table.offers("neutralize:II-1/front/ug neutralize:II-1/cadre/ug");
    table.play("neutralize:II-1/cadre/ug", "");
    // All that is left follows by itself: Cadre, Front and Band.
    table.changed(
        "II-1.cadre.ug 2>0, II-1.cadre.ug-neutralized 0>2, II-2.front.ug 1>0, II-2.front.ug-neutralized 0>1, \
         II-3.band.ug 1>0, II-3.band.ug-neutralized 0>1, phase random-events>reinforcement",
    );
}

#[test]
fn a_purge_of_more_units_than_there_are_takes_all() {
    let board = purge()
        .fln("III-1", "front/ug", 1)
        .fln("III-1", "cadre/ug", 1)
        .fln("III-2", "band/ug-neutralized", 1)
        .fln("I-2", "cadre/ug", 1);
    for number in [2, 6] {
        let mut table = board.set_up();
        table.play("purge:III", &format!("purge.france={number}"));
        table.changed(
            "III-1.front.ug 1>0, III-1.front.ug-neutralized 0>1, III-1.cadre.ug 1>0, III-1.cadre.ug-neutralized 0>1, \
             phase random-events>reinforcement",
        );
    }
}

#[test]
fn a_purge_without_active_units_has_no_effect() {
    let board =
        Board::new().ap(0).independent().fln("TUNISIA", "band/ops", 1).fln("II-1", "cadre/ug-neutralized", 1);
    let dice = "recovery.fln@II-1=1 no-mobile.fln=1,1,1 event-tens=4 event-units=5";
    changed(&next_turn(&board, dice), "psl.fln 50>47");
}

#[test]
fn independence_raises_both_psl_by_two_dice_each() {
    for cell in [51, 52, 53, 54] {
        let dice = "independence-psp.fln=1,2 independence-psp.france=6,5";
        event(&turn_end(), cell, dice, "independent 0>1, psl.fln 50>53, psl.france 50>61");
    }
}

#[test]
fn both_gains_of_independence_are_added_before_the_excess_is_moved() {
    // 98 + 6 is 5 too many: they come off what France has gained.
    let board = turn_end().psl(98, 40);
    let dice = "independence-psp.fln=3,3 independence-psp.france=1,1";
    event(&board, 51, dice, "independent 0>1, psl.fln 98>99, psl.france 40>37");
}

#[test]
fn independence_again_gives_ap_by_the_mission_success_table() {
    for (die, ap) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        for scenario in ["1954", "1958", "1960"] {
            let board = turn_end().scenario(scenario).independent();
            event(&board, 51, &format!("independence-ap.fln={die}"), &format!("ap 0>{ap}"));
        }
    }
}

#[test]
fn morocco_and_tunisia_are_independent_from_the_start_of_1958_and_1960() {
    for scenario in ["1958", "1960"] {
        let setting = wilaya_engine::Setting { scenario: Some(scenario.to_owned()), ..Default::default() };
        let dice = "first-ap.fln=1,1 event-tens=5 event-units=4 independence-ap.fln=6";
        assert_eq!(Table::begin(&setting, dice).value("ap"), "5", "{scenario}");
    }
}

#[test]
fn an_amnesty_lasts_one_turn() {
    for cell in [63, 64] {
        event(&turn_end(), cell, "", "amnesty 0>1");
    }
    event(&turn_end().set("amnesty", json!(true)), 11, "", "amnesty 1>0");
}

#[test]
fn an_amnesty_adds_1_to_civil_affairs_and_suppression() {
    for (amnesty, roll) in [(false, 3), (true, 4)] {
        for mission in ["civil-affairs", "suppression"] {
            let mut table = Board::new()
                .set("amnesty", json!(amnesty))
                .gov("IV-1", "police/ptl", 1)
                .fln("IV-1", "cadre/oc", 1)
                .government_acts()
                .set_up();
            table.play(mission, &format!("{mission}.france@IV-1=3"));
            let number = if roll == 4 { 2 } else { 1 };
            table.told_among(&[&format!("{mission} in IV-1: roll {roll}, result {number}")]);
        }
    }
}

#[test]
fn an_amnesty_helps_the_suppression_of_the_oas() {
    let mut table = turn_end()
        .set("amnesty", json!(true))
        .set("oas", json!({ "controller": "france", "place": null }))
        .set("phase", json!("reinforcement"))
        .at("oas-place")
        .set_up();
    table.play("oas:ORAN done done done count:0", "suppression.france@ORAN=5");
    table.told_among(&["suppression in ORAN: roll 6, result 3@", "ORAN: terror placed"]);
}

#[test]
fn sartre_costs_the_government_1_psp() {
    for cell in [65, 66] {
        event(&turn_end(), cell, "", "psl.france 50>49");
    }
}

#[test]
fn sartre_can_end_the_game() {
    let table = next_turn(&turn_end().psl(25, 1), "coup-attempt.france=1 event-tens=6 event-units=5");
    table.waits("over").told_among(&["PSL of France -1 to 0 (random-event)", "FLN wins: marginal victory"]);
}

#[test]
fn the_oas_is_rolled_for_each_turn_after_the_event() {
    for (die, controller) in [(1, "fln"), (2, "fln"), (3, "fln"), (4, "france"), (5, "france"), (6, "france")]
    {
        for before in ["fln", "france"] {
            // In France it costs 2 PSP and suppresses nothing.
            let board = turn_end().set("oas", json!({ "controller": before, "place": "FRANCE" }));
            let table = next_turn(&board, &format!("event-tens=6 event-units=5 oas={die}"));
            let change = if before == controller {
                String::new()
            } else {
                format!(", oas.controller {before}>{controller}")
            };
            changed(&table, &format!("psl.france 50>47{change}"));
            table.told_among(&["random event: sartre"]);
            let next = if controller == "france" { "France oas-place" } else { "France mobilize" };
            table.waits(next);
        }
    }
}

#[test]
fn what_lasts_one_turn_ends_when_the_next_begins() {
    let board = turn_end()
        .independent()
        .set("jealousy", json!(true))
        .set("amnesty", json!(true))
        .set("propaganda_in_france_done", json!(true))
        .set("nato_keeps", json!({ "division": 2 }))
        .fln("MOROCCO", "band/oc", 2)
        .fln("TUNISIA", "cadre/oc", 1)
        .fln("TUNISIA", "cadre/ops", 1)
        .set(
            "areas.I-2",
            json!({
                "fln": { "cadre": { "ug": 1 } },
                "control": "fln",
                "done": ["propaganda", "strike", "raid", "civil-affairs", "suppression"],
            }),
        );
    let table = next_turn(&board, "event-tens=1 event-units=1");
    changed(
        &table,
        "jealousy 1>0, amnesty 1>0, propaganda_in_france_done 1>0, nato_keeps.division 2>0, \
         MOROCCO.band.oc 2>0, MOROCCO.band.ops 0>2, TUNISIA.cadre.oc 1>0, TUNISIA.cadre.ops 1>2, \
         I-2.done.propaganda 1>0, I-2.done.strike 1>0, I-2.done.raid 1>0, I-2.done.civil-affairs 1>0, \
         I-2.done.suppression 1>0",
    );
}
