//! A minimal browser: HTTP over a socket, with every byte kept.

use std::cell::RefCell;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use wilaya_play::Catalogue;
use wilaya_play::session::{AnySession, CurrentGame, Store};
use wilaya_play::web::{Host, Limits, Page};

/// A page served on its own thread, and a browser that knows its address.
pub(crate) struct Browser {
    pub(crate) server: String,
    pub(crate) token: String,
    /// Everything received so far.
    pub(crate) received: RefCell<Vec<String>>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The value of a successful response.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.json()
    }

    /// Checks the status, and that the response explains itself.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) {
        assert_eq!(self.status, status, "{}", self.body);
        assert!(self.json()["error"].as_str().is_some_and(|why| why.len() > 8), "{}", self.body);
    }
}

/// A folder of saves, and a page that uses it.
pub(crate) fn serve(folder: &Path, session: Option<Box<dyn AnySession>>) -> Browser {
    serve_with(folder, session, Limits::default())
}

/// The same, with limits.
pub(crate) fn serve_with(folder: &Path, session: Option<Box<dyn AnySession>>, limits: Limits) -> Browser {
    let adviser = "heuristic".parse().unwrap();
    let game = session.map(CurrentGame::new);
    let host = Host::new(Catalogue::default(), Store::new(folder.to_owned()), adviser, game);
    let page = Page::bind(0, host).unwrap().with_limits(limits);
    let address = page.address();
    std::thread::spawn(move || page.run());
    let (server, token) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    Browser {
        server: server.to_owned(),
        token: token.trim_matches('/').to_owned(),
        received: RefCell::default(),
    }
}

impl Browser {
    /// Sends raw bytes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.server).unwrap();
        // The server waits for the rest of half a request; nobody waits for its response.
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // The server may close the connection before reading everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8(answer).unwrap();
        self.received.borrow_mut().push(text.clone());
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// A request with these headers in addition to Host.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        let host = if headers.iter().any(|header| header.starts_with("Host:")) {
            String::new()
        } else {
            format!("Host: {}\r\n", self.server)
        };
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        self.raw(format!("{head}{body}").as_bytes())
    }

    pub(crate) fn path(&self, path: &str) -> String {
        format!("/{}/{path}", self.token)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", &self.path(path), &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", &self.path(path), &["Content-Type: application/json"], &body.to_string())
    }

    #[track_caller]
    pub(crate) fn view(&self, log: u64) -> Value {
        self.get(&format!("api/view?log={log}")).ok()["view"].take()
    }

    #[track_caller]
    pub(crate) fn start(&self, game: &str, scenario: &str, fln: &str, france: &str, seed: u64) {
        let seats = json!({ "fln": fln, "france": france });
        let asked = json!({ "game": game, "scenario": scenario, "seats": seats, "seed": seed });
        self.post("api/new", &asked).ok();
    }

    /// Plays until the game is over or humans have made `most` decisions: bots play by themselves, humans by meaningless
    /// arithmetic. `each` gets every view.
    pub(crate) fn play(&self, most: usize, mut each: impl FnMut(&Value)) -> Value {
        let (mut log, mut chosen, mut number) = (0, 0, 12345_u64);
        loop {
            let view = self.view(log);
            log = view["log"]["next"].as_u64().unwrap();
            each(&view);
            let decision = &view["decision"];
            if decision.is_null() {
                return view;
            }
            if decision["bot"] == json!(true) {
                self.post("api/next", &json!({ "most": 40, "log": log })).ok();
                continue;
            }
            if chosen == most {
                return view;
            }
            let choices = decision["choices"].as_array().unwrap();
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let choice = &choices[(number >> 33) as usize % choices.len()];
            let act = json!({ "action": choice["action"], "version": view["version"], "log": log });
            self.post("api/act", &act).ok();
            chosen += 1;
        }
    }
}
