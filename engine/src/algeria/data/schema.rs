//! The keys of the files, and the ranges of their numbers.

use std::ops::RangeInclusive;

use crate::data::{ANY, Schema};

/// Counters of a type.
pub(super) const COUNT: RangeInclusive<i64> = 0..=31;
/// Ratings on counters.
const RATING: RangeInclusive<i64> = 0..=20;
/// Firepower: never 0 (ruling A-3).
const FIREPOWER: RangeInclusive<i64> = 1..=99;
/// Prices, thresholds and amounts.
const AMOUNT: RangeInclusive<i64> = 0..=99;
/// Divisors.
const DIVISOR: RangeInclusive<i64> = 1..=99;
/// Multipliers of a number of a table.
const MULTIPLIER: RangeInclusive<i64> = 1..=9;
/// Numbers of dice.
const DICE: RangeInclusive<i64> = 0..=9;
/// Modifiers of a roll.
const DRM: RangeInclusive<i64> = -9..=9;
/// The lowest modified roll of a die that succeeds.
const ROLL: RangeInclusive<i64> = -9..=16;
/// Numbers of a Mission Success Table: even if doubled or rolled as dice, they must fit the choices of a split.
const SUCCESS: RangeInclusive<i64> = 0..=9;
/// Hits of a die: those of a split must fit the choices of one decision, as must [`SPLIT`].
const HITS: RangeInclusive<i64> = 0..=31;
/// PSP to split for each unit or hit.
const SPLIT: RangeInclusive<i64> = 0..=4;

/// All keys.
pub(super) const SCHEMA: &Schema = &[
    ("map.wilayas", ANY),
    ("wilaya.*.areas", ANY),
    ("area.*.name|rating|borders", ANY),
    ("country.MOROCCO|TUNISIA|FRANCE.name|borders", ANY),
    ("unit.front|cadre|band|failek.count", COUNT),
    ("unit.front|cadre|band|failek.evasion|control", RATING),
    ("unit.front|cadre|band|failek.firepower", FIREPOWER),
    ("unit.division|french-brigade|elite-brigade|algerian-brigade|police.count", COUNT),
    ("unit.division|french-brigade|elite-brigade|algerian-brigade|police.mobilize", AMOUNT),
    ("unit.division|french-brigade|elite-brigade|algerian-brigade.nato_brigades", AMOUNT),
    // An Algerian brigade is never activated (rules 6.32).
    ("unit.division|french-brigade|elite-brigade.activate_halves", AMOUNT),
    ("unit.division.concentrated|dispersed.contact|control", RATING),
    ("unit.division.concentrated|dispersed.firepower", FIREPOWER),
    ("unit.french-brigade|elite-brigade|algerian-brigade.contact|contact_airmobile|control|helo", RATING),
    ("unit.french-brigade|elite-brigade|algerian-brigade.firepower|firepower_airmobile", FIREPOWER),
    ("unit.police.contact|control", RATING),
    ("unit.police.firepower", FIREPOWER),
    ("point.air|helo|naval.cost|max", AMOUNT),
    ("border-zone.cost|activate_halves", AMOUNT),
    ("border-zone.max", 0..=9),
    ("build.algeria|abroad.cadre|band", AMOUNT),
    ("convert.cadre_to_front|front_to_cadre|cadre_to_band|band_to_failek", AMOUNT),
    ("mission.propaganda|strike|move|raid|harass|flush|react|intelligence.cost", AMOUNT),
    ("mission.civil-affairs|suppression|resettlement.cost", AMOUNT),
    ("mission.propaganda|strike|move|raid.patrol_drm", DRM),
    ("mission.propaganda|strike.terror_drm", DRM),
    ("mission.propaganda|raid.urban_multiplier", MULTIPLIER),
    ("mission.strike.cadre_drm", DRM),
    ("mission.strike.penalty_dice", DICE),
    ("mission.raid.extra_drm", DRM),
    ("mission.harass.return_divisor", DIVISOR),
    ("mission.flush|intelligence.evasion_above_drm|remote_drm|terror_drm|urban_drm", DRM),
    ("mission.civil-affairs|suppression.amnesty_drm", DRM),
    ("mission.suppression.elite_drm", DRM),
    ("mission.suppression.plus_dice", DICE),
    ("mission.resettlement.fln_dice", DICE),
    ("psl.max", 1..=99),
    ("psl.low|high|marginal_to|substantial_to", ANY),
    ("ap.max", AMOUNT),
    ("success.fln|france.*.number", SUCCESS),
    ("success.fln|france.*.mark", ANY),
    ("combat.air_point_dice", DICE),
    ("combat.column.*.from", ANY),
    ("combat.column.*.hits", HITS),
    ("event.none|foreign-arms|jealousy|elections|un-debate|factional-purge.from", ANY),
    ("event.independence|nato|suez|amnesty|sartre.from", ANY),
    ("event.foreign-arms|un-debate|factional-purge|independence|nato|suez.dice", DICE),
    ("event.sartre.psp", AMOUNT),
    ("depreciation.low_drm|high_drm", DRM),
    ("depreciation.row.*.from", ANY),
    ("depreciation.row.*.loss", AMOUNT),
    ("recovery.at_least", ROLL),
    ("recovery.good_drm|bad_drm|area_drm", DRM),
    ("coup.psl", ANY),
    ("coup.attempt", ROLL),
    ("coup.oas_drm", DRM),
    ("coup.row.*.from", ANY),
    ("coup.row.*.psp_dice", -9..=9),
    ("coup.row.*.mobilize_dice|elite_dice", DICE),
    ("coup.row.*.elite_lost", AMOUNT),
    ("income.urban|rural.controlled|contested", AMOUNT),
    ("income.terror|naval", AMOUNT),
    ("income.psl_divisor", DIVISOR),
    ("control.ratio", MULTIPLIER),
    ("oas.appears|removed_above|algeria|france", AMOUNT),
    ("oas.fln_die", 0..=6),
    ("oas.places", ANY),
    ("psp.eliminated|hit|police", SPLIT),
    ("psp.reduced_france|reduced_fln|terror", AMOUNT),
    ("psp.no_mobile_dice", DICE),
    ("psp.abroad_divisor|area_divisor", DIVISOR),
    ("scenario.*.fln_psl|france_psl|independent|border_zone?|suez", ANY),
    ("scenario.*.ap_dice", DICE),
    ("scenario.*.points.air|helo|naval", ANY),
    ("scenario.*.counters?.*", COUNT),
    ("scenario.*.france.*.division|french-brigade|elite-brigade|algerian-brigade|police", ANY),
    ("scenario.*.fln.*.front|cadre|band|failek", ANY),
    ("scenario.*.abroad?.MOROCCO|TUNISIA.cadre|band|failek", ANY),
    ("scenario.*.default.france.division|french-brigade|elite-brigade|algerian-brigade|police", ANY),
    ("scenario.*.default.fln.front|cadre|band|failek", ANY),
    ("option.slow_french_reaction|deterministic_independence.scenarios", ANY),
    ("option.slow_french_reaction.purchases", 0..=9),
    ("option.shorter_game.every|lead|checks", DIVISOR),
];
