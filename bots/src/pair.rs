use rand_pcg::Pcg64Mcg;
use wilaya_engine::dice::bot_rng;
use wilaya_engine::{BySide, Game, Hidden, Side, Status, View};

use crate::Bot;

/// A bot for each side, with its generator.
#[derive(Clone, Debug)]
pub struct Pair<A, B> {
    /// Plays the FLN.
    pub fln: A,
    /// Plays France.
    pub france: B,
    /// The generators they draw from.
    pub rng: BySide<Pcg64Mcg>,
}

impl<A, B> Pair<A, B> {
    /// Two bots for game `index` of the run with this seed.
    pub fn new((fln, france): (A, B), (seed, index): (u64, u64)) -> Self {
        Self { fln, france, rng: BySide::new_with(|side| bot_rng(seed, index, side)) }
    }

    /// Asks the bot of the deciding side.
    #[inline(always)]
    pub fn choose<G: Game>(&mut self, view: View<'_, G>, choices: &G::Choices) -> G::Action
    where
        A: Bot<G>,
        B: Bot<G>,
    {
        match view.side() {
            Side::Fln => self.fln.choose(view, choices, &mut self.rng.fln),
            Side::France => self.france.choose(view, choices, &mut self.rng.france),
        }
    }

    /// Shows the next action to the other side's bot, if it watches and may see it.
    #[inline]
    pub fn show<G: Hidden>(&mut self, rules: &G::Rules, state: &G::State, action: G::Action)
    where
        A: Bot<G>,
        B: Bot<G>,
    {
        if !self.fln.watches() && !self.france.watches() {
            return;
        }
        let Some(view) = seen_by_other::<G>(rules, state, action) else { return };
        match view.side() {
            Side::Fln if self.fln.watches() => self.fln.watch(view, action, &mut self.rng.fln),
            Side::France if self.france.watches() => self.france.watch(view, action, &mut self.rng.france),
            _ => {}
        }
    }
}

/// The other side's view of a position in which `action` is about to be played; `None` if it may not see the action.
pub fn seen_by_other<'a, G: Hidden>(
    rules: &'a G::Rules,
    state: &'a G::State,
    action: G::Action,
) -> Option<View<'a, G>> {
    let Status::Decision { side, kind } = G::status(state) else { return None };
    let other = side.other();
    G::action_audience(side, kind, action).includes(other).then(|| View::new(rules, state, other))
}
