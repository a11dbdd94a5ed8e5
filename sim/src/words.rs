//! Builds command lines.

use wilaya_engine::Setting;

/// A command line under construction.
pub(crate) struct Words(pub(crate) Vec<String>);

impl Words {
    /// Starts a command line.
    pub(crate) fn new(command: &str, game: &str) -> Self {
        Self(["wilaya", command, game].map(str::to_owned).to_vec())
    }

    /// Adds an option with each of the values.
    pub(crate) fn say(&mut self, option: &str, values: impl IntoIterator<Item: ToString>) -> &mut Self {
        self.0.extend(values.into_iter().flat_map(|value| [format!("--{option}"), value.to_string()]));
        self
    }

    /// Adds an option without a value, if it is given.
    pub(crate) fn flag(&mut self, option: &str, given: bool) -> &mut Self {
        self.0.extend(given.then(|| format!("--{option}")));
        self
    }

    /// Adds the options of a setting and figures.
    pub(crate) fn setting(&mut self, setting: &Setting, data: Option<&String>, set: &[String]) -> &mut Self {
        let Setting { scenario, setup, options, bars } = setting;
        self.say("scenario", scenario).say("setup", setup).say("option", options).say("bar", bars);
        self.say("data", data).say("set", set)
    }
}
