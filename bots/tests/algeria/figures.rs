//! No figure of *Algeria* is idle: each one, changed by one, changes some game.
//!
//! The games are those of bots that play by chance, in all scenarios; a few figures that matter too rarely in these
//! have a scripted position each ([`crate::figure_exceptions`]).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use crate::figure_exceptions::{EXCEPTIONS, Exception, FIXED};
use crate::support::{BOTS, crowded, maker, on_all_cores, pair, play};
use wilaya_bots::Maker;
use wilaya_engine::algeria::types::{FlnUnit, VictoryLevel};
use wilaya_engine::algeria::{Algeria, Event, Rules};
use wilaya_engine::data::{Figure, Figures, Number};
use wilaya_engine::dice::{Dice, Label, SeededDice};
use wilaya_engine::{Game, Setting, SettingError, Side, Sink};

const SEED: u64 = 30;
/// The turn limit: a long game shows nothing that short ones do not.
const TURNS: u16 = 40;
/// The number of games of each setting that are played before a figure is called idle. One that is listed as idle gets fewer: it
/// would be found by then if it were not.
const GAMES: u64 = if cfg!(debug_assertions) { 3 } else { 3_000 };
const GAMES_IF_LISTED: u64 = if cfg!(debug_assertions) { 0 } else { 200 };

