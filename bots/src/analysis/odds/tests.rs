//! Odds in the toy game, where all of them can be computed by hand.

use serde_json::to_string;
use wilaya_engine::toy::{Action, Toy};
use wilaya_engine::{Game, Hidden, Notation, Setting};

use wilaya_engine::Side;
use wilaya_stats::Interval;

use super::*;

type Rules = <Toy as Game>::Rules;
type State = <Toy as Game>::State;

fn rules() -> Rules {
    Toy::rules(&Toy::figures(), &Setting::default()).expect("it is a setting")
}

/// The start of a game with this seed, at which the FLN decides.
fn start(seed: u64) -> State {
    Toy::start(&rules(), &mut SeededDice::new(seed, 0), &mut ())
}

/// The position after a step of the FLN: France decides, and does not see the secret.
fn france(seed: u64) -> State {
    let mut state = start(seed);
    Toy::apply(&rules(), &mut state, Action::Trip(1), &mut SeededDice::new(seed, 1), &mut ());
    state
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the functions of a game take it")]
fn odds(state: &State, action: Action, options: OddsOptions) -> Odds {
    let side = Toy::status(state).side().expect("somebody decides");
    Odds::new(&rules(), &Toy::observe(&rules(), state, side), action, options).expect("it is legal")
}

/// The sum of probabilities, which must be exact.
fn sum<'a>(chances: impl Iterator<Item = &'a Chance>) -> Fraction {
    let fractions = chances.map(|chance| chance.fraction.expect("the chance is exact"));
    fractions
        .reduce(|sum, fraction| sum.checked_add(&fraction).expect("it is short"))
        .expect("there are chances")
}

#[test]
fn every_way_of_two_dice_counts_the_same() {
    let odds = odds(&start(1), Action::Run, OddsOptions::default());
    assert_eq!(odds.method, OddsMethod::Exact { leaves: 36 });
    assert_eq!(sum(odds.outcomes.iter().map(|one| &one.chance)), Fraction::ONE);
    assert_eq!(sum(odds.next.iter().map(|one| &one.chance)), Fraction::ONE);
    // Equal dice lead back; else the sum of two different ones.
    for (at, ways) in [(0, 6), (3, 2), (4, 2), (5, 4), (6, 4), (7, 6), (8, 4), (9, 4), (10, 2), (11, 2)] {
        let chance = odds.event(&format!("FLN stands at {at}")).expect("it can happen");
        assert_eq!(chance.fraction, Some(Fraction::new(ways, 36)), "FLN at {at}");
        assert_eq!(chance.interval, None);
    }
    assert_eq!(odds.event("FLN stands at 2"), None);
    assert_eq!(odds.event("FLN stands at 0").map(ToString::to_string).as_deref(), Some("1 in 6"));
    assert_eq!(odds.event("FLN stands at 3").map(ToString::to_string).as_deref(), Some("2 in 36"));
    // The goal is too far.
    assert_eq!(odds.next.len(), 1);
    assert_eq!(odds.next[0].next, Next::Decision { side: Side::France, decision: "go".to_owned() });
    assert_eq!(odds.next[0].chance.to_string(), "always");
}

#[test]
fn one_way_too_many_is_sampled() {
    let state = start(1);
    let with = |leaves| odds(&state, Action::Run, OddsOptions::default().leaves(leaves));
    assert_eq!(with(36).method, OddsMethod::Exact { leaves: 36 });
    let sampled = with(35);
    assert_eq!(sampled.method, OddsMethod::Sampled { n: OddsOptions::default().samples });
    let exact = with(36);
    assert_eq!(sampled.outcomes.len(), exact.outcomes.len());
    let total: f64 = sampled.outcomes.iter().map(|one| one.chance.value).sum();
    assert!((total - 1.0).abs() < 1e-12);
    let mut held = 0;
    for EventOdds { event, chance } in &sampled.events {
        let truth = exact.event(event).expect("it can happen").value;
        let interval = chance.interval.expect("it is an estimate");
        assert_eq!(chance.fraction, None);
        assert!(
            (chance.value - truth).abs() < 4.0 * interval.half_width() / 1.96,
            "{event}: {chance}, {truth}"
        );
        held += usize::from(interval.contains(truth));
    }
    // One in twenty may miss.
    assert!(held + 1 >= sampled.events.len(), "{held} of {}", sampled.events.len());
}

