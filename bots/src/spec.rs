//! Specifications of bots: `name[:key=value]…`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The name of a bot and the values of its keys, as a person writes them.
///
/// ```
/// use wilaya_bots::BotSpec;
///
/// let spec: BotSpec = "mcts:iters=50".parse()?;
/// assert_eq!((spec.name.as_str(), spec.to_string().as_str()), ("mcts", "mcts:iters=50"));
/// assert!("mcts:iters".parse::<BotSpec>().is_err());
/// # Ok::<(), wilaya_bots::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BotSpec {
    /// The name.
    pub name: String,
    /// Keys and values, in the order given.
    pub keys: Vec<(String, String)>,
}

/// A key that a bot takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it does, and its unit.
    pub help: &'static str,
    /// The values it takes, and its default.
    pub values: Values,
}

/// The values of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// A whole number.
    Whole {
        /// The default.
        default: u64,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// A number, with or without decimals.
    Real {
        /// The default.
        default: f64,
        /// The minimum.
        least: f64,
        /// The maximum.
        most: f64,
    },
    /// A number, with or without decimals, with a default for each scenario.
    Weight {
        /// The defaults for scenarios that have their own; the first applies to all others.
        defaults: &'static [(&'static str, f64)],
        /// The minimum.
        least: f64,
        /// The maximum.
        most: f64,
    },
    /// One of a list of words.
    Word {
        /// The default.
        default: &'static str,
        /// All words.
        words: &'static [&'static str],
    },
}

impl Values {
    /// The default, as a person would write it.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            Self::Whole { default, .. } => default.to_string(),
            Self::Real { default, .. } => default.to_string(),
            Self::Weight { defaults, .. } => {
                let defaults = defaults.iter().map(|(scenario, value)| format!("{value} in {scenario}"));
                defaults.collect::<Vec<_>>().join(", ")
            }
            Self::Word { default, .. } => (*default).to_owned(),
        }
    }
}

impl Values {
    /// A number with its range: its default for a scenario, the minimum and the maximum.
    #[must_use]
    pub fn real_in(&self, scenario: &str) -> Option<(f64, f64, f64)> {
        match *self {
            Self::Real { default, least, most } => Some((default, least, most)),
            Self::Weight { defaults, least, most } => {
                let own = defaults.iter().find(|(known, _)| *known == scenario).or(defaults.first());
                own.map(|&(_, default)| (default, least, most))
            }
            Self::Whole { .. } | Self::Word { .. } => None,
        }
    }
}

impl fmt::Display for Values {
    /// The permitted values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most, .. } => write!(f, "a whole number from {least} to {most}"),
            Self::Real { least, most, .. } | Self::Weight { least, most, .. } => {
                write!(f, "a number from {least} to {most}")
            }
            Self::Word { words, .. } => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// An invalid specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// It does not have the form of a specification.
    #[error("bot \"{0}\": expected name[:key=value]…, such as thrift:cap=20")]
    Malformed(String),
    /// A key is given twice.
    #[error("bot \"{bot}\": key \"{key}\" is given twice")]
    Twice {
        /// The bot.
        bot: String,
        /// The key.
        key: String,
    },
    /// Unknown bot.
    #[error("unknown bot \"{name}\": {game} has {}", known.join(", "))]
    UnknownBot {
        /// The game.
        game: &'static str,
        /// The name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// Unknown key.
    #[error("bot \"{bot}\" has no key \"{key}\": {}", known_keys(known))]
    UnknownKey {
        /// The bot.
        bot: String,
        /// The key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
    },
    /// A program where programs cannot play.
    #[error("exec:{0} is a program: only the arguments of a command start programs, never a page or a file")]
    NoPrograms(String),
    /// A program that is not in `bots.toml`.
    #[error("unknown program exec:{name}: bots.toml has {}", known_programs(known))]
    UnknownProgram {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A program that cannot be used.
    #[error("exec:{name}: {why}")]
    Program {
        /// The name.
        name: String,
        /// The reason.
        why: String,
    },
    /// Invalid value of a key.
    #[error("bot \"{bot}\": {key} is \"{value}\", expected {expected}")]
    Value {
        /// The bot.
        bot: String,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The values expected.
        expected: String,
    },
}

fn known_keys(known: &[&str]) -> String {
    if known.is_empty() { "it takes none".to_owned() } else { format!("it has {}", known.join(", ")) }
}

fn known_programs(known: &[String]) -> String {
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

/// The prefix of the names of programs.
const EXEC: &str = "exec:";

impl BotSpec {
    /// The name of the program in `exec:NAME`.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.name.strip_prefix(EXEC)
    }
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let malformed = || SpecError::Malformed(text.to_owned());
        let text = text.trim();
        // A program's name has one part more than others.
        let name = text.strip_prefix(EXEC).map_or_else(
            || text.split(':').next().unwrap_or_default(),
            |rest| &text[..EXEC.len() + rest.find(':').unwrap_or(rest.len())],
        );
        let parts = text[name.len()..].split(':').skip(1);
        let mut keys: Vec<(String, String)> = Vec::new();
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(malformed)?;
            if key.is_empty() || value.is_empty() {
                return Err(malformed());
            }
            if keys.iter().any(|(known, _)| known == key) {
                return Err(SpecError::Twice { bot: name.to_owned(), key: key.to_owned() });
            }
            keys.push((key.to_owned(), value.to_owned()));
        }
        if name.is_empty()
            || name == EXEC
            || name.contains(|c: char| c == '=' || c == ',' || c.is_whitespace())
        {
            return Err(malformed());
        }
        Ok(Self { name: name.to_owned(), keys })
    }
}

