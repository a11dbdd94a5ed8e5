//! Set-up of both scenarios (rulebook 5.0).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::flow::Flow;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{DRAWN, Group, HOLDERS, MIX, State, TYPES};
use crate::ici::types::{Chit, Chits, Class, Location, Mask, POPULATED, UNITS, Unit};
use crate::ici::words::Node;
use crate::side::{BySide, Side};
use crate::sink::Sink;

impl State {
    /// The position before anything is chosen, drawn or placed.
    pub(in crate::ici) fn new(rules: &Rules) -> Self {
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
            flow: Flow::default(),
            turn: scenario.turn,
            played: 0,
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
            full_time: faileks.map(|group| crate::ici::knowledge::full_time(group.by_type())),
            moved: [[0; TYPES]; Location::FIRST_COUNTRY as usize],
            arrived: [[0; TYPES]; crate::ici::types::REGIONS],
            unit_at: [Location::NONE; UNITS],
            french: [0; Location::FIRST_COUNTRY as usize],
            reduced: 0,
            marked: 0,
            fighters: 0,
            public_steps: 0,
            recruits: [0; POPULATED + 3],
            crossed: 0,
            morice_done: 0,
            struck: 0,
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

    /// The region whose marker is being placed.
    fn marker_region(&self) -> Location {
        Location(self.flow.least)
    }
}

/// Offers the side's own chits in the order of their ids.
pub(in crate::ici) fn offer_choose_chits(r: &Rules, s: &State, out: &mut Offer) {
    let own = s.cup[s.flow.chooser] & r.set[s.flow.chooser];
    let allowed = if s.flow.least >= 64 { 0 } else { own >> s.flow.least << s.flow.least };
    let mut ahead = allowed.count_ones();
    for chit in Chit::each(allowed) {
        if ahead < u32::from(s.flow.left) {
            break;
        }
        ahead -= 1;
        out.add(Action::Choose(chit));
    }
}

/// Offers, region by region, slots that still have room.
pub(in crate::ici) fn offer_place_marker(r: &Rules, s: &State, out: &mut Offer) {
    let choice = &r.scenario.markers[usize::from(s.flow.part)];
    let region = s.marker_region();
    for &slot in &choice.slots {
        let there = Location::regions(choice.regions)
            .take_while(|placed| *placed < region)
            .filter(|placed| s.slot[placed.index()] == slot)
            .count();
        if there < usize::from(choice.per_slot) {
            out.add(Action::Marker(region, slot));
        }
    }
}

/// Offers units by class; locations from the last one backwards, so that regions without a limit come last.
pub(in crate::ici) fn offer_place_unit(r: &Rules, s: &State, out: &mut Offer) {
    let class = Class(s.flow.part);
    let open = r.map.algeria & !r.map.sites;
    let mut allowed = if r.classes[class.index()].bellounis { r.map.bellounis & open } else { open };
    allowed &= Mask::MAX >> s.flow.least.min(127);
    while allowed != 0 {
        let at = Location(127 - allowed.leading_zeros() as u8);
        allowed &= !at.bit();
        if formulas::has_room(r, s, at) {
            out.add(Action::Place(class, at));
        }
    }
}

/// Offers full units of the required quality, by class and location.
pub(in crate::ici) fn offer_weaken_unit(r: &Rules, s: &State, out: &mut Offer) {
    let mut units = 0;
    for (class, row) in r.classes.iter().enumerate() {
        if row.quality[0] == r.scenario.weakened_quality {
            units |= r.class_units[class];
        }
    }
    units &= s.on_map() & !s.reduced;
    s.visit_in_order(r, units, |class, at| out.add(Action::Weaken(class, at)));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the set-up.
    pub(in crate::ici) fn set_up(&mut self) {
        self.dice.rekey(0, 0);
        self.s.flow.left = self.r.scenario.chosen;
        if self.s.flow.left > 0 {
            self.s.flow.chooser = Side::Fln;
            self.go_to(Node::ChooseChits);
        }
    }

    /// Chooses a chit.
    pub(in crate::ici) fn choose(&mut self, chit: Chit) {
        let side = self.s.flow.chooser;
        self.take_from_cup(side, chit);
        self.s.flow.left -= 1;
        self.s.flow.least = chit.0 + 1;
        if self.s.flow.left == 0 {
            self.s.flow.least = 0;
            if side == Side::Fln {
                self.s.flow.chooser = Side::France;
                self.s.flow.left = self.r.scenario.chosen;
            } else {
                self.go_to(Node::Deal);
            }
        }
    }

    /// Deals the hands, then the chits on the track (ruling I-21).
    pub(in crate::ici) fn deal(&mut self) {
        for side in Side::ALL {
            for _ in 0..self.r.scenario.drawn {
                if self.s.cup[side] != 0 {
                    let chit = self.draw_chit(RollKind::Deal, side, self.s.cup[side]);
                    self.take_from_cup(side, chit);
                    self.tell(Event::Drawn { side, chit });
                }
            }
        }
        for side in Side::ALL {
            let set = side.other();
            for _ in 0..self.r.scenario.on_track {
                let others =
                    self.chits_where(self.s.cup[set], |last| self.s.track_years[set] & 1 << last == 0);
                if others != 0 {
                    let chit = self.draw_chit(RollKind::Track, side, others);
                    self.s.cup[set] &= !chit.bit();
                    self.s.cup_size[set] -= 1;
                    self.s.track[set] |= chit.bit();
                    self.s.track_years[set] |= 1 << self.r.chit(chit).last;
                    self.tell(Event::Laid { side, chit });
                }
            }
        }
        self.s.flow.part = 0;
        self.s.flow.least = 0;
        self.go_to(Node::Markers);
    }

    /// The chits in a set whose last year satisfies a condition.
    fn chits_where(&self, chits: Chits, fits: impl Fn(u8) -> bool) -> Chits {
        Chit::each(chits).filter(|chit| fits(self.r.chit(*chit).last)).fold(0, |all, chit| all | chit.bit())
    }

    /// Goes to the next marker to place; after the last one, to the units.
    pub(in crate::ici) fn next_marker(&mut self) {
        let scenario = &self.r.scenario;
        if self.r.free_setup {
            while let Some(choice) = scenario.markers.get(usize::from(self.s.flow.part)) {
                let next = Location::regions(choice.regions).find(|region| region.0 >= self.s.flow.least);
                if let Some(region) = next {
                    self.s.flow.least = region.0;
                    self.s.flow.chooser = choice.side;
                    self.go_to(Node::PlaceMarker);
                    return;
                }
                self.s.flow.part += 1;
                self.s.flow.least = 0;
            }
        }
        self.s.flow.part = 0;
        self.s.flow.least = 0;
        self.s.flow.left = scenario.weakened;
        if scenario.places_units && self.r.free_setup {
            self.next_unplaced();
        } else {
            self.go_to(Node::TurnStart);
        }
    }

    /// Places a marker.
    pub(in crate::ici) fn place_marker(&mut self, region: Location, slot: u8) {
        self.set_marker(region, slot);
        self.s.flow.least = region.0 + 1;
        self.go_to(Node::Markers);
    }

    /// Goes to the next class with a unit to place, or to the choice of weakened units.
    fn next_unplaced(&mut self) {
        self.s.flow.chooser = Side::France;
        let waiting = self.s.units_at(DRAWN);
        while usize::from(self.s.flow.part) < self.r.classes.len() {
            if waiting & self.r.class_units[usize::from(self.s.flow.part)] != 0 {
                self.go_to(Node::PlaceUnit);
                return;
            }
            self.s.flow.part += 1;
            self.s.flow.least = 0;
        }
        self.s.flow.part = 0;
        self.s.flow.least = 0;
        self.next_weakened();
    }

    /// Places a unit.
    pub(in crate::ici) fn place_unit(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.r, class, DRAWN, false, 0);
        self.s.put(unit, at);
        self.tell(Event::Entered { unit, at });
        self.s.flow.least = 127 - at.0;
        self.next_unplaced();
    }

    fn next_weakened(&mut self) {
        if self.s.flow.left > 0 {
            self.go_to(Node::WeakenUnit);
        } else {
            self.go_to(Node::TurnStart);
        }
    }

    /// Makes a unit start reduced.
    pub(in crate::ici) fn weaken(&mut self, class: Class, at: Location) {
        let unit = self.s.first_unit(self.r, class, at, false, 0);
        self.s.reduced |= unit.bit();
        self.tell(Event::UnitReduced { unit, at });
        self.s.flow.left -= 1;
        self.s.flow.part = class.0;
        self.s.flow.least = at.0;
        self.next_weakened();
    }
}
