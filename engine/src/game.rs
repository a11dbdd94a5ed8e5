//! What a bot, a runner or a page may know of a game.

use std::fmt;
use std::hash::Hash;

use arrayvec::ArrayVec;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::data::Figures;
use crate::dice::{Dice, Label};
use crate::field::{Field, TallyColumn};
use crate::item::{Item, Use};
use crate::side::{Outcome, Side};
use crate::sink::{Audience, Sink};

/// No decision of either game has more choices than this.
pub const MAX_CHOICES: usize = 128;

/// The caller's buffer for legal actions.
pub type Actions<G> = ArrayVec<<G as Game>::Action, MAX_CHOICES>;

/// The legal actions of a decision, in a form in which one can be drawn without a list of them all.
///
/// The order is that of [`Game::legal`]. A plain list ([`Actions`]) is one; a game may keep sets instead.
pub trait Choices<G: Game>: Clone + fmt::Debug + Default + Send {
    /// How many there are.
    fn len(&self) -> usize;

    /// True if there are none: the game is over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The verbs among them, as a set of bits by their numbers.
    fn verbs(&self) -> u64;

    /// How many have the verb with this number.
    fn count(&self, verb: u32) -> usize;

    /// The action with this place in the order, from 0.
    ///
    /// # Panics
    /// If there are no more than `index`.
    fn nth(&self, index: usize) -> G::Action;

    /// The action with this place, from 0, among those of the verb with this number.
    ///
    /// # Panics
    /// If there are no more than `index` of them.
    fn nth_of(&self, verb: u32, index: usize) -> G::Action;

    /// All of them: appended to `out` in their order.
    fn list(&self, out: &mut Actions<G>);

    /// All of them, in their order.
    #[inline]
    fn to_list(&self) -> Actions<G> {
        let mut list = Actions::<G>::new();
        self.list(&mut list);
        list
    }
}

impl<G: Game> Choices<G> for Actions<G> {
    #[inline]
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[inline]
    fn verbs(&self) -> u64 {
        self.iter().fold(0, |all, action| all | 1 << G::verb(*action).into())
    }

    #[inline]
    fn count(&self, verb: u32) -> usize {
        self.iter().map(|action| usize::from(u32::from(G::verb(*action).into()) == verb)).sum()
    }

    #[inline]
    fn nth(&self, index: usize) -> G::Action {
        self[index]
    }

    #[inline]
    fn nth_of(&self, verb: u32, index: usize) -> G::Action {
        let mut left = index;
        for action in self {
            if u32::from(G::verb(*action).into()) == verb {
                if left == 0 {
                    return *action;
                }
                left -= 1;
            }
        }
        panic!("no action {index} of verb {verb} among {self:?}")
    }

    fn list(&self, out: &mut Actions<G>) {
        out.extend(self.iter().copied());
    }
}

/// Rolls with their faces, from 1.
pub type Rolls = Vec<(Label, u16)>;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<K> {
    /// A side has to decide.
    Decision {
        /// Who decides.
        side: Side,
        /// What is decided.
        kind: K,
    },
    /// The game has ended.
    Over(Outcome),
}

impl<K> Status<K> {
    /// The outcome, if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(*outcome),
            Self::Decision { .. } => None,
        }
    }

    /// Who decides, if anybody does.
    pub fn side(&self) -> Option<Side> {
        match self {
            Self::Decision { side, .. } => Some(*side),
            Self::Over(_) => None,
        }
    }
}

/// What a game is set up from: words, as they come from a command line or a file.
///
/// `None` and empty lists mean the game's defaults. [`Game::setting`] gives back the resolved form, in which every
/// word is spelled out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setting {
    /// The scenario.
    pub scenario: Option<String>,
    /// How the pieces are placed: `default`, or another word of the game.
    pub setup: Option<String>,
    /// Optional rules in force.
    pub options: Vec<String>,
    /// What is taken out of the game, as `event:suez` or `action:fln:raid`.
    pub bars: Vec<String>,
}

