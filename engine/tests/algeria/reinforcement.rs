//! The Government's part of the Reinforcement Phase of Algeria with scripted dice (rules 6.3, 11.1, 11.3; charts B.1;
//! rulings ).

use crate::support::{Board, Table};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use wilaya_engine::algeria::formulas::price;
use wilaya_engine::algeria::{Algeria, Decision};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Actions, Game, Setting, Side, Status};

/// The Government is about to mobilize; a Cadre in the desert is all there is.
fn mobilizing() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).set("phase", json!("reinforcement")).at("mobilize")
}

/// The FLN passes and turn 4 begins without an event.
fn turn_end() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

const NO_EVENT: &str = "event-tens=1 event-units=1";

#[track_caller]
fn next_turn(board: &Board, dice: &str) -> Table {
    let mut table = board.set_up();
    table.play("pass", dice);
    table
}

// --- The OAS

#[test]
fn the_oas_appears_at_a_government_psl_of_30() {
    for (die, controller, waits) in [(3, "fln", "France mobilize"), (4, "france", "France oas-place")] {
        let dice = format!("coup-attempt.france=5 {NO_EVENT} oas={die}");
        let table = next_turn(&turn_end().psl(50, 30), &dice);
        table.waits(waits);
        table.changed(&format!("turn 3>4, phase operations>reinforcement, oas.controller none>{controller}"));
    }
    next_turn(&turn_end().psl(50, 31), NO_EVENT).changed("turn 3>4, phase operations>reinforcement");
}

#[test]
fn the_oas_does_not_appear_when_spending_in_the_phase_lowers_the_psl() {
    let mut table = mobilizing().psl(50, 31).set_up();
    table.play("mobilize:division station:ORAN done done", "");
    table.waits("FLN spend-where");
    assert_eq!((table.psl(), table.value("oas.controller")), ((50, 26), "none".to_owned()));
}

#[test]
fn the_oas_is_removed_at_a_government_psl_of_71_and_not_of_70() {
    let oas = |psl| turn_end().psl(40, psl).set("oas", json!({ "controller": "fln", "place": "FRANCE" }));
    // The OAS in France costs 2 PSP at the end of the turn before.
    let table = next_turn(&oas(73), &format!("{NO_EVENT} oas=1"));
    table.changed(
        "turn 3>4, phase operations>reinforcement, psl.france 73>71, oas.controller fln>none, oas.place FRANCE>none",
    );
    table.told_among(&["OAS removed"]);
    let table = next_turn(&oas(72), &format!("{NO_EVENT} oas=1"));
    table.changed("turn 3>4, phase operations>reinforcement, psl.france 72>70");
}

#[test]
fn a_removed_oas_appears_again_at_30() {
    let board = turn_end().psl(40, 30).set("oas", json!({ "controller": null, "place": null }));
    let table = next_turn(&board, &format!("coup-attempt.france=1 {NO_EVENT} oas=6"));
    assert_eq!(table.value("oas.controller"), "france");
}

#[test]
fn the_government_places_its_oas_in_a_city_or_france_before_it_spends() {
    let board = mobilizing().set("oas", json!({ "controller": "france", "place": "ORAN" })).at("oas-place");
    for (place, change) in [
        ("CONSTANTINE", "oas.place ORAN>CONSTANTINE"),
        ("ALGIERS", "oas.place ORAN>ALGIERS"),
        ("ORAN", ""),
        ("FRANCE", "oas.place ORAN>FRANCE"),
    ] {
        let mut table = board.set_up();
        table.offers("oas:CONSTANTINE oas:ALGIERS oas:ORAN oas:FRANCE");
        table.play(&format!("oas:{place}"), "").changed(change).waits("France mobilize");
    }
}

