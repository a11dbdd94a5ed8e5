//! `wilaya arena`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use wilaya_engine::BySide;
use wilaya_sim::arena::{
    ArenaPlan, ArenaResults, ArenaSpec, BotList, Figure, SequentialTest, SprtInfo, Standings, TimeUsed,
};
use wilaya_sim::stats::{Sprt, Verdict};
use wilaya_sim::{DEFAULT_SEED, GameName, Parted, RunContext};

use crate::programs::{ProgramArgs, forfeit_lines};
use crate::progress::Bar;
use crate::run::{Threads, at_least_one, within};
use crate::setting::{SettingArgs, game_name};
use crate::shard::{self, ShardArgs};
use crate::signals::Stop;
use crate::text::{SEQUENTIAL, setting_line, stamp_lines};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya arena algeria --bots heuristic,sober,thrift\n  wilaya arena ici --bots mcts:iters=50,heuristic --scenario 1955,1959 --pairs 400 --out arenas/mcts\n  wilaya arena algeria --bots mcts,heuristic --sprt 0,50 --pairs 2000"
)]
#[command(mut_arg("scenario", |arg| arg.value_name("NAME,…").help("Scenarios, comma-separated [default: all]")))]
pub(crate) struct ArenaArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// Two or more bots, comma-separated, as name[:key=value]…; `wilaya bots` lists them
    #[arg(long, value_name = "A,B,…", help_heading = "Players")]
    bots: BotList,
    #[command(flatten)]
    programs: ProgramArgs,
    /// Pairs of games per scenario between any two bots; at least 1
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = 100, value_parser = at_least_one::<u64>)]
    pairs: u64,
    #[command(flatten)]
    setting: SettingArgs,
    /// Seed of all dice and draws
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    #[command(flatten, next_help_heading = "Run")]
    threads: Threads,
    /// Abandon a game after this turn and count it as a draw
    #[arg(long, help_heading = "Run", value_name = "N", default_value_t = 200, value_parser = at_least_one::<u16>)]
    max_turns: u16,
    /// Test the first bot against the second: stop when ELO0 or ELO1 is accepted, from -1000 to 1000
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_elos, help_heading = "Sequential test")]
    sprt: Option<[f64; 2]>,
    /// Chance of accepting ELO1 if ELO0 is true, from 0.0001 to 0.49
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_chance, requires = "sprt", help_heading = "Sequential test")]
    alpha: f64,
    /// Chance of accepting ELO0 if ELO1 is true, from 0.0001 to 0.49
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_chance, requires = "sprt", help_heading = "Sequential test")]
    beta: f64,
    /// Pairs between interim checks of the result; at least 1
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one::<u64>, requires = "sprt", help_heading = "Sequential test")]
    batch: u64,
    /// Write the tables of games, ratings and pairings to this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the arena in DIR
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

fn parse_elos(text: &str) -> Result<[f64; 2]> {
    let expected = "two numbers from -1000 to 1000, the first below the second, such as 0,50";
    let elos: Vec<f64> =
        text.split(',').map(|elo| within(elo.trim(), -1000.0..=1000.0, expected)).collect::<Result<_>>()?;
    match elos[..] {
        [elo0, elo1] if elo0 < elo1 => Ok([elo0, elo1]),
        _ => bail!("expected {expected}"),
    }
}

fn parse_chance(text: &str) -> Result<f64> {
    within(text, 0.0001..=0.49, "a chance from 0.0001 to 0.49, such as 0.05")
}

/// The result of a sequential test in one line.
fn sprt_line(test: &SequentialTest, bots: &[String]) -> String {
    let Sprt { elo0, elo1, alpha, beta } = test.sprt;
    let [first, second] = [&bots[0], &bots[1]];
    let found = match test.verdict {
        Some(Verdict::Second) => {
            format!("accepted: {first} is stronger than {second}, by closer to {elo1} than to {elo0} Elo")
        }
        Some(Verdict::First) => {
            format!("rejected: {first} is closer to {elo0} than to {elo1} Elo above {second}")
        }
        None => "undecided".to_owned(),
    };
    let look = test.looks.last().map_or_else(String::new, |look| {
        let (low, high) = (look.bounds.low, look.bounds.high);
        format!(
            " after {} pairs, log likelihood ratio {:.2}, bounds {low:.2} and {high:.2}",
            look.pairs, look.ratio
        )
    });
    format!("SPRT({elo0}, {elo1}), alpha {alpha}, beta {beta}: {found}{look}")
}

