use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::types::{Location, Mask, Regions};
use wilaya_engine::ici::{Action, Decision, Ici, Marches, Offer, Position};
use wilaya_engine::{Choices as _, Game as _, MAX_CHOICES, Side, Status, View};

use crate::bot::Selective;
use crate::entry::{Entry, maker};
use crate::{Bot, draw};

/// Plays *Ici, c'est la France!* by habit.
///
/// In each part of a turn a side may spend a share of the points that it has at the start of the part:
///
/// | part | share |
/// |---|---|
/// | FLN: exchanges and recruits; moves; structure attacks; insurgency | 1/2, 1/4, 1/2, all |
/// | France: flips and maquis; moves; Morice attacks; searches; counterinsurgency | 1/4, 1/4, 1/2, 1/2, all |
///
/// Within a part, choices that would exceed its share are left out. Then
///
/// - the FLN does not exchange; recruits where it is cheapest until the share is spent, and the extra moussebiline where that
///   is cheapest; before each failek stops moving with probability one in eight; moves a failek into a region of the Sahara if
///   none is there and one can be reached, else to where it costs least; attacks structures and conducts insurgency as long as
///   it can; removes moussebilines before other faileks;
/// - France flips up as many units as it can; before each unit stops moving with probability one in eight; moves only units
///   that are in a location without faileks, to where there are most faileks per French unit; attacks over the Morice Line
///   whenever it can; searches where it can find most faileks, with all units; in counterinsurgency never interrogates harshly,
///   and draws the kind of action first;
/// - both draw uniformly wherever that leaves several choices, and in everything else: political chits, combat chits, set-ups,
///   harbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct IciSober {
    /// The part of the turn, and the half points that its side had when it began.
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

    /// How many times the points are halved to give the share, by part and side.
    const HALVED: [[u8; 2]; 6] = [[1, 2], [2, 2], [1, 1], [1, 1], [1, 1], [0, 0]];

    /// The amount that may be spent out of `held` half points.
    #[inline]
    const fn share(self, side: Side, held: u8) -> u8 {
        held >> Self::HALVED[self as usize][side as usize]
    }
}

impl Selective<Ici> for IciSober {}

impl Bot<Ici> for IciSober {
    // Where the decision is known there is but its part of this.
    #[inline(always)]
    fn choose(&mut self, view: View<'_, Ici>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        let position = view.position();
        // A price does not depend on where these are.
        let anywhere = Location::NONE;
        let held = 2 * position.points(side);
        let part = Part::OF[kind.index()];
        if let Some(part) = part {
            let here = (position.turn(), Some(part));
            if (self.part.0, self.part.1) != here {
                self.part = (here.0, here.1, held);
            }
        }
        let start = self.part.2;
        let spent = start.saturating_sub(held) + position.bill();
        // What is left of the share; without a share nothing is left out.
        let left = part.map_or(u8::MAX, |part| part.share(side, start).saturating_sub(spent));
        match kind {
            Decision::Exchange => Action::Done,
            Decision::Recruit | Decision::ExtraRecruit => match cheapest_recruits(position, choices, left) {
                0 => done(choices),
                those if kind == Decision::Recruit => Action::Recruit(one_place(those, rng)),
                those => Action::Extra(one_place(those, rng)),
            },
            Decision::PickFailek => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                any_but_done(choices, rng)
            }
            Decision::MoveFailek => {
                let alone = position.faileks_in_sahara() == 0;
                let sahara = if alone { view.rules().map.sahara } else { 0 };
                let marches = choices.marches();
                let wanted = marches.iter().find(|some| some.regions() & sahara != 0);
                if let Some(some) = wanted {
                    let count = (some.regions() & sahara).count_ones() as usize;
                    return choices.march_among(some, sahara, draw::below_several(count, rng));
                }
                let Some(price) = marches.first().map(|some| some.price) else { return choices.nth(0) };
                let cheapest = || marches.iter().take_while(|some| some.price == price);
                let mut index = draw::below_several(cheapest().map(Marches::count).sum(), rng);
                for some in cheapest() {
                    if index < some.count() {
                        return choices.march_among(some, Regions::MAX, index);
                    }
                    index -= some.count();
                }
                choices.nth(0)
            }
            Decision::Supply => choices.nth(0),
            Decision::Structure | Decision::Insurgency | Decision::Morice => {
                let price = position.price(match kind {
                    Decision::Structure => Action::Strike(anywhere),
                    Decision::Insurgency => Action::Propaganda(anywhere),
                    _ => Action::Morice(anywhere),
                });
                if price <= left { any_but_done(choices, rng) } else { Action::Done }
            }
            Decision::FlipUp => {
                let first = choices.nth(0);
                if position.price(first) <= left { first } else { Action::Done }
            }
            Decision::PickUnit => {
                if rng.random_range(0..8u32) == 0 {
                    return Action::Done;
                }
                let quiet = !position.occupied();
                match choices.units_among(quiet) {
                    0 => Action::Done,
                    count => choices.unit_among(quiet, draw::below_several(count, rng)),
                }
            }
            Decision::MoveUnit => drive(position, choices, left, rng),
            Decision::Search => {
                if position.price(Action::Search(anywhere)) > left {
                    return Action::Done;
                }
                match best_place(choices.places(), |at| 1 + u32::from(position.findable(at))) {
                    0 => Action::Done,
                    those => Action::Search(one_place(those, rng)),
                }
            }
            Decision::Strength => Action::All,
            Decision::CombatChit => draw::among::<Ici>(choices, rng),
            Decision::Counterinsurgency => {
                let within = |action: Action| u64::from(position.price(action) <= left) << Ici::verb(action);
                let sober = within(Action::Purge(anywhere))
                    | within(Action::Detect(anywhere))
                    | within(Action::Mobilize(anywhere))
                    | within(Action::Resettle(anywhere))
                    | within(Action::Infiltrate(anywhere));
                draw::by_verb_of::<Ici>(choices, sober, rng).unwrap_or(Action::Done)
            }
            Decision::KeepMaquis | Decision::PlaceMaquis => {
                draw::by_verb_among::<Ici>(choices, |action| position.price(action) <= left, rng)
            }
            _ => draw::by_verb::<Ici>(choices, rng),
        }
    }
}

