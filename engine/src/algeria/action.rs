//! Decisions and choices.

use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Place, Point, words};

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Set-up: the next unit goes to this area.
    Place(Place),
    /// UN debate: the FLN gains.
    RaiseFln,
    /// UN debate: the Government loses.
    LowerFrance,
    /// Factional purge: in the wilaya with this index.
    Purge(u8),
    /// Factional purge and Suppression: this unit is neutralized.
    Neutralize(Place, FlnUnit, FlnBox),
    /// NATO, Suez and coup: this unit leaves the map.
    Remove(Place, GovUnit, GovBox),
    /// The OAS goes here.
    Oas(Place),
    /// A Police unit is removed; true if it is a neutralized one.
    RemovePolice(Place, bool),
    /// A unit of this type is mobilized.
    Mobilize(GovType),
    /// It arrives here.
    Station(Place),
    /// A Point is bought.
    Buy(Point),
    /// The Border Zone is opened or gains a step.
    BorderZone,
    /// The Border Zone is activated.
    ActivateZone,
    /// A number.
    Count(u8),
    /// Everything waiting is activated.
    ActivateAll,
    /// The FLN spends here.
    Spend(Place),
    /// A unit of this type is built.
    Build(FlnUnit),
    /// A unit of the first type becomes one of the second.
    Convert(FlnUnit, FlnUnit),
    /// A Cadre goes to France from here.
    Send(Place),
    /// The Cadre in France comes back to here.
    Return(Place),
    /// A unit goes there.
    To(Place),
    /// Propaganda.
    Propaganda,
    /// A Strike.
    Strike,
    /// A Move.
    Move,
    /// A Raid.
    Raid,
    /// A Harass.
    Harass,
    /// A Flush.
    Flush,
    /// Intelligence.
    Intelligence,
    /// Civil Affairs.
    CivilAffairs,
    /// A Suppression.
    Suppression,
    /// A Population Resettlement.
    Resettlement,
    /// The FLN tells the Government to act.
    Tell,
    /// Pass.
    Pass,
    /// The unit of this type here does it.
    With(Place, FlnUnit),
    /// It is done here.
    In(Place),
    /// A unit of this type takes it; true if it is a neutralized one.
    Hit(FlnUnit, bool),
    /// The target of a Harass.
    Target(GovUnit, GovBox),
    /// This unit takes part: type, box, the area where it stands, airmobilized or not.
    Commit(GovUnit, GovBox, Place, bool),
    /// Go with the units committed.
    Go,
    /// The number of PSP to gain; the rest comes off the opponent.
    Split(u8),
    /// Nothing, or nothing more.
    Done,
}

words! {
    /// The verb of an action.
    Verb {
        /// [`Action::Place`]
        Place = "place",
        /// [`Action::RaiseFln`]
        RaiseFln = "raise-fln",
        /// [`Action::LowerFrance`]
        LowerFrance = "lower-france",
        /// [`Action::Purge`]
        Purge = "purge",
        /// [`Action::Neutralize`]
        Neutralize = "neutralize",
        /// [`Action::Remove`]
        Remove = "remove",
        /// [`Action::Oas`]
        Oas = "oas",
        /// [`Action::RemovePolice`]
        RemovePolice = "remove-police",
        /// [`Action::Mobilize`]
        Mobilize = "mobilize",
        /// [`Action::Station`]
        Station = "station",
        /// [`Action::Buy`]
        Buy = "buy",
        /// [`Action::BorderZone`]
        BorderZone = "border-zone",
        /// [`Action::ActivateZone`]
        ActivateZone = "activate-zone",
        /// [`Action::Count`]
        Count = "count",
        /// [`Action::ActivateAll`]
        ActivateAll = "activate-all",
        /// [`Action::Spend`]
        Spend = "spend",
        /// [`Action::Build`]
        Build = "build",
        /// [`Action::Convert`]
        Convert = "convert",
        /// [`Action::Send`]
        Send = "send",
        /// [`Action::Return`]
        Return = "return",
        /// [`Action::To`]
        To = "to",
        /// [`Action::Propaganda`]
        Propaganda = "propaganda",
        /// [`Action::Strike`]
        Strike = "strike",
        /// [`Action::Move`]
        Move = "move",
        /// [`Action::Raid`]
        Raid = "raid",
        /// [`Action::Harass`]
        Harass = "harass",
        /// [`Action::Flush`]
        Flush = "flush",
        /// [`Action::Intelligence`]
        Intelligence = "intelligence",
        /// [`Action::CivilAffairs`]
        CivilAffairs = "civil-affairs",
        /// [`Action::Suppression`]
        Suppression = "suppression",
        /// [`Action::Resettlement`]
        Resettlement = "resettlement",
        /// [`Action::Tell`]
        Tell = "tell",
        /// [`Action::Pass`]
        Pass = "pass",
        /// [`Action::With`]
        With = "with",
        /// [`Action::In`]
        In = "in",
        /// [`Action::Hit`]
        Hit = "hit",
        /// [`Action::Target`]
        Target = "target",
        /// [`Action::Commit`]
        Commit = "commit",
        /// [`Action::Go`]
        Go = "go",
        /// [`Action::Split`]
        Split = "split",
        /// [`Action::Done`]
        Done = "done",
    }
}

