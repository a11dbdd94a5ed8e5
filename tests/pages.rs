//! Pages of the documentation that show a file of code show it as it is: CI compiles and runs the file.
//!
//! `WILAYA_UPDATE=1 cargo test --test pages` writes them.

use std::fs;
use std::path::Path;

#[test]
fn pages_show_the_code_that_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shown = 0;
    for entry in fs::read_dir(root.join("docs")).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let found = fs::read_to_string(&path).expect("it can be read");
        let mut parts = found.split("<!-- code of ");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (file, rest) = part.split_once(" -->\n").expect("a mark has an end");
            let (fence, rest) = rest.split_once('\n').expect("a block follows");
            let after = rest.split_once("```\n").map_or("", |(_, after)| after);
            let code = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(!code.contains("```"), "{file} cannot stand in a block");
            text += &format!("<!-- code of {file} -->\n{fence}\n{code}```\n{after}");
            shown += 1;
        }
        if std::env::var_os("WILAYA_UPDATE").is_some() {
            fs::write(&path, &text).expect("it can be written");
        } else {
            assert!(found == text, "{}: WILAYA_UPDATE=1 cargo test --test pages writes it", path.display());
        }
    }
    assert!(shown >= 5, "{shown} files are shown");
}

/// The table of `docs/speed.md` has the counts of the committed baseline, whose lines are `case,items,checksum,instructions`.
#[test]
fn instructions_per_decision_are_those_of_the_baseline() {
    let read = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name);
    let (page, baseline) = (read("docs/speed.md"), read("results/bench/baseline.csv"));
    let grouped = |number: u64| match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    };
    let mut rows = 0;
    for line in baseline.lines() {
        let cells: Vec<_> = line.split(',').collect();
        let &[case, items, _, instructions] = cells.as_slice() else { continue };
        let &[word, game, scenario, "sober"] = case.split(' ').collect::<Vec<_>>().as_slice() else {
            continue;
        };
        if word != "games" {
            continue;
        }
        let (items, instructions): (f64, f64) =
            (items.parse().expect("a number"), instructions.parse().expect("a number"));
        let [decisions, each] =
            [items / 64.0, instructions / items].map(|number| grouped(number.round() as u64));
        let row = format!("| `{game}` {scenario} | {decisions} | {each} |");
        assert!(page.contains(&row), "docs/speed.md lacks {row}");
        rows += 1;
    }
    assert_eq!(rows, 5);
}
