//! The messages of the protocol, one JSON object per line. `docs/protocol.md` describes them.

use std::collections::BTreeMap;
use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wilaya_engine::{Notation, Outcome, Setting, Side, Status, View, observation};

use crate::budget::Budget;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A message from a host to a bot. Unknown keys are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// The first line.
    Hello {
        /// [`PROTOCOL`]
        protocol: u32,
        /// The host and its version.
        host: String,
    },
    /// A game begins; the bot forgets the previous one.
    NewGame(NewGame),
    /// The bot decides.
    Choose(Choose),
    /// The other side decides. Sent only to a bot that watches.
    Watch(Watch),
    /// Answer now.
    Stop,
    /// The game has ended or was stopped.
    GameOver {
        /// The outcome; `None` if the game was stopped.
        outcome: Option<Outcome>,
    },
    /// The bot should exit.
    Quit,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewGame {
    /// [`Game::NAME`](wilaya_engine::Game::NAME)
    pub game: String,
    /// The setting, with every word spelled out.
    pub setting: Setting,
    /// The hash of the figures.
    pub data: String,
    /// The files of figures, by name, if they differ from the built-in ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, String>,
    /// The side that the bot plays.
    pub side: Side,
    /// The seed for the bot's draws: 32 hexadecimal digits ([`seed_text`]).
    pub seed: String,
    /// The turn limit, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u16>,
}

/// A decision of the bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choose {
    /// The turn, from 1; 0 during set-up.
    pub turn: u16,
    /// The number of the phase of the turn.
    pub phase: u8,
    /// The kind of decision.
    pub decision: String,
    /// What the bot's side sees ([`wilaya_engine::observation`]).
    pub observation: Value,
    /// The legal actions in notation, at least two.
    pub legal: Vec<String>,
    /// The bot's budget; `None` if it is unlimited.
    pub budget: Option<Thinking>,
}

/// A decision of the other side that the bot's side may see. It is played next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// What the bot's side sees before it is played ([`wilaya_engine::observation`]).
    pub observation: Value,
    /// The action in notation.
    pub action: String,
}

impl Choose {
    /// The current decision, as the deciding side sees it, with all its choices.
    #[must_use]
    pub fn of<G: Notation>(view: View<'_, G>, legal: &[G::Action], budget: Option<Thinking>) -> Self {
        let rules = view.rules();
        let (turn, phase) = view.clock();
        let decision = match view.status() {
            Status::Decision { kind, .. } => kind.to_string(),
            Status::Over(_) => String::new(),
        };
        Self {
            turn,
            phase,
            decision,
            observation: observation::to_json::<G>(rules, &view.observe()),
            legal: legal.iter().map(|&action| G::action_text(rules, action)).collect(),
            budget,
        }
    }
}

/// The budget of a bot for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thinking {
    /// Iterations per decision.
    Iterations(u32),
    /// Wall time in milliseconds.
    Milliseconds(u64),
}

impl Thinking {
    /// The corresponding budget of a built-in bot.
    #[must_use]
    pub const fn budget(self) -> Budget {
        match self {
            Self::Iterations(iterations) => Budget::Iterations(iterations),
            Self::Milliseconds(time) => Budget::Decision(Duration::from_millis(time)),
        }
    }
}

/// A message from a bot to its host. Unknown keys are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromBot {
    /// The answer to [`ToBot::Hello`].
    Hello {
        /// [`PROTOCOL`]
        protocol: u32,
        /// The bot's name.
        name: String,
        /// Its version.
        version: String,
    },
    /// The answer to [`ToBot::NewGame`].
    Ready {
        /// True if the bot wants to see the other side's decisions ([`ToBot::Watch`]).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watches: bool,
    },
    /// The answer to [`ToBot::Choose`].
    Choice {
        /// One of the legal actions, exactly as given.
        action: String,
        /// The number of iterations searched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        iterations: Option<u64>,
    },
    /// The bot cannot continue.
    Error {
        /// The reason.
        message: String,
    },
}

/// A message as a line, with its line break.
pub(super) fn line<T: Serialize>(message: &T) -> String {
    // A message of strings and numbers can always be serialized.
    serde_json::to_string(message).unwrap_or_default() + "\n"
}

/// The state of a generator.
#[derive(Serialize, Deserialize)]
struct State {
    state: u128,
}

/// The state of a bot's generator, as 32 hexadecimal digits. It is a hash, so it does not reveal the run's seed.
#[must_use]
pub fn seed_text(rng: &Pcg64Mcg) -> String {
    // A JSON value cannot hold a 128-bit number, but JSON text can.
    let state = serde_json::to_string(rng).and_then(|text| serde_json::from_str::<State>(&text));
    state.map(|State { state }| format!("{state:032x}")).unwrap_or_default()
}

/// The text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed: found \"{0}\", expected 32 hexadecimal digits")]
pub struct SeedError(pub String);

/// The generator of a [`seed_text`].
///
/// # Errors
/// If the text is not 32 hexadecimal digits.
pub fn parse_seed(text: &str) -> Result<Pcg64Mcg, SeedError> {
    let digits = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    match u128::from_str_radix(text, 16) {
        Ok(state) if digits => Ok(Pcg64Mcg::new(state)),
        _ => Err(SeedError(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;
    use wilaya_engine::dice::bot_rng;

    use super::*;

    #[test]
    fn a_generator_goes_on_from_its_seed() {
        for game in 0..100 {
            let mut rng = bot_rng(7, game, Side::Fln);
            (0..game % 5).for_each(|_| {
                rng.next_u64();
            });
            let mut read = parse_seed(&seed_text(&rng)).expect("it was just written");
            assert_eq!(read, rng);
            assert_eq!(read.next_u64(), rng.next_u64());
        }
        for wrong in ["", "12", "+0000000000000000000000000000001", "x0000000000000000000000000000001"] {
            assert!(parse_seed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn messages_are_read_back() {
        let choose = Choose {
            turn: 3,
            phase: 2,
            decision: "play-chit".to_owned(),
            observation: Value::Null,
            legal: vec!["done".to_owned()],
            budget: Some(Thinking::Milliseconds(20)),
        };
        for message in [ToBot::Stop, ToBot::Choose(choose), ToBot::GameOver { outcome: Some(Outcome::Fln) }] {
            let text = line(&message);
            assert_eq!(text.matches('\n').count(), 1);
            assert_eq!(serde_json::from_str::<ToBot>(&text).ok(), Some(message));
        }
        let more = r#"{"type":"choice","action":"done","mood":"good"}"#;
        let choice = FromBot::Choice { action: "done".to_owned(), iterations: None };
        assert_eq!(serde_json::from_str::<FromBot>(more).ok(), Some(choice));
    }
}
