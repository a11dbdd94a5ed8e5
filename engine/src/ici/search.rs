//! Searches and Morice attacks up to the fight (rulebook 3.1.2, 3.5.1; rulings I-60, I-69 to I-74, I-95, I-103).

use super::action::{Action, Verb};
use super::decision::{Auto, Decision};
use super::event::Event;
use super::label::Throw;
use super::offer::Offer;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::{State, TYPES};
use super::types::{Class, Flag, FranceAction, Level, Location, Mask, REGIONS, Unit, Units};
use super::units::key;
use crate::dice::Dice;
use crate::side::Side;
use crate::sink::Sink;

impl State {
    /// Faileks of a region that came over the Morice Line this turn.
    #[must_use]
    pub fn arrivals(&self, region: Location) -> u8 {
        self.arrived[region.index()].iter().sum()
    }

    /// D-33: an entered region with French units, once each, or done.
    pub(crate) fn offer_morice(&self, rules: &Rules, out: &mut Offer) {
        let mut regions = 0;
        let may = self.has(Flag::MoriceLine)
            && !rules.france_barred(FranceAction::MoriceAttack)
            && self.can_pay(Side::France, rules.cost.morice_attack);
        if may {
            // Faileks that came over are still there.
            for region in Location::regions(self.occupied_regions(rules) & !self.morice_done) {
                if self.french_count(region) > 0 && self.arrivals(region) > 0 {
                    regions |= region.bit();
                }
            }
        }
        out.offer_places(Verb::Morice, regions, true);
    }

    /// True if the last failek of a location cannot be found (ruling I-73).
    #[inline]
    fn last_is_safe(&self, rules: &Rules, at: Location) -> bool {
        let in_fln_level =
            |region: Location| region.is_populated() && self.level[region.index()] == Level::Fln;
        if at.is_region() {
            in_fln_level(at)
        } else {
            rules.map.sites & at.bit() == 0
                && Location::regions(rules.map.touches[at.place_index()]).any(in_fln_level)
        }
    }

    /// How many faileks a search of a location may find.
    #[must_use]
    #[inline]
    pub fn findable(&self, rules: &Rules, at: Location) -> u8 {
        let here = self.failek_count(at);
        here - u8::from(here > 0 && self.last_is_safe(rules, at))
    }

    /// Dice of a search with so many attackers (rulings I-70, I-71).
    #[must_use]
    pub fn search_dice(&self, rules: &Rules, at: Location, attackers: u8) -> u8 {
        let french = self.french_count(at);
        if at.is_region() {
            (self.density + french / rules.search.units_per_die.max(1))
                .min(rules.search.max_dice)
                .min(attackers)
        } else {
            french.min(rules.search.max_dice)
        }
    }

    /// The modifier of a search die (rulebook E, ruling I-95).
    #[must_use]
    pub fn search_modifier(&self, rules: &Rules, at: Location, attackers: Units) -> i8 {
        if !at.is_region() {
            return 0;
        }
        let region = at.index();
        let (mut terrain, mut level) = (rules.search.terrain[region], 0);
        if at.is_populated() {
            level = rules.search.level[self.level[region] as usize];
        }
        if self.has(Flag::CommandoDeChasse) {
            terrain = terrain.max(0);
        }
        if self.has(Flag::Informers) {
            level = level.max(0);
        }
        let mut special = 0;
        for unit in Unit::each(attackers) {
            special = special.max(rules.classes[rules.class(unit).index()].search[region]);
        }
        terrain + level + special
    }

    /// The locations where a search can find something.
    #[inline]
    fn searchable(&self, rules: &Rules) -> Mask {
        let mut places = 0;
        for at in Location::each(self.occupied & rules.map.algeria) {
            let french = self.french_count(at);
            if french > 0 {
                let may = self.findable(rules, at) > 0 && self.search_dice(rules, at, french) > 0;
                places |= Mask::from(may) << at.0;
            }
        }
        places
    }

    /// True if France may search and can pay for it.
    #[inline]
    fn can_search(&self, rules: &Rules) -> bool {
        !rules.france_barred(FranceAction::Search) && self.can_pay(Side::France, rules.cost.search)
    }

    /// D-40: a location where the search can find something, or done.
    pub(crate) fn offer_search(&self, rules: &Rules, out: &mut Offer) {
        let places = if self.can_search(rules) { self.searchable(rules) } else { 0 };
        out.offer_places(Verb::Search, places, true);
    }

