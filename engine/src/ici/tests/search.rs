//! Searches and Morice attacks (3.1.2, 3.5.1).

use super::super::formulas;
use super::super::types::Flag;
use super::*;

/// A search of a location by all its units, rolled.
fn found(state: &State, id: &str) -> Vec<(u8, Odds)> {
    outcomes(rules(), state, |play| {
        play.search(at(id));
        play.attack_with_all();
        play.search_roll();
        play.s.flow.found
    })
}

#[test]
fn a_search_needs_dice_units_and_faileks_that_can_be_found() {
    let mut state = empty(Node::Search);
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    assert_eq!(words(&state), ["done"], "no French unit");
    units(&mut state, "2A", "infantry", 1);
    assert_eq!(words(&state), ["done"], "density 0 and one unit: no dice");
    units(&mut state, "2A", "infantry", 1);
    assert_eq!(words(&state), ["search:2A", "done"]);
    state.level[at("2A").index()] = Level::Fln;
    assert_eq!(words(&state), ["done"], "the last failek is protected");
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    assert_eq!(words(&state), ["search:2A", "done"]);
    state.points.france = 1;
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn dice_of_a_region() {
    let mut state = empty(Node::Search);
    let dice = |state: &State, attackers: u8| formulas::search_dice(rules(), state, at("2A"), attackers);
    units(&mut state, "2A", "infantry", 1);
    assert_eq!(dice(&state, 1), 0);
    units(&mut state, "2A", "infantry", 1);
    assert_eq!(dice(&state, 2), 1);
    state.density = 4;
    assert_eq!([1, 2].map(|attackers| dice(&state, attackers)), [1, 2]);
    units(&mut state, "2A", "infantry", 4);
    assert_eq!([3, 4, 6].map(|attackers| dice(&state, attackers)), [3, 4, 4]);
    // The Sahara and major cities are regions too.
    units(&mut state, "7A", "cspl", 2);
    units(&mut state, "alger", "mechanized", 1);
    assert_eq!(formulas::search_dice(rules(), &state, at("7A"), 2), 2);
    assert_eq!(formulas::search_dice(rules(), &state, at("alger"), 1), 1);
}

#[test]
fn dice_of_a_place_are_its_units_and_no_density() {
    let mut state = empty(Node::Search);
    state.density = 4;
    units(&mut state, "blida", "infantry", 3);
    assert_eq!(formulas::search_dice(rules(), &state, at("blida"), 1), 3, "attackers are no limit");
}

#[test]
fn one_attacker_is_one_die_even_at_density_four() {
    let mut state = empty(Node::Search);
    state.density = 4;
    units(&mut state, "2A", "infantry", 1);
    faileks(&mut state, "2A", MOUSSEBILINE, 4);
    assert_eq!(found(&state, "2A"), [(0, (2, 3)), (1, (1, 3))]);
}

#[test]
fn the_third_of_three_faileks_is_safe_in_fln_level() {
    // Modifier 0: informers cancel the one of the level.
    let mut state = empty(Node::Search);
    state.density = 4;
    state.flags = 1 << Flag::Informers.index();
    state.level[at("2A").index()] = Level::Fln;
    units(&mut state, "2A", "infantry", 4);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    assert_eq!(found(&state, "2A"), [(0, (16, 81)), (1, (32, 81)), (2, (11, 27))]);
}

#[test]
fn finds_by_dice_and_chance() {
    let thirds: [&[Odds]; 5] = [
        &[(1, 1)],
        &[(2, 3), (1, 3)],
        &[(4, 9), (4, 9), (1, 9)],
        &[(8, 27), (4, 9), (2, 9), (1, 27)],
        &[(16, 81), (32, 81), (8, 27), (8, 81), (1, 81)],
    ];
    let sixths: [&[Odds]; 5] = [
        &[(1, 1)],
        &[(5, 6), (1, 6)],
        &[(25, 36), (5, 18), (1, 36)],
        &[(125, 216), (25, 72), (5, 72), (1, 216)],
        &[(625, 1296), (125, 324), (25, 216), (5, 324), (1, 1296)],
    ];
    let halves: [&[Odds]; 5] = [
        &[(1, 1)],
        &[(1, 2), (1, 2)],
        &[(1, 4), (1, 2), (1, 4)],
        &[(1, 8), (3, 8), (3, 8), (1, 8)],
        &[(1, 16), (1, 4), (3, 8), (1, 4), (1, 16)],
    ];
    for (level, table) in [(Level::Purge, thirds), (Level::Fln, sixths), (Level::Support, halves)] {
        for (dice, expected) in table.into_iter().enumerate().skip(1) {
            let mut state = empty(Node::Search);
            state.density = 4;
            state.level[at("2A").index()] = level;
            units(&mut state, "2A", "infantry", dice as u8);
            faileks(&mut state, "2A", MOUSSEBILINE, 6);
            let table: Vec<Odds> = found(&state, "2A").into_iter().map(|(_, odds)| odds).collect();
            assert_eq!(table, expected, "{dice} dice in {level}");
            if dice == 1 {
                let modifier = formulas::search_modifier(rules(), &state, at("2A"), state.units_at(at("2A")));
                gives(formulas::find_chance(rules(), modifier), table[1]);
            }
        }
    }
}

#[test]
fn modifiers_of_terrain_and_level() {
    let mut state = empty(Node::Search);
    units(&mut state, "7A", "cspl", 1);
    units(&mut state, "7A", "infantry", 1);
    units(&mut state, "alger", "infantry", 1);
    let modifier = |state: &State, id: &str, level: Level| {
        let mut state = *state;
        if at(id).is_populated() {
            state.level[at(id).index()] = level;
        }
        formulas::search_modifier(rules(), &state, at(id), state.units_at(at(id)))
    };
    // 1A dry hills, 1B mountains, 2A coastal hills.
    assert_eq!(["1A", "1B", "2A"].map(|id| modifier(&state, id, Level::Purge)), [0, -1, 0]);
    assert_eq!(["1A", "1B", "2A"].map(|id| modifier(&state, id, Level::Fln)), [-1, -2, -1]);
    assert_eq!(["1A", "1B", "2A"].map(|id| modifier(&state, id, Level::Support)), [1, 0, 1]);
    // A major city has a level and no terrain; a place has neither.
    assert_eq!(modifier(&state, "alger", Level::Support), 1);
    assert_eq!(modifier(&state, "blida", Level::Purge), 0);
    // The Sahara: one CSPL unit among the attackers makes up for the terrain.
    assert_eq!(modifier(&state, "7A", Level::Purge), 0);
    let infantry = state.of_class(rules(), state.units_at(at("7A")), class("infantry"), false);
    assert_eq!(formulas::search_modifier(rules(), &state, at("7A"), infantry), -1);
    // Trackers and informers cancel what is negative, and only that.
    state.flags = 1 << Flag::CommandoDeChasse.index();
    assert_eq!([Level::Fln, Level::Support].map(|level| modifier(&state, "1B", level)), [-1, 1]);
    state.flags |= 1 << Flag::Informers.index();
    assert_eq!([Level::Fln, Level::Support].map(|level| modifier(&state, "1B", level)), [0, 1]);
}

#[test]
fn a_natural_six_always_finds() {
    let mut state = empty(Node::Search);
    state.density = 1;
    state.level[at("1B").index()] = Level::Fln;
    units(&mut state, "1B", "infantry", 1);
    faileks(&mut state, "1B", MOUSSEBILINE, 2);
    assert_eq!(found(&state, "1B"), [(0, (5, 6)), (1, (1, 6))], "-2");
}

#[test]
fn fln_level_beside_a_town_protects_its_last_failek() {
    let mut state = empty(Node::Search);
    state.flags = 1 << Flag::Oil.index();
    faileks(&mut state, "bouira", MOUSSEBILINE, 1);
    assert_eq!(formulas::findable(rules(), &state, at("bouira")), 1);
    state.level[at("4C").index()] = Level::Fln;
    assert_eq!(formulas::findable(rules(), &state, at("4C")), 0, "nobody is there");
    assert_eq!(formulas::findable(rules(), &state, at("bouira")), 0);
    faileks(&mut state, "bouira", MOUSSEBILINE, 1);
    assert_eq!(formulas::findable(rules(), &state, at("bouira")), 1);
    // Sites and the Sahara have no such protection.
    faileks(&mut state, "kenadsa", MOUSSEBILINE, 1);
    faileks(&mut state, "7A", MOUSSEBILINE, 1);
    assert_eq!(
        (formulas::findable(rules(), &state, at("kenadsa")), formulas::findable(rules(), &state, at("7A"))),
        (1, 1)
    );
}

#[test]
fn france_attacks_with_all_or_with_fewer_than_all_would_roll() {
    let mut state = empty(Node::Search);
    state.density = 4;
    units(&mut state, "2A", "infantry", 5);
    units(&mut state, "2A", "legion", 1);
    faileks(&mut state, "2A", MOUSSEBILINE, 5);
    perform(&mut state, &[], Action::Search(at("2A")));
    assert_eq!(state.points.france, 18);
    assert_eq!(words(&state), ["all", "send:1", "send:2", "send:3"]);
    perform(&mut state, &[], Action::Send(2));
    assert_eq!(words(&state), ["attacker:legion/full", "attacker:infantry/full"]);
    perform(&mut state, &[], Action::Attacker(class("infantry"), false));
    assert_eq!(words(&state), ["attacker:infantry/full"], "in order");
    perform(&mut state, &[], Action::Attacker(class("infantry"), false));
    assert_eq!((state.flow.node, state.marked.count_ones()), (Node::SearchRoll, 2));
    act(rules(), &mut state, &[1, 5], |play| play.search_roll());
    assert_eq!(state.flow.found, 1);
}

#[test]
fn in_a_place_any_number_attacks_with_the_same_dice_and_no_more_fight() {
    for (id, units_there) in [("blida", 3), ("medea", 2), ("edjeleh", 2)] {
        let mut state = empty(Node::Search);
        state.flags = 1 << Flag::Oil.index();
        units(&mut state, id, "infantry", units_there);
        faileks(&mut state, id, MOUSSEBILINE, 2);
        perform(&mut state, &[], Action::Search(at(id)));
        let fewer = (1..units_there).map(|count| format!("send:{count}"));
        assert_eq!(words(&state), std::iter::once("all".to_owned()).chain(fewer).collect::<Vec<_>>());
        perform(&mut state, &[], Action::Send(1));
        perform(&mut state, &[], Action::Attacker(class("infantry"), false));
        // A die for each unit there, but one fight: the other failek hides again.
        let faces: Vec<u16> = (0..units_there).map(|_| 5).collect();
        act(rules(), &mut state, &faces, |play| play.search_roll());
        assert_eq!((state.flow.found, state.fighters.count_ones()), (2, 1), "{id}");
    }
}

#[test]
fn a_single_unit_in_a_place_attacks_unasked() {
    let mut state = empty(Node::Search);
    units(&mut state, "blida", "infantry", 1);
    faileks(&mut state, "blida", MOUSSEBILINE, 2);
    perform(&mut state, &[], Action::Search(at("blida")));
    assert_eq!(words(&state), ["all"]);
}

#[test]
fn a_search_that_finds_nothing_may_be_repeated() {
    let mut state = empty(Node::Search);
    state.density = 1;
    units(&mut state, "2A", "infantry", 1);
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    play(&mut state, &[4], "search:2A");
    assert_eq!((state.points.france, asked(&state).1), (18, Node::Search));
    assert_eq!(words(&state), ["search:2A", "done"]);
}

#[test]
fn as_many_attackers_fight_as_faileks_were_found() {
    let mut state = empty(Node::Search);
    state.density = 4;
    units(&mut state, "2A", "infantry", 2);
    units(&mut state, "2A", "legion", 1);
    faileks(&mut state, "2A", MOUSSEBILINE, 5);
    perform(&mut state, &[], Action::Search(at("2A")));
    perform(&mut state, &[], Action::All);
    act(rules(), &mut state, &[5, 6, 1], |play| play.search_roll());
    assert_eq!((asked(&state), state.flow.left), ((Side::France, Node::Fighter), 2));
    assert_eq!(words(&state), ["fighter:legion/full", "fighter:infantry/full"]);
    perform(&mut state, &[], Action::Fighter(class("infantry"), false));
    assert_eq!(words(&state), ["fighter:infantry/full"]);
    perform(&mut state, &[], Action::Fighter(class("infantry"), false));
    assert_eq!((asked(&state), state.fighters.count_ones()), ((Side::Fln, Node::CombatChit), 2));
}

#[test]
fn in_a_place_more_may_be_found_than_attack_and_the_rest_goes_back() {
    let mut state = empty(Node::Search);
    units(&mut state, "oran", "infantry", 1);
    state.density = 4;
    units(&mut state, "blida", "infantry", 2);
    faileks(&mut state, "blida", MOUSSEBILINE, 2);
    perform(&mut state, &[], Action::Search(at("blida")));
    perform(&mut state, &[], Action::All);
    act(rules(), &mut state, &[5, 5], |play| play.search_roll());
    assert_eq!((state.flow.found, state.fighters.count_ones()), (2, 2));
}

fn border() -> State {
    let mut state = empty(Node::PickFailek);
    state.flags = 1 << Flag::MoriceLine.index();
    state.level[at("1A").index()] = Level::Fln;
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 6);
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    units(&mut state, "1A", "infantry", 3);
    state
}

