//! The guide to *Ici*: its tables, its entries for chits, and the entry for each choice.

use wilaya_engine::Side;
use wilaya_engine::ici::rules::{CrisisRow, Op, Rules};
use wilaya_engine::ici::types::{Amount, Arm, Bonus, Chit, Class, Combat, Failek, Filter, Flag, Location};
use wilaya_engine::ici::{Action, formulas};

use super::choices::{class_name, failek_name, name};
use super::table::{arm_face, failek_face};
use crate::guide::text::signed;
use crate::guide::{Block, Entry, Grid};
use crate::playable::capital;

fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// A table by its name.
pub(super) fn table(r: &Rules, name: &str) -> Option<Grid> {
    Some(match name {
        "units.fln" => fln_units(r),
        "units.france" => france_units(r),
        "chits" => chit_list(r),
        "pied-noirs" => {
            let mut grid = Grid::new(["Space", "Feelings"]);
            for (number, slot) in (0..).zip(&r.pied_noirs) {
                grid.row([format!("{number}"), slot.clone()]);
            }
            grid
        }
        "crises" => crises(r),
        "structure" => structure(r),
        "search" => search(r),
        "fight" => fight(r),
        "combat-chits" => combat_chits(r),
        "purge" => {
            let mut grid = Grid::new(["A purge", "Chance of success"]);
            grid.row(["Plain".to_owned(), percent(formulas::purge_chance(r, false))]);
            grid.row(["With harsh interrogation".to_owned(), percent(formulas::purge_chance(r, true))]);
            grid
        }
        "infiltration" => {
            let mut grid = Grid::new(["An infiltration", "Chance of success"]);
            grid.row(["Each try".to_owned(), percent(formulas::infiltration_chance(r))]);
            grid
        }
        _ => return None,
    })
}

fn fln_units(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Unit", "On the map", "Strength", "Quality", "Counters"]);
    for &failek in Failek::ALL {
        let (row, face) = (r.faileks[failek.index()], failek_face(failek));
        grid.symbols.push(face.symbol);
        grid.row([
            capital(failek_name(failek)),
            face.letter.to_owned(),
            row.strength.to_string(),
            row.quality.to_string(),
            row.count.to_string(),
        ]);
    }
    grid
}

fn france_units(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Unit", "On the map", "Strength", "Quality", "Reduced", "Units"]);
    for (number, row) in (0..).zip(&r.classes) {
        let name = class_name(r, Class(number));
        let name = name.rsplit_once(' ').map_or(name.as_str(), |(name, _)| name);
        let face = arm_face(row.arm);
        grid.symbols.push(face.symbol);
        grid.row([
            capital(name),
            face.letter.to_owned(),
            row.strength[0].to_string(),
            row.quality[0].to_string(),
            format!("{}-{}", row.strength[1], row.quality[1]),
            r.class_units[usize::from(number)].count_ones().to_string(),
        ]);
    }
    grid
}

fn years(r: &Rules, first: u8, last: u8) -> String {
    let year = |year: u8| r.calendar.first_year + u16::from(year);
    if first == last { year(first).to_string() } else { format!("{} to {}", year(first), year(last)) }
}

fn each_chit(r: &Rules) -> impl Iterator<Item = Chit> {
    (0..r.chits.len() as u8).map(Chit)
}

fn chit_list(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Chit", "Side", "Years", "Effect"]);
    for side in Side::ALL {
        for row in each_chit(r).map(|chit| r.chit(chit)).filter(|row| row.side == side) {
            let does = row.ops.iter().map(|&op| does(r, op)).collect::<Vec<_>>().join("; ");
            let link = format!("[[{}|{}]]", chit_id(&row.id), row.name);
            grid.row([link, side.to_string(), years(r, row.first, row.last), does]);
        }
    }
    grid
}

fn chit_id(id: &str) -> String {
    format!("chit:{id}")
}

