//! The wording of the choices in *Algeria*.

use wilaya_engine::algeria::Action;
use wilaya_engine::algeria::types::{GovType, Mission};
use wilaya_engine::algeria::{Algeria, Decision, Rules, State, formulas};
use wilaya_engine::{Game as _, Side, Status};

use super::story::{box_name, fln_name, gov_box_name, gov_name, place_name};
use crate::playable::{Cost, capital, count, plain};

fn counter_name(counter: GovType) -> &'static str {
    match counter {
        GovType::Division => "division",
        other => gov_name(other.unit()),
    }
}

fn kind(s: &State) -> Option<Decision> {
    match Algeria::status(s) {
        Status::Decision { kind, .. } => Some(kind),
        Status::Over(_) => None,
    }
}

/// A number, which means something different at each decision.
fn number(s: &State, number: u8) -> String {
    let subject = s.gov_subject();
    let gov = || subject.map_or(String::new(), |(_, unit, _)| count(number, gov_name(unit)));
    let fln = || s.fln_subject().map_or(String::new(), |(_, unit, _)| count(number, fln_name(unit)));
    match kind(s) {
        Some(Decision::ActivateUnits) if number == 0 => "Activate none".to_owned(),
        Some(Decision::ActivateUnits) => format!("Activate {}", gov()),
        Some(Decision::DivisionMode) => format!("{number} Dispersed, the others Concentrated"),
        Some(Decision::Patrol) if number == 0 => "None on Patrol".to_owned(),
        Some(Decision::Patrol) => format!("{} on Patrol", gov()),
        Some(Decision::FlnDeploy) if number == 0 => "All stay Underground".to_owned(),
        Some(Decision::FlnDeploy) => format!("{} to Operations", fln()),
        Some(Decision::StrikeCadres) => count(number, "Cadre"),
        Some(Decision::RaidBands | Decision::HarassBands) => count(number, "Band"),
        Some(Decision::RaidFaileks | Decision::HarassFaileks) => count(number, "Failek"),
        Some(Decision::AirPoints) => count(number, "Air Point"),
        Some(Decision::SuppressionEliteOps | Decision::SuppressionElitePatrol) => {
            count(number, "elite brigade")
        }
        _ => number.to_string(),
    }
}

/// The mission a choice orders.
fn ordered(action: Action) -> Option<Mission> {
    Some(match action {
        Action::Propaganda => Mission::Propaganda,
        Action::Strike => Mission::Strike,
        Action::Move => Mission::Move,
        Action::Raid => Mission::Raid,
        Action::Harass => Mission::Harass,
        Action::Flush => Mission::Flush,
        Action::Intelligence => Mission::Intelligence,
        Action::CivilAffairs => Mission::CivilAffairs,
        Action::Suppression => Mission::Suppression,
        Action::Resettlement => Mission::Resettlement,
        _ => return None,
    })
}

/// The cost of a choice.
pub(super) fn cost(r: &Rules, s: &State, action: Action) -> Option<Cost> {
    let Status::Decision { side, kind } = Algeria::status(s) else { return None };
    let unit = if side == Side::Fln { "AP" } else { "PSP" };
    let whole = |points: u16| Some(Cost { halves: 2 * points, unit });
    if let Some(mission) = ordered(action) {
        return whole(formulas::mission_cost(r, mission).into());
    }
    match (kind, action) {
        (Decision::SpendOn, Action::Build(_) | Action::Convert(..)) => {
            whole(formulas::spending_price(r, s.mission_area(), action).into())
        }
        _ => match formulas::price(r, s, action) {
            0 => None,
            halves => Some(Cost { halves, unit }),
        },
    }
}

