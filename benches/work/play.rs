//! Whole games, and playouts from positions.

use wilaya_bots::play::Match;
use wilaya_bots::{Bot, Roster};
use wilaya_engine::dice::SeededDice;

use super::stretch::read_position;
use super::{SEED, Work, mix, scenario_rules};

/// Whole games at a time: enough that the processor does not learn them by heart.
const GAMES: u64 = 64;
/// Playouts at a time.
const PLAYOUTS: u64 = 8;

/// Games of a bot against itself, from their start or from a position.
pub(crate) struct Games<G: Roster, B> {
    rules: G::Rules,
    from: Option<G::State>,
    bot: Box<dyn Fn() -> B>,
    games: u64,
    items: u64,
    sum: u64,
}

impl<G: Roster, B: Bot<G>> Games<G, B> {
    /// Whole games.
    pub(crate) fn whole(scenario: &str, bot: Box<dyn Fn() -> B>) -> Self {
        Self { rules: scenario_rules::<G>(scenario), from: None, bot, games: GAMES, items: 0, sum: 0 }
    }

    /// Playouts from a position.
    pub(crate) fn playouts(scenario: &str, stage: &str, bot: Box<dyn Fn() -> B>) -> Self {
        let (rules, state) = read_position::<G>(scenario, stage);
        Self { rules, from: Some(state), bot, games: PLAYOUTS, items: 0, sum: 0 }
    }
}

impl<G: Roster, B: Bot<G>> Work for Games<G, B> {
    fn run(&mut self) {
        (self.items, self.sum) = (0, 0);
        for index in 0..self.games {
            let mut dice = SeededDice::new(SEED, index);
            let state = self.from.unwrap_or_else(|| G::start(&self.rules, &mut dice, &mut ()));
            let bots = ((self.bot)(), (self.bot)());
            let mut game = Match::<G, _, _, _>::from(&self.rules, state, dice, bots, (SEED, index));
            while game.step(&mut ()).is_some() {}
            let (state, decisions) = (*game.state(), game.decisions());
            let decisions = u64::from(decisions.fln + decisions.france);
            self.items += decisions;
            mix(&mut self.sum, decisions);
            mix(&mut self.sum, G::clock(&state).0.into());
            mix(&mut self.sum, G::status(&state).outcome().map_or(2, |outcome| outcome as u64));
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn checksum(&self) -> u64 {
        self.sum
    }
}
