//! Files of a folder that do not belong together.

use crate::locks::Running;
use crate::{Place, wait_until};

/// Does something with another file in the place of one, and puts the right one back.
#[track_caller]
fn swapped(place: &Place, name: &str, text: &str, then: impl Fn()) {
    let right = place.read(name);
    assert_ne!(right, text, "{name}: nothing is swapped");
    place.write(name, text);
    then();
    place.write(name, &right);
}

/// Texts that are not that of a file: another one's, and parts of it.
fn others(place: &Place, name: &str, other: &str) -> [String; 3] {
    let (right, other) = (place.read(name), place.read(other));
    let cut = right.trim_end().rfind('\n').map_or(0, |end| end + 1);
    [other, right[..cut].to_owned(), format!("{right}{}", &right[cut..])]
}

#[test]
fn files_of_other_runs_are_refused() {
    let place = Place::new();
    place.ok("position new ici --seed 4 --out p.json");
    let line = "sim ici --games 8 --turns --fln random --france random --from p.json";
    place.ok(&format!("{line} --out one"));
    place.ok(&format!("{line} --seed 2 --out two"));
    for name in ["games.csv", "turns.csv", "summary.csv"] {
        for text in others(&place, &format!("one/{name}"), &format!("two/{name}")) {
            swapped(&place, &format!("one/{name}"), &text, || {
                let words = [&format!("one/{name}"), "does not belong to one/run.toml"];
                place.fails("report one", &words);
                place.fails("report .", &[words[0], "does not belong to"]);
                place.fails(&format!("{line} --out one --resume"), &words);
            });
        }
        let right = place.read(&format!("one/{name}"));
        std::fs::remove_file(place.path(&format!("one/{name}"))).expect("it is there");
        // Results are kept without the large tables.
        if name == "summary.csv" {
            place.fails("report one", &["one/summary.csv", "it is missing"]);
        } else {
            place.ok("report one");
        }
        place.write(&format!("one/{name}"), &right);
    }
    swapped(&place, "one/from.json", "{}", || {
        place.fails("report one", &["one/from.json", "does not belong to one/run.toml"]);
    });
    swapped(&place, "one/run.toml", &place.read("two/run.toml"), || {
        place.fails("report one", &["one/games.csv", "does not belong to one/run.toml"]);
    });
    // Notes of a version that did not tell are held against the number of games.
    let mut notes: toml::Table = place.read("one/run.toml").parse().expect("it is TOML");
    notes.remove("files");
    swapped(&place, "one/run.toml", &notes.to_string(), || {
        place.ok("report one");
        let cut = others(&place, "one/games.csv", "two/games.csv");
        swapped(&place, "one/games.csv", &cut[1], || {
            place.fails("report one", &["one/games.csv", "7 games"]);
        });
    });
    place.ok("report one");
    place.ok(&format!("{line} --out one --resume"));
    place.killed("one/run.toml");
    place.fails("report one", &["one holds a run that has not ended", "resuming"]);
}

#[test]
fn parts_with_files_of_other_runs_are_not_merged() {
    let place = Place::new();
    let line = "sim algeria --games 8 --turns --record all --fln random --france thrift --pairs";
    for seed in [1, 2] {
        for part in [1, 2] {
            place.ok(&format!("{line} --seed {seed} --shard {part}/2 --out {seed}-{part}"));
        }
    }
    for name in ["games.csv", "turns.csv", "summary.csv"] {
        swapped(&place, &format!("1-2/{name}"), &place.read(&format!("2-2/{name}")), || {
            let words = [&format!("1-2/{name}"), "does not belong to 1-2/run.toml"];
            place.fails("merge 1-1 1-2 --out merged", &words);
        });
    }
    for (name, other) in [
        ("9.jsonl", "2-2/records/9.jsonl"),
        ("9.jsonl", "1-2/records/8.jsonl"),
        ("8.jsonl", "1-2/records/10.jsonl"),
    ] {
        swapped(&place, &format!("1-2/records/{name}"), &place.read(other), || {
            let words = [&format!("1-2/records/{name}"), "the record of another game"];
            place.refuses("merge 1-1 1-2 --out merged", &words);
            place.fails(&format!("{line} --shard 2/2 --out 1-2 --resume"), &words);
        });
    }
    place.ok("merge 1-1 1-2 --out merged");
    place.ok("report merged");
}

