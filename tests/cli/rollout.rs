//! Rollouts of decisions.

use serde_json::Value;

use crate::Place;

#[test]
fn each_choice_has_its_chance() {
    let place = Place::new();
    for game in ["algeria", "ici"] {
        place.ok(&format!("position new {game} --seed 4 --out p.json"));
        let line = "rollout p.json --games 40 --fln sober --france sober";
        let shown = place.ok(&format!("{line} --out one.csv --threads 1"));
        assert!(shown.contains("to decide") && shown.contains("adjusted"), "{shown}");
        place.ok(&format!("{line} --out two.csv --threads 2"));
        assert_eq!(place.read("one.csv"), place.read("two.csv"));
        let table = place.read("one.csv");
        let mut actions: Vec<_> = table.lines().skip(1).map(|row| row.split(',').next()).collect();
        let mut legal = place.moves("p.json");
        legal.sort();
        actions.sort();
        assert_eq!(actions.into_iter().flatten().collect::<Vec<_>>(), legal);
        let value: Value =
            serde_json::from_str(&place.ok(&format!("{line} --format json"))).expect("it is JSON");
        let choices = value["choices"].as_array().expect("a list");
        for (choice, row) in choices.iter().zip(table.lines().skip(1)) {
            assert_eq!(row.split(',').next(), choice["action"].as_str());
            let [low, value, high] =
                ["adjusted_low", "adjusted", "adjusted_high"].map(|key| choice[key].as_f64());
            assert!(low <= value && value <= high, "{choice}");
            assert_eq!(choice["n"].as_u64(), Some(40));
        }
        assert!(choices.windows(2).all(|two| two[0]["adjusted"].as_f64() >= two[1]["adjusted"].as_f64()));
        assert_eq!(choices[0]["behind"], Value::Null);
    }
}

#[test]
fn the_command_of_a_rollout_plays_the_same() {
    let place = Place::new();
    place.ok("position new algeria --seed 4 --out p.json");
    let line = "rollout p.json --games 2 --fln sober --france sober --as-it-is --luck 9 --seed 3";
    let printed = place.ok(&format!("{line} --format json"));
    let value: Value = serde_json::from_str(&printed).expect("it is JSON");
    let words = value["command"].as_array().expect("a list").iter().filter_map(Value::as_str);
    let command = words.collect::<Vec<_>>().join(" ");
    let command = command.strip_prefix("wilaya ").expect("it begins with the program");
    assert!(command.contains(" --luck 9 ") && command.ends_with(" --as-it-is"), "{command}");
    assert_eq!(place.ok(&format!("{command} --format json")), printed);
}

#[test]
fn positions_that_cannot_be_rolled_out() {
    let place = Place::new();
    place.ok("position new algeria --seed 4 --out p.json");
    for (line, words) in [
        ("rollout nowhere.json", &["nowhere.json"][..]),
        ("rollout p.json --games 0", &["--games", "at least 1"]),
        ("rollout p.json --luck 3", &["--luck", "at least 8"]),
        ("rollout p.json --fln deep-blue", &["deep-blue"]),
        ("rollout p.json --set unit.division.count=14", &["p.json", "other data"]),
        ("rollout p.json --games 2 --out no/where.csv", &["cannot write no/where.csv"]),
    ] {
        place.fails(line, words);
    }
}
