//! What the cases did and what it took, as committed: `results/bench/baseline.csv`.

use std::collections::BTreeMap;
use std::{fs, io};

use super::below;

const PATH: &str = "results/bench/baseline.csv";
const COLUMNS: &str = "case,items,checksum,instructions";

/// What a case did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// How many decisions, iterations or positions.
    pub(crate) items: u64,
    /// The checksum.
    pub(crate) checksum: u64,
    /// Instructions, if they are counted.
    pub(crate) instructions: Option<u64>,
}

/// What all cases did, and the compiler that compiled them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    /// What `rustc -vV` prints. Counts of another compiler say nothing.
    pub(crate) compiler: String,
    /// By the names of the cases.
    pub(crate) entries: BTreeMap<String, Entry>,
}

impl Baseline {
    /// Reads the committed one.
    ///
    /// # Panics
    /// If it is no such table.
    pub(crate) fn read() -> Self {
        let text = fs::read_to_string(below(PATH)).unwrap_or_else(|error| panic!("{PATH}: {error}"));
        let mut baseline = Self::default();
        for line in text.lines().filter(|line| *line != COLUMNS) {
            if let Some(about) = line.strip_prefix("# ") {
                baseline.compiler += about;
                baseline.compiler.push('\n');
                continue;
            }
            let entry = || {
                let mut fields = line.split(',');
                let name = fields.next()?;
                let items = fields.next()?.parse().ok()?;
                let checksum = u64::from_str_radix(fields.next()?, 16).ok()?;
                let instructions = match fields.next()? {
                    "" => None,
                    count => Some(count.parse().ok()?),
                };
                Some((name.to_owned(), Entry { items, checksum, instructions }))
            };
            let (name, entry) = entry().unwrap_or_else(|| panic!("{PATH}: \"{line}\" should be {COLUMNS}"));
            baseline.entries.insert(name, entry);
        }
        baseline
    }

    /// Writes it over the committed one.
    pub(crate) fn write(&self) -> io::Result<()> {
        let mut text: String = self.compiler.lines().map(|line| format!("# {line}\n")).collect();
        text += COLUMNS;
        text.push('\n');
        for (name, entry) in &self.entries {
            let instructions = entry.instructions.map(|count| count.to_string()).unwrap_or_default();
            text += &format!("{name},{},{:016x},{instructions}\n", entry.items, entry.checksum);
        }
        fs::write(below(PATH), text)
    }
}
