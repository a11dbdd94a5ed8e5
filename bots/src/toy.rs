use wilaya_engine::toy::{Decision, Rules, State, Toy};
use wilaya_engine::{Setting, Side};

use crate::Random;
use crate::entry::Entry;
use crate::evaluation::{Evaluated, Features};
use crate::mcts::{self, Level, Searchable};
use crate::players::common;
use crate::registry::Roster;
use crate::thrift::Habits;

impl Habits for Toy {}

impl Searchable for Toy {
    type Policy = Random;

    fn plans(_: Side) -> usize {
        1
    }

    fn policy(_: Side, _: usize) -> Random {
        Random
    }

    fn branches(_: Decision) -> bool {
        true
    }

    fn iterations(level: Level) -> u32 {
        10 << (2 * level as u32)
    }
}

/// Nothing is known of its positions.
impl Evaluated for Toy {
    const FEATURES: &'static [&'static str] = &[];

    fn scenario(_: &Rules) -> &str {
        ""
    }

    fn features(_: &Rules, _: &State) -> Features {
        Features::new(&[], 0, 0.0)
    }
}

impl Roster for Toy {
    const DEFAULT: &'static str = "random";

    fn bots() -> Vec<Entry<Self>> {
        let mut bots = common();
        bots.push(mcts::entry());
        bots
    }

    fn samples() -> Vec<Setting> {
        let long = Setting { scenario: Some("long".to_owned()), ..Setting::default() };
        let windy = Setting { options: vec!["windy".to_owned()], ..long.clone() };
        vec![Setting::default(), long, windy]
    }
}
