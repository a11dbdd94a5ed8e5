//! Tables and thresholds.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::checks::{
    AMOUNT, DICE, DIVISOR, DRM, MULTIPLIER, ROLL, above, all_within, numbered, rising, within,
};
use super::map::Map;
use super::units::MOST_POINTS;
use crate::algeria::rules::{self, CombatTable, CoupRow, EventFigures, SuccessTable};
use crate::algeria::types::{Mark, Mask, Place, RandomEvent};
use crate::data::{DataError, Figures, dotted};

/// How high a number of a Mission Success Table may be: doubled or rolled in dice it must stay a choice of a split.
const MOST_SUCCESS: i64 = 9;
/// How many hits a die may score: those of a split must stay choices of one decision, as must [`SPLIT`].
const MOST_HITS: i64 = 31;
/// PSP that are split for each unit or hit.
const SPLIT: RangeInclusive<i64> = 0..=4;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Psl {
    pub(super) max: i16,
    pub(super) low: i16,
    pub(super) high: i16,
    pub(super) marginal_to: i16,
    pub(super) substantial_to: i16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ap {
    pub(super) max: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Success {
    fln: BTreeMap<String, SuccessRow>,
    france: BTreeMap<String, SuccessRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuccessRow {
    number: u8,
    mark: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Combat {
    air_point_dice: u8,
    column: BTreeMap<String, Column>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    from: u8,
    hits: [u8; 6],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Events {
    none: Event,
    foreign_arms: DiceEvent,
    jealousy: Event,
    elections: Event,
    un_debate: DiceEvent,
    factional_purge: DiceEvent,
    independence: DiceEvent,
    nato: DiceEvent,
    suez: DiceEvent,
    amnesty: Event,
    sartre: PspEvent,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    from: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceEvent {
    from: u8,
    dice: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PspEvent {
    from: u8,
    psp: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Depreciation {
    pub(super) low_drm: i8,
    pub(super) high_drm: i8,
    row: BTreeMap<String, DepreciationRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DepreciationRow {
    from: u8,
    loss: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recovery {
    at_least: i8,
    good_drm: i8,
    bad_drm: i8,
    area_drm: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Coup {
    psl: i16,
    attempt: i8,
    oas_drm: i8,
    row: BTreeMap<String, CoupTableRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CoupTableRow {
    from: u8,
    psp_dice: i8,
    mobilize_dice: u8,
    elite_dice: u8,
    elite_lost: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Income {
    urban: AreaIncome,
    rural: AreaIncome,
    terror: u8,
    psl_divisor: u8,
    naval: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaIncome {
    controlled: u8,
    contested: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Control {
    pub(super) ratio: u16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Oas {
    appears: i16,
    removed_above: i16,
    fln_die: u8,
    places: Vec<String>,
    algeria: u8,
    france: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Psp {
    eliminated: u8,
    reduced_france: u8,
    reduced_fln: u8,
    hit: u8,
    police: u8,
    terror: u8,
    no_mobile_dice: u8,
    abroad_divisor: u8,
    area_divisor: u8,
}

/// The compiled tables; the fields are those of the rules.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) oas_places: Mask,
    pub(super) event: EventFigures,
    pub(super) mst_fln: SuccessTable,
    pub(super) mst_gov: SuccessTable,
    pub(super) crt: CombatTable,
    pub(super) events: [RandomEvent; 36],
    pub(super) depreciation: [u8; 100],
    pub(super) recovery: rules::Recovery,
    pub(super) coup: rules::Coup,
    pub(super) income: rules::Income,
    pub(super) oas: rules::Oas,
    pub(super) psp: rules::Adjustments,
}

/// Checks the tables and compiles them.
pub(super) fn compile(figures: &Figures, map: &Map) -> Result<Compiled, DataError> {
    let (psl, event): (Psl, Events) = (figures.read("psl")?, figures.read("event")?);
    let table: Success = figures.read("success")?;
    thresholds(figures, &psl, &event)?;
    let (oas, oas_places) = oas(figures, &figures.read("oas")?, map)?;
    Ok(Compiled {
        oas_places,
        event: event_figures(figures, &event)?,
        mst_fln: success(figures, "success.fln", &table.fln)?,
        mst_gov: success(figures, "success.france", &table.france)?,
        crt: combat(figures, &figures.read("combat")?)?,
        events: events(figures, &event)?,
        depreciation: depreciation(figures, &figures.read("depreciation")?)?,
        recovery: recovery(figures, &figures.read("recovery")?)?,
        coup: coup(figures, &figures.read("coup")?, psl.max)?,
        income: income(figures, &figures.read("income")?)?,
        oas,
        psp: adjustments(figures, &figures.read("psp")?)?,
    })
}

fn thresholds(figures: &Figures, psl: &Psl, event: &Events) -> Result<(), DataError> {
    within(figures, "psl.max", psl.max, 1..=MOST_POINTS.into())?;
    // Both sides gain at independence, and what goes above the top comes off the other: never all of it (ruling A-7).
    let gain = 6 * i64::from(event.independence.dice);
    above(figures, "psl.max", psl.max, "what event.independence.dice can show", gain)?;
    within(figures, "psl.low", psl.low, 0..=psl.max.into())?;
    within(figures, "psl.high", psl.high, 0..=psl.max.into())?;
    above(figures, "psl.high", psl.high, "psl.low", psl.low)?;
    within(figures, "psl.marginal_to", psl.marginal_to, 0..=psl.max.into())?;
    within(figures, "psl.substantial_to", psl.substantial_to, 0..=psl.max.into())?;
    above(figures, "psl.substantial_to", psl.substantial_to, "psl.marginal_to", psl.marginal_to)?;
    let (ap, control): (Ap, Control) = (figures.read("ap")?, figures.read("control")?);
    within(figures, "ap.max", ap.max, 0..=MOST_POINTS.into())?;
    within(figures, "control.ratio", control.ratio, MULTIPLIER)
}

fn success(
    figures: &Figures,
    table: &str,
    rows: &BTreeMap<String, SuccessRow>,
) -> Result<SuccessTable, DataError> {
    let mut out = SuccessTable { first: 0, last: 0, results: [(0, Mark::None); 16] };
    let rows = numbered(figures, table, rows, None, out.results.len())?;
    let numbers = || rows.iter().filter_map(|(number, _)| i8::try_from(*number).ok());
    out.first = numbers().next().unwrap_or_default();
    out.last = numbers().next_back().unwrap_or_default();
    for ((number, row), result) in rows.iter().zip(&mut out.results) {
        within(figures, &format!("{table}.{number}.number"), row.number, 0..=MOST_SUCCESS)?;
        let Some(mark) = Mark::from_word(&row.mark) else {
            let key = format!("{table}.{number}.mark");
            return Err(figures.error(&key, format!("\"{}\"", row.mark), "\"\", \"+\" or \"@\""));
        };
        *result = (row.number, mark);
    }
    Ok(out)
}

fn combat(figures: &Figures, combat: &Combat) -> Result<CombatTable, DataError> {
    within(figures, "combat.air_point_dice", combat.air_point_dice, DICE)?;
    let mut out = CombatTable {
        column: [0; 64],
        top: 0,
        last: 0,
        hits: [[0; 6]; 8],
        air_point_dice: combat.air_point_dice,
    };
    let columns = numbered(figures, "combat.column", &combat.column, Some(1), out.hits.len())?;
    let from: Vec<(String, i64)> = columns
        .iter()
        .map(|(number, column)| (format!("combat.column.{number}.from"), column.from.into()))
        .collect();
    rising(figures, &from, 1, out.column.len() as i64)?;
    for (index, (number, column)) in columns.iter().enumerate() {
        for (die, hits) in column.hits.iter().enumerate() {
            within(figures, &format!("combat.column.{number}.hits.{die}"), *hits, 0..=MOST_HITS)?;
        }
        out.hits[index] = column.hits;
        out.last = index as u8;
        out.top = column.from;
        out.column.iter_mut().skip(column.from.into()).for_each(|slot| *slot = index as u8);
    }
    Ok(out)
}

impl Events {
    fn from(&self, event: RandomEvent) -> u8 {
        match event {
            RandomEvent::None => self.none.from,
            RandomEvent::ForeignArms => self.foreign_arms.from,
            RandomEvent::Jealousy => self.jealousy.from,
            RandomEvent::Elections => self.elections.from,
            RandomEvent::UnDebate => self.un_debate.from,
            RandomEvent::FactionalPurge => self.factional_purge.from,
            RandomEvent::Independence => self.independence.from,
            RandomEvent::Nato => self.nato.from,
            RandomEvent::Suez => self.suez.from,
            RandomEvent::Amnesty => self.amnesty.from,
            RandomEvent::Sartre => self.sartre.from,
        }
    }
}

/// The cells of the table, row by row: each event from its first cell to the first one of the next event.
fn events(figures: &Figures, events: &Events) -> Result<[RandomEvent; 36], DataError> {
    let mut first: [Option<RandomEvent>; 36] = [None; 36];
    for event in RandomEvent::ALL.iter().copied() {
        let key = format!("event.{event}.from");
        let from = events.from(event);
        let (tens, units) = (from / 10, from % 10);
        if !(1..=6).contains(&tens) || !(1..=6).contains(&units) {
            return Err(figures.error(&key, from, "two dice side by side: two digits from 1 to 6"));
        }
        let cell = &mut first[usize::from((tens - 1) * 6 + units - 1)];
        if let Some(other) = cell {
            return Err(figures.error(&key, from, format!("a cell of its own: {other} begins there")));
        }
        *cell = Some(event);
    }
    let Some(mut event) = first[0] else {
        return Err(figures.error("event", "nothing for a roll of 11", "an event from 11 on"));
    };
    Ok(first.map(|cell| {
        event = cell.unwrap_or(event);
        event
    }))
}

fn event_figures(figures: &Figures, events: &Events) -> Result<EventFigures, DataError> {
    let dice = [
        ("foreign-arms.dice", events.foreign_arms.dice.into()),
        ("un-debate.dice", events.un_debate.dice.into()),
        ("factional-purge.dice", events.factional_purge.dice.into()),
        ("independence.dice", events.independence.dice.into()),
        ("nato.dice", events.nato.dice.into()),
        ("suez.dice", events.suez.dice.into()),
    ];
    all_within(figures, "event", &DICE, &dice)?;
    within(figures, "event.sartre.psp", events.sartre.psp, AMOUNT)?;
    Ok(EventFigures {
        foreign_arms_dice: events.foreign_arms.dice,
        un_debate_dice: events.un_debate.dice,
        purge_dice: events.factional_purge.dice,
        independence_dice: events.independence.dice,
        nato_dice: events.nato.dice,
        suez_dice: events.suez.dice,
        sartre: events.sartre.psp,
    })
}

fn depreciation(figures: &Figures, table: &Depreciation) -> Result<[u8; 100], DataError> {
    let drms = [("low_drm", table.low_drm.into()), ("high_drm", table.high_drm.into())];
    all_within(figures, "depreciation", &DRM, &drms)?;
    let mut out = [0; 100];
    let rows = numbered(figures, "depreciation.row", &table.row, Some(1), out.len())?;
    let from: Vec<(String, i64)> = rows
        .iter()
        .map(|(number, row)| (format!("depreciation.row.{number}.from"), row.from.into()))
        .collect();
    rising(figures, &from, 1, MOST_POINTS.into())?;
    for (number, row) in rows {
        within(figures, &format!("depreciation.row.{number}.loss"), row.loss, AMOUNT)?;
        out.iter_mut().skip(row.from.into()).for_each(|slot| *slot = row.loss);
    }
    Ok(out)
}

fn recovery(figures: &Figures, table: &Recovery) -> Result<rules::Recovery, DataError> {
    within(figures, "recovery.at_least", table.at_least, ROLL)?;
    let drms = [
        ("good_drm", table.good_drm.into()),
        ("bad_drm", table.bad_drm.into()),
        ("area_drm", table.area_drm.into()),
    ];
    all_within(figures, "recovery", &DRM, &drms)?;
    Ok(rules::Recovery {
        at_least: table.at_least,
        good: table.good_drm,
        bad: table.bad_drm,
        area: table.area_drm,
    })
}

fn coup(figures: &Figures, table: &Coup, psl_max: i16) -> Result<rules::Coup, DataError> {
    within(figures, "coup.psl", table.psl, 0..=psl_max.into())?;
    within(figures, "coup.attempt", table.attempt, ROLL)?;
    within(figures, "coup.oas_drm", table.oas_drm, DRM)?;
    let mut out = rules::Coup {
        psl: table.psl,
        attempt: table.attempt,
        oas_drm: table.oas_drm,
        rows: [CoupRow::default(); 14],
    };
    let mut rows: Vec<(String, &CoupTableRow)> =
        table.row.iter().map(|(id, row)| (dotted(&["coup", "row", id]), row)).collect();
    rows.sort_by_key(|(_, row)| row.from);
    let from: Vec<(String, i64)> =
        rows.iter().map(|(key, row)| (format!("{key}.from"), row.from.into())).collect();
    if from.is_empty() {
        return Err(figures.error("coup.row", "an empty table", "at least one row"));
    }
    rising(figures, &from, 2, out.rows.len() as i64 - 1)?;
    for (index, (key, row)) in rows.iter().enumerate() {
        within(figures, &format!("{key}.psp_dice"), row.psp_dice, -9..=9)?;
        let dice = [("mobilize_dice", row.mobilize_dice.into()), ("elite_dice", row.elite_dice.into())];
        all_within(figures, key, &DICE, &dice)?;
        within(figures, &format!("{key}.elite_lost"), row.elite_lost, AMOUNT)?;
        let compiled = CoupRow {
            row: index as u8,
            psp_dice: row.psp_dice,
            mobilize_dice: row.mobilize_dice,
            elite_lost: row.elite_lost,
            elite_dice: row.elite_dice,
        };
        let from = if index == 0 { 0 } else { usize::from(row.from) };
        out.rows.iter_mut().skip(from).for_each(|slot| *slot = compiled);
    }
    Ok(out)
}

fn income(figures: &Figures, table: &Income) -> Result<rules::Income, DataError> {
    let amounts = [
        ("urban.controlled", table.urban.controlled.into()),
        ("urban.contested", table.urban.contested.into()),
        ("rural.controlled", table.rural.controlled.into()),
        ("rural.contested", table.rural.contested.into()),
        ("terror", table.terror.into()),
        ("naval", table.naval.into()),
    ];
    all_within(figures, "income", &AMOUNT, &amounts)?;
    within(figures, "income.psl_divisor", table.psl_divisor, DIVISOR)?;
    Ok(rules::Income {
        urban: [table.urban.controlled, table.urban.contested],
        rural: [table.rural.controlled, table.rural.contested],
        terror: table.terror,
        psl_divisor: table.psl_divisor,
        naval: table.naval,
    })
}

fn oas(figures: &Figures, table: &Oas, map: &Map) -> Result<(rules::Oas, Mask), DataError> {
    let amounts = [
        ("appears", table.appears.into()),
        ("removed_above", table.removed_above.into()),
        ("algeria", table.algeria.into()),
        ("france", table.france.into()),
    ];
    all_within(figures, "oas", &AMOUNT, &amounts)?;
    above(figures, "oas.removed_above", table.removed_above, "oas.appears", table.appears)?;
    within(figures, "oas.fln_die", table.fln_die, 0..=6)?;
    let mut places = 0;
    for (index, id) in table.places.iter().enumerate() {
        let key = format!("oas.places.{index}");
        let place = map.place(id).filter(|place| place.is_area() || *place == Place::FRANCE);
        let Some(place) = place else {
            return Err(figures.error(&key, format!("\"{id}\""), "the id of an area, or FRANCE"));
        };
        if places & place.bit() != 0 {
            return Err(figures.error(&key, format!("{id} a second time"), "each place once"));
        }
        places |= place.bit();
    }
    if places == 0 {
        return Err(figures.error("oas.places", "an empty list", "at least one place"));
    }
    let oas = rules::Oas {
        appears: table.appears,
        removed_above: table.removed_above,
        fln_die: table.fln_die,
        algeria: table.algeria,
        france: table.france,
    };
    Ok((oas, places))
}

fn adjustments(figures: &Figures, table: &Psp) -> Result<rules::Adjustments, DataError> {
    let split = [("eliminated", table.eliminated), ("hit", table.hit), ("police", table.police)];
    all_within(figures, "psp", &SPLIT, &split.map(|(key, amount)| (key, amount.into())))?;
    let amounts = [
        ("reduced_france", table.reduced_france),
        ("reduced_fln", table.reduced_fln),
        ("terror", table.terror),
    ];
    all_within(figures, "psp", &AMOUNT, &amounts.map(|(key, amount)| (key, amount.into())))?;
    within(figures, "psp.no_mobile_dice", table.no_mobile_dice, DICE)?;
    let divisors =
        [("abroad_divisor", table.abroad_divisor.into()), ("area_divisor", table.area_divisor.into())];
    all_within(figures, "psp", &DIVISOR, &divisors)?;
    Ok(rules::Adjustments {
        eliminated: table.eliminated,
        reduced_gov: table.reduced_france,
        reduced_fln: table.reduced_fln,
        hit: table.hit,
        police: table.police,
        terror: table.terror,
        no_mobile_dice: table.no_mobile_dice,
        abroad_divisor: table.abroad_divisor,
        area_divisor: table.area_divisor,
    })
}
