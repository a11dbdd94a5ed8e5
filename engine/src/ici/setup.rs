//! The set-up of both scenarios (rulebook 5.0).

use super::action::Action;
use super::decision::{Auto, Decision, Node};
use super::event::Event;
use super::label::Throw;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::{DRAWN, Group, HOLDERS, MIX, State, TYPES};
use super::types::{Chit, Chits, Class, Failek, Location, Mask, POPULATED, UNITS, Unit};
use crate::dice::Dice;
use crate::side::{BySide, Side};
use crate::sink::Sink;

impl State {
    /// The position before anything is chosen, drawn or placed.
    pub(crate) fn new(rules: &Rules) -> Self {
        let scenario = &rules.scenario;
        let mut faileks = [Group::default(); HOLDERS];
        for (at, by_type) in scenario.faileks.iter().enumerate() {
            faileks[at] = Group::new(*by_type);
        }
        let mut mix = rules.faileks.map(|row| row.count);
        for by_type in &scenario.faileks {
            for (left, used) in mix.iter_mut().zip(by_type) {
                *left -= used;
            }
        }
        faileks[MIX.index()] = Group::new(mix);
        let mut state = Self {
            node: Node::Auto(Auto::Deal),
            resume: Node::Over,
            chooser: Side::Fln,
            over: None,
            turn: scenario.turn,
            played: 0,
            phase: 0,
            french_public: scenario.french_public,
            fln_marker: scenario.fln_marker,
            pied_noirs: scenario.pied_noirs,
            crisis: scenario.crisis,
            density: scenario.density,
            points_cap: scenario.points_cap.unwrap_or(u8::MAX),
            points: BySide::default(),
            lasting: scenario.lasting_points,
            referendums: u8::from(scenario.referendum_held),
            rage_spent: false,
            appeasement_spent: false,
            flags: scenario.flags,
            independent: scenario.independent,
            wave_turn: None,
            hand: BySide::default(),
            hand_size: BySide::default(),
            cup: scenario.cup,
            cup_size: BySide::new_with(|side| scenario.cup[side].count_ones() as u8),
            track: BySide::default(),
            track_years: BySide::default(),
            slot: scenario.slot,
            level: scenario.level,
            resettled: std::array::from_fn(|region| scenario.resettled[region]),
            maquis: [0; 3],
            faileks,
            occupied: 0,
            sure: faileks.map(Group::by_type),
            full_time: faileks.map(|group| super::knowledge::full_time(group.by_type())),
            moved: [[0; TYPES]; Location::FIRST_COUNTRY as usize],
            arrived: [[0; TYPES]; super::types::REGIONS],
            unit_at: [Location::NONE; UNITS],
            french: [0; Location::FIRST_COUNTRY as usize],
            reduced: 0,
            marked: 0,
            fighters: 0,
            mover: Side::Fln,
            second: false,
            public_steps: 0,
            chit: Chit(0),
            op: 0,
            left: 0,
            least: 0,
            part: 0,
            bill: 0,
            recruits: [0; POPULATED + 3],
            crossed: 0,
            morice_done: 0,
            struck: 0,
            site: Location::NONE,
            picked: 0,
            picked_unit: Unit(0),
            found: 0,
            morice: false,
            combat: BySide::default(),
            changed: BySide::default(),
            resettled_now: 0,
            infiltrated: 0,
        };
        state.count_occupied();
        if state.places_freely(rules) {
            for unit in 0..rules.units.len() {
                state.unit_at[unit] = DRAWN;
            }
        } else {
            for (unit, at) in scenario.units.iter().enumerate() {
                if at.in_algeria() {
                    state.put(Unit(unit as u8), *at);
                }
            }
            state.reduced = scenario.reduced;
        }
        state
    }

    fn places_freely(&self, rules: &Rules) -> bool {
        rules.scenario.places_units && rules.free_setup
    }

    /// D-1: own chits in the order of their ids.
    pub(crate) fn visit_choose(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let own = self.cup[self.chooser] & rules.set[self.chooser];
        let allowed = if self.least >= 64 { 0 } else { own >> self.least << self.least };
        let mut ahead = allowed.count_ones();
        for chit in Chit::each(allowed) {
            if ahead < u32::from(self.left) {
                break;
            }
            ahead -= 1;
            f.see(Action::Choose(chit))?;
        }
        Flow::Continue(())
    }

