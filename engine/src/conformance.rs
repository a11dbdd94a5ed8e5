//! Tests that every game must pass: call [`Suite::run`] in a test of the game.
//!
//! The suite plays random games and checks what bots, runners and files rely on. Every check is an assertion; its message gives
//! the setting and the index of the game.

mod items;
mod mutate;
mod sound;

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub use mutate::{Script, Vocabulary, break_text, mutate};
pub use sound::{Mutants, Verdict, play_with_figure};

use crate::dice::{Dice, Label, RecordingDice, ScriptedDice, SeededDice, stream_key};
use crate::notation::{parse_roll, roll_text};
use crate::observation;
use crate::position::Position;
use crate::record::{Record, Source};
use crate::{
    Actions, BySide, Choices, FullGame, MAX_CHOICES, Setting, SettingError, Side, Sink, Status, Tally, View,
    try_apply,
};

/// The largest size of a state, in bytes.
pub const MAX_STATE: usize = 1280;
/// Number of foreign actions tried in each position of a full check.
const FOREIGN: usize = 16;
/// Positions are written, read, observed and imagined at one decision in this many; everything else is checked at every
/// decision.
const WHOLE: u64 = 8;

/// Which games to play, and how.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The settings to play, in rotation.
    pub settings: Vec<Setting>,
    /// The seed.
    pub seed: u64,
    /// The last turn of a game; longer games are cut off.
    pub max_turns: u16,
    /// Games in which every decision is checked in full.
    pub full: Range<u64>,
    /// Games that get the cheap checks only.
    pub cheap: Range<u64>,
}

/// Settings with every legal set of optional rules, in each scenario and set-up.
///
/// # Panics
/// If the game refuses one for any reason other than an excluded combination.
pub fn every_setting<G: FullGame>(scenarios: &[&str], setups: &[&str], options: &[&str]) -> Vec<Setting> {
    let figures = G::figures();
    let mut settings = Vec::new();
    for scenario in scenarios {
        for setup in setups {
            for chosen in 0_u32..1 << options.len() {
                let chosen = options.iter().enumerate().filter(|(number, _)| chosen >> number & 1 == 1);
                let setting = Setting {
                    scenario: Some((*scenario).to_owned()),
                    setup: Some((*setup).to_owned()),
                    options: chosen.map(|(_, word)| (*word).to_owned()).collect(),
                    bars: Vec::new(),
                };
                match G::rules(&figures, &setting) {
                    Ok(_) => settings.push(setting),
                    Err(SettingError::Excluded(_)) => {}
                    Err(error) => panic!("{setting:?}: {error}"),
                }
            }
        }
    }
    settings
}

/// The number of games of a cheap suite: the environment variable `WILAYA_GAMES`, or `games` if it is not set.
///
/// # Panics
/// If the variable is not a number.
pub fn games_or(games: u64) -> u64 {
    let set = std::env::var("WILAYA_GAMES").ok();
    set.map_or(games, |text| {
        text.parse().unwrap_or_else(|_| panic!("WILAYA_GAMES={text}: expected a number"))
    })
}

impl Suite {
    /// Plays the games and checks them.
    ///
    /// # Panics
    /// If a check fails.
    pub fn run<G: FullGame>(&self) {
        self.once::<G>();
        let figures = G::figures();
        let rules: Vec<_> = self
            .settings
            .iter()
            .map(|setting| G::rules(&figures, setting).unwrap_or_else(|error| panic!("{setting:?}: {error}")))
            .collect();
        let mut foreign = Foreign::<G>::default();
        for index in self.full.clone() {
            let rules = &rules[index as usize % rules.len()];
            Full::<G> { suite: self, rules, index, foreign: &mut foreign }.play();
        }
        for index in self.cheap.clone() {
            self.cheap::<G>(&rules[index as usize % rules.len()], index);
        }
    }

