//! Choices.

use super::Ici;
use super::rules::Rules;
use super::types::{Chit, Class, Combat, Exchange, Failek, Location, WILAYAS};
use super::words::Node;
use crate::arguments::actions;
use crate::machine::Sequence as _;
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

actions! {
    /// A choice. A populated region has a [`super::types::Location`] below 25.
    Action of Rules;

    /// Ends a list, or chooses nothing.
    Done = "done";
    /// Plays no chit.
    Pass = "pass";
    /// Chooses a chit before the game.
    Choose(chit: Chit) = "choose" chit(chit);
    /// Places a region's Population Marker on a slot.
    Marker(at: Location, number: u8) = "marker" location(at)/number(number);
    /// Places a unit of a class.
    Place(class: Class, at: Location) = "place" class(class)/location(at);
    /// Makes a full unit start reduced.
    Weaken(class: Class, at: Location) = "weaken" class(class)/location(at);
    /// Plays a chit.
    Play(chit: Chit) = "play" chit(chit);
    /// Moves the Population Marker of a region by a chit.
    Step(at: Location) = "step" location(at);
    /// Reduces a unit by a chit.
    Reduce(class: Class, at: Location) = "reduce" class(class)/location(at);
    /// Removes a failek: by a chit, or because it is out of supply.
    Remove(at: Location, failek: Failek) = "remove" location(at)/failek(failek);
    /// Brings in a unit of a class: by a chit, as a reinforcement, or as a replacement.
    Enter(class: Class, at: Location) = "enter" class(class)/location(at);
    /// Removes a unit of a class in a coup; true if reduced.
    Substitute(class: Class, at: Location, reduced: bool) = "substitute" class(class)/location(at)/reduced(reduced);
    /// Exchanges faileks.
    Exchange(at: Location, exchange: Exchange) = "exchange" location(at)/exchange(exchange);
    /// Recruits a failek.
    Recruit(at: Location) = "recruit" location(at);
    /// Recruits the extra moussebiline.
    Extra(at: Location) = "extra" location(at);
    /// Lets a unit of a class enter next.
    Admit(class: Class) = "admit" class(class);
    /// Flips up a reduced unit.
    FlipUp(class: Class, at: Location) = "flip-up" class(class)/location(at);
    /// Keeps this many maquis in a country.
    Keep(at: Location, number: u8) = "keep" location(at)/number(number);
    /// Places a maquis.
    Maquis(at: Location) = "maquis" location(at);
    /// Picks a failek to move.
    Pick(at: Location, failek: Failek) = "pick" location(at)/failek(failek);
    /// Moves the picked failek.
    March {
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
        /// The border between Wilayas that it crosses.
        crossing: Crossing,
    } = "march" location(to)/number(price)/crossing(crossing);
    /// Attacks faileks that came over the Morice Line.
    Morice(at: Location) = "morice" location(at);
    /// Attacks structures.
    Strike(at: Location) = "strike" location(at);
    /// Picks a French unit to move; true if reduced.
    PickUnit(class: Class, at: Location, reduced: bool) = "pick-unit" class(class)/location(at)/reduced(reduced);
    /// Moves the picked unit.
    Drive {
        /// The destination.
        to: Location,
        /// The price in points.
        price: u8,
    } = "drive" location(to)/number(price);
    /// Displaces a French unit to a region.
    Displace(at: Location) = "displace" location(at);
    /// Searches.
    Search(at: Location) = "search" location(at);
    /// Attacks with all units.
    All = "all";
    /// Attacks with this many units.
    Send(number: u8) = "send" number(number);
    /// Sends a unit to attack; true if reduced.
    Attacker(class: Class, reduced: bool) = "attacker" class(class)/reduced(reduced);
    /// Sends an attacker to fight; true if reduced.
    Fighter(class: Class, reduced: bool) = "fighter" class(class)/reduced(reduced);
    /// Chooses a combat chit.
    Combat(combat: Combat) = "combat" combat(combat);
    /// Support to Activist Level.
    Propaganda(at: Location) = "propaganda" location(at);
    /// Activist to Purge Level.
    Assassinate(at: Location) = "assassinate" location(at);
    /// Purge to FLN Level.
    BuildCells(at: Location) = "build-cells" location(at);
    /// Purge of an FLN Level region.
    Purge(at: Location) = "purge" location(at);
    /// Purge with harsh interrogation.
    HarshPurge(at: Location) = "harsh-purge" location(at);
    /// Purge to Activist Level.
    Detect(at: Location) = "detect" location(at);
    /// Activist to Support Level.
    Mobilize(at: Location) = "mobilize" location(at);
    /// Resettles people.
    Resettle(at: Location) = "resettle" location(at);
    /// Infiltrates.
    Infiltrate(at: Location) = "infiltrate" location(at);
}

impl Action {
    /// Who may see the action when `side` has just played it. Hidden are chits chosen before the game, types of faileks, a
    /// combat chit until both are shown, and any choice whose existence would reveal hidden information (ruling I-106).
    #[must_use]
    pub fn audience(self, side: Side, decision: Node) -> Audience {
        match self {
            Self::Choose(_) | Self::Combat(_) | Self::Pick(..) | Self::Remove(..) | Self::Exchange(..) => {
                Audience::Only(side)
            }
            // There is always another choice: to stop recruiting, or another country that must recruit.
            Self::Recruit(_) | Self::Extra(_) => Audience::All,
            _ if Ici::is_announced(decision) => Audience::All,
            _ => Audience::Only(side),
        }
    }
}
