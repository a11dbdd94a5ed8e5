//! Positions and notation are read strictly.

use crate::Notation as _;
use serde_json::{Value, json};

use super::*;
use crate::dice::SeededDice;

fn position() -> Value {
    let mut dice = SeededDice::new(2, 2);
    let mut state = Ici::start(rules(), &mut dice, &mut ());
    for _ in 0..60 {
        let action = legal(&state)[0];
        Ici::apply(rules(), &mut state, action, &mut dice, &mut ());
    }
    Ici::to_json(rules(), &state)
}

fn at_key<'a>(value: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').fold(value, |value, key| &mut value[key])
}

fn error(change: impl FnOnce(&mut Value)) -> String {
    let mut value = position();
    change(&mut value);
    Ici::from_json(rules(), &value).expect_err("the position is wrong").to_string()
}

#[test]
fn a_position_comes_back() {
    let value = position();
    let state = Ici::from_json(rules(), &value).expect("it is right");
    assert_eq!(Ici::to_json(rules(), &state), value);
}

#[test]
fn every_key_is_asked_for_and_no_other_is_known() {
    let value = position();
    for (key, section) in value.as_object().expect("an object") {
        let message = error(|value| {
            value.as_object_mut().expect("an object").remove(key);
        });
        assert_eq!(message, format!("{key}: missing"));
        let Some(section) = section.as_object() else { continue };
        for inner in section.keys() {
            if key == "faileks" && inner != "mix" {
                continue;
            }
            let message = error(|value| {
                value[key].as_object_mut().expect("an object").remove(inner);
            });
            assert_eq!(message, format!("{key}.{inner}: missing"));
        }
        let message = error(|value| value[key]["nonsense"] = json!(1));
        assert!(message.starts_with(&format!("{key}.nonsense")), "{message}");
    }
    assert!(error(|value| value["nonsense"] = json!(1)).starts_with("nonsense: unknown"));
}

#[test]
fn wrong_values_are_named_with_what_was_expected() {
    for (path, wrong, expected) in [
        ("turn.year", json!(1963), "turn.year: found 1963, expected a year from 1955 to 1962"),
        (
            "turn.season",
            json!("autumn"),
            "turn.season: found \"autumn\", expected one of winter, spring, summer, fall",
        ),
        ("tracks.fln_marker", json!(21), "tracks.fln_marker: found 21, expected a number from 0 to 20"),
        (
            "tracks.points.france",
            json!(-1),
            "tracks.points.france: found -1, expected a number from 0 to 255",
        ),
        ("regions.1A.level", json!("high"), "regions.1A.level: found \"high\""),
        ("regions.1A.marker", json!(99), "regions.1A.marker: found 99"),
        ("chits.fln.hand", json!(["fr_ici"]), "chits.fln.hand: found \"fr_ici\""),
        ("units.1-rei.at", json!("paris"), "units.1-rei.at: found \"paris\""),
        ("faileks.mix.here.moussebiline", json!(200), "faileks.mix.here.moussebiline: found 200"),
        ("under_way.chit", json!("x"), "under_way.chit: found \"x\""),
        ("next.decision", json!("think"), "next.decision: found \"think\""),
        ("maquis.tunisia", json!(4), "maquis.tunisia: found 4"),
        ("units", json!([1, 2]), "units: found [1,2], expected an object"),
        ("next.chooser", json!("nato"), "next.chooser: found \"nato\", expected fln or france"),
        ("scenario", json!("1959"), "scenario: found \"1959\", expected 1955"),
    ] {
        let message = error(|value| *at_key(value, path) = wrong);
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn impossible_counts_are_refused() {
    let message = error(|value| {
        let count = at_key(value, "faileks.mix.here.moussebiline");
        *count = json!(count.as_u64().expect("a number") - 1);
    });
    assert!(message.contains("moussebiline"), "{message}");
    let message = error(|value| {
        let held = value["chits"]["france"]["hand"][0].clone();
        at_key(value, "chits.france.cup").as_array_mut().expect("a list").push(held);
    });
    assert_eq!(message, "fr_2e_bureau is in the cup of France and elsewhere");
}

#[test]
fn nothing_that_is_read_can_make_the_engine_fail() {
    // Every number set to every small value: either an error, or a position that can be played on.
    let value = position();
    let mut paths = Vec::new();
    collect(&value, String::new(), &mut paths);
    for path in paths {
        for number in [0, 1, 3, 30, 255] {
            let mut wrong = value.clone();
            *at_key(&mut wrong, &path) = json!(number);
            if let Ok(mut state) = Ici::from_json(rules(), &wrong) {
                let mut dice = SeededDice::new(1, 1);
                for _ in 0..8 {
                    let Some(action) = legal(&state).first().copied() else { break };
                    Ici::apply(rules(), &mut state, action, &mut dice, &mut ());
                }
            }
        }
    }
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(value, path, paths);
            }
        }
        Value::Number(_) if !path.starts_with("faileks") => paths.push(path),
        _ => {}
    }
}

