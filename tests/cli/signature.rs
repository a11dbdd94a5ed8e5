use crate::Place;

/// The signatures of this version. For debug builds, `.ci/run` checks two of them.
const SIGNATURES: &str = include_str!("../../results/signatures");

#[test]
fn signatures_are_the_recorded_ones() {
    let place = Place::new();
    let lines = SIGNATURES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut scenarios = 0;
    for (name, expected) in lines.filter_map(|line| line.split_once(' ')) {
        let (game, scenario) = name.split_once('-').expect("a game and its scenario");
        for threads in [1, 2] {
            let found = place.ok(&format!("signature {game} --scenario {scenario} --threads {threads}"));
            assert_eq!(found.trim(), expected, "{name}, {threads} threads");
        }
        scenarios += 1;
    }
    assert_eq!(scenarios, 5, "a signature is missing");
}
