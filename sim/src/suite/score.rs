//! Scores bots by the test positions they solve.

use std::collections::BTreeMap;

use serde::Serialize;
use wilaya_bots::play::Match;
use wilaya_bots::{BotSpec, Roster, build};
use wilaya_engine::Side;
use wilaya_engine::dice::SeededDice;
use wilaya_stats::{Interval, wilson_of};

use super::error::SuiteError;
use super::test::{Suite, TestPosition};
use crate::column::{ColumnOf, columns, count, decimals, table};
use crate::context::RunContext;
use crate::error::FolderError;
use crate::figures::FigureSpec;
use crate::files::replace;
use crate::games::GameName;
use crate::ordered::ordered;

/// The bots to score on a suite, and the number of attempts.
#[derive(Clone, Debug)]
pub struct ScoreSpec {
    /// The suite.
    pub suite: Suite,
    /// The bots. Each is asked at the positions of the games that have it.
    pub bots: Vec<BotSpec>,
    /// The number of attempts at each position, with different random numbers.
    pub seeds: u64,
    /// The first seed.
    pub seed: u64,
}

/// The number of positions that a bot solves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreLine {
    /// The bot.
    pub bot: String,
    /// The game; `None` for all.
    pub game: Option<GameName>,
    /// The side; `None` for both.
    pub side: Option<Side>,
    /// Positions.
    pub n: u64,
    /// Positions solved, as a mean over the seeds.
    pub found: f64,
    /// Their share, 0 to 1.
    pub share: f64,
    /// Its 95 % interval (Wilson's), for positions as the sample.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The results of scoring.
#[derive(Clone, Debug)]
pub struct ScoreResults {
    /// The lines, bot by bot.
    pub lines: Vec<ScoreLine>,
    /// For each position, the share of attempts in which each bot solves it, 0 to 1, in the order of the bots.
    pub positions: BTreeMap<String, Vec<f64>>,
}

/// The columns of the table.
pub(crate) const COLUMNS: &[ColumnOf<ScoreLine>] = columns! { line;
    "bot", WORD, "the bot", line.bot.clone();
    "game", WORD, "`algeria`, `ici`, or `all`", line.game.map_or("all", GameName::name);
    "side", WORD, "the side to decide: `fln`, `france`, or `all`", line.side.map_or("all", Side::name);
    "n", WHOLE, "positions", count(line.n);
    "found", NUMBER, "positions that it solves, as a mean over the seeds", decimals(line.found, 3);
    "share", NUMBER, "`found` divided by `n`, 0 to 1", decimals(line.share, 6);
    interval("low", "high"), NUMBER, "lower end of its 95 % interval (Wilson's, with positions as the sample)", line.interval, 6;
};

/// True if the bot plays a right choice.
fn finds<G: Roster>(
    suite: &Suite,
    test: &TestPosition,
    bot: &BotSpec,
    seed: u64,
) -> Result<bool, SuiteError> {
    let position = suite.position(test)?;
    let rules = FigureSpec::default().rules::<G>(&position.setting)?;
    let invalid = |why| SuiteError::Position { path: suite.file(test), why };
    let state = position.state::<G>(&rules).map_err(invalid)?;
    let maker = build::<G>(bot)?;
    let dice = SeededDice::new(seed, 0);
    let mut game = Match::<G, _, _, _>::from(&rules, state, dice, (maker(), maker()), (seed, 0));
    let played = game.step(&mut ()).map(|(_, action)| G::action_text(&rules, action));
    Ok(played.is_some_and(|played| test.right.contains(&played)))
}

impl ScoreSpec {
    /// Asks all bots at all positions. `each` receives the number of answers and the total. `None` if it was stopped.
    /// [`RunContext::out`] is the file that the table is written to.
    ///
    /// # Errors
    /// If a bot is unknown, or a position cannot be read.
    pub fn run(
        &self,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<Option<ScoreResults>, SuiteError> {
        let Self { suite, bots, seeds, seed } = self;
        for game in GameName::ALL.into_iter().filter(|&game| suite.tests.iter().any(|test| test.game == game))
        {
            for bot in bots {
                with_game!(game, G => build::<G>(bot).map(drop))?;
            }
        }
        let per_bot = suite.tests.len() as u64 * seeds;
        let all = per_bot * bots.len() as u64;
        let work = |number: u64| {
            let test = &suite.tests[(number % per_bot / seeds) as usize];
            let (bot, seed) = (&bots[(number / per_bot) as usize], seed + number % seeds);
            Some(with_game!(test.game, G => finds::<G>(suite, test, bot, seed)))
        };
        let mut shares = vec![vec![0.0; bots.len()]; suite.tests.len()];
        let done = ordered(context.pool, 0..all, context.stop, work, |number, found| {
            let place = (number % per_bot / seeds) as usize;
            shares[place][(number / per_bot) as usize] += f64::from(u8::from(found?)) / *seeds as f64;
            each(number + 1, all);
            Ok::<_, SuiteError>(())
        })?;
        if done != all {
            return Ok(None);
        }
        let mut lines = Vec::new();
        let sides = [Some(Side::Fln), Some(Side::France), None];
        let games = GameName::ALL.into_iter().map(Some).chain([None]);
        let groups: Vec<_> = games.flat_map(|game| sides.map(|side| (game, side))).collect();
        for (column, bot) in bots.iter().enumerate() {
            for &(game, side) in &groups {
                let within = |test: &TestPosition| {
                    game.is_none_or(|game| test.game == game) && side.is_none_or(|side| test.side == side)
                };
                let tests = suite.tests.iter().zip(&shares).filter(|(test, _)| within(test));
                let (n, found) = tests.fold((0, 0.0), |(n, sum), (_, shares)| (n + 1, sum + shares[column]));
                if n == 0 {
                    continue;
                }
                let share = found / n as f64;
                let interval = wilson_of(share, n as f64);
                lines.push(ScoreLine { bot: bot.to_string(), game, side, n, found, share, interval });
            }
        }
        if let Some(path) = context.out {
            replace(path, &table(COLUMNS, &[], &lines)).map_err(FolderError::from)?;
        }
        let positions = suite.tests.iter().map(|test| test.id.clone()).zip(shares).collect();
        Ok(Some(ScoreResults { lines, positions }))
    }
}