fn over_the_border(state: &mut State, from: &str, to: &str) {
    state.flow.node = Node::PickFailek;
    perform(state, &[], Action::Pick(at(from), MOUDJAHIDINE));
    let march = legal(state)
        .into_iter()
        .find(|action| matches!(action, Action::March { to: there, .. } if *there == at(to)));
    perform(state, &[], march.expect("a way"));
}

#[test]
fn the_morice_line_meets_those_that_come_from_tunisia_and_morocco() {
    for (country, met) in [("tunisia", 1), ("morocco", 1), ("west-africa", 0)] {
        let mut state = empty(Node::PickFailek);
        state.flags = 1 << Flag::MoriceLine.index();
        faileks(&mut state, country, MOUDJAHIDINE, 1);
        perform(&mut state, &[], Action::Pick(at(country), MOUDJAHIDINE));
        let march = legal(&state).into_iter().find_map(|action| match action {
            Action::March { to, .. } if to.is_region() => Some((action, to)),
            _ => None,
        });
        let (march, to) = march.unwrap_or_else(|| panic!("no way out of {country}"));
        perform(&mut state, &[], march);
        assert_eq!(state.arrived[to.index()], [0, met, 0], "{country}");
    }
}

#[test]
fn the_morice_line_meets_those_that_came_this_turn() {
    let mut state = border();
    over_the_border(&mut state, "tunisia", "1A");
    over_the_border(&mut state, "tunisia", "1A");
    assert_eq!(formulas::arrivals(&state, at("1A")), 2);
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(words(&state), ["morice:1A", "done"]);
    perform(&mut state, &[], Action::Morice(at("1A")));
    assert_eq!(
        (state.points.france, state.flow.found, state.flow.left),
        (19, 2, 2),
        "no search and no protection"
    );
    assert_eq!(asked(&state).1, Node::Fighter);
    perform(&mut state, &[], Action::Fighter(class("infantry"), false));
    perform(&mut state, &[], Action::Fighter(class("infantry"), false));
    perform(&mut state, &[], Action::Combat(super::super::types::Combat::Retreat));
    perform(&mut state, &[], Action::Combat(super::super::types::Combat::Attack));
    // Attack against retreat: quality 3 against 2, four dice; the first fight kills, the second does not.
    let events = act(rules(), &mut state, &[1, 4, 2, 2, 2, 1, 1, 3, 3, 3, 1], |play| play.fights());
    assert_eq!(types(&state, "1A"), [2, 1, 0]);
    assert_eq!(formulas::arrivals(&state, at("1A")), 1);
    let met =
        events.iter().filter(|event| matches!(event, Event::Fight { failek: MOUDJAHIDINE, .. })).count();
    assert_eq!(met, 2, "the moussebilines were there before");
    assert_eq!(words(&state), ["done"], "once in a region");
    act(rules(), &mut state, &[], |play| play.end_morice());
    assert_eq!((formulas::arrivals(&state, at("1A")), state.flow.node), (0, Node::SupplyTest));
}