impl Action {
    /// The verb. Both enums have the same order, so this only reads the tag.
    #[must_use]
    #[inline]
    pub const fn verb(self) -> Verb {
        match self {
            Self::Place(_) => Verb::Place,
            Self::RaiseFln => Verb::RaiseFln,
            Self::LowerFrance => Verb::LowerFrance,
            Self::Purge(_) => Verb::Purge,
            Self::Neutralize(..) => Verb::Neutralize,
            Self::Remove(..) => Verb::Remove,
            Self::Oas(_) => Verb::Oas,
            Self::RemovePolice(..) => Verb::RemovePolice,
            Self::Mobilize(_) => Verb::Mobilize,
            Self::Station(_) => Verb::Station,
            Self::Buy(_) => Verb::Buy,
            Self::BorderZone => Verb::BorderZone,
            Self::ActivateZone => Verb::ActivateZone,
            Self::Count(_) => Verb::Count,
            Self::ActivateAll => Verb::ActivateAll,
            Self::Spend(_) => Verb::Spend,
            Self::Build(_) => Verb::Build,
            Self::Convert(..) => Verb::Convert,
            Self::Send(_) => Verb::Send,
            Self::Return(_) => Verb::Return,
            Self::To(_) => Verb::To,
            Self::Propaganda => Verb::Propaganda,
            Self::Strike => Verb::Strike,
            Self::Move => Verb::Move,
            Self::Raid => Verb::Raid,
            Self::Harass => Verb::Harass,
            Self::Flush => Verb::Flush,
            Self::Intelligence => Verb::Intelligence,
            Self::CivilAffairs => Verb::CivilAffairs,
            Self::Suppression => Verb::Suppression,
            Self::Resettlement => Verb::Resettlement,
            Self::Tell => Verb::Tell,
            Self::Pass => Verb::Pass,
            Self::With(..) => Verb::With,
            Self::In(_) => Verb::In,
            Self::Hit(..) => Verb::Hit,
            Self::Target(..) => Verb::Target,
            Self::Commit(..) => Verb::Commit,
            Self::Go => Verb::Go,
            Self::Split(_) => Verb::Split,
            Self::Done => Verb::Done,
        }
    }
}

words! {
    /// The purpose of a roll.
    RollKind {
        /// AP at set-up (charts C.8).
        FirstAp = "first-ap",
        /// First die of the random event.
        EventTens = "event-tens",
        /// Second die of the random event.
        EventUnits = "event-units",
        /// Optional rule 13.2.
        IndependenceCheck = "independence-check",
        /// PSP of a side at independence.
        IndependencePsp = "independence-psp",
        /// Independence again: the Mission Success Table.
        IndependenceAp = "independence-ap",
        /// AP of a foreign arms shipment.
        ForeignArms = "foreign-arms",
        /// Elections: the Coup Table.
        Elections = "elections",
        /// Elections: PSP.
        ElectionsPsp = "elections-psp",
        /// PSP of the UN debate.
        UnDebate = "un-debate",
        /// Units of a factional purge.
        Purge = "purge",
        /// Brigades taken by NATO.
        Nato = "nato",
        /// Elite brigades that leave for Suez.
        Suez = "suez",
        /// Who controls the OAS.
        Oas = "oas",
        /// Propaganda.
        Propaganda = "propaganda",
        /// Strike.
        Strike = "strike",
        /// PSP of a Strike.
        StrikePsp = "strike-psp",
        /// PSP lost for no React to a Strike.
        StrikePenalty = "strike-penalty",
        /// Move.
        Move = "move",
        /// Raid.
        Raid = "raid",
        /// Evasion.
        Evade = "evade",
        /// Contact in a Flush.
        FlushContact = "flush-contact",
        /// Contact by Intelligence.
        Intelligence = "intelligence",
        /// Fire by a side.
        Fire = "fire",
        /// Firepower of Air Points.
        AirPoint = "air-point",
        /// Civil Affairs.
        CivilAffairs = "civil-affairs",
        /// Suppression.
        Suppression = "suppression",
        /// PSP lost when a Suppression backfires.
        Backfire = "backfire",
        /// PSP the FLN gains by a Resettlement.
        Resettlement = "resettlement",
        /// Control of an area.
        Control = "control",
        /// Depreciation of Air Points.
        AirDepreciation = "air-depreciation",
        /// Depreciation of Helo Points.
        HeloDepreciation = "helo-depreciation",
        /// Depreciation of AP.
        ApDepreciation = "ap-depreciation",
        /// Recovery of a unit.
        Recovery = "recovery",
        /// Recovery of a Terrorized area.
        TerrorRecovery = "terror-recovery",
        /// Whether the Army tries a coup.
        CoupAttempt = "coup-attempt",
        /// The Coup Table.
        Coup = "coup",
        /// PSP of a coup.
        CoupPsp = "coup-psp",
        /// PSP of units to mobilize after a coup.
        CoupMobilize = "coup-mobilize",
        /// Elite brigades disbanded after a coup.
        CoupElite = "coup-elite",
        /// PSP lost by an FLN without mobile units.
        NoMobile = "no-mobile",
    }
}
