use std::process::Stdio;

use serde_json::Value;

use crate::{Place, wait_until};

#[test]
fn the_summary_has_rates_with_intervals_and_numbers() {
    let place = Place::new();
    let out = place.ok("sim algeria --games 300");
    assert!(out.contains("scenario 1958, set-up default"), "{out}");
    for words in [
        "FLN wins",
        "Government wins",
        "95 % interval",
        "of n = 300",
        "turns",
        "decisions",
        "games/s",
        "level",
    ] {
        assert!(out.contains(words), "{words} is missing in:\n{out}");
    }
    assert!(place.files().is_empty());
}

#[test]
fn the_json_summary_adds_up() {
    let place = Place::new();
    let value: Value =
        serde_json::from_str(&place.ok("sim algeria --games 300 --format json")).expect("it is JSON");
    let measure = |name: &str| &value["measures"][name];
    let wins =
        ["win_rate.fln", "win_rate.france"].map(|name| measure(name)["count"].as_u64().expect("a count"));
    assert_eq!(wins.iter().sum::<u64>() + measure("unfinished")["count"].as_u64().expect("a count"), 300);
    for name in ["win_rate.fln", "mean.turns", "mean.dice"] {
        let [low, estimate, high] =
            ["low", "estimate", "high"].map(|key| measure(name)[key].as_f64().expect("a number"));
        assert!(low < estimate && estimate < high, "{name}: {low} {estimate} {high}");
    }
    assert!(value["games_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
}

#[test]
fn the_table_of_games_does_not_depend_on_threads() {
    let place = Place::new();
    for scenario in ["1954", "1958", "1960"] {
        let line = format!("sim algeria --scenario {scenario} --games 200 --fln thrift --seed 12");
        place.ok(&format!("{line} --threads 1 --out one"));
        place.ok(&format!("{line} --threads 2 --out two --record 3"));
        assert_eq!(place.read("one/games.csv"), place.read("two/games.csv"), "{scenario}");
        assert_eq!(place.read("one/summary.csv"), place.read("two/summary.csv"), "{scenario}");
    }
}

#[test]
fn a_run_can_be_run_again_from_its_notes() {
    let place = Place::new();
    place.ok(
        "sim algeria --games 50 --seed 3 --scenario 1960 --option shorter_game --gov thrift:cap=20 --out a",
    );
    let notes: toml::Table = place.read("a/run.toml").parse().expect("it is TOML");
    assert_eq!(notes["schema"].as_str(), Some("wilaya.run/1"));
    assert_eq!(notes["played"].as_integer(), Some(50));
    assert_eq!(notes["bots"]["france"].as_str(), Some("thrift:cap=20"));
    assert_eq!(notes["data"].as_str().map(str::len), Some(16));
    let setting = &notes["setting"];
    let options = setting["options"].as_array().expect("a list").iter().filter_map(toml::Value::as_str);
    let options: Vec<_> = options.map(|option| format!("--option {option}")).collect();
    place.ok(&format!(
        "sim {} --games {} --seed {} --scenario {} --setup {} {} --max-turns {} --fln {} --france {} --out b",
        notes["game"].as_str().expect("a word"),
        notes["games"],
        notes["seed"],
        setting["scenario"].as_str().expect("a word"),
        setting["setup"].as_str().expect("a word"),
        options.join(" "),
        notes["max_turns"],
        notes["bots"]["fln"].as_str().expect("a word"),
        notes["bots"]["france"].as_str().expect("a word"),
    ));
    assert_eq!(place.read("a/games.csv"), place.read("b/games.csv"));
    assert_eq!(
        place.files(),
        ["a/games.csv", "a/run.toml", "a/summary.csv", "b/games.csv", "b/run.toml", "b/summary.csv"]
    );
}

#[test]
fn one_game_of_a_run_is_the_same_game() {
    let place = Place::new();
    place.ok("sim algeria --games 30 --out run");
    let table = place.read("run/games.csv");
    let mut lines = table.lines();
    let columns: Vec<_> = lines.next().expect("a header").split(',').collect();
    let row: Vec<_> = lines.nth(17).expect("30 rows").split(',').collect();
    let one: Value =
        serde_json::from_str(&place.ok("sim algeria --game 17 --format json")).expect("it is JSON");
    for (column, value) in columns.iter().zip(row) {
        assert_eq!(one[column].as_str(), Some(value), "{column}");
    }
    let shown = place.ok("sim algeria --game 17");
    assert!(shown.contains("Turn 1\n") && shown.contains("winner"), "{shown}");
}

#[test]
fn records_play_back() {
    let place = Place::new();
    place.ok("sim algeria --games 6 --seed 8 --fln random --france thrift --out run --record all");
    let table = place.read("run/games.csv");
    for (index, row) in table.lines().skip(1).enumerate() {
        let winner = if row.split(',').nth(1) == Some("fln") { "FLN wins" } else { "Government wins" };
        let shown = place.ok(&format!("replay run/records/{index}.jsonl"));
        assert!(shown.lines().last().is_some_and(|line| line.starts_with(winner)), "{row}: {shown}");
        assert!(place.ok(&format!("replay run/records/{index}.jsonl --quiet")).lines().count() < 5);
    }
    place.ok("sim algeria --seed 8 --fln random --france thrift --out again --game 4");
    assert_eq!(place.read("again/records/4.jsonl"), place.read("run/records/4.jsonl"));
}

#[test]
fn games_beyond_the_turn_limit_count_apart() {
    let place = Place::new();
    let line = "sim algeria --scenario 1954 --games 40 --max-turns 3 --out run --format json";
    let value: Value = serde_json::from_str(&place.ok(line)).expect("it is JSON");
    let unfinished = value["measures"]["unfinished"]["count"].as_u64().expect("a count");
    let finished = value["measures"]["win_rate.fln"]["n"].as_u64().expect("a number");
    assert!(unfinished > 0);
    assert_eq!(unfinished + finished, 40);
    let none =
        place.read("run/games.csv").lines().filter(|row| row.split(',').nth(1) == Some("none")).count();
    assert_eq!(none as u64, unfinished);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_prefix() {
    let place = Place::new();
    place.ok("sim algeria --games 500 --out whole");
    let mut command = place.command("sim algeria --games 1000000000 --out part");
    let child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be run");
    wait_until("games are written", || place.count("part/games.csv") > 2);
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill can be run");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("the output is text");
    assert!(text.contains("stopped after"), "{text}");

    let (whole, part) = (place.read("whole/games.csv"), place.read("part/games.csv"));
    assert!(part.ends_with('\n'));
    for (index, row) in part.lines().skip(1).enumerate() {
        assert!(row.starts_with(&format!("{index},")), "row {index}: {row}");
    }
    let both = whole.lines().zip(part.lines());
    assert!(both.clone().count() > 1, "nothing was played");
    both.for_each(|(a, b)| assert_eq!(a, b));
    let notes: toml::Table = place.read("part/run.toml").parse().expect("it is TOML");
    assert_eq!(notes["played"].as_integer(), Some(part.lines().count() as i64 - 1));
    let hidden: Vec<_> = place.files().into_iter().filter(|name| name.contains("/.")).collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_a_prefix() {
    let place = Place::new();
    place.ok("sim ici --games 100 --out whole");
    // The files of another run would make the table look like one that ended.
    place.ok("sim algeria --games 3 --out part");
    let mut command = place.command("sim ici --games 1000000000 --out part");
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program can be run");
    // The table of the other run has four lines.
    wait_until("games are written", || place.count("part/games.csv") > 4);
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-KILL", &id]).status().expect("kill can be run");
    assert!(killed.success());
    child.wait_with_output().expect("it ends");

    let (whole, part) = (place.read("whole/games.csv"), place.read("part/games.csv"));
    assert!(part.ends_with('\n') && part.lines().count() > 1, "{part}");
    whole.lines().zip(part.lines()).for_each(|(a, b)| assert_eq!(a, b));
    let files: Vec<_> = place.files().into_iter().filter(|name| name.starts_with("part/")).collect();
    // A killed process leaves its lock file behind, but no lock.
    assert_eq!(files, ["part/.wilaya.lock", "part/games.csv", "part/run.toml"]);
    assert!(place.read("part/run.toml").contains("state = \"running\""));
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let place = Place::new();
    place.ok("position new ici --seed 4 --out p.json");
    place.ok("sim ici --games 3 --record 2 --out run");
    for line in [
        "sim algeria --games 20",
        "sim ici --game 2",
        "replay run/records/2.jsonl",
        "position show p.json",
        "position moves p.json",
        "position new algeria",
        "data list ici --figures",
        "bots",
        "signature algeria",
        "--help",
    ] {
        let mut command = place.command(line);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be run");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
        assert_eq!(output.status.code(), Some(0), "{line}");
    }
}

#[test]
fn no_bar_where_there_is_no_terminal() {
    let place = Place::new();
    // `ok` asserts that nothing goes to the standard error either.
    let summary = place.ok("sim ici --games 50");
    assert!(!summary.contains(['\r', '\x1b']), "{summary}");
    let quiet = place.ok("sim ici --games 50 --quiet");
    let rates = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("n = ")).map(str::to_owned).collect()
    };
    assert!(rates(&quiet).len() > 5);
    assert_eq!(rates(&quiet), rates(&summary));
}

#[test]
fn an_event_can_be_taken_out() {
    let place = Place::new();
    let line = "sim algeria --scenario 1954 --games 300 --seed 2";
    place.ok(&format!("{line} --out with"));
    place.ok(&format!("{line} --bar event:suez --out without"));
    assert_ne!(place.read("with/games.csv"), place.read("without/games.csv"));
}

/// A rate of a search means little without its budget, which may hide behind a level.
#[test]
fn a_search_is_named_with_its_budget() {
    let place = Place::new();
    let line = "sim algeria --scenario 1960 --games 2 --france mcts:level=recruit --out run";
    let shown = place.ok(line);
    assert!(
        shown.contains("FLN heuristic, Government mcts:level=recruit (4 iterations per decision); seed"),
        "{shown}"
    );
    let notes: toml::Table = place.read("run/run.toml").parse().expect("it is TOML");
    let budgets = notes["budgets"].as_table().expect("a table");
    assert_eq!(budgets.len(), 1);
    assert_eq!(budgets["france"].as_str(), Some("4 iterations per decision"));
    place.ok("report run");
    assert!(
        place.read("run/report.html").contains("Government mcts:level=recruit (4 iterations per decision).")
    );
    place.ok("sim --config run/run.toml --games 1 --out again");
    let timed = place.ok("sim algeria --scenario 1960 --games 1 --max-turns 1 --france mcts:turn_ms=5");
    assert!(timed.contains("(5 ms per turn)"), "{timed}");
}
