//! *Ici, c'est la France!* as a game.

use rand::Rng;

use super::action::Action;
use super::data;
use super::event::Event;
use super::label::RollKind;
use super::offer::Offer;
use super::play::Play;
use super::rules::Rules;
use super::state::State;
use super::tally::Tally;
use super::types::{Chit, Location};
use super::words::Node;
use super::{Decision, Ici};
use crate::dice::{Dice, Label};
use crate::error::{NotationError, StateError};
use crate::game::{
    Choices as _, Game, Hidden, Item, Measured, Notation, Observation, Removable, Status, Use,
};
use crate::machine::{self, Sequence};
use crate::side::{Outcome, Side};
use crate::sink::{Audience, Sink};

impl Game for Ici {
    const NAME: &'static str = "ici";
    const TITLE: &'static str = "Ici, c'est la France! The Algerian War of Independence 1954-1962";

    machine::by_table!();

    fn statement(rules: &Rules) -> Option<String> {
        rules.statement.clone()
    }

    fn start<D: Dice, S: Sink<Event>>(rules: &Rules, dice: &mut D, sink: &mut S) -> State {
        let mut state = State::new(rules);
        let mut play = Play { r: rules, s: &mut state, dice, sink };
        play.set_up();
        play.run();
        state
    }

    #[inline]
    fn status(state: &State) -> Status<Decision> {
        match (Self::decider(state.flow.node, state), state.flow.over) {
            (Some(side), _) => Status::Decision { side, kind: state.flow.node },
            (_, Some((winner, _))) => Status::Over(Outcome::won_by(winner)),
            _ => unreachable!("a state between decisions is never handed out"),
        }
    }

    #[inline]
    fn clock(state: &State) -> (u16, u8) {
        (state.played.into(), state.flow.phase as u8)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), StateError> {
        state.check(rules)
    }
}

impl Removable for Ici {
    fn items(rules: &Rules) -> Vec<Item> {
        data::items(rules)
    }

    fn item(_: &Rules, event: &Event) -> Option<(usize, Use)> {
        // The chits come first, in order.
        match event {
            Event::Drawn { side, chit } => Some((chit.index(), Use::Drawn(*side))),
            Event::Played { side, chit, .. } => Some((chit.index(), Use::Played(*side))),
            _ => None,
        }
    }

    fn without(_: &Rules, state: &State, number: usize) -> Option<State> {
        let held = Chit::each(state.hand[state.flow.mover]).find(|chit| chit.index() == number);
        let chit = held.filter(|_| state.flow.node == Node::PlayChit)?;
        let mut state = *state;
        state.hand[state.flow.mover] &= !chit.bit();
        state.hand_size[state.flow.mover] -= 1;
        Some(state)
    }
}

impl Measured for Ici {
    type Tally = Tally;

    const TRACKS: &'static [&'static str] =
        &["french_public", "fln_marker", "pied_noirs", "crisis", "density", "population"];

    fn tracks(rules: &Rules, state: &State, out: &mut Vec<i32>) {
        let own = [state.french_public, state.fln_marker, state.pied_noirs, state.crisis, state.density];
        out.extend(own.map(i32::from));
        let markers = Location::regions(rules.map.populated).map(|region| i32::from(state.marker(region)));
        out.push(markers.sum());
    }

    fn period(rules: &Rules, state: &State) -> u16 {
        rules.calendar.first_year + u16::from(state.year())
    }

    fn turn_begun(event: &Event) -> Option<u16> {
        match event {
            Event::Turn { turn } => Some(u16::from(*turn)),
            _ => None,
        }
    }
}

impl Hidden for Ici {
    fn observe(_: &Rules, state: &State, side: Side) -> Observation<Self> {
        Observation::new(side, state.seen_by(side))
    }

    fn determinize<R: Rng>(rules: &Rules, seen: &Observation<Self>, rng: &mut R) -> State {
        seen.state().determinized(rules, seen.side(), rng)
    }

    fn audience(event: &Event) -> Audience {
        event.audience()
    }

    fn is_announced(decision: Decision) -> bool {
        <Self as Sequence>::is_announced(decision)
    }

    fn action_audience(side: Side, decision: Decision, action: Action) -> Audience {
        action.audience(side, decision)
    }

    fn roll_audience(label: Label) -> Audience {
        RollKind::audience(label)
    }
}

impl Notation for Ici {
    fn parse_action(rules: &Rules, text: &str) -> Result<Action, NotationError> {
        Action::parse(rules, text)
    }

    fn label_text(rules: &Rules, label: Label) -> String {
        RollKind::text(rules, label)
    }

    fn parse_label(rules: &Rules, text: &str) -> Result<Label, NotationError> {
        RollKind::parse(rules, text)
    }

    fn event_text(rules: &Rules, event: &Event) -> String {
        event.text(rules)
    }

    fn to_json(rules: &Rules, state: &State) -> serde_json::Value {
        state.to_json(rules)
    }

    fn from_json(rules: &Rules, value: &serde_json::Value) -> Result<State, StateError> {
        State::from_json(rules, value)
    }

    fn observation_to_json(rules: &Rules, seen: &Observation<Self>) -> serde_json::Value {
        seen.state().observation_to_json(rules, seen.side())
    }

    fn observation_from_json(
        rules: &Rules,
        side: Side,
        value: &serde_json::Value,
    ) -> Result<Observation<Self>, StateError> {
        State::observation_from_json(rules, side, value).map(|state| Observation::new(side, state))
    }

    fn describe(rules: &Rules, state: &State, side: Option<Side>) -> String {
        state.describe(rules, side)
    }
}

impl State {
    /// The number of legal actions.
    pub(crate) fn choices(&self, rules: &Rules) -> usize {
        let mut out = Offer::default();
        Ici::choices(rules, self, &mut out);
        out.len()
    }
}
