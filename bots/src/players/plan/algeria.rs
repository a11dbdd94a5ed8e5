use wilaya_engine::algeria::formulas::price;
use wilaya_engine::algeria::types::{FlnUnit, GovType};
use wilaya_engine::algeria::{Action, Algeria, Decision};
use wilaya_engine::{Side, View};

use super::planned::{BASE, Plan, Planned};
use crate::entry::{Entry, maker};
use crate::heuristic::AlgeriaHeuristic;
use crate::sober::AlgeriaSober;
use crate::spec::{Key, Values};

/// A single-minded plan for one side of *Algeria*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlgeriaPlan {
    /// FLN: everything leaves the Underground box; Propaganda before anything else, all of it off the Government's PSL.
    #[default]
    Propaganda,
    /// FLN: Bands before anything else that can be built, Faileks out of Bands; everything leaves the Underground box; Raids
    /// first, then Harass, all of it off the Government's PSL.
    Guerrilla,
    /// Government: Police as long as they cost no more than a seventh of its PSL per turn, to areas that have none; Civil
    /// Affairs or nothing; no React; all of it off the FLN's PSL.
    Affairs,
    /// Government: activation for up to a seventh of its PSL per turn; Flush before anything else, with all units that can
    /// come; a React whenever possible; all of it off the FLN's PSL.
    Sweeps,
    /// FLN: everything leaves the Underground box; Propaganda and no other mission, all of it off the Government's PSL.
    Flood,
    /// FLN: Propaganda before any other mission; the base decides what leaves the Underground box and whose PSL changes.
    PropagandaFirst,
    /// FLN: no Move.
    NoMove,
    /// FLN: no Move; if its own PSL is below 25, everything leaves the Underground box.
    LowFlood,
}

/// The FLN's PSL below which [`AlgeriaPlan::LowFlood`] deploys everything.
const LOW: u8 = 25;

impl AlgeriaPlan {
    /// The names of the plans, in the order of [`Plan::ALL`].
    pub const NAMES: [&str; 8] =
        ["propaganda", "guerrilla", "affairs", "sweeps", "flood", "propaganda-first", "no-move", "low-flood"];

    /// True if its PSP come off the other side's PSL.
    const fn takes(self) -> bool {
        !matches!(self, Self::PropagandaFirst | Self::NoMove | Self::LowFlood)
    }
}

