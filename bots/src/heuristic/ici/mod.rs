//! *Ici, c'est la France!*
//!
//! **The plan of the FLN.** It wins by Collapse or the last referendum. So it plays the chits that anger the settlers,
//! contests regions with many votes, attacks structures where enough faileks stand to hit, builds cells where a level
//! holds what was won, keeps one failek in the Sahara, so that France never controls all, and others abroad, where each
//! two cost France a point a turn.
//!
//! **The plan of France.** It holds out to a last referendum that it wins. So it plays the chits that calm the settlers
//! and win the population, searches where faileks contest regions with many votes, but not for a last failek whose
//! death costs more than it gains, infiltrates, and keeps points to raise levels where it controls.
//!
//! A choice is worth the votes that it can be expected to bring in the last referendum: a step of a Population Marker by
//! the chance that its region votes Yes, everything else by its weight.
//!
//! It looks only at what its side sees: the numbers of faileks, never the types that are hidden from France.

mod fln;
mod france;
mod weights;

use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::rules::{Op, Rules};
use wilaya_engine::ici::types::{Amount, Chit, Location, REGIONS, Regions};
use wilaya_engine::ici::{Action, Decision, Ici, Offer, Table};
use wilaya_engine::{Choices as _, Side, Status, View};

use super::{Wanted, best};
use crate::registry::{Entry, maker};
use crate::{Bot, Explanation, draw};

pub use weights::IciWeights;

/// The slots of the Population Track that the code has room for.
const SLOTS: usize = 32;

/// Plays *Ici, c'est la France!* by the votes that each choice can be expected to bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct IciHeuristic {
    /// What it cannot read from the rules.
    pub weights: Wanted<IciWeights>,
    /// The odds, once they are known.
    odds: Option<Odds>,
}

impl IciHeuristic {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Wanted<IciWeights>) -> Self {
        Self { weights, odds: None }
    }
}

impl Bot<Ici> for IciHeuristic {
    fn choose(&mut self, view: View<'_, Ici>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        if kind == Decision::CombatChit {
            // Any fixed choice has an answer.
            return draw::among::<Ici>(choices, rng);
        }
        let odds = self.odds.get_or_insert_with(|| Odds::new(view.rules()));
        let weights = self.weights.once(&view.rules().scenario.id);
        let eye = Eye::new(view, &weights, odds);
        best(&choices.to_list(), |action| eye.value(side, kind, action))
    }

    fn explain(&self, view: View<'_, Ici>, legal: &[Action]) -> Option<Explanation<Action>> {
        let Status::Decision { side, kind } = view.status() else { return None };
        let odds = self.odds.unwrap_or_else(|| Odds::new(view.rules()));
        let weights = self.weights.at(&view.rules().scenario.id);
        let eye = Eye::new(view, &weights, &odds);
        Some(Explanation::of_points(legal.iter().map(|&action| (action, eye.value(side, kind, action)))))
    }
}

/// Odds that follow from the rules alone, by the slot of a marker.
#[derive(Clone, Copy, Debug)]
struct Odds {
    /// The chance that a region votes Yes with its Population Marker there (1.5): rolls equal to it are repeated.
    yes: [f64; SLOTS],
    /// The chance that a structure attack is supplied with the FLN Marker there (3.3.2).
    supplied: [f64; SLOTS],
}

impl Odds {
    fn new(r: &Rules) -> Self {
        let (vote, supply) = (sums(r.referendum.dice), sums(r.structure.supply_dice));
        let below = |chances: &[f64; SLOTS], slot: usize| chances[..slot].iter().sum::<f64>();
        Self {
            yes: std::array::from_fn(|slot| below(&vote, slot) / (1.0 - vote[slot]).max(f64::EPSILON)),
            supplied: std::array::from_fn(|slot| 1.0 - below(&supply, slot)),
        }
    }
}

/// The chances of the sums of some dice, as far as there is room.
fn sums(dice: u8) -> [f64; SLOTS] {
    let mut chances = [0.0; SLOTS];
    chances[0] = 1.0;
    for _ in 0..dice {
        let before = chances;
        for (sum, chance) in chances.iter_mut().enumerate() {
            *chance = before[sum.saturating_sub(6)..sum].iter().sum::<f64>() / 6.0;
        }
    }
    chances
}

/// What a choice is weighed by.
struct Eye<'a> {
    r: &'a Rules,
    t: Table<'a>,
    w: &'a IciWeights,
    odds: &'a Odds,
    /// What a failek more and a failek fewer in each region is worth to the FLN, where it was asked for.
    more: [f64; REGIONS],
    less: [f64; REGIONS],
    /// What the best region brings a French unit that goes there, where it was asked for.
    prey: f64,
}

