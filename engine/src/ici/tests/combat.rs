//! Combat chits and fights (3.5.2, 3.5.3).

use super::super::state::LOST_NOW;
use super::super::types::{Bonus, Combat};
use super::*;
use crate::side::BySide;

/// One French unit of a class in a region against one failek of a type, at the roll of the dice.
fn duel(word: &str, reduced: bool, failek: Failek, place: &str) -> State {
    let mut state = empty(Node::CombatChit);
    faileks(&mut state, place, failek, 1);
    units(&mut state, place, word, 1);
    let unit = state.first_unit(rules(), class(word), at(place), false, 0);
    if reduced {
        state.reduced |= unit.bit();
    }
    state.flow.site = at(place);
    state.marked = unit.bit();
    state.fighters = unit.bit();
    state.flow.found = 1;
    state.flow.combat = BySide { fln: Some(Combat::Stand), france: Some(Combat::Stand) };
    state.flow.node = Node::Fights;
    state
}

/// The chances that the failek is killed, the unit is hit at least once, hit twice.
fn chances(state: &State, reduced: bool) -> [Odds; 3] {
    let place = state.flow.site;
    let unit = Unit::each(state.fighters).next().expect("a fighter");
    let outcomes = outcomes(rules(), state, |play| {
        play.fights();
        let lost = play.s.unit_at(unit) == LOST_NOW;
        (play.s.failek_count(place) == 0, lost || (!reduced && play.s.is_reduced(unit)), !reduced && lost)
    });
    let sum = |which: &dyn Fn((bool, bool, bool)) -> bool| {
        let (n, d) = outcomes
            .iter()
            .filter(|(key, _)| which(*key))
            .fold((0, 1), |(n, d), (_, (m, e))| (n * e + m * d, d * e));
        (n / gcd(n, d), d / gcd(n, d))
    };
    [sum(&|key| key.0), sum(&|key| key.1), sum(&|key| key.2)]
}

#[test]
fn odds_of_all_pairs_of_units_and_faileks() {
    let kills: [(&str, bool, [Odds; 3]); 10] = [
        ("paratrooper", false, [(35, 36), (8, 9), (3, 4)]),
        ("paratrooper", true, [(5, 6), (2, 3), (1, 2)]),
        ("legion", false, [(35, 36), (8, 9), (3, 4)]),
        ("legion", true, [(5, 6), (2, 3), (1, 2)]),
        ("mechanized", false, [(8, 9), (3, 4), (5, 9)]),
        ("mechanized", true, [(2, 3), (1, 2), (1, 3)]),
        ("infantry", false, [(15, 16), (65, 81), (671, 1296)]),
        ("infantry", true, [(3, 4), (5, 9), (11, 36)]),
        ("bellounis", false, [(3, 4), (5, 9), (11, 36)]),
        ("bellounis", true, [(1, 2), (1, 3), (1, 6)]),
    ];
    for (word, reduced, kills) in kills {
        // Bellounis' men fight in 6A: dry hills touch mechanized units only.
        let place = if word == "bellounis" { "6A" } else { "2A" };
        for (failek, killed) in Failek::ALL.iter().zip(kills) {
            let state = duel(word, reduced, *failek, place);
            let (hit, twice) = match failek {
                Failek::Commando => ((5, 9), (1, 9)),
                Failek::Moussebiline | Failek::Moudjahidine => ((1, 3), (0, 1)),
            };
            let twice = if reduced { (0, 1) } else { twice };
            assert_eq!(chances(&state, reduced), [killed, hit, twice], "{word} {reduced} {failek}");
        }
    }
}

#[test]
fn the_rulebook_says_how_often_a_moudjahidine_survives() {
    let survives = |word: &str| {
        let (killed, all) = chances(&duel(word, false, MOUDJAHIDINE, "2A"), false)[0];
        (100.0 * (all - killed) as f64 / all as f64).round()
    };
    assert_eq!(["paratrooper", "legion", "infantry", "mechanized"].map(survives), [11.0, 11.0, 20.0, 25.0]);
}

#[test]
fn terrain_changes_quality_in_regions_only() {
    let killed = |word: &str, place: &str| chances(&duel(word, false, MOUDJAHIDINE, place), false)[0];
    assert_eq!(killed("mechanized", "1B"), (5, 9), "mountains: fails 4/9");
    assert_eq!(killed("mechanized", "1A"), (5, 9), "dry hills");
    assert_eq!(killed("mountain", "1B"), (15, 16), "mountain troops: fails 1/16");
    assert_eq!(killed("mountain", "2A"), (65, 81));
    assert_eq!(killed("mechanized", "tebessa"), (3, 4), "a town between mountains and dry hills");
    assert_eq!(killed("mechanized", "alger"), (3, 4));
}

