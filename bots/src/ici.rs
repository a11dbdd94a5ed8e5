use wilaya_engine::Setting;
use wilaya_engine::ici::Ici;

use crate::registry::{Entry, Roster, common};
use crate::thrift::Habits;
use crate::{heuristic, sober};

/// Points come anew each turn and are lost if they are not spent: there is nothing to save.
impl Habits for Ici {}

impl Roster for Ici {
    const DEFAULT: &'static str = "sober";

    fn bots() -> Vec<Entry<Self>> {
        let mut bots = common();
        bots.push(sober::ici());
        bots.push(heuristic::ici());
        bots
    }

    fn samples() -> Vec<Setting> {
        let setting = |scenario: &str, setup: &str, options: &[&str]| Setting {
            scenario: Some(scenario.to_owned()),
            setup: Some(setup.to_owned()),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            bars: Vec::new(),
        };
        vec![
            Setting::default(),
            setting("1959", "default", &[]),
            setting("1959", "free", &["maquis"]),
            setting("1955", "default", &["maquis"]),
            setting("1955", "default", &["halve_each_die", "combat_chits_from_two"]),
        ]
    }
}
