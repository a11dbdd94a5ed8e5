//! Invalid requests, and accidents.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wilaya_play::Catalogue;
use wilaya_play::session::Store;
use wilaya_play::web::{BODY_LIMIT, Limits};

use crate::client::{Browser, serve, serve_with};

fn game() -> (tempfile::TempDir, Browser) {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("algeria", "1958", "human", "heuristic", 5);
    (folder, browser)
}

#[test]
fn only_the_page_itself_is_answered() {
    let (_folder, browser) = game();
    let path = browser.path("api/menu");
    let with = |headers: &[&str]| browser.request("GET", &path, headers, "");
    with(&["Host: evil.example"]).refused(403);
    with(&["Host: 127.0.0.1"]).refused(403);
    with(&["Origin: http://evil.example"]).refused(403);
    with(&["Sec-Fetch-Site: cross-site"]).refused(403);
    let answer = with(&[&format!("Origin: http://{}", browser.server), "Sec-Fetch-Site: same-origin"]);
    answer.ok();
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "referrer-policy"]
    {
        assert!(answer.head.contains(header), "{}", answer.head);
    }
    browser.request("GET", "/", &[], "").refused(404);
    browser.request("GET", "/api/menu", &[], "").refused(404);
    browser.request("GET", &format!("/{}/api/menu", "0".repeat(32)), &[], "").refused(404);
    browser.get("../../etc/passwd").refused(404);
    browser.get("js/nothing.js").refused(404);
    browser.request("GET", &browser.path("api/act"), &[], "").refused(405);
}

