//! Choices.

use super::types::{Chit, Class, Combat, Exchange, Failek, Location, WILAYAS};
use super::words::{Node, words};
use crate::side::Side;
use crate::sink::Audience;

/// A border between two Wilayas that a failek crosses, in one direction (rulebook 3.1.1, ruling I-56).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crossing(u8);

impl Crossing {
    /// No border is crossed.
    pub const NONE: Self = Self(u8::MAX);

    /// From one wilaya (0 to 6) to another.
    #[must_use]
    #[inline]
    pub const fn new(from: u8, to: u8) -> Self {
        Self(from * WILAYAS as u8 + to)
    }

    /// The bit of the ordered pair; 0 for [`Crossing::NONE`].
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        if self.0 == u8::MAX { 0 } else { 1 << self.0 }
    }

    /// The wilayas, one bit each, that borders were crossed into from one, given a set of ordered pairs.
    #[inline]
    pub(crate) const fn made_from(crossed: u64, wilaya: u8) -> u8 {
        (crossed >> (wilaya * WILAYAS as u8)) as u8 & ((1 << WILAYAS) - 1)
    }

    /// The wilayas left and entered, if a border is crossed.
    #[must_use]
    pub const fn pair(self) -> Option<(u8, u8)> {
        if self.0 == u8::MAX { None } else { Some((self.0 / WILAYAS as u8, self.0 % WILAYAS as u8)) }
    }
}

/// True if open information alone tells whether a side has a choice at a decision. At the others only the deciding side may
/// know whether there was anything to decide, since that depends on its hand or on types of faileks (ruling I-106).
#[must_use]
#[inline]
pub(crate) const fn is_announced(decision: Node) -> bool {
    !matches!(
        decision,
        Node::ChooseChits
            | Node::PlayChit
            | Node::ChitFailek
            | Node::Exchange
            | Node::Recruit
            | Node::ExtraRecruit
            | Node::Supply
    )
}

/// A choice. A populated region has a [`super::types::Location`] below 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Ends a list, or chooses nothing.
    Done,
    /// Plays no chit.
    Pass,
    /// Chooses a chit before the game.
    Choose(Chit),
    /// Places a region's Population Marker on a slot.
    Marker(Location, u8),
    /// Places a unit of a class.
    Place(Class, Location),
    /// Makes a full unit start reduced.
    Weaken(Class, Location),
    /// Plays a chit.
    Play(Chit),
    /// Moves the Population Marker of a region by a chit.
    Step(Location),
    /// Reduces a unit by a chit.
    Reduce(Class, Location),
    /// Removes a failek: by a chit, or because it is out of supply.
    Remove(Location, Failek),
    /// Brings in a unit of a class: by a chit, as a reinforcement, or as a replacement.
    Enter(Class, Location),
    /// Removes a unit of a class in a coup; true if reduced.
    Substitute(Class, Location, bool),
    /// Exchanges faileks.
    Exchange(Location, Exchange),
    /// Recruits a failek.
    Recruit(Location),
    /// Recruits the extra moussebiline.
    Extra(Location),
    /// Lets a unit of a class enter next.
    Admit(Class),
    /// Flips up a reduced unit.
    FlipUp(Class, Location),
    /// Keeps this many maquis in a country.
    Keep(Location, u8),
    /// Places a maquis.
    Maquis(Location),
    /// Picks a failek to move.
    Pick(Location, Failek),
    /// Moves the picked failek.
    March {
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
        /// The border between Wilayas that it crosses.
        crossing: Crossing,
    },
    /// Attacks faileks that came over the Morice Line.
    Morice(Location),
    /// Attacks structures.
    Strike(Location),
    /// Picks a French unit to move; true if reduced.
    PickUnit(Class, Location, bool),
    /// Moves the picked unit.
    Drive {
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
    },
    /// Displaces a French unit to a region.
    Displace(Location),
    /// Searches.
    Search(Location),
    /// Attacks with all units.
    All,
    /// Attacks with this many units.
    Send(u8),
    /// Sends a unit to attack; true if reduced.
    Attacker(Class, bool),
    /// Sends an attacker to fight; true if reduced.
    Fighter(Class, bool),
    /// Chooses a combat chit.
    Combat(Combat),
    /// Support to Activist Level.
    Propaganda(Location),
    /// Activist to Purge Level.
    Assassinate(Location),
    /// Purge to FLN Level.
    BuildCells(Location),
    /// Purge of an FLN Level region.
    Purge(Location),
    /// Purge with harsh interrogation.
    HarshPurge(Location),
    /// Purge to Activist Level.
    Detect(Location),
    /// Activist to Support Level.
    Mobilize(Location),
    /// Resettles people.
    Resettle(Location),
    /// Infiltrates.
    Infiltrate(Location),
}

