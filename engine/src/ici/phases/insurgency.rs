//! The insurgency phase (rulebook 4.1, 4.2; rulings I-81 to I-87, I-98).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::{Levels, Offer};
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::State;
use crate::ici::types::{Flag, FlnAction, FranceAction, Level, Location, Regions, equal};
use crate::ici::words::{Node, Phase};
use crate::side::Side;
use crate::sink::Sink;

/// Populated regions by their level.
pub(in crate::ici) type AtLevel = [Regions; Level::ALL.len()];

impl State {
    /// The regions where people may be resettled now, among those that France controls (rulings I-86, I-98).
    fn resettleable(&self, rules: &Rules, controlled: Regions) -> Regions {
        let (never, once) = (equal(&self.resettled, 0), equal(&self.resettled, 1));
        let used = (rules.map.populated & !never).count_ones();
        let new = if used < u32::from(rules.resettlement_markers) { never & controlled } else { 0 };
        (new | once) & rules.map.populated & !rules.map.major_cities & !self.resettled_now
    }

    /// The populated regions at each level.
    #[inline]
    pub(in crate::ici) fn at_levels(&self) -> AtLevel {
        std::array::from_fn(|level| self.at_level(Level::ALL[level]))
    }
}

/// Offers contested and FLN regions, or done.
pub(in crate::ici) fn offer_insurgency(r: &Rules, s: &State, out: &mut Offer) {
    if formulas::can_pay(s, Side::Fln, r.cost.insurgency) {
        let here = s.occupied as Regions & r.map.populated & !s.changed.fln;
        for region in Location::regions(here & formulas::held(r, s).lost()) {
            let (action, kind) = match s.level[region.index()] {
                Level::Fln => continue,
                Level::Support => (Action::Propaganda(region), FlnAction::Propaganda),
                Level::Activist => (Action::Assassinate(region), FlnAction::Assassinate),
                Level::Purge => (Action::BuildCells(region), FlnAction::BuildCells),
            };
            if !r.fln_barred(kind) {
                out.add(action);
            }
        }
    }
    out.add(Action::Done);
}

