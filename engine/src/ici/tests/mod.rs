//! Tests of the rules, one room a chapter: scripted dice on small positions, exact odds by enumeration.
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a bare method would fix the lifetimes of what it plays"
)]

mod chits;
mod combat;
mod crisis;
mod endings;
mod fln_move;
mod french_move;
mod hidden;
mod insurgency;
mod political;
mod positions;
mod prices;
mod recruit;
mod referendum;
mod reinforcement;
mod search;
mod set_up;
mod structure;
mod supply;

use std::sync::OnceLock;

use super::Ici;
use super::action::Action;
use super::event::Event;
use super::play::Play;
use super::rules::Rules;
use super::state::{MIX, State, TYPES};
use super::types::{Class, Failek, Level, Location, Unit};
use super::words::{Node, Phase};
use crate::dice::{EnumeratedDice, Leaf, ScriptedDice, enumerate};
use crate::game::{Actions, Game, Setting, Status};
use crate::machine::Sequence as _;
use crate::side::Side;

type Acting<'a> = Play<'a, ScriptedDice, Vec<Event>>;

fn setting(scenario: &str, setup: &str, options: &[&str]) -> Rules {
    barred(scenario, setup, options, &[])
}

fn barred(scenario: &str, setup: &str, options: &[&str], bars: &[&str]) -> Rules {
    let setting = Setting {
        scenario: Some(scenario.to_owned()),
        setup: Some(setup.to_owned()),
        options: options.iter().map(|word| (*word).to_owned()).collect(),
        bars: bars.iter().map(|word| (*word).to_owned()).collect(),
    };
    Ici::rules(&Ici::figures(), &setting).expect("the built-in figures are right")
}

/// The rules of the game of 1955.
fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| setting("1955", "default", &[]))
}

/// The rules of the game of 1955 with maquis.
fn maquis_rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| setting("1955", "default", &["maquis"]))
}

/// The rules of the scenario of 1959.
fn rules_1959() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| setting("1959", "default", &[]))
}

fn at(id: &str) -> Location {
    rules().map.find(id).unwrap_or_else(|| panic!("no location {id}"))
}

fn chit(id: &str) -> super::types::Chit {
    super::notation::find_chit(rules(), id).unwrap_or_else(|| panic!("no chit {id}"))
}

fn class(word: &str) -> Class {
    let index = rules().classes.iter().position(|row| row.word == word);
    Class(index.unwrap_or_else(|| panic!("no class {word}")) as u8)
}

const MOUSSEBILINE: Failek = Failek::Moussebiline;
const MOUDJAHIDINE: Failek = Failek::Moudjahidine;
const COMMANDO: Failek = Failek::Commando;

/// A position with an empty map, at a decision of the first turn.
fn empty(decision: Node) -> State {
    empty_of(rules(), decision)
}

fn empty_of(rules: &Rules, decision: Node) -> State {
    let mut state = State::new(rules);
    for unit in 0..rules.units.len() as u8 {
        state.put(Unit(unit), Location::NONE);
    }
    state.reduced = 0;
    for holder in (0..Location::COUNT as u8).map(Location) {
        for failek in Failek::ALL {
            for _ in 0..state.faileks(holder).by_type()[failek.index()] {
                state.shift_seen(holder, MIX, *failek);
            }
        }
    }
    state.level = [Level::Purge; 25];
    state.slot = [12; 25];
    state.played = 1;
    state.points.fln = 20;
    state.points.france = 20;
    state.flow.node = decision;
    state
}

/// Puts faileks from the mix on the map, their types known.
fn faileks(state: &mut State, id: &str, failek: Failek, count: u8) {
    for _ in 0..count {
        state.shift_seen(MIX, at(id), failek);
    }
}

/// Puts units of a class that have not arrived on the map.
fn units(state: &mut State, id: &str, word: &str, count: u8) {
    for _ in 0..count {
        let unit = state.first_unit(rules(), class(word), Location::NONE, false, 0);
        assert!(unit.index() < rules().units.len(), "too few units of class {word}");
        state.put(unit, at(id));
    }
}

/// A unit by its id.
fn unit(id: &str) -> Unit {
    let index = rules().units.iter().position(|row| row.id == id);
    Unit(index.unwrap_or_else(|| panic!("no unit {id}")) as u8)
}