#[test]
fn the_fln_places_its_oas_after_its_income_and_before_it_spends() {
    let mut table = mobilizing().set("oas", json!({ "controller": "fln", "place": null })).set_up();
    table.play("done done", "").waits("FLN oas-place").changed("ap 0>5");
    table.offers("oas:CONSTANTINE oas:ALGIERS oas:ORAN oas:FRANCE");
    table.play("oas:FRANCE", "").waits("FLN spend-where").changed("oas.place none>FRANCE");
}

// --- Police

/// Police in two areas, one of them neutralized.
fn police() -> Board {
    mobilizing().gov("II-1", "police/ptl", 1).gov("ORAN", "police/neutralized", 1).gov(
        "ORAN",
        "police/ptl",
        2,
    )
}

#[test]
fn police_may_be_removed_active_or_neutralized_without_getting_psp_back() {
    let mut table = police().at("remove-police").set_up();
    table.offers("remove-police:II-1 remove-police:ORAN remove-police:ORAN/neutralized done");
    table.play("remove-police:ORAN", "").changed("ORAN.police.ptl 2>1");
    // In order, so II-1 is not offered again.
    table.offers("remove-police:ORAN remove-police:ORAN/neutralized done");
    table.play("remove-police:ORAN/neutralized", "").changed("ORAN.police.neutralized 1>0");
    table.waits("France mobilize");
}

#[test]
fn removed_police_may_be_mobilized_again_at_once_even_in_the_same_area() {
    // All ten Police are on the map.
    let board = mobilizing().gov("ORAN", "police/neutralized", 1).gov("II-1", "police/ptl", 9);
    let mut table = board.clone().at("remove-police").set_up();
    table.play("done", "");
    assert!(!table.allows("mobilize:police"));
    let mut table = board.at("remove-police").set_up();
    table.play("remove-police:ORAN/neutralized", "");
    assert!(table.allows("mobilize:police"));
    table.play("mobilize:police station:ORAN", "").changed("ORAN.police.ptl 0>1, half_psp_spent 0>2");
    // The pool is empty again.
    assert!(!table.allows("mobilize:police"));
}

// --- Mobilization

#[test]
fn mobilization_has_the_prices_of_charts_b_1_and_the_boxes_of_rules_6_31() {
    for (counter, class, price) in [
        ("division", "division-concentrated.ops", 5),
        ("french-brigade", "french-brigade.ops", 2),
        ("elite-brigade", "elite-brigade.ops", 3),
        ("algerian-brigade", "algerian-brigade.ops", 2),
        ("police", "police.ptl", 1),
    ] {
        let mut table = mobilizing().set_up();
        table.play(&format!("mobilize:{counter} station:V-7"), "");
        assert_eq!(table.value(&format!("V-7.{class}")), "1");
        assert_eq!(table.value("half_psp_spent"), (2 * price).to_string());
        // Nothing waits for activation: the phase of the Government ends with what it pays.
        table.play("done done", "");
        table.changed(&format!("psl.france 50>{}, ap 0>5", 50 - price));
        table.waits("FLN spend-where");
    }
}

#[test]
fn a_unit_can_be_mobilized_to_any_area_of_algeria() {
    let mut table = mobilizing().set_up();
    table.play("mobilize:police", "").waits("France station");
    table.offers(
        "station:I-1 station:I-2 station:I-3 station:I-4 station:CONSTANTINE station:II-1 station:II-2 station:II-3 \
         station:III-1 station:III-2 station:III-3 station:ALGIERS station:IV-1 station:IV-2 station:ORAN \
         station:V-1 station:V-2 station:V-3 station:V-4 station:V-5 station:V-6 station:V-7 station:V-8 \
         station:VI-1 station:VI-2",
    );
}

#[test]
fn types_and_areas_of_mobilization_go_in_order() {
    let mut table = mobilizing().set_up();
    table.offers(
        "mobilize:division mobilize:french-brigade mobilize:elite-brigade mobilize:algerian-brigade mobilize:police \
         done",
    );
    table.play("mobilize:elite-brigade station:V-8", "");
    table.offers("mobilize:elite-brigade mobilize:algerian-brigade mobilize:police done");
    table.play("mobilize:elite-brigade", "").offers("station:V-8 station:VI-1 station:VI-2");
    table.play("station:VI-1 mobilize:police", "");
    // Another type begins with the first area.
    assert_eq!(table.legal().len(), 25);
}