/// Something about a setting or the data that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// A word that the game does not know.
    #[error("unknown {what} \"{word}\": {game} has {}", known.join(", "))]
    Unknown {
        /// The game.
        game: &'static str,
        /// What kind of word it is.
        what: &'static str,
        /// The word.
        word: String,
        /// The words that are known.
        known: Vec<String>,
    },
    /// A combination that the rules exclude.
    #[error("{0}")]
    Excluded(String),
    /// The data are wrong.
    #[error(transparent)]
    Data(#[from] crate::data::DataError),
}

/// A board wargame, as a type without values: its states and rules are types of their own.
///
/// States are plain old data: cloning one is a memory copy. Rules are built once and borrowed.
pub trait Game: Copy + fmt::Debug + Default + Send + Sync + 'static {
    /// The word for it on the command line.
    const NAME: &'static str;
    /// Its full title.
    const TITLE: &'static str;

    /// Everything that never changes in a game: map, tables, scenario, options, bars.
    type Rules: fmt::Debug + Send + Sync;
    /// A position: plain old data.
    type State: Copy + PartialEq + Eq + fmt::Debug + Send + Sync + 'static;
    /// What is decided: a small enum.
    type Decision: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// The verb of an action: two actions of one verb differ in their arguments only. Its number is below 64.
    type Verb: Copy + Eq + Ord + Hash + Into<u8> + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// A choice.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// The choices of a decision, to draw from.
    type Choices: Choices<Self>;
    /// Something that happened.
    type Event: Copy + fmt::Debug + Send + 'static;
    /// Counts what happened in one game, from its events alone; the columns of a table of games.
    type Tally: Tally<Self>;

    /// The names of the tracks that show how a game goes, in the order of [`Game::tracks`].
    const TRACKS: &'static [&'static str] = &[];

    /// The figures of the game as they are built in.
    fn figures() -> Figures;

    /// Builds the rules.
    ///
    /// # Errors
    /// A word the game does not know, a combination the rules exclude, a bar that would leave a compulsory decision
    /// without choices, or a figure that is wrong.
    fn rules(figures: &Figures, setting: &Setting) -> Result<Self::Rules, SettingError>;

    /// The setting of these rules, every word spelled out.
    fn setting(rules: &Self::Rules) -> Setting;

    /// The hash of the resolved figures.
    fn data_hash(rules: &Self::Rules) -> u64;

    /// One line that says how many figures are reconstructed, for components that were not at hand; none if no figure is.
    fn statement(rules: &Self::Rules) -> Option<String> {
        let _ = rules;
        None
    }

    /// Sets the game up and plays it to its first decision.
    fn start<D: Dice, S: Sink<Self::Event>>(rules: &Self::Rules, dice: &mut D, sink: &mut S) -> Self::State;

    /// Who decides what, or how the game ended.
    fn status(state: &Self::State) -> Status<Self::Decision>;

    /// The turn (from 1; 0 during set-up) and the phase in it, as [`Dice::rekey`] gets them.
    fn clock(state: &Self::State) -> (u16, u8);

    /// Appends the legal actions to `out`, in a fixed order. There are at least two unless the game is over: a
    /// decision with one choice is played by the engine itself.
    ///
    /// They are a function of what the decider may see.
    fn legal(rules: &Self::Rules, state: &Self::State, out: &mut Actions<Self>) {
        let mut choices = Self::Choices::default();
        Self::choices(rules, state, &mut choices);
        choices.list(out);
    }

    /// The legal actions to draw from; `out` is overwritten. None once the game is over.
    fn choices(rules: &Self::Rules, state: &Self::State, out: &mut Self::Choices);

    /// True if `action` is legal.
    fn is_legal(rules: &Self::Rules, state: &Self::State, action: Self::Action) -> bool {
        let mut actions = Actions::<Self>::new();
        Self::legal(rules, state, &mut actions);
        actions.contains(&action)
    }

    /// Plays a legal action, and everything after it up to the next decision or the end.
    ///
    /// The action must be legal: that is checked in debug builds only. [`try_apply`] checks always.
    fn apply<D: Dice, S: Sink<Self::Event>>(
        rules: &Self::Rules,
        state: &mut Self::State,
        action: Self::Action,
        dice: &mut D,
        sink: &mut S,
    );

    /// As [`Game::apply`], and then as [`Game::choices`]. A game may do both at once: it has to look for choices
    /// anyway, to play what is not one.
    fn advance<D: Dice, S: Sink<Self::Event>>(
        rules: &Self::Rules,
        state: &mut Self::State,
        action: Self::Action,
        dice: &mut D,
        sink: &mut S,
        out: &mut Self::Choices,
    ) {
        Self::apply(rules, state, action, dice, sink);
        Self::choices(rules, state, out);
    }

    /// Everything that can be taken out of a game, in an order that depends on the data only. What the scenario, the options
    /// or the bars of these rules keep from ever occurring says so ([`Item::absent`]).
    fn items(rules: &Self::Rules) -> Vec<Item> {
        let _ = rules;
        Vec::new()
    }

    /// What an event says of one of the [`Game::items`]: its number in the list, and what happened to it.
    fn item(rules: &Self::Rules, event: &Self::Event) -> Option<(usize, Use)> {
        let _ = (rules, event);
        None
    }

    /// The position with one of the [`Game::items`] taken out of it for good, if it is something that the side that
    /// decides can play by the decision that waits, as a chit of its hand. None for what only rules can take out.
    ///
    /// Its decision may be left with a single choice, which is played as any other.
    fn without(rules: &Self::Rules, state: &Self::State, number: usize) -> Option<Self::State> {
        let _ = (rules, state, number);
        None
    }

    /// The rolls of a turn by which one of the [`Game::items`] takes place, with their faces from 1, and those by which
    /// nothing takes place instead; none if it is not rolled for.
    fn rolled_for(rules: &Self::Rules, number: usize) -> Option<[Rolls; 2]> {
        let _ = (rules, number);
        None
    }

    /// Where the tracks of [`Game::TRACKS`] stand: appends a number for each.
    fn tracks(rules: &Self::Rules, state: &Self::State, out: &mut Vec<i32>) {
        let _ = (rules, state, out);
    }

    /// The year of the calendar, if the game has one with several turns a year; else the turn.
    fn period(rules: &Self::Rules, state: &Self::State) -> u16 {
        let _ = rules;
        Self::clock(state).0
    }

    /// The turn that begins with an event, if one does.
    fn turn_begun(event: &Self::Event) -> Option<u16> {
        let _ = event;
        None
    }

    /// The verb of an action.
    fn verb(action: Self::Action) -> Self::Verb;

    /// A copy of the state in which everything that `side` may not see is blanked.
    fn observe(rules: &Self::Rules, state: &Self::State, side: Side) -> Observation<Self>;

    /// A full state drawn from those that fit the observation.
    fn determinize<R: Rng>(rules: &Self::Rules, seen: &Observation<Self>, rng: &mut R) -> Self::State;

    /// Checks that the state is one that the rules allow.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn check(rules: &Self::Rules, state: &Self::State) -> Result<(), String>;

    /// Who may see an event.
    fn audience(event: &Self::Event) -> Audience;

    /// True if it follows from what is open whether there is a choice at a decision. If not, only the side that decides may
    /// know that it was asked: the engine plays a decision with one choice by itself.
    fn is_announced(decision: Self::Decision) -> bool {
        let _ = decision;
        true
    }

    /// Who may see an action when `side` has just played it, and that there was something to decide.
    fn action_audience(side: Side, decision: Self::Decision, action: Self::Action) -> Audience {
        let _ = (side, decision, action);
        Audience::All
    }

    /// Who may see a roll.
    fn roll_audience(label: Label) -> Audience {
        let _ = label;
        Audience::All
    }

    /// An action in notation. [`Game::parse_action`] reads it back.
    fn action_text(rules: &Self::Rules, action: Self::Action) -> String;

    /// Reads an action in notation.
    ///
    /// # Errors
    /// What is wrong with the text, in words.
    fn parse_action(rules: &Self::Rules, text: &str) -> Result<Self::Action, String>;

    /// A label in notation. [`Game::parse_label`] reads it back.
    fn label_text(rules: &Self::Rules, label: Label) -> String;

    /// Reads a label in notation.
    ///
    /// # Errors
    /// What is wrong with the text, in words.
    fn parse_label(rules: &Self::Rules, text: &str) -> Result<Label, String>;

    /// An event in words, for a log.
    fn event_text(rules: &Self::Rules, event: &Self::Event) -> String;

    /// The state with readable names, as a position file holds it. [`Game::from_json`] reads it back.
    fn to_json(rules: &Self::Rules, state: &Self::State) -> serde_json::Value;

    /// Reads a state.
    ///
    /// # Errors
    /// The key that is wrong, what it holds and what it should hold.
    fn from_json(rules: &Self::Rules, value: &serde_json::Value) -> Result<Self::State, String>;

    /// The state for a person, several lines; the parts that `side` may not see left out if a side is given.
    fn describe(rules: &Self::Rules, state: &Self::State, side: Option<Side>) -> String;
}

