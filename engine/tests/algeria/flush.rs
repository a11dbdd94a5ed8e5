//! Flush in Algeria with scripted dice: who may go and who is contacted (rules 9.22, 11.12; rulings,
//! Its combat is that of every mission.

use crate::support::Board;

/// The Government is to act against a Band in Operations in II-1.
fn band() -> Board {
    Board::new().fln("II-1", "band/ops", 1).government_acts()
}

/// The units that may go to a Flush of II-1, the only area where one is possible.
fn candidates(board: &Board) -> String {
    let mut table = board.set_up();
    table.play("flush", "").waits("France flush-unit");
    table.legal().join(" ")
}

#[test]
fn a_flush_is_free_and_needs_no_more_than_1_psp() {
    let mut table = band().psl(50, 1).gov("II-1", "elite-brigade/ops", 1).set_up();
    table.play("flush", "flush-contact.france@II-1=3").waits("FLN fln-operation");
    table.changed("II-1.elite-brigade.ops 1>0, II-1.elite-brigade.oc 0>1");
}

#[test]
fn a_flush_needs_fln_units_out_of_the_underground_a92() {
    let possible = |at: &str| {
        // Without a Flush the Government has no mission and passes by itself; the Cadre out of its reach keeps the
        // phase going.
        let board = Board::new().fln("II-1", &format!("band/{at}"), 1).fln("I-1", "cadre/ops", 1).gov(
            "II-1",
            "elite-brigade/ops",
            1,
        );
        board.set_up().play("tell", "").allows("flush")
    };
    for at in ["ops", "oc", "neutralized"] {
        assert!(possible(at), "{at}");
    }
    for at in ["ug", "ug-neutralized"] {
        assert!(!possible(at), "{at}");
    }
}

#[test]
fn a_flush_needs_a_mobile_unit_in_operations_or_on_patrol_a92() {
    let possible = |class: &str| {
        let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", class, 1);
        board.set_up().play("tell", "").allows("flush")
    };
    for class in ["elite-brigade/ops", "french-brigade/ptl", "division-dispersed/ptl", "algerian-brigade/ops"]
    {
        assert!(possible(class), "{class}");
    }
    for class in ["elite-brigade/oc", "elite-brigade/neutralized"] {
        assert!(!possible(class), "{class}");
    }
}

#[test]
fn units_of_the_area_may_fly_for_the_better_contact_and_others_come_by_air_a96() {
    let board = band()
        .gov("II-1", "elite-brigade/ops", 1)
        .gov("II-1", "algerian-brigade/ptl", 1)
        .gov("I-1", "elite-brigade/ptl", 1)
        .gov("I-1", "french-brigade/ops", 1);
    let local = "commit:II-1/elite-brigade/ops commit:II-1/algerian-brigade/ptl";
    assert_eq!(candidates(&board), local);
    let distant = "commit:I-1/elite-brigade/ptl/airmobile";
    assert_eq!(
        candidates(&board.clone().helo(1)),
        format!("{local} commit:II-1/elite-brigade/ops/airmobile {distant}")
    );
    assert_eq!(
        candidates(&board.clone().helo(2)),
        format!(
            "{local} commit:II-1/elite-brigade/ops/airmobile commit:II-1/algerian-brigade/ptl/airmobile {distant}"
        )
    );
    // A French brigade from afar needs a division there.
    let with_division = board.gov("II-1", "division-concentrated/neutralized", 1).helo(2);
    assert!(candidates(&with_division).contains("commit:I-1/french-brigade/ops/airmobile"));
}

#[test]
fn a_brigade_from_afar_is_not_picked_first_where_there_is_no_division_a94() {
    for brigade in ["french-brigade/ops", "algerian-brigade/ptl"] {
        let board = Board::new().fln("II-1", "band/ops", 1).gov("I-1", brigade, 1).helo(2);
        assert!(!board.set_up().play("tell", "").allows("flush"), "{brigade}");
        let board = board.gov("II-1", "division-concentrated/oc", 1);
        assert!(board.set_up().play("tell", "").allows("flush"), "{brigade}");
    }
}

#[test]
fn one_unit_flushes_alone_unless_all_are_elite_or_a_division_is_there_a93() {
    let board = band().gov("II-1", "french-brigade/ops", 1).gov("II-1", "elite-brigade/ops", 2);
    let mut table = board.set_up();
    // On its own the brigade goes at once.
    table.play("flush commit:II-1/french-brigade/ops", "6").waits("FLN fln-operation");
    let mut table = board.set_up();
    table.play("flush commit:II-1/elite-brigade/ops", "").offers("commit:II-1/elite-brigade/ops go");
    let mut table = board.gov("II-1", "division-dispersed/oc", 1).set_up();
    table.play("flush commit:II-1/french-brigade/ops", "").offers("commit:II-1/elite-brigade/ops go");
}

#[test]
fn units_join_a_flush_in_any_order_and_the_dice_wait_for_go() {
    let board = band().gov("ALGIERS", "elite-brigade/ops", 1).gov("ORAN", "elite-brigade/ops", 2).helo(3);
    let [algiers, oran] =
        ["ALGIERS", "ORAN"].map(|city| format!("commit:{city}/elite-brigade/ops/airmobile"));
    let mut table = board.set_up();
    table
        .play(&format!("flush {oran}"), "")
        .waits("France flush-unit")
        .offers(&format!("{algiers} {oran} go"));
    table.play(&algiers, "").offers(&format!("{oran} go"));
    // Nobody else can join.
    table.play(&format!("{oran} split:1"), "flush-contact.france@II-1=6 1 1").waits("FLN fln-operation");
    assert_eq!(table.value("II-1.elite-brigade.oc"), "3");
}

