//! What chits do (rulebook M): every chit of the data, before and after, on all tracks, played from the hand and
//! forced.

use super::super::formulas;
use super::super::rules::Op;
use super::super::types::{Amount, Filter, Flag};
use super::*;

/// A position in which every track can move both ways.
fn middle() -> State {
    let mut state = empty(Node::PlayChit);
    state.french_public = 15;
    state.fln_marker = 10;
    state.pied_noirs = 2;
    state.density = 2;
    state.points.fln = 10;
    state.points.france = 10;
    for (region, level) in [("1A", Level::Fln), ("1B", Level::Activist), ("1C", Level::Support)] {
        state.level[at(region).index()] = level;
    }
    state.flow.mover = Side::France;
    state.flow.second = true;
    state
}

/// Carries a chit out; its choices take what comes first.
fn carry_out(state: &mut State, id: &str, faces: &[u16]) -> Vec<Event> {
    state.flow.chit = chit(id);
    state.flow.op = 0;
    state.flow.node = Node::Chit;
    act(rules(), state, faces, |play| {
        while play.s.flow.node != Node::Settlers && play.s.flow.node != Node::Over {
            match play.s.flow.node {
                Node::Chit => play.chit_operation(),
                _ => {
                    let action = legal(play.s)[0];
                    Ici::perform(play, action);
                }
            }
        }
    })
}

/// What a position should look like after an operation, worked out from the data and not by the engine.
fn expect(state: &mut State, op: &Op, roll: u8) {
    let clamp = |value: i16, most: u8| value.clamp(0, most.into()) as u8;
    let shift = |value: u8, delta: i16, most: u8| clamp(i16::from(value) + delta, most);
    match *op {
        Op::Density(delta) => state.density = shift(state.density, delta.into(), 6),
        Op::Points { side, gain, .. } => {
            let delta = if gain { i16::from(roll) } else { -i16::from(roll) };
            state.points[side] = shift(state.points[side], delta, 20);
        }
        Op::LastingPoints { side, points } => {
            state.points[side] = shift(state.points[side], points.into(), 20);
            state.lasting[side] += points;
        }
        Op::Regions { regions, delta } => {
            for region in Location::regions(regions) {
                state.slot[region.index()] = shift(state.slot[region.index()], delta.into(), 20);
            }
        }
        Op::Population(delta) => {
            let spared = if delta < 0 { Level::Support } else { Level::Fln };
            for region in 0..25 {
                if state.level[region] != spared {
                    state.slot[region] = shift(state.slot[region], delta.into(), 20);
                }
            }
        }
        Op::FlnMarker(delta) => state.fln_marker = shift(state.fln_marker, delta.into(), 20),
        Op::PiedNoirs(delta) => state.pied_noirs = shift(state.pied_noirs, -i16::from(delta), 5),
        Op::FrenchPublic { gain, .. } => {
            let delta = if gain { i16::from(roll) } else { -i16::from(roll) };
            state.public_steps += (-delta).max(0) as u8;
            state.french_public = shift(state.french_public, delta, 20);
        }
        Op::Enable(flag) => state.flags |= 1 << flag.index(),
        Op::Independence(countries) => state.independent |= countries,
        Op::Wave => state.wave_turn = Some(state.turn),
        Op::ChooseRegions { .. } | Op::RemoveFaileks { .. } | Op::FlipFrench { .. } | Op::AddUnits(_) => {}
    }
}

const fn amount(op: &Op) -> Option<Amount> {
    match op {
        Op::Points { amount, .. } | Op::FrenchPublic { amount, .. } => Some(*amount),
        Op::ChooseRegions { count, .. } | Op::RemoveFaileks { count, .. } | Op::FlipFrench { count, .. } => {
            Some(*count)
        }
        _ => None,
    }
}

