//! FLN movement and stacking (3.1, H).

use std::collections::{BTreeMap, BTreeSet};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::action::Crossing;
use super::super::formulas::{self, Control};
use super::super::state::ALGERIA;
use super::super::types::Flag;
use super::*;
use crate::game::MAX_CHOICES;

/// A way: where to, for how many points, over which border.
type Way = (String, u8, Option<(u8, u8)>);

/// Where a failek of a location may go.
fn routes(state: &State, from: &str) -> Vec<Way> {
    let mut state = *state;
    state.flow.site = at(from);
    state.flow.node = Node::MoveFailek;
    legal(&state)
        .into_iter()
        .map(|action| match action {
            Action::March { to, price, crossing } => (rules().id(to).to_owned(), price, crossing.pair()),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn route(state: &State, from: &str, to: &str) -> Vec<(u8, Option<(u8, u8)>)> {
    routes(state, from)
        .into_iter()
        .filter(|(id, ..)| id == to)
        .map(|(_, price, pair)| (price, pair))
        .collect()
}

fn move_to(state: &mut State, from: &str, to: &str) {
    let failek = Failek::ALL.iter().find(|failek| types(state, from)[failek.index()] > 0).expect("a failek");
    perform(state, &[], Action::Pick(at(from), *failek));
    let there = |action: &Action| matches!(action, Action::March { to: there, .. } if *there == at(to));
    let march = legal(state).into_iter().find(there).expect("a route");
    perform(state, &[], march);
}

#[test]
fn a_lone_failek_reaches_its_neighbours_and_the_places_it_touches() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    let expected = [("1B", 1, None), ("1C", 1, None), ("7C", 1, Some((0, 6))), ("tebessa", 0, None)];
    let found = routes(&state, "1A");
    assert_eq!(found, expected.map(|(id, price, pair)| (id.to_owned(), price, pair)));
}

#[test]
fn a_region_with_another_failek_is_passed() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    faileks(&mut state, "1B", MOUSSEBILINE, 1);
    // 1B is controlled by the FLN (garrison 1): entering is free, and it leads on to 1D, 2C, Souk-Ahras.
    assert_eq!(route(&state, "1A", "1B"), [(0, None)]);
    assert_eq!(route(&state, "1A", "1D"), [(1, None)]);
    assert_eq!(route(&state, "1A", "2C"), [(1, Some((0, 1)))]);
    assert_eq!(route(&state, "1A", "souk-ahras"), [(0, None)]);
    assert_eq!(route(&state, "1A", "batna"), [], "behind regions without a failek");
}

#[test]
fn a_wilaya_border_ends_the_move() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1B", MOUSSEBILINE, 1);
    faileks(&mut state, "2C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "1B", "2C"), [(0, Some((0, 1)))]);
    assert_eq!(route(&state, "1B", "2A"), [], "2C may not be passed");
}

#[test]
fn one_failek_crosses_from_each_wilaya_into_another() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1B", MOUSSEBILINE, 2);
    faileks(&mut state, "1D", MOUSSEBILINE, 1);
    faileks(&mut state, "2C", MOUSSEBILINE, 1);
    move_to(&mut state, "1B", "2C");
    assert_eq!(state.crossed, Crossing::new(0, 1).bit());
    assert_eq!(route(&state, "1B", "2C"), []);
    assert_eq!(route(&state, "1D", "2C"), [], "the same pair of Wilayas");
    assert_eq!(route(&state, "1D", "3C"), [(1, Some((0, 2)))]);
    assert_eq!(route(&state, "2C", "1B"), [(0, Some((1, 0)))], "the other way is another pair");
}

#[test]
fn places_let_any_number_pass_between_wilayas() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "setif", MOUSSEBILINE, 2);
    state.crossed = u64::MAX;
    assert_eq!(route(&state, "setif", "3C"), [(1, None)]);
    assert_eq!(route(&state, "setif", "1D"), [(1, None)]);
    assert_eq!(route(&state, "setif", "1B"), [], "an empty region stops");
    // With another failek in the region entered the failek goes on like one that started there.
    faileks(&mut state, "3C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "setif", "3A"), [(2, None)], "3C and 3A are French: 2 against 1, 1 against 0");
    state.crossed = 0;
    assert_eq!(route(&state, "setif", "2B"), [(2, Some((2, 1)))]);
    assert_eq!(route(&state, "setif", "bougie"), [], "3B has to be entered and is empty");
    faileks(&mut state, "3B", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "setif", "bougie"), [(2, None)]);
}

