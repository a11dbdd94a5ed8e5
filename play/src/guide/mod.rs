//! How to play: entries that explain a game to a newcomer, with the figures of the data in force.

pub(crate) mod text;

pub(crate) use text::without_links;

use serde::Serialize;
use wilaya_engine::data::Figures;

use crate::playable::Playable;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grid {
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these heads.
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }
}

/// A phase in the diagram of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The phase.
    pub name: String,
    /// Who acts in it, in order.
    pub who: String,
    /// The entry that explains it.
    pub entry: String,
    /// What happens.
    pub what: String,
}

/// A part of an entry. Texts may hold links: `[[id]]` or `[[id|words]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// What is so, by its name.
    Facts(Vec<(String, String)>),
    /// A list.
    List(Vec<String>),
    /// The phases of a turn.
    Flow(Vec<Step>),
    /// A table.
    Table(Grid),
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The chapter that it stands in.
    pub group: String,
    /// The sections of the rules and the charts that it explains.
    pub sections: Vec<String>,
    /// What the page calls the things that it explains.
    pub names: Vec<String>,
    /// What it says; the first block is a paragraph that stands for itself.
    pub blocks: Vec<Block>,
}

impl Entry {
    /// Everything that it says, without links.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Text(text) => lines.push(text.clone()),
                Block::Facts(facts) => {
                    lines.extend(facts.iter().map(|(name, text)| format!("{name}: {text}")));
                }
                Block::List(items) => lines.extend(items.iter().map(|item| format!("- {item}"))),
                Block::Flow(steps) => {
                    lines.extend((1..).zip(steps).map(|(number, step)| {
                        format!("{number}. {} ({}): {}", step.name, step.who, step.what)
                    }));
                }
                Block::Table(grid) => {
                    let rows = std::iter::once(&grid.head).chain(&grid.rows);
                    lines.extend(rows.map(|row| row.join(" | ")));
                }
            }
        }
        without_links(&lines.join("\n"))
    }
}

/// A guide that cannot be.
#[derive(Debug, thiserror::Error)]
#[error("how to play: {0}")]
pub struct GuideError(String);

/// All entries of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guide {
    /// In the order in which they are read.
    pub entries: Vec<Entry>,
}

impl Guide {
    /// The guide of a game with these rules and figures.
    ///
    /// # Errors
    /// A text that is malformed, or a figure or table that it names and that there is not.
    pub(crate) fn new<G: Playable>(rules: &G::Rules, figures: &Figures) -> Result<Self, GuideError> {
        let scenario = G::setting(rules).scenario.unwrap_or_default();
        let table = G::SCENARIO_TABLE;
        let mut entries = text::read(G::GUIDE, figures, &format!("{table}.{scenario}"), |name| {
            G::guide_table(rules, name)
        })?;
        entries.extend(G::guide_more(rules));
        Ok(Self { entries })
    }

    /// The entry with this id.
    #[must_use]
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The entry that explains a section of the rules, or the nearest section above it.
    #[must_use]
    pub fn section(&self, section: &str) -> Option<&Entry> {
        let mut wanted = section;
        loop {
            let found = self.entries.iter().find(|entry| entry.sections.iter().any(|one| one == wanted));
            if found.is_some() {
                return found;
            }
            // 9.11 lies below 9.1, as 2.1.2 does below 2.1.
            wanted = wanted[..wanted.char_indices().next_back()?.0].trim_end_matches('.');
        }
    }

    /// The entries that hold all of these words, those that are named so first.
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<&Entry> {
        let whole = words.trim().to_lowercase();
        let words: Vec<&str> = whole.split_whitespace().collect();
        if words.is_empty() {
            return Vec::new();
        }
        if let Some(entry) = self.entry(&whole) {
            return vec![entry];
        }
        let rank = |entry: &Entry| {
            let (title, names) = (entry.title.to_lowercase(), entry.names.join("\n").to_lowercase());
            let text = format!("{title}\n{names}\n{}", entry.text().to_lowercase());
            if title == whole || names.lines().any(|name| name == whole) {
                return Some(0);
            }
            if entry.sections.iter().any(|section| section.to_lowercase() == whole) {
                return Some(0);
            }
            let all = |text: &str| words.iter().all(|word| text.contains(word));
            [title.as_str(), &names, &text].iter().position(|text| all(text)).map(|place| place + 1)
        };
        let mut found: Vec<_> = self.entries.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry).collect()
    }
}
