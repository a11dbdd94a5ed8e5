//! The scales of French politics (1.3, 1.4), rage, appeasement and fatigue (1.6).

use super::super::state::REMOVED;
use super::super::words::Ending;
use super::*;

/// A position in which the next step of the Pied-noirs leads to a crisis, carried out while a chit is played.
fn before(crisis: u8) -> State {
    let mut state = empty(Node::PlayChit);
    state.crisis = crisis - 1;
    state.pied_noirs = 4;
    state.fln_marker = 10;
    state.level[at("1A").index()] = Level::Fln;
    state.level[at("1B").index()] = Level::Support;
    state.flow.node = Node::Chit;
    state
}

#[test]
fn the_settlers_need_fifteen_steps_from_1955_to_collapse() {
    let mut state = State::new(rules());
    let mut steps = 0;
    while state.flow.over.is_none() {
        // Dice of the crises on the way: two for each of three.
        let faces: &[u16] =
            if state.pied_noirs == 4 && (1..4).contains(&state.crisis) { &[1, 1] } else { &[] };
        act(rules(), &mut state, faces, |play| {
            play.s.flow.node = Node::Chit;
            play.move_pied_noirs(-1);
            while play.s.flow.node == Node::CoupSubstitute {
                let action = legal(play.s)[0];
                Ici::perform(play, action);
            }
        });
        steps += 1;
    }
    assert_eq!(steps, 15);
    assert_eq!(State::new(rules_1959()).crisis, 1);
    assert_eq!(State::new(rules_1959()).pied_noirs, 1, "4 + 3 + 2 + 1 steps are left");
}

#[test]
fn de_gaulle_moves_all_markers_towards_france() {
    let mut state = before(1);
    act(rules(), &mut state, &[], |play| play.move_pied_noirs(-1));
    assert_eq!((state.crisis, state.pied_noirs, state.fln_marker), (1, 1, 10));
    assert_eq!(state.slot, [13; 25]);
}

#[test]
fn barricade_week_spares_support_level_and_helps_the_fln() {
    let mut state = before(2);
    act(rules(), &mut state, &[3, 4], |play| play.move_pied_noirs(-1));
    assert_eq!((state.crisis, state.pied_noirs, state.fln_marker), (2, 2, 6), "7 halved up is 4");
    assert_eq!(["1A", "1B", "1C"].map(|id| state.marker(at(id))), [11, 12, 11]);
    assert_eq!(state.points_cap, u8::MAX);
}

#[test]
fn a_coup_takes_three_regiments_and_caps_the_points() {
    let mut state = before(3);
    units(&mut state, "alger", "named-paratrooper", 3);
    units(&mut state, "alger", "paratrooper", 2);
    state.reduced = unit("14-rcp").bit();
    act(rules(), &mut state, &[1, 1], |play| play.move_pied_noirs(-1));
    assert_eq!((state.crisis, state.pied_noirs, state.fln_marker, state.points_cap), (3, 3, 9, 15));
    for id in ["1-rep", "14-rcp", "18-rcp"] {
        assert_eq!(state.unit_at(unit(id)), REMOVED);
    }
    assert_eq!((state.french_count(at("alger")), state.reduced), (2, 0));
    assert_eq!(state.flow.node, Node::Chit, "nobody has to be found instead");
    assert_eq!(["1A", "1B"].map(|id| state.marker(at(id))), [11, 12]);
}

#[test]
fn france_chooses_substitutes_for_regiments_that_are_not_on_the_map() {
    let mut state = before(3);
    units(&mut state, "alger", "named-paratrooper", 1);
    units(&mut state, "oran", "paratrooper", 2);
    units(&mut state, "1A", "paratrooper", 1);
    units(&mut state, "1A", "legion", 1);
    act(rules(), &mut state, &[1, 1], |play| play.move_pied_noirs(-1));
    assert_eq!(asked(&state), (Side::France, Node::CoupSubstitute));
    assert_eq!(words(&state), ["substitute:paratrooper/1A/full", "substitute:paratrooper/oran/full"]);
    let action = legal(&state)[1];
    perform(&mut state, &[], action);
    assert_eq!(words(&state), ["substitute:paratrooper/oran/full"], "in order");
    let action = legal(&state)[0];
    perform(&mut state, &[], action);
    assert_eq!((state.french_count(at("oran")), state.french_count(at("1A"))), (0, 2));
    assert_eq!(state.flow.node, Node::Chit, "back to where the coup struck");
}

#[test]
fn with_no_paratroopers_left_nobody_is_removed() {
    let mut state = before(3);
    units(&mut state, "oran", "legion", 2);
    act(rules(), &mut state, &[1, 1], |play| play.move_pied_noirs(-1));
    assert_eq!((state.flow.node, state.french_count(at("oran"))), (Node::Chit, 2));
}

#[test]
fn evian_moves_all_markers_and_caps_at_ten() {
    let mut state = before(4);
    act(rules(), &mut state, &[6, 6], |play| play.move_pied_noirs(-1));
    assert_eq!((state.crisis, state.pied_noirs, state.fln_marker, state.points_cap), (4, 4, 4, 10));
    assert_eq!(state.slot, [11; 25]);
}

#[test]
fn collapse_ends_the_game_at_once() {
    let mut state = before(5);
    act(rules(), &mut state, &[], |play| play.move_pied_noirs(-2));
    assert_eq!(state.flow.over, Some((Side::Fln, Ending::Collapse)));
    assert_eq!(state.flow.node, Node::Over);
    assert_eq!(state.slot, [12; 25], "nothing else happens");
}

