//! Where the name of a game becomes a type.

use anyhow::Result;
use clap::ValueEnum;
use wilaya_bots::Roster;
use wilaya_engine::Game as _;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::data::Figures;
use wilaya_engine::ici::{self, Ici};
#[cfg(feature = "toy")]
use wilaya_engine::toy::Toy;

/// A game, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Algeria: The War of Independence 1954-1962
    Algeria,
    /// Ici, c'est la France! The Algerian War of Independence 1954-1962
    Ici,
    /// A race with dice, for tests
    #[cfg(feature = "toy")]
    Toy,
}

/// Something that is done with one game.
pub(crate) trait WithGame {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<G: Roster>(self) -> Result<Self::Output>;
}

impl GameName {
    /// All games.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Algeria,
        Self::Ici,
        #[cfg(feature = "toy")]
        Self::Toy,
    ];

    /// Finds the game that a file names.
    pub(crate) fn of_file(name: &str) -> Result<Self> {
        let known = || Self::ALL.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
        let found = Self::ALL.iter().find(|game| game.name() == name);
        found.copied().ok_or_else(|| anyhow::anyhow!("unknown game \"{name}\": the games are {}", known()))
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Algeria => Algeria::NAME,
            Self::Ici => Ici::NAME,
            #[cfg(feature = "toy")]
            Self::Toy => Toy::NAME,
        }
    }

    /// Does something with it.
    pub(crate) fn with<W: WithGame>(self, what: W) -> Result<W::Output> {
        match self {
            Self::Algeria => what.with::<Algeria>(),
            Self::Ici => what.with::<Ici>(),
            #[cfg(feature = "toy")]
            Self::Toy => what.with::<Toy>(),
        }
    }

    /// Where figures differ from what the rulebook says of them in passing, a line each: no errors, since a house rule
    /// may differ on purpose.
    pub(crate) fn remarks(self, figures: &Figures) -> Result<Vec<String>> {
        match self {
            Self::Ici => Ok(ici::data::doubts(figures)?.iter().map(ToString::to_string).collect()),
            Self::Algeria => Ok(Vec::new()),
        }
    }
}
