//! Events, as `apply` reports them.

use super::types::{Chit, Combat, Exchange, Failek, Flag, Level, Location, Unit};
use super::words::Ending;
use crate::side::Side;
use crate::sink::Audience;

/// Something that happened. Faileks have a type only where both sides see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Seasons since the winter of the calendar's first year.
        turn: u8,
    },
    /// A side has new points.
    NewPoints {
        /// The side.
        side: Side,
        /// The number of points.
        points: u8,
        /// Regions that the FLN contests or controls, without the Sahara.
        regions: u8,
        /// Faileks in Algeria.
        faileks: u8,
    },
    /// A side plays its chit first.
    Initiative {
        /// The side.
        side: Side,
    },
    /// A side draws a chit from its cup.
    Drawn {
        /// The side.
        side: Side,
        /// The chit.
        chit: Chit,
    },
    /// A side puts a chit of the other set on the track.
    Laid {
        /// The side that lays it.
        side: Side,
        /// The chit.
        chit: Chit,
    },
    /// A chit is played.
    Played {
        /// The side.
        side: Side,
        /// The chit.
        chit: Chit,
        /// True if it was on the track.
        forced: bool,
    },
    /// A side plays no chit.
    Passed {
        /// The side.
        side: Side,
    },
    /// Points are gained or lost.
    Points {
        /// The side.
        side: Side,
        /// The change; negative for a loss.
        change: i8,
    },
    /// Extra points before structure attacks or counterinsurgency.
    ExtraPoints {
        /// The side.
        side: Side,
        /// The number of points.
        points: u8,
    },
    /// The troop density changes.
    Density {
        /// The new value.
        now: u8,
    },
    /// A Population Marker moves.
    Marker {
        /// The region.
        region: Location,
        /// The old slot.
        from: u8,
        /// The new slot.
        to: u8,
    },
    /// The FLN Marker moves.
    FlnMarker {
        /// The old slot.
        from: u8,
        /// The new slot.
        to: u8,
    },
    /// The Pied-noirs' Feelings Marker moves.
    PiedNoirs {
        /// The old slot.
        from: u8,
        /// The new slot.
        to: u8,
    },
    /// The French Public Marker moves.
    FrenchPublic {
        /// The old slot.
        from: u8,
        /// The new slot.
        to: u8,
    },
    /// The Government Crisis Marker moves.
    Crisis {
        /// The space.
        crisis: u8,
        /// The turn.
        turn: u8,
    },
    /// A coup removes a unit for good.
    UnitRemoved {
        /// The unit.
        unit: Unit,
    },
    /// A unit is reduced by a chit.
    UnitReduced {
        /// The unit.
        unit: Unit,
        /// The location.
        at: Location,
    },
    /// A country becomes independent.
    Independent {
        /// The country.
        country: Location,
    },
    /// A rule is switched on.
    Enabled {
        /// The rule.
        flag: Flag,
    },
    /// Rage.
    Rage,
    /// Appeasement.
    Appeasement,
    /// A region votes.
    Vote {
        /// The region.
        region: Location,
        /// True for a yes.
        yes: bool,
    },
    /// A referendum is over.
    Referendum {
        /// True if it is the last one.
        last: bool,
        /// Votes for.
        yes: u8,
        /// Votes against.
        no: u8,
        /// The side that won it, if any.
        winner: Option<Side>,
        /// The turn.
        turn: u8,
    },
    /// Faileks are exchanged: the part that both sides see (ruling I-105).
    Exchanged {
        /// The location.
        at: Location,
        /// The number that leave.
        given: u8,
        /// The number that arrive.
        taken: u8,
        /// The price in half points.
        price: u8,
    },
    /// The types of the faileks just exchanged.
    ExchangedTypes {
        /// The location.
        at: Location,
        /// The exchange.
        exchange: Exchange,
    },
    /// A failek is recruited.
    Recruited {
        /// The location.
        at: Location,
        /// Its type.
        failek: Failek,
    },
    /// A unit is drawn from a wave.
    WaveDrawn {
        /// The unit.
        unit: Unit,
    },
    /// A unit enters the map.
    Entered {
        /// The unit.
        unit: Unit,
        /// The location.
        at: Location,
    },
    /// A reduced unit is flipped up.
    FlippedUp {
        /// The unit.
        unit: Unit,
        /// The location.
        at: Location,
    },
    /// The number of maquis in a country changes.
    Maquis {
        /// The country.
        country: Location,
        /// The new number.
        count: u8,
    },
    /// A failek moves.
    Marched {
        /// The location left.
        from: Location,
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
    },
    /// A failek is removed; France does not see its type.
    FailekRemoved {
        /// The location.
        at: Location,
        /// The reason.
        why: Removal,
    },
    /// A supply roll of a structure attack.
    StructureSupply {
        /// The location.
        at: Location,
        /// True if it passed.
        passed: bool,
    },
    /// An attack roll of a structure attack.
    StructureAttack {
        /// The location.
        at: Location,
        /// True if it hit.
        hit: bool,
    },
    /// A French unit moves.
    Drove {
        /// The unit.
        unit: Unit,
        /// The location left.
        from: Location,
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
    },
    /// A French unit is displaced.
    Displaced {
        /// The unit.
        unit: Unit,
        /// The location left.
        from: Location,
        /// The destination.
        to: Location,
    },
    /// A Morice attack is made.
    MoriceAttack {
        /// The location.
        at: Location,
        /// Faileks attacked.
        faileks: u8,
    },
    /// A search is rolled.
    Searched {
        /// The location.
        at: Location,
        /// The number of dice.
        dice: u8,
        /// Faileks found.
        found: u8,
    },
    /// Combat chits are revealed.
    CombatChits {
        /// The one of the FLN.
        fln: Combat,
        /// The one of France.
        france: Combat,
    },
    /// A fight.
    Fight {
        /// The location.
        at: Location,
        /// The French unit.
        unit: Unit,
        /// The type of failek.
        failek: Failek,
        /// True if the failek is killed.
        killed: bool,
        /// Steps that the French unit loses.
        losses: u8,
        /// True if it is eliminated.
        eliminated: bool,
    },
    /// A political level changes.
    Level {
        /// The region.
        region: Location,
        /// The old level.
        from: Level,
        /// The new level.
        to: Level,
    },
    /// A purge is attempted.
    Purge {
        /// The region.
        region: Location,
        /// True with harsh interrogation.
        harsh: bool,
        /// True if it succeeds.
        success: bool,
    },
    /// People are resettled.
    Resettled {
        /// The region.
        region: Location,
        /// The total number of times.
        steps: u8,
    },
    /// An infiltration is attempted.
    Infiltration {
        /// The region.
        region: Location,
        /// True if it succeeds.
        success: bool,
    },
    /// A side loses unused points at the end of a turn.
    Unused {
        /// The side.
        side: Side,
        /// The number of points.
        points: u8,
    },
    /// The game is over.
    Over {
        /// The winner.
        winner: Side,
        /// How it ended.
        ending: Ending,
        /// The turn.
        turn: u8,
    },
}

/// The reason for removing a failek without a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// A political chit.
    Chit,
    /// The stacking limit.
    Stacking,
    /// The supply limit.
    Supply,
}

impl Event {
    /// Who may see the event.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Drawn { side, .. } | Self::Laid { side, .. } => Audience::Only(*side),
            Self::ExchangedTypes { .. } => Audience::Only(Side::Fln),
            _ => Audience::All,
        }
    }
}
