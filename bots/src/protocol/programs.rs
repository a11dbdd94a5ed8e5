//! The programs listed in a `bots.toml`, and the bots made from them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use serde::Deserialize;
use wilaya_engine::data::Figures;
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{Choices, Notation, Outcome, View, observation};

use super::messages::{Choose, FromBot, NewGame, Thinking, ToBot, Watch, seed_text};
use super::program::{BEGINNING, Process, Program, Trouble, Wait, excerpt};
use crate::Bot;
use crate::budget::Budget;
use crate::control::Control;
use crate::entry::Maker;
use crate::forfeit::Forfeit;
use crate::spec::{BotSpec, SpecError};

/// The time limit per decision of a program for which `bots.toml` sets none.
pub const LIMIT: Duration = Duration::from_secs(60);

/// An invalid `bots.toml`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramsError {
    /// The text is not valid TOML.
    #[error("{0}")]
    Malformed(String),
    /// An invalid value.
    #[error("bot.{name}.{key}: found {found}, expected {expected}")]
    Value {
        /// The name of the program.
        name: String,
        /// The key.
        key: &'static str,
        /// The value found.
        found: String,
        /// The value expected.
        expected: &'static str,
    },
}

/// Programs that play as `exec:NAME`, from a `bots.toml` with one table `[bot.NAME]` per program. Its keys are `command`, a
/// list of words, and `time`, the time limit per decision (`"2s"`; by default [`LIMIT`], and the program gets no budget).
///
/// Clones share the same programs. Processes are reused from game to game, and are all ended when the last clone and the last
/// bot are dropped.
///
/// ```
/// use wilaya_bots::protocol::Programs;
/// let programs = Programs::parse("[bot.me]\ncommand = [\"python3\", \"me.py\"]\ntime = \"2s\"\n")?;
/// assert!(programs.start(&"exec:you".parse()?).unwrap_err().to_string().contains("me"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Programs(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    entries: BTreeMap<String, Entry>,
    /// All processes, so that they can be killed at once.
    running: Mutex<Vec<Weak<Mutex<Process>>>>,
    /// Set when the run is stopped.
    halt: OnceLock<Arc<AtomicBool>>,
}

#[derive(Debug)]
struct Entry {
    command: Vec<String>,
    time: Option<Duration>,
    /// Processes that are not playing.
    idle: Mutex<Vec<Program>>,
    forfeits: AtomicU64,
    /// The reason for its first forfeit.
    first: OnceLock<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    bot: BTreeMap<String, Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    command: Vec<String>,
    time: Option<String>,
}

/// Properties of a game that a program is told in addition to the bot's view.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    figures: BTreeMap<String, String>,
    max_turns: Option<u16>,
}

impl Setup {
    /// The figures in force, passed on if they differ from the built-in ones, and the turn limit.
    #[must_use]
    pub fn new(builtin: &Figures, figures: &Figures, max_turns: Option<u16>) -> Self {
        let changed = figures.hash() != builtin.hash();
        let figures = if changed { figures.resolved().into_iter().collect() } else { BTreeMap::new() };
        Self { figures, max_turns }
    }
}

impl Programs {
    /// Reads a `bots.toml`.
    ///
    /// # Errors
    /// If the text or a value is invalid.
    pub fn parse(text: &str) -> Result<Self, ProgramsError> {
        let File { bot } = toml::from_str(text).map_err(|why: toml::de::Error| {
            ProgramsError::Malformed(why.to_string().trim_end().to_owned())
        })?;
        let mut entries = BTreeMap::new();
        for (name, Row { command, time }) in bot {
            let wrong = |key, found: String, expected| {
                Err(ProgramsError::Value { name: name.clone(), key, found, expected })
            };
            if command.first().is_none_or(String::is_empty) {
                let expected = "the words of a command, such as [\"python3\", \"mybot.py\"]";
                return wrong("command", format!("{command:?}"), expected);
            }
            let limit = time.as_deref().map(humantime::parse_duration).transpose();
            let limit = match limit {
                Ok(limit) if limit.is_none_or(|limit| limit >= Duration::from_millis(1)) => limit,
                _ => {
                    let found = format!("\"{}\"", time.unwrap_or_default());
                    return wrong("time", found, "a time limit per decision, such as \"2s\" or \"500ms\"");
                }
            };
            let (idle, forfeits, first) = (Mutex::default(), AtomicU64::new(0), OnceLock::new());
            entries.insert(name, Entry { command, time: limit, idle, forfeits, first });
        }
        Ok(Self(Arc::new(Inner { entries, ..Inner::default() })))
    }

    /// Starts the program of a bot in advance, so that a missing command is reported before anything is played. Does nothing for
    /// a built-in bot.
    ///
    /// # Errors
    /// If the name is unknown, or the command cannot be started.
    pub fn start(&self, spec: &BotSpec) -> Result<(), SpecError> {
        let Some(name) = spec.program() else { return Ok(()) };
        let entry = self.entry(spec)?;
        let program = self.0.launch(entry);
        let program =
            program.map_err(|why| SpecError::Program { name: name.to_owned(), why: why.to_string() })?;
        entry.keep(program);
        Ok(())
    }

