use crate::Place;

#[test]
fn words_that_are_not_known() {
    let place = Place::new();
    for (line, words) in [
        ("sim chess", &["chess", "algeria"][..]),
        ("sim", &["<GAME>"]),
        ("fly", &["fly"]),
        ("sim algeria --fast", &["--fast"]),
        ("sim algeria --scenario 1957", &["1957", "1954", "1958", "1960"]),
        ("sim algeria --setup odd", &["odd", "default", "free"]),
        ("sim algeria --option slow", &["slow", "slow_french_reaction", "border_zone_cuts_ap"]),
        ("sim algeria --bar event:rain", &["rain", "suez"]),
        ("sim algeria --fln deep-blue", &["deep-blue", "random", "thrift", "sober"]),
        ("sim algeria --france thrift:cup=3", &["cup", "cap"]),
        ("sim algeria --gov thrift:cap=300", &["300", "0 to 100"]),
        ("sim algeria --fln thrift:cap", &["thrift:cap", "name[:key=value]"]),
        ("sim algeria --format xml", &["xml", "json"]),
        ("position new algeria --scenario 1957", &["1957", "1958"]),
        ("position show p.json --side oas", &["oas", "fln and france"]),
        ("signature chess", &["chess"]),
        ("bots chess", &["chess"]),
        ("data list chess", &["chess"]),
    ] {
        place.fails(line, words);
    }
}

#[test]
fn numbers_that_cannot_be() {
    let place = Place::new();
    for (line, words) in [
        ("sim algeria --games 0 --out x", &["--games", "at least 1"][..]),
        ("sim algeria --games -5", &["-5"]),
        ("sim algeria --games many", &["many", "at least 1"]),
        ("sim algeria --threads 0", &["--threads", "at least 1"]),
        ("sim algeria --max-turns 0", &["--max-turns", "at least 1"]),
        ("sim algeria --seed x", &["--seed"]),
        ("sim algeria --record all", &["--out"]),
        ("sim algeria --games 10 --record 3,10 --out x", &["record", "no game 10", "0 to 9"]),
        ("sim algeria --record some --out x", &["--record", "all"]),
        ("sim algeria --game 3 --games 5", &["--game"]),
    ] {
        place.fails(line, words);
    }
}

#[test]
fn places_that_cannot_be_written() {
    let place = Place::new();
    place.write("file", "");
    place.fails("sim algeria --games 5 --out file", &["cannot write file"]);
    place.fails("sim algeria --games 5 --out file/below", &["cannot write file"]);
    place.fails("sim algeria --game 2 --out file", &["cannot write file"]);
    place.fails("position new algeria --out no/where.json", &["cannot write no/where.json"]);
    place.fails("data export algeria file", &["cannot write file"]);
}

#[test]
fn files_that_are_not_there() {
    let place = Place::new();
    for line in ["position show none", "position moves none", "position apply none x", "replay none"] {
        place.fails(line, &["cannot read none"]);
    }
    place.fails("sim algeria --data none", &["cannot read none"]);
    place.fails("data check algeria none", &["cannot read none"]);
    std::fs::write(place.path("bytes"), [0xff, 0xfe]).expect("it can be written");
    place.fails("position show bytes", &["bytes is not UTF-8 text"]);
}

/// A position, and the folder it stands in.
fn position() -> (Place, String) {
    let place = Place::new();
    place.ok("position new algeria --seed 4 --out good.json");
    let text = place.read("good.json");
    (place, text)
}

/// Writes a changed position and expects these words from every command that reads it.
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

/// Changes one thing, which must be there.
#[track_caller]
fn swap(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "\"{from}\" is missing in {text}");
    text.replacen(from, to, 1)
}

#[test]
fn positions_that_are_malformed() {
    let (place, text) = position();
    refused(&place, "", &["ends too early"]);
    refused(&place, "hello", &["line 1"]);
    refused(&place, &text[..text.len() / 2], &["ends too early"]);
    refused(&place, &text[..text.len() - 3], &["ends too early"]);
    refused(&place, &swap(&text, "position/2", "position/1"), &["wilaya.position/1", "wilaya.position/2"]);
    refused(&place, &swap(&text, "\"algeria\"", "\"chess\""), &["chess", "algeria"]);
    refused(&place, &swap(&text, "\"1958\"", "\"1957\""), &["1957", "1958"]);
    refused(&place, &swap(&text, "\"data\": \"", "\"data\": \"0"), &["other data", "same data"]);
    refused(&place, &swap(&text, "\"state\"", "\"stat\""), &["stat"]);
    refused(&place, &swap(&text, "\"ap\": ", "\"ap\": \"x\", \"pa\": "), &["ap"]);
}

#[test]
fn positions_that_cannot_be() {
    let (place, text) = position();
    let state = |from: &str, to: &str, words: &[&str]| refused(&place, &swap(&text, from, to), words);
    state(
        "\"elite-brigade\": {\n            \"oc\": 3",
        "\"elite-brigade\": {\n            \"oc\": 90",
        &["elite-brigade"],
    );
    state("\"fln\": 60", "\"fln\": 100", &["psl.fln", "100", "99"]);
    state("\"ALGIERS\"", "\"ALGERS\"", &["ALGERS"]);
    state("\"cadre\"", "\"cader\"", &["cader"]);
    state("\"oc\"", "\"op\"", &["op"]);
    state("\"node\": \"", "\"node\": \"x", &["node"]);
    state("\"border_zone\": 2", "\"border_zone\": 9", &["border_zone", "9"]);
    state("\"turn\": 1", "\"turn\": -1", &["turn"]);

    // I-2 is Remote, and VI-2 has a Front already.
    let areas: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let mut remote = areas.clone();
    remote["state"]["areas"]["I-2"]["fln"]["front"] = serde_json::json!({"ug": 1});
    refused(&place, &remote.to_string(), &["Front", "I-2", "Remote"]);
    let mut two = areas;
    two["state"]["areas"]["VI-2"]["fln"]["front"] = serde_json::json!({"ug": 1, "ops": 1});
    refused(&place, &two.to_string(), &["VI-2"]);
}

