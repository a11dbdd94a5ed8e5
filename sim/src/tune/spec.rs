//! Specifications of tunings, and their results.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wilaya_bots::{BotSpec, Roster};
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{Game, Setting};

use super::spsa::{ITSELF, TuneError, TunePlan, TuneState, Weight, spelled_out, tune, with_weights};
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::{FigureError, FigureSpec, scenarios};
use crate::files::{Lock, replace};
use crate::games::GameName;
use crate::notes;
use crate::words::Words;

/// The schema of the file of weights.
const SCHEMA: &str = "wilaya.weights/1";
/// The number of iterations between two saves of the file.
const SAVED_EVERY: u64 = 20;

/// The specification of a tuning: everything that `wilaya tune` accepts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TuneSpec {
    /// The game.
    pub game: GameName,
    /// The setting of all games; scenarios are separated by commas, and none means all.
    pub setting: Setting,
    /// The figures.
    pub figures: FigureSpec,
    /// The bot, whose real-valued keys are tuned, starting from the values given here.
    pub bot: BotSpec,
    /// Its opponents; [`ITSELF`] is the other variant of the bot.
    pub pool: Vec<String>,
    /// The seed of all dice and draws.
    pub seed: u64,
    /// The number of iterations.
    pub iterations: u64,
    /// Pairs of games that each variant plays in an iteration, with each opponent in each scenario.
    pub pairs: u64,
    /// The step of the first iterations, in perturbations per unit of score.
    pub step: f64,
    /// The turn limit: a game that exceeds it counts as half a win for both.
    pub max_turns: u16,
}

/// Why a tuning cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum TuneRunError {
    /// Invalid setting or figures.
    #[error(transparent)]
    Figures(#[from] FigureError),
    /// An unknown bot, or one that cannot be tuned.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// The file of weights cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The tuning has already ended.
    #[error("{} is done: there is nothing to resume", .0.display())]
    Done(PathBuf),
}

/// The results of a tuning.
#[derive(Clone, Debug, Serialize)]
pub struct TuneResults {
    /// The plan.
    pub plan: TunePlan,
    /// The data hash.
    pub data: String,
    /// The number of figures by kind of source, in one line, if some are reconstructed.
    pub statement: Option<String>,
    /// The initial weights.
    pub weights: Vec<Weight>,
    /// The weights found, rounded to three significant digits.
    pub found: Vec<f64>,
    /// The bot with these weights.
    pub bot: BotSpec,
    /// The number of iterations done; fewer than planned if it was stopped.
    pub done: u64,
}

/// The content of the file of weights.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Weights {
    schema: String,
    version: String,
    game: String,
    data: String,
    plan: TunePlan,
    /// The settings shared by all scenarios; missing in older files.
    #[serde(default)]
    setting: Setting,
    /// The progress of the tuning; absent once it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<TuneState>,
    weights: toml::Table,
}

impl Weights {
    fn write(&self, path: &Path, words: &str) -> Result<(), FolderError> {
        let table = notes::text(path, self)?;
        Ok(replace(path, &format!("# Weights for {}, found by\n# {words}\n{table}", self.game))?)
    }
}

/// Rounds to three significant digits, which is all the precision that a tuning has.
fn rounded(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let digits = libm::pow(10.0, 2.0 - libm::log10(value.abs()).floor());
    (value * digits).round() / digits
}

fn named(weights: &[Weight], values: &[f64]) -> toml::Table {
    let pairs = weights.iter().zip(values);
    pairs.map(|(weight, value)| (weight.name.to_owned(), toml::Value::Float(rounded(*value)))).collect()
}

/// A tuning whose specification has been read.
struct Prepared<G: Game> {
    /// The rules of each scenario.
    rules: Vec<G::Rules>,
    plan: TunePlan,
    /// The settings shared by all scenarios.
    setting: Setting,
    /// The initial weights.
    weights: Vec<Weight>,
}

impl TuneSpec {
    /// The rules, bots and plan, with every default spelled out.
    fn prepare<G: Roster>(&self) -> Result<Prepared<G>, TuneRunError> {
        let scenarios = scenarios::<G>(self.setting.scenario.as_deref()).map_err(FigureError::from)?;
        let rules = self.figures.rules_of::<G>(&self.setting, &scenarios)?;
        // Defaults may have changed when the bot is tuned again.
        let bot = spelled_out::<G>(&self.bot, &scenarios)?;
        let opponent = |name: &String| match name.as_str() {
            ITSELF => Ok(name.clone()),
            _ => {
                let bot = name.parse().map_err(TuneError::from)?;
                Ok::<_, TuneError>(spelled_out::<G>(&bot, &scenarios)?.to_string())
            }
        };
        let weights = Weight::of::<G>(&self.bot, &scenarios[0])?;
        let setting = Setting { scenario: None, ..G::setting(&rules[0]) };
        let plan = TunePlan {
            bot: bot.to_string(),
            pool: self.pool.iter().map(opponent).collect::<Result<_, _>>()?,
            scenarios,
            seed: self.seed,
            iterations: self.iterations,
            pairs: self.pairs,
            step: self.step,
            max_turns: self.max_turns,
        };
        Ok(Prepared { rules, plan, setting, weights })
    }

