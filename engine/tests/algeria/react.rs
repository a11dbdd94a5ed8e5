//! React in Algeria with scripted dice: who may go, who evades (rules 9.23, 11.12; rulings ).

use crate::support::Board;

/// A Cadre that does Propaganda in II-1.
fn agitator() -> Board {
    Board::new().fln("II-1", "cadre/ops", 1)
}

/// Its Propaganda, for 1 PSP of the FLN, up to the React.
const AGITATE: (&str, &str) = ("propaganda split:1", "2");

/// Who may React to the Propaganda of a Cadre in II-1, or the decision after it.
fn candidates(board: &Board) -> String {
    let mut table = board.set_up();
    table.play(AGITATE.0, AGITATE.1);
    if table.node() == "react" { table.legal().join(" ") } else { table.node() }
}

#[test]
fn mobile_units_in_operations_or_on_patrol_of_the_area_may_react_a97() {
    let board = agitator()
        .gov("II-1", "division-concentrated/ops", 1)
        .gov("II-1", "division-dispersed/ptl", 1)
        .gov("II-1", "french-brigade/ops", 1)
        .gov("II-1", "elite-brigade/ptl", 2)
        .gov("II-1", "algerian-brigade/ops", 1)
        .gov("II-1", "police/ptl", 1)
        .gov("II-2", "elite-brigade/ops", 1);
    let expected = "commit:II-1/division-concentrated/ops commit:II-1/division-dispersed/ptl \
                    commit:II-1/french-brigade/ops commit:II-1/elite-brigade/ptl \
                    commit:II-1/algerian-brigade/ops done";
    let mut table = board.set_up();
    table.play(AGITATE.0, "6").offers(expected);
}

#[test]
fn neutralized_and_completed_units_and_police_may_not_react_a97() {
    for class in ["elite-brigade/oc", "elite-brigade/neutralized", "division-concentrated/oc", "police/ptl"] {
        let mut table = agitator().gov("II-1", class, 1).set_up();
        table.play(AGITATE.0, "5").waits("FLN fln-operation");
    }
}