#[test]
fn every_chit_moves_all_tracks_as_the_data_say() {
    for row in &rules().chits {
        for face in [1, 4, 6] {
            for mover in Side::ALL {
                let mut state = middle();
                state.flow.mover = mover;
                let mut expected = state;
                let mut faces = Vec::new();
                for op in &row.ops {
                    let roll = match amount(op) {
                        None => 0,
                        Some(Amount::Fixed(n)) => n,
                        Some(Amount::D3) => {
                            faces.push(face);
                            (face as u8).div_ceil(2)
                        }
                        Some(Amount::D6) => {
                            faces.push(face);
                            face as u8
                        }
                        Some(Amount::TwoD3) => {
                            faces.extend([face, face]);
                            face as u8
                        }
                        Some(Amount::TwoD6) => {
                            faces.extend([face, face]);
                            2 * face as u8
                        }
                    };
                    expect(&mut expected, op, roll);
                    if let Op::ChooseRegions { filter, delta, .. } = op {
                        // The first regions that qualify: nothing is contested or resettled here.
                        if *filter == Filter::NotFlnLevel {
                            let open = (0..25).filter(|region| state.level[*region] != Level::Fln);
                            for region in open.take(roll.into()) {
                                expected.slot[region] = expected.slot[region].saturating_add_signed(*delta);
                            }
                        }
                    }
                    if let Op::AddUnits(added) = op {
                        for unit in Unit::each(*added) {
                            expected.put(unit, at("6A"));
                        }
                    }
                }
                carry_out(&mut state, &row.id, &faces);
                let tracks = |s: &State| {
                    (
                        (s.french_public, s.fln_marker, s.pied_noirs, s.density, s.points),
                        (s.lasting, s.slot, s.flags, s.independent, s.wave_turn, s.public_steps),
                        (s.unit_at, s.level, s.crisis, s.faileks),
                    )
                };
                assert_eq!(tracks(&state), tracks(&expected), "{} by {mover} with {face}", row.id);
            }
        }
    }
}

#[test]
fn a_forced_chit_is_carried_out_the_same_way() {
    let mut state = middle();
    state.flow.mover = Side::Fln;
    state.turn = 7;
    state.cup.fln = 0;
    state.track.france = chit("fr_ici").bit();
    state.track_years.france = 1 << 1;
    let events = act(rules(), &mut state, &[], |play| {
        play.politics();
        play.chit_operation();
        play.chit_operation();
    });
    assert!(events.contains(&Event::Played { side: Side::Fln, chit: chit("fr_ici"), forced: true }));
    assert_eq!((state.density, state.pied_noirs), (3, 1));
}

#[test]
fn the_player_of_a_forced_chit_rolls_and_its_own_side_chooses() {
    let mut state = middle();
    state.flow.mover = Side::Fln;
    state.flow.chit = chit("fr_reforms");
    state.flow.node = Node::Chit;
    act(rules(), &mut state, &[3], |play| play.chit_operation());
    assert_eq!(asked(&state), (Side::France, Node::ChitRegion));
    assert_eq!(state.flow.left, 2);
    let label = super::super::label::RollKind::Chit.by(Side::Fln);
    assert_eq!(label.side, Some(Side::Fln));
}

#[test]
fn regions_are_chosen_once_each_and_in_order() {
    let mut state = middle();
    state.flow.chit = chit("fr_reforms");
    state.flow.node = Node::Chit;
    act(rules(), &mut state, &[6], |play| play.chit_operation());
    assert_eq!(
        legal(&state).len(),
        22,
        "24 regions are not in FLN Level, and two more must follow the first"
    );
    perform(&mut state, &[], Action::Step(at("2A")));
    assert!(
        !legal(&state).contains(&Action::Step(at("2A"))) && !legal(&state).contains(&Action::Step(at("1B")))
    );
    perform(&mut state, &[], Action::Step(at("constantine")));
    assert_eq!(words(&state), ["step:oran"]);
    perform(&mut state, &[], Action::Step(at("oran")));
    assert_eq!(state.flow.node, Node::Chit);
    assert_eq!(["2A", "constantine", "oran", "alger"].map(|id| state.marker(at(id))), [13, 13, 13, 12]);
}

#[test]
fn fewer_regions_than_asked_for_are_all_taken() {
    let mut state = middle();
    faileks(&mut state, "4A", MOUSSEBILINE, 3);
    assert!(formulas::is_contested(rules(), &state, at("4A")), "3 against 5");
    let before = state.marker(at("4A"));
    carry_out(&mut state, "fr_2e_bureau", &[6]);
    assert_eq!(state.marker(at("4A")), before + 1);
    state.resettled[at("1B").index()] = 1;
    let before = state.marker(at("1B"));
    carry_out(&mut state, "fl_suffer_resettled", &[6, 1]);
    assert_eq!(state.marker(at("1B")), before - 2, "one step of its own and one for all");
}

#[test]
fn steps_of_actions_ignore_levels_and_those_for_all_do_not() {
    let mut state = middle();
    state.level[at("2A").index()] = Level::Support;
    carry_out(&mut state, "fl_massacre", &[]);
    assert_eq!(state.marker(at("2A")), 11, "one step of its own, none with the others");
    assert_eq!((state.marker(at("1A")), state.marker(at("1C"))), (11, 12));
}

#[test]
fn points_stay_within_their_track() {
    let mut state = middle();
    state.points.france = 2;
    carry_out(&mut state, "fl_truce", &[6, 1]);
    assert_eq!(state.points.france, 0);
    state.points.fln = 19;
    carry_out(&mut state, "fl_china", &[6]);
    assert_eq!(state.points.fln, 20);
}

