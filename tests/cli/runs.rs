//! Runs that go on after they were killed, that are played in parts, and that a file describes.

use std::process::Stdio;
use std::time::Duration;

use crate::Place;

/// That two folders hold the same files with the same bytes.
#[track_caller]
fn assert_same(place: &Place, one: &str, other: &str) {
    let files = |folder: &str| -> Vec<String> {
        let names = place.files().into_iter();
        names.filter_map(|name| name.strip_prefix(&format!("{folder}/")).map(str::to_owned)).collect()
    };
    assert_eq!(files(one), files(other));
    assert!(files(one).len() >= 3, "{:?}", files(one));
    for name in files(one) {
        let read = |folder: &str| place.read(&format!("{folder}/{name}"));
        assert!(read(one) == read(other), "{name} of {one} differs from that of {other}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_it_was_not() {
    let place = Place::new();
    let line = "sim algeria --games 12000 --seed 5 --france heuristic --record 3,7000 --turns";
    place.ok(&format!("{line} --threads 2 --out whole"));
    let mut rows = Vec::new();
    for kill in 0..10u64 {
        let mut command = place.command(&format!("{line} --out part --resume --threads {}", 1 + kill % 2));
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program can be run");
        // Moments that are spread over the beginning, the table and the flushes of it.
        std::thread::sleep(Duration::from_millis(3 + kill * 97 % 230));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        rows.push(place.count("part/games.csv"));
    }
    assert!(rows.is_sorted(), "rows were lost: {rows:?}");
    assert!(rows[9] > 1 && rows[9] < 12_001, "the kills came too early or too late: {rows:?}");
    assert!(place.read("part/run.toml").contains("state = \"running\""));
    place.ok(&format!("{line} --out part --resume"));
    assert_same(&place, "whole", "part");
    // Nothing is left to play.
    place.ok(&format!("{line} --out part --resume"));
    assert_same(&place, "whole", "part");
}

#[test]
fn half_a_row_is_played_again() {
    let place = Place::new();
    let line = "sim ici --games 30 --fln random --turns";
    place.ok(&format!("{line} --out whole"));
    let table = place.read("whole/games.csv");
    for bytes in [table.len() - 1, table.len() / 2, table.find('\n').expect("a header") + 1] {
        place.ok(&format!("{line} --out part"));
        place.write("part/games.csv", &table[..bytes]);
        place.killed("part/run.toml");
        place.write("part/.wilaya-left", "half a fi");
        place.ok(&format!("{line} --out part --resume"));
        assert_same(&place, "whole", "part");
    }
    place.ok(&format!("{line} --out fresh --resume"));
    assert_same(&place, "whole", "fresh");
    // Rows of turns that have no game yet are played again, half a row too.
    let turns = place.read("whole/turns.csv");
    place.write("part/games.csv", &table[..table.len() * 2 / 3]);
    place.write("part/turns.csv", &turns[..turns.len() - 9]);
    place.killed("part/run.toml");
    place.ok(&format!("{line} --out part --resume"));
    assert_same(&place, "whole", "part");
}

#[test]
fn parts_make_the_whole() {
    let place = Place::new();
    for (name, line) in [
        ("games", "sim algeria --games 203 --scenario 1954 --record 0,101 --turns"),
        ("pairs", "sim algeria --games 51 --pairs --fln thrift"),
    ] {
        place.ok(&format!("{line} --out {name}"));
        for parts in [1, 2, 5] {
            let mut folders = Vec::new();
            for part in (1..=parts).rev() {
                let folder = format!("{name}-{part}-{parts}");
                place.ok(&format!("{line} --out {folder} --shard {part}/{parts} --threads {}", 1 + part % 2));
                folders.push(folder);
            }
            place.ok(&format!("merge {} --out {name}-{parts}", folders.join(" ")));
            assert_same(&place, name, &format!("{name}-{parts}"));
        }
    }
}

#[test]
fn parts_that_do_not_fit() {
    let place = Place::new();
    let line = "sim algeria --games 20";
    for part in ["1/2", "2/2", "2/3"] {
        place.ok(&format!("{line} --shard {part} --out p{}", part.replace('/', "of")));
    }
    place.ok(&format!("{line} --seed 2 --shard 2/2 --out other"));
    place.ok(&format!("{line} --out whole"));
    place.ok(&format!("{line} --shard 2/2 --out cut"));
    let notes = place.read("cut/run.toml").replace("\"complete\"", "\"running\"");
    place.write("cut/run.toml", &notes);
    for (parts, words) in [
        ("p1of2", &["shard 2/2 is missing", "play it first"][..]),
        ("p1of2 p2of2 p2of2", &["shard 2/2 is given twice"]),
        ("p1of2 p2of3", &["p1of2", "p2of3", "not shards of one run", "shard"]),
        ("p1of2 other", &["other", "not shards of one run", "seed", "is 1", "2 in the other"]),
        ("p1of2 whole", &["whole holds a whole run"]),
        ("p1of2 cut", &["cut is not complete", "resuming"]),
        ("p1of2 nowhere", &["nowhere is not a run"]),
        ("nowhere p1of2", &["nowhere is not a run"]),
        ("", &["<DIR>"]),
    ] {
        place.fails(&format!("merge {parts} --out merged"), words);
    }
    place.fails("merge p1of2 p2of2 --out p1of2", &["p1of2 is one of the shards"]);
    place.fails(&format!("{line} --shard 3/2 --out x"), &["--shard", "I/N"]);
    place.fails(&format!("{line} --shard 1/2"), &["--out"]);
    place.fails(&format!("{line} --shard 1/2 --out x --until-ci 0.1"), &["--until-ci"]);
}

#[test]
fn parts_of_other_commands_are_the_whole() {
    let place = Place::new();
    place.ok("position new algeria --scenario 1960 --seed 3 --out begin.json");
    let bots = "--scenario 1960 --fln sober --france sober --games 10";
    for (name, line) in [
        ("sweep", format!("sweep algeria {bots} --vary unit.division.count=13,14")),
        (
            "impact",
            format!(
                "impact algeria {bots} --of event:suez,action:fln:raid --readings seen,barred,forked --playouts 2"
            ),
        ),
        ("arena", "arena algeria --bots sober,random --scenario 1960 --pairs 9".to_owned()),
        ("rollout", "rollout begin.json --fln sober --france sober --games 5".to_owned()),
    ] {
        place.ok(&format!("{line} --quiet --out {name}"));
        for part in 1..=3 {
            place.ok(&format!("{line} --quiet --shard {part}/3 --out {name}-{part}"));
        }
        let merged = format!("{name}-merged");
        place.ok(&format!("merge {name}-2 {name}-1 {name}-3 --out {merged}"));
        let own = |file: &String| *file == name || file.starts_with(&format!("{name}/"));
        let files: Vec<_> = place.files().into_iter().filter(own).collect();
        for file in files.iter().filter(|file| !file.ends_with("speed.csv")) {
            let other = file.replacen(name, &merged, 1);
            assert!(place.read(file) == place.read(&other), "{file} differs from {other}");
        }
        place.fails(&format!("merge {name}-2 {name}-1 --out x"), &["shard 3/3 is given 0 times"]);
        place.fails(&format!("merge {name}-1 {name}-2 {name}-3 --out {name}-1"), &["is one of the shards"]);
        place.fails(&format!("{line} --shard 1/3"), &["--out"]);
    }
    place.fails(
        "impact ici --readings forked --budget 1m --shard 1/2 --out x",
        &["leave out budget, or give it in games"],
    );
    place.fails("arena ici --bots sober,random --sprt 0,5 --shard 1/2 --out x", &["leave out sprt"]);
}

#[test]
fn another_run_is_not_resumed() {
    let place = Place::new();
    place.ok("sim algeria --games 20 --out run");
    for (line, words) in [
        ("sim algeria --games 21", &["games is 20, not 21", "choose another folder"][..]),
        ("sim algeria --games 20 --seed 2", &["seed is 1, not 2"]),
        ("sim algeria --games 20 --scenario 1954", &["1958", "1954"]),
        ("sim algeria --games 20 --fln random", &["bots", "random"]),
        ("sim algeria --games 20 --pairs", &["pairs is nothing, not true"]),
        ("sim ici --games 20", &["game is \"algeria\", not \"ici\""]),
        ("sim algeria --games 20 --set unit.division.count=14", &["data is"]),
    ] {
        place.fails(&format!("{line} --out run --resume"), words);
    }
    place.fails("sim algeria --resume", &["--out"]);
    let (table, notes) = (place.read("run/games.csv"), place.read("run/run.toml"));
    let lines: Vec<_> = table.lines().collect();
    place.killed("run/run.toml");
    for (wrong, line) in [
        (table.replace("game,winner", "game,loser"), "line 1"),
        (table.replacen("\n3,", "\n4,", 1), "line 5"),
        (table.replacen("\n3,", "\nx,", 1), "line 5"),
        (format!("{}\n{}\n", lines[0], lines[2]), "line 2"),
        (String::new(), "line 1"),
    ] {
        place.write("run/games.csv", &wrong);
        place.fails("sim algeria --games 20 --out run --resume", &["run/games.csv is damaged", line]);
    }
    place.write("run/games.csv", &table);
    place.write("run/run.toml", &notes.replace("seed = 1", "seed = \"one\""));
    place.fails("sim algeria --games 20 --out run --resume", &["run/run.toml", "is not a valid run file"]);
    std::fs::remove_file(place.path("run/run.toml")).expect("it can be removed");
    place.fails("sim algeria --games 20 --out run --resume", &["run/games.csv exists", "move it away"]);
}

#[test]
fn a_file_describes_a_run() {
    let place = Place::new();
    place.ok(
        "sim algeria --games 40 --seed 9 --scenario 1954 --option slow_french_reaction --bar event:suez --pairs \
         --fln thrift:cap=30 --gov random --max-turns 150 --set unit.division.count=14 --out one",
    );
    place.ok("sim --config one/run.toml --out two");
    assert_same(&place, "one", "two");
    place.ok("sim --config one/run.toml --seed 10 --games 5 --out three");
    let notes: toml::Table = place.read("three/run.toml").parse().expect("it is TOML");
    assert_eq!((notes["seed"].as_integer(), notes["games"].as_integer()), (Some(10), Some(5)));
    assert_eq!(notes["setting"]["scenario"].as_str(), Some("1954"));
    // The command in the notes plays the same run.
    let notes: toml::Table = place.read("one/run.toml").parse().expect("it is TOML");
    let words = notes["command"].as_array().expect("a list").iter().filter_map(toml::Value::as_str);
    let words: Vec<_> = words.skip(1).collect();
    place.ok(&format!("{} --out four", words.join(" ")));
    assert_same(&place, "one", "four");

    place.write(
        "own.toml",
        "game = \"ici\"\ngames = 3\n[setting]\nscenario = \"1959\"\n[bots]\nfln = \"random\"\n",
    );
    assert!(place.ok("sim --config own.toml").contains("scenario 1959"));
    for (text, words) in [
        ("games = 3", &["no game given"][..]),
        ("game = \"chess\"", &["own.toml", "chess", "algeria"]),
        ("game = \"ici\"\ngames = 0", &["own.toml", "games", "at least 1"]),
        ("game = \"ici\"\ngaems = 3", &["own.toml", "gaems"]),
        ("game = \"ici\"\nschema = \"x\"", &["own.toml", "\"x\"", "wilaya.run/1"]),
        ("game = \"ici\"\n[bots]\nfln = \"thrift:cap\"", &["own.toml", "bots.fln", "name[:key=value]"]),
        ("game = \"ici\"\nuntil_ci = 3.0", &["own.toml", "until_ci"]),
        ("game = \"algeria\"\ndata = \"0123456789abcdef\"", &["own.toml", "other data", "same data"]),
    ] {
        place.write("own.toml", text);
        place.fails("sim --config own.toml", words);
    }
    place.fails("sim --config nowhere.toml", &["nowhere.toml"]);
}

#[test]
fn games_begin_in_a_position() {
    let place = Place::new();
    place.ok("position new ici --scenario 1959 --seed 4 --out p.json");
    place.ok("sim ici --from p.json --games 40 --out one");
    assert_eq!(place.read("one/from.json"), place.read("p.json"));
    place.ok("sim --config one/run.toml --out two --threads 1");
    assert_same(&place, "one", "two");
    // The set-up of these games is one and the same, so they differ from those that set up anew.
    place.ok("sim ici --scenario 1959 --games 40 --out three");
    assert_ne!(place.read("one/games.csv"), place.read("three/games.csv"));
    for (line, words) in [
        ("sim algeria --from p.json", &["p.json", "position of ici", "not of algeria"][..]),
        ("sim ici --from p.json --scenario 1955", &["--from", "--scenario"]),
        ("sim ici --from p.json --record all --out x", &["--from", "--record"]),
        ("sim ici --from q.json", &["q.json"]),
    ] {
        place.fails(line, words);
    }
    let text = place.read("one/from.json");
    place.write("one/from.json", &text.replace("\"turn\": ", "\"turn\":  "));
    place.ok("sim --config one/run.toml --out four");
    assert_same(&place, "two", "four");
    place.ok("position new ici --scenario 1959 --seed 5 --out one/from.json");
    place.fails("sim --config one/run.toml --out five", &["one/from.json", "is not the position"]);
}

#[test]
fn a_run_ends_when_it_is_sure_enough() {
    let place = Place::new();
    let line = "sim algeria --fln sober --france sober --games 100000 --until-ci 0.06";
    let out = place.ok(&format!("{line} --out run --threads 2"));
    let notes: toml::Table = place.read("run/run.toml").parse().expect("it is TOML");
    let played = notes["played"].as_integer().expect("a number");
    assert!(played % 1000 == 0 && (2000..10_000).contains(&played), "{played}");
    assert!(out.contains(&format!("narrow enough after {played} games")), "{out}");
    let width = |measure: &str| -> f64 {
        let summary = place.read("run/summary.csv");
        let row = summary.lines().find(|line| line.starts_with(measure)).expect("it is there");
        let fields: Vec<f64> = row.split(',').skip(4).map(|field| field.parse().expect("a number")).collect();
        fields[1] - fields[0]
    };
    assert!(width("win_rate.fln,") <= 0.06);
    place.ok(&format!("sim algeria --fln sober --france sober --games {} --out before", played - 1000));
    let before = place.read("before/summary.csv");
    let row = before.lines().nth(1).expect("a row");
    let fields: Vec<f64> = row.split(',').skip(4).map(|field| field.parse().expect("a number")).collect();
    assert!(fields[1] - fields[0] > 0.06, "it could have ended before: {row}");
    // It is the same with one thread, and when it is gone on with.
    place.ok(&format!("{line} --out one --threads 1"));
    assert_same(&place, "run", "one");
    place.ok(&format!("{line} --out one --resume"));
    assert_same(&place, "run", "one");
    place.fails("sim algeria --until-ci 2", &["--until-ci", "0.01"]);
}

#[test]
fn pairs_share_their_dice() {
    let place = Place::new();
    place.ok("sim algeria --games 30 --pairs --fln random --france thrift --out pairs");
    place.ok("sim algeria --games 30 --fln random --france thrift --out first");
    place.ok("sim algeria --games 30 --fln thrift --france random --out second");
    let rows = |name: &str| -> Vec<Vec<String>> {
        let table = place.read(name);
        table.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
    };
    let (pairs, first, second) = (rows("pairs/games.csv"), rows("first/games.csv"), rows("second/games.csv"));
    for (index, row) in pairs.iter().enumerate() {
        let same = if index % 2 == 0 { &first } else { &second };
        assert_eq!(row[2..], same[index / 2][1..], "game {index}");
        assert_eq!(row[1], (index % 2).to_string());
    }
    let score = |winner: &str, swapped: &str| {
        pairs.iter().filter(|row| row[2] == winner && row[1] == swapped).count() as f64
    };
    let expected = (score("fln", "0") + score("france", "1")) / 60.0;
    let summary = place.read("pairs/summary.csv");
    assert!(summary.contains(&format!("pairs.score,60,30,,{expected:.6},")), "{summary}");
}

/// The estimate and interval of a measure.
#[track_caller]
fn figures(place: &Place, folder: &str, measure: &str) -> [f64; 3] {
    let summary = place.read(&format!("{folder}/summary.csv"));
    let row = summary.lines().find(|line| line.starts_with(&format!("{measure},")));
    let row = row.unwrap_or_else(|| panic!("{measure} is missing: {summary}"));
    let last: Vec<f64> = row.rsplit(',').take(3).map(|field| field.parse().expect("a number")).collect();
    [last[2], last[1], last[0]]
}

#[test]
fn pairs_of_one_game_twice_are_no_more_than_single_games() {
    let place = Place::new();
    let line = "sim algeria --games 300 --fln sober --france sober";
    let out = place.ok(&format!("{line} --pairs --out pairs"));
    for words in ["the bots play identically", "of n = 600 in 300 pairs", "pairs of identical games"] {
        assert!(out.contains(words), "{words} is missing: {out}");
    }
    let single = place.ok(&format!("{line} --out single"));
    assert!(!single.contains("pairs") && !single.contains("identical"), "{single}");
    for measure in ["win_rate.fln", "win_rate.france", "mean.turns", "mean.dice", "share.level.marginal.fln"]
    {
        let [pairs, single] = ["pairs", "single"].map(|folder| figures(&place, folder, measure));
        let width = |figures: [f64; 3]| figures[2] - figures[1];
        assert!((pairs[0] - single[0]).abs() < 2e-6, "{measure}: {pairs:?} {single:?}");
        let wider = width(pairs) / width(single);
        // Student's distribution of 299 degrees of freedom is a little wider than that of 599.
        assert!((0.999..1.01).contains(&wider), "{measure}: {pairs:?} {single:?}");
    }
    let summary = place.read("pairs/summary.csv");
    assert!(summary.starts_with("measure,n,pairs,count,estimate,low,high\n"), "{summary}");
    assert!(summary.contains("\npairs.identical,300,300,300,1.000000,"), "{summary}");
    assert!(place.read("single/summary.csv").starts_with("measure,n,count,estimate,low,high\n"));
    // What was stopped between the two games of a pair goes on there.
    let table = place.read("pairs/games.csv");
    let rows: Vec<_> = table.split_inclusive('\n').take(1 + 251).collect();
    place.ok(&format!("{line} --pairs --out half"));
    place.write("half/games.csv", &rows.concat());
    place.killed("half/run.toml");
    place.ok(&format!("{line} --pairs --out half --resume"));
    assert_same(&place, "pairs", "half");
    // Other bots play other games.
    let other = place.ok("sim algeria --games 50 --pairs --fln sober --france thrift");
    assert!(!other.contains("play identically"), "{other}");
}

#[test]
fn a_score_that_says_nothing_ends_no_run() {
    let place = Place::new();
    let line = "sim algeria --pairs --fln sober --france sober --until-ci 0.08";
    let out = place.ok(&format!("{line} --out run --threads 2"));
    assert!(out.contains("narrow enough after 2000 games") && !out.contains("not narrow"), "{out}");
    let [_, low, high] = figures(&place, "run", "win_rate.fln");
    assert!(high - low <= 0.08, "{low} {high}");
    let [_, low, high] = figures(&place, "run", "pairs.score");
    assert!(low < 0.5 && high > 0.5 && high - low < 0.01, "{low} {high}");
}

#[test]
fn a_run_goes_on_until_it_is_sure_enough() {
    let place = Place::new();
    let line = "sim algeria --fln sober --france sober --until-ci 0.05";
    let out = place.ok(&format!("{line} --out run --threads 2"));
    assert!(out.contains("narrow enough after 2000 games") && !out.contains("not narrow"), "{out}");
    let notes: toml::Table = place.read("run/run.toml").parse().expect("it is TOML");
    assert_eq!(notes["games"].as_integer(), Some(1_000_000_000));
    assert_eq!(notes["until_ci_reached"].as_bool(), Some(true));
    // From its notes, and gone on with.
    place.ok("sim --config run/run.toml --out again");
    assert_same(&place, "run", "again");
    place.ok("sim --config run/run.toml --out again --resume");
    assert_same(&place, "run", "again");
    // A sweep ends by its number of games.
    let sweep = place.ok("sweep --config run/run.toml --vary unit.division.count=14,16 --games 20");
    assert!(sweep.contains("n = 20"), "{sweep}");
    // A number of games ends the run before, and is told.
    for games in [800, 1200] {
        let out = place.ok(&format!("{line} --games {games} --out short"));
        let words = format!("not narrow enough after {games} games: the interval of win_rate.fln is 0.0");
        assert!(out.contains(&words) && out.contains("--games"), "{out}");
        assert!(place.read("short/run.toml").contains("until_ci_reached = false"));
    }
    let out = place.ok("sim algeria --fln sober --france thrift --until-ci 0.001 --games 60 --pairs");
    assert!(out.contains("not narrow enough after 120 games: the interval of pairs.score"), "{out}");
}

#[test]
fn luck_is_measured_and_taken_off() {
    let place = Place::new();
    let line = "sim algeria --games 400 --scenario 1960 --luck";
    place.ok(&format!("{line} --pairs --out one --threads 1"));
    place.ok(&format!("{line} --pairs --out two --threads 2 --resume"));
    assert_same(&place, "one", "two");
    place.ok("sim algeria --games 2 --scenario 1960 --luck=8 --out few");
    let notes: toml::Value = toml::from_str(&place.read("few/run.toml")).expect("it is TOML");
    let words = notes["command"].as_array().expect("a list").iter().filter_map(toml::Value::as_str);
    let command: Vec<_> = words.skip(1).collect();
    place.ok(&format!("{} --out again", command.join(" ")));
    assert_same(&place, "few", "again");
    place.ok("sim algeria --games 400 --scenario 1960 --pairs --out plain");
    let rows = |name: &str| -> Vec<Vec<String>> {
        let table = place.read(name);
        table.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect()
    };
    let (with, plain) = (rows("one/games.csv"), rows("plain/games.csv"));
    assert_eq!(with[0][7], "luck");
    for (with, plain) in with.iter().zip(&plain) {
        let mut rest = with.clone();
        rest.remove(7);
        assert_eq!(rest, *plain, "measuring has changed the game");
    }
    // A game begun with other dice has other luck; the FLN has more of it in the games that it wins.
    let mean = |winner: &str| {
        let luck: Vec<f64> =
            with.iter().filter(|row| row[2] == winner).map(|row| row[7].parse().expect("a number")).collect();
        luck.iter().sum::<f64>() / luck.len() as f64
    };
    assert!(mean("fln") > mean("france") + 0.1, "{} {}", mean("fln"), mean("france"));
    let summary = place.read("one/summary.csv");
    for name in
        ["adjusted.win_rate.fln", "savings.win_rate.fln", "adjusted.pairs.score", "savings.pairs.score"]
    {
        assert!(summary.contains(&format!("\n{name},")), "{summary}");
    }
    place.ok("sim --config one/run.toml --out three");
    assert_same(&place, "one", "three");
    place.fails("sim algeria --luck=7", &["--luck", "at least 8"]);
    place.fails("sim algeria --luck --record all --out x", &["--luck", "--record"]);
}