#[test]
fn only_counters_of_the_mix_that_are_not_in_use_can_be_mobilized() {
    for (counter, class, mix) in [
        ("division", "division-dispersed/oc", 13),
        ("french-brigade", "french-brigade/neutralized", 4),
        ("elite-brigade", "elite-brigade/oc", 7),
        ("algerian-brigade", "algerian-brigade/ops", 6),
        ("police", "police/neutralized", 10),
    ] {
        let mobilize = format!("mobilize:{counter}");
        let full = mobilizing().gov("V-1", class, mix).set_up();
        assert!(!full.allows(&mobilize), "{counter}");
        let mut one_left = mobilizing().gov("V-1", class, mix - 1).set_up();
        assert!(one_left.allows(&mobilize), "{counter}");
        one_left.play(&format!("{mobilize} station:V-1"), "");
        assert!(!one_left.allows(&mobilize), "{counter}");
    }
    // Counters that cannot come back count as in use.
    for elites in [
        mobilizing().gov("V-1", "elite-brigade/oc", 5).set("elites_disbanded", json!(2)),
        mobilizing().gov("V-1", "elite-brigade/oc", 5).set("nato_keeps", json!({ "elite-brigade": 2 })),
        mobilizing()
            .set("elites_disbanded", json!(4))
            .set("suez_used", json!(true))
            .set("areas.I-2", json!({ "elites_at_suez": 3, "fln": { "cadre": { "ug": 1 } } })),
    ] {
        assert!(!elites.set_up().allows("mobilize:elite-brigade"));
    }
}

#[test]
fn a_purchase_must_leave_the_government_1_psp() {
    // the price of each type against a PSL of exactly the price, and one more.
    for (counter, price) in
        [("division", 5), ("french-brigade", 2), ("elite-brigade", 3), ("algerian-brigade", 2), ("police", 1)]
    {
        let mobilize = format!("mobilize:{counter}");
        let at = |psl| mobilizing().psl(50, psl).gov("V-1", "police/ptl", 1).at("remove-police").set_up();
        let mut enough = at(price + 1);
        enough.play("done", "");
        assert!(enough.allows(&mobilize), "{counter} at {}", price + 1);
        let mut short = at(price);
        short.play("done", "");
        assert!(!short.allows(&mobilize), "{counter} at {price}");
    }
}

// --- Half PSP

#[test]
fn half_psp_are_rounded_up_over_the_whole_phase() {
    for (elites, psp) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let mut table = mobilizing().gov("V-1", "elite-brigade/oc", 5).set_up();
        table.play(&format!("done done count:{elites}"), "");
        assert_eq!(table.psl(), (50, 50 - psp), "{elites}");
        assert_eq!(table.value("V-1.elite-brigade.ops"), elites.to_string());
    }
    // Half a PSP in one place and half a PSP in another are one.
    let mut table = mobilizing()
        .gov("V-1", "elite-brigade/oc", 1)
        .gov("V-2", "french-brigade/oc", 1)
        .gov("V-3", "division-dispersed/oc", 1)
        .set_up();
    table.play("mobilize:police station:V-1 done buy:air done activate-all", "");
    // 1 + 2 + (1/2 + 1/2 + 1).
    table.told_among(&["PSL of France -5 to 45 (reinforcement)"]);
}

