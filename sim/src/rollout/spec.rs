//! Specifications of rollouts, and their results.

use serde::{Deserialize, Serialize};
use wilaya_bots::analysis::{LEAST_REROLLS, Rollout, RolloutConfig};
use wilaya_bots::{BotSpec, Roster};
use wilaya_engine::notation::hash_text;
use wilaya_engine::{BySide, Game, Setting, Side};

use super::line::{COLUMNS, RolloutLine};
use super::play::rollout;
use crate::cells::Cells;
use crate::column::{cells, table};
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::FigureSpec;
use crate::files::{Lock, replace};
use crate::spec::{DEFAULT_MAX_TURNS, DEFAULT_SEED, RunError, Start, bots_of};
use crate::words::Words;
use crate::workers::Stage;

/// The specification of a rollout: everything that `wilaya rollout` accepts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RolloutSpec {
    /// The position.
    pub from: Start,
    /// The figures.
    pub figures: FigureSpec,
    /// The bots that play on; `None` for the game's default.
    pub bots: BySide<Option<BotSpec>>,
    /// The number of games per choice.
    pub games: u64,
    /// Keep hidden parts as in the position; otherwise each game redraws what the deciding side cannot see.
    pub as_it_is: bool,
    /// The number of rerolls of each step for measuring luck.
    pub luck: u16,
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The turn limit: a game that exceeds it counts as unfinished.
    pub max_turns: u16,
}

/// The results of a rollout.
#[derive(Clone, Debug, Serialize)]
pub struct RolloutResults {
    /// The canonical command line.
    pub command: Vec<String>,
    /// The data hash.
    pub data: String,
    /// The number of figures by kind of source, in one line, if some are reconstructed.
    pub statement: Option<String>,
    /// The bots.
    pub bots: BySide<String>,
    /// The deciding side.
    pub side: Side,
    /// The choices, the best first.
    #[serde(rename = "choices")]
    pub lines: Vec<RolloutLine>,
}

impl RolloutResults {
    /// The table.
    #[must_use]
    pub fn cells(&self) -> Cells {
        cells(COLUMNS, &[], &self.lines)
    }
}

impl RolloutSpec {
    /// A rollout of the choices of a position with every default.
    #[must_use]
    pub fn new(from: Start) -> Self {
        Self {
            from,
            figures: FigureSpec::default(),
            bots: BySide::default(),
            games: 400,
            as_it_is: false,
            luck: LEAST_REROLLS,
            seed: DEFAULT_SEED,
            max_turns: DEFAULT_MAX_TURNS,
        }
    }

    /// The canonical command line, with these bots.
    fn words(&self, bots: &BySide<String>) -> Vec<String> {
        let Self { from, figures, bots: _, games, as_it_is, luck, seed, max_turns } = self;
        let mut words = Words::new("rollout", &from.path().display().to_string());
        let (data, set) = figures.words();
        // The position has its own setting.
        words.setting(&Setting::default(), data.as_ref(), &set);
        words.say("fln", [&bots.fln]).say("france", [&bots.france]).say("games", [games]).say("luck", [luck]);
        words.say("seed", [seed]).say("max-turns", [max_turns]).flag("as-it-is", *as_it_is);
        words.0
    }

    /// The canonical command line, with every default spelled out.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn command(&self) -> Result<Vec<String>, RunError> {
        with_game!(self.from.game()?, G => Ok(self.words(&bots_of::<G>(&self.bots)?.0)))
    }

    /// The work that its shards divide.
    pub(crate) fn stage(&self) -> Result<Stage, RunError> {
        with_game!(self.from.game()?, G => {
            let rules = self.figures.rules::<G>(&self.from.position().setting)?;
            drop(bots_of::<G>(&self.bots)?);
            let choices = self.decision::<G>(&rules)?.choices().len() as u64;
            Ok(Stage::new("games", ("rollout", self), <G as Game>::data_hash(&rules), self.games * choices))
        })
    }

    /// The decision in the position.
    fn decision<'a, G: Roster>(&self, rules: &'a G::Rules) -> Result<Rollout<'a, G>, RunError> {
        let &Self { ref from, as_it_is, luck, seed, max_turns, .. } = self;
        let config = RolloutConfig { seed, max_turns, rerolls: luck, as_it_is };
        let state = from.parse::<G>(rules)?;
        Rollout::new(rules, &state, config).ok_or_else(|| RunError::GameOver(from.path().to_owned()))
    }

    /// Plays the choices out. `each` receives the number of games played and the total. `None` if it was stopped.
    /// [`RunContext::out`] is the file that the table is written to.
    ///
    /// # Errors
    /// If the specification is invalid (before anything is played), or the file cannot be written.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<Option<RolloutResults>, RunError> {
        self.run_erased(context, &mut each)
    }

    /// Like [`RolloutSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<RolloutResults>, RunError> {
        with_game!(self.from.game()?, G => self.run::<G>(context, each))
    }

    fn run<G: Roster>(
        &self,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<RolloutResults>, RunError> {
        let Self { from, figures, bots, games, .. } = self;
        let rules = figures.rules::<G>(&from.position().setting)?;
        let decision = self.decision::<G>(&rules)?;
        let (bots, (fln, france)) = bots_of::<G>(bots)?;
        let _lock = context.out.map(Lock::file).transpose().map_err(FolderError::from)?;
        let all = games * decision.choices().len() as u64;
        let makers = (|| fln(), || france());
        let execution = context.execution("games", ("rollout", self), G::data_hash(&rules));
        let rolled =
            rollout::<G, _, _>(&decision, *games, makers, execution, context.stop, |done| each(done, all));
        let Some(rolled) = rolled else { return Ok(None) };
        let best = rolled.first().ok_or_else(|| RunError::GameOver(from.path().to_owned()))?;
        let lines: Vec<_> = rolled.iter().map(|one| RolloutLine::new::<G>(&rules, one, best)).collect();
        if let Some(path) = context.out {
            replace(path, &table(COLUMNS, &[], &lines)).map_err(FolderError::from)?;
        }
        Ok(Some(RolloutResults {
            command: self.words(&bots),
            data: hash_text(G::data_hash(&rules)),
            statement: G::statement(&rules),
            bots,
            side: decision.side(),
            lines,
        }))
    }
}
