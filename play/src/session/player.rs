//! A seated bot.

use std::fmt;

use rand_pcg::Pcg64Mcg;
use wilaya_bots::protocol::Programs;
use wilaya_bots::{Bot, build, seen_by_other};
use wilaya_engine::Side;

use super::{Seat, SessionError, World};
use crate::playable::Playable;

/// A bot with its generator.
pub(super) struct Player<G: Playable> {
    pub(super) bot: Box<dyn Bot<G>>,
    pub(super) rng: Pcg64Mcg,
    pub(super) side: Side,
}

impl<G: Playable> Player<G> {
    /// The bot of a seat; `None` for a human.
    pub(super) fn new(
        side: Side,
        seat: &Seat,
        rng: Pcg64Mcg,
        programs: Option<&Programs>,
        world: &World<G>,
    ) -> Result<Option<Self>, SessionError> {
        let make = match (seat, programs) {
            (Seat::Human, _) => return Ok(None),
            (Seat::Bot(spec), Some(programs)) if spec.program().is_some() => {
                programs.maker::<G>(spec, &world.setup)?
            }
            (Seat::Bot(spec), _) => build::<G>(spec)?,
        };
        Ok(Some(Self { bot: make(), rng, side }))
    }

    /// Shows the bot an action about to be played, if it is the other side's and the bot may see it.
    pub(super) fn watch(&mut self, world: &World<G>, state: &G::State, action: G::Action) {
        if let Some(view) = seen_by_other(&world.rules, state, action).filter(|view| view.side() == self.side)
        {
            self.bot.watch(view, action, &mut self.rng);
        }
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Player")
    }
}
