//! Setting up Algeria with scripted dice (rules 3, charts C.8; rulings ).

use std::collections::BTreeMap;

use crate::support::Table;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::{Game, Notation as _, Setting};

fn setting(scenario: &str, setup: &str) -> Setting {
    Setting { scenario: Some(scenario.to_owned()), setup: Some(setup.to_owned()), ..Setting::default() }
}

/// The ready-made placement, played to the first decision of turn 1, without an event.
fn ready_made(scenario: &str) -> Table {
    Table::begin(&setting(scenario, "default"), "first-ap.fln=3,5 event-tens=1 event-units=1")
}

/// The set-up by decisions, at its first one.
fn free(scenario: &str) -> Table {
    Table::begin(&setting(scenario, "free"), "first-ap.fln=3,5")
}

fn wilaya(area: &str) -> &str {
    match area {
        "CONSTANTINE" => "II",
        "ALGIERS" => "IV",
        "ORAN" => "V",
        _ => area.split('-').next().unwrap_or(area),
    }
}

/// How many units of each type stand in each wilaya and country.
fn numbers(table: &Table) -> BTreeMap<(String, String), u64> {
    let position = Algeria::to_json(table.rules, &table.state);
    let mut out = BTreeMap::new();
    for (area, what) in position["areas"].as_object().into_iter().flatten() {
        for side in ["gov", "fln"] {
            for (unit, boxes) in what[side].as_object().into_iter().flatten() {
                let count: u64 =
                    boxes.as_object().into_iter().flatten().filter_map(|(_, n)| n.as_u64()).sum();
                *out.entry((wilaya(area).to_owned(), unit.clone())).or_default() += count;
            }
        }
    }
    out
}

/// `I: front 1, cadre 2; II: …` as [`numbers`] gives it.
fn charts(text: &str) -> BTreeMap<(String, String), u64> {
    let mut out = BTreeMap::new();
    for wilaya in text.split(';') {
        let Some((name, units)) = wilaya.split_once(':') else { panic!("\"{wilaya}\" lacks a colon") };
        for unit in units.split(',') {
            let Some((unit, count)) = unit.trim().rsplit_once(' ') else {
                panic!("\"{unit}\" lacks a count")
            };
            let count = count.parse().unwrap_or_else(|_| panic!("\"{count}\" is no count"));
            out.insert((name.trim().to_owned(), unit.to_owned()), count);
        }
    }
    out
}

const C8_1954: &str = "I: front 1, cadre 1;
    II: french-brigade 1, algerian-brigade 1, police 1, front 1, cadre 2;
    III: front 1, cadre 1;
    IV: french-brigade 1, algerian-brigade 1, police 1, cadre 1;
    V: french-brigade 1, elite-brigade 1, algerian-brigade 1, police 1, front 1, cadre 2";

const C8_1958: &str = "I: division-concentrated 2, french-brigade 1, front 1, cadre 2, band 2;
    II: division-concentrated 2, french-brigade 1, elite-brigade 3, algerian-brigade 1, police 2, front 1, cadre 2,
        band 2;
    III: division-concentrated 2, algerian-brigade 1, police 2, front 1, cadre 2, band 2;
    IV: division-concentrated 2, elite-brigade 3, algerian-brigade 2, police 2, front 2, cadre 2, band 2;
    V: division-concentrated 3, french-brigade 1, elite-brigade 1, algerian-brigade 1, police 2, front 1, cadre 1,
        band 1;
    VI: front 1, cadre 1, band 1;
    MOROCCO: band 1;
    TUNISIA: band 4, failek 1";

const C8_1960: &str = "I: division-concentrated 2, algerian-brigade 1, cadre 2, band 2;
    II: division-concentrated 2, elite-brigade 4, algerian-brigade 2, police 2, front 1, cadre 2, band 2;
    III: division-concentrated 2, french-brigade 1, algerian-brigade 1, front 2, cadre 2, band 2;
    IV: division-concentrated 2, elite-brigade 3, algerian-brigade 2, police 2, front 1, cadre 1, band 1;
    V: division-concentrated 5, algerian-brigade 1, police 2, cadre 1, band 1;
    MOROCCO: band 4;
    TUNISIA: band 4, failek 3";

const C8: [(&str, &str); 3] = [("1954", C8_1954), ("1958", C8_1958), ("1960", C8_1960)];

#[test]
fn the_ready_made_placements_have_the_numbers_of_charts_c_8() {
    for (scenario, expected) in C8 {
        assert_eq!(numbers(&ready_made(scenario)), charts(expected), "{scenario}");
    }
}

