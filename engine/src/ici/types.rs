//! The small words of *Ici, c'est la France!*: locations, units, levels, seasons, combat chits, rules switched on by
//! political chits, kinds of action.

use std::fmt;

/// A set of locations, one bit each by [`Location`].
pub type Mask = u128;
/// A set of regions, one bit each; region *n* is location *n*.
pub type Regions = u32;
/// A set of political chits, one bit each by [`Chit`].
pub type Chits = u64;
/// A set of French units, one bit each by [`Unit`].
pub type Units = u128;

/// How many regions the code has room for.
pub const REGIONS: usize = 30;
/// How many regions have a population symbol and a Population Marker (rulebook K): always the first ones.
pub const POPULATED: usize = 25;
/// How many towns, cities and resource sites the code has room for.
pub const PLACES: usize = 40;
/// How many countries border Algeria.
pub const COUNTRIES: usize = 3;
/// How many wilayas there are (rulebook A: the Sahara counts as the seventh).
pub const WILAYAS: usize = 7;
/// How many political chits the code has room for.
pub const CHITS: usize = 64;
/// How many French units the code has room for.
pub const UNITS: usize = 72;
/// How many classes of French units the code has room for.
pub const CLASSES: usize = 16;
/// How many faileks the counter mix may hold.
pub const FAILEKS: usize = 128;

/// A region, a place (town, city, resource site: ruling I-2) or a country, as an index.
///
/// Regions are 0 to 29, the populated ones first, in the order of the map data (which is the order of a referendum,
/// ruling I-34); places 30 to 69; Tunisia, Morocco, West Africa 70 to 72. With fewer regions or places than there is
/// room for, the numbers between are never used.
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
    /// How many locations there is room for.
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

    /// The locations of a set, in order.
    #[inline]
    pub fn each(mask: Mask) -> impl Iterator<Item = Self> + Clone {
        Bits(mask).map(Self)
    }

    /// The regions of a set, in order.
    #[inline]
    pub fn regions(regions: Regions) -> impl Iterator<Item = Self> + Clone {
        Bits(Mask::from(regions)).map(Self)
    }
}

/// The numbers of the bits that are set, in order.
#[derive(Clone, Debug)]
pub struct Bits(pub u128);

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
        Bits(u128::from(chits)).map(Self)
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
        Bits(units).map(Self)
    }
}

/// A class of French units that need not be told apart: the same rules, the same figures on both sides.
///
/// An index into the classes of the rules: what they are follows from the data.
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

pub(crate) use crate::algeria::types::words;

words! {
    /// A political level of a region (rulebook K), from the FLN's end to the French one.
    Level {
        /// Support for the FLN among the masses.
        Fln = "fln",
        /// The FLN's political cells are purged.
        Purge = "purge",
        /// Those who actively support France are brought forward.
        Activist = "activist",
        /// Support for France among the masses.
        Support = "support",
    }
}

words! {
    /// A type of failek (rulebook G).
    Failek {
        /// Part-time fighters.
        Moussebiline = "moussebiline",
        /// Regular fighters.
        Moudjahidine = "moudjahidine",
        /// Well armed and trained fighters.
        Commando = "zonal-commando",
    }
}

words! {
    /// An exchange of faileks (2.1.1).
    Exchange {
        /// Two moussebilines for a moudjahidine.
        TwoForMoudjahidine = "two-for-moudjahidine",
        /// Three moussebilines for a zonal commando.
        ThreeForCommando = "three-for-commando",
        /// A moussebiline and a moudjahidine for a zonal commando.
        PairForCommando = "pair-for-commando",
    }
}

words! {
    /// A season: one game turn (rulebook P).
    Season {
        /// December to February, of the year it ends in.
        Winter = "winter",
        /// March to May.
        Spring = "spring",
        /// June to August.
        Summer = "summer",
        /// September to November.
        Fall = "fall",
    }
}

words! {
    /// What a location is, as the stacking limits tell them apart (rulebook H).
    Kind {
        /// A major city: a region (ruling I-1).
        MajorCity = "major-city",
        /// A city.
        City = "city",
        /// A town.
        Town = "town",
        /// A resource site.
        Site = "resource-site",
        /// A region of the Sahara.
        Sahara = "sahara-region",
        /// Any other region.
        Region = "other-region",
        /// A country.
        Country = "country",
    }
}

words! {
    /// A terrain (rulebook B).
    Terrain {
        /// Coastal hills.
        CoastalHills = "coastal-hills",
        /// Mountains.
        Mountains = "mountains",
        /// Dry hills.
        DryHills = "dry-hills",
        /// Sahara.
        Sahara = "sahara",
    }
}

words! {
    /// What is dug out at a resource site (rulebook C). It changes nothing.
    Resource {
        /// Coal.
        Coal = "coal",
        /// Gas.
        Gas = "gas",
        /// Oil.
        Oil = "oil",
    }
}

words! {
    /// The base of a class of French units (rulebook G).
    Arm {
        /// The paratroopers that a Coup removes by name: the Coup counts how many of them are on the map.
        NamedParatrooper = "named-paratrooper",
        /// Other paratroopers.
        Paratrooper = "paratrooper",
        /// Foreign Legion infantry.
        Legion = "legion",
        /// Motorized Sahara companies of the Legion.
        Cspl = "cspl",
        /// Mechanized units.
        Mechanized = "mechanized",
        /// Infantry.
        Infantry = "infantry",
        /// Mountain infantry.
        Mountain = "mountain",
        /// Bellounis' men.
        Bellounis = "bellounis",
    }
}

