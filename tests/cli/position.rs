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
    let json: serde_json::Value =
        serde_json::from_str(&place.ok("position moves a.json --format json")).expect("it is JSON");
    assert_eq!(json["actions"], serde_json::json!(moves));
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
