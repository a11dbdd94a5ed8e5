//! The loop that plays a game from decision to decision, and the table of nodes that drives it.
//!
//! A node in a game's sequence of play is either a decision of a side or a step that the engine takes on its own. The table
//! ([`nodes!`]) has a row for each: who decides, what offers the choices, what carries one out, and which values of the operation
//! in progress mean something there. Nothing else lists nodes.

use crate::dice::Dice;
use crate::game::{Choices, Game};
use crate::side::Side;
use crate::sink::Sink;

/// A game in play: rules, state, dice, and the sink for its events.
pub(crate) struct Play<'a, G: Sequence, D, S> {
    /// The rules.
    pub(crate) r: &'a G::Rules,
    /// The state.
    pub(crate) s: &'a mut G::State,
    pub(crate) dice: &'a mut D,
    pub(crate) sink: &'a mut S,
}

/// A game's sequence of play; [`nodes!`] implements it from a table.
pub(crate) trait Sequence: Game {
    /// A phase of the sequence of play.
    type Phase;

    /// The node that a state is at.
    fn node(s: &Self::State) -> Self::Decision;

    /// True for a step of the engine, and for the end of the game.
    fn is_step(node: Self::Decision) -> bool;

    /// True at the end of the game.
    fn is_over(node: Self::Decision) -> bool;

    /// The phase of a decision; `None` for a step and at the end.
    fn phase(node: Self::Decision) -> Option<Self::Phase>;

    /// The side that decides; `None` for a step and at the end.
    fn decider(node: Self::Decision, s: &Self::State) -> Option<Side>;

    /// True if open information alone tells whether a side has a choice at a decision.
    fn is_announced(node: Self::Decision) -> bool;

