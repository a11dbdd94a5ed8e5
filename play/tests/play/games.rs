//! A whole game of each scenario through the page's requests.

use serde_json::json;
use wilaya_bots::Roster;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
use wilaya_engine::record::{Header, Record};
use wilaya_engine::{FullGame, Outcome, Side};

use crate::client::serve;

fn replays<G: FullGame>(text: &str) -> Option<Side> {
    let header = Header::parse(text).unwrap();
    let rules = G::rules(&G::figures(), &header.setting).unwrap();
    let record = Record::<G>::parse(&rules, text).unwrap();
    record.replay(&rules, |_, _, _| ()).unwrap();
    record.end.outcome.and_then(Outcome::winner)
}

fn whole<G: Roster>(seats: [(&str, &str); 2]) {
    let scenarios = G::samples().into_iter().filter_map(|setting| setting.scenario);
    let mut scenarios: Vec<_> = scenarios.collect();
    scenarios.sort();
    scenarios.dedup();
    assert!(scenarios.len() > 1, "{scenarios:?}");
    let mut swings = 0;
    for (number, scenario) in scenarios.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let browser = serve(folder.path(), None);
        let (fln, france) = seats[number % 2];
        browser.start(G::NAME, scenario, fln, france, 7);
        let board = browser.get("api/game").ok();
        assert!(board["board"]["spots"].as_array().unwrap().len() > 25, "{board}");
        let mut lines = 0;
        let end = browser.play(usize::MAX, |view| lines += view["log"]["lines"].as_array().unwrap().len());
        let winner = end["winner"].as_str().expect("somebody has won");
        assert!(lines > 200, "{scenario}: {lines}");

        let review = browser.get("api/review").ok();
        let steps = end["steps"].as_u64().unwrap();
        assert_eq!(review["steps"], json!(steps));
        assert_eq!(review["chances"].as_array().unwrap().last().unwrap()[0], json!(steps));
        assert_eq!(review["winner"], json!(winner));
        swings += review["luck"].as_array().unwrap().len();
        for step in [0, steps / 2, steps] {
            let table = browser.get(&format!("api/table?step={step}")).ok();
            assert!(!table["table"]["areas"].as_array().unwrap().is_empty());
        }
        let record = browser.get("api/record").body;
        assert_eq!(replays::<G>(&record).map(Side::name), Some(winner), "{scenario}");
    }
    // There may be none if one side throws the game away at once.
    assert!(swings > 0, "no dice of any game mattered");
}

#[test]
fn a_game_of_each_scenario_of_algeria() {
    whole::<Algeria>([("human", "heuristic"), ("sober", "human")]);
}

#[test]
fn a_game_of_each_scenario_of_ici() {
    whole::<Ici>([("human", "sober"), ("heuristic", "human")]);
}