    fn entry(&self, spec: &BotSpec) -> Result<&Entry, SpecError> {
        let name = spec.program().unwrap_or(&spec.name);
        if let Some((key, _)) = spec.keys.first() {
            let (bot, key) = (spec.name.clone(), key.clone());
            return Err(SpecError::UnknownKey { bot, key, known: Vec::new() });
        }
        self.0.entries.get(name).ok_or_else(|| {
            let known = self.0.entries.keys().cloned().collect();
            SpecError::UnknownProgram { name: name.to_owned(), known }
        })
    }

    /// The words of a bot's command; `None` for a built-in bot or an unknown name.
    #[must_use]
    pub fn command(&self, spec: &BotSpec) -> Option<&[String]> {
        self.0.entries.get(spec.program()?).map(|entry| &entry.command[..])
    }

    /// The maker of a program's bots.
    ///
    /// # Errors
    /// If the name is unknown, or the bot has keys: a program takes none.
    pub fn maker<G: Notation>(&self, spec: &BotSpec, setup: &Setup) -> Result<Maker<G>, SpecError> {
        self.entry(spec)?;
        let name: Arc<str> = spec.program().unwrap_or(&spec.name).into();
        let (programs, setup) = (self.clone(), Arc::new(setup.clone()));
        Ok(Box::new(move || {
            let budget = programs.0.entries.get(&*name).and_then(|entry| entry.time).map(Budget::Decision);
            Box::new(ProgramBot {
                programs: programs.clone(),
                name: Arc::clone(&name),
                setup: Arc::clone(&setup),
                program: None,
                watches: false,
                forfeit: None,
                budget,
                control: Control::default(),
                iterations: 0,
                cpu: Some(Duration::ZERO),
            })
        }))
    }

    /// Ends every wait for a program once `flag` is set.
    pub fn halt_on(&self, flag: Arc<AtomicBool>) {
        // The first flag stays.
        let _ = self.0.halt.set(flag);
    }

    /// Kills all programs at once, even those that are playing.
    pub fn close(&self) {
        let running = std::mem::take(&mut *lock(&self.0.running));
        running.iter().filter_map(Weak::upgrade).for_each(|process| lock(&process).kill());
    }

    /// The programs that have forfeited games: name, number of games, and the reason for the first.
    #[must_use]
    pub fn forfeits(&self) -> Vec<(String, u64, String)> {
        let entries = self.0.entries.iter();
        let count = |entry: &Entry| entry.forfeits.load(Ordering::Relaxed);
        let first = |entry: &Entry| entry.first.get().cloned().unwrap_or_default();
        let all = entries.map(|(name, entry)| (name.clone(), count(entry), first(entry)));
        all.filter(|(_, count, _)| *count > 0).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Entry {
    fn keep(&self, program: Program) {
        lock(&self.idle).push(program);
    }
}

impl Inner {
    fn launch(&self, entry: &Entry) -> Result<Program, Trouble> {
        let program = Program::start(&entry.command)?;
        let mut running = lock(&self.running);
        running.retain(|process| process.strong_count() > 0);
        running.push(Arc::downgrade(program.process()));
        Ok(program)
    }

    fn is_halted(&self) -> bool {
        self.halt.get().is_some_and(|halt| halt.load(Ordering::Relaxed))
    }
}

/// A program in a game.
struct ProgramBot {
    programs: Programs,
    name: Arc<str>,
    setup: Arc<Setup>,
    /// From the first decision until the game ends or it forfeits.
    program: Option<Program>,
    /// True if it wants to see the other side's decisions.
    watches: bool,
    forfeit: Option<Forfeit>,
    budget: Option<Budget>,
    control: Control,
    iterations: u64,
    /// The CPU time of its answers, while known.
    cpu: Option<Duration>,
}

impl fmt::Debug for ProgramBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProgramBot({})", self.name)
    }
}

impl ProgramBot {
    fn entry(&self) -> Option<&Entry> {
        self.programs.0.entries.get(&*self.name)
    }

    /// A program that is ready for the game of a view.
    fn begin<G: Notation>(&self, view: View<'_, G>, rng: &Pcg64Mcg) -> Result<(Program, bool), Trouble> {
        let inner = &self.programs.0;
        let entry = self.entry().ok_or_else(|| Trouble::Start("unknown".to_owned()))?;
        let halted = || inner.is_halted();
        let wait = Wait { limit: BEGINNING, stop: None, halted: &halted };
        let idle = std::iter::from_fn(|| lock(&entry.idle).pop());
        // A program that has ended meanwhile is replaced, unless it was never greeted: then it does not work.
        let idle = { idle }.find(|program| !program.is_greeted() || program.runs());
        let mut program = idle.map_or_else(|| inner.launch(entry), Ok)?;
        program.greet(&format!("wilaya {VERSION}"), &wait)?;
        let new = NewGame {
            game: G::NAME.to_owned(),
            setting: G::setting(view.rules()),
            data: hash_text(G::data_hash(view.rules())),
            figures: self.setup.figures.clone(),
            side: view.side(),
            seed: seed_text(rng),
            max_turns: self.setup.max_turns,
        };
        let expected = "a message of type ready";
        match program.ask(&ToBot::NewGame(new), expected, &wait)? {
            FromBot::Ready { watches } => Ok((program, watches)),
            other => Err(nonsense(&other, expected)),
        }
    }