/// Does something with scripted dice, which must be used up, and nothing after it.
fn act(
    rules: &Rules,
    state: &mut State,
    faces: &[u16],
    something: impl FnOnce(&mut Acting<'_>),
) -> Vec<Event> {
    let mut dice = ScriptedDice::new(faces.iter().copied());
    let mut events = Vec::new();
    something(&mut Play { r: rules, s: state, dice: &mut dice, sink: &mut events });
    if let Err(error) = dice.finish() {
        panic!("{error:?}\n{events:?}");
    }
    events
}

/// Performs an action with scripted dice, and nothing after it.
fn perform(state: &mut State, faces: &[u16], action: Action) -> Vec<Event> {
    perform_of(rules(), state, faces, action)
}

fn perform_of(rules: &Rules, state: &mut State, faces: &[u16], action: Action) -> Vec<Event> {
    let legal = legal_of(rules, state);
    assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
    act(rules, state, faces, |play| Ici::perform(play, action))
}

/// Performs an action in notation and everything after it up to the next decision.
fn play_of(rules: &Rules, state: &mut State, faces: &[u16], action: &str) -> Vec<Event> {
    let action = Action::parse(rules, action).expect("the action is well written");
    let legal = legal_of(rules, state);
    assert!(legal.contains(&action), "{action:?} is not among {legal:?}");
    act(rules, state, faces, |play| {
        Ici::perform(play, action);
        play.run();
    })
}

fn play(state: &mut State, faces: &[u16], action: &str) -> Vec<Event> {
    play_of(rules(), state, faces, action)
}

fn legal_of(rules: &Rules, state: &State) -> Vec<Action> {
    let mut actions = Actions::<Ici>::new();
    Ici::legal(rules, state, &mut actions);
    actions.to_vec()
}

fn legal(state: &State) -> Vec<Action> {
    legal_of(rules(), state)
}

/// The legal actions in notation.
fn words(state: &State) -> Vec<String> {
    words_of(rules(), state)
}

fn words_of(rules: &Rules, state: &State) -> Vec<String> {
    legal_of(rules, state).into_iter().map(|action| action.text(rules)).collect()
}

/// Who decides what.
fn asked(state: &State) -> (Side, Node) {
    match Ici::status(state) {
        Status::Decision { side, kind } => (side, kind),
        Status::Over(_) => panic!("the game is over"),
    }
}

/// A probability in lowest terms.
type Odds = (u128, u128);

/// The exact distribution of what comes out of something.
fn outcomes<T: Ord>(
    rules: &Rules,
    state: &State,
    something: impl Fn(&mut Play<'_, EnumeratedDice, ()>) -> T,
) -> Vec<(T, Odds)> {
    let leaves = enumerate(|dice| {
        let mut state = *state;
        something(&mut Play { r: rules, s: &mut state, dice, sink: &mut () })
    });
    let base = leaves.iter().fold(1, |base, leaf| lcm(base, leaf.inverse_probability));
    let mut sums = std::collections::BTreeMap::new();
    for Leaf { value, inverse_probability, .. } in leaves {
        *sums.entry(value).or_insert(0) += base / inverse_probability;
    }
    assert_eq!(sums.values().sum::<u128>(), base, "the probabilities add up to one");
    sums.into_iter().map(|(value, sum)| (value, (sum / gcd(sum, base), base / gcd(sum, base)))).collect()
}

/// The probability that something is true.
fn odds(rules: &Rules, state: &State, something: impl Fn(&mut Play<'_, EnumeratedDice, ()>) -> bool) -> Odds {
    let outcomes = outcomes(rules, state, something);
    outcomes.into_iter().find(|(value, _)| *value).map_or((0, 1), |(_, odds)| odds)
}

/// A formula gives the probability that was enumerated.
#[track_caller]
fn gives(formula: f64, (part, all): Odds) {
    let exact = part as f64 / all as f64;
    assert!((formula - exact).abs() < 1e-12, "the formula gives {formula}, dice give {exact}");
}

const fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

const fn lcm(a: u128, b: u128) -> u128 {
    a / gcd(a, b) * b
}

/// The number of faileks of each type.
fn types(state: &State, id: &str) -> [u8; TYPES] {
    state.faileks(at(id)).by_type()
}

#[test]
fn the_decisions_come_before_the_steps() {
    for (number, node) in Node::ALL.iter().enumerate() {
        assert_eq!(Ici::is_step(*node), number >= Node::DECISIONS.len(), "{node}");
        assert_eq!(Ici::phase(*node).is_some(), Node::DECISIONS.contains(node), "{node}");
    }
}
