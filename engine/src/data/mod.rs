//! The figures of a game: TOML files, checked when read, which a user can overlay.
//!
//! A game has a few files. Their top-level tables, each in one file, form one tree; a dotted key such as `unit.division.count`
//! leads to a figure. Tables are keyed by id, so that every figure has such a key.
//!
//! Every figure states its source: `source = "KIND: DETAIL"` in its table or one above it, or `source_of = { KEY = "KIND:
//! DETAIL" }` for single keys that differ. The kinds are those of [`SourceKind`]. Tables inside lists have the source of their
//! list.

mod error;
mod key;
mod origin;
mod reader;
mod schema;
mod setting;
mod source;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;

use serde::de::DeserializeOwned;
use siphasher::sip::SipHasher13;
use toml::{Table, Value};

pub use error::DataError;
pub use origin::Number;
pub(crate) use schema::{ANY, Key, Schema};
pub(crate) use setting::{Words, options};
pub use source::{Source, SourceKind};

use error::describe;
use origin::Origin;
use reader::Reader;

/// The result of reading figures.
pub(crate) type Result<T, E = DataError> = std::result::Result<T, E>;

/// The dotted key for a path of names, quoted where necessary.
#[must_use]
pub fn dotted(names: &[&str]) -> String {
    names.iter().fold(String::new(), |key, name| key::join(&key, name))
}

/// The figures of one game, resolved: the built-in or supplied files with overlays applied.
///
/// ```
/// use wilaya_engine::data::Figures;
///
/// let text = "[unit.division]\ncount = 13\nsource = \"public: a page\"\n";
/// let mut figures = Figures::builtin("example", &[("units.toml", text)]);
/// figures.set("unit.division.count", "14")?;
/// assert_eq!(figures.read::<u8>("unit.division.count")?, 14);
/// # Ok::<(), wilaya_engine::data::DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Figures {
    game: &'static str,
    files: Vec<(String, String)>,
    root: Table,
    /// The file of each top-level table.
    homes: BTreeMap<String, String>,
    /// The origin of each value that is not a table, by key.
    origins: BTreeMap<String, Origin>,
}

/// One number of the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its dotted key; list positions count from 0, as in `combat.column.3.hits.0`.
    pub key: String,
    /// Its value.
    pub value: Number,
    /// Where it comes from.
    pub source: Source,
    /// The file or overlay that contains it.
    pub file: String,
}

