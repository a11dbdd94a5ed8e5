//! A bot at a seat.

use std::fmt;

use rand_pcg::Pcg64Mcg;
use wilaya_bots::{Bot, build};

use super::{Seat, SessionError};
use crate::playable::Playable;

/// A bot with its generator.
pub(super) struct Player<G: Playable> {
    pub(super) bot: Box<dyn Bot<G>>,
    pub(super) rng: Pcg64Mcg,
}

impl<G: Playable> Player<G> {
    /// The bot of a seat; none for a person.
    pub(super) fn new(seat: &Seat, rng: Pcg64Mcg) -> Result<Option<Self>, SessionError> {
        match seat {
            Seat::Human => Ok(None),
            Seat::Bot(spec) => Ok(Some(Self { bot: build::<G>(spec)?(), rng })),
        }
    }
}

impl<G: Playable> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Player")
    }
}
