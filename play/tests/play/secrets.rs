//! The messages to the page of a game with secrets.

use serde_json::{Value, json};
use wilaya_engine::dice::ScriptedDice;
use wilaya_engine::ici::types::{Chit, Location};
use wilaya_engine::ici::{Ici, State};
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{Game, Side};

use crate::client::serve;

/// The positions of a recorded game, starting before the first decision.
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

/// Number of faileks of known types that a table shows in a place.
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
    // Everything that happened, from the file that is never sent.
    let path = folder.path().join(format!("ici-{scenario}-1.save.secret"));
    let record = || {
        let secret = std::fs::read_to_string(&path).unwrap_or_default();
        secret.split_once('\n').map_or(String::new(), |(_, record)| record.to_owned())
    };
    let mut views = Vec::new();
    let end = browser.play(decisions, |view| {
        let made = record().lines().filter(|line| line.contains("\"action\"")).count();
        assert!(made as u64 >= view["steps"].as_u64().unwrap());
        let choices = view["decision"]["choices"].as_array().map_or(&[][..], Vec::as_slice);
        if let Some(choice) = choices.get(made % choices.len().max(1)) {
            browser.post("api/odds", &json!({ "actions": [choice["action"]] })).ok();
            browser.post("api/draft", &json!({ "version": view["version"] })).ok();
        }
        views.push((made, view.clone()));
    });
    assert!(end["decision"].is_object(), "the game is still on");
    browser.get("api/guide").ok();
    browser.get("api/game").ok();
    browser.get("api/menu").ok();
    browser.post("api/hint", &json!({})).ok();
    browser.get("api/record").json_lines();
    for path in ["api/review", "api/table?step=1", &format!("api/view?side={}", bot.name())] {
        browser.get(path).refused(403);
    }

    let record = record();
    let (rules, states) = positions(&record);
    assert!(states.len() as u64 > end["steps"].as_u64().unwrap() + 1, "all decisions are told of");
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
    // The human learns no chit in the bot's hand, neither from the hand nor from the log.
    let mut looked = 0;
    for (made, view) in &views {
        let state = &states[*made];
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

/// Two humans play a game in which the FLN moves a failek of one type or another out of a region with both. Returns the
/// type and everything France then receives while it has the screen.
fn sent_to_france(second: bool) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("ici", "1959", "human", "human", 5);
    let (mut moved, mut sent) = (None, Vec::new());
    for _ in 0..400 {
        let from = browser.received.borrow().len();
        let view = browser.view(0);
        if let Some(side) = view["hand_over"].as_str() {
            browser.post("api/screen", &json!({ "side": side })).ok();
            continue;
        }
        let france = view["reader"] == json!("france");
        let choices: Vec<(&str, &str)> = view["decision"]["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|choice| (choice["action"].as_str().unwrap(), choice["text"].as_str().unwrap()))
            .collect();
        let place = |text: &str| text.split_once(" in ").map(|(_, place)| place.to_owned());
        let twins = choices.iter().enumerate().find_map(|(index, (action, text))| {
            let same = |(_, (_, other)): &(usize, &(&str, &str))| place(other) == place(text);
            let twin = choices.iter().enumerate().skip(index + 1).find(same)?.0;
            (action.starts_with("pick:") && !france).then_some((index, twin))
        });
        let wanted = match (twins, &moved) {
            (Some((one, other)), None) => {
                let index = if second { other } else { one };
                moved = Some(choices[index].1.to_owned());
                index
            }
            // Then nothing else.
            (_, Some(_)) if !france => choices.iter().position(|(action, _)| *action == "done").unwrap_or(0),
            // Nothing before that which would leave fewer choices.
            _ => choices.iter().position(|(action, _)| *action == "done").unwrap_or(choices.len() - 1),
        };
        let act = json!({ "action": choices[wanted].0, "version": view["version"], "log": 0 });
        browser.post("api/act", &act).ok();
        if france && moved.is_some() {
            browser.get("api/record");
            sent.extend(browser.received.borrow()[from..].iter().cloned());
            if sent.len() > 12 {
                break;
            }
        }
    }
    let blank = |text: String| {
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
        // The clock is real.
        match body.split_once("\"used\":{") {
            Some((before, rest)) => format!("{before}{}", rest.split_once('}').unwrap().1),
            None => body,
        }
    };
    (moved.unwrap_or_default(), sent.into_iter().map(blank).collect())
}

#[test]
fn who_has_the_screen_is_sent_the_same_whatever_the_other_side_hides() {
    let ((moved, one), (moved_else, other)) = (sent_to_france(false), sent_to_france(true));
    assert!(moved.contains("moussebiline") && moved_else.contains("moudjahidine"), "{moved}, {moved_else}");
    assert!(one.len() > 12 && one.len() == other.len(), "{} and {}", one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let around = |text: &str| text.chars().skip(same.saturating_sub(80)).take(160).collect::<String>();
        assert!(one == other, "{}\n{}", around(one), around(other));
    }
}
