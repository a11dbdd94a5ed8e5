//! French movement, stacking and displacement (3.4, H).

use super::super::formulas;
use super::super::types::Flag;
use super::*;

/// Where a unit of a location may go, with the price.
fn roads(state: &State, from: &str) -> Vec<(String, u8)> {
    let mut state = *state;
    let unit = Unit::each(state.units_at(at(from))).next().expect("a unit");
    state.flow.picked_unit = unit;
    state.flow.site = at(from);
    state.flow.node = Node::MoveUnit;
    legal(&state)
        .into_iter()
        .map(|action| match action {
            Action::Drive { to, price } => (rules().id(to).to_owned(), price),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn price(state: &State, from: &str, to: &str) -> Option<u8> {
    let found: Vec<u8> =
        roads(state, from).into_iter().filter(|(id, _)| id == to).map(|(_, price)| price).collect();
    assert!(found.len() < 2, "{to} is offered twice");
    found.first().copied()
}

/// A map on which the FLN controls these regions.
fn held(regions: &[&str]) -> State {
    let mut state = empty(Node::PickUnit);
    for region in regions {
        let garrison = formulas::garrison(rules(), &state, at(region)).max(1);
        faileks(&mut state, region, MOUSSEBILINE, garrison);
    }
    state
}

#[test]
fn a_unit_that_cannot_go_anywhere_has_moved() {
    let mut state = empty(Node::MoveUnit);
    units(&mut state, "1A", "infantry", 1);
    state.flow.picked_unit = Unit::each(state.units_at(at("1A"))).next().expect("a unit");
    act(rules(), &mut state, &[], |play| play.park());
    assert_eq!((state.marked, state.flow.node), (state.units_at(at("1A")), Node::PickUnit));
}

#[test]
fn roads_lead_everywhere_for_nothing_on_a_french_map() {
    let mut state = held(&[]);
    units(&mut state, "oran", "infantry", 1);
    let found = roads(&state, "oran");
    assert_eq!(found.len(), 57, "30 regions and 28 towns and cities, less Oran");
    assert!(found.iter().all(|(_, price)| *price == 0));
    state.flags = 1 << Flag::Oil.index();
    assert_eq!(roads(&state, "oran").len(), 61);
}

#[test]
fn passing_costs_and_entering_or_leaving_does_not() {
    // 1A leads to 1B and 7C by road, and Tebessa touches 1A and 1B.
    let mut state = held(&["1B"]);
    units(&mut state, "1A", "infantry", 1);
    state.independent = 0b11;
    assert_eq!(price(&state, "1A", "1B"), Some(0));
    assert_eq!(price(&state, "1A", "souk-ahras"), Some(0), "through the Sahara and around");
    let mut state = held(&["1B", "7C"]);
    units(&mut state, "1A", "infantry", 1);
    state.independent = 0b11;
    assert_eq!(price(&state, "1A", "1B"), Some(0));
    assert_eq!(price(&state, "1A", "1D"), Some(1));
    assert_eq!(price(&state, "1A", "souk-ahras"), Some(1));
    let mut state = held(&["1A", "1B", "7C"]);
    units(&mut state, "1A", "infantry", 1);
    state.independent = 0b11;
    assert_eq!(price(&state, "1A", "2C"), Some(1), "the region of departure is not passed");
    state.points.france = 0;
    assert_eq!(price(&state, "1A", "2C"), None);
}

#[test]
fn the_cheapest_route_is_taken_and_each_region_is_paid_once() {
    let mut state = held(&["5A", "5B"]);
    units(&mut state, "oran", "paratrooper", 1);
    // Out of Oran through 5A or 5B.
    assert_eq!(price(&state, "oran", "alger"), Some(1));
    assert_eq!(price(&state, "oran", "5C"), Some(1));
    let mut state = held(&["5A", "5B", "4B", "5E", "5D", "5C"]);
    units(&mut state, "oran", "paratrooper", 1);
    assert_eq!(price(&state, "oran", "alger"), Some(2));
}

#[test]
fn mechanized_units_and_helicopters_pay_nothing() {
    let mut state = held(&["5A", "5B"]);
    units(&mut state, "oran", "mechanized", 1);
    assert!(roads(&state, "oran").iter().all(|(_, price)| *price == 0));
    let mut state = held(&["5A", "5B"]);
    units(&mut state, "oran", "infantry", 1);
    assert!(roads(&state, "oran").iter().any(|(_, price)| *price == 1));
    state.flags = 1 << Flag::Helicopter.index();
    assert!(roads(&state, "oran").iter().all(|(_, price)| *price == 0));
}

#[test]
fn tunisia_and_morocco_are_passed_until_they_are_independent() {
    // 1A and 2C are linked through Tunisia; 1B and 7C are held by the FLN.
    let mut state = held(&["1B", "7C"]);
    units(&mut state, "1A", "infantry", 1);
    assert_eq!(price(&state, "1A", "2C"), Some(0));
    assert_eq!(price(&state, "1A", "tunisia"), None, "no stop there");
    state.independent = 0b01;
    assert_eq!(price(&state, "1A", "2C"), Some(1));
}

#[test]
fn places_held_by_the_fln_cost_nothing() {
    let mut state = held(&["5A", "5B"]);
    faileks(&mut state, "tlemcen", MOUSSEBILINE, 2);
    units(&mut state, "5B", "infantry", 1);
    assert_eq!(price(&state, "5B", "tlemcen"), Some(0));
    assert_eq!(price(&state, "5B", "5C"), Some(0));
}

#[test]
fn sites_are_closed_until_oil_flows() {
    let mut state = held(&[]);
    units(&mut state, "7C", "cspl", 1);
    assert_eq!(price(&state, "7C", "hassi-messaoud"), None);
    state.flags = 1 << Flag::Oil.index();
    assert_eq!(price(&state, "7C", "hassi-messaoud"), Some(0));
}

#[test]
fn bellounis_men_stay_in_their_area() {
    let mut state = held(&[]);
    units(&mut state, "6A", "bellounis", 1);
    let mut ids: Vec<String> = roads(&state, "6A").into_iter().map(|(id, _)| id).collect();
    ids.sort();
    assert_eq!(ids, ["6B", "bou-saada", "djelfa", "geryville", "laghouat"]);
    // Not out of their area and back to avoid a price either.
    let mut state = held(&["6B"]);
    units(&mut state, "6A", "bellounis", 1);
    assert_eq!(price(&state, "6A", "laghouat"), Some(1));
    assert_eq!(price(&state, "6A", "djelfa"), Some(0));
}

#[test]
fn each_unit_moves_once_and_classes_are_one_choice() {
    let mut state = held(&[]);
    units(&mut state, "oran", "infantry", 2);
    units(&mut state, "oran", "legion", 1);
    units(&mut state, "1A", "infantry", 1);
    state.reduced = state.first_unit(rules(), class("infantry"), at("oran"), false, 0).bit();
    assert_eq!(
        words(&state),
        [
            "pick-unit:legion/oran/full",
            "pick-unit:infantry/1A/full",
            "pick-unit:infantry/oran/full",
            "pick-unit:infantry/oran/reduced",
            "done"
        ]
    );
    play_of(rules(), &mut state, &[], "pick-unit:infantry/oran/reduced");
    play_of(rules(), &mut state, &[], "drive:1A/0");
    assert_eq!(words(&state).len(), 4);
    assert_eq!((state.french_count(at("1A")), state.french_count(at("oran"))), (2, 2));
    assert!(!words(&state).contains(&"pick-unit:infantry/1A/reduced".to_owned()), "it has moved");
}

#[test]
fn units_over_the_limit_are_drawn_and_displaced_by_the_fln() {
    for (id, limit) in [("oran", 4), ("blida", 3), ("medea", 2), ("7A", 4)] {
        let mut state = held(&[]);
        units(&mut state, id, "mechanized", limit);
        act(rules(), &mut state, &[], |play| play.french_stacking());
        assert_eq!(state.flow.node, Node::Search, "{id} is full");
        units(&mut state, id, "infantry", 1);
        state.marked = 0;
        act(rules(), &mut state, &[1], |play| play.french_stacking());
        assert_eq!(state.marked.count_ones(), 1);
        assert_eq!((asked(&state), state.french_count(at(id))), ((Side::Fln, Node::Displace), limit + 1));
        let borders: Vec<String> = Location::regions(rules().map.neighbours(at(id)))
            .map(|to| format!("displace:{}", rules().id(to)))
            .collect();
        assert_eq!(words(&state), borders);
        let action = legal(&state)[0];
        perform(&mut state, &[], action);
        assert_eq!((state.flow.node, state.french_count(at(id))), (Node::Search, limit));
    }
}

#[test]
fn regions_without_room_are_spared_if_another_has_room() {
    let mut state = held(&[]);
    units(&mut state, "5A", "infantry", 1);
    units(&mut state, "7A", "mechanized", 5);
    units(&mut state, "7B", "infantry", 4);
    act(rules(), &mut state, &[1], |play| play.french_stacking());
    assert_eq!(words(&state), ["displace:5G", "displace:7D"], "7B is full");
    // 7E borders 7B, 7C and 7D only: with all full any of them will do.
    let mut state = held(&[]);
    units(&mut state, "7E", "mechanized", 5);
    for (id, word) in [("7B", "mechanized"), ("7C", "mechanized"), ("7D", "infantry")] {
        units(&mut state, id, word, 4);
    }
    act(rules(), &mut state, &[1], |play| play.french_stacking());
    assert_eq!(words(&state), ["displace:7B", "displace:7C", "displace:7D"]);
    let action = legal(&state)[0];
    perform(&mut state, &[], action);
    assert_eq!((state.flow.node, state.french_count(at("7B"))), (Node::Search, 5), "no further check");
}

#[test]
fn all_units_over_the_limits_are_drawn_before_the_first_is_displaced() {
    let mut state = held(&[]);
    units(&mut state, "7A", "mechanized", 5);
    units(&mut state, "7D", "infantry", 5);
    act(rules(), &mut state, &[1, 1], |play| play.french_stacking());
    assert_eq!(state.marked.count_ones(), 2);
    // The infantry comes after the mechanized unit, whatever is displaced to 7D.
    while state.flow.node == Node::Displace {
        let action = *legal(&state).last().expect("a region");
        perform(&mut state, &[], action);
    }
    assert_eq!(state.french_count(at("7A")), 4);
}

#[test]
fn the_draw_over_the_limit_is_uniform_over_units() {
    let mut state = held(&[]);
    units(&mut state, "medea", "infantry", 1);
    units(&mut state, "medea", "mechanized", 3);
    let infantry = state.first_unit(rules(), class("infantry"), at("medea"), false, 0).bit();
    let drawn = odds(rules(), &state, |play| {
        play.french_stacking();
        play.s.marked & infantry != 0
    });
    assert_eq!(drawn, (1, 2), "two of four");
}

#[test]
fn bellounis_men_are_displaced_within_wilaya_6() {
    let mut state = held(&[]);
    units(&mut state, "laghouat", "bellounis", 3);
    act(rules(), &mut state, &[1], |play| play.french_stacking());
    assert_eq!(words(&state), ["displace:6B"], "not to 7B");
}
