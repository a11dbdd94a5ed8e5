//! Details of the current decision for players: the actions name only what is chosen.

use super::Algeria;
use super::classes::{self, fln_type, gov_type};
use super::state::{ALGERIA, OasState, State};
use super::types::{FlnUnit, GovType, GovUnit, Mark, Mask, Mission, Place, Point};
use super::words::Node;
use crate::game::View;
use crate::getters::getters;

impl State {
    /// The area, type and number of the units to decide on, at [`Node::ActivateUnits`], [`Node::Patrol`] and
    /// [`Node::FrenchMove`]; any divisions of an area at [`Node::DivisionMode`]; the type to place at [`Node::SetUpFrance`].
    /// `None` elsewhere.
    #[must_use]
    pub fn gov_subject(&self) -> Option<(Place, GovUnit, u8)> {
        match self.flow.node {
            Node::ActivateUnits => Some(classes::waiting(self, self.flow.cursor)),
            Node::DivisionMode => {
                let (area, _) = classes::cursor(self);
                Some((area, GovUnit::Concentrated, classes::divisions(self)))
            }
            Node::Patrol | Node::FrenchMove => {
                let (area, number) = classes::cursor(self);
                Some((area, GovUnit::MOBILE[number], classes::ready(self)))
            }
            Node::Station | Node::CoupStation => {
                Some((Place(0), GovType::ALL[usize::from(self.flow.cursor)].unit(), 1))
            }
            Node::SetUpFrance => Some((Place(0), gov_type(self).unit(), 1)),
            _ => None,
        }
    }

    /// The area, type and number of the units to decide on, at [`Node::FlnDeploy`]; the type to place at [`Node::SetUpFln`].
    /// `None` elsewhere.
    #[must_use]
    pub fn fln_subject(&self) -> Option<(Place, FlnUnit, u8)> {
        match self.flow.node {
            Node::FlnDeploy => {
                let (area, number) = classes::cursor(self);
                Some((area, FlnUnit::ALL[number], classes::undeployed(self)))
            }
            Node::SetUpFln => Some((Place(0), fln_type(self), 1)),
            _ => None,
        }
    }

    /// The areas where the next counter of this type may be stationed at [`Node::Mobilize`] or [`Node::Station`].
    #[must_use]
    pub fn stations(&self, counter: GovType) -> Mask {
        let index = counter.index() as u16;
        match index.cmp(&self.flow.cursor) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => ALGERIA & !0 << self.flow.cursor2,
            std::cmp::Ordering::Greater => ALGERIA,
        }
    }

    getters! { self;
        /// The area of the mission or combat in progress; for a Move, and at [`Node::SpendOn`], the place concerned.
        mission_area() -> Place = self.flow.area;
        /// The mission in progress.
        mission() -> Mission = self.flow.mission;
        /// The mark of the mission roll.
        mission_mark() -> Mark = self.flow.mark;
        /// The unit chosen for a Move.
        mission_unit() -> FlnUnit = self.flow.unit;
        /// FLN units of a type in the mission or combat in progress: active, neutralized.
        involved(unit: FlnUnit) -> [u8; 2] = self.flow.fln[unit.index()];
        /// The number of mobile Government units in the current Flush or React, their contact rating and their firepower.
        committed() -> (u8, u8, u16) = (self.flow.gov.iter().sum(), self.flow.contact, self.flow.firepower);
        /// PSP to split.
        to_split() -> u8 = self.flow.split;
        /// True if the side that decided last in the Operations Phase passed.
        passed() -> bool = self.flow.passes > 0;
        /// The maximum of a kind of Point.
        points(point: Point) -> u8 = self.points[point.index()];
        /// Air and Helo Points available.
        points_available() -> [u8; 2] = self.available;
        /// Steps of the Border Zone, if it is open, and whether it is activated.
        border_zone() -> (Option<u8>, bool) = (self.border_zone, self.border_zone_active);
        /// True if Morocco and Tunisia are independent.
        independent() -> bool = self.independent;
        /// True if Amnesty applies this turn.
        amnesty() -> bool = self.amnesty;
        /// True while the restrictions of optional rule 13.1 apply.
        slow() -> bool = self.slow;
        /// The OAS.
        oas() -> OasState = self.oas;
        /// True if a Cadre is in France.
        cadre_in_france() -> bool = self.cadre_in_france;
    }
}

impl<'a> View<'a, Algeria> {
    /// The whole state, since *Algeria* hides nothing.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &'a State {
        self.state()
    }
}
