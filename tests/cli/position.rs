use serde_json::{Value, json};

use crate::Place;

#[test]
fn a_position_is_made_shown_and_played_on() {
    let place = Place::new();
    assert_eq!(place.ok("position new algeria --scenario 1960 --seed 4 --out a.json"), "");
    let printed = place.ok("position new algeria --scenario 1960 --seed 4");
    assert_eq!(printed, place.read("a.json"));
    let shown = place.ok("position show a.json");
    assert!(shown.contains("scenario 1960") && shown.contains("to decide"), "{shown}");
    for side in ["fln", "france", "gov"] {
        assert_eq!(place.ok(&format!("position show a.json --side {side}")), shown, "nothing is hidden");
    }

    let moves = place.moves("a.json");
    assert!(moves.len() >= 2, "{moves:?}");
    let json: Value =
        serde_json::from_str(&place.ok("position moves a.json --format json")).expect("it is JSON");
    assert_eq!(json["actions"], json!(moves));
    assert!(shown.contains(&format!("to decide: {}", json["decision"].as_str().expect("a word"))), "{shown}");
    let mut after = Vec::new();
    for action in &moves {
        after.push(place.ok(&format!("position apply a.json {action} --seed 1")));
    }
    after.push(printed);
    after.sort();
    after.dedup();
    assert_eq!(after.len(), moves.len() + 1, "each action leads somewhere else");
}

#[test]
fn a_game_can_be_played_position_by_position() {
    let place = Place::new();
    place.ok("position new algeria --seed 9 --out p.json");
    for step in 0..60 {
        let moves = place.moves("p.json");
        let Some(action) = moves.get(step % 2).or(moves.first()) else {
            assert!(place.ok("position show p.json").contains("has won"));
            return;
        };
        let log = place.ok(&format!("position apply p.json {action} --seed {step} --out p.json"));
        assert!(log.contains(action), "{log}");
    }
}

#[test]
fn positions_pass_through_pipes() {
    let place = Place::new();
    place.ok("position new algeria --out p.json");
    let file = std::fs::File::open(place.path("p.json")).expect("it is there");
    let output = place.command("position show -").stdin(file).output().expect("the program can be run");
    assert_eq!(String::from_utf8_lossy(&output.stdout), place.ok("position show p.json"));
}

/// The odds of a choice as JSON.
fn odds(place: &Place, line: &str) -> Value {
    serde_json::from_str(&place.ok(&format!("position odds {line} --format json"))).expect("it is JSON")
}

/// Plays on, each time the last action, until this one is among the legal actions; returns the first such.
#[track_caller]
fn until(place: &Place, wanted: &str, instead: &str) -> String {
    for step in 0..300 {
        let moves = place.moves("p.json");
        if let Some(found) = moves.iter().find(|action| action.starts_with(wanted)) {
            return found.clone();
        }
        let action =
            moves.iter().find(|action| *action == instead).or(moves.last()).expect("the game goes on");
        place.ok(&format!("position apply p.json {action} --seed {step} --out p.json"));
    }
    panic!("\"{wanted}\" is never legal");
}

#[test]
fn an_action_has_exact_odds() {
    let place = Place::new();
    place.ok("position new algeria --scenario 1958 --seed 3 --out p.json");
    let action = until(&place, "with:", "propaganda");
    let shown = place.ok(&format!("position odds p.json {action}"));
    for words in
        [&format!("FLN plays {action}"), "exact: all 6 outcomes", "ap ", "; mean -1.00; -1: always", "1 in 6"]
    {
        assert!(shown.contains(words), "\"{words}\" is missing in {shown}");
    }
    let value = odds(&place, &format!("p.json {action}"));
    assert_eq!(value["method"], json!({"kind": "exact", "leaves": 6}));
    assert_eq!(value["action"], json!(action));
    // What is shown happens as often as it says: each face of the die is one of six.
    let results: Vec<_> = (1..=6)
        .map(|face| {
            place.ok(&format!("position apply p.json {action} --dice {face} --out after.json"));
            place.read("after.json")
        })
        .collect();
    let psl = |text: &str| {
        let position: Value = serde_json::from_str(text).expect("it is JSON");
        position["state"]["psl"]["france"].as_i64().expect("a number")
    };
    let track = value["tracks"].as_array().expect("a list").iter().find(|one| one["track"] == "france_psl");
    let track = track.expect("it is a track");
    for change in track["changes"].as_array().expect("a list") {
        let after =
            track["before"].as_i64().expect("a number") + change["change"].as_i64().expect("a number");
        let count = results.iter().filter(|text| psl(text) == after).count();
        let chance = change["chance"]["value"].as_f64().expect("a number");
        assert!((chance - count as f64 / 6.0).abs() < 1e-12, "{change}: {count} of 6");
    }
    // Too many ways for a limit of five.
    let sampled = odds(&place, &format!("p.json {action} --leaves 5 --samples 300 --seed 9"));
    assert_eq!(sampled["method"], json!({"kind": "sampled", "n": 300}));
    assert_ne!(
        sampled["events"],
        odds(&place, &format!("p.json {action} --leaves 5 --samples 300"))["events"]
    );
    let shown = place.ok(&format!("position odds p.json {action} --leaves 5 --samples 300"));
    assert!(shown.contains("sampled: 300 rolls") && shown.contains(" % ("), "{shown}");
}

#[test]
fn odds_are_those_that_the_side_can_know() {
    let place = Place::new();
    place.ok("position new ici --scenario 1955 --seed 3 --out p.json");
    let action = until(&place, "detect:", "done");
    let value = odds(&place, &format!("p.json {action} --samples 50"));
    assert_eq!(value["method"], json!({"kind": "worlds", "n": 50, "enumerated": 50, "leaves": 50}));
    let shown = place.ok(&format!("position odds p.json {action} --samples 50"));
    assert!(
        shown.contains("50 positions consistent with what France sees") && shown.contains("always"),
        "{shown}"
    );
}

#[test]
fn what_has_no_odds() {
    let place = Place::new();
    place.ok("position new algeria --seed 4 --out p.json");
    let action = place.moves("p.json").swap_remove(0);
    for (line, words) in [
        ("nowhere.json pass", &["nowhere.json"][..]),
        ("p.json dance", &["p.json", "action \"dance\""]),
        ("p.json tell", &["p.json", "\"tell\" is not legal here", "position moves"]),
        (&format!("p.json {action} --samples 0"), &["--samples", "at least 1"]),
        (&format!("p.json {action} --leaves many"), &["--leaves", "many"]),
    ] {
        place.fails(&format!("position odds {line}"), words);
    }
}