    /// Ensures that a program is playing.
    fn be_ready<G: Notation>(&mut self, view: View<'_, G>, rng: &Pcg64Mcg) -> Result<(), Trouble> {
        if self.program.is_none() {
            let (program, watches) = self.begin(view, rng)?;
            (self.program, self.watches) = (Some(program), watches);
        }
        Ok(())
    }

    fn tell<G: Notation>(
        &mut self,
        view: View<'_, G>,
        action: G::Action,
        rng: &Pcg64Mcg,
    ) -> Result<(), Trouble> {
        self.be_ready(view, rng)?;
        if let Some(program) = self.program.as_ref().filter(|_| self.watches) {
            let observation = observation::to_json::<G>(view.rules(), &view.observe());
            let action = G::action_text(view.rules(), action);
            program.tell(&ToBot::Watch(Watch { observation, action }));
        }
        Ok(())
    }

    /// The program is ended here, since its next answer could be anything.
    fn give_up(&mut self, trouble: &Trouble) {
        self.program = None;
        let reason = trouble.to_string();
        if let Some(entry) = self.entry().filter(|_| *trouble != Trouble::Halted) {
            entry.forfeits.fetch_add(1, Ordering::Relaxed);
            let _ = entry.first.set(reason.clone());
        }
        self.forfeit = Some(Forfeit { fault: trouble.fault(), reason });
    }

    fn ask<G: Notation>(
        &mut self,
        view: View<'_, G>,
        choices: &G::Choices,
        rng: &Pcg64Mcg,
    ) -> Result<G::Action, Trouble> {
        self.be_ready(view, rng)?;
        let Some(program) = &mut self.program else { return Err(Trouble::Halted) };
        let actions = choices.to_list();
        let budget = match self.budget {
            Some(Budget::Iterations(iterations)) => Some(Thinking::Iterations(iterations)),
            Some(Budget::Decision(time)) => Some(Thinking::Milliseconds(time.as_millis() as u64)),
            Some(Budget::Turn(_)) | None => None,
        };
        let choose = Choose::of(view, &actions, budget);
        let limit = match self.budget {
            Some(Budget::Decision(time)) => time,
            _ => LIMIT,
        };
        let (halted, stopped) = (|| self.programs.0.is_halted(), || self.control.stopped());
        let wait = Wait { limit, stop: Some(&stopped), halted: &halted };
        let message = ToBot::Choose(choose);
        let expected = "a message of type choice";
        let before = program.cpu_time();
        let answer = program.ask(&message, expected, &wait)?;
        let spent = before.zip(program.cpu_time()).map(|(before, after)| after.saturating_sub(before));
        self.cpu = self.cpu.zip(spent).map(|(cpu, spent)| cpu + spent);
        match answer {
            FromBot::Choice { action, iterations } => {
                let ToBot::Choose(Choose { legal, .. }) = message else { return Err(Trouble::Halted) };
                let at = legal.iter().position(|text| *text == action);
                let chosen = at.and_then(|at| actions.get(at));
                self.iterations += iterations.unwrap_or(0);
                chosen.copied().ok_or_else(|| Trouble::Illegal(excerpt(&action)))
            }
            other => Err(nonsense(&other, expected)),
        }
    }

    /// Returns the program for another game.
    fn release(&mut self, outcome: Option<Outcome>) {
        if let Some(program) = self.program.take() {
            program.tell(&ToBot::GameOver { outcome });
            if let Some(entry) = self.entry() {
                entry.keep(program);
            }
        }
    }
}

fn nonsense(message: &FromBot, expected: &'static str) -> Trouble {
    Trouble::Nonsense(excerpt(&serde_json::to_string(message).unwrap_or_default()), expected)
}

impl<G: Notation> Bot<G> for ProgramBot {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        if self.forfeit.is_none() {
            match self.ask(view, choices, rng) {
                Ok(action) => return action,
                Err(trouble) => self.give_up(&trouble),
            }
        }
        choices.nth(0)
    }

    /// Known only once the program is ready.
    fn watches(&self) -> bool {
        true
    }

    fn watch(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Pcg64Mcg) {
        if self.forfeit.is_none()
            && let Err(trouble) = self.tell(view, action, rng)
        {
            self.give_up(&trouble);
        }
    }

    fn set_budget(&mut self, budget: Budget) {
        self.budget = Some(budget);
    }

    fn budget(&self) -> Option<Budget> {
        self.budget
    }

    fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.cpu
    }

    fn can_forfeit(&self) -> bool {
        true
    }

    fn forfeit(&self) -> Option<&Forfeit> {
        self.forfeit.as_ref()
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        self.release(outcome);
    }
}

impl Drop for ProgramBot {
    fn drop(&mut self) {
        self.release(None);
    }
}
