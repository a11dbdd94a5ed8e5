use std::cmp::Ordering;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::types::Location;
use wilaya_engine::ici::{Action, Decision, Ici, Table, Verb};
use wilaya_engine::{Actions, Side, Status, View};

use crate::registry::{Entry, maker};
use crate::{Bot, draw};

/// Plays *Ici, c'est la France!* by habit.
///
/// Each part of a turn may spend a share of the points that its side holds when the part begins:
///
/// | part | share |
/// |---|---|
/// | FLN: exchanges and recruits; moves; structure attacks; insurgency | 1/2, 1/4, 1/2, all |
/// | France: flips and maquis; moves; Morice attacks; searches; counterinsurgency | 1/4, 1/4, 1/2, 1/2, all |
///
/// Within a part, choices that would pass its share are left out. Then
///
/// - the FLN does not exchange; recruits where it is cheapest until the share is spent, and the extra moussebiline where
///   that is cheapest; before each failek it stops moving with a chance of one in eight; moves a failek into a region of
///   the Sahara if none is there and one can be reached, else to where it costs least; attacks structures and builds on
///   insurgency as long as it can; removes moussebilines before other faileks;
/// - France plays as many flips as it can; before each unit it stops moving with a chance of one in eight; moves only
///   units that stand where no failek is, to where most faileks are for each French unit; attacks over the Morice Line
///   whenever it can; searches where most faileks can be found, with all units; in counterinsurgency never interrogates
///   harshly, and draws the kind of action first;
/// - both draw uniformly wherever that leaves several choices, and in everything else: political chits, combat chits,
///   set-ups, harbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct IciSober {
    /// The part of the turn, and what its side held when it began, in half points.
    part: (u8, Option<Part>, u8),
}

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Recruits,
    Moves,
    Structures,
    Searches,
    Morice,
    Levels,
}

impl Part {
    fn of(decision: Decision) -> Option<Self> {
        match decision {
            Decision::Exchange
            | Decision::Recruit
            | Decision::ExtraRecruit
            | Decision::FlipUp
            | Decision::KeepMaquis
            | Decision::PlaceMaquis => Some(Self::Recruits),
            Decision::PickFailek | Decision::MoveFailek | Decision::PickUnit | Decision::MoveUnit => {
                Some(Self::Moves)
            }
            Decision::Structure => Some(Self::Structures),
            Decision::Morice => Some(Self::Morice),
            Decision::Search => Some(Self::Searches),
            Decision::Insurgency | Decision::Counterinsurgency => Some(Self::Levels),
            _ => None,
        }
    }

    /// What may be spent of so many half points.
    fn share(self, side: Side, held: u8) -> u8 {
        match (self, side) {
            (Self::Recruits, Side::Fln) | (Self::Structures | Self::Morice | Self::Searches, _) => held / 2,
            (Self::Recruits, Side::France) | (Self::Moves, _) => held / 4,
            (Self::Levels, _) => held,
        }
    }
}

