//! Where in the sequence of play a game is, and what is under way.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place};
use super::words::Node;
use crate::Side;

/// Where the game is and what is under way: the latter as a position file has it, the area apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Flow {
    /// The node.
    #[serde(skip)]
    pub(crate) node: Node,
    /// Where a split of PSP leads.
    pub(crate) after: Node,
    /// The phase, as the dice are keyed.
    #[serde(skip)]
    pub(crate) phase: u8,
    /// The winner, at [`Node::Over`].
    pub(crate) winner: Side,
    /// Passes in succession in the Operations Phase.
    pub(crate) passes: u8,
    /// The class reached in a list that is gone through in order, or the last choice of an ordered pick.
    #[serde(rename = "class")]
    pub(crate) cursor: u16,
    /// Half-PSP to activate everything that waits from the cursor on.
    #[serde(rename = "waiting_half_psp")]
    pub(crate) waiting: u16,
    /// A second place in such a list.
    #[serde(rename = "from")]
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
    #[serde(skip)]
    pub(crate) area: Place,
    /// The result of the mission roll.
    pub(crate) mark: Mark,
    /// The unit chosen for a Move or Harass.
    pub(crate) unit: FlnUnit,
    /// FLN units involved, by type: active, neutralized. On the map they stand in Operations Completed, or are
    /// neutralized.
    #[serde(serialize_with = "write_fln", deserialize_with = "read_fln")]
    pub(crate) fln: [[u8; 2]; FlnUnit::ALL.len()],
    /// Mobile Government units involved, by type. On the map they stand in Operations Completed.
    #[serde(serialize_with = "write_gov", deserialize_with = "read_gov")]
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

fn write_fln<S: Serializer>(counts: &[[u8; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FlnUnit::ALL.iter().zip(counts).filter(|(_, count)| **count != [0, 0]))
}

fn write_gov<S: Serializer>(counts: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(GovUnit::MOBILE.iter().zip(counts).filter(|(_, count)| **count != 0))
}

fn read_fln<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[[u8; 2]; FlnUnit::ALL.len()], D::Error> {
    let mut counts = [[0; 2]; FlnUnit::ALL.len()];
    for (unit, count) in BTreeMap::<FlnUnit, _>::deserialize(deserializer)? {
        counts[unit.index()] = count;
    }
    Ok(counts)
}

fn read_gov<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; GovUnit::MOBILE.len()], D::Error> {
    let mut counts = [0; GovUnit::MOBILE.len()];
    for (unit, count) in BTreeMap::<GovUnit, _>::deserialize(deserializer)? {
        let slot = counts.get_mut(unit.index());
        *slot.ok_or_else(|| serde::de::Error::custom("mobile units: Police take no part"))? = count;
    }
    Ok(counts)
}
