//! The rules, compiled from the figures and a setting.

use serde::Deserialize;

use super::{map, missions, scenarios, setting, tables, units};
use crate::algeria::rules::{self, Rules};
use crate::data::Figures;
use crate::{Setting, SettingError};

/// What several rooms read of the files, as they are written.
#[derive(Debug, Deserialize)]
struct Data {
    map: map::MapTable,
    wilaya: map::Wilayas,
    area: map::Areas,
    country: map::Countries,
    unit: units::Units,
    point: units::Points,
    #[serde(rename = "border-zone")]
    border_zone: units::BorderZone,
    build: units::Build,
    convert: units::Convert,
    mission: missions::Missions,
    psl: tables::Psl,
    ap: tables::Ap,
    depreciation: tables::Depreciation,
    control: tables::Control,
    scenario: scenarios::Scenarios,
    option: scenarios::OptionTables,
}

/// Compiles the figures and a setting to the rules of a game.
///
/// Everything is checked but the ready-made placements of other scenarios; [`check`] checks those too.
///
/// ```
/// use wilaya_engine::{Setting, algeria::data};
///
/// let mut figures = data::figures();
/// figures.set("mission.raid.cost", "2")?;
/// let setting = Setting { scenario: Some("1954".to_owned()), ..Setting::default() };
/// let rules = data::compile(&figures, &setting)?;
/// assert_eq!(data::setting(&rules).setup.as_deref(), Some("default"));
/// # Ok::<(), wilaya_engine::SettingError>(())
/// ```
///
/// # Errors
/// A word that the game does not know, an option that the scenario excludes, a bar that means nothing, or a figure
/// that is wrong.
pub fn compile(figures: &Figures, setting: &Setting) -> Result<Rules, SettingError> {
    let data: Data = figures.read("")?;
    let choice = setting::read(figures, &data.option, setting)?;
    let map = map::compile(figures, &data.map, &data.wilaya, &data.area, &data.country)?;
    let units =
        units::compile(figures, &data.unit, &data.point, &data.border_zone, &data.build, &data.convert)?;
    let missions = missions::compile(figures, &data.mission)?;
    let tables = tables::compile(figures, &map)?;
    let context = scenarios::Context {
        figures,
        scenarios: &data.scenario,
        psl_max: data.psl.max.into(),
        zone_max: data.border_zone.max,
        wilayas: &data.map.wilayas,
        map: &map,
        units: &units,
    };
    scenarios::check_options(figures, &data.option, &data.scenario)?;
    for id in data.scenario.keys() {
        scenarios::compile(&context, id)?;
    }
    let (scenario, mix) = scenarios::compile(&context, &choice.scenario)?;
    if !choice.free_setup {
        scenarios::check_placement(&context, &scenario)?;
    }
    let mut fln = units.fln;
    let mut counter = units.counter;
    for (rating, count) in fln.iter_mut().zip(mix.fln) {
        rating.count = count;
    }
    for (counter, count) in counter.iter_mut().zip(mix.gov) {
        counter.count = count;
    }
    let shorter = &data.option.shorter_game;
    Ok(Rules {
        scenario,
        options: choice.options,
        free_setup: choice.free_setup,
        payable: rules::payable(&choice.bars, &missions.cost),
        airmobile: rules::airmobile(&choice.bars, &units.gov),
        bars: choice.bars,
        data_hash: figures.hash(),
        wilaya_ids: data.map.wilayas.clone(),
        urban: map.urban,
        rural: map.rural,
        remote: map.remote,
        wilaya_of: map.wilaya_of,
        wilaya: map.wilaya,
        reach: map.reach,
        country_reach: map.country_reach,
        oas_places: tables.oas_places,
        ids: map.ids,
        names: map.names,
        fln,
        gov: units.gov,
        counter,
        point_cost: units.point_cost,
        point_max: units.point_max,
        border_zone_cost: data.border_zone.cost,
        border_zone_activate: data.border_zone.activate_halves,
        border_zone_max: data.border_zone.max,
        psl_max: data.psl.max,
        ap_max: data.ap.max,
        build_cost: [
            [data.build.algeria.cadre, data.build.algeria.band],
            [data.build.abroad.cadre, data.build.abroad.band],
        ],
        convert_cost: [
            data.convert.cadre_to_front,
            data.convert.front_to_cadre,
            data.convert.cadre_to_band,
            data.convert.band_to_failek,
        ],
        mission_cost: missions.cost,
        drm: missions.drm,
        event: tables.event,
        mst_fln: tables.mst_fln,
        mst_gov: tables.mst_gov,
        crt: tables.crt,
        events: tables.events,
        depreciation: tables.depreciation,
        depreciation_drm: [data.depreciation.low_drm, data.depreciation.high_drm],
        psl_low: data.psl.low,
        psl_high: data.psl.high,
        recovery: tables.recovery,
        coup: tables.coup,
        income: tables.income,
        control_ratio: data.control.ratio,
        oas: tables.oas,
        psp: tables.psp,
        victory: [data.psl.marginal_to, data.psl.substantial_to],
        slow_limit: data.option.slow_french_reaction.purchases,
        shorter: rules::Shorter { every: shorter.every, lead: shorter.lead, checks: shorter.checks },
    })
}

/// Checks all the figures, the ready-made placement of every scenario included.
///
/// # Errors
/// The first figure that is wrong.
pub fn check(figures: &Figures) -> Result<(), SettingError> {
    for scenario in figures.names("scenario") {
        compile(figures, &Setting { scenario: Some(scenario), ..Setting::default() })?;
    }
    compile(figures, &Setting::default()).map(|_| ())
}
