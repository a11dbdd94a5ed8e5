//! Propaganda, Strike and Raid in Algeria with scripted dice (rules 9.11, 9.12, 9.14; charts A.2, A.3, C.6).

use crate::support::Board;

// Propaganda (9.11)

#[test]
fn propaganda_costs_1_ap_and_gains_its_number() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 2).ap(5).set_up();
    table.play("propaganda split:2", "propaganda.fln@II-1=4");
    table.changed("psl.fln 50>52, ap 5>4, II-1.cadre.ops 2>1, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
    table.told(&[
        "propaganda in II-1",
        "AP -1 to 4 (mission-cost)",
        "propaganda in II-1: roll 4, result 2",
        "PSL of FLN +2 to 52 (propaganda)",
    ]);
}

#[test]
fn propaganda_may_be_split_between_gain_and_loss_a67() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda", "6").waits("FLN split").offers("split:0 split:1 split:2 split:3");
    table.play("split:1", "").changed("psl.fln 50>51, psl.france 50>48");
    table.told(&["PSL of FLN +1 to 51 (propaganda)", "PSL of France -2 to 48 (propaganda)"]);
}

#[test]
fn propaganda_in_an_urban_area_is_doubled_before_the_split() {
    for (die, most) in [(2, 2), (4, 4), (6, 6)] {
        let mut table = Board::new().fln("ALGIERS", "front/ops", 1).set_up();
        table.play("propaganda", &format!("propaganda.fln@ALGIERS={die}"));
        assert_eq!(table.legal().len(), most + 1, "a die of {die}");
        table.play(&format!("split:{most}"), "");
        assert_eq!(table.psl(), (50 + most as u8, 50));
    }
}

#[test]
fn propaganda_subtracts_1_for_each_active_unit_on_patrol_a64() {
    let board = Board::new()
        .fln("II-1", "cadre/ops", 1)
        .gov("II-1", "police/ptl", 2)
        .gov("II-1", "police/neutralized", 2)
        .gov("II-1", "division-dispersed/ptl", 1)
        .gov("II-1", "french-brigade/oc", 1)
        .gov("II-1", "elite-brigade/neutralized", 1)
        .gov("I-1", "police/ptl", 1);
    let mut table = board.set_up();
    table.play("propaganda split:0 done", "6");
    table.told_among(&["propaganda in II-1: roll 3, result 1"]);
}

#[test]
fn propaganda_subtracts_1_in_a_terrorized_area() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 1).terror("II-1").terror("I-1").set_up();
    table.play("propaganda split:1", "4").told_among(&["propaganda in II-1: roll 3, result 1"]);
    assert_eq!(table.value("II-1.terror"), "1");
}

#[test]
fn the_table_ends_at_minus_1_a2() {
    let board = Board::new().fln("II-1", "cadre/ops", 1).gov("II-1", "police/ptl", 6).terror("II-1");
    let mut table = board.set_up();
    table.play("propaganda split:0", "1").told(&[
        "propaganda in II-1",
        "AP -1 to 9 (mission-cost)",
        "propaganda in II-1: roll -6, result 0+",
        "II-1: 1 cadre eliminated",
        "PSL of FLN -1 to 49 (eliminated)",
    ]);
}

#[test]
fn a_plus_eliminates_the_cadre_after_its_number_is_split_a66() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda split:1 split:1", "1");
    table.changed("psl.fln 50>51, psl.france 50>51, ap 10>9, II-1.cadre.ops 1>0, II-1.done.propaganda 0>1");
    table.told(&[
        "propaganda in II-1",
        "AP -1 to 9 (mission-cost)",
        "propaganda in II-1: roll 1, result 1+",
        "PSL of FLN +1 to 51 (propaganda)",
        "II-1: 1 cadre eliminated",
        "PSL of France +1 to 51 (eliminated)",
    ]);
}

