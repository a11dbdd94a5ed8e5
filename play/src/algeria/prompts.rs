//! The wording of the decisions in *Algeria*, with their rule sections.

use wilaya_engine::algeria::{Decision, Rules, State};

use super::story::{fln_name, gov_name, mission_name, place_name};
use crate::playable::{Prompt, count, plain};

pub(super) fn prompt(r: &Rules, s: &State, kind: Decision) -> Prompt {
    let here = || place_name(r, s.mission_area());
    let gov = || s.gov_subject().map_or(String::new(), |(_, unit, number)| count(number, gov_name(unit)));
    let gov_here = || {
        s.gov_subject().map_or(String::new(), |(area, unit, number)| {
            format!("{} in {}", count(number, gov_name(unit)), place_name(r, area))
        })
    };
    let fln_here = || {
        s.fln_subject().map_or(String::new(), |(area, unit, number)| {
            format!("{} in {}", count(number, fln_name(unit)), place_name(r, area))
        })
    };
    let fln = || s.fln_subject().map_or("unit", |(_, unit, _)| fln_name(unit));
    let (text, rule): (String, &'static str) = match kind {
        Decision::SetUpFrance => (
            format!(
                "Set-up: where does 1 {} stand?",
                s.gov_subject().map_or("unit", |(_, unit, _)| gov_name(unit))
            ),
            "charts C.8",
        ),
        Decision::SetUpFln => (format!("Set-up: where does a {} stand?", fln()), "charts C.8"),
        Decision::UnDebate => ("The UN debates: with what result?".into(), "charts C.2"),
        Decision::PurgeWilaya => ("Factional purge: in which wilaya?".into(), "charts C.2"),
        Decision::PurgeUnit => ("Factional purge: which unit is neutralized?".into(), "charts C.2"),
        Decision::NatoUnit => ("NATO asks for troops: which unit leaves?".into(), "charts C.2"),
        Decision::SuezUnit => ("Suez: which elite brigade leaves?".into(), "charts C.2"),
        Decision::OasPlace => ("Where does the OAS go?".into(), "rules 11.3"),
        Decision::RemovePolice => ("Remove Police to make them available again?".into(), "rules 6.31"),
        Decision::Mobilize => ("Mobilize a unit?".into(), "rules 6.31"),
        Decision::Station => (
            format!(
                "Where does the {} arrive?",
                s.gov_subject().map_or("unit", |(_, unit, _)| gov_name(unit))
            ),
            "rules 6.31",
        ),
        Decision::BuyPoint => ("Buy Air, Helo or Naval Points?".into(), "rules 11.1, 11.6"),
        Decision::BorderZone => ("Build the Border Zone?".into(), "rules 6.33"),
        Decision::ActivateZone => ("Activate the Border Zone for this turn?".into(), "rules 6.33"),
        Decision::ActivateUnits => (format!("{}: how many are activated?", gov_here()), "rules 6.32"),
        Decision::SpendWhere => ("Where does the FLN spend AP?".into(), "rules 6.2"),
        Decision::SpendOn => (format!("What is built or converted in {}?", here()), "rules 6.2"),
        Decision::DivisionMode => (
            format!(
                "{}: how many divisions are Dispersed?",
                s.gov_subject().map_or(String::new(), |(area, _, _)| place_name(r, area))
            ),
            "rules 11.7",
        ),
        Decision::Patrol => (format!("{}: how many go on Patrol?", gov_here()), "rules 7"),
        Decision::FrenchMove => (
            format!(
                "{}: where does 1 {} go?",
                gov_here(),
                s.gov_subject().map_or("unit", |(_, unit, _)| gov_name(unit))
            ),
            "rules 7",
        ),
        Decision::CadreInFrance => ("Send a Cadre to France, or call it back?".into(), "rules 11.22"),
        Decision::FlnDeploy => (format!("{} Underground: how many come out?", fln_here()), "rules 7"),
        Decision::FlnOperation => ("What does the FLN do?".into(), "rules 8, 9.1"),
        Decision::Propaganda => ("Propaganda: by which unit, and where?".into(), "rules 9.11"),
        Decision::Strike => ("Strike: in which city?".into(), "rules 9.12"),
        Decision::StrikeCadres => (format!("Strike in {}: how many Cadres assist?", here()), "rules 9.12"),
        Decision::Move => ("Move: which unit?".into(), "rules 9.13"),
        Decision::MoveTo => {
            (format!("Where does the {} from {} go?", fln_name(s.mission_unit()), here()), "rules 9.13")
        }
        Decision::Raid => ("Raid: in which area?".into(), "rules 9.14"),
        Decision::RaidBands => (format!("Raid in {}: how many Bands?", here()), "rules 9.14"),
        Decision::RaidFaileks => (format!("Raid in {}: how many Faileks?", here()), "rules 9.14"),
        Decision::RaidHit => (format!("Raid in {}: which type is neutralized?", here()), "rules 9.14"),
        Decision::Harass => ("Harass: which unit leads it, and where?".into(), "rules 9.15"),
        Decision::HarassBands => (format!("Harass in {}: how many Bands join?", here()), "rules 9.15"),
        Decision::HarassFaileks => (format!("Harass in {}: how many Faileks join?", here()), "rules 9.15"),
        Decision::HarassTarget => (format!("Harass in {}: which unit is the target?", here()), "rules 9.15"),
        Decision::Split => (
            format!("{}: how many to gain, how many to take off the other side?", count(s.to_split(), "PSP")),
            "charts C.6",
        ),
        Decision::React => {
            (format!("{} in {}: React, and with which unit first?", capital_mission(s), here()), "rules 9.23")
        }
        Decision::ReactMore => (format!("React in {}: another unit?", here()), "rules 9.23"),
        Decision::AirPoints => (format!("Combat in {}: how many Air Points?", here()), "rules 11.11"),
        Decision::FlnLoss => (format!("Combat in {}: which unit takes the hit?", here()), "charts C.3"),
        Decision::FrenchOperation => ("What does the Government do?".into(), "rules 8, 9.2"),
        Decision::Flush => ("Flush: in which area?".into(), "rules 9.22"),
        Decision::FlushUnit => (format!("Flush in {}: which unit takes part?", here()), "rules 9.22"),
        Decision::Intelligence => ("Intelligence: in which area?".into(), "rules 9.24"),
        Decision::CivilAffairs => ("Civil Affairs: in which area?".into(), "rules 9.25"),
        Decision::Suppression => ("Suppression: in which area?".into(), "rules 9.26"),
        Decision::SuppressionEliteOps => (
            format!("Suppression in {}: how many elite brigades assist from Operations?", here()),
            "rules 9.26",
        ),
        Decision::SuppressionElitePatrol => {
            (format!("Suppression in {}: how many elite brigades assist from Patrol?", here()), "rules 9.26")
        }
        Decision::SuppressionUnit => {
            (format!("Suppression in {}: which unit is neutralized?", here()), "rules 9.26")
        }
        Decision::Resettlement => ("Population Resettlement: in which area?".into(), "rules 9.27"),
        Decision::CoupMobilize => ("After the coup: mobilize a unit free of charge?".into(), "charts B.2"),
        Decision::CoupStation => (format!("Where does the {} arrive?", gov()), "charts B.2"),
        Decision::CoupDisband => ("After the coup: which elite brigade is disbanded?".into(), "charts B.2"),
        other => (plain(other.word()), "rules 4"),
    };
    Prompt { text, rule }
}

fn capital_mission(s: &State) -> String {
    crate::playable::capital(mission_name(s.mission()))
}
