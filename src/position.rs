//! `wilaya position`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use wilaya_bots::Roster;
use wilaya_bots::analysis::{Odds, OddsMethod, OddsOptions, TrackOdds};
use wilaya_engine::dice::RecordingDice;
use wilaya_engine::notation::hash_text;
use wilaya_engine::position::Position;
use wilaya_engine::record::Step;
use wilaya_engine::{Actions, BySide, IllegalAction, Side, Status, try_apply};
use wilaya_sim::{DEFAULT_SEED, GameName, files, read_text, with_game};

use crate::dice::DiceArgs;
use crate::log::Log;
use crate::run::at_least_one;
use crate::setting::{DataArgs, SettingArgs, game_name};
use crate::text::{print_json, setting_line, stamp, version};

#[derive(Debug, Subcommand)]
pub(crate) enum PositionCommand {
    /// Set up a game and write its first position
    New(NewArgs),
    /// Show a position
    Show(ShowArgs),
    /// List the legal actions in notation, one per line
    Moves(MovesArgs),
    /// Play actions and write the resulting position
    Apply(ApplyArgs),
    /// Show what an action may lead to, with probabilities
    Odds(OddsArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya position new algeria --scenario 1954 --seed 7 --out position.json\n  wilaya position new ici --setup free"
)]
pub(crate) struct NewArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    #[command(flatten)]
    setting: SettingArgs,
    #[command(flatten)]
    dice: DiceArgs,
    /// Write the position to this file [default: standard output]
    #[arg(long, help_heading = "Output", value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya position show position.json\n  wilaya position show position.json --side france"
)]
pub(crate) struct ShowArgs {
    /// Position file, or - for standard input
    file: PathBuf,
    /// Show only what this side sees: fln or france
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya position moves position.json\n  wilaya position moves position.json --format json"
)]
pub(crate) struct MovesArgs {
    /// Position file, or - for standard input
    file: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya position apply position.json remove-police:III-3 --seed 3 --out next.json\n  wilaya position apply position.json remove-police:III-3 remove-police:ORAN"
)]
pub(crate) struct ApplyArgs {
    /// Position file, or - for standard input
    file: PathBuf,
    /// Actions in notation, in order
    #[arg(required = true, value_name = "ACTION")]
    actions: Vec<String>,
    #[command(flatten)]
    dice: DiceArgs,
    /// Write the new position to this file [default: standard output]
    #[arg(long, help_heading = "Output", value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya position odds position.json in:III-3\n  wilaya position odds position.json purge:2A --samples 20000 --format json"
)]
pub(crate) struct OddsArgs {
    /// Position file, or - for standard input
    file: PathBuf,
    /// Action in notation
    action: String,
    /// Enumerate up to this many outcomes of the dice; beyond that, sample them
    #[arg(long, value_name = "N", default_value_t = OddsOptions::default().leaves)]
    leaves: u64,
    /// Samples beyond --leaves, and positions to draw if something is hidden; at least 1
    #[arg(long, value_name = "N", default_value_t = OddsOptions::default().samples, value_parser = at_least_one::<u64>)]
    samples: u64,
    /// Seed of sampled dice and drawn positions
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    data: DataArgs,
}

/// The output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    #[default]
    Text,
    /// JSON for scripts
    Json,
}

fn new<G: Roster>(args: &NewArgs) -> Result<String> {
    let rules = args.setting.data.rules::<G>(&args.setting.setting())?;
    let mut dice = args.dice.rolling::<G>(&rules, Some(DEFAULT_SEED))?;
    let state = G::start(&rules, &mut dice, &mut ());
    dice.finish::<G>(&rules)?;
    Ok(Position::new::<G>(&rules, &state).to_text())
}

fn show<G: Roster>(args: &ShowArgs, position: &Position, out: &mut impl Write) -> Result<()> {
    let rules = args.data.rules::<G>(&position.setting)?;
    let mut state = position.state::<G>(&rules)?;
    if let Some(side) = args.side {
        state = *G::observe(&rules, &state, side).state();
    }
    writeln!(out, "{}: {}", G::TITLE, setting_line(&position.setting))?;
    writeln!(out, "{}", stamp::<G>(&rules))?;
    write!(out, "{}", G::describe(&rules, &state, args.side))?;
    match G::status(&state) {
        Status::Decision { side, kind } => writeln!(out, "{} to decide: {kind}", G::SIDES[side])?,
        Status::Over(outcome) => match outcome.winner() {
            Some(winner) => writeln!(out, "{} has won", G::SIDES[winner])?,
            None => writeln!(out, "a draw")?,
        },
    }
    Ok(())
}

