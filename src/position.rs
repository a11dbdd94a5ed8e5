//! `wilaya position`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use wilaya_bots::Roster;
use wilaya_engine::dice::RecordingDice;
use wilaya_engine::notation::hash_text;
use wilaya_engine::position::Position;
use wilaya_engine::record::Step;
use wilaya_engine::{Actions, Side, Status, try_apply};
use wilaya_sim::{DEFAULT_SEED, GameName, WithGame, files, read_text};

use crate::dice::DiceArgs;
use crate::log::Log;
use crate::setting::{DataArgs, SettingArgs, game_name};
use crate::text::{setting_line, stamp};

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

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    #[default]
    Text,
    /// JSON for scripts
    Json,
}

struct New<'a>(&'a NewArgs);

impl WithGame for New<'_> {
    type Output = Result<String>;

    fn with<G: Roster>(self) -> Result<String> {
        let Self(args) = self;
        let rules = args.setting.data.rules::<G>(&args.setting.setting())?;
        let mut dice = args.dice.rolling::<G>(&rules, Some(DEFAULT_SEED))?;
        let state = G::start(&rules, &mut dice, &mut ());
        dice.finish::<G>(&rules)?;
        Ok(Position::new::<G>(&rules, &state).to_text())
    }
}

struct Show<'a, W>(&'a ShowArgs, &'a Position, &'a mut W);

impl<W: Write> WithGame for Show<'_, W> {
    type Output = Result<()>;

    fn with<G: Roster>(self) -> Result<()> {
        let Self(args, position, out) = self;
        let rules = args.data.rules::<G>(&position.setting)?;
        let mut state = position.state::<G>(&rules)?;
        if let Some(side) = args.side {
            state = *G::observe(&rules, &state, side).state();
        }
        writeln!(out, "{}: {}", G::TITLE, setting_line(&position.setting))?;
        stamp::<G>(&rules).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        write!(out, "{}", G::describe(&rules, &state, args.side))?;
        match G::status(&state) {
            Status::Decision { side, kind } => writeln!(out, "{side} to decide: {kind}")?,
            Status::Over(outcome) => match outcome.winner() {
                Some(winner) => writeln!(out, "{winner} has won")?,
                None => writeln!(out, "a draw")?,
            },
        }
        Ok(())
    }
}

struct Moves<'a, W>(&'a MovesArgs, &'a Position, &'a mut W);

impl<W: Write> WithGame for Moves<'_, W> {
    type Output = Result<()>;

    fn with<G: Roster>(self) -> Result<()> {
        let Self(args, position, out) = self;
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
            writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
            return Ok(());
        }
        stamp::<G>(&rules).iter().try_for_each(|line| writeln!(out, "# {line}"))?;
        match decision {
            Some((side, kind)) => writeln!(out, "# {side} to decide: {kind}")?,
            None => writeln!(out, "# the game is over")?,
        }
        legal.iter().try_for_each(|action| writeln!(out, "{action}"))?;
        Ok(())
    }
}

struct Apply<'a>(&'a ApplyArgs, &'a Position);

impl WithGame for Apply<'_> {
    /// The new position, and a log of what happened.
    type Output = Result<(String, Vec<u8>)>;

    fn with<G: Roster>(self) -> Result<(String, Vec<u8>)> {
        let Self(args, position) = self;
        let rules = args.data.rules::<G>(&position.setting)?;
        let mut state = position.state::<G>(&rules)?;
        let mut dice = RecordingDice::new(args.dice.rolling::<G>(&rules, None)?);
        let mut shown = Vec::new();
        stamp::<G>(&rules).iter().try_for_each(|line| writeln!(shown, "{line}"))?;
        let mut log = Log::<G, _>::new(&rules, None, &mut shown).from(&state);
        for text in &args.actions {
            let wrong = || format!("action \"{text}\"");
            let action = G::parse_action(&rules, text).map_err(anyhow::Error::msg).with_context(wrong)?;
            let Status::Decision { side, kind } = G::status(&state) else {
                bail!("action \"{text}\": the game is over");
            };
            let mut events = Vec::new();
            try_apply::<G, _, _>(&rules, &mut state, action, &mut dice, &mut events)
                .map_err(|error| anyhow::anyhow!("action {error}: \"position moves\" lists what is"))?;
            dice.inner().check::<G>(&rules)?;
            let audience = G::action_audience(side, kind, action);
            let step = Step { side, action, audience, rolls: dice.take(), line: 0 };
            log.step(&step, &state, &events)?;
        }
        log.finish()?;
        dice.into_inner().finish::<G>(&rules)?;
        Ok((Position::new::<G>(&rules, &state).to_text(), shown))
    }
}

/// Reads a position and does something with it; errors name the file.
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
            let position = args.game.with(New(args))?;
            match &args.out {
                Some(file) => files::replace(file, &position)?,
                None => write!(out, "{position}")?,
            }
            Ok(())
        }
        PositionCommand::Show(args) => {
            with_position(&args.file, |game, position| game.with(Show(args, position, out)))
        }
        PositionCommand::Moves(args) => {
            with_position(&args.file, |game, position| game.with(Moves(args, position, out)))
        }
        PositionCommand::Apply(args) => {
            let (position, log) =
                with_position(&args.file, |game, position| game.with(Apply(args, position)))?;
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
