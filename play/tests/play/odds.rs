//! The odds of choices, as the page receives them.

use serde_json::{Value, json};

use crate::client::serve;

/// Plays both sides of a game by the first choices, with occasional undo; returns the odds of all uncertain choices, each
/// with its words.
fn odds_of(game: &str, scenario: &str, decisions: usize) -> Vec<(String, Value)> {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start(game, scenario, "human", "heuristic", 7);
    let mut found = Vec::new();
    let mut number = 0;
    browser.play(decisions, |view| {
        number += 1;
        // At the end, nobody decides.
        let Some(choices) = view["decision"]["choices"].as_array() else { return };
        if choices.is_empty() || number % 3 != 0 {
            return;
        }
        let wanted: Vec<_> = choices.iter().take(3).map(|choice| choice["action"].clone()).collect();
        let answer = browser.post("api/odds", &json!({ "actions": wanted })).json();
        assert_eq!(answer["version"], view["version"]);
        let odds = answer["odds"].as_array().unwrap();
        assert!(!odds.is_empty() && odds.len() <= wanted.len());
        for (odds, choice) in odds.iter().zip(choices) {
            assert_eq!(odds["action"], choice["action"]);
            if odds["uncertain"] == json!(true) {
                found.push((choice["text"].as_str().unwrap().to_owned(), odds.clone()));
            } else {
                assert!(["outcomes", "tracks", "events"].iter().all(|of| odds[of] == json!([])), "{odds}");
            }
        }
    });
    found
}

fn chances_make_sense(found: &[(String, Value)]) {
    assert!(found.len() > 5, "{}", found.len());
    for (choice, odds) in found {
        let lines = ["outcomes", "events"].iter().flat_map(|of| odds[of].as_array().unwrap());
        for line in lines {
            let value = line["value"].as_f64().unwrap();
            assert!(value > 0.0 && value <= 1.0 + 1e-9, "{choice}: {line}");
            assert!(!line["text"].as_str().unwrap().contains('\u{1}'), "{choice}: {line}");
        }
        let events = odds["events"].as_array().unwrap();
        let values: Vec<f64> = events.iter().map(|one| one["value"].as_f64().unwrap()).collect();
        assert!(values.is_sorted_by(|one, next| one >= next), "{choice}: {values:?}");
    }
}

#[test]
fn dice_are_counted_out_where_nothing_is_hidden() {
    let found = odds_of("algeria", "1958", 400);
    chances_make_sense(&found);
    let exact =
        found.iter().filter(|(_, odds)| odds["method"].as_str().unwrap().starts_with("Exact: all")).count();
    assert!(exact > found.len() / 2, "{exact} of {}", found.len());
}

#[test]
fn positions_are_sampled_where_something_is_hidden() {
    let found = odds_of("ici", "1959", 300);
    chances_make_sense(&found);
    let sampled = found.iter().any(|(_, odds)| odds["method"].as_str().unwrap().starts_with("Sampled: "));
    assert!(sampled, "{found:?}");
}

#[test]
fn odds_are_for_whoever_decides_and_of_what_is_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.post("api/odds", &json!({})).refused(404);
    browser.start("algeria", "1958", "heuristic", "heuristic", 7);
    browser.post("api/odds", &json!({})).refused(409);
    browser.start("algeria", "1958", "human", "human", 7);
    browser.post("api/odds", &json!({ "actions": ["raid:NOWHERE"] })).refused(422);
    let answer = browser.post("api/odds", &json!({})).json();
    assert!(!answer["odds"].as_array().unwrap().is_empty());
}