#[test]
fn a_free_set_up_has_the_numbers_of_charts_c_8_whichever_areas_are_chosen() {
    for (scenario, expected) in C8 {
        for first in [true, false] {
            let mut table = free(scenario);
            while table.node().starts_with("set-up") {
                let legal = table.legal();
                let choice = if first { legal.first() } else { legal.last() };
                let choice = choice.cloned().unwrap_or_default();
                // The last choice leads into turn 1: try without its dice, then with them.
                if is_last(&table, &choice) {
                    table.play(&choice, "event-tens=1 event-units=1");
                } else {
                    table.play(&choice, "");
                }
            }
            assert_eq!(numbers(&table), charts(expected), "{scenario}, first {first}");
        }
    }
}

/// True if this choice ends the set-up.
fn is_last(table: &Table, choice: &str) -> bool {
    let mut dice = wilaya_engine::dice::ScriptedDice::new([1u16, 1]);
    let mut state = table.state;
    let action = Algeria::parse_action(table.rules, choice).unwrap_or_else(|error| panic!("{error}"));
    Algeria::apply(table.rules, &mut state, action, &mut dice, &mut ());
    dice.used() == 2
}

/// All choices of the free set-up in their order: every one that stops the game, with the first area taken.
#[test]
fn the_government_sets_up_first_wilaya_by_wilaya_and_type_by_type() {
    let mut table = free("1954");
    // Wilaya II: 1 French brigade, 1 Algerian brigade, 1 Police; then IV; then V.
    for (wilaya, areas, units) in [
        (
            "II",
            "CONSTANTINE II-1 II-2 II-3",
            ["french-brigade.oc", "algerian-brigade.ops", "police.ptl"].as_slice(),
        ),
        ("IV", "ALGIERS IV-1 IV-2", &["french-brigade.oc", "algerian-brigade.ops", "police.ptl"]),
        (
            "V",
            "ORAN V-1 V-2 V-3 V-4 V-5 V-6 V-7 V-8",
            &["french-brigade.oc", "elite-brigade.oc", "algerian-brigade.ops", "police.ptl"],
        ),
    ] {
        for unit in units {
            table.waits("France set-up-france");
            let all: Vec<String> = areas.split(' ').map(|area| format!("place:{area}")).collect();
            assert_eq!(table.legal(), all, "wilaya {wilaya}");
            let city = areas.split(' ').next().unwrap_or_default();
            table.play(&format!("place:{city}"), "").changed(&format!("{city}.{unit} 0>1"));
        }
    }
    table.waits("FLN set-up-fln").offers("place:I-1 place:I-4");
    table.play("place:I-4", "").changed("I-4.front.ug 0>1");
    table.offers("place:I-1 place:I-2 place:I-3 place:I-4");
    table.play("place:I-2", "").changed("I-2.cadre.ug 0>1");
    table.offers("place:CONSTANTINE place:II-1 place:II-2 place:II-3");
}

#[test]
fn units_of_one_type_are_placed_with_areas_not_decreasing() {
    let mut table = free("1958");
    table.offers("place:I-1 place:I-2 place:I-3 place:I-4");
    table.play("place:I-3", "").changed("I-3.division-concentrated.oc 0>1");
    table.offers("place:I-3 place:I-4");
    table.play("place:I-3", "").changed("I-3.division-concentrated.oc 1>2");
    // The next type begins anew.
    table.offers("place:I-1 place:I-2 place:I-3 place:I-4");
}

#[test]
fn a_unit_that_can_stand_in_one_area_only_is_placed_without_asking() {
    let mut table = free("1958");
    while table.node() == "set-up-france" {
        let choice = table.legal()[0].clone();
        table.play(&choice, "");
    }
    // I-4 is the last area of wilaya I: a second Cadre behind the first has no other place.
    table.play("place:I-1 place:I-4", "").changed("I-1.front.ug 0>1, I-4.cadre.ug 0>2");
}

/// Plays a free set-up with the first choice up to the first Front of a wilaya.
fn to_the_fronts(scenario: &str, wilaya: &str) -> Table {
    let mut table = free(scenario);
    loop {
        let legal = table.legal();
        let areas: Vec<_> = legal.iter().map(|one| one.trim_start_matches("place:")).collect();
        let stop = table.node() == "set-up-fln"
            && areas.iter().all(|area| self::wilaya(area) == wilaya)
            && !numbers(&table).contains_key(&(wilaya.to_owned(), "front".to_owned()));
        if stop {
            return table;
        }
        let choice = legal[0].clone();
        table.play(&choice, "");
    }
}

