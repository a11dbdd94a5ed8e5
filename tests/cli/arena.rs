use std::process::Stdio;

use crate::{Place, wait_until};

const TABLES: [&str; 4] = ["games.csv", "ratings.csv", "pairings.csv", "sides.csv"];

#[track_caller]
fn same(place: &Place, one: &str, other: &str) {
    for table in TABLES {
        assert_eq!(place.read(&format!("{one}/{table}")), place.read(&format!("{other}/{table}")), "{table}");
    }
}

#[test]
fn tables_do_not_depend_on_threads() {
    let place = Place::new();
    let line = "arena algeria --bots random,sober,heuristic --pairs 20 --seed 5";
    let shown = place.ok(&format!("{line} --threads 1 --out one"));
    place.ok(&format!("{line} --threads 2 --out two"));
    same(&place, "one", "two");
    for words in [
        "heuristic = 1500",
        "Ratings, all scenarios",
        "1954",
        "1958",
        "1960",
        "penalized",
        "data ",
        "n = 20 pairs",
    ] {
        assert!(shown.contains(words), "{words} is missing: {shown}");
    }
    let games = place.read("one/games.csv");
    assert_eq!(games.lines().count(), 1 + 20 * 3 * 3 * 2);
    assert!(games.lines().nth(2).is_some_and(|row| row.starts_with("1,0,1954,sober,random,")), "{games}");
    let speed = place.read("one/speed.csv");
    assert_eq!(speed.lines().count(), 4, "{speed}");
    let ratings = place.read("one/ratings.csv");
    let rating = |bot: &str| -> f64 {
        let row = ratings.lines().find(|row| row.starts_with(&format!("all,{bot},"))).expect("a row");
        row.split(',').nth(2).and_then(|rating| rating.parse().ok()).expect("a number")
    };
    assert!(rating("random") < rating("sober") && rating("sober") < 1400.0, "{ratings}");
    assert!((rating("heuristic") - 1500.0).abs() < 1e-9);
    let files = place.files().into_iter().filter(|name| name.starts_with("one/")).collect::<Vec<_>>();
    let expected = ["arena.toml", "games.csv", "pairings.csv", "ratings.csv", "sides.csv", "speed.csv"];
    assert_eq!(files, expected.map(|name| format!("one/{name}")));
}

