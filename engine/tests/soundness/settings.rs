//! The settings of the games that positions are taken from: every scenario, set-up and option.

use wilaya_engine::Setting;

fn setting(scenario: &str, setup: &str, options: &[&str]) -> Setting {
    Setting {
        scenario: Some(scenario.to_owned()),
        setup: Some(setup.to_owned()),
        options: options.iter().map(|&word| word.to_owned()).collect(),
        bars: Vec::new(),
    }
}

pub(crate) fn algeria() -> Vec<Setting> {
    let all = ["shorter_game", "border_zone_cuts_ap", "no_react_to_moves"];
    let mut settings = vec![setting("1954", "free", &["slow_french_reaction", "deterministic_independence"])];
    for scenario in ["1954", "1958", "1960"] {
        settings.push(setting(scenario, "default", &[]));
        settings.push(setting(scenario, "free", &all));
    }
    settings
}

pub(crate) fn ici() -> Vec<Setting> {
    let all = ["maquis", "halve_each_die", "combat_chits_from_two"];
    let mut settings = Vec::new();
    for (scenario, setup) in [("1955", "default"), ("1959", "default"), ("1959", "free")] {
        settings.push(setting(scenario, setup, &[]));
        settings.push(setting(scenario, setup, &all));
    }
    settings
}
