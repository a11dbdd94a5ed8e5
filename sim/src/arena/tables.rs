//! The tables of an arena.

use serde::Serialize;
use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Field, Outcome};

use super::plan::ArenaPlan;
use super::play::TimeUsed;
use super::standings::{Figure, SideTerm, Standings};
use crate::cells::Cells;
use crate::column::{ColumnOf, cells, columns, count, decimals, share};

/// A look of a sequential test at the pairs so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Look {
    /// The number of pairs.
    pub pairs: u64,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// Its bounds.
    pub bounds: wilaya_stats::Interval,
}

impl Look {
    /// True if it ends the test.
    #[must_use]
    pub fn decides(&self) -> bool {
        self.ratio <= self.bounds.low || self.ratio >= self.bounds.high
    }
}

fn flag(value: bool) -> Field {
    if value { "true" } else { "false" }.into()
}

/// Help of the column `penalized`.
const PENALIZED: &str = "`true` if a bot won or lost everything: the fit is then penalized by Jeffreys' prior to stay finite, its intervals \
         are those of the information, and large differences mean \"at least about\"";

/// Help of the column `sequential`.
const SEQUENTIAL: &str = "`true` if the sequential test ended the arena. It stops when the result looks clear, so the figures at its end are \
         biased towards its verdict (Whitehead 1986): if it accepts, the ratings and scores of the first bot are too high on \
         average, and the intervals do not allow for that";

/// A row of `games.csv`.
pub(crate) struct GameLine {
    pub(super) game: u64,
    pub(super) pair: u64,
    pub(super) scenario: String,
    pub(super) bots: [String; 2],
    pub(super) played: Played,
}

/// The columns of `games.csv`.
pub(crate) const GAME_COLUMNS: &[ColumnOf<GameLine>] = columns! { line;
    "game", WHOLE, "its number, from 0", count(line.game);
    "pair", WHOLE, "the index of the pair among those of its bots and scenario, from 0", count(line.pair);
    "scenario", WORD, "the scenario", line.scenario.clone();
    "fln", WORD, "the bot that plays the FLN", line.bots[0].clone();
    "france", WORD, "the bot that plays France", line.bots[1].clone();
    "winner", WORD,
        "`fln`, `france`, or `none` if it exceeded `--max-turns`, which counts as half a win for both",
        line.played.outcome.map_or("none", Outcome::name);
    played;
};

/// The columns of `games.csv` of a plan.
pub(super) fn game_columns(plan: &ArenaPlan) -> Vec<ColumnOf<GameLine>> {
    let programs = plan.has_programs();
    GAME_COLUMNS.iter().filter(|column| programs || column.form.only.is_empty()).copied().collect()
}

/// A row of `ratings.csv`.
pub(crate) struct RatingLine {
    scenario: String,
    bot: String,
    elo: Figure,
    games: BySide<u64>,
    score: BySide<Figure>,
    forfeits: u64,
    penalized: bool,
    sequential: Option<bool>,
}

/// The columns of `ratings.csv`.
pub(crate) const RATING_COLUMNS: &[ColumnOf<RatingLine>] = columns! { line;
    "scenario", WORD, "the scenario, or `all`", line.scenario.clone();
    "bot", WORD, "the bot", line.bot.clone();
    "rating", NUMBER.unit("Elo"), "its Elo, relative to the bot with 1500", decimals(line.elo.value, 2);
    interval("low", "high"), NUMBER.unit("Elo"), "lower end of its 95 % interval", line.elo.interval, 2;
    "n_fln", WHOLE, "games as the FLN", count(line.games.fln);
    "score_fln", NUMBER, "its share of points in these", share(line.score.fln.value);
    interval("score_fln_low", "score_fln_high"), NUMBER, "lower end of its 95 % interval", line.score.fln.interval, 6;
    "n_france", WHOLE, "games as France", count(line.games.france);
    "score_france", NUMBER, "its share of points in these", share(line.score.france.value);
    interval("score_france_low", "score_france_high"), NUMBER, "lower end of its 95 % interval", line.score.france.interval, 6;
    "forfeits", WHOLE.only("exec:NAME"), "number of its games that it forfeited", count(line.forfeits);
    "penalized", FLAG, PENALIZED, flag(line.penalized);
    "sequential", FLAG.only("--sprt"), SEQUENTIAL, flag(line.sequential == Some(true));
};

