//! The core of a game: what it needs to be played.

use std::fmt;
use std::hash::Hash;

use arrayvec::ArrayVec;

use super::setting::{Setting, SettingError};
use crate::data::Figures;
use crate::dice::Dice;
use crate::error::StateError;
use crate::side::{BySide, Outcome, Side};
use crate::sink::Sink;

/// A game of two sides, as a type without values; its states and rules have types of their own.
///
/// States are plain old data: cloning one is a memory copy. Rules are built once and borrowed. A game must provide the items
/// without a default. [`Hidden`](crate::Hidden), [`Notation`](crate::Notation), [`Removable`](crate::Removable) and
/// [`Measured`](crate::Measured) add to it, each with defaults for a game that has no such thing.
pub trait Game: Copy + fmt::Debug + Default + Send + Sync + 'static {
    /// Its name on the command line.
    const NAME: &'static str;
    /// Its full title.
    const TITLE: &'static str = Self::NAME;
    /// The names of the sides for people; notation and files use [`Side::name`].
    const SIDES: BySide<&'static str> = BySide { fln: "FLN", france: "France" };

    /// Everything that never changes in a game: map, tables, scenario, options, bars.
    type Rules: fmt::Debug + Send + Sync;
    /// A position: plain old data.
    type State: Copy + PartialEq + Eq + fmt::Debug + Send + Sync + 'static;
    /// The kind of a decision: a small enum, or a `&'static str`.
    type Decision: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// A choice.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// The choices at a decision, to draw from: [`Actions`] for a plain list.
    type Choices: Choices<Self>;
    /// Something that happened.
    type Event: Copy + fmt::Debug + Send + 'static;

    /// The built-in figures of the game.
    fn figures() -> Figures {
        Figures::builtin(Self::NAME, &[])
    }

    /// Builds the rules.
    ///
    /// # Errors
    /// An unknown word, a combination that the rules exclude, a bar that would leave a compulsory decision without choices, or
    /// an invalid figure.
    fn rules(figures: &Figures, setting: &Setting) -> Result<Self::Rules, SettingError>;

    /// The setting of these rules, with every word spelled out.
    fn setting(rules: &Self::Rules) -> Setting {
        let _ = rules;
        Setting::plain()
    }

    /// The hash of the resolved figures.
    fn data_hash(rules: &Self::Rules) -> u64 {
        let _ = rules;
        0
    }

    /// One line that says how many figures are reconstructed for components that were not available; `None` if no figure is.
    fn statement(rules: &Self::Rules) -> Option<String> {
        let _ = rules;
        None
    }

    /// Sets the game up and plays on to its first decision.
    fn start<D: Dice, S: Sink<Self::Event>>(rules: &Self::Rules, dice: &mut D, sink: &mut S) -> Self::State;

    /// Who decides what, or how the game ended.
    fn status(state: &Self::State) -> Status<Self::Decision>;

    /// The turn (from 1; 0 during set-up) and the phase within it, as passed to [`Dice::rekey`]. A game without turns stays in
    /// turn 0, and no turn limit ends it.
    fn clock(state: &Self::State) -> (u16, u8) {
        let _ = state;
        (0, 0)
    }

    /// Appends the legal actions to `out`, in a fixed order. There are at least two unless the game is over: the engine plays a
    /// decision with a single choice on its own.
    ///
    /// They depend only on what the decider may see.
    fn legal(rules: &Self::Rules, state: &Self::State, out: &mut Actions<Self>) {
        let mut choices = Self::Choices::default();
        Self::choices(rules, state, &mut choices);
        choices.list(out);
    }

    /// Overwrites `out` with the legal actions to draw from; none once the game is over.
    fn choices(rules: &Self::Rules, state: &Self::State, out: &mut Self::Choices);

    /// True if `action` is legal.
    fn is_legal(rules: &Self::Rules, state: &Self::State, action: Self::Action) -> bool {
        let mut actions = Actions::<Self>::new();
        Self::legal(rules, state, &mut actions);
        actions.contains(&action)
    }

    /// Plays a legal action and everything after it, up to the next decision or the end.
    ///
    /// Legality is checked in debug builds only; [`try_apply`] always checks.
    fn apply<D: Dice, S: Sink<Self::Event>>(
        rules: &Self::Rules,
        state: &mut Self::State,
        action: Self::Action,
        dice: &mut D,
        sink: &mut S,
    );

    /// [`Game::apply`] followed by [`Game::choices`]. A game may combine them: it has to look for choices anyway to find out
    /// whether there are at least two.
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

    /// The verb of an action, below 64; two actions with the same verb differ only in their arguments.
    #[inline]
    fn verb(action: Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// An action in notation; [`Notation::parse_action`](crate::Notation::parse_action) reads it back.
    fn action_text(rules: &Self::Rules, action: Self::Action) -> String;

    /// Checks that the rules allow the state.
    ///
    /// # Errors
    /// Describes what is wrong with it.
    fn check(rules: &Self::Rules, state: &Self::State) -> Result<(), StateError> {
        let _ = (rules, state);
        Ok(())
    }
}

/// The status of a game: a decision, or the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<K> {
    /// A side has to decide.
    Decision {
        /// The side that decides.
        side: Side,
        /// The kind of decision.
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

    /// The side that decides; `None` once the game has ended.
    pub fn side(&self) -> Option<Side> {
        match self {
            Self::Decision { side, .. } => Some(*side),
            Self::Over(_) => None,
        }
    }
}

/// Plays an action if it is legal.
///
/// # Errors
/// [`IllegalAction`] if it is not; the state is unchanged.
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

/// The most choices that any decision may have.
pub const MAX_CHOICES: usize = 128;

/// The caller's buffer for legal actions.
pub type Actions<G> = ArrayVec<<G as Game>::Action, MAX_CHOICES>;

/// The legal actions at a decision, in a form that allows drawing one without listing them all.
///
/// The order is that of [`Game::legal`]. A plain list ([`Actions`]) will do; a game may keep sets instead.
pub trait Choices<G: Game>: Clone + fmt::Debug + Default + Send {
    /// The number of actions.
    fn len(&self) -> usize;

    /// True if there are none: the game is over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The verbs among them ([`Game::verb`]), as a set of bits.
    fn verbs(&self) -> u64;

    /// The number of actions with this verb.
    fn count(&self, verb: u32) -> usize;

    /// The action at this place in the order, from 0.
    ///
    /// # Panics
    /// If `index` is out of range.
    fn nth(&self, index: usize) -> G::Action;

    /// The action at this place, from 0, among those with this verb.
    ///
    /// # Panics
    /// If `index` is out of range.
    fn nth_of(&self, verb: u32, index: usize) -> G::Action;

    /// Appends all of them to `out`, in order.
    fn list(&self, out: &mut Actions<G>);

    /// Calls `f` with each of them, in order.
    #[inline]
    fn each(&self, f: &mut impl FnMut(G::Action)) {
        self.to_list().into_iter().for_each(f);
    }

    /// All of them, in order.
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
        self.iter().fold(0, |all, action| all | 1 << G::verb(*action))
    }

    #[inline]
    fn count(&self, verb: u32) -> usize {
        self.iter().map(|action| usize::from(u32::from(G::verb(*action)) == verb)).sum()
    }

    #[inline]
    fn nth(&self, index: usize) -> G::Action {
        self[index]
    }

    #[inline]
    fn nth_of(&self, verb: u32, index: usize) -> G::Action {
        let mut left = index;
        for action in self {
            if u32::from(G::verb(*action)) == verb {
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
