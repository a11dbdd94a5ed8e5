//! Your own command: who wins each scenario of a game, with a bot on both sides.
//!
//! `cargo run --release --example own_command -- algeria --bot sober`

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};

use clap::Parser;
use wilaya_bots::{BotSpec, Roster};
use wilaya_engine::Setting;
use wilaya_sim::{GameName, RunSpec, with_game};

/// Print who wins each scenario of a game
#[derive(Debug, Parser)]
struct Args {
    /// The game: algeria or ici
    game: GameName,
    /// The bot on both sides
    #[arg(long, default_value = "heuristic")]
    bot: BotSpec,
    /// Games per scenario
    #[arg(long, default_value_t = 500)]
    games: u64,
    /// Seed of all dice and draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The scenarios of a game: code that needs its type is a generic function.
fn scenarios<G: Roster>() -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut names = BTreeSet::new();
    for Setting { scenario, .. } in G::samples() {
        let rules = G::rules(&G::figures(), &Setting { scenario, ..Setting::default() })?;
        names.extend(G::setting(&rules).scenario);
    }
    Ok(names)
}

fn run(args: &Args, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for scenario in with_game!(args.game, G => scenarios::<G>())? {
        let spec = RunSpec::new(args.game).scenario(&scenario).bots(args.bot.clone(), args.bot.clone());
        let summary = spec.games(args.games).seed(args.seed).run()?.summary;
        let fln = summary.measure("win_rate.fln").ok_or("no game was finished")?;
        let [share, low, high] =
            [fln.estimate, fln.interval.low, fln.interval.high].map(|share| 100.0 * share);
        writeln!(out, "{scenario}  the FLN wins {share:.1} % ({low:.1} to {high:.1}), n = {}", fln.n)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&Args::parse(), &mut io::stdout())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_prints_a_line_for_each_scenario() -> Result<(), Box<dyn Error>> {
        let mut out = Vec::new();
        run(&Args::parse_from(["own_command", "algeria", "--bot", "random", "--games", "20"]), &mut out)?;
        let text = String::from_utf8(out)?;
        let scenarios: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(scenarios, ["1954", "1958", "1960"]);
        assert!(text.lines().all(|line| line.ends_with("n = 20")), "{text}");
        Ok(())
    }
}
