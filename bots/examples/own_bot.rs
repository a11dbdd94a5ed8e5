//! A bot in a crate of its own: what it takes to write one, give it a key, and let it play against those of the roster.
//!
//! `cargo run --release -p wilaya-bots --example own_bot`

use std::error::Error;
use std::io::Write as _;

use rand_pcg::Pcg64Mcg;
use wilaya_bots::{
    Alternative, Bot, Entry, Explanation, Key, Roster, Unit, Values, build_among, by_verb, maker,
};
use wilaya_engine::algeria::{Action, Algeria, Offer};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::{BySide, Choices, Game, Setting, Side, Status, View};

/// Does as chance has it, but for Propaganda: as long as it has so many AP, the FLN does that first.
#[derive(Clone, Copy, Debug)]
struct Agitator {
    ap: u8,
}

impl Agitator {
    fn talks(self, view: View<'_, Algeria>, action: Action) -> bool {
        action == Action::Propaganda && view.position().ap() >= self.ap
    }
}

impl Bot<Algeria> for Agitator {
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        let talk = choices.to_list().into_iter().find(|&action| self.talks(view, action));
        talk.unwrap_or_else(|| by_verb::<Algeria>(choices, rng))
    }

    fn explain(&self, view: View<'_, Algeria>, legal: &[Action]) -> Option<Explanation<Action>> {
        let value = |&action| Alternative {
            action,
            value: f64::from(u8::from(self.talks(view, action))),
            interval: None,
            visits: None,
        };
        let mut ranked: Vec<_> = legal.iter().map(value).collect();
        ranked.sort_by(|one, other| other.value.total_cmp(&one.value));
        Some(Explanation { unit: Unit::Points, ranked })
    }
}

const KEYS: &[Key] = &[Key {
    name: "ap",
    help: "AP that it wants to have before it agitates",
    values: Values::Whole { default: 1, least: 1, most: 99 },
}];

/// What a specification such as `agitator:ap=3` makes.
fn entry() -> Entry<Algeria> {
    Entry {
        name: "agitator",
        summary: "agitates first",
        keys: KEYS,
        build: |params| {
            let ap = params.whole("ap")? as u8;
            Ok(maker(move || Agitator { ap }))
        },
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    const GAMES: u64 = 200;
    let mut bots = Algeria::bots();
    bots.push(entry());
    let makers = BySide {
        fln: build_among(&bots, &"agitator:ap=3".parse()?)?,
        france: build_among(&bots, &"sober".parse()?)?,
    };
    let rules = Algeria::rules(&Algeria::figures(), &Setting::default())?;
    let mut won = 0;
    for game in 0..GAMES {
        let mut players = BySide::new_with(|side| makers[side]());
        let mut rngs = BySide::new_with(|side| bot_rng(1, game, side));
        let mut dice = SeededDice::new(1, game);
        let mut state = Algeria::start(&rules, &mut dice, &mut ());
        let mut choices = Offer::default();
        Algeria::choices(&rules, &state, &mut choices);
        while let Status::Decision { side, .. } = Algeria::status(&state) {
            let action = players[side].choose(View::new(&rules, &state, side), &choices, &mut rngs[side]);
            Algeria::advance(&rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
        won += u64::from(
            Algeria::status(&state).outcome().is_some_and(|outcome| outcome.winner() == Some(Side::Fln)),
        );
    }
    writeln!(std::io::stdout(), "the agitator won {won} of {GAMES} games against sober")?;
    Ok(())
}