    /// The checks that need no game.
    fn once<G: FullGame>(&self) {
        let size = size_of::<G::State>();
        assert!(size <= MAX_STATE, "a state takes {size} bytes, more than {MAX_STATE}");
        assert!(!std::mem::needs_drop::<G::State>(), "a state must be plain old data");
        let size = size_of::<G::Action>();
        assert!(size <= 16, "an action takes {size} bytes");
        let columns = G::Tally::columns();
        assert_eq!(columns.iter().collect::<HashSet<_>>().len(), columns.len(), "{columns:?}");
        assert!(!self.settings.is_empty(), "there is nothing to play");
        for setting in &self.settings {
            let rules =
                G::rules(&G::figures(), setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"));
            let spelled = G::setting(&rules);
            assert!(spelled.scenario.is_some() && spelled.setup.is_some(), "{spelled:?} is not spelled out");
            let again =
                G::rules(&G::figures(), &spelled).unwrap_or_else(|error| panic!("{spelled:?}: {error}"));
            assert_eq!(G::setting(&again), spelled, "a setting spelled out means itself");
            assert_eq!(G::data_hash(&again), G::data_hash(&rules));
        }
        let nonsense = Some("no such thing".to_owned());
        let wrong = [
            Setting { scenario: nonsense.clone(), ..Setting::default() },
            Setting { setup: nonsense.clone(), ..Setting::default() },
            Setting { options: nonsense.clone().into_iter().collect(), ..Setting::default() },
            Setting { bars: nonsense.into_iter().collect(), ..Setting::default() },
        ];
        for setting in wrong {
            let message = match G::rules(&G::figures(), &setting) {
                Ok(_) => panic!("{setting:?} was accepted"),
                Err(error) => error.to_string(),
            };
            assert!(message.contains("no such thing"), "the message does not name the word: {message}");
        }
    }

    fn chooser(&self, index: u64) -> Chooser {
        Chooser::new(self.seed, index)
    }

    fn cheap<G: FullGame>(&self, rules: &G::Rules, index: u64) {
        let at = At::<G> { rules, index, decision: 0, action: None };
        let mut dice = RekeyWatch::new(SeededDice::new(self.seed, index));
        let mut chooser = self.chooser(index);
        let mut state = G::start(rules, &mut dice, &mut ());
        let mut legal = Actions::<G>::new();
        let mut turn = 0;
        for decision in 0.. {
            let at = At::<G> { decision, ..at };
            let clock = G::clock(&state);
            assert!(clock.0 <= self.max_turns, "{at}: still not over");
            if clock.0 != turn || G::status(&state).outcome().is_some() {
                G::check(rules, &state).unwrap_or_else(|why| panic!("{at}: {why}\n{state:?}"));
                turn = clock.0;
            }
            dice.check(clock, &at);
            if G::status(&state).outcome().is_some() {
                return;
            }
            legal.clear();
            G::legal(rules, &state, &mut legal);
            check_choices::<G>(&legal, &at);
            let action = chooser.choose::<G>(&legal);
            G::apply(rules, &mut state, action, &mut dice, &mut ());
        }
    }
}

/// Where an assertion failed, for its message.
struct At<'a, G: FullGame> {
    rules: &'a G::Rules,
    index: u64,
    decision: u32,
    action: Option<G::Action>,
}

impl<G: FullGame> fmt::Display for At<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setting = G::setting(self.rules);
        write!(f, "{} {setting:?}, game {}, decision {}", G::NAME, self.index, self.decision)?;
        self.action.map_or(Ok(()), |action| write!(f, ", {}", G::action_text(self.rules, action)))
    }
}

impl<G: FullGame> Clone for At<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: FullGame> Copy for At<'_, G> {}

/// Chooses at random: uniformly over actions, or over verbs first.
struct Chooser {
    rng: Pcg64Mcg,
    by_verb: bool,
}

impl Chooser {
    fn new(seed: u64, index: u64) -> Self {
        Self { rng: Pcg64Mcg::seed_from_u64(stream_key(seed, index, 100)), by_verb: !index.is_multiple_of(3) }
    }

    fn choose<G: FullGame>(&mut self, legal: &[G::Action]) -> G::Action {
        if self.by_verb {
            let mut verbs: Vec<_> = legal.iter().map(|&action| G::verb(action)).collect();
            verbs.sort_unstable();
            verbs.dedup();
            let verb = verbs[self.rng.random_range(0..verbs.len() as u32) as usize];
            let legal: Vec<_> = legal.iter().copied().filter(|&action| G::verb(action) == verb).collect();
            return legal[self.rng.random_range(0..legal.len() as u32) as usize];
        }
        legal[self.rng.random_range(0..legal.len() as u32) as usize]
    }
}

