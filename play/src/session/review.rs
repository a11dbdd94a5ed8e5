//! Review of a finished game: winning chances over time, luck of the dice, and the costliest choices.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use wilaya_bots::analysis::{Judge, JudgeConfig, Judged, Luck, chance};
use wilaya_bots::evaluation::Arrival;
use wilaya_bots::{BotSpec, Control, Maker, build};
use wilaya_engine::{Outcome, Side, Status};

use super::{Past, Session, SessionError, World};
use crate::playable::Playable;

/// Number of rerolls of a decision's dice, to estimate its value before they fell.
const THROWS: u16 = 24;
/// Number of swings listed.
const SWINGS: usize = 8;
/// Number of choices judged in the end.
const CANDIDATES: usize = 8;
/// Number of alternatives screened per choice.
const ALTERNATIVES: usize = 5;
/// Number of decisions played to judge a game's choices: half a minute of one processor of 2024.
pub const WORK: u64 = 120_000_000;
/// Time limit of judging, which means less work on a slow machine.
const TIME: Duration = Duration::from_secs(60);
/// Maximum length of a rollout.
const MAX_TURNS: u16 = 200;

/// Dice that changed the winning chances.
#[derive(Clone, Debug, Serialize)]
pub struct Swing {
    /// The decision before the dice, from 1.
    pub step: usize,
    /// The side that decided.
    pub side: Side,
    /// The choice, in words.
    pub text: String,
    /// Change of the FLN's winning chance.
    pub change: f64,
}

/// A review of a finished game.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The winner.
    pub winner: Option<Side>,
    /// Number of decisions.
    pub steps: usize,
    /// The FLN's winning chance, 0 to 1, after a number of decisions: where the game's estimate is calibrated, and at the
    /// end.
    pub chances: Vec<(usize, f32)>,
    /// For each turn, the number of decisions before it, and its name.
    pub turns: Vec<(usize, String)>,
    /// The largest changes by dice and draws, relative to their mean.
    pub luck: Vec<Swing>,
    /// Number of rerolls behind that mean.
    pub throws: u16,
}

/// A choice shown to be worse than an alternative.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// Its decision, from 1.
    pub step: usize,
    /// The side that decided.
    pub side: Side,
    /// The choice, in words.
    pub text: String,
    /// The better alternative, in words.
    pub instead: String,
    /// Change of the deciding side's winning chance: below 0.
    pub change: f64,
    /// The interval of that change, wholly below 0.
    pub interval: [f64; 2],
    /// Number of games played after either choice.
    pub games: u64,
}

/// The verdict on the choices of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The bot that plays on for both sides.
    pub policy: String,
    /// Number of decisions examined.
    pub decisions: usize,
    /// Number of them judged in the end.
    pub judged: usize,
    /// True if judging was stopped early, or ran out of time before anything could be judged.
    pub cut_short: bool,
    /// The proven mistakes, worst first.
    pub mistakes: Vec<Mistake>,
}

/// A finished game, to be reviewed on another thread.
pub(super) struct Finished<G: Playable> {
    world: Arc<World<G>>,
    start: G::State,
    past: Vec<Past<G>>,
    seed: u64,
}

impl<G: Playable> Session<G> {
    pub(super) fn finished(&self) -> Result<Finished<G>, SessionError> {
        if !self.is_over() {
            return Err(SessionError::NotOver);
        }
        let (world, past) = (Arc::clone(&self.world), self.past.clone());
        Ok(Finished { world, start: self.start.state, past, seed: self.seed })
    }
}

impl<G: Playable> Finished<G> {
    /// The decisions, each with the position before it.
    fn decisions(&self) -> impl Iterator<Item = (&G::State, &Past<G>)> {
        let before = [&self.start].into_iter().chain(self.past.iter().map(|past| &past.after.state));
        before.zip(&self.past)
    }

    /// A choice with its question, in words.
    fn words(&self, before: &G::State, action: G::Action) -> String {
        let words = G::action_words(&self.world.rules, before, action);
        match G::status(before) {
            Status::Decision { kind, .. } => {
                format!("{} {words}", G::prompt(&self.world.rules, before, kind).text)
            }
            Status::Over(_) => words,
        }
    }