    /// D-42: all units, or fewer: in a region fewer than the dice that all would give, which means fewer dice; in a place
    /// any number, which means fewer fights with the same dice (rulings I-69, I-71, I-74).
    pub(crate) fn visit_strength(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        f.see(Action::All)?;
        let french = self.french_count(self.site);
        let all = if self.site.is_region() { self.search_dice(rules, self.site, french) } else { french };
        for count in 1..all {
            f.see(Action::Send(count))?;
        }
        Flow::Continue(())
    }

    /// D-42: the attackers one by one, by class and state.
    pub(crate) fn visit_attacker(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let units = self.units_at(self.site) & !self.marked;
        self.visit_classes(rules, units, self.least, self.left, &mut |class, reduced| {
            f.see(Action::Attacker(class, reduced))
        })
    }

    /// D-43: the fighters one by one, by class and state.
    pub(crate) fn visit_fighter(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let units = self.marked & !self.fighters;
        self.visit_classes(rules, units, self.least, self.left, &mut |class, reduced| {
            f.see(Action::Fighter(class, reduced))
        })
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// D-33.
    pub(crate) fn morice_attack(&mut self, region: Location) {
        self.pay(Side::France, self.rules.cost.morice_attack);
        self.s.morice_done |= region.region_bit();
        self.s.site = region;
        self.s.morice = true;
        self.s.marked = self.s.units_at(region);
        let faileks = self.s.arrivals(region).min(self.rules.combat.squares);
        self.tell(Event::MoriceAttack { at: region, faileks });
        self.found(faileks);
    }

    /// Ends the Morice attacks; the faileks that came mix with the others.
    pub(crate) fn end_morice(&mut self) {
        self.s.arrived = [[0; TYPES]; REGIONS];
        self.s.morice_done = 0;
        self.go(Auto::Supply);
    }

    /// D-40.
    pub(crate) fn search(&mut self, at: Location) {
        self.pay(Side::France, self.rules.cost.search);
        self.s.site = at;
        self.s.morice = false;
        self.s.marked = 0;
        self.ask(Decision::Strength);
    }

    /// D-42.
    pub(crate) fn attack_with_all(&mut self) {
        self.s.marked = self.s.units_at(self.s.site);
        self.go(Auto::Search);
    }

    /// D-42.
    pub(crate) fn attack_with(&mut self, count: u8) {
        self.s.left = count;
        self.s.least = 0;
        self.ask(Decision::Attacker);
    }

    /// D-42.
    pub(crate) fn attacker(&mut self, class: Class, reduced: bool) {
        let unit = self.s.first_unit(self.rules, class, self.s.site, reduced, self.s.marked);
        self.s.marked |= unit.bit();
        self.s.least = key(class, reduced);
        self.s.left -= 1;
        if self.s.left == 0 {
            self.go(Auto::Search);
        }
    }

    /// C-41: successes, protection. Which faileks are found is drawn when they are revealed: nobody sees them before.
    pub(crate) fn search_roll(&mut self) {
        let (at, rules) = (self.s.site, &self.rules.search);
        let attackers = self.s.marked;
        let dice = self.s.search_dice(self.rules, at, attackers.count_ones() as u8);
        let modifier = self.s.search_modifier(self.rules, at, attackers);
        let mut found = 0;
        for _ in 0..dice {
            let die = self.dice.d6(Throw::Search.at(Side::France, at));
            found += u8::from(rules.finds(die, modifier));
        }
        let found = found.min(self.s.findable(self.rules, at)).min(self.rules.combat.squares);
        self.tell(Event::Searched { at, dice, found });
        if found == 0 {
            self.end_fight();
        } else {
            self.found(found);
        }
    }

    /// So many faileks were found: France chooses who fights them (ruling I-74).
    fn found(&mut self, faileks: u8) {
        self.s.found = faileks;
        self.s.fighters = 0;
        self.s.left = faileks.min(self.s.marked.count_ones() as u8);
        self.s.least = 0;
        if u32::from(self.s.left) == self.s.marked.count_ones() {
            self.s.fighters = self.s.marked;
            self.begin_fight();
        } else {
            self.ask(Decision::Fighter);
        }
    }

    /// D-43.
    pub(crate) fn fighter(&mut self, class: Class, reduced: bool) {
        let units = self.s.of_class(self.rules, self.s.marked & !self.s.fighters, class, reduced);
        self.s.fighters |= Self::nth_unit(units, 0).bit();
        self.s.least = key(class, reduced);
        self.s.left -= 1;
        if self.s.left == 0 {
            self.begin_fight();
        }
    }
}
