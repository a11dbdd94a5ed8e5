//! Circles of modules within a crate: module A uses B, and B uses A, directly or through others.
//!
//! A module is a file. It uses another one if it names an item of it outside comments, texts and `mod tests`. A name is
//! followed through `pub use` to the module that defines it, so a parent that re-exports its children does not use them;
//! a child that names an item that its parent defines does use its parent.
//!
//! No crate may have any.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// All crates of the workspace.
const CRATES: [&str; 7] = [".", "bots", "engine", "files", "play", "sim", "stats"];

type Module = Vec<String>;

/// The code of a crate without comments, texts and tests, by module.
struct Crate {
    code: BTreeMap<Module, String>,
    /// What a module re-exports: the path for each name, and of globs.
    exports: BTreeMap<Module, Vec<(String, Vec<String>)>>,
}

/// Code without comments and without what stands between quotes.
fn bare(text: &str) -> String {
    let (mut out, mut chars) = (String::new(), text.chars().peekable());
    while let Some(sign) = chars.next() {
        match (sign, chars.peek()) {
            ('/', Some('/')) => while chars.next_if(|&next| next != '\n').is_some() {},
            ('r', Some('"' | '#')) if !out.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                let marks = std::iter::from_fn(|| chars.next_if_eq(&'#')).count();
                if chars.next_if_eq(&'"').is_some() {
                    let end = format!("\"{}", "#".repeat(marks));
                    let mut raw = String::new();
                    while !raw.ends_with(&end) {
                        let Some(next) = chars.next() else { break };
                        raw.push(next);
                    }
                }
            }
            ('"', _) => {
                while let Some(next) = chars.next() {
                    match next {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            ('\'', _) => {
                // A character; a lifetime has no second quote.
                let mut rest = chars.clone();
                let escaped = rest.next() == Some('\\');
                if escaped || rest.next() == Some('\'') {
                    chars.next();
                    if escaped {
                        chars.next();
                    }
                    while chars.next().is_some_and(|next| next != '\'') {}
                }
            }
            _ => out.push(sign),
        }
    }
    out
}

/// Code without what stands behind `#[cfg(test)]`.
fn untested(mut code: String) -> String {
    while let Some(start) = code.find("#[cfg(test)]") {
        let (mut depth, mut end) = (0, code.len());
        for (at, sign) in code[start..].char_indices() {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(sign, '}' | ';') {
                end = start + at + 1;
                break;
            }
        }
        code.replace_range(start..end, "");
    }
    code
}

/// Code in whose inner modules `super` is the module of the file.
fn flat(mut code: String) -> String {
    let mut from = 0;
    while let Some(at) = code[from..].find("mod ").map(|at| from + at) {
        let Some(open) = code[at..].find(['{', ';']).map(|open| at + open) else { break };
        from = open + 1;
        if code[open..].starts_with('{') {
            let mut depth = 0;
            let closes = |sign: char| {
                depth += i32::from(sign == '{') - i32::from(sign == '}');
                depth == 0
            };
            let end = code[open..].find(closes).map_or(code.len(), |end| open + end);
            let inner = code[open..end].replace("super::", "self::");
            code.replace_range(open..end, &inner);
        }
    }
    code
}

/// The paths of a tree of `use`, each with the name that it gets; a glob has the name `*`.
fn tree(text: &str, prefix: &[String], out: &mut Vec<(String, Vec<String>)>) {
    let text = text.trim();
    if let Some((head, rest)) = text.split_once('{').filter(|(head, _)| !head.contains(',')) {
        let head = head.trim_end_matches("::").split("::").map(str::trim).filter(|part| !part.is_empty());
        let prefix: Vec<_> = prefix.iter().cloned().chain(head.map(str::to_owned)).collect();
        let (mut depth, mut start) = (0, 0);
        let rest = rest.trim().strip_suffix('}').unwrap_or(rest);
        for (at, sign) in rest.char_indices().chain([(rest.len(), ',')]) {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    tree(&rest[start..at], &prefix, out);
                    start = at + 1;
                }
                _ => {}
            }
        }
    } else if !text.is_empty() {
        let (path, name) = text.split_once(" as ").unwrap_or((text, text.rsplit("::").next().unwrap_or("")));
        let parts = path.split("::").map(|part| part.trim().to_owned()).filter(|part| part != "self");
        let path: Vec<_> = prefix.iter().cloned().chain(parts).collect();
        let name =
            if name == "self" { path.last().cloned().unwrap_or_default() } else { name.trim().to_owned() };
        out.push((name, path));
    }
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut this = Self { code: BTreeMap::new(), exports: BTreeMap::new() };
        this.add(&folder.join("src"), &[]);
        // A module that only tests have is declared behind `#[cfg(test)]`; parents come before their children.
        for (module, code) in std::mem::take(&mut this.code) {
            let declared = match module.split_last() {
                Some((name, parent)) => {
                    this.code.get(parent).is_some_and(|code| code.contains(&format!("mod {name};")))
                }
                None => true,
            };
            if declared {
                this.code.insert(module, code);
            }
        }
        for (module, code) in &mut this.code {
            let mut exports = Vec::new();
            for start in ["pub use ", "pub(crate) use ", "pub(super) use "] {
                while let Some(at) = code.find(start) {
                    let end = code[at..].find(';').map_or(code.len(), |end| at + end);
                    tree(&code[at + start.len()..end], &[], &mut exports);
                    code.replace_range(at..end, "");
                }
            }
            this.exports.insert(module.clone(), exports);
        }
        this
    }

    fn add(&mut self, folder: &Path, module: &[String]) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for path in entries.map(|entry| entry.expect("it can be read").path()) {
            let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let below: Module = match stem.as_str() {
                "mod" | "lib" | "main" => module.to_vec(),
                _ => module.iter().cloned().chain([stem]).collect(),
            };
            if path.is_dir() {
                self.add(&path, &below);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let code = flat(untested(bare(&fs::read_to_string(&path).expect("it is text"))));
                self.code.entry(below).or_default().push_str(&code);
            }
        }
    }

    /// The module that a path names an item of, if it is one of the crate.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = match path.first()?.as_str() {
            "crate" => Module::new(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            "self" => from.clone(),
            first => {
                let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
                return self.code.contains_key(&child).then(|| self.walk(child, &path[1..], depth)).flatten();
            }
        };
        let mut rest = &path[1..];
        while rest.first().is_some_and(|part| part == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        self.walk(at, rest, depth)
    }

    fn walk(&self, mut at: Module, mut rest: &[String], depth: usize) -> Option<Module> {
        while let Some((part, after)) = rest.split_first() {
            at.push(part.clone());
            if self.code.contains_key(&at) {
                rest = after;
                continue;
            }
            at.pop();
            if depth > 8 {
                return Some(at);
            }
            let exports = self.exports.get(&at)?;
            if let Some((_, path)) = exports.iter().find(|(name, _)| name == part) {
                let path: Vec<_> = path.iter().chain(after).cloned().collect();
                // What another crate defines is no module of this one.
                return self.resolve(&at, &path, depth + 1);
            }
            let globs = exports.iter().filter(|(name, _)| name == "*");
            let mut globs =
                globs.filter_map(|(_, path)| self.resolve(&at, &path[..path.len() - 1], depth + 1));
            return Some(globs.find(|glob| self.defines(glob, part)).unwrap_or(at));
        }
        Some(at)
    }

    fn defines(&self, module: &Module, name: &str) -> bool {
        let kinds = ["struct", "enum", "fn", "trait", "type", "const", "static"];
        let exported = self.exports[module].iter().any(|(known, _)| known == name);
        let code = &self.code[module];
        exported
            || kinds.iter().any(|kind| {
                let head = format!("{kind} {name}");
                let ends = |at: usize| {
                    !code[at + head.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                };
                code.match_indices(&head).any(|(at, _)| ends(at))
            })
    }

    /// Which modules each module uses.
    fn uses(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut uses = BTreeMap::new();
        for (module, code) in &self.code {
            let mut paths = Vec::new();
            let mut rest = code.clone();
            for part in code.split(';') {
                if let Some(at) = part.find("use ").filter(|&at| {
                    part[..at].trim_end().ends_with(['{', '}', ']']) || part[..at].trim().is_empty()
                }) {
                    tree(&part[at + 4..], &[], &mut paths);
                    rest = rest.replace(&part[at..], "");
                }
            }
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            for word in rest.split(|c| !is_path(c)).filter(|word| word.contains("::")) {
                let path: Vec<_> = word.split("::").map(str::to_owned).collect();
                paths.push((String::new(), path));
            }
            let mut found: BTreeSet<_> = paths
                .iter()
                .filter_map(|(_, path)| {
                    self.resolve(module, path.strip_suffix(&["*".to_owned()]).unwrap_or(path), 0)
                })
                .collect();
            let words: BTreeSet<_> = code.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            let own = self.exports[module].iter().filter(|(name, _)| words.contains(name.as_str()));
            found.extend(own.filter_map(|(_, path)| self.resolve(module, path, 0)));
            found.remove(module);
            uses.insert(module.clone(), found);
        }
        uses
    }

    /// Groups of modules each of which uses all others of the group, directly or through others.
    fn circles(&self) -> Vec<Vec<String>> {
        let uses = self.uses();
        let mut reached = BTreeMap::new();
        for module in uses.keys() {
            let (mut seen, mut open) = (BTreeSet::<&Module>::new(), vec![module]);
            while let Some(next) = open.pop() {
                open.extend(uses[next].iter().filter(|other| seen.insert(*other)));
            }
            reached.insert(module, seen);
        }
        let mut groups = BTreeSet::new();
        for (module, seen) in reached.iter().filter(|(module, seen)| seen.contains(*module)) {
            let group = seen.iter().filter(|other| reached[**other].contains(*module));
            groups.insert(group.map(|other| other.join("::")).collect::<Vec<_>>());
        }
        groups.into_iter().collect()
    }
}

#[test]
fn no_modules_use_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in CRATES {
        let circles = Crate::read(&root.join(name)).circles();
        assert!(circles.is_empty(), "{name} has circles of modules (\"\" is its root): {circles:?}");
    }
}

#[test]
fn circles_are_found_through_others_and_re_exports() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    let circles = || Crate::read(folder.path()).circles();
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\npub use c::E;\n");
    write("a.rs", "use crate::b::B;\npub struct A(B);\n");
    write("b.rs", "// crate::A\npub struct B(crate::E);\n#[cfg(test)]\nmod tests {\n    use crate::A;\n}\n");
    write("c/mod.rs", "mod d;\nmod e;\npub use d::D;\npub use e::E;\n");
    write("c/d.rs", "use super::E;\npub struct D(E);\nconst TEXT: &str = \"crate::A\";\n");
    write("c/e.rs", "pub struct E;\n");
    assert_eq!(circles(), Vec::<Vec<String>>::new());
    write("c/mod.rs", "mod d;\nmod e;\npub use d::D;\npub struct E(D);\n");
    assert_eq!(circles(), [["c", "c::d"]]);
    write("c/d.rs", "pub struct D(crate::A);\n");
    assert_eq!(circles(), [["a", "b", "c", "c::d"]]);
}