    pub(super) fn review(&self) -> Review {
        let rules = &self.world.rules;
        let when = |state: &G::State| G::table(rules, state, None).when;
        let (mut chances, mut swings) = (Vec::new(), Vec::new());
        let mut turns = vec![(0, when(&self.start))];
        let mut luck = Luck::new(THROWS, (self.seed, 0));
        for (index, (before, past)) in self.decisions().enumerate() {
            let (step, after) = (index + 1, &past.after.state);
            let arrival = Arrival::new::<G>(before, after, !past.rolls.is_empty());
            if arrival.is_covered() || G::status(after).outcome().is_some() {
                chances.push((step, chance::<G>(rules, after) as f32));
            }
            if arrival.dice_fell {
                let change = luck.step::<G>(rules, before, past.action, after);
                let text = || self.words(before, past.action);
                keep(&mut swings, change, || Swing { step, side: past.side, text: text(), change });
            }
            if arrival.turn_began {
                turns.push((step, when(after)));
            }
        }
        let last = self.past.last().map_or(&self.start, |past| &past.after.state);
        let winner = G::status(last).outcome().and_then(Outcome::winner);
        Review { winner, steps: self.past.len(), chances, turns, luck: swings, throws: THROWS }
    }
}

/// Keeps a swing if it is among the largest.
fn keep(swings: &mut Vec<Swing>, change: f64, swing: impl FnOnce() -> Swing) {
    let place = swings.partition_point(|one| one.change.abs() >= change.abs());
    if place < SWINGS && change.abs() > 1e-4 {
        swings.insert(place, swing());
        swings.truncate(SWINGS);
    }
}

/// A finished game whose choices are to be judged on another thread.
pub(super) struct JudgeTask<G: Playable> {
    game: Finished<G>,
    spec: BotSpec,
    policy: Maker<G>,
    control: Control,
}

impl<G: Playable> Session<G> {
    /// The bot that plays on is the one of `wilaya rollout`.
    pub(super) fn judge_task(&self, control: Control) -> Result<JudgeTask<G>, SessionError> {
        let spec: BotSpec = G::DEFAULT.parse()?;
        Ok(JudgeTask { game: self.finished()?, policy: build::<G>(&spec)?, spec, control })
    }
}

impl<G: Playable> JudgeTask<G> {
    pub(super) fn judge(&self, work: u64) -> Judgement {
        let Self { game, spec, policy, control } = self;
        let config = JudgeConfig {
            seed: game.seed,
            max_turns: MAX_TURNS,
            candidates: CANDIDATES,
            alternatives: ALTERNATIVES,
            work,
        };
        let decisions = game.decisions().map(|(before, past)| (*before, past.action, !past.rolls.is_empty()));
        let mut judge = Judge::new(&game.world.rules, decisions, policy, config);
        let begun = Instant::now();
        let mut stopped = false;
        while judge.step(begun.elapsed().as_secs_f64() / TIME.as_secs_f64()) {
            control.set_progress(judge.progress() as f32);
            stopped = control.stopped();
            if stopped {
                break;
            }
        }
        control.set_progress(1.0);
        let found = judge.judged();
        Judgement {
            policy: spec.to_string(),
            decisions: judge.decisions(),
            judged: found.len(),
            cut_short: stopped || !judge.is_judging(),
            mistakes: found.iter().filter(|one| one.is_mistake()).map(|one| game.mistake(one)).collect(),
        }
    }
}

impl<G: Playable> Finished<G> {
    fn mistake(&self, judged: &Judged<G::Action>) -> Mistake {
        let before = judged.index.checked_sub(1).map_or(&self.start, |last| &self.past[last].after.state);
        Mistake {
            step: judged.index + 1,
            side: judged.side,
            text: self.words(before, judged.action),
            instead: G::action_words(&self.world.rules, before, judged.instead),
            change: judged.difference.value,
            interval: [judged.interval.low, judged.interval.high],
            games: judged.difference.n,
        }
    }
}