impl Plan<Algeria> for AlgeriaPlan {
    const ALL: &'static [Self] = &[
        Self::Propaganda,
        Self::Guerrilla,
        Self::Affairs,
        Self::Sweeps,
        Self::Flood,
        Self::PropagandaFirst,
        Self::NoMove,
        Self::LowFlood,
    ];

    fn side(self) -> Side {
        match self {
            Self::Affairs | Self::Sweeps => Side::France,
            Self::Propaganda
            | Self::Guerrilla
            | Self::Flood
            | Self::PropagandaFirst
            | Self::NoMove
            | Self::LowFlood => Side::Fln,
        }
    }

    fn cares(self, kind: Decision) -> bool {
        match self {
            Self::Propaganda | Self::Flood => {
                matches!(kind, Decision::FlnDeploy | Decision::FlnOperation | Decision::Split)
            }
            Self::Guerrilla => matches!(
                kind,
                Decision::SpendOn | Decision::FlnDeploy | Decision::FlnOperation | Decision::Split
            ),
            Self::Affairs => matches!(
                kind,
                Decision::Mobilize
                    | Decision::Station
                    | Decision::FrenchOperation
                    | Decision::React
                    | Decision::Split
            ),
            Self::Sweeps => {
                matches!(
                    kind,
                    Decision::ActivateUnits
                        | Decision::FrenchOperation
                        | Decision::React
                        | Decision::ReactMore
                        | Decision::FlushUnit
                        | Decision::Split
                )
            }
            Self::PropagandaFirst | Self::NoMove => kind == Decision::FlnOperation,
            Self::LowFlood => matches!(kind, Decision::FlnDeploy | Decision::FlnOperation),
        }
    }

    fn wants(self, view: View<'_, Algeria>, kind: Decision, action: Action) -> u32 {
        match (self, kind, action) {
            // As few PSP as can be to the own PSL.
            (_, Decision::Split, Action::Split(own)) if self.takes() => 256 - u32::from(own),
            (Self::Propaganda | Self::Guerrilla | Self::Flood, Decision::FlnDeploy, Action::Count(count)) => {
                1 + u32::from(count)
            }
            (Self::LowFlood, Decision::FlnDeploy, Action::Count(count))
                if view.position().psl(Side::Fln) < LOW =>
            {
                1 + u32::from(count)
            }
            (
                Self::Propaganda | Self::Flood | Self::PropagandaFirst,
                Decision::FlnOperation,
                Action::Propaganda,
            )
            | (Self::Guerrilla, Decision::SpendOn, Action::Convert(FlnUnit::Band, _)) => 2,
            (Self::Flood, Decision::FlnOperation, Action::Pass)
            | (Self::Guerrilla, Decision::SpendOn, Action::Build(FlnUnit::Band))
            | (Self::Guerrilla, Decision::FlnOperation, Action::Harass) => 1,
            (Self::Guerrilla, Decision::FlnOperation, Action::Raid) => 2,

            (Self::Affairs, Decision::Mobilize, Action::Mobilize(GovType::Police)) => {
                u32::from(within(view, action))
            }
            (Self::Affairs, Decision::Station, Action::Station(area)) => {
                1 + u32::from(view.position().police() & area.bit() == 0)
            }
            (Self::Affairs, Decision::FrenchOperation, Action::CivilAffairs) => 2,
            (Self::Affairs, Decision::FrenchOperation, Action::Pass)
            | (Self::Affairs, Decision::React, Action::Done) => 1,

            (Self::Sweeps, Decision::ActivateUnits, Action::Count(count)) if within(view, action) => {
                1 + u32::from(count)
            }
            (Self::Sweeps, Decision::FrenchOperation, Action::Flush)
            | (
                Self::Sweeps,
                Decision::React | Decision::ReactMore | Decision::FlushUnit,
                Action::Commit(..),
            ) => 1,
            _ => 0,
        }
    }

    fn bans(self, _: View<'_, Algeria>, _: Decision, action: Action) -> bool {
        matches!(self, Self::NoMove | Self::LowFlood) && action == Action::Move
    }
}

/// True if, after the action, the Government has spent no more than a seventh of its PSL in this Reinforcement Phase.
fn within(view: View<'_, Algeria>, action: Action) -> bool {
    let state = view.position();
    let halves = u32::from(state.halves_spent()) + u32::from(price(view.rules(), state, action));
    7 * halves <= 2 * u32::from(state.psl(Side::France))
}

fn read(name: &str) -> AlgeriaPlan {
    let named = AlgeriaPlan::NAMES.iter().zip(AlgeriaPlan::ALL).find(|(one, _)| **one == name);
    named.map(|(_, plan)| *plan).unwrap_or_default()
}

pub(crate) fn entry() -> Entry<Algeria> {
    Entry {
        name: "plan",
        summary: "follows a single plan on one side, and plays everything else like another bot",
        keys: &[
            Key {
                name: "name",
                help: "the plan: affairs and sweeps are the Government's, the others the FLN's",
                values: Values::Word { default: AlgeriaPlan::NAMES[0], words: &AlgeriaPlan::NAMES },
            },
            BASE,
        ],
        build: |params| {
            let plan = Some(read(params.word("name")?));
            Ok(match params.word("base")? {
                "heuristic" => maker(move || Planned { plan, base: AlgeriaHeuristic::default() }),
                _ => maker(move || Planned { plan, base: AlgeriaSober }),
            })
        },
    }
}
