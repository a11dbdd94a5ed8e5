use wilaya_engine::ici::{Decision, Ici};
use wilaya_engine::{Setting, Side};

use crate::entry::Entry;
use crate::heuristic::{IciHeuristic, IciWeights, LazyWeights};
use crate::mcts::{Level, Searchable};
use crate::plan::{IciPlan, Plan as _, Planned};
use crate::players;
use crate::registry::Roster;
use crate::thrift::Habits;

/// Accepts every action: points are renewed each turn and lost if unspent, so there is nothing to save.
impl Habits for Ici {}

impl Searchable for Ici {
    const TREE: bool = false;

    type Policy = Planned<IciPlan, IciHeuristic>;

    fn plans(_: Side) -> usize {
        IciWeights::PLANS
    }

    fn policy(side: Side, plan: usize) -> Self::Policy {
        Planned { plan: None, base: IciHeuristic::new(LazyWeights::planned(side, plan)) }
    }

    /// The heuristic, and a variant for each plan of the side.
    fn models(side: Side) -> usize {
        1 + IciPlan::of(side).count()
    }

    fn model(side: Side, number: usize) -> Self::Policy {
        let plan = number.checked_sub(1).and_then(|index| IciPlan::of(side).nth(index));
        Planned { plan, base: IciHeuristic::default() }
    }

    /// A chit played now cannot be played later, when it may be worth more; the effect of a search on France's points and on the
    /// FLN's regions shows in the next turn.
    fn horizon(kind: Decision) -> u16 {
        match kind {
            Decision::PlayChit => 2,
            Decision::Search => 1,
            _ => 0,
        }
    }

    /// Fewer than the default, to keep the levels evenly spaced: a single iteration equals the heuristic.
    fn iterations(level: Level) -> u32 {
        [1, 1, 12, 1_024][level as usize]
    }

    /// The heuristic is too strong for the lower levels.
    fn slip(level: Level) -> f64 {
        [0.3, 0.1, 0.0, 0.0][level as usize]
    }

    /// Chits, attacks (those on structures too), searches, and the FLN's recruits and moves. Not the moves of French units; nor
    /// exchanges, which failek to move and counterinsurgency, where the evaluation at the end of the turn sees gains that later
    /// turns do not bear out (`bots/EXPERIMENTS.md`).
    fn branches(kind: Decision) -> bool {
        matches!(
            kind,
            Decision::PlayChit
                | Decision::ChitRegion
                | Decision::Recruit
                | Decision::MoveFailek
                | Decision::Structure
                | Decision::Search
                | Decision::Insurgency
        )
    }
}

impl Roster for Ici {
    const DEFAULT: &'static str = "heuristic";

    fn bots() -> Vec<Entry<Self>> {
        players::ici()
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
