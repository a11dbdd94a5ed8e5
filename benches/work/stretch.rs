//! What is done with single positions: the first one of a file, and those of the decisions that follow it.

use std::fs;
use std::hash::Hasher;
use std::hint::black_box;
use std::io;
use std::path::PathBuf;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use siphasher::sip::SipHasher24;
use wilaya_bots::Roster;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::SeededDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::position::Position;
use wilaya_engine::{Actions, BySide, Choices, FullGame, Game, Observation, Side, Status, View};

use super::{SCENARIOS, SEED, STAGES, Work, below, maker, mix, rules, scenario_rules};

/// How many decisions a stretch has.
const LENGTH: usize = 64;
/// Copies of one state at a time.
const COPIES: usize = 1024;

/// What is done with the positions of a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The choices are found, in the form from which bots draw.
    Choices,
    /// The legal actions are listed.
    Legal,
    /// A copy is made and a legal action played on it, up to the choices of the next decision.
    Apply,
    /// The first position is copied [`COPIES`] times.
    Copy,
    /// Both sides observe.
    Observe,
    /// Full positions are drawn that fit what the sides observe.
    Determinize,
}

/// Positions, and what came of them.
pub(crate) struct Stretch<G: FullGame> {
    rules: G::Rules,
    part: Part,
    /// The positions, and which choice is played in each.
    states: Vec<(G::State, G::Action)>,
    seen: BySide<Vec<Observation<G>>>,
    drawn: Vec<G::State>,
    choices: G::Choices,
    sum: u64,
}

/// The bots of a stretch play game 0 of the seed from the position on, with the dice of a new game.
impl<G: Roster> Stretch<G> {
    /// The stretch that follows a position.
    pub(crate) fn new(scenario: &str, stage: &str, part: Part) -> Self {
        let (rules, mut state) = read_position::<G>(scenario, stage);
        let bot = maker::<G>("sober");
        let mut bots = BySide { fln: bot(), france: bot() };
        let (mut rng, mut dice) = (Pcg64Mcg::seed_from_u64(SEED), SeededDice::new(SEED, 0));
        let (mut states, mut choices) = (Vec::new(), G::Choices::default());
        while let Status::Decision { side, .. } = G::status(&state)
            && states.len() < LENGTH
        {
            G::choices(&rules, &state, &mut choices);
            let action = bots[side].choose(View::new(&rules, &state, side), &choices, &mut rng);
            states.push((state, action));
            G::apply(&rules, &mut state, action, &mut dice, &mut ());
        }
        assert!(!states.is_empty(), "{} {scenario} {stage} is over", G::NAME);
        let seen = BySide::new_with(|side| {
            states.iter().map(|(state, _)| G::observe(&rules, state, side)).collect::<Vec<_>>()
        });
        let drawn = states.iter().chain(&states).map(|(state, _)| *state).collect();
        Self { rules, part, states, seen, drawn, choices, sum: 0 }
    }
}

impl<G: FullGame> Work for Stretch<G> {
    fn run(&mut self) {
        let rules = &self.rules;
        self.sum = 0;
        match self.part {
            Part::Choices => {
                for (state, _) in &self.states {
                    G::choices(rules, black_box(state), &mut self.choices);
                    mix(&mut self.sum, self.choices.len() as u64);
                    black_box(&self.choices);
                }
            }
            Part::Legal => {
                for (state, _) in &self.states {
                    let mut list = Actions::<G>::new();
                    G::legal(rules, black_box(state), &mut list);
                    mix(&mut self.sum, list.len() as u64);
                    black_box(&list);
                }
            }
            Part::Apply => {
                let mut dice = SeededDice::new(SEED, 1);
                for (state, action) in &self.states {
                    let mut state = *state;
                    G::advance(rules, &mut state, *action, &mut dice, &mut (), &mut self.choices);
                    mix(&mut self.sum, self.choices.len() as u64);
                    mix(&mut self.sum, self.choices.verbs());
                    black_box(&state);
                }
            }
            Part::Copy => {
                let other = &mut self.drawn[0];
                for _ in 0..COPIES {
                    *other = *black_box(&self.states[0].0);
                    black_box(&mut *other);
                }
            }
            Part::Observe => {
                for side in Side::ALL {
                    for (seen, (state, _)) in self.seen[side].iter_mut().zip(&self.states) {
                        *seen = G::observe(rules, black_box(state), side);
                    }
                }
            }
            Part::Determinize => {
                let mut rng = Pcg64Mcg::seed_from_u64(SEED);
                let seen = self.seen.fln.iter().chain(&self.seen.france);
                for (seen, drawn) in seen.zip(&mut self.drawn) {
                    *drawn = G::determinize(rules, black_box(seen), &mut rng);
                }
            }
        }
    }

