//! Test positions with proved answers.

use crate::Place;

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/results/suite");

#[test]
fn bots_are_scored_on_the_suite() {
    let place = Place::new();
    let line = format!("suite score {SUITE} --bots sober,heuristic --seeds 1 --quiet --positions");
    let shown = place.ok(&format!("{line} --out one.csv --threads 1"));
    assert!(shown.contains("95 % interval") && shown.contains("algeria-1954-france-1"), "{shown}");
    assert_eq!(place.ok(&format!("{line} --out two.csv --threads 2")), shown);
    let table = place.read("one.csv");
    assert_eq!(table, place.read("two.csv"));
    for bot in ["sober", "heuristic"] {
        assert!(table.contains(&format!("{bot},algeria,france,")), "{table}");
        assert!(table.contains(&format!("{bot},all,all,")), "{table}");
    }
}

#[test]
fn what_is_wrong_with_a_suite_is_said() {
    let place = Place::new();
    let plan = std::fs::read_to_string(format!("{SUITE}/plan.toml")).expect("it is there");
    place.write("plan.toml", &plan);
    place.write("broken.toml", &plan.replacen("seed", "sead", 1));
    place.write("track.toml", &plan.replacen("fln_psl", "fln_pls", 1));
    place.write("share.toml", &plan.replacen("heuristic~0.1", "heuristic~2", 1));
    for (line, words) in [
        ("suite score nowhere --bots heuristic", &["nowhere"][..]),
        ("suite score . --bots heuristic", &["no test positions", "suite draw"]),
        ("suite draw nowhere.toml --out suite", &["nowhere.toml"]),
        ("suite draw broken.toml --out suite", &["broken.toml", "sead"]),
        ("suite draw track.toml --out suite", &["track.toml", "idle-fln", "fln_pls", "france_psl"]),
        ("suite draw share.toml --out suite", &["share.toml", "heuristic~2", "heuristic~0.1"]),
        ("suite draw plan.toml --out suite --only ici-1954-fln", &["ici-1954-fln", "ici-1955-fln"]),
    ] {
        place.fails(line, words);
    }
    let line = format!("suite score {SUITE} --bots deep-blue");
    place.fails(&line, &["deep-blue"]);
}