#[test]
fn hidden_parts_are_imagined_and_never_looked_at() {
    // Secrets of all kinds; what France sees is made the same.
    let states: Vec<State> = (0..20).map(france).collect();
    for action in [Action::Walk, Action::Run, Action::Guess(1)] {
        let by_sight = |state: &State| {
            let seen = Toy::observe(&rules(), state, Side::France);
            (to_string(&Toy::to_json(&rules(), seen.state())).expect("it is JSON"), *state)
        };
        let mut all: Vec<_> = states.iter().map(by_sight).collect();
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut pairs = 0;
        for two in all.windows(2) {
            if two[0].0 == two[1].0 && two[0].1 != two[1].1 {
                let found = [&two[0].1, &two[1].1]
                    .map(|state| odds(state, action, OddsOptions::default().samples(100)));
                assert_eq!(to_string(&found[0]).ok(), to_string(&found[1]).ok());
                pairs += 1;
            }
        }
        assert!(pairs > 0, "no two positions look the same");
    }
}

#[test]
fn a_guess_is_right_in_a_third_of_the_positions() {
    let odds = odds(&france(1), Action::Guess(2), OddsOptions::default());
    let OddsMethod::Worlds { n, enumerated, .. } = odds.method else { panic!("{:?}", odds.method) };
    assert_eq!((n, enumerated), (2_000, 2_000));
    let right = odds.event("France guesses 2, rightly").expect("it can be right");
    let interval = right.interval.expect("it is an estimate");
    assert!(interval.contains(1.0 / 3.0) && interval.half_width() < 0.03, "{right}");
    assert_eq!(right.fraction, None);
    // The draw of a new secret is seen by the FLN only.
    assert!(odds.events.iter().all(|one| !one.event.contains("secret")), "{:?}", odds.events);
}

#[test]
fn what_does_not_depend_on_hidden_parts_is_alike_in_all_positions() {
    let state = france(1);
    let odds = odds(&state, Action::Walk, OddsOptions::default());
    let OddsMethod::Worlds { n, enumerated, leaves } = odds.method else { panic!("{:?}", odds.method) };
    assert_eq!((n, enumerated, leaves), (2_000, 2_000, 12_000));
    for one in &odds.events {
        assert_eq!(one.chance.fraction, Some(Fraction::new(1, 6)), "{}", one.event);
        assert!(one.chance.interval.is_some_and(|interval| interval.contains(1.0 / 6.0)));
    }
}

#[test]
fn fewer_positions_have_more_ways_each() {
    let state = france(1);
    let method = |options| odds(&state, Action::Run, options).method;
    let options = OddsOptions::default();
    // Twice the 36 ways of the position that is looked at first, should others have more.
    assert_eq!(
        method(options.leaves(20_000)),
        OddsMethod::Worlds { n: 277, enumerated: 277, leaves: 277 * 36 }
    );
    assert_eq!(method(options.leaves(7_200)), OddsMethod::Worlds { n: 200, enumerated: 200, leaves: 7_200 });
    // With fewer ways than 200 positions have, each position has its roll.
    assert_eq!(method(options.leaves(7_199)), OddsMethod::Worlds { n: 2_000, enumerated: 0, leaves: 0 });
    let rolled = odds(&state, Action::Run, options.leaves(0).samples(50));
    assert_eq!(rolled.method, OddsMethod::Worlds { n: 50, enumerated: 0, leaves: 0 });
    assert!(rolled.events.iter().all(|one| one.chance.fraction.is_none() && one.chance.interval.is_some()));
}

#[test]
fn the_seed_decides() {
    let with = |seed| odds(&france(1), Action::Run, OddsOptions::default().leaves(0).seed(seed));
    assert_eq!(with(3), with(3));
    assert_ne!(with(3).events, with(4).events);
}

#[test]
fn who_does_not_decide_has_no_odds() {
    let state = start(1);
    let other = Toy::observe(&rules(), &state, Side::France);
    assert!(Odds::new(&rules(), &other, Action::Walk, OddsOptions::default()).is_err());
    let seen = Toy::observe(&rules(), &state, Side::Fln);
    assert!(Odds::new(&rules(), &seen, Action::Guess(1), OddsOptions::default()).is_err());
}

#[test]
fn chances_in_words() {
    let words = |some, cases| {
        let fraction = Fraction::new(some, cases);
        Chance { value: fraction.value(), fraction: Some(fraction), interval: None }.to_string()
    };
    assert_eq!(words(2, 3), "4 in 6");
    assert_eq!(words(5, 36), "5 in 36");
    assert_eq!(words(1, 8), "27 in 216");
    assert_eq!(words(1, 26), "1 in 26");
    assert_eq!(words(9, 9), "always");
    let estimate =
        Chance { value: 0.314, fraction: None, interval: Some(Interval { low: 0.299, high: 0.33 }) };
    assert_eq!(estimate.to_string(), "31.4 % (29.9 to 33.0)");
    assert_eq!(to_string(&Fraction::new(4, 6)).ok(), Some("\"2/3\"".to_owned()));
}
