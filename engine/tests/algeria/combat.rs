//! Combat in Algeria with scripted dice: the Combat Results Table, hits, losses, awards and neutralization (charts
//! C.3 and C.6, rules 11.11; rulings ).

use crate::support::{Board, Table};

/// The printed table: firepower from and to, hits by die.
const COLUMNS: [(u16, u16, [u8; 6]); 6] = [
    (1, 1, [0, 0, 0, 0, 0, 1]),
    (2, 4, [0, 0, 0, 1, 1, 2]),
    (5, 8, [1, 1, 2, 2, 2, 3]),
    (9, 15, [1, 2, 3, 3, 4, 5]),
    (16, 24, [2, 4, 5, 5, 6, 8]),
    (25, 33, [3, 5, 7, 8, 10, 12]),
];

/// The ends of every column with each die, and the hits.
fn cells() -> impl Iterator<Item = (u16, usize, u8)> {
    COLUMNS.into_iter().flat_map(|(from, to, hits)| {
        [from, to]
            .into_iter()
            .flat_map(move |power| (1..=6).zip(hits).map(move |(die, hits)| (power, die, hits)))
    })
}

/// A French brigade has reacted in ORAN to FLN units of this firepower: the FLN fires.
fn fln_fires(power: u16, die: usize, hits: u8) -> Table {
    let board = Board::new().psl(50, 90).gov("ORAN", "french-brigade/ops", 1);
    let (board, actions, dice) = match power {
        1 => (board.fln("ORAN", "cadre/ops", 1), "propaganda split:0".to_owned(), "3 5".to_owned()),
        2 => (board.fln("ORAN", "band/ops", 1), "raid".to_owned(), "3 5".to_owned()),
        _ => {
            // A Strike on a 6: a Front of 3 and Cadres of 1, that all fail to evade.
            let cadres = power - 3;
            let psp = ["1"; 5][..usize::from(5.min(3 + cadres))].join(",");
            let evade = vec!["6"; usize::from(cadres) + 1].join(",");
            let count = if cadres > 0 { format!("count:{cadres} ") } else { String::new() };
            let board = board.fln("ORAN", "front/ops", 1).fln("ORAN", "cadre/ops", cadres as u8);
            (board, format!("strike {count}split:0"), format!("6 {psp} {evade}"))
        }
    };
    let mut table = board.set_up();
    let answer = if hits == 0 { "1" } else { "" };
    table.play(&format!("{actions} commit:ORAN/french-brigade/ops"), &format!("{dice} {die} {answer}"));
    table
}

#[test]
fn the_fln_hits_as_the_combat_results_table_says() {
    for (power, die, hits) in cells() {
        let table = fln_fires(power, die, hits);
        table.told_among(&[&format!("FLN fires in ORAN with {power}: {hits} hits")]);
        if hits > 0 {
            table.waits("FLN split");
            assert_eq!(table.legal().len(), usize::from(hits) + 1, "{power} with a {die}");
        }
    }
}

#[test]
fn the_government_hits_as_the_combat_results_table_says() {
    for (power, die, hits) in cells() {
        // Police of half firepower 1 answer a Harass; Air Points bring the rest.
        let (mut left, mut air) = (power - 1, Vec::new());
        while left > 0 {
            air.push(left.min(6).to_string());
            left -= left.min(6);
        }
        let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "police/ptl", 1).air(6);
        let award = if hits > 0 { "split:1" } else { "" };
        let mut table = board.set_up();
        table.play(&format!("harass count:{} {award}", air.len()), &format!("1 {} {die}", air.join(",")));
        table.told_among(&[&format!("France fires in II-1 with {power}: {hits} hits")]);
        assert_eq!(table.value("air.available"), (6 - air.len()).to_string());
    }
}

#[test]
fn each_hit_on_mobile_units_is_1_psp_split_by_the_fln_a85() {
    for (own, psl) in [(0, (50, 88)), (1, (51, 89)), (2, (52, 90))] {
        let mut table = Board::new()
            .psl(50, 90)
            .fln("II-1", "band/ops", 1)
            .gov("II-1", "algerian-brigade/ops", 1)
            .set_up();
        // One unit takes two hits: hits are not capped by the units there are.
        table.play(&format!("raid commit:II-1/algerian-brigade/ops split:{own}"), "3 4 6 1");
        assert_eq!(table.psl(), psl, "split:{own}");
        table.waits("France split");
    }
}

