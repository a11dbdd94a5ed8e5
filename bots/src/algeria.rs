use wilaya_engine::algeria::formulas::price;
use wilaya_engine::algeria::{Action, Algeria, Decision};
use wilaya_engine::{Setting, Side, View};

use crate::entry::Entry;
use crate::heuristic::{AlgeriaHeuristic, AlgeriaWeights, LazyWeights};
use crate::mcts::Searchable;
use crate::plan::{AlgeriaPlan, Plan as _, Planned};
use crate::players;
use crate::registry::Roster;
use crate::thrift::Habits;

impl Habits for Algeria {
    /// Keeps the Government from running out of PSL: its spending in a Reinforcement Phase is capped at `cap` percent of it.
    #[inline]
    fn within_cap(view: View<'_, Self>, action: Action, cap: u8) -> bool {
        let state = view.position();
        let price = price(view.rules(), state, action);
        let halves = u32::from(state.halves_spent()) + u32::from(price);
        price == 0 || halves * 50 <= u32::from(state.psl(Side::France)) * u32::from(cap)
    }
}

impl Searchable for Algeria {
    const TREE: bool = false;

    type Policy = Planned<AlgeriaPlan, AlgeriaHeuristic>;

    fn plans(_: Side) -> usize {
        AlgeriaWeights::PLANS
    }

    fn policy(side: Side, plan: usize) -> Self::Policy {
        Planned { plan: None, base: AlgeriaHeuristic::new(LazyWeights::planned(side, plan)) }
    }

    /// The heuristic, and a variant for each plan of the side.
    fn models(side: Side) -> usize {
        1 + AlgeriaPlan::of(side).count()
    }

    fn model(side: Side, number: usize) -> Self::Policy {
        let plan = number.checked_sub(1).and_then(|index| AlgeriaPlan::of(side).nth(index));
        Planned { plan, base: AlgeriaHeuristic::default() }
    }

    const MANY: u32 = 512;

    /// Of what such choices seem to gain at the end of the turn, much is gone a turn later (`bots/EXPERIMENTS.md`).
    fn horizon(kind: Decision) -> u16 {
        match kind {
            Decision::CoupMobilize
            | Decision::Flush
            | Decision::FrenchOperation
            | Decision::Move
            | Decision::MoveTo => 1,
            _ => 0,
        }
    }

    /// All but deployments, and choices of units one by one or that the tables already settle.
    fn branches(kind: Decision) -> bool {
        !matches!(
            kind,
            Decision::SetUpFrance
                | Decision::SetUpFln
                | Decision::PurgeUnit
                | Decision::NatoUnit
                | Decision::SuezUnit
                | Decision::Station
                | Decision::ActivateUnits
                | Decision::DivisionMode
                | Decision::Patrol
                | Decision::FrenchMove
                | Decision::FlnDeploy
                | Decision::RaidHit
                | Decision::ReactMore
                | Decision::FlnLoss
                | Decision::FlushUnit
                | Decision::SuppressionEliteOps
                | Decision::SuppressionElitePatrol
                | Decision::CoupStation
                | Decision::CoupDisband
        )
    }
}

impl Roster for Algeria {
    const DEFAULT: &'static str = "heuristic";

    fn bots() -> Vec<Entry<Self>> {
        players::algeria()
    }

    fn samples() -> Vec<Setting> {
        let setting = |scenario: &str, setup: &str, options: &[&str]| Setting {
            scenario: Some(scenario.to_owned()),
            setup: Some(setup.to_owned()),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            bars: Vec::new(),
        };
        let mut settings = vec![Setting::default()];
        for scenario in ["1954", "1958", "1960"] {
            settings.push(setting(scenario, "default", &[]));
            settings.push(setting(scenario, "free", &["shorter_game"]));
            settings.push(setting(scenario, "default", &["border_zone_cuts_ap", "no_react_to_moves"]));
        }
        settings.push(setting("1954", "free", &["slow_french_reaction"]));
        settings.push(setting("1954", "default", &["deterministic_independence"]));
        settings
    }
}
