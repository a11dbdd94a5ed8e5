//! The odds of an action: its possible consequences up to the next decision, with their probabilities.

mod chance;
mod spread;
#[cfg(test)]
mod tests;
mod types;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use wilaya_engine::dice::{Dice, SeededDice, enumerate_within, stream_key};
use wilaya_engine::{Game, Hidden, IllegalAction, Measured, Notation, Observation};

pub use chance::{Chance, Fraction};
use spread::{Gathered, Spread, Way};
pub use types::{
    ChangeOdds, EventOdds, Next, NextOdds, Odds, OddsMethod, OddsOptions, OutcomeOdds, TrackOdds,
};

/// The purpose of the streams of imagined positions.
const WORLDS: u64 = 37;
/// The purpose of the stream of dice.
const DICE: u64 = 38;

/// The dice are rolled rather than enumerated if enumeration would leave fewer imagined positions than this.
const LEAST_WORLDS: u64 = 200;

impl Odds {
    /// The odds of an action of the side that has this observation and decides.
    ///
    /// # Errors
    /// [`IllegalAction`] if that side does not decide, or the action is not among its choices.
    pub fn new<G: Hidden + Notation + Measured>(
        rules: &G::Rules,
        seen: &Observation<G>,
        action: G::Action,
        options: OddsOptions,
    ) -> Result<Self, IllegalAction> {
        let words = |event: &G::Event, texts: &mut Vec<String>| texts.push(G::event_text(rules, event));
        Self::with_words(rules, seen, action, options, &words)
    }

    /// Like [`Odds::new`], with other words for the events: `words` appends the words under which an event is counted.
    ///
    /// # Errors
    /// Same as for [`Odds::new`].
    pub fn with_words<G: Hidden + Notation + Measured>(
        rules: &G::Rules,
        seen: &Observation<G>,
        action: G::Action,
        options: OddsOptions,
        words: &dyn Fn(&G::Event, &mut Vec<String>),
    ) -> Result<Self, IllegalAction> {
        let decides = G::status(seen.state()).side() == Some(seen.side());
        if !decides || !G::is_legal(rules, seen.state(), action) {
            return Err(IllegalAction { text: G::action_text(rules, action) });
        }
        Ok(Question { rules, seen, action, options, words }.answer())
    }
}

/// The action whose odds are wanted, and the position.
struct Question<'a, G: Game> {
    rules: &'a G::Rules,
    seen: &'a Observation<G>,
    action: G::Action,
    options: OddsOptions,
    words: &'a dyn Fn(&G::Event, &mut Vec<String>),
}

impl<G: Hidden + Notation + Measured> Question<'_, G> {
    fn answer(&self) -> Odds {
        let OddsOptions { leaves, samples, .. } = self.options;
        let samples = samples.max(1);
        let (world, is_known) = self.imagine(0);
        let (method, gathered) = match is_known.then(|| self.enumerate(&world, leaves)).flatten() {
            Some((leaves, spread)) => (OddsMethod::Exact { leaves }, Gathered::of(spread)),
            None if is_known => {
                let mut gathered = Gathered::new(G::TRACKS.len());
                (0..samples).for_each(|number| gathered.push(self.roll(&world, number), false));
                (OddsMethod::Sampled { n: samples }, gathered)
            }
            None => self.over_worlds(samples),
        };
        let (side, action) = (self.seen.side(), G::action_text(self.rules, self.action));
        gathered.finish(side, action, method, G::TRACKS, &self.tracks(self.seen.state()))
    }

    /// The means over positions consistent with what the side sees: up to `samples`, or fewer if that allows enumerating more
    /// outcomes of the dice in each.
    fn over_worlds(&self, samples: u64) -> (OddsMethod, Gathered) {
        let OddsOptions { leaves, .. } = self.options;
        // The number of combinations is estimated from a position that does not count: a counted one must not decide its own
        // weight.
        let (probe, _) = self.imagine(u64::MAX);
        let least = LEAST_WORLDS.min(samples);
        let width = self.enumerate(&probe, leaves / least).map(|(width, _)| width);
        let n = width.map_or(samples, |width| (leaves / (2 * width)).clamp(least, samples));
        let mut gathered = Gathered::new(G::TRACKS.len());
        let (mut enumerated, mut all) = (0, 0);
        for number in 0..n {
            let (world, _) = self.imagine(number);
            if let Some((ways, spread)) = self.enumerate(&world, leaves / n) {
                (enumerated, all) = (enumerated + 1, all + ways);
                gathered.push(spread, true);
            } else {
                gathered.push(self.roll(&world, number), false);
            }
        }
        (OddsMethod::Worlds { n, enumerated, leaves: all }, gathered)
    }

    /// A position consistent with what the side sees, and whether it is the only one.
    fn imagine(&self, number: u64) -> (G::State, bool) {
        let before = Pcg64Mcg::seed_from_u64(stream_key(self.options.seed, number, WORLDS));
        let mut rng = before.clone();
        let world = G::determinize(self.rules, self.seen, &mut rng);
        // If nothing was drawn, the odds are exact.
        (world, rng == before)
    }

    /// All outcomes of the dice, and their number; `None` if there are too many.
    fn enumerate(&self, world: &G::State, most: u64) -> Option<(u64, Spread)> {
        let mut spread = Some(Spread::new(G::TRACKS.len()));
        let leaves = enumerate_within(
            most,
            |dice| self.play(world, dice),
            |way, _, inverse_probability| {
                if spread.as_mut().is_some_and(|spread| spread.add(way, inverse_probability).is_none()) {
                    spread = None;
                }
            },
        )?;
        Some((leaves, spread?.finish()?))
    }

    /// One outcome of the dice.
    fn roll(&self, world: &G::State, number: u64) -> Spread {
        let key = stream_key(self.options.seed, 0, DICE);
        Spread::sure(self.play(world, &mut SeededDice::new(key, number)))
    }

    /// Plays the action as the game does.
    fn play<D: Dice>(&self, world: &G::State, dice: &mut D) -> Way {
        let (mut state, mut events) = (*world, Vec::new());
        G::apply(self.rules, &mut state, self.action, dice, &mut events);
        let mut changes = self.tracks(&state);
        changes.iter_mut().zip(self.tracks(world)).for_each(|(after, before)| *after -= before);
        let side = self.seen.side();
        let visible = events.iter().filter(|event| G::audience(event).includes(side));
        let mut texts = Vec::new();
        visible.for_each(|event| (self.words)(event, &mut texts));
        texts.sort_unstable();
        texts.dedup();
        Way { changes, next: Next::of::<G>(&state), events: texts }
    }

    fn tracks(&self, state: &G::State) -> Vec<i32> {
        let mut tracks = Vec::with_capacity(G::TRACKS.len());
        G::tracks(self.rules, state, &mut tracks);
        tracks
    }
}
