use serde_json::Value;

use crate::Place;

/// The line that every output has.
const STATEMENT: &str = "figures are reconstructed (";

#[test]
fn every_output_says_how_many_figures_are_reconstructed() {
    let place = Place::new();
    place.ok("position new ici --scenario 1959 --seed 4 --out p.json");
    let position: Value = serde_json::from_str(&place.read("p.json")).expect("it is JSON");
    let hash = position["data"].as_str().expect("a hash").to_owned();
    for line in [
        "sim ici --games 20 --record 3 --out run",
        "sim ici --game 3",
        "replay run/records/3.jsonl",
        "position show p.json",
        "position moves p.json",
        "position new ici",
        "data list ici",
        "data export ici copy",
        "data check ici copy",
    ] {
        let out = place.ok(line);
        assert_eq!(out.matches(STATEMENT).count(), 1, "{line}: {out}");
        assert!(out.contains(&hash), "{line}: {out}");
    }
    let action = &place.moves("p.json")[0];
    let log = place.ok(&format!("position apply p.json {action} --seed 1 --out q.json"));
    for out in [log, place.read("q.json"), place.read("run/records/3.jsonl")] {
        assert_eq!(out.matches(STATEMENT).count(), 1, "{out}");
        assert!(out.contains(&hash), "{out}");
    }
    let notes: toml::Table = place.read("run/run.toml").parse().expect("it is TOML");
    let statement = notes["statement"].as_str().expect("a line");
    assert!(statement.contains(STATEMENT), "{statement}");
    assert_eq!(notes["data"].as_str(), Some(&*hash));
    assert!(notes["reconstructed"].as_integer().is_some_and(|count| count > 0));
    for line in [
        "sim ici --games 20 --format json",
        "sim ici --game 3 --format json",
        "position moves p.json --format json",
        "data list ici --format json",
    ] {
        let value: Value = serde_json::from_str(&place.ok(line)).expect("it is JSON");
        assert_eq!(value["data"].as_str(), Some(&*hash), "{line}");
        assert_eq!(value["statement"].as_str(), Some(statement), "{line}");
    }
    assert!(!place.ok("sim algeria --games 20").contains(STATEMENT));
}

#[test]
fn both_scenarios_are_played_with_columns_of_their_own() {
    let place = Place::new();
    for (scenario, option) in [("1955", ""), ("1959", "--option maquis")] {
        let line = format!("sim ici --scenario {scenario} {option} --games 40 --seed 7");
        let out = place.ok(&format!("{line} --threads 1 --out one"));
        assert!(out.contains(&format!("scenario {scenario}")) && out.contains("of n = 40"), "{out}");
        assert!(out.contains("ending"), "{out}");
        place.ok(&format!("{line} --threads 2 --out two --record 3"));
        assert_eq!(place.read("one/games.csv"), place.read("two/games.csv"), "{scenario}");
        place.ok("replay two/records/3.jsonl --quiet");
    }
    let table = place.read("one/games.csv");
    let columns: Vec<_> = table.lines().next().expect("a header").split(',').collect();
    for column in
        ["ending", "end_date", "de_gaulle", "collapse", "first_referendum", "last_yes", "chits_played"]
    {
        assert!(columns.contains(&column), "{column} is missing in {columns:?}");
    }
}

#[test]
fn what_is_hidden_is_not_shown() {
    let place = Place::new();
    place.ok("position new ici --seed 4 --out p.json");
    let sides = ["fln", "france"];
    // The sets of chits are open; once they are chosen and dealt, hands are hidden.
    for step in 0..9 {
        let moves = place.moves("p.json");
        let action = moves.last().expect("a choice");
        let log = place.ok(&format!("position apply p.json {action} --seed {step} --out p.json"));
        assert!(log.contains(action), "{log}");
    }
    let all = place.ok("position show p.json");
    let [fln, france] = sides.map(|side| place.ok(&format!("position show p.json --side {side}")));
    assert!(all != fln && all != france && fln != france, "{fln}\n{france}");

    place.ok("sim ici --games 4 --record 3 --out run");
    let logs = ["", " --side fln", " --side france"]
        .map(|side| place.ok(&format!("replay run/records/3.jsonl{side}")));
    assert!(logs[1].contains('…') && logs[2].contains('…') && !logs[0].contains('…'));
}

#[test]
fn doubtful_figures_are_remarked_and_yet_played() {
    let place = Place::new();
    place.ok("data export ici copy");
    let plain = place.ok("data check ici copy");
    assert!(plain.contains("0 figures changed") && !plain.contains("remark"), "{plain}");
    place.write("house.toml", "[chit.fl_repression]\nps = -1\n");
    let checked = place.ok("data check ici house.toml");
    assert!(checked.contains("-2 -> -1") && checked.contains("remark: "), "{checked}");
    place.ok("sim ici --games 10 --data house.toml");
    place.ok("sim ici --games 10 --set chit.fl_repression.ps=-1");
}
