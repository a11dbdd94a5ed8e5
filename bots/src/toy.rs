use wilaya_engine::toy::Toy;
use wilaya_engine::{Setting, Side};

use crate::Random;
use crate::evaluation::Evaluated;
use crate::mcts::{Level, Searchable};
use crate::registry::Roster;
use crate::thrift::Habits;

impl Habits for Toy {}

impl Searchable for Toy {
    const TREE: bool = false;

    type Policy = Random;

    fn policy(_: Side, _: usize) -> Random {
        Random
    }

    fn iterations(level: Level) -> u32 {
        10 << (2 * level as u32)
    }
}

/// It has no model.
impl Evaluated for Toy {}

impl Roster for Toy {
    const DEFAULT: &'static str = "random";

    fn samples() -> Vec<Setting> {
        let long = Setting { scenario: Some("long".to_owned()), ..Setting::default() };
        let windy = Setting { options: vec!["windy".to_owned()], ..long.clone() };
        vec![Setting::default(), long, windy]
    }
}
