//! Harass in Algeria with scripted dice (rules 9.15, charts A.2; rulings ).

use crate::support::Board;

#[test]
fn a_band_harasses_and_its_target_fires_back() {
    let board = Board::new().fln("I-2", "band/ops", 2).gov("I-2", "french-brigade/oc", 1).ap(0);
    let mut table = board.set_up();
    // Free, and possible in a Remote area. 2 against half of 6: one hit against none.
    table.play("harass split:0", "fire.fln@I-2=4 fire.france@I-2=3");
    table.changed(
        "psl.france 50>49, I-2.band.ops 2>1, I-2.band.oc 0>1, I-2.french-brigade.oc 1>0, \
         I-2.french-brigade.neutralized 0>1",
    );
    table.told(&[
        "harass in I-2",
        "target in I-2: french-brigade (oc)",
        "FLN fires in I-2 with 2: 1 hits",
        "PSL of France -1 to 49 (hits)",
        "France fires in I-2 with 3: 0 hits",
        "I-2: 1 french-brigade neutralized",
    ]);
}

#[test]
fn the_target_answers_with_half_its_firepower_rounded_up() {
    for (class, half, hits) in [
        ("division-concentrated/oc", 13, 1),
        ("division-dispersed/oc", 6, 1),
        ("french-brigade/neutralized", 3, 0),
        ("elite-brigade/neutralized", 5, 1),
        ("algerian-brigade/oc", 3, 0),
        ("police/ptl", 1, 0),
    ] {
        let mut table = Board::new().fln("I-2", "failek/ops", 1).gov("I-2", class, 1).set_up();
        let (unit, at) = class.split_once('/').unwrap_or_default();
        table.play("harass", "1 1");
        table.told_among(&[
            &format!("target in I-2: {unit} ({at})"),
            &format!("France fires in I-2 with {half}: {hits} hits"),
        ]);
    }
}

#[test]
fn a_band_harasses_alone_and_a_failek_with_any_number_a78() {
    let board = Board::new()
        .fln("II-1", "cadre/ops", 1)
        .fln("II-1", "band/ops", 2)
        .fln("II-1", "failek/ops", 2)
        .gov("II-1", "police/ptl", 1);
    let mut alone = board.set_up();
    alone.play("harass", "").offers("with:II-1/band with:II-1/failek");
    alone.play("with:II-1/band", "1 1").told_among(&["FLN fires in II-1 with 2: 0 hits"]);
    let mut joined = board.set_up();
    joined.play("harass with:II-1/failek", "").waits("FLN harass-bands").offers("count:0 count:1 count:2");
    joined.play("count:2", "").waits("FLN harass-faileks").offers("count:0 count:1");
    joined.play("count:1 split:0", "4 1").told_among(&["FLN fires in II-1 with 12: 3 hits"]);
    assert_eq!((joined.value("II-1.band.oc"), joined.value("II-1.failek.oc")), ("2".into(), "2".into()));
}

#[test]
fn any_government_unit_of_the_area_may_be_the_target_a79() {
    let board = Board::new()
        .fln("II-1", "band/ops", 1)
        .gov("II-1", "division-concentrated/ops", 2)
        .gov("II-1", "division-dispersed/ptl", 1)
        .gov("II-1", "french-brigade/oc", 1)
        .gov("II-1", "elite-brigade/neutralized", 1)
        .gov("II-1", "algerian-brigade/ptl", 1)
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "police/neutralized", 1)
        .gov("II-2", "police/ptl", 1);
    let expected = "target:division-concentrated/ops target:division-dispersed/ptl target:french-brigade/oc \
                    target:elite-brigade/neutralized target:algerian-brigade/ptl target:police/ptl \
                    target:police/neutralized";
    board.set_up().play("harass", "").waits("FLN harass-target").offers(expected);
}

#[test]
fn there_is_nothing_to_harass_in_an_area_without_government_units() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-2", "police/ptl", 1);
    assert!(!board.set_up().allows("harass"));
    assert!(!Board::new().fln("II-1", "cadre/ops", 1).gov("II-1", "police/ptl", 1).set_up().allows("harass"));
}

