//! What a side sees of a position, without copying it, for bots that need only a few numbers.

use super::Ici;
use super::action::Action;
use super::formulas::{self, Control};
use super::rules::Rules;
use super::state::{State, TYPES};
use super::types::{Chits, Level, Location, Mask, Unit, Units};
use crate::game::View;
use crate::getters::getters;
use crate::side::Side;

/// A position as one side sees it, without access to anything hidden from that side.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
}

impl<'a> View<'a, Ici> {
    /// The side's view of the position.
    #[must_use]
    #[inline]
    pub fn position(&self) -> Position<'a> {
        Position { rules: self.rules(), state: self.state(), side: self.side() }
    }
}

impl Position<'_> {
    getters! { self;
        /// The points of a side.
        points(side: Side) -> u8 = self.state.points(side);
        /// The bill of the sub-phase in half points.
        bill() -> u8 = self.state.flow.bill;
        /// The season, counted from the winter of the calendar's first year.
        turn() -> u8 = self.state.turn;
        /// The number of faileks in a location.
        faileks(at: Location) -> u8 = self.state.failek_count(at);
        /// The locations with faileks, including the counter mix.
        occupied() -> Mask = self.state.occupied;
        /// The number of faileks of each type; for France, the number it is sure of.
        types(at: Location) -> [u8; TYPES] = match self.side {
            Side::Fln => self.state.faileks(at).by_type(),
            Side::France => self.state.sure(at),
        };
        /// The number of faileks in the regions of the Sahara.
        faileks_in_sahara() -> u8 = Location::regions(self.rules.map.sahara).map(|at| self.faileks(at)).sum();
        /// The number of faileks in the countries.
        faileks_in_countries() -> u8 = formulas::faileks_in_countries(self.state);
        /// The number of French units in a location of Algeria.
        french(at: Location) -> u8 = self.state.french_count(at);
        /// The number of faileks that a search of a location may find.
        findable(at: Location) -> u8 = formulas::findable(self.rules, self.state, at);
        /// Control of a region or place.
        control(at: Location) -> Control = formulas::control(self.rules, self.state, at);
        /// The garrison value of a populated region.
        garrison(region: Location) -> u8 = formulas::garrison(self.rules, self.state, region);
        /// The Population Marker of a populated region.
        marker(region: Location) -> u8 = self.state.marker(region);
        /// The political level of a populated region.
        level(region: Location) -> Level = self.state.level(region);
        /// The French Public Marker, the FLN Marker, the Pied-noirs' Feelings Marker and the Government Crisis Marker.
        tracks() -> [u8; 4] =
            [self.state.french_public, self.state.fln_marker, self.state.pied_noirs, self.state.crisis];
        /// The troop density.
        density() -> u8 = self.state.density();
        /// The location of the move, search or fight in progress.
        site() -> Location = self.state.flow.site;
        /// The French units in a location.
        french_units(at: Location) -> Units = self.state.units_at(at);
        /// True if a French unit is on its reduced side.
        is_reduced(unit: Unit) -> bool = self.state.is_reduced(unit);
        /// The quality of a French unit in a location, including the terrain of a region.
        quality(at: Location, unit: Unit) -> i8 = formulas::quality(self.rules, self.state, at, unit);
        /// The modifier of each die in a search of a location by some attackers.
        search_modifier(at: Location, attackers: Units) -> i8 =
            formulas::search_modifier(self.rules, self.state, at, attackers);
        /// The number of dice of a search, given the number of attackers.
        search_dice(at: Location, attackers: u8) -> u8 = formulas::search_dice(self.rules, self.state, at, attackers);
        /// True if a country is independent.
        is_independent(country: usize) -> bool = self.state.is_independent(country);
        /// The side's own chits in hand.
        hand() -> Chits = self.state.hand(self.side);
        /// The price of a recruit in a location in half points.
        recruit_price(at: Location) -> u8 = formulas::recruit_price(self.rules, self.state, at);
        /// The price of an action in half points at the time it is played.
        price(action: Action) -> u8 = formulas::price(self.rules, self.state, action);
    }
}
