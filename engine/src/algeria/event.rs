//! Events, and their causes.

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place, Point, RandomEvent, VictoryLevel};
use super::words::{Phase, words};
use crate::Side;

words! {
    /// The cause of a change of PSL (charts C.6).
    PslCause {
        /// At set-up.
        SetUp = "set-up",
        /// A random event.
        RandomEvent = "random-event",
        /// Mobilization and activation.
        Reinforcement = "reinforcement",
        /// The price of a mission.
        MissionCost = "mission-cost",
        /// Propaganda.
        Propaganda = "propaganda",
        /// Strike.
        Strike = "strike",
        /// No React to a Strike.
        NoReact = "no-react",
        /// Civil Affairs.
        CivilAffairs = "civil-affairs",
        /// A Suppression that backfired.
        Suppression = "suppression",
        /// Population Resettlement.
        Resettlement = "resettlement",
        /// Hits on mobile Government units.
        Hits = "hits",
        /// Police neutralized.
        Police = "police",
        /// FLN units eliminated.
        Eliminated = "eliminated",
        /// FLN units reduced.
        Reduced = "reduced",
        /// A coup.
        Coup = "coup",
        /// The OAS at the end of a turn.
        Oas = "oas",
        /// Terrorized and resettled areas at the end of a turn.
        Terror = "terror",
        /// No FLN mobile units in Algeria.
        NoMobile = "no-mobile",
        /// FLN firepower abroad.
        Abroad = "abroad",
        /// The lead in Controlled areas.
        Areas = "areas",
    }
}

words! {
    /// The cause of a change of AP.
    ApCause {
        /// At set-up.
        SetUp = "set-up",
        /// Income from areas.
        Areas = "areas",
        /// Income from the PSL.
        Psl = "psl",
        /// A random event.
        RandomEvent = "random-event",
        /// A Raid.
        Raid = "raid",
        /// The price of a mission.
        MissionCost = "mission-cost",
        /// Units built or converted.
        Reinforcement = "reinforcement",
        /// Depreciation.
        Depreciation = "depreciation",
    }
}

words! {
    /// A change of an FLN unit.
    FlnChange {
        /// Set up.
        SetUp = "set-up",
        /// Built.
        Built = "built",
        /// Converted to this type.
        Converted = "converted",
        /// Left the Underground box.
        Deployed = "deployed",
        /// Eliminated.
        Eliminated = "eliminated",
        /// A Front or Failek reduced.
        Reduced = "reduced",
        /// Neutralized.
        Neutralized = "neutralized",
        /// Recovered.
        Recovered = "recovered",
        /// Contacted: by Intelligence, or in a Flush.
        Contacted = "contacted",
        /// Evaded a React.
        Evaded = "evaded",
    }
}

words! {
    /// A change of a Government unit.
    GovChange {
        /// Set up.
        SetUp = "set-up",
        /// Mobilized.
        Mobilized = "mobilized",
        /// Police removed by choice.
        Removed = "removed",
        /// Taken by NATO.
        Nato = "nato",
        /// Left for Suez.
        ToSuez = "to-suez",
        /// Back from Suez.
        FromSuez = "from-suez",
        /// Disbanded after a coup.
        Disbanded = "disbanded",
        /// Activated.
        Activated = "activated",
        /// On Patrol.
        Patrol = "patrol",
        /// Changed to this mode.
        Mode = "mode",
        /// Flushes.
        Flushes = "flushes",
        /// Reacts.
        Reacts = "reacts",
        /// Assists a Suppression.
        Assists = "assists",
        /// Neutralized.
        Neutralized = "neutralized",
        /// Recovered.
        Recovered = "recovered",
    }
}

