//! The tables of an arena.

use wilaya_bots::play::Played;
use wilaya_engine::{BySide, Column, Field, Form, Outcome};

use super::plan::ArenaPlan;
use super::play::Took;
use super::standings::{Figure, SideTerm, Standings};
use crate::column::{ColumnOf, count, decimals, or_nothing, share, table};

/// A look of a sequential test at the pairs so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// How many pairs there were.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio.
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
const PENALIZED: &str = "`true` if somebody won or lost everything: the fit is then penalized by Jeffreys' prior to stay finite, its intervals \
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
pub(crate) const GAME_COLUMNS: [ColumnOf<GameLine>; 10] = [
    Column::new("game", Form::WHOLE, "its number, from 0", |line| count(line.game)),
    Column::new(
        "pair",
        Form::WHOLE,
        "the number of the pair among those of its bots and scenario, from 0",
        |line| count(line.pair),
    ),
    Column::new("scenario", Form::WORD, "the scenario", |line| line.scenario.clone().into()),
    Column::new("fln", Form::WORD, "the bot that plays the FLN", |line| line.bots[0].clone().into()),
    Column::new("france", Form::WORD, "the bot that plays France", |line| line.bots[1].clone().into()),
    Column::new(
        "winner",
        Form::WORD,
        "`fln`, `france`, or `none` if it went on beyond `--max-turns`, which counts as half a win for both",
        |line| line.played.outcome.map_or("none", Outcome::name).into(),
    ),
    Column::new("turns", Form::WHOLE, "the last turn", |line| line.played.turns.into()),
    Column::new("decisions_fln", Form::WHOLE, "decisions of the FLN with at least two choices", |line| {
        line.played.decisions.fln.into()
    }),
    Column::new("decisions_france", Form::WHOLE, "those of France", |line| {
        line.played.decisions.france.into()
    }),
    Column::new("dice", Form::WHOLE, "dice and random draws", |line| line.played.dice.into()),
];

/// The first row of `games.csv`.
pub(super) fn header() -> String {
    GAME_COLUMNS.map(|column| column.name).join(",")
}

/// A row of `ratings.csv`.
pub(crate) struct RatingLine {
    scenario: String,
    bot: String,
    elo: Figure,
    games: BySide<u64>,
    score: BySide<Figure>,
    penalized: bool,
    sequential: Option<bool>,
}

