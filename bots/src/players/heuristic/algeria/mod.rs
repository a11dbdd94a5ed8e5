//! The heuristic for *Algeria*.
//!
//! **The FLN's plan.** Propaganda wins the war: each PSP goes to the PSL where it counts most, usually off the Government's.
//! Every area that can have an agitator gets one, by building rather than moving, since a Cadre that moves cannot
//! agitate again this turn. Strikes are for cities when AP are plentiful, Bands knock out Police whose Civil Affairs and
//! Patrol get in the way, and AP beyond what the missions of a turn can use become Fronts, Cadres and Bands.
//!
//! **The Government's plan.** Civil Affairs take more off the FLN's PSL than they cost, once in each area with Police; so
//! Police go to as many areas as possible, where they also hinder missions and contest control. Activation has to earn its
//! price each turn: on Patrol, by hindering Propaganda in the same area; in pairs of elite brigades, which find and take
//! every unit in the open in an area; or by a march, where each unit counts on the best area left by the units before it.
//! The lead in areas pays every turn.
//!
//! The value of a choice is its expected gain in PSP, including its effect on later turns. The same values rank missions,
//! their places and the units that take part. Each side has its own weights for the value of a point, an AP, an area and a
//! later turn.

mod fln;
mod france;
pub(crate) mod odds;
mod weights;

use std::cell::OnceCell;

use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::formulas::{
    SPENDING, control_chances, elimination_award, fln_points, france_points, mean_area_ap, reduction_award,
};
use wilaya_engine::algeria::types::{AREAS, FlnUnit, GovBox, Mask, Place};
use wilaya_engine::algeria::{ACTIVE, Action, Algeria, Decision, Offer, Rules, State};
use wilaya_engine::{Choices, Side, Status, View};

use super::{LazyWeights, best};
use crate::bot::Selective;
use crate::entry::{Entry, maker};
use crate::{Bot, Explanation};
use odds::Odds;

pub use weights::AlgeriaWeights;

/// The boxes of Government units that can take part in a Flush or React.
const READY: [GovBox; 2] = [GovBox::Ops, GovBox::Ptl];

/// Plays *Algeria* by the expected value of each choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlgeriaHeuristic {
    weights: LazyWeights<AlgeriaWeights>,
    /// Odds from the tables; `None` until the rules are known.
    odds: Option<Odds>,
}

impl AlgeriaHeuristic {
    /// A bot with these weights.
    #[must_use]
    pub fn new(weights: LazyWeights<AlgeriaWeights>) -> Self {
        Self { weights, odds: None }
    }
}

impl Selective<Algeria> for AlgeriaHeuristic {
    fn choose_among(&mut self, view: View<'_, Algeria>, legal: &[Action]) -> Action {
        let weights = self.weights.once(&view.rules().scenario.id);
        let odds = self.odds.get_or_insert_with(|| Odds::new(view.rules()));
        let valuation = Valuation::new(view, weights, odds);
        let Status::Decision { side, kind } = view.status() else { return legal[0] };
        match side {
            Side::Fln => best(legal, |action| valuation.fln(kind, action)),
            Side::France if kind == Decision::Station => valuation.station(legal),
            Side::France if kind == Decision::FrenchMove => valuation.march(legal),
            Side::France => best(legal, |action| valuation.france(kind, action)),
        }
    }
}

impl Bot<Algeria> for AlgeriaHeuristic {
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, _: &mut Pcg64Mcg) -> Action {
        self.choose_among(view, &choices.to_list())
    }

    fn explain(&self, view: View<'_, Algeria>, legal: &[Action]) -> Option<Explanation<Action>> {
        let weights = self.weights.at(&view.rules().scenario.id);
        let odds = self.odds.unwrap_or_else(|| Odds::new(view.rules()));
        let valuation = Valuation::new(view, &weights, &odds);
        let Status::Decision { side, kind } = view.status() else { return None };
        let value = |action| match side {
            Side::Fln => valuation.fln(kind, action),
            Side::France => valuation.france(kind, action),
        };
        Some(Explanation::of_points(legal.iter().map(|&action| (action, value(action)))))
    }
}

/// Values the choices of one decision.
struct Valuation<'a> {
    r: &'a Rules,
    s: &'a State,
    w: &'a AlgeriaWeights,
    odds: &'a Odds,
    /// Control Points of the FLN and of the Government in each area; computed on first use.
    points: OnceCell<[[u16; AREAS]; 2]>,
    /// A value shared by all numbers of units that the decision offers; computed on first use.
    subject: OnceCell<f64>,
    /// The places with agitators; computed on first use.
    served: OnceCell<Mask>,
    /// The places where each use of AP is possible; computed on first use.
    spending: OnceCell<[Mask; SPENDING.len()]>,
    /// The value of an AP; computed on first use.
    ap: OnceCell<f64>,
    /// The side to move.
    side: Side,
    /// The value of a point of each side's PSL; computed on first use.
    point_values: OnceCell<[f64; 2]>,
}

