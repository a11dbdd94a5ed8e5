//! The wording of the decisions in *Ici*, with their rule sections.

use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::{Decision, State};

use super::choices::{failek_name, name};
use crate::playable::Prompt;

pub(super) fn prompt(r: &Rules, s: &State, kind: Decision) -> Prompt {
    let site = || name(r, s.site());
    let chit = || &r.chit(s.chit()).name;
    let (text, rule): (String, &'static str) = match kind {
        Decision::ChooseChits => ("Set-up: which political chit do you take in hand?".into(), "rules 5.0"),
        Decision::PlaceMarker => ("Set-up: where does the Population Marker begin?".into(), "rules 5.0"),
        Decision::PlaceUnit => ("Set-up: where does a French unit stand?".into(), "rules 5.0"),
        Decision::WeakenUnit => ("Set-up: which unit starts reduced?".into(), "rules 5.0"),
        Decision::PlayChit => ("Which political chit is played?".into(), "rules 1.2"),
        Decision::ChitRegion => (format!("{}: in which region?", chit()), "rules M"),
        Decision::ChitUnit => (format!("{}: which French unit is reduced?", chit()), "rules M"),
        Decision::ChitFailek => (format!("{}: which failek is removed?", chit()), "rules M"),
        Decision::ChitEntry => (format!("{}: where does the unit enter?", chit()), "rules M"),
        Decision::CoupSubstitute => ("The coup: which paratroopers are removed?".into(), "rules 1.4"),
        Decision::Exchange => ("Exchange faileks for better ones?".into(), "rules 2.1.1"),
        Decision::Recruit => ("Recruit a failek: where?".into(), "rules 2.1.2, 2.1.3"),
        Decision::ExtraRecruit => ("Recruit the extra moussebiline?".into(), "rules 2.1.2"),
        Decision::EntryClass => ("Too few points for all: which unit enters?".into(), "rules 2.2.1"),
        Decision::Entry => ("Where does the unit enter?".into(), "rules 2.2.1, 2.2.2"),
        Decision::FlipUp => ("Flip a reduced unit up?".into(), "rules 2.2.2"),
        Decision::KeepMaquis => ("How many maquis are kept?".into(), "rules 2.2.3"),
        Decision::PlaceMaquis => ("Place a maquis?".into(), "rules 2.2.3"),
        Decision::PickFailek => ("Which failek moves?".into(), "rules 3.1"),
        Decision::MoveFailek => {
            (format!("Where does the {} from {} go?", failek_name(s.picked_failek()), site()), "rules 3.1")
        }
        Decision::Morice => ("Attack faileks that came over the Morice Line?".into(), "rules 3.1.2"),
        Decision::Supply => ("Too many faileks to supply: which one is removed?".into(), "rules 3.2"),
        Decision::Structure => ("Attack structures: where?".into(), "rules 3.3"),
        Decision::PickUnit => ("Which French unit moves?".into(), "rules 3.4"),
        Decision::MoveUnit => {
            let unit = r.units.get(s.picked_unit().index()).map_or("the unit", |row| row.name.as_str());
            (format!("{unit}, from {}: where to?", site()), "rules 3.4")
        }
        Decision::Displace => ("Too many French units: where does one go?".into(), "rules 3.4, H"),
        Decision::Search => ("Search for faileks: where?".into(), "rules 3.5.1"),
        Decision::Strength => (format!("{}: with how many units?", site()), "rules 3.5.1"),
        Decision::Attacker => (format!("{}: which unit attacks?", site()), "rules 3.5.1"),
        Decision::Fighter => (format!("{}: which attacker fights?", site()), "rules 3.5.3"),
        Decision::CombatChit => (format!("Fight in {}: which combat chit?", site()), "rules 3.5.2"),
        Decision::Insurgency => ("Insurgency: what does the FLN do?".into(), "rules 4.1"),
        Decision::Counterinsurgency => ("Counterinsurgency: what does France do?".into(), "rules 4.2"),
        // Steps of the engine ask nobody.
        step => (step.to_string(), "rules P"),
    };
    Prompt { text, rule }
}
