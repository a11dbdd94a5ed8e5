//! Levels of play for people.

/// A level of play: a number of iterations per decision, the same on every machine, and a share of decisions taken at random.
/// Stronger levels take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// For beginners who have just read the rules.
    Recruit,
    /// For people who have played before.
    Regular,
    /// For people who know the game.
    Veteran,
    /// The strongest; takes seconds per turn.
    Expert,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Recruit, Self::Regular, Self::Veteran, Self::Expert];
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 4] = ["recruit", "regular", "veteran", "expert"];

    /// Its name in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The level with this name, or [`Level::Veteran`] if there is none.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|level| level.name() == name).unwrap_or(Self::Veteran)
    }
}
