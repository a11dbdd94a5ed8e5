//! A small game for testing everything that is generic over [`Game`]: a race with dice and one secret.
//!
//! The FLN keeps a secret number from 1 to 3 that lengthens its steps; France may guess it. The first side to reach the goal
//! wins; after turn 40, the side that is ahead (France if neither is).

use rand::{Rng, RngExt};
use serde_json::{Value, json};

use crate::data::Figures;
use crate::dice::{Dice, Label};
use crate::error::NotationError::{self, Unknown};
use crate::error::StateError::{self, Forbidden};
use crate::field::{Column, Field, Form};
use crate::game::{
    Actions, Game, Hidden, Measured, Notation, Observation, Removable, Setting, SettingError, Status, Tally,
};
use crate::side::{BySide, Outcome, Side};
use crate::sink::{Audience, Sink};

const STEP: u8 = 0;
const SECRET: u8 = 1;
const LAST_TURN: u16 = 40;

/// The race.
#[derive(Clone, Copy, Debug, Default)]
pub struct Toy;

/// The rules of the race.
#[derive(Clone, Debug)]
pub struct Rules {
    scenario: &'static str,
    goal: u8,
    data_hash: u64,
    windy: bool,
    barred: bool,
}

/// A position in the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    turn: u16,
    mover: Side,
    at: BySide<u8>,
    /// 0 if hidden.
    secret: u8,
    /// Numbers that France has guessed wrongly since the last draw, one bit each.
    excluded: u8,
    over: Option<Side>,
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// One die; for the FLN, plus the secret.
    Walk,
    /// Two dice; if they are equal, move back by the second.
    Run,
    /// Guess the secret.
    Guess(u8),
    /// Set the other side back.
    Trip(u8),
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side moved to this space.
    At(Side, u8),
    /// The secret was drawn.
    Secret(u8),
    /// France guessed this number; true if it was right.
    Guessed(u8, bool),
}

/// Counts guesses, and the margin of victory.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    guesses: u32,
    at: BySide<u8>,
}

impl Sink<Event> for Counts {
    fn event(&mut self, event: Event) {
        match event {
            Event::At(side, place) => self.at[side] = place,
            Event::Guessed(..) => self.guesses += 1,
            Event::Secret(_) => {}
        }
    }
}

impl Tally<Toy> for Counts {
    const COLUMNS: &'static [Column<fn(&Self, &Rules) -> Field>] = &[
        Column::new("guesses", Form::WHOLE, "guesses", |tally, _| tally.guesses.into()),
        Column::new("level", Form::WORD, "`clear` or `narrow`", |tally, _| {
            if tally.at.fln.abs_diff(tally.at.france) > 5 { "clear" } else { "narrow" }.into()
        }),
    ];
}

impl Toy {
    fn draw<D: Dice, S: Sink<Event>>(state: &mut State, dice: &mut D, sink: &mut S) {
        state.secret = dice.uniform(Label::new(SECRET).by(Side::Fln), 3) as u8 + 1;
        state.excluded = 0;
        sink.event(Event::Secret(state.secret));
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "A race with dice";

    type Rules = Rules;
    type State = State;
    type Decision = &'static str;
    type Action = Action;
    type Choices = Actions<Self>;
    type Event = Event;

    fn figures() -> Figures {
        let text = "[goal]\nshort = 20\nlong = 60\nsource = \"ruling: made up\"\n";
        Figures::builtin(Self::NAME, &[("race.toml", text)])
    }

    fn rules(figures: &Figures, setting: &Setting) -> Result<Rules, SettingError> {
        let unknown = |what, word: &str, known: &[&str]| SettingError::Unknown {
            game: Self::NAME,
            what,
            word: word.to_owned(),
            known: known.iter().map(|&word| word.to_owned()).collect(),
        };
        let scenario = match setting.scenario.as_deref() {
            None | Some("short") => "short",
            Some("long") => "long",
            Some(word) => return Err(unknown("scenario", word, &["short", "long"])),
        };
        let key = format!("goal.{scenario}");
        let goal = figures.read(&key)?;
        if !(10..=200).contains(&goal) {
            return Err(figures.error(&key, goal, "a number from 10 to 200").into());
        }
        match setting.setup.as_deref() {
            None | Some("default") => {}
            Some(word) => return Err(unknown("setup", word, &["default"])),
        }
        if let Some(word) = setting.options.iter().find(|word| *word != "windy") {
            return Err(unknown("option", word, &["windy"]));
        }
        if let Some(word) = setting.bars.iter().find(|word| *word != "action:fln:trip") {
            return Err(unknown("bar", word, &["action:fln:trip"]));
        }
        let data_hash = figures.hash();
        Ok(Rules {
            scenario,
            goal,
            data_hash,
            windy: !setting.options.is_empty(),
            barred: !setting.bars.is_empty(),
        })
    }

    fn setting(rules: &Rules) -> Setting {
        Setting {
            scenario: Some(rules.scenario.to_owned()),
            setup: Some("default".to_owned()),
            options: if rules.windy { vec!["windy".to_owned()] } else { Vec::new() },
            bars: if rules.barred { vec!["action:fln:trip".to_owned()] } else { Vec::new() },
        }
    }

    fn data_hash(rules: &Rules) -> u64 {
        rules.data_hash
    }

    fn start<D: Dice, S: Sink<Event>>(_: &Rules, dice: &mut D, sink: &mut S) -> State {
        dice.rekey(1, 0);
        let mut state =
            State { turn: 1, mover: Side::Fln, at: BySide::default(), secret: 0, excluded: 0, over: None };
        state.at.france = dice.d6(Label::new(STEP).by(Side::France));
        sink.event(Event::At(Side::France, state.at.france));
        Self::draw(&mut state, dice, sink);
        state
    }

    fn status(state: &State) -> Status<&'static str> {
        match state.over {
            Some(winner) => Status::Over(Outcome::won_by(winner)),
            None => Status::Decision { side: state.mover, kind: "go" },
        }
    }

