use wilaya_engine::Game;

use crate::bot::Bot;
use crate::spec::{Key, Params, SpecError};

/// A factory that makes the same bot for each game.
pub type Maker<G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>;

/// A bot in a roster.
#[derive(Clone, Copy, Debug)]
pub struct Entry<G: Game> {
    /// Its name in specifications.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The keys that it takes.
    pub keys: &'static [Key],
    /// Reads the keys.
    pub build: fn(Params<'_>) -> Result<Maker<G>, SpecError>,
}

/// The [`Maker`] of a constructor.
pub fn maker<G: Game, B: Bot<G> + 'static>(make: impl Fn() -> B + Send + Sync + 'static) -> Maker<G> {
    Box::new(move || Box::new(make()))
}
