//! Settings and rules of *Ici, c'est la France!*.

use wilaya_engine::ici::Ici;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::{Game, Setting, SettingError};

/// A game ends with the last turn of the calendar at the latest.
pub(crate) const MAX_TURNS: u16 = 32;

/// Both scenarios with every set of options and both ways to set up.
pub(crate) fn settings() -> Vec<Setting> {
    const OPTIONS: [&str; 3] = ["maquis", "halve_each_die", "combat_chits_from_two"];
    let mut settings = Vec::new();
    for scenario in ["1955", "1959"] {
        for set in 0..1u32 << OPTIONS.len() {
            for setup in ["default", "free"] {
                let chosen = OPTIONS.iter().enumerate().filter(|(bit, _)| set & 1 << bit != 0);
                settings.push(Setting {
                    scenario: Some(scenario.to_owned()),
                    setup: Some(setup.to_owned()),
                    options: chosen.map(|(_, option)| (*option).to_owned()).collect(),
                    bars: Vec::new(),
                });
            }
        }
    }
    settings
}

/// The rules of a setting with the figures that are built in.
pub(crate) fn rules(setting: &Setting) -> Rules {
    Ici::rules(&Ici::figures(), setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"))
}

/// The rules with units that cost too much to let all of them enter: bots playing by chance hardly ever spend so much
/// before that France has to choose.
pub(crate) fn poor() -> Rules {
    let mut figures = Ici::figures();
    let rules = figures.set("cost.arrival", "4").map_err(Into::into);
    let rules = rules.and_then(|()| Ici::rules(&figures, &Setting::default()));
    rules.unwrap_or_else(|error: SettingError| panic!("{error}"))
}
