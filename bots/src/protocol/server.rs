//! Serves a built-in bot through the protocol.

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::mpsc;

use rand_pcg::Pcg64Mcg;
use wilaya_engine::data::{DataError, Figures};
use wilaya_engine::notation::{hash_text, parse_hash};
use wilaya_engine::position::FormatError;
use wilaya_engine::{SettingError, Side, Status, View, observation};

use super::lines::read_line;
use super::messages::{Choose, FromBot, NewGame, PROTOCOL, SeedError, ToBot, Watch, line, parse_seed};
use crate::Bot;
use crate::budget::Budget;
use crate::control::Control;
use crate::registry::{Roster, build};
use crate::spec::{BotSpec, SpecError};

/// The maximum length of a line from a host.
const MOST: usize = 1 << 24;

/// Why a bot cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Input cannot be read.
    #[error("standard input: {0}")]
    Read(io::Error),
    /// Output cannot be written.
    #[error("standard output: {0}")]
    Write(io::Error),
    /// A line that is not a message.
    #[error("\"{line}\" is not a message: {why}")]
    Message {
        /// The beginning of the line.
        line: String,
        /// What is wrong.
        why: String,
    },
    /// A message out of order.
    #[error("{0}")]
    Order(&'static str),
    /// Unsupported version of the protocol.
    #[error("protocol: found {0}, expected {PROTOCOL}: this version of wilaya supports no other")]
    Protocol(u32),
    /// An unknown game, or one this bot does not play.
    #[error("game: {0}")]
    Game(String),
    /// Unknown bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Invalid figures.
    #[error("figures: {0}")]
    Figures(#[from] DataError),
    /// Invalid setting.
    #[error("setting: {0}")]
    Setting(#[from] SettingError),
    /// The host's figures differ.
    #[error("data: found {found}, expected {expected}, the hash of the figures given")]
    Data {
        /// The host's hash.
        found: String,
        /// The hash here.
        expected: String,
    },
    /// Invalid seed.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// Invalid observation.
    #[error("observation: {0}")]
    Observation(#[from] FormatError),
    /// Invalid action of the other side.
    #[error("action: found \"{action}\": {why}")]
    Action {
        /// The host's action.
        action: String,
        /// What is wrong with it.
        why: String,
    },
    /// The decision does not match the observation.
    #[error("{key}: found {found}, expected {expected}, as in the observation")]
    Misfit {
        /// The key.
        key: &'static str,
        /// The host's value.
        found: String,
        /// The value in the observation.
        expected: String,
    },
}

/// A bot playing a game.
pub trait Player {
    /// Decides: returns the action in notation and, for a search, the number of iterations.
    ///
    /// # Errors
    /// If the decision does not match the observation, or the observation cannot be read.
    fn choose(&mut self, choose: &Choose) -> Result<(String, Option<u64>), ServeError>;

    /// True if it wants to see the other side's decisions.
    fn watches(&self) -> bool;

    /// Shows it the other side's next action.
    ///
    /// # Errors
    /// If the observation or the action cannot be read.
    fn watch(&mut self, watch: &Watch) -> Result<(), ServeError>;
}

struct Seated<G: Roster> {
    rules: G::Rules,
    side: Side,
    bot: Box<dyn Bot<G>>,
    rng: Pcg64Mcg,
    /// The bot's own budget, and the current one.
    budgets: [Option<Budget>; 2],
    iterations: u64,
}

/// Seats a bot in a new game.
///
/// # Errors
/// If the message or the bot is invalid.
pub fn seat<G: Roster>(
    spec: &BotSpec,
    new: &NewGame,
    control: &Control,
) -> Result<Box<dyn Player>, ServeError> {
    let builtin = G::figures();
    let figures = if new.figures.is_empty() {
        builtin
    } else {
        Figures::from_files(&builtin, new.figures.clone().into_iter().collect())?
    };
    let rules = G::rules(&figures, &new.setting)?;
    let expected = G::data_hash(&rules);
    if parse_hash(&new.data) != Ok(expected) {
        return Err(ServeError::Data { found: new.data.clone(), expected: hash_text(expected) });
    }
    let rng = parse_seed(&new.seed)?;
    let mut bot = build::<G>(spec)?();
    bot.set_control(control.clone());
    let budgets = [bot.budget(); 2];
    Ok(Box::new(Seated { rules, side: new.side, bot, rng, budgets, iterations: 0 }))
}

fn same<T: PartialEq + ToString>(key: &'static str, found: &T, expected: &T) -> Result<(), ServeError> {
    if found == expected {
        return Ok(());
    }
    Err(ServeError::Misfit { key, found: found.to_string(), expected: expected.to_string() })
}

impl<G: Roster> Player for Seated<G> {
    fn choose(&mut self, choose: &Choose) -> Result<(String, Option<u64>), ServeError> {
        let rules = &self.rules;
        let seen = observation::from_json::<G>(rules, self.side, &choose.observation)?;
        let state = seen.state();
        let (asked, decision) = match G::status(state) {
            Status::Decision { side, kind } => (side.name(), kind.to_string()),
            Status::Over(_) => ("nobody", "none".to_owned()),
        };
        same("decision", &choose.decision, &decision)?;
        same("side", &self.side.name(), &asked)?;
        let (turn, phase) = G::clock(state);
        same("turn", &choose.turn, &turn)?;
        same("phase", &choose.phase, &phase)?;
        let mut choices = G::Choices::default();
        G::choices(rules, state, &mut choices);
        let legal = wilaya_engine::Choices::<G>::to_list(&choices);
        let legal: Vec<_> = legal.iter().map(|&action| G::action_text(rules, action)).collect();
        same("legal", &choose.legal.join(" "), &legal.join(" "))?;
        let [own, now] = &mut self.budgets;
        let wanted = choose.budget.map(super::Thinking::budget).or(*own);
        if let Some(budget) = wanted.filter(|_| *now != wanted) {
            self.bot.set_budget(budget);
            *now = wanted;
        }
        let action = self.bot.choose(View::new(rules, state, self.side), &choices, &mut self.rng);
        let searched = self.bot.iterations() - self.iterations;
        self.iterations += searched;
        Ok((G::action_text(rules, action), (self.iterations > 0).then_some(searched)))
    }

    fn watches(&self) -> bool {
        self.bot.watches()
    }

    fn watch(&mut self, watch: &Watch) -> Result<(), ServeError> {
        let rules = &self.rules;
        let seen = observation::from_json::<G>(rules, self.side, &watch.observation)?;
        let action = G::parse_action(rules, &watch.action)
            .map_err(|why| ServeError::Action { action: watch.action.clone(), why: why.to_string() })?;
        self.bot.watch(View::new(rules, seen.state(), self.side), action, &mut self.rng);
        Ok(())
    }
}

/// Reads messages on a separate thread, so that `stop` interrupts a bot that is thinking.
fn listen(
    mut input: impl BufRead + Send + 'static,
    control: Control,
) -> mpsc::Receiver<Result<ToBot, ServeError>> {
    let (send, messages) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let message = match read_line(&mut input, MOST) {
                Ok(None) => break,
                Ok(Some(text)) if text.trim().is_empty() => continue,
                Ok(Some(text)) => serde_json::from_str(&text).map_err(|why| {
                    let line = text.chars().take(80).collect();
                    ServeError::Message { line, why: why.to_string() }
                }),
                Err(why) => Err(ServeError::Read(why)),
            };
            match &message {
                // A new question is not affected by an earlier stop.
                Ok(ToBot::Choose(_)) => control.reset(),
                Ok(ToBot::Stop) => control.stop(),
                _ => {}
            }
            let ends = message.is_err();
            if send.send(message).is_err() || ends {
                break;
            }
        }
    });
    messages
}

