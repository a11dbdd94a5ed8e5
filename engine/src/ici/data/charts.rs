//! Numbers of the rules, phase by phase.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::check::{Keys, MAX_DICE, Result, within};
use super::scales::{MAX_TRACK, year};
use super::units::French;
use super::words::Dice;
use crate::data::Figures;
use crate::ici::rules::{
    Calendar, ChitPlay, Costs, Extra, Infiltration, LevelSlots, Maquis, Points, Recruit, Referendum,
    Settlers, Stack, Structure, Supply, Tracks, Waves,
};
use crate::ici::types::{Arrival, Kind, Level, Season};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStack {
    faileks: Option<u8>,
    french: Option<u8>,
    by_supply: bool,
}

/// Reads the stacking limits.
///
/// # Errors
/// A row that is missing, a number of faileks beside the supply rule.
pub(super) fn stacking(figures: &Figures) -> Result<[Stack; Kind::ALL.len()]> {
    let raw: BTreeMap<Kind, RawStack> = figures.read("stacking")?;
    let mut rows = [Stack { faileks: Stack::NONE, french: Stack::NONE, by_supply: false }; Kind::ALL.len()];
    for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Country) {
        let key = Keys::new("stacking", kind.word());
        let Some(row) = raw.get(kind) else {
            return Err(figures.error(key.own(), "nothing", "a row"));
        };
        if row.by_supply == row.faileks.is_some() {
            let found = row.faileks.map_or("nothing".to_owned(), |faileks| faileks.to_string());
            let expected = "a number, or by_supply = true";
            return Err(figures.error(&key.key("faileks"), found, expected));
        }
        if row.by_supply && *kind != Kind::Region {
            let expected = "false: only other regions have a supply limit";
            return Err(figures.error(&key.key("by_supply"), true, expected));
        }
        for (name, value) in [("faileks", row.faileks), ("french", row.french)] {
            if let Some(value) = value {
                key.within(figures, name, value, 0..=60)?;
            }
        }
        rows[kind.index()] = Stack {
            faileks: row.faileks.unwrap_or(Stack::NONE),
            french: row.french.unwrap_or(Stack::NONE),
            by_supply: row.by_supply,
        };
    }
    if raw.contains_key(&Kind::Country) {
        return Err(figures.error("stacking.country", "a row", "none: countries have no limit"));
    }
    // Set-up and displacement need somewhere to put a unit (ruling I-15).
    if rows[Kind::Region.index()].french != Stack::NONE {
        let expected = "nothing: other regions hold any number of French units";
        return Err(figures.error(
            "stacking.other-region.french",
            rows[Kind::Region.index()].french,
            expected,
        ));
    }
    Ok(rows)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSupply {
    base: u8,
    resettled_once: u8,
    resettled_twice: u8,
    low_marker: u8,
}

