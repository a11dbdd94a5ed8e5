//! The basic types of *Ici, c'est la France!*: locations, chits, units and classes as indexes, and sets of them.

pub use super::words::{
    Amount, Arm, Arrival, Bonus, Combat, Exchange, Failek, Filter, Flag, FlnAction, FranceAction, Kind,
    Level, Resource, Season, Terrain,
};
use crate::algeria::types::Bits as RegionBits;

/// A set of locations, one bit each by [`Location`].
pub type Mask = u128;
/// A set of regions, one bit each; region *n* is location *n*.
pub type Regions = u32;
/// A set of political chits, one bit each by [`Chit`].
pub type Chits = u64;
/// A set of French units, one bit each by [`Unit`].
pub type Units = u128;

/// The number of regions that the code supports.
pub const REGIONS: usize = 30;
/// The number of regions with a population symbol and a Population Marker (rulebook K); they come first.
pub const POPULATED: usize = 25;
/// The number of towns, cities and resource sites that the code supports.
pub const PLACES: usize = 40;
/// The number of countries bordering Algeria.
pub const COUNTRIES: usize = 3;
/// The number of wilayas (rulebook A: the Sahara counts as the seventh).
pub const WILAYAS: usize = 7;
/// The number of political chits that the code supports.
pub const CHITS: usize = 64;
/// The number of French units that the code supports.
pub const UNITS: usize = 72;
/// The number of classes of French units that the code supports.
pub const CLASSES: usize = 16;
/// The most faileks that the counter mix may hold.
pub const FAILEKS: usize = 128;

/// A region, a place (town, city, resource site: ruling I-2) or a country, as an index.
///
/// Regions are 0 to 29, the populated ones first, in the order of the map data (which is the order of a referendum, ruling
/// I-34); places 30 to 69; Tunisia, Morocco, West Africa 70 to 72. Indexes of regions and places that the data do not have are
/// unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(pub u8);

impl Location {
    /// The first place.
    pub const FIRST_PLACE: u8 = REGIONS as u8;
    /// The first country.
    pub const FIRST_COUNTRY: u8 = (REGIONS + PLACES) as u8;
    /// Tunisia.
    pub const TUNISIA: Self = Self(Self::FIRST_COUNTRY);
    /// Morocco.
    pub const MOROCCO: Self = Self(Self::FIRST_COUNTRY + 1);
    /// West Africa.
    pub const WEST_AFRICA: Self = Self(Self::FIRST_COUNTRY + 2);
    /// The number of locations that the code supports.
    pub const COUNT: usize = REGIONS + PLACES + COUNTRIES;
    /// No location: a unit that is not on the map.
    pub const NONE: Self = Self(u8::MAX);

    /// The location of the place with this number.
    #[must_use]
    #[inline]
    pub const fn place(number: u8) -> Self {
        Self(Self::FIRST_PLACE + number)
    }

    /// The location of the country with this number (0 Tunisia, 1 Morocco, 2 West Africa).
    #[must_use]
    #[inline]
    pub const fn country(number: u8) -> Self {
        Self(Self::FIRST_COUNTRY + number)
    }

    /// The set that holds only this location.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Mask {
        1 << self.0
    }

    /// The set of regions that holds only this region.
    #[must_use]
    #[inline]
    pub const fn region_bit(self) -> Regions {
        1 << self.0
    }

    /// The index, for arrays of [`Location::COUNT`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of a place, for arrays of [`PLACES`].
    #[must_use]
    #[inline]
    pub const fn place_index(self) -> usize {
        (self.0 - Self::FIRST_PLACE) as usize
    }

    /// The number of a country, for arrays of [`COUNTRIES`].
    #[must_use]
    #[inline]
    pub const fn country_index(self) -> usize {
        (self.0 - Self::FIRST_COUNTRY) as usize
    }

    /// True for a region (major cities are regions).
    #[must_use]
    #[inline]
    pub const fn is_region(self) -> bool {
        self.0 < Self::FIRST_PLACE
    }

    /// True for a region with a population symbol.
    #[must_use]
    #[inline]
    pub const fn is_populated(self) -> bool {
        (self.0 as usize) < POPULATED
    }

    /// True for a town, city or resource site.
    #[must_use]
    #[inline]
    pub const fn is_place(self) -> bool {
        self.0 >= Self::FIRST_PLACE && self.0 < Self::FIRST_COUNTRY
    }

    /// True for a country.
    #[must_use]
    #[inline]
    pub const fn is_country(self) -> bool {
        self.0 >= Self::FIRST_COUNTRY && (self.0 as usize) < Self::COUNT
    }

    /// True for a region or place.
    #[must_use]
    #[inline]
    pub const fn in_algeria(self) -> bool {
        self.0 < Self::FIRST_COUNTRY
    }

    /// The location at this index, from 0, in a set.
    #[must_use]
    #[inline]
    pub fn nth(mask: Mask, number: u32) -> Self {
        let (low, high) = (mask as u64, (mask >> 64) as u64);
        let here = low.count_ones();
        if number < here { Self(nth_bit(low, number)) } else { Self(64 + nth_bit(high, number - here)) }
    }

    /// The locations of a set, in order.
    #[inline]
    pub fn each(mask: Mask) -> impl Iterator<Item = Self> + Clone {
        Bits::new(mask).map(Self)
    }

    /// The regions of a set, in order.
    #[inline]
    pub fn regions(regions: Regions) -> impl Iterator<Item = Self> + Clone {
        RegionBits(regions).map(Self)
    }
}

