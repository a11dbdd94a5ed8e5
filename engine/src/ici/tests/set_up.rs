//! The set-up of both scenarios (5.0).

use super::*;
use crate::dice::SeededDice;

#[test]
fn everybody_chooses_draws_and_lays_chits() {
    let rules = rules();
    for game in 0..20 {
        let mut dice = SeededDice::new(1, game);
        let mut events = Vec::new();
        let mut state = Ici::start(rules, &mut dice, &mut events);
        let mut chosen_by = [0; 2];
        for side in Side::ALL {
            assert_eq!(asked(&state), (side, Node::ChooseChits));
            let mut last = None;
            while state.played == 0 && asked(&state) == (side, Node::ChooseChits) {
                let actions = legal_of(rules, &state);
                let Action::Choose(chosen) = actions[game as usize % actions.len()] else {
                    panic!("{actions:?}")
                };
                assert!(last < Some(chosen), "in the order of their ids");
                last = Some(chosen);
                chosen_by[side as usize] += 1;
                Ici::apply(rules, &mut state, Action::Choose(chosen), &mut dice, &mut events);
            }
        }
        for side in Side::ALL {
            let drawn = |event: &&Event| matches!(event, Event::Drawn { side: by, .. } if *by == side);
            let laid = |event: &&Event| matches!(event, Event::Laid { side: by, .. } if *by == side);
            assert_eq!(events.iter().filter(drawn).count(), 5);
            assert_eq!(events.iter().filter(laid).count(), 2);
            // The last ones may have been chosen by the engine, when nothing else was left in the order of the ids.
            assert!(chosen_by[side as usize] <= 4);
            assert_eq!(u32::from(state.cup_size[side]), rules.set[side].count_ones() - 11);
        }
    }
}

#[test]
fn a_chit_of_the_same_last_year_is_not_laid() {
    let rules = rules();
    let mut state = State::new(rules);
    // Only two different last years are left in the French cup.
    let left = ["fr_ici", "fr_reinforce", "fr_reforms", "fr_fln_dissent"];
    state.cup.france = left.iter().fold(0, |all, id| all | chit(id).bit());
    state.cup_size.france = 4;
    state.cup.fln = 0;
    state.cup_size.fln = 0;
    state.hand.france = 0;
    let mut scenario = rules.clone();
    scenario.scenario.drawn = 0;
    let pairs = outcomes(&scenario, &state, |play| {
        play.deal();
        play.s.track.france
    });
    let with_ici = |mask: u64| mask & chit("fr_ici").bit() != 0 && mask.count_ones() == 2;
    assert!(pairs.iter().all(|(mask, odds)| with_ici(*mask) && *odds == (1, 3)), "{pairs:?}");
}

#[test]
fn one_chit_lies_alone_if_no_other_year_is_left() {
    let rules = rules();
    let mut state = State::new(rules);
    state.cup.france = chit("fr_reinforce").bit() | chit("fr_reforms").bit();
    state.cup_size.france = 2;
    let mut scenario = rules.clone();
    scenario.scenario.drawn = 0;
    act(&scenario, &mut state, &[1, 2, 1], |play| play.deal());
    assert_eq!((state.track.france.count_ones(), state.cup_size.france), (1, 1));
}

#[test]
fn the_scenario_of_1959_is_placed_by_both_sides() {
    let rules = setting("1959", "free", &[]);
    let mut dice = SeededDice::new(1, 0);
    let mut state = Ici::start(&rules, &mut dice, &mut ());
    assert_eq!(asked(&state), (Side::Fln, Node::PlaceMarker));
    assert_eq!(words_of(&rules, &state), ["marker:1A/7", "marker:1A/8", "marker:1A/9"]);
    let mut counts = std::collections::BTreeMap::new();
    while state.played == 0 {
        let (_, kind) = asked(&state);
        *counts.entry(kind).or_insert(0) += 1;
        let actions = legal_of(&rules, &state);
        // The first choice fills slots in order and puts all units where they may go first.
        Ici::apply(&rules, &mut state, actions[0], &mut dice, &mut ());
    }
    let slots = |ids: &[&str]| ids.iter().map(|id| state.marker(at(id))).collect::<Vec<_>>();
    assert_eq!(slots(&["1A", "1B", "1C", "1D"]), [7; 4]);
    assert_eq!(slots(&["2B", "2C", "3A", "3B"]), [8; 4]);
    assert_eq!(slots(&["4B", "4C", "5C", "5F"]), [9; 4]);
    assert_eq!(slots(&["2A", "5B", "5D", "5E", "6B"]), [14; 5]);
    assert_eq!(slots(&["3C", "4A", "5A", "5G"]), [15; 4]);
    assert_eq!(slots(&["6A", "alger", "constantine", "oran"]), [16; 4]);
    assert_eq!(state.reduced.count_ones(), 4);
    let all = (0..rules.units.len() as u8).map(|unit| state.unit_at(Unit(unit)));
    assert!(all.clone().all(Location::in_algeria), "all units are placed");
    for place in Location::each(rules.map.algeria) {
        let limit = rules.stacking[rules.map.kind[place.index()].index()].french;
        assert!(state.french_count(place) <= limit, "{}", rules.id(place));
        assert!(rules.map.sites & place.bit() == 0 || state.french_count(place) == 0, "no site is active");
    }
    for number in 1..=3 {
        let bellounis = state.unit_at(unit(&format!("bellounis-{number}")));
        assert!(rules.map.bellounis & bellounis.bit() != 0);
    }
    assert!(counts[&Node::PlaceUnit] > 40, "{counts:?}");
}

#[test]
fn units_of_a_class_are_placed_in_one_order_only() {
    let rules = setting("1959", "free", &[]);
    let mut state = State::new(&rules);
    state.flow.node = Node::PlaceUnit;
    state.flow.part = class("infantry").0;
    state.flow.least = 0;
    let first = legal_of(&rules, &state);
    assert_eq!(first.len(), 58, "30 regions and 28 towns and cities");
    let Action::Place(_, there) = first[30] else { panic!() };
    act(&rules, &mut state, &[], |play| Ici::perform(play, first[30]));
    let second = legal_of(&rules, &state);
    assert!(second.iter().all(|action| matches!(action, Action::Place(_, at) if at.0 <= there.0)));
    assert_eq!(
        second.last(),
        Some(&Action::Place(class("infantry"), at("1A"))),
        "a region without a limit is left"
    );
}
