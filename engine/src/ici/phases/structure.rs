//! Structure attacks (rulebook 3.3, rulings I-62 to I-65, I-104).

use crate::dice::Dice;
use crate::ici::action::Verb;
use crate::ici::event::Event;
use crate::ici::formulas::{self};
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::State;
use crate::ici::types::{Flag, FlnAction, Location, Mask};
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

/// Offers populated regions and active sites with a failek that have not been attacked yet, or done.
pub(in crate::ici) fn offer_structure(r: &Rules, s: &State, out: &mut Offer) {
    let mut targets = 0;
    if !r.fln_barred(FlnAction::StructureAttack) && formulas::can_pay(s, Side::Fln, r.cost.structure_attack) {
        let sites = if s.has(Flag::Oil) { r.map.sites } else { 0 };
        targets = (Mask::from(r.map.populated) | sites) & s.occupied & !s.struck;
    }
    out.offer_places(Verb::Strike, targets, true);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Adds the extra points, once (ruling I-62).
    pub(in crate::ici) fn begin_structures(&mut self) {
        self.extra_points(Side::Fln, formulas::fln_extra_points(self.r, self.s));
        self.go_to(Node::Structure);
    }

    /// Attacks a structure.
    pub(in crate::ici) fn strike(&mut self, at: Location) {
        let rules = &self.r.structure;
        self.pay(Side::Fln, self.r.cost.structure_attack);
        let supply = self.dice.sum_d6(RollKind::Supply.at(Side::Fln, at), rules.supply_dice);
        let passed = supply >= u16::from(self.s.fln_marker);
        self.tell(Event::StructureSupply { at, passed });
        if !passed {
            return;
        }
        self.s.struck |= at.bit();
        let mut hit = false;
        for _ in 0..self.s.failek_count(at).min(rules.max_dice) {
            hit |= rules.hits(self.dice.d6(RollKind::Attack.at(Side::Fln, at)));
        }
        self.tell(Event::StructureAttack { at, hit });
        if !hit {
            return;
        }
        let loss = if !at.is_region() {
            Some(rules.site_loss)
        } else {
            self.move_marker(at, -1);
            (self.r.map.major_cities & at.region_bit() != 0).then_some(rules.major_city_loss)
        };
        if let Some(loss) = loss {
            let points = self.amount(loss, RollKind::Damage.at(Side::Fln, at));
            self.gain(Side::France, -(points as i8));
        }
    }
}
