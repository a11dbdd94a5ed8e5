use wilaya_engine::Setting;
use wilaya_engine::toy::Toy;

use crate::registry::{Entry, Roster, common};
use crate::thrift::Habits;

impl Habits for Toy {}

impl Roster for Toy {
    const DEFAULT: &'static str = "random";

    fn bots() -> Vec<Entry<Self>> {
        common()
    }

    fn samples() -> Vec<Setting> {
        let long = Setting { scenario: Some("long".to_owned()), ..Setting::default() };
        let windy = Setting { options: vec!["windy".to_owned()], ..long.clone() };
        vec![Setting::default(), long, windy]
    }
}
