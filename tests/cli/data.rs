use crate::Place;

/// The data hash in what the program printed.
fn hash(text: &str) -> &str {
    let at = text.rfind("data ").unwrap_or_else(|| panic!("no hash in {text}"));
    &text[at + 5..at + 21]
}

#[test]
fn data_are_exported_checked_and_played_with() {
    let place = Place::new();
    let listed = place.ok("data list algeria");
    assert!(listed.contains("figures") && listed.contains("rulebook"), "{listed}");
    place.ok("data export algeria copy");
    assert!(place.ok("data check algeria copy").contains("0 figures changed"));
    place.ok("sim algeria --games 60 --out plain");
    place.ok("sim algeria --games 60 --out copied --data copy");
    assert_eq!(place.read("plain/games.csv"), place.read("copied/games.csv"));
    place.fails("data export algeria copy", &["already exists", "--force"]);
    place.ok("data export algeria copy --force");
}

#[test]
fn a_changed_figure_changes_the_game_and_its_hash() {
    let place = Place::new();
    let all = place.ok("data list algeria --figures");
    assert!(all.lines().any(|line| line.starts_with("unit.cadre.firepower = 1  (")), "{all}");
    let plain = place.ok("data list algeria");

    place.write("house.toml", "[unit.cadre]\nfirepower = 2\n");
    let checked = place.ok("data check algeria house.toml");
    assert!(
        checked.contains("unit.cadre.firepower: 1 -> 2") && checked.contains("1 figure changed"),
        "{checked}"
    );
    assert_ne!(hash(&checked), hash(&plain));
    let set = place.ok("data list algeria --set unit.cadre.firepower=2");
    assert_eq!(hash(&set), hash(&checked));
    assert!(set.contains("1  overlay"), "{set}");

    place.ok("sim algeria --games 200 --out plain");
    place.ok("sim algeria --games 200 --out one --data house.toml");
    place.ok("sim algeria --games 200 --out two --set unit.cadre.firepower=2 --record 5");
    assert_eq!(place.read("one/games.csv"), place.read("two/games.csv"));
    assert_ne!(place.read("one/games.csv"), place.read("plain/games.csv"));
    assert!(place.read("one/run.toml").contains("data_from = \"house.toml\""));
    assert!(place.read("two/run.toml").contains("set = [\"unit.cadre.firepower=2\"]"));
    place.ok("replay two/records/5.jsonl --quiet --data house.toml");
    place.fails("replay two/records/5.jsonl", &["other data"]);

    place.ok("position new algeria --data house.toml --out p.json");
    place.ok("position show p.json --set unit.cadre.firepower=2");
    place.fails("position show p.json", &["other data"]);
}

#[test]
fn bots_are_listed() {
    let place = Place::new();
    let all = place.ok("bots");
    for name in ["random", "thrift", "sober", "heuristic", "mcts", "cap=15", "from 0 to 100"] {
        assert!(all.contains(name), "{name} is missing in {all}");
    }
    assert!(place.ok("bots algeria").contains("(default)"));
}
