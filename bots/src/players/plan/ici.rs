use wilaya_engine::ici::{Action, Control, Decision, Ici};
use wilaya_engine::{Side, View};

use super::planned::{BASE, Plan, Planned};
use crate::entry::{Entry, maker};
use crate::heuristic::IciHeuristic;
use crate::sober::IciSober;
use crate::spec::{Key, Values};

/// The number of faileks abroad that the plan [`Self::Hoard`] aims for.
const HOARD: u8 = 20;

/// A single-minded plan for one side of *Ici, c'est la France!*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IciPlan {
    /// FLN: no structure attacks, so that all points left after recruits and moves go to insurgency, as much as possible.
    #[default]
    Insurgency,
    /// FLN: recruits abroad whenever possible until twenty faileks are there, and leaves them there.
    Hoard,
    /// France: searches where it can find most faileks as long as there are points; no counterinsurgency.
    Searches,
    /// France: no moves or searches, so that all remaining points go to counterinsurgency; levels before infiltration.
    Levels,
    /// France: controls all regions, which ends the game. Units leave regions without faileks for those that France does not
    /// control; it searches there as long as it can, starting with the fewest faileks, and infiltrates.
    Rush,
    /// France: as `rush`, but the base moves the units.
    Control,
    /// France: as `searches`, but the base decides on counterinsurgency.
    Hunt,
}

impl IciPlan {
    /// The names of the plans, in the order of [`Plan::ALL`].
    pub const NAMES: [&str; 7] = ["insurgency", "hoard", "searches", "levels", "rush", "control", "hunt"];
}

impl Plan<Ici> for IciPlan {
    const ALL: &'static [Self] =
        &[Self::Insurgency, Self::Hoard, Self::Searches, Self::Levels, Self::Rush, Self::Control, Self::Hunt];

    /// `sober` has to track its shares.
    const ASKS_ALWAYS: bool = true;

    fn side(self) -> Side {
        match self {
            Self::Insurgency | Self::Hoard => Side::Fln,
            Self::Searches | Self::Levels | Self::Rush | Self::Control | Self::Hunt => Side::France,
        }
    }

    fn cares(self, kind: Decision) -> bool {
        match self {
            Self::Insurgency => matches!(kind, Decision::Structure | Decision::Insurgency),
            Self::Hoard => matches!(kind, Decision::Recruit | Decision::ExtraRecruit | Decision::PickFailek),
            Self::Searches | Self::Control => matches!(kind, Decision::Search | Decision::Counterinsurgency),
            Self::Levels => {
                matches!(kind, Decision::PickUnit | Decision::Search | Decision::Counterinsurgency)
            }
            Self::Rush => matches!(
                kind,
                Decision::PickUnit | Decision::MoveUnit | Decision::Search | Decision::Counterinsurgency
            ),
            Self::Hunt => kind == Decision::Search,
        }
    }

    fn wants(self, view: View<'_, Ici>, kind: Decision, action: Action) -> u32 {
        let position = view.position();
        let open = |at| position.control(at) != Control::France;
        match (self, kind, action) {
            (Self::Insurgency, Decision::Structure, Action::Done) => 1,
            // What changes most comes first.
            (Self::Insurgency, Decision::Insurgency, Action::BuildCells(_)) => 3,
            (Self::Insurgency, Decision::Insurgency, Action::Assassinate(_)) => 2,
            (Self::Insurgency, Decision::Insurgency, Action::Propaganda(_)) => 1,

            (
                Self::Hoard,
                Decision::Recruit | Decision::ExtraRecruit,
                Action::Recruit(at) | Action::Extra(at),
            ) => u32::from(at.is_country() && position.faileks_in_countries() < HOARD),
            (Self::Hoard, Decision::PickFailek, Action::Done) => {
                u32::from(position.faileks_in_countries() <= HOARD)
            }

            (Self::Searches | Self::Hunt, Decision::Search, Action::Search(at)) => {
                1 + u32::from(position.findable(at))
            }
            (Self::Searches, Decision::Counterinsurgency, Action::Done) => 1,

            (Self::Levels, Decision::PickUnit | Decision::Search, Action::Done) => 1,
            (Self::Levels, Decision::Counterinsurgency, Action::Mobilize(_)) => 3,
            (Self::Levels, Decision::Counterinsurgency, Action::Detect(_)) => 2,
            (Self::Levels, Decision::Counterinsurgency, Action::Purge(_)) => 1,

            (Self::Rush, Decision::PickUnit, Action::PickUnit(_, at, _)) => {
                u32::from(position.faileks(at) == 0)
            }
            (Self::Rush, Decision::MoveUnit, Action::Drive { to, .. }) => u32::from(open(to)),
            (Self::Rush | Self::Control, Decision::Search, Action::Search(at)) if open(at) => {
                256 - u32::from(position.faileks(at))
            }
            (Self::Rush | Self::Control, Decision::Counterinsurgency, Action::Infiltrate(_)) => 1,
            _ => 0,
        }
    }
}

fn read(name: &str) -> IciPlan {
    let named = IciPlan::NAMES.iter().zip(IciPlan::ALL).find(|(one, _)| **one == name);
    named.map(|(_, plan)| *plan).unwrap_or_default()
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "plan",
        summary: "follows a single plan on one side, and plays everything else like another bot",
        keys: &[
            Key {
                name: "name",
                help: "the plan: insurgency and hoard are the FLN's, the others France's",
                values: Values::Word { default: IciPlan::NAMES[0], words: &IciPlan::NAMES },
            },
            BASE,
        ],
        build: |params| {
            let plan = Some(read(params.word("name")?));
            Ok(match params.word("base")? {
                "heuristic" => maker(move || Planned { plan, base: IciHeuristic::default() }),
                _ => maker(move || Planned { plan, base: IciSober::default() }),
            })
        },
    }
}
