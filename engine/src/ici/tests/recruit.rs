//! FLN recruitment (2.1).

use super::super::formulas;
use super::super::types::Exchange;
use super::*;

#[test]
fn the_three_trades() {
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "3A", MOUSSEBILINE, 3);
    faileks(&mut state, "3A", MOUDJAHIDINE, 1);
    assert_eq!(
        words(&state),
        [
            "exchange:3A/two-for-moudjahidine",
            "exchange:3A/three-for-commando",
            "exchange:3A/pair-for-commando",
            "done"
        ]
    );
    let mut one = state;
    perform(&mut one, &[], Action::Exchange(at("3A"), Exchange::TwoForMoudjahidine));
    assert_eq!((types(&one, "3A"), one.flow.bill), ([1, 2, 0], 1));
    let mut one = state;
    perform(&mut one, &[], Action::Exchange(at("3A"), Exchange::ThreeForCommando));
    assert_eq!(types(&one, "3A"), [0, 1, 1]);
    let mut one = state;
    perform(&mut one, &[], Action::Exchange(at("3A"), Exchange::PairForCommando));
    assert_eq!(types(&one, "3A"), [2, 0, 1]);
}

#[test]
fn faileks_are_exchanged_in_one_region_town_or_city_but_not_elsewhere() {
    let mut state = empty(Node::Exchange);
    state.flags = u8::MAX;
    faileks(&mut state, "3A", MOUSSEBILINE, 1);
    faileks(&mut state, "3B", MOUSSEBILINE, 1);
    faileks(&mut state, "tunisia", MOUSSEBILINE, 2);
    faileks(&mut state, "edjeleh", MOUSSEBILINE, 2);
    assert_eq!(words(&state), ["done"]);
    faileks(&mut state, "7A", MOUSSEBILINE, 2);
    faileks(&mut state, "blida", MOUSSEBILINE, 2);
    faileks(&mut state, "alger", MOUSSEBILINE, 2);
    assert_eq!(legal(&state).len(), 4);
}

#[test]
fn counters_given_up_serve_again_and_without_one_there_is_no_exchange() {
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "3A", MOUSSEBILINE, 4);
    // All moudjahidines are abroad.
    let left = state.faileks(MIX).by_type()[1];
    faileks(&mut state, "tunisia", MOUDJAHIDINE, left);
    assert_eq!(words(&state), ["exchange:3A/three-for-commando", "done"]);
    let before = state.faileks(MIX).by_type()[0];
    perform(&mut state, &[], Action::Exchange(at("3A"), Exchange::ThreeForCommando));
    assert_eq!(state.faileks(MIX).by_type()[0], before + 3);
}

#[test]
fn the_bill_rounded_up_stays_within_the_points() {
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "3A", MOUSSEBILINE, 12);
    state.points.fln = 1;
    perform(&mut state, &[], Action::Exchange(at("3A"), Exchange::TwoForMoudjahidine));
    perform(&mut state, &[], Action::Exchange(at("3A"), Exchange::TwoForMoudjahidine));
    assert_eq!(words(&state), ["done"], "three halves would be two points");
}