impl BotSpec {
    /// The specification without a key, and with only that key.
    pub(crate) fn split(self, key: &str) -> (Self, Self) {
        let Self { name, keys } = self;
        let (one, others) = keys.into_iter().partition(|(known, _)| known == key);
        (Self { name: name.clone(), keys: others }, Self { name, keys: one })
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.keys.iter().try_for_each(|(key, value)| write!(f, ":{key}={value}"))
    }
}

impl TryFrom<String> for BotSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<BotSpec> for String {
    fn from(spec: BotSpec) -> Self {
        spec.to_string()
    }
}

/// Reads a comma-separated list of specifications.
///
/// # Errors
/// The first invalid specification.
pub fn parse_list(text: &str) -> Result<Vec<BotSpec>, SpecError> {
    text.split(',').map(str::parse).collect()
}

/// The keys of a specification, for the builder of a bot.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    spec: &'a BotSpec,
    known: &'a [Key],
}

impl<'a> Params<'a> {
    /// The keys of `spec`, for a bot that takes those in `known`.
    ///
    /// # Errors
    /// An unknown key.
    pub fn new(spec: &'a BotSpec, known: &'a [Key]) -> Result<Self, SpecError> {
        match spec.keys.iter().find(|(key, _)| known.iter().all(|one| one.name != key)) {
            Some((key, _)) => Err(SpecError::UnknownKey {
                bot: spec.name.clone(),
                key: key.clone(),
                known: known.iter().map(|key| key.name).collect(),
            }),
            None => Ok(Self { spec, known }),
        }
    }

    /// The value of a key as written, if given.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.spec.keys.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The value of a [`Values::Whole`] key.
    ///
    /// # Errors
    /// [`SpecError::Value`]
    ///
    /// # Panics
    /// If the entry of the bot has no such key.
    pub fn whole(&self, key: &'static str) -> Result<u64, SpecError> {
        let values = self.values(key);
        let Values::Whole { default, least, most } = values else { panic!("{key} takes {values}") };
        self.read(key, values, default, |text| {
            text.parse().ok().filter(|value| (least..=most).contains(value))
        })
    }

    /// The value of a [`Values::Real`] key.
    ///
    /// # Errors
    /// [`SpecError::Value`]
    ///
    /// # Panics
    /// If the entry of the bot has no such key.
    pub fn real(&self, key: &'static str) -> Result<f64, SpecError> {
        let values = self.values(key);
        let Values::Real { default, least, most } = values else { panic!("{key} takes {values}") };
        self.read(key, values, default, |text| {
            text.parse().ok().filter(|value| (least..=most).contains(value))
        })
    }

    /// The value of a [`Values::Weight`] key, if given.
    ///
    /// # Errors
    /// [`SpecError::Value`]
    ///
    /// # Panics
    /// If the entry of the bot has no such key.
    pub fn weight(&self, key: &'static str) -> Result<Option<f64>, SpecError> {
        let values = self.values(key);
        let Values::Weight { least, most, .. } = values else { panic!("{key} takes {values}") };
        self.read(key, values, None, |text| {
            text.parse().ok().filter(|value| (least..=most).contains(value)).map(Some)
        })
    }

    /// The value of a [`Values::Word`] key.
    ///
    /// # Errors
    /// [`SpecError::Value`]
    ///
    /// # Panics
    /// If the entry of the bot has no such key.
    pub fn word(&self, key: &'static str) -> Result<&'static str, SpecError> {
        let values = self.values(key);
        let Values::Word { default, words } = values else { panic!("{key} takes {values}") };
        self.read(key, values, default, |text| words.iter().find(|&&word| word == text).copied())
    }

    fn values(&self, key: &str) -> Values {
        let known = self.known.iter().find(|known| known.name == key);
        known.unwrap_or_else(|| panic!("the entry of {} has no key {key}", self.spec.name)).values
    }

    fn read<T>(
        &self,
        key: &'static str,
        values: Values,
        default: T,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SpecError> {
        let Some(text) = self.text(key) else { return Ok(default) };
        parse(text).ok_or_else(|| SpecError::Value {
            bot: self.spec.name.clone(),
            key,
            value: text.to_owned(),
            expected: values.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_read_back() {
        for text in ["random", "thrift:cap=20", "mcts:time=1s:c=0.7", "exec:me", "exec:me:cap=20"] {
            assert_eq!(text.parse::<BotSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
        }
        let program = |text: &str| text.parse::<BotSpec>().ok()?.program().map(str::to_owned);
        assert_eq!(program("exec:me:cap=20").as_deref(), Some("me"));
        assert_eq!(program("thrift:cap=20"), None);
        let list = parse_list("random, thrift:cap=20").expect("it is a list");
        assert_eq!(list.iter().map(ToString::to_string).collect::<Vec<_>>(), ["random", "thrift:cap=20"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in [
            "",
            ":cap=1",
            "thrift:",
            "thrift:cap",
            "thrift:=1",
            "thrift:cap=",
            "a b",
            "cap=1",
            "a,,b",
            "exec:",
            "exec::a=1",
        ] {
            let error = parse_list(text).expect_err(text);
            assert!(matches!(error, SpecError::Malformed(_)), "{error}");
        }
        assert!(matches!("thrift:cap=1:cap=2".parse::<BotSpec>(), Err(SpecError::Twice { .. })));
    }
}