    /// The canonical command line, with every default spelled out.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn command(&self) -> Result<Vec<String>, TuneRunError> {
        with_game!(self.game, G => {
            let Prepared { plan, setting, .. } = self.prepare::<G>()?;
            Ok(self.words(&plan, &setting))
        })
    }

    /// The canonical command line.
    fn words(&self, plan: &TunePlan, setting: &Setting) -> Vec<String> {
        let TunePlan { bot, pool, scenarios, seed, iterations, pairs, step, max_turns } = plan;
        let mut words = Words::new("tune", self.game.name());
        words.say("bot", [bot]).say("pool", [pool.join(",")]);
        let setting = Setting { scenario: Some(scenarios.join(",")), ..setting.clone() };
        let (data, set) = self.figures.words();
        words.setting(&setting, data.as_ref(), &set);
        words.say("iterations", [iterations]).say("pairs", [pairs]).say("step", [step]);
        words.say("seed", [seed]).say("max-turns", [max_turns]);
        words.0
    }

    /// Tunes the bot. `each` receives the number of iterations done after each one, and the difference in score between the
    /// variants. [`RunContext::out`] is the file that the weights are written to.
    ///
    /// # Errors
    /// If the specification is invalid (before anything is played), or the file cannot be used.
    pub fn run_in(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, f64),
    ) -> Result<TuneResults, TuneRunError> {
        self.run_erased(None, context, &mut each)
    }

    /// Like [`TuneSpec::run_in`], from a given state.
    pub(crate) fn run_from(
        &self,
        state: TuneState,
        context: &RunContext<'_>,
    ) -> Result<TuneResults, TuneRunError> {
        self.run_erased(Some(state), context, &mut |_, _| ())
    }

    /// Like [`TuneSpec::run_in`], but not generic: compiled once, in this crate.
    fn run_erased(
        &self,
        begin: Option<TuneState>,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(u64, f64),
    ) -> Result<TuneResults, TuneRunError> {
        with_game!(self.game, G => self.run::<G>(begin, context, each))
    }

    fn run<G: Roster>(
        &self,
        begin: Option<TuneState>,
        context: &RunContext<'_>,
        each: &mut dyn FnMut(u64, f64),
    ) -> Result<TuneResults, TuneRunError> {
        let Prepared { rules, plan, setting, weights } = self.prepare::<G>()?;
        let words = self.words(&plan, &setting).join(" ");
        let data = hash_text(G::data_hash(&rules[0]));
        let file = |state: &TuneState, done: bool| Weights {
            schema: SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            game: G::NAME.to_owned(),
            data: data.clone(),
            plan: plan.clone(),
            setting: setting.clone(),
            state: (!done).then(|| state.clone()),
            weights: named(&weights, &state.found(plan.iterations)),
        };
        let _lock = context.out.map(Lock::file).transpose().map_err(FolderError::from)?;
        let mut state = begin.unwrap_or_else(|| TuneState::new(&weights));
        let found = context.out.map(|path| notes::read::<Weights>(path, "tuning")).transpose()?.flatten();
        if let (Some(path), Some(found), true) = (context.out, found, context.resume) {
            let before = found.state.clone().ok_or_else(|| TuneRunError::Done(path.to_owned()))?;
            let mut difference = notes::difference(&file(&before, false), &found, &[]);
            if before.now.len() != weights.len() || before.sums.len() != weights.len() {
                let number = |count: usize| format!("of {count} weights");
                difference = Some(("state".to_owned(), number(weights.len()), number(before.now.len())));
            }
            FolderError::unless_same(path, "tuning", difference)?;
            state = before;
        } else if let Some(path) = context.out {
            // The weights of an earlier tuning must not be mistaken for those of this one.
            file(&state, false).write(path, &words)?;
        }
        let (hash, stop) = (G::data_hash(&rules[0]), context.stop);
        let execution = |state: &TuneState| context.execution("pairs", ("tune", &(self, state)), hash);
        let tuned =
            tune::<G, TuneRunError>(&plan, &rules, &weights, state, execution, stop, |state, difference| {
                each(state.done, difference);
                match context.out {
                    Some(path) if state.done.is_multiple_of(SAVED_EVERY) && state.done < plan.iterations => {
                        Ok(file(state, false).write(path, &words)?)
                    }
                    _ => Ok(()),
                }
            })?;
        if let Some(path) = context.out {
            file(&tuned, tuned.done == plan.iterations).write(path, &words)?;
        }
        let found: Vec<_> = tuned.found(plan.iterations).into_iter().map(rounded).collect();
        Ok(TuneResults {
            bot: with_weights(&self.bot, &weights, &found),
            statement: G::statement(&rules[0]),
            done: tuned.done,
            found,
            data,
            plan,
            weights,
        })
    }
}