/// The number of the bit at this place, from 0, among those that are set. Never branches on its position.
#[inline]
pub(crate) const fn nth_bit(set: u64, place: u32) -> u8 {
    let (mut place, mut bit, mut width) = (place, 0, 32);
    while width > 0 {
        let here = (set >> bit & ((1 << width) - 1)).count_ones();
        let beyond = (place >= here) as u32;
        place -= here * beyond;
        bit += width * beyond;
        width /= 2;
    }
    bit as u8
}

/// The populated regions for whose numbers `high` sets the highest bit of their byte, and only that: eight regions at a time.
/// Numbers are below 128.
#[inline]
fn regions_by(numbers: &[u8; POPULATED], high: impl Fn(u64) -> u64) -> Regions {
    let regions = |from: usize| {
        let bytes = u64::from_le_bytes(std::array::from_fn(|i| numbers[from + i]));
        let bits = (high(bytes) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (bits as Regions) << from
    };
    regions(0) | regions(8) | regions(16) | regions(POPULATED - 8)
}

const _: () = assert!(POPULATED > 24 && POPULATED <= 32);
const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * EACH;

/// The populated regions whose numbers, all below 128, are at most `most`, which is also below 128.
#[inline]
pub(crate) fn at_most(numbers: &[u8; POPULATED], most: u8) -> Regions {
    let most = HIGH + EACH * u64::from(most);
    regions_by(numbers, |bytes| most.wrapping_sub(bytes) & HIGH)
}

/// The populated regions with this number; all numbers are below 128.
#[inline]
pub(crate) fn equal(numbers: &[u8; POPULATED], number: u8) -> Regions {
    let number = EACH * u64::from(number);
    regions_by(numbers, |bytes| HIGH.wrapping_sub(bytes ^ number) & HIGH)
}

/// The numbers of the bits that are set, in order.
#[derive(Clone, Debug)]
struct Bits {
    low: u64,
    high: u64,
}

impl Bits {
    #[inline]
    const fn new(mask: u128) -> Self {
        Self { low: mask as u64, high: (mask >> 64) as u64 }
    }
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            Some(bit)
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros() as u8;
            self.high &= self.high - 1;
            Some(64 + bit)
        } else {
            None
        }
    }
}

/// A political chit, as an index in the order of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chit(pub u8);

impl Chit {
    /// The set that holds only this chit.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Chits {
        1 << self.0
    }

    /// The index, for arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The chits of a set, in order.
    #[inline]
    pub fn each(chits: Chits) -> impl Iterator<Item = Self> + Clone {
        Bits { low: chits, high: 0 }.map(Self)
    }
}

/// A French unit, as an index in the order of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub u8);

impl Unit {
    /// The set that holds only this unit.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Units {
        1 << self.0
    }

    /// The index, for arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The units of a set, in order.
    #[inline]
    pub fn each(units: Units) -> impl Iterator<Item = Self> + Clone {
        Bits::new(units).map(Self)
    }
}

/// A class of interchangeable French units: the same rules, and the same figures on both sides.
///
/// An index into the classes of the rules, which follow from the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub u8);

impl Class {
    /// The index, for arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