words! {
    /// The verb of an action.
    Verb {
        /// Ends a list, or chooses nothing.
        Done = "done",
        /// Plays no chit.
        Pass = "pass",
        /// Chooses a chit before the game.
        Choose = "choose",
        /// Places a Population Marker.
        Marker = "marker",
        /// Places a unit.
        Place = "place",
        /// Makes a full unit start reduced.
        Weaken = "weaken",
        /// Plays a chit.
        Play = "play",
        /// Moves a Population Marker by a chit.
        Step = "step",
        /// Reduces a unit by a chit.
        Reduce = "reduce",
        /// Removes a failek.
        Remove = "remove",
        /// Brings in a unit.
        Enter = "enter",
        /// Removes a unit in a coup.
        Substitute = "substitute",
        /// Exchanges faileks.
        Exchange = "exchange",
        /// Recruits a failek.
        Recruit = "recruit",
        /// Recruits the extra moussebiline.
        Extra = "extra",
        /// Lets a unit enter next.
        Admit = "admit",
        /// Flips up a reduced unit.
        FlipUp = "flip-up",
        /// Keeps maquis.
        Keep = "keep",
        /// Places a maquis.
        Maquis = "maquis",
        /// Picks a failek to move.
        Pick = "pick",
        /// Moves the picked failek.
        March = "march",
        /// Attacks over the Morice Line.
        Morice = "morice",
        /// Attacks structures.
        Strike = "strike",
        /// Picks a French unit to move.
        PickUnit = "pick-unit",
        /// Moves the picked unit.
        Drive = "drive",
        /// Displaces a French unit.
        Displace = "displace",
        /// Searches.
        Search = "search",
        /// Attacks with all units.
        All = "all",
        /// Attacks with a number of units.
        Send = "send",
        /// Sends a unit to attack.
        Attacker = "attacker",
        /// Sends an attacker to fight.
        Fighter = "fighter",
        /// Chooses a combat chit.
        Combat = "combat",
        /// Support to Activist Level.
        Propaganda = "propaganda",
        /// Activist to Purge Level.
        Assassinate = "assassinate",
        /// Purge to FLN Level.
        BuildCells = "build-cells",
        /// Purge.
        Purge = "purge",
        /// Purge with harsh interrogation.
        HarshPurge = "harsh-purge",
        /// Purge to Activist Level.
        Detect = "detect",
        /// Activist to Support Level.
        Mobilize = "mobilize",
        /// Resettles people.
        Resettle = "resettle",
        /// Infiltrates.
        Infiltrate = "infiltrate",
    }
}

impl Action {
    /// Who may see the action when `side` has just played it. Hidden are chits chosen before the game, types of faileks, a
    /// combat chit until both are shown, and any choice whose existence would reveal hidden information (ruling I-106).
    #[must_use]
    pub const fn audience(self, side: Side, decision: Node) -> Audience {
        match self {
            Self::Choose(_) | Self::Combat(_) | Self::Pick(..) | Self::Remove(..) | Self::Exchange(..) => {
                Audience::Only(side)
            }
            // There is always something else to choose, if only to recruit no more, or another country that has to.
            Self::Recruit(_) | Self::Extra(_) => Audience::All,
            _ if is_announced(decision) => Audience::All,
            _ => Audience::Only(side),
        }
    }

    /// The verb.
    #[must_use]
    #[inline]
    pub const fn verb(self) -> Verb {
        match self {
            Self::Done => Verb::Done,
            Self::Pass => Verb::Pass,
            Self::Choose(_) => Verb::Choose,
            Self::Marker(..) => Verb::Marker,
            Self::Place(..) => Verb::Place,
            Self::Weaken(..) => Verb::Weaken,
            Self::Play(_) => Verb::Play,
            Self::Step(_) => Verb::Step,
            Self::Reduce(..) => Verb::Reduce,
            Self::Remove(..) => Verb::Remove,
            Self::Enter(..) => Verb::Enter,
            Self::Substitute(..) => Verb::Substitute,
            Self::Exchange(..) => Verb::Exchange,
            Self::Recruit(_) => Verb::Recruit,
            Self::Extra(_) => Verb::Extra,
            Self::Admit(_) => Verb::Admit,
            Self::FlipUp(..) => Verb::FlipUp,
            Self::Keep(..) => Verb::Keep,
            Self::Maquis(_) => Verb::Maquis,
            Self::Pick(..) => Verb::Pick,
            Self::March { .. } => Verb::March,
            Self::Morice(_) => Verb::Morice,
            Self::Strike(_) => Verb::Strike,
            Self::PickUnit(..) => Verb::PickUnit,
            Self::Drive { .. } => Verb::Drive,
            Self::Displace(_) => Verb::Displace,
            Self::Search(_) => Verb::Search,
            Self::All => Verb::All,
            Self::Send(_) => Verb::Send,
            Self::Attacker(..) => Verb::Attacker,
            Self::Fighter(..) => Verb::Fighter,
            Self::Combat(_) => Verb::Combat,
            Self::Propaganda(_) => Verb::Propaganda,
            Self::Assassinate(_) => Verb::Assassinate,
            Self::BuildCells(_) => Verb::BuildCells,
            Self::Purge(_) => Verb::Purge,
            Self::HarshPurge(_) => Verb::HarshPurge,
            Self::Detect(_) => Verb::Detect,
            Self::Mobilize(_) => Verb::Mobilize,
            Self::Resettle(_) => Verb::Resettle,
            Self::Infiltrate(_) => Verb::Infiltrate,
        }
    }
}
