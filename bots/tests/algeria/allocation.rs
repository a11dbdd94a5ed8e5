//! Playing *Algeria* allocates nothing once a game is set up, and a state is plain old data.

use crate::support::{BOTS, maker, pair, rules, settings};
use allocation_counter::measure;
use wilaya_engine::algeria::{Algeria, Offer, State, Tally};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::{BySide, Game, Hidden as _, Side, Status, View};

const SEED: u64 = 3;

/// Every setting with every pair of bots; the tally, which listens to every event, allocates nothing either.
#[test]
fn a_game_allocates_nothing_after_its_set_up() {
    let makers = BOTS.map(maker::<Algeria>);
    let pairs = (makers.len() * makers.len()) as u64;
    let mut decisions = 0u64;
    for (setting, first) in settings().iter().zip((0..).step_by(pairs as usize)) {
        let rules = rules(setting);
        for index in first..first + pairs {
            let mut dice = SeededDice::new(SEED, index);
            let mut tally = Tally::default();
            let bots = pair(&makers, index);
            let mut players = BySide::new_with(|side| bots[side]());
            let mut rngs = BySide::new_with(|side| bot_rng(SEED, index, side));
            let mut choices = Offer::default();
            let info = measure(|| {
                let mut state = Algeria::start(&rules, &mut dice, &mut tally);
                while let Status::Decision { side, .. } = Algeria::status(&state) {
                    Algeria::choices(&rules, &state, &mut choices);
                    let view = View::new(&rules, &state, side);
                    let action = players[side].choose(view, &choices, &mut rngs[side]);
                    Algeria::apply(&rules, &mut state, action, &mut dice, &mut tally);
                    decisions += 1;
                }
            });
            assert_eq!(info.count_total, 0, "game {index}, {setting:?}: {info:?}");
        }
    }
    assert!(decisions > 10_000, "{decisions} decisions were played");
}

#[test]
fn the_counter_sees_an_allocation() {
    let info = measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!((info.count_total, info.bytes_total), (1, 100));
}

#[test]
fn observing_and_determinizing_allocate_nothing() {
    let rules = rules(&settings()[0]);
    let state = Algeria::start(&rules, &mut SeededDice::new(SEED, 0), &mut ());
    let info = measure(|| {
        for side in Side::ALL {
            let seen = Algeria::observe(&rules, &state, side);
            let full = Algeria::determinize(&rules, &seen, &mut bot_rng(SEED, 0, side));
            assert_eq!(full, state);
        }
    });
    assert_eq!(info.count_total, 0, "{info:?}");
}

#[test]
fn a_state_is_small_and_plain_old_data() {
    const fn copy<T: Copy>() {}
    copy::<State>();
    assert!(size_of::<State>() <= 1280, "a state takes {} bytes", size_of::<State>());
    assert!(!std::mem::needs_drop::<State>());
}