#[test]
fn a_cheaper_route_over_a_border_is_offered_beside_one_that_saves_it() {
    let mut state = empty(Node::PickFailek);
    // Tiaret touches 4C, which the FLN holds, and 5F, which France holds. Both lead on to 5E.
    state.density = 1;
    faileks(&mut state, "tiaret", MOUSSEBILINE, 1);
    faileks(&mut state, "4C", MOUSSEBILINE, 2);
    faileks(&mut state, "5F", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "tiaret", "5E"), [(2, None), (1, Some((3, 4)))]);
    state.crossed = Crossing::new(3, 4).bit();
    assert_eq!(route(&state, "tiaret", "5E"), [(2, None)]);
    // At the same price only the route that saves the crossing is offered.
    state.crossed = 0;
    faileks(&mut state, "5F", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "tiaret", "5E"), [(1, None)]);
}

#[test]
fn crossings_out_of_several_wilayas_are_all_offered() {
    let mut state = empty(Node::PickFailek);
    // Both 3C and 1D, which Setif touches, hold a failek and border 2B.
    faileks(&mut state, "setif", MOUSSEBILINE, 1);
    faileks(&mut state, "3C", MOUSSEBILINE, 2);
    faileks(&mut state, "1D", MOUSSEBILINE, 2);
    let ways: Vec<_> =
        all_routes(&state, "setif").into_iter().filter(|(_, _, pair)| pair.is_some()).collect();
    assert!(ways.len() > 1, "{ways:?}");
    assert_eq!(routes(&state, "setif").into_iter().collect::<BTreeSet<_>>(), all_routes(&state, "setif"));
}

/// Where a failek of a location may go, by going every way there is: of ways to one destination that cross no border of a
/// Wilaya, and of those that cross it out of one Wilaya, the cheapest; and no crossing where a way without is as cheap.
fn all_routes(state: &State, from: &str) -> BTreeSet<Way> {
    struct Search<'a> {
        state: &'a State,
        from: Location,
        found: BTreeMap<(Location, Option<(u8, u8)>), u8>,
    }
    impl Search<'_> {
        fn record(&mut self, to: Location, crossing: Option<(u8, u8)>, price: u8) {
            let known = self.found.entry((to, crossing)).or_insert(price);
            *known = price.min(*known);
        }
        /// What there is to pay after entering a region, if that can be paid.
        fn enter(&self, region: Location, paid: u8) -> Option<u8> {
            let french = formulas::control(rules(), self.state, region) == Control::France;
            Some(paid + u8::from(french)).filter(|price| *price <= self.state.points.fln)
        }
        fn go_on(&mut self, region: Location, paid: u8, passed: &mut Vec<Location>) {
            let map = &rules().map;
            for place in Location::each(map.places_at[region.index()] & formulas::open(rules(), self.state)) {
                if place != self.from {
                    self.record(place, None, paid);
                }
            }
            for next in Location::regions(map.borders[region.index()]) {
                let Some(price) = self.enter(next, paid).filter(|_| !passed.contains(&next)) else {
                    continue;
                };
                let pair = (map.wilaya_of[region.index()], map.wilaya_of[next.index()]);
                if pair.0 != pair.1 {
                    if self.state.crossed & Crossing::new(pair.0, pair.1).bit() == 0 {
                        self.record(next, Some(pair), price);
                    }
                    continue;
                }
                self.record(next, None, price);
                if self.state.failek_count(next) > 0 {
                    passed.push(next);
                    self.go_on(next, price, passed);
                    passed.pop();
                }
            }
        }
    }
    let from = at(from);
    let mut search = Search { state, from, found: BTreeMap::new() };
    if from.is_region() {
        search.go_on(from, 0, &mut vec![from]);
    } else {
        let map = &rules().map;
        let first = if from.is_place() {
            map.touches[from.place_index()]
        } else {
            map.country_exits[from.country_index()]
        };
        for region in Location::regions(first) {
            let Some(price) = search.enter(region, 0) else { continue };
            search.record(region, None, price);
            if from.is_place() && state.failek_count(region) > 0 {
                search.go_on(region, price, &mut vec![region]);
            }
        }
    }
    let all = search.found.clone();
    let kept = all.iter().filter(|&((to, crossing), price)| {
        crossing.is_none() || all.get(&(*to, None)).is_none_or(|inside| price < inside)
    });
    kept.map(|((to, crossing), price)| (rules().id(*to).to_owned(), *price, *crossing)).collect()
}

