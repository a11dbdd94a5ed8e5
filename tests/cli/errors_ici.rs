use serde_json::{Value, json};

use crate::Place;

#[test]
fn words_that_are_not_known() {
    let place = Place::new();
    for (line, words) in [
        ("sim ici --scenario 1958", &["1958", "1955", "1959"][..]),
        ("sim ici --setup odd", &["odd", "default", "free"]),
        ("sim ici --option shorter_game", &["shorter_game", "maquis"]),
        ("sim ici --bar chit:fl_rain", &["fl_rain"]),
        ("sim ici --bar event:suez", &["event"]),
        ("sim ici --fln deep-blue", &["deep-blue", "random", "thrift", "sober"]),
        ("sim ici --france sober:cap=3", &["cap"]),
        ("sim ici --games 0 --out x", &["--games", "at least 1"]),
        ("sim ici --games 10 --record 10 --out x", &["record", "no game 10", "0 to 9"]),
        ("position new ici --scenario 1958", &["1958", "1955", "1959"]),
    ] {
        place.fails(line, words);
    }
    place.write("file", "");
    place.fails("sim ici --games 5 --out file", &["cannot write file"]);
    place.fails("sim ici --games 5 --out file/below", &["cannot write file"]);
}

#[cfg(unix)]
#[test]
fn folders_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    std::fs::create_dir(place.path("locked")).expect("it can be made");
    let allow = |mode| {
        std::fs::set_permissions(place.path("locked"), std::fs::Permissions::from_mode(mode))
            .expect("it is ours");
    };
    allow(0o555);
    // Whoever may do everything may write there all the same.
    if std::fs::write(place.path("locked/probe"), "").is_err() {
        for game in ["algeria", "ici"] {
            place.fails(&format!("sim {game} --games 5 --out locked"), &["cannot write locked"]);
            place.fails(&format!("sim {game} --games 5 --out locked/run"), &["cannot write locked/run"]);
            place.fails(&format!("position new {game} --out locked/p.json"), &["cannot write locked/p.json"]);
        }
    }
    allow(0o755);
}

/// A position after some decisions, and the folder it stands in.
fn position() -> (Place, Value) {
    let place = Place::new();
    place.ok("position new ici --scenario 1959 --seed 4 --out good.json");
    for step in 0..6 {
        let action = place.moves("good.json").swap_remove(0);
        place.ok(&format!("position apply good.json {action} --seed {step} --out good.json"));
    }
    let value = serde_json::from_str(&place.read("good.json")).expect("it is JSON");
    (place, value)
}

/// Writes something as a position and expects these words from every command that reads it.
#[track_caller]
fn refused(place: &Place, text: &str, words: &[&str]) {
    place.write("bad.json", text);
    for line in
        ["position show bad.json", "position moves bad.json", "position apply bad.json x --out new.json"]
    {
        place.fails(line, words);
        place.fails(line, &["bad.json: "]);
    }
}

#[test]
fn positions_that_are_malformed() {
    let (place, value) = position();
    let text = value.to_string();
    refused(&place, &text[..text.len() / 2], &["ends too early"]);
    refused(&place, &text.replace("position/2", "position/1"), &["wilaya.position/1", "wilaya.position/2"]);
    refused(&place, &text.replace("\"game\":\"ici\"", "\"game\":\"algeria\""), &["1959", "1954"]);
    refused(&place, &text.replace("\"data\":\"", "\"data\":\"0"), &["other data", "same data"]);
    refused(&place, &text.replace("\"scenario\":\"1959\"", "\"scenario\":\"1958\""), &["1958", "1959"]);
    refused(&place, &text.replace("\"tracks\"", "\"trucks\""), &["tracks"]);
}

#[test]
fn positions_that_cannot_be() {
    let (place, good) = position();
    let change = |pointer: &str, value: Value, words: &[&str]| {
        let mut bad = good.clone();
        let there = bad.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is missing"));
        assert_ne!(*there, value, "{pointer}");
        *there = value;
        refused(&place, &bad.to_string(), words);
    };
    change("/state/faileks/3A/here/moudjahidine", json!(9), &["moudjahidine", "instead of"]);
    change("/state/faileks/3A/sure/moudjahidine", json!(9), &["sure", "3A"]);
    change("/state/tracks/french_public", json!(21), &["french_public", "21", "0 to 20"]);
    change("/state/tracks/points/fln", json!(99), &["points.fln", "99"]);
    change("/state/tracks/troop_density", json!(-1), &["troop_density", "-1"]);
    change("/state/tracks/pied_noirs", json!("Mild"), &["Mild"]);
    change("/state/regions/2A/marker", json!(40), &["2A", "40"]);
    change("/state/regions/2A/level", json!("activst"), &["activst"]);
    change("/state/units/bellounis-1/at", json!("2A"), &["bellounis-1", "2A"]);
    change("/state/units/1-rcp/at", json!("9Z"), &["9Z"]);
    change("/state/turn/year", json!(1971), &["1971"]);
    change("/state/turn/season", json!("autumn"), &["autumn"]);
    change("/state/next/decision", json!("jump"), &["jump"]);
    change("/state/chits/fln/hand/0", json!("fl_rain"), &["fl_rain"]);
    change(
        "/state/chits/fln/hand/0",
        good["state"]["chits"]["fln"]["cup"][0].clone(),
        &["fl_", "and elsewhere"],
    );

    let mut without = good.clone();
    without["state"]["units"].as_object_mut().expect("units by id").remove("1-rcp");
    refused(&place, &without.to_string(), &["1-rcp"]);
    let mut more = good.clone();
    more["state"]["units"]["1-rcp-twin"] = more["state"]["units"]["1-rcp"].clone();
    refused(&place, &more.to_string(), &["1-rcp-twin"]);
}

