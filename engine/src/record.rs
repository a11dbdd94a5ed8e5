//! Game records: every decision and roll of one game, so that it can be replayed.
//!
//! JSON Lines; see `docs/formats.md`. The first line is the [`Header`]; then comes one line per decision with its rolls, then
//! the [`End`]. Every line states who may see it. Rolls with a narrower audience than their decision follow it on lines of
//! their own.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::{Dice, RecordingDice, Roll, ScriptedDice};
use crate::notation::{dice_error_text, hash_text, parse_roll, roll_text};
use crate::position::{FormatError, check_data, check_game, check_schema};
use crate::{Audience, BySide, Game, Hidden, Notation, Outcome, Setting, Side, Sink, Status, try_apply};

/// The schema that this version writes and reads.
pub const RECORD_SCHEMA: &str = "wilaya.record/1";
/// The version written into records. Records of any other version are refused, since the rules may differ.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where a recorded game comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The seed of the run.
    pub seed: u64,
    /// The index of the game in the run.
    pub index: u64,
    /// The players: specifications of bots, or another word.
    pub bots: BySide<String>,
}

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    schema: String,
    /// The game: [`Game::NAME`].
    pub game: String,
    version: String,
    /// The setting, with every word spelled out.
    pub setting: Setting,
    data: String,
    /// For people who read the file; never read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    statement: Option<String>,
    /// Where the game comes from.
    pub source: Source,
    seen_by: SeenBy,
}

/// The last line of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The winner, or a draw; `None` if the game was stopped at the turn limit.
    #[serde(rename = "winner")]
    pub outcome: Option<Outcome>,
    /// The turn in which it ended.
    pub turn: u16,
}

/// Who may see a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeenBy {
    All,
    Fln,
    France,
    Nobody,
}

impl From<SeenBy> for Audience {
    fn from(seen_by: SeenBy) -> Self {
        match seen_by {
            SeenBy::All => Self::All,
            SeenBy::Fln => Self::Only(Side::Fln),
            SeenBy::France => Self::Only(Side::France),
            SeenBy::Nobody => Self::Nobody,
        }
    }
}

impl From<Audience> for SeenBy {
    fn from(audience: Audience) -> Self {
        match audience {
            Audience::All => Self::All,
            Audience::Only(Side::Fln) => Self::Fln,
            Audience::Only(Side::France) => Self::France,
            Audience::Nobody => Self::Nobody,
        }
    }
}

/// A line between the first and the last.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rolls: Vec<String>,
    seen_by: SeenBy,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LastLine {
    end: End,
    seen_by: SeenBy,
}

/// A decision with its rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<A> {
    /// The side that decided.
    pub side: Side,
    /// The action chosen.
    pub action: A,
    /// Who may see the decision.
    pub audience: Audience,
    /// The rolls between this decision and the next.
    pub rolls: Vec<Roll>,
    /// Its line in the record, from 1; 0 if it was not read from one.
    pub line: usize,
}

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// Where the game comes from.
    pub source: Source,
    /// The rolls before the first decision.
    pub rolls: Vec<Roll>,
    /// The decisions, in order.
    pub steps: Vec<Step<G::Action>>,
    /// How it ended.
    pub end: End,
}

impl Header {
    /// The hash of the figures that the game was played with, as text.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.data
    }

    /// Reads the first line of a record, which gives the game and the setting to build the rules for.
    ///
    /// # Errors
    /// If the text is not a record, or has another schema or version.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let line = text.lines().next().unwrap_or_default();
        let value: Value = serde_json::from_str(line).map_err(|error| FormatError::json(1, &error))?;
        check_schema(&value, RECORD_SCHEMA)?;
        let header = Self::deserialize(value).map_err(|error| FormatError::json(1, &error))?;
        if header.version != VERSION {
            return Err(FormatError::Version { found: header.version, expected: VERSION });
        }
        Ok(header)
    }
}

impl<G: Notation + Hidden> Record<G> {
    /// Starts a record with the rolls before the first decision.
    #[must_use]
    pub fn new(source: Source, rolls: Vec<Roll>) -> Self {
        Self { source, rolls, steps: Vec::new(), end: End { outcome: None, turn: 0 } }
    }