#[test]
fn every_figure_matters() {
    let figures = Algeria::figures();
    let list = figures.list();
    let makers = BOTS.map(maker::<Algeria>);
    let base = Games::new(&figures).unwrap_or_else(|error| panic!("{error}"));
    let known: Vec<OnceLock<u64>> = (0..base.count(GAMES)).map(|_| OnceLock::new()).collect();
    let found = on_all_cores(list.len() as u64, |(fixed, idle): &mut (Vec<String>, Vec<String>), index| {
        let figure = &list[index as usize];
        let Some(games) = change(&figures, figure, Games::new) else {
            fixed.push(figure.key.clone());
            return;
        };
        let before = |game: u64| *known[game as usize].get_or_init(|| base.play(&makers, game));
        let listed = EXCEPTIONS.iter().any(|exception| exception.key == figure.key);
        let count = games.count(if listed { GAMES_IF_LISTED } else { GAMES });
        if !(0..count).any(|game| games.play(&makers, game) != before(game)) {
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
    assert_eq!(fixed, FIXED, "figures that can be changed neither way");
}

/// Each exception is a figure that a scripted position shows at work.
#[test]
fn every_exception_matters_in_a_position_of_its_own() {
    let figures = Algeria::figures();
    let list = figures.list();
    for Exception { key, reason, scene } in EXCEPTIONS {
        let figure = list.iter().find(|figure| figure.key == *key);
        let figure = figure.unwrap_or_else(|| panic!("{key} is no figure"));
        assert!(!reason.is_empty());
        let changed = change(&figures, figure, |figures| Ok(figures.clone()));
        let changed = changed.unwrap_or_else(|| panic!("{key} can be changed neither way"));
        let (before, after) = (scene(&figures), scene(&changed));
        assert_ne!(before, after, "{key}, by one more or less, changes nothing: {before}");
    }
}

/// Changes a figure by one: up, or down if that is refused. A set-up that has none of a unit, all of which stand
/// elsewhere, gets one of those. Nothing if all of that is refused.
fn change<T>(
    figures: &Figures,
    figure: &Figure,
    with: impl Fn(&Figures) -> Result<T, SettingError>,
) -> Option<T> {
    let Number::Whole(value) = figure.value else { panic!("{} is no whole number", figure.key) };
    for (by, swap) in [(1, false), (-1, false), (1, true)] {
        let mut changed = figures.clone();
        let done = changed.set(&figure.key, &(value + by).to_string()).map_err(SettingError::from);
        let done = done.and_then(|()| place(&mut changed, &figure.key, by));
        let done = done.and_then(|()| if swap { take_elsewhere(&mut changed, &figure.key) } else { Ok(()) });
        if let Ok(found) = done.and_then(|()| scenarios(&changed)).and_then(|()| with(&changed)) {
            return Some(found);
        }
    }
    None
}

/// The rules of every scenario can be built.
fn scenarios(figures: &Figures) -> Result<(), SettingError> {
    figures.names("scenario").into_iter().try_for_each(|scenario| {
        let setting = Setting { scenario: Some(scenario), ..Setting::default() };
        Algeria::rules(figures, &setting).map(|_| ())
    })
}

/// A number of units in a set-up goes with the ready-made placement: one more or less of them there.
fn place(figures: &mut Figures, key: &str, by: i64) -> Result<(), SettingError> {
    let names: Vec<_> = key.split('.').collect();
    let ["scenario", year, side @ ("fln" | "france"), wilaya, unit] = names[..] else { return Ok(()) };
    let list = format!("scenario.{year}.default.{side}.{unit}");
    let mut placed: Vec<String> = figures.read(&list)?;
    let areas: Vec<String> = figures.read(&format!("wilaya.{wilaya}.areas"))?;
    if by > 0 {
        let free = |area: &&String| {
            let rating: String = figures.read(&format!("area.{area}.rating")).unwrap_or_default();
            unit != FlnUnit::Front.word() || rating != "remote" && !placed.contains(area)
        };
        let area = areas.iter().find(free).unwrap_or(&areas[0]).clone();
        placed.push(area);
    } else if let Some(index) = placed.iter().position(|area| areas.contains(area)) {
        placed.remove(index);
    }
    let words: Vec<_> = placed.iter().map(|area| format!("\"{area}\"")).collect();
    Ok(figures.set(&list, &format!("[{}]", words.join(", ")))?)
}

/// Takes a unit that a set-up gets in one wilaya away from another.
fn take_elsewhere(figures: &mut Figures, key: &str) -> Result<(), SettingError> {
    let names: Vec<_> = key.split('.').collect();
    let ["scenario", year, side @ ("fln" | "france"), wilaya, unit] = names[..] else { return Ok(()) };
    for other in figures.names("wilaya").iter().filter(|other| *other != wilaya && *other != "source") {
        let key = format!("scenario.{year}.{side}.{other}.{unit}");
        let count: i64 = figures.read(&key)?;
        if count > 0 {
            figures.set(&key, &(count - 1).to_string())?;
            return place(figures, &key, -1);
        }
    }
    Ok(())
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
            Algeria::rules(figures, &setting)
        };
        let mut all = Vec::new();
        for scenario in ["1954", "1958", "1960"] {
            all.push(setting(scenario, "default", &[])?);
            all.push(setting(scenario, "free", &["shorter_game", "border_zone_cuts_ap"])?);
        }
        all.push(setting("1954", "default", &["slow_french_reaction", "deterministic_independence"])?);
        all.extend(crowded(figures).into_iter().flatten());
        Ok(Self(all))
    }

    fn count(&self, of_each: u64) -> u64 {
        self.0.len() as u64 * of_each
    }

    /// Plays a game and hashes its decisions, dice and result.
    fn play(&self, makers: &[Maker<Algeria>], game: u64) -> u64 {
        let settings = self.0.len() as u64;
        let (rules, index) = (&self.0[(game % settings) as usize], game / settings);
        let mut dice = HashedDice { dice: SeededDice::new(SEED, game), hasher: DefaultHasher::new() };
        let mut won = Won(None);
        let bots = pair(makers, index);
        let end = play(rules, bots, (SEED, game), &mut dice, &mut won, |state, decided, dice, _| {
            if let Some((side, legal, action)) = decided {
                (side, legal.len(), action).hash(&mut dice.hasher);
            }
            state.turn() <= TURNS
        });
        (won.0, end.turn(), end.psl(Side::Fln), end.psl(Side::France), end.ap()).hash(&mut dice.hasher);
        dice.hasher.finish()
    }
}

/// Who won, and how clearly.
struct Won(Option<(Side, VictoryLevel)>);

impl Sink<Event> for Won {
    fn event(&mut self, event: Event) {
        if let Event::Over { winner, level } = event {
            self.0 = Some((winner, level));
        }
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
