//! The heuristic for *Ici, c'est la France!*
//!
//! **The FLN's plan.** It wins by Collapse or the last referendum. So it plays the chits that anger the settlers, contests
//! regions with many votes, attacks structures where enough faileks are likely to hit, builds cells where a level holds what
//! was won, keeps one failek in the Sahara, so that France never controls everything, and others abroad, where every two cost
//! France a point per turn.
//!
//! **France's plan.** It holds out until a last referendum that it wins. So it plays the chits that calm the settlers and win
//! the population, searches where faileks contest regions with many votes, but not for a last failek whose death costs more
//! than it gains, infiltrates, and keeps points to raise levels where it has control.
//!
//! The value of a choice is the number of votes that it is expected to gain in the last referendum: a step of a Population
//! Marker counts by the probability that its region votes Yes, everything else by its weight.
//!
//! It uses only what its side sees: the numbers of faileks, never the types that are hidden from France.

mod cache;
mod fln;
mod france;
mod weights;

use std::cell::Cell;

use rand_pcg::Pcg64Mcg;
use wilaya_engine::ici::rules::{Op, Rules};
use wilaya_engine::ici::types::{Amount, Chit, Location, Regions as Set};
use wilaya_engine::ici::{Action, Control, Decision, Ici, Offer, Position, formulas};
use wilaya_engine::{Choices as _, Side, Status, View};

use super::{LazyWeights, best};
use crate::bot::Selective;
use crate::entry::{Entry, maker};
use crate::{Bot, Explanation, draw};
use cache::{Cache, FailekValues, Odds, Regions, Seen};

pub use weights::IciWeights;

/// Plays *Ici, c'est la France!* by the expected gain of each choice, in votes.
#[derive(Clone, Copy, Debug, Default)]
pub struct IciHeuristic {
    /// Weights for what does not follow from the rules.
    weights: LazyWeights<IciWeights>,
    /// Values that follow from the rules and the weights; `None` until the rules are known.
    cache: Option<Cache>,
}

impl IciHeuristic {
    /// A bot with these weights.
    #[must_use]
    pub fn new(weights: LazyWeights<IciWeights>) -> Self {
        Self { weights, cache: None }
    }
}

impl Selective<Ici> for IciHeuristic {
    fn choose_among(&mut self, view: View<'_, Ici>, few: &[Action]) -> Action {
        let Status::Decision { side, .. } = view.status() else { return few[0] };
        let weights = self.weights.once(&view.rules().scenario.id);
        let cache = Cache::of(&mut self.cache, view.rules(), weights, view.side());
        let valuation = Valuation::new(view, cache);
        best(few, |action| valuation.value(side, action))
    }
}

impl Bot<Ici> for IciHeuristic {
    fn choose(&mut self, view: View<'_, Ici>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        if let Status::Decision { kind: Decision::CombatChit, .. } = view.status() {
            // Any fixed choice can be countered.
            return draw::among::<Ici>(choices, rng);
        }
        let Status::Decision { side, kind } = view.status() else { return choices.nth(0) };
        let weights = self.weights.once(&view.rules().scenario.id);
        let cache = Cache::of(&mut self.cache, view.rules(), weights, view.side());
        let valuation = Valuation::new(view, cache);
        match kind {
            Decision::PickUnit => valuation.leave_among(choices),
            Decision::PickFailek => valuation.pick_among(choices),
            Decision::MoveUnit => valuation.drive_among(choices),
            _ => {
                let mut best = (Action::Done, f64::NEG_INFINITY);
                choices.each(&mut |action| {
                    let value = valuation.value(side, action);
                    if value > best.1 {
                        best = (action, value);
                    }
                });
                best.0
            }
        }
    }

    fn explain(&self, view: View<'_, Ici>, legal: &[Action]) -> Option<Explanation<Action>> {
        let Status::Decision { side, .. } = view.status() else { return None };
        let weights = self.weights.at(&view.rules().scenario.id);
        let mut cache = self.cache;
        let cache = Cache::of(&mut cache, view.rules(), &weights, view.side());
        let valuation = Valuation::new(view, cache);
        Some(Explanation::of_points(legal.iter().map(|&action| (action, valuation.value(side, action)))))
    }
}

