//! An external program as a bot: a process that exchanges lines. Every wait for it has a limit, and it is never left running.

use std::io::{self, BufReader, Write as _};
use std::process::Stdio;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::lines::read_line;
use super::messages::{FromBot, PROTOCOL, ToBot, line};
use crate::cpu::process_time;
use crate::forfeit::Fault;

/// The maximum length of an answer, in bytes.
pub(super) const MOST: usize = 1 << 16;
/// The number of unread answers that may queue up before the program has to wait.
const AHEAD: usize = 4;
/// The time limit for a program to start, and to get ready for a game.
pub(super) const BEGINNING: Duration = Duration::from_secs(10);
/// The time limit for an answer after a program is told to stop.
const GRACE: Duration = Duration::from_secs(1);
/// The time limit for a program to exit after it is told to quit.
const QUITTING: Duration = Duration::from_millis(500);
/// The interval for checking whether anything else ends the wait for an answer.
const TICK: Duration = Duration::from_millis(20);

/// Why a program can no longer play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Trouble {
    #[error("it cannot be started: {0}")]
    Start(String),
    #[error("it ended{0}")]
    Ended(String),
    #[error("it did not answer within {:.1} s", .0.as_secs_f64())]
    Late(Duration),
    #[error("it wrote {0}")]
    Unreadable(String),
    #[error("it wrote \"{0}\", expected {1}")]
    Nonsense(String, &'static str),
    #[error("it wrote \"{0}\" without being asked")]
    Unasked(String),
    #[error("it chose \"{0}\", which is not legal")]
    Illegal(String),
    #[error("it reported: {0}")]
    Says(String),
    #[error("the run was stopped")]
    Halted,
}

impl Trouble {
    pub(super) fn fault(&self) -> Fault {
        match self {
            Self::Start(_) => Fault::Start,
            Self::Ended(_) => Fault::Ended,
            Self::Late(_) | Self::Halted => Fault::Late,
            Self::Unreadable(_) | Self::Nonsense(..) | Self::Unasked(_) => Fault::Nonsense,
            Self::Illegal(_) => Fault::Illegal,
            Self::Says(_) => Fault::Error,
        }
    }
}

/// The start of a program's output, without control characters that could upset a terminal.
pub(super) fn excerpt(text: &str) -> String {
    const ROOM: usize = 80;
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let mut short: String = text.chars().take(ROOM).map(plain).collect();
    if text.chars().nth(ROOM).is_some() {
        short.push('…');
    }
    short
}

/// A process and everything it has started.
#[derive(Debug)]
pub(super) struct Process(Box<dyn ChildWrapper>);

impl Process {
    /// Kills it at once.
    pub(super) fn kill(&mut self) {
        // A process that has already ended cannot be killed, but leaves its status.
        let _ = self.0.start_kill();
        let _ = self.0.wait();
    }

    /// The CPU time that it has used, without its children; `None` if unknown.
    fn cpu_time(&self) -> Option<Duration> {
        process_time(self.0.id())
    }

    /// True if it has ended.
    fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }
}

/// A process, shared with the code that kills all of them.
pub(super) type Shared = Arc<Mutex<Process>>;

/// The conditions that end the wait for an answer.
pub(super) struct Wait<'a> {
    /// The time limit.
    pub(super) limit: Duration,
    /// The program is told to stop at the limit, or when this returns true.
    pub(super) stop: Option<&'a dyn Fn() -> bool>,
    /// Whether the run was stopped.
    pub(super) halted: &'a dyn Fn() -> bool,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    process: Shared,
    /// `None` once nothing more will be sent.
    to: Option<Sender<String>>,
    from: Receiver<io::Result<String>>,
    greeted: bool,
}