/// Sets the combat chits so that the bonuses are these, which the data must have a pair of chits for.
fn with_bonus(state: &mut State, fln: Option<Bonus>, france: Option<Bonus>) -> bool {
    for one in Combat::ALL {
        for other in Combat::ALL {
            let own = |side: Side, own: Combat, other: Combat| {
                let chit = rules().combat_chits[side][own.index()];
                (chit.against == other).then_some(chit.bonus)
            };
            if own(Side::Fln, *one, *other) == fln && own(Side::France, *other, *one) == france {
                state.flow.combat = BySide { fln: Some(*one), france: Some(*other) };
                return true;
            }
        }
    }
    false
}

#[test]
fn every_pair_of_combat_chits() {
    // A paratrooper against a moudjahidine: kills and hits by the bonuses of both sides.
    let (mut fln, mut france, mut both) = (0, 0, 0);
    for one in Combat::ALL {
        for other in Combat::ALL {
            let bonus = |side: Side, own: Combat, other: Combat| {
                let chit = rules().combat_chits[side][own.index()];
                (chit.against == other).then_some(chit.bonus)
            };
            let (ours, theirs) = (bonus(Side::Fln, *one, *other), bonus(Side::France, *other, *one));
            fln += u32::from(ours.is_some());
            france += u32::from(theirs.is_some());
            both += u32::from(ours.is_some() && theirs.is_some());
            let mut state = duel("paratrooper", false, MOUDJAHIDINE, "2A");
            state.flow.combat = BySide { fln: Some(*one), france: Some(*other) };
            let [killed, hit, _] = chances(&state, false);
            // By hand: a French die hits on 3 and more (2/3), with quality for France on 2 and more (5/6), for the
            // FLN on 4 and more (1/2).
            let better = i32::from(theirs == Some(Bonus::Quality)) - i32::from(ours == Some(Bonus::Quality));
            let p = [1.0 / 2.0, 2.0 / 3.0, 5.0 / 6.0][(better + 1) as usize];
            let dice = |count: usize, p: f64| 1.0 - std::iter::repeat_n(1.0 - p, count).product::<f64>();
            let full = 2 + usize::from(theirs == Some(Bonus::Die));
            let answers = 1 + usize::from(ours == Some(Bonus::Die));
            let (mut kill, mut wound) = (dice(full, p), dice(answers, 1.0 / 3.0));
            let (first, first_france) = (ours == Some(Bonus::First), theirs == Some(Bonus::First));
            if first && !first_france {
                let flipped = dice(full - 1, p);
                kill = (1.0 - wound) * kill + wound * flipped;
            } else if first_france && !first {
                wound *= 1.0 - kill;
            }
            let value = |(n, d): Odds| n as f64 / d as f64;
            assert!((value(killed) - kill).abs() < 1e-12, "{one} {other}: {killed:?}, {kill}");
            assert!((value(hit) - wound).abs() < 1e-12, "{one} {other}: {hit:?}, {wound}");
        }
    }
    assert_eq!((fln, france), (4, 4), "each bonus applies in one of four");
    assert!(both <= 4);
}

#[test]
fn who_rolls_first_may_spare_himself_the_answer() {
    let mut state = duel("paratrooper", false, MOUDJAHIDINE, "2A");
    assert!(with_bonus(&mut state, Some(Bonus::First), None));
    assert_eq!(chances(&state, false)[0], (22, 27), "a flipped unit has one die left");
    let mut state = duel("paratrooper", false, MOUDJAHIDINE, "2A");
    assert!(with_bonus(&mut state, None, Some(Bonus::First)));
    assert_eq!(chances(&state, false)[1], (1, 27));
}

#[test]
fn a_unit_that_is_eliminated_first_does_not_answer() {
    let mut state = duel("paratrooper", true, MOUDJAHIDINE, "2A");
    assert!(with_bonus(&mut state, Some(Bonus::First), None));
    act(rules(), &mut state, &[5], |play| play.fights());
    assert_eq!((state.french_count(at("2A")), state.failek_count(at("2A"))), (0, 1));
    let mut state = duel("paratrooper", false, COMMANDO, "2A");
    assert!(with_bonus(&mut state, Some(Bonus::First), None));
    act(rules(), &mut state, &[5, 6], |play| play.fights());
    assert_eq!(state.units_at(LOST_NOW).count_ones(), 1, "two hits eliminate a full unit");
}

#[test]
fn hits_flip_and_eliminate() {
    let mut state = duel("infantry", false, MOUSSEBILINE, "2A");
    act(rules(), &mut state, &[1, 1, 1, 1, 5], |play| play.fights());
    let unit = Unit::each(state.units_at(at("2A"))).next().expect("it is there");
    assert!(state.is_reduced(unit));
    let mut state = duel("infantry", true, MOUSSEBILINE, "2A");
    act(rules(), &mut state, &[1, 1, 6], |play| play.fights());
    assert_eq!(state.units_at(LOST_NOW), unit.bit());
    assert!(!state.is_reduced(unit), "it returns at full strength");
}