/// A row of `pairings.csv`.
pub(crate) struct PairingLine {
    scenario: String,
    bots: [String; 2],
    pairs: u64,
    score: Figure,
    by_side: BySide<Figure>,
    elo: Option<Figure>,
    penalized: bool,
    sequential: Option<bool>,
}

/// The columns of `pairings.csv`.
pub(crate) const PAIRING_COLUMNS: &[ColumnOf<PairingLine>] = columns! { line;
    "scenario", WORD, "the scenario, or `all`", line.scenario.clone();
    "bot", WORD, "the bot", line.bots[0].clone();
    "opponent", WORD, "its opponent", line.bots[1].clone();
    "pairs", WHOLE, "number of pairs they have played", count(line.pairs);
    "score", NUMBER, "its share of points", share(line.score.value);
    interval("low", "high"), NUMBER,
        "lower end of Student's 95 % interval over pairs (Wilson's if all pairs had the same result)", line.score.interval, 6;
    "score_fln", NUMBER, "the same as the FLN", share(line.by_side.fln.value);
    interval("score_fln_low", "score_fln_high"), NUMBER, "lower end of Wilson's 95 % interval", line.by_side.fln.interval, 6;
    "score_france", NUMBER, "the same as France", share(line.by_side.france.value);
    interval("score_france_low", "score_france_high"), NUMBER,
        "lower end of Wilson's 95 % interval", line.by_side.france.interval, 6;
    "elo", NUMBER.unit("Elo").or_empty(),
        "its Elo advantage from these games alone, with a term for the side", decimals(line.elo.map(|elo| elo.value), 2);
    interval("elo_low", "elo_high"), NUMBER.unit("Elo").or_empty(),
        "lower end of its 95 % interval", line.elo.map(|elo| elo.interval), 2;
    "penalized", FLAG, PENALIZED, flag(line.penalized);
    "sequential", FLAG.only("--sprt"), SEQUENTIAL, flag(line.sequential == Some(true));
};

/// A row of `sides.csv`.
pub(crate) struct SideLine {
    scenario: String,
    elo: Figure,
}

/// The columns of `sides.csv`.
pub(crate) const SIDE_COLUMNS: &[ColumnOf<SideLine>] = columns! { line;
    "scenario", WORD, "the scenario", line.scenario.clone();
    "fln_elo", NUMBER.unit("Elo"), "the advantage of the FLN", decimals(line.elo.value, 2);
    interval("low", "high"), NUMBER.unit("Elo"), "lower end of its 95 % interval", line.elo.interval, 2;
};

/// The columns of `speed.csv`.
pub(crate) const SPEED_COLUMNS: &[ColumnOf<(String, TimeUsed)>] = columns! { line;
    "bot", WORD, "the bot", line.0.clone();
    "decisions", WHOLE, "its decisions", count(line.1.decisions);
    "seconds", NUMBER.unit("s"), "their wall time", decimals(line.1.time.as_secs_f64(), 3);
    "us_per_decision", NUMBER.unit("µs"), "the wall time per decision", decimals(line.1.micros(), 3);
    "cpu_us_per_decision", NUMBER.unit("µs").or_empty(),
        "CPU time per decision: that of its thread, or for a program that of its process without children. Empty for a bot \
         that thinks in several threads, and where the system does not report CPU time. For a bot that answers at once, every \
         sixteenth decision is measured", decimals(line.1.cpu_micros(), 3);
    "iterations_per_decision", NUMBER, "iterations searched", decimals(line.1.iterations_each(), 1);
};