/// Dice that watch how the game re-keys them.
struct RekeyWatch<D> {
    inner: D,
    last: Option<(u16, u8)>,
    backwards: Option<((u16, u8), (u16, u8))>,
}

impl<D: Dice> RekeyWatch<D> {
    fn new(inner: D) -> Self {
        Self { inner, last: None, backwards: None }
    }

    fn check<G: FullGame>(&self, clock: (u16, u8), at: &At<'_, G>) {
        if let Some((before, after)) = self.backwards {
            panic!(
                "{at}: the dice were keyed for {before:?}, then for {after:?}: each phase is keyed once, in order"
            );
        }
        if let Some(last) = self.last {
            assert_eq!(clock, last, "{at}: the clock is not what the dice were last keyed for");
        }
    }
}

impl<D: Dice> Dice for RekeyWatch<D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        assert!(n >= 2, "a roll with {n} faces: {label:?}");
        self.inner.uniform(label, n)
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        if let Some(last) = self.last.replace((turn, phase))
            && last >= (turn, phase)
        {
            self.backwards.get_or_insert((last, (turn, phase)));
        }
        self.inner.rekey(turn, phase);
    }
}

/// Actions met in other positions, to be tried where they do not belong.
struct Foreign<G: FullGame> {
    seen: HashSet<G::Action>,
    list: Vec<G::Action>,
}

impl<G: FullGame> Default for Foreign<G> {
    fn default() -> Self {
        Self { seen: HashSet::new(), list: Vec::new() }
    }
}

fn check_choices<G: FullGame>(legal: &[G::Action], at: &At<'_, G>) {
    let count = legal.len();
    assert!((2..=MAX_CHOICES).contains(&count), "{at}: {count} choices: {legal:?}");
}

/// Checks that the choices to draw from are the legal actions, in the same order.
fn check_draws<G: FullGame>(rules: &G::Rules, state: &G::State, legal: &[G::Action], at: &At<'_, G>) {
    let mut choices = G::Choices::default();
    G::choices(rules, state, &mut choices);
    assert_eq!(choices.to_list().as_slice(), legal, "{at}: the list of choices");
    assert_eq!(choices.len(), legal.len(), "{at}: how many choices");
    let each: Vec<_> = (0..legal.len()).map(|index| choices.nth(index)).collect();
    assert_eq!(each, legal, "{at}: the choices by their places");
    let mut verbs = 0;
    for &action in legal {
        verbs |= 1u64 << G::verb(action);
    }
    assert_eq!(choices.verbs(), verbs, "{at}: the verbs of the choices");
    for verb in (0..64).filter(|verb| verbs >> verb & 1 != 0) {
        let of: Vec<_> = (0..choices.count(verb)).map(|index| choices.nth_of(verb, index)).collect();
        let expected: Vec<_> =
            legal.iter().copied().filter(|&action| u32::from(G::verb(action)) == verb).collect();
        assert_eq!(of, expected, "{at}: the choices of verb {verb}");
    }
}

/// A game that is checked in full.
struct Full<'a, G: FullGame> {
    suite: &'a Suite,
    rules: &'a G::Rules,
    index: u64,
    foreign: &'a mut Foreign<G>,
}