#[test]
fn a_plus_reduces_a_front_to_a_cadre_that_may_be_reacted_to_a91() {
    let board = Board::new().fln("II-1", "front/ops", 1).gov("II-1", "algerian-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("propaganda split:0", "1").waits("France react");
    table.changed(
        "psl.fln 50>49, psl.france 50>51, ap 10>9, II-1.front.ops 1>0, II-1.cadre.oc 0>1, \
         II-1.done.propaganda 0>1",
    );
    table.told_among(&[
        "PSL of France -1 to 49 (propaganda)",
        "II-1: 1 cadre reduced",
        "PSL of FLN -1 to 49 (reduced)",
        "PSL of France +2 to 51 (reduced)",
    ]);
    table.play("commit:II-1/algerian-brigade/ops", "evade.fln@II-1=4");
    table.changed(
        "II-1.cadre.oc 1>0, II-1.cadre.ug 0>1, II-1.algerian-brigade.ops 1>0, II-1.algerian-brigade.oc 0>1",
    );
}

#[test]
fn the_at_has_no_effect_on_propaganda() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 2).gov("II-1", "police/neutralized", 1).set_up();
    table.play("propaganda split:3", "6").told_among(&["propaganda in II-1: roll 6, result 3@"]);
    table.changed("psl.fln 50>53, ap 10>9, II-1.cadre.ops 2>1, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
}

#[test]
fn propaganda_is_once_per_area_and_turn_a62() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 2).fln("I-1", "front/ops", 1).set_up();
    table.play("propaganda", "").offers("with:I-1/front with:II-1/cadre");
    table.play("with:II-1/cadre split:1", "2");
    table.play("propaganda split:1", "propaganda.fln@I-1=2").offers("move tell pass");
}

#[test]
fn propaganda_needs_a_cadre_or_front_in_operations_and_an_ap_and_no_remote_area() {
    let possible = |board: Board| board.set_up().allows("propaganda");
    assert!(possible(Board::new().fln("II-1", "cadre/ops", 1).ap(1)));
    assert!(possible(Board::new().fln("ORAN", "front/ops", 1)));
    assert!(possible(Board::new().fln("ORAN", "front/ops", 1).fln("ORAN", "cadre/ops", 1)));
    assert!(!possible(Board::new().fln("II-1", "cadre/ops", 1).ap(0)));
    assert!(!possible(Board::new().fln("II-1", "band/ops", 1).fln("II-1", "failek/ops", 1)));
    for at in ["ug", "oc", "neutralized", "ug-neutralized"] {
        assert!(!possible(Board::new().fln("II-1", &format!("cadre/{at}"), 1)), "{at}");
        assert!(!possible(Board::new().fln("II-1", &format!("front/{at}"), 1)), "{at}");
    }
    assert!(!possible(Board::new().fln("I-2", "cadre/ops", 1)));
    assert!(!possible(Board::new().fln("II-1", "cadre/ops", 1).resettled("II-1")));
    assert!(!possible(Board::new().independent().fln("TUNISIA", "cadre/ops", 1)));
}

#[test]
fn propaganda_in_france_has_no_drm_no_doubling_and_no_react_a58() {
    let board = Board::new().set("cadre_in_france", true.into()).gov("I-1", "elite-brigade/ops", 1).helo(1);
    let mut table = board.set_up();
    table
        .play("propaganda split:3", "propaganda.fln@FRANCE=6")
        .waits("FLN fln-operation")
        .offers("tell pass");
    table.changed("psl.fln 50>53, ap 10>9, propaganda_in_france_done 0>1");
}

#[test]
fn a_plus_in_france_eliminates_the_cadre_with_the_usual_award_a58() {
    let mut table = Board::new().set("cadre_in_france", true.into()).set_up();
    table.play("propaganda split:1 split:0", "1");
    table.changed("ap 10>9, propaganda_in_france_done 0>1, cadre_in_france 1>0");
    table.told_among(&[
        "PSL of FLN +1 to 51 (propaganda)",
        "FRANCE: 1 cadre eliminated",
        "PSL of FLN -1 to 50 (eliminated)",
    ]);
}

// Strike (9.12)