/// Plays for a host until it sends `quit` or its input ends. `name` is the bot's name for the host; `open` seats it in a game
/// ([`seat`]).
///
/// # Errors
/// If the bot cannot continue; the host has been told why.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    name: &str,
    mut open: impl FnMut(&NewGame, &Control) -> Result<Box<dyn Player>, ServeError>,
) -> Result<(), ServeError> {
    let control = Control::default();
    let messages = listen(input, control.clone());
    let mut say = |message: &FromBot| match output.write_all(line(message).as_bytes()) {
        Ok(()) => output.flush(),
        Err(why) => Err(why),
    };
    let mut greeted = false;
    let mut player: Option<Box<dyn Player>> = None;
    let mut answer = |message: ToBot| match message {
        ToBot::Hello { protocol: PROTOCOL, .. } => {
            greeted = true;
            let (name, version) = (name.to_owned(), wilaya_engine::record::VERSION.to_owned());
            Ok(Some(FromBot::Hello { protocol: PROTOCOL, name, version }))
        }
        ToBot::Hello { protocol, .. } => Err(ServeError::Protocol(protocol)),
        _ if !greeted => Err(ServeError::Order("the first message must be of type hello")),
        ToBot::NewGame(new) => {
            // Forget the previous one first.
            player = None;
            let watches = player.insert(open(&new, &control)?).watches();
            Ok(Some(FromBot::Ready { watches }))
        }
        ToBot::Watch(watch) => {
            player.as_mut().ok_or(ServeError::Order("watch: no game has begun"))?.watch(&watch)?;
            Ok(None)
        }
        ToBot::Choose(choose) => {
            let player = player.as_mut().ok_or(ServeError::Order("choose: no game has begun"))?;
            let (action, iterations) = player.choose(&choose)?;
            Ok(Some(FromBot::Choice { action, iterations }))
        }
        ToBot::GameOver { .. } => {
            player = None;
            Ok(None)
        }
        // The listening thread has done it.
        ToBot::Stop | ToBot::Quit => Ok(None),
    };
    for message in messages {
        if matches!(message, Ok(ToBot::Quit)) {
            break;
        }
        let said = match message.and_then(&mut answer) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => say(&message),
            Err(error) => {
                // If even that cannot be sent, the error itself is still returned.
                let _ = say(&FromBot::Error { message: error.to_string() });
                return Err(error);
            }
        };
        match said {
            // A host that has gone needs no answer.
            Err(why) if why.kind() == ErrorKind::BrokenPipe => break,
            said => said.map_err(ServeError::Write)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;
    use std::time::{Duration, Instant};

    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::dice::{SeededDice, bot_rng};
    use wilaya_engine::toy::Toy;
    use wilaya_engine::{Choices, Game as _, Setting};

    use super::super::{Thinking, seed_text};
    use super::*;

    /// A game and the message that starts it.
    fn game<G: Roster>(side: Side) -> (G::Rules, G::State, SeededDice, NewGame) {
        let rules = G::rules(&G::figures(), &Setting::default()).expect("the default setting is one");
        let mut dice = SeededDice::new(3, 0);
        let state = G::start(&rules, &mut dice, &mut ());
        let new = NewGame {
            game: G::NAME.to_owned(),
            setting: G::setting(&rules),
            data: hash_text(G::data_hash(&rules)),
            figures: std::collections::BTreeMap::new(),
            side,
            seed: seed_text(&bot_rng(3, 0, side)),
            max_turns: None,
        };
        (rules, state, dice, new)
    }

    /// The choices in a position, and the message that asks for one.
    fn asked<G: Roster>(
        rules: &G::Rules,
        state: &G::State,
        side: Side,
        budget: Option<Thinking>,
    ) -> (G::Choices, Choose) {
        let mut choices = G::Choices::default();
        G::choices(rules, state, &mut choices);
        let choose = Choose::of(View::<G>::new(rules, state, side), &choices.to_list(), budget);
        (choices, choose)
    }

    #[test]
    fn a_bot_plays_as_it_does_in_process_whatever_its_budget() {
        let spec: BotSpec = "mcts:iters=9".parse().expect("it is a bot");
        let (rules, mut state, mut dice, new) = game::<Toy>(Side::Fln);
        let mut player = seat::<Toy>(&spec, &new, &Control::default()).expect("it is a game");
        let (mut bot, mut rng) = (build::<Toy>(&spec).expect("it is a bot")(), bot_rng(3, 0, Side::Fln));
        let budgets = [None, Some(Thinking::Iterations(40)), None, Some(Thinking::Iterations(3))];
        let mut searched = 0;
        for budget in budgets.into_iter().cycle() {
            let Some(side) = Toy::status(&state).side() else { break };
            let (choices, choose) = asked::<Toy>(&rules, &state, side, budget);
            let mut action = Choices::<Toy>::nth(&choices, 0);
            if side == Side::Fln {
                bot.set_budget(budget.map_or(Budget::Iterations(9), Thinking::budget));
                action = bot.choose(View::new(&rules, &state, side), &choices, &mut rng);
                let (chosen, iterations) = player.choose(&choose).expect("it answers");
                assert_eq!(chosen, Toy::action_text(&rules, action));
                assert_eq!(iterations, Some(bot.iterations() - searched));
                searched = bot.iterations();
            }
            Toy::apply(&rules, &mut state, action, &mut dice, &mut ());
        }
        assert!(searched > 9);
    }

    #[test]
    fn a_decision_that_does_not_fit_its_observation_is_refused() {
        let spec: BotSpec = "random".parse().expect("it is a bot");
        let (rules, state, _, mut new) = game::<Algeria>(Side::Fln);
        let side = Algeria::status(&state).side().expect("somebody decides");
        let (_, choose) = asked::<Algeria>(&rules, &state, side, None);
        new.side = side;
        let mut player = seat::<Algeria>(&spec, &new, &Control::default()).expect("it is a game");
        let mut error = |change: &dyn Fn(&mut Choose)| {
            let mut wrong = choose.clone();
            change(&mut wrong);
            player.choose(&wrong).expect_err("it is wrong").to_string()
        };
        assert!(error(&|choose| choose.turn += 1).starts_with("turn: found 2, expected 1, as in the"));
        assert!(error(&|choose| choose.phase += 1).starts_with("phase: found "));
        assert!(error(&|choose| choose.decision.push('x')).starts_with("decision: found "));
        assert!(error(&|choose| choose.legal.reverse()).starts_with("legal: found "));
        assert!(error(&|choose| choose.observation = "x".into()).contains("wilaya.observation/1"));
        assert!(error(&|choose| choose.observation["side"] = "us".into()).starts_with("observation: "));
        new.side = side.other();
        let mut other = seat::<Algeria>(&spec, &new, &Control::default()).expect("it is a game");
        assert!(other.choose(&choose).is_err_and(|error| error.to_string().contains("side: found")));
        assert!(player.choose(&choose).is_ok());
    }

    #[test]
    fn a_bot_that_thinks_is_stopped() {
        let spec: BotSpec = "mcts".parse().expect("it is a bot");
        let (rules, mut state, mut dice, mut new) = game::<Algeria>(Side::France);
        new.side = Side::France;
        let (input, mut say) = io::pipe().expect("a pipe can be had");
        let (heard, output) = io::pipe().expect("a pipe can be had");
        let server = std::thread::spawn(move || {
            serve(BufReader::new(input), output, "mcts", |new, control| seat::<Algeria>(&spec, new, control))
        });
        let (send, answers) = mpsc::channel();
        std::thread::spawn(move || BufReader::new(heard).lines().try_for_each(|line| send.send(line.ok())));
        let mut tell = |message: &ToBot| say.write_all(line(message).as_bytes()).expect("it listens");
        let hear = |limit: u64| answers.recv_timeout(Duration::from_secs(limit)).ok().flatten();
        tell(&ToBot::Hello { protocol: PROTOCOL, host: "test".to_owned() });
        tell(&ToBot::NewGame(new));
        assert!(hear(60).is_some_and(|text| text.contains("hello")));
        assert!(hear(60).is_some_and(|text| text.contains("ready")));
        let mut stopped = 0;
        // A stop that comes at once, and one that comes while it thinks.
        while stopped < 4 {
            let side = Algeria::status(&state).side().expect("the game goes on");
            let budget = Some(Thinking::Milliseconds(100_000));
            let (choices, choose) = asked::<Algeria>(&rules, &state, side, budget);
            if side == Side::France {
                let begun = Instant::now();
                tell(&ToBot::Choose(choose));
                let at_once = if stopped % 2 == 0 { None } else { hear(1) };
                if at_once.is_none() {
                    tell(&ToBot::Stop);
                    assert!(hear(60).is_some_and(|text| text.contains("choice")));
                    assert!(begun.elapsed() < Duration::from_secs(60), "it thought on");
                    stopped += 1;
                }
            }
            let action = Choices::<Algeria>::nth(&choices, 0);
            Algeria::apply(&rules, &mut state, action, &mut dice, &mut ());
        }
        tell(&ToBot::Quit);
        assert!(server.join().expect("it does not panic").is_ok());
    }
}