    /// The markers that are being placed: the region at hand.
    fn marker_region(&self) -> Location {
        Location(self.least)
    }

    /// D-2, D-3: region by region, a slot that still has room.
    pub(crate) fn visit_marker(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let choice = &rules.scenario.markers[usize::from(self.part)];
        let region = self.marker_region();
        for &slot in &choice.slots {
            let there = Location::regions(choice.regions)
                .take_while(|placed| *placed < region)
                .filter(|placed| self.slot[placed.index()] == slot)
                .count();
            if there < usize::from(choice.per_slot) {
                f.see(Action::Marker(region, slot))?;
            }
        }
        Flow::Continue(())
    }

    /// D-4: units by class; locations from the last one backwards, so that regions without a limit come last.
    pub(crate) fn visit_place(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let class = Class(self.part);
        let open = rules.map.algeria & !rules.map.sites;
        let mut allowed =
            if rules.classes[class.index()].bellounis { rules.map.bellounis & open } else { open };
        allowed &= Mask::MAX >> self.least.min(127);
        while allowed != 0 {
            let at = Location(127 - allowed.leading_zeros() as u8);
            allowed &= !at.bit();
            if self.has_room(rules, at) {
                f.see(Action::Place(class, at))?;
            }
        }
        Flow::Continue(())
    }

    /// D-5: full units of the quality asked for, by class and location.
    pub(crate) fn visit_weaken(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let mut units = 0;
        for (class, row) in rules.classes.iter().enumerate() {
            if row.quality[0] == rules.scenario.weakened_quality {
                units |= rules.class_units[class];
            }
        }
        units &= self.on_map() & !self.reduced;
        self.visit_in_order(rules, units, &mut |class, at| f.see(Action::Weaken(class, at)))
    }