impl Bot<Ici> for IciSober {
    fn choose(&mut self, view: View<'_, Ici>, legal: &Actions<Ici>, rng: &mut Pcg64Mcg) -> Action {
        let Status::Decision { side, kind } = view.status() else { return legal[0] };
        let table = view.table();
        let held = 2 * table.points(side);
        let part = Part::of(kind);
        if let Some(part) = part {
            let here = (table.turn(), Some(part));
            if (self.part.0, self.part.1) != here {
                self.part = (here.0, here.1, held);
            }
        }
        let start = self.part.2;
        let spent = start.saturating_sub(held) + table.bill();
        // What is left of the share; without a share nothing is left out.
        let left = part.map_or(u8::MAX, |part| part.share(side, start).saturating_sub(spent));
        let within = |action: Action| table.price(action) <= left;
        match kind {
            Decision::Exchange => Action::Done,
            Decision::Recruit | Decision::ExtraRecruit => {
                let cheap = |action| Some(table.price(action)).filter(|price| *price <= left);
                best(legal, rng, |action| cheap(action).map(std::cmp::Reverse)).unwrap_or_else(|| done(legal))
            }
            Decision::PickFailek => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                best(legal, rng, |_| Some(())).unwrap_or(Action::Done)
            }
            Decision::MoveFailek => {
                let alone = table.faileks_in_sahara() == 0;
                best(legal, rng, |action| match action {
                    Action::March { to, price, .. } => {
                        Some((alone && is_sahara(view, to), within(action), std::cmp::Reverse(price)))
                    }
                    _ => None,
                })
                .unwrap_or(legal[0])
            }
            Decision::Supply => legal[0],
            Decision::Structure | Decision::Insurgency | Decision::Morice => {
                best(legal, rng, |action| within(action).then_some(())).unwrap_or(Action::Done)
            }
            Decision::FlipUp => legal
                .iter()
                .copied()
                .find(|action| *action != Action::Done && within(*action))
                .unwrap_or(Action::Done),
            Decision::PickUnit => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                let idle = |action| match action {
                    Action::PickUnit(_, at, _) => (table.faileks(at) == 0).then_some(()),
                    _ => None,
                };
                best(legal, rng, idle).unwrap_or(Action::Done)
            }
            Decision::MoveUnit => best(legal, rng, |action| match action {
                Action::Drive { to, .. } => Some((within(action), density(table, to))),
                _ => None,
            })
            .unwrap_or(legal[0]),
            Decision::Search => best(legal, rng, |action| match action {
                Action::Search(at) => within(action).then(|| table.findable(at)),
                _ => None,
            })
            .unwrap_or(Action::Done),
            Decision::Strength => Action::All,
            Decision::Counterinsurgency => {
                let sober = |action: Action| {
                    !matches!(action.verb(), Verb::HarshPurge | Verb::Done) && within(action)
                };
                if legal.iter().any(|action| sober(*action)) {
                    draw::by_verb_among::<Ici>(legal, sober, rng)
                } else {
                    Action::Done
                }
            }
            Decision::KeepMaquis | Decision::PlaceMaquis => draw::by_verb_among::<Ici>(legal, within, rng),
            _ => draw::by_verb::<Ici>(legal, rng),
        }
    }
}

fn is_sahara(view: View<'_, Ici>, at: Location) -> bool {
    at.is_region() && view.rules().map.sahara & at.region_bit() != 0
}

/// Faileks for each French unit and the one that comes, in sixtieths.
fn density(table: Table<'_>, at: Location) -> u16 {
    60 * u16::from(table.faileks(at)) / (u16::from(table.french(at)) + 1)
}

/// `done` if it is offered, else what is offered first.
fn done(legal: &[Action]) -> Action {
    if legal.contains(&Action::Done) { Action::Done } else { legal[0] }
}

/// One of the actions with the highest value, each equally likely; actions without a value and `done` are left out.
#[inline]
fn best<T: PartialOrd>(
    legal: &[Action],
    rng: &mut Pcg64Mcg,
    value: impl Fn(Action) -> Option<T>,
) -> Option<Action> {
    let mut highest: Option<T> = None;
    let mut equal = Actions::<Ici>::new();
    for &action in legal.iter().filter(|action| **action != Action::Done) {
        let Some(value) = value(action) else { continue };
        match highest.as_ref().map_or(Some(Ordering::Greater), |most| value.partial_cmp(most)) {
            Some(Ordering::Greater) => {
                highest = Some(value);
                equal.clear();
                equal.push(action);
            }
            Some(Ordering::Equal) => equal.push(action),
            Some(Ordering::Less) | None => {}
        }
    }
    match equal[..] {
        [] => None,
        [only] => Some(only),
        _ => Some(draw::uniform(&equal, rng)),
    }
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "sober",
        summary: "plays by habit: each part of a turn gets a share of the points, France searches where most faileks are",
        keys: &[],
        build: |_| Ok(maker(IciSober::default)),
    }
}