#[test]
fn all_routes_that_differ_are_offered_in_many_positions() {
    let mut rng = Pcg64Mcg::seed_from_u64(56);
    let map = &rules().map;
    let all: Vec<Location> = Location::each(map.algeria).chain((0..3).map(Location::country)).collect();
    let (mut moves, mut beside, mut dearer, mut most) = (0, 0, 0, 0);
    for _ in 0..400 {
        let mut state = empty(Node::PickFailek);
        state.density = rng.random_range(0..5);
        state.points.fln = rng.random_range(0..6);
        state.flags = if rng.random_range(0..2u8) == 0 { 1 << Flag::Oil.index() } else { 0 };
        // Few quotas are used up.
        state.crossed = rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>() & ((1 << 49) - 1);
        for _ in 0..rng.random_range(5..70) {
            let to = all[rng.random_range(0..all.len())];
            if to.is_country() || formulas::open(rules(), &state) & to.bit() != 0 {
                state.shift_seen(MIX, to, MOUSSEBILINE);
            }
            if state.faileks(MIX).by_type()[0] == 0 {
                break;
            }
        }
        for &from in all.iter().filter(|from| state.failek_count(**from) > 0) {
            let offered = routes(&state, rules().id(from));
            let expected = all_routes(&state, rules().id(from));
            assert!(offered.len() <= MAX_CHOICES);
            most = most.max(offered.len());
            assert_eq!(offered.len(), expected.len(), "{}: {offered:?}, but {expected:?}", rules().id(from));
            assert_eq!(offered.iter().cloned().collect::<BTreeSet<_>>(), expected, "{}", rules().id(from));
            moves += 1;
            let mut crossings: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
            for (to, price, _) in offered.iter().filter(|(_, _, pair)| pair.is_some()) {
                crossings.entry(to).or_default().push(*price);
            }
            let several: Vec<_> = crossings.values().filter(|prices| prices.len() > 1).collect();
            beside += usize::from(several.iter().any(|prices| prices[0] == prices[1]));
            dearer += usize::from(several.iter().any(|prices| prices[0] != prices[1]));
        }
    }
    assert!(
        moves > 5_000 && beside > 20 && dearer > 20,
        "{moves} moves, {beside}, {dearer}; {most} choices at most"
    );
}

#[test]
fn entering_a_french_region_costs_a_point_on_the_way_too() {
    let mut state = empty(Node::PickFailek);
    state.density = 4;
    for region in ["5D", "5A", "5B"] {
        faileks(&mut state, region, MOUSSEBILINE, 1);
    }
    // All are French (1 against 5 and 6): 5D to Oran through 5A or 5B.
    assert_eq!(route(&state, "5D", "oran"), [(2, None)]);
    assert_eq!(route(&state, "5D", "mostaganem"), [(1, None)]);
    state.points.fln = 1;
    assert_eq!(route(&state, "5D", "oran"), []);
    state.points.fln = 0;
    assert!(routes(&state, "5D").iter().all(|(_, price, _)| *price == 0));
    assert_eq!(route(&state, "5D", "saida"), [(0, None)]);
}

#[test]
fn contested_regions_are_free_at_the_instant_of_entering() {
    let mut state = empty(Node::PickFailek);
    state.density = 2;
    // 2A: garrison 5; two faileks leave it French (5 >= 4), a third contests.
    faileks(&mut state, "2A", MOUSSEBILINE, 2);
    faileks(&mut state, "2C", MOUSSEBILINE, 3);
    assert_eq!(route(&state, "2C", "2A"), [(1, None)]);
    move_to(&mut state, "2C", "2A");
    assert_eq!((state.points.fln, route(&state, "2C", "2A")), (19, vec![(0, None)]));
}

#[test]
fn each_failek_moves_once() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    faileks(&mut state, "1B", MOUSSEBILINE, 1);
    faileks(&mut state, "1B", MOUDJAHIDINE, 1);
    assert_eq!(
        words(&state),
        ["pick:1A/moussebiline", "pick:1B/moussebiline", "pick:1B/moudjahidine", "done"]
    );
    move_to(&mut state, "1A", "1B");
    assert_eq!(
        words(&state),
        ["pick:1B/moussebiline", "pick:1B/moudjahidine", "done"],
        "one of two has moved"
    );
    move_to(&mut state, "1B", "1D");
    assert_eq!(words(&state), ["pick:1B/moudjahidine", "done"]);
}

