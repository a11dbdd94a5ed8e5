//! Units that go to a Flush or React together (rules 9.22, 9.23, 11.12; rulings ).

use super::{Units, count, parts, same, units};
use crate::support::{Board, Table};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;

const COMMIT: [&str; 3] = ["flush-unit", "react", "react-more"];

/// A unit that may go: the action, the class it is taken from, its Helo Points, and whether it is elite.
#[derive(Clone)]
struct Goer {
    action: String,
    class: String,
    helo: u8,
    elite: bool,
}

/// Units that may go to an area: those that are there, and by air those that may fly.
fn goers(gov: &Units, area: &str, flush: bool) -> Vec<Goer> {
    let mut out = Vec::new();
    let division = division(gov, area);
    for class in gov.keys() {
        let [from, unit, at] = parts(class);
        if unit == "police" || !["ops", "ptl"].contains(&at) {
            continue;
        }
        let (here, elite) = (from == area, unit == "elite-brigade");
        let mut add = |fly: &str, helo| {
            let action = format!("commit:{class}{fly}");
            out.push(Goer { action, class: class.clone(), helo, elite });
        };
        if here {
            add("", 0);
        }
        let flies = !unit.starts_with("division") && if here { flush } else { elite || division };
        if flies {
            add("/airmobile", if elite { 1 } else { 2 });
        }
    }
    out
}

fn division(gov: &Units, area: &str) -> bool {
    count(gov, |[at, unit, _]| at == area && unit.starts_with("division")) > 0
}

/// A Flush or React that is being put together.
struct Party {
    goers: Vec<Goer>,
    gov: Units,
    helo: u8,
    division: bool,
}

impl Party {
    fn of(table: &Table) -> Self {
        let position = table.json();
        let gov = units(&position, "gov");
        let area = position["under_way"]["area"].as_str().unwrap_or("I-1").to_owned();
        Self {
            goers: goers(&gov, &area, table.node() == "flush-unit"),
            helo: position["helo"]["available"].as_u64().unwrap_or_default() as u8,
            division: division(&gov, &area),
            gov,
        }
    }

    /// True if these may go together, whatever the order in which they are named.
    fn may(&self, chosen: &[&Goer]) -> bool {
        let together = chosen.len() <= 1 || self.division || chosen.iter().all(|goer| goer.elite);
        let there = |goer: &&Goer| {
            chosen.iter().filter(|other| other.class == goer.class).count() <= self.gov[&goer.class].into()
        };
        let helo: u8 = chosen.iter().map(|goer| goer.helo).sum();
        together && helo <= self.helo && chosen.iter().all(there)
    }

    /// All sets that may go, each sorted.
    fn sets(&self) -> BTreeSet<Vec<String>> {
        let mut out = BTreeSet::new();
        let mut open: Vec<(usize, Vec<&Goer>)> = vec![(0, Vec::new())];
        while let Some((from, chosen)) = open.pop() {
            let mut actions: Vec<String> = chosen.iter().map(|goer| goer.action.clone()).collect();
            actions.sort_unstable();
            out.insert(actions);
            for (index, goer) in self.goers.iter().enumerate().skip(from) {
                let mut more = chosen.clone();
                more.push(goer);
                if self.may(&more) {
                    open.push((index, more));
                }
            }
        }
        out
    }

    /// The actions with which these can be joined.
    fn joining(&self, chosen: &[&Goer]) -> BTreeSet<String> {
        let may_join = |goer: &&Goer| self.may(&[chosen, &[goer]].concat());
        self.goers.iter().filter(may_join).map(|goer| goer.action.clone()).collect()
    }
}

/// The sets that the engine lets go, each sorted; without a unit only in a React.
fn parties(start: &Table) -> BTreeSet<Vec<String>> {
    let (mut seen, mut out) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![(start.clone(), Vec::new())];
    while let Some((table, chosen)) = open.pop() {
        if !table.at(&COMMIT) {
            out.insert(chosen);
        } else if seen.insert(chosen.clone()) {
            for action in table.legal() {
                let mut more = chosen.clone();
                if action == "go" || action == "done" {
                    out.insert(more);
                } else {
                    more.push(action.clone());
                    more.sort_unstable();
                    open.push((table.after(&action), more));
                }
            }
        }
    }
    out
}

/// Boards where a Flush or React of II-1 is put together.
fn gatherings() -> Vec<Board> {
    let elites = Board::new()
        .gov("ALGIERS", "elite-brigade/ops", 2)
        .gov("ORAN", "elite-brigade/ptl", 1)
        .gov("II-1", "elite-brigade/ops", 1)
        .gov("II-1", "algerian-brigade/ptl", 1)
        .gov("I-1", "french-brigade/ops", 1);
    let one_for_all = elites.clone().gov("II-1", "division-dispersed/oc", 1);
    let ready =
        elites.clone().gov("II-1", "division-concentrated/ops", 1).gov("V-8", "algerian-brigade/ops", 1);
    [elites, one_for_all, ready]
        .iter()
        .flat_map(|board| [0, 1, 3, 5].map(|helo| board.clone().helo(helo)))
        .collect()
}

#[test]
fn every_set_of_units_that_may_flush_together_can_be_chosen() {
    for board in gatherings() {
        let table = board.fln("II-1", "band/ops", 1).government_acts().set_up().on("flush");
        let mut allowed = Party::of(&table).sets();
        allowed.remove(&Vec::new());
        same(&parties(&table), &allowed);
    }
}

#[test]
fn every_set_of_units_that_may_react_together_can_be_chosen() {
    for board in gatherings() {
        let mut table = board.fln("II-1", "cadre/ops", 1).set_up();
        table.play("propaganda split:1", "3").waits("France react");
        same(&parties(&table), &Party::of(&table).sets());
    }
}

/// Puts together a random Flush or React in a random order: every unit that may join is offered at every step, no other is,
/// and dice wait for `go` as long as any may join.
pub(super) fn gather(table: &Table, rng: &mut Pcg64Mcg) {
    let party = Party::of(table);
    let (mut table, mut chosen): (Table, Vec<&Goer>) = (table.clone(), Vec::new());
    while table.at(&COMMIT) {
        let legal = table.legal();
        let offered = legal.iter().filter(|action| action.starts_with("commit:")).cloned().collect();
        same(&offered, &party.joining(&chosen));
        let action = &legal[rng.random_range(..legal.len())];
        if let Some(goer) = party.goers.iter().find(|goer| goer.action == *action) {
            chosen.push(goer);
            table = table.after(action);
        } else {
            return;
        }
    }
    assert!(party.joining(&chosen).is_empty(), "the dice did not wait for {:?}", party.joining(&chosen));
}