#[test]
fn at_most_four_are_met_and_as_many_pairs_as_possible() {
    let mut state = border();
    for _ in 0..5 {
        over_the_border(&mut state, "tunisia", "1A");
    }
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    let mut three = state;
    perform(&mut three, &[], Action::Morice(at("1A")));
    assert_eq!((three.flow.found, three.fighters.count_ones()), (4, 3), "three units meet three of four");
    units(&mut state, "1A", "infantry", 3);
    perform(&mut state, &[], Action::Morice(at("1A")));
    assert_eq!((state.flow.found, state.flow.left), (4, 4));
}

#[test]
fn no_morice_attack_without_the_line_a_unit_or_a_point() {
    let mut state = border();
    state.flags = 0;
    over_the_border(&mut state, "tunisia", "1A");
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(words(&state), ["done"]);
    let mut state = border();
    over_the_border(&mut state, "tunisia", "2C");
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(words(&state), ["done"], "no unit in 2C");
    let mut state = border();
    over_the_border(&mut state, "tunisia", "1A");
    state.points.france = 0;
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(words(&state), ["done"]);
    // The line does not lie before West Africa.
    let mut state = border();
    faileks(&mut state, "west-africa", MOUDJAHIDINE, 1);
    units(&mut state, "7D", "cspl", 1);
    over_the_border(&mut state, "west-africa", "7D");
    act(rules(), &mut state, &[], |play| play.fln_stacking());
    assert_eq!(words(&state), ["done"]);
}