/// The entries of the chits.
pub(super) fn chits(r: &Rules) -> Vec<Entry> {
    let entry = |chit: Chit| {
        let row = r.chit(chit);
        let mut effects: Vec<_> = row.ops.iter().map(|&op| does(r, op)).collect();
        if effects.is_empty() {
            effects.push("nothing".to_owned());
        }
        let lead = format!("{}.", capital(&effects.join("; ")));
        let facts = vec![
            ("Side".to_owned(), row.side.to_string()),
            ("Years".to_owned(), years(r, row.first, row.last)),
            (
                "Lasts".to_owned(),
                if row.lasting { "to the end of the game" } else { "takes effect at once" }.to_owned(),
            ),
        ];
        let more = "[[chits|Political chits]] explains how chits are played.".to_owned();
        Entry {
            id: chit_id(&row.id),
            title: row.name.clone(),
            group: format!("Chits of {}", row.side),
            sections: Vec::new(),
            names: vec![row.name.clone()],
            blocks: vec![Block::Text(lead), Block::Facts(facts), Block::Text(more)],
        }
    };
    each_chit(r).map(entry).collect()
}

fn amount(amount: Amount) -> String {
    amount.to_string()
}

fn region_names(r: &Rules, regions: u32) -> String {
    Location::regions(regions).map(|at| name(r, at)).collect::<Vec<_>>().join(", ")
}

fn flag_words(flag: Flag) -> &'static str {
    match flag {
        Flag::Resettlement => "France may [[resettle]] people from now on",
        Flag::Infiltration => "France may [[infiltrate]] from now on",
        Flag::MoriceLine => {
            "faileks that come from Tunisia or Morocco may be attacked at the [[morice|Morice Line]]"
        }
        Flag::Oil => "resource sites can be entered and attacked",
        Flag::Informers => "a search no longer suffers from the level of the region",
        Flag::CommandoDeChasse => "a search no longer suffers from terrain",
        Flag::Helicopter => "French units pay nothing for passing FLN regions",
    }
}

fn towards(delta: i8) -> &'static str {
    if delta > 0 { "towards France" } else { "towards the FLN" }
}

/// The effect of an operation of a chit.
fn does(r: &Rules, op: Op) -> String {
    let steps = |number: i8| match number.unsigned_abs() {
        1 => "1 step".to_owned(),
        number => format!("{number} steps"),
    };
    match op {
        Op::Density(delta) => format!("Troop Density {}", signed(delta)),
        Op::Points { side, amount: points, gain } => {
            format!("{side} {} {} points this turn", if gain { "gains" } else { "loses" }, amount(points))
        }
        Op::LastingPoints { side, points } => {
            format!("{side} {} points each turn from now on", signed(points))
        }
        Op::Regions { regions, delta } => {
            format!("one step {} in {}", towards(delta), region_names(r, regions))
        }
        Op::ChooseRegions { count, filter, chooser, delta } => {
            let which = match filter {
                Filter::NotFlnLevel => " that are not in FLN Level",
                Filter::Contested => " that are contested",
                Filter::Resettled => " that are resettled",
            };
            format!("{chooser} chooses {} regions{which}: one step {}", amount(count), towards(delta))
        }
        Op::RemoveFaileks { count, chooser, regions } => {
            let wilaya = Location::regions(regions).next().map_or(0, |at| r.map.wilaya_of[at.index()] + 1);
            format!("{} faileks in Wilaya {wilaya} are removed, as {chooser} chooses", amount(count))
        }
        Op::FlipFrench { count, chooser } => {
            format!("{} French units beside faileks are reduced, as {chooser} chooses", amount(count))
        }
        Op::AddUnits(units) => format!("{} units of Bellounis' men join France", units.count_ones()),
        Op::Independence(countries) => {
            let names: Vec<_> = (0..3u8)
                .filter(|country| countries & 1 << country != 0)
                .map(|country| name(r, Location::country(country)).to_owned())
                .collect();
            format!("independent: {}", names.join(", "))
        }
        Op::Wave => "the third wave of French reinforcements begins".to_owned(),
        Op::Enable(flag) => flag_words(flag).to_owned(),
        Op::Population(delta) => {
            let spared = if delta < 0 { "Support Level" } else { "FLN Level" };
            format!("all Population Markers but those in {spared} go {} {}", steps(delta), towards(delta))
        }
        Op::FlnMarker(delta) => {
            format!(
                "the FLN Marker {}: {} for the FLN",
                signed(delta),
                if delta < 0 { "better" } else { "worse" }
            )
        }
        Op::PiedNoirs(delta) => {
            let to = if delta > 0 { "Mild Acceptance" } else { "Government Crisis" };
            format!("the Pied-noirs go {} towards {to}", steps(delta))
        }
        Op::FrenchPublic { amount: number, gain } => {
            format!("French Public goes {} steps {}", amount(number), if gain { "up" } else { "towards 0" })
        }
    }
}