#[test]
fn actions_are_read_strictly() {
    for (text, expected) in [
        ("", "unknown verb \"\""),
        ("dance", "unknown verb \"dance\""),
        ("search", "\"search\": the id of a location is missing"),
        ("search:paris", "\"search:paris\": \"paris\" is not the id of a location"),
        ("search:3A/3B", "\"search:3A/3B\": \"3B\" is one argument too many"),
        ("done:", "\"done:\": \"\" is one argument too many"),
        ("pick:3A/soldier", "\"pick:3A/soldier\": \"soldier\" is not a failek"),
        ("march:3A/1/2-2", "\"march:3A/1/2-2\": \"2-2\" is not a pair of Wilayas"),
        ("play:fr_nothing", "\"play:fr_nothing\": \"fr_nothing\" is not the id of a political chit"),
        ("pick-unit:infantry/oran/half", "\"pick-unit:infantry/oran/half\": \"half\" is not full or reduced"),
        ("send:300", "\"send:300\": \"300\" is not a number from 0 to 255"),
    ] {
        let message = Ici::parse_action(rules(), text).expect_err(text).to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn labels_are_read_strictly() {
    for (text, expected) in [
        ("coin", "\"coin\": unknown roll \"coin\""),
        ("search.nobody", "\"search.nobody\": unknown side"),
        ("search.france@paris", "\"search.france@paris\": \"paris\" is not the id of a location"),
    ] {
        let message = Ici::parse_label(rules(), text).expect_err(text).to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}

/// A position of a random game at a decision.
fn position_at(rules: &Rules, decision: Node) -> Value {
    for game in 0..40 {
        let mut dice = SeededDice::new(3, game);
        let mut state = Ici::start(rules, &mut dice, &mut ());
        for number in 0.. {
            if state.flow.node == decision {
                return Ici::to_json(rules, &state);
            }
            let actions = legal_of(rules, &state);
            let Some(action) = actions.get(number * 7 % actions.len().max(1)) else { break };
            Ici::apply(rules, &mut state, *action, &mut dice, &mut ());
        }
    }
    panic!("no game comes to {decision}");
}

fn legal_of(rules: &Rules, state: &State) -> Actions<Ici> {
    let mut actions = Actions::<Ici>::new();
    Ici::legal(rules, state, &mut actions);
    actions
}

#[track_caller]
fn refused(decision: Node, change: impl FnOnce(&mut Value), message: &str) {
    let rules = rules_1959();
    let mut value = position_at(rules, decision);
    Ici::from_json(rules, &value).expect("it is right");
    change(&mut value);
    let found = Ici::from_json(rules, &value).expect_err("the position is wrong").to_string();
    assert!(found.contains(message), "{found}");
}

#[test]
fn what_is_under_way_fits_the_decision() {
    let set = |key: &'static str, new: Value| move |value: &mut Value| *at_key(value, key) = new;
    refused(Node::Entry, set("under_way.part", json!(15)), "under_way.part: found 15");
    refused(Node::Entry, set("under_way.left", json!(60)), "under_way.left: found 60");
    refused(Node::Recruit, set("under_way.bill", json!(99)), "under_way.bill");
    refused(
        Node::Recruit,
        set("turn.phase", json!("insurgency")),
        "turn.phase: found insurgency, expected reinforcement, that of recruit",
    );
    refused(Node::Recruit, set("turn.begun", json!(255)), "turn.begun: found 255");
    refused(Node::Search, set("under_way.struck", json!(["1A"])), "under_way.struck");
    refused(Node::Recruit, set("units.1-cspl.marked", json!(true)), "units: found marked units");
    refused(Node::PlayChit, set("next.decision", json!("chit-entry")), "under_way.chit");
    refused(Node::CombatChit, set("under_way.found", json!(0)), "under_way.found: found 0");
    refused(
        Node::Recruit,
        set("tracks.lasting_points.fln", json!(127)),
        "tracks.lasting_points.fln: found 127",
    );
    refused(Node::Recruit, set("tracks.points_cap", json!(3)), "tracks.points_cap: found 3, expected");
}

#[test]
fn no_unit_waits_to_be_placed_that_never_is() {
    let rules = rules();
    let mut value = position_at(rules, Node::ChooseChits);
    let units = value["units"].as_object_mut().expect("an object");
    units.values_mut().next().expect("a unit")["at"] = json!("drawn");
    let found = Ici::from_json(rules, &value).expect_err("the position is wrong").to_string();
    assert_eq!(found, "units: found 1 drawn, expected 0 at choose-chits");
}

#[test]
fn france_is_sure_of_no_more_than_there_is() {
    let change = |value: &mut Value| {
        let mix = &mut value["faileks"]["mix"];
        mix["sure"]["moussebiline"] = json!(mix["here"]["moussebiline"].as_u64().unwrap_or_default() + 1);
    };
    refused(Node::Recruit, change, "France is sure of");
}