    /// Adds a decision and the rolls that followed it.
    pub fn push(&mut self, side: Side, decision: G::Decision, action: G::Action, rolls: Vec<Roll>) {
        let audience = G::action_audience(side, decision, action);
        self.steps.push(Step { side, action, audience, rolls, line: 0 });
    }

    /// Records the result: call it when the game has ended or been stopped.
    pub fn close(&mut self, state: &G::State) {
        self.end = End { outcome: G::status(state).outcome(), turn: G::clock(state).0 };
    }

    /// The record as text, one entry per line; [`Record::parse`] reads it back.
    pub fn to_text(&self, rules: &G::Rules) -> String {
        let header = Header {
            schema: RECORD_SCHEMA.to_owned(),
            game: G::NAME.to_owned(),
            version: VERSION.to_owned(),
            setting: G::setting(rules),
            data: hash_text(G::data_hash(rules)),
            statement: G::statement(rules),
            source: self.source.clone(),
            seen_by: SeenBy::All,
        };
        let mut lines = vec![(Audience::All, line_text(&header))];
        lines.extend(roll_lines::<G>(rules, None, &self.rolls));
        for step in &self.steps {
            let line = (step.audience, decision_line::<G>(rules, step.side, step.action, step.audience));
            lines.extend(roll_lines::<G>(rules, Some(line), &step.rolls));
        }
        lines.push((Audience::All, line_text(&LastLine { end: self.end, seen_by: SeenBy::All })));
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If the schema, version, game or figures differ, or the record is malformed or cut off.
    pub fn parse(rules: &G::Rules, text: &str) -> Result<Self, FormatError> {
        let header = Header::parse(text)?;
        check_game::<G>(&header.game)?;
        check_data::<G>(rules, &header.data)?;
        let mut record = Self::new(header.source, Vec::new());
        let mut ended = false;
        let mut count = 1;
        for (line, content) in text.lines().enumerate().skip(1).map(|(index, text)| (index + 1, text)) {
            count = line;
            let wrong = |what: String| FormatError::Malformed { line, what };
            if ended {
                return Err(wrong("the record goes on after its end".to_owned()));
            }
            let value: Value =
                serde_json::from_str(content).map_err(|error| FormatError::json(line, &error))?;
            if value.get("end").is_some() {
                let last = LastLine::deserialize(value).map_err(|error| FormatError::json(line, &error))?;
                record.end = last.end;
                ended = true;
                continue;
            }
            let parsed = Line::deserialize(value).map_err(|error| FormatError::json(line, &error))?;
            let rolls = parsed.rolls.iter().map(|roll| parse_roll::<G>(rules, roll));
            let rolls = rolls.collect::<Result<Vec<_>, _>>().map_err(|why| wrong(why.to_string()))?;
            match (parsed.side, parsed.action, record.steps.last_mut()) {
                (Some(side), Some(action), _) => {
                    let action = G::parse_action(rules, &action)
                        .map_err(|why| wrong(format!("action \"{action}\": {why}")))?;
                    let audience = parsed.seen_by.into();
                    record.steps.push(Step { side, action, audience, rolls, line });
                }
                (None, None, Some(step)) => step.rolls.extend(rolls),
                (None, None, None) => record.rolls.extend(rolls),
                _ => return Err(wrong("a decision needs both side and action".to_owned())),
            }
        }
        if !ended {
            let what = "the record is cut off: it has no end line".to_owned();
            return Err(FormatError::Malformed { line: count, what });
        }
        Ok(record)
    }

    /// Replays the record and checks every step and the result.
    ///
    /// `each` is called after set-up (with no step) and after each step, with the state at that point and the events since the
    /// previous call.
    ///
    /// # Errors
    /// The first step that does not fit, or a result that differs from the recorded one.
    pub fn replay(
        &self,
        rules: &G::Rules,
        mut each: impl FnMut(Option<&Step<G::Action>>, &G::State, &[G::Event]),
    ) -> Result<G::State, FormatError> {
        let mut events = Vec::new();
        let at = |line: usize| move |what: String| FormatError::Step { line, what };
        let mut dice = ScriptedDice::new(self.rolls.iter().copied());
        let mut state = G::start(rules, &mut dice, &mut events);
        dice.finish().map_err(|error| at(2)(dice_error_text::<G>(rules, error)))?;
        each(None, &state, &events);
        for step in &self.steps {
            let wrong = at(step.line);
            match G::status(&state) {
                Status::Over(outcome) => {
                    return Err(wrong(format!("the game is over: {}", outcome_words::<G>(outcome))));
                }
                Status::Decision { side, kind } if side != step.side => {
                    return Err(wrong(format!("{} decides, but {kind} is for {side} to decide", step.side)));
                }
                Status::Decision { .. } => {}
            }
            events.clear();
            let mut dice = ScriptedDice::new(step.rolls.iter().copied());
            try_apply::<G, _, _>(rules, &mut state, step.action, &mut dice, &mut events)
                .map_err(|error| wrong(error.to_string()))?;
            dice.finish().map_err(|error| wrong(dice_error_text::<G>(rules, error)))?;
            each(Some(step), &state, &events);
        }
        let end = End { outcome: G::status(&state).outcome(), turn: G::clock(&state).0 };
        if end != self.end {
            let say = |end: End| match end.outcome {
                Some(outcome) => format!("{} in turn {}", outcome_words::<G>(outcome), end.turn),
                None => format!("unfinished in turn {}", end.turn),
            };
            let line = self.steps.last().map_or(1, |step| step.line) + 1;
            let what = format!("the result is \"{}\", the record says \"{}\"", say(end), say(self.end));
            return Err(at(line)(what));
        }
        Ok(state)
    }
}

/// Plays one decision with recording dice and records it.
///
/// The action must be legal, as for [`Game::apply`].
pub fn apply_recorded<G: Notation + Hidden, D: Dice, S: Sink<G::Event>>(
    rules: &G::Rules,
    state: &mut G::State,
    action: G::Action,
    dice: &mut RecordingDice<D>,
    sink: &mut S,
    record: &mut Record<G>,
) {
    let status = G::status(state);
    G::apply(rules, state, action, dice, sink);
    if let Status::Decision { side, kind } = status {
        record.push(side, kind, action, dice.take());
    }
}

fn outcome_words<G: Game>(outcome: Outcome) -> String {
    outcome.winner().map_or("a draw".to_owned(), |winner| format!("{} wins", G::SIDES[winner]))
}

fn line_text(line: &impl Serialize) -> String {
    // Structures of strings and numbers can always be serialized.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}

/// The lines of a decision and the rolls after it, as they appear in a record, each with its audience.
pub fn step_lines<G: Notation + Hidden>(
    rules: &G::Rules,
    side: Side,
    decision: G::Decision,
    action: G::Action,
    rolls: &[Roll],
) -> Vec<(Audience, String)> {
    let audience = G::action_audience(side, decision, action);
    roll_lines::<G>(rules, Some((audience, decision_line::<G>(rules, side, action, audience))), rolls)
}

/// Like [`step_lines`], with each roll on its own line: if some lines are then left out, those that remain do not show between
/// which decisions the rolls fell.
pub fn step_lines_apart<G: Notation + Hidden>(
    rules: &G::Rules,
    side: Side,
    decision: G::Decision,
    action: G::Action,
    rolls: &[Roll],
) -> Vec<(Audience, String)> {
    let mut lines = step_lines::<G>(rules, side, decision, action, &[]);
    lines.extend(rolls.iter().flat_map(|&roll| roll_lines::<G>(rules, None, &[roll])));
    lines
}

fn decision_line<G: Game>(rules: &G::Rules, side: Side, action: G::Action, audience: Audience) -> Line {
    let action = Some(G::action_text(rules, action));
    Line { side: Some(side), action, rolls: Vec::new(), seen_by: audience.into() }
}

/// Rolls as lines, consecutive rolls with the same audience on one line; the first of them go on `line` if they share its
/// audience.
fn roll_lines<G: Notation + Hidden>(
    rules: &G::Rules,
    mut line: Option<(Audience, Line)>,
    rolls: &[Roll],
) -> Vec<(Audience, String)> {
    let mut lines = Vec::new();
    for group in rolls.chunk_by(|a, b| G::roll_audience(a.label) == G::roll_audience(b.label)) {
        let Some(first) = group.first() else { continue };
        let audience = G::roll_audience(first.label);
        let mut with = match line.take() {
            Some((seen_by, decision)) if seen_by == audience => decision,
            other => {
                lines.extend(other.map(|(seen_by, decision)| (seen_by, line_text(&decision))));
                Line { side: None, action: None, rolls: Vec::new(), seen_by: audience.into() }
            }
        };
        with.rolls = group.iter().map(|&roll| roll_text::<G>(rules, roll)).collect();
        lines.push((audience, line_text(&with)));
    }
    lines.extend(line.map(|(seen_by, decision)| (seen_by, line_text(&decision))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;
    use crate::game::Actions;
    use crate::toy::Toy;

    /// A game in which both sides take each choice in turn.
    fn recorded() -> (<Toy as Game>::Rules, <Toy as Game>::State, String) {
        let rules = Toy::rules(&Toy::figures(), &Setting::default()).expect("the default setting is one");
        let bots = BySide { fln: "by turns".to_owned(), france: "by turns".to_owned() };
        let mut dice = RecordingDice::new(SeededDice::new(3, 4));
        let mut state = Toy::start(&rules, &mut dice, &mut ());
        let mut record = Record::<Toy>::new(Source { seed: 3, index: 4, bots }, dice.take());
        for choice in 2.. {
            if Toy::status(&state).outcome().is_some() {
                break;
            }
            let mut legal = Actions::<Toy>::new();
            Toy::legal(&rules, &state, &mut legal);
            let action = legal[choice % legal.len()];
            apply_recorded(&rules, &mut state, action, &mut dice, &mut (), &mut record);
        }
        record.close(&state);
        let text = record.to_text(&rules);
        (rules, state, text)
    }

    #[test]
    fn a_record_is_read_and_played_back() {
        let (rules, state, text) = recorded();
        let header = Header::parse(&text).expect("it was just written");
        assert_eq!((header.game.as_str(), header.source.index), ("toy", 4));
        let record = Record::<Toy>::parse(&rules, &text).expect("it was just written");
        assert_eq!(record.to_text(&rules), text);
        let mut calls = 0;
        let end = record.replay(&rules, |_, _, _| calls += 1).expect("it is a game");
        assert_eq!((end, calls), (state, record.steps.len() + 1));
    }

    #[test]
    fn hidden_rolls_stand_on_lines_of_their_own() {
        let (_, _, text) = recorded();
        let hidden: Vec<_> = text.lines().filter(|line| line.contains("secret=")).collect();
        assert!(hidden.len() > 1, "{text}");
        for line in hidden {
            assert!(line.contains(r#""seen_by":"fln""#) && !line.contains("action"), "{line}");
        }
        assert!(text.lines().all(|line| line.contains("seen_by")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let (rules, _, text) = recorded();
        let message = |text: &str| {
            Record::<Toy>::parse(&rules, text)
                .and_then(|record| record.replay(&rules, |_, _, _| ()))
                .expect_err("it is wrong")
                .to_string()
        };
        let swap = |from: &str, to: &str| message(&text.replacen(from, to, 1));
        assert!(swap("record/1", "record/2").contains("wilaya.record/2"));
        assert!(swap(VERSION, "9.9.9").contains("9.9.9"));
        assert!(swap(&hash_text(Toy::data_hash(&rules)), &hash_text(1)).contains("other data"));
        assert!(swap("\"game\":\"toy\"", "\"game\":\"go\"").contains("\"go\""));
        assert!(swap("\"action\":\"", "\"action\":\"x").contains("unknown verb"));
        assert!(swap("\"side\":\"fln\"", "\"side\":\"france\"").contains("go is for FLN to decide"));
        assert!(
            swap("\"rolls\":[\"step", "\"rolls\":[\"second").contains("\"step.france\" must be rolled next")
        );
        assert!(swap("\"end\":{\"winner\":\"f", "\"end\":{\"winner\":\"x").contains("unknown variant"));
        let cut = text.lines().count() - 1;
        let short: String = text.lines().take(cut).map(|line| format!("{line}\n")).collect();
        assert!(message(&short).contains("cut off"));
        for end in 0..text.trim_end().len() {
            assert!(!message(&text[..end]).is_empty());
        }
        assert!(message(&format!("{text}{text}")).contains("after its end"));
        let winner = if text.contains("\"winner\":\"fln\"") { ("fln", "france") } else { ("france", "fln") };
        let other =
            text.replace(&format!("\"winner\":\"{}\"", winner.0), &format!("\"winner\":\"{}\"", winner.1));
        assert!(message(&other).contains("the record says"));
    }
}
