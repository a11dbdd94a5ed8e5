//! The guide to *Algeria*: its tables, and the entry for each choice.

use wilaya_engine::algeria::types::{FlnUnit, GovUnit, Mark, Mission, RandomEvent};
use wilaya_engine::algeria::{Action, Rules, formulas};

use super::story::{fln_name, gov_name, mission_name, random_event};
use super::table::{fln_face, gov_face};
use crate::guide::Grid;
use crate::guide::text::{halves, signed};
use crate::playable::capital;

/// The modifiers in the table of mission odds.
const MODIFIERS: std::ops::RangeInclusive<i16> = -4..=3;

fn sixths(chance: f64) -> String {
    match (6.0 * chance).round() as u8 {
        0 => "–".to_owned(),
        6 => "always".to_owned(),
        sixths => format!("{sixths} in 6"),
    }
}

fn dice(number: impl Into<i64>) -> String {
    match number.into() {
        1 => "1 die".to_owned(),
        number => format!("{number} dice"),
    }
}

/// A table by its name.
pub(super) fn table(r: &Rules, name: &str) -> Option<Grid> {
    Some(match name {
        "units.fln" => fln_units(r),
        "units.france" => france_units(r),
        "missions" => missions(r),
        "success" => success(r),
        "success.odds" => success_odds(r),
        "combat" => combat(r),
        "events" => events(r),
        "depreciation" => depreciation(r),
        "coup" => coup(r),
        _ => return None,
    })
}

fn fln_units(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Unit", "On the map", "Evasion", "Firepower", "Control", "Counters"]);
    for &unit in FlnUnit::ALL {
        let row = r.fln[unit.index()];
        let (id, face) = (fln_name(unit).to_lowercase(), fln_face(unit));
        grid.symbols.push(face.symbol);
        grid.row([
            format!("[[{id}|{}]]", fln_name(unit)),
            face.letter.to_owned(),
            row.evasion.to_string(),
            row.firepower.to_string(),
            row.control.to_string(),
            row.count.to_string(),
        ]);
    }
    grid
}

fn france_units(r: &Rules) -> Grid {
    let heads = ["Unit", "On the map", "Contact", "By air", "Firepower", "Control", "Mobilize", "Each turn"];
    let mut grid = Grid::new(heads);
    for &unit in GovUnit::ALL {
        let row = r.gov[unit.index()];
        let id = match unit {
            GovUnit::Concentrated | GovUnit::Dispersed => "division",
            GovUnit::French => "french-brigade",
            GovUnit::Elite => "elite-brigade",
            GovUnit::Algerian => "algerian-brigade",
            GovUnit::Police => "police",
        };
        let face = gov_face(unit);
        grid.symbols.push(face.symbol);
        let air = if row.helo > 0 { row.contact_airmobile.to_string() } else { "–".to_owned() };
        grid.row([
            format!("[[{id}|{}]]", capital(gov_name(unit))),
            face.letter.to_owned(),
            row.contact.to_string(),
            air,
            row.firepower.to_string(),
            row.control.to_string(),
            format!("{} PSP", formulas::mobilization_cost(r, unit.counter())),
            format!("{} PSP", halves(formulas::activation_price(r, unit).into())),
        ]);
    }
    grid
}

/// The entry id of a mission, and its name without an article.
fn mission(mission: Mission) -> (String, &'static str) {
    let name = mission_name(mission);
    let name = name.strip_prefix("a ").unwrap_or(name);
    (mission.word().to_owned(), name)
}

fn missions(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Mission", "Side", "Cost"]);
    for &one in Mission::ALL {
        let ((id, name), cost) = (mission(one), formulas::mission_cost(r, one));
        let fln = (one as u8) < Mission::Flush as u8;
        let (side, unit) = if fln { ("FLN", "AP") } else { ("Government", "PSP") };
        grid.row([format!("[[{id}|{name}]]"), side.to_owned(), format!("{cost} {unit}")]);
    }
    grid
}

fn result(r: &Rules, roll: i16) -> String {
    let (number, mark) = r.mst_fln.result(roll);
    let mark = match mark {
        Mark::None => "",
        Mark::Plus => " +",
        Mark::At => " @",
    };
    format!("{number}{mark}")
}

/// The results of the Mission Success Table.
fn success(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Modified die", "Result"]);
    let (first, last) = (i16::from(r.mst_fln.first), i16::from(r.mst_fln.last));
    for roll in first..=last {
        let name = match roll {
            roll if roll == first => format!("{roll} or less"),
            roll if roll == last => format!("{roll} or more"),
            roll => roll.to_string(),
        };
        grid.row([name.replace('-', "−"), result(r, roll)]);
    }
    grid
}

fn success_odds(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Modifier", "Number on average", "A +", "An @"]);
    for modifier in MODIFIERS {
        let odds = formulas::success(&r.mst_fln, modifier);
        grid.row([signed(modifier), format!("{:.1}", odds.number), sixths(odds.plus), sixths(odds.at)]);
    }
    grid
}