#[test]
fn the_rounded_total_must_leave_the_government_1_psp() {
    // At a PSL of 2 three halves would cost 2.
    let mut table = mobilizing().psl(50, 2).gov("V-1", "elite-brigade/oc", 4).set_up();
    table.play("done", "").waits("France activate-units").offers("count:0 count:1 count:2");
    // With a Police bought for the one PSP there is none left for a half.
    let mut table = mobilizing().psl(50, 3).gov("V-1", "elite-brigade/oc", 4).set_up();
    table.play("mobilize:police station:V-1", "").offers("mobilize:police done");
    table.play("done", "").offers("count:0 count:1 count:2");
    let mut table = mobilizing().psl(50, 2).gov("V-1", "elite-brigade/oc", 4).set_up();
    table.play("mobilize:police station:V-1", "");
    assert_eq!(table.value("V-1.elite-brigade.oc"), "4");
    table.waits("FLN spend-where");
    assert_eq!(table.psl(), (50, 1));
}

// --- Points

#[test]
fn points_have_their_prices_and_raise_maximum_and_available_at_once() {
    for (point, price, change) in [
        ("air", 2, "air.maximum 3>4, air.available 2>3"),
        ("helo", 3, "helo.maximum 3>4, helo.available 2>3"),
        ("naval", 3, "naval 3>4"),
    ] {
        let board = mobilizing()
            .set("air", json!({ "maximum": 3, "available": 2 }))
            .set("helo", json!({ "maximum": 3, "available": 2 }))
            .set("naval", json!(3));
        let mut table = board.set_up();
        table.play("done", "").offers("buy:air buy:helo buy:naval done");
        table
            .play(&format!("buy:{point}"), "")
            .changed(&format!("{change}, half_psp_spent 0>{}, slow_purchases 0>1", 2 * price));
        table
            .play("done", "")
            .told_among(&[&format!("PSL of France -{price} to {} (reinforcement)", 50 - price)]);
    }
}

#[test]
fn points_are_bought_in_order_and_up_to_99() {
    let mut table = mobilizing().set("naval", json!(98)).air(99).set_up();
    table.play("done", "").offers("buy:helo buy:naval done");
    table.play("buy:helo", "").offers("buy:helo buy:naval done");
    table.play("buy:naval", "");
    // Nothing is left to buy.
    assert_eq!(table.value("naval"), "99");
    table.told_among(&["naval Points +1 to 99", "PSL of France -6 to 44 (reinforcement)"]);
    let mut table = mobilizing().helo(98).set_up();
    table.play("done buy:helo", "").offers("buy:naval done");
    let mut table = mobilizing().air(98).set_up();
    table.play("done buy:air", "").offers("buy:helo buy:naval done");
}

#[test]
fn a_point_must_leave_the_government_1_psp() {
    let mut table = mobilizing().psl(50, 3).set_up();
    table.play("done", "").offers("buy:air done");
    let mut table = mobilizing().psl(50, 4).set_up();
    table.play("done", "").offers("buy:air buy:helo buy:naval done");
}

// --- The Border Zone

/// The Government at the Border Zone.
fn zone(steps: Option<u8>) -> Board {
    mobilizing()
        .independent()
        .set("border_zone", json!(steps))
        .psl(50, 60)
        .gov("V-1", "elite-brigade/oc", 1)
        .at("border-zone")
}

#[test]
fn the_border_zone_needs_independence() {
    let board = mobilizing().at("buy-point");
    let mut table = board.set_up();
    // Straight to the income of the FLN.
    table.play("done", "").waits("FLN spend-where");
    let mut table = board.independent().set_up();
    table.play("done", "").waits("France border-zone").offers("border-zone done");
}

#[test]
fn opening_the_border_zone_costs_6_psp_and_ends_its_stage() {
    let mut table = zone(None).set_up();
    table.play("border-zone", "").changed("border_zone none>0, half_psp_spent 0>12");
    // No step and nothing to activate this turn.
    table.waits("France activate-units");
    table.play("count:0", "").told_among(&["PSL of France -6 to 54 (reinforcement)"]);
}