impl Program {
    /// Starts a command.
    pub(super) fn start(command: &[String]) -> Result<Self, Trouble> {
        let begin = || {
            let (name, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
            let mut command = CommandWrap::with_new(name, |command| {
                // Its standard error is not read: it could be endless.
                command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            });
            #[cfg(unix)]
            command.wrap(process_wrap::std::ProcessGroup::leader());
            #[cfg(windows)]
            command.wrap(process_wrap::std::JobObject);
            command.spawn()
        };
        let mut child = begin().map_err(|why: io::Error| Trouble::Start(why.to_string()))?;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        let (to, lines) = mpsc::channel::<String>();
        // A program that does not read blocks only this thread.
        std::thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (answers, from) = mpsc::sync_channel(AHEAD);
        std::thread::spawn(move || {
            let mut stdout = stdout.map(BufReader::new);
            while let Some(line) = stdout.as_mut().and_then(|out| read_line(out, MOST).transpose()) {
                let ends = line.is_err();
                if answers.send(line).is_err() || ends {
                    break;
                }
            }
        });
        Ok(Self { process: Arc::new(Mutex::new(Process(child))), to: Some(to), from, greeted: false })
    }

    /// The process.
    pub(super) fn process(&self) -> &Shared {
        &self.process
    }

    /// The CPU time that it has used; `None` if unknown.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).cpu_time()
    }

    /// True if it has answered the greeting.
    pub(super) fn is_greeted(&self) -> bool {
        self.greeted
    }

    /// True if it is still running.
    pub(super) fn runs(&self) -> bool {
        !self.process.lock().unwrap_or_else(PoisonError::into_inner).has_ended()
    }

    /// Sends it a message.
    pub(super) fn tell(&self, message: &ToBot) {
        if let Some(to) = &self.to {
            // If it no longer reads, its answer will be missing.
            let _ = to.send(line(message));
        }
    }

    /// Greets it, unless that has been done.
    pub(super) fn greet(&mut self, host: &str, wait: &Wait<'_>) -> Result<(), Trouble> {
        if self.greeted {
            return Ok(());
        }
        let hello = ToBot::Hello { protocol: PROTOCOL, host: host.to_owned() };
        match self.ask(&hello, "a message of type hello", wait)? {
            FromBot::Hello { protocol: PROTOCOL, .. } => {
                self.greeted = true;
                Ok(())
            }
            other => Err(Trouble::Nonsense(excerpt(line(&other).trim_end()), "hello with protocol 1")),
        }
    }

    /// Sends it a message and waits for the answer.
    pub(super) fn ask(
        &mut self,
        message: &ToBot,
        expected: &'static str,
        wait: &Wait<'_>,
    ) -> Result<FromBot, Trouble> {
        match self.from.try_recv() {
            Ok(Ok(text)) => return Err(Trouble::Unasked(excerpt(&text))),
            Ok(Err(why)) => return Err(Trouble::Unreadable(why.to_string())),
            Err(_) => {}
        }
        self.tell(message);
        let text = self.answer(wait)?;
        match serde_json::from_str(&text) {
            Ok(FromBot::Error { message }) => Err(Trouble::Says(excerpt(&message))),
            Ok(answer) => Ok(answer),
            Err(_) => Err(Trouble::Nonsense(excerpt(&text), expected)),
        }
    }

    fn answer(&self, wait: &Wait<'_>) -> Result<String, Trouble> {
        let begun = Instant::now();
        let mut stopped = None;
        loop {
            match self.from.recv_timeout(TICK) {
                Ok(Ok(text)) => return Ok(text),
                Ok(Err(why)) => return Err(Trouble::Unreadable(why.to_string())),
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Ended(self.status())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if (wait.halted)() {
                return Err(Trouble::Halted);
            }
            let late = begun.elapsed() >= wait.limit;
            match (wait.stop, stopped) {
                (Some(stop), None) if late || stop() => {
                    self.tell(&ToBot::Stop);
                    stopped = Some(Instant::now());
                }
                (Some(_), Some(since)) if since.elapsed() >= GRACE => {
                    return Err(Trouble::Late(begun.elapsed()));
                }
                (None, _) if late => return Err(Trouble::Late(wait.limit)),
                _ => {}
            }
        }
    }

    /// How it ended, if known.
    fn status(&self) -> String {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..10 {
            match process.0.try_wait() {
                Ok(Some(status)) => return format!(" ({status})"),
                Ok(None) => std::thread::sleep(TICK),
                Err(_) => break,
            }
        }
        String::new()
    }
}

impl Drop for Program {
    /// Tells it to quit, and kills it if it does not.
    fn drop(&mut self) {
        self.tell(&ToBot::Quit);
        // The end of its input means the same.
        self.to = None;
        let begun = Instant::now();
        while self.greeted && self.runs() && begun.elapsed() < QUITTING {
            std::thread::sleep(TICK / 4);
        }
        self.process.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }
}
