//! The decisions and steps of the sequence of play.

use super::types::words;

words! {
    /// A node of the sequence of play: a decision, or one of the steps that the engine takes on its own, which come last.
    Node {
        /// Set-up of the Government (charts C.8).
        SetUpFrance = "set-up-france",
        /// Set-up of the FLN.
        SetUpFln = "set-up-fln",
        /// The UN debate: how the leader uses the die.
        UnDebate = "un-debate",
        /// Factional purge: the wilaya.
        PurgeWilaya = "purge-wilaya",
        /// Factional purge: a unit.
        PurgeUnit = "purge-unit",
        /// NATO: a brigade or division.
        NatoUnit = "nato-unit",
        /// Suez: an elite brigade.
        SuezUnit = "suez-unit",
        /// The place of the OAS.
        OasPlace = "oas-place",
        /// Police to remove.
        RemovePolice = "remove-police",
        /// A type to mobilize.
        Mobilize = "mobilize",
        /// The area of arrival.
        Station = "station",
        /// A Point to buy.
        BuyPoint = "buy-point",
        /// The Border Zone: open it, or add a step.
        BorderZone = "border-zone",
        /// The Border Zone: activate it.
        ActivateZone = "activate-zone",
        /// How many units of a class to activate.
        ActivateUnits = "activate-units",
        /// The FLN spends: the place.
        SpendWhere = "spend-where",
        /// The FLN spends: the purchase.
        SpendOn = "spend-on",
        /// How many divisions are Dispersed.
        DivisionMode = "division-mode",
        /// How many units go on Patrol.
        Patrol = "patrol",
        /// Where units move.
        FrenchMove = "french-move",
        /// The Cadre in France.
        CadreInFrance = "cadre-in-france",
        /// How many units leave the Underground box.
        FlnDeploy = "fln-deploy",
        /// The FLN acts, tells or passes.
        FlnOperation = "fln-operation",
        /// Propaganda: the unit.
        Propaganda = "propaganda",
        /// Strike: the city.
        Strike = "strike",
        /// Strike: how many Cadres assist.
        StrikeCadres = "strike-cadres",
        /// Move: the unit.
        Move = "move",
        /// Move: the destination.
        MoveTo = "move-to",
        /// Raid: the area.
        Raid = "raid",
        /// Raid: how many Bands.
        RaidBands = "raid-bands",
        /// Raid: how many Faileks.
        RaidFaileks = "raid-faileks",
        /// Raid: the type to be neutralized.
        RaidHit = "raid-hit",
        /// Harass: the unit.
        Harass = "harass",
        /// Harass: how many Bands join a Failek.
        HarassBands = "harass-bands",
        /// Harass: how many Faileks join.
        HarassFaileks = "harass-faileks",
        /// Harass: the target.
        HarassTarget = "harass-target",
        /// Splitting PSP.
        Split = "split",
        /// React: the first unit, or none.
        React = "react",
        /// React: another unit, or go.
        ReactMore = "react-more",
        /// Combat: Air Points.
        AirPoints = "air-points",
        /// Combat: the unit to take a hit.
        FlnLoss = "fln-loss",
        /// The Government acts or passes.
        FrenchOperation = "french-operation",
        /// Flush: the area.
        Flush = "flush",
        /// Flush: a unit, or go.
        FlushUnit = "flush-unit",
        /// Intelligence: the area.
        Intelligence = "intelligence",
        /// Civil Affairs: the area.
        CivilAffairs = "civil-affairs",
        /// Suppression: the area.
        Suppression = "suppression",
        /// Suppression: how many elite brigades assist from Operations.
        SuppressionEliteOps = "suppression-elite-ops",
        /// Suppression: how many from Patrol.
        SuppressionElitePatrol = "suppression-elite-patrol",
        /// Suppression: a unit to neutralize.
        SuppressionUnit = "suppression-unit",
        /// Population Resettlement: the area.
        Resettlement = "resettlement",
        /// Free mobilization after a coup: a type.
        CoupMobilize = "coup-mobilize",
        /// Free mobilization after a coup: the area.
        CoupStation = "coup-station",
        /// An elite brigade to disband after a coup.
        CoupDisband = "coup-disband",
        /// A turn begins.
        TurnStart = "turn-start",
        /// The event is over: roll for the OAS.
        OasRoll = "oas-roll",
        /// The Reinforcement Phase begins.
        Reinforce = "reinforce",
        /// The Government pays; the FLN receives its income.
        FrancePays = "france-pays",
        /// The Operations Phase begins.
        OperationsStart = "operations-start",
        /// The mark of a mission takes effect.
        MissionMark = "mission-mark",
        /// The Government's award for units lost to a mark.
        MarkAward = "mark-award",
        /// An FLN mission is over.
        MissionEnd = "mission-end",
        /// Combat: the FLN fires.
        FlnFire = "fln-fire",
        /// Combat: the Government's award.
        CombatAward = "combat-award",
        /// Combat: the losing side is neutralized.
        CombatNeutralize = "combat-neutralize",
        /// A combat is over.
        CombatEnd = "combat-end",
        /// Suppression: its mark takes effect.
        SuppressionMark = "suppression-mark",
        /// The Turn Interphase.
        Interphase = "interphase",
        /// The Final PSL Adjustment Segment after the coup.
        FinalPsl = "final-psl",
        /// The game is over.
        Over = "over",
    }
}

/// The kind of a decision: a node of the sequence of play.
pub type Decision = Node;