#[test]
fn the_oas_costs_points_in_every_turn() {
    let mut state = middle();
    carry_out(&mut state, "fl_oas", &[1]);
    assert_eq!((state.points.france, state.lasting.france), (8, -2));
    state.turn = 20;
    act(rules(), &mut state, &[1], |play| play.begin_turn());
    assert_eq!(state.points.france, 18);
}

#[test]
fn amirouche_removes_faileks_of_wilaya_3_as_the_fln_chooses() {
    let mut state = middle();
    faileks(&mut state, "3A", MOUSSEBILINE, 1);
    faileks(&mut state, "3B", COMMANDO, 1);
    faileks(&mut state, "3B", MOUSSEBILINE, 1);
    faileks(&mut state, "tizi-ouzou", MOUSSEBILINE, 1);
    faileks(&mut state, "4A", MOUSSEBILINE, 1);
    state.flow.chit = chit("fr_amirouche");
    state.flow.node = Node::Chit;
    act(rules(), &mut state, &[4], |play| play.chit_operation());
    assert_eq!(asked(&state), (Side::Fln, Node::ChitFailek));
    assert_eq!(words(&state), ["remove:3A/moussebiline", "remove:3B/moussebiline"], "two of three");
    perform(&mut state, &[], Action::Remove(at("3B"), MOUSSEBILINE));
    assert_eq!(words(&state), ["remove:3B/zonal-commando"]);
    perform(&mut state, &[], Action::Remove(at("3B"), COMMANDO));
    assert_eq!((types(&state, "3A"), types(&state, "3B")), ([1, 0, 0], [0, 0, 0]));
    assert_eq!(state.flow.node, Node::Chit);
    // More than there are: all.
    carry_out(&mut state, "fr_amirouche", &[6]);
    assert_eq!(state.failek_count(at("3A")), 0);
    assert_eq!((state.failek_count(at("tizi-ouzou")), state.failek_count(at("4A"))), (1, 1));
}

#[test]
fn an_ambush_reduces_a_full_unit_beside_a_failek() {
    let mut state = middle();
    faileks(&mut state, "blida", MOUSSEBILINE, 1);
    units(&mut state, "blida", "infantry", 1);
    units(&mut state, "blida", "mechanized", 1);
    units(&mut state, "medea", "mechanized", 1);
    state.reduced |= state.first_unit(rules(), class("mechanized"), at("blida"), false, 0).bit();
    state.flow.chit = chit("fl_ambush");
    state.flow.node = Node::Chit;
    act(rules(), &mut state, &[], |play| play.chit_operation());
    assert_eq!(words(&state), ["reduce:infantry/blida"]);
    perform(&mut state, &[], Action::Reduce(class("infantry"), at("blida")));
    assert_eq!(state.reduced.count_ones(), 2);
    // Nothing qualifies now: the rest of the chit is carried out.
    let before = state.pied_noirs;
    carry_out(&mut state, "fl_ambush", &[1]);
    assert_eq!((state.reduced.count_ones(), state.pied_noirs), (2, before + 1));
}

#[test]
fn bellounis_men_come_where_france_says() {
    let mut state = middle();
    state.flow.chit = chit("fr_melouza");
    state.flow.mover = Side::Fln;
    state.flow.node = Node::Chit;
    act(rules(), &mut state, &[], |play| play.chit_operation());
    assert_eq!(asked(&state), (Side::France, Node::ChitEntry));
    let places = ["6A", "6B", "bou-saada", "djelfa", "geryville", "laghouat"];
    assert_eq!(words(&state), places.map(|id| format!("enter:bellounis/{id}")));
    for id in ["6B", "6B", "djelfa"] {
        perform(&mut state, &[], Action::Enter(class("bellounis"), at(id)));
    }
    assert_eq!((state.french_count(at("6B")), state.french_count(at("djelfa"))), (2, 1));
    assert_eq!(state.flow.node, Node::Chit);
}

#[test]
fn lasting_chits_switch_rules_on() {
    let flags = [
        ("fr_resettle", Flag::Resettlement),
        ("fr_leger_safy", Flag::Infiltration),
        ("fr_les_bleues", Flag::Informers),
        ("fr_morice_line", Flag::MoriceLine),
        ("fr_oil", Flag::Oil),
        ("fr_commando", Flag::CommandoDeChasse),
        ("fr_helicopter", Flag::Helicopter),
    ];
    for (id, flag) in flags {
        let mut state = middle();
        assert!(!state.has(flag));
        carry_out(&mut state, id, if id == "fr_oil" { &[1] } else { &[] });
        assert!(state.has(flag), "{id}");
    }
}