#[test]
fn the_sahara_is_entered_and_left_like_any_region() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "7C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "7C", "1A"), [(1, Some((6, 0)))]);
    assert_eq!(route(&state, "7C", "touggourt"), [(0, None)]);
    // An enemy unit makes it French; a failek at least as strong FLN.
    faileks(&mut state, "7E", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "7C", "7E"), [(0, None)]);
    units(&mut state, "7E", "cspl", 2);
    assert_eq!(route(&state, "7C", "7E"), [(1, None)]);
}

#[test]
fn sites_are_closed_until_oil_flows() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "7C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "7C", "hassi-messaoud"), []);
    state.flags = 1 << Flag::Oil.index();
    assert_eq!(route(&state, "7C", "hassi-messaoud"), [(0, None)]);
}

#[test]
fn countries_are_left_and_never_entered() {
    let mut state = empty(Node::PickFailek);
    for country in ["tunisia", "morocco", "west-africa"] {
        faileks(&mut state, country, MOUDJAHIDINE, 2);
    }
    let ids = |from: &str| routes(&state, from).into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
    assert_eq!(ids("tunisia"), ["1A", "1B", "2A", "2C", "7C"]);
    assert_eq!(ids("morocco"), ["5B", "5C", "5G", "7A"]);
    assert_eq!(ids("west-africa"), ["7D", "7E"]);
    assert_eq!(route(&state, "tunisia", "1A"), [(1, None)]);
    // Any number may cross, and a country border ends the move.
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "tunisia", "1C"), []);
    move_to(&mut state, "tunisia", "1A");
    move_to(&mut state, "tunisia", "1A");
    assert_eq!(state.failek_count(at("1A")), 3);
}

#[test]
fn maquis_hold_faileks_back() {
    let rules = maquis_rules();
    let mut state = empty_of(rules, Node::PickFailek);
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 2);
    state.maquis = [2, 0, 0];
    assert_eq!(words_of(rules, &state), ["done"]);
    state.maquis = [1, 0, 0];
    assert_eq!(words_of(rules, &state), ["pick:tunisia/moudjahidine", "done"]);
}

#[test]
fn faileks_over_the_limit_are_drawn_and_return_to_the_mix() {
    // Limits: major city 3, city 2, town 1, site 1, Sahara 3.
    for (id, limit) in [("alger", 3), ("blida", 2), ("medea", 1), ("edjeleh", 1), ("7A", 3)] {
        let mut state = empty(Node::PickFailek);
        state.flags = 1 << Flag::Oil.index();
        faileks(&mut state, id, MOUSSEBILINE, limit);
        let mix = state.faileks(MIX).total;
        act(rules(), &mut state, &[], |play| play.fln_stacking());
        assert_eq!(state.failek_count(at(id)), limit, "{id} is full");
        faileks(&mut state, id, MOUDJAHIDINE, 1);
        act(rules(), &mut state, &[u16::from(limit) + 1], |play| play.fln_stacking());
        assert_eq!((types(&state, id), state.faileks(MIX).total), ([limit, 0, 0], mix), "{id}: the last one");
    }
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "2A", MOUSSEBILINE, 12);
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(state.failek_count(at("2A")), 12, "regions with a symbol know the supply limit only");
}

#[test]
fn the_draw_over_the_limit_is_uniform_over_faileks() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "alger", MOUSSEBILINE, 1);
    faileks(&mut state, "alger", MOUDJAHIDINE, 3);
    let removed = odds(rules(), &state, |play| {
        play.fln_stacking();
        play.s.faileks(at("alger")).by_type()[0] == 0
    });
    assert_eq!(removed, (1, 4));
}

#[test]
fn faileks_that_came_over_the_border_are_drawn_like_the_others() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "7C", MOUDJAHIDINE, 5);
    state.arrived[at("7C").index()] = [0, 2, 0];
    let left = outcomes(rules(), &state, |play| {
        play.fln_stacking();
        formulas::arrivals(play.s, at("7C"))
    });
    // Two of five are drawn: both of the two 1/10, one 6/10, none 3/10.
    assert_eq!(left, [(0, (1, 10)), (1, (3, 5)), (2, (3, 10))]);
}

#[test]
fn the_move_is_over_with_stacking() {
    let mut state = empty(Node::PickFailek);
    state.moved[3] = [1, 0, 0];
    faileks(&mut state, "1D", MOUSSEBILINE, 1);
    perform(&mut state, &[], Action::Done);
    assert_eq!(state.flow.node, Node::FlnStacking);
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!((state.moved, state.flow.node), ([[0; 3]; ALGERIA], Node::Morice));
}
