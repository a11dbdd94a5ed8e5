use crate::Place;

/// The signatures of this version, which `.ci/run` checks too, in debug and release.
const SIGNATURES: &str = include_str!("../../results/signatures");

#[test]
fn signatures_are_the_recorded_ones() {
    let place = Place::new();
    let lines = SIGNATURES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut games = 0;
    for (game, expected) in lines.filter_map(|line| line.split_once(' ')) {
        for threads in [1, 2] {
            let found = place.ok(&format!("signature {game} --threads {threads}"));
            assert_eq!(found.trim(), expected, "{game}, {threads} threads");
        }
        games += 1;
    }
    assert!(games > 0, "no signature is recorded");
}
