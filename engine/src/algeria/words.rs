//! The words of the rules, as enums with their names in data files and notation.

pub(crate) use crate::words::words;

words! {
    /// A phase of the turn; the dice are keyed by it.
    Phase {
        /// Before the first turn.
        SetUp = "set-up",
        /// Random Events Phase.
        RandomEvents = "random-events",
        /// Reinforcement Phase.
        Reinforcement = "reinforcement",
        /// Deployment Phase.
        Deployment = "deployment",
        /// Operations Phase.
        Operations = "operations",
        /// Turn Interphase.
        Interphase = "interphase",
    }
}

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

/// The kind of a decision: a node that is not a step.
pub type Decision = Node;

impl Node {
    /// The decisions, in order.
    pub const DECISIONS: &'static [Self] = Self::ALL.split_at(Self::TurnStart as usize).0;
}

words! {
    /// A type of FLN unit (rules 2.1).
    FlnUnit {
        /// Static; the seat of the movement in an area.
        Front = "front",
        /// Organizers and agitators.
        Cadre = "cadre",
        /// A guerrilla company.
        Band = "band",
        /// A battalion trained abroad.
        Failek = "failek",
    }
}

impl FlnUnit {
    /// The mobile types: all but the Front.
    pub const MOBILE: [Self; 3] = [Self::Cadre, Self::Band, Self::Failek];
}

words! {
    /// The box of an FLN unit in its area, and whether it is neutralized.
    ///
    /// For a neutralized unit it matters only whether its box is Underground (ruling A-63), so the others share one variant.
    FlnBox {
        /// Underground.
        Ug = "ug",
        /// Operations.
        Ops = "ops",
        /// Operations Completed.
        Oc = "oc",
        /// Neutralized in the Underground box.
        UgNeutralized = "ug-neutralized",
        /// Neutralized in another box.
        Neutralized = "neutralized",
    }
}

impl FlnBox {
    /// True if the unit is not neutralized.
    #[must_use]
    pub const fn active(self) -> bool {
        matches!(self, Self::Ug | Self::Ops | Self::Oc)
    }

    /// The box of the unit once it is neutralized (ruling A-63: it stays where it is).
    #[must_use]
    pub const fn neutralized(self) -> Self {
        match self {
            Self::Ug | Self::UgNeutralized => Self::UgNeutralized,
            Self::Ops | Self::Oc | Self::Neutralized => Self::Neutralized,
        }
    }
}

words! {
    /// A Government unit, as it is on the map: divisions by mode (rules 11.7).
    GovUnit {
        /// A French division in Concentrated mode.
        Concentrated = "division-concentrated",
        /// A French division in Dispersed mode.
        Dispersed = "division-dispersed",
        /// A French brigade.
        French = "french-brigade",
        /// A French elite brigade.
        Elite = "elite-brigade",
        /// An Algerian brigade.
        Algerian = "algerian-brigade",
        /// A Police unit: static, always on Patrol.
        Police = "police",
    }
}

impl GovUnit {
    /// The box of a unit at set-up and after recovery: Patrol for Police, Operations for Algerian brigades; French units wait
    /// for activation (ruling A-14).
    #[must_use]
    pub const fn home(self) -> GovBox {
        match self {
            Self::Police => GovBox::Ptl,
            Self::Algerian => GovBox::Ops,
            _ => GovBox::Oc,
        }
    }

    /// The mobile units.
    pub const MOBILE: [Self; 5] =
        [Self::Concentrated, Self::Dispersed, Self::French, Self::Elite, Self::Algerian];

    /// Its type of counter.
    #[must_use]
    #[inline]
    pub const fn counter(self) -> GovType {
        // The type is unpredictable, so nothing here branches on it.
        const COUNTERS: [GovType; GovUnit::ALL.len()] = [
            GovType::Division,
            GovType::Division,
            GovType::French,
            GovType::Elite,
            GovType::Algerian,
            GovType::Police,
        ];
        COUNTERS[self.index()]
    }

    /// True for units that must be activated each turn (rules 6.32, ruling A-38).
    #[must_use]
    #[inline]
    pub const fn is_french(self) -> bool {
        !matches!(self, Self::Algerian | Self::Police)
    }
}

words! {
    /// A type of Government counter, as it is bought.
    GovType {
        /// A French division.
        Division = "division",
        /// A French brigade.
        French = "french-brigade",
        /// A French elite brigade.
        Elite = "elite-brigade",
        /// An Algerian brigade.
        Algerian = "algerian-brigade",
        /// A Police unit.
        Police = "police",
    }
}

impl GovType {
    /// The unit when it enters the map: divisions are Concentrated (rulings ).
    #[must_use]
    pub const fn unit(self) -> GovUnit {
        match self {
            Self::Division => GovUnit::Concentrated,
            Self::French => GovUnit::French,
            Self::Elite => GovUnit::Elite,
            Self::Algerian => GovUnit::Algerian,
            Self::Police => GovUnit::Police,
        }
    }
}

words! {
    /// The box of a Government unit, or `Neutralized` (its box is then never read, ruling A-63).
    ///
    /// Police are always on Patrol or neutralized. A French unit waiting for activation is in Operations Completed (ruling
    ///
    GovBox {
        /// Operations.
        Ops = "ops",
        /// Patrol.
        Ptl = "ptl",
        /// Operations Completed.
        Oc = "oc",
        /// Neutralized.
        Neutralized = "neutralized",
    }
}

words! {
    /// A mission of either side (rules 9). Patrol is a box, not an action.
    Mission {
        /// 9.11
        Propaganda = "propaganda",
        /// 9.12
        Strike = "strike",
        /// 9.13
        Move = "move",
        /// 9.14
        Raid = "raid",
        /// 9.15
        Harass = "harass",
        /// 9.22
        Flush = "flush",
        /// 9.23
        React = "react",
        /// 9.24
        Intelligence = "intelligence",
        /// 9.25
        CivilAffairs = "civil-affairs",
        /// 9.26
        Suppression = "suppression",
        /// 9.27
        Resettlement = "resettlement",
    }
}

words! {
    /// A random event (charts C.2).
    RandomEvent {
        /// Nothing happens.
        None = "none",
        /// Foreign arms shipment.
        ForeignArms = "foreign-arms",
        /// Jealousy and Paranoia.
        Jealousy = "jealousy",
        /// Elections in France.
        Elections = "elections",
        /// The UN debates Algerian independence.
        UnDebate = "un-debate",
        /// FLN factional purge.
        FactionalPurge = "factional-purge",
        /// Morocco and Tunisia gain independence.
        Independence = "independence",
        /// NATO pressures France.
        Nato = "nato",
        /// Suez crisis.
        Suez = "suez",
        /// Amnesty.
        Amnesty = "amnesty",
        /// Jean-Paul Sartre writes an article.
        Sartre = "sartre",
    }
}

words! {
    /// A kind of Point that the Government buys (rules 11.1, 11.6).
    Point {
        /// Air Points.
        Air = "air",
        /// Helicopter Points.
        Helo = "helo",
        /// Naval Points.
        Naval = "naval",
    }
}

words! {
    /// The mark next to a number in the Mission Success Table.
    Mark {
        /// No mark.
        None = "",
        /// A plus: the mission went wrong.
        Plus = "+",
        /// An at sign: the mission went better than planned.
        At = "@",
    }
}

words! {
    /// The level of a victory (rules 12.2).
    VictoryLevel {
        /// The winner's PSL is low.
        Marginal = "marginal",
        /// The winner's PSL is in the middle range.
        Substantial = "substantial",
        /// The winner's PSL is high.
        Decisive = "decisive",
    }
}
