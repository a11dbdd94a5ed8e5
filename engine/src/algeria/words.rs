//! The decisions and steps of the sequence of play.

use super::types::words;

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

/// What is decided: a node of the sequence of play.
pub type Decision = Node;
