//! The words of the rules, as enums with their names in data files and notation.

use std::fmt;

pub(crate) use crate::words::words;

words! {
    /// A phase of the turn. The set-up counts as part of the first one.
    Phase {
        /// The political phase (rulebook 1).
        Political = "political",
        /// The reinforcement phase (2).
        Reinforcement = "reinforcement",
        /// The move and attack phase (3).
        MoveAndAttack = "move-and-attack",
        /// The insurgency phase (4).
        Insurgency = "insurgency",
    }
}

words! {
    /// A node of the sequence of play: a decision, or one of the steps that the engine takes on its own, which come last.
    Node {
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
        /// Choose where a unit brought by a chit enters.
        ChitEntry = "chit-entry",
        /// Choose a paratrooper unit for a coup to remove.
        CoupSubstitute = "coup-substitute",
        /// Exchange faileks.
        Exchange = "exchange",
        /// Recruit.
        Recruit = "recruit",
        /// Recruit the extra moussebiline.
        ExtraRecruit = "extra-recruit",
        /// Choose the class of the next unit to enter, when not all can be paid for.
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
        /// Choose where the failek goes.
        MoveFailek = "move-failek",
        /// Attack faileks that came over the Morice Line.
        Morice = "morice",
        /// Remove an unsupplied failek.
        Supply = "supply",
        /// Attack structures.
        Structure = "structure",
        /// Choose a French unit to move.
        PickUnit = "pick-unit",
        /// Choose where the unit goes.
        MoveUnit = "move-unit",
        /// Displace a French unit beyond the stacking limit.
        Displace = "displace",
        /// Search for faileks.
        Search = "search",
        /// Choose how many units attack.
        Strength = "strength",
        /// Choose an attacker.
        Attacker = "attacker",
        /// Choose an attacker to fight.
        Fighter = "fighter",
        /// Choose a combat chit.
        CombatChit = "combat-chit",
        /// Insurgency.
        Insurgency = "insurgency",
        /// Counterinsurgency.
        Counterinsurgency = "counterinsurgency",
        /// Deals the chits of the set-up.
        Deal = "deal",
        /// Goes to the next marker to place.
        Markers = "markers",
        /// A turn begins: new points, initiative.
        TurnStart = "turn-start",
        /// A side's part of the political phase: draw, forced play.
        Politics = "politics",
        /// The next operation of the chit in progress.
        Chit = "chit",
        /// Rage and appeasement.
        Settlers = "settlers",
        /// Fatigue.
        Fatigue = "fatigue",
        /// Tests for a referendum and holds it.
        Referendum = "referendum",
        /// The price of losing the first referendum, in steps of the French public.
        ReferendumLoss = "referendum-loss",
        /// The reinforcement phase begins.
        Reinforce = "reinforce",
        /// Draws the waves.
        Waves = "waves",
        /// Goes to the next unit that has to enter.
        Entries = "entries",
        /// Goes to the next country whose maquis have to be kept.
        Maquis = "maquis",
        /// France pays its bill; the move and attack phase begins.
        MoveAndAttack = "move-and-attack",
        /// Removes faileks beyond the stacking limits.
        FlnStacking = "fln-stacking",
        /// Goes to the next region out of supply.
        SupplyTest = "supply-test",
        /// The FLN's structure attacks begin with its extra points.
        StructureStart = "structure-start",
        /// Draws French units beyond the stacking limits.
        FrenchStacking = "french-stacking",
        /// Rolls for a search.
        SearchRoll = "search-roll",
        /// Resolves the fights.
        Fights = "fights",
        /// The insurgency phase begins.
        InsurgencyStart = "insurgency-start",
        /// France's part of the phase begins with its extra points.
        CounterinsurgencyStart = "counterinsurgency-start",
        /// The turn ends.
        TurnEnd = "turn-end",
        /// The game is over.
        Over = "over",
    }
}

/// The kind of a decision: a node that is not a step.
pub type Decision = Node;

impl Node {
    /// The decisions, in order.
    pub const DECISIONS: &'static [Self] = Self::ALL.split_at(Self::Deal as usize).0;
}

words! {
    /// How a game ended (5.0).
    Ending {
        /// The Government Crisis Scale reached Collapse.
        Collapse = "collapse",
        /// France controls all regions at the end of a turn.
        Control = "control",
        /// The last referendum.
        Referendum = "referendum",
    }
}

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

impl Level {
    /// The next level towards the FLN's end.
    #[must_use]
    pub fn lower(self) -> Option<Self> {
        self.index().checked_sub(1).map(|index| Self::ALL[index])
    }

    /// The next level towards the French end.
    #[must_use]
    pub fn higher(self) -> Option<Self> {
        Self::ALL.get(self.index() + 1).copied()
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
    /// The kind of a location, as the stacking limits distinguish them (rulebook H).
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
    /// The product of a resource site (rulebook C). It has no effect.
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
    /// The arm of a class of French units (rulebook G).
    Arm {
        /// Paratroopers that a coup removes by name; the coup counts how many of them are on the map.
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
    /// When a French unit arrives (2.2.1).
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
    /// The effect of a combat chit when the other side chose the type it is good against (3.5.2).
    Bonus {
        /// All units of the side add 1 to their quality.
        Quality = "quality+1",
        /// All units of the side roll an extra die.
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
        /// French units pass through FLN-controlled regions for free.
        Helicopter = "helicopter",
    }
}

words! {
    /// The regions that an action of a chit may choose.
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
    /// A kind of action that the FLN can choose, and that a bar may name.
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
    /// A kind of action that France can choose, and that a bar may name.
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

/// A number, printed or rolled (rulebook F: halves are rounded up).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// Exactly this many.
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
    /// The maximum.
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