    /// Visits the (class, location) choices of a set of units in that order, from the last choice on, leaving out
    /// those after which fewer than the units still needed would be left.
    pub(crate) fn visit_in_order(
        &self,
        rules: &Rules,
        units: super::types::Units,
        f: &mut impl FnMut(Class, Location) -> Flow,
    ) -> Flow {
        let from_class = Class(self.part);
        let need = u32::from(self.left);
        let mut ahead = 0;
        // They are counted only if some are needed.
        for pass in if need > 0 { &[false, true][..] } else { &[true] } {
            for class in (from_class.0..rules.classes.len() as u8).map(Class) {
                let least = if class == from_class { self.least } else { 0 };
                let here = units & rules.class_units[class.index()];
                for at in Location::each(self.locations_of(here)).filter(|at| at.0 >= least) {
                    let count = if need > 0 { (here & self.units_at(at)).count_ones() } else { 0 };
                    if !pass {
                        ahead += count;
                        continue;
                    }
                    if ahead >= need {
                        f(class, at)?;
                    }
                    ahead -= count;
                }
            }
        }
        Flow::Continue(())
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Begins the set-up.
    pub(crate) fn begin(&mut self) {
        self.dice.rekey(0, 0);
        self.s.left = self.rules.scenario.chosen;
        if self.s.left > 0 {
            self.s.chooser = Side::Fln;
            self.ask(Decision::ChooseChits);
        }
    }

    /// D-1.
    pub(crate) fn choose(&mut self, chit: Chit) {
        let side = self.s.chooser;
        self.take_from_cup(side, chit);
        self.s.left -= 1;
        self.s.least = chit.0 + 1;
        if self.s.left == 0 {
            self.s.least = 0;
            if side == Side::Fln {
                self.s.chooser = Side::France;
                self.s.left = self.rules.scenario.chosen;
            } else {
                self.go(Auto::Deal);
            }
        }
    }

    /// A chit goes from a side's cup to its hand.
    pub(crate) fn take_from_cup(&mut self, side: Side, chit: Chit) {
        self.s.cup[side] &= !chit.bit();
        self.s.cup_size[side] -= 1;
        self.s.hand[side] |= chit.bit();
        self.s.hand_size[side] += 1;
    }

    /// One chit of a set at random.
    pub(crate) fn draw_chit(&mut self, throw: Throw, side: Side, chits: Chits) -> Chit {
        let number = self.draw(throw.by(side), chits.count_ones() as u16);
        Chit(Self::nth_unit(chits.into(), number).0)
    }

    /// C-1: hands, then the chits on the track (ruling I-21).
    pub(crate) fn deal(&mut self) {
        for side in Side::ALL {
            for _ in 0..self.rules.scenario.drawn {
                if self.s.cup[side] != 0 {
                    let chit = self.draw_chit(Throw::Deal, side, self.s.cup[side]);
                    self.take_from_cup(side, chit);
                    self.tell(Event::Drawn { side, chit });
                }
            }
        }
        for side in Side::ALL {
            let set = side.other();
            for _ in 0..self.rules.scenario.on_track {
                let others =
                    self.chits_where(self.s.cup[set], |last| self.s.track_years[set] & 1 << last == 0);
                if others != 0 {
                    let chit = self.draw_chit(Throw::Track, side, others);
                    self.s.cup[set] &= !chit.bit();
                    self.s.cup_size[set] -= 1;
                    self.s.track[set] |= chit.bit();
                    self.s.track_years[set] |= 1 << self.rules.chit(chit).last;
                    self.tell(Event::Laid { side, chit });
                }
            }
        }
        self.s.part = 0;
        self.s.least = 0;
        self.go(Auto::Markers);
    }

    /// The chits of a set whose last year fits.
    fn chits_where(&self, chits: Chits, fits: impl Fn(u8) -> bool) -> Chits {
        Chit::each(chits)
            .filter(|chit| fits(self.rules.chit(*chit).last))
            .fold(0, |all, chit| all | chit.bit())
    }

    /// Looks for the next marker to place; after the last one come the units.
    pub(crate) fn next_marker(&mut self) {
        let scenario = &self.rules.scenario;
        if self.rules.free_setup {
            while let Some(choice) = scenario.markers.get(usize::from(self.s.part)) {
                let next = Location::regions(choice.regions).find(|region| region.0 >= self.s.least);
                if let Some(region) = next {
                    self.s.least = region.0;
                    self.s.chooser = choice.side;
                    self.ask(Decision::PlaceMarker);
                    return;
                }
                self.s.part += 1;
                self.s.least = 0;
            }
        }
        self.s.part = 0;
        self.s.least = 0;
        self.s.left = scenario.weakened;
        if scenario.places_units && self.rules.free_setup {
            self.next_unplaced();
        } else {
            self.go(Auto::Begin);
        }
    }

    /// D-2, D-3.
    pub(crate) fn place_marker(&mut self, region: Location, slot: u8) {
        self.set_marker(region, slot);
        self.s.least = region.0 + 1;
        self.go(Auto::Markers);
    }

    /// The next class with a unit to place, or the choice of weakened units.
    fn next_unplaced(&mut self) {
        self.s.chooser = Side::France;
        let waiting = self.s.units_at(DRAWN);
        while usize::from(self.s.part) < self.rules.classes.len() {
            if waiting & self.rules.class_units[usize::from(self.s.part)] != 0 {
                self.ask(Decision::PlaceUnit);
                return;
            }
            self.s.part += 1;
            self.s.least = 0;
        }
        self.s.part = 0;
        self.s.least = 0;
        self.next_weakened();
    }

    /// D-4.
    pub(crate) fn place_unit(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.rules, class, DRAWN, false, 0);
        self.s.put(unit, at);
        self.tell(Event::Entered { unit, at });
        self.s.least = 127 - at.0;
        self.next_unplaced();
    }

    fn next_weakened(&mut self) {
        if self.s.left > 0 {
            self.ask(Decision::WeakenUnit);
        } else {
            self.go(Auto::Begin);
        }
    }

    /// D-5.
    pub(crate) fn weaken(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.rules, class, at, false, 0);
        self.s.reduced |= unit.bit();
        self.tell(Event::UnitReduced { unit, at });
        self.s.left -= 1;
        self.s.part = class.0;
        self.s.least = at.0;
        self.next_weakened();
    }
}

/// The types of the faileks in the counter mix, so that a recruit knows whether it is there.
impl State {
    /// True if the counter mix has a failek of this type.
    #[inline]
    pub(crate) fn in_mix(&self, failek: Failek) -> bool {
        self.faileks[MIX.index()].by_type()[failek.index()] > 0
    }
}
