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
        ("sim algeria --games 10 --record 3,10 --out x", &["--record", "no game 10", "0 to 9"]),
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
    place.fails("position show bytes", &["bytes is no text"]);
}