#[test]
fn police_are_worth_1_psp_when_neutralized_and_none_for_hits_a81() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 2).set_up();
    table.play("harass", "6 5").waits("FLN split").offers("split:0 split:1");
    table.told(&[
        "harass in II-1",
        "target in II-1: police (ptl)",
        "FLN fires in II-1 with 2: 2 hits",
        "France fires in II-1 with 1: 0 hits",
        "II-1: 1 police neutralized",
    ]);
    table.play("split:1", "").changed("psl.fln 50>51").told(&["PSL of FLN +1 to 51 (police)"]);
    assert_eq!(
        (table.value("II-1.police.ptl"), table.value("II-1.police.neutralized")),
        ("1".into(), "1".into())
    );
}

#[test]
fn police_that_hit_as_often_are_not_neutralized_and_worth_nothing_a81() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 1).set_up();
    table.play("harass split:1", "4 6").changed("psl.france 50>51, II-1.band.ops 1>0");
    table.told_among(&["FLN fires in II-1 with 2: 1 hits", "France fires in II-1 with 1: 1 hits"]);
}

#[test]
fn police_that_were_neutralized_are_worth_nothing_more_a77() {
    let mut table = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/neutralized", 1).set_up();
    table.play("harass", "6 1").changed("II-1.band.ops 1>0, II-1.band.oc 0>1");
}

#[test]
fn a_target_that_was_neutralized_is_not_neutralized_again_nor_another_unit_in_its_place_a88() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/neutralized", 1).gov(
        "II-1",
        "police/ptl",
        1,
    );
    let mut table = board.set_up();
    table.play("harass target:police/neutralized", "6 1").changed("II-1.band.ops 1>0, II-1.band.oc 0>1");
    let board = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", "elite-brigade/neutralized", 1);
    let mut table = board.set_up();
    table.play("harass split:0", "6 1").waits("FLN fln-operation");
    assert!(!table.log().contains(&"II-1: 1 elite-brigade neutralized".to_owned()), "{:?}", table.log());
}

#[test]
fn a_target_that_is_not_neutralized_keeps_its_box_a80() {
    for at in ["ops", "ptl", "oc"] {
        let mut table = Board::new()
            .fln("II-1", "failek/ops", 1)
            .gov("II-1", &format!("algerian-brigade/{at}"), 1)
            .set_up();
        // Two hits by each side: nobody is neutralized.
        table.play("harass split:0", "6 6");
        assert_eq!(table.value(&format!("II-1.algerian-brigade.{at}")), "1", "{at}");
    }
}

#[test]
fn a_target_on_patrol_may_react_to_the_very_harass_a80_a83() {
    let mut table = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", "elite-brigade/ptl", 1).set_up();
    // No hit against one: the Failek becomes a neutralized Band.
    table.play("harass", "1 1").waits("France react").offers("commit:II-1/elite-brigade/ptl done");
    table.changed("psl.fln 50>49, psl.france 50>52, II-1.failek.ops 1>0, II-1.band.neutralized 0>1");
    table.told(&[
        "harass in II-1",
        "target in II-1: elite-brigade (ptl)",
        "FLN fires in II-1 with 4: 0 hits",
        "France fires in II-1 with 5: 1 hits",
        "II-1: 1 band reduced",
        "PSL of FLN -1 to 49 (reduced)",
        "PSL of France +2 to 52 (reduced)",
        "II-1: 1 band neutralized",
    ]);
    // In the React the brigade fires in full.
    table.play("commit:II-1/elite-brigade/ptl split:1", "evade.fln@II-1=4 3 2");
    table.changed(
        "psl.france 52>53, II-1.band.neutralized 1>0, II-1.elite-brigade.ptl 1>0, II-1.elite-brigade.oc 0>1",
    );
    table.told_among(&["FLN fires in II-1 with 2: 0 hits", "France fires in II-1 with 9: 2 hits"]);
}