    /// The values of the operation in progress that mean something at a node, in groups, by their names in position files.
    fn keys(node: Self::Decision) -> &'static [&'static [&'static str]];

    /// True if a value of the operation in progress means something at a node.
    fn uses(node: Self::Decision, key: &str) -> bool {
        Self::keys(node).iter().any(|keys| keys.contains(&key))
    }

    /// True if there are known to be at least two choices, without listing them.
    fn has_choice(node: Self::Decision, s: &Self::State) -> bool;

    /// Overwrites `out` with the legal choices: none at a step or at the end.
    fn offer(r: &Self::Rules, s: &Self::State, out: &mut Self::Choices);

    /// Carries out a choice.
    fn perform<D: Dice, S: Sink<Self::Event>>(play: &mut Play<'_, Self, D, S>, action: Self::Action);

    /// Leaves a decision that has no choices.
    fn skip<D: Dice, S: Sink<Self::Event>>(play: &mut Play<'_, Self, D, S>);

    /// Takes a step.
    fn step<D: Dice, S: Sink<Self::Event>>(play: &mut Play<'_, Self, D, S>);
}

impl<G: Sequence, D: Dice, S: Sink<G::Event>> Play<'_, G, D, S> {
    /// Plays on to the next decision with at least two choices, or to the end.
    #[inline]
    pub(crate) fn run(&mut self) {
        self.run_on(&mut G::Choices::default(), false);
    }

    /// Like [`Play::run`], and leaves the choices in `out`.
    #[inline]
    pub(crate) fn run_into(&mut self, out: &mut G::Choices) {
        self.run_on(out, true);
    }

    /// The loop. The choices left in `out` are valid only if `wanted`.
    #[inline(always)]
    fn run_on(&mut self, out: &mut G::Choices, wanted: bool) {
        loop {
            let node = G::node(self.s);
            if G::is_step(node) && !G::is_over(node) {
                G::step(self);
                continue;
            }
            if !wanted && (G::is_over(node) || G::has_choice(node, self.s)) {
                return;
            }
            G::offer(self.r, self.s, out);
            match out.len() {
                1 => G::perform(self, out.nth(0)),
                0 if !G::is_over(node) => G::skip(self),
                _ => return,
            }
        }
    }

    /// Sends an event to the sink.
    #[inline]
    pub(crate) fn tell(&mut self, event: G::Event) {
        self.sink.event(event);
    }
}

/// Plays a legal action, but nothing after it.
#[inline]
pub(crate) fn begin<'a, G: Sequence, D: Dice, S: Sink<G::Event>>(
    r: &'a G::Rules,
    s: &'a mut G::State,
    action: G::Action,
    dice: &'a mut D,
    sink: &'a mut S,
) -> Play<'a, G, D, S> {
    debug_assert!(G::is_legal(r, s, action), "{action:?} is not legal at {}", G::node(s));
    let mut play = Play { r, s, dice, sink };
    G::perform(&mut play, action);
    play
}

/// The items of [`Game`] that are the same in every game with a table of nodes. Its types and its module `data` must be in scope.
macro_rules! by_table {
    () => {
        type Rules = Rules;
        type State = State;
        type Decision = Decision;
        type Action = Action;
        type Choices = Offer;
        type Event = Event;

        fn figures() -> $crate::data::Figures {
            data::figures()
        }

        fn rules(
            figures: &$crate::data::Figures,
            setting: &$crate::Setting,
        ) -> Result<Rules, $crate::SettingError> {
            data::compile(figures, setting)
        }

        fn setting(rules: &Rules) -> $crate::Setting {
            data::setting(rules)
        }

        fn data_hash(rules: &Rules) -> u64 {
            rules.data_hash
        }

        #[inline]
        fn choices(rules: &Rules, state: &State, out: &mut Offer) {
            <Self as $crate::machine::Sequence>::offer(rules, state, out);
        }

        #[inline]
        fn apply<D: Dice, S: Sink<Event>>(
            r: &Rules,
            s: &mut State,
            action: Action,
            dice: &mut D,
            sink: &mut S,
        ) {
            $crate::machine::begin::<Self, D, S>(r, s, action, dice, sink).run();
        }

        #[inline]
        fn advance<D: Dice, S: Sink<Event>>(
            r: &Rules,
            s: &mut State,
            action: Action,
            dice: &mut D,
            sink: &mut S,
            out: &mut Offer,
        ) {
            $crate::machine::begin::<Self, D, S>(r, s, action, dice, sink).run_into(out);
        }

        #[inline]
        fn verb(action: Action) -> u8 {
            action.verb().into()
        }

        fn action_text(rules: &Rules, action: Action) -> String {
            action.text(rules)
        }
    };
}
pub(crate) use by_table;

/// Implements [`Sequence`] for a game from its table of nodes. `Node`, `State` and `Play` must be in scope.
///
/// ```text
/// nodes! {
///     Algeria: Phase, |s| s.flow.node;
///     phase Phase::Operations {
///         // a decision: who decides, what offers the choices { a choice => what carries it out }
///         Raid: Fln, operations::offer_raid { In(area) => raid(area), Done => go_to(Node::RaidEnd) };
///         // Values of the operation in progress that mean something there, by key; `MISSION` is a list of keys.
///         RaidHit["fln", "mark"] + MISSION: Fln, operations::offer_raid_hit { Hit(unit) => raid_hit(unit) };
///         // Only the deciding side may know whether there is a choice.
///         Ambush: Fln unannounced, operations::offer_ambush { With(unit) => ambush(unit), Done => go_to(Node::RaidEnd) };
///         // The decider may depend on the state. A choice may be certain (`always`), or there may be none (`otherwise`).
///         Split: (State::splitter), operations::offer_split { Split(psp) => split(psp) } always;
///         Tell: Fln, operations::offer_tell { Tell => tell() } always_if(|s| s.flow.passes == 0);
///         Retreat: France, operations::offer_retreat { To(area) => retreat(area) } otherwise(go_to(Node::RaidEnd));
///     }
///     steps { RaidEnd: raid_end; }
///     over Over;
/// }
/// ```
macro_rules! nodes {
    (
        $game:ident: $phases:ty, |$state:ident| $at:expr;
        $(phase $phase:path { $($node:ident $([$($key:literal),+])? $(+ $keys:ident)*: $who:tt $($secret:ident)?, $offer:path {
            $($choice:pat => $method:ident($($argument:expr),*)),+ $(,)?
        } $($special:ident $(($($detail:tt)+))?)?;)+ })+
        steps { $($step:ident: $run:ident;)+ }
        over $over:ident $([$($end:literal),+])?;
    ) => {
        impl $crate::machine::Sequence for $game {
            type Phase = $phases;

            #[inline(always)]
            fn node($state: &State) -> Node {
                $at
            }

            #[inline(always)]
            fn is_step(node: Node) -> bool {
                matches!(node, $(Node::$step)|+ | Node::$over)
            }

            #[inline(always)]
            fn is_over(node: Node) -> bool {
                node == Node::$over
            }

            fn phase(node: Node) -> Option<$phases> {
                match node {
                    $($(Node::$node)|+ => Some($phase),)+
                    $(Node::$step)|+ | Node::$over => None,
                }
            }

            #[inline(always)]
            fn decider(node: Node, s: &State) -> Option<$crate::Side> {
                match node {
                    $($(Node::$node => Some(nodes!(@side s $who)),)+)+
                    $(Node::$step)|+ | Node::$over => None,
                }
            }

            fn is_announced(node: Node) -> bool {
                match node {
                    $($(Node::$node => nodes!(@announced $($secret)?),)+)+
                    $(Node::$step)|+ | Node::$over => true,
                }
            }

            fn keys(node: Node) -> &'static [&'static [&'static str]] {
                match node {
                    $($(Node::$node => &[&[$($($key),+)?], $($keys),*],)+)+
                    $(Node::$step)|+ => &[],
                    Node::$over => &[&[$($($end),+)?]],
                }
            }

            #[inline(always)]
            fn has_choice(node: Node, s: &State) -> bool {
                let _ = s;
                match node {
                    $($(Node::$node => nodes!(@always s $($special $(($($detail)+))?)?),)+)+
                    $(Node::$step)|+ | Node::$over => false,
                }
            }

            #[inline]
            fn offer(r: &Self::Rules, s: &State, out: &mut Self::Choices) {
                out.clear();
                match Self::node(s) {
                    $($(Node::$node => $offer(r, s, out),)+)+
                    $(Node::$step)|+ | Node::$over => {}
                }
            }

            fn perform<D: $crate::dice::Dice, S: $crate::Sink<Self::Event>>(
                play: &mut Play<'_, D, S>,
                action: Self::Action,
            ) {
                let node = Self::node(play.s);
                match node {
                    $($(Node::$node => match action {
                        $($choice => { let _ = play.$method($($argument),*); })+
                        #[allow(unreachable_patterns)]
                        _ => unreachable!("{action:?} at {node}"),
                    },)+)+
                    $(Node::$step)|+ | Node::$over => unreachable!("{action:?} at {node}"),
                }
            }

            fn skip<D: $crate::dice::Dice, S: $crate::Sink<Self::Event>>(play: &mut Play<'_, D, S>) {
                let node = Self::node(play.s);
                match node {
                    $($(Node::$node => nodes!(@otherwise play node $($special $(($($detail)+))?)?),)+)+
                    $(Node::$step)|+ | Node::$over => {}
                }
            }

            #[inline(always)]
            fn step<D: $crate::dice::Dice, S: $crate::Sink<Self::Event>>(play: &mut Play<'_, D, S>) {
                match Self::node(play.s) {
                    $(Node::$step => { let _ = play.$run(); })+
                    node => unreachable!("{node} is not a step"),
                }
            }
        }
    };
    (@side $s:ident Fln) => { $crate::Side::Fln };
    (@side $s:ident France) => { $crate::Side::France };
    (@side $s:ident $by:tt) => { $by($s) };
    (@announced) => { true };
    (@announced unannounced) => { false };
    (@always $s:ident always) => { true };
    (@always $s:ident always_if($holds:expr)) => { $holds($s) };
    (@always $s:ident $($special:tt)*) => { false };
    (@otherwise $play:ident $node:ident otherwise($method:ident($($argument:expr),*))) => {{
        let _ = $play.$method($($argument),*);
    }};
    (@otherwise $play:ident $node:ident $($special:tt)*) => { unreachable!("no choice at {}", $node) };
}
pub(crate) use nodes;
