//! What the settings of all games share: scenario, set-up and optional rules.

use crate::game::{Setting, SettingError};

/// The words for the two ways to set up: ready-made, or by decisions.
pub(crate) const SETUPS: [&str; 2] = ["default", "free"];

/// The optional rules of a game, off by default, each named as in a setting.
macro_rules! options {
    ($($(#[$meta:meta])* $option:ident,)+) => {
        /// The optional rules in force.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Options { $($(#[$meta])* pub $option: bool,)+ }

        impl Options {
            /// Their words, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($option)),+];

            /// The options in that order.
            pub fn each(&mut self) -> [&mut bool; Self::NAMES.len()] {
                [$(&mut self.$option),+]
            }
        }
    };
}
pub(crate) use options;

/// A setting that has been read, except for its bars.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) scenario: String,
    pub(crate) free_setup: bool,
    /// The optional rules, as indexes into the list of words.
    pub(crate) options: Vec<usize>,
}

/// The words that a game's setting may use.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) game: &'static str,
    /// The scenario if none is given and the figures have this one.
    pub(crate) default_scenario: &'static str,
    pub(crate) options: &'static [&'static str],
}

impl Words {
    /// The error for an unknown word.
    pub(crate) fn unknown<S: Into<String>>(
        self,
        what: &'static str,
        word: &str,
        known: impl IntoIterator<Item = S>,
    ) -> SettingError {
        let known = known.into_iter().map(Into::into).collect();
        SettingError::Unknown { game: self.game, what, word: word.to_owned(), known }
    }

    /// Reads scenario, set-up and options.
    ///
    /// # Errors
    /// An unknown word.
    pub(crate) fn read(self, setting: &Setting, scenarios: &[String]) -> Result<Choice, SettingError> {
        let first = scenarios.iter().find(|one| *one == self.default_scenario).or(scenarios.first());
        let scenario = setting.scenario.as_ref().or(first).map_or("", String::as_str);
        if !scenarios.iter().any(|one| one == scenario) {
            return Err(self.unknown("scenario", scenario, scenarios));
        }
        let setup = setting.setup.as_deref().unwrap_or(SETUPS[0]);
        if !SETUPS.contains(&setup) {
            return Err(self.unknown("set-up", setup, SETUPS));
        }
        let index = |word: &String| {
            let index = self.options.iter().position(|one| one == word);
            index.ok_or_else(|| self.unknown("option", word, self.options.iter().copied()))
        };
        Ok(Choice {
            scenario: scenario.to_owned(),
            free_setup: setup == SETUPS[1],
            options: setting.options.iter().map(index).collect::<Result<_, _>>()?,
        })
    }

    /// The setting with every word spelled out and the options in canonical order.
    pub(crate) fn write<'a>(
        self,
        scenario: &str,
        free_setup: bool,
        options: impl IntoIterator<Item = &'a mut bool>,
        bars: Vec<String>,
    ) -> Setting {
        let options = self.options.iter().zip(options).filter(|(_, on)| **on);
        Setting {
            scenario: Some(scenario.to_owned()),
            setup: Some(SETUPS[usize::from(free_setup)].to_owned()),
            options: options.map(|(word, _)| (*word).to_owned()).collect(),
            bars,
        }
    }
}
