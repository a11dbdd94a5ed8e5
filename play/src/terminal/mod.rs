//! The face of a session in a terminal: text in, text out, so that it can be scripted through a pipe.

mod input;
mod render;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use wilaya_bots::BotSpec;

use crate::session::{AnySession, Decided, Job, SessionError, Store, StoreError, View};
use input::{Command, Found};
use render::Pen;

/// How the terminal behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// Colours.
    pub color: bool,
    /// Somebody looks on: show progress, and pause after a bot's moves.
    pub watched: bool,
    /// The pause.
    pub pause: Duration,
    /// Who is asked for hints, and plays on for a person who asks for that.
    pub adviser: BotSpec,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The terminal or pipe.
    #[error("the terminal: {0}")]
    Io(#[from] io::Error),
    /// The session.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// The name of the save that is kept up to date.
#[must_use]
pub fn autosave(game: &str) -> String {
    format!("autosave-{game}")
}

struct Terminal<'a, R, W> {
    session: &'a mut dyn AnySession,
    store: Option<&'a Store>,
    input: R,
    out: W,
    pen: Pen,
    options: Options,
    shown: usize,
    epoch: u64,
    turn: String,
    save_failed: bool,
}

/// Plays a session to its end, or until the input ends or says to quit.
///
/// # Errors
/// A terminal that cannot be read or written.
pub fn run<R: BufRead, W: Write>(
    session: &mut dyn AnySession,
    store: Option<&Store>,
    input: R,
    out: W,
    options: Options,
) -> Result<(), TerminalError> {
    let pen = Pen { color: options.color };
    let (shown, epoch, turn) = (0, 0, String::new());
    Terminal { session, store, input, out, pen, options, shown, epoch, turn, save_failed: false }.run()
}

