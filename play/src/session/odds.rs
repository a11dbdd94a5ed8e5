//! The odds of a human's choices, from what that side may know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use wilaya_bots::analysis::{Chance, Odds, OddsMethod, OddsOptions, TrackOdds};
use wilaya_engine::{Observation, Status};

use super::{Session, SessionError, World};
use crate::guide::text::{minus, signed};
use crate::playable::{Playable, capital};

/// Maximum number of ways of the dice to enumerate per choice, and samples if there are more: a fraction of a second.
const BUDGET: (u64, u64) = (20_000, 1_000);
/// Marks a short outcome among the words of an event.
const OUTCOME: char = '\u{1}';
/// Maximum number of events listed.
const MOST_EVENTS: usize = 12;

/// A possible event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsLine {
    /// Its words.
    pub text: String,
    /// Its likelihood in brief, where space is short.
    pub short: String,
    /// Its likelihood, with an interval if estimated.
    pub chance: String,
    /// Its probability.
    pub value: f64,
}

/// The change of a track.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsTrack {
    /// Its name.
    pub name: &'static str,
    /// Its mean change, signed.
    pub mean: String,
    /// Its interval if estimated, and the chance of each change.
    pub detail: String,
}

/// The outcomes of a choice up to the next decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsView {
    /// The choice in notation.
    pub action: String,
    /// True if dice or hidden information matter; if not, the rest is empty.
    pub uncertain: bool,
    /// The method, in words.
    pub method: String,
    /// Possible outcomes, in a word or two.
    pub outcomes: Vec<OddsLine>,
    /// The tracks that may change.
    pub tracks: Vec<OddsTrack>,
    /// Possible but not certain events, the likeliest first.
    pub events: Vec<OddsLine>,
}

/// The odds of some choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsAnswer {
    /// The version of the position.
    pub version: u64,
    /// The odds of the first choices asked for: as many as time allowed, but at least one.
    pub odds: Vec<OddsView>,
}

/// A request for odds: send it to another thread and [answer](OddsQuestion::answer) it.
pub(super) struct OddsQuestion<G: Playable> {
    world: Arc<World<G>>,
    version: u64,
    /// Choices in notation, with what the side sees before the last action of each.
    choices: Vec<(String, Observation<G>, G::Action)>,
}

impl<G: Playable> OddsQuestion<G> {
    /// The odds of as many choices as the time allows.
    pub(super) fn answer(self, time: Duration) -> Result<OddsAnswer, SessionError> {
        let begun = Instant::now();
        let mut odds = Vec::new();
        for (text, seen, action) in &self.choices {
            if !odds.is_empty() && begun.elapsed() >= time {
                break;
            }
            odds.push(OddsView { action: text.clone(), ..self.odds(seen, *action)? });
        }
        Ok(OddsAnswer { version: self.version, odds })
    }

    fn odds(&self, seen: &Observation<G>, action: G::Action) -> Result<OddsView, SessionError> {
        let rules = &self.world.rules;
        let words = |event: &G::Event, texts: &mut Vec<String>| {
            texts.extend(G::outcome(event).map(|outcome| format!("{OUTCOME}{outcome}")));
            texts.extend(G::event_words(rules, event));
        };
        let options = OddsOptions::default().leaves(BUDGET.0).samples(BUDGET.1);
        let odds = Odds::with_words::<G>(rules, seen, action, options, &words);
        let odds = odds.map_err(|error| SessionError::Illegal(error.text))?;
        Ok(view::<G>(odds))
    }
}

/// A chance in brief.
fn short(chance: &Chance) -> String {
    match chance.fraction {
        Some(fraction) if fraction.denominator() <= 36 => chance.to_string(),
        _ => format!("{:.0} %", 100.0 * chance.value),
    }
}

fn view<G: Playable>(odds: Odds) -> OddsView {
    let sure = |chance: &Chance| chance.value >= 1.0;
    let moves = |track: &TrackOdds| track.changes.iter().any(|one| one.change != 0);
    let uncertain = odds.tracks.iter().any(|track| track.changes.len() > 1)
        || odds.events.iter().any(|one| !sure(&one.chance));
    let line = |text: &str, chance: &Chance| OddsLine {
        text: text.to_owned(),
        short: short(chance),
        chance: chance.to_string(),
        value: chance.value,
    };
    let (mut outcomes, mut events) = (Vec::new(), Vec::new());
    for one in odds.events.iter().filter(|_| uncertain) {
        match one.event.strip_prefix(OUTCOME) {
            Some(outcome) => outcomes.push(line(outcome, &one.chance)),
            None if !sure(&one.chance) && events.len() < MOST_EVENTS => {
                events.push(line(&one.event, &one.chance));
            }
            None => {}
        }
    }
    let tracks = odds.tracks.iter().zip(G::TRACK_NAMES).filter(|(track, _)| uncertain && moves(track));
    let tracks = tracks.map(|(track, &name)| {
        // An interval that vanishes at this precision says nothing.
        let wide = track.interval.filter(|one| one.high - one.low >= 0.05);
        let interval = wide.map(|one| format!("{:+.1} to {:+.1}; ", one.low, one.high));
        let changes: Vec<_> = track
            .changes
            .iter()
            .map(|one| format!("{}: {}", signed(one.change), short(&one.chance)))
            .collect();
        let detail = format!("{}{}", interval.unwrap_or_default(), changes.join(", "));
        OddsTrack { name, mean: minus(&format!("{:+.1}", track.mean)), detail: minus(&detail) }
    });
    let method = match odds.method {
        OddsMethod::Exact { leaves: 1 } => "no dice".to_owned(),
        OddsMethod::Exact { leaves } => format!("exact: all {leaves} ways the dice can fall"),
        OddsMethod::Sampled { n } => format!("sampled: {n} rolls, with 95 % intervals"),
        OddsMethod::Worlds { n, .. } => {
            format!("sampled: {n} positions consistent with what you see, with 95 % intervals")
        }
    };
    OddsView {
        action: odds.action,
        uncertain,
        method: capital(&method),
        outcomes,
        tracks: tracks.collect(),
        events,
    }
}

impl<G: Playable> Session<G> {
    /// A request for the odds of a human's choices, in notation; of all choices if none is named.
    pub(super) fn odds_question(&self, actions: &[String]) -> Result<OddsQuestion<G>, SessionError> {
        let Status::Decision { side, .. } = G::status(self.state()) else {
            return Err(SessionError::Over);
        };
        if !self.seats[side].is_human() {
            return Err(SessionError::OutOfTurn(side));
        }
        self.check_screen(side)?;
        let rules = &self.world.rules;
        let read = |text: &String| {
            let found = self.read(text)?;
            let (before, action) = found[found.len() - 1];
            Ok((text.clone(), G::observe(rules, &before, side), action))
        };
        let all = || self.legal().iter().map(|&one| G::action_text(rules, one)).collect::<Vec<_>>();
        let choices = if actions.is_empty() { &all() } else { actions };
        let choices = choices.iter().map(read).collect::<Result<_, SessionError>>()?;
        Ok(OddsQuestion { world: Arc::clone(&self.world), version: self.shown_version(), choices })
    }
}
