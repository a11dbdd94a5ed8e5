//! What a side sees of a position, without a copy of it: for bots that need a few numbers.

use super::Ici;
use super::action::Action;
use super::formulas::{self, Control};
use super::rules::Rules;
use super::state::{State, TYPES};
use super::types::{Chits, Level, Location, Mask, Unit, Units};
use crate::game::View;
use crate::side::Side;

/// A position as one side sees it. Nothing that is hidden from the side can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    rules: &'a Rules,
    state: &'a State,
    side: Side,
}

impl<'a> View<'a, Ici> {
    /// What the side sees of the position.
    #[must_use]
    #[inline]
    pub fn table(&self) -> Table<'a> {
        Table { rules: self.rules(), state: self.state(), side: self.side() }
    }
}

impl Table<'_> {
    /// The points of a side.
    #[must_use]
    #[inline]
    pub fn points(&self, side: Side) -> u8 {
        self.state.points(side)
    }

    /// The bill of the sub-phase in half points.
    #[must_use]
    #[inline]
    pub fn bill(&self) -> u8 {
        self.state.bill
    }

    /// The season, counted from the winter of the calendar's first year.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> u8 {
        self.state.turn
    }

    /// How many faileks there are in a location.
    #[must_use]
    #[inline]
    pub fn faileks(&self, at: Location) -> u8 {
        self.state.failek_count(at)
    }

    /// Where there are faileks, on the map and in the counter mix.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Mask {
        self.state.occupied
    }

    /// How many faileks of each type there are: for France, of how many it is sure.
    #[must_use]
    #[inline]
    pub fn types(&self, at: Location) -> [u8; TYPES] {
        match self.side {
            Side::Fln => self.state.faileks(at).by_type(),
            Side::France => self.state.sure(at),
        }
    }

    /// Faileks in the regions of the Sahara.
    #[must_use]
    #[inline]
    pub fn faileks_in_sahara(&self) -> u8 {
        Location::regions(self.rules.map.sahara).map(|at| self.faileks(at)).sum()
    }

    /// Faileks in the countries.
    #[must_use]
    #[inline]
    pub fn faileks_in_countries(&self) -> u8 {
        formulas::faileks_in_countries(self.state)
    }

    /// How many French units there are in a location of Algeria.
    #[must_use]
    #[inline]
    pub fn french(&self, at: Location) -> u8 {
        self.state.french_count(at)
    }

    /// How many faileks a search of a location may find.
    #[must_use]
    #[inline]
    pub fn findable(&self, at: Location) -> u8 {
        formulas::findable(self.rules, self.state, at)
    }

    /// Who controls a region or place.
    #[must_use]
    #[inline]
    pub fn control(&self, at: Location) -> Control {
        formulas::control(self.rules, self.state, at)
    }

    /// The garrison value of a populated region.
    #[must_use]
    #[inline]
    pub fn garrison(&self, region: Location) -> u8 {
        formulas::garrison(self.rules, self.state, region)
    }

    /// The Population Marker of a populated region.
    #[must_use]
    #[inline]
    pub fn marker(&self, region: Location) -> u8 {
        self.state.marker(region)
    }

    /// The political level of a populated region.
    #[must_use]
    #[inline]
    pub fn level(&self, region: Location) -> Level {
        self.state.level(region)
    }

    /// The French Public Marker, the FLN Marker, the Pied-noirs' Feelings Marker and the Government Crisis Marker.
    #[must_use]
    #[inline]
    pub fn tracks(&self) -> [u8; 4] {
        [self.state.french_public, self.state.fln_marker, self.state.pied_noirs, self.state.crisis]
    }

    /// The troop density.
    #[must_use]
    #[inline]
    pub fn density(&self) -> u8 {
        self.state.density()
    }

    /// The location of the move, search or fight under way.
    #[must_use]
    #[inline]
    pub fn site(&self) -> Location {
        self.state.site
    }

    /// The French units in a location.
    #[must_use]
    #[inline]
    pub fn french_units(&self, at: Location) -> Units {
        self.state.units_at(at)
    }

    /// True if a French unit is on its reduced side.
    #[must_use]
    #[inline]
    pub fn is_reduced(&self, unit: Unit) -> bool {
        self.state.is_reduced(unit)
    }

    /// The quality of a French unit in a location, with what the terrain of a region changes.
    #[must_use]
    #[inline]
    pub fn quality(&self, at: Location, unit: Unit) -> i8 {
        formulas::quality(self.rules, self.state, at, unit)
    }

    /// The modifier of each die of a search of a location by some attackers.
    #[must_use]
    #[inline]
    pub fn search_modifier(&self, at: Location, attackers: Units) -> i8 {
        formulas::search_modifier(self.rules, self.state, at, attackers)
    }

    /// Number of dice of a search, given the number of attackers.
    #[must_use]
    #[inline]
    pub fn search_dice(&self, at: Location, attackers: u8) -> u8 {
        formulas::search_dice(self.rules, self.state, at, attackers)
    }

    /// True if a country is independent.
    #[must_use]
    #[inline]
    pub fn is_independent(&self, country: usize) -> bool {
        self.state.is_independent(country)
    }

    /// The own chits in hand.
    #[must_use]
    #[inline]
    pub fn hand(&self) -> Chits {
        self.state.hand(self.side)
    }

    /// What a recruit in a location costs in half points.
    #[must_use]
    #[inline]
    pub fn recruit_price(&self, at: Location) -> u8 {
        formulas::recruit_price(self.rules, self.state, at)
    }

    /// What an action costs in half points when it is played.
    #[must_use]
    #[inline]
    pub fn price(&self, action: Action) -> u8 {
        formulas::price(self.rules, self.state, action)
    }
}