/// The columns of `sprt.csv`.
pub(crate) const LOOK_COLUMNS: &[ColumnOf<Look>] = columns! { look;
    "pairs", WHOLE, "pairs so far", count(look.pairs);
    "log_likelihood_ratio", NUMBER, "the log-likelihood ratio of ELO1 to ELO0", share(look.ratio);
    "low", NUMBER, "the bound at which the test ends for ELO0", share(look.bounds.low);
    "high", NUMBER, "the bound at which it ends for ELO1", share(look.bounds.high);
};

/// All scenarios together, then each one if there are several, with their names.
fn scopes(plan: &ArenaPlan) -> Vec<(Option<usize>, &str)> {
    let each = plan.scenarios.iter().enumerate().map(|(index, name)| (Some(index), name.as_str()));
    match &plan.scenarios[..] {
        [_] => each.collect(),
        _ => [(None, "all")].into_iter().chain(each).collect(),
    }
}

/// The options of an arena that add columns.
fn options(plan: &ArenaPlan, sequential: Option<bool>) -> Vec<&'static str> {
    let options = [("--sprt", sequential.is_some()), ("exec:NAME", plan.has_programs())];
    options.into_iter().filter(|(_, given)| *given).map(|(option, _)| option).collect()
}

/// `sequential` is whether a sequential test has ended the arena, if there is one.
fn ratings(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> Cells {
    let mut lines = Vec::new();
    for (scope, scenario) in scopes(plan) {
        let Some(ratings) = standings.ratings(scope) else { continue };
        lines.extend(ratings.bots.iter().map(|rating| RatingLine {
            scenario: scenario.to_owned(),
            bot: plan.bots[rating.bot].clone(),
            elo: rating.elo,
            games: rating.games,
            score: rating.score,
            forfeits: standings.forfeits(rating.bot, scope),
            penalized: ratings.penalized,
            sequential,
        }));
    }
    cells(RATING_COLUMNS, &options(plan, sequential), &lines)
}

fn pairings(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> Cells {
    let mut lines = Vec::new();
    for (scope, scenario) in scopes(plan) {
        lines.extend(standings.pairings(scope).iter().map(|pairing| PairingLine {
            scenario: scenario.to_owned(),
            bots: pairing.bots.map(|bot| plan.bots[bot].clone()),
            pairs: pairing.pairs,
            score: pairing.score,
            by_side: pairing.by_side,
            elo: pairing.elo,
            penalized: pairing.penalized,
            sequential,
        }));
    }
    cells(PAIRING_COLUMNS, &options(plan, sequential), &lines)
}

fn sides(plan: &ArenaPlan, standings: &Standings) -> Cells {
    let sides = standings.ratings(None).map(|ratings| ratings.sides).unwrap_or_default();
    let line = |term: &SideTerm| SideLine { scenario: plan.scenarios[term.scenario].clone(), elo: term.elo };
    cells(SIDE_COLUMNS, &[], &sides.iter().map(line).collect::<Vec<_>>())
}

fn speed(plan: &ArenaPlan, took: &[TimeUsed]) -> Cells {
    let lines: Vec<_> = plan.bots.iter().cloned().zip(took.iter().copied()).collect();
    cells(SPEED_COLUMNS, &[], &lines)
}

/// The table of times, which vary from run to run.
pub(super) const SPEED: &str = "speed.csv";

/// The tables by file name.
pub(super) fn tables(
    plan: &ArenaPlan,
    standings: &Standings,
    took: &[TimeUsed],
    looks: &[Look],
) -> Vec<(&'static str, Cells)> {
    let sequential = looks.last().map(Look::decides);
    let mut tables = vec![
        ("ratings.csv", ratings(plan, standings, sequential)),
        ("pairings.csv", pairings(plan, standings, sequential)),
        ("sides.csv", sides(plan, standings)),
        (SPEED, speed(plan, took)),
    ];
    if !looks.is_empty() {
        tables.push(("sprt.csv", cells(LOOK_COLUMNS, &[], looks)));
    }
    tables
}
