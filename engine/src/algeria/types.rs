//! The basic types of *Algeria*: places, and sets of them.

pub use super::words::{
    FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Point, RandomEvent, VictoryLevel,
};

/// A set of places, one bit each: the areas of Algeria first, then [`Place::MOROCCO`] and the other countries.
pub type Mask = u32;

/// The number of areas that the code supports. The data must have exactly this many (charts C.8 and the map).
pub const AREAS: usize = 25;
/// The number of wilayas that the code supports.
pub const WILAYAS: usize = 6;

/// An area of Algeria or a country, as an index in the order of the map data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

impl Place {
    /// Morocco.
    pub const MOROCCO: Self = Self(25);
    /// Tunisia.
    pub const TUNISIA: Self = Self(26);
    /// France.
    pub const FRANCE: Self = Self(27);
    /// The number of places.
    pub const COUNT: usize = 28;

    /// The set that holds only this place.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Mask {
        1 << self.0
    }

    /// The index, for arrays.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// True for an area of Algeria.
    #[must_use]
    #[inline]
    pub const fn is_area(self) -> bool {
        (self.0 as usize) < AREAS
    }

    /// The places of a set, in order.
    #[inline]
    pub fn each(mask: Mask) -> impl Iterator<Item = Self> + Clone {
        Bits(mask).map(Self)
    }
}

/// The numbers of the bits that are set, in order.
#[derive(Clone, Debug)]
pub struct Bits(pub u32);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The last place below 32 that satisfies a condition which holds for the first places only.
#[inline(always)]
pub(crate) fn last_place(holds: impl Fn(u32) -> bool) -> u32 {
    let mut place = 0;
    for step in [16, 8, 4, 2, 1] {
        // The condition is unpredictable, so nothing here branches on it.
        place += step * u32::from(holds(place + step));
    }
    place
}

/// The number of the bit at this place among those that are set.
#[inline(always)]
pub(crate) fn select(set: Mask, index: u32) -> u32 {
    last_place(|place| (set & ((1 << place) - 1)).count_ones() <= index)
}