impl Figures {
    /// The built-in figures of a game, from the names and texts of its files.
    ///
    /// # Panics
    /// If the files are invalid; a test of the game that calls this rules it out.
    #[must_use]
    pub fn builtin(game: &'static str, files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        match Self::parse(game, files) {
            Ok(figures) => figures,
            Err(error) => panic!("the built-in data of {game} are invalid: {error}"),
        }
    }

    /// Figures from an exported and edited copy of the files of `builtin`: names and texts.
    ///
    /// # Errors
    /// A missing or surplus file, invalid TOML, a table that is unknown or occurs in two files, or a source that is missing or
    /// malformed. Whether the figures make sense is checked when the rules are built.
    pub fn from_files(builtin: &Self, files: Vec<(String, String)>) -> Result<Self, DataError> {
        let game = builtin.game;
        let names = || builtin.files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let mut sorted = Vec::with_capacity(files.len());
        let mut files = files;
        for (name, _) in &builtin.files {
            let Some(at) = files.iter().position(|(given, _)| given == name) else {
                return Err(DataError::new(
                    name,
                    "the whole file",
                    "nothing",
                    format!("the files {}", names()),
                ));
            };
            sorted.push(files.swap_remove(at));
        }
        if let Some((name, _)) = files.first() {
            let expected = format!("only the files {}", names());
            return Err(DataError::new(name, "the whole file", "an extra file", expected));
        }
        let figures = Self::parse(game, sorted)?;
        match figures.homes.iter().find(|(top, _)| !builtin.homes.contains_key(*top)) {
            Some((top, file)) => Err(tree::unknown(&builtin.root, file, std::slice::from_ref(top))),
            None => Ok(figures),
        }
    }

    fn parse(game: &'static str, files: Vec<(String, String)>) -> Result<Self, DataError> {
        let mut figures = Self {
            game,
            files: Vec::new(),
            root: Table::new(),
            homes: BTreeMap::new(),
            origins: BTreeMap::new(),
        };
        for (name, text) in &files {
            let table = tree::parse(name, text)?;
            for (top, value) in tree::resolve(name, "", table, None, &mut figures.origins)? {
                let top_key = key::join("", &top);
                if let Some(other) = figures.homes.insert(top.clone(), name.clone()) {
                    let expected = format!("it in one file only; it is also in {other}");
                    return Err(DataError::new(name, top_key, describe(&value), expected));
                }
                if !value.is_table() {
                    return Err(DataError::new(name, top_key, describe(&value), "a table"));
                }
                figures.root.insert(top, value);
            }
        }
        figures.files = files;
        Ok(figures)
    }

    /// Changes figures by a TOML text that holds only the keys to change. Nothing changes if there is an error.
    ///
    /// The changed figures get the sources that the text gives, or else the kind [`SourceKind::Overlay`]. A list is replaced as
    /// a whole.
    ///
    /// # Errors
    /// Invalid TOML, an unknown key (the error suggests one), or a value of another type.
    pub fn overlay(&mut self, name: &str, text: &str) -> Result<(), DataError> {
        let table = tree::parse(name, text)?;
        self.merge(name, table, name)
    }

    /// Changes one figure, as on a command line: `set("mission.raid.cost", "2")`.
    ///
    /// The value is written as in TOML; a text needs no quotes. A position in a list is given by its number, from 0.
    ///
    /// # Errors
    /// As for [`Figures::overlay`]; they give `set` as the file.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), DataError> {
        const FILE: &str = "set";
        let Some(names) = key::split(key) else {
            return Err(DataError::new(
                FILE,
                key,
                "a malformed key",
                "a dotted key such as unit.division.count",
            ));
        };
        let old = tree::find(&self.root, &names).ok_or_else(|| tree::unknown(&self.root, FILE, &names))?;
        let new = match tree::parse_value(value) {
            Some(new) => new,
            None if old.is_str() => Value::String(value.to_owned()),
            None => {
                return Err(DataError::new(FILE, key, value, format!("a value such as {}", describe(old))));
            }
        };
        let new = if old.is_str() && !new.is_str() { Value::String(value.to_owned()) } else { new };
        let change = tree::at(&self.root, &names, new);
        self.merge(FILE, change, &format!("{key} = {value}"))
    }

    fn merge(&mut self, file: &str, change: Table, detail: &str) -> Result<(), DataError> {
        let mut root = self.root.clone();
        let mut origins = self.origins.clone();
        let source = Source { kind: SourceKind::Overlay, detail: detail.to_owned() };
        let mut merge = tree::Merge { file, figures: &self.root, origins: &mut origins };
        merge.tables("", &mut root, change, &source)?;
        self.root = root;
        self.origins = origins;
        Ok(())
    }

    /// Reads the value of a dotted key, or everything if the key is empty.
    ///
    /// # Errors
    /// A value that does not fit; the error gives the innermost key.
    pub fn read<T: DeserializeOwned>(&self, key: &str) -> Result<T, DataError> {
        let whole;
        let value = if key.is_empty() {
            whole = Value::Table(self.root.clone());
            &whole
        } else {
            let names = key::split(key).unwrap_or_default();
            tree::find(&self.root, &names).ok_or_else(|| self.error(key, "nothing", "this key"))?
        };
        T::deserialize(Reader(value)).map_err(|misfit| misfit.at(|key| self.file_of(key), key, value))
    }

    /// The names in a table, in file order: for example, the ids in a table of units.
    #[must_use]
    pub fn names(&self, key: &str) -> Vec<String> {
        let names = key::split(key).unwrap_or_default();
        match tree::find(&self.root, &names) {
            Some(Value::Table(table)) => table.keys().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// The error of a game's own check on its figures: what was found at a key, and what was expected.
    ///
    /// It gives the file or overlay that holds the value.
    pub fn error(&self, key: &str, found: impl fmt::Display, expected: impl fmt::Display) -> DataError {
        DataError::new(self.file_of(key), key, found.to_string(), expected.to_string())
    }

    /// The file or overlay that holds a key; the name of the game if none does.
    #[must_use]
    pub fn file_of(&self, key: &str) -> &str {
        let names = key::split(key).unwrap_or_default();
        // An element of a list has the origin of the list.
        let mut at = String::new();
        for name in &names {
            at = key::join(&at, name);
            if let Some(origin) = self.origins.get(&at) {
                return &origin.file;
            }
        }
        let home = names.first().and_then(|top| self.homes.get(top)).map_or(self.game, String::as_str);
        // An error in a whole table is most likely in a part that was overlaid.
        let inside = format!("{at}.");
        let changed =
            self.origins.iter().find(|(key, origin)| key.starts_with(&inside) && origin.file != home);
        changed.map_or(home, |(_, origin)| &origin.file)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Names and texts of the files without overlays, as an export writes them.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Names and texts of files with the figures in force, overlays applied. [`Figures::from_files`] turns them into figures
    /// with the same [hash](Figures::hash). They do not state where each figure comes from.
    #[must_use]
    pub fn resolved(&self) -> Vec<(String, String)> {
        let file = |(name, _): &(String, String)| {
            let mut tables = Table::new();
            for (top, value) in self.root.iter().filter(|(top, _)| self.homes.get(*top) == Some(name)) {
                let mut table = value.as_table().cloned().unwrap_or_default();
                table.insert(
                    "source".to_owned(),
                    format!("{}: the figures in force", SourceKind::Deduced).into(),
                );
                tables.insert(top.clone(), table.into());
            }
            // A table that was read from text can be written as text.
            (name.clone(), toml::to_string(&tables).unwrap_or_default())
        };
        self.files.iter().map(file).collect()
    }

    /// Every number, in file order.
    #[must_use]
    pub fn list(&self) -> Vec<Figure> {
        let mut out = Vec::new();
        tree::numbers("", &self.root, &mut |at, key, value| {
            if let Some(Origin { file, source: Some(source) }) = self.origins.get(at) {
                out.push(Figure { key, value, source: source.clone(), file: file.clone() });
            }
        });
        out
    }

    /// The number of figures of each kind of source, without kinds that have none.
    #[must_use]
    pub fn count(&self) -> Vec<(SourceKind, usize)> {
        let list = self.list();
        let count = |kind| list.iter().filter(|figure| figure.source.kind == kind).count();
        SourceKind::ALL.into_iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0).collect()
    }

    /// The hash of the resolved values. Comments, sources, layout and the order of keys do not matter; the order of
    /// lists does.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hasher = SipHasher13::new();
        tree::hash(&Value::Table(self.root.clone()), &mut hasher);
        hasher.finish()
    }
}