#[test]
fn a_strike_rolls_its_number_of_dice_with_1_more_for_each_cadre_and_is_not_doubled_a69() {
    let mut table = Board::new().fln("ORAN", "front/ops", 1).fln("ORAN", "cadre/ops", 3).set_up();
    table.play("strike", "").waits("FLN strike-cadres").offers("count:0 count:1 count:2 count:3");
    table.play("count:2", "strike.fln@ORAN=3 strike-psp.fln@ORAN=4,5").waits("FLN split");
    assert_eq!(table.legal().len(), 10);
    table.changed("ORAN.cadre.ops 3>1, ORAN.cadre.oc 0>2");
    table.play("split:4", "strike-penalty.france@ORAN=3").changed("psl.fln 50>54, psl.france 50>42");
    table.told(&[
        "PSL of FLN +4 to 54 (strike)",
        "PSL of France -5 to 45 (strike)",
        "PSL of France -3 to 42 (no-react)",
    ]);
}

#[test]
fn a_strike_costs_3_ap() {
    let mut table = Board::new().fln("ORAN", "front/ops", 1).ap(3).set_up();
    table.play("strike split:0", "2 1 1");
    table.changed("ap 3>0, psl.france 50>48, ORAN.front.ops 1>0, ORAN.front.oc 0>1, ORAN.done.strike 0>1");
    assert!(!Board::new().fln("ORAN", "front/ops", 1).ap(2).set_up().allows("strike"));
}

#[test]
fn a_strike_subtracts_patrol_and_terror() {
    let board = Board::new()
        .fln("ORAN", "front/ops", 1)
        .fln("ORAN", "cadre/ops", 2)
        .gov("ORAN", "police/ptl", 2)
        .terror("ORAN");
    board
        .set_up()
        .play("strike count:1 split:0", "6 1,1 1")
        .told_among(&["strike in ORAN: roll 4, result 2"]);
}

#[test]
fn a_plus_hits_all_participants_of_a_strike_the_cadres_first_a131() {
    let board =
        Board::new().fln("ORAN", "front/ops", 1).fln("ORAN", "cadre/ops", 3).gov("ORAN", "police/ptl", 3);
    let mut table = board.set_up();
    table.play("strike count:2 split:0 split:1", "2 6 2");
    table.changed(
        "psl.fln 50>48, psl.france 50>45, ap 10>7, ORAN.front.ops 1>0, ORAN.cadre.ops 3>1, ORAN.cadre.oc 0>1, \
         ORAN.done.strike 0>1",
    );
    table.told(&[
        "strike in ORAN",
        "AP -3 to 7 (mission-cost)",
        "strike in ORAN: roll 1, result 1+",
        "PSL of France -6 to 44 (strike)",
        "ORAN: 1 cadre eliminated",
        "ORAN: 1 cadre eliminated",
        "ORAN: 1 cadre reduced",
        "PSL of FLN -1 to 49 (reduced)",
        "PSL of France +2 to 46 (reduced)",
        "PSL of FLN -1 to 48 (eliminated)",
        "PSL of France +1 to 47 (eliminated)",
        "PSL of France -2 to 45 (no-react)",
    ]);
}

#[test]
fn a_cadre_lost_in_a_strike_frees_the_counter_of_the_reduced_front_a131() {
    let board = Board::new()
        .fln("ORAN", "front/ops", 1)
        .fln("ORAN", "cadre/ops", 1)
        .fln("VI-1", "cadre/ug", 29)
        .gov("ORAN", "police/ptl", 2);
    let mut table = board.set_up();
    table.play("strike count:1 split:0 split:0", "2 1 1");
    assert_eq!((table.value("ORAN.cadre.oc"), table.value("ORAN.front.oc")), ("1".into(), "0".into()));
}

