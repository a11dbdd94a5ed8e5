//! The position in the sequence of play, and the operation in progress.

use super::types::{Chit, Combat, Location, Unit};
use super::words::{Ending, Node, Phase};
use crate::side::{BySide, Side};

/// The position in the sequence of play and the operation in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flow {
    /// The node.
    pub(crate) node: Node,
    /// The node after an interruption: coup substitutes, a fight.
    pub(crate) resume: Node,
    /// The phase of the turn.
    pub(crate) phase: Phase,
    /// The deciding side, for decisions that either side may have.
    pub(crate) chooser: Side,
    /// The winner and the ending, once the game is over.
    pub(crate) over: Option<(Side, Ending)>,
    /// The side whose part of the political phase this is.
    pub(crate) mover: Side,
    /// True in the second side's part.
    pub(crate) second: bool,
    /// The chit in progress.
    pub(crate) chit: Chit,
    /// The number of its next operation.
    pub(crate) op: u8,
    /// The number of choices left in the current list.
    pub(crate) left: u8,
    /// The lowest choice still allowed in that list, where choices come in a fixed order.
    pub(crate) least: u8,
    /// The part of that list: a class, a country, a set of markers, a group of entering units.
    pub(crate) part: u8,
    /// The bill of the sub-phase in half points.
    pub(crate) bill: u8,
    /// The location of the move, search or fight in progress.
    pub(crate) site: Location,
    /// The type of the failek that is moving.
    pub(crate) picked: u8,
    /// The unit that is moving.
    pub(crate) picked_unit: Unit,
    /// The number of faileks found.
    pub(crate) found: u8,
    /// True if the fight is a Morice attack.
    pub(crate) morice: bool,
    /// The combat chits chosen. Empty in an observation of the other side.
    pub(crate) combat: BySide<Option<Combat>>,
}

impl Default for Flow {
    fn default() -> Self {
        Self {
            node: Node::Deal,
            resume: Node::Over,
            phase: Phase::Political,
            chooser: Side::Fln,
            over: None,
            mover: Side::Fln,
            second: false,
            chit: Chit(0),
            op: 0,
            left: 0,
            least: 0,
            part: 0,
            bill: 0,
            site: Location::NONE,
            picked: 0,
            picked_unit: Unit(0),
            found: 0,
            morice: false,
            combat: BySide::default(),
        }
    }
}