/// Offers purge, detect, mobilize, resettle and infiltrate; or done.
pub(in crate::ici) fn offer_counterinsurgency(r: &Rules, s: &State, out: &mut Offer) {
    let mut levels = Levels::default();
    let allowed = |kind| !r.france_barred(kind);
    let change = formulas::can_pay(s, Side::France, r.cost.counterinsurgency);
    let resettle = s.has(Flag::Resettlement)
        && allowed(FranceAction::Resettle)
        && formulas::can_pay(s, Side::France, r.cost.resettle);
    let infiltrate = s.has(Flag::Infiltration)
        && allowed(FranceAction::Infiltrate)
        && formulas::can_pay(s, Side::France, r.cost.infiltrate);
    if change || resettle || infiltrate {
        let (held, at_level) = (formulas::held(r, s), s.at_levels());
        let populated = r.map.populated;
        let controlled = populated & !held.lost();
        let change = if change { controlled & !s.changed.france } else { 0 };
        let resettle = if resettle { s.resettleable(r, controlled) } else { 0 };
        let infiltrate = if infiltrate { held.contested & populated & !s.infiltrated } else { 0 };
        let of = |may: bool, regions: Regions| if may { regions } else { 0 };
        let purge = of(allowed(FranceAction::Purge), change & at_level[Level::Fln.index()]);
        levels.regions = [
            purge,
            of(allowed(FranceAction::Detect), change & at_level[Level::Purge.index()]),
            of(allowed(FranceAction::Mobilize), change & at_level[Level::Activist.index()]),
            of(allowed(FranceAction::HarshInterrogation), purge),
            resettle,
            infiltrate,
        ];
    }
    out.offer_levels(levels);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the insurgency phase.
    pub(in crate::ici) fn begin_insurgency(&mut self) {
        self.enter(Phase::Insurgency);
        self.go_to(Node::Insurgency);
    }

    /// Adds France's extra points, once (ruling I-83).
    pub(in crate::ici) fn begin_counterinsurgency(&mut self) {
        self.extra_points(Side::France, formulas::france_extra_points(self.r, self.s));
        self.go_to(Node::Counterinsurgency);
    }

    fn set_level(&mut self, side: Side, region: Location, to: Level) {
        let from = self.s.level[region.index()];
        self.s.level[region.index()] = to;
        self.s.changed[side] |= region.region_bit();
        self.tell(Event::Level { region, from, to });
    }

    /// Moves a region one level towards the FLN, and its marker (ruling I-82).
    pub(in crate::ici) fn lower_level(&mut self, region: Location) {
        self.pay(Side::Fln, self.r.cost.insurgency);
        if let Some(to) = self.s.level[region.index()].lower() {
            let slot = formulas::lowered_slot(self.r, self.s.slot[region.index()], to);
            self.set_level(Side::Fln, region, to);
            self.move_marker(region, -1);
            self.set_marker(region, slot);
        }
    }

    /// Moves a region one level towards France (detect, mobilize), and its marker (ruling I-82).
    pub(in crate::ici) fn raise_level(&mut self, region: Location) {
        self.pay(Side::France, self.r.cost.counterinsurgency);
        if let Some(to) = self.s.level[region.index()].higher() {
            let slot = formulas::raised_slot(self.r, self.s.slot[region.index()], to);
            self.set_level(Side::France, region, to);
            self.move_marker(region, 1);
            self.set_marker(region, slot);
        }
    }

    /// Attempts a purge (4.2.2, rulings I-84, I-85).
    pub(in crate::ici) fn purge(&mut self, region: Location, harsh: bool) {
        let rules = &self.r.purge;
        self.pay(Side::France, self.r.cost.counterinsurgency);
        if harsh {
            self.move_marker(region, rules.harsh_step);
        }
        let mut middle = 0;
        let mut lower = [0; 2];
        for (colour, caught) in lower.iter_mut().enumerate() {
            *caught = self.caught(RollKind::PurgeLower, region, rules.lower[colour], harsh);
        }
        for (colour, dice) in lower.into_iter().enumerate() {
            middle += self.caught(RollKind::PurgeMiddle, region, dice, harsh).min(rules.middle[colour]);
        }
        let success = self.caught(RollKind::PurgeTop, region, middle, harsh) >= rules.top.min(1);
        self.tell(Event::Purge { region, harsh, success });
        if success {
            self.set_level(Side::France, region, Level::Purge);
            self.move_marker(region, 1);
        }
    }

    /// Rolls the dice of a purge and counts those that catch a suspect.
    fn caught(&mut self, kind: RollKind, region: Location, dice: u8, harsh: bool) -> u8 {
        let mut caught = 0;
        for _ in 0..dice {
            caught += u8::from(self.r.purge.catches(self.dice.d6(kind.at(Side::France, region)), harsh));
        }
        caught
    }

    /// Resettles a region by one step.
    pub(in crate::ici) fn resettle(&mut self, region: Location) {
        self.pay(Side::France, self.r.cost.resettle);
        self.s.resettled_now |= region.region_bit();
        self.s.resettled[region.index()] += 1;
        self.tell(Event::Resettled { region, steps: self.s.resettled[region.index()] });
        self.move_marker(region, -1);
    }

    /// Attempts an infiltration (ruling I-87).
    pub(in crate::ici) fn infiltrate(&mut self, region: Location) {
        let rules = &self.r.infiltration;
        self.pay(Side::France, self.r.cost.infiltrate);
        let mut success = false;
        for _ in 0..rules.dice {
            success |= rules.hits(self.dice.d6(RollKind::Infiltration.at(Side::France, region)));
        }
        self.tell(Event::Infiltration { region, success });
        if success {
            self.s.infiltrated |= region.region_bit();
            self.move_marker(region, 1);
        }
    }
}
