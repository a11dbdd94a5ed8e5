//! The tables of columns in docs/formats.md, held to the files.

use std::collections::BTreeSet;
use std::path::Path;

use crate::Place;

/// The names in the first cells of the tables of columns below a heading.
fn documented(heading: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let text = std::fs::read_to_string(path).expect("it is there");
    let mut sections =
        text.split("\n#").filter(|section| section.trim_start_matches('#').trim_start().starts_with(heading));
    let section = sections.next().unwrap_or_else(|| panic!("no heading {heading}"));
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in section.lines() {
        inside = line.starts_with("| Column |") || inside && line.starts_with('|');
        if inside && line.starts_with("| `") {
            let cell = line.split('|').nth(1).expect("a cell");
            names.extend(cell.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    assert!(!names.is_empty(), "{heading} has no table of columns");
    names
}

fn columns(place: &Place, files: &[&str]) -> BTreeSet<String> {
    let header = |file: &&str| place.read(file).lines().next().expect("a header").to_owned();
    files.iter().map(header).flat_map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// That names and files say the same.
#[track_caller]
fn assert_in_step(what: &str, documented: &BTreeSet<String>, columns: &BTreeSet<String>) {
    let missing: Vec<_> = columns.difference(documented).collect();
    assert!(missing.is_empty(), "{what}: docs/formats.md does not say what {missing:?} are");
    let gone: Vec<_> = documented.difference(columns).collect();
    assert!(gone.is_empty(), "{what}: docs/formats.md describes {gone:?}, which no file has");
}

#[test]
fn tables_of_columns_are_in_step_with_the_files() {
    let place = Place::new();
    let all = |names: &[&BTreeSet<String>]| -> BTreeSet<String> {
        names.iter().copied().flatten().cloned().collect()
    };
    place.ok("sim algeria --games 3 --fln sober --france sober --pairs --turns --out a");
    place.ok("sim algeria --games 3 --fln sober --france sober --luck --out l");
    place.write(
        "bots.toml",
        &format!("[bot.me]\ncommand = [{:?}, \"bot\", \"sober\"]\n", env!("CARGO_BIN_EXE_wilaya")),
    );
    place.ok("sim algeria --games 1 --fln exec:me --out x");
    place.ok("sim ici --games 3 --fln sober --france sober --turns --out i");
    let run = documented("Folder of a run");
    let (algeria, ici) = (documented("Columns of Algeria"), documented("Columns of Ici"));
    let files = [
        "a/games.csv",
        "l/games.csv",
        "x/games.csv",
        "i/games.csv",
        "a/turns.csv",
        "i/turns.csv",
        "a/summary.csv",
    ];
    assert_in_step("a run", &all(&[&run, &algeria, &ici]), &columns(&place, &files));
    // A column of the one game is no column of the other.
    let own = |file: &str| columns(&place, &[file]).into_iter().filter(|name| !run.contains(name)).collect();
    let less = |names: &BTreeSet<String>| names.iter().filter(|name| !run.contains(*name)).cloned().collect();
    assert_in_step("Algeria", &less(&algeria), &own("a/games.csv"));
    assert_in_step("Ici", &less(&ici), &own("i/games.csv"));

    place.ok(
        "sweep algeria --vary mission.raid.cost=1,2 --games 5 --pairs --fln sober --france sober --out s",
    );
    let mut sweep = columns(&place, &["s/sweep.csv"]);
    assert!(sweep.remove("mission.raid.cost"));
    assert_in_step("a sweep", &documented("Folder of a sweep"), &sweep);

    let line =
        "impact algeria --of event:sartre --readings seen,barred,forked --games 3 --fln sober --france sober";
    place.ok(&format!("{line} --out m"));
    let files = ["m/impact.csv", "m/seen.csv", "m/forked.csv", "m/forks.csv"];
    assert_in_step("an impact", &documented("Folder of an impact"), &columns(&place, &files));

    place.ok("position new algeria --out p.json");
    place.ok("rollout p.json --games 2 --fln sober --france sober --out r.csv");
    assert_in_step("a rollout", &documented("Table of a rollout"), &columns(&place, &["r.csv"]));

    place.ok("arena algeria --scenario 1954 --bots sober,random --pairs 100 --sprt 0,50 --out e");
    let files =
        ["games", "ratings", "pairings", "sides", "speed", "sprt"].map(|name| format!("e/{name}.csv"));
    place.ok("arena algeria --scenario 1954 --bots exec:me,random --pairs 1 --out y");
    let files = files.iter().map(String::as_str).chain(["y/games.csv", "y/ratings.csv"]);
    let files: Vec<_> = files.collect();
    assert_in_step("an arena", &documented("Folder of an arena"), &columns(&place, &files));
}
