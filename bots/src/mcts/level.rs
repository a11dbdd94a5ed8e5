//! Levels of play for people.

/// How strong a search plays: so many iterations a decision, whatever the machine. Stronger levels take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// Who has just read the rules.
    Recruit,
    /// Who has played before.
    Regular,
    /// Who knows the game.
    Veteran,
    /// Takes seconds for a turn.
    Expert,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Recruit, Self::Regular, Self::Veteran, Self::Expert];
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 4] = ["recruit", "regular", "veteran", "expert"];

    /// Its word in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The level of this name, [`Level::Regular`] if there is none.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|level| level.name() == name).unwrap_or(Self::Regular)
    }
}
