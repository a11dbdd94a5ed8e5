//! Observations of *Ici, c'est la France!*: what they do not have, and observations that were tampered with.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use wilaya_engine::conformance::{Vocabulary, mutate};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::{Actions, Game as _, Hidden as _, Notation as _, Setting, Side, Status, observation};

use super::watch::{Count, number, panics};

/// Positions sampled from random games.
fn positions(games: u64, each: usize) -> (Rules, Vec<<Ici as wilaya_engine::Game>::State>) {
    let rules = Ici::rules(&Ici::figures(), &Setting::default()).expect("the built-in figures are right");
    let mut all = Vec::new();
    for index in 0..games {
        let (mut rng, mut dice) = (Pcg64Mcg::seed_from_u64(index), SeededDice::new(5, index));
        let mut state = Ici::start(&rules, &mut dice, &mut ());
        for step in 0.. {
            if Ici::status(&state).outcome().is_some() {
                break;
            }
            if step % each == 0 {
                all.push(state);
            }
            let mut legal = Actions::<Ici>::new();
            Ici::legal(&rules, &state, &mut legal);
            Ici::apply(&rules, &mut state, legal[rng.random_range(0..legal.len())], &mut dice, &mut ());
        }
    }
    (rules, all)
}

#[test]
fn what_a_side_does_not_see_has_no_key() {
    let (rules, all) = positions(2, 40);
    for state in all {
        for side in Side::ALL {
            let seen = observation::to_json::<Ici>(&rules, &Ici::observe(&rules, &state, side));
            let state = &seen["state"];
            assert_eq!(
                (&seen["schema"], &seen["side"]),
                (&json!("wilaya.observation/1"), &json!(side.name()))
            );
            let [own, others] = [side, side.other()].map(|side| &state["chits"][side.name()]);
            assert!(own.get("track").is_none() && others.get("hand").is_none(), "{state}");
            assert!(others["hand_size"].is_number() && own["track_years"].is_array(), "{state}");
            assert!(state["under_way"]["combat_chits"].get(side.other().name()).is_none(), "{state}");
            for row in state["faileks"].as_object().expect("an object").values() {
                assert_eq!(row["here"].is_number(), side == Side::France, "{row}");
                assert!(row.get("moved").is_none_or(|moved| moved.is_number() == (side == Side::France)));
            }
        }
    }
}

fn error(side: Side, change: impl FnOnce(&mut Value)) -> String {
    let (rules, all) = positions(1, 60);
    let mut seen = observation::to_json::<Ici>(&rules, &Ici::observe(&rules, &all[2], side));
    change(&mut seen);
    observation::from_json::<Ici>(&rules, side, &seen).expect_err("it is wrong").to_string()
}

#[test]
fn wrong_observations_are_refused_with_key_and_expectation() {
    for (side, path, wrong, expected) in [
        (Side::Fln, "/schema", json!("wilaya.observation/9"), "reads \"wilaya.observation/1\""),
        (Side::Fln, "/side", json!("france"), "side: found \"france\", expected \"fln\""),
        (Side::Fln, "/data", json!("0000000000000000"), "other data"),
        (Side::Fln, "/state/chits/france/hand_size", json!("x"), "chits.france.hand_size: found \"x\""),
        (Side::Fln, "/state/chits/france/hand_size", json!(99), "chits.france.cup_or_hand: found"),
        (Side::Fln, "/state/chits/fln/cup_or_track", json!(["x"]), "chits.fln.cup_or_track: found \"x\""),
        (Side::Fln, "/state/chits/fln/track_years", json!([1900]), "chits.fln.track_years: found \"1900\""),
        (Side::Fln, "/state/chits/fln", json!([]), "chits.fln: found [], expected an object"),
        (Side::France, "/state/faileks/mix/here", json!(200), "faileks: found"),
        (Side::France, "/state/faileks/mix/here", json!({}), "faileks.mix.here: found {}, expected a number"),
        (Side::France, "/state/tracks/fln_marker", json!(99), "tracks.fln_marker: found 99, expected"),
    ] {
        let message = error(side, |seen| *seen.pointer_mut(path).expect("it is there") = wrong);
        assert!(message.contains(expected), "{path}: {message}");
    }
    let message =
        error(Side::France, |seen| seen["state"]["under_way"]["picked_failek"] = json!("moudjahidine"));
    assert!(
        message.contains("under_way.picked_failek: found \"moudjahidine\", expected no such key"),
        "{message}"
    );
    let message = error(Side::France, |seen| seen["state"]["under_way"]["combat_chits"]["fln"] = Value::Null);
    assert!(message.contains("under_way.combat_chits.fln"), "{message}");
    let message = error(Side::Fln, |seen| {
        seen["state"]["under_way"].as_object_mut().expect("an object").remove("picked_failek");
    });
    assert!(message.contains("under_way.picked_failek: missing"), "{message}");
    let message = error(Side::Fln, |seen| seen["state"]["chits"]["france"]["hand"] = json!([]));
    assert!(message.contains("chits.france.hand: unknown"), "{message}");
}

#[test]
fn observations_that_were_tampered_with_are_refused_or_sound() {
    let (rules, all) = positions(3, 25);
    let mut seen = Vec::new();
    let mut known = Vocabulary::default();
    for state in &all {
        for side in Side::ALL {
            let value = Ici::observation_to_json(&rules, &Ici::observe(&rules, state, side));
            known.learn(&value);
            seen.push((side, value));
        }
    }
    let mut rng = Pcg64Mcg::seed_from_u64(number("WILAYA_SEED", 1));
    let mut fates = Count::default();
    for _ in 0..number("WILAYA_MUTANTS", 600) {
        let (side, mut value) = seen[rng.random_range(0..seen.len())].clone();
        mutate(&mut value, &known, &mut rng);
        let fate = panics(|| match Ici::observation_from_json(&rules, side, &value) {
            Ok(read) => {
                let again = Ici::observation_to_json(&rules, &read);
                assert_eq!(Ici::observation_from_json(&rules, side, &again), Ok(read));
                if matches!(Ici::status(read.state()), Status::Decision { side: decider, .. } if decider == side)
                {
                    let mut legal = Actions::<Ici>::new();
                    Ici::legal(&rules, read.state(), &mut legal);
                }
                true
            }
            Err(_) => false,
        });
        fates.add(fate, || value.to_string());
    }
    fates.end("observations of ici");
    assert!(fates.accepted > 0 && fates.accepted < fates.tried);
}
