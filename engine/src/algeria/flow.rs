//! Where in the sequence of play a game is, and what is under way.

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place, words};
use crate::Side;

words! {
    /// A node of the sequence of play: a decision, or one of the steps that the engine takes by itself, which come
    /// last.
    Node {
        /// Set-up of the Government (charts C.8).
        SetUpFrance = "setup-gov",
        /// Set-up of the FLN.
        SetUpFln = "setup-fln",
        /// The UN debate: how the leader uses the die.
        UnDebate = "un-debate",
        /// Factional purge: the wilaya.
        PurgeWilaya = "purge-wilaya",
        /// Factional purge: a unit.
        PurgeUnit = "purge-pick",
        /// NATO: a brigade or division.
        NatoUnit = "nato-pick",
        /// Suez: an elite brigade.
        SuezUnit = "suez-pick",
        /// Where the OAS goes.
        OasPlace = "oas-place",
        /// Police to remove.
        RemovePolice = "gr-police",
        /// A type to mobilize.
        Mobilize = "gr-mob",
        /// Where it arrives.
        Station = "gr-where",
        /// A Point to buy.
        BuyPoint = "gr-point",
        /// The Border Zone: open it, or a step.
        BorderZone = "gr-bz",
        /// The Border Zone: activate it.
        ActivateZone = "gr-bz-act",
        /// How many units of a class to activate.
        ActivateUnits = "gr-act",
        /// The FLN spends: where.
        SpendWhere = "fr",
        /// The FLN spends: on what.
        SpendOn = "fr-do",
        /// How many divisions are Dispersed.
        DivisionMode = "gd-mode",
        /// How many units go on Patrol.
        Patrol = "gd-ptl",
        /// Where units move.
        FrenchMove = "gd-move",
        /// The Cadre in France.
        CadreInFrance = "fd-france",
        /// How many units leave the Underground box.
        FlnDeploy = "fd",
        /// The FLN acts, tells or passes.
        FlnOperation = "fo",
        /// Propaganda: the unit.
        Propaganda = "prop",
        /// Strike: the city.
        Strike = "strike",
        /// Strike: how many Cadres assist.
        StrikeCadres = "strike-n",
        /// Move: the unit.
        Move = "move",
        /// Move: where to.
        MoveTo = "move-to",
        /// Raid: the area.
        Raid = "raid",
        /// Raid: how many Bands.
        RaidBands = "raid-bands",
        /// Raid: how many Faileks.
        RaidFaileks = "raid-faileks",
        /// Raid: which type is neutralized.
        RaidHit = "raid-hit",
        /// Harass: the unit.
        Harass = "harass",
        /// Harass: how many Bands join a Failek.
        HarassBands = "harass-bands",
        /// Harass: how many Faileks join.
        HarassFaileks = "harass-faileks",
        /// Harass: the target.
        HarassTarget = "target",
        /// A split of PSP.
        Split = "split",
        /// React: the first unit, or none.
        React = "react",
        /// React: a further unit, or go.
        ReactMore = "react-more",
        /// Combat: Air Points.
        AirPoints = "air",
        /// Combat: which unit takes a hit.
        FlnLoss = "loss",
        /// The Government acts or passes.
        FrenchOperation = "go",
        /// Flush: the area.
        Flush = "flush",
        /// Flush: a unit, or go.
        FlushUnit = "flush-add",
        /// Intelligence: the area.
        Intelligence = "intel",
        /// Civil Affairs: the area.
        CivilAffairs = "civil",
        /// Suppression: the area.
        Suppression = "suppress",
        /// Suppression: how many elite brigades assist from Operations.
        SuppressionEliteOps = "sup-elite-ops",
        /// Suppression: how many from Patrol.
        SuppressionElitePatrol = "sup-elite-ptl",
        /// Suppression: a unit that is neutralized.
        SuppressionUnit = "sup-pick",
        /// Population Resettlement: the area.
        Resettlement = "resettle",
        /// Free mobilization after a coup: a type.
        CoupMobilize = "coup-mob",
        /// Free mobilization after a coup: where.
        CoupStation = "coup-where",
        /// An elite brigade disbanded after a coup.
        CoupDisband = "coup-elite",
        /// A turn begins.
        TurnStart = "turn-start",
        /// The event is over: the OAS roll.
        OasRoll = "oas-roll",
        /// The Reinforcement Phase begins.
        Reinforce = "reinforce",
        /// The Government pays; the FLN draws its income.
        FrancePays = "gr-end",
        /// The Operations Phase begins.
        OperationsStart = "ops-start",
        /// The mark of a mission takes effect.
        MissionMark = "mark",
        /// The Government's award for units lost to a mark.
        MarkAward = "mark-award",
        /// An FLN mission is over.
        MissionEnd = "mission-end",
        /// Combat: the FLN fires.
        FlnFire = "fln-fire",
        /// Combat: the Government's award.
        CombatAward = "combat-award",
        /// Combat: who is neutralized.
        CombatNeutralize = "neutralize",
        /// A combat is over.
        CombatEnd = "combat-end",
        /// Suppression: its mark takes effect.
        SuppressionMark = "sup-mark",
        /// The Turn Interphase.
        Interphase = "interphase",
        /// The Final PSL Adjustment Segment after the coup.
        FinalPsl = "final-psl",
        /// The game is over.
        Over = "over",
    }
}

/// Where the game is and what is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
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
