//! Where in the sequence of play a game is, and what is under way.

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place};
use super::words::Node;
use crate::Side;

/// Where the game is and what is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flow {
    /// The node.
    pub(crate) node: Node,
    /// Where a split of PSP leads.
    pub(crate) after: Node,
    /// The phase, as the dice are keyed.
    pub(crate) phase: u8,
    /// The winner, at [`Node::Over`].
    pub(crate) winner: Side,
    /// Passes in succession in the Operations Phase.
    pub(crate) passes: u8,
    /// The class reached in a list that is gone through in order, or the last choice of an ordered pick.
    pub(crate) cursor: u16,
    /// Half-PSP to activate everything that waits from the cursor on.
    pub(crate) waiting: u16,
    /// A second place in such a list.
    pub(crate) cursor2: u8,
    /// Picks, hits or PSP still open.
    pub(crate) left: u8,
    /// PSP to split, and by whom.
    pub(crate) split: u8,
    /// Who splits.
    pub(crate) splitter: Side,
    /// Elite brigades to disband after a coup.
    pub(crate) disband: u8,
    /// The mission under way.
    pub(crate) mission: Mission,
    /// It is the OAS that suppresses.
    pub(crate) by_oas: bool,
    /// The area of the mission (of a Move: the area left, then the area entered).
    pub(crate) area: Place,
    /// The result of the mission roll.
    pub(crate) mark: Mark,
    /// The unit chosen for a Move or Harass.
    pub(crate) unit: FlnUnit,
    /// FLN units involved, by type: active, neutralized. On the map they stand in Operations Completed, or are
    /// neutralized.
    pub(crate) fln: [[u8; 2]; FlnUnit::ALL.len()],
    /// Mobile Government units involved, by type. On the map they stand in Operations Completed.
    pub(crate) gov: [u8; GovUnit::MOBILE.len()],
    /// Total contact rating of these.
    pub(crate) contact: u8,
    /// Total firepower of these, or of the target of a Harass (already divided).
    pub(crate) firepower: u16,
    /// The target of a Harass.
    pub(crate) target: (GovUnit, GovBox),
    /// The Government Reacted.
    pub(crate) reacted: bool,
    /// Hits by the FLN and by the Government.
    pub(crate) hits: [u8; 2],
    /// FLN units eliminated for which the Government has an award.
    pub(crate) eliminated: u8,
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            node: Node::TurnStart,
            after: Node::TurnStart,
            phase: 0,
            winner: Side::Fln,
            passes: 0,
            cursor: 0,
            waiting: 0,
            cursor2: 0,
            left: 0,
            split: 0,
            splitter: Side::Fln,
            disband: 0,
            mission: Mission::Propaganda,
            by_oas: false,
            area: Place(0),
            mark: Mark::None,
            unit: FlnUnit::Cadre,
            fln: [[0; 2]; FlnUnit::ALL.len()],
            gov: [0; GovUnit::MOBILE.len()],
            contact: 0,
            firepower: 0,
            target: (GovUnit::Police, GovBox::Ptl),
            reacted: false,
            hits: [0; 2],
            eliminated: 0,
        }
    }
}

impl Flow {
    /// FLN units involved in the mission or combat.
    #[inline]
    pub(crate) fn involved(&self) -> u8 {
        self.fln.iter().flatten().sum()
    }

    /// Forgets the last mission, keeping the sequence of play.
    #[inline]
    pub(crate) fn clear_mission(&mut self, mission: Mission, area: Place) {
        *self = Self {
            node: self.node,
            phase: self.phase,
            winner: self.winner,
            passes: self.passes,
            mission,
            area,
            ..Self::default()
        };
    }
}