#[test]
fn a_natural_one_misses_even_with_a_great_difference() {
    let mut state = duel("paratrooper", false, MOUSSEBILINE, "2A");
    act(rules(), &mut state, &[1, 1, 1], |play| play.fights());
    assert_eq!(state.failek_count(at("2A")), 1);
    let mut state = duel("paratrooper", false, MOUSSEBILINE, "2A");
    act(rules(), &mut state, &[1, 2, 1], |play| play.fights());
    assert_eq!(state.failek_count(at("2A")), 0);
}

#[test]
fn the_last_failek_of_a_region_or_major_city_moves_the_marker() {
    for (place, moves) in [("2A", true), ("alger", true)] {
        let mut state = duel("paratrooper", false, MOUSSEBILINE, place);
        act(rules(), &mut state, &[6, 6, 1], |play| play.fights());
        assert_eq!(state.marker(at(place)), if moves { 11 } else { 12 });
    }
    // Not with another failek left, nor in a place or the Sahara.
    let mut state = duel("paratrooper", false, MOUSSEBILINE, "2A");
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    act(rules(), &mut state, &[1, 6, 6, 1], |play| play.fights());
    assert_eq!(state.slot, [12; 25]);
    for place in ["blida", "7A"] {
        let mut state = duel("paratrooper", false, MOUSSEBILINE, place);
        act(rules(), &mut state, &[6, 6, 1], |play| play.fights());
        assert_eq!((state.failek_count(at(place)), state.slot), (0, [12; 25]));
    }
}

#[test]
fn who_is_met_is_drawn_uniformly() {
    let mut state = duel("paratrooper", false, MOUSSEBILINE, "2A");
    faileks(&mut state, "2A", COMMANDO, 2);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    // With a first strike that always kills only the draw counts: see who is gone.
    let gone = outcomes(rules(), &state, |play| {
        play.fights();
        let [a, b, c] = play.s.faileks(at("2A")).by_type();
        (a, b, c)
    });
    let share =
        |key: (u8, u8, u8)| gone.iter().find(|(k, _)| *k == key).map(|(_, (n, d))| *n as f64 / *d as f64);
    // Killed with 35/36, 8/9, 3/4; drawn with 1/4, 1/4, 2/4.
    let close = |found: Option<f64>, expected: f64| (found.unwrap_or_default() - expected).abs() < 1e-12;
    assert!(close(share((0, 1, 2)), 35.0 / 144.0));
    assert!(close(share((1, 0, 2)), 8.0 / 36.0));
    assert!(close(share((1, 1, 1)), 3.0 / 8.0));
}

#[test]
fn a_fight_shows_the_type_and_the_survivor_is_mixed_back() {
    let mut state = duel("infantry", false, COMMANDO, "2A");
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    state.sure[at("2A").index()] = [0; 3];
    state.sure[MIX.index()] = [0; 3];
    // The second of two: the commando. It survives.
    act(rules(), &mut state, &[2, 1, 1, 1, 1, 1, 1], |play| play.fights());
    assert_eq!(state.sure(at("2A")), [0, 0, 1]);
    // The moussebiline, killed: France knows that one is in the mix.
    state.flow.site = at("2A");
    state.marked = state.units_at(at("2A"));
    state.fighters = state.marked;
    state.flow.found = 1;
    act(rules(), &mut state, &[1, 6, 6, 6, 6, 1], |play| play.fights());
    assert_eq!((state.sure(at("2A")), state.sure(MIX)), ([0, 0, 1], [1, 0, 0]));
}

#[test]
fn combat_chits_are_chosen_in_every_attack_unless_the_option_says_otherwise() {
    let begin = |rules: &Rules, found: u8| {
        let mut state = duel("infantry", false, MOUSSEBILINE, "2A");
        state.flow.found = found;
        act(rules, &mut state, &[], |play| play.begin_fight());
        state.flow.node
    };
    assert_eq!(begin(rules(), 1), Node::CombatChit);
    let other = setting("1955", "default", &["combat_chits_from_two"]);
    assert_eq!(begin(&other, 1), Node::Fights);
    assert_eq!(begin(&other, 2), Node::CombatChit);
}

#[test]
fn several_fights_are_resolved_one_by_one() {
    let mut state = empty(Node::CombatChit);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    units(&mut state, "2A", "infantry", 1);
    units(&mut state, "2A", "legion", 1);
    state.flow.site = at("2A");
    state.marked = state.units_at(at("2A"));
    state.fighters = state.marked;
    state.flow.found = 2;
    state.flow.combat = BySide { fln: Some(Combat::Stand), france: Some(Combat::Stand) };
    // Draws among three and two; then, by unit, French dice and the answer.
    let events = act(rules(), &mut state, &[1, 1, 6, 1, 1, 6, 1, 1, 1, 1], |play| play.fights());
    let fights: Vec<(bool, u8)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Fight { killed, losses, .. } => Some((*killed, *losses)),
            _ => None,
        })
        .collect();
    assert_eq!(fights.len(), 2);
    assert_eq!(state.failek_count(at("2A")), 3 - fights.iter().filter(|(killed, _)| *killed).count() as u8);
    assert_eq!((state.flow.node, state.flow.site, state.marked), (Node::Search, Location::NONE, 0));
}
