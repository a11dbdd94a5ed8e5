//! Where a figure comes from.

use std::fmt;

/// The kind of source that a figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// Printed in the rules or the charts that come with them.
    Rulebook,
    /// Follows from what the rules or charts print.
    Deduced,
    /// Published by third parties: a module, an article, a page.
    Public,
    /// A stand-in for a component that was not available.
    Reconstructed,
    /// Copied from a printed component.
    Printed,
    /// Fixed by a ruling of this project.
    Ruling,
    /// Changed by a user, through an overlay that gives no source.
    Overlay,
}

impl SourceKind {
    /// All of them, in order.
    pub const ALL: [Self; 7] = [
        Self::Rulebook,
        Self::Deduced,
        Self::Public,
        Self::Reconstructed,
        Self::Printed,
        Self::Ruling,
        Self::Overlay,
    ];

    /// Its name in data files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Deduced => "deduced",
            Self::Public => "public",
            Self::Reconstructed => "reconstructed",
            Self::Printed => "printed",
            Self::Ruling => "ruling",
            Self::Overlay => "overlay",
        }
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Where a figure comes from: `rulebook: charts B.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The kind.
    pub kind: SourceKind,
    /// The section, page or ruling.
    pub detail: String,
}

impl Source {
    /// The expected form of a source, for messages.
    pub(super) const FORM: &str =
        "\"KIND: DETAIL\" with rulebook, deduced, public, reconstructed, printed or ruling as KIND";

    /// Reads `kind: detail`. A file may not name [`SourceKind::Overlay`].
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (word, detail) = text.split_once(':')?;
        let detail = detail.trim();
        let kind = SourceKind::ALL.into_iter().find(|kind| kind.word() == word.trim())?;
        (kind != SourceKind::Overlay && !detail.is_empty()).then(|| Self { kind, detail: detail.to_owned() })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}
