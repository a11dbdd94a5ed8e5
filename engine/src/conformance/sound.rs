//! Checks that any input that is accepted can be played: corrupted positions, and changed figures.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use serde_json::Value;

use super::Chooser;
use super::mutate::{Vocabulary, break_text, mutate, pick};
use crate::data::Figures;
use crate::dice::SeededDice;
use crate::position::Position;
use crate::{Actions, FullGame, Setting, Side, Status};

/// Number of positions of a setting kept per decision.
const KEPT: usize = 3;
/// While a mutant is played, one decision in this many is observed, imagined and checked.
const WATCHED: u64 = 16;
/// The most turns to play a mutant.
const TURNS: u16 = 60;
/// The most decisions in one turn: more than that is an endless loop.
const DECISIONS: u32 = 20_000;

/// Positions from random games, to be corrupted.
#[derive(Debug)]
pub struct Mutants<G: FullGame> {
    rules: Vec<G::Rules>,
    /// Positions as files, each with the index of its rules.
    positions: Vec<(usize, Value)>,
    texts: Vec<String>,
    known: Vocabulary,
}

/// Whether a mutant was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was refused, with this message.
    Refused(String),
    /// It was accepted, and games from it were played to the end.
    PlayedOn,
}

impl<G: FullGame> Mutants<G> {
    /// Plays `games` random games, rotating through the settings, and keeps a few positions of every kind of decision and some
    /// where the game is over. Every position of these games is checked.
    ///
    /// # Panics
    /// If a setting is invalid, or a position of these games is refused.
    #[must_use]
    pub fn new(settings: &[Setting], games: u64, seed: u64) -> Self {
        let figures = G::figures();
        let rules: Vec<G::Rules> = settings
            .iter()
            .map(|setting| G::rules(&figures, setting).unwrap_or_else(|error| panic!("{setting:?}: {error}")))
            .collect();
        let (mut positions, mut seen) = (Vec::new(), BTreeMap::<_, usize>::new());
        for game in 0..games {
            let number = game as usize % rules.len();
            let mut keep = |state: &G::State| {
                G::check(&rules[number], state)
                    .unwrap_or_else(|why| panic!("a position of a real game is refused: {why}\n{state:?}"));
                let kind = G::status(state);
                let kind =
                    if let Status::Decision { kind, .. } = kind { kind.to_string() } else { String::new() };
                let count = seen.entry((number, kind)).or_default();
                *count += 1;
                // Early and late ones.
                if *count <= KEPT || count.is_power_of_two() && *count > 64 {
                    let text = Position::new::<G>(&rules[number], state).to_text();
                    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
                    positions.push((number, value));
                }
            };
            play::<G>(&rules[number], None, seed, game, &mut keep);
        }
        let mut known = Vocabulary::default();
        positions.iter().for_each(|(_, position)| known.learn(&position["state"]));
        let texts = positions.iter().step_by(16).map(|(_, position)| format!("{position:#}")).collect();
        Self { rules, positions, texts, known }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Checks that every position reads back unchanged.
    ///
    /// # Panics
    /// If one is refused.
    pub fn check_originals(&self) {
        for (number, position) in &self.positions {
            let text = position.to_string();
            if let Err(error) = Position::parse(&text).and_then(|read| read.state::<G>(&self.rules[*number]))
            {
                panic!("a position of a real game is refused: {error}\n{position:#}");
            }
        }
    }

    /// One position, corrupted.
    #[must_use]
    pub fn mutant(&self, rng: &mut impl Rng) -> (usize, String) {
        let (number, position) = pick(&self.positions, rng);
        if rng.random_range(0..8u32) == 0 {
            return (*number, break_text(&format!("{position:#}"), &self.texts, rng));
        }
        let mut position = position.clone();
        mutate(&mut position["state"], &self.known, rng);
        (*number, position.to_string())
    }

    /// Reads a mutant and, if it is accepted, plays `games` random games from it.
    ///
    /// # Panics
    /// If it was accepted but cannot be played.
    pub fn play_on(&self, number: usize, mutant: &str, games: u64) -> Verdict {
        let rules = &self.rules[number];
        let read = Position::parse(mutant).and_then(|position| position.state::<G>(rules));
        let state = match read {
            Ok(state) => state,
            Err(error) => return Verdict::Refused(error.to_string()),
        };
        let again = Position::new::<G>(rules, &state).to_text();
        let again = Position::parse(&again).and_then(|position| position.state::<G>(rules));
        assert_eq!(again, Ok(state), "what was accepted is not read back");
        for side in [None, Some(Side::Fln), Some(Side::France)] {
            assert!(!G::describe(rules, &state, side).is_empty(), "no description for {side:?}");
        }
        for game in 0..games {
            play::<G>(rules, Some(state), 1, game, &mut |_| ());
        }
        Verdict::PlayedOn
    }
}

/// Plays a random game from a position, or from the start, and reports its positions; false if it did not end in time.
fn play<G: FullGame>(
    rules: &G::Rules,
    from: Option<G::State>,
    seed: u64,
    game: u64,
    keep: &mut impl FnMut(&G::State),
) -> bool {
    let mut dice = SeededDice::new(seed, game);
    let mut chooser = Chooser::new(seed, game);
    let mut state = from.unwrap_or_else(|| G::start(rules, &mut dice, &mut ()));
    let mut legal = Actions::<G>::new();
    let first = G::clock(&state).0;
    let (mut turn, mut decisions) = (first, 0);
    for number in game.. {
        keep(&state);
        if number.is_multiple_of(WATCHED) {
            watch::<G>(rules, &state, &mut chooser);
        }
        if G::status(&state).outcome().is_some() {
            return true;
        }
        let now = G::clock(&state).0;
        if now > turn {
            (turn, decisions) = (now, 0);
        }
        if turn > first.saturating_add(TURNS) {
            return false;
        }
        decisions += 1;
        assert!(decisions < DECISIONS, "turn {turn} does not end");
        legal.clear();
        G::legal(rules, &state, &mut legal);
        let action = chooser.choose::<G>(&legal);
        G::apply(rules, &mut state, action, &mut dice, &mut ());
    }
    false
}

/// Checks that the rules allow a position, and that each side can imagine what it does not see.
fn watch<G: FullGame>(rules: &G::Rules, state: &G::State, chooser: &mut Chooser) {
    G::check(rules, state)
        .unwrap_or_else(|why| panic!("play led to a position that is refused: {why}\n{state:?}"));
    for side in Side::ALL {
        let seen = G::observe(rules, state, side);
        let full = G::determinize(rules, &seen, &mut chooser.rng);
        G::check(rules, &full).unwrap_or_else(|why| panic!("as {side} imagines it: {why}\n{state:?}"));
    }
}

/// Builds the rules of each scenario with one figure changed and, if they are accepted, plays a game with each.
///
/// # Panics
/// If they were accepted but cannot be played.
pub fn play_with_figure<G: FullGame>(
    figures: &Figures,
    settings: &[Setting],
    key: &str,
    value: &str,
    seed: u64,
) -> Verdict {
    let mut changed = figures.clone();
    if let Err(error) = changed.set(key, value) {
        return Verdict::Refused(error.to_string());
    }
    for (game, setting) in settings.iter().enumerate() {
        match G::rules(&changed, setting) {
            Ok(rules) => {
                play::<G>(&rules, None, seed, game as u64, &mut |_| ());
            }
            Err(error) => return Verdict::Refused(error.to_string()),
        }
    }
    Verdict::PlayedOn
}
