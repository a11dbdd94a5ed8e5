//! What the page of a game with secrets receives.

use serde_json::{Value, json};
use wilaya_engine::dice::ScriptedDice;
use wilaya_engine::ici::types::{Chit, Location};
use wilaya_engine::ici::{Ici, State};
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{Game, Side};

use crate::client::serve;

/// The positions of a recorded game, the first one before any decision.
fn positions(text: &str) -> (<Ici as Game>::Rules, Vec<State>) {
    let header = Header::parse(text).unwrap();
    let rules = Ici::rules(&Ici::figures(), &header.setting).unwrap();
    let record = Record::<Ici>::parse(&rules, text).unwrap();
    let mut dice = ScriptedDice::new(record.rolls.iter().copied());
    let mut states = vec![Ici::start(&rules, &mut dice, &mut ())];
    for step in &record.steps {
        let mut state = *states.last().unwrap();
        Ici::apply(
            &rules,
            &mut state,
            step.action,
            &mut ScriptedDice::new(step.rolls.iter().copied()),
            &mut (),
        );
        states.push(state);
    }
    (rules, states)
}

/// How many faileks of known types a table shows in a place.
fn shown(table: &Value, id: &str) -> u64 {
    let areas = table["areas"].as_array().unwrap();
    let area = areas.iter().find(|area| area["id"] == json!(id));
    let strips = area.map_or(&[][..], |area| area["strips"].as_array().unwrap());
    let counters = strips.iter().filter(|strip| strip["side"] == json!("fln"));
    let counters = counters.flat_map(|strip| strip["counters"].as_array().unwrap());
    counters.filter(|one| one["letter"] != json!("?")).map(|one| one["count"].as_u64().unwrap()).sum()
}

fn nothing_hidden_is_sent(person: Side, scenario: &str, decisions: usize) {
    let bot = person.other();
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    let seat = |side: Side| if side == person { "human" } else { "heuristic" };
    browser.start("ici", scenario, seat(Side::Fln), seat(Side::France), 11);
    let mut views = Vec::new();
    let end = browser.play(decisions, |view| views.push(view.clone()));
    assert!(end["decision"].is_object(), "the game is still on");
    browser.get("api/game").ok();
    browser.get("api/menu").ok();
    browser.post("api/hint", &json!({})).ok();
    browser.get("api/record").json_lines();
    for path in ["api/review", "api/table?step=1", &format!("api/view?side={}", bot.name())] {
        browser.get(path).refused(403);
    }

    // Everything that happened, from the file that is not sent.
    let secret = std::fs::read_to_string(folder.path().join("autosave-ici.save.secret")).unwrap();
    let record = secret.split_once('\n').unwrap().1;
    let (rules, states) = positions(record);
    assert_eq!(states.len() as u64, end["steps"].as_u64().unwrap() + 1);
    let hidden: Vec<Value> = record
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["seen_by"] == json!(bot.name()))
        .collect();
    assert!(hidden.len() > 5, "{} has no secrets", bot.name());

    let received = browser.received.borrow().concat();
    assert!(!received.contains(&format!("\"seen_by\":\"{}\"", bot.name())));
    assert!(!received.contains("\"seed\":11"), "the seed tells the dice");
    for line in &hidden {
        for roll in line["rolls"].as_array().into_iter().flatten() {
            let roll = roll.as_str().unwrap();
            assert!(!received.contains(&format!("\"{roll}\"")), "{roll}");
        }
    }
    // A chit in the bot's hand is not named to the person, neither in the hand nor in the log.
    let mut looked = 0;
    for view in &views {
        let state = &states[view["steps"].as_u64().unwrap() as usize];
        let text = format!("{}{}{}", view["table"]["hands"], view["decision"], view["log"]);
        for chit in Chit::each(state.hand(bot)) {
            let row = rules.chit(chit);
            assert!(!text.contains(&format!("\"{}\"", row.name)), "{} in {text}", row.name);
            assert!(!text.contains(&format!("draws {}.", row.name)) && !text.contains(&row.id), "{text}");
            looked += 1;
        }
        if person == Side::France {
            for at in (0..Location::COUNT as u8).map(Location).filter(|at| !rules.id(*at).is_empty()) {
                let sure: u64 = state.sure(at).iter().map(|&count| u64::from(count)).sum();
                assert_eq!(shown(&view["table"], rules.id(at)), sure, "{}", rules.id(at));
            }
        }
    }
    assert!(looked > 50, "{looked}");
    if person == Side::France {
        let unknown = states.iter().any(|state| {
            (0..Location::COUNT as u8).map(Location).any(|at| {
                state.sure(at).iter().map(|&count| u32::from(count)).sum::<u32>()
                    < u32::from(state.failek_count(at))
            })
        });
        assert!(unknown, "there was nothing to hide");
        assert!(!received.contains("pick:"), "which failek moves is not said");
    }
}

impl crate::client::Answer {
    /// Checks that each line is JSON.
    fn json_lines(&self) {
        assert_eq!(self.status, 200);
        assert!(self.body.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", self.body);
    }
}

#[test]
fn france_receives_nothing_that_is_hidden_from_it() {
    nothing_hidden_is_sent(Side::France, "1959", 160);
}

#[test]
fn the_fln_receives_nothing_that_is_hidden_from_it() {
    nothing_hidden_is_sent(Side::Fln, "1955", 50);
}