#[test]
fn each_step_of_the_border_zone_costs_6_psp_and_there_are_3() {
    let mut table = zone(Some(0)).set_up();
    table.play("border-zone", "").changed("border_zone 0>1, half_psp_spent 0>12");
    table.waits("France border-zone").offers("border-zone done");
    table.play("border-zone", "").changed("border_zone 1>2, half_psp_spent 12>24");
    table.play("border-zone", "").changed("border_zone 2>3, half_psp_spent 24>36");
    // A step bought this turn can be activated this turn.
    table.waits("France activate-zone").offers("activate-zone done");
    table.play("activate-zone", "").changed("border_zone_active 0>1, half_psp_spent 36>38");
    table.play("count:0", "").told_among(&["PSL of France -19 to 41 (reinforcement)"]);
}

#[test]
fn a_border_zone_at_0_cannot_be_activated() {
    let mut table = zone(Some(0)).set_up();
    table.play("done", "").waits("France activate-units").changed_nothing();
}

#[test]
fn the_border_zone_is_activated_for_1_psp_or_not() {
    let mut table = zone(Some(3)).at("activate-zone").set_up();
    table.offers("activate-zone done");
    table.play("done", "").changed_nothing().waits("France activate-units");
    let mut table = zone(Some(3)).at("activate-zone").set_up();
    table.play("activate-zone count:0", "");
    table.changed("border_zone_active 0>1, half_psp_spent 0>2, psl.france 60>59, ap 0>5");
}

#[test]
fn the_border_zone_must_leave_the_government_1_psp() {
    let step = |psl| zone(Some(1)).psl(50, psl).at("buy-point").set_up();
    let mut enough = step(7);
    enough.play("done", "").offers("border-zone done");
    let mut short = step(6);
    short.play("done", "").waits("France activate-zone");
    // 2 PSP are enough to activate it.
    assert!(zone(Some(1)).psl(50, 1).at("activate-zone").refused().contains("1 choices"));
    zone(Some(1)).psl(50, 2).at("activate-zone").set_up().offers("activate-zone done");
}

// --- Activation

#[test]
fn units_are_activated_class_by_class_for_1_or_half_a_psp() {
    let mut table = mobilizing()
        .gov("II-1", "division-concentrated/oc", 2)
        .gov("II-1", "french-brigade/oc", 1)
        .gov("II-1", "algerian-brigade/ops", 1)
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "elite-brigade/neutralized", 1)
        .gov("ORAN", "division-dispersed/oc", 1)
        .gov("ORAN", "elite-brigade/oc", 3)
        .at("buy-point")
        .set_up();
    table.play("done", "").offers("activate-all count:0 count:1 count:2");
    table.play("count:1", "");
    table
        .changed("II-1.division-concentrated.oc 2>1, II-1.division-concentrated.ops 0>1, half_psp_spent 0>2");
    table.offers("activate-all count:0 count:1");
    table
        .play("count:1", "")
        .changed("II-1.french-brigade.oc 1>0, II-1.french-brigade.ops 0>1, half_psp_spent 2>3");
    table.offers("activate-all count:0 count:1");
    table.play("count:0", "").changed_nothing();
    // The last class: its highest count is everything.
    table.offers("count:0 count:1 count:2 count:3");
    table.play("count:2", "");
    table.changed(
        "ORAN.elite-brigade.oc 3>1, ORAN.elite-brigade.ops 0>2, half_psp_spent 3>5, psl.france 50>47, ap 0>5",
    );
    // What was not activated waits in Operations Completed.
    assert_eq!(table.value("II-1.division-concentrated.oc"), "1");
    assert_eq!(table.value("ORAN.division-dispersed.oc"), "1");
    assert_eq!(table.value("II-1.elite-brigade.neutralized"), "1");
}