fn combat(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Firepower", "1", "2", "3", "4", "5", "6", "On average"]);
    let column = |firepower: u16| (1..=6).map(|die| r.crt.hits(firepower, die)).collect::<Vec<_>>();
    let top = u16::from(r.crt.top);
    let mut from = 1;
    for firepower in 1..=top {
        if firepower < top && column(firepower + 1) == column(from) {
            continue;
        }
        let name = match (from, firepower) {
            (from, to) if to == top => format!("{from} and more"),
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from} to {to}"),
        };
        let mut cells = vec![name];
        cells.extend(column(from).iter().map(u8::to_string));
        cells.push(format!("{:.1}", formulas::mean_hits(r, from)));
        grid.rows.push(cells);
        from = firepower + 1;
    }
    grid
}

fn event_words(r: &Rules, event: RandomEvent) -> String {
    let figures = &r.event;
    match event {
        RandomEvent::None => "Nothing happens.".to_owned(),
        RandomEvent::ForeignArms => {
            format!("The FLN gains {} of AP, less 1 for each Naval Point.", dice(figures.foreign_arms_dice))
        }
        RandomEvent::Jealousy => {
            "No Moves into another wilaya this turn; Moves abroad are still allowed.".to_owned()
        }
        RandomEvent::Elections => {
            "The Government rolls on the [[coup|Coup Table]] for PSP only; no units are gained or lost."
                .to_owned()
        }
        RandomEvent::UnDebate => format!(
            "The side with the higher PSL raises the FLN's or lowers the Government's by {}.",
            dice(figures.un_debate_dice)
        ),
        RandomEvent::FactionalPurge => format!(
            "The Government names a wilaya; {} of FLN units there, picked by the FLN, are neutralized.",
            dice(figures.purge_dice)
        ),
        RandomEvent::Independence => format!(
            "[[independence|Morocco and Tunisia]] are independent, and both sides gain {} of PSP. If rolled again, the \
             FLN gains AP by the [[success|Mission Success Table]].",
            dice(figures.independence_dice)
        ),
        RandomEvent::Nato => {
            format!(
                "{} of French brigades leave; a division counts as several.",
                capital(&dice(figures.nato_dice))
            )
        }
        RandomEvent::Suez => format!(
            "Only from 1954, once: {} of elite brigades leave and return next turn.",
            dice(figures.suez_dice)
        ),
        RandomEvent::Amnesty => "Civil Affairs and Suppression have a better modifier this turn.".to_owned(),
        RandomEvent::Sartre => format!("The Government loses {} PSP.", figures.sartre),
    }
}

fn events(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Event", "Chance", "What happens"]);
    for &event in RandomEvent::ALL {
        let cells = r.events.iter().filter(|&&one| one == event).count();
        let name = random_event(event);
        let name = name.strip_prefix("Random event: ").unwrap_or(name).trim_end_matches('.');
        grid.row([capital(name), format!("{cells} in 36"), event_words(r, event)]);
    }
    grid
}

fn depreciation(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Points or AP", "Loss Number"]);
    let mut from = 1;
    for stock in 1..r.depreciation.len() {
        let next = r.depreciation.get(stock + 1);
        if next == Some(&r.depreciation[from]) {
            continue;
        }
        let name = if next.is_none() { format!("{from} and more") } else { format!("{from} to {stock}") };
        grid.row([name, r.depreciation[from].to_string()]);
        from = stock + 1;
    }
    grid
}

fn coup(r: &Rules) -> Grid {
    let mut grid = Grid::new(["Two dice", "Chance", "PSP", "Free units", "Elite brigades lost"]);
    let rows = &r.coup.rows;
    let last = rows.len() - 1;
    let mut from = 2;
    for sum in 2..=last {
        if sum < last && rows[sum + 1].row == rows[from].row {
            continue;
        }
        let row = rows[from];
        let ways: usize = (from..=sum.min(12)).map(|sum| 6 - sum.abs_diff(7)).sum();
        let psp = if row.psp_dice < 0 {
            format!("−{}", dice(-row.psp_dice))
        } else {
            format!("+{}", dice(row.psp_dice))
        };
        let free = match row.mobilize_dice {
            0 => "–".to_owned(),
            number => format!("{} of PSP", dice(number)),
        };
        let lost = match (row.elite_lost, row.elite_dice) {
            (0, 0) => "–".to_owned(),
            (lost, 0) => lost.to_string(),
            (_, number) => dice(number),
        };
        let name = if from == sum { from.to_string() } else { format!("{from} to {}", sum.min(12)) };
        grid.row([name, format!("{ways} in 36"), psp, free, lost]);
        from = sum + 1;
    }
    grid
}

/// The entry that explains a choice.
pub(super) fn topic(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::Propaganda => "propaganda",
        Action::Strike => "strike",
        Action::Move => "move",
        Action::Raid => "raid",
        Action::Harass => "harass",
        Action::Flush => "flush",
        Action::Intelligence => "intelligence",
        Action::CivilAffairs => "civil-affairs",
        Action::Suppression => "suppression",
        Action::Resettlement => "resettlement",
        Action::Tell | Action::Pass => "operations",
        Action::With(_, unit) | Action::Build(unit) | Action::Convert(_, unit) => match unit {
            FlnUnit::Front => "front",
            FlnUnit::Cadre => "cadre",
            FlnUnit::Band => "band",
            FlnUnit::Failek => "failek",
        },
        Action::Mobilize(_) => "france-units",
        Action::Buy(_) => "points",
        Action::BorderZone | Action::ActivateZone => "border-zone",
        Action::Commit(..) => "react",
        _ => return None,
    })
}
