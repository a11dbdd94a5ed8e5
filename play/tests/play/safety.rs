//! Requests that should not be, and accidents.

use std::io::Write as _;
use std::net::TcpStream;

use serde_json::json;
use wilaya_play::Catalogue;
use wilaya_play::session::Store;
use wilaya_play::web::{BODY_LIMIT, CONNECTIONS};

use crate::client::{Browser, serve};

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
    // After all that the game is as it was.
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
fn many_connections_wait_and_are_served() {
    let (_folder, browser) = game();
    let idle: Vec<TcpStream> =
        (0..CONNECTIONS + 10).map(|_| TcpStream::connect(&browser.server).unwrap()).collect();
    let request = format!("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", browser.path("api/menu"), browser.server);
    for mut stream in idle {
        stream.write_all(request.as_bytes()).unwrap();
    }
    browser.get("api/menu").ok();
}

#[test]
fn a_killed_server_loses_nothing() {
    let (folder, browser) = game();
    let view = browser.play(12, |_| ());
    let save = Store::new(folder.path().to_owned()).read("autosave-algeria").unwrap();
    let other = serve(folder.path(), Some(Catalogue::default().resume(&save).unwrap()));
    let again = other.view(0);
    assert_eq!((&again["steps"], &again["table"]), (&view["steps"], &view["table"]));
    assert_eq!(again["decision"], view["decision"]);
    // And through the page.
    other.start("ici", "1959", "human", "random", 1);
    other.post("api/load", &json!({ "name": "autosave-algeria" })).ok();
    assert_eq!(other.view(0)["table"], view["table"]);
}

#[test]
fn a_disk_that_takes_nothing_is_said_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be.
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
