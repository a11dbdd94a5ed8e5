//! How to play: entries that explain a game to newcomers, with the figures in force.

pub(crate) mod entry;
pub(crate) mod text;

pub(crate) use entry::without_links;
pub use entry::{Block, Entry, Grid, GuideError, Step};

use serde::Serialize;
use wilaya_engine::data::Figures;

use crate::playable::Playable;

/// All entries of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guide {
    /// The entries, in reading order.
    pub entries: Vec<Entry>,
}

impl Guide {
    /// The guide of a game with these rules and figures.
    ///
    /// # Errors
    /// A malformed text, or an unknown figure or table.
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

    /// The entry that explains a rule section, or the nearest section above it.
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

    /// The entries that contain all of these words, those named after them first.
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