#[test]
fn the_government_may_decline_to_react() {
    let mut table = agitator().gov("II-1", "elite-brigade/ops", 1).set_up();
    table.play("propaganda split:1 done", "2").waits("FLN fln-operation");
    table.changed("psl.fln 50>51, ap 10>9, II-1.cadre.ops 1>0, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
}

#[test]
fn without_a_division_one_unit_that_is_not_elite_reacts_alone_a93() {
    let board = agitator().gov("II-1", "french-brigade/ops", 2).gov("II-1", "elite-brigade/ops", 2);
    let mut table = board.set_up();
    // It goes at once: the Cadre evades.
    table
        .play("propaganda split:1 commit:II-1/french-brigade/ops", "2 evade.fln@II-1=1")
        .waits("FLN fln-operation");
    assert_eq!(
        (table.value("II-1.french-brigade.oc"), table.value("II-1.elite-brigade.oc")),
        ("1".into(), "0".into())
    );
}

#[test]
fn elite_brigades_may_react_together_without_a_division_a93() {
    let board = agitator().gov("II-1", "elite-brigade/ops", 2).gov("II-1", "elite-brigade/ptl", 1).gov(
        "II-1",
        "algerian-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("propaganda split:1 commit:II-1/elite-brigade/ops", "3").waits("France react-more");
    table.offers("commit:II-1/elite-brigade/ops commit:II-1/elite-brigade/ptl go");
    table.play("commit:II-1/elite-brigade/ptl", "").offers("commit:II-1/elite-brigade/ops go");
    // With the last one the React goes by itself.
    table.play("commit:II-1/elite-brigade/ops", "4").waits("FLN fln-operation");
    table.changed(
        "II-1.elite-brigade.ops 1>0, II-1.elite-brigade.oc 2>3, II-1.cadre.oc 1>0, II-1.cadre.ug 0>1",
    );
}

#[test]
fn units_join_a_react_in_any_order_and_the_dice_wait_for_go() {
    let board = agitator().gov("ALGIERS", "elite-brigade/ops", 1).gov("ORAN", "elite-brigade/ops", 1).helo(3);
    let cities = ["ALGIERS", "ORAN"].map(|city| format!("commit:{city}/elite-brigade/ops/airmobile"));
    for [first, second] in [[0, 1], [1, 0]] {
        let mut table = board.set_up();
        table.play(&format!("{} {}", AGITATE.0, cities[first]), AGITATE.1).waits("France react-more");
        table.offers(&format!("{} go", cities[second]));
        // Nobody else can join.
        table.play(&cities[second], "4").waits("FLN fln-operation");
        assert_eq!(table.value("II-1.elite-brigade.oc"), "2");
    }
}

#[test]
fn a_division_in_any_state_lets_all_units_react_together_a93() {
    for division in [
        "division-concentrated/ops",
        "division-dispersed/ptl",
        "division-concentrated/oc",
        "division-dispersed/neutralized",
    ] {
        let board = agitator()
            .gov("II-1", division, 1)
            .gov("II-1", "french-brigade/ptl", 1)
            .gov("II-1", "elite-brigade/ops", 1)
            .gov("II-1", "algerian-brigade/ops", 1);
        let mut table = board.set_up();
        table.play("propaganda split:1 commit:II-1/french-brigade/ptl", "5").waits("France react-more");
        table.play("commit:II-1/elite-brigade/ops", "");
        // The division may go itself if it is ready; else the last brigade is the last unit.
        let ready = division.ends_with("/ops") || division.ends_with("/ptl");
        let (more, go) = if ready { (format!("commit:II-1/{division} "), " go") } else { Default::default() };
        table.offers(&format!("{more}commit:II-1/algerian-brigade/ops go"));
        table.play(&format!("commit:II-1/algerian-brigade/ops{go}"), "4").waits("FLN fln-operation");
    }
}

#[test]
fn elite_brigades_fly_in_for_1_helo_point_each_a94() {
    let board = agitator()
        .gov("I-1", "elite-brigade/ops", 1)
        .gov("VI-2", "elite-brigade/ptl", 2)
        .gov("V-8", "elite-brigade/oc", 1)
        .gov("V-7", "elite-brigade/neutralized", 1);
    assert_eq!(candidates(&board), "fln-operation");
    let expected = "commit:I-1/elite-brigade/ops/airmobile commit:VI-2/elite-brigade/ptl/airmobile done";
    assert_eq!(candidates(&board.clone().helo(1)), expected);
    let mut table = board.helo(2).set_up();
    table.play("propaganda split:1 commit:I-1/elite-brigade/ops/airmobile", "2");
    table.offers("commit:VI-2/elite-brigade/ptl/airmobile go");
    table.play("commit:VI-2/elite-brigade/ptl/airmobile", "1");
    // Both Helo Points are spent, so the React goes at once; the units stay where they landed.
    table.changed(
        "helo.available 1>0, VI-2.elite-brigade.ptl 2>1, II-1.elite-brigade.oc 1>2, II-1.cadre.oc 1>0, \
         II-1.cadre.ug 0>1",
    );
    table.told(&[
        "elite-brigade from VI-2 to II-1 by air",
        "II-1: 1 elite-brigade reacts",
        "II-1: 1 cadre evaded",
    ]);
}

#[test]
fn other_brigades_fly_in_for_2_helo_points_to_where_a_division_is_a94() {
    let distant = agitator()
        .gov("I-1", "french-brigade/ops", 1)
        .gov("I-1", "algerian-brigade/ptl", 1)
        .gov("I-1", "division-concentrated/ops", 1)
        .gov("I-1", "elite-brigade/ops", 1);
    assert_eq!(candidates(&distant.clone().helo(5)), "commit:I-1/elite-brigade/ops/airmobile done");
    let with_division = distant.gov("II-1", "division-concentrated/oc", 1);
    assert_eq!(candidates(&with_division.clone().helo(1)), "commit:I-1/elite-brigade/ops/airmobile done");
    let expected = "commit:I-1/french-brigade/ops/airmobile commit:I-1/elite-brigade/ops/airmobile \
                    commit:I-1/algerian-brigade/ptl/airmobile done";
    assert_eq!(candidates(&with_division.clone().helo(2)), expected);
    let mut table = with_division.helo(4).set_up();
    table.play("propaganda split:1 commit:I-1/french-brigade/ops/airmobile", "2");
    table.play("commit:I-1/algerian-brigade/ptl/airmobile", "4");
    table.changed(
        "helo.available 2>0, I-1.algerian-brigade.ptl 1>0, II-1.algerian-brigade.oc 0>1, II-1.cadre.oc 1>0, \
         II-1.cadre.ug 0>1",
    );
}

#[test]
fn a_local_unit_that_is_not_elite_is_not_joined_by_elites_from_afar_without_a_division_a93() {
    let board = agitator().gov("II-1", "algerian-brigade/ops", 1).gov("I-1", "elite-brigade/ops", 1).helo(3);
    let mut table = board.set_up();
    table.play("propaganda split:1", "2");
    table.offers("commit:II-1/algerian-brigade/ops commit:I-1/elite-brigade/ops/airmobile done");
    table.play("commit:II-1/algerian-brigade/ops", "4").waits("FLN fln-operation");
}

#[test]
fn units_of_the_area_are_not_airmobilized_for_a_react() {
    let board = agitator().gov("II-1", "elite-brigade/ops", 1).helo(3);
    assert_eq!(candidates(&board), "commit:II-1/elite-brigade/ops done");
}

#[test]
fn an_evader_goes_underground_and_is_out_of_the_combat() {
    let board = Board::new().fln("II-1", "band/ops", 2).fln("II-1", "failek/ops", 1).gov(
        "II-1",
        "division-concentrated/ops",
        1,
    );
    let mut table = board.set_up();
    // Each rolls once, in the order of the types: Band 3 evades, Band 4 stays, Failek 3 stays. Then the FLN
    // fires with 2 + 4, and the division takes what is left.
    let dice = "4 evade.fln@II-1=3,4,3 fire.fln@II-1=3 fire.france@II-1=6";
    table.play("raid count:2 count:1 commit:II-1/division-concentrated/ops split:2 split:2", dice);
    table.told_among(&[
        "II-1: 1 band evaded",
        "FLN fires in II-1 with 6: 2 hits",
        "PSL of FLN +2 to 52 (hits)",
        "France fires in II-1 with 25: 12 hits",
        "II-1: 1 band eliminated",
        "II-1: 1 band reduced",
        "PSL of France +2 to 52 (reduced)",
        "II-1: 1 band eliminated",
        "PSL of France +2 to 54 (eliminated)",
    ]);
    assert_eq!((table.value("II-1.band.ug"), table.value("II-1.band.oc")), ("1".into(), "0".into()));
}

#[test]
fn neutralized_participants_may_evade_too_and_stay_neutralized_a97() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("raid commit:II-1/elite-brigade/ops", "raid.fln@II-1=1 evade.fln@II-1=3");
    table.changed(
        "II-1.band.ops 1>0, II-1.band.ug-neutralized 0>1, II-1.terror 0>1, II-1.done.raid 0>1, \
         II-1.elite-brigade.ops 1>0, II-1.elite-brigade.oc 0>1",
    );
}

#[test]
fn no_participant_is_skipped_when_another_evades_a98() {
    let board = Board::new().fln("II-1", "band/ops", 3).gov("II-1", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table
        .play("raid count:3 commit:II-1/elite-brigade/ops", "2 evade.fln@II-1=1,2,3")
        .waits("FLN fln-operation");
    assert_eq!(table.value("II-1.band.ug"), "3");
}

#[test]
fn a_neutralized_participant_that_does_not_evade_fires_at_full_value_a63() {
    let board = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", "algerian-brigade/ops", 1);
    let mut table = board.set_up();
    // FLN 4 with a 6: 2 hits. Government 5 with a 1: 1 hit, so the Failek is reduced and stays neutralized, and
    // the Government is neutralized.
    table.play("raid commit:II-1/algerian-brigade/ops split:0", "1 evade.fln@II-1=3 6 1");
    table.changed(
        "psl.fln 50>49, II-1.failek.ops 1>0, II-1.band.neutralized 0>1, II-1.terror 0>1, \
         II-1.done.raid 0>1, II-1.algerian-brigade.ops 1>0, II-1.algerian-brigade.neutralized 0>1",
    );
}

#[test]
fn only_the_participants_are_reacted_to_a97() {
    let board = Board::new()
        .fln("II-1", "cadre/ops", 1)
        .fln("II-1", "cadre/oc", 2)
        .fln("II-1", "band/ops", 1)
        .fln("II-1", "front/neutralized", 1)
        .gov("II-1", "division-concentrated/ops", 1);
    let mut table = board.set_up();
    table.play("propaganda split:1 commit:II-1/division-concentrated/ops split:1", "2 5 4 6");
    table.told_among(&["FLN fires in II-1 with 1: 0 hits", "France fires in II-1 with 25: 12 hits"]);
    table.changed(
        "psl.fln 50>51, psl.france 50>51, ap 10>9, II-1.cadre.ops 1>0, II-1.done.propaganda 0>1, \
         II-1.division-concentrated.ops 1>0, II-1.division-concentrated.oc 0>1",
    );
}

#[test]
fn a_strike_is_reacted_to_with_all_its_participants() {
    let board = Board::new()
        .fln("ORAN", "front/ops", 1)
        .fln("ORAN", "cadre/ops", 2)
        .gov("ORAN", "french-brigade/ptl", 1)
        .gov("ORAN", "police/ptl", 1);
    let mut table = board.set_up();
    // The strike: 3 + 2 Cadres - 2 on Patrol. The Front stays on a 4, a Cadre on a 5, the other evades on a 4.
    let dice = "3 6 evade.fln@ORAN=4,5,4 fire.fln@ORAN=2 fire.france@ORAN=5";
    table.play("strike count:2 split:6 commit:ORAN/french-brigade/ptl", dice).waits("FLN fln-loss");
    table.told_among(&[
        "strike in ORAN: roll 3, result 1",
        "ORAN: 1 cadre evaded",
        "FLN fires in ORAN with 4: 0 hits",
        "France fires in ORAN with 6: 2 hits",
    ]);
    table.offers("hit:front hit:cadre");
    // The reduced Front and the Cadre are one class: the second hit needs no choice.
    table.play("hit:front split:1", "");
    table.changed(
        "psl.fln 56>55, psl.france 50>53, ORAN.front.oc 1>0, ORAN.cadre.oc 1>0, ORAN.cadre.neutralized 0>1",
    );
}

#[test]
fn a_mission_is_reacted_to_once() {
    let board = agitator().gov("II-1", "elite-brigade/ops", 2);
    let mut table = board.set_up();
    table.play("propaganda split:1 commit:II-1/elite-brigade/ops go", "2 4").waits("FLN fln-operation");
    assert_eq!(table.value("II-1.elite-brigade.ops"), "1");
}

#[test]
fn there_is_no_react_when_no_participant_is_left_a97() {
    let board = agitator().gov("II-1", "elite-brigade/ops", 1);
    board.set_up().play("propaganda split:1 split:1", "1").waits("FLN fln-operation");
}

#[test]
fn a_react_needs_no_psp() {
    let mut table = agitator().psl(50, 1).gov("II-1", "elite-brigade/ops", 1).set_up();
    table.play("propaganda split:1 commit:II-1/elite-brigade/ops", "2 4");
    assert_eq!(table.psl(), (51, 1));
}