    fn clock(state: &State) -> (u16, u8) {
        (state.turn, state.mover as u8)
    }

    fn legal(rules: &Rules, state: &State, out: &mut Actions<Self>) {
        out.push(Action::Walk);
        out.push(Action::Run);
        match state.mover {
            Side::Fln if !rules.barred => out.extend((1..=state.at.france.min(3)).map(Action::Trip)),
            Side::Fln => {}
            Side::France => {
                out.extend((1..=3).filter(|n| state.excluded & 1 << n == 0).map(Action::Guess));
            }
        }
    }

    fn choices(rules: &Rules, state: &State, out: &mut Actions<Self>) {
        out.clear();
        if Self::status(state).outcome().is_none() {
            Self::legal(rules, state, out);
        }
    }

    fn apply<D: Dice, S: Sink<Event>>(
        rules: &Rules,
        state: &mut State,
        action: Action,
        dice: &mut D,
        sink: &mut S,
    ) {
        let side = state.mover;
        let label = Label::new(STEP).by(side);
        let mut at = state.at[side];
        match action {
            Action::Walk => at += dice.d6(label) + if side == Side::Fln { state.secret } else { 1 },
            Action::Run => {
                let (one, two) = (dice.d6(label), dice.d6(label.at(2)));
                at = if one == two { at.saturating_sub(two) } else { at + one + two };
            }
            Action::Trip(by) => {
                state.at.france -= by;
                sink.event(Event::At(Side::France, state.at.france));
            }
            Action::Guess(number) => {
                let right = number == state.secret;
                sink.event(Event::Guessed(number, right));
                if right {
                    at += 8;
                    Self::draw(state, dice, sink);
                } else {
                    state.excluded |= 1 << number;
                }
            }
        }
        if rules.windy {
            at = at.saturating_sub(1);
        }
        state.at[side] = at;
        sink.event(Event::At(side, at));
        // Two wrong guesses leave one number, which is no secret any more.
        if state.excluded.count_ones() == 2 {
            Self::draw(state, dice, sink);
        }
        if at >= rules.goal {
            state.over = Some(side);
            return;
        }
        state.mover = side.other();
        if side == Side::France {
            if state.turn == LAST_TURN {
                state.over = Some(if state.at.fln > state.at.france { Side::Fln } else { Side::France });
                return;
            }
            state.turn += 1;
        }
        dice.rekey(state.turn, state.mover as u8);
    }

    fn verb(action: Action) -> u8 {
        match action {
            Action::Walk => 0,
            Action::Run => 1,
            Action::Guess(_) => 2,
            Action::Trip(_) => 3,
        }
    }

    fn check(_: &Rules, state: &State) -> Result<(), StateError> {
        if !(1..=LAST_TURN).contains(&state.turn) {
            return Err(Forbidden(format!("turn is {}, expected 1 to {LAST_TURN}", state.turn)));
        }
        if !(1..=3).contains(&state.secret) || state.excluded & 1 << state.secret != 0 {
            return Err(Forbidden(format!(
                "secret is {}, expected 1 to 3, not one guessed wrong",
                state.secret
            )));
        }
        Ok(())
    }

    fn action_text(_: &Rules, action: Action) -> String {
        match action {
            Action::Walk => "walk".to_owned(),
            Action::Run => "run".to_owned(),
            Action::Guess(number) => format!("guess:{number}"),
            Action::Trip(number) => format!("trip:{number}"),
        }
    }
}

impl Measured for Toy {
    type Tally = Counts;
}

