//! `wilaya arena`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use wilaya_bots::{BotSpec, Roster, build, parse_list};
use wilaya_engine::notation::hash_text;
use wilaya_sim::arena::{
    ARENA_SCHEMA, ArenaFolder, ArenaFolderError, ArenaInfo, ArenaPlan, Figure, Look, SprtInfo, Standings,
    Took, arena,
};
use wilaya_sim::stats::{Sprt, Verdict};

use crate::games::{GameName, WithGame};
use crate::progress::Bar;
use crate::run::{DEFAULT_SEED, Threads, at_least_one};
use crate::setting::SettingArgs;
use crate::signals::Stop;
use crate::text::{SEQUENTIAL, reconstructed, setting_line, stamp, version};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya arena algeria --bots heuristic,sober,thrift\n  wilaya arena ici --bots mcts:iters=50,heuristic --scenario 1955,1959 --pairs 400 --out arenas/mcts\n  wilaya arena algeria --bots mcts,heuristic --sprt 0,50 --pairs 2000"
)]
#[command(mut_arg("scenario", |arg| arg.value_name("NAME,…").help("Scenarios, comma-separated [default: all]")))]
pub(crate) struct ArenaArgs {
    /// The game
    game: GameName,
    /// Two or more bots, comma-separated, as name[:key=value]…; `wilaya bots` lists them
    #[arg(long, value_name = "A,B,…", value_parser = parse_bots, help_heading = "Players")]
    bots: Bots,
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
    /// Stop once it is decided whether the first of two bots is at most ELO0 or at least ELO1 stronger than the second, both
    /// from -1000 to 1000
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_elos, help_heading = "Sequential test")]
    sprt: Option<[f64; 2]>,
    /// Chance of accepting ELO1 if ELO0 is true, from 0.0001 to 0.49
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_chance, requires = "sprt", help_heading = "Sequential test")]
    alpha: f64,
    /// Chance of accepting ELO0 if ELO1 is true, from 0.0001 to 0.49
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_chance, requires = "sprt", help_heading = "Sequential test")]
    beta: f64,
    /// Pairs between two looks at the result; at least 1
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one::<u64>, requires = "sprt", help_heading = "Sequential test")]
    batch: u64,
    /// Write the tables of games, ratings and pairings to this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Resume the arena in DIR
    #[arg(long, requires = "out", help_heading = "Output")]
    resume: bool,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// The bots of an arena.
#[derive(Clone, Debug)]
struct Bots(Vec<BotSpec>);

fn parse_bots(text: &str) -> Result<Bots, String> {
    let bots = parse_list(text).map_err(|error| error.to_string())?;
    if bots.len() < 2 {
        return Err("expected two bots or more, as heuristic,sober".to_owned());
    }
    let twice = bots.iter().enumerate().find(|(index, bot)| bots[..*index].contains(bot));
    match twice {
        Some((_, bot)) => Err(format!("{bot} is there twice: a bot has one place in the table")),
        None => Ok(Bots(bots)),
    }
}

fn parse_elos(text: &str) -> Result<[f64; 2], String> {
    let elos: Option<Vec<f64>> = text.split(',').map(|elo| elo.trim().parse().ok()).collect();
    match elos.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok([elo0, elo1])
        }
        _ => Err("expected two numbers from -1000 to 1000, the first below the second, as 0,50".to_owned()),
    }
}

fn parse_chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.0001..=0.49).contains(chance));
    chance.ok_or_else(|| "expected a chance from 0.0001 to 0.49, as 0.05".to_owned())
}

/// Why an arena ended before its last pair.
enum Halt {
    /// The sequential test has decided.
    Decided,
    Folder(ArenaFolderError),
}

/// The sequential test of an arena.
struct Test {
    sprt: Sprt,
    batch: u64,
    looks: Vec<Look>,
    verdict: Option<Verdict>,
}

impl Test {
    /// Looks at the pairs if it is time to: true once it has decided.
    fn decides(&mut self, standings: &Standings) -> bool {
        if standings.count().is_multiple_of(self.batch) && self.verdict.is_none() {
            let pairs = standings.by_scenario();
            let ratio = self.sprt.log_likelihood_ratio(&pairs);
            self.looks.push(Look { pairs: standings.count(), ratio, bounds: self.sprt.bounds() });
            self.verdict = self.sprt.verdict(&pairs);
        }
        self.verdict.is_some()
    }

    fn line(&self, bots: &[String]) -> String {
        let Sprt { elo0, elo1, alpha, beta } = self.sprt;
        let [first, second] = [&bots[0], &bots[1]];
        let found = match self.verdict {
            Some(Verdict::Second) => {
                format!("accepted: {first} is stronger than {second}, nearer to {elo1} than to {elo0} Elo")
            }
            Some(Verdict::First) => {
                format!("rejected: {first} is nearer to {elo0} than to {elo1} Elo above {second}")
            }
            None => "undecided".to_owned(),
        };
        let look = self.looks.last().map_or_else(String::new, |look| {
            let (low, high) = (look.bounds.low, look.bounds.high);
            format!(
                " after {} pairs, log likelihood ratio {:.2}, bounds {low:.2} and {high:.2}",
                look.pairs, look.ratio
            )
        });
        format!("SPRT({elo0}, {elo1}), alpha {alpha}, beta {beta}: {found}{look}")
    }
}

struct Run<'a, W> {
    args: &'a ArenaArgs,
    out: &'a mut W,
}