#[test]
fn actions_and_dice_that_do_not_fit() {
    let (place, _) = position();
    let legal = place.moves("good.json").swap_remove(0);
    for (line, words) in [
        ("jump:2A".to_owned(), &["good.json", "jump"][..]),
        ("choose:fl_rain".to_owned(), &["fl_rain"]),
        ("resettle:2A".to_owned(), &["good.json"]),
        (format!("{legal} --dice 1,2,3,4,5,6,1,2,3,4,5,6,1,2,3,4,5,6,1,2,3,4,5,6"), &["--dice"]),
        (format!("{legal} --dice one"), &["--dice", "one"]),
        (format!("{legal} --dice rain=3"), &["rain"]),
    ] {
        place.fails(&format!("position apply good.json {line} --out new.json"), words);
    }
}

#[test]
fn records_that_are_wrong() {
    let place = Place::new();
    place.ok("sim ici --scenario 1959 --games 1 --record all --out run");
    let good = place.read("run/records/0.jsonl");
    let refused = |text: &str, words: &[&str]| {
        place.write("bad.jsonl", text);
        place.fails("replay bad.jsonl", &["bad.jsonl: "]);
        place.fails("replay bad.jsonl", words);
    };
    let swap = |from: &str, to: &str| {
        assert!(good.contains(from), "\"{from}\" is missing");
        good.replacen(from, to, 1)
    };
    refused(&good[..good.len() / 2], &["line "]);
    let lines: Vec<_> = good.lines().collect();
    refused(&lines[..lines.len() - 1].join("\n"), &["cut off"]);
    refused(&swap("record/1", "record/2"), &["wilaya.record/2"]);
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    refused(&swap(&version, "\"version\":\"9.9.9\""), &["wilaya 9.9.9", env!("CARGO_PKG_VERSION")]);
    refused(&swap("\"data\":\"", "\"data\":\"0"), &["other data"]);
    refused(&swap("\"scenario\":\"1959\"", "\"scenario\":\"1955\""), &["line "]);
    refused(&swap("\"action\":\"", "\"action\":\"x"), &["line "]);
    refused(&swap("deal.fln=", "deal.france="), &["deal.f"]);
    refused(&[&good, lines[lines.len() - 1]].concat(), &["line "]);
    let (won, lost, word) = if good.contains("\"winner\":\"fln\"") {
        ("fln", "france", "FLN")
    } else {
        ("france", "fln", "France")
    };
    refused(
        &swap(&format!("\"winner\":\"{won}\""), &format!("\"winner\":\"{lost}\"")),
        &["line ", word, "the record says"],
    );
    place.fails("replay run/records/0.jsonl --set chit.fl_oas.first=1958", &["other data"]);
}

#[test]
fn data_that_are_wrong() {
    let place = Place::new();
    place.ok("data export ici good");
    let check = |file: &str, from: &str, to: &str, words: &[&str]| {
        place.ok("data export ici bad --force");
        let text = place.read(&format!("good/{file}"));
        assert!(text.contains(from), "\"{from}\" is missing in {file}");
        place.write(&format!("bad/{file}"), &text.replacen(from, to, 1));
        for line in ["data check ici bad", "sim ici --games 2 --data bad --out new"] {
            place.fails(line, words);
            place.fails(line, &[file]);
        }
    };
    let borders = "borders = [\"1A\", \"1B\", \"1D\", \"6A\", \"7C\"]";
    check("map.toml", borders, "borders = [\"1A\", \"1B\", \"1D\", \"6A\"]", &["7C"]);
    check("map.toml", borders, "borders = [\"1A\", \"1B\", \"1D\", \"6A\", \"7C\", \"9Z\"]", &["9Z"]);
    check("chits.toml", "[chit.fl_oas]", "[chit.fl_oas", &["line"]);
    check("chits.toml", "[chit.fl_oas]", "[chit.fl_riots]", &["duplicate", "line"]);
    check("units.toml", "\nkind = \"bellounis\"", "\nkind = \"belounis\"", &["belounis", "bellounis"]);
    check("units.toml", "\nreduced_quality", "\nreduced_qualty", &["reduced_qual"]);

    let set = |change: &str, words: &[&str]| {
        place.fails(&format!("sim ici --games 2 --out new --set {change}"), words);
        place.write("one.toml", &change.replacen('=', " = ", 1));
        place.fails("sim ici --games 2 --out new --data one.toml", words);
        place.fails("data check ici one.toml", words);
    };
    set("chit.fl_oas.frist=1960", &["chit.fl_oas.frist", "chit.fl_oas.first"]);
    set("chit.fl_oas.first=1970", &["chit.fl_oas.first", "1970"]);
    set("unit_type.bellounis.quality=-1", &["unit_type.bellounis.quality", "-1"]);
    set("failek.moussebiline.count=900", &["failek.moussebiline.count", "900"]);
}