#[test]
fn a_front_without_a_free_cadre_counter_leaves_the_map_for_the_award_of_a_reduction_a11() {
    let board = Board::new().fln("ORAN", "front/ops", 1).fln("VI-1", "cadre/ug", 30).gov(
        "ORAN",
        "elite-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    // Nobody is left to React to, so the penalty is due.
    table.play("strike split:0", "1 1 4").waits("FLN fln-operation");
    table.changed("psl.fln 50>49, psl.france 50>47, ap 10>7, ORAN.front.ops 1>0, ORAN.done.strike 0>1");
}

#[test]
fn an_at_neutralizes_all_police_for_1_psp_each_a69_a77() {
    let board = Board::new()
        .fln("ORAN", "front/ops", 1)
        .fln("ORAN", "cadre/ops", 2)
        .gov("ORAN", "police/ptl", 2)
        .gov("ORAN", "police/neutralized", 1);
    let mut table = board.set_up();
    table.play("strike count:2 split:6", "6 1,2,3").waits("FLN split").offers("split:0 split:1 split:2");
    table.told_among(&[
        "strike in ORAN: roll 6, result 3@",
        "PSL of FLN +6 to 56 (strike)",
        "ORAN: 2 x police neutralized",
    ]);
    table.play("split:1", "5").changed("psl.fln 56>57, psl.france 50>44");
    table.told(&[
        "PSL of FLN +1 to 57 (police)",
        "PSL of France -1 to 49 (police)",
        "PSL of France -5 to 44 (no-react)",
    ]);
    assert_eq!(
        (table.value("ORAN.police.ptl"), table.value("ORAN.police.neutralized")),
        ("0".into(), "3".into())
    );
}

#[test]
fn a_strike_without_a_react_costs_the_government_a_die_a70() {
    let board = Board::new().fln("ORAN", "front/ops", 1).gov("ORAN", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("strike split:1 done", "2 1 strike-penalty.france@ORAN=6");
    table.told_among(&["PSL of FLN +1 to 51 (strike)", "PSL of France -6 to 44 (no-react)"]);
    assert_eq!(table.psl(), (51, 44));
}

#[test]
fn a_strike_that_is_answered_costs_nothing_even_if_all_evade_a70_a99() {
    let board = Board::new().fln("ORAN", "front/ops", 1).gov("ORAN", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("strike split:1 commit:ORAN/elite-brigade/ops", "2 1 evade.fln@ORAN=3");
    table.changed(
        "psl.fln 50>51, ap 10>7, ORAN.front.ops 1>0, ORAN.front.ug 0>1, ORAN.elite-brigade.ops 1>0, \
         ORAN.elite-brigade.oc 0>1, ORAN.done.strike 0>1",
    );
}

#[test]
fn a_strike_needs_a_front_in_operations_of_a_city_and_is_once_per_turn() {
    let possible = |board: Board| board.set_up().allows("strike");
    assert!(possible(Board::new().fln("CONSTANTINE", "front/ops", 1)));
    assert!(!possible(Board::new().fln("II-1", "front/ops", 1)));
    assert!(!possible(Board::new().fln("ORAN", "cadre/ops", 3)));
    assert!(!possible(Board::new().fln("ORAN", "front/ug", 1).fln("ORAN", "cadre/ops", 3)));
    let done = serde_json::json!({ "ORAN": { "fln": { "front": { "ops": 1 } }, "done": ["strike"] } });
    assert!(!possible(Board::new().set("areas", done)));
}

// Raid (9.14)

#[test]
fn a_raid_costs_1_ap_and_gains_its_number_in_ap() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).set_up();
    table.play("raid", "raid.fln@II-1=4");
    table.changed("ap 10>11, II-1.band.ops 1>0, II-1.band.oc 0>1, II-1.done.raid 0>1");
    table.told(&[
        "raid in II-1",
        "AP -1 to 9 (mission-cost)",
        "raid in II-1: roll 4, result 2",
        "AP +2 to 11 (raid)",
    ]);
}

#[test]
fn a_raid_adds_1_for_each_further_unit_and_is_doubled_in_a_city() {
    let mut table = Board::new().fln("ORAN", "band/ops", 3).fln("ORAN", "failek/ops", 2).set_up();
    table.play("raid", "").waits("FLN raid-bands").offers("count:0 count:1 count:2 count:3");
    table.play("count:2", "").waits("FLN raid-faileks").offers("count:0 count:1 count:2");
    table.play("count:1", "3").told(&["raid in ORAN: roll 5, result 2", "AP +4 to 13 (raid)"]);
    assert_eq!((table.value("ORAN.band.oc"), table.value("ORAN.failek.oc")), ("2".into(), "1".into()));
}

#[test]
fn a_raid_takes_at_least_one_unit() {
    let mut bands = Board::new().fln("II-1", "band/ops", 2).set_up();
    bands.play("raid", "").offers("count:1 count:2");
    let mut both = Board::new().fln("II-1", "band/ops", 1).fln("II-1", "failek/ops", 2).set_up();
    both.play("raid count:0", "").offers("count:1 count:2");
}

#[test]
fn a_raid_subtracts_patrol_and_not_terror_a64() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 2).terror("II-1");
    board.set_up().play("raid", "6").told_among(&["raid in II-1: roll 4, result 2"]);
}