impl<G: FullGame> Full<'_, G> {
    fn play(self) {
        let (rules, index, seed) = (self.rules, self.index, self.suite.seed);
        let mut chooser = self.suite.chooser(index);
        let mut dice = RecordingDice::new(RekeyWatch::new(SeededDice::new(seed, index)));
        let mut tally = G::Tally::default();
        let mut state = G::start(rules, &mut dice, &mut tally);
        let first = state;
        let bots = BySide::new_with(|_| "chance".to_owned());
        let mut record = Record::<G>::new(Source { seed, index, bots }, dice.take());
        self.rolls(&record.rolls);
        let mut actions = Vec::new();
        let mut turn = 0;
        loop {
            let mut at = At::<G> { rules, index, decision: actions.len() as u32, action: None };
            let clock = G::clock(&state);
            assert!(clock.0 >= turn, "{at}: from turn {turn} back to {}", clock.0);
            assert!(clock.0 <= self.suite.max_turns, "{at}: still not over");
            turn = clock.0;
            dice.inner().check(clock, &at);
            let Status::Decision { side, kind } = G::status(&state) else { break };
            let legal = self.choices(&state, side, &at);
            // What reading and imagining whole positions costs is spent on some of the decisions, not the same in each game.
            if u64::from(at.decision) % WHOLE == index % WHOLE {
                self.position(&state, &at);
                self.hidden(&state, side, &legal, &mut chooser.rng, &at);
            }
            assert!(!kind.to_string().is_empty(), "{at}: a decision without a name");

            let action = chooser.choose::<G>(&legal);
            at.action = Some(action);
            let before = state;
            let mut events = Vec::new();
            G::apply(rules, &mut state, action, &mut dice, &mut events);
            for event in &events {
                assert!(!G::event_text(rules, event).is_empty(), "{at}: {event:?} has no words");
                tally.event(*event);
            }
            let rolls = dice.take();
            self.rolls(&rolls);

            // The same rolls lead to the same position, whatever was played on a copy meanwhile, and whoever listens.
            let mut other = before;
            let mut elsewhere = SeededDice::new(seed ^ 1, index);
            G::apply(rules, &mut other, action, &mut elsewhere, &mut ());
            let mut again = before;
            let mut script = ScriptedDice::new(rolls.iter().copied());
            let applied = try_apply::<G, _, _>(rules, &mut again, action, &mut script, &mut ());
            assert_eq!(applied, Ok(()), "{at}");
            assert_eq!(script.finish(), Ok(()), "{at}");
            assert_eq!(again, state, "{at}: the same rolls led to another position");

            record.push(side, kind, action, rolls);
            actions.push(action);
            if self.foreign.seen.insert(action) {
                self.foreign.list.push(action);
            }
        }
        let at = At::<G> { rules, index, decision: actions.len() as u32, action: None };
        self.position(&state, &at);
        if let Some(&action) = actions.last() {
            let refused = try_apply::<G, _, _>(rules, &mut state, action, &mut dice, &mut ());
            assert!(refused.is_err(), "{at}: an action after the end was accepted");
        }
        let mut values = Vec::new();
        tally.values(rules, &mut values);
        assert_eq!(values.len(), G::Tally::columns().len(), "{at}: columns and values");

        record.close(&state);
        let text = record.to_text(rules);
        let read = Record::<G>::parse(rules, &text).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(read.to_text(rules), text, "{at}: the record");
        let end = read.replay(rules, |_, _, _| ()).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(end, state, "{at}: the record led to another position");
        self.again(first, &actions, &state, &at);
    }

    /// Checks that the same seed gives the same game.
    fn again(&self, first: G::State, actions: &[G::Action], end: &G::State, at: &At<'_, G>) {
        let mut dice = SeededDice::new(self.suite.seed, self.index);
        let mut state = G::start(self.rules, &mut dice, &mut ());
        assert_eq!(state, first, "{at}: the set-up");
        for &action in actions {
            G::apply(self.rules, &mut state, action, &mut dice, &mut ());
        }
        assert_eq!(state, *end, "{at}: the same seed gave another game");
    }

    fn position(&self, state: &G::State, at: &At<'_, G>) {
        G::check(self.rules, state).unwrap_or_else(|why| panic!("{at}: {why}\n{state:?}"));
        let text = Position::new::<G>(self.rules, state).to_text();
        match Position::parse(&text).and_then(|position| position.state::<G>(self.rules)) {
            Ok(read) => assert_eq!(read, *state, "{at}: the position\n{text}"),
            Err(error) => panic!("{at}: the position: {error}\n{text}"),
        }
        for side in [None, Some(Side::Fln), Some(Side::France)] {
            assert!(!G::describe(self.rules, state, side).is_empty(), "{at}: no description for {side:?}");
        }
    }

    fn choices(&self, state: &G::State, side: Side, at: &At<'_, G>) -> Actions<G> {
        let rules = self.rules;
        let mut legal = Actions::<G>::new();
        G::legal(rules, state, &mut legal);
        check_choices::<G>(&legal, at);
        check_draws::<G>(rules, state, &legal, at);
        assert_eq!(View::<G>::new(rules, state, side).status(), G::status(state), "{at}");
        let mut texts = HashSet::new();
        for &action in &legal {
            let at = At::<G> { action: Some(action), ..*at };
            assert!(G::is_legal(rules, state, action), "{at}: offered, but not legal");
            let text = G::action_text(rules, action);
            let plain = |c: char| !c.is_whitespace() && !c.is_control() && c != ',';
            assert!(!text.is_empty() && text.chars().all(plain), "{at}: blanks or commas in \"{text}\"");
            assert_eq!(G::parse_action(rules, &text), Ok(action), "{at}: notation \"{text}\"");
            assert!(!G::verb(action).to_string().is_empty(), "{at}: a verb without a name");
            assert!(texts.insert(text), "{at}: offered twice");
        }
        let start = at.decision as usize * 7;
        for &action in
            self.foreign.list.iter().cycle().skip(start % self.foreign.list.len().max(1)).take(FOREIGN)
        {
            let at = At::<G> { action: Some(action), ..*at };
            let offered = legal.contains(&action);
            assert_eq!(G::is_legal(rules, state, action), offered, "{at}: legal or not?");
            if !offered {
                let mut after = *state;
                let mut dice = SeededDice::new(0, 0);
                let refused = try_apply::<G, _, _>(rules, &mut after, action, &mut dice, &mut ());
                assert!(refused.is_err() && after == *state, "{at}: accepted");
            }
        }
        legal
    }

    /// Checks that hidden information makes no difference to the side that cannot see it.
    fn hidden(
        &self,
        state: &G::State,
        decider: Side,
        legal: &Actions<G>,
        rng: &mut Pcg64Mcg,
        at: &At<'_, G>,
    ) {
        let rules = self.rules;
        for side in Side::ALL {
            let seen = G::observe(rules, state, side);
            assert_eq!(seen.side(), side, "{at}");
            assert_eq!(
                G::observe(rules, seen.state(), side),
                seen,
                "{at}: an observation observed by {side}"
            );
            assert_eq!(G::status(seen.state()), G::status(state), "{at}: {side} sees another decision");
            let written = observation::to_json::<G>(rules, &seen);
            let read = observation::from_json::<G>(rules, side, &written);
            assert_eq!(read, Ok(seen), "{at}: the observation of {side}: {written}");
            let full = G::determinize(rules, &seen, rng);
            G::check(rules, &full).unwrap_or_else(|why| panic!("{at}: as {side} imagines it: {why}"));
            assert_eq!(G::observe(rules, &full, side), seen, "{at}: {side} imagines what it does not see");
            if side == decider {
                for (what, other) in [("observation", seen.state()), ("determinization", &full)] {
                    let mut offered = Actions::<G>::new();
                    G::legal(rules, other, &mut offered);
                    assert_eq!(&offered, legal, "{at}: the choices in the {what}");
                }
            }
        }
    }

    fn rolls(&self, rolls: &[crate::dice::Roll]) {
        for &roll in rolls {
            let text = roll_text::<G>(self.rules, roll);
            let label = G::label_text(self.rules, roll.label);
            let plain = |c: char| !c.is_whitespace() && !c.is_control() && !",=/".contains(c);
            assert!(
                !label.is_empty() && label.chars().all(plain) && label.parse::<u16>().is_err(),
                "the label \"{label}\" of {roll:?} cannot stand in a list of rolls"
            );
            assert_eq!(parse_roll::<G>(self.rules, &text), Ok(roll), "notation \"{text}\"");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_toy_game_conforms() {
        let long = Setting { scenario: Some("long".to_owned()), ..Setting::default() };
        let windy = Setting { options: vec!["windy".to_owned()], ..Setting::default() };
        let settings = vec![Setting::default(), long, windy];
        Suite { settings, seed: 9, max_turns: 40, full: 0..60, cheap: 60..600 }.run::<Toy>();
    }

    #[test]
    #[should_panic(expected = "still not over")]
    fn a_game_that_is_too_long_is_found() {
        Suite { settings: vec![Setting::default()], seed: 9, max_turns: 3, full: 0..9, cheap: 0..0 }
            .run::<Toy>();
    }
}
