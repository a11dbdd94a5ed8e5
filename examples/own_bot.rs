//! Your own bot, with a key, in a run against one of the roster.
//!
//! `cargo run --release --example own_bot`

use std::error::Error;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use rand_pcg::Pcg64Mcg;
use wilaya_bots::{
    Alternative, Bot, Entry, Explanation, Key, Roster, Unit, Values, build_among, by_verb, maker,
};
use wilaya_engine::algeria::{Action, Algeria, Offer};
use wilaya_engine::{Choices, View};
use wilaya_sim::{GameName, Measure, RunContext, RunSpec, threads};

/// Plays at random, but agitates first as long as the FLN has at least `ap` AP.
#[derive(Clone, Copy, Debug)]
struct Agitator {
    ap: u8,
}

impl Agitator {
    fn likes(self, view: View<'_, Algeria>, action: Action) -> bool {
        action == Action::Propaganda && view.position().ap() >= self.ap
    }
}

impl Bot<Algeria> for Agitator {
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        let liked = choices.to_list().into_iter().find(|&action| self.likes(view, action));
        liked.unwrap_or_else(|| by_verb::<Algeria>(choices, rng))
    }

    /// Optional: hints on the page, and choices restricted to a few actions.
    fn explain(&self, view: View<'_, Algeria>, legal: &[Action]) -> Option<Explanation<Action>> {
        let value = |&action| Alternative {
            action,
            value: f64::from(u8::from(self.likes(view, action))),
            interval: None,
            visits: None,
        };
        let mut ranked: Vec<_> = legal.iter().map(value).collect();
        ranked.sort_by(|one, other| other.value.total_cmp(&one.value));
        Some(Explanation { unit: Unit::Points, ranked })
    }
}

const KEYS: &[Key] = &[Key {
    name: "ap",
    help: "AP that the FLN must have to agitate",
    values: Values::Whole { default: 1, least: 1, most: 99 },
}];

/// The entry in a roster, which makes `agitator:ap=3` a bot.
fn entry() -> Entry<Algeria> {
    Entry {
        name: "agitator",
        summary: "agitates first",
        keys: KEYS,
        build: |params| {
            let ap = params.whole("ap")? as u8;
            Ok(maker(move || Agitator { ap }))
        },
    }
}

/// The share of games that the FLN wins with a bot against France with another, in the scenario of 1958.
fn win_rate(fln: &str, france: &str, games: u64) -> Result<Measure, Box<dyn Error>> {
    let bots = [Algeria::bots(), vec![entry()]].concat();
    let mut run = RunSpec::new(GameName::Algeria).scenario("1958").games(games).prepare::<Algeria>()?;
    run.makers = (build_among(&bots, &fln.parse()?)?, build_among(&bots, &france.parse()?)?);
    let (pool, stop) = (threads(None)?, AtomicBool::new(false));
    let results = run.play(&RunContext::new(&pool, &stop), |_, _| ())?;
    Ok(results.summary.measure("win_rate.fln").ok_or("no game was finished")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    for fln in ["agitator", "agitator:ap=5", "random"] {
        let Measure { estimate, interval, n, .. } = win_rate(fln, "sober", 2_000)?;
        let (low, high) = (interval.low, interval.high);
        writeln!(std::io::stdout(), "{fln:14} wins {estimate:.3} ({low:.3} to {high:.3}), n = {n}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agitating_first_beats_playing_at_random() -> Result<(), Box<dyn Error>> {
        let [agitator, random] = [win_rate("agitator", "sober", 300)?, win_rate("random", "sober", 300)?];
        assert!(agitator.interval.low > random.interval.high, "{agitator:?} {random:?}");
        Ok(())
    }
}
