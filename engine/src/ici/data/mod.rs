//! The figures of *Ici, c'est la France!*: what they are, whether they can be, and the rules compiled from them.
//!
//! The printed map, the chit charts and some other charts are not at hand. Figures that stand in for them have a source
//! that begins with `reconstructed`, and [`statement`] says how many there are.
//!
//! Sizes in code are capacities, checked here, so that a printed copy fits: 30 regions, 40 places, 64 chits, 72 French
//! units, 128 faileks.

mod charts;
mod check;
mod chits;
mod doubts;
mod fights;
mod map;
mod scales;
mod setting;
mod setup;
#[cfg(test)]
mod tests;
mod units;
mod words;

pub use doubts::doubts;
pub use setting::{items, setting};

use crate::data::{Figures, SourceKind};
use crate::game::{Setting, SettingError};
use crate::ici::rules::{Bars, Rules};
use crate::ici::types::Chit;
use crate::side::{BySide, Side};

/// The word for the game.
pub const GAME: &str = "ici";

/// The files, as they are built in.
const FILES: [(&str, &str); 5] = [
    ("map.toml", include_str!("../../../data/ici/map.toml")),
    ("units.toml", include_str!("../../../data/ici/units.toml")),
    ("chits.toml", include_str!("../../../data/ici/chits.toml")),
    ("charts.toml", include_str!("../../../data/ici/charts.toml")),
    ("setups.toml", include_str!("../../../data/ici/setups.toml")),
];

/// The figures as they are built in.
#[must_use]
pub fn figures() -> Figures {
    Figures::builtin(GAME, &FILES)
}

/// How many figures stand on a reconstruction.
#[must_use]
pub fn reconstructed(figures: &Figures) -> usize {
    figures
        .count()
        .into_iter()
        .find(|(kind, _)| *kind == SourceKind::Reconstructed)
        .map_or(0, |(_, count)| count)
}

/// One line that says on which kinds of source how many figures stand; none if no figure is reconstructed.
#[must_use]
pub fn statement(figures: &Figures) -> Option<String> {
    let reconstructed = reconstructed(figures);
    let count = figures.count();
    let all: usize = count.iter().map(|(_, count)| count).sum();
    let kinds: Vec<String> = count.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let line = || format!("{reconstructed} of {all} figures are reconstructed ({})", kinds.join(", "));
    (reconstructed > 0).then(line)
}

/// Compiles the rules.
///
/// # Errors
/// A word the game does not know, a combination that cannot be, a bar that would leave a compulsory decision without
/// choices, or a figure that is wrong: then file, key, what was found and what was expected.
pub fn compile(figures: &Figures, setting: &Setting) -> Result<Rules, SettingError> {
    let resolved = setting::resolve(figures, setting)?;
    let mut map = map::read(figures, charts::majority(figures)?)?;
    units::bellounis(figures, &mut map)?;
    map.link_nets();
    let calendar = scales::calendar(figures)?;
    let track = scales::tracks(figures)?;
    let pied_noirs = scales::pied_noirs(figures)?;
    let terrains = fights::terrains(figures)?;
    let french = units::french(figures, &terrains, &map, &scales::named_units(figures)?)?;
    let (crises, crisis_ids) = scales::crises(figures, &pied_noirs, track, &french)?;
    let chits = chits::read(figures, calendar, &map, &french)?;
    let (faileks, exchanges) = units::faileks(figures)?;
    let purge = fights::purge(figures)?;
    let slots = purge.lower.iter().chain(&purge.middle).sum::<u8>() + purge.top;
    let counters = units::counters(figures, slots)?;
    let set = |side: Side| {
        let own = chits.iter().enumerate().filter(|(_, row)| row.side == side);
        own.fold(0, |mask, (index, _)| mask | Chit(index as u8).bit())
    };
    let mut rules = Rules {
        scenario: setup::blank(&resolved.scenario),
        options: resolved.options,
        free_setup: resolved.free_setup,
        bars: Bars::default(),
        data_hash: figures.hash(),
        statement: statement(figures),
        set: BySide { fln: set(Side::Fln), france: set(Side::France) },
        chits,
        faileks,
        exchanges,
        resettlement_markers: counters.resettlement,
        maquis_markers: counters.maquis,
        points: charts::points(figures)?,
        cost: charts::costs(figures)?,
        stacking: charts::stacking(figures)?,
        supply: charts::supply(figures)?,
        extra: charts::extra(figures)?,
        structure: charts::structure(figures)?,
        search: fights::search(figures, &terrains, &map)?,
        combat: fights::combat(figures)?,
        combat_chits: fights::combat_chits(figures)?,
        purge,
        slots: charts::level_slots(figures, track)?,
        infiltration: charts::infiltration(figures)?,
        referendum: charts::referendum(figures, track, calendar)?,
        settlers: charts::settlers(figures, calendar)?,
        play: charts::chit_play(figures)?,
        waves: charts::waves(figures, calendar, &french)?,
        recruit: charts::recruit(figures)?,
        maquis: charts::maquis(figures)?,
        units: french.units,
        classes: french.classes,
        class_units: french.class_units,
        calendar,
        track,
        pied_noirs,
        crises,
        map,
    };
    // All set-ups are read, so that an error in one is found whichever is played.
    let mut chosen = None;
    for id in setup::scenarios(figures) {
        let scenario = setup::read(figures, &rules, &crisis_ids, &id)?;
        if id == resolved.scenario {
            chosen = Some(scenario);
        }
    }
    if let Some(scenario) = chosen {
        rules.scenario = scenario;
    }
    setting::bar(&mut rules, &setting.bars)?;
    Ok(rules)
}

/// Checks the figures of all scenarios. What the rulebook says beside, [`doubts`] compares.
///
/// # Errors
/// As [`compile`].
pub fn check(figures: &Figures) -> Result<(), SettingError> {
    compile(figures, &Setting::default()).map(|_| ())
}
