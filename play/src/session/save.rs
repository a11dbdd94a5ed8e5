//! Saves: the players on the first line, followed by a record of the game so far. JSON Lines; see `docs/formats.md`.
//!
//! In a game with secrets, a save is two files: one with what the human players may see, one with everything.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wilaya_bots::SpecError;
use wilaya_bots::protocol::Programs;
use wilaya_engine::record::{Header, Record, VERSION};
use wilaya_engine::{Audience, BySide, Outcome, Side, Status};

use super::{Begin, Handover, Seat, Session, SessionError, World, next_screen};
use crate::playable::Playable;

/// The schema of this version.
pub const SAVE_SCHEMA: &str = "wilaya.save/1";

/// The first line of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    schema: String,
    version: String,
    game: String,
    seats: BySide<String>,
    practice: bool,
    /// The date or turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    when: Option<String>,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Side>,
    /// True for a game's automatic save.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    automatic: bool,
    /// Seconds used.
    used: BySide<f64>,
    /// Seats that changed hands, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handovers: Vec<Handover>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// A save file.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    head: Head,
    record: String,
}

/// A save to be written: one file, or two.
#[derive(Clone, Debug)]
pub struct Saved {
    open: Save,
    secret: Option<Save>,
}

impl Saved {
    /// The texts of the files; `name` is the future name of the second one.
    #[must_use]
    pub fn texts(&self, name: &str) -> (String, Option<String>) {
        let secret = self.secret.as_ref().map(|save| save.text(None));
        let name = secret.is_some().then(|| name.to_owned());
        (self.open.text(name), secret)
    }

    /// The same, marked as a game's automatic save.
    #[must_use]
    pub fn automatic(mut self) -> Self {
        for save in [Some(&mut self.open), self.secret.as_mut()].into_iter().flatten() {
            save.head.automatic = true;
        }
        self
    }
}

impl Save {
    fn text(&self, secret: Option<String>) -> String {
        // Strings and numbers always serialize.
        let head = serde_json::to_string(&Head { secret, ..self.head.clone() }).unwrap_or_default();
        format!("{head}\n{}", self.record)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a save, or is from another version.
    pub fn parse(text: &str) -> Result<Self, SessionError> {
        let wrong = |what: String| SessionError::Save(format!("this is not a save: {what}"));
        let (first, record) = text.split_once('\n').unwrap_or((text, ""));
        let value: Value = serde_json::from_str(first).map_err(|error| wrong(error.to_string()))?;
        match value.get("schema").and_then(Value::as_str) {
            Some(SAVE_SCHEMA) => {}
            found => {
                let found = found.unwrap_or("none");
                return Err(wrong(format!("its schema is \"{found}\", expected \"{SAVE_SCHEMA}\"")));
            }
        }
        let head: Head = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        if head.version != VERSION {
            let found = &head.version;
            let what =
                format!("it was made by wilaya {found}, and this is {VERSION}: load it with that version");
            return Err(SessionError::Save(what));
        }
        Ok(Self { head, record: record.to_owned() })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.head.game
    }

    /// The date or turn, if the save has it.
    #[must_use]
    pub fn when(&self) -> Option<&str> {
        self.head.when.as_deref()
    }

    /// The winner, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.head.winner
    }

    /// The players of the sides.
    #[must_use]
    pub fn seats(&self) -> &BySide<String> {
        &self.head.seats
    }

    /// Replaces programs by another player.
    pub fn replace_programs(&mut self, seat: &Seat) {
        for side in Side::ALL {
            if self.head.seats[side].parse::<Seat>().is_ok_and(|seat| seat.is_program()) {
                self.head.seats[side] = seat.to_string();
            }
        }
    }

    /// True for a game's automatic save.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.head.automatic
    }

    /// The name of its file of secrets.
    #[must_use]
    pub fn secret(&self) -> Option<&str> {
        self.head.secret.as_deref()
    }

    /// The first line of the record, with the setting to build the rules for.
    ///
    /// # Errors
    /// If it is not a header.
    pub fn header(&self) -> Result<Header, SessionError> {
        Ok(Header::parse(&self.record)?)
    }

    /// Resumes the game.
    ///
    /// # Errors
    /// If the rules differ, or the record is not a legal game under them.
    pub fn resume<G: Playable>(
        &self,
        world: Arc<World<G>>,
        programs: Option<&Programs>,
    ) -> Result<Session<G>, SessionError> {
        if self.secret().is_some() {
            return Err(SessionError::Save(
                "its secrets are in a second file, which was not read".to_owned(),
            ));
        }
        let record = Record::<G>::parse(&world.rules, &self.record)?;
        let seat = |side: Side| self.head.seats[side].parse::<Seat>();
        let seats = BySide { fln: seat(Side::Fln)?, france: seat(Side::France)? };
        for (_, seat) in seats.iter() {
            if let Seat::Bot(spec) = seat
                && spec.program().is_some()
                && programs.is_none()
            {
                return Err(SessionError::Save(format!(
                    "the program {spec} plays in it, and loading a save never starts a program: use wilaya play --load SAVE \
                     --bot BOT to continue with another bot, or with this one"
                )));
            }
        }
        let (seed, index) = (record.source.seed, record.source.index);
        let begin = Begin { seats, seed, index, practice: self.head.practice, programs: programs.cloned() };
        let mut session = Session::new(world, begin)?;
        session.replay(&record)?;
        let ordered = self.head.handovers.is_sorted_by_key(|one| one.steps);
        if !ordered || self.head.handovers.last().is_some_and(|one| one.steps > session.steps()) {
            return Err(SessionError::Save("its seats change hands after its last decision".to_owned()));
        }
        session.handovers = self.head.handovers.clone();
        session.screen = next_screen(&session.seats, G::status(session.state()).side(), session.screen);
        let time = |side: Side| Duration::try_from_secs_f64(self.head.used[side]).unwrap_or_default();
        session.used = BySide::new_with(time);
        Ok(session)
    }
}