/// The results as text.
struct Table<'a> {
    plan: &'a ArenaPlan,
    standings: &'a Standings,
    took: &'a [TimeUsed],
    sides: BySide<&'static str>,
    /// True if a sequential test has ended the arena.
    biased: bool,
}

impl Table<'_> {
    /// The marker for biased estimates.
    fn mark(&self) -> &'static str {
        if self.biased { " (biased, see below)" } else { "" }
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let Self { plan, standings, .. } = self;
        if plan.scenarios.len() > 1 {
            self.ratings(None, "all scenarios", out)?;
        }
        for (index, scenario) in plan.scenarios.iter().enumerate() {
            self.ratings(Some(index), scenario, out)?;
        }
        writeln!(
            out,
            "\nPairings: score of the first in pairs, as {}, as {}; its Elo advantage over the second{}",
            self.sides.fln,
            self.sides.france,
            self.mark()
        )?;
        let scenarios = plan.scenarios.iter().enumerate();
        for (index, scenario) in scenarios {
            for pairing in standings.pairings(Some(index)) {
                let [first, second] = pairing.bots.map(|bot| name(plan, bot));
                let elo = pairing.elo.map_or_else(|| "none".to_owned(), |figure| elo(figure, true));
                let (pairs, mark) = (pairing.pairs, if pairing.penalized { "*" } else { "" });
                writeln!(
                    out,
                    "  {scenario} {first} - {second}: {}; {}; {}; {elo}{mark}; n = {pairs} pairs",
                    percent(pairing.score),
                    percent(pairing.by_side.fln),
                    percent(pairing.by_side.france)
                )?;
            }
        }
        let penalized = (0..plan.scenarios.len())
            .any(|index| standings.pairings(Some(index)).iter().any(|one| one.penalized));
        if penalized {
            writeln!(
                out,
                "* one bot won or lost everything: the fit is penalized to stay finite, and the number means \"at least about\""
            )?;
        }
        Ok(())
    }

    fn ratings(&self, scope: Option<usize>, title: &str, out: &mut impl Write) -> Result<()> {
        let Self { plan, standings, took, .. } = self;
        let Some(ratings) = standings.ratings(scope) else { return Ok(()) };
        writeln!(
            out,
            "\nRatings, {title}: Elo with 95 % intervals, {} = 1500{}",
            plan.bots[standings.anchor()],
            self.mark()
        )?;
        let mut rows: Vec<_> = ratings.bots.iter().collect();
        rows.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
        let names: Vec<_> = (0..plan.bots.len()).map(|bot| name(plan, bot)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let [fln, france] = [self.sides.fln, self.sides.france].map(|side| format!("as {side}"));
        let mut lines = vec![
            ["rating", &fln, &france, "games", "µs/decision", "CPU µs", "iterations"].map(str::to_owned),
        ];
        lines.extend(rows.iter().map(|rating| {
            let took = took[rating.bot];
            let timed = took.decisions > 0;
            let iterations =
                if took.iterations > 0 { format!("{:.0}", took.iterations_each()) } else { "-".to_owned() };
            [
                elo(rating.elo, false),
                percent(rating.score.fln),
                percent(rating.score.france),
                (rating.games.fln + rating.games.france).to_string(),
                if timed { format!("{:.1}", took.micros()) } else { "-".to_owned() },
                took.cpu_micros().map_or_else(|| "-".to_owned(), |micros| format!("{micros:.1}")),
                iterations,
            ]
        }));
        let widths: Vec<_> = (0..lines[0].len())
            .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        let names = [""].into_iter().chain(rows.iter().map(|rating| names[rating.bot].as_str()));
        for (name, line) in names.zip(&lines) {
            write!(out, "{name:width$}")?;
            for (cell, width) in line.iter().zip(&widths) {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)?;
        }
        let sides = ratings
            .sides
            .iter()
            .map(|term| format!("{} {}", plan.scenarios[term.scenario], elo(term.elo, true)));
        writeln!(
            out,
            "advantage of the FLN between equals, in Elo: {}",
            sides.collect::<Vec<_>>().join("; ")
        )?;
        if ratings.penalized {
            writeln!(out, "penalized to stay finite: a bot won or lost everything")?;
        }
        Ok(())
    }
}