impl<'a> Valuation<'a> {
    fn new(view: View<'a, Algeria>, w: &'a AlgeriaWeights, odds: &'a Odds) -> Self {
        Self {
            r: view.rules(),
            s: view.position(),
            w,
            odds,
            points: OnceCell::new(),
            subject: OnceCell::new(),
            served: OnceCell::new(),
            spending: OnceCell::new(),
            ap: OnceCell::new(),
            side: view.side(),
            point_values: OnceCell::new(),
        }
    }

    /// The value of a point of a side's PSL to the side to move: 1, and more below the knee.
    fn point(&self, side: Side) -> f64 {
        self.point_values.get_or_init(|| {
            let (danger, knee) = match self.side {
                Side::Fln => (self.w.danger, self.w.knee),
                Side::France => (self.w.france_danger, self.w.france_knee),
            };
            Side::ALL.map(|side| 1.0 + danger * (1.0 - f64::from(self.s.psl(side)) / knee).max(0.0))
        })[side as usize]
    }

    /// The value of a point that a side may add to its own PSL or take off the other's.
    fn either(&self) -> f64 {
        self.point(Side::Fln).max(self.point(Side::France))
    }

    /// Number of turns for which the side to move counts a lasting effect.
    fn horizon(&self) -> f64 {
        if self.side == Side::Fln { self.w.horizon } else { self.w.france_horizon }
    }

    /// The value of an FLN unit to the FLN, without its award.
    fn unit_value(&self, unit: FlnUnit) -> f64 {
        match unit {
            FlnUnit::Cadre => self.w.cadre,
            FlnUnit::Band => self.w.band,
            FlnUnit::Front => self.w.front,
            FlnUnit::Failek => self.w.failek,
        }
    }

    /// The FLN's loss when a unit is eliminated or reduced: the unit and the award.
    fn loss(&self, unit: FlnUnit) -> f64 {
        let award = match unit {
            FlnUnit::Cadre | FlnUnit::Band => f64::from(elimination_award(self.r, 1)) * self.point(Side::Fln),
            FlnUnit::Front | FlnUnit::Failek => {
                let [fln, gov] = reduction_award(self.r).map(f64::from);
                fln * self.point(Side::Fln) + gov
            }
        };
        self.unit_value(unit) + award
    }

    /// Number of FLN units of a type in an area that are not neutralized.
    fn active(&self, area: Place, unit: FlnUnit) -> u8 {
        ACTIVE.iter().map(|&at| self.s.fln(area, unit, at)).sum()
    }

    /// Control Points of the FLN in an area (rules 10.1).
    fn fln_points(&self, area: Place) -> u16 {
        self.points()[0][area.index()]
    }

    /// Control Points of the Government in an area.
    fn gov_points(&self, area: Place) -> u16 {
        self.points()[1][area.index()]
    }

    fn points(&self) -> &[[u16; AREAS]; 2] {
        self.points.get_or_init(|| [fln_points(self.r, self.s), france_points(self.r, self.s)])
    }

    /// The Government's expected gain from an area each turn with these Control Points: PSP for the lead in areas, minus
    /// the FLN's income of AP.
    fn holding(&self, area: Place, fln: u16, gov: u16) -> f64 {
        let [by_fln, by_gov] = control_chances(self.r, fln, gov);
        let lead = (by_gov - by_fln) / f64::from(self.r.psp.area_divisor);
        let ap = mean_area_ap(self.r, self.s, area, fln, gov);
        let (area, value) = match self.side {
            Side::Fln => (self.w.area, self.w.ap),
            Side::France => (self.w.france_area, self.w.france_ap),
        };
        area * (lead - ap * value)
    }

    /// The value of a split of PSP: `own` go to the side's own PSL, the rest off the opponent's. Ending the war outweighs
    /// everything.
    fn split(&self, side: Side, all: u8, own: u8) -> f64 {
        let other = side.other();
        let off = all - own;
        if off >= self.s.psl(other) {
            return 1000.0 - f64::from(off);
        }
        f64::from(own) * self.point(side) * 0.999 + f64::from(off) * self.point(other)
    }
}

pub(crate) fn entry() -> Entry<Algeria> {
    Entry {
        name: "heuristic",
        summary: "values each choice by its expected gain in PSP",
        keys: AlgeriaWeights::keys(),
        build: |params| {
            let weights = LazyWeights::read(params)?;
            Ok(maker(move || AlgeriaHeuristic::new(weights)))
        },
    }
}
