//! What happens, as `apply` tells it.

use super::state::Ending;
use super::types::{Chit, Combat, Exchange, Failek, Flag, Level, Location, Unit};
use crate::side::Side;
use crate::sink::Audience;

/// Something that happened. Faileks are named by type only where both sides see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Seasons since the winter of the calendar's first year.
        turn: u8,
    },
    /// A side has new points.
    NewPoints {
        /// Whose.
        side: Side,
        /// How many.
        points: u8,
        /// Regions that the FLN contests or controls, without the Sahara.
        regions: u8,
        /// Faileks in Algeria.
        faileks: u8,
    },
    /// A side plays its chit first.
    Initiative {
        /// Which.
        side: Side,
    },
    /// A side takes a chit from its cup.
    Drawn {
        /// Which side.
        side: Side,
        /// The chit.
        chit: Chit,
    },
    /// A side lays a chit of the other set on the track.
    Laid {
        /// Which side lays it.
        side: Side,
        /// The chit.
        chit: Chit,
    },
    /// A chit is played.
    Played {
        /// By whom.
        side: Side,
        /// The chit.
        chit: Chit,
        /// True if it lay on the track.
        forced: bool,
    },
    /// A side plays no chit.
    Passed {
        /// Which.
        side: Side,
    },
    /// Points are gained or lost.
    Points {
        /// Whose.
        side: Side,
        /// How many; negative if they are lost.
        change: i8,
    },
    /// Extra points before structure attacks or counterinsurgency.
    ExtraPoints {
        /// Whose.
        side: Side,
        /// How many.
        points: u8,
    },
    /// The troop density changes.
    Density {
        /// What it is now.
        now: u8,
    },
    /// A Population Marker moves.
    Marker {
        /// Whose.
        region: Location,
        /// From which slot.
        from: u8,
        /// To which.
        to: u8,
    },
    /// The FLN Marker moves.
    FlnMarker {
        /// From which slot.
        from: u8,
        /// To which.
        to: u8,
    },
    /// The Pied-noirs' Feelings Marker moves.
    PiedNoirs {
        /// From which slot.
        from: u8,
        /// To which.
        to: u8,
    },
    /// The French Public Marker moves.
    FrenchPublic {
        /// From which slot.
        from: u8,
        /// To which.
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
        /// Where.
        at: Location,
    },
    /// A country becomes independent.
    Independent {
        /// Which.
        country: Location,
    },
    /// A rule is switched on.
    Enabled {
        /// Which.
        flag: Flag,
    },
    /// Rage.
    Rage,
    /// Appeasement.
    Appeasement,
    /// A region votes.
    Vote {
        /// Which.
        region: Location,
        /// How.
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
        /// Who won it, if anybody.
        winner: Option<Side>,
        /// The turn.
        turn: u8,
    },
    /// Faileks are exchanged: what both sides see of it (ruling I-105).
    Exchanged {
        /// Where.
        at: Location,
        /// How many leave.
        given: u8,
        /// How many arrive.
        taken: u8,
        /// What it costs, in half points.
        price: u8,
    },
    /// The types of the faileks that were just exchanged.
    ExchangedTypes {
        /// Where.
        at: Location,
        /// How.
        exchange: Exchange,
    },
    /// A failek is recruited.
    Recruited {
        /// Where.
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
        /// Where.
        at: Location,
    },
    /// A reduced unit is flipped up.
    FlippedUp {
        /// The unit.
        unit: Unit,
        /// Where.
        at: Location,
    },
    /// The number of maquis in a country changes.
    Maquis {
        /// Where.
        country: Location,
        /// How many there are now.
        count: u8,
    },
    /// A failek moves.
    Marched {
        /// From where.
        from: Location,
        /// To where.
        to: Location,
        /// Points.
        price: u8,
    },
    /// A failek is removed, its type unseen by France.
    FailekRemoved {
        /// Where.
        at: Location,
        /// Why.
        why: Removal,
    },
    /// A supply roll of a structure attack.
    StructureSupply {
        /// Where.
        at: Location,
        /// True if it passed.
        passed: bool,
    },
    /// An attack roll of a structure attack.
    StructureAttack {
        /// Where.
        at: Location,
        /// True if it hit.
        hit: bool,
    },
    /// A French unit moves.
    Drove {
        /// The unit.
        unit: Unit,
        /// From where.
        from: Location,
        /// To where.
        to: Location,
        /// Points.
        price: u8,
    },
    /// A French unit is displaced.
    Displaced {
        /// The unit.
        unit: Unit,
        /// From where.
        from: Location,
        /// To where.
        to: Location,
    },
    /// A Morice attack is made.
    MoriceAttack {
        /// Where.
        at: Location,
        /// Faileks attacked.
        faileks: u8,
    },
    /// A search is rolled.
    Searched {
        /// Where.
        at: Location,
        /// Dice.
        dice: u8,
        /// Faileks found.
        found: u8,
    },
    /// Combat chits are revealed.
    CombatChits {
        /// Of the FLN.
        fln: Combat,
        /// Of France.
        france: Combat,
    },
    /// A fight.
    Fight {
        /// Where.
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
        /// Where.
        region: Location,
        /// From which.
        from: Level,
        /// To which.
        to: Level,
    },
    /// A purge is attempted.
    Purge {
        /// Where.
        region: Location,
        /// With harsh interrogation.
        harsh: bool,
        /// True if it succeeds.
        success: bool,
    },
    /// People are resettled.
    Resettled {
        /// Where.
        region: Location,
        /// How often now.
        steps: u8,
    },
    /// An infiltration is attempted.
    Infiltration {
        /// Where.
        region: Location,
        /// True if it succeeds.
        success: bool,
    },
    /// Points are lost unused when a turn ends.
    Unused {
        /// Whose.
        side: Side,
        /// How many.
        points: u8,
    },
    /// The game is over.
    Over {
        /// The winner.
        winner: Side,
        /// The way.
        ending: Ending,
        /// The turn.
        turn: u8,
    },
}

/// Why a failek is removed without a fight.
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
    /// Who may see it.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Drawn { side, .. } | Self::Laid { side, .. } => Audience::Only(*side),
            Self::ExchangedTypes { .. } => Audience::Only(Side::Fln),
            _ => Audience::All,
        }
    }
}