#[test]
fn two_fronts_of_a_wilaya_leave_room_for_each_other() {
    // Wilaya IV of 1958: the last area is not offered to the first of two Fronts.
    let table = to_the_fronts("1958", "IV");
    table.offers("place:ALGIERS place:IV-1");
    let mut second = table.clone();
    second.play("place:ALGIERS", "").changed("ALGIERS.front.ug 0>1");
    second.offers("place:IV-1 place:IV-2");
    // After the last but one, the last Front has one place left.
    let mut forced = table.clone();
    forced.play("place:IV-1", "").changed("IV-1.front.ug 0>1, IV-2.front.ug 0>1");

    // Wilaya III of 1960.
    to_the_fronts("1960", "III").offers("place:III-1 place:III-2");
}

#[test]
fn a_front_stands_in_no_remote_area_at_set_up() {
    to_the_fronts("1958", "I").offers("place:I-1 place:I-4");
    to_the_fronts("1954", "V").offers("place:ORAN place:V-2 place:V-3 place:V-4");
}

#[test]
fn the_front_of_wilaya_vi_can_only_stand_in_vi_2() {
    let mut table = free("1958");
    while !numbers(&table).contains_key(&("VI".to_owned(), "front".to_owned())) {
        assert!(!table.legal().iter().any(|one| one.starts_with("place:VI")), "{:?}", table.legal());
        let choice = table.legal()[0].clone();
        table.play(&choice, "");
    }
    assert_eq!(table.value("VI-2.front.ug"), "1");
    table.offers("place:VI-1 place:VI-2");
}

/// The units of the ready-made placement: `area: unit.box count, …`, one area a line.
fn placement(table: &Table) -> Vec<String> {
    let position = Algeria::to_json(table.rules, &table.state);
    let mut out = Vec::new();
    for (area, what) in position["areas"].as_object().into_iter().flatten() {
        let mut units = Vec::new();
        for side in ["gov", "fln"] {
            for (unit, boxes) in what[side].as_object().into_iter().flatten() {
                for (at, count) in boxes.as_object().into_iter().flatten() {
                    units.push(format!("{unit}.{at} {count}"));
                }
            }
        }
        units.sort_unstable();
        out.push(format!("{area}: {}", units.join(", ")));
    }
    out.sort_unstable();
    out
}

#[test]
fn the_ready_made_placement_of_1954() {
    assert_eq!(
        placement(&ready_made("1954")),
        [
            "ALGIERS: french-brigade.oc 1, police.ptl 1",
            "CONSTANTINE: cadre.ug 1, french-brigade.oc 1, police.ptl 1",
            "I-4: cadre.ug 1, front.ug 1",
            "II-2: algerian-brigade.ops 1, cadre.ug 1, front.ug 1",
            "III-1: cadre.ug 1, front.ug 1",
            "IV-1: algerian-brigade.ops 1, cadre.ug 1",
            "ORAN: algerian-brigade.ops 1, police.ptl 1",
            "V-2: cadre.ug 1, front.ug 1",
            "V-3: elite-brigade.oc 1, french-brigade.oc 1",
            "V-4: cadre.ug 1",
        ]
    );
}

#[test]
fn the_ready_made_placement_of_1958() {
    assert_eq!(
        placement(&ready_made("1958")),
        [
            "ALGIERS: division-concentrated.oc 1, elite-brigade.oc 3, police.ptl 1",
            "CONSTANTINE: elite-brigade.oc 1, police.ptl 2",
            "I-1: band.ug 2, cadre.ug 1, division-concentrated.oc 1, front.ug 1",
            "I-2: cadre.ug 1",
            "I-3: french-brigade.oc 1",
            "I-4: division-concentrated.oc 1",
            "II-1: algerian-brigade.ops 1, cadre.ug 1, french-brigade.oc 1",
            "II-2: band.ug 2, division-concentrated.oc 1, elite-brigade.oc 1, front.ug 1",
            "II-3: cadre.ug 1, division-concentrated.oc 1, elite-brigade.oc 1",
            "III-1: band.ug 1, cadre.ug 1, division-concentrated.oc 1, front.ug 1, police.ptl 1",
            "III-3: algerian-brigade.ops 1, band.ug 1, cadre.ug 1, division-concentrated.oc 1, police.ptl 1",
            "IV-1: algerian-brigade.ops 1, cadre.ug 1, division-concentrated.oc 1, front.ug 1, police.ptl 1",
            "IV-2: algerian-brigade.ops 1, band.ug 2, cadre.ug 1, front.ug 1",
            "MOROCCO: band.ops 1",
            "ORAN: division-concentrated.oc 1, elite-brigade.oc 1, police.ptl 1",
            "TUNISIA: band.ops 4, failek.ops 1",
            "V-1: algerian-brigade.ops 1",
            "V-2: french-brigade.oc 1",
            "V-3: band.ug 1, division-concentrated.oc 1, front.ug 1",
            "V-4: division-concentrated.oc 1, police.ptl 1",
            "V-5: cadre.ug 1",
            "VI-2: band.ug 1, cadre.ug 1, front.ug 1",
        ]
    );
}

