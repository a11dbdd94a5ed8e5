//! Searches and Morice attacks up to the fight (rulebook 3.1.2, 3.5.1; rulings I-60, I-69 to I-74, I-95, I-103).

use crate::dice::Dice;
use crate::ici::action::{Action, Verb};
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{State, TYPES};
use crate::ici::types::{Class, Flag, FranceAction, Location, Mask, REGIONS};
use crate::ici::units::key;
use crate::ici::words::Node;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// The locations where a search can find something.
    #[inline]
    fn searchable(&self, rules: &Rules) -> Mask {
        let mut places = 0;
        for at in Location::each(self.occupied & rules.map.algeria) {
            let french = self.french_count(at);
            if french > 0 {
                let may = formulas::findable(rules, self, at) > 0
                    && formulas::search_dice(rules, self, at, french) > 0;
                places |= Mask::from(may) << at.0;
            }
        }
        places
    }

    /// True if France may search and can pay for it.
    #[inline]
    fn can_search(&self, rules: &Rules) -> bool {
        !rules.france_barred(FranceAction::Search) && formulas::can_pay(self, Side::France, rules.cost.search)
    }
}

/// Offers entered regions with French units, once each, or done.
pub(in crate::ici) fn offer_morice(r: &Rules, s: &State, out: &mut Offer) {
    let mut regions = 0;
    let may = s.has(Flag::MoriceLine)
        && !r.france_barred(FranceAction::MoriceAttack)
        && formulas::can_pay(s, Side::France, r.cost.morice_attack);
    if may {
        // Faileks that crossed the border are still there.
        for region in Location::regions(formulas::occupied_regions(r, s) & !s.morice_done) {
            if s.french_count(region) > 0 && formulas::arrivals(s, region) > 0 {
                regions |= region.bit();
            }
        }
    }
    out.offer_places(Verb::Morice, regions, true);
}

/// Offers locations where the search can find something, or done.
pub(in crate::ici) fn offer_search(r: &Rules, s: &State, out: &mut Offer) {
    let places = if s.can_search(r) { s.searchable(r) } else { 0 };
    out.offer_places(Verb::Search, places, true);
}

/// Offers all units, or fewer: in a region, fewer than the dice that all would give, which means fewer dice; in a place, any
/// number, which means fewer fights with the same dice (rulings I-69, I-71, I-74).
pub(in crate::ici) fn offer_strength(r: &Rules, s: &State, out: &mut Offer) {
    out.add(Action::All);
    let french = s.french_count(s.flow.site);
    let all = if s.flow.site.is_region() { formulas::search_dice(r, s, s.flow.site, french) } else { french };
    for count in 1..all {
        out.add(Action::Send(count));
    }
}

/// Offers attackers one by one, by class and state.
pub(in crate::ici) fn offer_attacker(r: &Rules, s: &State, out: &mut Offer) {
    let units = s.units_at(s.flow.site) & !s.marked;
    s.visit_classes(r, units, s.flow.least, s.flow.left, |class, reduced| {
        out.add(Action::Attacker(class, reduced));
    });
}

/// Offers fighters one by one, by class and state.
pub(in crate::ici) fn offer_fighter(r: &Rules, s: &State, out: &mut Offer) {
    let units = s.marked & !s.fighters;
    s.visit_classes(r, units, s.flow.least, s.flow.left, |class, reduced| {
        out.add(Action::Fighter(class, reduced));
    });
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Makes a Morice attack.
    pub(in crate::ici) fn morice_attack(&mut self, region: Location) {
        self.pay(Side::France, self.r.cost.morice_attack);
        self.s.morice_done |= region.region_bit();
        self.s.flow.site = region;
        self.s.flow.morice = true;
        self.s.marked = self.s.units_at(region);
        let faileks = formulas::arrivals(self.s, region).min(self.r.combat.squares);
        self.tell(Event::MoriceAttack { at: region, faileks });
        self.found(faileks);
    }

    /// Ends the Morice attacks; the faileks that arrived mix with the others.
    pub(in crate::ici) fn end_morice(&mut self) {
        self.s.arrived = [[0; TYPES]; REGIONS];
        self.s.morice_done = 0;
        self.go_to(Node::SupplyTest);
    }

    /// Starts a search.
    pub(in crate::ici) fn search(&mut self, at: Location) {
        self.pay(Side::France, self.r.cost.search);
        self.s.flow.site = at;
        self.s.flow.morice = false;
        self.s.marked = 0;
        self.go_to(Node::Strength);
    }

    /// Attacks with all units.
    pub(in crate::ici) fn attack_with_all(&mut self) {
        self.s.marked = self.s.units_at(self.s.flow.site);
        self.go_to(Node::SearchRoll);
    }

    /// Attacks with a number of units.
    pub(in crate::ici) fn attack_with(&mut self, count: u8) {
        self.s.flow.left = count;
        self.s.flow.least = 0;
        self.go_to(Node::Attacker);
    }

    /// Sends an attacker.
    pub(in crate::ici) fn attacker(&mut self, class: Class, reduced: bool) {
        let unit = self.s.first_unit(self.r, class, self.s.flow.site, reduced, self.s.marked);
        self.s.marked |= unit.bit();
        self.s.flow.least = key(class, reduced);
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.go_to(Node::SearchRoll);
        }
    }

    /// Rolls a search: successes, then protection. The faileks found are drawn when they are revealed: nobody sees them before.
    pub(in crate::ici) fn search_roll(&mut self) {
        let (at, rules) = (self.s.flow.site, &self.r.search);
        let attackers = self.s.marked;
        let dice = formulas::search_dice(self.r, self.s, at, attackers.count_ones() as u8);
        let modifier = formulas::search_modifier(self.r, self.s, at, attackers);
        let mut found = 0;
        for _ in 0..dice {
            let die = self.dice.d6(RollKind::Search.at(Side::France, at));
            found += u8::from(rules.finds(die, modifier));
        }
        let found = found.min(formulas::findable(self.r, self.s, at)).min(self.r.combat.squares);
        self.tell(Event::Searched { at, dice, found });
        if found == 0 {
            self.end_fight();
        } else {
            self.found(found);
        }
    }

    /// Continues after faileks were found: France chooses who fights them (ruling I-74).
    fn found(&mut self, faileks: u8) {
        self.s.flow.found = faileks;
        self.s.fighters = 0;
        self.s.flow.left = faileks.min(self.s.marked.count_ones() as u8);
        self.s.flow.least = 0;
        if u32::from(self.s.flow.left) == self.s.marked.count_ones() {
            self.s.fighters = self.s.marked;
            self.begin_fight();
        } else {
            self.go_to(Node::Fighter);
        }
    }

    /// Sends a fighter.
    pub(in crate::ici) fn fighter(&mut self, class: Class, reduced: bool) {
        let units = self.s.of_class(self.r, self.s.marked & !self.s.fighters, class, reduced);
        self.s.fighters |= Self::nth_unit(units, 0).bit();
        self.s.flow.least = key(class, reduced);
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.begin_fight();
        }
    }
}
