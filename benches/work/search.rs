//! Searches from a position on.

use std::hash::Hasher;

use siphasher::sip::SipHasher24;
use wilaya_bots::{Bot, Roster};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::{BySide, Side, Status, View};

use super::stretch::read_position;
use super::{SEED, Work, maker};

/// The bot, with the number of iterations per decision.
const SEARCHER: &str = "mcts:iters=50";
/// How many decisions are searched at a time.
const SEARCHES: u64 = 12;

/// A game that two searches play on from a position, until enough decisions have been searched.
pub(crate) struct Search<G: Roster> {
    rules: G::Rules,
    from: G::State,
    bot: Box<dyn Fn() -> Box<dyn Bot<G>>>,
    iterations: u64,
    end: G::State,
}

impl<G: Roster> Search<G> {
    /// From a position.
    pub(crate) fn new(scenario: &str, stage: &str) -> Self {
        let (rules, from) = read_position::<G>(scenario, stage);
        let bot = maker::<G>(SEARCHER);
        // The first bot reads the evaluation, once in a process: that is not what a search costs.
        drop(bot());
        Self { rules, from, bot, iterations: 0, end: from }
    }
}

impl<G: Roster> Work for Search<G> {
    fn run(&mut self) {
        let (rules, mut state) = (&self.rules, self.from);
        let mut bots = BySide { fln: (self.bot)(), france: (self.bot)() };
        let mut rngs = BySide::new_with(|side| bot_rng(SEED, 0, side));
        let (mut dice, mut choices) = (SeededDice::new(SEED, 0), G::Choices::default());
        let iterations = |bots: &BySide<Box<dyn Bot<G>>>| Side::ALL.map(|side| bots[side].iterations());
        let mut searches = 0;
        G::choices(rules, &state, &mut choices);
        while let Status::Decision { side, .. } = G::status(&state)
            && searches < SEARCHES
        {
            let before = iterations(&bots);
            let action = bots[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
            searches += u64::from(iterations(&bots) != before);
            G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
        self.iterations = iterations(&bots).iter().sum();
        self.end = state;
    }

    fn items(&self) -> u64 {
        self.iterations
    }

    /// The position at the end as a file holds it: that is not timed.
    fn checksum(&self) -> u64 {
        let mut hasher = SipHasher24::new();
        hasher.write(G::to_json(&self.rules, &self.end).to_string().as_bytes());
        hasher.finish()
    }
}
