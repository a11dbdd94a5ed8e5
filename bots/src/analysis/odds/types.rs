//! The odds of an action.

use serde::Serialize;
#[cfg(doc)]
use wilaya_engine::Measured;
use wilaya_engine::{BySide, Game, Side, Status};
use wilaya_stats::Interval;

use super::chance::Chance;

/// Limits for enumerating odds, and the number of samples beyond them.
///
/// ```
/// use wilaya_bots::analysis::OddsOptions;
/// let options = OddsOptions::default().leaves(10_000).seed(7);
/// assert_eq!((options.leaves, options.samples, options.seed), (10_000, OddsOptions::default().samples, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsOptions {
    /// The maximum number of outcomes to enumerate, over all imagined positions. With 0 the dice are always sampled.
    pub leaves: u64,
    /// The number of rolls if the dice have too many outcomes, and the maximum number of positions to imagine if something is
    /// hidden. At least 1.
    pub samples: u64,
    /// The seed of imagined positions and sampled dice.
    pub seed: u64,
}

impl Default for OddsOptions {
    /// 100,000 outcomes, enough for six dice, and 2,000 samples: the interval of a probability of one half is then ± 2.2 %.
    fn default() -> Self {
        Self { leaves: 100_000, samples: 2_000, seed: 1 }
    }
}

impl OddsOptions {
    /// Sets the maximum number of outcomes to enumerate.
    #[must_use]
    pub fn leaves(self, leaves: u64) -> Self {
        Self { leaves, ..self }
    }

    /// Sets the number of samples.
    #[must_use]
    pub fn samples(self, samples: u64) -> Self {
        Self { samples, ..self }
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// How odds were found, which determines how precise they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OddsMethod {
    /// Nothing is hidden from the side, and all outcomes of the dice were played: the odds are exact.
    Exact {
        /// The number of outcomes.
        leaves: u64,
    },
    /// Nothing is hidden from the side, but the dice have too many outcomes: they were rolled.
    Sampled {
        /// The number of rolls.
        n: u64,
    },
    /// Something is hidden from the side: positions consistent with what it sees were drawn. A probability is the mean over
    /// these positions.
    Worlds {
        /// The number of positions.
        n: u64,
        /// The number of positions in which all outcomes of the dice were played; in the others the dice were rolled once.
        enumerated: u64,
        /// The number of those outcomes.
        leaves: u64,
    },
}

/// Where an action leads: the next decision, or the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Next {
    /// A side has to decide.
    Decision {
        /// The side.
        side: Side,
        /// The decision, as named in positions.
        decision: String,
    },
    /// The game is over.
    Over {
        /// The winner; `None` for a draw.
        winner: Option<Side>,
    },
}

impl Next {
    /// For a person, with the names of the sides ([`Game::SIDES`]).
    #[must_use]
    pub fn words(&self, sides: BySide<&str>) -> String {
        match self {
            Self::Decision { side, decision } => format!("{} to decide: {decision}", sides[*side]),
            Self::Over { winner: Some(winner) } => format!("{} wins", sides[*winner]),
            Self::Over { winner: None } => "a draw".to_owned(),
        }
    }

    pub(super) fn of<G: Game>(state: &G::State) -> Self {
        match G::status(state) {
            Status::Decision { side, kind } => Self::Decision { side, decision: kind.to_string() },
            Status::Over(outcome) => Self::Over { winner: outcome.winner() },
        }
    }
}

/// A change of a track, with its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangeOdds {
    /// The change.
    pub change: i32,
    /// Its probability.
    pub chance: Chance,
}

/// The changes of one track.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackOdds {
    /// Its name, as in [`Measured::TRACKS`].
    pub track: &'static str,
    /// Its current value.
    pub before: i32,
    /// The mean change.
    pub mean: f64,
    /// The 95 % interval of the mean; `None` if it is exact.
    pub interval: Option<Interval>,
    /// The changes, lowest first; their probabilities add up to one.
    pub changes: Vec<ChangeOdds>,
}

/// What comes next, with its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextOdds {
    /// The next decision or the end.
    pub next: Next,
    /// Its probability.
    pub chance: Chance,
}

/// An event that the side will see, with the probability that it happens at least once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventOdds {
    /// The event, as in a log.
    pub event: String,
    /// Its probability.
    pub chance: Chance,
}

/// The changes of all tracks together with what comes next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeOdds {
    /// The change of each track, in the order of [`Odds::tracks`].
    pub changes: Vec<i32>,
    /// What comes next.
    pub next: Next,
    /// Their probability.
    pub chance: Chance,
}

/// The consequences of an action up to the next decision, as far as the deciding side can know.
///
/// The engine plays the action once for each outcome of the dice, so no rule or formula is repeated here.
///
/// ```
/// use wilaya_bots::analysis::{OddsMethod, Odds, OddsOptions};
/// use wilaya_engine::dice::SeededDice;
/// use wilaya_engine::toy::{Action, Toy};
/// use wilaya_engine::{Game, Hidden, Setting, Side};
///
/// let rules = Toy::rules(&Toy::figures(), &Setting::default())?;
/// let state = Toy::start(&rules, &mut SeededDice::new(1, 0), &mut ());
/// let seen = Toy::observe(&rules, &state, Side::Fln);
/// let odds = Odds::new(&rules, &seen, Action::Run, OddsOptions::default())?;
/// assert_eq!(odds.method, OddsMethod::Exact { leaves: 36 });
/// // Two dice that are equal lead back to the start.
/// assert_eq!(odds.event("FLN stands at 0").expect("it can happen").to_string(), "1 in 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// The side that decides.
    pub side: Side,
    /// The action, in notation.
    pub action: String,
    /// How the odds were found.
    pub method: OddsMethod,
    /// The tracks, in the order of [`Measured::TRACKS`].
    pub tracks: Vec<TrackOdds>,
    /// What comes next, the most likely first.
    pub next: Vec<NextOdds>,
    /// The events that the side will see, the most likely first.
    pub events: Vec<EventOdds>,
    /// The distinct outcomes, the most likely first; their probabilities add up to one.
    pub outcomes: Vec<OutcomeOdds>,
}

impl Odds {
    /// The probability of an event; `None` if it cannot happen, or did not in the samples.
    #[must_use]
    pub fn event(&self, text: &str) -> Option<&Chance> {
        self.events.iter().find(|one| one.event == text).map(|one| &one.chance)
    }
}