impl<R: BufRead, W: Write> Terminal<'_, R, W> {
    fn run(mut self) -> Result<(), TerminalError> {
        let (_, title) = self.session.game();
        let setting = self.session.setting_line();
        writeln!(self.out, "{}\n{setting}", self.pen.bold(title))?;
        let seats = self.session.seats();
        writeln!(self.out, "FLN: {}   France: {}", seats.fln, seats.france)?;
        if let Some(statement) = self.session.statement() {
            writeln!(self.out, "{statement}")?;
        }
        if self.session.practice() {
            writeln!(self.out, "Practice: undo goes back behind dice, so this is no game that counts.")?;
        }
        writeln!(self.out, "Type ? for help.")?;
        // Of a game that was taken up only the end of the log is told.
        let view = self.session.view(None, 0)?;
        self.shown = if view.steps > 0 { view.log.next.saturating_sub(10) } else { 0 };
        loop {
            let view = self.session.view(None, self.shown)?;
            self.tell(&view)?;
            match self.session.turn() {
                None => return self.finish(),
                Some((_, false)) => self.bot()?,
                Some((_, true)) => {
                    if !self.person(&view)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Tells what is new.
    fn tell(&mut self, view: &View) -> io::Result<()> {
        if view.epoch != self.epoch {
            self.epoch = view.epoch;
            self.shown = view.log.next;
            return Ok(());
        }
        for line in &view.log.lines {
            render::line(&mut self.out, self.pen, line)?;
        }
        self.shown = view.log.next;
        Ok(())
    }

    /// Lets the bot decide.
    fn bot(&mut self) -> Result<(), TerminalError> {
        let job = self.session.begin()?;
        let decided = self.wait(job)?;
        self.session.end(decided);
        self.save_quietly()?;
        if self.options.watched {
            std::thread::sleep(self.options.pause);
        }
        Ok(())
    }

    /// Runs a job in a thread and shows how far it is.
    fn wait(&mut self, job: Job<Decided>) -> Result<Decided, TerminalError> {
        let (send, receive) = channel();
        std::thread::spawn(move || send.send(job()));
        let mut drawn = false;
        let decided = loop {
            match receive.recv_timeout(Duration::from_millis(250)) {
                Ok(decided) => break decided,
                Err(RecvTimeoutError::Timeout) if self.options.watched => {
                    let percent = 100.0 * self.session.thinking().unwrap_or(0.0);
                    write!(self.out, "\rthinking {percent:3.0} %")?;
                    self.out.flush()?;
                    drawn = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the bot has stopped with an error").into());
                }
            }
        };
        if drawn {
            write!(self.out, "\r             \r")?;
        }
        Ok(decided)
    }

    /// Asks a person. False if the person goes.
    fn person(&mut self, view: &View) -> Result<bool, TerminalError> {
        let Some(decision) = &view.decision else { return Ok(true) };
        if view.table.when != self.turn {
            self.turn.clone_from(&view.table.when);
            render::map(&mut self.out, self.pen, self.session.board(), &view.table)?;
        }
        render::tracks(&mut self.out, self.pen, &view.table)?;
        render::decision(&mut self.out, self.pen, decision)?;
        loop {
            write!(self.out, "{} > ", decision.side)?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                self.leave()?;
                return Ok(false);
            }
            if !self.options.watched {
                // What was typed is not on the screen: a transcript should have it.
                writeln!(self.out, "{}", line.trim())?;
            }
            match input::read(line.trim(), decision) {
                Command::Nothing => {}
                Command::Help => write!(self.out, "{}", input::HELP)?,
                Command::Choices => render::decision(&mut self.out, self.pen, decision)?,
                Command::Map => render::map(&mut self.out, self.pen, self.session.board(), &view.table)?,
                Command::Show(word) => {
                    render::show(&mut self.out, self.pen, self.session.board(), &view.table, &word)?;
                }
                Command::Log(count) => {
                    let all = self.session.view(None, 0)?.log.lines;
                    for line in all.iter().skip(all.len().saturating_sub(count)) {
                        render::line(&mut self.out, self.pen, line)?;
                    }
                }
                Command::Hint => self.hint()?,
                Command::Save(name) => self.save(name.as_deref())?,
                Command::Undo => match self.session.undo() {
                    Ok(()) => {
                        writeln!(self.out, "Taken back.")?;
                        return Ok(true);
                    }
                    Err(error) => writeln!(self.out, "Not taken back: {error}.")?,
                },
                Command::Bot => {
                    let adviser = self.options.adviser.to_string();
                    self.session.seat(decision.side, &adviser)?;
                    writeln!(self.out, "{adviser} plays on for {}.", decision.side)?;
                    return Ok(true);
                }
                Command::Quit => {
                    self.leave()?;
                    return Ok(false);
                }
                Command::Choose(Found::One(action)) => match self.session.act(&action, Some(view.version)) {
                    Ok(()) => {
                        self.save_quietly()?;
                        return Ok(true);
                    }
                    Err(error) => writeln!(self.out, "{error}")?,
                },
                Command::Choose(Found::Many(several)) => {
                    writeln!(self.out, "Which one?")?;
                    for (number, text) in several {
                        writeln!(self.out, "{number:>4}  {text}")?;
                    }
                }
                Command::Choose(Found::None) => {
                    writeln!(
                        self.out,
                        "None of the choices begins like that, and it is no command: ? lists them."
                    )?;
                }
            }
        }
    }

    fn hint(&mut self) -> Result<(), TerminalError> {
        let asked = self.session.hint(&self.options.adviser).and_then(|job| job());
        match asked {
            Ok(hint) => render::hint(&mut self.out, self.pen, &hint)?,
            Err(error) => writeln!(self.out, "{error}")?,
        }
        Ok(())
    }

    fn save(&mut self, name: Option<&str>) -> io::Result<()> {
        let Some(store) = self.store else { return writeln!(self.out, "Nothing is saved here.") };
        let (game, _) = self.session.game();
        let name = name.map_or_else(|| autosave(game), str::to_owned);
        match store.write(&name, &self.session.save()) {
            Ok(path) => writeln!(self.out, "Saved as {}.", path.display()),
            Err(error) => writeln!(self.out, "Not saved: {error}"),
        }
    }

    /// Keeps the save up to date; says once if that fails, and goes on.
    fn save_quietly(&mut self) -> io::Result<()> {
        let Some(store) = self.store else { return Ok(()) };
        let (game, _) = self.session.game();
        let result: Result<_, StoreError> = store.write(&autosave(game), &self.session.save());
        match result {
            Ok(_) => self.save_failed = false,
            Err(error) if !self.save_failed => {
                self.save_failed = true;
                writeln!(self.out, "The game could not be saved, and goes on: {error}")?;
            }
            Err(_) => {}
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), TerminalError> {
        self.save(None)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TerminalError> {
        let review = self.session.review()?();
        render::review(&mut self.out, self.pen, &review)?;
        self.save(None)?;
        Ok(())
    }
}
