//! The constant parts of a session: rules, map, guide.

use std::sync::Arc;

use wilaya_bots::protocol::Setup;
use wilaya_engine::Setting;
use wilaya_engine::data::Figures;

use super::SessionError;
use crate::board::Board;
use crate::guide::Guide;
use crate::playable::Playable;

/// Rules, map and guide of a game in progress.
#[derive(Debug)]
pub struct World<G: Playable> {
    /// The rules.
    pub rules: G::Rules,
    /// The map.
    pub board: Arc<Board>,
    /// How to play.
    pub guide: Arc<Guide>,
    /// The set-up message for programs.
    pub(super) setup: Setup,
}

impl<G: Playable> World<G> {
    /// Builds the rules and draws the map.
    ///
    /// # Errors
    /// An invalid setting or figure.
    pub fn new(figures: &Figures, setting: &Setting) -> Result<Self, SessionError> {
        let rules = G::rules(figures, setting)?;
        let board = Board::of(G::sketch(&rules, figures), G::LAYOUT)?;
        let guide = Arc::new(Guide::new::<G>(&rules, figures)?);
        Ok(Self { rules, board, guide, setup: Setup::new(&G::figures(), figures, None) })
    }

    /// The setting in one line.
    #[must_use]
    pub fn setting_line(&self) -> String {
        let Setting { scenario, options, bars, .. } = G::setting(&self.rules);
        let mut parts = vec![format!("scenario {}", scenario.unwrap_or_default())];
        for (word, list) in [("options", options), ("without", bars)] {
            if !list.is_empty() {
                parts.push(format!("{word} {}", list.join(" ")));
            }
        }
        parts.join(", ")
    }
}