/// Reads the supply limits.
///
/// # Errors
/// A limit beyond 60.
pub(super) fn supply(figures: &Figures) -> Result<Supply> {
    let raw: RawSupply = figures.read("supply")?;
    within(figures, "supply.base", raw.base, 0..=60)?;
    within(figures, "supply.resettled_once", raw.resettled_once, 0..=60)?;
    within(figures, "supply.resettled_twice", raw.resettled_twice, 0..=60)?;
    within(figures, "supply.low_marker", raw.low_marker, 0..=60)?;
    Ok(Supply { base: [raw.base, raw.resettled_once, raw.resettled_twice], low_marker: raw.low_marker })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExtra {
    major_city: u16,
    city: u16,
    town: u16,
    support_population_3: u16,
    support_population_2: u16,
    support_population_1: u16,
}

/// Reads the shares of extra points.
///
/// # Errors
/// A number of holdings beyond 1 to 12.
pub(super) fn extra(figures: &Figures) -> Result<Extra> {
    let raw: RawExtra = figures.read("extra_points")?;
    let all = [
        ("major_city", raw.major_city),
        ("city", raw.city),
        ("town", raw.town),
        ("support_population_1", raw.support_population_1),
        ("support_population_2", raw.support_population_2),
        ("support_population_3", raw.support_population_3),
    ];
    for (name, count) in all {
        within(figures, &Keys::of("extra_points", name), count, 1..=12)?;
    }
    let denominator = |counts: [u16; 3]| {
        let gcd = |mut a: u16, mut b: u16| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        counts.into_iter().fold(1, |lcm, count| lcm / gcd(lcm, count) * count)
    };
    let fln = denominator([raw.major_city, raw.city, raw.town]);
    let france = denominator([raw.support_population_1, raw.support_population_2, raw.support_population_3]);
    Ok(Extra {
        fln_denominator: fln,
        major_city: fln / raw.major_city,
        city: fln / raw.city,
        town: fln / raw.town,
        france_denominator: france,
        support: [
            0,
            france / raw.support_population_1,
            france / raw.support_population_2,
            france / raw.support_population_3,
        ],
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStructure {
    supply_dice: u8,
    max_dice: u8,
    hit_on: u8,
    major_city_loss: Dice,
    site_loss: Dice,
}

/// Reads the figures of structure attacks.
///
/// # Errors
/// A figure that dice cannot show.
pub(super) fn structure(figures: &Figures) -> Result<Structure> {
    let raw: RawStructure = figures.read("structure")?;
    within(figures, "structure.supply_dice", raw.supply_dice, 1..=MAX_DICE)?;
    within(figures, "structure.max_dice", raw.max_dice, 1..=MAX_DICE)?;
    within(figures, "structure.hit_on", raw.hit_on, 1..=6)?;
    Ok(Structure {
        supply_dice: raw.supply_dice,
        max_dice: raw.max_dice,
        hit_on: raw.hit_on,
        major_city_loss: raw.major_city_loss.0,
        site_loss: raw.site_loss.0,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReferendum {
    dice: u8,
    majority: u8,
    reset: u8,
    loss: Dice,
    loss_pied_noirs: i8,
}

/// The number of votes that decides a referendum.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn majority(figures: &Figures) -> Result<u8> {
    figures.read("referendum.majority")
}

/// Reads the figures of referendums. Rolls that tie are made again, so a roll needs two dice or more faces than one.
///
/// # Errors
/// A figure that dice or the tracks have no room for.
pub(super) fn referendum(figures: &Figures, tracks: Tracks, calendar: Calendar) -> Result<Referendum> {
    let raw: RawReferendum = figures.read("referendum")?;
    within(figures, "referendum.dice", raw.dice, 1..=MAX_DICE)?;
    within(figures, "referendum.reset", raw.reset, 1..=tracks.support)?;
    within(figures, "referendum.loss_pied_noirs", raw.loss_pied_noirs, -9..=9)?;
    Ok(Referendum {
        dice: raw.dice,
        majority: raw.majority,
        reset: raw.reset,
        last_year: calendar.years - 1,
        loss: raw.loss.0,
        loss_pied_noirs: raw.loss_pied_noirs,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSettlers {
    rage_steps: u8,
    appeasement_faileks: u8,
    fatigue_year: u16,
    fatigue_steps: u8,
}

/// Reads the figures of rage, appeasement and fatigue.
///
/// # Errors
/// A year outside the calendar.
pub(super) fn settlers(figures: &Figures, calendar: Calendar) -> Result<Settlers> {
    let raw: RawSettlers = figures.read("settlers")?;
    within(figures, "settlers.fatigue_steps", raw.fatigue_steps, 0..=MAX_TRACK)?;
    Ok(Settlers {
        rage_steps: raw.rage_steps,
        appeasement_faileks: raw.appeasement_faileks,
        fatigue_year: year(figures, calendar, "settlers.fatigue_year", raw.fatigue_year)?,
        fatigue_steps: raw.fatigue_steps,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWaves {
    year_55: u16,
    year_56: u16,
    draws: u8,
    amount: Dice,
}

/// Reads the waves of reinforcement.
///
/// # Errors
/// A year outside the calendar, more draws than seasons before the last.
pub(super) fn waves(figures: &Figures, calendar: Calendar, french: &French) -> Result<Waves> {
    let raw: RawWaves = figures.read("waves")?;
    within(figures, "waves.draws", raw.draws, 0..=Season::ALL.len() as u8 - 1)?;
    Ok(Waves {
        units: Arrival::WAVES.map(|wave| french.arriving(wave)),
        year: [
            Some(year(figures, calendar, "waves.year_55", raw.year_55)?),
            Some(year(figures, calendar, "waves.year_56", raw.year_56)?),
            None,
        ],
        draws: raw.draws,
        amount: raw.amount.0,
    })
}

macro_rules! plain {
    ($(#[$meta:meta])* $name:ident: $table:literal -> $out:ident { $($field:ident: $kind:ident in $range:expr,)+ }) => {
        $(#[$meta])*
        pub(super) fn $name(figures: &Figures) -> Result<$out> {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Raw { $($field: $kind,)+ }
            let raw: Raw = read(figures, $table)?;
            $(within(figures, concat!($table, ".", stringify!($field)), raw.$field, $range)?;)+
            Ok($out { $($field: raw.$field,)+ })
        }
    };
}

fn read<T: DeserializeOwned>(figures: &Figures, table: &str) -> Result<T> {
    figures.read(table)
}

plain! {
    /// Reads the new points of both sides.
    ///
    /// # Errors
    /// A number out of range.
    points: "points" -> Points {
        france_start: u8 in 0..=MAX_TRACK,
        france_step: u8 in 0..=MAX_TRACK,
        france_max: u8 in 0..=MAX_TRACK,
        faileks_abroad: u8 in 1..=MAX_TRACK,
        fln_base: u8 in 0..=MAX_TRACK,
    }
}

plain! {
    /// Reads the costs, in half points. What can be done again and again costs something.
    ///
    /// # Errors
    /// A number out of range.
    costs: "cost" -> Costs {
        exchange: u8 in 0..=MAX_TRACK,
        recruit_both_low: u8 in 0..=MAX_TRACK,
        recruit_both_high: u8 in 0..=MAX_TRACK,
        recruit_other: u8 in 0..=MAX_TRACK,
        recruit_major_city: u8 in 0..=MAX_TRACK,
        recruit_abroad: u8 in 0..=MAX_TRACK,
        recruit_abroad_maquis: u8 in 0..=MAX_TRACK,
        arrival: u8 in 0..=MAX_TRACK,
        flip_up: u8 in 0..=MAX_TRACK,
        return_unit: u8 in 0..=MAX_TRACK,
        maquis_place: u8 in 0..=MAX_TRACK,
        maquis_keep: u8 in 0..=MAX_TRACK,
        enter: u8 in 0..=MAX_TRACK,
        pass: u8 in 0..=MAX_TRACK,
        morice_attack: u8 in 0..=MAX_TRACK,
        structure_attack: u8 in 1..=MAX_TRACK,
        search: u8 in 1..=MAX_TRACK,
        insurgency: u8 in 0..=MAX_TRACK,
        counterinsurgency: u8 in 1..=MAX_TRACK,
        resettle: u8 in 0..=MAX_TRACK,
        infiltrate: u8 in 1..=MAX_TRACK,
    }
}

plain! {
    /// Reads the figures of infiltration.
    ///
    /// # Errors
    /// A number out of range.
    infiltration: "infiltration" -> Infiltration { dice: u8 in 1..=MAX_DICE, hit_on: u8 in 1..=6, }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLevelSlots {
    build_cells: u8,
    mobilize: u8,
}

/// Reads the slots at which two actions leave the marker at least.
///
/// # Errors
/// A slot that is not on the track.
pub(super) fn level_slots(figures: &Figures, tracks: Tracks) -> Result<LevelSlots> {
    let RawLevelSlots { build_cells, mobilize } = figures.read("level_slots")?;
    within(figures, "level_slots.build_cells", build_cells, 0..=tracks.population)?;
    within(figures, "level_slots.mobilize", mobilize, 0..=tracks.population)?;
    Ok(LevelSlots { build_cells, mobilize })
}

plain! {
    /// Reads the dice of playing chits. A die decides, so both sides may go first.
    ///
    /// # Errors
    /// A number out of range.
    chit_play: "chit_play" -> ChitPlay { france_first: u8 in 0..=6, forced_on: u8 in 1..=7, }
}

plain! {
    /// Reads the figures of the optional maquis.
    ///
    /// # Errors
    /// A number out of range.
    maquis: "maquis" -> Maquis { per_turn: u8 in 0..=MAX_TRACK, }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRecruit {
    fln: i8,
    purge: i8,
    activist: i8,
    support: i8,
    extra: u8,
}

/// Reads the limits of recruiting.
///
/// # Errors
/// A number out of range.
pub(super) fn recruit(figures: &Figures) -> Result<Recruit> {
    let raw: RawRecruit = figures.read("recruit")?;
    let level = [raw.fln, raw.purge, raw.activist, raw.support];
    for (one, value) in Level::ALL.iter().zip(level) {
        within(figures, &Keys::of("recruit", one.word()), value, -9..=9)?;
    }
    // The extra moussebiline is one decision a turn (ruling I-46).
    within(figures, "recruit.extra", raw.extra, 0..=1)?;
    Ok(Recruit { level, extra: raw.extra })
}
