//! What can happen.

use super::types::{FlnUnit, GovBox, GovUnit, Mark, Mission, Place, Point, RandomEvent, VictoryLevel, words};
use crate::Side;

words! {
    /// Why a PSL changes (charts C.6).
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
    /// Why AP change.
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
    /// A phase of the turn, as the dice are keyed.
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
    /// A random event takes effect, or none.
    Random(RandomEvent),
    /// Morocco and Tunisia become independent.
    Independence,
    /// A PSL changes.
    Psl {
        /// Whose.
        side: Side,
        /// By how much the rule changes it, before the ends of the track.
        delta: i16,
        /// What it is now.
        now: u8,
        /// Why.
        cause: PslCause,
    },
    /// AP change.
    Ap {
        /// By how much.
        delta: i16,
        /// To what.
        now: u8,
        /// Why.
        cause: ApCause,
    },
    /// Points are bought or lost to depreciation.
    Points {
        /// Which.
        point: Point,
        /// By how much the maximum changes.
        delta: i16,
        /// The maximum now.
        now: u8,
    },
    /// The Border Zone is opened or gains a step; its steps now.
    BorderZone(u8),
    /// The Border Zone is activated.
    BorderZoneActive,
    /// FLN units change.
    Fln {
        /// How.
        change: FlnChange,
        /// Where.
        place: Place,
        /// The type (after a conversion or reduction: the new one).
        unit: FlnUnit,
        /// How many.
        count: u8,
    },
    /// Government units change.
    Gov {
        /// How.
        change: GovChange,
        /// Where.
        area: Place,
        /// The type.
        unit: GovUnit,
        /// How many.
        count: u8,
    },
    /// A Government unit goes to another area.
    GovMoved {
        /// From here.
        from: Place,
        /// To there.
        to: Place,
        /// The type.
        unit: GovUnit,
        /// It flies.
        airmobile: bool,
    },
    /// A Cadre goes to France or comes back.
    France {
        /// The area.
        area: Place,
        /// True if it goes.
        sent: bool,
    },
    /// An FLN unit tried to Move.
    Moved {
        /// From here.
        from: Place,
        /// To there.
        to: Place,
        /// The type.
        unit: FlnUnit,
        /// True if it arrived.
        arrived: bool,
    },
    /// A mission begins.
    Mission {
        /// Which.
        mission: Mission,
        /// Where.
        place: Place,
    },
    /// The result of a mission on the Mission Success Table.
    Result {
        /// Which mission.
        mission: Mission,
        /// Where.
        place: Place,
        /// The modified roll.
        roll: i16,
        /// The number.
        number: u8,
        /// The mark.
        mark: Mark,
    },
    /// Fire on the Combat Results Table.
    Fire {
        /// Who fires.
        side: Side,
        /// Where.
        area: Place,
        /// Total firepower.
        firepower: u16,
        /// Hits.
        hits: u8,
    },
    /// Air Points are used.
    AirPoints(u8),
    /// A side tells or passes.
    Passed {
        /// Who.
        side: Side,
        /// The FLN told the Government to act.
        told: bool,
    },
    /// The Control of an area is judged.
    Control {
        /// The area.
        area: Place,
        /// Who Controls it, if anybody does.
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
    /// The OAS appears, or its controller is rolled.
    OasController(Side),
    /// The OAS marker is placed.
    OasPlaced(Place),
    /// The OAS is removed.
    OasRemoved,
    /// The Army does not try, or tries: the line of the Coup Table.
    Coup(Option<u8>),
    /// The restrictions of optional rule 13.1 end.
    SlowReactionEnds,
    /// A check of optional rule 13.3.
    ShorterCheck {
        /// The lead of the FLN (negative: of the Government).
        lead: i16,
        /// How many such leads in a row.
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
    Won {
        /// The winner.
        side: Side,
        /// How clearly.
        level: VictoryLevel,
    },
}