/// Counts what happens in one game from its events.
pub trait Tally<G: Game>: Sink<G::Event> + Clone + fmt::Debug + Default + Send + 'static {
    /// The columns.
    const COLUMNS: &'static [TallyColumn<Self, G::Rules>];

    /// The names of the columns.
    #[must_use]
    fn columns() -> Vec<&'static str> {
        Self::COLUMNS.iter().map(|column| column.name).collect()
    }

    /// Appends the values of the columns, in that order.
    fn values(&self, rules: &G::Rules, out: &mut Vec<Field>) {
        out.extend(Self::COLUMNS.iter().map(|column| (column.value)(self, rules)));
    }
}

/// Plays an action if it is legal.
///
/// # Errors
/// [`IllegalAction`], and the state is unchanged.
pub fn try_apply<G: Game, D: Dice, S: Sink<G::Event>>(
    rules: &G::Rules,
    state: &mut G::State,
    action: G::Action,
    dice: &mut D,
    sink: &mut S,
) -> Result<(), IllegalAction> {
    if G::status(state).outcome().is_some() || !G::is_legal(rules, state, action) {
        return Err(IllegalAction { text: G::action_text(rules, action) });
    }
    G::apply(rules, state, action, dice, sink);
    Ok(())
}

/// An action that is not legal in this position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not legal here")]
pub struct IllegalAction {
    /// The action in notation.
    pub text: String,
}

