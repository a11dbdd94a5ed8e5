//! Picks the type of a game by its name.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use wilaya_bots::Roster;
use wilaya_bots::mcts::Level;
use wilaya_bots::protocol::Programs;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::data::{Figures, dotted};
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game, Setting};

use crate::board::Board;
use crate::guide::Guide;
use crate::playable::Playable;
use crate::session::{AnySession, Begin, Save, Session, SessionError, World};

/// The games, with the figures they are played with.
#[derive(Debug)]
pub struct Catalogue {
    algeria: GameEntry<Algeria>,
    ici: GameEntry<Ici>,
}

/// A game with its figures, and the rules and map used last: a click that starts a game must not wait for what
/// could be built while its menu was open.
#[derive(Debug)]
struct GameEntry<G: Playable> {
    figures: Figures,
    last: Mutex<Option<(Setting, Arc<World<G>>)>>,
}

impl<G: Playable> GameEntry<G> {
    fn new(figures: Figures) -> Self {
        Self { figures, last: Mutex::default() }
    }

    fn world(&self, setting: &Setting) -> Result<Arc<World<G>>, SessionError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, world)) = last.as_ref().filter(|(of, _)| of == setting) {
            return Ok(Arc::clone(world));
        }
        let world = Arc::new(World::<G>::new(&self.figures, setting)?);
        *last = Some((setting.clone(), Arc::clone(&world)));
        Ok(world)
    }

    fn board(&self, setting: &Setting) -> Result<Arc<Board>, SessionError> {
        Ok(Arc::clone(&self.world(setting)?.board))
    }

    fn guide(&self, setting: &Setting) -> Result<Arc<Guide>, SessionError> {
        Ok(Arc::clone(&self.world(setting)?.guide))
    }

    /// The options of the menu.
    fn menu(&self) -> MenuEntry {
        let word = |(word, text): &(&str, &str)| Word::new(word, text);
        let option = |option: &(&str, &str)| {
            let scenarios = self.figures.read(&dotted(&["option", option.0, "scenarios"])).ok();
            Word { scenarios, ..word(option) }
        };
        let level = |level: Level| {
            let text = match level {
                Level::Recruit => "has just read the rules",
                Level::Regular => "has played before",
                Level::Veteran => "knows the game",
                Level::Expert => "takes seconds per turn",
            };
            Word::new(level.name(), text)
        };
        MenuEntry {
            game: G::NAME,
            title: G::TITLE,
            sides: G::SIDES,
            scenarios: G::scenarios().iter().map(word).collect(),
            options: G::options().iter().map(option).collect(),
            levels: Level::ALL.map(level).to_vec(),
            bots: <G as Roster>::bots().into_iter().map(|bot| Word::new(bot.name, bot.summary)).collect(),
        }
    }

    fn start(&self, setting: &Setting, begin: Begin) -> Result<Box<dyn AnySession>, SessionError> {
        Ok(Box::new(Session::new(self.world(setting)?, begin)?))
    }

    fn resume(&self, save: &Save, programs: Option<&Programs>) -> Result<Box<dyn AnySession>, SessionError> {
        Ok(Box::new(save.resume::<G>(self.world(&save.header()?.setting)?, programs)?))
    }
}

/// A keyword the menu offers, with its meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Word {
    /// The keyword.
    pub word: String,
    /// Its meaning.
    pub text: String,
    /// The scenarios it can be used in; `None` if in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenarios: Option<Vec<String>>,
}

impl Word {
    fn new(word: &str, text: &str) -> Self {
        Self { word: word.to_owned(), text: text.to_owned(), scenarios: None }
    }
}

/// The choices to make before a game.
#[derive(Clone, Debug, Serialize)]
pub struct MenuEntry {
    /// The game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The names of the sides.
    pub sides: BySide<&'static str>,
    /// The scenarios, the default first.
    pub scenarios: Vec<Word>,
    /// The optional rules.
    pub options: Vec<Word>,
    /// The levels of play, the weakest first.
    pub levels: Vec<Word>,
    /// All bots, for those who want another one.
    pub bots: Vec<Word>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self { algeria: GameEntry::new(Algeria::figures()), ici: GameEntry::new(Ici::figures()) }
    }
}

impl Catalogue {
    /// The same games, with other figures for one of them.
    #[must_use]
    pub fn with(self, figures: Figures) -> Self {
        if figures.game() == Ici::NAME {
            Self { ici: GameEntry::new(figures), ..self }
        } else {
            Self { algeria: GameEntry::new(figures), ..self }
        }
    }

    /// The map of a game, before the game starts.
    ///
    /// # Errors
    /// An unknown game or setting, or invalid figures.
    pub fn board(&self, game: &str, setting: &Setting) -> Result<Arc<Board>, SessionError> {
        match game {
            Algeria::NAME => self.algeria.board(setting),
            Ici::NAME => self.ici.board(setting),
            other => Err(unknown(other)),
        }
    }

    /// How to play a game.
    ///
    /// # Errors
    /// As [`Catalogue::board`].
    pub fn guide(&self, game: &str, setting: &Setting) -> Result<Arc<Guide>, SessionError> {
        match game {
            Algeria::NAME => self.algeria.guide(setting),
            Ici::NAME => self.ici.guide(setting),
            other => Err(unknown(other)),
        }
    }

    /// Sets up a game.
    ///
    /// # Errors
    /// An unknown game, setting or bot.
    pub fn start(
        &self,
        game: &str,
        setting: &Setting,
        begin: Begin,
    ) -> Result<Box<dyn AnySession>, SessionError> {
        match game {
            Algeria::NAME => self.algeria.start(setting, begin),
            Ici::NAME => self.ici.start(setting, begin),
            other => Err(unknown(other)),
        }
    }

    /// Resumes a saved game. Refuses a save in which a program plays.
    ///
    /// # Errors
    /// A save that does not fit the current rules.
    pub fn resume(&self, save: &Save) -> Result<Box<dyn AnySession>, SessionError> {
        self.resume_with(save, None)
    }

    /// As [`Catalogue::resume`], but programs may play.
    ///
    /// # Errors
    /// As [`Catalogue::resume`].
    pub fn resume_with(
        &self,
        save: &Save,
        programs: Option<&Programs>,
    ) -> Result<Box<dyn AnySession>, SessionError> {
        match save.game() {
            Algeria::NAME => self.algeria.resume(save, programs),
            Ici::NAME => self.ici.resume(save, programs),
            other => Err(unknown(other)),
        }
    }

    /// The choices to make before a game, for each game.
    #[must_use]
    pub fn menu(&self) -> Vec<MenuEntry> {
        vec![self.algeria.menu(), self.ici.menu()]
    }
}

fn unknown(game: &str) -> SessionError {
    let game: String = game.chars().take(40).collect();
    SessionError::Save(format!("unknown game \"{game}\": the games are {}, {}", Algeria::NAME, Ici::NAME))
}