impl<'a> Eye<'a> {
    fn new(view: View<'a, Ici>, w: &'a IciWeights, odds: &'a Odds) -> Self {
        let (more, less) = ([0.0; REGIONS], [0.0; REGIONS]);
        let mut eye = Self { r: view.rules(), t: view.table(), w, odds, more, less, prey: 0.0 };
        let Status::Decision { kind, .. } = view.status() else { return eye };
        if matches!(
            kind,
            Decision::PickFailek
                | Decision::MoveFailek
                | Decision::Recruit
                | Decision::ExtraRecruit
                | Decision::PickUnit
                | Decision::MoveUnit
                | Decision::ChitFailek
                | Decision::Supply
        ) {
            for region in eye.regions() {
                let here = eye.t.faileks(region);
                let now = eye.hold(region, here);
                eye.more[region.index()] = eye.hold(region, here + 1) - now;
                eye.less[region.index()] = now - eye.hold(region, here.saturating_sub(1));
            }
            if kind == Decision::PickUnit {
                eye.prey = eye.regions().map(|to| eye.crowd(to, 1)).fold(0.0, f64::max);
            }
        }
        eye
    }

    fn regions(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.r.map.regions).map(Location)
    }

    fn value(&self, side: Side, kind: Decision, action: Action) -> f64 {
        match (kind, action) {
            (_, Action::Choose(chit) | Action::Play(chit)) => self.chit(side, chit),
            (_, Action::Pass) => -100.0,
            (_, Action::Marker(region, slot)) => {
                // The best slots go to the regions with most votes, those that are left to the others.
                let weight = f64::from(self.symbol(region)) - 1.6;
                let sign = if side == Side::Fln { -1.0 } else { 1.0 };
                sign * f64::from(slot) * weight
            }
            (_, Action::Step(region)) => match side {
                Side::Fln => self.step(region, -1),
                Side::France => self.step(region, 1),
            },
            _ => match side {
                Side::Fln => self.fln(action),
                Side::France => self.france(action),
            },
        }
    }

    fn symbol(&self, region: Location) -> u8 {
        self.r.map.population[region.index()]
    }

    /// What points are worth, from half points.
    fn cost(&self, action: Action) -> f64 {
        f64::from(self.t.price(action)) / 2.0 * self.w.point
    }

    /// The votes of a marker on a slot: by the chance as it stands, and by where it may yet go.
    fn votes_at(&self, slot: u8) -> f64 {
        let linear = f64::from(slot) / f64::from(self.r.track.population.max(1));
        (1.0 - self.w.future) * self.odds.yes[usize::from(slot).min(SLOTS - 1)] + self.w.future * linear
    }

    /// What a Population Marker that goes from where it is to a slot brings the side that it goes to, in votes.
    fn to_slot(&self, region: Location, slot: u8) -> f64 {
        let now = self.t.marker(region);
        f64::from(self.symbol(region)) * (self.votes_at(slot) - self.votes_at(now)).abs()
    }

    /// A step of a Population Marker, for the side that it favours.
    fn step(&self, region: Location, delta: i8) -> f64 {
        let now = self.t.marker(region);
        self.to_slot(region, now.saturating_add_signed(delta).min(self.r.track.population))
    }

    /// A step of all markers in some regions, in votes for the side that it favours.
    fn steps(&self, regions: Regions, delta: i8) -> f64 {
        Location::regions(regions & self.r.map.populated)
            .map(|region| self.step(region, delta.signum()))
            .sum::<f64>()
            * f64::from(delta.unsigned_abs())
    }

    /// The chance that a structure attack is supplied.
    fn supplied(&self) -> f64 {
        let [_, fln, ..] = self.t.tracks();
        self.odds.supplied[usize::from(fln).min(SLOTS - 1)]
    }

    /// What so many faileks in a region are worth to the FLN each turn.
    fn hold(&self, region: Location, faileks: u8) -> f64 {
        if !region.is_populated() {
            let in_sahara = self.r.map.sahara & region.region_bit() != 0;
            let others = self.t.faileks_in_sahara() - if in_sahara { self.t.faileks(region) } else { 0 };
            return if in_sahara && faileks > 0 && others == 0 { self.w.sahara } else { 0.0 };
        }
        if faileks == 0 {
            return 0.0;
        }
        let symbol = self.symbol(region);
        let garrison = self.t.density() + symbol;
        let step = self.step(region, -1);
        let mut worth = self.w.presence + self.supplied() * hit(faileks, self.r.structure.max_dice) * step;
        if faileks >= garrison || garrison < faileks.saturating_mul(2) {
            let points = f64::from(symbol) * self.w.point;
            worth += self.w.contest * (points + self.w.block * self.step(region, 1));
        }
        let supply = self.r.supply.base[0] + symbol;
        let crowd = faileks.saturating_sub(supply);
        worth + self.w.recruit * f64::from(faileks.min(supply)) - 0.5 * f64::from(crowd)
    }

    /// What a chit is worth to the side that plays it.
    fn chit(&self, side: Side, chit: Chit) -> f64 {
        let row = self.r.chit(chit);
        let for_france: f64 = row.ops.iter().map(|op| self.op(*op)).sum();
        let now = self.t.turn() / 4;
        let urgent = if row.last == now { 0.3 } else { 0.0 };
        urgent + if side == Side::France { for_france } else { -for_france }
    }

    /// What an operation of a chit is worth to France.
    fn op(&self, op: Op) -> f64 {
        let all = |regions: Regions| self.steps(regions, 1);
        let sign = |side: Side| if side == Side::France { 1.0 } else { -1.0 };
        match op {
            Op::Density(steps) => f64::from(steps) * self.w.density,
            Op::Points { side, amount, gain } => {
                sign(side) * mean(amount) * self.w.point * if gain { 1.0 } else { -1.0 }
            }
            Op::LastingPoints { side, points } => sign(side) * f64::from(points) * self.w.point * 6.0,
            Op::Regions { regions, delta } => f64::from(delta) * all(regions),
            Op::ChooseRegions { count, delta, .. } => f64::from(delta) * mean(count) * 0.25,
            Op::RemoveFaileks { count, .. } => mean(count) * 2.0 * self.w.kill,
            Op::FlipFrench { count, .. } => -mean(count) * self.w.point,
            Op::AddUnits(_) => 3.0 * self.w.point,
            Op::Independence(_) => -self.w.abroad * self.w.hoard,
            Op::Wave => 6.0 * self.w.point,
            Op::Enable(_) => self.w.rule,
            Op::Population(steps) => {
                f64::from(steps) * self.steps(self.r.map.populated, steps)
                    / f64::from(steps.unsigned_abs().max(1))
            }
            Op::FlnMarker(steps) => f64::from(steps) * self.w.marker,
            Op::PiedNoirs(steps) => f64::from(steps) * self.w.step * self.tension(),
            Op::FrenchPublic { amount, gain } => mean(amount) * self.w.public * if gain { 1.0 } else { -1.0 },
        }
    }

    /// How much nearer to Collapse the settlers are than at the start: steps count for more then.
    fn tension(&self) -> f64 {
        let [.., crisis] = self.t.tracks();
        1.0 + f64::from(crisis) / f64::from(self.r.collapse().max(1))
    }
}

