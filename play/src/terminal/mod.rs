//! The terminal front end: text in, text out, so that it can be scripted through a pipe.

mod input;
mod render;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use wilaya_bots::{BotSpec, Control};
use wilaya_engine::{BySide, Side};

use crate::games::Catalogue;
use crate::playable::capital;
use crate::session::{
    AnySession, CurrentGame, DecisionView, HUMAN, Job, SessionError, Store, StoreError, View, WORK,
};
use input::{Command, Found};
use render::Pen;

pub use render::saves;

/// The options of the terminal.
#[derive(Clone, Debug)]
pub struct Options {
    /// True to print colours.
    pub color: bool,
    /// True if someone is watching: show progress, and pause after a bot's moves.
    pub watched: bool,
    /// The length of the pause.
    pub pause: Duration,
    /// The bot that gives hints, and that takes over on request.
    pub adviser: BotSpec,
}

/// An error of the terminal.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Input or output failed.
    #[error("the terminal: {0}")]
    Io(#[from] io::Error),
    /// The session failed.
    #[error(transparent)]
    Session(#[from] SessionError),
}

struct Terminal<'a, R, W> {
    game: CurrentGame,
    catalogue: &'a Catalogue,
    store: &'a Store,
    input: R,
    out: W,
    pen: Pen,
    options: Options,
    /// The side whose view is shown.
    reader: Option<Side>,
    /// Length of the log printed so far, by reader.
    shown: BySide<usize>,
    epoch: u64,
    turn: String,
    save_failed: bool,
}

/// Plays a game until it ends, the input ends, or the user quits.
///
/// # Errors
/// Input or output fails.
pub fn run<R: BufRead, W: Write>(
    game: CurrentGame,
    catalogue: &Catalogue,
    store: &Store,
    input: R,
    out: W,
    options: Options,
) -> Result<(), TerminalError> {
    let pen = Pen { color: options.color };
    let (reader, shown, epoch, turn) = (None, BySide::default(), 0, String::new());
    Terminal {
        game,
        catalogue,
        store,
        input,
        out,
        pen,
        options,
        reader,
        shown,
        epoch,
        turn,
        save_failed: false,
    }
    .run()
}

