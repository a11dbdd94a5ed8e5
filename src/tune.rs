//! `wilaya tune`

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use wilaya_bots::{BotSpec, Roster};
use wilaya_engine::notation::hash_text;
use wilaya_sim::files::{Lock, replace};
use wilaya_sim::tune::{ITSELF, TunePlan, TuneState, Weight, spelled_out, tune, with_weights};

use crate::games::{GameName, WithGame};
use crate::progress::Bar;
use crate::run::{DEFAULT_SEED, Threads, at_least_one};
use crate::setting::SettingArgs;
use crate::signals::Stop;
use crate::text::{stamp, version};

/// The schema of the file of weights.
const SCHEMA: &str = "wilaya.weights/1";
/// After how many iterations the file is written anew.
const SAVED_EVERY: u64 = 20;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya tune algeria --scenario 1958 --out weights.toml\n  wilaya tune ici --pool self,sober --iterations 5000 --out weights.toml --resume"
)]
#[command(mut_arg("scenario", |arg| arg.value_name("NAME,…").help("Scenarios, comma-separated [default: all]")))]
pub(crate) struct TuneArgs {
    /// The game
    game: GameName,
    /// Bot whose real-valued keys are tuned, starting from the values given here
    #[arg(long, value_name = "BOT", default_value = "heuristic", help_heading = "Players")]
    bot: BotSpec,
    /// Opponents, comma-separated; self is the other variant of the bot
    #[arg(
        long,
        value_name = "A,B,…",
        default_value = "self",
        value_delimiter = ',',
        help_heading = "Players"
    )]
    pool: Vec<String>,
    #[command(flatten)]
    setting: SettingArgs,
    /// Number of iterations; at least 1
    #[arg(long, help_heading = "Tuning", value_name = "N", default_value_t = 1000, value_parser = at_least_one::<u64>)]
    iterations: u64,
    /// Pairs of games per iteration, variant, opponent and scenario; at least 1
    #[arg(long, help_heading = "Tuning", value_name = "N", default_value_t = 4, value_parser = at_least_one::<u64>)]
    pairs: u64,
    /// Step of the first iterations, in perturbations per unit of score, from 0.001 to 1000
    #[arg(long, help_heading = "Tuning", value_name = "X", default_value_t = 1.0, value_parser = parse_step)]
    step: f64,
    /// Seed of all dice and draws
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten, next_help_heading = "Run")]
    threads: Threads,
    /// Abandon a game after this turn and count it as a draw
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = 200, value_parser = at_least_one::<u16>)]
    max_turns: u16,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the tuning in the file
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

fn parse_step(text: &str) -> Result<f64, String> {
    let step = text.parse().ok().filter(|step| (0.001..=1000.0).contains(step));
    step.ok_or_else(|| "expected a number from 0.001 to 1000".to_owned())
}

/// What the file of weights holds.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Weights {
    schema: String,
    version: String,
    game: String,
    data: String,
    plan: TunePlan,
    /// How far the tuning is; nothing when it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<TuneState>,
    weights: toml::Table,
}

impl Weights {
    fn read(path: &Path) -> Result<Option<Self>> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let found = toml::from_str(&text);
        Ok(Some(found.with_context(|| {
            format!("{} does not hold the weights of a tuning: name another file", path.display())
        })?))
    }

    fn write(&self, path: &Path) -> Result<()> {
        let TunePlan { bot, pool, scenarios, seed, iterations, pairs, step, max_turns } = &self.plan;
        let mut text = format!("# Weights for {}, found by\n", self.game);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# wilaya tune {} --bot {bot} --pool {} --scenario {} --iterations {iterations} --pairs {pairs} --step {step} \
             --seed {seed} --max-turns {max_turns}",
            self.game,
            pool.join(","),
            scenarios.join(","),
        );
        text += &toml::to_string(self)?;
        Ok(replace(path, &text)?)
    }
}

struct Run<'a, W> {
    args: &'a TuneArgs,
    out: &'a mut W,
}