#[test]
fn the_ready_made_placement_of_1960() {
    assert_eq!(
        placement(&ready_made("1960")),
        [
            "ALGIERS: division-concentrated.oc 1, elite-brigade.oc 3, police.ptl 1",
            "CONSTANTINE: elite-brigade.oc 2, police.ptl 2",
            "I-1: band.ug 2, cadre.ug 1, division-concentrated.oc 1",
            "I-3: algerian-brigade.ops 1",
            "I-4: cadre.ug 1, division-concentrated.oc 1",
            "II-1: algerian-brigade.ops 2, cadre.ug 1",
            "II-2: band.ug 2, division-concentrated.oc 1, elite-brigade.oc 1, front.ug 1",
            "II-3: cadre.ug 1, division-concentrated.oc 1, elite-brigade.oc 1",
            "III-1: band.ug 1, cadre.ug 1, division-concentrated.oc 1, french-brigade.oc 1, front.ug 1",
            "III-3: algerian-brigade.ops 1, band.ug 1, cadre.ug 1, division-concentrated.oc 1, front.ug 1",
            "IV-1: algerian-brigade.ops 1, division-concentrated.oc 1, police.ptl 1",
            "IV-2: algerian-brigade.ops 1, band.ug 1, cadre.ug 1, front.ug 1",
            "MOROCCO: band.ops 4",
            "ORAN: division-concentrated.oc 2, police.ptl 1",
            "TUNISIA: band.ops 4, failek.ops 3",
            "V-1: algerian-brigade.ops 1",
            "V-2: band.ug 1",
            "V-3: cadre.ug 1, division-concentrated.oc 1",
            "V-4: division-concentrated.oc 2, police.ptl 1",
        ]
    );
}

#[test]
fn the_tracks_begin_as_charts_c_8_say_and_nothing_else_is_on_the_board() {
    for (scenario, psl, air, helo, naval, zone, independent) in [
        ("1954", (50, 65), "0", "0", "0", "none", "0"),
        ("1958", (60, 50), "6", "4", "2", "2", "1"),
        ("1960", (45, 45), "7", "5", "3", "3", "1"),
    ] {
        let table = ready_made(scenario);
        assert_eq!(table.psl(), psl, "{scenario}: independence at the start gives no PSP");
        for (key, value) in [
            ("ap", "8"),
            ("air.maximum", air),
            ("air.available", air),
            ("helo.maximum", helo),
            ("helo.available", helo),
            ("naval", naval),
            ("border_zone", zone),
            ("border_zone_active", "0"),
            ("independent", independent),
            ("oas.controller", "none"),
            ("oas.place", "none"),
            ("cadre_in_france", "0"),
            ("turn", "1"),
        ] {
            assert_eq!(table.value(key), value, "{scenario}: {key}");
        }
        let position = Algeria::to_json(table.rules, &table.state);
        for (area, what) in position["areas"].as_object().into_iter().flatten() {
            for marker in ["control", "terror", "resettled", "done"] {
                assert!(what.get(marker).is_none(), "{scenario}: {marker} in {area}");
            }
        }
    }
}

#[test]
fn the_fln_begins_with_two_dice_of_ap() {
    let begin = |dice: &str| {
        let dice = format!("first-ap.fln={dice} event-tens=1 event-units=1");
        Table::begin(&setting("1958", "default"), &dice).value("ap")
    };
    assert_eq!(begin("1,1"), "2");
    assert_eq!(begin("6,6"), "12");
}

#[test]
fn all_seven_algerian_brigades_of_1960_are_on_the_map() {
    let mut table = ready_made("1960");
    table.play("done", "").waits("France mobilize");
    // 13 divisions, 7 elite and 7 Algerian brigades are in use; 1 of 4 French brigades and 6 of 10 Police are.
    table.offers("mobilize:french-brigade mobilize:police done");
}
