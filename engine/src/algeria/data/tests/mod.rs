#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod broken;
mod compiled;
mod settings;

use super::*;
use crate::algeria::rules::Rules;
use crate::data::Figures;
use crate::{Setting, SettingError};

const SCENARIOS: [&str; 3] = ["1954", "1958", "1960"];

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn scenario(id: &str) -> Setting {
    Setting { scenario: Some(id.to_owned()), ..Setting::default() }
}

fn rules(id: &str) -> Rules {
    compile(&figures(), &scenario(id)).unwrap()
}

fn message<T>(result: Result<T, SettingError>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_built_in_figures_are_right() {
    assert_eq!(message(check(&figures())), "no error");
}

/// Rewrites the files without comments, in another layout, with keys in reverse order.
#[test]
fn layout_and_order_of_keys_change_neither_hash_nor_rules() {
    fn backwards(value: &toml::Value) -> toml::Value {
        match value {
            toml::Value::Table(table) => {
                let keys: Vec<_> = table.keys().rev().cloned().collect();
                toml::Value::Table(
                    keys.into_iter().map(|key| (key.clone(), backwards(&table[&key]))).collect(),
                )
            }
            other => other.clone(),
        }
    }
    let original = figures();
    let files = original.files().map(|(name, text)| {
        let value = toml::Value::Table(text.parse().unwrap());
        let text = toml::to_string(&backwards(&value)).unwrap();
        assert!(!text.contains('#') && text.contains("source"));
        (name.to_owned(), text)
    });
    let rewritten = Figures::from_files(&original, files.collect()).unwrap();
    assert_eq!(rewritten.hash(), original.hash());
    for id in SCENARIOS {
        let other = compile(&rewritten, &scenario(id)).unwrap();
        assert_eq!(format!("{other:?}"), format!("{:?}", rules(id)));
    }
    let mut changed = figures();
    changed.set("mission.raid.cost", "2").unwrap();
    assert_ne!(changed.hash(), original.hash());
}

/// Figures that may not change: the first row of a table defines its start.
const FIXED: [&str; 4] =
    ["event.none.from", "combat.column.1.from", "depreciation.row.1.from", "coup.row.wild-success.from"];

#[test]
fn every_figure_reaches_the_rules() {
    let original = figures();
    // Where a set-up uses all counters, a number of it can change only if there are more of them.
    let mut roomy = figures();
    for unit in original.names("unit") {
        let key = format!("unit.{unit}.count");
        let count = (original.read::<i64>(&key).unwrap() + 2).min(*schema::COUNT.end());
        roomy.set(&key, &count.to_string()).unwrap();
    }
    let compiled = |figures: &Figures, id: &str| {
        let setting = Setting { setup: Some("free".to_owned()), ..scenario(id) };
        compile(figures, &setting).map(|rules| format!("{:?}", Rules { data_hash: 0, ..rules }))
    };
    let bases = [original, roomy].map(|base| {
        let before = SCENARIOS.map(|id| (id, compiled(&base, id).unwrap()));
        (base, before)
    });
    let list = bases[0].0.list();
    assert!(list.len() > 400, "{}", list.len());
    for figure in list {
        let reaches = bases.iter().any(|(base, before)| {
            let value: i64 = base.read(&figure.key).unwrap();
            [value + 1, value - 1].into_iter().any(|value| {
                let mut figures = base.clone();
                figures.set(&figure.key, &value.to_string()).unwrap();
                before.iter().any(|(id, before)| compiled(&figures, id).is_ok_and(|now| now != *before))
            })
        });
        assert_eq!(reaches, !FIXED.contains(&figure.key.as_str()), "{} {}", figure.file, figure.key);
    }
}

#[test]
fn every_figure_has_a_kind_of_source_that_fits_this_game() {
    use crate::data::SourceKind;
    let kinds: Vec<SourceKind> = figures().count().into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [SourceKind::Rulebook, SourceKind::Public, SourceKind::Ruling]);
}