impl<W: Write> WithGame for Run<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, out } = self;
        let scenarios = args.setting.scenarios::<G>()?;
        let rules: Vec<_> =
            scenarios.iter().map(|scenario| args.setting.rules_of::<G>(scenario)).collect::<Result<_>>()?;
        // The defaults may be other ones when somebody tunes again.
        let bot = spelled_out::<G>(&args.bot, &scenarios)?;
        let opponent = |name: &String| match name.as_str() {
            ITSELF => Ok(name.clone()),
            _ => Ok::<_, anyhow::Error>(spelled_out::<G>(&name.parse()?, &scenarios)?.to_string()),
        };
        let weights = Weight::of::<G>(&args.bot, &scenarios[0])?;
        let plan = TunePlan {
            bot: bot.to_string(),
            pool: args.pool.iter().map(opponent).collect::<Result<_>>()?,
            scenarios,
            seed: args.seed,
            iterations: args.iterations,
            pairs: args.pairs,
            step: args.step,
            max_turns: args.max_turns,
        };
        let file = |state: &TuneState, done: bool| Weights {
            schema: SCHEMA.to_owned(),
            version: version().to_owned(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(&rules[0])),
            plan: plan.clone(),
            state: (!done).then(|| state.clone()),
            weights: named(&weights, &state.found(plan.iterations)),
        };
        let stop = Stop::on_signal()?;
        let _lock = args.out.as_deref().map(Lock::file).transpose()?;
        let mut state = TuneState::new(&weights);
        let found = args.out.as_deref().map(Weights::read).transpose()?.flatten();
        if let Some(path) = args.out.as_deref().filter(|_| args.resume)
            && let Some(found) = found
        {
            let Some(before) = found.state.clone() else {
                bail!("{} is done: nothing to go on with", path.display())
            };
            let same = Weights { state: Some(before.clone()), ..file(&before, false) } == found;
            if !same || before.now.len() != weights.len() || before.sums.len() != weights.len() {
                bail!(
                    "{} holds another tuning: resume it as its first lines say, or name another file",
                    path.display()
                );
            }
            state = before;
        } else if let Some(path) = &args.out {
            // Whatever happens, the weights of an earlier tuning are not taken for those of this one.
            file(&state, false).write(path)?;
        }
        let pool = args.threads.pool()?;
        let bar = Bar::of(plan.iterations, "iterations", args.quiet);
        let mut recent = 0.0;
        let state =
            tune::<G, anyhow::Error>(&plan, &rules, &weights, state, &pool, &stop, |state, difference| {
                recent += 0.05 * (difference.abs() - recent);
                bar.at(state.done);
                bar.say(|| format!("variants differ by {:.1} points in 100", 100.0 * recent));
                match &args.out {
                    Some(path) if state.done.is_multiple_of(SAVED_EVERY) && state.done < plan.iterations => {
                        file(state, false).write(path)
                    }
                    _ => Ok(()),
                }
            })?;
        bar.finish();
        let done = state.done == plan.iterations;
        if let Some(path) = &args.out {
            file(&state, done).write(path)?;
        }
        writeln!(out, "{}: {} of {} iterations, seed {}", G::TITLE, state.done, plan.iterations, plan.seed)?;
        stamp::<G>(&rules[0]).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let found = state.found(plan.iterations);
        let width = weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0);
        for (weight, found) in weights.iter().zip(&found) {
            writeln!(out, "{:width$}  {:>8} -> {}", weight.name, weight.start, rounded(*found))?;
        }
        let values: Vec<_> = found.iter().map(|value| rounded(*value)).collect();
        writeln!(out, "{}", with_weights(&args.bot, &weights, &values))?;
        if let Some(path) = &args.out {
            writeln!(out, "written to {}", path.display())?;
        }
        Ok(if done { ExitCode::SUCCESS } else { stop.code() })
    }
}

/// Three significant digits: more would say more than a tuning knows.
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

pub(crate) fn run(args: &TuneArgs, out: &mut impl Write) -> Result<ExitCode> {
    args.game.with(Run { args, out })
}
