//! `RULES.md` names every rule of both games, and every module and test that it names exists.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A chapter of the table, and what it must hold.
struct Chapter {
    title: &'static str,
    /// Sections of the rules that have a rule of their own, and charts.
    sections: &'static [&'static str],
    /// The letter of its rulings, and how many there are.
    rulings: (&'static str, u32),
    /// Where modules and data are.
    modules: [&'static str; 2],
    /// Where tests are.
    tests: [&'static str; 2],
}

const CHAPTERS: [Chapter; 2] = [
    Chapter {
        title: "Algeria",
        sections: &[
            "2", "2.1", "2.2", "2.3", "3", "4", "5", "6", "6.1", "6.2", "6.3", "6.31", "6.32", "6.33", "7",
            "8", "9", "9.1", "9.11", "9.12", "9.13", "9.14", "9.15", "9.2", "9.21", "9.22", "9.23", "9.24",
            "9.25", "9.26", "9.27", "10", "10.1", "10.11", "10.2", "10.3", "10.4", "11.1", "11.11", "11.12",
            "11.2", "11.21", "11.22", "11.3", "11.4", "11.5", "11.6", "11.7", "12", "12.1", "12.2", "13",
            "13.1", "13.2", "13.3", "A.1", "A.2", "A.3", "A.4", "B.1", "B.2", "B.3", "B.4", "C.1", "C.2",
            "C.3", "C.4", "C.5", "C.6", "C.7", "C.8",
        ],
        rulings: ("A", 131),
        modules: ["src/algeria", "data/algeria"],
        tests: ["tests", "src/algeria"],
    },
    Chapter {
        title: "Ici, c'est la France!",
        sections: &[
            "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "1.1", "1.2",
            "1.3", "1.4", "1.5", "1.6", "2.1.1", "2.1.2", "2.1.3", "2.2.1", "2.2.2", "2.2.3", "3.1.1",
            "3.1.2", "3.2", "3.3.1", "3.3.2", "3.4", "3.5.1", "3.5.2", "3.5.3", "4.1", "4.2.1", "4.2.2",
            "4.2.3", "4.2.4", "5.0", "6.0",
        ],
        rulings: ("I", 106),
        modules: ["src/ici", "data/ici"],
        tests: ["tests", "src/ici"],
    },
];

/// A row: the names in the column of modules and in that of tests.
#[derive(Debug)]
struct Row {
    modules: Vec<String>,
    tests: Vec<String>,
}

fn engine() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a chapter, by rule.
fn rows(chapter: &Chapter) -> BTreeMap<String, Row> {
    let table = text(&engine().join("RULES.md"));
    let heading = format!("\n# {}\n", chapter.title);
    let start = table.find(&heading).unwrap_or_else(|| panic!("no chapter on {}", chapter.title)) + 1;
    let end = table[start + 1..].find("\n# ").map_or(table.len(), |next| start + 1 + next);
    let mut rows = BTreeMap::new();
    for line in table[start..end].lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [rule, modules, tests] = cells[..] else { panic!("a row has three cells: {line}") };
        if modules == "Module" {
            continue;
        }
        let names = |cell: &str| -> Vec<String> {
            let words: Vec<_> = cell.split(", ").map(|word| word.trim_matches('`').to_owned()).collect();
            assert!(words.iter().all(|word| !word.is_empty()), "an empty name: {line}");
            words
        };
        let row = Row { modules: names(modules), tests: names(tests) };
        assert!(rows.insert(rule.to_owned(), row).is_none(), "{rule} has two rows");
    }
    rows
}

/// The first of these folders that has the file.
fn find(folders: &[&str], file: &str) -> PathBuf {
    let places: Vec<_> = folders.iter().map(|folder| engine().join(folder).join(file)).collect();
    let found = places.iter().find(|place| place.is_file()).cloned();
    found.unwrap_or_else(|| panic!("{file} is in none of {}", folders.join(", ")))
}

/// Where a function begins in a source, after its attributes. A getter is a row of a table.
fn function(source: &str, name: &str) -> Option<usize> {
    let row = format!("        {name}(");
    let is_getter = |at: usize| source[at..].lines().next().is_some_and(|line| line.contains(") -> "));
    let getter = || source.match_indices(&row).map(|(at, _)| at).find(|at| is_getter(*at));
    ["(", "<"].iter().find_map(|open| source.find(&format!("fn {name}{open}"))).or_else(getter)
}

#[test]
fn every_rule_has_a_row_and_every_row_a_rule() {
    for chapter in &CHAPTERS {
        let rows = rows(chapter);
        let mut wanted: Vec<_> = chapter.sections.iter().map(|&rule| rule.to_owned()).collect();
        let (letter, count) = chapter.rulings;
        wanted.extend((1..=count).map(|number| format!("{letter}-{number}")));
        let missing: Vec<_> = wanted.iter().filter(|rule| !rows.contains_key(*rule)).collect();
        assert!(missing.is_empty(), "{}: rules without a row: {missing:?}", chapter.title);
        let unknown: Vec<_> = rows.keys().filter(|rule| !wanted.contains(rule)).collect();
        assert!(unknown.is_empty(), "{}: rows without a rule: {unknown:?}", chapter.title);
    }
}

#[test]
fn every_module_named_exists() {
    for chapter in &CHAPTERS {
        for (rule, row) in rows(chapter) {
            for name in &row.modules {
                let (file, function_name) =
                    name.split_once("::").map_or((name.as_str(), None), |(file, name)| (file, Some(name)));
                let path = find(&chapter.modules, file);
                if let Some(function_name) = function_name {
                    assert!(function(&text(&path), function_name).is_some(), "{rule}: no function {name}");
                }
            }
        }
    }
}

#[test]
fn every_test_named_is_a_test() {
    for chapter in &CHAPTERS {
        for (rule, row) in rows(chapter) {
            for name in &row.tests {
                let Some((file, test)) = name.split_once("::") else {
                    panic!("{rule}: {name} is not file::test")
                };
                let source = text(&find(&chapter.tests, file));
                let Some(at) = function(&source, test) else { panic!("{rule}: no test {name}") };
                let mut attributes = source[..at].lines().rev().take_while(|line| !line.trim().is_empty());
                assert!(attributes.any(|line| line.trim() == "#[test]"), "{rule}: {name} is not a test");
            }
        }
    }
}

#[test]
fn every_ruling_is_told_in_the_list_of_rulings() {
    let list = text(&engine().join("../docs/rulings.md"));
    for Chapter { rulings: (letter, last), .. } in &CHAPTERS {
        for number in 1..=*last {
            let count = list.matches(&format!("**{letter}-{number}**")).count();
            assert_eq!(count, 1, "ruling {letter}-{number} is told {count} times");
        }
        let next = format!("**{letter}-{}**", last + 1);
        assert!(!list.contains(&next), "a ruling that this test does not know");
    }
}

/// What the code cites is in the table.
#[test]
fn every_ruling_that_the_code_cites_exists() {
    for chapter in &CHAPTERS {
        let rows = rows(chapter);
        let prefix = format!("{}-", chapter.rulings.0);
        let mut folders = vec![engine().join(chapter.modules[0])];
        let mut cited = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("the folder of the sources can be read") {
                let path = entry.expect("an entry can be read").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                for word in text(&path).split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
                    let number = word.strip_prefix(&prefix);
                    let number = number.filter(|number| number.bytes().all(|b| b.is_ascii_digit()));
                    if number.is_some_and(|number| !number.is_empty()) {
                        assert!(rows.contains_key(word), "{}: there is no ruling {word}", path.display());
                        cited += 1;
                    }
                }
            }
        }
        assert!(cited > 50, "{}: only {cited} citations were found", chapter.title);
    }
}
