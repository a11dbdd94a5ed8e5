//! The position in the sequence of play, and the operation in progress.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place};
use super::words::Node;
use crate::Side;

/// The position in the sequence of play and the operation in progress; the latter as in a position file, except for the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Flow {
    /// The node.
    #[serde(skip)]
    pub(crate) node: Node,
    /// The node after a split of PSP.
    pub(crate) after: Node,
    /// The phase; the dice are keyed by it.
    #[serde(skip)]
    pub(crate) phase: u8,
    /// The winner, at [`Node::Over`].
    pub(crate) winner: Side,
    /// Passes in succession in the Operations Phase.
    pub(crate) passes: u8,
    /// The class reached when going through a list in order, or the last choice of an ordered pick.
    #[serde(rename = "class")]
    pub(crate) cursor: u16,
    /// Half-PSP to activate everything waiting from the cursor on.
    #[serde(rename = "waiting_half_psp")]
    pub(crate) waiting: u16,
    /// A second position in such a list.
    #[serde(rename = "from")]
    pub(crate) cursor2: u8,
    /// Picks, hits or PSP left.
    pub(crate) left: u8,
    /// PSP to split.
    pub(crate) split: u8,
    /// The side that splits.
    pub(crate) splitter: Side,
    /// Elite brigades to disband after a coup.
    pub(crate) disband: u8,
    /// The mission in progress.
    pub(crate) mission: Mission,
    /// True if the OAS conducts the Suppression.
    pub(crate) by_oas: bool,
    /// The area of the mission; for a Move, the area left and then the area entered.
    #[serde(skip)]
    pub(crate) area: Place,
    /// The result of the mission roll.
    pub(crate) mark: Mark,
    /// The unit chosen for a Move or Harass.
    pub(crate) unit: FlnUnit,
    /// FLN units involved, by type: active, neutralized. On the map they are in Operations Completed or neutralized.
    #[serde(serialize_with = "write_fln", deserialize_with = "read_fln")]
    pub(crate) fln: [[u8; 2]; FlnUnit::ALL.len()],
    /// Mobile Government units involved, by type. On the map they are in Operations Completed.
    #[serde(serialize_with = "write_gov", deserialize_with = "read_gov")]
    pub(crate) gov: [u8; GovUnit::MOBILE.len()],
    /// Their total contact rating.
    pub(crate) contact: u8,
    /// Their total firepower, or that of the target of a Harass (already divided).
    pub(crate) firepower: u16,
    /// The target of a Harass.
    pub(crate) target: (GovUnit, GovBox),
    /// True if the Government Reacted.
    pub(crate) reacted: bool,
    /// Hits by the FLN and by the Government.
    pub(crate) hits: [u8; 2],
    /// FLN units eliminated that earn the Government an award.
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

    /// Resets the mission, keeping the position in the sequence of play.
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
