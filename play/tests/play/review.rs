//! Review of a finished game.

use std::collections::BTreeSet;

use serde_json::json;
use wilaya_bots::Control;
use wilaya_engine::{BySide, Setting, Side};
use wilaya_play::Catalogue;
use wilaya_play::session::{AnySession, Begin, Seat};

use crate::client::serve;

/// A game that bots have finished.
fn finished(game: &str, scenario: &str, [fln, france]: [&str; 2], seed: u64) -> Box<dyn AnySession> {
    let seats = BySide { fln: fln.parse::<Seat>().unwrap(), france: france.parse().unwrap() };
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let begin = Begin { seats, seed, index: 0, practice: false, programs: None };
    let mut session = Catalogue::default().start(game, &setting, begin).unwrap();
    while session.turn().is_some() {
        let job = session.begin().unwrap();
        session.end(job());
    }
    session
}

/// Regression test: when the network was asked after every decision, the chance fell to 0 in every recruitment and came back in
/// *Ici*, and changed with the side to move in *Algeria*.
#[test]
fn the_chance_has_points_only_where_it_is_calibrated() {
    for (game, scenario, seed) in [("ici", "1955", 7), ("algeria", "1958", 3)] {
        let session = finished(game, scenario, ["heuristic"; 2], seed);
        let review = session.review().unwrap()();
        let log = session.view(None, 0).unwrap().log.lines;
        let thrown: BTreeSet<usize> =
            log.iter().filter(|line| !line.dice.is_empty()).map(|line| line.step).collect();
        let begun: BTreeSet<usize> = review.turns.iter().map(|turn| turn.0).collect();
        let known = |step: &usize| thrown.contains(step) || begun.contains(step) || *step == review.steps;
        let steps: Vec<usize> = review.chances.iter().map(|point| point.0).collect();
        assert_eq!(steps, (1..=review.steps).filter(known).collect::<Vec<_>>(), "{game}");
        assert!(steps.len() * 2 < review.steps && steps.len() > 30, "{game}: {}", steps.len());
        let chances: Vec<f32> = review.chances.iter().map(|point| point.1).collect();
        let won = f32::from(u8::from(review.winner == Some(Side::Fln)));
        assert_eq!(chances.last(), Some(&won));
        let falls = |three: &[f32]| three[0] > 0.2 && three[1] < 0.02 && three[2] > 0.2;
        assert_eq!(chances.windows(3).filter(|three| falls(three)).count(), 0, "{game}");
        let jumps = chances.windows(2).filter(|two| (two[0] - two[1]).abs() > 0.2).count();
        assert!(jumps <= 2, "{game}: {jumps} jumps");
    }
}

/// Regression test: "Recruit no more" was once claimed to win 95 % in every turn.
#[test]
fn no_choice_is_blamed_without_proof() {
    let session = finished("ici", "1959", ["heuristic"; 2], 7);
    let control = Control::default();
    let found = session.judge(3_000_000, control.clone()).unwrap()();
    assert_eq!((control.progress(), found.cut_short), (1.0, false));
    assert_eq!((found.policy.as_str(), found.decisions), ("heuristic", session.steps()));
    assert!((1..=8).contains(&found.judged), "{found:?}");
    for one in &found.mistakes {
        let [low, high] = one.interval;
        assert!(low <= one.change && one.change <= high && high < 0.0 && low > -0.9, "{one:?}");
        assert!(one.games >= 100 && (1..=session.steps()).contains(&one.step), "{one:?}");
        assert!(!one.text.contains("Recruit no more") && !one.text.ends_with(&one.instead), "{one:?}");
    }
}

#[test]
fn the_page_judges_in_the_background_until_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let session = finished("algeria", "1954", ["heuristic", "sober"], 8);
    let steps = session.steps() as u64;
    let browser = serve(folder.path(), Some(session));
    let judge = || browser.post("api/judge", &json!({})).ok();
    assert_eq!(judge()["found"], json!(null));
    // Other requests are still answered.
    assert_eq!(browser.view(0)["steps"], json!(steps));
    let progress = || judge()["progress"].as_f64().unwrap();
    let first = progress();
    while progress() <= first {}
    browser.post("api/stop", &json!({})).ok();
    let found = loop {
        let found = judge()["found"].take();
        if !found.is_null() {
            break found;
        }
    };
    assert_eq!((&found["cut_short"], &found["decisions"]), (&json!(true), &json!(steps)));
    assert_eq!(judge()["found"], found);
    // A game in progress cannot be judged.
    browser.start("algeria", "1958", "human", "heuristic", 5);
    browser.post("api/judge", &json!({})).refused(403);
}
