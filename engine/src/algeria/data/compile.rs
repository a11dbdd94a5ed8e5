//! The rules, compiled from the figures and a setting.

use serde::Deserialize;

use super::scenarios::Units;
use super::schema::SCHEMA;
use super::{bars, map, missions, scenarios, setting, tables};
use crate::algeria::rules::{self, GovRating, Rules};
use crate::algeria::types::{FlnUnit, GovType, GovUnit, Mission, Point};
use crate::data::{DataError, Figures};
use crate::{Setting, SettingError};

#[derive(Deserialize)]
struct PointRow {
    cost: u8,
    max: u8,
}

#[derive(Deserialize)]
struct MissionRow {
    cost: u8,
}

/// Compiles the figures and a setting to the rules of a game.
///
/// Checks everything except the ready-made placements of other scenarios, which [`check`] covers.
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
/// An unknown word, an option that the scenario excludes, an unknown bar, or an invalid figure.
pub fn compile(figures: &Figures, setting: &Setting) -> Result<Rules, SettingError> {
    figures.check(SCHEMA)?;
    let (scenario, free_setup, options) = setting::read(figures, setting)?;
    let bars = bars::read(&setting.bars)?;
    for option in figures.names("option") {
        scenarios::limit(figures, &option)?;
    }
    let map = map::compile(figures)?;
    let unit = figures.at("unit");
    let mix = Units { fln: unit.each(FlnUnit::ALL)?, counter: unit.each(GovType::ALL)? };
    tables::thresholds(figures)?;
    for id in figures.names("scenario") {
        scenarios::compile(figures, &map, &mut mix.clone(), &id)?;
    }
    let mut units = mix;
    let scenario = scenarios::compile(figures, &map, &mut units, &scenario)?;
    if !free_setup {
        scenarios::check_placement(figures, &map, &scenario)?;
    }
    let gov = ratings(figures)?;
    let points: [PointRow; Point::ALL.len()] = figures.at("point").each(Point::ALL)?;
    let missions: [MissionRow; Mission::ALL.len()] = figures.at("mission").each(Mission::ALL)?;
    let mission_cost = missions.map(|mission| mission.cost);
    Ok(Rules {
        scenario,
        options,
        free_setup,
        payable: rules::payable(&bars, &mission_cost),
        airmobile: rules::airmobile(&bars, &gov),
        bars,
        data_hash: figures.hash(),
        urban: map.urban,
        rural: map.rural,
        remote: map.remote,
        wilaya_of: map.wilaya_of,
        wilaya: map.wilaya,
        reach: map.reach,
        country_reach: map.country_reach,
        oas_places: tables::oas_places(figures, &map)?,
        wilaya_ids: map.wilayas,
        ids: map.ids,
        names: map.names,
        fln: units.fln,
        gov,
        counter: units.counter,
        point_cost: points.each_ref().map(|point| point.cost),
        point_max: points.map(|point| point.max),
        border_zone_cost: figures.read("border-zone.cost")?,
        border_zone_activate: figures.read("border-zone.activate_halves")?,
        border_zone_max: figures.read("border-zone.max")?,
        psl_max: figures.read("psl.max")?,
        ap_max: figures.read("ap.max")?,
        build_cost: [
            figures.at("build.algeria").each(["cadre", "band"])?,
            figures.at("build.abroad").each(["cadre", "band"])?,
        ],
        convert_cost: figures.at("convert").each([
            "cadre_to_front",
            "front_to_cadre",
            "cadre_to_band",
            "band_to_failek",
        ])?,
        mission_cost,
        drm: missions::modifiers(figures)?,
        event: tables::event_figures(figures)?,
        mst_fln: tables::success(figures, "success.fln")?,
        mst_gov: tables::success(figures, "success.france")?,
        crt: tables::combat(figures)?,
        events: tables::events(figures)?,
        depreciation: tables::depreciation(figures)?,
        depreciation_drm: figures.at("depreciation").each(["low_drm", "high_drm"])?,
        psl_low: figures.read("psl.low")?,
        psl_high: figures.read("psl.high")?,
        recovery: figures.read("recovery")?,
        coup: tables::coup(figures)?,
        income: tables::income(figures)?,
        control_ratio: figures.read("control.ratio")?,
        oas: figures.read("oas")?,
        psp: figures.read("psp")?,
        victory: figures.at("psl").each(["marginal_to", "substantial_to"])?,
        slow_limit: figures.read("option.slow_french_reaction.purchases")?,
        shorter: figures.read("option.shorter_game")?,
    })
}

/// Reads the Government units, as they are on the map.
fn ratings(figures: &Figures) -> Result<[GovRating; GovUnit::ALL.len()], DataError> {
    let mut ratings = [GovRating::default(); GovUnit::ALL.len()];
    for (unit, rating) in GovUnit::ALL.iter().zip(&mut ratings) {
        *rating = match unit {
            GovUnit::Concentrated => figures.read("unit.division.concentrated")?,
            GovUnit::Dispersed => figures.read("unit.division.dispersed")?,
            _ => figures.at("unit").to(unit).read()?,
        };
        if !matches!(unit, GovUnit::French | GovUnit::Elite | GovUnit::Algerian) {
            rating.contact_airmobile = rating.contact;
            rating.firepower_airmobile = rating.firepower;
        }
    }
    Ok(ratings)
}

/// Checks all figures, including the ready-made placement of every scenario.
///
/// # Errors
/// The first invalid figure.
pub fn check(figures: &Figures) -> Result<(), SettingError> {
    for scenario in figures.names("scenario") {
        compile(figures, &Setting { scenario: Some(scenario), ..Setting::default() })?;
    }
    compile(figures, &Setting::default()).map(|_| ())
}
