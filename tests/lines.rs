//! How much production code each crate has, and that it does not grow unnoticed.
//!
//! `cargo test --test lines -- --nocapture` prints lines and characters. Blank lines, comments, tests, benches, examples, fuzz
//! targets, the conformance suite and the toy game do not count; nor does the indentation of a line.

#![allow(clippy::print_stdout)]

use std::fs;
use std::ops::Add;
use std::path::Path;

/// The crates by their folders, and how many lines each may have. To lower a limit, see `docs/testing.md`.
const LIMITS: [(&str, usize); 7] = [
    (".", 3_800),
    ("bots", 7_400),
    ("engine", 20_550),
    ("files", 150),
    ("play", 7_600),
    ("sim", 8_400),
    ("stats", 750),
];

/// Steps between limits.
const STEP: usize = 50;

#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Size {
    lines: usize,
    characters: usize,
}

impl Add for Size {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { lines: self.lines + other.lines, characters: self.characters + other.characters }
    }
}

/// The size of a text, up to its tests.
fn size(text: &str) -> Size {
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.fold(Size::default(), |all, line| all + Size { lines: 1, characters: line.chars().count() })
}

/// The modules that a text declares for tests only.
fn only_for_tests(text: &str) -> Vec<&str> {
    let lines = text.lines().zip(text.lines().skip(1));
    let marked = lines.filter(|(mark, _)| *mark == "#[cfg(test)]");
    marked.filter_map(|(_, line)| line.strip_prefix("mod ")?.strip_suffix(';')).collect()
}

/// The size of a module in a file and of those below it, which lie in `folder`.
fn module(file: &Path, folder: &Path) -> Size {
    let text = fs::read_to_string(file).expect("it is text");
    let left_out = only_for_tests(&text);
    let Ok(entries) = fs::read_dir(folder) else { return size(&text) };
    let below = entries.filter_map(|entry| {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem()?.to_str()?.to_owned();
        let counts = !["lib", "main", "mod", "toy"].contains(&name.as_str())
            && !name.ends_with("tests")
            && !name.contains("conformance")
            && !left_out.contains(&name.as_str());
        let file = if path.is_dir() { path.join("mod.rs") } else { path.clone() };
        // A module with a file beside its folder is counted with the file.
        (counts && file.exists() && file.extension()? == "rs").then(|| module(&file, &folder.join(name)))
    });
    below.fold(size(&text), Size::add)
}

/// The size of the crate in a folder.
fn package(folder: &Path) -> Size {
    let source = folder.join("src");
    let roots = ["lib.rs", "main.rs"].map(|name| source.join(name));
    let root = roots.iter().find(|root| root.exists()).expect("a crate has one");
    module(root, &source)
}

#[test]
fn crates_stay_within_their_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut total = Size::default();
    let mut larger = Vec::new();
    for (name, limit) in LIMITS {
        let size = package(&root.join(name));
        let Size { lines, characters } = size;
        let least = lines.next_multiple_of(STEP);
        let hint = if least < limit { format!(": {least} would do") } else { String::new() };
        println!("{name:8} {lines:6} lines {characters:8} characters, limit {limit}{hint}");
        if lines > limit {
            larger.push(format!("{name} has {lines} lines, more than {limit}"));
        }
        total = total + size;
    }
    println!("{:8} {:6} lines {:8} characters", "total", total.lines, total.characters);
    assert!(larger.is_empty(), "{}: docs/testing.md says what to do", larger.join(", "));
}

#[test]
fn tests_and_comments_do_not_count() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    write(
        "lib.rs",
        "//! A crate.\n\nmod a;\n#[cfg(test)]\nmod b;\nmod c;\nmod toy;\n\n#[cfg(test)]\nmod tests {\n}\n",
    );
    write("a.rs", "    one();\n    // two\n");
    write("a/d.rs", "€\n");
    write("b.rs", "three();\n");
    write("c/mod.rs", "four();\n#[cfg(test)]\nmod e;\n");
    write("c/e.rs", "five();\n");
    write("c/f.rs", "six();\n");
    write("toy.rs", "seven();\n");
    // Of lib.rs five lines, then a, a::d, c and c::f.
    assert_eq!(package(folder.path()), Size { lines: 5 + 1 + 1 + 3 + 1, characters: 38 + 6 + 1 + 25 + 6 });
}