/// 2^32 divided by the numbers from 1 on, rounded up, so that a division is a multiplication and a shift.
const INVERSE: [u64; 129] = {
    let mut inverse = [0; 129];
    let mut number = 1;
    while number < inverse.len() {
        inverse[number] = (1 << 32) / number as u64 + 1;
        number += 1;
    }
    inverse
};

/// Faileks per French unit, counting the one that would arrive, in sixtieths, rounded down.
#[inline]
fn density(position: Position<'_>, at: Location) -> u32 {
    let units = usize::from(position.french(at)) + 1;
    ((60 * u64::from(position.faileks(at)) * INVERSE[units.min(128)]) >> 32) as u32
}

/// `done` if it is offered, else the first choice.
fn done(choices: &Offer) -> Action {
    if choices.has_done() { Action::Done } else { choices.nth(0) }
}

/// Any action except `done`, drawn uniformly; `done` comes last where it is offered.
#[inline]
fn any_but_done(choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
    match choices.len() - usize::from(choices.has_done()) {
        0 => Action::Done,
        count => choices.nth(draw::below_several(count, rng)),
    }
}

/// The locations where a recruit costs least, if that is within the share.
#[inline]
fn cheapest_recruits(position: Position<'_>, choices: &Offer, left: u8) -> Mask {
    let (mut least, mut those) = (left, 0);
    let mut take = |here: Mask, price: u8| {
        if here != 0 && price <= least {
            those = if price < least { here } else { those | here };
            least = price;
        }
    };
    let places = choices.places();
    for (regions, price) in choices.recruit_prices() {
        take(places & Mask::from(regions), price);
    }
    for country in Location::each(places & Mask::MAX << Location::FIRST_COUNTRY) {
        take(country.bit(), position.recruit_price(country));
    }
    those
}

/// The highest-ranking locations; those of rank 0 are excluded.
#[inline]
fn best_place(places: Mask, rank: impl Fn(Location) -> u32) -> Mask {
    let (mut highest, mut those) = (1, [0u64; 2]);
    for at in Location::each(places) {
        let rank = rank(at);
        if rank > highest {
            (highest, those) = (rank, [0; 2]);
        }
        those[usize::from(at.0 / 64 % 2)] |= u64::from(rank == highest) << (at.0 % 64);
    }
    Mask::from(those[0]) | Mask::from(those[1]) << 64
}

/// One of some locations, drawn uniformly; draws only if there are several.
#[inline]
fn one_place(places: Mask, rng: &mut Pcg64Mcg) -> Location {
    Location::nth(places, draw::below_several(places.count_ones() as usize, rng) as u32)
}

/// A location with the most faileks per French unit, within the share if possible; ties are drawn uniformly.
fn drive(position: Position<'_>, choices: &Offer, left: u8, rng: &mut Pcg64Mcg) -> Action {
    let drives = choices.drives();
    let within = drives.iter().take_while(|(price, _)| 2 * price <= left).count();
    let drives = if within > 0 { &drives[..within] } else { drives };
    let mut those = [(Location::NONE, 0); MAX_CHOICES];
    let (mut highest, mut count) = (1, 0);
    for (price, places) in drives {
        for to in Location::each(*places & position.occupied()) {
            let density = density(position, to);
            count = if density > highest { 0 } else { count };
            highest = highest.max(density);
            those[count % MAX_CHOICES] = (to, *price);
            count += usize::from(density == highest);
        }
    }
    if count > 0 {
        let (to, price) = those[draw::below_several(count, rng) % MAX_CHOICES];
        return Action::Drive { to, price };
    }
    // No failek is anywhere, so that all are alike.
    let all = drives.iter().map(|(_, places)| places.count_ones() as usize).sum();
    choices.nth(draw::below_several(all, rng))
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "sober",
        summary: "plays by habit: each part of a turn gets a share of the points, France searches where most faileks are",
        keys: &[],
        build: |_| Ok(maker(IciSober::default)),
    }
}