impl<W: Write> WithGame for Run<'_, W> {
    type Output = ExitCode;

    fn with<G: Roster>(self) -> Result<ExitCode> {
        let Self { args, out } = self;
        let bots = &args.bots.0;
        if args.sprt.is_some() && bots.len() != 2 {
            bail!("--sprt compares two bots: --bots names {}", bots.len());
        }
        let scenarios = args.setting.scenarios::<G>()?;
        if let Some((_, twice)) =
            scenarios.iter().enumerate().find(|(index, one)| scenarios[..*index].contains(one))
        {
            bail!("--scenario: {twice} is there twice");
        }
        let rules: Vec<_> =
            scenarios.iter().map(|scenario| args.setting.rules_of::<G>(scenario)).collect::<Result<_>>()?;
        let makers: Vec<_> = bots.iter().map(build::<G>).collect::<Result<_, _>>()?;
        let plan = ArenaPlan {
            seed: args.seed,
            pairs: args.pairs,
            max_turns: args.max_turns,
            bots: bots.iter().map(ToString::to_string).collect(),
            scenarios,
        };
        let figures = args.setting.data.figures::<G>()?;
        let setting = wilaya_engine::Setting { scenario: None, ..G::setting(&rules[0]) };
        let info = ArenaInfo {
            schema: ARENA_SCHEMA.to_owned(),
            version: version().to_owned(),
            command: std::env::args().collect(),
            game: G::NAME.to_owned(),
            data: hash_text(G::data_hash(&rules[0])),
            data_from: args.setting.data.data.as_ref().map(|path| path.display().to_string()),
            set: args.setting.data.set.iter().map(ToString::to_string).collect(),
            reconstructed: reconstructed(&figures),
            statement: G::statement(&rules[0]),
            plan: plan.clone(),
            setting,
            sprt: args.sprt.map(|elo| SprtInfo {
                elo,
                alpha: args.alpha,
                beta: args.beta,
                batch: args.batch,
            }),
        };
        let mut test = info.sprt.map(|SprtInfo { elo: [elo0, elo1], alpha, beta, batch }| Test {
            sprt: Sprt { elo0, elo1, alpha, beta },
            batch,
            looks: Vec::new(),
            verdict: None,
        });
        let mut standings = Standings::new(&plan);
        let mut took = vec![Took::default(); bots.len()];
        let stop = Stop::on_signal()?;
        let (mut folder, before) = match &args.out {
            Some(path) if args.resume => {
                let (folder, before) = ArenaFolder::resume(path, &info)?;
                (Some(folder), before)
            }
            Some(path) => (Some(ArenaFolder::create(path, &info)?), Vec::new()),
            None => (None, Vec::new()),
        };
        let pool = args.threads.pool()?;

        let mut decided = false;
        for pair in &before {
            standings.push(pair);
            decided |= test.as_mut().is_some_and(|test| test.decides(&standings));
        }
        let bar = Bar::of(plan.jobs(), "pairs", args.quiet);
        let first = standings.count();
        if !decided {
            let result = arena::<G, Halt>(&plan, (&rules, &makers), first, &pool, &stop, |pair, spent| {
                standings.push(pair);
                pair.job.bots.into_iter().zip(spent).for_each(|(bot, spent)| took[bot].add(spent));
                if let Some(folder) = &mut folder {
                    folder.push(pair).map_err(Halt::Folder)?;
                }
                bar.at(standings.count());
                let decided = test.as_mut().is_some_and(|test| test.decides(&standings));
                if decided { Err(Halt::Decided) } else { Ok(()) }
            });
            match result {
                Err(Halt::Folder(error)) => return Err(error.into()),
                Err(Halt::Decided) => decided = true,
                Ok(_) => {}
            }
        }
        bar.finish();
        if let Some(folder) = folder {
            let looks = test.as_ref().map_or(&[][..], |test| &test.looks);
            folder.finish(&standings, &took, looks)?;
        }

        writeln!(out, "{}: {}", G::TITLE, setting_line(&info.setting))?;
        writeln!(
            out,
            "seed {}; up to {} pairs of every two bots in each scenario; {} played",
            plan.seed,
            plan.pairs,
            standings.count()
        )?;
        stamp::<G>(&rules[0]).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let table = Table { plan: &plan, standings: &standings, took: &took, biased: decided };
        table.print(out)?;
        if let Some(test) = &test {
            writeln!(out, "\n{}", test.line(&plan.bots))?;
        }
        if decided {
            writeln!(out, "biased: {SEQUENTIAL}")?;
        }
        if let Some(path) = &args.out {
            writeln!(out, "\nwritten to {}", path.display())?;
        }
        let stopped = !decided && standings.count() < plan.jobs();
        if stopped {
            writeln!(out, "stopped after {} of {} pairs: --resume goes on", standings.count(), plan.jobs())?;
        }
        Ok(if stopped { stop.code() } else { ExitCode::SUCCESS })
    }
}

/// The results for a person.
struct Table<'a> {
    plan: &'a ArenaPlan,
    standings: &'a Standings,
    took: &'a [Took],
    /// A sequential test has ended the games.
    biased: bool,
}

impl Table<'_> {
    /// What stands beside estimates that are biased.
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
            "\nPairings: score of the first in pairs, as the FLN, as France; its strength above the second in Elo{}",
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
                "* one won or lost everything: the fit is penalized to stay finite, and the number means \"at least about\""
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
        let mut lines = vec![
            ["rating", "as the FLN", "as France", "games", "µs/decision", "iterations"].map(str::to_owned),
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
            writeln!(out, "penalized to stay finite: somebody won or lost everything")?;
        }
        Ok(())
    }
}

/// The name of a bot in a table: of a long one the beginning, and its number among the bots.
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
    args.game.with(Run { args, out })
}
