//! The phases of *Algeria* that a person drafts as a whole.

use wilaya_engine::Game as _;
use wilaya_engine::algeria::Action;
use wilaya_engine::algeria::GovChange;
use wilaya_engine::algeria::{Algeria, Decision, Event, Rules, State};
use wilaya_engine::dice::SeededDice;

use super::story::{fln_name, gov_name, place_name};
use crate::playable::{Drafted, capital, count};

/// How a decision is drafted: the Government's purchases, activation and deployment (rules 6.3, 7, 11.7), the units of a Flush
/// or React (rules 9.22, 9.23), the spending and the deployment of the FLN (rules 6.2, 7).
pub(super) fn drafted(r: &Rules, s: &State, kind: Decision) -> Option<Drafted<Action>> {
    let word = kind.word();
    let gov = s.gov_subject();
    let fln = s.fln_subject();
    let until = |key: &str, section, done| {
        Some(Drafted::List { key: key.to_owned(), section, name: String::new(), done, ordered: false })
    };
    let list = |section| until(word, section, Action::Done);
    let once = |section| {
        let key = word.to_owned();
        Some(Drafted::Row { key, section, name: String::new(), default: Action::Done, skip: None })
    };
    let number = |section, default| {
        let (place, name) = match (gov, fln) {
            (Some((place, _, number)), _) if kind == Decision::DivisionMode => {
                (place, count(number, "division"))
            }
            (Some((place, unit, number)), _) => (place, count(number, gov_name(unit))),
            (None, Some((place, unit, number))) => (place, count(number, fln_name(unit))),
            (None, None) => return None,
        };
        let unit = gov.map(|(_, unit, _)| gov_name(unit)).or(fln.map(|(_, unit, _)| fln_name(unit)));
        let key = format!("{word}:{}:{}", r.id(place), unit.unwrap_or_default());
        let name = format!("{}: {name}", capital(&place_name(r, place)));
        Some(Drafted::Row { key, section, name, default, skip: Some(Action::ActivateAll) })
    };
    match kind {
        Decision::RemovePolice => list("Remove Police"),
        Decision::Mobilize => list("Mobilize"),
        Decision::BuyPoint => list("Buy Points"),
        Decision::BorderZone | Decision::ActivateZone => once("Border Zone"),
        Decision::ActivateUnits => number("Activate", Action::Count(0)),
        Decision::SpendWhere => list("Build and convert"),
        Decision::Station | Decision::SpendOn => Some(Drafted::Then),
        Decision::DivisionMode => number("Dispersed divisions", Action::Count(dispersed(r, s))),
        Decision::Patrol => number("On Patrol", Action::Count(0)),
        Decision::FrenchMove => {
            let (place, unit, number) = gov?;
            let key = format!("{word}:{}:{}", r.id(place), gov_name(unit));
            let name = format!("{}: {}", place_name(r, place), count(number, gov_name(unit)));
            Some(Drafted::List { key, section: "Move", name, done: Action::Done, ordered: false })
        }
        // Units join until the Government goes; the first decision may also be not to react.
        Decision::React => until("react", "React", Action::Done),
        Decision::ReactMore => until("react", "React", Action::Go),
        Decision::FlushUnit => until(word, "Flush", Action::Go),
        Decision::CadreInFrance => once("Cadre in France"),
        Decision::FlnDeploy => number("Out of the Underground", Action::Count(0)),
        _ => None,
    }
}

/// How many of the divisions to decide on are Dispersed now: the number that changes none.
fn dispersed(r: &Rules, s: &State) -> u8 {
    let changes = |number: &u8| {
        let (mut state, mut events) = (*s, Vec::new());
        Algeria::apply(r, &mut state, Action::Count(*number), &mut SeededDice::new(0, 0), &mut events);
        events.iter().any(|event| matches!(event, Event::Gov { change: GovChange::Mode, .. }))
    };
    let all = s.gov_subject().map_or(0, |(_, _, all)| all);
    (0..=all).find(|number| !changes(number)).unwrap_or(0)
}
