//! Settings: scenario, set-up, optional rules and bars, from words and back.

use super::files::GAME;
use super::setup::scenarios;
use crate::data::{Figures, Words};
use crate::game::{Item, Setting, SettingError};
use crate::ici::rules::{Bars, Op, Options, Rules};
use crate::ici::types::{Chit, Flag, FlnAction, FranceAction};
use crate::side::Side;

const WORDS: Words = Words { game: GAME, default_scenario: "1955", options: Options::NAMES };

/// Words for several kinds of action together.
const FLN_GROUPS: [(&str, &[FlnAction]); 1] =
    [("insurgency", &[FlnAction::Propaganda, FlnAction::Assassinate, FlnAction::BuildCells])];
const FRANCE_GROUPS: [(&str, &[FranceAction]); 1] = [(
    "counterinsurgency",
    &[FranceAction::Purge, FranceAction::HarshInterrogation, FranceAction::Detect, FranceAction::Mobilize],
)];

/// Compulsory actions: the game could not go on without them.
const FLN_COMPULSORY: [&str; 8] = [
    "choose-chit",
    "place-marker",
    "play-chit",
    "chit-choice",
    "supply",
    "displace",
    "combat-chit",
    "destination",
];
const FRANCE_COMPULSORY: [&str; 10] = [
    "choose-chit",
    "place-marker",
    "place-unit",
    "weaken",
    "play-chit",
    "chit-choice",
    "coup-substitute",
    "enter",
    "fighters",
    "combat-chit",
];

/// Reads scenario, set-up and options: the scenario, whether pieces are placed by decisions, and the options in force.
///
/// # Errors
/// An unknown word.
pub(super) fn read(figures: &Figures, setting: &Setting) -> Result<(String, bool, Options), SettingError> {
    let choice = WORDS.read(setting, &scenarios(figures))?;
    let mut options = Options::default();
    for index in choice.options {
        *options.each()[index] = true;
    }
    Ok((choice.scenario, choice.free_setup, options))
}

/// Puts the bars of a setting into effect.
///
/// # Errors
/// An unknown word, a compulsory decision, or too few chits in a cup for the set-up.
pub(super) fn bar(rules: &mut Rules, words: &[String]) -> Result<(), SettingError> {
    let mut bars = Bars::default();
    for word in words {
        match word.split(':').collect::<Vec<_>>()[..] {
            ["chit", id] => match rules.chits.iter().position(|row| row.id == id) {
                Some(index) => bars.chits |= Chit(index as u8).bit(),
                None => return Err(WORDS.unknown("chit", id, rules.chits.iter().map(|row| &row.id))),
            },
            ["action", side, kind] => {
                let side = side.parse::<Side>().map_err(|error| SettingError::Excluded(error.to_string()))?;
                match side {
                    Side::Fln => {
                        let known = Kinds { all: FlnAction::ALL, groups: &FLN_GROUPS, word: FlnAction::word };
                        bars.fln |= known.mask(word, kind, &FLN_COMPULSORY)?;
                    }
                    Side::France => {
                        let known = Kinds {
                            all: FranceAction::ALL,
                            groups: &FRANCE_GROUPS,
                            word: FranceAction::word,
                        };
                        bars.france |= known.mask(word, kind, &FRANCE_COMPULSORY)?;
                    }
                }
            }
            _ => {
                let known = ["chit:ID", "action:fln:KIND", "action:france:KIND"];
                return Err(WORDS.unknown("bar", word, known));
            }
        }
    }
    let scenario = &mut rules.scenario;
    let need = u32::from(scenario.chosen) + u32::from(scenario.drawn) + u32::from(scenario.on_track);
    for side in Side::ALL {
        scenario.cup[side] &= !bars.chits;
        let count = scenario.cup[side].count_ones();
        if count < need {
            let message = format!(
                "with these chits barred, the cup of {} holds {count}, but the set-up of {} needs {need}: bar fewer",
                side.name(),
                scenario.id
            );
            return Err(SettingError::Excluded(message));
        }
    }
    rules.bars = bars;
    Ok(())
}

/// The kinds of action of a side that a bar may name.
struct Kinds<T: 'static> {
    all: &'static [T],
    groups: &'static [(&'static str, &'static [T])],
    word: fn(T) -> &'static str,
}

impl<T: Copy + PartialEq> Kinds<T> {
    /// The kinds that a word stands for, one bit each.
    fn mask(&self, bar: &str, word: &str, compulsory: &[&str]) -> Result<u16, SettingError> {
        let name = |one: &T| (self.word)(*one);
        let group = self.groups.iter().find(|(group, _)| *group == word).map(|(_, group)| *group);
        let mask = (self.all.iter().enumerate())
            .filter(|(_, one)| name(one) == word || group.is_some_and(|group| group.contains(one)))
            .fold(0, |mask, (index, _)| mask | 1 << index);
        if mask != 0 {
            return Ok(mask);
        }
        if compulsory.contains(&word) {
            let message = format!(
                "{bar} cannot be barred: the decision is compulsory and would be left without a choice"
            );
            return Err(SettingError::Excluded(message));
        }
        let known = self.all.iter().map(name).chain(self.groups.iter().map(|(group, _)| *group));
        Err(WORDS.unknown("kind of action", word, known))
    }
}

