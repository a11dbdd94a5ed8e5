//! The terminal, watched by its users.

use std::time::Duration;

use wilaya_engine::{BySide, Setting};
use wilaya_play::session::{Begin, CurrentGame, Seat, Store};
use wilaya_play::{Catalogue, terminal};

/// The output that two humans at one terminal see of a game played by this script.
fn two_people(game: &str, scenario: &str, script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (catalogue, store) = (Catalogue::default(), Store::new(folder.path().to_owned()));
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let seats = BySide { fln: Seat::Human, france: Seat::Human };
    let begin = Begin { seats, seed: 5, index: 0, practice: false, programs: None };
    let session = catalogue.start(game, &setting, begin).unwrap();
    let options = terminal::Options {
        color: false,
        watched: true,
        pause: Duration::ZERO,
        adviser: "heuristic".parse().unwrap(),
    };
    let mut out = Vec::new();
    terminal::run(CurrentGame::new(session), &catalogue, &store, script.as_bytes(), &mut out, options)
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Clears the screen and the scrollback.
const WIPE: &str = "\x1b[H\x1b[2J\x1b[3J";

#[test]
fn the_screen_is_wiped_when_it_is_handed_over() {
    // Each line is a choice, or Enter to hand over the screen; a bare Enter chooses nothing.
    let out = two_people("ici", "1959", &"1\n\n".repeat(60));
    let screens: Vec<&str> = out.split(WIPE).skip(1).collect();
    assert!(screens.len() > 3, "{}", screens.len());
    let mut held = Vec::new();
    for screen in screens {
        let of = |side: &str| {
            screen.contains(&format!("\n{side} > ")) || screen.starts_with(&format!("{side}, take"))
        };
        assert!(of("FLN") != of("France"), "{screen}");
        held.push(of("FLN"));
        let hand = if of("FLN") { "Hand of France: " } else { "Hand of FLN: " };
        for line in screen.lines().filter_map(|line| line.strip_prefix(hand)) {
            assert!(line.ends_with(" hidden") && !line.contains(','), "{line}");
        }
        let other = if of("FLN") { "France draws " } else { "FLN draws " };
        assert!(!screen.contains(other), "{screen}");
    }
    assert!(held.windows(2).all(|two| two[0] != two[1]), "{held:?}");
}

#[test]
fn a_game_without_secrets_is_not_wiped() {
    let out = two_people("algeria", "1958", &"1\n".repeat(60));
    assert!(!out.contains(WIPE) && out.contains("FLN > ") && out.contains("Government > "), "{out}");
}