/// The chance that a structure attack with so many faileks hits.
fn hit(faileks: u8, most: u8) -> f64 {
    1.0 - (2.0f64 / 3.0).powi(i32::from(faileks.min(most)))
}

/// The mean of an amount.
fn mean(amount: Amount) -> f64 {
    match amount {
        Amount::Fixed(count) => f64::from(count),
        Amount::D3 => 2.0,
        Amount::D6 | Amount::TwoD3 => 3.5,
        Amount::TwoD6 => 7.0,
    }
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "heuristic",
        summary: "values each choice by the votes that it can be expected to bring",
        keys: IciWeights::keys(),
        build: |params| {
            let weights = Wanted::read(params)?;
            Ok(maker(move || IciHeuristic::new(weights)))
        },
    }
}

#[cfg(test)]
mod tests {
    use wilaya_engine::{Game, Setting};

    use super::*;

    #[test]
    fn the_odds_are_those_of_the_dice() {
        let r = Ici::rules(&Ici::figures(), &Setting::default()).unwrap_or_else(|e| panic!("{e}"));
        let odds = Odds::new(&r);
        let near = |chance: f64, expected: f64| assert!((chance - expected).abs() < 1e-9, "{chance}");
        // Three dice: half of the rolls are 10 or less, 27 of 216 are 10.
        near(odds.yes[10], 81.0 / 189.0);
        near(odds.yes[3], 0.0);
        near(odds.yes[19], 1.0);
        near(odds.supplied[11], 0.5);
        near(odds.supplied[3], 1.0);
    }
}
