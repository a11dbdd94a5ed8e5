//! Figures that are varied, with the same dice.

use crate::Place;

fn table(place: &Place, name: &str) -> Vec<Vec<String>> {
    place.read(name).lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn each_combination_is_the_run_that_it_says() {
    let place = Place::new();
    let line = "sweep algeria --games 150 --seed 3 --fln sober --france sober --vary mission.civil-affairs.cost=1,3 --vary \
                unit.division.count=14,16";
    let shown = place.ok(&format!("{line} --out all --threads 2"));
    assert!(shown.contains("minus the first") && shown.contains("150 matched"), "{shown}");
    let rows = table(&place, "all/sweep.csv");
    assert_eq!(rows[0][..3], ["mission.civil-affairs.cost", "unit.division.count", "n"]);
    let values: Vec<_> = rows[1..].iter().map(|row| format!("{} {}", row[0], row[1])).collect();
    assert_eq!(values, ["1 14", "1 16", "3 14", "3 16"]);
    assert_eq!((rows[1][7].as_str(), rows[1][8].as_str()), ("0", ""));
    let winners = |name: &str| -> Vec<f64> {
        let rows = table(&place, name).into_iter().skip(1);
        rows.map(|row| f64::from(u8::from(row[1] == "fln"))).collect()
    };
    let first = winners("all/1/games.csv");
    for (number, row) in (1..).zip(&rows[1..]) {
        place.ok(&format!(
            "sim algeria --games 150 --seed 3 --fln sober --france sober --set mission.civil-affairs.cost={} --set \
             unit.division.count={} --out one",
            row[0], row[1]
        ));
        let own = winners(&format!("all/{number}/games.csv"));
        assert_eq!(own, winners("one/games.csv"), "{row:?}");
        assert_eq!(row[3], own.iter().sum::<f64>().to_string());
        if number > 1 {
            let difference: f64 = own.iter().zip(&first).map(|(one, first)| one - first).sum::<f64>() / 150.0;
            assert_eq!(row[8], format!("{difference:.6}"), "{row:?}");
        }
    }
    assert!(rows[2..].iter().any(|row| row[8] != "0.000000"), "nothing made a difference: {rows:?}");
    place.ok(&format!("{line} --out all --resume --threads 1"));
    assert_eq!(table(&place, "all/sweep.csv"), rows);
}

#[test]
fn many_comparisons_are_corrected_and_tiny_chances_are_written() {
    let place = Place::new();
    let line = "sweep algeria --games 200 --fln sober --france sober --vary mission.civil-affairs.cost=1,9,2";
    let shown = place.ok(&format!("{line} --out one"));
    let rows = table(&place, "one/sweep.csv");
    assert_eq!(rows[0][10..], ["p", "q"]);
    assert_eq!(rows[1][10..], ["", ""]);
    let number = |row: usize, column: usize| -> f64 { rows[row][column].parse().expect("a number") };
    let (p, q) = (number(2, 10), number(2, 11));
    assert!(p > 0.0 && p < 1e-6 && q > 0.0, "{rows:?}");
    assert!(q >= p && q <= 2.0 * p, "{rows:?}");
    assert!(rows[2][10].contains("e-"), "{rows:?}");
    assert!(number(3, 11) >= number(3, 10), "{rows:?}");
    assert!(shown.contains(", p < 1e-6, q < 1e-6\n") && shown.contains("Benjamini"), "{shown}");
}

#[test]
fn the_games_of_a_pair_belong_together() {
    let place = Place::new();
    let line = "sweep algeria --games 100 --fln sober --france sober --vary mission.propaganda.cost=1,9";
    let shown = place.ok(&format!("{line} --pairs --out pairs"));
    assert!(shown.contains("play identically") && shown.contains("n = 200 in 100 pairs"), "{shown}");
    let single = place.ok(&format!("{line} --out single"));
    assert!(!single.contains("identically"), "{single}");
    let (pairs, single) = (table(&place, "pairs/sweep.csv"), table(&place, "single/sweep.csv"));
    assert_eq!(pairs[0][1..4], ["n", "pairs", "fln_wins"]);
    assert_eq!(pairs[2][1..3], ["200", "100"]);
    // The same games twice: the same differences, intervals and p-values.
    let near = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|cell| cell.parse::<f64>().expect("a number"));
        assert!((one - other).abs() < 2e-6, "{one} {other}");
    };
    assert_eq!((pairs[2][7].as_str(), single[2][6].as_str()), ("200", "100"));
    (7..12).for_each(|column| near(&pairs[2][column + 1], &single[2][column]));
}

#[test]
fn what_cannot_be_varied() {
    let place = Place::new();
    for (line, words) in [
        ("sweep algeria", &["--vary"][..]),
        ("sweep algeria --vary mission.civil-affairs.cost", &["--vary", "KEY=V1,V2"]),
        ("sweep algeria --vary mission.civil-affairs.cost=1,", &["--vary", "KEY=V1,V2"]),
        ("sweep algeria --vary mission.tea.cost=1,2 --out x", &["mission.tea"]),
        (
            "sweep algeria --vary mission.civil-affairs.cost=1,many --out x",
            &["mission.civil-affairs.cost", "many"],
        ),
        ("sweep chess --vary a=1,2", &["chess"]),
        ("sweep algeria --vary mission.civil-affairs.cost=1,2 --resume", &["--out"]),
    ] {
        place.fails(line, words);
    }
}
