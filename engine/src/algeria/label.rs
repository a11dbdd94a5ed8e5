//! Labels of rolls.

use super::types::Place;
use super::words::words;
use crate::dice::labels;

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

labels!(RollKind, Place);
