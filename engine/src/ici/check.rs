//! What must hold in every position.

use super::decision::{Decision, Node};
use super::play::choices;
use super::rules::Rules;
use super::state::{ALGERIA, DRAWN, HOLDERS, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, TYPES, WAITING};
use super::types::{Chit, Chits, Failek, Location, POPULATED, Unit};
use crate::side::Side;

/// Fails with words unless something holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}

impl State {
    /// Checks the position.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        self.check_tracks(rules)?;
        self.check_chits(rules)?;
        self.check_faileks(rules)?;
        self.check_units(rules)?;
        self.check_flow(rules)
    }

    fn check_tracks(&self, rules: &Rules) -> Result<(), String> {
        let track = &rules.track;
        for side in Side::ALL {
            ensure!(self.points[side] <= track.points, "{side} has {} points", self.points[side]);
        }
        ensure!(self.french_public <= track.support, "French Public Marker at {}", self.french_public);
        ensure!(self.fln_marker <= track.support, "FLN Marker at {}", self.fln_marker);
        ensure!(self.density <= track.density, "troop density {}", self.density);
        let crisis = rules.government_crisis();
        let collapsed = self.crisis == rules.collapse();
        ensure!(self.crisis <= rules.collapse(), "Government Crisis Marker at {}", self.crisis);
        ensure!(
            self.pied_noirs < crisis || (collapsed && self.pied_noirs == crisis),
            "Pied-noirs' Feelings Marker at {}",
            self.pied_noirs
        );
        ensure!(self.turn <= rules.calendar.last_turn, "turn {} is after the last one", self.turn);
        ensure!(self.turn >= rules.scenario.turn, "turn {} is before the first one", self.turn);
        for region in 0..POPULATED {
            let id = rules.id(Location(region as u8));
            ensure!(self.slot[region] <= track.population, "marker of {id} at {}", self.slot[region]);
            ensure!(self.resettled[region] <= 2, "{id} is resettled {} times", self.resettled[region]);
        }
        let resettled = self.resettled.iter().filter(|steps| **steps > 0).count();
        ensure!(resettled <= usize::from(rules.resettlement_markers), "{resettled} regions are resettled");
        for (country, maquis) in self.maquis.iter().enumerate() {
            let most = rules.map.country_population[country];
            ensure!(*maquis <= most, "{maquis} maquis in {}", rules.id(Location::country(country as u8)));
        }
        Ok(())
    }

    fn check_chits(&self, rules: &Rules) -> Result<(), String> {
        let mut all = 0;
        for side in Side::ALL {
            for (what, chits) in
                [("hand", self.hand[side]), ("cup", self.cup[side]), ("track", self.track[side])]
            {
                let id = |chits: Chits| Chit::each(chits).next().map_or("?", |chit| &*rules.chit(chit).id);
                let (foreign, twice) = (chits & !rules.set[side], chits & all);
                ensure!(foreign == 0, "{} is no chit of {side}, and in its {what}", id(foreign));
                ensure!(twice == 0, "{} is in the {what} of {side} and somewhere else", id(twice));
                all |= chits;
            }
            let (hand, cup) = (self.hand[side].count_ones(), self.cup[side].count_ones());
            ensure!(
                hand == u32::from(self.hand_size[side]),
                "{side} holds {hand} chits, not {}",
                self.hand_size[side]
            );
            ensure!(
                cup == u32::from(self.cup_size[side]),
                "the cup of {side} holds {cup} chits, not {}",
                self.cup_size[side]
            );
            let mut years = 0;
            for chit in Chit::each(self.track[side]) {
                years |= 1 << rules.chit(chit).last;
            }
            ensure!(
                years == self.track_years[side] && years.count_ones() == self.track[side].count_ones(),
                "the chits of {side} on the track do not lie on the years that show"
            );
        }
        Ok(())
    }

    fn check_faileks(&self, rules: &Rules) -> Result<(), String> {
        let mut sums = [0u16; TYPES];
        for holder in 0..HOLDERS {
            let at = Location(holder as u8);
            let name = if at == MIX { "the counter mix" } else { rules.id(at) };
            let group = self.faileks[holder];
            let (by_type, total) = (group.by_type(), group.total);
            let occupied = self.occupied & at.bit() != 0;
            let (sure, full_time) = (self.sure[holder], self.full_time[holder]);
            ensure!(
                full_time >= super::knowledge::full_time(sure),
                "France is sure of {sure:?} in {name}, and that {full_time} are no moussebilines"
            );
            let others = super::knowledge::full_time(by_type);
            ensure!(
                full_time <= others,
                "France is sure that {full_time} are no moussebilines in {name}, where {others} are none"
            );
            ensure!(occupied == (total > 0), "{name} has {total} faileks, and is counted wrongly");
            ensure!(total == 0 || !name.is_empty(), "faileks where no location is");
            for failek in Failek::ALL {
                let (here, sure) = (by_type[failek.index()], self.sure[holder][failek.index()]);
                ensure!(sure <= here, "France is sure of {sure} {failek} in {name}, which has {here}");
                sums[failek.index()] += u16::from(here);
                if holder < ALGERIA {
                    let moved = self.moved[holder][failek.index()];
                    ensure!(moved <= here, "{moved} {failek} of {here} in {name} have moved");
                }
                if at.is_region() {
                    let arrived = self.arrived[holder][failek.index()];
                    ensure!(arrived <= here, "{arrived} {failek} of {here} in {name} came over a border");
                }
            }
            ensure!(
                at == MIX || self.open(rules) & at.bit() != 0 || at.is_country() || total == 0,
                "faileks in {name}, which is not open"
            );
        }
        for failek in Failek::ALL {
            let count = rules.faileks[failek.index()].count;
            ensure!(
                sums[failek.index()] == u16::from(count),
                "there are {} {failek} instead of {count}",
                sums[failek.index()]
            );
        }
        Ok(())
    }

    fn check_units(&self, rules: &Rules) -> Result<(), String> {
        let mut french = [0; ALGERIA];
        for (number, at) in self.unit_at.iter().enumerate() {
            let unit = Unit(number as u8);
            if number >= rules.units.len() {
                ensure!(*at == Location::NONE, "a unit that does not exist is somewhere");
                continue;
            }
            let name = &rules.units[number].id;
            if at.in_algeria() {
                french[at.index()] += 1;
                ensure!(
                    self.open(rules) & at.bit() != 0,
                    "{name} is in {}, which is not open",
                    rules.id(*at)
                );
                let bellounis = rules.classes[rules.class(unit).index()].bellounis;
                ensure!(
                    !bellounis || rules.map.bellounis & at.bit() != 0,
                    "{name} is in {}, outside its area",
                    rules.id(*at)
                );
            } else {
                let codes = [Location::NONE, DRAWN, WAITING, LOST_NOW, LOST_BEFORE, REMOVED];
                ensure!(codes.contains(at), "{name} is nowhere ({})", at.0);
                ensure!(!self.is_reduced(unit), "{name} is reduced off the map");
            }
        }
        ensure!(french == self.french, "the counts of French units are wrong");
        ensure!(self.marked >> rules.units.len() == 0, "a unit that does not exist is marked");
        ensure!(self.fighters & !self.marked == 0, "a unit fights that does not attack");
        Ok(())
    }

    fn check_flow(&self, rules: &Rules) -> Result<(), String> {
        match self.node {
            Node::Over => ensure!(self.over.is_some(), "the game is over and nobody has won"),
            Node::Auto(_) => return Err("the position lies between decisions".to_owned()),
            Node::Ask(decision) => {
                ensure!(self.over.is_none(), "somebody has won and the game goes on");
                self.check_pointers(rules, decision)?;
                ensure!(choices(rules, self) > 1, "the decision {decision} has no choices");
                let setup = matches!(
                    decision,
                    Decision::ChooseChits
                        | Decision::PlaceMarker
                        | Decision::PlaceUnit
                        | Decision::WeakenUnit
                );
                ensure!(setup == (self.played == 0), "{decision} in turn {}", self.played);
                if setup {
                    ensure!(self.turn == rules.scenario.turn, "the set-up takes place in a later turn");
                } else {
                    ensure!(
                        self.turn + 1 == rules.scenario.turn + self.played,
                        "{} turns begun is not what turn {} says",
                        self.played,
                        self.turn
                    );
                }
            }
        }
        ensure!(self.phase <= 3, "phase {}", self.phase);
        Ok(())
    }

    /// What a decision refers to must exist.
    fn check_pointers(&self, rules: &Rules, decision: Decision) -> Result<(), String> {
        ensure!(self.chit.index() < rules.chits.len(), "the chit at hand does not exist");
        ensure!(usize::from(self.picked) < TYPES, "the type of the failek that moves does not exist");
        ensure!(self.picked_unit.index() < rules.units.len(), "the unit that moves does not exist");
        let ops = &rules.chit(self.chit).ops;
        ensure!(usize::from(self.op) <= ops.len().max(2), "the operation at hand does not exist");
        let (part, least) = (usize::from(self.part), self.least);
        match decision {
            Decision::PlaceMarker => {
                let choice = rules.scenario.markers.get(part);
                let there = choice.is_some_and(|choice| least < 32 && choice.regions & 1 << least != 0);
                ensure!(there, "there is no marker to place");
            }
            Decision::PlaceUnit => {
                let class = rules.class_units.get(part).copied().unwrap_or_default();
                ensure!(class & self.units_at(DRAWN) != 0, "there is no unit of the class to place");
                ensure!(least < 128, "units are placed from no location on");
            }
            Decision::WeakenUnit
            | Decision::ChitUnit
            | Decision::ChitEntry
            | Decision::FlipUp
            | Decision::Entry
            | Decision::EntryClass => {
                ensure!(part < rules.classes.len(), "the class at hand does not exist");
            }
            Decision::KeepMaquis | Decision::PlaceMaquis => {
                ensure!(part < super::types::COUNTRIES, "the country at hand does not exist");
            }
            Decision::Supply => {
                ensure!(self.site.is_populated(), "supply is checked in no region");
                ensure!(usize::from(least) < TYPES, "supply is checked for no type of failek");
            }
            Decision::MoveFailek => {
                let exists = self.site.index() < Location::COUNT && !rules.id(self.site).is_empty();
                ensure!(exists, "the failek moves from nowhere");
                let here = self.faileks(self.site).by_type()[usize::from(self.picked)];
                let moved =
                    self.moved.get(self.site.index()).map_or(0, |moved| moved[usize::from(self.picked)]);
                ensure!(here > moved, "the failek that moves is not there");
            }
            Decision::MoveUnit => {
                let there = self.site.in_algeria() && self.unit_at(self.picked_unit) == self.site;
                ensure!(there, "the unit that moves is not there");
                ensure!(self.marked & self.picked_unit.bit() == 0, "the unit that moves has moved");
            }
            Decision::Displace => {
                let on_map = self.marked != 0 && self.marked & !self.on_map() == 0;
                ensure!(on_map, "the units to displace are not on the map");
            }
            Decision::Strength | Decision::Attacker | Decision::Fighter | Decision::CombatChit => {
                let there = self.site.in_algeria() && !rules.id(self.site).is_empty();
                ensure!(there, "the search is nowhere");
                ensure!(self.marked & !self.units_at(self.site) == 0, "an attacker is not there");
                ensure!(!self.morice || self.site.is_region(), "a Morice attack in no region");
                self.check_fight(rules, decision)?;
            }
            _ => {}
        }
        if matches!(decision, Decision::Entry | Decision::EntryClass) {
            ensure!(self.op < 3, "the group of units that enter does not exist");
        }
        let listed = matches!(
            decision,
            Decision::ChooseChits
                | Decision::WeakenUnit
                | Decision::ChitRegion
                | Decision::ChitUnit
                | Decision::ChitFailek
                | Decision::CoupSubstitute
                | Decision::Entry
                | Decision::EntryClass
                | Decision::Supply
                | Decision::Attacker
                | Decision::Fighter
        );
        ensure!(!listed || self.left > 0, "no choices are left for {decision}");
        let coup = decision == Decision::CoupSubstitute;
        ensure!(coup == (self.resume != Node::Over), "{decision} with a wrong way back");
        Ok(())
    }

    fn check_fight(&self, rules: &Rules, decision: Decision) -> Result<(), String> {
        let fights = matches!(decision, Decision::Fighter | Decision::CombatChit);
        ensure!(fights == (self.found > 0), "{} faileks were found before {decision}", self.found);
        ensure!(self.found <= rules.combat.squares, "{} faileks were found", self.found);
        let there = if self.morice { self.arrivals(self.site) } else { self.failek_count(self.site) };
        ensure!(self.found <= there, "{} faileks were found of {there}", self.found);
        if fights {
            let fighters = self.fighters.count_ones()
                + if decision == Decision::Fighter { u32::from(self.left) } else { 0 };
            let pairs = u32::from(self.found).min(self.marked.count_ones());
            ensure!(fighters == pairs && pairs > 0, "{fighters} fighters for {pairs} fights");
        }
        let chosen = (self.combat.fln.is_some(), self.combat.france.is_some());
        let expected = (decision == Decision::CombatChit && self.chooser == Side::France, false);
        ensure!(chosen == expected, "combat chits are chosen at the wrong time");
        Ok(())
    }
}