/// Values the choices of one decision.
struct Valuation<'a> {
    r: &'a Rules,
    t: Position<'a>,
    w: &'a IciWeights,
    odds: &'a Odds,
    /// Factor for the value of lasting effects: higher early in the game.
    lasts: f64,
    /// The values of one failek more and one fewer in each region, if computed.
    regions: Option<&'a Regions>,
    /// The value of the best region to a French unit that goes there, if computed.
    prey: f64,
    /// The gain of a location's faileks if they go elsewhere, for the location last computed.
    gain: Cell<(Location, f64)>,
}

/// What the value of faileks in a region depends on besides their number.
#[derive(Clone, Copy, Debug)]
enum Ground {
    /// An unpopulated region; `last` if no other region of the Sahara has faileks.
    Sahara { last: bool },
    Populated {
        /// The value of a step of the marker, to the FLN.
        step: f64,
        /// The value of denying France control.
        contest: f64,
        /// The probability that a structure attack is supplied.
        supplied: f64,
        garrison: u8,
        /// The supply limit.
        supply: u8,
    },
}

impl<'a> Valuation<'a> {
    fn new(view: View<'a, Ici>, cache: &'a mut Cache) -> Self {
        let (r, t, w, odds) = (view.rules(), view.position(), &cache.weights, &cache.odds);
        let gain = Cell::new((Location::NONE, 0.0));
        let left =
            f64::from(r.calendar.last_turn.saturating_sub(t.turn())) / f64::from(r.calendar.last_turn.max(1));
        let lasts = (1.0 + w.time * (2.0 * left - 1.0)).max(0.0);
        let mut valuation = Self { r, t, w, odds, lasts, regions: None, prey: 0.0, gain };
        let Status::Decision { kind, .. } = view.status() else { return valuation };
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
            valuation.bring_up_to_date(&mut cache.regions);
            valuation.regions = Some(&cache.regions);
            if kind == Decision::PickUnit {
                let values = &cache.regions.values;
                // A region's value is its prey shared out: at most the prey.
                valuation.prey = valuation.regions().fold(0.0, |best: f64, to| {
                    if values[to.index()].prey > best { best.max(valuation.crowd(to, 1)) } else { best }
                });
            }
        }
        valuation
    }

    /// Updates the values of regions in which something has changed.
    fn bring_up_to_date(&self, regions: &mut Regions) {
        // The Sahara is part of the regions, so count it again only if one of them has changed.
        let mut seen = Seen::new(&self.t, regions.seen.sahara);
        if regions.seen == seen {
            return;
        }
        seen.sahara = self.t.faileks_in_sahara();
        let old = std::mem::replace(&mut regions.seen, seen);
        let existing = (1 << self.r.map.regions) - 1;
        for region in Location::regions(seen.changed(&old) & existing) {
            let index = region.index();
            let here = seen.faileks[index];
            let ground = self.ground(region);
            let now = self.hold(&ground, here);
            let more = self.hold(&ground, here + 1) - now;
            let less = now - self.hold(&ground, here.saturating_sub(1));
            regions.values[index] = FailekValues { more, less, prey: self.prey(region, less) };
        }
    }

    /// The value to the FLN of one failek more in a region, if computed.
    fn more(&self, region: Location) -> f64 {
        self.regions.map_or(0.0, |regions| regions.values[region.index()].more)
    }

    /// The cost to the FLN of one failek fewer in a region, if computed.
    fn less(&self, region: Location) -> f64 {
        self.regions.map_or(0.0, |regions| regions.values[region.index()].less)
    }

    fn regions(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.r.map.regions).map(Location)
    }

    /// The value of a choice. Most choices are moves, so they are tested first.
    #[inline(always)]
    fn value(&self, side: Side, action: Action) -> f64 {
        match action {
            Action::PickUnit(class, from, _) => self.leave(class, from),
            Action::Drive { to, price } => self.crowd(to, 1) - f64::from(price) * self.w.point,
            Action::Pick(from, failek) => self.pick(from, failek),
            Action::March { to, price, .. } => self.arrive(to) - f64::from(price) * self.w.point,
            action => self.standing(side, action),
        }
    }

    /// The value of a choice other than a move.
    #[inline(never)]
    fn standing(&self, side: Side, action: Action) -> f64 {
        match action {
            Action::Choose(chit) | Action::Play(chit) => self.chit(side, chit),
            Action::Pass => -100.0,
            Action::Marker(region, slot) => {
                // The best slots go to the regions with the most votes, the rest to the others.
                let weight = f64::from(self.symbol(region)) - 1.6;
                let sign = if side == Side::Fln { -1.0 } else { 1.0 };
                sign * f64::from(slot) * weight
            }
            Action::Step(region) => match side {
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

    /// The points that a side has left after its bill and a price in half points.
    fn left(&self, side: Side, price: u8) -> f64 {
        f64::from(self.t.points(side)) - f64::from(self.t.bill() + price) / 2.0
    }

    /// The value of a price in half points.
    fn worth(&self, price: u8) -> f64 {
        f64::from(price) / 2.0 * self.w.point
    }

    /// The value of an action's price.
    fn cost(&self, action: Action) -> f64 {
        self.worth(self.t.price(action))
    }

    /// The gain, in votes, of moving a Population Marker from its slot to another, for the side it moves towards.
    fn to_slot(&self, region: Location, slot: u8) -> f64 {
        let now = self.t.marker(region);
        f64::from(self.symbol(region)) * (self.odds.votes(slot) - self.odds.votes(now)).abs()
    }

    /// The value of a step of a Population Marker, for the side it favours.
    fn step(&self, region: Location, delta: i8) -> f64 {
        f64::from(self.symbol(region)) * self.odds.step(self.t.marker(region), delta)
    }

    /// The value of a step of all markers in some regions, in votes, for the side it favours.
    fn steps(&self, regions: Set, delta: i8) -> f64 {
        Location::regions(regions & self.r.map.populated)
            .map(|region| self.step(region, delta.signum()))
            .sum::<f64>()
            * f64::from(delta.unsigned_abs())
    }

    /// The probability that a structure attack is supplied.
    fn supplied(&self) -> f64 {
        let [_, fln, ..] = self.t.tracks();
        self.odds.supplied(fln)
    }

    /// What the value of faileks in a region depends on besides their number.
    fn ground(&self, region: Location) -> Ground {
        if !region.is_populated() {
            let in_sahara = self.r.map.sahara & region.region_bit() != 0;
            let others = self.t.faileks_in_sahara() - if in_sahara { self.t.faileks(region) } else { 0 };
            return Ground::Sahara { last: in_sahara && others == 0 };
        }
        let step = self.step(region, -1);
        let points = f64::from(self.symbol(region)) * self.w.point;
        Ground::Populated {
            step,
            contest: self.w.contest * self.lasts * (points + self.w.block * self.step(region, 1)),
            supplied: self.supplied(),
            garrison: self.t.garrison(region),
            supply: formulas::supply_limit(self.r, region, 0, false),
        }
    }

    /// The value to the FLN, per turn, of this many faileks on some ground.
    #[inline(always)]
    fn hold(&self, ground: &Ground, faileks: u8) -> f64 {
        match *ground {
            _ if faileks == 0 => 0.0,
            Ground::Sahara { last } => {
                if last {
                    self.w.sahara
                } else {
                    0.0
                }
            }
            Ground::Populated { step, contest, supplied, garrison, supply } => {
                let mut value = self.w.presence + supplied * self.odds.hit(faileks) * step;
                if formulas::control_by(faileks, garrison) != Control::France {
                    value += contest;
                }
                let crowd = faileks.saturating_sub(supply);
                value + self.w.recruit * self.lasts * f64::from(faileks.min(supply)) - 0.5 * f64::from(crowd)
            }
        }
    }

    /// The value of a chit to the side that plays it.
    fn chit(&self, side: Side, chit: Chit) -> f64 {
        let row = self.r.chit(chit);
        let for_france: f64 = row.ops.iter().map(|op| self.op(*op)).sum();
        let now = self.t.turn() / 4;
        let urgent = if row.last == now { 0.3 } else { 0.0 };
        urgent + if side == Side::France { for_france } else { -for_france }
    }

    fn mean(&self, amount: Amount) -> f64 {
        formulas::mean(self.r, amount)
    }

    /// The value to France of a chit's operation. Steps and points beyond the end of a track are lost (rulebook L).
    fn op(&self, op: Op) -> f64 {
        let all = |regions: Set| self.steps(regions, 1);
        let sign = |side: Side| if side == Side::France { 1.0 } else { -1.0 };
        let [public, fln, pied_noirs, _] = self.t.tracks();
        match op {
            Op::Density(steps) => f64::from(steps) * self.w.density * self.lasts,
            Op::Points { side, amount, gain } => {
                let now = self.t.points(side);
                sign(side) * along(now, self.r.track.points, self.mean(amount), gain) * self.w.point
            }
            Op::LastingPoints { side, points } => {
                sign(side) * f64::from(points) * self.w.point * 6.0 * self.lasts
            }
            Op::Regions { regions, delta } => f64::from(delta) * all(regions),
            Op::ChooseRegions { count, delta, .. } => f64::from(delta) * self.mean(count) * 0.25,
            Op::RemoveFaileks { count, .. } => self.mean(count) * 2.0 * self.w.kill,
            Op::FlipFrench { count, .. } => -self.mean(count) * self.w.point,
            Op::AddUnits(_) => 3.0 * self.w.point * self.lasts,
            Op::Independence(_) => -self.w.abroad * self.w.hoard * self.lasts,
            Op::Wave => 6.0 * self.w.point * self.lasts,
            Op::Enable(_) => self.w.rule * self.lasts,
            Op::Population(steps) => self.population(steps),
            Op::FlnMarker(steps) => {
                along(fln, self.r.track.support, steps.unsigned_abs().into(), steps > 0) * self.w.marker
            }
            Op::PiedNoirs(steps) => self.pied_noirs(pied_noirs, steps),
            Op::FrenchPublic { amount, gain } => {
                along(public, self.r.track.support, self.mean(amount), gain) * self.w.public
            }
        }
    }

    /// The value to France of moving all Population Markers, in votes.
    fn population(&self, steps: i8) -> f64 {
        f64::from(steps) * self.steps(self.r.map.populated, steps) / f64::from(steps.unsigned_abs().max(1))
    }

    /// The value to France of steps of the Pied-noirs' Feelings Marker, including a government crisis they trigger (1.3, 1.4).
    fn pied_noirs(&self, from: u8, steps: i8) -> f64 {
        let end = self.r.government_crisis();
        let to = from.saturating_add_signed(-steps).min(end);
        let value = (f64::from(from) - f64::from(to)) * self.w.step * self.tension();
        if to == from || to < end { value } else { value + self.crisis() }
    }

    /// The value to France of the next government crisis (1.4).
    fn crisis(&self) -> f64 {
        let [_, fln, _, crisis] = self.t.tracks();
        let Some(row) = self.r.crises.get(usize::from(crisis) + 1) else { return 0.0 };
        if row.collapse {
            return -100.0;
        }
        let reset = row.reset.map_or(0, |to| self.r.government_crisis().saturating_sub(to));
        let marker = row
            .fln_marker_down
            .map_or(0.0, |amount| along(fln, self.r.track.support, self.mean(amount), false));
        f64::from(reset) * self.w.step * self.tension() * self.w.reset
            + marker * self.w.marker
            + self.population(row.population)
            - self.w.crisis
    }

    /// A factor above 1 if the settlers are nearer to Collapse than at the start, since steps then count for more.
    fn tension(&self) -> f64 {
        let [.., crisis] = self.t.tracks();
        1.0 + f64::from(crisis) / f64::from(self.r.collapse().max(1))
    }
}

/// The first action of the highest value, with its value; `done` if there is none.
fn first_best(valued: impl Iterator<Item = (Action, f64)>) -> (Action, f64) {
    let mut best = (Action::Done, f64::NEG_INFINITY);
    for (action, value) in valued {
        if value > best.1 {
            best = (action, value);
        }
    }
    best
}

/// The same, but `done`, which is worth nothing and offered last, if all are worth less.
fn best_or_done(valued: impl Iterator<Item = (Action, f64)>) -> Action {
    let best = first_best(valued);
    if best.1 < 0.0 { Action::Done } else { best.0 }
}

/// The expected move of a marker by a mean number of steps, up or down, within its track.
fn along(from: u8, last: u8, steps: f64, up: bool) -> f64 {
    if up { steps.min(f64::from(last.saturating_sub(from))) } else { -steps.min(f64::from(from)) }
}

pub(crate) fn entry() -> Entry<Ici> {
    Entry {
        name: "heuristic",
        summary: "values each choice by its expected gain in votes",
        keys: IciWeights::keys(),
        build: |params| {
            let weights = LazyWeights::read(params)?;
            Ok(maker(move || IciHeuristic::new(weights)))
        },
    }
}
