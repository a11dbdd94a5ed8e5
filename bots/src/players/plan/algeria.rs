use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::formulas::price;
use wilaya_engine::algeria::types::{FlnUnit, GovType};
use wilaya_engine::algeria::words::Node;
use wilaya_engine::algeria::{Action, Algeria, Offer};
use wilaya_engine::{Choices, Side, Status, View};

use crate::entry::{Entry, maker};
use crate::sober::AlgeriaSober;
use crate::spec::{Key, Values};
use crate::{Bot, SpecError};

/// A single idea for one side of *Algeria*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlgeriaPlan {
    /// FLN: everything leaves the Underground box; Propaganda before anything else, all of it off the Government's PSL.
    #[default]
    Propaganda,
    /// FLN: Bands before anything else that can be built, Faileks out of Bands; everything leaves the Underground box; Raids
    /// first, then Harass, all of it off the Government's PSL.
    Guerrilla,
    /// Government: Police as long as they cost no more than a seventh of its PSL in a turn, to areas that have none; Civil
    /// Affairs or nothing; no React; all of it off the FLN's PSL.
    Affairs,
    /// Government: activation for up to a seventh of its PSL in a turn; Flush before anything else, with all units that can
    /// come; a React whenever it can; all of it off the FLN's PSL.
    Sweeps,
}

impl AlgeriaPlan {
    /// The words for the plans, the default first.
    pub const NAMES: [&str; 4] = ["propaganda", "guerrilla", "affairs", "sweeps"];
    /// The plans in that order.
    pub const ALL: [Self; 4] = [Self::Propaganda, Self::Guerrilla, Self::Affairs, Self::Sweeps];

    /// The side that has it.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Propaganda | Self::Guerrilla => Side::Fln,
            Self::Affairs | Self::Sweeps => Side::France,
        }
    }
}

/// Plays one side of *Algeria* by a plan, and everything else as [`AlgeriaSober`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AlgeriaPlanned {
    /// The plan.
    pub plan: AlgeriaPlan,
    sober: AlgeriaSober,
}

impl AlgeriaPlanned {
    /// With this plan.
    #[must_use]
    pub fn new(plan: AlgeriaPlan) -> Self {
        Self { plan, sober: AlgeriaSober }
    }

    /// What the plan wants, the more the higher; nothing of what is not in it.
    fn wants(self, view: View<'_, Algeria>, kind: Node, action: Action) -> u32 {
        match (self.plan, kind, action) {
            // As few PSP as can be to the own PSL.
            (_, Node::Split, Action::Split(own)) => 256 - u32::from(own),
            (AlgeriaPlan::Propaganda | AlgeriaPlan::Guerrilla, Node::FlnDeploy, Action::Count(count)) => {
                1 + u32::from(count)
            }
            (AlgeriaPlan::Propaganda, Node::FlnOperation, Action::Propaganda)
            | (AlgeriaPlan::Guerrilla, Node::SpendOn, Action::Convert(FlnUnit::Band, _)) => 2,
            (AlgeriaPlan::Guerrilla, Node::SpendOn, Action::Build(FlnUnit::Band))
            | (AlgeriaPlan::Guerrilla, Node::FlnOperation, Action::Harass) => 1,
            (AlgeriaPlan::Guerrilla, Node::FlnOperation, Action::Raid) => 2,

            (AlgeriaPlan::Affairs, Node::Mobilize, Action::Mobilize(GovType::Police)) => {
                u32::from(within(view, action))
            }
            (AlgeriaPlan::Affairs, Node::Station, Action::Station(area)) => {
                1 + u32::from(view.position().police() & area.bit() == 0)
            }
            (AlgeriaPlan::Affairs, Node::FrenchOperation, Action::CivilAffairs) => 2,
            (AlgeriaPlan::Affairs, Node::FrenchOperation, Action::Pass)
            | (AlgeriaPlan::Affairs, Node::React, Action::Done) => 1,

            (AlgeriaPlan::Sweeps, Node::ActivateUnits, Action::Count(count)) if within(view, action) => {
                1 + u32::from(count)
            }
            (AlgeriaPlan::Sweeps, Node::FrenchOperation, Action::Flush)
            | (AlgeriaPlan::Sweeps, Node::React | Node::ReactMore | Node::FlushUnit, Action::Commit(..)) => 1,
            _ => 0,
        }
    }
}

/// True if the Government has spent no more than a seventh of its PSL in this Reinforcement Phase after the action.
fn within(view: View<'_, Algeria>, action: Action) -> bool {
    let state = view.position();
    let halves = u32::from(state.halves_spent()) + u32::from(price(view.rules(), state, action));
    7 * halves <= 2 * u32::from(state.psl(Side::France))
}

impl Bot<Algeria> for AlgeriaPlanned {
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        if let Status::Decision { side, kind } = view.status()
            && side == self.plan.side()
        {
            let mut best = (0, None);
            for action in choices.to_list() {
                let wanted = self.wants(view, kind, action);
                if wanted > best.0 {
                    best = (wanted, Some(action));
                }
            }
            if let Some(action) = best.1 {
                return action;
            }
        }
        self.sober.choose(view, choices, rng)
    }
}

fn read(name: &str) -> AlgeriaPlan {
    let named = AlgeriaPlan::NAMES.iter().zip(AlgeriaPlan::ALL).find(|(one, _)| **one == name);
    named.map(|(_, plan)| plan).unwrap_or_default()
}

pub(crate) fn entry() -> Entry<Algeria> {
    Entry {
        name: "plan",
        summary: "carries one idea through on one side, whatever happens, and plays the other as sober does",
        keys: &[Key {
            name: "name",
            help: "the idea: FLN propaganda, FLN guerrilla, Government civil affairs, Government sweeps",
            values: Values::Word { default: AlgeriaPlan::NAMES[0], words: &AlgeriaPlan::NAMES },
        }],
        build: |params| {
            let plan = read(params.word("name")?);
            Ok::<_, SpecError>(maker(move || AlgeriaPlanned::new(plan)))
        },
    }
}
