//! The basic enums of *Algeria*: places, units, boxes, missions, random events.

pub(crate) use crate::words::words;

/// *Algeria: The War of Independence 1954-1962*.
///
/// ```
/// use wilaya_engine::algeria::Algeria;
/// use wilaya_engine::dice::SeededDice;
/// use wilaya_engine::{Actions, Game, Setting, Status};
///
/// let rules = Algeria::rules(&Algeria::figures(), &Setting::default())?;
/// let mut dice = SeededDice::new(1, 0);
/// let mut state = Algeria::start(&rules, &mut dice, &mut ());
/// let mut legal = Actions::<Algeria>::new();
/// // Each side takes its first choice until the game is over.
/// while let Status::Decision { .. } = Algeria::status(&state) {
///     legal.clear();
///     Algeria::legal(&rules, &state, &mut legal);
///     Algeria::apply(&rules, &mut state, legal[0], &mut dice, &mut ());
/// }
/// assert!(matches!(Algeria::status(&state), Status::Over(_)));
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Algeria;

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

words! {
    /// A type of FLN unit (rules 2.1).
    FlnUnit {
        /// Static; the seat of the movement in an area.
        Front = "front",
        /// Organizers and agitators.
        Cadre = "cadre",
        /// A guerrilla company.
        Band = "band",
        /// A battalion trained abroad.
        Failek = "failek",
    }
}

impl FlnUnit {
    /// The mobile types: all but the Front.
    pub const MOBILE: [Self; 3] = [Self::Cadre, Self::Band, Self::Failek];
}

words! {
    /// The box of an FLN unit in its area, and whether it is neutralized.
    ///
    /// For a neutralized unit it matters only whether its box is Underground (ruling A-63), so the others share one variant.
    FlnBox {
        /// Underground.
        Ug = "ug",
        /// Operations.
        Ops = "ops",
        /// Operations Completed.
        Oc = "oc",
        /// Neutralized in the Underground box.
        UgNeutralized = "ug-neutralized",
        /// Neutralized in another box.
        Neutralized = "neutralized",
    }
}

impl FlnBox {
    /// True if the unit is not neutralized.
    #[must_use]
    pub const fn active(self) -> bool {
        matches!(self, Self::Ug | Self::Ops | Self::Oc)
    }

    /// The box of the unit once it is neutralized (ruling A-63: it stays where it is).
    #[must_use]
    pub const fn neutralized(self) -> Self {
        match self {
            Self::Ug | Self::UgNeutralized => Self::UgNeutralized,
            Self::Ops | Self::Oc | Self::Neutralized => Self::Neutralized,
        }
    }
}

words! {
    /// A Government unit, as it is on the map: divisions by mode (rules 11.7).
    GovUnit {
        /// A French division in Concentrated mode.
        Concentrated = "division-concentrated",
        /// A French division in Dispersed mode.
        Dispersed = "division-dispersed",
        /// A French brigade.
        French = "french-brigade",
        /// A French elite brigade.
        Elite = "elite-brigade",
        /// An Algerian brigade.
        Algerian = "algerian-brigade",
        /// A Police unit: static, always on Patrol.
        Police = "police",
    }
}

impl GovUnit {
    /// The box of a unit at set-up and after recovery: Patrol for Police, Operations for Algerian brigades; French units wait
    /// for activation (ruling A-14).
    #[must_use]
    pub const fn home(self) -> GovBox {
        match self {
            Self::Police => GovBox::Ptl,
            Self::Algerian => GovBox::Ops,
            _ => GovBox::Oc,
        }
    }

    /// The mobile units.
    pub const MOBILE: [Self; 5] =
        [Self::Concentrated, Self::Dispersed, Self::French, Self::Elite, Self::Algerian];

    /// Its type of counter.
    #[must_use]
    #[inline]
    pub const fn counter(self) -> GovType {
        // The type is unpredictable, so nothing here branches on it.
        const COUNTERS: [GovType; GovUnit::ALL.len()] = [
            GovType::Division,
            GovType::Division,
            GovType::French,
            GovType::Elite,
            GovType::Algerian,
            GovType::Police,
        ];
        COUNTERS[self.index()]
    }

