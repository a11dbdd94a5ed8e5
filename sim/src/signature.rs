//! Signatures: a hash of the behaviour of the engine and the bots.

use std::convert::Infallible;
use std::hash::Hasher;
use std::iter::repeat_n;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use siphasher::sip::SipHasher24;
use wilaya_bots::play::{CountingDice, Match, play};
use wilaya_bots::{BotSpec, Maker, Roster, SpecError, build_among};
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::{Choices, Game, Outcome, Setting, SettingError, Tally};

use crate::ordered::ordered;

/// The seed of the games of a signature.
pub const SIGNATURE_SEED: u64 = 1954;
/// Bots that play each other on either side in each sample setting, and the number of games, all to the end.
const BOTS: [&str; 4] = ["random", "thrift", "sober", "heuristic"];
const GAMES: usize = 6;
const MAX_TURNS: u16 = 200;
/// Pairs of bots that play one game in each sample setting, for this many turns: a search is slow in a debug build.
const SEARCHES: [[&str; 2]; 2] = [["mcts:iters=20", "heuristic"], ["heuristic", "mcts:iters=20"]];
const SEARCH_TURNS: u16 = 2;

/// The reason why a signature cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// Unknown scenario, or invalid sample setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Missing bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
}

/// Plays a fixed set of games in every sample setting, or in those of one scenario, and hashes all their decisions, dice and
/// results: `random`, `thrift`, `sober` and `heuristic` play whole games on either side, if the game has them, and `mcts`
/// plays a few turns.
///
/// The number is the same on every machine, in debug and release builds, and for any number of threads. Any change of
/// behaviour, figures or action notation changes it.
///
/// # Errors
/// If the scenario, a sample setting or a bot does not exist.
pub fn signature<G: Roster>(pool: &ThreadPool, scenario: Option<&str>) -> Result<u64, SignatureError> {
    let figures = G::figures();
    let of = |setting: &Setting| G::rules(&figures, setting);
    let mut rules = G::samples().iter().map(of).collect::<Result<Vec<_>, _>>()?;
    if let Some(scenario) = scenario {
        let asked = of(&Setting { scenario: Some(scenario.to_owned()), ..Setting::default() })?;
        rules.retain(|rules| G::setting(rules).scenario == G::setting(&asked).scenario);
    }
    let pairs = pairs::<G>()?;

    let mut total = SipHasher24::new();
    let games = (rules.len() * pairs.len()) as u64;
    let stop = AtomicBool::new(false);
    let work = |index: u64| {
        let (setting, pair) = (index as usize / pairs.len(), index as usize % pairs.len());
        Some(game(&rules[setting], &pairs[pair], index))
    };
    let played = ordered(pool, 0..games, &stop, work, |_, hash| {
        total.write(&hash.to_le_bytes());
        Ok::<_, Infallible>(())
    });
    debug_assert_eq!(played, Ok(games));
    Ok(total.finish())
}

/// The bots of a game, the FLN's first, and the last turn to play.
struct Pairing<G: Game> {
    bots: [Maker<G>; 2],
    turns: u16,
}

/// The pairings in a sample setting, without bots that the game does not have.
fn pairs<G: Roster>() -> Result<Vec<Pairing<G>>, SpecError> {
    let roster = G::bots();
    let whole = BOTS.iter().flat_map(|fln| BOTS.iter().map(move |france| [*fln, *france]));
    let whole = whole.flat_map(|bots| repeat_n((bots, MAX_TURNS), GAMES));
    let searches = SEARCHES.iter().map(|bots| (*bots, SEARCH_TURNS));
    let mut pairs = Vec::new();
    for (bots, turns) in whole.chain(searches) {
        let [fln, france] = bots.map(str::parse::<BotSpec>);
        let specs = [fln?, france?];
        if specs.iter().all(|spec| roster.iter().any(|entry| entry.name == spec.name)) {
            let [fln, france] = specs.map(|spec| build_among(&roster, &spec));
            pairs.push(Pairing { bots: [fln?, france?], turns });
        }
    }
    Ok(pairs)
}

/// The hash of one game.
fn game<G: Roster>(rules: &G::Rules, pair: &Pairing<G>, index: u64) -> u64 {
    let mut hasher = SipHasher24::new();
    let Setting { scenario, setup, options, bars } = G::setting(rules);
    let words = [scenario, setup].into_iter().flatten().chain(options).chain(bars);
    words.for_each(|word| text(&mut hasher, &word));
    hasher.write(&G::data_hash(rules).to_le_bytes());

    let [fln, france] = &pair.bots;
    let dice = CountingDice::new(RecordingDice::new(SeededDice::new(SIGNATURE_SEED, index)));
    let mut tally = G::Tally::default();
    let mut game =
        Match::<G, _, _, _>::new(rules, dice, (fln(), france()), (SIGNATURE_SEED, index), &mut tally);
    rolls(&mut hasher, game.dice.inner_mut());
    let stop = AtomicBool::new(false);
    let played = play(&mut game, pair.turns, &stop, &mut tally, |game, side, action| {
        hasher.write(&[side as u8, game.choices().len() as u8]);
        text(&mut hasher, &G::action_text(rules, action));
        rolls(&mut hasher, game.dice.inner_mut());
    });
    if let Some(played) = played {
        let winner = played.outcome.map_or("none", Outcome::name);
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
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::ici::Ici;
    use wilaya_engine::toy::Toy;

    use super::*;

    /// No bot is left out of a signature because its name has changed, and the searches make decisions in every setting,
    /// whenever its scenario begins.
    #[test]
    fn every_bot_plays_in_every_setting() {
        fn check<G: Roster>() {
            let mut pairs = pairs::<G>().expect("they are bots");
            assert_eq!(pairs.len(), BOTS.len() * BOTS.len() * GAMES + SEARCHES.len());
            let searches = pairs.len() - SEARCHES.len();
            for setting in G::samples() {
                let rules = G::rules(&G::figures(), &setting).expect("the samples are settings");
                for pair in &mut pairs[searches..] {
                    let [played, not_played] = [1, 0].map(|turns| {
                        pair.turns = turns;
                        game(&rules, pair, 0)
                    });
                    assert_ne!(played, not_played, "{setting:?}");
                }
            }
        }
        check::<Algeria>();
        check::<Ici>();
    }

    #[test]
    fn a_signature_is_of_a_scenario() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads can be started");
        let sign = |scenario| signature::<Ici>(&pool, scenario);
        let all = [None, Some("1955"), Some("1959")].map(sign);
        assert!(all.iter().all(Result::is_ok));
        assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2]);
        let unknown = sign(Some("1957")).expect_err("it is unknown").to_string();
        assert_eq!(unknown, "unknown scenario \"1957\": ici has 1955, 1959");
    }

    #[test]
    fn a_signature_does_not_depend_on_threads() {
        let sign = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            signature::<Toy>(&pool.expect("threads can be started"), None).expect("the samples are settings")
        };
        assert_eq!(sign(1), sign(3));
    }
}
