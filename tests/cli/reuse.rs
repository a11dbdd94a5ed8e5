//! Folders in which something was written before.

use crate::{Place, wait_until};

/// A command of each kind that writes as many files as it can.
const RICH: [&str; 4] = [
    "sim algeria --games 6 --turns --record all --fln random --france random",
    "arena algeria --bots sober,random --pairs 2 --sprt 0,50 --batch 1",
    "impact algeria --games 4 --readings seen,barred,forked --of event:nato --playouts 1 --fln random --france random",
    "sweep algeria --games 4 --vary unit.division.count=13,14,15 --fln random --france random",
];

/// The same with fewer files.
const PLAIN: [&str; 4] = [
    "sim algeria --games 3 --fln random --france random",
    "arena algeria --bots sober,random --pairs 1",
    "impact algeria --games 2 --readings barred --of event:nato --fln random --france random",
    "sweep algeria --games 2 --vary unit.division.count=14,16 --fln random --france random",
];

/// What is in a folder of the place.
fn files(place: &Place, folder: &str) -> Vec<String> {
    let names = place.files().into_iter();
    names.filter_map(|name| name.strip_prefix(&format!("{folder}/")).map(str::to_owned)).collect()
}

#[test]
fn what_an_earlier_command_has_left_is_gone_and_nothing_else() {
    for (number, rich) in RICH.into_iter().enumerate() {
        let place = Place::new();
        place.ok(&format!("{rich} --out rich"));
        place.ok("report rich");
        assert!(files(&place, "rich").len() > 8, "{:?}", files(&place, "rich"));
        for plain in PLAIN {
            let name = plain.split(' ').next().expect("a word");
            place.ok(&format!("{plain} --out fresh-{name}"));
            // As the rich one left it, with what is somebody else's.
            copy(&place.path("rich"), &place.path("out"));
            let own = [
                "notes.txt",
                "records/mine.txt",
                "records/9.jsonl",
                "figures/mine.svg",
                "7/own.txt",
                "1/own.txt",
            ];
            for own in own {
                std::fs::create_dir_all(place.path(&format!("out/{own}")).parent().expect("a folder"))
                    .expect("it can be made");
                place.write(&format!("out/{own}"), own);
            }
            place.ok(&format!("{plain} --out out"));
            for own in own {
                assert_eq!(place.read(&format!("out/{own}")), own, "{rich}, {plain}");
            }
            let left = files(&place, "out").into_iter().filter(|name| !own.contains(&name.as_str()));
            assert_eq!(
                left.collect::<Vec<_>>(),
                files(&place, &format!("fresh-{name}")),
                "{number}: {plain}"
            );
            std::fs::remove_dir_all(place.path("out")).expect("it can be removed");
            std::fs::remove_dir_all(place.path(&format!("fresh-{name}"))).expect("it can be removed");
        }
    }
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("it can be made");
    for entry in std::fs::read_dir(from).expect("it is there") {
        let entry = entry.expect("it is there").path();
        let to = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy(&entry, &to);
        } else {
            std::fs::copy(&entry, &to).expect("it can be copied");
        }
    }
}

#[test]
fn what_somebody_else_has_written_is_not_removed() {
    for (name, text) in [
        ("games.csv", "game,score\n1,3\n"),
        ("summary.csv", "month,sum\n"),
        ("sweep.csv", "a,b\n"),
        ("run.toml", "# how fast to run\nspeed = 3\n"),
        ("arena.toml", "schema = \"of my own\"\n"),
        ("impact.toml", "no TOML at all"),
    ] {
        let place = Place::new();
        std::fs::create_dir(place.path("out")).expect("it can be made");
        place.write(&format!("out/{name}"), text);
        for plain in PLAIN {
            place.fails(&format!("{plain} --out out"), &[&format!("out/{name} exists"), "move it away"]);
        }
        assert_eq!(place.read(&format!("out/{name}")), text);
    }
    // Other files do not matter, nor do folders that hold runs.
    let place = Place::new();
    place.ok("sim algeria --games 2 --out out/1");
    place.ok("sim algeria --games 2 --out out/runs/all");
    place.write("out/data.csv", "mine");
    place.write("out/report.html", "<p>mine</p>");
    place.ok("sim algeria --games 2 --out out");
    place.ok("sim algeria --games 2 --out out");
    for name in ["data.csv", "report.html", "1/games.csv", "runs/all/games.csv", "games.csv"] {
        assert!(place.path(&format!("out/{name}")).exists(), "{name}");
    }
    place.fails("report out", &["out/report.html exists"]);
    assert_eq!(place.read("out/report.html"), "<p>mine</p>");
}

#[test]
fn a_record_goes_to_the_folder_of_its_run_only() {
    let place = Place::new();
    place.ok("sim algeria --games 6 --record all --out run");
    std::fs::remove_file(place.path("run/records/3.jsonl")).expect("it is there");
    place.fails("sim algeria --seed 2 --game 3 --out run", &["run holds another run", "seed is 1, not 2"]);
    place.ok("sim algeria --game 3 --out run --quiet");
    assert_eq!(files(&place, "run").iter().filter(|name| name.ends_with(".jsonl")).count(), 6);
    place.ok("sim algeria --game 3 --out alone --quiet");
    assert_eq!(place.read("run/records/3.jsonl"), place.read("alone/records/3.jsonl"));
}

#[test]
fn another_sweep_is_not_resumed() {
    let place = Place::new();
    let line =
        "sweep algeria --games 4 --fln random --france random --vary unit.division.count=14,16 --out out";
    place.ok(line);
    place.ok(&format!("{line} --resume"));
    place.fails(
        &format!("{} --resume", line.replace("14,16", "14,15")),
        &["out holds another sweep", "=14,16"],
    );
    // The notes say how to repeat it.
    let notes: toml::Table = place.read("out/sweep.toml").parse().expect("it is TOML");
    let words = notes["command"].as_array().expect("a list").iter().filter_map(toml::Value::as_str);
    place.ok(&format!("{} --out again", words.skip(1).collect::<Vec<_>>().join(" ")));
    assert_eq!(place.read("out/sweep.csv"), place.read("again/sweep.csv"));
    assert_eq!(place.read("out/sweep.toml"), place.read("again/sweep.toml"));
}

#[test]
fn a_tuning_does_not_leave_the_weights_of_another() {
    let place = Place::new();
    let line = "tune algeria --scenario 1960 --pairs 1 --pool random --out weights.toml";
    place.ok(&format!("{line} --iterations 2"));
    assert!(!place.read("weights.toml").contains("[state]"));
    let mut command = place.command(&format!("{line} --iterations 1000000 --seed 9"));
    let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("the program can be run");
    wait_until("the weights are of this tuning", || {
        assert_eq!(child.try_wait().expect("it can be asked"), None);
        place.read("weights.toml").contains("--seed 9")
    });
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(place.read("weights.toml").contains("[state]"));
    place.write("weights.toml", "[package]\nname = \"mine\"\n");
    place.refuses(
        &format!("{line} --iterations 2"),
        &["weights.toml is not a valid tuning file", "give another"],
    );
    assert!(place.read("weights.toml").contains("mine"));
}