#[cfg(unix)]
#[test]
fn what_was_killed_goes_on() {
    let place = Place::new();
    let line = "arena ici --bots sober,heuristic --scenario 1959 --pairs 150 --seed 2";
    place.ok(&format!("{line} --out whole"));
    for least in [1_000, 4_000] {
        let mut command = place.command(&format!("{line} --threads 1 --resume --out part"));
        let mut child = command.stdout(Stdio::null()).spawn().expect("the program can be run");
        let written = || place.size("part/games.csv");
        // It may end by itself.
        wait_until("the arena has gone on", || {
            written() >= least || child.try_wait().expect("it can be asked").is_some()
        });
        let _ = child.kill();
        child.wait().expect("it ends");
        assert!(written() >= least);
    }
    // As if the last row were torn, and the last pair not whole.
    let games = place.read("part/games.csv");
    place.write("part/games.csv", &games[..games.len() - 45]);
    place.ok(&format!("{line} --resume --out part"));
    same(&place, "whole", "part");
    // All is there: nothing is played.
    let again = place.ok(&format!("{line} --resume --out part"));
    assert!(again.contains("150 played"), "{again}");
    same(&place, "whole", "part");

    place.fails(
        &format!("{line} --pairs 151 --resume --out part").replace("--pairs 150 ", ""),
        &["another arena"],
    );
    place.fails(&format!("{line} --max-turns 30 --resume --out part"), &["another arena"]);
    place.write("part/games.csv", &place.read("whole/games.csv").replacen("1959", "1955", 1));
    place.fails(&format!("{line} --resume --out part"), &["games.csv is damaged in line 2"]);
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let place = Place::new();
    let line = "arena algeria --bots heuristic,sober --scenario 1958,1960 --pairs 500 --sprt 0,100";
    let shown = place.ok(&format!("{line} --threads 1 --out one"));
    assert!(
        shown.contains("SPRT(0, 100)") && shown.contains("accepted") && shown.contains(" 50 played"),
        "{shown}"
    );
    // What it prints and writes says that its estimates are biased.
    for words in [
        "heuristic = 1500 (biased, see below)",
        "over the second (biased, see below)",
        "biased: a sequential test",
    ] {
        assert!(shown.contains(words), "{words} is missing: {shown}");
    }
    for name in ["ratings", "pairings"] {
        let table = place.read(&format!("one/{name}.csv"));
        let mut lines = table.lines();
        assert!(lines.next().is_some_and(|head| head.ends_with(",penalized,sequential")), "{table}");
        assert!(lines.all(|row| row.ends_with(",true")), "{table}");
    }
    place.ok("report one");
    assert!(place.read("one/report.html").contains("Biased: a sequential test"));
    let other = place.ok(&format!("{line} --threads 2 --out two"));
    let verdict = |text: &str| text.lines().find(|line| line.starts_with("SPRT")).map(str::to_owned);
    assert_eq!(verdict(&shown), verdict(&other));
    same(&place, "one", "two");
    assert_eq!(place.read("one/sprt.csv").lines().count(), 2);
    assert_eq!(place.read("one/sprt.csv"), place.read("two/sprt.csv"));
    let again = place.ok(&format!("{line} --resume --out one"));
    assert_eq!(verdict(&shown), verdict(&again));
    same(&place, "one", "two");
    let rejected =
        place.ok("arena algeria --bots sober,heuristic --scenario 1958 --pairs 500 --sprt 0,100 --batch 20");
    assert!(rejected.contains("rejected") && rejected.contains(" 20 played"), "{rejected}");
    let open = place
        .ok("arena algeria --bots sober,thrift --scenario 1954 --pairs 4 --sprt -5,5 --batch 2 --out open");
    assert!(open.contains("undecided") && !open.contains("biased"), "{open}");
    let ratings = place.read("open/ratings.csv");
    assert!(ratings.lines().skip(1).all(|row| row.ends_with(",false")), "{ratings}");
}

#[test]
fn what_cannot_be_played() {
    let place = Place::new();
    for (line, words) in [
        ("arena algeria", &["--bots"][..]),
        ("arena algeria --bots sober", &["at least two bots"]),
        ("arena algeria --bots sober,random,sober", &["sober is given twice"]),
        ("arena algeria --bots sober,deep-blue --out x", &["deep-blue", "heuristic"]),
        ("arena algeria --bots sober,plan:name=rain", &["rain", "propaganda"]),
        ("arena algeria --bots sober,random --scenario 1957 --out x", &["1957", "1958"]),
        ("arena algeria --bots sober,random --scenario 1958,1958", &["1958 is given twice"]),
        ("arena algeria --bots sober,random --pairs 0", &["at least 1"]),
        ("arena algeria --bots sober,random,thrift --sprt 0,50", &["two bots", "3"]),
        ("arena algeria --bots sober,random --sprt 50,0", &["the first below the second"]),
        ("arena algeria --bots sober,random --sprt 50", &["two numbers"]),
        ("arena algeria --bots sober,random --alpha 0.1", &["--sprt"]),
        ("arena algeria --bots sober,random --sprt 0,50 --alpha 0.7", &["0.49"]),
        ("arena algeria --bots sober,random --resume", &["--out"]),
    ] {
        place.fails(line, words);
    }
}

#[test]
fn the_command_in_the_notes_plays_the_same_arena() {
    let place = Place::new();
    place.ok("arena ici --bots random,thrift --pairs 2 --seed 3 --option combat_chits_from_two --out one");
    let notes: toml::Table = place.read("one/arena.toml").parse().expect("it is TOML");
    let words: Vec<_> =
        notes["command"].as_array().expect("a list").iter().filter_map(|word| word.as_str()).collect();
    assert_eq!(words[..3], ["wilaya", "arena", "ici"]);
    assert!(!words.contains(&"--out"), "{words:?}");
    place.ok(&format!("{} --out two", words[1..].join(" ")));
    same(&place, "one", "two");
    assert_eq!(place.read("one/arena.toml"), place.read("two/arena.toml"));
}
