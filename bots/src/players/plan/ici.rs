use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::{Action, Decision, Ici, Offer, Table};
use wilaya_engine::{Choices, Side, Status, View};

use crate::entry::{Entry, maker};
use crate::sober::IciSober;
use crate::spec::{Key, Values};
use crate::{Bot, SpecError};

/// Faileks abroad that the plan [`IciPlan::Hoard`] wants.
const HOARD: u8 = 20;

/// A single idea for one side of *Ici, c'est la France!*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IciPlan {
    /// FLN: no structure attacks, so that all points left after recruits and moves go to insurgency; as much of it as can be.
    #[default]
    Insurgency,
    /// FLN: recruits abroad whenever it can until twenty faileks are there, and leaves them there.
    Hoard,
    /// France: searches where most faileks can be found as long as there are points; no counterinsurgency.
    Searches,
    /// France: no moves, no searches: all points that are left go to counterinsurgency, and levels come before infiltration.
    Levels,
}

impl IciPlan {
    /// The words for the plans, the default first.
    pub const NAMES: [&str; 4] = ["insurgency", "hoard", "searches", "levels"];
    /// The plans in that order.
    pub const ALL: [Self; 4] = [Self::Insurgency, Self::Hoard, Self::Searches, Self::Levels];

    /// The side that has it.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::Insurgency | Self::Hoard => Side::Fln,
            Self::Searches | Self::Levels => Side::France,
        }
    }
}

/// Plays one side of *Ici, c'est la France!* by a plan, and everything else as [`IciSober`].
#[derive(Clone, Copy, Debug, Default)]
pub struct IciPlanned {
    /// The plan.
    pub plan: IciPlan,
    sober: IciSober,
}

impl IciPlanned {
    /// With this plan.
    #[must_use]
    pub fn new(plan: IciPlan) -> Self {
        Self { plan, sober: IciSober::default() }
    }

    /// What the plan wants, the more the higher; nothing of what is not in it.
    fn wants(self, table: Table<'_>, kind: Decision, action: Action) -> u32 {
        match (self.plan, kind, action) {
            (IciPlan::Insurgency, Decision::Structure, Action::Done) => 1,
            // What changes most comes first.
            (IciPlan::Insurgency, Decision::Insurgency, Action::BuildCells(_)) => 3,
            (IciPlan::Insurgency, Decision::Insurgency, Action::Assassinate(_)) => 2,
            (IciPlan::Insurgency, Decision::Insurgency, Action::Propaganda(_)) => 1,

            (
                IciPlan::Hoard,
                Decision::Recruit | Decision::ExtraRecruit,
                Action::Recruit(at) | Action::Extra(at),
            ) => u32::from(at.is_country() && table.faileks_in_countries() < HOARD),
            (IciPlan::Hoard, Decision::PickFailek, Action::Done) => {
                u32::from(table.faileks_in_countries() <= HOARD)
            }

            (IciPlan::Searches, Decision::Search, Action::Search(at)) => 1 + u32::from(table.findable(at)),
            (IciPlan::Searches, Decision::Counterinsurgency, Action::Done) => 1,

            (IciPlan::Levels, Decision::PickUnit | Decision::Search, Action::Done) => 1,
            (IciPlan::Levels, Decision::Counterinsurgency, Action::Mobilize(_)) => 3,
            (IciPlan::Levels, Decision::Counterinsurgency, Action::Detect(_)) => 2,
            (IciPlan::Levels, Decision::Counterinsurgency, Action::Purge(_)) => 1,
            _ => 0,
        }
    }
}

impl Bot<Ici> for IciPlanned {
    fn choose(&mut self, view: View<'_, Ici>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        // Sober keeps the books of its shares, so it is asked in any case.
        let sober = self.sober.choose(view, choices, rng);
        let Status::Decision { side, kind } = view.status() else { return sober };
        if side != self.plan.side() {
            return sober;
        }
        let mut best = (0, sober);
        for action in choices.to_list() {
            let wanted = self.wants(view.table(), kind, action);
            if wanted > best.0 {
                best = (wanted, action);
            }
        }
        best.1
    }
}

fn read(name: &str) -> IciPlan {
    let named = IciPlan::NAMES.iter().zip(IciPlan::ALL).find(|(one, _)| **one == name);
    named.map(|(_, plan)| plan).unwrap_or_default()
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "plan",
        summary: "carries one idea through on one side, whatever happens, and plays the other as sober does",
        keys: &[Key {
            name: "name",
            help: "the idea: FLN insurgency, FLN hoarding abroad, French searches, French levels",
            values: Values::Word { default: IciPlan::NAMES[0], words: &IciPlan::NAMES },
        }],
        build: |params| {
            let plan = read(params.word("name")?);
            Ok::<_, SpecError>(maker(move || IciPlanned::new(plan)))
        },
    }
}
