//! *Algeria* as a game.

use super::Algeria;
use super::action::Action;
use super::data;
use super::event::Event;
use super::label::RollKind;
use super::offer::Offer;
use super::play::Play;
use super::rules::Rules;
use super::state::State;
use super::tally::Tally;
use super::types::RandomEvent;
use super::words::{Decision, Node};
use crate::dice::{Dice, Label};
use crate::error::{NotationError, StateError};
use crate::game::{Game, Hidden, Item, Measured, Notation, Removable, Rolls, Status, Use};
use crate::machine::{self, Sequence};
use crate::side::{BySide, Outcome, Side};
use crate::sink::Sink;

impl Game for Algeria {
    const NAME: &'static str = "algeria";
    const TITLE: &'static str = "Algeria: The War of Independence 1954-1962";
    const SIDES: BySide<&'static str> = BySide { fln: "FLN", france: "Government" };

    machine::by_table!();

    fn start<D: Dice, S: Sink<Event>>(rules: &Rules, dice: &mut D, sink: &mut S) -> State {
        let mut state = State::default();
        let mut play = Play { r: rules, s: &mut state, dice, sink };
        play.set_up();
        play.run();
        state
    }

    #[inline(always)]
    fn status(state: &State) -> Status<Decision> {
        match state.flow.node {
            Node::Over => Status::Over(Outcome::won_by(state.flow.winner)),
            kind => Status::Decision { side: Self::decider(kind, state).unwrap_or(Side::Fln), kind },
        }
    }

    fn clock(state: &State) -> (u16, u8) {
        (state.turn, state.flow.phase)
    }

    fn check(rules: &Rules, state: &State) -> Result<(), StateError> {
        state.check(rules)
    }
}

impl Removable for Algeria {
    fn items(rules: &Rules) -> Vec<Item> {
        data::items(rules)
    }

    fn item(rules: &Rules, event: &Event) -> Option<(usize, Use)> {
        // The events come first, except for `None`, which is number 0.
        match event {
            // The roll counts as no event if the crisis cannot happen (charts C.2).
            Event::Random(RandomEvent::Suez) if !rules.scenario.suez => None,
            Event::Random(event) => event.index().checked_sub(1).map(|number| (number, Use::Happened)),
            _ => None,
        }
    }

    fn rolled_for(rules: &Rules, number: usize) -> Option<[Rolls; 2]> {
        let there = RandomEvent::ALL.get(number + 1)?;
        let rolls = |wanted: RandomEvent| {
            let cell = rules.events.iter().position(|event| *event == wanted)? as u16;
            let [tens, units] = [RollKind::EventTens, RollKind::EventUnits].map(RollKind::plain);
            Some(vec![(tens, cell / 6 + 1), (units, cell % 6 + 1)])
        };
        Some([rolls(*there)?, rolls(RandomEvent::None)?])
    }
}

impl Measured for Algeria {
    type Tally = Tally;

    const TRACKS: &'static [&'static str] = &["fln_psl", "france_psl", "ap"];

    fn tracks(_: &Rules, state: &State, out: &mut Vec<i32>) {
        out.extend([state.psl[0], state.psl[1], state.ap].map(i32::from));
    }

    fn turn_begun(event: &Event) -> Option<u16> {
        match event {
            Event::Phase { turn, .. } => Some(*turn),
            _ => None,
        }
    }
}

/// Nothing is hidden.
impl Hidden for Algeria {}

impl Notation for Algeria {
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

    fn describe(rules: &Rules, state: &State, _: Option<Side>) -> String {
        state.describe(rules)
    }
}
