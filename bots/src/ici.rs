use wilaya_engine::Setting;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::Location;
use wilaya_engine::ici::{Decision, Ici, State};

use crate::heuristic::IciHeuristic;
use crate::mcts::{Level, Searchable};
use crate::registry::{Entry, Roster, common};
use crate::thrift::Habits;
use crate::{heuristic, mcts, plan, sober};

/// Points come anew each turn and are lost if they are not spent: there is nothing to save.
impl Habits for Ici {}

impl Searchable for Ici {
    type Policy = IciHeuristic;

    fn policy() -> IciHeuristic {
        IciHeuristic::default()
    }

    /// Chits, attacks, searches and levels; not where units go.
    fn branches(kind: Decision) -> bool {
        matches!(
            kind,
            Decision::PlayChit
                | Decision::Structure
                | Decision::Search
                | Decision::Insurgency
                | Decision::Counterinsurgency
        )
    }

    fn iterations(level: Level) -> u32 {
        match level {
            Level::Recruit => 25,
            Level::Regular => 200,
            Level::Veteran => 800,
            Level::Expert => 3_200,
        }
    }

    /// The last referendum as the markers stand, and how near Collapse is.
    fn evaluate(rules: &Rules, state: &State) -> f64 {
        let mut yes = 0.0;
        let mut all = 0.0;
        for region in Location::regions(rules.map.populated) {
            let votes = f64::from(rules.map.population[region.index()]);
            // Three dice: a line through the middle of their distribution is near enough.
            let chance = 0.5 + (f64::from(state.marker(region)) - 10.5) * 0.12;
            yes += votes * chance.clamp(0.0, 1.0);
            all += votes;
        }
        // How steeply the chance follows from the votes, and what the FLN has beside them: as `calibrate` finds.
        let lead = (all / 2.0 - yes) * 0.1 + 1.0;
        let referendum = 1.0 / (1.0 + (-lead).exp());
        let slots = f64::from(rules.government_crisis().max(1));
        let steps = f64::from(state.crisis()) + f64::from(state.pied_noirs()) / slots;
        let collapse = (steps / f64::from(rules.collapse().max(1))).powi(4);
        referendum + (1.0 - referendum) * collapse.min(1.0)
    }
}

impl Roster for Ici {
    const DEFAULT: &'static str = "sober";

    fn bots() -> Vec<Entry<Self>> {
        let mut bots = common();
        bots.push(sober::ici());
        bots.push(plan::ici());
        bots.push(heuristic::ici());
        bots.push(mcts::entry());
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