    fn items(&self) -> u64 {
        match self.part {
            Part::Choices | Part::Legal | Part::Apply => self.states.len() as u64,
            Part::Copy => COPIES as u64,
            Part::Observe | Part::Determinize => 2 * self.states.len() as u64,
        }
    }

    /// Positions are summed up as files hold them, lists of actions in notation: that is not timed.
    fn checksum(&self) -> u64 {
        let mut hasher = SipHasher24::new();
        hasher.write_u64(self.sum);
        let mut take = |state: &G::State| hasher.write(G::to_json(&self.rules, state).to_string().as_bytes());
        match self.part {
            Part::Observe => {
                self.seen.fln.iter().chain(&self.seen.france).for_each(|seen| take(seen.state()));
            }
            Part::Copy | Part::Determinize => self.drawn.iter().for_each(take),
            Part::Choices | Part::Legal => {
                for (state, _) in &self.states {
                    let mut list = Actions::<G>::new();
                    G::legal(&self.rules, state, &mut list);
                    list.iter()
                        .for_each(|action| hasher.write(G::action_text(&self.rules, *action).as_bytes()));
                }
            }
            Part::Apply => {}
        }
        hasher.finish()
    }
}

fn position_path<G: Game>(scenario: &str, stage: &str) -> PathBuf {
    below(&format!("benches/positions/{}-{scenario}-{stage}.json", G::NAME))
}

/// The position of a file, and its rules.
pub(crate) fn read_position<G: FullGame>(scenario: &str, stage: &str) -> (G::Rules, G::State) {
    let path = position_path::<G>(scenario, stage);
    let fail = |error: String| -> ! { panic!("{}: {error}", path.display()) };
    let text = fs::read_to_string(&path).unwrap_or_else(|error| fail(error.to_string()));
    let position = Position::parse(&text).unwrap_or_else(|error| fail(error.to_string()));
    let rules = rules::<G>(&position.setting);
    let state = position.state::<G>(&rules).unwrap_or_else(|error| fail(error.to_string()));
    (rules, state)
}

/// Writes the files of positions: from game 0 of the seed, `sober` against `sober`, in every scenario.
pub(crate) fn write_positions() -> io::Result<()> {
    for (game, scenario) in SCENARIOS {
        match game {
            "algeria" => write_stages::<Algeria>(scenario)?,
            _ => write_stages::<Ici>(scenario)?,
        }
    }
    Ok(())
}

fn write_stages<G: Roster>(scenario: &str) -> io::Result<()> {
    let rules = scenario_rules::<G>(scenario);
    let bot = maker::<G>("sober");
    let dice = SeededDice::new(SEED, 0);
    let mut game = wilaya_sim::Match::<G, _, _, _>::new(&rules, dice, (bot(), bot()), (SEED, 0), &mut ());
    let mut states = vec![*game.state()];
    while game.step(&mut ()).is_some() {
        states.push(*game.state());
    }
    for (stage, sixths) in STAGES {
        let state = &states[states.len() * sixths / 6];
        fs::write(position_path::<G>(scenario, stage), Position::new::<G>(&rules, state).to_text())?;
    }
    Ok(())
}
