//! From words to a table of choices.

use std::path::PathBuf;

use wilaya_bots::analysis::{LEAST_REROLLS, Rollout, RolloutConfig};
use wilaya_bots::{BotSpec, Roster, build};
use wilaya_engine::notation::hash_text;
use wilaya_engine::{BySide, Setting, Side};

use super::line::{COLUMNS, RolloutLine};
use super::play::rollout;
use crate::column::table;
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::{FigureSpec, setting_words};
use crate::files::{Lock, replace};
use crate::games::WithGame;
use crate::spec::{DEFAULT_MAX_TURNS, DEFAULT_SEED, RunError, Start};

/// Which choices are played out, and how, in words.
#[derive(Clone, Debug)]
pub struct RolloutSpec {
    /// The position.
    pub from: Start,
    /// The figures.
    pub figures: FigureSpec,
    /// The bots that play on; the game's default where there is none.
    pub bots: BySide<Option<BotSpec>>,
    /// How many games for each choice.
    pub games: u64,
    /// What the side to decide does not see stays as it is; else each game has other hidden parts that fit what it sees.
    pub as_it_is: bool,
    /// How many other rolls of each step its luck is measured by.
    pub luck: u16,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// A game that goes on after this turn counts as unfinished.
    pub max_turns: u16,
}

/// Why choices cannot be played out.
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    /// Something wrong with the position, the bots or the figures.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A position in which nothing is left to decide.
    #[error("{}: the game is over, so there is nothing to choose", path.display())]
    Over {
        /// The file.
        path: PathBuf,
    },
}

impl From<FolderError> for RolloutError {
    fn from(why: FolderError) -> Self {
        Self::Run(why.into())
    }
}

/// The results of a rollout.
#[derive(Clone, Debug)]
pub struct RolloutResults {
    /// The words of a command line that plays the same.
    pub command: Vec<String>,
    /// The data hash.
    pub data: String,
    /// How many figures stand on which kinds of source, in a line, if some are reconstructed.
    pub statement: Option<String>,
    /// The bots.
    pub bots: BySide<String>,
    /// The side to decide.
    pub side: Side,
    /// The choices, the best one first.
    pub lines: Vec<RolloutLine>,
}

impl RolloutSpec {
    /// A rollout of the choices of a position with everything at its default.
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

    /// The bots, the game's default where there is none.
    fn bots<G: Roster>(&self) -> Result<BySide<BotSpec>, RunError> {
        let bot = |side: Side| self.bots[side].clone().map_or_else(|| G::DEFAULT.parse(), Ok);
        Ok(BySide { fln: bot(Side::Fln)?, france: bot(Side::France)? })
    }

    /// The words of a command line that plays the same choices out, with these bots.
    fn words(&self, bots: &BySide<BotSpec>) -> Vec<String> {
        let Self { from, figures, bots: _, games, as_it_is, luck, seed, max_turns } = self;
        let mut words = ["wilaya", "rollout"].map(str::to_owned).to_vec();
        words.push(from.path().display().to_string());
        let (data, set) = figures.words();
        // The position has its own setting.
        words.extend(setting_words(&Setting::default(), data.as_ref(), &set));
        let mut say = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        say("fln", bots.fln.to_string());
        say("france", bots.france.to_string());
        say("games", games.to_string());
        say("luck", luck.to_string());
        say("seed", seed.to_string());
        say("max-turns", max_turns.to_string());
        if *as_it_is {
            words.push("--as-it-is".to_owned());
        }
        words
    }

    /// The words of a command line that plays the same choices out, with every default spelled out.
    ///
    /// # Errors
    /// Whatever is wrong with the words.
    pub fn command(&self) -> Result<Vec<String>, RolloutError> {
        struct Command<'a>(&'a RolloutSpec);
        impl WithGame for Command<'_> {
            type Output = Result<Vec<String>, RolloutError>;

            fn with<G: Roster>(self) -> Self::Output {
                let bots = self.0.bots::<G>()?;
                drop((
                    build::<G>(&bots.fln).map_err(RunError::from)?,
                    build::<G>(&bots.france).map_err(RunError::from)?,
                ));
                Ok(self.0.words(&bots))
            }
        }
        self.from.game()?.with(Command(self))
    }

    /// Plays the choices out. `each` is told how many games were played, and of how many. None if it was stopped. With
    /// [`RunContext::out`], that is the file that the table is written to.
    ///
    /// # Errors
    /// Whatever is wrong with the words, before anything is played, or with the file.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        each: impl FnMut(u64, u64),
    ) -> Result<Option<RolloutResults>, RolloutError> {
        self.from.game()?.with(Run(self, context, each))
    }
}

struct Run<'a, F>(&'a RolloutSpec, &'a RunContext<'a>, F);

impl<F: FnMut(u64, u64)> WithGame for Run<'_, F> {
    type Output = Result<Option<RolloutResults>, RolloutError>;

    fn with<G: Roster>(self) -> Self::Output {
        let Self(spec, context, mut each) = self;
        let RolloutSpec { from, figures, games, as_it_is, luck, seed, max_turns, .. } = spec;
        let rules = figures.rules::<G>(&from.position().setting).map_err(RunError::from)?;
        let state = from.parse::<G>(&rules)?;
        let bots = spec.bots::<G>()?;
        let fln = build::<G>(&bots.fln).map_err(RunError::from)?;
        let france = build::<G>(&bots.france).map_err(RunError::from)?;
        let config =
            RolloutConfig { seed: *seed, max_turns: *max_turns, rerolls: *luck, as_it_is: *as_it_is };
        let over = || RolloutError::Over { path: from.path().to_owned() };
        let decision = Rollout::new(&rules, &state, config).ok_or_else(over)?;
        let _lock = context.out.map(Lock::file).transpose().map_err(FolderError::from)?;
        let all = games * decision.choices().len() as u64;
        let (makers, pool, stop) = ((|| fln(), || france()), context.pool, context.stop);
        let rolled = rollout::<G, _, _>(&decision, *games, makers, pool, stop, |done| each(done, all));
        let Some(rolled) = rolled else { return Ok(None) };
        let best = rolled.first().ok_or_else(over)?;
        let lines: Vec<_> = rolled.iter().map(|one| RolloutLine::new::<G>(&rules, one, best)).collect();
        if let Some(path) = context.out {
            replace(path, &table(COLUMNS, &[], &lines)).map_err(FolderError::from)?;
        }
        Ok(Some(RolloutResults {
            command: spec.words(&bots),
            data: hash_text(G::data_hash(&rules)),
            statement: G::statement(&rules),
            bots: BySide { fln: bots.fln.to_string(), france: bots.france.to_string() },
            side: decision.side(),
            lines,
        }))
    }
}