#[test]
fn a_region_gives_its_symbol_more_in_fln_level_and_less_in_support_level() {
    let mut state = empty(Node::Recruit);
    let limits = |level: Level| {
        let mut state = state;
        state.level = [level; 25];
        ["1A", "3B", "2A"].map(|id| formulas::recruit_limit(rules(), &state, at(id)))
    };
    assert_eq!(limits(Level::Fln), [2, 3, 4]);
    assert_eq!(limits(Level::Purge), [1, 2, 3]);
    assert_eq!(limits(Level::Activist), [1, 2, 3]);
    assert_eq!(limits(Level::Support), [0, 1, 2]);
    state.level[0] = Level::Support;
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn the_price_follows_from_both_markers() {
    let mut state = empty(Node::Recruit);
    let price = |state: &mut State, region: u8, fln: u8| {
        state.slot[at("2A").index()] = region;
        state.slot[at("alger").index()] = region;
        state.fln_marker = fln;
        (
            formulas::recruit_price(rules(), state, at("2A")),
            formulas::recruit_price(rules(), state, at("alger")),
        )
    };
    assert_eq!(price(&mut state, 10, 10), (1, 1));
    assert_eq!(price(&mut state, 11, 10), (2, 1));
    assert_eq!(price(&mut state, 10, 11), (2, 1));
    assert_eq!(price(&mut state, 11, 11), (4, 1));
}

#[test]
fn odd_recruits_are_moussebilines_and_even_ones_moudjahidines() {
    let mut state = empty(Node::Recruit);
    state.slot = [8; 25];
    state.level[at("3B").index()] = Level::Fln;
    faileks(&mut state, "3B", COMMANDO, 1);
    for (recruits, expected) in [[1, 0, 1], [1, 1, 1], [2, 1, 1]].into_iter().enumerate() {
        assert_eq!(words(&state), ["recruit:3B", "done"]);
        perform(&mut state, &[], Action::Recruit(at("3B")));
        assert_eq!((types(&state, "3B"), state.flow.bill), (expected, recruits as u8 + 1));
    }
    assert_eq!(words(&state), ["done"], "symbol 2 and FLN Level make three");
    // Three recruits cost 1.5, with one exchange before 2, with two 2.5 paid as 3.
    for (exchanges, paid) in [(0, 2), (1, 2), (2, 3)] {
        let mut one = state;
        one.flow.bill += exchanges;
        act(rules(), &mut one, &[], |play| play.pay_recruits());
        assert_eq!((20 - one.points.fln, one.flow.bill), (paid, 0));
    }
}

#[test]
fn recruiting_ends_where_the_type_is_used_up() {
    let mut state = empty(Node::Recruit);
    faileks(&mut state, "2A", COMMANDO, 1);
    faileks(&mut state, "2B", COMMANDO, 1);
    let left = state.faileks(MIX).by_type()[1];
    faileks(&mut state, "tunisia", MOUDJAHIDINE, left);
    perform(&mut state, &[], Action::Recruit(at("2A")));
    assert_eq!(words(&state), ["recruit:2B", "done"]);
}

#[test]
fn a_recruit_may_take_the_last_half_point() {
    let mut state = empty(Node::Recruit);
    faileks(&mut state, "2A", COMMANDO, 1);
    state.points.fln = 2;
    state.flow.bill = 4 - formulas::recruit_price(rules(), &state, at("2A"));
    assert_eq!(words(&state), ["recruit:2A", "done"]);
    state.flow.bill += 1;
    assert_eq!(words(&state), ["done"]);
}

#[test]
fn regions_need_a_failek_and_a_symbol() {
    let mut state = empty(Node::Recruit);
    faileks(&mut state, "7A", MOUSSEBILINE, 1);
    faileks(&mut state, "blida", MOUSSEBILINE, 1);
    faileks(&mut state, "oran", MOUSSEBILINE, 1);
    assert_eq!(words(&state), ["recruit:oran", "done"]);
}

#[test]
fn independent_countries_give_moudjahidines_up_to_their_symbol() {
    let mut state = empty(Node::Recruit);
    assert_eq!(words(&state), ["done"]);
    state.independent = 0b11;
    assert_eq!(words(&state), ["recruit:tunisia", "recruit:morocco", "done"]);
    for _ in 0..3 {
        perform(&mut state, &[], Action::Recruit(at("tunisia")));
    }
    assert_eq!((types(&state, "tunisia"), state.flow.bill), ([0, 3, 0], 3));
    assert_eq!(words(&state), ["recruit:morocco", "done"]);
}

#[test]
fn one_extra_moussebiline_a_turn_in_any_region_with_a_symbol() {
    let mut state = empty(Node::ExtraRecruit);
    state.flow.left = 1;
    state.fln_marker = 12;
    assert_eq!(legal(&state).len(), 26, "25 regions and none");
    state.points.fln = 1;
    assert_eq!(
        words(&state),
        ["extra:alger", "extra:constantine", "extra:oran", "done"],
        "two points elsewhere"
    );
    perform(&mut state, &[], Action::Extra(at("alger")));
    assert_eq!((types(&state, "alger"), state.points.fln), ([1, 0, 0], 0));
    assert_eq!(state.flow.node, Node::Waves);

    let mut state = empty(Node::ExtraRecruit);
    state.flow.left = 1;
    let left = state.faileks(MIX).by_type()[0];
    faileks(&mut state, "tunisia", MOUSSEBILINE, left);
    assert_eq!(words(&state), ["done"], "the mix has none");
}

#[test]
fn the_extra_moussebiline_is_left_out_of_the_count() {
    let mut state = empty(Node::Recruit);
    faileks(&mut state, "2A", COMMANDO, 1);
    for _ in 0..3 {
        perform(&mut state, &[], Action::Recruit(at("2A")));
    }
    perform(&mut state, &[], Action::Done);
    perform(&mut state, &[], Action::Extra(at("2A")));
    assert_eq!(types(&state, "2A"), [3, 1, 1]);
}

#[test]
fn maquis_double_the_price_abroad_and_what_they_miss_is_recruited_first() {
    let rules = maquis_rules();
    let mut state = empty_of(rules, Node::Recruit);
    state.independent = 0b111;
    state.maquis = [2, 0, 0];
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 1);
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    assert_eq!(words_of(rules, &state), ["recruit:tunisia"], "one is missing");
    perform_of(rules, &mut state, &[], Action::Recruit(at("tunisia")));
    assert_eq!(state.flow.bill, 2);
    assert_eq!(
        words_of(rules, &state),
        ["recruit:2A", "recruit:tunisia", "recruit:morocco", "recruit:west-africa", "done"]
    );
    // What cannot be paid is not recruited.
    state.shift_seen(at("tunisia"), MIX, MOUDJAHIDINE);
    state.points.fln = 1;
    assert_eq!(words_of(rules, &state), ["done"]);
}

#[test]
fn who_may_not_recruit_does_not_make_up_for_what_maquis_miss() {
    let rules = &barred("1955", "default", &["maquis"], &["action:fln:recruit"]);
    let mut state = empty_of(rules, Node::Recruit);
    state.independent = 0b111;
    state.maquis = [2, 0, 0];
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 1);
    assert_eq!(words_of(rules, &state), ["done"]);
}
