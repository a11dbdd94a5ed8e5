//! What is decided, and what the engine does between decisions.

use super::types::words;

words! {
    /// A decision.
    Decision {
        /// Choose political chits before the game.
        ChooseChits = "choose-chits",
        /// Place a Population Marker.
        PlaceMarker = "place-marker",
        /// Place a French unit.
        PlaceUnit = "place-unit",
        /// Choose a unit that starts reduced.
        WeakenUnit = "weaken-unit",
        /// Play a political chit.
        PlayChit = "play-chit",
        /// Choose a region for a chit.
        ChitRegion = "chit-region",
        /// Choose a French unit for a chit to reduce.
        ChitUnit = "chit-unit",
        /// Choose a failek for a chit to remove.
        ChitFailek = "chit-failek",
        /// Choose where a unit enters by a chit.
        ChitEntry = "chit-entry",
        /// Choose a paratrooper unit that a coup removes.
        CoupSubstitute = "coup-substitute",
        /// Exchange faileks.
        Exchange = "exchange",
        /// Recruit.
        Recruit = "recruit",
        /// Recruit the extra moussebiline.
        ExtraRecruit = "extra-recruit",
        /// Choose the class of a unit that enters, when not all can be paid.
        EntryClass = "entry-class",
        /// Choose where a unit enters.
        Entry = "entry",
        /// Flip up reduced units.
        FlipUp = "flip-up",
        /// Keep maquis.
        KeepMaquis = "keep-maquis",
        /// Place maquis.
        PlaceMaquis = "place-maquis",
        /// Choose a failek to move.
        PickFailek = "pick-failek",
        /// Choose where it goes.
        MoveFailek = "move-failek",
        /// Attack faileks that came over the Morice Line.
        Morice = "morice",
        /// Remove an unsupplied failek.
        Supply = "supply",
        /// Attack structures.
        Structure = "structure",
        /// Choose a French unit to move.
        PickUnit = "pick-unit",
        /// Choose where it goes.
        MoveUnit = "move-unit",
        /// Displace a French unit in excess of the stacking limit.
        Displace = "displace",
        /// Search for faileks.
        Search = "search",
        /// Choose how many units attack.
        Strength = "strength",
        /// Choose an attacker.
        Attacker = "attacker",
        /// Choose an attacker that fights.
        Fighter = "fighter",
        /// Choose a combat chit.
        CombatChit = "combat-chit",
        /// Insurgency.
        Insurgency = "insurgency",
        /// Counterinsurgency.
        Counterinsurgency = "counterinsurgency",
    }
}

/// A set of decisions, one bit each.
const fn set(decisions: &[Decision]) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index < decisions.len() {
        set |= 1 << decisions[index] as u64;
        index += 1;
    }
    set
}

impl Decision {
    /// Decisions of whoever the state names as the chooser.
    pub(crate) const OF_CHOOSER: u64 = set(&[
        Self::ChooseChits,
        Self::PlaceMarker,
        Self::ChitRegion,
        Self::ChitUnit,
        Self::ChitFailek,
        Self::ChitEntry,
        Self::CombatChit,
    ]);
    /// Decisions of the side whose part of the political phase it is.
    pub(crate) const OF_MOVER: u64 = set(&[Self::PlayChit]);
    /// Decisions of which only the side that decides may know whether there was anything to decide: that depends on its
    /// hand, or on types of faileks (ruling I-106).
    const SECRET: u64 = set(&[
        Self::ChooseChits,
        Self::PlayChit,
        Self::ChitFailek,
        Self::Exchange,
        Self::Recruit,
        Self::ExtraRecruit,
        Self::Supply,
    ]);

    /// True if it follows from what is open whether a side has a choice here.
    #[must_use]
    #[inline]
    pub const fn is_announced(self) -> bool {
        Self::SECRET & 1 << self as u64 == 0
    }

    /// Decisions of the FLN. All others are those of France.
    pub(crate) const OF_FLN: u64 = set(&[
        Self::Exchange,
        Self::Recruit,
        Self::ExtraRecruit,
        Self::PickFailek,
        Self::MoveFailek,
        Self::Supply,
        Self::Structure,
        Self::Displace,
        Self::Insurgency,
    ]);
}

/// What the engine does by itself between decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Auto {
    /// Deals the chits of the set-up.
    Deal,
    /// Looks for the next marker to place.
    Markers,
    /// Begins a turn: new points, initiative.
    Begin,
    /// A side's part of the political phase: draw, forced play.
    Politics,
    /// The next operation of the chit that is carried out.
    Chit,
    /// Rage and appeasement.
    Settlers,
    /// Fatigue.
    Fatigue,
    /// Tests for a referendum and holds it.
    Referendum,
    /// What the loss of the first referendum costs the French public.
    ReferendumLoss,
    /// Begins the reinforcement phase.
    Reinforcement,
    /// Draws the waves.
    Waves,
    /// Looks for the next unit that has to enter.
    Entries,
    /// Looks for the next country whose maquis have to be kept.
    Maquis,
    /// Pays France's bill and begins the move and attack phase.
    MoveAndAttack,
    /// Removes faileks in excess of the stacking limits.
    FlnStacking,
    /// Looks for the next region that is not in supply.
    Supply,
    /// Begins the FLN's structure attacks with its extra points.
    Structures,
    /// Draws French units in excess of the stacking limits.
    FrenchStacking,
    /// Rolls for a search.
    Search,
    /// Resolves the fights.
    Fights,
    /// Begins the insurgency phase.
    Insurgency,
    /// Begins France's part of it with its extra points.
    Counterinsurgency,
    /// Ends the turn.
    End,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A side decides.
    Ask(Decision),
    /// The engine does something.
    Auto(Auto),
    /// The game is over.
    Over,
}