fn moves<G: Roster>(args: &MovesArgs, position: &Position, out: &mut impl Write) -> Result<()> {
    let rules = args.data.rules::<G>(&position.setting)?;
    let state = position.state::<G>(&rules)?;
    let mut legal = Actions::<G>::new();
    if G::status(&state).side().is_some() {
        G::legal(&rules, &state, &mut legal);
    }
    let legal: Vec<_> = legal.iter().map(|&action| G::action_text(&rules, action)).collect();
    let decision = match G::status(&state) {
        Status::Decision { side, kind } => Some((side, kind.to_string())),
        Status::Over(_) => None,
    };
    if args.format == Format::Json {
        let mut value = json!({
            "game": G::NAME,
            "data": hash_text(G::data_hash(&rules)),
            "side": decision.as_ref().map(|(side, _)| side.name()),
            "decision": decision.as_ref().map(|(_, kind)| kind),
            "actions": legal,
        });
        if let Some(statement) = G::statement(&rules) {
            value["statement"] = statement.into();
        }
        return print_json(out, &value);
    }
    stamp::<G>(&rules).lines().try_for_each(|line| writeln!(out, "# {line}"))?;
    match decision {
        Some((side, kind)) => writeln!(out, "# {} to decide: {kind}", G::SIDES[side])?,
        None => writeln!(out, "# the game is over")?,
    }
    legal.iter().try_for_each(|action| writeln!(out, "{action}"))?;
    Ok(())
}

/// The new position, and a log of what happened.
fn apply<G: Roster>(args: &ApplyArgs, position: &Position) -> Result<(String, Vec<u8>)> {
    let rules = args.data.rules::<G>(&position.setting)?;
    let mut state = position.state::<G>(&rules)?;
    let mut dice = RecordingDice::new(args.dice.rolling::<G>(&rules, None)?);
    let mut shown = Vec::new();
    writeln!(shown, "{}", stamp::<G>(&rules))?;
    let mut log = Log::<G, _>::new(&rules, None, &mut shown).from(&state);
    for text in &args.actions {
        let action = parse_action::<G>(&rules, text)?;
        let Status::Decision { side, kind } = G::status(&state) else {
            bail!("action \"{text}\": the game is over");
        };
        let mut events = Vec::new();
        try_apply::<G, _, _>(&rules, &mut state, action, &mut dice, &mut events)
            .map_err(|error| illegal(&error))?;
        dice.inner().check::<G>(&rules)?;
        let audience = G::action_audience(side, kind, action);
        let step = Step { side, action, audience, rolls: dice.take(), line: 0 };
        log.step(&step, &state, &events)?;
    }
    log.finish()?;
    dice.into_inner().finish::<G>(&rules)?;
    Ok((Position::new::<G>(&rules, &state).to_text(), shown))
}

fn odds<G: Roster>(args: &OddsArgs, position: &Position, out: &mut impl Write) -> Result<()> {
    let rules = args.data.rules::<G>(&position.setting)?;
    let state = position.state::<G>(&rules)?;
    let action = parse_action::<G>(&rules, &args.action)?;
    let Status::Decision { side, .. } = G::status(&state) else {
        bail!("action \"{}\": the game is over", args.action);
    };
    let options = OddsOptions { leaves: args.leaves, samples: args.samples, seed: args.seed };
    let seen = G::observe(&rules, &state, side);
    let odds = Odds::new::<G>(&rules, &seen, action, options).map_err(|error| illegal(&error))?;
    if args.format == Format::Json {
        let mut value = json!({
            "game": G::NAME,
            "version": version(),
            "data": hash_text(G::data_hash(&rules)),
            "statement": G::statement(&rules),
            "setting": position.setting,
            "seed": args.seed,
        });
        if let (Some(all), Value::Object(odds)) = (value.as_object_mut(), serde_json::to_value(&odds)?) {
            all.extend(odds);
        }
        return print_json(out, &value);
    }
    writeln!(out, "{}: {}", G::TITLE, setting_line(&position.setting))?;
    writeln!(out, "{}", stamp::<G>(&rules))?;
    write_odds(&odds, G::SIDES, out)
}

