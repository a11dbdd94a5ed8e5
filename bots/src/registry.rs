//! Rosters: which bots play which game.

use std::fmt::Write as _;

use wilaya_engine::{FullGame, Game, Setting};

use crate::entry::{Entry, Maker};
use crate::mcts::{self, Searchable};
use crate::players::common;
use crate::salt::{SALT, salted};
use crate::spec::{BotSpec, Params, SpecError};
use crate::thrift::Habits;

/// A game with a roster of bots.
pub trait Roster: FullGame + Habits + Searchable {
    /// The specification of the default bot.
    const DEFAULT: &'static str = "mcts";

    /// The bots that play this game.
    fn bots() -> Vec<Entry<Self>> {
        common().into_iter().chain([mcts::entry()]).collect()
    }

    /// Settings for signatures and tests that together cover every scenario, set-up and option; the default comes first.
    fn samples() -> Vec<Setting> {
        vec![Setting::default()]
    }
}

/// Finds the bot of a specification in the game's roster and reads its keys.
///
/// # Errors
/// If the name, a key or a value is unknown, or if it is a program (`exec:NAME`), which [`Programs`](crate::protocol::Programs)
/// can build.
pub fn build<G: Roster>(spec: &BotSpec) -> Result<Maker<G>, SpecError> {
    build_among(&G::bots(), spec)
}

/// Like [`build`], among given bots instead of the roster.
///
/// # Errors
/// If the name, a key or a value is unknown.
pub fn build_among<G: Game>(bots: &[Entry<G>], spec: &BotSpec) -> Result<Maker<G>, SpecError> {
    if let Some(name) = spec.program() {
        return Err(SpecError::NoPrograms(name.to_owned()));
    }
    let entry = bots.iter().find(|entry| entry.name == spec.name).ok_or_else(|| SpecError::UnknownBot {
        game: G::NAME,
        name: spec.name.clone(),
        known: bots.iter().map(|entry| entry.name).collect(),
    })?;
    let (own, salt) = spec.clone().split(SALT.name);
    let salt = Params::new(&salt, &[SALT])?.whole(SALT.name)?;
    Ok(salted((entry.build)(Params::new(&own, entry.keys)?)?, salt))
}

/// A description of a game's roster: one bot per line, followed by its keys.
#[must_use]
pub fn describe<G: Roster>() -> String {
    let bots = G::bots();
    let width = bots.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for entry in &bots {
        let default = if entry.name == G::DEFAULT { " (default)" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:width$}  {}{default}", entry.name, entry.summary);
        for key in entry.keys {
            let default = key.values.default_text();
            let _ = writeln!(text, "{:width$}    {}={default}  {} ({})", "", key.name, key.help, key.values);
        }
    }
    let _ = writeln!(text, "Every bot takes {}: {} ({})", SALT.name, SALT.help, SALT.values);
    text
}

#[cfg(test)]
mod tests {
    use wilaya_engine::toy::Toy;

    use super::*;

    fn message(text: &str) -> String {
        let spec = text.parse().expect("it has the form");
        build::<Toy>(&spec).err().expect("it is unknown").to_string()
    }

    #[test]
    fn what_is_unknown_is_met_with_what_is_known() {
        assert_eq!(message("deep-blue"), "unknown bot \"deep-blue\": toy has random, thrift, mcts");
        assert_eq!(message("thrift:cup=3"), "bot \"thrift\" has no key \"cup\": it has cap");
        assert_eq!(message("random:cup=3"), "bot \"random\" has no key \"cup\": it takes none");
        assert_eq!(
            message("thrift:cap=101"),
            "bot \"thrift\": cap is \"101\", expected a whole number from 0 to 100"
        );
    }

    #[test]
    fn the_default_of_a_key_is_what_its_entry_says() {
        for entry in Toy::bots() {
            let keys = entry.keys.iter().map(|key| (key.name.to_owned(), key.values.default_text()));
            let spec = BotSpec { name: entry.name.to_owned(), keys: keys.collect() };
            assert!(build::<Toy>(&spec).is_ok(), "{spec}");
            assert!(describe::<Toy>().contains(entry.summary));
        }
        assert!(build::<Toy>(&Toy::DEFAULT.parse().expect("it has the form")).is_ok());
    }
}
