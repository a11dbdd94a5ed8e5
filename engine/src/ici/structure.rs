//! Structure attacks (rulebook 3.3, rulings I-62 to I-65, I-104).

use super::action::Verb;
use super::control::Control;
use super::decision::Decision;
use super::event::Event;
use super::label::Throw;
use super::offer::Offer;
use super::play::Play;
use super::rules::Rules;
use super::state::State;
use super::types::{Flag, FlnAction, Location, Mask};
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// The FLN's extra points (3.3.1, ruling I-5).
    #[must_use]
    pub fn fln_extra_points(&self, rules: &Rules) -> u8 {
        let (map, extra) = (&rules.map, &rules.extra);
        let mut shares = 0;
        for city in Location::regions(map.major_cities) {
            if self.control(rules, city) != Control::France {
                shares += extra.major_city;
            }
        }
        for place in Location::each((map.cities | map.towns) & self.occupied) {
            if self.control(rules, place) == Control::Fln {
                shares += if map.cities & place.bit() != 0 { extra.city } else { extra.town };
            }
        }
        (shares / extra.fln_denominator.max(1)) as u8
    }

    /// D-35: a populated region or active site with a failek that has not been rolled for, or done.
    pub(crate) fn offer_structure(&self, rules: &Rules, out: &mut Offer) {
        let mut targets = 0;
        if !rules.fln_barred(FlnAction::StructureAttack)
            && self.can_pay(Side::Fln, rules.cost.structure_attack)
        {
            let sites = if self.has(Flag::Oil) { rules.map.sites } else { 0 };
            targets = (Mask::from(rules.map.populated) | sites) & self.occupied & !self.struck;
        }
        out.offer_places(Verb::Strike, targets, true);
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Counts the extra points once (ruling I-62).
    pub(crate) fn begin_structures(&mut self) {
        self.extra_points(Side::Fln, self.s.fln_extra_points(self.rules));
        self.ask(Decision::Structure);
    }

    pub(crate) fn extra_points(&mut self, side: Side, points: u8) {
        if points > 0 {
            self.s.points[side] = (self.s.points[side] + points).min(self.rules.track.points);
            self.tell(Event::ExtraPoints { side, points });
        }
    }

    /// D-35.
    pub(crate) fn strike(&mut self, at: Location) {
        let rules = &self.rules.structure;
        self.pay(Side::Fln, self.rules.cost.structure_attack);
        let supply = self.dice.sum_d6(Throw::Supply.at(Side::Fln, at), rules.supply_dice);
        let passed = supply >= u16::from(self.s.fln_marker);
        self.tell(Event::StructureSupply { at, passed });
        if !passed {
            return;
        }
        self.s.struck |= at.bit();
        let mut hit = false;
        for _ in 0..self.s.failek_count(at).min(rules.max_dice) {
            hit |= rules.hits(self.dice.d6(Throw::Attack.at(Side::Fln, at)));
        }
        self.tell(Event::StructureAttack { at, hit });
        if !hit {
            return;
        }
        let loss = if !at.is_region() {
            Some(rules.site_loss)
        } else {
            self.move_marker(at, -1);
            (self.rules.map.major_cities & at.region_bit() != 0).then_some(rules.major_city_loss)
        };
        if let Some(loss) = loss {
            let points = self.amount(loss, Throw::Damage.at(Side::Fln, at));
            self.gain(Side::France, -(points as i8));
        }
    }
}
