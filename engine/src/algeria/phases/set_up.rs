//! Setting up (rules 3, charts C.8; rulings ).

use crate::algeria::action::Verb;
use crate::algeria::classes::{fln_type, gov_type};
use crate::algeria::event::{ApCause, Event, FlnChange, GovChange, PslCause};
use crate::algeria::label::RollKind;
use crate::algeria::offer::Offer;
use crate::algeria::play::Play;
use crate::algeria::rules::Rules;
use crate::algeria::state::State;
use crate::algeria::types::{FlnBox, FlnUnit, GovType, Mask, Place, Point, WILAYAS};
use crate::algeria::words::{Node, Phase};
use crate::dice::Dice;
use crate::{Side, Sink};

const GOV_TYPES: usize = GovType::ALL.len();
const FLN_TYPES: usize = FlnUnit::ALL.len();

/// The areas where the next unit may be placed, without checking that enough room remains for Fronts.
fn open_areas(r: &Rules, s: &State) -> Mask {
    let flow = &s.flow;
    let from = !0 << flow.cursor2;
    if flow.node == Node::SetUpFrance {
        return r.wilaya[usize::from(flow.cursor) / GOV_TYPES] & from;
    }
    let wilaya = r.wilaya[usize::from(flow.cursor) / FLN_TYPES] & from;
    if usize::from(flow.cursor) % FLN_TYPES == FlnUnit::Front.index() {
        wilaya & !r.remote & !s.fronts()
    } else {
        wilaya
    }
}

pub(crate) fn offer(r: &Rules, s: &State, out: &mut Offer) {
    let open = open_areas(r, s);
    let fronts = s.flow.node == Node::SetUpFln && usize::from(s.flow.cursor) % FLN_TYPES == 0;
    // A Front occupies its area: the others of its wilaya need areas after it (ruling A-15).
    let spare =
        if fronts { (open.count_ones() as usize + 1).saturating_sub(s.flow.left.into()) } else { usize::MAX };
    out.places(Verb::Place, Place::each(open).take(spare).fold(0, |all, area| all | area.bit()));
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Sets up the map and the tracks, and places the units or starts the placement decisions.
    pub(crate) fn set_up(&mut self) {
        let scenario = &self.r.scenario;
        self.enter(Phase::SetUp);
        self.s.psl = [scenario.fln_psl as u8, scenario.gov_psl as u8];
        self.s.points = scenario.points;
        self.s.available = [scenario.points[Point::Air.index()], scenario.points[Point::Helo.index()]];
        self.s.independent = scenario.independent;
        self.s.border_zone = scenario.border_zone;
        self.s.suez_used = !scenario.suez;
        self.s.slow = self.r.options.slow_french_reaction;
        for side in Side::ALL {
            let now = self.s.psl(side);
            self.tell(Event::Psl { side, delta: 0, now, cause: PslCause::SetUp });
        }
        let ap = self.sum(RollKind::FirstAp.by(Side::Fln), scenario.ap_dice);
        self.change_ap(ap, ApCause::SetUp);
        if self.r.free_setup {
            self.s.flow.node = Node::SetUpFrance;
            self.next_class(0);
        } else {
            for (area, counts) in scenario.placed_gov.iter().enumerate() {
                for (&counter, &count) in GovType::ALL.iter().zip(counts) {
                    self.place_gov(Place(area as u8), counter, count);
                }
            }
            for (area, counts) in scenario.placed_fln.iter().enumerate() {
                for (&unit, &count) in FlnUnit::ALL.iter().zip(counts) {
                    self.place_fln(Place(area as u8), unit, count);
                }
            }
            self.place_abroad();
        }
    }

    fn place_gov(&mut self, area: Place, counter: GovType, count: u8) {
        if count > 0 {
            let unit = counter.unit();
            self.s.add_gov(area, unit, unit.home(), count);
            self.tell(Event::Gov { change: GovChange::SetUp, area, unit, count });
        }
    }

    fn place_fln(&mut self, place: Place, unit: FlnUnit, count: u8) {
        if count > 0 {
            let at = if place.is_area() { FlnBox::Ug } else { FlnBox::Ops };
            self.s.add_fln(place, unit, at, count);
            self.tell(Event::Fln { change: FlnChange::SetUp, place, unit, count });
        }
    }

    fn place_abroad(&mut self) {
        for (country, counts) in [Place::MOROCCO, Place::TUNISIA].into_iter().zip(&self.r.scenario.abroad) {
            for (&unit, &count) in FlnUnit::ALL.iter().zip(counts) {
                self.place_fln(country, unit, count);
            }
        }
        self.go_to(Node::TurnStart);
    }

    /// Goes to the first class of units from `class` on that is not empty: the Government's by wilaya and type, then the FLN's.
    fn next_class(&mut self, class: usize) {
        let flow = &mut self.s.flow;
        flow.cursor2 = 0;
        let mut class = class;
        if flow.node == Node::SetUpFrance {
            while class < WILAYAS * GOV_TYPES {
                let count = self.r.scenario.gov[class / GOV_TYPES][class % GOV_TYPES];
                if count > 0 {
                    (flow.cursor, flow.left) = (class as u16, count);
                    return;
                }
                class += 1;
            }
            flow.node = Node::SetUpFln;
            class = 0;
        }
        while class < WILAYAS * FLN_TYPES {
            let count = self.r.scenario.fln[class / FLN_TYPES][class % FLN_TYPES];
            if count > 0 {
                (flow.cursor, flow.left) = (class as u16, count);
                return;
            }
            class += 1;
        }
        (flow.cursor, flow.left) = (0, 0);
        self.place_abroad();
    }

    /// Places the next Government unit.
    pub(crate) fn place_for_france(&mut self, area: Place) {
        self.place_gov(area, gov_type(self.s), 1);
        self.placed(area);
    }

    /// Places the next FLN unit.
    pub(crate) fn place_for_fln(&mut self, area: Place) {
        self.place_fln(area, fln_type(self.s), 1);
        self.placed(area);
    }

    fn placed(&mut self, area: Place) {
        self.s.flow.cursor2 = area.0;
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.next_class(usize::from(self.s.flow.cursor) + 1);
        }
    }
}
