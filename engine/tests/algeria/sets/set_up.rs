//! Where units are set up (rules 3, charts C.8; rulings ).

use super::{areas, picks, same};
use crate::support::Table;
use std::collections::BTreeSet;
use wilaya_engine::Setting;

#[test]
fn each_type_of_unit_can_be_set_up_in_every_way_in_its_wilaya() {
    for scenario in ["1954", "1958", "1960"] {
        let setting = Setting {
            scenario: Some(scenario.to_owned()),
            setup: Some("free".to_owned()),
            ..Setting::default()
        };
        let mut table = Table::begin(&setting, "first-ap.fln=3,5");
        let areas = areas(&table);
        while table.at(&["set-up-france", "set-up-fln"]) {
            let position = table.json();
            let side = if table.node() == "set-up-france" { "gov" } else { "fln" };
            let class = &position["under_way"]["class"];
            let types = if side == "gov" { 5 } else { 4 };
            let wilaya = table.rules.wilaya[class.as_u64().unwrap_or_default() as usize / types];
            let front = side == "fln" && class.as_u64().unwrap_or_default().is_multiple_of(4);
            let open: Vec<(String, u8)> = (0..25)
                .filter(|area| wilaya >> area & 1 != 0 && !(front && table.rules.remote >> area & 1 != 0))
                .map(|area| (areas[area].to_owned(), if front { 1 } else { u8::MAX }))
                .collect();
            let number = position["under_way"]["left"].as_u64().unwrap_or_default() as u8;
            let allowed = picks(&open, number).into_iter().collect::<BTreeSet<_>>();
            // The areas chosen while the class is the same, with the last table of each way.
            let (mut out, mut ways) = (BTreeSet::new(), vec![(table.clone(), Vec::new())]);
            while let Some((way, chosen)) = ways.pop() {
                for action in way.legal() {
                    let mut more = chosen.clone();
                    more.push(action.trim_start_matches("place:").to_owned());
                    let after = way.after(&action);
                    if after.json()["under_way"]["class"] == *class && after.node() == table.node() {
                        ways.push((after, more));
                    } else {
                        // What is left for one area only places itself.
                        if let Some(last) = more.last().cloned().filter(|_| !front) {
                            more.resize(number.into(), last);
                        } else {
                            let rest = open.iter().map(|(area, _)| area).filter(|area| !more.contains(area));
                            let rest: Vec<_> = rest.cloned().collect();
                            if more.len() < number.into() {
                                more.extend(rest.into_iter().rev().take(usize::from(number) - more.len()));
                            }
                        }
                        out.insert(more);
                        table = after;
                    }
                }
            }
            same(&out.into_iter().map(sorted).collect(), &allowed.into_iter().map(sorted).collect());
        }
    }
}

fn sorted(mut areas: Vec<String>) -> Vec<String> {
    areas.sort_unstable();
    areas
}