/// The name of a bot in a table; long names are truncated and followed by the bot's number.
fn name(plan: &ArenaPlan, bot: usize) -> String {
    const ROOM: usize = 32;
    let name = &plan.bots[bot];
    if name.chars().count() <= ROOM {
        return name.clone();
    }
    let beginning: String = name.chars().take(ROOM - 8).collect();
    format!("{beginning}… [{}]", bot + 1)
}

fn elo(figure: Figure, signed: bool) -> String {
    let Figure { value, interval } = figure;
    if signed {
        format!("{value:+.0} ({:+.0} to {:+.0})", interval.low, interval.high)
    } else if interval.half_width() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.0} ({:.0} to {:.0})", interval.low, interval.high)
    }
}

fn percent(figure: Figure) -> String {
    let [value, low, high] = [figure.value, figure.interval.low, figure.interval.high].map(|one| one * 100.0);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

pub(crate) fn run(args: &ArenaArgs, out: &mut impl Write) -> Result<ExitCode> {
    let programs = args.programs.programs(args.bots.specs())?;
    let spec = ArenaSpec {
        game: Some(args.game),
        setting: args.setting.setting(),
        figures: args.setting.data.spec(),
        bots: args.bots.clone(),
        pairs: args.pairs,
        seed: args.seed,
        max_turns: args.max_turns,
        sprt: args.sprt.map(|elo| SprtInfo { elo, alpha: args.alpha, beta: args.beta, batch: args.batch }),
        programs,
    };
    if let (Some(shard), Some(folder)) = (args.shard.shard, &args.out) {
        let how = (&args.threads, args.quiet);
        return shard::play(&Parted::Arena(spec), shard, (folder, args.resume), how, out);
    }
    let (pool, stop) = (args.threads.pool()?, Stop::on_signal()?);
    spec.programs.iter().for_each(|programs| programs.halt_on(stop.flag()));
    let context =
        RunContext { out: args.out.as_deref(), resume: args.resume, ..RunContext::new(&pool, &stop) };
    let mut bar = None;
    let results = spec.run_in(&context, |pairs, all| {
        bar.get_or_insert_with(|| Bar::of(all, "pairs", args.quiet)).at(pairs);
    });
    bar.iter().for_each(Bar::finish);
    let results = results?;
    let ArenaResults { info, standings, took, test } = &results;
    let (plan, biased, count) = (&info.plan, results.is_decided(), standings.count());
    writeln!(out, "{}: {}", args.game.title(), setting_line(&info.setting))?;
    writeln!(
        out,
        "seed {}; up to {} pairs between any two bots in each scenario; {count} played",
        plan.seed, plan.pairs
    )?;
    writeln!(out, "{}", stamp_lines(&info.data, info.statement.as_ref()))?;
    Table { plan, standings, took, sides: args.game.sides(), biased }.print(out)?;
    if let Some(test) = test {
        writeln!(out, "\n{}", sprt_line(test, &plan.bots))?;
    }
    if biased {
        writeln!(out, "biased: {SEQUENTIAL}")?;
    }
    let forfeits = forfeit_lines(spec.programs.as_ref());
    if !forfeits.is_empty() {
        writeln!(out, "\n{}", forfeits.join("\n"))?;
    }
    if let Some(path) = &args.out {
        writeln!(out, "\nwritten to {}", path.display())?;
    }
    if results.is_stopped() {
        writeln!(out, "stopped after {count} of {} pairs: use --resume to continue", plan.jobs())?;
        return Ok(stop.code());
    }
    Ok(ExitCode::SUCCESS)
}
