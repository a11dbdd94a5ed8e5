//! New points, initiative, draw and forced play (1.1, 1.2).

use super::super::formulas;
use super::*;

#[test]
fn new_points_of_france_grow_by_one_a_turn_up_to_twenty() {
    let mut state = empty(Node::PlayChit);
    let points: Vec<u8> = (0..13)
        .map(|turn| {
            state.turn = turn;
            formulas::new_points(rules(), &state, Side::France)
        })
        .collect();
    assert_eq!(points, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20, 20]);
}

#[test]
fn two_faileks_abroad_cost_france_a_point_and_the_fraction_is_dropped() {
    let mut state = empty(Node::PlayChit);
    state.turn = 12;
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 2);
    faileks(&mut state, "morocco", MOUDJAHIDINE, 1);
    assert_eq!(formulas::new_points(rules(), &state, Side::France), 19);
    faileks(&mut state, "west-africa", MOUDJAHIDINE, 1);
    assert_eq!(formulas::new_points(rules(), &state, Side::France), 18);
    // Maquis hold one failek each (2.2.3).
    state.maquis = [3, 0, 1];
    assert_eq!(formulas::new_points(rules(), &state, Side::France), 20, "only the one in Morocco counts");
}

#[test]
fn the_cap_of_a_crisis_comes_before_the_deduction() {
    let mut state = empty(Node::PlayChit);
    state.turn = 20;
    state.points_cap = 15;
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 10);
    assert_eq!(formulas::new_points(rules(), &state, Side::France), 10);
}

#[test]
fn the_example_of_the_rulebook_gives_the_fln_eleven_points() {
    let mut state = empty(Node::PlayChit);
    state.fln_marker = 4;
    for (region, count) in [("3A", 1), ("3B", 2), ("3C", 2)] {
        faileks(&mut state, region, MOUSSEBILINE, count);
    }
    assert_eq!(formulas::new_points(rules(), &state, Side::Fln), 11);
}

#[test]
fn new_points_of_the_scenario_of_1959() {
    let state = State::new(rules_1959());
    assert_eq!(formulas::new_points(rules_1959(), &state, Side::France), 15);
    assert_eq!(formulas::new_points(rules_1959(), &state, Side::Fln), 16);
}

#[test]
fn new_points_replace_what_was_left_and_lasting_ones_are_added() {
    let mut state = empty(Node::PlayChit);
    state.points.france = 3;
    state.lasting.france = -2;
    state.flow.node = Node::TurnStart;
    act(rules(), &mut state, &[1], |play| play.begin_turn());
    assert_eq!((state.points.france, state.points.fln, state.played), (8, 6, 2));
}

#[test]
fn a_die_of_three_lets_france_play_first() {
    for (die, side) in [(1, Side::France), (3, Side::France), (4, Side::Fln), (6, Side::Fln)] {
        let mut state = empty(Node::PlayChit);
        act(rules(), &mut state, &[die], |play| play.begin_turn());
        assert_eq!((state.flow.mover, state.flow.second), (side, false));
    }
}

/// A position before the part of the FLN, with four French chits in the FLN's track.
fn before_politics(season: u8) -> State {
    let mut state = empty(Node::PlayChit);
    state.turn = 4 + season;
    state.flow.mover = Side::Fln;
    let kennedy = chit("fl_kennedy").bit();
    let bandung = chit("fl_bandung").bit();
    state.cup.fln = kennedy;
    state.cup_size.fln = 1;
    state.hand.fln = bandung;
    state.hand_size.fln = 1;
    state.track.france = chit("fr_ici").bit();
    state.track_years.france = 1 << 1;
    state.flow.node = Node::Politics;
    state
}

#[test]
fn a_chit_is_drawn_but_in_winter() {
    for season in 0..4 {
        let mut state = before_politics(season);
        state.track.france = 0;
        state.track_years.france = 0;
        act(rules(), &mut state, &[], |play| play.politics());
        assert_eq!(state.hand.fln & chit("fl_kennedy").bit() != 0, season != 0, "season {season}");
        assert_eq!(state.hand_size.fln, if season == 0 { 1 } else { 2 });
    }
}

#[test]
fn a_draw_is_uniform() {
    let mut state = before_politics(1);
    state.cup.fln =
        [chit("fl_kennedy"), chit("fl_suez"), chit("fl_oas")].iter().fold(0, |all, c| all | c.bit());
    state.cup_size.fln = 3;
    state.track_years.france = 0;
    state.track.france = 0;
    let drawn = outcomes(rules(), &state, |play| {
        play.politics();
        play.s.hand.fln & !chit("fl_bandung").bit()
    });
    assert_eq!(drawn.len(), 3);
    assert!(drawn.iter().all(|(_, odds)| *odds == (1, 3)));
}

#[test]
fn the_side_that_laid_a_chit_plays_it_on_a_five_and_always_in_fall() {
    let played = |season: u8, faces: &[u16]| {
        let mut state = before_politics(season);
        act(rules(), &mut state, faces, |play| play.politics());
        let forced = state.flow.node == Node::Chit;
        assert_eq!(forced, state.track.france == 0 && state.track_years.france == 0);
        if forced {
            assert_eq!(state.flow.chit, chit("fr_ici"));
        } else {
            assert_eq!(state.flow.node, Node::PlayChit);
        }
        forced
    };
    assert!(!played(0, &[4]));
    assert!(played(0, &[5]));
    assert!(!played(1, &[1]));
    assert!(played(2, &[6]));
    assert!(played(3, &[]));
}

