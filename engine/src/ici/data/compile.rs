//! The rules, compiled from the figures and a setting.

use super::files::statement;
use super::schema::SCHEMA;
use super::{charts, chits, fights, map, scales, setting, setup, units};
use crate::data::{Figures, Result};
use crate::game::{Setting, SettingError};
use crate::ici::rules::{Bars, Rules};
use crate::ici::types::{CHITS, Chit, PLACES, REGIONS, UNITS};
use crate::side::{BySide, Side};

/// Compiles the rules.
///
/// # Errors
/// An unknown word, an impossible combination, a bar that would leave a compulsory decision without choices, or an invalid
/// figure, with its file and key, what was found and what was expected.
pub fn compile(figures: &Figures, setting: &Setting) -> Result<Rules, SettingError> {
    figures.check(SCHEMA)?;
    check_ids(figures)?;
    let (played, free_setup, options) = setting::read(figures, setting)?;
    let mut map = map::read(figures)?;
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
        scenario: setup::blank(&played),
        options,
        free_setup,
        bars: Bars::default(),
        data_hash: figures.hash(),
        statement: statement(figures),
        set: BySide { fln: set(Side::Fln), france: set(Side::France) },
        chits,
        faileks,
        exchanges,
        resettlement_markers: counters.resettlement,
        maquis_markers: counters.maquis,
        points: figures.read("points")?,
        cost: figures.read("cost")?,
        stacking: charts::stacking(figures)?,
        supply: charts::supply(figures)?,
        extra: charts::extra(figures)?,
        structure: figures.read("structure")?,
        search: fights::search(figures, &map)?,
        combat: figures.read("combat")?,
        combat_chits: fights::combat_chits(figures)?,
        purge,
        slots: charts::level_slots(figures, track)?,
        infiltration: figures.read("infiltration")?,
        referendum: charts::referendum(figures, track, calendar)?,
        settlers: charts::settlers(figures, calendar)?,
        play: figures.read("chit_play")?,
        waves: charts::waves(figures, calendar, &french)?,
        recruit: charts::recruit(figures)?,
        maquis: figures.read("maquis")?,
        units: french.units,
        classes: french.classes,
        class_units: french.class_units,
        calendar,
        track,
        pied_noirs,
        crises,
        map,
    };
    // Read all set-ups, so that an error is found whichever one is played.
    let mut chosen = None;
    for id in setup::scenarios(figures) {
        let scenario = setup::read(figures, &rules, &crisis_ids, &id)?;
        if id == played {
            chosen = Some(scenario);
        }
    }
    if let Some(scenario) = chosen {
        rules.scenario = scenario;
    }
    setting::bar(&mut rules, &setting.bars)?;
    Ok(rules)
}

/// Checks that ids exist, do not exceed the capacity, and can be written in notation.
fn check_ids(figures: &Figures) -> Result<()> {
    let tables =
        [("region", REGIONS), ("place", PLACES), ("chit", CHITS), ("unit_kind", UNITS), ("unit", UNITS)];
    for (name, room) in tables {
        let (table, ids) = (figures.at(name), figures.names(name));
        let found = format_args!("{} of them", ids.len());
        table.ensure((1..=room).contains(&ids.len()), found, format_args!("from 1 to {room}"))?;
        for id in ids {
            let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
            let expected = "an id of letters, digits, - and _ without accents";
            table.to(&id).ensure(plain && !id.is_empty(), format_args!("the id \"{id}\""), expected)?;
        }
    }
    Ok(())
}

/// Checks the figures of all scenarios. [`doubts`](super::doubts()) compares them with remarks in the rulebook.
///
/// # Errors
/// Same as for [`compile`].
pub fn check(figures: &Figures) -> Result<(), SettingError> {
    compile(figures, &Setting::default()).map(|_| ())
}