/// Nothing can be removed from it, except by what a bar does.
impl Removable for Toy {}

impl Hidden for Toy {
    fn observe(_: &Rules, state: &State, side: Side) -> Observation<Self> {
        let secret = if side == Side::Fln { state.secret } else { 0 };
        Observation::new(side, State { secret, ..*state })
    }

    fn determinize<R: Rng>(_: &Rules, seen: &Observation<Self>, rng: &mut R) -> State {
        let mut state = *seen.state();
        while state.secret == 0 || state.excluded & 1 << state.secret != 0 {
            state.secret = rng.random_range(1..=3);
        }
        state
    }

    fn audience(event: &Event) -> Audience {
        match event {
            Event::Secret(_) => Audience::Only(Side::Fln),
            Event::At(..) | Event::Guessed(..) => Audience::All,
        }
    }

    fn roll_audience(label: Label) -> Audience {
        if label.what == SECRET { Audience::Only(Side::Fln) } else { Audience::All }
    }
}

impl Notation for Toy {
    fn parse_action(_: &Rules, text: &str) -> Result<Action, NotationError> {
        let (verb, number) = text.split_once(':').unwrap_or((text, ""));
        let number = || match number.parse() {
            Ok(number @ 1..=3) => Ok(number),
            _ => Err(Unknown(format!("found \"{number}\", expected a number from 1 to 3"))),
        };
        match verb {
            "walk" => Ok(Action::Walk),
            "run" => Ok(Action::Run),
            "guess" => Ok(Action::Guess(number()?)),
            "trip" => Ok(Action::Trip(number()?)),
            _ => Err(Unknown(format!("unknown verb \"{verb}\": the verbs are walk, run, guess, trip"))),
        }
    }

    fn label_text(_: &Rules, label: Label) -> String {
        match (label.what, label.side, label.place) {
            (STEP, Some(side), Label::NOWHERE) => format!("step.{}", side.name()),
            (STEP, Some(side), _) => format!("second.{}", side.name()),
            _ => "secret".to_owned(),
        }
    }

    fn parse_label(_: &Rules, text: &str) -> Result<Label, NotationError> {
        match text.split_once('.') {
            None if text == "secret" => Ok(Label::new(SECRET).by(Side::Fln)),
            Some((word @ ("step" | "second"), side)) => {
                let side = side.parse().map_err(|_| Unknown(format!("unknown side \"{side}\"")))?;
                let label = Label::new(STEP).by(side);
                Ok(if word == "step" { label } else { label.at(2) })
            }
            _ => Err(Unknown(format!("unknown roll \"{text}\""))),
        }
    }

    fn event_text(_: &Rules, event: &Event) -> String {
        match event {
            Event::At(side, place) => format!("{side} stands at {place}"),
            Event::Secret(number) => format!("the secret is {number}"),
            Event::Guessed(number, right) => {
                format!("France guesses {number}, {}", if *right { "rightly" } else { "wrongly" })
            }
        }
    }

    fn to_json(_: &Rules, state: &State) -> Value {
        json!({
            "turn": state.turn,
            "mover": state.mover,
            "at": state.at,
            "secret": state.secret,
            "excluded": state.excluded,
            "over": state.over,
        })
    }

    fn from_json(_: &Rules, value: &Value) -> Result<State, StateError> {
        fn get<T: serde::de::DeserializeOwned>(value: &Value, key: &str) -> Result<T, StateError> {
            let found = value.get(key).ok_or_else(|| StateError::at(key, "missing"))?;
            T::deserialize(found).map_err(|error| StateError::at(key, error))
        }
        Ok(State {
            turn: get(value, "turn")?,
            mover: get(value, "mover")?,
            at: get(value, "at")?,
            secret: get(value, "secret")?,
            excluded: get(value, "excluded")?,
            over: get(value, "over")?,
        })
    }

    fn observation_to_json(rules: &Rules, seen: &Observation<Self>) -> Value {
        let mut value = Self::to_json(rules, seen.state());
        if seen.side() != Side::Fln {
            value["secret"] = Value::Null;
        }
        value
    }

    fn observation_from_json(
        rules: &Rules,
        side: Side,
        value: &Value,
    ) -> Result<Observation<Self>, StateError> {
        let mut value = value.clone();
        if side != Side::Fln && value["secret"].is_null() {
            value["secret"] = 0.into();
        }
        Self::from_json(rules, &value).map(|state| Observation::new(side, state))
    }

    fn describe(rules: &Rules, state: &State, side: Option<Side>) -> String {
        let mut text = format!(
            "turn {}: FLN at {}, France at {} of {}\n",
            state.turn, state.at.fln, state.at.france, rules.goal
        );
        if side != Some(Side::France) {
            text += &format!("the secret is {}\n", state.secret);
        }
        text
    }
}