#[test]
fn malformed_requests_are_refused_in_words() {
    let (_folder, browser) = game();
    let json = "Content-Type: application/json";
    let post = |path: &str, headers: &[&str], body: &str| {
        browser.request("POST", &browser.path(path), headers, body)
    };
    post("api/act", &[json], "{").refused(400);
    post("api/act", &[json], "{}").refused(422);
    post("api/act", &[json], r#"{"action":1,"version":0}"#).refused(422);
    post("api/act", &[json], r#"{"action":"done","version":0,"more":1}"#).refused(422);
    post("api/act", &[], r#"{"action":"done","version":0}"#).refused(415);
    post("api/act", &[json], &"x".repeat(BODY_LIMIT + 1)).refused(413);
    post("api/new", &[json], r#"{"game":"chess","seats":{"fln":"human","france":"random"}}"#).refused(422);
    post("api/new", &[json], r#"{"game":"ici","seats":{"fln":"human","france":"deep-blue"}}"#).refused(422);
    post("api/new", &[json], r#"{"game":"ici","scenario":"1","seats":{"fln":"human","france":"random"}}"#)
        .refused(422);
    for name in ["../x", "", "a/b", "a\u{0}b", ".hidden"] {
        browser.post("api/save", &json!({ "name": name })).refused(422);
        browser.post("api/load", &json!({ "name": name })).refused(422);
    }
    browser.post("api/load", &json!({ "name": "nothing" })).refused(500);
    browser.get("api/view?log=x").refused(400);
    browser.get("api/view?side=both").refused(400);
    browser.get("api/view?foo=1").refused(400);
    for bytes in
        [&b"GET\r\n\r\n"[..], b"\x00\x01\x02\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"]
    {
        assert!(!(200..300).contains(&browser.raw(bytes).status));
    }
    // None of this has changed the game.
    assert_eq!(browser.view(0)["steps"], json!(0));
}

#[test]
fn illegal_late_and_foreign_choices_are_refused() {
    let (_folder, browser) = game();
    let act = |action: &str, version: u64| {
        browser.post("api/act", &json!({ "action": action, "version": version }))
    };
    assert_eq!(browser.view(0)["decision"]["bot"], json!(true));
    act("done", 0).refused(409);
    browser.post("api/undo", &json!({ "version": 0 })).refused(422);
    browser.post("api/hint", &json!({})).refused(409);
    browser.get("api/review").refused(403);
    let view = browser.play(0, |_| ());
    let version = view["version"].as_u64().unwrap();
    act("nonsense", version).refused(422);
    act("place:I-1", version).refused(422);
    let choice = view["decision"]["choices"][0]["action"].as_str().unwrap();
    act(choice, version - 1).refused(409);
    // Two tabs choose at the same time: one is too late.
    act(choice, version).ok();
    act(choice, version).refused(409);
    browser.post("api/next", &json!({ "most": 1 })).refused(409);
    // A reload shows the same.
    assert_eq!(browser.view(0)["table"], browser.view(0)["table"]);
}

#[test]
fn an_answer_shows_what_is_seen_then() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    let asked = json!({ "game": "algeria", "seats": { "fln": "human", "france": "sober" }, "seed": 3 });
    let new = browser.post("api/new", &asked).ok();
    assert_eq!(new["game"], browser.get("api/game").ok());
    // The map was drawn before the game started.
    assert_eq!(new["game"]["board"], browser.post("api/board", &asked).ok());
    browser.post("api/board", &json!({ "game": "chess", "seats": asked["seats"] })).refused(422);
    // Except for the clock.
    let same = |answer: &Value, mut view: Value| {
        view["used"] = answer["view"]["used"].clone();
        assert_eq!(answer["view"], view);
    };
    same(&new, browser.view(0));
    let mut log = new["view"]["log"]["next"].as_u64().unwrap();
    let mut shows = |path: &str, mut body: Value| {
        body["log"] = json!(log);
        let answer = browser.post(path, &body).ok();
        same(&answer, browser.view(log));
        log = answer["view"]["log"]["next"].as_u64().unwrap();
        answer
    };
    let mut view = new["view"].clone();
    for _ in 0..40 {
        let choice = &view["decision"]["choices"][0]["action"];
        let answer = match view["decision"]["bot"] == json!(true) {
            true => shows("api/next", json!({ "most": 1 })),
            false => shows("api/act", json!({ "action": choice, "version": view["version"] })),
        };
        view = answer["view"].clone();
    }
    assert_eq!(view["steps"], json!(40));
    // A resumed game shows its full log.
    browser.post("api/save", &json!({ "name": "here" })).ok();
    let loaded = browser.post("api/load", &json!({ "name": "here" })).ok();
    same(&loaded, browser.view(0));
    assert_eq!(loaded["view"]["table"], view["table"]);
}

#[test]
fn who_is_slow_is_hung_up_on_and_the_others_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { connections: 8, patience: Duration::from_millis(300), ..Limits::default() };
    let browser = serve_with(folder.path(), None, limits);
    let path = browser.path("api/menu");
    // More connections than allowed: silent ones, half a head, a head without its body.
    let half = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", browser.server);
    let bodiless = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\n{{", browser.server);
    let begun = Instant::now();
    let slow: Vec<TcpStream> = (0..24)
        .map(|number| {
            let mut stream = TcpStream::connect(&browser.server).unwrap();
            stream.write_all(["", &half, &bodiless][number % 3].as_bytes()).unwrap();
            stream
        })
        .collect();
    // All of them are disconnected, eight at a time, before this one gets an answer.
    browser.get("api/menu").ok();
    assert!(begun.elapsed() >= limits.patience);
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it was hung up on");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
}

#[test]
fn who_asks_and_never_reads_is_hung_up_on() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { connections: 8, patience: Duration::from_millis(500), ..Limits::default() };
    let browser = serve_with(folder.path(), None, limits);
    // More answers than all buffers between the two can hold, on all allowed connections.
    let ask = format!("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", browser.path("js/map.js"), browser.server);
    let asks = ask.repeat(2000);
    let deaf: Vec<TcpStream> = (0..limits.connections)
        .map(|_| {
            let mut stream = TcpStream::connect(&browser.server).unwrap();
            stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
            // The server stops reading once it cannot send.
            let _ = stream.write_all(asks.as_bytes());
            stream
        })
        .collect();
    let begun = Instant::now();
    browser.get("api/menu").ok();
    assert!(begun.elapsed() < 10 * limits.patience, "{:?}", begun.elapsed());
    drop(deaf);
}

#[test]
fn a_connection_does_not_last_for_ever_and_an_answer_under_way_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { connections: 2, patience: Duration::from_secs(5), lifetime: Duration::from_millis(800) };
    let browser = serve_with(folder.path(), None, limits);
    let ask = format!("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", browser.path("style.css"), browser.server);
    let mut stream = TcpStream::connect(&browser.server).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let (begun, mut read, mut buffer) = (Instant::now(), 0, [0; 16384]);
    while begun.elapsed() < Duration::from_secs(4) {
        // It always has something to ask and to read.
        if stream.write_all(ask.as_bytes()).is_err() {
            break;
        }
        match stream.read(&mut buffer) {
            Ok(count) if count > 0 => read += count,
            _ => break,
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let lasted = begun.elapsed();
    assert!(lasted >= limits.lifetime && lasted < Duration::from_secs(3), "{lasted:?}");
    assert!(read > 0);
}

#[test]
fn a_connection_that_asks_nothing_more_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { connections: 2, patience: Duration::from_millis(300), ..Limits::default() };
    let browser = serve_with(folder.path(), None, limits);
    let ask = format!("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", browser.path("api/menu"), browser.server);
    let mut stream = TcpStream::connect(&browser.server).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(ask.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it was hung up on");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn what_is_wrong_with_a_request_is_said_in_plain_words() {
    let (_folder, browser) = game();
    let said = |path: &str, body: &str| {
        let answer = browser.request("POST", &browser.path(path), &["Content-Type: application/json"], body);
        assert!((400..500).contains(&answer.status), "{}", answer.body);
        let why = answer.json()["error"].as_str().unwrap().to_owned();
        for word in ["deserialize", "target type", "u64", "usize", "line 1", "struct", "expected struct"] {
            assert!(!why.contains(word), "{why}");
        }
        why
    };
    let seats = r#""seats":{"fln":"human","france":"random"}"#;
    for (path, body, words) in [
        (
            "api/new",
            format!(r#"{{"game":"ici",{seats},"seed":1e30}}"#),
            &["\"seed\"", "1e+30", "whole number"][..],
        ),
        ("api/new", format!(r#"{{"game":"ici",{seats},"seed":-1}}"#), &["\"seed\"", "-1", "whole number"]),
        (
            "api/new",
            r#"{"game":"ici","seats":{"fln":"human"}}"#.to_owned(),
            &["\"seats\"", "\"france\"", "missing"],
        ),
        ("api/new", format!(r#"{{"game":"ici",{seats},"sead":1}}"#), &["\"sead\"", "\"seed\""]),
        (
            "api/new",
            format!(r#"{{"game":"ici",{seats},"options":["a",3]}}"#),
            &["\"options[1]\"", "3", "text"],
        ),
        ("api/seat", r#"{"side":"both","seat":"human"}"#.to_owned(), &["\"side\"", "both", "fln"]),
        ("api/act", "{".to_owned(), &["not JSON"]),
        ("api/act", "[]".to_owned(), &["field"]),
        ("api/act", "7".to_owned(), &["7"]),
    ] {
        let why = said(path, &body);
        for word in words {
            assert!(why.contains(word), "{word} is missing: {why}");
        }
    }
    let why = browser.request("POST", &browser.path("api/act"), &[], "{}").json()["error"].take();
    assert!(why.as_str().is_some_and(|why| why.contains("Content-Type: application/json")), "{why}");
    for (query, word) in [("log=x", "whole number"), ("side=both", "fln"), ("foo=1", "\"foo\"")] {
        let why = browser.get(&format!("api/view?{query}")).json()["error"].take();
        let why = why.as_str().unwrap();
        assert!(why.contains(word) && !why.contains("deserialize"), "{why}");
    }
}

#[test]
fn a_browser_gets_a_page_where_there_is_nothing_and_the_page_gets_json() {
    let (_folder, browser) = game();
    let open = |path: &str, more: &[&str]| {
        let accept = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        browser.request("GET", path, &[&[accept], more].concat(), "")
    };
    let old = format!("/{}/", "0".repeat(32));
    for (path, more, status, words) in [
        (old.as_str(), &[][..], 404, &["another wilaya", "saved", "href=\"/\""][..]),
        ("/", &[], 404, &["address", "printed"]),
        (&browser.path("nothing"), &[], 404, &["nothing here"]),
        (&browser.path(""), &["Host: evil.example"], 403, &["127.0.0.1"]),
    ] {
        let answer = open(path, more);
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.head.contains("content-type: text/html"), "{path}: {}", answer.head);
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{}", answer.head);
        for word in words {
            assert!(answer.body.contains(word), "{path}: {word} is missing: {}", answer.body);
        }
        // Only those who have the address may learn it.
        assert!(!answer.body.contains(&browser.token) && !answer.head.contains(&browser.token));
    }
    // A script of an old page gets the same answer as before.
    let answer = browser.request("GET", &format!("{old}api/view?log=0"), &["Accept: */*"], "");
    answer.refused(404);
    assert!(
        answer.json()["error"].as_str().is_some_and(|why| why.contains("another wilaya")),
        "{}",
        answer.body
    );
    open(&format!("{old}api/view"), &[]).refused(404);
    assert_eq!(open(&browser.path(""), &[]).status, 200);
}

#[test]
fn a_killed_server_loses_nothing() {
    let (folder, browser) = game();
    let view = browser.play(12, |_| ());
    let save = Store::new(folder.path().to_owned()).read("algeria-1958-1").unwrap();
    let other = serve(folder.path(), Some(Catalogue::default().resume(&save).unwrap()));
    let again = other.view(0);
    assert_eq!((&again["steps"], &again["table"]), (&view["steps"], &view["table"]));
    assert_eq!(again["decision"], view["decision"]);
    // The same through the page.
    other.start("ici", "1959", "human", "random", 1);
    other.post("api/load", &json!({ "name": "algeria-1958-1" })).ok();
    assert_eq!(other.view(0)["table"], view["table"]);
}

#[test]
fn a_bots_decision_is_saved_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("ici", "1959", "heuristic", "sober", 5);
    let store = Store::new(folder.path().to_owned());
    for steps in 1..30 {
        browser.post("api/next", &json!({ "most": 1 })).ok();
        let save = store.read("ici-1959-1").unwrap();
        let again = Catalogue::default().resume(&save).unwrap();
        assert_eq!((again.steps(), browser.view(0)["steps"].as_u64()), (steps, Some(steps as u64)));
    }
}

#[test]
fn a_save_that_fails_is_said_and_leaves_the_last_one() {
    let (folder, browser) = game();
    let error = || browser.get("api/view").ok()["save_error"].take();
    browser.play(3, |_| ());
    assert!(error().is_null());
    let path = folder.path().join("algeria-1958-1.save");
    let (kept, aside) = (std::fs::read(&path).unwrap(), folder.path().join("aside"));
    // A folder is in the place of the file.
    std::fs::rename(&path, &aside).unwrap();
    std::fs::create_dir(&path).unwrap();
    browser.play(3, |_| ());
    assert!(error().as_str().is_some_and(|why| why.contains("algeria-1958-1.save")), "{}", error());
    browser.post("api/save", &json!({ "name": "mine" })).ok();
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = names.filter(|name| !name.to_string_lossy().ends_with(".lock")).collect();
    assert_eq!(left.len(), 3, "nothing half-written is left behind: {left:?}");
    std::fs::remove_dir(&path).unwrap();
    std::fs::rename(&aside, &path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), kept);
    browser.play(1, |_| ());
    assert!(error().is_null());
    assert_ne!(std::fs::read(&path).unwrap(), kept);
}

#[test]
fn a_disk_that_takes_nothing_is_said_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // A file is in the place of the folder.
    let blocked = folder.path().join("saves");
    std::fs::write(&blocked, "").unwrap();
    let browser = serve(&blocked, None);
    browser.start("algeria", "1958", "human", "heuristic", 5);
    browser.play(3, |_| ());
    let answer = browser.get("api/view").ok();
    assert!(
        answer["save_error"].as_str().is_some_and(|why| why.contains("saves")),
        "{}",
        answer["save_error"]
    );
    browser.post("api/save", &json!({ "name": "mine" })).refused(500);
}
