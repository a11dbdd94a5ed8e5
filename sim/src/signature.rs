//! One number for how the engine and the bots behave.

use std::convert::Infallible;
use std::hash::Hasher;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use siphasher::sip::SipHasher24;
use wilaya_bots::play::{CountingDice, Match, play};
use wilaya_bots::{Maker, Roster, SpecError, build};
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::{Choices, Setting, SettingError, Side, Tally};

use crate::ordered::ordered;

/// The seed of the games of a signature.
pub const SIGNATURE_SEED: u64 = 1954;
/// How many games of each sample setting: each pair of bots six times.
const GAMES: u64 = 54;
const MAX_TURNS: u16 = 200;
/// The bots of a signature: those whose choices need no numbers with decimals.
const BOTS: [&str; 3] = ["random", "thrift", "sober"];

/// Something that keeps the games of a signature from being played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// A sample setting is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A bot is missing.
    #[error(transparent)]
    Bot(#[from] SpecError),
}

/// Plays a fixed set of games, in every sample setting with `random`, `thrift` and, where there is one, `sober` on
/// either side, and hashes all their decisions, dice and results.
///
/// The number is the same on every machine, in debug and release, and for every number of threads. It changes with any
/// change of behaviour, of figures, and of the notation of actions.
///
/// # Errors
/// If a sample setting or a bot does not exist.
pub fn signature<G: Roster>(pool: &ThreadPool) -> Result<u64, SignatureError> {
    let figures = G::figures();
    let samples = G::samples();
    let rules = samples.iter().map(|setting| G::rules(&figures, setting));
    let rules = rules.collect::<Result<Vec<_>, _>>()?;
    let roster = G::bots();
    let bots = BOTS.iter().filter(|name| roster.iter().any(|entry| entry.name == **name));
    let bots = bots.map(|spec| build::<G>(&spec.parse()?)).collect::<Result<Vec<_>, _>>()?;

    let mut total = SipHasher24::new();
    let games = rules.len() as u64 * GAMES;
    let stop = AtomicBool::new(false);
    let work = |index: u64| Some(game::<G>(&rules[(index / GAMES) as usize], &bots, index));
    let played = ordered(pool, games, &stop, work, |_, hash| {
        total.write(&hash.to_le_bytes());
        Ok::<_, Infallible>(())
    });
    debug_assert_eq!(played, Ok(games));
    Ok(total.finish())
}

/// The hash of one game.
fn game<G: Roster>(rules: &G::Rules, bots: &[Maker<G>], index: u64) -> u64 {
    let mut hasher = SipHasher24::new();
    let Setting { scenario, setup, options, bars } = G::setting(rules);
    let words = [scenario, setup].into_iter().flatten().chain(options).chain(bars);
    words.for_each(|word| text(&mut hasher, &word));
    hasher.write(&G::data_hash(rules).to_le_bytes());

    let pair = index as usize % (bots.len() * bots.len());
    let pair = (bots[pair % bots.len()](), bots[pair / bots.len()]());
    let dice = CountingDice::new(RecordingDice::new(SeededDice::new(SIGNATURE_SEED, index)));
    let mut tally = G::Tally::default();
    let mut game = Match::<G, _, _, _>::new(rules, dice, pair, (SIGNATURE_SEED, index), &mut tally);
    rolls(&mut hasher, game.dice.inner_mut());
    let stop = AtomicBool::new(false);
    let played = play(&mut game, MAX_TURNS, &stop, &mut tally, |game, side, action| {
        hasher.write(&[side as u8, game.choices().len() as u8]);
        text(&mut hasher, &G::action_text(rules, action));
        rolls(&mut hasher, game.dice.inner_mut());
    });
    if let Some(played) = played {
        let winner = played.winner.map_or("none", Side::name);
        text(&mut hasher, winner);
        hasher.write(&played.turns.to_le_bytes());
    }
    let mut values = Vec::new();
    tally.values(rules, &mut values);
    values.iter().for_each(|value| text(&mut hasher, &value.to_string()));
    hasher.finish()
}

fn text(hasher: &mut SipHasher24, text: &str) {
    hasher.write(text.as_bytes());
    hasher.write(&[0xff]);
}

fn rolls(hasher: &mut SipHasher24, dice: &mut RecordingDice<SeededDice>) {
    for roll in dice.take() {
        let side = roll.label.side.map_or(2, |side| side as u8);
        hasher.write(&[roll.label.what, side, roll.label.place]);
        hasher.write(&roll.sides.to_le_bytes());
        hasher.write(&roll.face.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use wilaya_engine::toy::Toy;

    use super::*;

    #[test]
    fn a_signature_does_not_depend_on_threads() {
        let sign = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            signature::<Toy>(&pool.expect("threads can be started")).expect("the samples are settings")
        };
        assert_eq!(sign(1), sign(3));
    }
}