/// The columns of `ratings.csv`.
pub(crate) const RATING_COLUMNS: &[ColumnOf<RatingLine>] = &[
    Column::new("scenario", Form::WORD, "the scenario, or `all`", |line| line.scenario.clone().into()),
    Column::new("bot", Form::WORD, "the bot", |line| line.bot.clone().into()),
    Column::new("rating", Form::NUMBER.unit("Elo"), "its Elo, relative to the bot with 1500", |line| {
        decimals(line.elo.value, 2)
    }),
    Column::new("low", Form::NUMBER.unit("Elo"), "lower end of its 95 % interval", |line| {
        decimals(line.elo.interval.low, 2)
    }),
    Column::new("high", Form::NUMBER.unit("Elo"), "upper end", |line| decimals(line.elo.interval.high, 2)),
    Column::new("n_fln", Form::WHOLE, "games as the FLN", |line| count(line.games.fln)),
    Column::new("score_fln", Form::NUMBER, "its share of points in these", |line| {
        decimals(line.score.fln.value, 6)
    }),
    Column::new("score_fln_low", Form::NUMBER, "lower end of its 95 % interval", |line| {
        decimals(line.score.fln.interval.low, 6)
    }),
    Column::new("score_fln_high", Form::NUMBER, "upper end", |line| {
        decimals(line.score.fln.interval.high, 6)
    }),
    Column::new("n_france", Form::WHOLE, "games as France", |line| count(line.games.france)),
    Column::new("score_france", Form::NUMBER, "its share of points in these", |line| {
        decimals(line.score.france.value, 6)
    }),
    Column::new("score_france_low", Form::NUMBER, "lower end of its 95 % interval", |line| {
        decimals(line.score.france.interval.low, 6)
    }),
    Column::new("score_france_high", Form::NUMBER, "upper end", |line| {
        decimals(line.score.france.interval.high, 6)
    }),
    Column::new("penalized", Form::FLAG, PENALIZED, |line| flag(line.penalized)),
    Column::new("sequential", Form::FLAG.only("--sprt"), SEQUENTIAL, |line| {
        flag(line.sequential == Some(true))
    }),
];

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
pub(crate) const PAIRING_COLUMNS: &[ColumnOf<PairingLine>] = &[
    Column::new("scenario", Form::WORD, "the scenario, or `all`", |line| line.scenario.clone().into()),
    Column::new("bot", Form::WORD, "the bot", |line| line.bots[0].clone().into()),
    Column::new("opponent", Form::WORD, "its opponent", |line| line.bots[1].clone().into()),
    Column::new("pairs", Form::WHOLE, "how many they have played", |line| count(line.pairs)),
    Column::new("score", Form::NUMBER, "its share of points", |line| decimals(line.score.value, 6)),
    Column::new(
        "low",
        Form::NUMBER,
        "lower end of Student's 95 % interval over pairs (Wilson's if all pairs ended alike)",
        |line| decimals(line.score.interval.low, 6),
    ),
    Column::new("high", Form::NUMBER, "upper end", |line| decimals(line.score.interval.high, 6)),
    Column::new("score_fln", Form::NUMBER, "the same as the FLN", |line| decimals(line.by_side.fln.value, 6)),
    Column::new("score_fln_low", Form::NUMBER, "lower end of Wilson's 95 % interval", |line| {
        decimals(line.by_side.fln.interval.low, 6)
    }),
    Column::new("score_fln_high", Form::NUMBER, "upper end", |line| {
        decimals(line.by_side.fln.interval.high, 6)
    }),
    Column::new("score_france", Form::NUMBER, "the same as France", |line| {
        decimals(line.by_side.france.value, 6)
    }),
    Column::new("score_france_low", Form::NUMBER, "lower end of Wilson's 95 % interval", |line| {
        decimals(line.by_side.france.interval.low, 6)
    }),
    Column::new("score_france_high", Form::NUMBER, "upper end", |line| {
        decimals(line.by_side.france.interval.high, 6)
    }),
    Column::new(
        "elo",
        Form::NUMBER.unit("Elo").or_empty(),
        "how much stronger it is, from these games alone, with a term for the side",
        |line| or_nothing(line.elo, |one| decimals(one.value, 2)),
    ),
    Column::new("elo_low", Form::NUMBER.unit("Elo").or_empty(), "lower end of its 95 % interval", |line| {
        or_nothing(line.elo, |one| decimals(one.interval.low, 2))
    }),
    Column::new("elo_high", Form::NUMBER.unit("Elo").or_empty(), "upper end", |line| {
        or_nothing(line.elo, |one| decimals(one.interval.high, 2))
    }),
    Column::new("penalized", Form::FLAG, PENALIZED, |line| flag(line.penalized)),
    Column::new("sequential", Form::FLAG.only("--sprt"), SEQUENTIAL, |line| {
        flag(line.sequential == Some(true))
    }),
];

/// A row of `sides.csv`.
pub(crate) struct SideLine {
    scenario: String,
    elo: Figure,
}

/// The columns of `sides.csv`.
pub(crate) const SIDE_COLUMNS: &[ColumnOf<SideLine>] = &[
    Column::new("scenario", Form::WORD, "the scenario", |line| line.scenario.clone().into()),
    Column::new("fln_elo", Form::NUMBER.unit("Elo"), "the advantage of the FLN", |line| {
        decimals(line.elo.value, 2)
    }),
    Column::new("low", Form::NUMBER.unit("Elo"), "lower end of its 95 % interval", |line| {
        decimals(line.elo.interval.low, 2)
    }),
    Column::new("high", Form::NUMBER.unit("Elo"), "upper end", |line| decimals(line.elo.interval.high, 2)),
];