/// All single bars: the chits in the order of their numbers, then the kinds of action.
pub fn items(rules: &Rules) -> Vec<Item> {
    let chits = rules.chits.iter().zip(0..).map(|(row, number)| Item {
        word: format!("chit:{}", row.id),
        name: row.name.clone(),
        absent: no_chit(rules, Chit(number)),
    });
    let fln = FlnAction::ALL.iter().filter(|one| !FLN_COMPULSORY.contains(&one.word())).map(|one| Item {
        word: format!("action:fln:{one}"),
        name: format!("{}: {}", Side::Fln, fln_name(*one)),
        absent: rules.fln_barred(*one).then(|| BARRED.to_owned()),
    });
    let france =
        FranceAction::ALL.iter().filter(|one| !FRANCE_COMPULSORY.contains(&one.word())).map(|one| Item {
            word: format!("action:france:{one}"),
            name: format!("{}: {}", Side::France, france_name(*one)),
            absent: no_french_action(rules, *one),
        });
    chits.chain(fln).chain(france).collect()
}

/// The reason given for an item that has been removed.
const BARRED: &str = "barred";

/// The reason why nobody can get a chit with these rules, if nobody can: only chits in a cup at the start ever come into play
/// (ruling I-27).
fn no_chit(rules: &Rules, chit: Chit) -> Option<String> {
    let (row, scenario) = (rules.chit(chit), &rules.scenario);
    if rules.bars.chits & chit.bit() != 0 {
        Some(BARRED.to_owned())
    } else if scenario.active & chit.bit() != 0 {
        Some(format!("in effect from the start in scenario {}", scenario.id))
    } else if scenario.cup[row.side] & chit.bit() == 0 {
        Some(format!("not in a cup in scenario {}", scenario.id))
    } else {
        None
    }
}

/// The reason why France can never do this with these rules, if it cannot.
fn no_french_action(rules: &Rules, action: FranceAction) -> Option<String> {
    let needed = match action {
        _ if rules.france_barred(action) => return Some(BARRED.to_owned()),
        FranceAction::Maquis => {
            return (!rules.options.maquis).then(|| "the option maquis is off".to_owned());
        }
        FranceAction::MoriceAttack => Flag::MoriceLine,
        FranceAction::Resettle => Flag::Resettlement,
        FranceAction::Infiltrate => Flag::Infiltration,
        _ => return None,
    };
    let scenario = &rules.scenario;
    let brings = |chit: Chit| rules.chit(chit).ops.contains(&Op::Enable(needed));
    let there = scenario.flags & 1 << needed.index() != 0
        || Side::ALL.into_iter().any(|side| Chit::each(scenario.cup[side]).any(brings));
    (!there).then(|| format!("no chit can enable the rule {needed}"))
}

/// The display name of a kind of action of the FLN.
fn fln_name(action: FlnAction) -> &'static str {
    match action {
        FlnAction::Exchange => "Exchanging faileks",
        FlnAction::Recruit => "Recruiting",
        FlnAction::Move => "Moving faileks",
        FlnAction::StructureAttack => "Structure attacks",
        FlnAction::Propaganda => "Propaganda",
        FlnAction::Assassinate => "Assassinating activists",
        FlnAction::BuildCells => "Building political cells",
    }
}

/// The display name of a kind of action of France.
fn france_name(action: FranceAction) -> &'static str {
    match action {
        FranceAction::FlipUp => "Flipping up reduced units",
        FranceAction::Maquis => "Placing maquis",
        FranceAction::MoriceAttack => "Attacks at the Morice Line",
        FranceAction::Move => "Moving units",
        FranceAction::Search => "Searches",
        FranceAction::Purge => "Purges",
        FranceAction::HarshInterrogation => "Purges with harsh interrogation",
        FranceAction::Detect => "Detecting activists",
        FranceAction::Mobilize => "Mobilizing the masses",
        FranceAction::Resettle => "Resettling",
        FranceAction::Infiltrate => "Infiltrating",
    }
}

/// The setting of these rules, with every word spelled out.
#[must_use]
pub fn setting(rules: &Rules) -> Setting {
    let mut options = rules.options;
    let chits = Chit::each(rules.bars.chits).map(|chit| format!("chit:{}", rules.chit(chit).id));
    let fln = FlnAction::ALL.iter().filter(|one| rules.fln_barred(**one));
    let france = FranceAction::ALL.iter().filter(|one| rules.france_barred(**one));
    let bars = chits
        .chain(fln.map(|one| format!("action:fln:{one}")))
        .chain(france.map(|one| format!("action:france:{one}")));
    WORDS.write(&rules.scenario.id, rules.free_setup, options.each(), bars.collect())
}