/// How the odds were found, in one line.
fn method_line(side: &str, method: OddsMethod) -> String {
    let interval = "95 % intervals (Wilson) in parentheses";
    match method {
        OddsMethod::Exact { leaves: 1 } => "no dice, nothing hidden: certain".to_owned(),
        OddsMethod::Exact { leaves } => format!("exact: all {leaves} outcomes of the dice"),
        OddsMethod::Sampled { n } => {
            format!("sampled: {n} rolls of the dice, which have more outcomes than --leaves; {interval}")
        }
        OddsMethod::Worlds { n, enumerated, leaves } => {
            let (dice, alike) = match enumerated {
                0 => ("the dice rolled once in each".to_owned(), ""),
                all if all == n => (
                    format!("all {leaves} outcomes of the dice in them"),
                    "; odds without an interval are the same in all of them",
                ),
                some => (
                    format!("all {leaves} outcomes of the dice in {some} of them, one roll in the others"),
                    "",
                ),
            };
            format!("sampled: {n} positions consistent with what {side} sees, {dice}; {interval}{alike}")
        }
    }
}

/// Writes odds as text.
fn write_odds(odds: &Odds, sides: BySide<&str>, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{} plays {}", sides[odds.side], odds.action)?;
    writeln!(out, "{}", method_line(sides[odds.side], odds.method))?;
    let moving = odds.tracks.iter().filter(|track| track.changes.iter().any(|one| one.change != 0));
    let moving: Vec<_> = moving.collect();
    if !moving.is_empty() {
        writeln!(out, "\ntracks")?;
    }
    let width = moving.iter().map(|track| track.track.len()).max().unwrap_or(0);
    for TrackOdds { track, before, mean, interval, changes } in moving {
        let interval = interval.map(|interval| format!(" ({:+.2} to {:+.2})", interval.low, interval.high));
        let changes: Vec<_> = changes.iter().map(|one| format!("{:+}: {}", one.change, one.chance)).collect();
        let interval = interval.unwrap_or_default();
        writeln!(out, "  {track:width$}  {before}; mean {mean:+.2}{interval}; {}", changes.join(", "))?;
    }
    let next = odds.next.iter().map(|one| (one.chance.to_string(), one.next.words(sides)));
    let events = odds.events.iter().map(|one| (one.chance.to_string(), one.event.clone()));
    for (heading, lines) in [("next", next.collect::<Vec<_>>()), ("events", events.collect())] {
        if !lines.is_empty() {
            writeln!(out, "\n{heading}")?;
        }
        let width = lines.iter().map(|(chance, _)| chance.len()).max().unwrap_or(0);
        for (chance, line) in lines {
            writeln!(out, "  {chance:width$}  {line}")?;
        }
    }
    Ok(())
}

/// Reads an action in notation; errors name it.
fn parse_action<G: Roster>(rules: &G::Rules, text: &str) -> Result<G::Action> {
    G::parse_action(rules, text).with_context(|| format!("action \"{text}\""))
}

fn illegal(error: &IllegalAction) -> anyhow::Error {
    anyhow::anyhow!("action {error}: \"position moves\" lists the legal ones")
}

/// Reads a position and uses it; errors name the file.
fn with_position<T>(file: &Path, what: impl FnOnce(GameName, &Position) -> Result<T>) -> Result<T> {
    let text = read_text(file)?;
    let play = || {
        let position = Position::parse(&text)?;
        what(position.game.parse::<GameName>()?, &position)
    };
    play().with_context(|| file.display().to_string())
}

pub(crate) fn run(command: &PositionCommand, out: &mut impl Write) -> Result<()> {
    match command {
        PositionCommand::New(args) => {
            let position = with_game!(args.game, G => new::<G>(args))?;
            match &args.out {
                Some(file) => files::replace(file, &position)?,
                None => write!(out, "{position}")?,
            }
            Ok(())
        }
        PositionCommand::Show(args) => {
            with_position(&args.file, |game, position| with_game!(game, G => show::<G>(args, position, out)))
        }
        PositionCommand::Moves(args) => {
            with_position(&args.file, |game, position| with_game!(game, G => moves::<G>(args, position, out)))
        }
        PositionCommand::Odds(args) => {
            with_position(&args.file, |game, position| with_game!(game, G => odds::<G>(args, position, out)))
        }
        PositionCommand::Apply(args) => {
            let (position, log) = with_position(
                &args.file,
                |game, position| with_game!(game, G => apply::<G>(args, position)),
            )?;
            match &args.out {
                Some(file) => {
                    files::replace(file, &position)?;
                    out.write_all(&log)?;
                }
                None => write!(out, "{position}")?,
            }
            Ok(())
        }
    }
}
