//! Your own statistic: a new column, with its mean and interval.
//!
//! `cargo run --release --example own_statistic`

use std::error::Error;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use wilaya_engine::algeria::{Algeria, Event, Rules};
use wilaya_engine::{Form, Measured, Side, Sink, Tally, TallyColumn};
use wilaya_sim::{GameName, RunContext, RunSpec, Summary, threads};

/// The highest PSL that each side had, and the turn of the FLN's.
#[derive(Clone, Debug, Default)]
struct Peaks {
    turn: u16,
    fln: u8,
    fln_turn: u16,
    france: u8,
}

/// Receives every event of a game, in order. A new one is made for each game.
impl Sink<Event> for Peaks {
    fn event(&mut self, event: Event) {
        match event {
            Event::Phase { turn, .. } => self.turn = turn,
            Event::Psl { side: Side::France, now, .. } => self.france = self.france.max(now),
            Event::Psl { side: Side::Fln, now, .. } if now > self.fln => {
                (self.fln, self.fln_turn) = (now, self.turn);
            }
            _ => {}
        }
    }
}

impl Tally<Algeria> for Peaks {
    const COLUMNS: &'static [TallyColumn<Self, Rules>] = &[
        TallyColumn::new("fln_psl_peak", Form::WHOLE.unit("PSL"), "highest PSL of the FLN", |peaks, _| {
            peaks.fln.into()
        }),
        TallyColumn::new("fln_psl_peak_turn", Form::WHOLE, "turn in which the FLN reached it", |peaks, _| {
            peaks.fln_turn.into()
        }),
        TallyColumn::new("france_psl_peak", Form::WHOLE.unit("PSL"), "highest PSL of France", |peaks, _| {
            peaks.france.into()
        }),
    ];
}

/// The columns of the game, followed by our own.
type Columns = (<Algeria as Measured>::Tally, Peaks);

/// Plays games of a scenario and summarizes them.
fn summary(scenario: &str, games: u64) -> Result<Summary, Box<dyn Error>> {
    let run = RunSpec::new(GameName::Algeria).scenario(scenario).games(games).prepare::<Algeria>()?;
    let (pool, stop) = (threads(None)?, AtomicBool::new(false));
    // With an output folder in the context, games.csv has the columns too.
    let context = RunContext::new(&pool, &stop);
    Ok(run.play_with::<Columns>(&context, |_, _| ())?.summary)
}

fn main() -> Result<(), Box<dyn Error>> {
    for scenario in ["1954", "1958", "1960"] {
        let summary = summary(scenario, 500)?;
        for name in ["mean.fln_psl_peak", "mean.fln_psl_peak_turn", "mean.france_psl_peak", "mean.raids"] {
            let measure = summary.measure(name).ok_or(name)?;
            let (mean, interval, n) = (measure.estimate, measure.interval, measure.n);
            let (low, high) = (interval.low, interval.high);
            writeln!(std::io::stdout(), "{scenario}  {name:22} {mean:6.2} ({low:.2} to {high:.2}), n = {n}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_is_no_lower_than_where_the_game_ends() -> Result<(), Box<dyn Error>> {
        let summary = summary("1958", 100)?;
        let mean = |name: &str| summary.measure(name).map(|found| found.estimate).ok_or(name.to_owned());
        assert!(mean("mean.fln_psl_peak")? > mean("mean.fln_psl")?);
        assert!(mean("mean.fln_psl_peak_turn")? <= mean("mean.turns")?);
        Ok(())
    }
}