    /// True for units that must be activated each turn (rules 6.32, ruling A-38).
    #[must_use]
    #[inline]
    pub const fn is_french(self) -> bool {
        !matches!(self, Self::Algerian | Self::Police)
    }
}

words! {
    /// A type of Government counter, as it is bought.
    GovType {
        /// A French division.
        Division = "division",
        /// A French brigade.
        French = "french-brigade",
        /// A French elite brigade.
        Elite = "elite-brigade",
        /// An Algerian brigade.
        Algerian = "algerian-brigade",
        /// A Police unit.
        Police = "police",
    }
}

impl GovType {
    /// The unit when it enters the map: divisions are Concentrated (rulings A-16, A-39).
    #[must_use]
    pub const fn unit(self) -> GovUnit {
        match self {
            Self::Division => GovUnit::Concentrated,
            Self::French => GovUnit::French,
            Self::Elite => GovUnit::Elite,
            Self::Algerian => GovUnit::Algerian,
            Self::Police => GovUnit::Police,
        }
    }
}

words! {
    /// The box of a Government unit, or `Neutralized` (its box is then never read, ruling A-63).
    ///
    /// Police are always on Patrol or neutralized. A French unit waiting for activation is in Operations Completed (ruling
    /// A-112).
    GovBox {
        /// Operations.
        Ops = "ops",
        /// Patrol.
        Ptl = "ptl",
        /// Operations Completed.
        Oc = "oc",
        /// Neutralized.
        Neutralized = "neutralized",
    }
}

words! {
    /// A mission of either side (rules 9). Patrol is a box, not an action.
    Mission {
        /// 9.11
        Propaganda = "propaganda",
        /// 9.12
        Strike = "strike",
        /// 9.13
        Move = "move",
        /// 9.14
        Raid = "raid",
        /// 9.15
        Harass = "harass",
        /// 9.22
        Flush = "flush",
        /// 9.23
        React = "react",
        /// 9.24
        Intelligence = "intelligence",
        /// 9.25
        CivilAffairs = "civil-affairs",
        /// 9.26
        Suppression = "suppression",
        /// 9.27
        Resettlement = "resettlement",
    }
}

words! {
    /// A random event (charts C.2).
    RandomEvent {
        /// Nothing happens.
        None = "none",
        /// Foreign arms shipment.
        ForeignArms = "foreign-arms",
        /// Jealousy and Paranoia.
        Jealousy = "jealousy",
        /// Elections in France.
        Elections = "elections",
        /// The UN debates Algerian independence.
        UnDebate = "un-debate",
        /// FLN factional purge.
        FactionalPurge = "factional-purge",
        /// Morocco and Tunisia gain independence.
        Independence = "independence",
        /// NATO pressures France.
        Nato = "nato",
        /// Suez crisis.
        Suez = "suez",
        /// Amnesty.
        Amnesty = "amnesty",
        /// Jean-Paul Sartre writes an article.
        Sartre = "sartre",
    }
}

words! {
    /// A kind of Point that the Government buys (rules 11.1, 11.6).
    Point {
        /// Air Points.
        Air = "air",
        /// Helicopter Points.
        Helo = "helo",
        /// Naval Points.
        Naval = "naval",
    }
}

words! {
    /// The mark next to a number in the Mission Success Table.
    Mark {
        /// No mark.
        None = "",
        /// A plus: the mission went wrong.
        Plus = "+",
        /// An at sign: the mission went better than planned.
        At = "@",
    }
}

words! {
    /// The level of a victory (rules 12.2).
    VictoryLevel {
        /// The winner's PSL is low.
        Marginal = "marginal",
        /// The winner's PSL is in the middle range.
        Substantial = "substantial",
        /// The winner's PSL is high.
        Decisive = "decisive",
    }
}
