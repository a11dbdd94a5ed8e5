//! The wording of the choices in *Ici*.

use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Arm, Chit, Class, Combat, Exchange, Failek, Location};
use wilaya_engine::ici::{Action, Decision, Ici, State};
use wilaya_engine::{Game as _, Side, Status, View};

use crate::playable::{Cost, capital, count};

/// The name of a location.
pub(super) fn name(r: &Rules, at: Location) -> &str {
    r.map.names.get(at.index()).map_or("?", String::as_str)
}

pub(super) fn failek_name(failek: Failek) -> &'static str {
    match failek {
        Failek::Moussebiline => "moussebiline",
        Failek::Moudjahidine => "moudjahidine",
        Failek::Commando => "zonal commando",
    }
}

/// The name of a class of French units, with strength and quality.
pub(super) fn class_name(r: &Rules, class: Class) -> String {
    let Some(row) = r.classes.get(class.index()) else { return "unit".to_owned() };
    let arm = match row.arm {
        Arm::NamedParatrooper => "paratroopers (named in the coup)",
        Arm::Paratrooper => "paratroopers",
        Arm::Legion => "Legion infantry",
        Arm::Cspl => "Saharan company",
        Arm::Mechanized => "mechanized unit",
        Arm::Infantry => "infantry",
        Arm::Mountain => "mountain infantry",
        Arm::Bellounis => "Bellounis' men",
    };
    format!("{arm} {}-{}", row.strength[0], row.quality[0])
}

fn chit(r: &Rules, chit: Chit) -> String {
    let row = r.chit(chit);
    let first = r.calendar.first_year;
    let (from, to) = (first + u16::from(row.first), first + u16::from(row.last));
    if from == to { format!("{} ({from})", row.name) } else { format!("{} ({from}-{to})", row.name) }
}

fn exchange(exchange: Exchange) -> &'static str {
    match exchange {
        Exchange::TwoForMoudjahidine => "two moussebilines for a moudjahidine",
        Exchange::ThreeForCommando => "three moussebilines for a zonal commando",
        Exchange::PairForCommando => "a moussebiline and a moudjahidine for a zonal commando",
    }
}

/// The cost of a choice.
pub(super) fn cost(r: &Rules, s: &State, action: Action) -> Option<Cost> {
    let Status::Decision { side, kind } = Ici::status(s) else { return None };
    if matches!(kind, Decision::ChitEntry | Decision::PlaceUnit) {
        return None;
    }
    let halves = View::<Ici>::new(r, s, side).position().price(action);
    (halves > 0).then(|| Cost { halves: halves.into(), unit: "point" })
}

fn done(s: &State) -> &'static str {
    match Ici::status(s) {
        Status::Decision { kind, .. } => match kind {
            Decision::Exchange => "Exchange no more",
            Decision::Recruit => "Recruit no more",
            Decision::ExtraRecruit => "Recruit no extra moussebiline",
            Decision::FlipUp => "Flip up no more",
            Decision::PlaceMaquis => "Place no more maquis",
            Decision::PickFailek | Decision::PickUnit => "Move no more",
            Decision::Morice => "No Morice attack",
            Decision::Structure => "Attack no more structures",
            Decision::Search => "Search no more",
            Decision::Insurgency | Decision::Counterinsurgency => "Nothing more",
            _ => "Done",
        },
        Status::Over(_) => "Done",
    }
}

pub(super) fn words(r: &Rules, s: &State, action: Action) -> String {
    let at = |location| name(r, location);
    let unit =
        |class, reduced: bool| format!("{}{}", class_name(r, class), if reduced { ", reduced" } else { "" });
    let words = match action {
        Action::Done => done(s).to_owned(),
        Action::Pass => "Play no chit".to_owned(),
        Action::Choose(one) | Action::Play(one) => chit(r, one),
        Action::Marker(region, slot) => format!("{}: slot {slot}", at(region)),
        Action::Place(class, location)
        | Action::Weaken(class, location)
        | Action::Reduce(class, location) => {
            format!("{} in {}", unit(class, false), at(location))
        }
        Action::Step(region) => at(region).to_owned(),
        Action::Remove(location, failek) | Action::Pick(location, failek) => {
            format!("a {} in {}", failek_name(failek), at(location))
        }
        Action::Enter(class, location) => format!("{} enters at {}", unit(class, false), at(location)),
        Action::Substitute(class, location, reduced) | Action::PickUnit(class, location, reduced) => {
            format!("{} in {}", unit(class, reduced), at(location))
        }
        Action::Exchange(location, how) => format!("in {}: {}", at(location), exchange(how)),
        Action::Recruit(location) | Action::Extra(location) => format!("in {}", at(location)),
        Action::Admit(class) => unit(class, false),
        Action::FlipUp(class, location) => format!("{} in {}", unit(class, true), at(location)),
        Action::Keep(country, number) => format!("keep {number} in {}", at(country)),
        Action::Maquis(country) => format!("a maquis in {}", at(country)),
        Action::March { to, .. } | Action::Drive { to, .. } => format!("to {}", at(to)),
        Action::Morice(region) => format!("attack in {}", at(region)),
        Action::Strike(location) => format!("attack {}", at(location)),
        Action::Displace(region) => format!("to {}", at(region)),
        Action::Search(region) => format!("search {}", at(region)),
        Action::All => "all units".to_owned(),
        Action::Send(number) => count(number, "unit"),
        Action::Attacker(class, reduced) | Action::Fighter(class, reduced) => unit(class, reduced),
        Action::Combat(Combat::Attack) => "attack".to_owned(),
        Action::Combat(Combat::Stand) => "stand".to_owned(),
        Action::Combat(Combat::Recon) => "recon".to_owned(),
        Action::Combat(Combat::Retreat) => "retreat".to_owned(),
        Action::Propaganda(region) => format!("propaganda in {} (to Activist Level)", at(region)),
        Action::Assassinate(region) => format!("assassinate activists in {} (to Purge Level)", at(region)),
        Action::BuildCells(region) => format!("build cells in {} (to FLN Level)", at(region)),
        Action::Purge(region) => format!("purge {}", at(region)),
        Action::HarshPurge(region) => format!("purge {} with harsh interrogation", at(region)),
        Action::Detect(region) => format!("detect activists in {} (to Activist Level)", at(region)),
        Action::Mobilize(region) => format!("mobilize the masses in {} (to Support Level)", at(region)),
        Action::Resettle(region) => format!("resettle people in {}", at(region)),
        Action::Infiltrate(region) => format!("infiltrate {}", at(region)),
    };
    capital(&words)
}

/// True if the reader may see what the owner sees.
pub(super) fn reads(side: Option<Side>, owner: Side) -> bool {
    side.is_none_or(|side| side == owner)
}
