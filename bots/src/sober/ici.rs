use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::types::Location;
use wilaya_engine::ici::{Action, Decision, Ici, Table, Verb};
use wilaya_engine::{Actions, MAX_CHOICES, Side, Status, View};

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
    /// The part that a decision belongs to, by its number.
    const OF: [Option<Self>; Decision::ALL.len()] = {
        let mut parts = [None; Decision::ALL.len()];
        let mut number = 0;
        while number < parts.len() {
            parts[number] = Self::of(Decision::ALL[number]);
            number += 1;
        }
        parts
    };

    const fn of(decision: Decision) -> Option<Self> {
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

    /// How often what is held is halved to give the share, by part and side.
    const HALVED: [[u8; 2]; 6] = [[1, 2], [2, 2], [1, 1], [1, 1], [1, 1], [0, 0]];

    /// What may be spent of so many half points.
    #[inline]
    const fn share(self, side: Side, held: u8) -> u8 {
        held >> Self::HALVED[self as usize][side as usize]
    }
}

impl Bot<Ici> for IciSober {
    fn choose(&mut self, view: View<'_, Ici>, legal: &Actions<Ici>, rng: &mut Pcg64Mcg) -> Action {
        let Status::Decision { side, kind } = view.status() else { return legal[0] };
        let (table, cost) = (view.table(), &view.rules().cost);
        let held = 2 * table.points(side);
        let part = Part::OF[kind.index()];
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
        match kind {
            Decision::Exchange => Action::Done,
            Decision::Recruit | Decision::ExtraRecruit => best(legal, rng, |action| match action {
                Action::Recruit(at) | Action::Extra(at) => {
                    let price = table.recruit_price(at);
                    if price <= left { 256 - u32::from(price) } else { 0 }
                }
                _ => 0,
            })
            .unwrap_or_else(|| done(legal)),
            Decision::PickFailek => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                any_but_done(legal, rng)
            }
            Decision::MoveFailek => {
                let alone = table.faileks_in_sahara() == 0;
                let sahara = if alone { view.rules().map.sahara.into() } else { 0 };
                best(legal, rng, |action| match action {
                    Action::March { to, price, .. } => {
                        let wanted = u32::from(to.bit() & sahara != 0);
                        let within = u32::from(2 * price <= left);
                        wanted << 9 | within << 8 | (255 - u32::from(price))
                    }
                    _ => 0,
                })
                .unwrap_or(legal[0])
            }
            Decision::Supply => legal[0],
            Decision::Structure | Decision::Insurgency | Decision::Morice => {
                let price = match kind {
                    Decision::Structure => cost.structure_attack,
                    Decision::Insurgency => cost.insurgency,
                    _ => cost.morice_attack,
                };
                if price <= left { any_but_done(legal, rng) } else { Action::Done }
            }
            Decision::FlipUp => {
                if cost.flip_up <= left {
                    legal[0]
                } else {
                    Action::Done
                }
            }
            Decision::PickUnit => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                any(legal, rng, |action| match action {
                    Action::PickUnit(_, at, _) => table.faileks(at) == 0,
                    _ => false,
                })
                .unwrap_or(Action::Done)
            }
            Decision::MoveUnit => best(legal, rng, |action| match action {
                Action::Drive { to, price } => u32::from(2 * price <= left) << 16 | (1 + density(table, to)),
                _ => 0,
            })
            .unwrap_or(legal[0]),
            Decision::Search => {
                if cost.search > left {
                    return Action::Done;
                }
                best(legal, rng, |action| match action {
                    Action::Search(at) => 1 + u32::from(table.findable(at)),
                    _ => 0,
                })
                .unwrap_or(Action::Done)
            }
            Decision::Strength => Action::All,
            Decision::CombatChit => draw::uniform(legal, rng),
            Decision::Counterinsurgency => {
                let verbs = |verbs: &[Verb], price: u8| {
                    let set = verbs.iter().fold(0, |all, verb| all | 1u64 << u8::from(*verb));
                    if price <= left { set } else { 0 }
                };
                let sober = verbs(&[Verb::Purge, Verb::Detect, Verb::Mobilize], cost.counterinsurgency)
                    | verbs(&[Verb::Resettle], cost.resettle)
                    | verbs(&[Verb::Infiltrate], cost.infiltrate);
                draw::by_verb_of::<Ici>(legal, sober, rng).unwrap_or(Action::Done)
            }
            Decision::KeepMaquis | Decision::PlaceMaquis => {
                draw::by_verb_among::<Ici>(legal, |action| table.price(action) <= left, rng)
            }
            _ => draw::by_verb::<Ici>(legal, rng),
        }
    }
}

/// 2^32 over the numbers from 1 on, rounded up: a product with it, shifted down again, is a division.
const INVERSE: [u64; 129] = {
    let mut inverse = [0; 129];
    let mut number = 1;
    while number < inverse.len() {
        inverse[number] = (1 << 32) / number as u64 + 1;
        number += 1;
    }
    inverse
};

/// Faileks for each French unit and the one that comes, in sixtieths, the fraction dropped.
#[inline]
fn density(table: Table<'_>, at: Location) -> u32 {
    let units = usize::from(table.french(at)) + 1;
    ((60 * u64::from(table.faileks(at)) * INVERSE[units.min(128)]) >> 32) as u32
}

/// `done` if it is offered, else what is offered first.
fn done(legal: &[Action]) -> Action {
    if legal.contains(&Action::Done) { Action::Done } else { legal[0] }
}

/// Any action but `done`, each equally likely; `done` comes last where it is offered.
#[inline]
fn any_but_done(legal: &[Action], rng: &mut Pcg64Mcg) -> Action {
    match legal {
        [Action::Done] | [] => Action::Done,
        [only] | [only, Action::Done] => *only,
        [choices @ .., Action::Done] | choices => draw::uniform(choices, rng),
    }
}

/// One of the actions that are wanted, each equally likely.
#[inline]
fn any(legal: &[Action], rng: &mut Pcg64Mcg, wanted: impl Fn(Action) -> bool) -> Option<Action> {
    let mut those = [0u8; MAX_CHOICES];
    let mut count = 0;
    for (index, &action) in legal.iter().enumerate() {
        those[count % MAX_CHOICES] = index as u8;
        count += usize::from(wanted(action));
    }
    one_of(legal, &those[..count], rng)
}

/// One of the choices with these indexes, each equally likely. It is drawn only if there are several.
#[inline]
fn one_of(legal: &[Action], those: &[u8], rng: &mut Pcg64Mcg) -> Option<Action> {
    let index = match those {
        [] => return None,
        [only] => *only,
        _ => draw::uniform(those, rng),
    };
    legal.get(usize::from(index)).copied()
}

/// One of the actions with the highest rank, each equally likely; actions of rank 0 are left out.
///
/// Which action ranks highest is as good as random, so nothing here branches on it.
#[inline]
fn best(legal: &[Action], rng: &mut Pcg64Mcg, rank: impl Fn(Action) -> u32) -> Option<Action> {
    let mut equal = [0u8; MAX_CHOICES];
    let (mut highest, mut count) = (1, 0);
    for (index, &action) in legal.iter().enumerate() {
        let rank = rank(action);
        count = if rank > highest { 0 } else { count };
        highest = highest.max(rank);
        equal[count % MAX_CHOICES] = index as u8;
        count += usize::from(rank == highest);
    }
    one_of(legal, &equal[..count], rng)
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "sober",
        summary: "plays by habit: each part of a turn gets a share of the points, France searches where most faileks are",
        keys: &[],
        build: |_| Ok(maker(IciSober::default)),
    }
}
