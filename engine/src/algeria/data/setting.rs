//! Settings: reading the words of one, and spelling out that of compiled rules.

use super::bars;
use super::files::{DEFAULT_SCENARIO, GAME};
use super::scenarios::limit;
use crate::algeria::rules::{Bars, Options, Rules};
use crate::data::Figures;
use crate::{Setting, SettingError};

/// The words for the ways to set up: ready-made, and by decisions.
const SETUPS: [&str; 2] = ["default", "free"];

/// A setting that has been read.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) scenario: String,
    pub(super) free_setup: bool,
    pub(super) options: Options,
    pub(super) bars: Bars,
}

/// Reads a setting.
///
/// # Errors
/// An unknown word, or an option that the scenario excludes (ruling A-126).
pub(super) fn read(figures: &Figures, setting: &Setting) -> Result<Choice, SettingError> {
    let unknown =
        |what, word: &str, known| SettingError::Unknown { game: GAME, what, word: word.to_owned(), known };
    let scenario = setting.scenario.as_deref().unwrap_or(DEFAULT_SCENARIO);
    let known = figures.names("scenario");
    if !known.iter().any(|id| id == scenario) {
        return Err(unknown("scenario", scenario, known));
    }
    let setup = setting.setup.as_deref().unwrap_or(SETUPS[0]);
    if !SETUPS.contains(&setup) {
        return Err(unknown("set-up", setup, SETUPS.map(str::to_owned).to_vec()));
    }
    let mut options = Options::default();
    for word in &setting.options {
        let Some(index) = Options::NAMES.iter().position(|name| name == word) else {
            return Err(unknown("option", word, Options::NAMES.map(str::to_owned).to_vec()));
        };
        if let Some(scenarios) = limit(figures, word)?
            && !scenarios.iter().any(|id| id == scenario)
        {
            return Err(SettingError::Excluded(format!(
                "option {word} is not for scenario {scenario}: leave it out or play scenario {}",
                scenarios.join(" or ")
            )));
        }
        *options.get_mut(index) = true;
    }
    Ok(Choice {
        scenario: scenario.to_owned(),
        free_setup: setup == SETUPS[1],
        options,
        bars: bars::read(&setting.bars)?,
    })
}

/// The setting of compiled rules, every word spelled out, options and bars in canonical order.
#[must_use]
pub fn setting(rules: &Rules) -> Setting {
    let mut options = rules.options;
    let names = Options::NAMES.iter().enumerate().filter(|(index, _)| *options.get_mut(*index));
    Setting {
        scenario: Some(rules.scenario.id.clone()),
        setup: Some(SETUPS[usize::from(rules.free_setup)].to_owned()),
        options: names.map(|(_, name)| (*name).to_owned()).collect(),
        bars: bars::write(&rules.bars),
    }
}