words! {
    /// When a French unit comes (2.2.1).
    Arrival {
        /// On the map when the game of 1955 begins.
        Start = "start",
        /// With the wave of 1955.
        Wave55 = "55",
        /// With the wave of 1956.
        Wave56 = "56",
        /// With the independence of Tunisia and Morocco.
        TunisiaMorocco = "tm",
        /// With a political chit.
        Chit = "chit",
    }
}

impl Arrival {
    /// The three waves of reinforcement, in order.
    pub const WAVES: [Self; 3] = [Self::Wave55, Self::Wave56, Self::TunisiaMorocco];
}

words! {
    /// A type of combat (3.5.2), as combat chits name it.
    Combat {
        /// Attack.
        Attack = "attack",
        /// Stand.
        Stand = "stand",
        /// Recon.
        Recon = "recon",
        /// Retreat. No one retreats (ruling I-75).
        Retreat = "retreat",
    }
}

words! {
    /// What a combat chit does when the other side chose the type it is good against (3.5.2).
    Bonus {
        /// All units of the side add 1 to their quality.
        Quality = "quality+1",
        /// All units of the side roll one more die.
        Die = "die+1",
        /// All units of the side roll, and their hits are applied, before the other side rolls.
        First = "first",
    }
}

words! {
    /// A rule that a political chit switches on.
    Flag {
        /// France may resettle people (4.2.3).
        Resettlement = "resettlement",
        /// France may infiltrate (4.2.4).
        Infiltration = "infiltration",
        /// Faileks that leave Tunisia or Morocco may be attacked once on arrival (3.1.2).
        MoriceLine = "morice-line",
        /// Resource sites can be entered and attacked (C, 3.3.2).
        Oil = "oil",
        /// A negative level modifier of a search counts as 0.
        Informers = "informers",
        /// A negative terrain modifier of a search counts as 0.
        CommandoDeChasse = "commando-de-chasse",
        /// French units pay nothing for passing FLN-controlled regions.
        Helicopter = "helicopter",
    }
}

words! {
    /// Which regions an action of a chit may choose.
    Filter {
        /// Not in FLN Level.
        NotFlnLevel = "not-fln-level",
        /// Contested.
        Contested = "contested",
        /// With a resettlement marker.
        Resettled = "resettled",
    }
}

words! {
    /// What the FLN can do by choice: the kinds that a bar may name.
    FlnAction {
        /// Exchange faileks (2.1.1).
        Exchange = "exchange",
        /// Recruit, the extra moussebiline included (2.1.2, 2.1.3).
        Recruit = "recruit",
        /// Move faileks (3.1).
        Move = "move",
        /// Attack structures (3.3).
        StructureAttack = "structure-attack",
        /// Propaganda: Support to Activist Level (4.1).
        Propaganda = "propaganda",
        /// Assassinate activists: Activist to Purge Level (4.1).
        Assassinate = "assassinate",
        /// Build political cells: Purge to FLN Level (4.1).
        BuildCells = "build-cells",
    }
}

words! {
    /// What France can do by choice: the kinds that a bar may name.
    FranceAction {
        /// Flip up reduced units (2.2.2).
        FlipUp = "flip-up",
        /// Place maquis (2.2.3).
        Maquis = "maquis",
        /// Attack faileks that came over the Morice Line (3.1.2).
        MoriceAttack = "morice-attack",
        /// Move units (3.4).
        Move = "move",
        /// Search, and attack what is found (3.5).
        Search = "search",
        /// Purge, plain or harsh (4.2.2).
        Purge = "purge",
        /// Purge with harsh interrogation (4.2.2).
        HarshInterrogation = "harsh-interrogation",
        /// Detect activists: Purge to Activist Level (4.2.2).
        Detect = "detect",
        /// Mobilize the masses: Activist to Support Level (4.2.2).
        Mobilize = "mobilize",
        /// Resettle people (4.2.3).
        Resettle = "resettle",
        /// Infiltrate (4.2.4).
        Infiltrate = "infiltrate",
    }
}

/// A number that is printed or rolled (rulebook F: halves are rounded up).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// Just that many.
    Fixed(u8),
    /// Half a die: 1 to 3.
    D3,
    /// Half of two dice: 1 to 6 (ruling I-3).
    TwoD3,
    /// A die: 1 to 6.
    D6,
    /// Two dice: 2 to 12.
    TwoD6,
}

impl Amount {
    /// The most it can be.
    #[must_use]
    pub const fn most(self) -> u8 {
        match self {
            Self::Fixed(n) => n,
            Self::D3 => 3,
            Self::TwoD3 | Self::D6 => 6,
            Self::TwoD6 => 12,
        }
    }

    /// Reads `d3`, `2d3`, `d6`, `2d6`.
    #[must_use]
    pub fn from_dice(word: &str) -> Option<Self> {
        match word {
            "d3" => Some(Self::D3),
            "2d3" => Some(Self::TwoD3),
            "d6" => Some(Self::D6),
            "2d6" => Some(Self::TwoD6),
            _ => None,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(n) => n.fmt(f),
            Self::D3 => f.pad("d3"),
            Self::TwoD3 => f.pad("2d3"),
            Self::D6 => f.pad("d6"),
            Self::TwoD6 => f.pad("2d6"),
        }
    }
}