/// What one side sees of a state: the rest is blanked.
#[derive(Debug)]
pub struct Observation<G: Game> {
    side: Side,
    state: G::State,
}

impl<G: Game> PartialEq for Observation<G> {
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side && self.state == other.state
    }
}

impl<G: Game> Eq for Observation<G> {}

impl<G: Game> Clone for Observation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Observation<G> {}

impl<G: Game> Observation<G> {
    /// Wraps a state in which everything hidden from `side` is already blanked. Only a game may do that.
    #[must_use]
    pub fn new(side: Side, blanked: G::State) -> Self {
        Self { side, state: blanked }
    }

    /// Whose observation it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The state with the hidden parts blanked. Its legal actions, if this side decides, are those of the real state.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

/// Hands an observation to whoever asks for it: baseline bots that need only the legal actions do not pay for one.
#[derive(Debug)]
pub struct View<'a, G: Game> {
    rules: &'a G::Rules,
    state: &'a G::State,
    side: Side,
}

impl<G: Game> Clone for View<'_, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// What `side` may see of `state`.
    #[inline(always)]
    pub fn new(rules: &'a G::Rules, state: &'a G::State, side: Side) -> Self {
        Self { rules, state, side }
    }

    /// The rules.
    #[inline(always)]
    pub fn rules(&self) -> &'a G::Rules {
        self.rules
    }

    /// Whose view it is.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What is decided.
    #[inline(always)]
    pub fn status(&self) -> Status<G::Decision> {
        G::status(self.state)
    }

    /// The turn and phase.
    #[inline(always)]
    pub fn clock(&self) -> (u16, u8) {
        G::clock(self.state)
    }

    /// The observation.
    pub fn observe(&self) -> Observation<G> {
        G::observe(self.rules, self.state, self.side)
    }

    /// The state itself, for the public accessors that a game adds to its view.
    #[inline(always)]
    pub(crate) fn state(&self) -> &'a G::State {
        self.state
    }
}