/// Something that happened. Everything is open to both sides (rules 1 to 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A phase of a turn begins.
    Phase {
        /// The turn, from 1.
        turn: u16,
        /// The phase.
        phase: Phase,
    },
    /// A random event takes effect, or none does.
    Random(RandomEvent),
    /// Morocco and Tunisia become independent.
    Independence,
    /// A PSL changes.
    Psl {
        /// The side.
        side: Side,
        /// The change by the rule, before the ends of the track.
        delta: i16,
        /// The new value.
        now: u8,
        /// The cause.
        cause: PslCause,
    },
    /// AP change.
    Ap {
        /// The change.
        delta: i16,
        /// The new value.
        now: u8,
        /// The cause.
        cause: ApCause,
    },
    /// Points are bought or lost to depreciation.
    Points {
        /// The kind of Point.
        point: Point,
        /// The change of the maximum.
        delta: i16,
        /// The new maximum.
        now: u8,
    },
    /// The Border Zone is opened or gains a step; its new number of steps.
    BorderZone(u8),
    /// The Border Zone is activated.
    BorderZoneActive,
    /// FLN units change.
    Fln {
        /// The change.
        change: FlnChange,
        /// The place.
        place: Place,
        /// The type; after a conversion or reduction, the new one.
        unit: FlnUnit,
        /// The number of units.
        count: u8,
    },
    /// Government units change.
    Gov {
        /// The change.
        change: GovChange,
        /// The area.
        area: Place,
        /// The type.
        unit: GovUnit,
        /// The number of units.
        count: u8,
    },
    /// A Government unit goes to another area.
    GovMoved {
        /// The area left.
        from: Place,
        /// The area entered.
        to: Place,
        /// The type.
        unit: GovUnit,
        /// True if it is airmobilized.
        airmobile: bool,
    },
    /// A Cadre goes to France or comes back.
    France {
        /// The area.
        area: Place,
        /// True if it leaves for France.
        sent: bool,
    },
    /// An FLN unit tried to Move.
    Moved {
        /// The place left.
        from: Place,
        /// The destination.
        to: Place,
        /// The type.
        unit: FlnUnit,
        /// True if it arrived.
        arrived: bool,
    },
    /// A mission begins.
    Mission {
        /// The mission.
        mission: Mission,
        /// The place.
        place: Place,
    },
    /// The result of a mission on the Mission Success Table.
    Result {
        /// The mission.
        mission: Mission,
        /// The place.
        place: Place,
        /// The modified roll.
        roll: i16,
        /// The number in the table.
        number: u8,
        /// The mark.
        mark: Mark,
    },
    /// Fire on the Combat Results Table.
    Fire {
        /// The side that fires.
        side: Side,
        /// The area.
        area: Place,
        /// Total firepower.
        firepower: u16,
        /// Hits.
        hits: u8,
    },
    /// Air Points are used.
    AirPoints(u8),
    /// A side tells the other to act, or passes.
    Passed {
        /// The side.
        side: Side,
        /// True if the FLN told the Government to act.
        told: bool,
    },
    /// Control of an area is determined.
    Control {
        /// The area.
        area: Place,
        /// The side that Controls it, if any.
        side: Option<Side>,
    },
    /// A Terror marker is placed or removed.
    Terror {
        /// The area.
        area: Place,
        /// True if it is placed.
        placed: bool,
    },
    /// An area is resettled.
    Resettled(Place),
    /// The OAS appears, or its controller is rolled for.
    OasController(Side),
    /// The OAS marker is placed.
    OasPlaced(Place),
    /// The OAS is removed.
    OasRemoved,
    /// The line of the Coup Table, or `None` if the Army does not attempt a coup.
    Coup(Option<u8>),
    /// The restrictions of optional rule 13.1 end.
    SlowReactionEnds,
    /// A check of optional rule 13.3.
    ShorterCheck {
        /// The lead of the FLN; negative if the Government leads.
        lead: i16,
        /// The number of consecutive checks with such a lead.
        in_a_row: u8,
    },
    /// A Government unit is the target of a Harass.
    Target {
        /// The area.
        area: Place,
        /// The type.
        unit: GovUnit,
        /// Its box.
        at: GovBox,
    },
    /// The game is over.
    Over {
        /// The winner.
        winner: Side,
        /// The level of the victory.
        level: VictoryLevel,
    },
}