#[test]
fn the_game_may_end_before_the_government_fires_a84() {
    let board = Board::new().psl(50, 2).fln("II-1", "band/ops", 1).gov("II-1", "algerian-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("raid commit:II-1/algerian-brigade/ops split:0", "3 4 6").waits("over");
    table.told_among(&["PSL of France -2 to 0 (hits)", "FLN wins: substantial victory"]);
}

/// Two Faileks that raid II-1 and are reacted to by one unit.
fn two_faileks(unit: &str) -> Board {
    Board::new().fln("II-1", "failek/ops", 2).gov("II-1", &format!("{unit}/ops"), 1)
}

const RAID: &str = "raid count:2 commit:II-1/";

#[test]
fn air_points_are_named_after_the_fln_fired_and_spent_a90() {
    let board = two_faileks("division-dispersed").air(20);
    let mut table = board.set_up();
    table
        .play(&format!("{RAID}division-dispersed/ops split:1"), "3 3,3 fire.fln@II-1=1")
        .waits("France air-points");
    // 12 and 13 Air Points reach the last column in any case.
    assert_eq!(table.legal().len(), 14);
    table.play("count:3", "air-point.france@II-1=1,2,1 fire.france@II-1=1").waits("FLN fln-loss");
    table.changed(
        "air.available 20>17, II-1.failek.oc 2>1, II-1.band.oc 0>1, psl.fln 51>50, psl.france 50>52",
    );
    table.told_among(&["3 Air Points", "France fires in II-1 with 16: 2 hits"]);
}

#[test]
fn air_points_may_be_kept() {
    let mut table = two_faileks("french-brigade").air(1).set_up();
    table.play(&format!("{RAID}french-brigade/ops split:1"), "3 3,3 1").offers("count:0 count:1");
    table.play("count:0", "1").told_among(&["France fires in II-1 with 6: 1 hits"]);
    assert_eq!(table.value("air.available"), "1");
}

#[test]
fn air_points_are_not_asked_for_where_they_change_nothing() {
    // At a firepower of 25.
    let mut table = two_faileks("division-concentrated").air(9).set_up();
    table.play(&format!("{RAID}division-concentrated/ops split:1"), "3 3,3 1 1").waits("FLN fln-loss");
    // In a city.
    let board = Board::new().air(9).fln("ORAN", "front/ops", 1).gov("ORAN", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("strike split:1 commit:ORAN/elite-brigade/ops", "2 1 4 1 1").waits("FLN fln-operation");
    assert_eq!(table.value("air.available"), "9");
}

#[test]
fn air_points_are_used_in_a_flush() {
    let board =
        Board::new().fln("II-1", "band/ops", 1).gov("II-1", "elite-brigade/ops", 1).air(2).government_acts();
    let mut table = board.set_up();
    table
        .play("flush", "flush-contact.france@II-1=1 1")
        .waits("France air-points")
        .offers("count:0 count:1 count:2");
    table.play("count:1 split:1", "6 1").told_among(&["France fires in II-1 with 15: 1 hits"]);
}

#[test]
fn hits_beyond_the_units_have_no_effect_and_pay_nothing_a86() {
    let board = Board::new().fln("II-1", "cadre/ops", 1).gov("II-1", "division-concentrated/ops", 1);
    let mut table = board.set_up();
    table.play("propaganda split:1 commit:II-1/division-concentrated/ops", "2 5 1 6");
    table.waits("France split").offers("split:0 split:1");
    table.told_among(&["France fires in II-1 with 25: 12 hits", "II-1: 1 cadre eliminated"]);
}

#[test]
fn a_failek_absorbs_two_hits_a86_a87() {
    for (die, hits, changes) in [
        (1, 1, "psl.fln 50>49, psl.france 50>52, II-1.band.neutralized 0>1"),
        (4, 2, "psl.fln 50>49, psl.france 50>53"),
        (6, 3, "psl.fln 50>49, psl.france 50>53"),
    ] {
        let board = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", "french-brigade/ops", 1);
        let mut table = board.set_up();
        let award = if hits > 1 { "split:1" } else { "" };
        let dice = format!("2 3 1 fire.france@II-1={die}");
        table.play(&format!("raid commit:II-1/french-brigade/ops {award}"), &dice);
        let rest = "II-1.failek.ops 1>0, II-1.done.raid 0>1, II-1.french-brigade.ops 1>0, II-1.french-brigade.oc 0>1";
        table.changed(&format!("{changes}, {rest}"));
        table.told_among(&[&format!("France fires in II-1 with 6: {hits} hits"), "II-1: 1 band reduced"]);
    }
}

#[test]
fn a_front_absorbs_two_hits_a86_a87() {
    let board = Board::new().fln("II-1", "front/ops", 1).gov("II-1", "french-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("propaganda split:1 commit:II-1/french-brigade/ops split:0", "2 4 1 5");
    table.told_among(&[
        "II-1: 1 cadre reduced",
        "PSL of FLN -1 to 50 (reduced)",
        "PSL of France +2 to 52 (reduced)",
        "II-1: 1 cadre eliminated",
        "PSL of FLN -1 to 49 (eliminated)",
    ]);
}

#[test]
fn the_fln_chooses_who_takes_each_hit_a86() {
    let mut table = two_faileks("french-brigade").set_up();
    // Two hits: the first is on a Failek, for there is nothing else. Then there are a Failek and a Band.
    table.play(&format!("{RAID}french-brigade/ops split:0"), "3 3,3 1 3").waits("FLN fln-loss");
    table.offers("hit:band hit:failek");
    let mut spread = table.clone();
    spread.play("hit:failek", "");
    spread.changed(
        "psl.fln 49>48, psl.france 51>53, II-1.failek.oc 1>0, II-1.band.oc 1>0, II-1.band.neutralized 0>2",
    );
    table.play("hit:band split:1", "");
    table.changed("psl.france 51>52, II-1.band.oc 1>0, II-1.failek.oc 1>0, II-1.failek.neutralized 0>1");
}

#[test]
fn active_and_neutralized_units_are_classes_of_their_own() {
    let board = Board::new()
        .fln("II-1", "front/oc", 1)
        .fln("II-1", "cadre/oc", 1)
        .fln("II-1", "band/oc", 1)
        .fln("II-1", "band/neutralized", 1)
        .fln("II-1", "failek/oc", 1)
        .gov("II-1", "elite-brigade/ops", 2)
        .government_acts();
    let mut table = board.set_up();
    let actions = "flush commit:II-1/elite-brigade/ops split:0";
    // Everybody is contacted and fires: 3 + 1 + 2 + 2 + 4.
    table.play(actions, "flush-contact.france@II-1=1,1,1,1,1 1 3").waits("FLN fln-loss");
    table.told_among(&["FLN fires in II-1 with 12: 1 hits", "France fires in II-1 with 18: 5 hits"]);
    table.offers("hit:front hit:cadre hit:band hit:band/neutralized hit:failek");
    table.play("hit:band/neutralized hit:cadre hit:failek hit:band", "").offers("hit:front hit:band");
    table.play("hit:front", "").waits("France split").offers("split:0 split:1 split:2 split:3");
    table.changed("psl.fln 49>48, psl.france 51>53, II-1.front.oc 1>0, II-1.cadre.oc 0>1");
    table.play("split:3", "").changed(
        "psl.france 53>56, II-1.cadre.oc 1>0, II-1.cadre.neutralized 0>1, II-1.band.oc 1>0, \
         II-1.band.neutralized 0>1",
    );
}

#[test]
fn no_choice_is_left_when_the_hits_cover_everything_a86() {
    let mut table = two_faileks("division-concentrated").set_up();
    // Five hits take both Faileks twice; the fifth is lost.
    table.play(&format!("{RAID}division-concentrated/ops split:0"), "3 3,3 1 2").waits("France split");
    table.offers("split:0 split:1 split:2");
    assert_eq!(table.psl(), (48, 53));
}

#[test]
fn a_failek_without_a_free_band_counter_leaves_the_map_at_once_a11() {
    let board = Board::new().fln("II-1", "failek/ops", 1).fln("VI-1", "band/ug", 24).gov(
        "II-1",
        "french-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("raid commit:II-1/french-brigade/ops", "2 3 1 6").waits("FLN fln-operation");
    table.changed(
        "psl.fln 50>49, psl.france 50>52, II-1.failek.ops 1>0, II-1.done.raid 0>1, II-1.french-brigade.ops 1>0, \
         II-1.french-brigade.oc 0>1",
    );
}

#[test]
fn the_side_with_more_hits_neutralizes_all_that_are_involved_a88() {
    // Three Faileks hit two elite brigades five times and take two hits.
    let board = Board::new().fln("II-1", "failek/ops", 3).gov("II-1", "elite-brigade/ops", 2).gov(
        "II-1",
        "algerian-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    let commit = "commit:II-1/elite-brigade/ops";
    table.play(&format!("raid count:3 {commit} {commit} split:5 hit:failek"), "2 3,3,3 6 1");
    table.changed(
        "ap 10>11, psl.fln 50>53, psl.france 50>54, II-1.failek.ops 3>0, II-1.failek.oc 0>1, II-1.band.oc 0>2, \
         II-1.elite-brigade.ops 2>0, II-1.elite-brigade.neutralized 0>2, II-1.done.raid 0>1",
    );
    table.told_among(&["II-1: 2 x elite-brigade neutralized"]);
}

#[test]
fn as_many_hits_neutralize_nobody_a88() {
    let mut table = two_faileks("french-brigade").set_up();
    table.play(&format!("{RAID}french-brigade/ops split:1"), "1 3,3 2 2");
    assert_eq!(table.value("II-1.french-brigade.oc"), "1");
    assert_eq!((table.value("II-1.failek.oc"), table.value("II-1.band.oc")), ("1".into(), "1".into()));
}

#[test]
fn hits_count_by_the_table_whether_carried_out_or_not_a88() {
    // Two hits by the Band against three by the division, of which one is carried out.
    let board = Board::new().fln("II-1", "band/ops", 1).gov("II-1", "division-concentrated/ops", 1);
    let mut table = board.set_up();
    table.play("raid commit:II-1/division-concentrated/ops split:2 split:0", "3 4 6 1");
    table.told_among(&["FLN fires in II-1 with 2: 2 hits", "France fires in II-1 with 25: 3 hits"]);
    assert_eq!(table.value("II-1.division-concentrated.oc"), "1");
}

#[test]
fn what_is_left_of_the_fln_is_neutralized_with_its_reduced_units_a88_a91() {
    let board = Board::new().fln("II-1", "failek/ops", 1).fln("II-1", "band/ops", 1).gov(
        "II-1",
        "algerian-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    table.play("raid count:1 count:1 commit:II-1/algerian-brigade/ops split:1 hit:failek", "2 4,3 1 1");
    // One hit each: a tie. With two it is another thing.
    assert_eq!(table.value("II-1.band.oc"), "2");
    let mut table = board.set_up();
    table.play(
        "raid count:1 count:1 commit:II-1/algerian-brigade/ops split:1 hit:failek split:0",
        "2 4,3 1 3",
    );
    table.told_among(&["II-1: 1 band eliminated", "II-1: 1 band neutralized"]);
    assert_eq!((table.value("II-1.band.oc"), table.value("II-1.band.neutralized")), ("0".into(), "1".into()));
}

#[test]
fn after_a_flush_all_that_were_involved_are_in_operations_completed_a89() {
    let board = Board::new()
        .fln("II-1", "cadre/ops", 3)
        .fln("II-1", "band/ug", 1)
        .gov("II-1", "elite-brigade/ops", 1)
        .gov("II-1", "elite-brigade/ptl", 1)
        .government_acts();
    let mut table = board.set_up();
    let commits = "flush commit:II-1/elite-brigade/ops commit:II-1/elite-brigade/ptl";
    // Two of three Cadres are contacted; they fire with 2 and take two hits, as many as they make.
    table.play(&format!("{commits} split:2 split:2"), "4,5,4 6 1").waits("FLN fln-operation");
    table.changed(
        "psl.fln 50>52, psl.france 50>52, II-1.cadre.ops 3>1, II-1.elite-brigade.ops 1>0, \
         II-1.elite-brigade.ptl 1>0, II-1.elite-brigade.oc 0>2",
    );
}

#[test]
fn what_reacted_is_neutralized_whatever_its_type_and_nothing_else_a88() {
    for unit in
        ["division-concentrated", "division-dispersed", "french-brigade", "elite-brigade", "algerian-brigade"]
    {
        let board = Board::new()
            .psl(50, 90)
            .fln("II-1", "band/ops", 8)
            .gov("II-1", &format!("{unit}/ops"), 1)
            .gov("II-1", &format!("{unit}/oc"), 1);
        let mut table = board.set_up();
        // Eight hits by the Bands, three at most by the Government.
        let evade = ["6"; 8].join(",");
        let dice = format!("1 evade.fln@II-1={evade} fire.fln@II-1=6 fire.france@II-1=1");
        table.play(&format!("raid count:8 commit:II-1/{unit}/ops split:0 split:0"), &dice);
        for (at, count) in [("ops", "0"), ("oc", "1"), ("neutralized", "1")] {
            assert_eq!(table.value(&format!("II-1.{unit}.{at}")), count, "{unit} in {at}");
        }
    }
}

#[test]
fn a_front_that_is_left_is_neutralized_too_a88() {
    let board = Board::new().fln("ORAN", "front/ops", 1).fln("ORAN", "cadre/ops", 1).gov(
        "ORAN",
        "french-brigade/ops",
        1,
    );
    let mut table = board.set_up();
    // No hit by the FLN, one by the brigade.
    table.play("strike count:1 split:6 commit:ORAN/french-brigade/ops", "2 6 evade.fln@ORAN=6,6 1 1");
    table.play("hit:cadre split:0", "");
    assert_eq!(table.value("ORAN.front.neutralized"), "1");
}

#[test]
fn a_neutralized_failek_that_was_reduced_takes_the_next_hit_as_a_neutralized_band_a91() {
    let board = Board::new().fln("II-1", "failek/ops", 1).gov("II-1", "elite-brigade/ops", 1);
    let mut table = board.set_up();
    table.play("raid commit:II-1/elite-brigade/ops split:0", "raid.fln@II-1=1 evade.fln@II-1=6 1 2");
    table.told_among(&["II-1: 1 band reduced", "II-1: 1 band eliminated"]);
    assert_eq!(table.value("II-1.band.neutralized"), "0");
}

/// Two hits on a Failek and a Band while all other Bands but `free` are on the map.
fn hit_without_counters(free: u8) -> Table {
    let board = Board::new()
        .fln("II-1", "failek/ops", 1)
        .fln("II-1", "band/ops", 1)
        .fln("V-8", "band/ug", 23 - free)
        .gov("II-1", "division-concentrated/ops", 1);
    let mut table = board.set_up();
    // The FLN hits once, the Government three times: enough for all.
    table.play("raid count:1 count:1 commit:II-1/division-concentrated/ops split:0", "2 6 6 1 1");
    table
}

#[test]
fn which_unit_takes_the_first_hit_matters_while_no_counter_is_free_a11_a86() {
    // With a free Band nothing does.
    let table = hit_without_counters(1);
    table.waits("France split").offers("split:0 split:1 split:2");
    // Without one the Failek leaves the map at once, and only the Band is worth an award.
    let mut first = hit_without_counters(0);
    first.waits("FLN fln-loss").offers("hit:band hit:failek");
    first.play("hit:failek", "").waits("France split").offers("split:0 split:1");
    // Or the Band frees its counter for what is left of the Failek.
    let mut last = hit_without_counters(0);
    last.play("hit:band", "").waits("France split").offers("split:0 split:1 split:2");
}
