//! The entries of a guide.

use serde::Serialize;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grid {
    /// The headings of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// The symbol of the unit that each row is about, for the second column; empty in other tables.
    pub symbols: Vec<&'static str>,
}

impl Grid {
    /// An empty table with these headings.
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(str::to_owned).to_vec(), rows: Vec::new(), symbols: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }
}

/// A phase in the turn diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The phase.
    pub name: String,
    /// The sides that act in it, in order.
    pub who: String,
    /// The id of the entry that explains it.
    pub entry: String,
    /// What happens in it.
    pub what: String,
}

/// A block of an entry. Texts may contain links: `[[id]]` or `[[id|words]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Facts, each with its name.
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
    /// Its chapter.
    pub group: String,
    /// The rule sections and charts it explains.
    pub sections: Vec<String>,
    /// The terms of the page it explains.
    pub names: Vec<String>,
    /// Its content; the first block is a paragraph that can stand alone.
    pub blocks: Vec<Block>,
}

impl Entry {
    /// The full text, without links.
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

/// An invalid guide.
#[derive(Debug, thiserror::Error)]
#[error("how to play: {0}")]
pub struct GuideError(pub(super) String);

/// The text with each link replaced by its words.
pub(crate) fn without_links(text: &str) -> String {
    let mut parts = text.split("[[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once("]]").unwrap_or((part, ""));
        plain += link.split_once('|').map_or(link, |(_, words)| words);
        plain += rest;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_leave_their_words() {
        assert_eq!(without_links("a [[b]] and [[c|see d]]."), "a b and see d.");
    }
}