/// The columns of `speed.csv`.
pub(crate) const SPEED_COLUMNS: &[ColumnOf<(String, Took)>] = &[
    Column::new("bot", Form::WORD, "the bot", |(bot, _)| bot.clone().into()),
    Column::new("decisions", Form::WHOLE, "its decisions", |(_, took)| count(took.decisions)),
    Column::new("seconds", Form::NUMBER.unit("s"), "the time they took, by the clock", |(_, took)| {
        decimals(took.time.as_secs_f64(), 3)
    }),
    Column::new("us_per_decision", Form::NUMBER.unit("µs"), "the same for one decision", |(_, took)| {
        decimals(took.micros(), 3)
    }),
    Column::new("iterations_per_decision", Form::NUMBER, "how much it searched", |(_, took)| {
        decimals(took.iterations_each(), 1)
    }),
];

/// The columns of `sprt.csv`.
pub(crate) const LOOK_COLUMNS: &[ColumnOf<Look>] = &[
    Column::new("pairs", Form::WHOLE, "pairs so far", |look| count(look.pairs)),
    Column::new("log_likelihood_ratio", Form::NUMBER, "what they say", |look| share(look.ratio)),
    Column::new("low", Form::NUMBER, "the bound at which the test ends for ELO0", |look| {
        share(look.bounds.low)
    }),
    Column::new("high", Form::NUMBER, "the bound at which it ends for ELO1", |look| share(look.bounds.high)),
];

/// All scenarios together, then each of several, with the words for them.
fn scopes(plan: &ArenaPlan) -> Vec<(Option<usize>, &str)> {
    let each = plan.scenarios.iter().enumerate().map(|(index, name)| (Some(index), name.as_str()));
    match &plan.scenarios[..] {
        [_] => each.collect(),
        _ => [(None, "all")].into_iter().chain(each).collect(),
    }
}

/// The options of an arena that has a sequential test, or none.
fn options(sequential: Option<bool>) -> &'static [&'static str] {
    if sequential.is_some() { &["--sprt"] } else { &[] }
}

/// `sequential` says whether a sequential test has ended the arena, if there is one.
pub(super) fn ratings_csv(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> String {
    let mut lines = Vec::new();
    for (scope, scenario) in scopes(plan) {
        let Some(ratings) = standings.ratings(scope) else { continue };
        lines.extend(ratings.bots.iter().map(|rating| RatingLine {
            scenario: scenario.to_owned(),
            bot: plan.bots[rating.bot].clone(),
            elo: rating.elo,
            games: rating.games,
            score: rating.score,
            penalized: ratings.penalized,
            sequential,
        }));
    }
    table(RATING_COLUMNS, options(sequential), &lines)
}

pub(super) fn pairings_csv(plan: &ArenaPlan, standings: &Standings, sequential: Option<bool>) -> String {
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
    table(PAIRING_COLUMNS, options(sequential), &lines)
}

pub(super) fn sides_csv(plan: &ArenaPlan, standings: &Standings) -> String {
    let sides = standings.ratings(None).map(|ratings| ratings.sides).unwrap_or_default();
    let line = |term: &SideTerm| SideLine { scenario: plan.scenarios[term.scenario].clone(), elo: term.elo };
    table(SIDE_COLUMNS, &[], &sides.iter().map(line).collect::<Vec<_>>())
}

pub(super) fn speed_csv(plan: &ArenaPlan, took: &[Took]) -> String {
    let lines: Vec<_> = plan.bots.iter().cloned().zip(took.iter().copied()).collect();
    table(SPEED_COLUMNS, &[], &lines)
}