#[test]
fn steps_left_over_are_lost_and_the_chit_goes_on() {
    let mut state = before(1);
    state.flow.chit = chit("fl_ortiz");
    state.points.france = 10;
    state.french_public = 12;
    act(rules(), &mut state, &[6, 2], |play| {
        for _ in 0..3 {
            play.chit_operation();
        }
    });
    // Points, two steps of which the second is lost, and the French public after the crisis.
    assert_eq!((state.points.france, state.crisis, state.pied_noirs, state.french_public), (7, 1, 1, 11));
}

#[test]
fn scales_stop_at_their_ends() {
    let mut state = empty(Node::PlayChit);
    act(rules(), &mut state, &[], |play| play.move_pied_noirs(1));
    assert_eq!(state.pied_noirs, 0);
    state.fln_marker = 1;
    act(rules(), &mut state, &[], |play| play.move_fln_marker(-2));
    assert_eq!(state.fln_marker, 0);
    state.slot[0] = 20;
    act(rules(), &mut state, &[], |play| play.move_marker(Location(0), 1));
    assert_eq!(state.slot[0], 20);
}

/// After both chits, after the first referendum, with more than thirty faileks.
fn after_chits() -> State {
    let mut state = empty(Node::PlayChit);
    state.referendums = 1;
    state.pied_noirs = 2;
    state.turn = 20;
    for region in ["1A", "1B", "1C", "1D", "2A", "2B", "2C", "3A"] {
        faileks(&mut state, region, MOUSSEBILINE, 4);
    }
    state.flow.node = Node::Settlers;
    state
}

#[test]
fn six_steps_enrage_once() {
    let mut state = after_chits();
    state.public_steps = 5;
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!((state.pied_noirs, state.rage_spent), (2, false));
    state.public_steps = 6;
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!((state.pied_noirs, state.rage_spent), (3, true));
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!(state.pied_noirs, 3, "once in the game");
    assert_eq!(state.flow.node, Node::Fatigue);
}

#[test]
fn two_chits_of_three_steps_enrage_with_one_chance_in_nine() {
    let mut state = after_chits();
    state.french_public = 12;
    let (one, two) = (chit("fr_negotiate"), chit("fl_kennedy"));
    state.pied_noirs = 0;
    let enraged = odds(rules(), &state, |play| {
        for chit in [one, two] {
            play.s.flow.chit = chit;
            play.s.flow.op = 0;
            for _ in 0..rules().chit(chit).ops.len() {
                play.chit_operation();
            }
        }
        play.settlers();
        play.s.rage_spent
    });
    assert_eq!(enraged, (1, 9));
}

#[test]
fn only_real_steps_count_for_rage() {
    let mut state = after_chits();
    state.french_public = 2;
    state.flow.chit = chit("fl_kennedy");
    state.flow.op = 0;
    act(rules(), &mut state, &[6], |play| play.chit_operation());
    assert_eq!((state.french_public, state.public_steps), (0, 2));
}

#[test]
fn thirty_faileks_appease_once() {
    let mut state = after_chits();
    act(rules(), &mut state, &[], |play| play.settlers());
    assert!(!state.appeasement_spent, "32 faileks");
    state.shift_seen(at("1A"), MIX, MOUSSEBILINE);
    act(rules(), &mut state, &[], |play| play.settlers());
    assert!(!state.appeasement_spent, "31 faileks");
    // Those abroad do not count.
    state.shift_seen(at("1A"), at("tunisia"), MOUSSEBILINE);
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!((state.pied_noirs, state.appeasement_spent), (1, true));
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!(state.pied_noirs, 1, "once in the game");
}

#[test]
fn rage_and_appeasement_together_are_both_spent() {
    let mut state = after_chits();
    state.public_steps = 6;
    for _ in 0..2 {
        state.shift_seen(at("1A"), MIX, MOUSSEBILINE);
    }
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!((state.pied_noirs, state.rage_spent, state.appeasement_spent), (2, true, true));
}

#[test]
fn before_the_first_referendum_the_settlers_wait() {
    let mut state = after_chits();
    state.referendums = 0;
    state.public_steps = 6;
    act(rules(), &mut state, &[], |play| play.settlers());
    assert_eq!((state.pied_noirs, state.rage_spent), (2, false));
}

#[test]
fn rage_may_lead_to_a_coup_and_the_turn_goes_on() {
    let mut state = after_chits();
    state.public_steps = 6;
    state.pied_noirs = 4;
    state.crisis = 2;
    units(&mut state, "oran", "paratrooper", 4);
    units(&mut state, "1A", "paratrooper", 1);
    act(rules(), &mut state, &[1, 1], |play| play.settlers());
    assert_eq!(asked(&state), (Side::France, Node::CoupSubstitute));
    for _ in 0..3 {
        let action = *legal(&state).last().expect("a substitute");
        perform(&mut state, &[], action);
    }
    assert_eq!(state.flow.node, Node::Fatigue);
    assert_eq!(state.french_count(at("oran")), 1);
}

#[test]
fn fatigue_moves_one_step_in_every_turn_of_1962() {
    for (turn, left) in [(27, 10), (28, 9), (31, 9)] {
        let mut state = after_chits();
        state.turn = turn;
        state.french_public = 10;
        act(rules(), &mut state, &[], |play| play.fatigue());
        assert_eq!((state.french_public, state.public_steps), (left, 0), "turn {turn}");
        assert_eq!(state.flow.node, Node::Referendum);
    }
}
