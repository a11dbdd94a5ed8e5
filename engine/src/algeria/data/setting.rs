//! Settings: reading their words, and spelling out the setting of compiled rules.

use super::bars::{self, WORDS};
use super::scenarios::limit;
use crate::algeria::rules::{Options, Rules};
use crate::data::Figures;
use crate::{Setting, SettingError};

/// Reads scenario, set-up and options: the scenario, whether units are placed by decisions, and the options in force.
///
/// # Errors
/// An unknown word, or an option that the scenario excludes (ruling A-126).
pub(super) fn read(figures: &Figures, setting: &Setting) -> Result<(String, bool, Options), SettingError> {
    let choice = WORDS.read(setting, &figures.names("scenario"))?;
    let mut options = Options::default();
    for index in choice.options {
        let word = Options::NAMES[index];
        if let Some(scenarios) = limit(figures, word)?
            && !scenarios.contains(&choice.scenario)
        {
            return Err(SettingError::Excluded(format!(
                "option {word} is not for scenario {}: leave it out or play scenario {}",
                choice.scenario,
                scenarios.join(" or ")
            )));
        }
        *options.each()[index] = true;
    }
    Ok((choice.scenario, choice.free_setup, options))
}

/// The setting of compiled rules, with every word spelled out and options and bars in canonical order.
#[must_use]
pub fn setting(rules: &Rules) -> Setting {
    let mut options = rules.options;
    WORDS.write(&rules.scenario.id, rules.free_setup, options.each(), bars::write(&rules.bars))
}