#[test]
fn a_chit_of_another_year_or_of_the_own_set_is_not_forced() {
    let mut state = before_politics(3);
    state.turn += 4;
    act(rules(), &mut state, &[], |play| play.politics());
    assert_eq!(state.flow.node, Node::PlayChit);

    let mut state = before_politics(3);
    state.flow.mover = Side::France;
    state.cup.france = 0;
    act(rules(), &mut state, &[], |play| play.politics());
    assert_eq!(state.flow.node, Node::PlayChit);
}

#[test]
fn the_chance_that_the_track_chit_comes_up_in_each_season_of_its_year() {
    // 1/3, 2/9, 4/27, 8/27.
    let came = |season: u8| {
        odds(rules(), &before_politics(season), |play| {
            play.politics();
            play.s.track.france == 0
        })
    };
    let chances: Vec<Odds> = (0..4).map(came).collect();
    assert_eq!(chances, [(1, 3), (1, 3), (1, 3), (1, 1)]);
    let (mut left, mut by_season) = ((1, 1), Vec::new());
    for (n, d) in chances {
        let here: (u128, u128) = (left.0 * n, left.1 * d);
        by_season.push((here.0 / gcd(here.0, here.1), here.1 / gcd(here.0, here.1)));
        left = (left.0 * (d - n), left.1 * d);
    }
    assert_eq!(by_season, [(1, 3), (2, 9), (4, 27), (8, 27)]);
}

#[test]
fn a_chit_must_be_played_within_its_years_and_else_the_side_passes() {
    let mut state = empty(Node::PlayChit);
    state.flow.mover = Side::Fln;
    state.turn = 8;
    state.hand.fln = chit("fl_bandung").bit() | chit("fl_boumedienne").bit();
    state.hand_size.fln = 2;
    assert_eq!(words(&state), ["pass"], "1955-56 and 1960-62 do not hold 1957");
    state.turn = 7;
    assert_eq!(words(&state), ["play:fl_bandung"]);
    state.hand.fln |= chit("fl_abbas").bit();
    state.hand_size.fln = 3;
    assert_eq!(words(&state), ["play:fl_abbas", "play:fl_bandung"]);
    perform(&mut state, &[], Action::Play(chit("fl_bandung")));
    assert_eq!((state.hand.fln & chit("fl_bandung").bit(), state.hand_size.fln), (0, 2));
}

#[test]
fn after_the_second_side_the_settlers_follow() {
    let mut state = empty(Node::PlayChit);
    state.flow.mover = Side::Fln;
    state.flow.second = false;
    act(rules(), &mut state, &[], |play| play.pass());
    assert_eq!((state.flow.mover, state.flow.second, state.flow.node), (Side::France, true, Node::Politics));
    act(rules(), &mut state, &[], |play| play.pass());
    assert_eq!(state.flow.node, Node::Settlers);
}

#[test]
fn halves_of_dice_are_rounded_up() {
    use super::super::formulas;
    use super::super::label::RollKind;
    use super::super::types::Amount;
    let state = empty(Node::PlayChit);
    let roll = |rules: &Rules, amount: Amount| {
        outcomes(rules, &state, |play| play.amount(amount, RollKind::Chit.plain()))
    };
    let values = |table: &[(u8, Odds)]| table.iter().map(|(value, _)| *value).collect::<Vec<_>>();
    let d3 = roll(rules(), Amount::D3);
    assert_eq!(d3, [(1, (1, 3)), (2, (1, 3)), (3, (1, 3))]);
    let two = roll(rules(), Amount::TwoD3);
    assert_eq!(two, [(1, (1, 36)), (2, (5, 36)), (3, (1, 4)), (4, (11, 36)), (5, (7, 36)), (6, (1, 12))]);
    let halved = setting("1955", "default", &["halve_each_die"]);
    let two = roll(&halved, Amount::TwoD3);
    assert_eq!(two, [(2, (1, 9)), (3, (2, 9)), (4, (1, 3)), (5, (2, 9)), (6, (1, 9))]);
    assert_eq!(values(&roll(rules(), Amount::D6)), [1, 2, 3, 4, 5, 6]);
    assert_eq!(values(&roll(rules(), Amount::TwoD6)), (2..=12).collect::<Vec<u8>>());
    assert_eq!(roll(rules(), Amount::Fixed(2)), [(2, (1, 1))]);
    for rules in [rules(), &halved] {
        for amount in [Amount::Fixed(2), Amount::D3, Amount::TwoD3, Amount::D6, Amount::TwoD6] {
            let mean: f64 = roll(rules, amount)
                .iter()
                .map(|&(value, (of, all))| f64::from(value) * of as f64 / all as f64)
                .sum();
            assert!((mean - formulas::mean(rules, amount)).abs() < 1e-12, "{amount:?}: {mean}");
        }
    }
}
