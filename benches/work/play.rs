//! Whole games, and playouts from positions.

use wilaya_bots::{Bot, Maker, Roster};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::{BySide, Choices, Game, Side, Status, View};

use super::stretch::read_position;
use super::{SEED, Work, maker, mix, scenario_rules};

/// Whole games at a time.
const GAMES: u64 = 8;
/// Playouts at a time.
const PLAYOUTS: u64 = 8;

/// Games of a bot against itself, from their start or from a position.
pub(crate) struct Games<G: Roster> {
    rules: G::Rules,
    from: Option<G::State>,
    bot: Maker<G>,
    games: u64,
    items: u64,
    sum: u64,
}

impl<G: Roster> Games<G> {
    /// Whole games.
    pub(crate) fn whole(scenario: &str, bot: &str) -> Self {
        Self {
            rules: scenario_rules::<G>(scenario),
            from: None,
            bot: maker(bot),
            games: GAMES,
            items: 0,
            sum: 0,
        }
    }

    /// Playouts from a position.
    pub(crate) fn playouts(scenario: &str, stage: &str, bot: &str) -> Self {
        let (rules, state) = read_position::<G>(scenario, stage);
        Self { rules, from: Some(state), bot: maker(bot), games: PLAYOUTS, items: 0, sum: 0 }
    }
}

/// Plays a game on to its end; how many decisions that took.
fn play_on<G: Game>(
    rules: &G::Rules,
    state: &mut G::State,
    dice: &mut SeededDice,
    bots: &mut BySide<impl Bot<G>>,
    index: u64,
) -> u64 {
    let mut rng = BySide::new_with(|side| bot_rng(SEED, index, side));
    let mut choices = G::Choices::default();
    G::choices(rules, state, &mut choices);
    let mut decisions = 0;
    while let Status::Decision { side, .. } = G::status(state) {
        let view = View::new(rules, state, side);
        let action = match side {
            Side::Fln => bots.fln.choose(view, &choices, &mut rng.fln),
            Side::France => bots.france.choose(view, &choices, &mut rng.france),
        };
        G::advance(rules, state, action, dice, &mut (), &mut choices);
        decisions += 1;
    }
    assert!(choices.is_empty(), "the game is over and offers choices");
    decisions
}

impl<G: Roster> Work for Games<G> {
    fn run(&mut self) {
        (self.items, self.sum) = (0, 0);
        for index in 0..self.games {
            let mut dice = SeededDice::new(SEED, index);
            let mut state = self.from.unwrap_or_else(|| G::start(&self.rules, &mut dice, &mut ()));
            let mut bots = BySide { fln: (self.bot)(), france: (self.bot)() };
            let decisions = play_on::<G>(&self.rules, &mut state, &mut dice, &mut bots, index);
            self.items += decisions;
            mix(&mut self.sum, decisions);
            mix(&mut self.sum, G::clock(&state).0.into());
            mix(&mut self.sum, G::status(&state).outcome().map_or(2, |outcome| outcome.winner as u64));
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
