//! What is chosen one by one is a set: every set that the rules allow can be chosen, and no other.
//!
//! Here the rules say of a whole set whether it is allowed, whatever the order. That is compared with everything that can
//! be reached choice by choice: on small boards exhaustively, in positions from games by samples.

mod deployment;
mod games;
mod gathering;
mod picks;
mod purchases;
mod set_up;
mod spending;

use std::collections::{BTreeMap, BTreeSet};

use crate::support::Table;
use serde_json::Value;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::algeria::types::Place;
use wilaya_engine::dice::{Dice, Label};
use wilaya_engine::{Game, Notation as _};

/// Counts by `area/type/box`; none are 0.
type Units = BTreeMap<String, u8>;

/// Dice that only show ones: no random event, and nothing that touches the units of a test.
struct Ones;

impl Dice for Ones {
    fn uniform(&mut self, _: Label, _: u16) -> u16 {
        0
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

impl Table {
    fn json(&self) -> Value {
        Algeria::to_json(self.rules, &self.state)
    }

    /// Plays one action, with ones for dice.
    fn after(&self, action: &str) -> Self {
        let mut after = self.clone();
        let action = Algeria::parse_action(self.rules, action).unwrap_or_else(|error| panic!("{error}"));
        Algeria::apply(self.rules, &mut after.state, action, &mut Ones, &mut ());
        after
    }

    fn at(&self, nodes: &[&str]) -> bool {
        nodes.contains(&self.node().as_str())
    }

    /// Plays actions in notation, with ones for dice.
    fn on(&self, actions: &str) -> Self {
        actions.split_whitespace().fold(self.clone(), |table, action| table.after(action))
    }
}

/// The units of a side.
fn units(position: &Value, side: &str) -> Units {
    let mut out = Units::new();
    for (area, what) in position["areas"].as_object().into_iter().flatten() {
        for (unit, boxes) in what[side].as_object().into_iter().flatten() {
            for (at, count) in boxes.as_object().into_iter().flatten() {
                out.insert(format!("{area}/{unit}/{at}"), count.as_u64().unwrap_or_default() as u8);
            }
        }
    }
    out
}

fn shift(units: &mut Units, from: &str, to: &str) {
    take(units, from);
    *units.entry(to.to_owned()).or_default() += 1;
}

fn take(units: &mut Units, from: &str) {
    let Some(count) = units.get_mut(from) else { panic!("nothing in {from}") };
    *count -= 1;
    units.retain(|_, count| *count > 0);
}

fn count(units: &Units, matches: impl Fn([&str; 3]) -> bool) -> u8 {
    units.iter().filter(|(class, _)| matches(parts(class))).map(|(_, count)| count).sum()
}

fn parts(class: &str) -> [&str; 3] {
    let mut parts = class.split('/');
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

fn areas(table: &Table) -> Vec<&'static str> {
    let rules = table.rules;
    (0..25).map(|area| rules.id(Place(area))).collect()
}

/// What `read` finds wherever the choices at some decisions can lead, read when the game has left them.
fn reached<T: Ord>(start: &Table, nodes: &[&str], read: impl Fn(&Value) -> T) -> BTreeSet<T> {
    let (mut seen, mut out) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![start.clone()];
    while let Some(table) = open.pop() {
        let position = table.json();
        if !table.at(nodes) {
            out.insert(read(&position));
        } else if seen.insert(position.to_string()) {
            open.extend(table.legal().iter().map(|action| table.after(action)));
        }
    }
    out
}

/// All the ways to take `number` things out of classes.
fn picks(classes: &[(String, u8)], number: u8) -> Vec<Vec<String>> {
    let Some(((class, there), rest)) = classes.split_first() else {
        return if number == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut out = Vec::new();
    for taken in 0..=number.min(*there) {
        for mut one in picks(rest, number - taken) {
            one.extend(std::iter::repeat_n(class.clone(), taken.into()));
            out.push(one);
        }
    }
    out
}

fn of(units: &Units, matches: impl Fn([&str; 3]) -> bool) -> Vec<(String, u8)> {
    units
        .iter()
        .filter(|(class, _)| matches(parts(class)))
        .map(|(class, &count)| (class.clone(), count))
        .collect()
}

#[track_caller]
fn same<T: Ord + std::fmt::Debug>(reached: &BTreeSet<T>, allowed: &BTreeSet<T>) {
    let missing: Vec<_> = allowed.difference(reached).take(3).collect();
    let wrong: Vec<_> = reached.difference(allowed).take(3).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "{} reached, {} allowed; not reached: {missing:#?}; not allowed: {wrong:#?}",
        reached.len(),
        allowed.len()
    );
}