#[test]
fn all_that_waits_can_be_activated_at_once() {
    let mut table = mobilizing()
        .gov("II-1", "division-concentrated/oc", 2)
        .gov("ORAN", "elite-brigade/oc", 3)
        .gov("V-8", "french-brigade/oc", 1)
        .set_up();
    table.play("done done activate-all", "");
    table.changed(
        "II-1.division-concentrated.oc 2>0, II-1.division-concentrated.ops 0>2, ORAN.elite-brigade.oc 3>0, \
         ORAN.elite-brigade.ops 0>3, V-8.french-brigade.oc 1>0, V-8.french-brigade.ops 0>1, half_psp_spent 0>8, \
         psl.france 50>46, ap 0>5",
    );
}

#[test]
fn all_can_be_activated_only_if_all_can_be_paid() {
    let board = mobilizing().gov("II-1", "division-concentrated/oc", 2).gov("ORAN", "elite-brigade/oc", 3);
    // 7 halves cost 4 PSP.
    let mut table = board.clone().psl(50, 5).set_up();
    table.play("done done", "").offers("activate-all count:0 count:1 count:2");
    let mut table = board.psl(50, 4).set_up();
    table.play("done done", "").offers("count:0 count:1 count:2");
}

#[test]
fn activating_everything_in_turn_1_costs_2_or_16_or_17_psp() {
    // The zone stands at 3 in 1960: no step is left, and its stage is one decision less.
    for (scenario, zone_off, zone_on, psp) in [
        ("1954", "", None, 2),
        ("1958", "done done", Some("done activate-zone"), 16),
        ("1960", "done", Some("activate-zone"), 17),
    ] {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let paid = |zone: &str| {
            let mut table = Table::begin(&setting, &format!("first-ap.fln=1,1 {NO_EVENT}"));
            let before = table.psl().1;
            table.play(&format!("done done done {zone} activate-all"), "");
            before - table.psl().1
        };
        assert_eq!(paid(zone_off), psp, "{scenario}");
        if let Some(zone_on) = zone_on {
            assert_eq!(paid(zone_on), psp + 1, "{scenario}: the Border Zone is 1 PSP more");
        }
    }
}

#[test]
fn the_price_of_a_purchase_is_what_is_spent() {
    let purchases = [
        Decision::Mobilize,
        Decision::BuyPoint,
        Decision::BorderZone,
        Decision::ActivateZone,
        Decision::ActivateUnits,
    ];
    let mut seen = std::collections::BTreeMap::<_, u32>::new();
    for (scenario, game) in
        ["1954", "1958", "1960"].into_iter().flat_map(|id| (0..8).map(move |game| (id, game)))
    {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let rules = Algeria::rules(&Algeria::figures(), &setting).expect("it is a setting");
        let (mut dice, mut rng) = (SeededDice::new(19, game), Pcg64Mcg::seed_from_u64(game));
        let mut state = Algeria::start(&rules, &mut dice, &mut ());
        let mut expected = 0;
        while let Status::Decision { kind, .. } = Algeria::status(&state)
            && state.turn() < 12
        {
            let mut legal = Actions::<Algeria>::new();
            Algeria::legal(&rules, &state, &mut legal);
            // What can be bought is bought more often than not.
            let (first, any) = (legal[0], legal[rng.random_range(0..legal.len())]);
            let action = if price(&rules, &state, first) > 0 && rng.random() { first } else { any };
            let paid = price(&rules, &state, action);
            if paid > 0 {
                *seen.entry(kind).or_default() += 1;
            }
            let turn = state.turn();
            expected += paid;
            Algeria::apply(&rules, &mut state, action, &mut dice, &mut ());
            if state.turn() > turn {
                expected = 0;
            } else if purchases.contains(&kind)
                && !matches!(Algeria::status(&state), Status::Decision { kind: Decision::Station, .. })
            {
                assert_eq!(u16::from(state.halves_spent()), expected, "{action:?} at {kind}");
            }
        }
    }
    for node in purchases {
        assert!(seen.get(&node).is_some_and(|count| *count >= 5), "{node}: {seen:?}");
    }
}
