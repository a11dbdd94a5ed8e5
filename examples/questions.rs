//! How the length of a game and its dice depend on how a choice is cut into questions: `sober` in *Algeria*, with other
//! questions taken over one after the other. The tables of `results/baselines/algeria.md` are made with it.
//!
//! `cargo run --release --example questions`

use std::error::Error;
use std::io::Write as _;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_bots::sober::AlgeriaSober;
use wilaya_bots::{Bot, by_verb};
use wilaya_engine::algeria::types::{AREAS, FlnBox, FlnUnit, Place};
use wilaya_engine::algeria::{Action, Algeria, Decision, Offer, State};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Choices, Game, Setting, Status, View};
use wilaya_sim::stats::Moments;
use wilaya_sim::{CountingDice, Match};

const SEED: u64 = 1;
const GAMES: u64 = 10_000;

/// `sober`, with a number of [`STEPS`], from the first on, taken over.
#[derive(Clone, Copy, Debug, Default)]
struct Clicks {
    steps: usize,
    sober: AlgeriaSober,
    /// The turn in which the FLN has passed.
    passed: u16,
    /// The turn of its deployment, how many units it still deploys, and among how many.
    deployment: (u16, u32, u32),
}

const STEPS: [&str; 5] = [
    "as it is",
    "+ a pass is final",
    "+ FLN deploys unit by unit",
    "+ Air Points one by one",
    "+ Government hardly deploys",
];

/// How often a coin says "one more" in a row, at most `most` times.
fn coins(most: u32, rng: &mut Pcg64Mcg) -> u32 {
    let mut count = 0;
    while count < most && rng.random_range(0..2u32) == 0 {
        count += 1;
    }
    count
}

/// Units in the Underground boxes of Algeria.
fn underground(state: &State) -> u32 {
    let areas = (0..AREAS as u8).map(Place);
    areas
        .flat_map(|area| FlnUnit::ALL.iter().map(move |&unit| u32::from(state.fln(area, unit, FlnBox::Ug))))
        .sum()
}

impl Clicks {
    /// How many units of a class go to OPS, if all that go are drawn from all that are Underground.
    fn deploy(&mut self, state: &State, count: u32, rng: &mut Pcg64Mcg) -> u32 {
        let (turn, going, left) = &mut self.deployment;
        if *turn != state.turn() {
            (*turn, *going, *left) = (state.turn(), coins(u32::MAX, rng), underground(state));
        }
        let mut go = 0;
        for _ in 0..count {
            if *left > 0 && rng.random_range(0..*left) < *going {
                go += 1;
                *going -= 1;
            }
            *left = left.saturating_sub(1);
        }
        go
    }
}

impl Bot<Algeria> for Clicks {
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        let Status::Decision { kind, .. } = view.status() else { return choices.nth(0) };
        let state = view.position();
        let most = choices.len() as u32 - 1;
        match kind {
            Decision::FlnOperation if self.steps >= 1 => {
                if self.passed == state.turn() {
                    return Action::Pass;
                }
                let action = by_verb::<Algeria>(choices, rng);
                if action == Action::Pass {
                    self.passed = state.turn();
                }
                action
            }
            Decision::FlnDeploy if self.steps >= 2 => choices.nth(self.deploy(state, most, rng) as usize),
            Decision::AirPoints if self.steps >= 3 => choices.nth(coins(most, rng) as usize),
            // One in ten stands for a draw among single units that our questions do not show: a guess.
            Decision::DivisionMode | Decision::Patrol if self.steps >= 4 => {
                choices.nth(usize::from(rng.random_range(0..10u32) == 0))
            }
            Decision::FrenchMove if self.steps >= 4 && rng.random_range(0..10u32) != 0 => Action::Done,
            _ => self.sober.choose(view, choices, rng),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    writeln!(out, "n = {GAMES} games a line, seed {SEED}, 95 % intervals")?;
    for scenario in ["1954", "1958", "1960"] {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let rules = Algeria::rules(&Algeria::figures(), &setting)?;
        for (steps, name) in STEPS.into_iter().enumerate() {
            let (mut turns, mut rolls) = (Moments::default(), Moments::default());
            for index in 0..GAMES {
                let bot = Clicks { steps, ..Clicks::default() };
                let dice = CountingDice::new(SeededDice::new(SEED, index));
                let mut game =
                    Match::<Algeria, _, _, _>::new(&rules, dice, (bot, bot), (SEED, index), &mut ());
                while game.step(&mut ()).is_some() {}
                turns.push(f64::from(game.state().turn()));
                rolls.push(f64::from(game.dice.count()));
            }
            let [turns, rolls] = [(turns, 2), (rolls, 1)].map(|(moments, places)| {
                let interval = moments.interval();
                format!(
                    "{:.places$} ({:.places$} to {:.places$})",
                    moments.mean(),
                    interval.low,
                    interval.high
                )
            });
            writeln!(out, "{scenario}  {name:28}  turns {turns}  dice {rolls}")?;
        }
    }
    Ok(())
}