#[cfg(unix)]
#[test]
fn a_table_of_another_run_is_not_gone_on_with() {
    let place = Place::new();
    for (line, other, table, notes) in [
        (
            "sim algeria --games 1000000 --fln random --france random --out one",
            "sim algeria --games 400 --seed 2 --fln random --france random --out two",
            "games.csv",
            "run.toml",
        ),
        (
            "arena algeria --bots random,sober --pairs 1000000 --out three",
            "arena algeria --bots random,sober --pairs 400 --seed 2 --out four",
            "games.csv",
            "arena.toml",
        ),
    ] {
        let folder = |line: &str| line.rsplit(' ').next().map(str::to_owned).expect("a word");
        let (one, two) = (folder(line), folder(other));
        place.ok(other);
        let running = Running::start(&place, line, &format!("{one}/{table}"));
        let header = place.read(&format!("{one}/{table}")).find('\n').expect("a header") as i64 + 1;
        // Until the notes have told of rows.
        let noted = || {
            let notes: toml::Table = place.read(&format!("{one}/{notes}")).parse().expect("it is TOML");
            notes.get("files")?.get(table)?.get("bytes")?.as_integer()
        };
        wait_until("the notes tell how far it is", || noted().is_some_and(|bytes| bytes > header));
        running.kill();
        swapped(&place, &format!("{one}/{table}"), &place.read(&format!("{two}/{table}")), || {
            let words = [&format!("{one}/{table}"), "does not belong to", notes, "restore the right one"];
            place.fails(&format!("{line} --resume"), &words);
        });
    }
}

#[test]
fn tables_of_other_arenas_impacts_and_sweeps_are_refused() {
    let place = Place::new();
    let bots = "--fln random --france random";
    for (line, notes, names) in [
        (
            "arena algeria --bots random,sober --pairs 6 --sprt 0,50 --batch 3".to_owned(),
            "arena.toml",
            &["games.csv", "ratings.csv", "pairings.csv", "sides.csv", "sprt.csv"][..],
        ),
        (
            format!("impact algeria --games 8 --readings seen,forked --playouts 1 --of event:nato {bots}"),
            "impact.toml",
            &["impact.csv", "seen.csv", "forked.csv", "forks.csv"],
        ),
        (
            format!("sweep algeria --games 6 --vary unit.division.count=13,14 {bots}"),
            "sweep.toml",
            &["sweep.csv"],
        ),
    ] {
        place.ok(&format!("{line} --out one"));
        place.ok(&format!("{line} --seed 3 --out two"));
        for name in names {
            for text in others(&place, &format!("one/{name}"), &format!("two/{name}")) {
                if text == place.read(&format!("one/{name}")) {
                    continue;
                }
                swapped(&place, &format!("one/{name}"), &text, || {
                    let words = [&format!("one/{name}"), "does not belong to one/", notes];
                    place.fails("report one", &words);
                    if notes != "sweep.toml" && *name != "sprt.csv" {
                        place.refuses(&format!("{line} --out one --resume"), &[&format!("one/{name}")]);
                    }
                });
            }
        }
        if notes == "sweep.toml" {
            for (from, to, words) in
                [("one/2", "one/1", "is not 13 there"), ("two/1", "one/1", "another sweep")]
            {
                for name in ["run.toml", "games.csv", "summary.csv"] {
                    place.write(&format!("{to}/{name}"), &place.read(&format!("{from}/{name}")));
                }
                place.fails("report one", &["one/1 does not belong to one/sweep.csv", words]);
            }
        }
        place.ok("report two");
        place.ok(&format!("{line} --seed 3 --out two --resume"));
    }
}
