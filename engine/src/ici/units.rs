//! French units by class: units of one class and state in one location are a single choice.

use super::rules::Rules;
use super::state::{State, each_eight};
use super::types::{CLASSES, Class, Location, Mask, Unit, Units};

/// The position of a class and state in the fixed order of choices: full before reduced.
#[inline]
pub(crate) const fn key(class: Class, reduced: bool) -> u8 {
    class.0 * 2 + reduced as u8
}

/// The position of a class, state and location in the fixed order of choices.
#[inline]
pub(crate) const fn substitute_key(class: Class, reduced: bool, at: Location) -> (u8, u8) {
    (key(class, reduced), at.0)
}

impl State {
    /// The units in a set that belong to a class, full or reduced.
    #[inline]
    pub(crate) fn of_class(&self, rules: &Rules, units: Units, class: Class, reduced: bool) -> Units {
        let state = if reduced { self.reduced } else { !self.reduced };
        units & rules.class_units[class.index()] & state
    }

    /// Visits the classes and states of a set of units, from the key `least` on, leaving out choices after which fewer than
    /// `need` units would be left to choose from (the choices come in order, so nothing may be skipped).
    #[inline]
    pub(crate) fn visit_classes(
        &self,
        rules: &Rules,
        units: Units,
        least: u8,
        need: u8,
        mut f: impl FnMut(Class, bool),
    ) {
        let mut counts = [0u8; 2 * CLASSES];
        let (mut there, mut ahead) = (0u32, 0);
        for (reduced, units) in [(false, units & !self.reduced), (true, units & self.reduced)] {
            for unit in Unit::each(units) {
                let key = key(rules.class(unit), reduced);
                if key >= least {
                    counts[usize::from(key)] += 1;
                    there |= 1 << key;
                    ahead += 1;
                }
            }
        }
        while there != 0 && ahead >= need {
            let key = there.trailing_zeros() as u8;
            there &= there - 1;
            ahead -= counts[usize::from(key)];
            f(Class(key / 2), key % 2 == 1);
        }
    }

    /// Visits the (class, location) choices of a set of units in that order, from the last choice on, leaving out those after
    /// which too few units would be left.
    pub(super) fn visit_in_order(&self, rules: &Rules, units: Units, mut f: impl FnMut(Class, Location)) {
        let from_class = Class(self.flow.part);
        let need = u32::from(self.flow.left);
        let mut ahead = 0;
        // Count them only if some are needed.
        for pass in if need > 0 { &[false, true][..] } else { &[true] } {
            for class in (from_class.0..rules.classes.len() as u8).map(Class) {
                let least = if class == from_class { self.flow.least } else { 0 };
                let here = units & rules.class_units[class.index()];
                for at in Location::each(self.locations_of(here)).filter(|at| at.0 >= least) {
                    let count = if need > 0 { (here & self.units_at(at)).count_ones() } else { 0 };
                    if !pass {
                        ahead += count;
                        continue;
                    }
                    if ahead >= need {
                        f(class, at);
                    }
                    ahead -= count;
                }
            }
        }
    }

    /// The locations in Algeria of a set of units.
    #[inline]
    pub(crate) fn locations_of(&self, units: Units) -> Mask {
        let (mut low, mut high) = (0, 0);
        for unit in Unit::each(units) {
            let at = self.unit_at[unit.index()];
            let bit = u64::from(at.in_algeria()) << (at.0 % 64);
            let far = u64::from(at.0 / 64 % 2).wrapping_neg();
            high |= bit & far;
            low |= bit & !far;
        }
        Mask::from(low) | Mask::from(high) << 64
    }

    /// All units on the map.
    #[inline]
    pub(crate) fn on_map(&self) -> Units {
        const SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        const BEYOND: u64 = 0x0101_0101_0101_0101 * (128 - Location::FIRST_COUNTRY as u64);
        // The high bit of each byte is set if the unit is not in Algeria.
        each_eight(&self.unit_at, |bytes| !(((bytes & SEVEN) + BEYOND) | bytes) & !SEVEN)
    }

    /// The first unit of a class and state in a location.
    #[inline]
    pub(crate) fn first_unit(
        &self,
        rules: &Rules,
        class: Class,
        at: Location,
        reduced: bool,
        except: Units,
    ) -> Unit {
        let mut alike = Unit::each(self.of_class(rules, !except, class, reduced));
        alike.find(|unit| self.unit_at[unit.index()] == at).unwrap_or(Unit(Units::BITS as u8))
    }
}
