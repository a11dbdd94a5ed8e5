//! From the name of a game to its type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wilaya_engine::BySide;
use wilaya_engine::Game as _;

/// Runs code with the type of a game given by name: the code is written once and compiled for each game.
///
/// ```
/// use wilaya_sim::engine::Game;
/// use wilaya_sim::{GameName, with_game};
///
/// /// The bytes of a position.
/// fn size<G: Game>() -> usize {
///     size_of::<G::State>()
/// }
/// let game: GameName = "ici".parse()?;
/// assert!(with_game!(game, G => size::<G>()) > 0);
/// # Ok::<(), wilaya_sim::UnknownGame>(())
/// ```
#[cfg(not(test))]
#[macro_export(local_inner_macros)]
macro_rules! with_game {
    ($name:expr, $game:ident => $work:expr) => {
        with_game_among!($name, $game, $work, Algeria: algeria, Ici: ici)
    };
}
/// Runs code with the type of a game given by name: the code is written once and compiled for each game.
#[cfg(test)]
#[macro_export(local_inner_macros)]
macro_rules! with_game {
    ($name:expr, $game:ident => $work:expr) => {
        with_game_among!($name, $game, $work, Algeria: algeria, Ici: ici, Toy: toy)
    };
}
#[doc(hidden)]
#[macro_export]
macro_rules! with_game_among {
    ($name:expr, $game:ident, $work:expr, $($variant:ident: $module:ident),+) => {
        match $name {
            $($crate::GameName::$variant => {
                type $game = $crate::engine::$module::$variant;
                $work
            })+
        }
    };
}

/// A game, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// *Algeria: The War of Independence 1954-1962*
    Algeria,
    /// *Ici, c'est la France! The Algerian War of Independence 1954-1962*
    Ici,
    /// A race with dice, for tests.
    #[cfg(test)]
    Toy,
}

/// An unknown name of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game \"{0}\": the games are {known}", known = GameName::ALL.map(GameName::name).join(", "))]
pub struct UnknownGame(pub String);

impl GameName {
    /// All games.
    #[cfg(not(test))]
    pub const ALL: [Self; 2] = [Self::Algeria, Self::Ici];
    /// All games.
    #[cfg(test)]
    pub const ALL: [Self; 3] = [Self::Algeria, Self::Ici, Self::Toy];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_game!(self, G => G::NAME)
    }

    /// The names of the sides for people.
    #[must_use]
    pub fn sides(self) -> BySide<&'static str> {
        with_game!(self, G => G::SIDES)
    }

    /// Its full title.
    #[must_use]
    pub fn title(self) -> &'static str {
        with_game!(self, G => G::TITLE)
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
