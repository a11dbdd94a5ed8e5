//! Numbers of the rules, phase by phase.

use super::scales::year;
use super::units::French;
use super::words::Dice;
use crate::data::{Figures, Result};
use crate::ici::rules::{
    Calendar, Extra, LevelSlots, Recruit, Referendum, Settlers, Stack, Supply, Tracks, Waves,
};
use crate::ici::types::{Arrival, Kind, Level};

/// Reads the stacking limits.
///
/// # Errors
/// A limit on faileks where the supply rule applies.
pub(super) fn stacking(figures: &Figures) -> Result<[Stack; Kind::ALL.len()]> {
    let mut rows = [Stack { faileks: Stack::NONE, french: Stack::NONE, by_supply: false }; Kind::ALL.len()];
    for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Country) {
        let key = figures.at("stacking").to(kind);
        let row: Stack = key.read()?;
        let limited = row.faileks != Stack::NONE;
        let found = if limited { row.faileks.to_string() } else { "nothing".to_owned() };
        key.to("faileks").ensure(row.by_supply != limited, found, "a number, or by_supply = true")?;
        let expected = "false: only other regions have a supply limit";
        key.to("by_supply").ensure(!row.by_supply || *kind == Kind::Region, true, expected)?;
        rows[kind.index()] = row;
    }
    // Set-up and displacement need somewhere to put a unit (ruling I-15).
    let french = rows[Kind::Region.index()].french;
    let expected = "nothing: other regions hold any number of French units";
    figures.at("stacking.other-region.french").ensure(french == Stack::NONE, french, expected)?;
    Ok(rows)
}

/// Reads the supply limits.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn supply(figures: &Figures) -> Result<Supply> {
    let key = figures.at("supply");
    Ok(Supply {
        base: key.each(["base", "resettled_once", "resettled_twice"])?,
        low_marker: key.to("low_marker").read()?,
    })
}

/// Reads the shares of extra points.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn extra(figures: &Figures) -> Result<Extra> {
    let shares = |names: [&str; 3]| -> Result<(u16, [u16; 3])> {
        let counts: [u16; 3] = figures.at("extra_points").each(names)?;
        let multiple = |all: u16, count: u16| (1..=count).map(|by| all * by).find(|all| all % count == 0);
        let denominator = counts.iter().fold(1, |all, count| multiple(all, *count).unwrap_or(all));
        Ok((denominator, counts.map(|count| denominator / count)))
    };
    let (fln_denominator, [major_city, city, town]) = shares(["major_city", "city", "town"])?;
    let (france_denominator, [one, two, three]) =
        shares(["support_population_1", "support_population_2", "support_population_3"])?;
    let support = [0, one, two, three];
    Ok(Extra { fln_denominator, major_city, city, town, france_denominator, support })
}

/// Reads the figures of referendums.
///
/// # Errors
/// A reset that is off the track.
pub(super) fn referendum(figures: &Figures, tracks: Tracks, calendar: Calendar) -> Result<Referendum> {
    let referendum: Referendum = figures.read("referendum")?;
    figures.at("referendum.reset").within(referendum.reset, &(1..=tracks.support.into()))?;
    Ok(Referendum { last_year: calendar.years - 1, ..referendum })
}

/// Reads the figures of rage, appeasement and fatigue.
///
/// # Errors
/// A year outside the calendar.
pub(super) fn settlers(figures: &Figures, calendar: Calendar) -> Result<Settlers> {
    let fatigue_year = year(&figures.at("settlers.fatigue_year"), calendar)?;
    Ok(Settlers { fatigue_year, ..figures.read("settlers")? })
}

/// Reads the waves of reinforcement.
///
/// # Errors
/// A year outside the calendar.
pub(super) fn waves(figures: &Figures, calendar: Calendar, french: &French) -> Result<Waves> {
    let year = |key: &str| year(&figures.at(key), calendar).map(Some);
    let Dice(amount) = figures.read("waves.amount")?;
    Ok(Waves {
        units: Arrival::WAVES.map(|wave| french.arriving(wave)),
        year: [year("waves.year_55")?, year("waves.year_56")?, None],
        draws: figures.read("waves.draws")?,
        amount,
    })
}

/// Reads the slots that two actions move the marker to at least.
///
/// # Errors
/// A slot that is off the track.
pub(super) fn level_slots(figures: &Figures, tracks: Tracks) -> Result<LevelSlots> {
    let slots: LevelSlots = figures.read("level_slots")?;
    for (name, slot) in [("build_cells", slots.build_cells), ("mobilize", slots.mobilize)] {
        figures.at("level_slots").to(name).within(slot, &(0..=tracks.population.into()))?;
    }
    Ok(slots)
}

/// Reads the limits on recruiting.
///
/// # Errors
/// Same as for [`Figures::read`].
pub(super) fn recruit(figures: &Figures) -> Result<Recruit> {
    let key = figures.at("recruit");
    Ok(Recruit { level: key.each(Level::ALL)?, ..key.read()? })
}
