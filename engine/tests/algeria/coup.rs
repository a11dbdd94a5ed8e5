//! The coup in Algeria with scripted dice (rules 11.4; charts B.2; rulings ).

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::Side;

/// A quiet turn end at a low PSL of the Government.
fn unrest(psl: u8) -> Board {
    Board::new().ap(0).psl(50, psl).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

/// A turn without an event; at 30 or less the OAS appears.
const NO_EVENT: &str = "event-tens=1 event-units=1";

#[track_caller]
fn ended(board: &Board, dice: &str) -> Table {
    let mut table = board.set_up();
    table.play("pass", dice);
    table
}

#[test]
fn the_army_may_try_at_a_government_psl_of_30_or_less() {
    ended(&unrest(31), NO_EVENT).told_among(&["Turn 3: interphase", "Turn 4: random-events"]);
    let table = ended(&unrest(30), &format!("coup-attempt.france=1 {NO_EVENT} oas=1"));
    table.told_among(&["Turn 3: interphase", "no coup", "Turn 4: random-events"]);
    // The PSL of the FLN does not matter.
    ended(&unrest(31).psl(20, 31), NO_EVENT);
}

#[test]
fn the_army_tries_on_a_6() {
    for die in 1..=5 {
        ended(&unrest(30), &format!("coup-attempt.france={die} {NO_EVENT} oas=1")).told_among(&["no coup"]);
    }
    let dice = format!("coup-attempt.france=6 coup.france=3,3 coup-psp.france=1 {NO_EVENT}");
    ended(&unrest(30), &dice).told_among(&["coup: line 3 of the table"]);
}

/// A board with the OAS in a place.
fn with_oas(psl: u8, place: &str) -> Board {
    unrest(psl).set("oas", json!({ "controller": "fln", "place": place }))
}

#[test]
fn an_oas_in_france_adds_1_to_both_rolls() {
    for die in 1..=4 {
        ended(&with_oas(30, "FRANCE"), &format!("coup-attempt.france={die} {NO_EVENT} oas=1"))
            .told_among(&["no coup"]);
    }
    // 5 + 1 tries; 3 + 3 + 1 fizzles.
    let dice = format!("coup-attempt.france=5 coup.france=3,3 coup-psp.france=4 {NO_EVENT} oas=1");
    let table = ended(&with_oas(30, "FRANCE"), &dice);
    table.told_among(&[
        "coup: line 4 of the table",
        "PSL of France -4 to 26 (coup)",
        "PSL of France -2 to 24 (oas)",
    ]);
    // In Algeria it adds nothing.
    let dice = format!("coup-attempt.france=5 {NO_EVENT} oas=1");
    ended(&with_oas(30, "ALGIERS"), &dice).told_among(&["no coup"]);
    let dice = format!("coup-attempt.france=6 coup.france=3,3 coup-psp.france=4 {NO_EVENT} oas=1");
    ended(&with_oas(30, "ALGIERS"), &dice).told_among(&["coup: line 3 of the table"]);
}

#[test]
fn each_line_of_the_coup_table_has_its_psp_and_its_elite_brigades_lost() {
    for (sum, line, dice, psp) in [
        ("1,1", 1, "1,2,3", 6),
        ("1,2", 2, "3,4", 7),
        ("2,2", 2, "3,4", 7),
        ("2,3", 3, "5", 5),
        ("3,3", 3, "5", 5),
        ("3,4", 4, "5", -5),
        ("4,4", 5, "3,4", -7),
        ("4,5", 5, "3,4", -7),
        ("4,6", 6, "1,2,3", -6),
        ("5,6", 6, "1,2,3", -6),
        ("6,6", 6, "1,2,3", -6),
    ] {
        // What can be mobilized for free is declined.
        let free = match line {
            1 => "coup-mobilize.france=1,1",
            2 => "coup-mobilize.france=2",
            _ => "",
        };
        let elite = if line == 6 { "coup-elite.france=4" } else { "" };
        let oas = if psp > 0 { "" } else { "oas=1" };
        let mut table = unrest(28).gov("V-1", "elite-brigade/oc", 6).set_up();
        let next = format!("{NO_EVENT} {oas}");
        let coup = format!("coup-attempt.france=6 coup.france={sum} coup-psp.france={dice} {free} {elite}");
        if free.is_empty() {
            table.play("pass", &format!("{coup} {next}"));
        } else {
            table.play("pass done", &format!("{coup} {next}"));
        }
        table.told_among(&[&format!("coup: line {line} of the table")]);
        assert_eq!(i32::from(table.psl().1), 28 + psp, "{sum}");
        let lost = match line {
            5 => "1",
            6 => "4",
            _ => "0",
        };
        assert_eq!(table.value("elites_disbanded"), lost, "{sum}");
    }
}

#[test]
fn thirteen_reads_as_an_abject_failure() {
    let dice = format!(
        "coup-attempt.france=6 coup.france=6,6 coup-psp.france=1,1,1 coup-elite.france=1 {NO_EVENT} oas=1"
    );
    ended(&with_oas(30, "FRANCE"), &dice)
        .told_among(&["coup: line 6 of the table", "PSL of France -3 to 27 (coup)"]);
}

#[test]
fn a_coup_can_end_the_game_before_anything_else_of_it_happens() {
    let board = unrest(10).gov("V-1", "elite-brigade/oc", 2);
    let table = ended(&board, "coup-attempt.france=6 coup.france=6,6 coup-psp.france=3,3,4");
    table.waits("over").told_among(&["PSL of France -10 to 0 (coup)", "FLN wins: substantial victory"]);
    assert_eq!(table.value("V-1.elite-brigade.oc"), "2");
}

// --- Free mobilization

const WILD: &str = "coup-attempt.france=6 coup.france=1,1 coup-psp.france=1,1,1";

#[test]
fn a_wild_success_mobilizes_two_dice_of_psp_of_units_for_free() {
    let mut table = unrest(30).set_up();
    table.play("pass", &format!("{WILD} coup-mobilize.france=4,5")).waits("France coup-mobilize");
    table.offers(
        "mobilize:division mobilize:french-brigade mobilize:elite-brigade mobilize:algerian-brigade mobilize:police \
         done",
    );
    table.play("mobilize:division", "").waits("France coup-station");
    assert_eq!(table.legal().len(), 25);
    // A division is 5 of the 9: French units wait for activation in the next turn like any other.
    table.play("station:V-1", "").changed("V-1.division-concentrated.oc 0>1");
    table.offers(
        "mobilize:french-brigade mobilize:elite-brigade mobilize:algerian-brigade mobilize:police done",
    );
    table.play("mobilize:algerian-brigade station:ORAN", "").changed("ORAN.algerian-brigade.ops 0>1");
    // 2 are left, and types go in order.
    table.offers("mobilize:algerian-brigade mobilize:police done");
    table.play("mobilize:police station:ORAN", "").changed("ORAN.police.ptl 0>1");
    table.waits("France coup-mobilize").offers("mobilize:police done");
    // The rest is lost; no PSP are paid.
    table.play("done", NO_EVENT);
    assert_eq!(table.psl(), (50, 33));
}

#[test]
fn a_big_success_mobilizes_one_die_and_ends_when_nothing_is_payable() {
    let mut table = unrest(30).set_up();
    let dice = "coup-attempt.france=6 coup.france=1,2 coup-psp.france=1,1 coup-mobilize.france=3";
    table.play("pass", dice).waits("France coup-mobilize");
    // A division costs 5.
    table.offers(
        "mobilize:french-brigade mobilize:elite-brigade mobilize:algerian-brigade mobilize:police done",
    );
    table.play("mobilize:elite-brigade station:V-1", NO_EVENT);
    table.waits("France mobilize");
    assert_eq!((table.value("V-1.elite-brigade.oc"), table.psl()), ("1".to_owned(), (50, 32)));
}

#[test]
fn areas_of_free_mobilization_do_not_decrease_for_one_type() {
    let mut table = unrest(30).set_up();
    table.play("pass mobilize:police station:VI-1", &format!("{WILD} coup-mobilize.france=2,2"));
    table.play("mobilize:police", "").offers("station:VI-1 station:VI-2");
}

#[test]
fn free_mobilization_is_limited_by_the_counter_mix() {
    let board = unrest(30).gov("V-1", "elite-brigade/oc", 7).gov("V-1", "division-dispersed/oc", 13);
    let mut table = board.set_up();
    table.play("pass", &format!("{WILD} coup-mobilize.france=6,6"));
    table.offers("mobilize:french-brigade mobilize:algerian-brigade mobilize:police done");
}

#[test]
fn units_of_a_coup_must_be_activated_in_the_next_turn() {
    let mut table = unrest(30).set_up();
    let dice = format!("{WILD} coup-mobilize.france=2,3 {NO_EVENT}");
    table.play("pass mobilize:division station:V-1", &dice);
    table.waits("France mobilize");
    table.play("done done", "").waits("France activate-units").offers("count:0 count:1");
    table.play("count:1", "").told_among(&["PSL of France -1 to 32 (reinforcement)"]);
}

#[test]
fn the_slow_french_reaction_does_not_limit_free_mobilization() {
    let board =
        unrest(30).option("slow_french_reaction").psl(20, 30).set("slow_french_reaction", json!(true));
    let mut table = board.set_up();
    let dice = format!("{WILD} coup-mobilize.france=6,6");
    table.play("pass mobilize:division station:V-1 mobilize:division station:V-1", &dice);
    assert_eq!(table.value("V-1.division-concentrated.oc"), "2");
    table.offers("mobilize:french-brigade mobilize:algerian-brigade mobilize:police done");
}

// --- Elite brigades lost

const FAILURE: &str = "coup-attempt.france=6 coup.france=4,4 coup-psp.france=1,1";

/// Elite brigades in several boxes and states.
fn elites() -> Board {
    unrest(30).gov("ORAN", "elite-brigade/ops", 2).gov("V-3", "elite-brigade/neutralized", 1).gov(
        "V-4",
        "elite-brigade/oc",
        1,
    )
}

const NO_RECOVERY: &str = "recovery.france@V-3=1";

#[test]
fn a_failure_removes_one_elite_brigade_of_any_state_for_good() {
    let mut table = elites().set_up();
    table.play("pass", &format!("{NO_RECOVERY} {FAILURE}")).waits("France coup-disband");
    table.offers(
        "remove:ORAN/elite-brigade/oc remove:V-3/elite-brigade/neutralized remove:V-4/elite-brigade/oc",
    );
    table.play("remove:V-3/elite-brigade/neutralized", &format!("{NO_EVENT} oas=1"));
    assert_eq!(table.value("V-3.elite-brigade.neutralized"), "0");
    assert_eq!(table.value("elites_disbanded"), "1");
    table.told_among(&["V-3: 1 elite-brigade disbanded"]);
}

#[test]
fn an_abject_failure_removes_one_die_of_elite_brigades_in_order() {
    let coup = "coup-attempt.france=6 coup.france=5,5 coup-psp.france=1,1,1 coup-elite.france=3";
    let mut table = elites().set_up();
    table.play("pass", &format!("{NO_RECOVERY} {coup}")).waits("France coup-disband");
    // The first of three picks must leave two behind it, so it was one in Oran.
    assert_eq!(table.value("elites_disbanded"), "1");
    table.offers("remove:ORAN/elite-brigade/oc remove:V-3/elite-brigade/neutralized");
    table.play("remove:V-3/elite-brigade/neutralized", &format!("{NO_EVENT} oas=1"));
    assert_eq!(table.value("elites_disbanded"), "3");
    assert_eq!(
        (table.value("ORAN.elite-brigade.oc"), table.value("V-4.elite-brigade.oc")),
        ("1".into(), "0".into())
    );
}

#[test]
fn the_picks_of_disbanded_elites_never_run_dry() {
    let coup = "coup-attempt.france=6 coup.france=5,5 coup-psp.france=1,1,1 coup-elite.france=2";
    let mut table = elites().set_up();
    table.play("pass", &format!("{NO_RECOVERY} {coup}")).waits("France coup-disband");
    table.offers("remove:ORAN/elite-brigade/oc remove:V-3/elite-brigade/neutralized");
    table.play("remove:V-3/elite-brigade/neutralized", &format!("{NO_EVENT} oas=1"));
    // The one in V-4 follows by itself.
    assert_eq!(table.value("elites_disbanded"), "2");
    assert_eq!(
        (table.value("V-4.elite-brigade.oc"), table.value("ORAN.elite-brigade.oc")),
        ("0".into(), "2".into())
    );
}

#[test]
fn all_elite_brigades_go_if_there_are_no_more_than_called_for() {
    for number in [4, 5, 6] {
        let coup =
            format!("coup-attempt.france=6 coup.france=5,5 coup-psp.france=1,1,1 coup-elite.france={number}");
        let table = ended(&elites(), &format!("{NO_RECOVERY} {coup} {NO_EVENT} oas=1"));
        assert_eq!(table.value("elites_disbanded"), "4", "{number}");
    }
    let table = ended(&unrest(30), &format!("{FAILURE} {NO_EVENT} oas=1"));
    assert_eq!(table.value("elites_disbanded"), "0");
}

#[test]
fn disbanded_elites_cannot_be_mobilized_again() {
    let board = unrest(30).set("elites_disbanded", json!(7));
    let mut table = board.set_up();
    table.play("pass", &format!("{WILD} coup-mobilize.france=6,6"));
    assert!(!table.allows("mobilize:elite-brigade"));
    table.play("done", NO_EVENT);
    assert!(!table.allows("mobilize:elite-brigade"));
}

#[test]
fn the_coup_comes_before_the_other_adjustments_of_the_psl() {
    // Terror would end the game, but the Army helps first.
    let board = unrest(1).terror("V-1");
    let dice = format!(
        "terror-recovery@V-1=1 coup-attempt.france=6 coup.france=2,3 coup-psp.france=1 {NO_EVENT} oas=1"
    );
    let table = ended(&board, &dice);
    table.told_among(&["PSL of France +1 to 2 (coup)", "PSL of France -1 to 1 (terror)"]);
}