#[test]
fn actions_and_dice_that_do_not_fit() {
    let (place, _) = position();
    let moves = place.moves("good.json");
    let legal = moves.first().expect("there are moves");
    for (line, words) in [
        ("jump:ALGIERS".to_owned(), &["good.json", "jump"][..]),
        ("pass".to_owned(), &["\"pass\" is not legal here", "position moves"]),
        (legal.clone(), &["has yet to be rolled", "--dice", "--seed"]),
        (format!("{legal} --dice 1,2,3,4,5,6,1,2,3,4,5,6,1,2,3,4,5,6"), &["not used"]),
        (format!("{legal} --dice 7"), &["7"]),
        (format!("{legal} --dice one"), &["--dice", "one"]),
        (format!("{legal} --dice flush=3"), &["flush"]),
        (format!("{legal} --dice 3 --seed 1"), &["--seed"]),
    ] {
        place.fails(&format!("position apply good.json {line} --out new.json"), words);
    }
}

#[test]
fn records_that_are_wrong() {
    let place = Place::new();
    place.ok("sim algeria --scenario 1960 --games 1 --record all --out run");
    let good = place.read("run/records/0.jsonl");
    let refused = |text: &str, words: &[&str]| {
        place.write("bad.jsonl", text);
        place.fails("replay bad.jsonl", &["bad.jsonl: "]);
        place.fails("replay bad.jsonl", words);
    };
    refused("", &["line 1", "ends too early"]);
    refused("{}", &["wilaya.record/1"]);
    refused(&good[..good.len() / 2], &["line "]);
    let lines: Vec<_> = good.lines().collect();
    refused(&lines[..lines.len() - 1].join("\n"), &["cut off"]);
    refused(&swap(&good, "record/1", "record/2"), &["wilaya.record/2"]);
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    refused(&swap(&good, &version, "\"version\":\"0.0.0\""), &["wilaya 0.0.0", env!("CARGO_PKG_VERSION")]);
    refused(&swap(&good, "\"data\":\"", "\"data\":\"0"), &["other data"]);
    refused(&swap(&good, "\"game\":\"algeria\"", "\"game\":\"chess\""), &["chess", "algeria"]);
    refused(&swap(&good, "event-tens=", "event-units="), &["line 2", "event-tens"]);
    refused(&swap(&good, "\"action\":\"", "\"action\":\"x"), &["line 3"]);
    refused(&swap(&good, "\"winner\":\"", "\"winner\":\"x"), &["unknown variant", "expected"]);
    // A decision left out, and one of the other side.
    let without: Vec<_> =
        lines.iter().enumerate().filter(|(at, _)| *at != 9).map(|(_, line)| *line).collect();
    refused(&without.join("\n"), &["line "]);
    let first = if good.contains("{\"side\":\"fln\"") { ("fln", "france") } else { ("france", "fln") };
    let from = format!("{{\"side\":\"{}\"", first.0);
    refused(&swap(&good, &from, &format!("{{\"side\":\"{}\"", first.1)), &["to decide"]);
    place.fails("replay run/records/0.jsonl --set unit.cadre.count=31", &["other data"]);
}

#[test]
fn data_that_are_wrong() {
    let place = Place::new();
    place.ok("data export algeria good");
    let check = |from: &str, to: &str, words: &[&str]| {
        place.ok("data export algeria bad --force");
        place.write("bad/map.toml", &swap(&place.read("good/map.toml"), from, to));
        for line in ["data check algeria bad", "sim algeria --games 2 --data bad --out new"] {
            place.fails(line, words);
        }
    };
    let borders = "borders = [\"II-1\", \"III-2\", \"VI-1\"]";
    check(borders, "borders = [\"II-1\", \"III-2\"]", &["map.toml", "I-1", "VI-1"]);
    check(borders, "borders = [\"II-1\", \"III-2\", \"VI-9\"]", &["map.toml", "VI-9"]);
    check("rating = \"rural\"", "rating = \"wet\"", &["map.toml", "wet", "rural"]);
    check("rating = \"rural\"", "ratng = \"rural\"", &["map.toml", "rat"]);
    check("[map]", "[map", &["map.toml"]);
    check("[area.I-1]", "[area.I-2]", &["map.toml", "line", "duplicate"]);

    std::fs::remove_file(place.path("bad/map.toml")).expect("it is there");
    place.fails("data check algeria bad", &["map.toml"]);

    let set = |change: &str, words: &[&str]| {
        place.fails(&format!("sim algeria --games 2 --out new --set {change}"), words);
        place.write("one.toml", &change.replacen('=', " = ", 1));
        place.fails("sim algeria --games 2 --out new --data one.toml", words);
        place.fails("data check algeria one.toml", words);
    };
    set("unit.cadre.cuont=3", &["unit.cadre.cuont", "unit.cadre.count"]);
    set("unit.cadre.count=\"many\"", &["unit.cadre.count"]);
    set("unit.cadre.count=-3", &["unit.cadre.count", "-3"]);
    set("unit.cadre.count=1", &["cadre"]);
    place.fails("sim algeria --set unit.cadre.count", &["KEY=VALUE"]);
}
