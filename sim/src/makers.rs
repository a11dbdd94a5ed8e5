//! The bots of a command: built-in bots and external programs.

use std::marker::PhantomData;

use wilaya_bots::protocol::{Programs, Setup};
use wilaya_bots::{BotSpec, Maker, Roster, SpecError, build};

use crate::figures::{FigureError, FigureSpec};

/// True if a specification names a program.
pub(crate) fn is_program(spec: &str) -> bool {
    spec.parse::<BotSpec>().is_ok_and(|spec| spec.program().is_some())
}

/// True if a specification names a bot that thinks in several threads.
pub(crate) fn is_threaded(spec: &str) -> bool {
    let keys = spec.parse::<BotSpec>().map(|spec| spec.keys).unwrap_or_default();
    keys.iter().any(|(key, value)| key == "threads" && value != "1")
}

/// Makes the bots of a command: built-in bots and external programs.
pub(crate) struct BotMakers<'a, G> {
    programs: Option<(&'a Programs, Setup)>,
    game: PhantomData<G>,
}

impl<'a, G: Roster> BotMakers<'a, G> {
    /// `figures` are passed on to external programs among these bots.
    pub(crate) fn new<'b>(
        programs: Option<&'a Programs>,
        figures: &FigureSpec,
        max_turns: u16,
        mut bots: impl Iterator<Item = &'b BotSpec>,
    ) -> Result<Self, FigureError> {
        let programs = match programs.filter(|_| bots.any(|bot| bot.program().is_some())) {
            Some(programs) => {
                let setup = Setup::new(&G::figures(), &figures.figures::<G>()?, Some(max_turns));
                Some((programs, setup))
            }
            None => None,
        };
        Ok(Self { programs, game: PhantomData })
    }

    pub(crate) fn maker(&self, bot: &BotSpec) -> Result<Maker<G>, SpecError> {
        match (&self.programs, bot.program()) {
            (Some((programs, setup)), Some(_)) => programs.maker::<G>(bot, setup),
            _ => build::<G>(bot),
        }
    }
}