#[test]
fn contact_ratings_add_up_and_a_contact_needs_that_or_less_a96() {
    // Elite 2, by air 3; Algerian and French 1, by air 2; division Concentrated 1, Dispersed 2.
    let (elite, french) = ("II-1/elite-brigade/ops", "II-1/french-brigade/ops");
    for (units, helo, commits, total) in [
        (vec!["elite-brigade/ops"], 0, vec![], 2),
        (vec!["elite-brigade/ops"; 2], 0, vec![elite.to_owned()], 4),
        (vec!["elite-brigade/ops"; 2], 2, vec![format!("{elite}/airmobile"); 2], 6),
        (
            vec!["division-concentrated/ops", "division-dispersed/ops"],
            0,
            vec!["II-1/division-concentrated/ops".to_owned(), "II-1/division-dispersed/ops".to_owned()],
            3,
        ),
        (
            vec!["division-dispersed/ops", "french-brigade/ops", "algerian-brigade/ops"],
            2,
            vec![
                "II-1/division-dispersed/ops".to_owned(),
                french.to_owned(),
                "II-1/algerian-brigade/ops/airmobile".to_owned(),
            ],
            5,
        ),
        (
            vec!["division-dispersed/ops", "french-brigade/ops"],
            2,
            vec!["II-1/division-dispersed/ops".to_owned(), format!("{french}/airmobile")],
            4,
        ),
    ] {
        // A Failek evades on 2: its evasion is never above the contact.
        let mut board = Board::new().fln("II-1", "failek/ops", 1).helo(helo).government_acts();
        for class in &units {
            board = board.gov("II-1", class, units.iter().filter(|one| one == &class).count() as u8);
        }
        let actions = commits.iter().fold("flush".to_owned(), |all, unit| format!("{all} commit:{unit}"));
        for die in 1..=6 {
            let fight = if die <= total { "1 1" } else { "" };
            let mut table = board.set_up();
            table.play(&actions, &format!("{die} {fight}"));
            let contacted = table.log().iter().any(|event| event == "II-1: 1 failek contacted");
            assert_eq!(contacted, die <= total, "{units:?} with a {die}");
        }
    }
}

#[test]
fn a_flush_that_contacts_nobody_leaves_the_fln_alone_a129() {
    let board = Board::new()
        .fln("II-1", "band/ops", 1)
        .fln("II-1", "cadre/oc", 1)
        .gov("I-1", "elite-brigade/ptl", 1)
        .helo(1)
        .government_acts();
    let mut table = board.set_up();
    // Contact 3 by air: a Cadre of evasion 4 has +1.
    table.play("flush", "flush-contact.france@II-1=3,4").waits("FLN fln-operation");
    table.changed("helo.available 1>0, I-1.elite-brigade.ptl 1>0, II-1.elite-brigade.oc 0>1");
    table.told(&["flush in II-1", "elite-brigade from I-1 to II-1 by air", "II-1: 1 elite-brigade flushes"]);
}

#[test]
fn each_unit_out_of_the_underground_is_rolled_for_neutralized_ones_too_a96() {
    let board = Board::new()
        .fln("II-1", "front/oc", 1)
        .fln("II-1", "cadre/ops", 2)
        .fln("II-1", "cadre/ug", 1)
        .fln("II-1", "band/oc", 1)
        .fln("II-1", "band/neutralized", 2)
        .fln("II-1", "band/ug-neutralized", 1)
        .gov("II-1", "elite-brigade/ops", 2)
        .government_acts();
    let mut table = board.set_up();
    // Contact 4: the Front no, the Cadres yes and no, the Band no, the neutralized Bands yes and no. The two that are
    // contacted fire with 1 + 2, and take two hits.
    table.play("flush commit:II-1/elite-brigade/ops split:2", "5 4,5 5 4,5 1 1").waits("FLN fln-operation");
    table.changed(
        "psl.france 50>52, II-1.cadre.ops 2>1, II-1.band.neutralized 2>1, II-1.elite-brigade.ops 2>0, \
         II-1.elite-brigade.oc 0>2",
    );
    table.told_among(&[
        "II-1: 1 cadre contacted",
        "II-1: 1 band contacted",
        "FLN fires in II-1 with 3: 0 hits",
    ]);
}

#[test]
fn the_modifiers_of_a_contact_add_up_a1() {
    // One elite brigade: contact 2. A Band of evasion 3 is above it.
    for (area, terror, resettled, highest) in [
        ("II-1", false, false, 1),
        ("II-1", true, false, 0),
        ("II-1", false, true, 0),
        ("VI-1", false, false, 0),
        ("ORAN", false, false, 2),
        ("ORAN", true, false, 1),
    ] {
        let mut board =
            Board::new().fln(area, "band/ops", 1).gov(area, "elite-brigade/ops", 1).government_acts();
        if terror {
            board = board.terror(area);
        }
        if resettled {
            board = board.resettled(area);
        }
        for die in 1..=6 {
            let fight = if die <= highest { " 1 1" } else { "" };
            let award = if die <= highest { " split:0" } else { "" };
            let mut table = board.set_up();
            table.play(&format!("flush{award}"), &format!("{die}{fight}"));
            let contacted = table.log().iter().any(|event| event.ends_with("1 band contacted"));
            assert_eq!(
                contacted,
                die <= highest,
                "{area}, terror {terror}, resettled {resettled}, die {die}"
            );
        }
    }
}

#[test]
fn an_area_may_be_flushed_again_and_again_a62() {
    let board = band().fln("I-1", "cadre/ops", 1).gov("II-1", "elite-brigade/ops", 2);
    let mut table = board.set_up();
    table.play("flush go tell flush", "6 6").waits("FLN fln-operation");
    table.changed("II-1.elite-brigade.ops 2>0, II-1.elite-brigade.oc 0>2");
}
