//! No figure of *Ici, c'est la France!* is idle: each one, changed by one, changes some game.
//!
//! The games are those of bots that play by chance, in both scenarios; a few figures that matter too rarely in these have
//! a scene each ([`crate::figure_exceptions`]), and some can be changed neither way.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use crate::figure_exceptions::{EXCEPTIONS, Exception, FIXED};
use crate::support::{BOTS, maker, on_all_cores, pair, play};
use wilaya_bots::Maker;
use wilaya_engine::data::{Figure, Figures, Number};
use wilaya_engine::dice::{Dice, Label, SeededDice};
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::{Ici, State};
use wilaya_engine::{Game, Setting, SettingError};

const SEED: u64 = 30;
/// The number of games of each setting that are played before a figure is called idle.
const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 200 };

#[test]
fn every_figure_matters() {
    let figures = Ici::figures();
    let list = figures.list();
    let makers = BOTS.map(maker::<Ici>);
    let base = Games::new(&figures).unwrap_or_else(|error| panic!("{error}"));
    let known: Vec<OnceLock<u64>> = (0..base.count()).map(|_| OnceLock::new()).collect();
    let found = on_all_cores(list.len() as u64, |(fixed, idle): &mut (Vec<String>, Vec<String>), index| {
        let figure = &list[index as usize];
        let Some(games) = change(&figures, figure).map(|(_, games)| games) else {
            fixed.push(figure.key.clone());
            return;
        };
        let before = |game: u64| *known[game as usize].get_or_init(|| base.play(&makers, game));
        if !(0..games.count()).any(|game| games.play(&makers, game) != before(game)) {
            idle.push(figure.key.clone());
        }
    });
    let (fixed, idle): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let (mut fixed, mut idle) = (fixed.concat(), idle.concat());
    fixed.sort();
    idle.sort();
    let mut listed: Vec<_> = EXCEPTIONS.iter().map(|exception| exception.key.to_owned()).collect();
    listed.sort();
    if cfg!(debug_assertions) {
        // Too few games to find every figure in.
        assert!(idle.len() < list.len() / 2, "{} of {} figures change nothing", idle.len(), list.len());
    } else {
        assert_eq!(idle, listed, "figures that change nothing, and figures listed as such");
    }
    // Each is listed, and nothing is listed in vain.
    let unlisted: Vec<_> =
        fixed.iter().filter(|key| !FIXED.iter().any(|(like, _)| matches(like, key))).collect();
    assert!(unlisted.is_empty(), "figures that can be changed neither way: {unlisted:?}");
    for (like, reason) in FIXED {
        assert!(!reason.is_empty() && fixed.iter().any(|key| matches(like, key)), "{like} is listed in vain");
    }
}

/// Each exception is a figure that a scene shows at work.
#[test]
fn every_exception_matters_in_a_scene_of_its_own() {
    let figures = Ici::figures();
    let list = figures.list();
    for Exception { key, reason, scene } in EXCEPTIONS {
        let figure = list.iter().find(|figure| figure.key == *key);
        let figure = figure.unwrap_or_else(|| panic!("{key} is no figure"));
        assert!(!reason.is_empty());
        let (changed, _) =
            change(&figures, figure).unwrap_or_else(|| panic!("{key} can be changed neither way"));
        let (before, after) = (scene(&figures), scene(&changed));
        assert_ne!(before, after, "{key}, by one more or less, changes nothing: {before:.2000}");
    }
}

/// True if a key is like another in which `*` stands for any one name.
fn matches(like: &str, key: &str) -> bool {
    let (like, key): (Vec<_>, Vec<_>) = (like.split('.').collect(), key.split('.').collect());
    like.len() == key.len() && like.iter().zip(&key).all(|(like, name)| *like == "*" || like == name)
}

/// The figures, and the games with them, with one changed by one: up, or down if that is refused, or to its negative. Nothing if
/// all are.
///
/// A number that a sum of others checks takes the sum with it: symbols their total, slots of the purge their counters.
fn change(figures: &Figures, figure: &Figure) -> Option<(Figures, Games)> {
    let Number::Whole(value) = figure.value else { panic!("{} is no whole number", figure.key) };
    let sum = match &*figure.key {
        key if matches("region.*.population", key) => Some("population.total"),
        key if matches("purge.lower.*", key) || matches("purge.middle.*", key) => Some("counters.fidayin"),
        _ => None,
    };
    [1, -1, -2 * value].into_iter().find_map(|by| {
        let mut changed = figures.clone();
        changed.set(&figure.key, &(value + by).to_string()).ok()?;
        if let Some(sum) = sum {
            let total: i64 = figures.read(sum).ok()?;
            changed.set(sum, &(total + by).to_string()).ok()?;
        }
        // To change nothing is no change.
        let games = if by == 0 { None } else { Games::new(&changed).ok() }?;
        Some((changed, games))
    })
}

/// The games that a figure is looked for in.
struct Games(Vec<Rules>);

impl Games {
    fn new(figures: &Figures) -> Result<Self, SettingError> {
        let setting = |scenario: &str, setup: &str, options: &[&str]| {
            let setting = Setting {
                scenario: Some(scenario.to_owned()),
                setup: Some(setup.to_owned()),
                options: options.iter().map(|&word| word.to_owned()).collect(),
                bars: Vec::new(),
            };
            Ici::rules(figures, &setting)
        };
        Ok(Self(vec![
            setting("1955", "default", &[])?,
            setting("1959", "default", &["maquis"])?,
            setting("1959", "free", &[])?,
            setting("1955", "default", &["maquis", "combat_chits_from_two"])?,
        ]))
    }

    fn count(&self) -> u64 {
        self.0.len() as u64 * GAMES
    }

    /// Plays a game and hashes its decisions, dice and result.
    fn play(&self, makers: &[Maker<Ici>], game: u64) -> u64 {
        let settings = self.0.len() as u64;
        let (rules, index) = (&self.0[(game % settings) as usize], game / settings);
        let mut dice = HashedDice { dice: SeededDice::new(SEED, game), hasher: DefaultHasher::new() };
        let bots = pair(makers, index);
        let end = play(rules, bots, (SEED, game), &mut dice, &mut (), |state: &State, decided, dice, _| {
            if let Some((side, legal, action)) = decided {
                (side, legal.len(), action, state.points(side)).hash(&mut dice.hasher);
            }
            true
        });
        let end_tracks =
            (end.french_public(), end.fln_marker(), end.pied_noirs(), end.crisis(), end.density());
        (Ici::status(&end).outcome(), Ici::clock(&end), end_tracks).hash(&mut dice.hasher);
        dice.hasher.finish()
    }
}

/// Seeded dice that hash what they show.
struct HashedDice {
    dice: SeededDice,
    hasher: DefaultHasher,
}

impl Dice for HashedDice {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        let value = self.dice.uniform(label, n);
        (label, n, value).hash(&mut self.hasher);
        value
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        self.dice.rekey(turn, phase);
    }
}
