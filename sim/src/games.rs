//! Where the name of a game becomes a type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wilaya_bots::Roster;
use wilaya_engine::Game as _;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::ici::Ici;
#[cfg(feature = "toy")]
use wilaya_engine::toy::Toy;

/// A game, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// *Algeria: The War of Independence 1954-1962*
    Algeria,
    /// *Ici, c'est la France! The Algerian War of Independence 1954-1962*
    Ici,
    /// A race with dice, for tests.
    #[cfg(feature = "toy")]
    Toy,
}

/// Work that is the same for every game: it is written once, and compiled for each.
pub trait WithGame {
    /// The result.
    type Output;

    /// Does it.
    fn with<G: Roster>(self) -> Self::Output;
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game \"{0}\": the games are {known}", known = GameName::ALL.map(GameName::name).join(", "))]
pub struct UnknownGame(pub String);

impl GameName {
    /// All games.
    #[cfg(not(feature = "toy"))]
    pub const ALL: [Self; 2] = [Self::Algeria, Self::Ici];
    /// All games.
    #[cfg(feature = "toy")]
    pub const ALL: [Self; 3] = [Self::Algeria, Self::Ici, Self::Toy];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Algeria => Algeria::NAME,
            Self::Ici => Ici::NAME,
            #[cfg(feature = "toy")]
            Self::Toy => Toy::NAME,
        }
    }

    /// Its full title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Algeria => Algeria::TITLE,
            Self::Ici => Ici::TITLE,
            #[cfg(feature = "toy")]
            Self::Toy => Toy::TITLE,
        }
    }

    /// Does some work with the type of the game: everything below is compiled for that game.
    pub fn with<W: WithGame>(self, work: W) -> W::Output {
        match self {
            Self::Algeria => work.with::<Algeria>(),
            Self::Ici => work.with::<Ici>(),
            #[cfg(feature = "toy")]
            Self::Toy => work.with::<Toy>(),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameName {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let found = Self::ALL.into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| UnknownGame(text.to_owned()))
    }
}