#[test]
fn a_neutralized_target_does_not_react_and_others_do() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "algerian-brigade/ops", 1).gov(
        "II-1",
        "french-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("harass target:algerian-brigade/ops split:2", "6 3").waits("France react");
    table.offers("commit:II-1/french-brigade/ops done");
    // Hits of the React are those of mobile units, whatever was harassed.
    table.play("commit:II-1/french-brigade/ops split:2", "6 6 2").waits("France split");
    table.told_among(&["FLN fires in II-1 with 2: 2 hits", "PSL of FLN +2 to 54 (hits)"]);
}

#[test]
fn a_react_to_a_harassed_police_is_worth_psp_for_its_hits_a81() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 1).gov(
        "II-1",
        "french-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("harass target:police/ptl commit:II-1/french-brigade/ops split:1 split:1", "1 1 4 4 1");
    table.told_among(&["FLN fires in II-1 with 2: 1 hits", "PSL of FLN +1 to 51 (hits)"]);
}

#[test]
fn a_react_to_a_harass_neutralizes_the_units_that_react_and_not_the_target_a83_a88() {
    for target in ["police/ptl", "algerian-brigade/ops"] {
        let board = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", target, 1).gov(
            "II-1",
            "french-brigade/ops",
            1,
        );
        let mut table = board.set_up();
        // Nobody hits in the Harass; in the React the FLN hits twice, the brigade once.
        table.play(&format!("harass target:{target}"), "1 1").waits("France react");
        table
            .play("commit:II-1/french-brigade/ops split:0", "evade.fln@II-1=6 6 1")
            .waits("FLN fln-operation");
        table.changed(
            "psl.fln 50>49, II-1.failek.oc 1>0, II-1.band.oc 0>1, II-1.french-brigade.ops 1>0, \
             II-1.french-brigade.neutralized 0>1",
        );
    }
}

#[test]
fn units_eliminated_in_a_harass_are_awarded_once_a83_a87() {
    let board = Board::new()
        .fln("II-1", "failek/ops", 1)
        .fln("II-1", "band/ops", 2)
        .gov("II-1", "elite-brigade/oc", 1)
        .gov("II-1", "french-brigade/ops", 1);
    let mut table = board.set_up();
    // One hit by each side in the Harass and in the React.
    table.play("harass with:II-1/failek count:2 target:elite-brigade/oc split:0 hit:band", "1 1");
    table.offers("split:0 split:1");
    table.play("split:0", "").waits("France react");
    table.play("commit:II-1/french-brigade/ops split:0 hit:band", "6 6 1 1").offers("split:0 split:1");
}

#[test]
fn harassers_that_lost_nothing_may_be_reacted_to_a83() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 1).gov(
        "II-1",
        "elite-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("harass target:police/ptl commit:II-1/elite-brigade/ops", "1 1 evade.fln@II-1=3");
    table.changed(
        "II-1.band.ops 1>0, II-1.band.ug 0>1, II-1.elite-brigade.ops 1>0, II-1.elite-brigade.oc 0>1",
    );
}

#[test]
fn air_points_add_their_dice_to_the_return_fire_after_halving_a82() {
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "elite-brigade/oc", 1).air(3);
    let mut table = board.set_up();
    table
        .play("harass", "fire.fln@II-1=3")
        .waits("France air-points")
        .offers("count:0 count:1 count:2 count:3");
    table.play("count:2 split:0", "air-point.france@II-1=6,5 fire.france@II-1=1");
    table.changed("psl.fln 50>49, air.available 3>1, II-1.band.oc 1>0");
    table.told_among(&["2 Air Points", "France fires in II-1 with 16: 2 hits"]);
}

#[test]
fn no_air_points_are_used_in_a_city_a82() {
    let board = Board::new().fln("ORAN", "band/ops", 1).gov("ORAN", "elite-brigade/oc", 1).air(9);
    board.set_up().play("harass split:0", "1 6").told_among(&["France fires in ORAN with 5: 3 hits"]);
}

#[test]
fn an_area_may_be_harassed_again_and_again_a62() {
    let mut table = Board::new().fln("II-1", "band/ops", 3).gov("II-1", "police/ptl", 1).set_up();
    table.play("harass harass harass", "1 1 1 1 1 1").waits("FLN fln-operation");
    assert!(!table.allows("harass"));
    assert_eq!(table.value("II-1.band.oc"), "3");
}
