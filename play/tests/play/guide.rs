//! The guide, as the page receives it.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::json;
use wilaya_engine::algeria::{self, Algeria, types};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::ici::types::Chit;
use wilaya_engine::ici::{self, Ici};
use wilaya_engine::{Game, Setting};
use wilaya_play::guide::{Block, Guide};
use wilaya_play::table::Table;
use wilaya_play::{Catalogue, Playable};

use crate::client::serve;

fn setting(scenario: &str) -> Setting {
    Setting { scenario: Some(scenario.to_owned()), ..Setting::default() }
}

fn guides() -> Vec<(&'static str, &'static str, std::sync::Arc<Guide>)> {
    let catalogue = Catalogue::default();
    let all =
        [("algeria", "1954"), ("algeria", "1958"), ("algeria", "1960"), ("ici", "1955"), ("ici", "1959")];
    let guide = |(game, scenario)| (game, scenario, catalogue.guide(game, &setting(scenario)).unwrap());
    all.map(guide).to_vec()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Questions {
    question: Vec<Question>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: String,
    search: String,
    entry: String,
    says: Vec<String>,
}

#[test]
fn twenty_questions_about_each_game_are_answered() {
    for (game, scenario, guide) in guides() {
        let path = format!("{}/tests/questions/{game}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let Questions { question } = toml::from_str(&text).unwrap();
        assert!(question.len() >= 20, "{game}: {}", question.len());
        let asked: HashSet<&str> = question.iter().map(|one| one.ask.as_str()).collect();
        assert_eq!(asked.len(), question.len(), "{game}: a question is asked twice");
        for Question { ask, search, entry, says } in question {
            let found = guide.find(&search);
            let place = found.iter().position(|one| one.id == entry);
            assert!(
                place.is_some_and(|place| place < 3),
                "{game} {scenario}, {ask}: \"{search}\" finds it at {place:?}"
            );
            let text = guide.entry(&entry).unwrap().text();
            for words in says {
                assert!(text.contains(&words), "{game} {scenario}, {ask}: no \"{words}\" in\n{text}");
            }
        }
    }
}

#[test]
fn entries_have_ids_of_their_own_and_links_lead_somewhere() {
    for (game, scenario, guide) in guides() {
        let ids: HashSet<&str> = guide.entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids.len(), guide.entries.len(), "{game}");
        for entry in &guide.entries {
            assert!(matches!(entry.blocks[0], Block::Text(_)), "{}: it begins with a sentence", entry.id);
            let text = serde_json::to_string(&entry.blocks).unwrap();
            for link in text.split("[[").skip(1) {
                let id = link.split(['|', ']']).next().unwrap();
                // Two brackets at the beginning of a list of lists are not a link.
                assert!(id.starts_with('"') || ids.contains(id), "{game} {scenario}, {}: [[{id}]]", entry.id);
            }
            for block in &entry.blocks {
                if let Block::Flow(steps) = block {
                    assert!(steps.len() > 3 && steps.iter().all(|step| ids.contains(step.entry.as_str())));
                }
                if let Block::Table(grid) = block {
                    assert!(
                        !grid.rows.is_empty() && grid.rows.iter().all(|row| row.len() == grid.head.len())
                    );
                }
            }
        }
    }
}

/// The sections in the rule of a prompt.
fn sections(rule: &str) -> impl Iterator<Item = &str> {
    rule.split(", ").map(|part| part.rsplit(' ').next().unwrap())
}

#[test]
fn every_section_of_a_prompt_has_an_entry() {
    let mut asked = 0;
    let mut check = |guide: &Guide, rule: &str| {
        for section in sections(rule) {
            assert!(guide.section(section).is_some(), "{rule}");
            asked += 1;
        }
    };
    let (algeria, ici) = (&guides()[1].2, &guides()[4].2);
    let rules = Algeria::rules(&Algeria::figures(), &Setting::default()).unwrap();
    let state = Algeria::start(&rules, &mut SeededDice::new(1, 0), &mut ());
    algeria::Decision::ALL
        .iter()
        .for_each(|&kind| check(algeria, Algeria::prompt(&rules, &state, kind).rule));
    let rules = Ici::rules(&Ici::figures(), &Setting::default()).unwrap();
    let state = Ici::start(&rules, &mut SeededDice::new(1, 0), &mut ());
    ici::Decision::ALL.iter().for_each(|&kind| check(ici, Ici::prompt(&rules, &state, kind).rule));
    assert!(asked > 80, "{asked}");
    for section in ["9.11", "11.22", "13.3", "C.6", "B.4"] {
        let entry = algeria.section(section).unwrap();
        assert!(entry.sections.iter().any(|one| one == section), "{section}: {}", entry.id);
    }
    assert_eq!(ici.section("3.5.1").unwrap().id, "search");
    assert!(ici.section("X").is_none());
}

/// The entry the page shows for a term: see `ofName` in `guide.js`.
fn explained(guide: &Guide, name: &str) -> bool {
    let name = name.to_lowercase();
    let mut names = guide.entries.iter().flat_map(|entry| entry.names.iter().chain([&entry.title]));
    names.any(|one| {
        let one = one.to_lowercase();
        one == name || (one.chars().count() > 3 && name.contains(&one))
    })
}

fn all_is_explained(guide: &Guide, table: &Table) -> usize {
    let strips = table.areas.iter().flat_map(|area| &area.strips);
    let counters = strips.clone().flat_map(|strip| &strip.counters).map(|one| one.name.as_str());
    let marks = table.areas.iter().flat_map(|area| &area.marks).map(|mark| mark.name.as_str());
    let boxes = strips.map(|strip| strip.name);
    let names: HashSet<&str> =
        counters.chain(marks).chain(boxes).chain(table.tracks.iter().map(|track| track.name)).collect();
    for name in &names {
        assert!(explained(guide, name), "{name}");
    }
    names.len()
}

#[test]
fn units_markers_boxes_tracks_and_chits_are_explained() {
    for (game, scenario, guide) in guides() {
        let setting = setting(scenario);
        let names =
            if game == "algeria" {
                let rules = Algeria::rules(&Algeria::figures(), &setting).unwrap();
                let state = Algeria::start(&rules, &mut SeededDice::new(1, 0), &mut ());
                for unit in types::FlnUnit::ALL {
                    assert!(explained(&guide, unit.word()), "{}", unit.word());
                }
                all_is_explained(&guide, &Algeria::table(&rules, &state, None))
            } else {
                let rules = Ici::rules(&Ici::figures(), &setting).unwrap();
                let state = Ici::start(&rules, &mut SeededDice::new(1, 0), &mut ());
                for chit in (0..rules.chits.len() as u8).map(Chit) {
                    assert!(explained(&guide, &rules.chit(chit).name));
                    let entry = guide.entry(&format!("chit:{}", rules.chit(chit).id)).unwrap();
                    assert!(entry.text().contains(
                        &(rules.calendar.first_year + u16::from(rules.chit(chit).last)).to_string()
                    ));
                }
                all_is_explained(&guide, &Ici::table(&rules, &state, None))
            };
        assert!(names > 12, "{game} {scenario}: {names}");
    }
}

#[test]
fn figures_are_those_in_force() {
    let mut figures = Algeria::figures();
    figures.set("mission.propaganda.cost", "7").unwrap();
    figures.set("combat.column.1.hits.0", "9").unwrap();
    let guide = Catalogue::default().with(figures).guide("algeria", &Setting::default()).unwrap();
    let text = |id: &str| guide.entry(id).unwrap().text();
    assert!(
        text("propaganda").contains("Cost: 7 AP") && text("combat").contains("1 | 9 |"),
        "{}",
        text("combat")
    );
    assert!(text("operations").contains("Propaganda | FLN | 7 AP"), "{}", text("operations"));
}

#[test]
fn the_page_gets_the_guide_of_a_game_before_and_after_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.get("api/guide").refused(404);
    let seats = json!({ "fln": "human", "france": "human" });
    let before =
        browser.post("api/guide", &json!({ "game": "ici", "scenario": "1959", "seats": seats })).json();
    browser.start("ici", "1959", "human", "heuristic", 3);
    let after = browser.get("api/guide").json();
    assert_eq!(before, after);
    assert!(after["entries"].as_array().unwrap().len() > 70);
}