/// The wording of `done`, which also depends on the decision.
fn done(s: &State) -> &'static str {
    match kind(s) {
        Some(Decision::RemovePolice) => "Remove no more Police",
        Some(Decision::Mobilize | Decision::CoupMobilize) => "Mobilize no more",
        Some(Decision::BuyPoint) => "Buy no more Points",
        Some(Decision::BorderZone) => "Build nothing on the Border Zone",
        Some(Decision::ActivateZone) => "Leave the Border Zone inactive",
        Some(Decision::SpendWhere) => "Spend no more AP",
        Some(Decision::SpendOn) => "Nothing more here",
        Some(Decision::FrenchMove) => "The others stay",
        Some(Decision::CadreInFrance) => "Leave it as it is",
        Some(Decision::React) => "No React",
        _ => "Done",
    }
}

pub(super) fn words(r: &Rules, s: &State, action: Action) -> String {
    let at = |place| place_name(r, place);
    let on = |flag: bool, yes: &'static str, no: &'static str| if flag { yes } else { no };
    match action {
        Action::Place(place) | Action::Station(place) | Action::In(place) => at(place),
        Action::Oas(place) => format!("The OAS goes to {}", at(place)),
        Action::Spend(place) => format!("Spend AP in {}", at(place)),
        Action::Send(place) => format!("Send a Cadre from {} to France", at(place)),
        Action::Return(place) => format!("Call the Cadre back to {}", at(place)),
        Action::To(place) => format!("To {}", at(place)),
        Action::RaiseFln => "The FLN gains PSP".to_owned(),
        Action::LowerFrance => "The Government loses PSP".to_owned(),
        Action::Purge(wilaya) => format!("Wilaya {}", r.wilaya_ids[usize::from(wilaya)]),
        Action::Neutralize(place, unit, from) => {
            format!("{} in {} ({})", fln_name(unit), at(place), box_name(from))
        }
        Action::Remove(place, unit, from) => {
            format!("{} in {} ({})", capital(gov_name(unit)), at(place), gov_box_name(from))
        }
        Action::RemovePolice(place, neutralized) => {
            format!("Remove {}Police from {}", on(neutralized, "neutralized ", ""), at(place))
        }
        Action::Mobilize(counter) => format!("Mobilize 1 {}", counter_name(counter)),
        Action::Buy(point) => format!("Buy 1 {} Point", capital(point.word())),
        Action::BorderZone => {
            on(s.border_zone().0.is_none(), "Open the Border Zone", "Add a step to the Border Zone")
                .to_owned()
        }
        Action::ActivateZone => "Activate the Border Zone".to_owned(),
        Action::Count(count) => number(s, count),
        Action::ActivateAll => "Activate everything that is left, here and later".to_owned(),
        Action::Build(unit) => format!("Build a {}", fln_name(unit)),
        Action::Convert(from, to) => format!("Convert a {} into a {}", fln_name(from), fln_name(to)),
        Action::Propaganda
        | Action::Strike
        | Action::Move
        | Action::Raid
        | Action::Harass
        | Action::Flush
        | Action::Intelligence
        | Action::Suppression => capital(action.verb().word()),
        Action::CivilAffairs => "Civil Affairs".to_owned(),
        Action::Resettlement => "Population Resettlement".to_owned(),
        Action::Tell => "Tell the Government to act".to_owned(),
        Action::Pass => "Pass".to_owned(),
        Action::With(place, unit) => format!("A {} in {}", fln_name(unit), at(place)),
        Action::Hit(unit, neutralized) => {
            format!("A {}{}", on(neutralized, "neutralized ", ""), fln_name(unit))
        }
        Action::Target(unit, from) => format!("{} ({})", capital(gov_name(unit)), gov_box_name(from)),
        Action::Commit(unit, from, place, airmobile) => {
            let how = on(airmobile, ", by air", "");
            format!("{} from {} ({}){how}", capital(gov_name(unit)), at(place), plain(gov_box_name(from)))
        }
        Action::Go => "Go".to_owned(),
        Action::Split(own) => {
            let rest = s.to_split().saturating_sub(own);
            format!("Gain {own}, take {rest} off the other side")
        }
        Action::Done => done(s).to_owned(),
    }
}
