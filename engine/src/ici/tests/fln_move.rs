//! FLN movement and stacking (3.1, H).

use super::super::action::Crossing;
use super::super::decision::Auto;
use super::super::state::ALGERIA;
use super::super::types::Flag;
use super::*;

/// A way: where to, for how many points, over which border.
type Way = (String, u8, Option<(u8, u8)>);

/// Where a failek of a location may go.
fn routes(state: &State, from: &str) -> Vec<Way> {
    let mut state = *state;
    state.site = at(from);
    state.node = Node::Ask(Decision::MoveFailek);
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
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    let expected = [("1B", 1, None), ("1C", 1, None), ("7C", 1, Some((0, 6))), ("tebessa", 0, None)];
    let found = routes(&state, "1A");
    assert_eq!(found, expected.map(|(id, price, pair)| (id.to_owned(), price, pair)));
}

#[test]
fn a_region_with_another_failek_is_passed() {
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "1B", MOUSSEBILINE, 1);
    faileks(&mut state, "2C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "1B", "2C"), [(0, Some((0, 1)))]);
    assert_eq!(route(&state, "1B", "2A"), [], "2C may not be passed");
}

#[test]
fn one_failek_crosses_from_each_wilaya_into_another() {
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
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
fn entering_a_french_region_costs_a_point_on_the_way_too() {
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "7C", MOUSSEBILINE, 1);
    assert_eq!(route(&state, "7C", "hassi-messaoud"), []);
    state.flags = 1 << Flag::Oil.index();
    assert_eq!(route(&state, "7C", "hassi-messaoud"), [(0, None)]);
}

#[test]
fn countries_are_left_and_never_entered() {
    let mut state = empty(Decision::PickFailek);
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
    let mut state = empty_of(rules, Decision::PickFailek);
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
        let mut state = empty(Decision::PickFailek);
        state.flags = 1 << Flag::Oil.index();
        faileks(&mut state, id, MOUSSEBILINE, limit);
        let mix = state.faileks(MIX).total;
        act(rules(), &mut state, &[], |play| play.fln_stacking());
        assert_eq!(state.failek_count(at(id)), limit, "{id} is full");
        faileks(&mut state, id, MOUDJAHIDINE, 1);
        act(rules(), &mut state, &[u16::from(limit) + 1], |play| play.fln_stacking());
        assert_eq!((types(&state, id), state.faileks(MIX).total), ([limit, 0, 0], mix), "{id}: the last one");
    }
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "2A", MOUSSEBILINE, 12);
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(state.failek_count(at("2A")), 12, "regions with a symbol know the supply limit only");
}

#[test]
fn the_draw_over_the_limit_is_uniform_over_faileks() {
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "alger", MOUSSEBILINE, 1);
    faileks(&mut state, "alger", MOUDJAHIDINE, 3);
    let removed = odds(rules(), &state, |play| {
        play.fln_stacking();
        play.s.faileks(at("alger")).by_type[0] == 0
    });
    assert_eq!(removed, (1, 4));
}

#[test]
fn faileks_that_came_over_the_border_are_drawn_like_the_others() {
    let mut state = empty(Decision::PickFailek);
    faileks(&mut state, "7C", MOUDJAHIDINE, 5);
    state.arrived[at("7C").index()] = [0, 2, 0];
    let left = outcomes(rules(), &state, |play| {
        play.fln_stacking();
        play.s.arrivals(at("7C"))
    });
    // Two of five are drawn: both of the two 1/10, one 6/10, none 3/10.
    assert_eq!(left, [(0, (1, 10)), (1, (3, 5)), (2, (3, 10))]);
}

#[test]
fn the_move_is_over_with_stacking() {
    let mut state = empty(Decision::PickFailek);
    state.moved[3] = [1, 0, 0];
    faileks(&mut state, "1D", MOUSSEBILINE, 1);
    perform(&mut state, &[], Action::Done);
    assert_eq!(state.node, Node::Auto(Auto::FlnStacking));
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!((state.moved, state.node), ([[0; 3]; ALGERIA], Node::Ask(Decision::Morice)));
}
