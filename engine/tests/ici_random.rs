//! Games of random choices keep to what the rules allow in every position.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::ici::Ici;
use wilaya_engine::{Actions, Game, Setting, Side, Status};

fn setting(scenario: &str, maquis: bool, setup: Option<&str>) -> Setting {
    Setting {
        scenario: Some(scenario.to_owned()),
        setup: setup.map(str::to_owned),
        options: if maquis { vec!["maquis".to_owned()] } else { Vec::new() },
        ..Setting::default()
    }
}

fn play(setting: &Setting, games: u64) {
    let rules = Ici::rules(&Ici::figures(), setting).expect("the setting is right");
    for game in 0..games {
        let mut dice = SeededDice::new(1, game);
        let mut rng = Pcg64Mcg::seed_from_u64(game);
        let mut state = Ici::start(&rules, &mut dice, &mut ());
        let mut decisions = 0;
        while let Status::Decision { side, kind } = Ici::status(&state) {
            if let Err(what) = Ici::check(&rules, &state) {
                panic!("game {game}, decision {decisions} ({kind}): {what}");
            }
            let mut actions = Actions::<Ici>::new();
            Ici::legal(&rules, &state, &mut actions);
            assert!(actions.len() > 1, "{kind}");
            let seen = Ici::observe(&rules, &state, side);
            let mut from_seen = Actions::<Ici>::new();
            Ici::legal(&rules, seen.state(), &mut from_seen);
            assert_eq!(actions, from_seen, "{kind}");
            for action in &actions {
                let text = Ici::action_text(&rules, *action);
                assert_eq!(Ici::parse_action(&rules, &text), Ok(*action), "{text}");
            }
            if decisions % 64 == 0 {
                let json = Ici::to_json(&rules, &state);
                assert_eq!(Ici::from_json(&rules, &json), Ok(state), "{kind}");
                assert!(!Ici::describe(&rules, &state, Some(side)).is_empty());
            }
            if decisions % 32 == 0 {
                for viewer in Side::ALL {
                    let seen = Ici::observe(&rules, &state, viewer);
                    let guess = Ici::determinize(&rules, &seen, &mut rng);
                    if let Err(what) = Ici::check(&rules, &guess) {
                        panic!("game {game}, decision {decisions} ({kind}), guess of {viewer}: {what}");
                    }
                    assert_eq!(Ici::observe(&rules, &guess, viewer).state(), seen.state(), "{kind}");
                }
            }
            let action = actions[rng.random_range(0..actions.len())];
            let mut told = Vec::new();
            let mut recorded = RecordingDice::new(dice);
            Ici::apply(&rules, &mut state, action, &mut recorded, &mut told);
            for roll in recorded.take() {
                let text = Ici::label_text(&rules, roll.label);
                assert_eq!(Ici::parse_label(&rules, &text), Ok(roll.label), "{text}");
            }
            dice = recorded.into_inner();
            for event in told {
                assert!(Ici::event_text(&rules, &event).ends_with('.'), "{event:?}");
            }
            decisions += 1;
            assert!(decisions < 20_000, "the game does not end");
        }
        Ici::check(&rules, &state).expect("the end is in order");
        let json = Ici::to_json(&rules, &state);
        assert_eq!(Ici::from_json(&rules, &json), Ok(state), "the end");
    }
}

#[test]
fn games_of_1955() {
    play(&setting("1955", false, None), 8);
}

#[test]
fn games_of_1959() {
    play(&setting("1959", false, None), 8);
}

#[test]
fn games_of_1959_placed_by_hand() {
    play(&setting("1959", false, Some("free")), 4);
}

#[test]
fn games_with_maquis() {
    play(&setting("1955", true, None), 8);
    play(&setting("1959", true, None), 8);
}