impl<G: Playable> Session<G> {
    /// Replays a record with the dice of its seed, which must match.
    fn replay(&mut self, record: &Record<G>) -> Result<(), SessionError> {
        let wrong =
            |line: usize, what: &str| SessionError::Save(format!("line {line} of its record: {what}"));
        if self.start_rolls != record.rolls {
            return Err(wrong(2, "the set-up dice do not match its seed"));
        }
        for step in &record.steps {
            match G::status(self.state()) {
                Status::Over(_) => return Err(wrong(step.line, "the game is already over")),
                Status::Decision { side, .. } if side != step.side => {
                    return Err(wrong(step.line, "it is the other side's turn"));
                }
                Status::Decision { .. } => {}
            }
            if !G::is_legal(&self.world.rules, self.state(), step.action) {
                return Err(wrong(step.line, "this is not one of the choices"));
            }
            self.play(step.action);
            if self.past.last().is_none_or(|past| past.rolls != step.rolls) {
                return Err(wrong(step.line, "the dice do not match its seed"));
            }
        }
        Ok(())
    }

    /// The record of the game so far: everything, or only what all these sides may see, without the seed, which would reveal
    /// the dice.
    fn record(&self, readers: Option<&[Side]>) -> String {
        let sees = |audience: Audience| {
            readers.is_none_or(|sides| sides.iter().all(|&side| audience.includes(side)))
        };
        let mut source = self.source();
        if readers.is_some() {
            source.seed = 0;
        }
        let mut rolls = self.start_rolls.clone();
        rolls.retain(|roll| sees(G::roll_audience(roll.label)));
        let mut frame = Record::<G>::new(source, rolls);
        frame.close(self.state());
        let mut text = frame.to_text(&self.world.rules);
        let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let last = text.split_off(end);
        let lines =
            self.past.iter().flat_map(|past| if readers.is_some() { &past.apart } else { &past.lines });
        text.extend(lines.filter(|(audience, _)| sees(*audience)).map(|(_, line)| line.as_str()));
        text + &last
    }

    /// The record for the human players. Two humans share one: it holds what both may see.
    pub(super) fn record_text(&self) -> String {
        let humans: Vec<Side> = Side::ALL.into_iter().filter(|&side| self.seats[side].is_human()).collect();
        self.record((!self.is_open()).then_some(&humans))
    }

    /// The save of the current state.
    pub(super) fn saved(&self) -> Saved {
        let head = Head {
            schema: SAVE_SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            game: G::NAME.to_owned(),
            seats: BySide::new_with(|side| self.seats[side].to_string()),
            practice: self.practice,
            when: Some(G::table(&self.world.rules, self.state(), Some(self.screen)).when),
            winner: G::status(self.state()).outcome().and_then(Outcome::winner),
            automatic: false,
            used: BySide::new_with(|side| self.used[side].as_secs_f64()),
            handovers: self.handovers.clone(),
            secret: None,
        };
        let save = |record: String| Save { head: head.clone(), record };
        let secret = (!self.is_open()).then(|| save(self.record(None)));
        Saved { open: save(self.record_text()), secret }
    }

    /// Checks that a human may take a seat: a human who has watched bots play has seen everything.
    pub(super) fn check_seat(&self, side: Side) -> Result<(), SessionError> {
        let shows = G::SECRETS && !self.is_over() && !self.seats[side].is_human();
        if shows { Err(SessionError::Seat(side)) } else { Ok(()) }
    }

    /// Gives a side to another player: to a bot at any time, and to a human where nothing is secret.
    ///
    /// # Errors
    /// An unknown bot, or a side whose secrets the human would see.
    pub(super) fn take_seat(&mut self, side: Side, seat: Seat) -> Result<(), SessionError> {
        if seat.is_human() {
            self.check_seat(side)?;
        }
        if let Seat::Bot(spec) = &seat
            && let Some(name) = spec.program()
        {
            return Err(SpecError::NoPrograms(name.to_owned()).into());
        }
        self.players[side] = self.player(side, &seat, None)?;
        self.stopped[side] = None;
        if let Some((thinks, _, control)) = &self.thinking
            && *thinks == side
        {
            // Its answer is no longer needed.
            control.stop();
        }
        let from = std::mem::replace(&mut self.seats[side], seat);
        self.handovers.push(Handover { steps: self.past.len(), side, from });
        self.version += 1;
        Ok(())
    }
}