#[test]
fn a_plus_neutralizes_a_raider_and_terrorizes_the_area() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).set_up();
    table.play("raid", "1");
    table.changed("II-1.band.ops 1>0, II-1.band.neutralized 0>1, II-1.terror 0>1, II-1.done.raid 0>1");
    table.told_among(&[
        "raid in II-1: roll 1, result 1+",
        "AP +1 to 10 (raid)",
        "II-1: terror placed",
        "II-1: 1 band neutralized",
    ]);
}

#[test]
fn the_fln_chooses_which_raider_a_plus_neutralizes_a76() {
    for (choice, changes) in [
        ("hit:band", "II-1.band.oc 1>0, II-1.band.neutralized 0>1"),
        ("hit:failek", "II-1.failek.oc 1>0, II-1.failek.neutralized 0>1"),
    ] {
        let board = Board::new()
            .fln("II-1", "band/ops", 1)
            .fln("II-1", "failek/ops", 1)
            .gov("II-1", "police/ptl", 2)
            .terror("II-1");
        let mut table = board.set_up();
        table.play("raid count:1 count:1", "1").waits("FLN raid-hit").offers("hit:band hit:failek");
        table.play(choice, "").changed(changes);
    }
}

#[test]
fn an_at_neutralizes_one_police_for_1_psp_and_terrorizes_a76_a77() {
    let board = Board::new().fln("II-1", "band/ops", 3).gov("II-1", "police/ptl", 2);
    let mut table = board.set_up();
    table.play("raid count:3 split:0", "6");
    table.changed(
        "psl.france 50>49, ap 10>12, II-1.band.ops 3>0, II-1.band.oc 0>3, II-1.police.ptl 2>1, \
         II-1.police.neutralized 0>1, II-1.terror 0>1, II-1.done.raid 0>1",
    );
    table.told_among(&[
        "II-1: terror placed",
        "II-1: 1 police neutralized",
        "PSL of France -1 to 49 (police)",
    ]);
}

#[test]
fn an_at_without_active_police_only_terrorizes_a76() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/neutralized", 1).set_up();
    table.play("raid", "6");
    table.changed("ap 10>12, II-1.band.ops 1>0, II-1.band.oc 0>1, II-1.terror 0>1, II-1.done.raid 0>1");
}

#[test]
fn ap_above_99_are_lost_a8() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).ap(98).set_up();
    table.play("raid", "6").told_among(&["AP -1 to 97 (mission-cost)", "AP +3 to 99 (raid)"]);
    assert_eq!(table.state.ap(), 99);
}

#[test]
fn raided_ap_may_be_spent_at_once_a65() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).fln("II-1", "cadre/ops", 1).ap(1).set_up();
    table.play("raid propaganda split:1", "2 2").changed(
        "psl.fln 50>51, ap 1>0, II-1.band.ops 1>0, II-1.band.oc 0>1, II-1.cadre.ops 1>0, II-1.cadre.oc 0>1, \
         II-1.done.raid 0>1, II-1.done.propaganda 0>1",
    );
}

#[test]
fn a_raid_is_once_per_area_and_not_in_a_remote_one() {
    let possible = |board: Board| board.set_up().allows("raid");
    assert!(possible(Board::new().fln("II-1", "failek/ops", 1).ap(1)));
    assert!(!possible(Board::new().fln("II-1", "failek/ops", 1).ap(0)));
    assert!(!possible(Board::new().fln("II-1", "cadre/ops", 1)));
    assert!(!possible(Board::new().fln("I-2", "band/ops", 1)));
    assert!(!possible(Board::new().fln("II-1", "band/ops", 1).resettled("II-1")));
    let mut table = Board::new().fln("II-1", "band/ops", 2).set_up();
    table.play("raid count:1", "2");
    assert!(!table.allows("raid"));
}