fn crisis_words(row: &CrisisRow, r: &Rules) -> String {
    let mut words = Vec::new();
    if row.collapse {
        words.push("the FLN wins".to_owned());
    }
    if let Some(slot) = row.reset.and_then(|slot| r.pied_noirs.get(usize::from(slot))) {
        words.push(format!("Pied-noirs back to {slot}"));
    }
    if row.population != 0 {
        let spared = if row.spares_support { ", except in Support Level" } else { "" };
        let to = towards(row.population);
        words.push(format!("all Population Markers {} {to}{spared}", row.population.unsigned_abs()));
    }
    if let Some(down) = row.fln_marker_down {
        words.push(format!("FLN Marker −{}", amount(down)));
    }
    if let Some(cap) = row.points_cap {
        words.push(format!("France gets at most {cap} points a turn"));
    }
    if row.removes != 0 {
        words.push(format!("{} paratroop regiments are lost", row.removes.count_ones()));
    }
    capital(&words.join("; "))
}

fn crises(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Space", "Crisis", "When it is reached"]);
    for (number, row) in (0..).zip(&r.crises) {
        grid.row([format!("{number}"), row.name.clone(), crisis_words(row, r)]);
    }
    grid
}

fn structure(r: &Rules) -> Grid {
    let mut grid = Grid::new(["FLN Marker", "Supply roll succeeds"]);
    let chances = formulas::supply_chances(r);
    for slot in (0..=usize::from(r.track.support)).step_by(2) {
        if let Some(chance) = chances.get(slot) {
            grid.row([slot.to_string(), percent(*chance)]);
        }
    }
    for faileks in 1..=r.structure.max_dice {
        let chance = formulas::structure_hit_chance(r, faileks.into());
        let who = if faileks == 1 { "1 failek".to_owned() } else { format!("{faileks} faileks") };
        grid.row([format!("Attack roll, {who}"), percent(chance)]);
    }
    grid
}

fn search(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Modifier", "Each die finds"]);
    for modifier in -2..=2i8 {
        grid.row([signed(modifier), percent(formulas::find_chance(r, modifier))]);
    }
    grid
}

fn fight(r: &Rules) -> Grid {
    let mut grid = Grid::new(["French unit", "Kills an average failek"]);
    for (number, row) in (0..).zip(&r.classes) {
        if row.arm == Arm::NamedParatrooper {
            continue;
        }
        let chance = formulas::kill_chance(r, row.strength[0].into(), row.quality[0] as i8);
        grid.row([capital(&class_name(r, Class(number))), percent(chance)]);
    }
    grid
}

fn combat_chits(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Side", "Chit", "Good against", "Bonus"]);
    for side in Side::ALL {
        for &combat in Combat::ALL {
            let row = r.combat_chits[side][combat.index()];
            let bonus = match row.bonus {
                Bonus::Quality => "+1 to the quality of all your units",
                Bonus::Die => "one more die for each unit",
                Bonus::First => "your side rolls first",
            };
            grid.row([
                side.to_string(),
                capital(combat.word()),
                capital(row.against.word()),
                bonus.to_owned(),
            ]);
        }
    }
    grid
}

/// The entry that explains a choice.
pub(super) fn topic(r: &Rules, action: Action) -> Option<String> {
    let entry = match action {
        Action::Choose(chit) | Action::Play(chit) => return Some(chit_id(&r.chit(chit).id)),
        Action::Purge(_) | Action::HarshPurge(_) => "purge",
        Action::Resettle(_) => "resettle",
        Action::Infiltrate(_) => "infiltrate",
        Action::Propaganda(_) | Action::Assassinate(_) | Action::BuildCells(_) => "insurgency",
        Action::Detect(_) | Action::Mobilize(_) => "counterinsurgency",
        Action::Exchange(..) | Action::Recruit(_) | Action::Extra(_) => "recruit",
        Action::Search(_) => "search",
        Action::Combat(_) => "fight",
        _ => return None,
    };
    Some(entry.to_owned())
}