impl<R: BufRead, W: Write> Terminal<'_, R, W> {
    fn session(&self) -> &dyn AnySession {
        self.game.session()
    }

    /// Prints the heading of the game.
    fn open(&mut self) -> Result<(), TerminalError> {
        let session = self.game.session();
        let (_, title) = session.game();
        let setting = session.setting_line();
        writeln!(self.out, "{}\n{setting}", self.pen.bold(title))?;
        let seats = session.seats();
        let sides = session.sides();
        writeln!(self.out, "{}: {}   {}: {}", sides.fln, seats.fln, sides.france, seats.france)?;
        if let Some(statement) = session.statement() {
            writeln!(self.out, "{statement}")?;
        }
        if session.practice() {
            writeln!(self.out, "Practice game: undo can go back past dice, so the result does not count.")?;
        }
        writeln!(self.out, "Type ? for help, or \"rules goal\" for how to play.")?;
        let view = self.session().view(None, 0)?;
        (self.reader, self.epoch) = (view.reader, view.epoch);
        self.turn.clear();
        // Of a resumed game, print only the end of the log.
        let end = if view.steps > 0 { view.log.next.saturating_sub(10) } else { 0 };
        self.shown = BySide::new_with(|_| end);
        let shared = !self.session().is_open() && seats.iter().all(|(_, seat)| seat == HUMAN);
        if let Some(side) = view.reader.filter(|_| shared) {
            self.wait_for(side)?;
        }
        Ok(())
    }

    /// Waits until a side's player has taken the screen, after clearing it of the other side's view.
    fn wait_for(&mut self, side: Side) -> io::Result<()> {
        let name = self.session().sides()[side];
        if !self.options.watched {
            return writeln!(self.out, "This screen is for {name}.");
        }
        // This clears the screen and the scrollback.
        write!(self.out, "\x1b[H\x1b[2J\x1b[3J{name}, take the screen and press Enter. ")?;
        self.out.flush()?;
        self.input.read_line(&mut String::new())?;
        self.turn.clear();
        Ok(())
    }

    /// Hands the screen to the other player, or first takes back the last decision. False if the user quits.
    fn hand_over(&mut self, side: Side) -> Result<bool, TerminalError> {
        let name = self.session().sides()[side];
        if self.options.watched {
            write!(
                self.out,
                "{name} is next. Press Enter to hand over the screen, or type undo to take back your decision > "
            )?;
            self.out.flush()?;
            let Some(line) = self.line()? else { return Ok(false) };
            if matches!(line.as_str(), "undo" | "u") {
                match self.game.session_mut().undo() {
                    Ok(()) => writeln!(self.out, "Taken back.")?,
                    Err(error) => writeln!(self.out, "Not taken back: {error}.")?,
                }
                return Ok(true);
            }
        }
        self.wait_for(side)?;
        self.game.session_mut().take_screen(side)?;
        Ok(true)
    }

    /// Length of the log printed for the reader.
    fn told(&mut self) -> &mut usize {
        &mut self.shown[self.reader.unwrap_or(Side::Fln)]
    }

    fn run(mut self) -> Result<(), TerminalError> {
        self.open()?;
        loop {
            let from = *self.told();
            let view = self.session().view(None, from)?;
            self.tell(&view)?;
            if let Some(side) = view.hand_over {
                if !self.hand_over(side)? {
                    self.leave()?;
                    return Ok(());
                }
                continue;
            }
            match self.session().turn() {
                None => return self.finish(),
                Some((_, false)) => {
                    if !self.bot()? {
                        return Ok(());
                    }
                }
                Some((_, true)) => {
                    if !self.person(&view)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Prints the new lines of the log.
    fn tell(&mut self, view: &View) -> Result<(), TerminalError> {
        if view.epoch != self.epoch {
            self.epoch = view.epoch;
            // Lines that were taken back are not printed.
            self.shown = BySide::new_with(|side| self.shown[side].min(view.log.next));
            *self.told() = view.log.next;
            return Ok(());
        }
        if view.reader != self.reader {
            // The other side has seen a different part of the log.
            self.reader = view.reader;
            let from = *self.told();
            return self.tell(&self.session().view(None, from)?);
        }
        for line in &view.log.lines {
            render::line(&mut self.out, self.pen, line)?;
        }
        *self.told() = view.log.next;
        Ok(())
    }

    /// Lets the bot decide.
    fn bot(&mut self) -> Result<bool, TerminalError> {
        let before = self.session().shown_version();
        let begun = match self.game.session_mut().begin() {
            Err(SessionError::Stopped(why)) => return self.replace_bot(&why),
            begun => begun?,
        };
        let receive = in_background(begun);
        let decided = self.wait(&receive, "thinking", |here| here.session().thinking())?;
        self.game.session_mut().end(decided);
        self.save_quietly()?;
        // A pause would reveal a hidden decision.
        if self.options.watched && self.session().shown_version() != before {
            std::thread::sleep(self.options.pause);
        }
        Ok(true)
    }

    /// Asks for another bot in place of one that cannot continue. False if the user quits.
    fn replace_bot(&mut self, why: &str) -> Result<bool, TerminalError> {
        let Some((side, _)) = self.session().turn() else { return Ok(true) };
        writeln!(self.out, "{why}.")?;
        let name = self.session().sides()[side];
        loop {
            let adviser = self.options.adviser.to_string();
            write!(
                self.out,
                "Which bot plays on for {name}, for example {adviser}? Enter saves and quits > "
            )?;
            self.out.flush()?;
            let line = self.line()?.unwrap_or_default();
            if line.is_empty() || matches!(line.as_str(), "q" | "quit") {
                self.leave()?;
                return Ok(false);
            }
            match self.game.session_mut().seat(side, &line) {
                Ok(()) => {
                    writeln!(self.out, "{line} plays on for {name}.")?;
                    self.save_quietly()?;
                    return Ok(true);
                }
                Err(error) => writeln!(self.out, "{error}")?,
            }
        }
    }

    /// Waits for a job and shows its progress.
    fn wait<T>(
        &mut self,
        receive: &Receiver<T>,
        doing: &str,
        progress: impl Fn(&Self) -> Option<f32>,
    ) -> Result<T, TerminalError> {
        let mut drawn = false;
        let done = loop {
            match receive.recv_timeout(Duration::from_millis(250)) {
                Ok(done) => break done,
                Err(RecvTimeoutError::Timeout) if self.options.watched => {
                    let Some(progress) = progress(self) else { continue };
                    let percent = 100.0 * progress;
                    write!(self.out, "\r{doing} {percent:3.0} %")?;
                    self.out.flush()?;
                    drawn = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(broken(doing)),
            }
        };
        if drawn {
            write!(self.out, "\r{:1$}\r", "", doing.len() + 6)?;
        }
        Ok(done)
    }

    /// Asks a human. False if the user quits.
    fn person(&mut self, view: &View) -> Result<bool, TerminalError> {
        let Some(decision) = &view.decision else { return Ok(true) };
        let sides = self.session().sides();
        if view.table.when != self.turn {
            self.turn.clone_from(&view.table.when);
            render::map(&mut self.out, self.pen, sides, self.game.session().board(), &view.table)?;
        }
        render::tracks(&mut self.out, self.pen, sides, &view.table)?;
        render::decision(&mut self.out, self.pen, decision)?;
        for text in &view.standing {
            writeln!(self.out, "For the rest of the phase, {text}; ask takes that back.")?;
        }
        loop {
            write!(self.out, "{} > ", sides[decision.side])?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                self.leave()?;
                return Ok(false);
            };
            match input::read(line.trim(), decision) {
                Command::Nothing => {}
                Command::Help => write!(self.out, "{}", input::HELP)?,
                Command::Choices => render::decision(&mut self.out, self.pen, decision)?,
                Command::Map => {
                    render::map(&mut self.out, self.pen, sides, self.game.session().board(), &view.table)?;
                }
                Command::Show(word) => {
                    render::show(
                        &mut self.out,
                        self.pen,
                        sides,
                        self.game.session().board(),
                        &view.table,
                        &word,
                    )?;
                }
                Command::Log(count) => {
                    let all = self.session().view(None, 0)?.log.lines;
                    for line in all.iter().skip(all.len().saturating_sub(count)) {
                        render::line(&mut self.out, self.pen, line)?;
                    }
                }
                Command::Rules(word) => {
                    render::guide(&mut self.out, self.pen, self.game.session().guide(), &word)?;
                }
                Command::Odds(number) => self.odds(decision, number)?,
                Command::Hint => self.hint()?,
                Command::Save(None) => self.keep()?,
                Command::Save(Some(name)) => self.save(&name)?,
                Command::Saves => self.list()?,
                Command::Delete(name) => self.delete(&name)?,
                Command::Load(name) => {
                    if self.load(&name)? {
                        return Ok(true);
                    }
                }
                Command::Undo => match self.game.session_mut().undo() {
                    Ok(()) => {
                        writeln!(self.out, "Taken back.")?;
                        return Ok(true);
                    }
                    Err(error) => writeln!(self.out, "Not taken back: {error}.")?,
                },
                Command::Bot => {
                    let adviser = self.options.adviser.to_string();
                    self.game.session_mut().seat(decision.side, &adviser)?;
                    writeln!(self.out, "{adviser} plays on for {}.", decision.side)?;
                    self.save_quietly()?;
                    return Ok(true);
                }
                Command::Quit => {
                    self.leave()?;
                    return Ok(false);
                }
                Command::Ask => {
                    self.game.session_mut().ask_again();
                    return Ok(true);
                }
                Command::Choose(found) => {
                    if self.choose(view, found, false)? {
                        return Ok(true);
                    }
                }
                Command::ForPhase(found) => {
                    if self.choose(view, found, true)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Makes a choice, for the rest of the phase if so wanted. False if there is no single such choice.
    fn choose(&mut self, view: &View, found: Found, phase: bool) -> Result<bool, TerminalError> {
        match found {
            Found::One(action) => {
                let (session, version) = (self.game.session_mut(), Some(view.version));
                let done = match phase {
                    true => session.act_for_phase(&action, version),
                    false => session.act(&action, version),
                };
                match done {
                    Ok(()) => {
                        self.save_quietly()?;
                        return Ok(true);
                    }
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            }
            Found::Many(several) => {
                writeln!(self.out, "Which one?")?;
                for (number, text) in several {
                    writeln!(self.out, "{number:>4}  {text}")?;
                }
            }
            Found::None => {
                writeln!(self.out, "This is neither a choice nor a command: type ? for help.")?;
            }
        }
        Ok(false)
    }

    /// Prints the odds of a choice by its number, or of all choices with dice.
    fn odds(&mut self, decision: &DecisionView, number: Option<usize>) -> Result<(), TerminalError> {
        let wanted = number.map_or(0..decision.choices.len(), |number| number.wrapping_sub(1)..number);
        let Some(choices) = decision.choices.get(wanted.clone()) else {
            let last = decision.choices.len();
            writeln!(self.out, "No such choice: use a number from 1 to {last}.")?;
            return Ok(());
        };
        let actions: Vec<_> = choices.iter().map(|choice| choice.action.clone()).collect();
        match self.session().odds(&actions, Duration::MAX).and_then(|job| job()) {
            Ok(answer) => {
                for ((number, choice), odds) in (wanted.start + 1..).zip(choices).zip(&answer.odds) {
                    if wanted.len() == 1 || odds.uncertain {
                        render::odds(&mut self.out, self.pen, (number, &choice.text), odds)?;
                    }
                }
                if !answer.odds.iter().any(|odds| odds.uncertain) {
                    writeln!(self.out, "No dice fall before the next decision.")?;
                }
            }
            Err(error) => writeln!(self.out, "{error}")?,
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), TerminalError> {
        let asked = self.session().hint(&self.options.adviser).and_then(|job| job());
        match asked {
            Ok(hint) => render::hint(&mut self.out, self.pen, &hint)?,
            Err(error) => writeln!(self.out, "{error}")?,
        }
        Ok(())
    }

    /// Reads a line; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = line.trim().to_owned();
        if !self.options.watched {
            // Piped input is not echoed, but belongs in a transcript.
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Asks for confirmation of an irreversible step.
    fn sure(&mut self, question: &str) -> io::Result<bool> {
        write!(self.out, "{question} (yes or no) > ")?;
        self.out.flush()?;
        Ok(self.line()?.is_some_and(|line| matches!(line.as_str(), "yes" | "y")))
    }

    /// Saves under a name. An existing save is replaced only after confirmation.
    fn save(&mut self, name: &str) -> io::Result<()> {
        if self.game.save_name() == Some(name) {
            return self.keep();
        }
        let saved = self.session().save();
        let mut result = self.store.write_new(name, &saved);
        if let Err(error @ StoreError::Exists(_)) = &result {
            if !self.sure(&format!("{}. Replace it?", capital(&error.to_string())))? {
                return writeln!(self.out, "Not saved.");
            }
            result = self.store.write(name, &saved);
        }
        match result {
            Ok(path) => writeln!(self.out, "Saved as {}.", path.display()),
            Err(error) => writeln!(self.out, "Not saved: {error}"),
        }
    }

    fn list(&mut self) -> io::Result<()> {
        let saves = self.store.list();
        if saves.is_empty() {
            writeln!(self.out, "There are no saves in {}.", self.store.folder().display())?;
        }
        render::saves(&mut self.out, &saves)
    }

    fn delete(&mut self, name: &str) -> io::Result<()> {
        if self.game.save_name() == Some(name) {
            return writeln!(self.out, "\"{name}\" is the current game's own save.");
        }
        if !self.sure(&format!("Delete \"{name}\" for good?"))? {
            return writeln!(self.out, "Not deleted.");
        }
        match self.store.delete(name) {
            Ok(()) => writeln!(self.out, "Deleted."),
            Err(error) => writeln!(self.out, "Not deleted: {error}"),
        }
    }

    /// Loads another game. False if that fails.
    fn load(&mut self, name: &str) -> Result<bool, TerminalError> {
        let store = self.store;
        let loaded = store.path(name).and_then(|path| CurrentGame::load(self.catalogue, store, &path));
        match loaded {
            Ok(game) => {
                self.save_quietly()?;
                self.game = game;
                self.open()?;
                Ok(true)
            }
            Err(error) => {
                writeln!(self.out, "Not loaded: {error}")?;
                Ok(false)
            }
        }
    }

    /// Brings the game's own save up to date, and prints its path.
    fn keep(&mut self) -> io::Result<()> {
        match self.game.keep(self.store) {
            Ok(path) => writeln!(self.out, "Saved as {}.", path.display()),
            Err(error) => writeln!(self.out, "Not saved: {error}"),
        }
    }

    /// Keeps the save up to date. Reports only the first of successive failures.
    fn save_quietly(&mut self) -> io::Result<()> {
        match self.game.keep_up(self.store) {
            Ok(()) => self.save_failed = false,
            Err(error) if !self.save_failed => {
                self.save_failed = true;
                writeln!(self.out, "The game continues, but could not be saved: {error}")?;
            }
            Err(_) => {}
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), TerminalError> {
        // Looking at a save must not change it.
        if self.game.is_saved() && self.game.save_name().is_none() {
            return Ok(());
        }
        self.keep()?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TerminalError> {
        let review = self.session().review()?();
        let sides = self.session().sides();
        render::review(&mut self.out, self.pen, sides, &review)?;
        self.leave()?;
        self.judge()
    }

    /// Judges the choices in the background, until done or until the user quits.
    fn judge(&mut self) -> Result<(), TerminalError> {
        let control = Control::default();
        let receive = in_background(self.session().judge(WORK, control.clone())?);
        writeln!(
            self.out,
            "Judging the choices by playing on from them, which takes up to a minute. Enter shows the progress, wait \
             waits for the end, stop shows the results so far, quit leaves."
        )?;
        let judgement = loop {
            write!(self.out, "judging {:.0} % > ", 100.0 * control.progress())?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                control.stop();
                return Ok(());
            }
            if !self.options.watched {
                writeln!(self.out, "{}", line.trim())?;
            }
            match line.trim() {
                "q" | "quit" => {
                    control.stop();
                    return Ok(());
                }
                word @ ("w" | "wait" | "s" | "stop") => {
                    if word.starts_with('s') {
                        control.stop();
                    }
                    break self.wait(&receive, "judging", |_| Some(control.progress()))?;
                }
                _ => match receive.try_recv() {
                    Ok(judgement) => break judgement,
                    Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => return Err(broken("judging")),
                },
            }
        };
        render::judgement(&mut self.out, &judgement)?;
        Ok(())
    }
}

/// Runs a job on another thread.
fn in_background<T: Send + 'static>(job: Job<T>) -> Receiver<T> {
    let (send, receive) = channel();
    std::thread::spawn(move || send.send(job()));
    receive
}

fn broken(doing: &str) -> TerminalError {
    io::Error::other(format!("internal error while {doing}")).into()
}
