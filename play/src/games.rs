//! Where the name of a game becomes a type.

use std::sync::Arc;

use serde::Serialize;
use wilaya_bots::mcts::Level;
use wilaya_bots::{Entry, Roster};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::data::Figures;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Game, Setting};

use crate::board::Board;
use crate::playable::Playable;
use crate::session::{AnySession, Begin, Save, Session, SessionError, World};

/// The games, with the figures that they are played with.
#[derive(Clone, Debug)]
pub struct Catalogue {
    algeria: Figures,
    ici: Figures,
}

/// A word that can be chosen, with what it means.
#[derive(Clone, Debug, Serialize)]
pub struct Word {
    /// The word.
    pub word: String,
    /// What it means.
    pub text: String,
}

/// What can be chosen before a game.
#[derive(Clone, Debug, Serialize)]
pub struct MenuEntry {
    /// The game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The scenarios, the default first.
    pub scenarios: Vec<Word>,
    /// The optional rules.
    pub options: Vec<Word>,
    /// The levels of play, the weakest first.
    pub levels: Vec<Word>,
    /// All bots, for who wants another one.
    pub bots: Vec<Word>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self { algeria: Algeria::figures(), ici: Ici::figures() }
    }
}

impl Catalogue {
    /// The same games, one of them with other figures.
    #[must_use]
    pub fn with(self, figures: Figures) -> Self {
        if figures.game() == Ici::NAME {
            Self { ici: figures, ..self }
        } else {
            Self { algeria: figures, ..self }
        }
    }

    /// The map of a game, before it is played.
    ///
    /// # Errors
    /// A game that there is not, or figures that make none.
    pub fn board(&self, game: &str) -> Result<Arc<Board>, SessionError> {
        match game {
            Algeria::NAME => board::<Algeria>(&self.algeria),
            Ici::NAME => board::<Ici>(&self.ici),
            other => Err(unknown(other)),
        }
    }

    /// Sets a game up.
    ///
    /// # Errors
    /// A game, setting or bot that there is not.
    pub fn start(
        &self,
        game: &str,
        setting: &Setting,
        begin: Begin,
    ) -> Result<Box<dyn AnySession>, SessionError> {
        match game {
            Algeria::NAME => start::<Algeria>(&self.algeria, setting, begin),
            Ici::NAME => start::<Ici>(&self.ici, setting, begin),
            other => Err(unknown(other)),
        }
    }

    /// Takes a saved game up.
    ///
    /// # Errors
    /// A save that does not fit the rules as they are.
    pub fn resume(&self, save: &Save) -> Result<Box<dyn AnySession>, SessionError> {
        match save.game() {
            Algeria::NAME => resume::<Algeria>(&self.algeria, save),
            Ici::NAME => resume::<Ici>(&self.ici, save),
            other => Err(unknown(other)),
        }
    }

    /// What can be chosen.
    #[must_use]
    pub fn menu(&self) -> Vec<MenuEntry> {
        vec![entry::<Algeria>(), entry::<Ici>()]
    }
}

fn unknown(game: &str) -> SessionError {
    let game: String = game.chars().take(40).collect();
    SessionError::Save(format!("unknown game \"{game}\": the games are {}, {}", Algeria::NAME, Ici::NAME))
}

fn board<G: Playable>(figures: &Figures) -> Result<Arc<Board>, SessionError> {
    Ok(World::<G>::new(figures, &Setting::default())?.board)
}

fn start<G: Playable>(
    figures: &Figures,
    setting: &Setting,
    begin: Begin,
) -> Result<Box<dyn AnySession>, SessionError> {
    let world = Arc::new(World::<G>::new(figures, setting)?);
    Ok(Box::new(Session::new(world, begin)?))
}

fn resume<G: Playable>(figures: &Figures, save: &Save) -> Result<Box<dyn AnySession>, SessionError> {
    let world = Arc::new(World::<G>::new(figures, &save.header()?.setting)?);
    Ok(Box::new(save.resume::<G>(world)?))
}

fn entry<G: Playable>() -> MenuEntry {
    let word = |(word, text): &(&str, &str)| Word { word: (*word).to_owned(), text: (*text).to_owned() };
    let level = |level: Level| {
        let text = match level {
            Level::Recruit => "has just read the rules",
            Level::Regular => "has played before",
            Level::Veteran => "knows the game",
            Level::Expert => "takes seconds for a turn",
        };
        Word { word: level.name().to_owned(), text: text.to_owned() }
    };
    let bot = |bot: Entry<G>| Word { word: bot.name.to_owned(), text: bot.summary.to_owned() };
    MenuEntry {
        game: G::NAME,
        title: G::TITLE,
        scenarios: G::scenarios().iter().map(word).collect(),
        options: G::options().iter().map(word).collect(),
        levels: Level::ALL.map(level).to_vec(),
        bots: <G as Roster>::bots().into_iter().map(bot).collect(),
    }
}
