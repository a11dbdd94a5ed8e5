//! The command-line program: it reads the arguments, and leaves the rest to the libraries.

mod arena;
mod bots;
mod config;
mod data;
mod dice;
mod games;
mod impact;
mod log;
mod merge;
mod output;
mod page;
mod play;
mod position;
mod progress;
mod replay;
mod report;
mod rollout;
mod run;
mod setting;
mod shell;
mod signals;
mod signature;
mod sim;
mod sweep;
mod text;
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};
use output::{Output, OutputError};

/// An AI opponent and Monte Carlo toolkit for two board wargames of the Algerian War.
#[derive(Debug, Parser)]
#[command(name = "wilaya", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play against a bot, in the browser or in the terminal
    Play(play::PlayArgs),
    /// Play many games between bots, and say who won
    Sim(sim::SimArgs),
    /// Say what each chit, event or kind of action is worth
    Impact(impact::ImpactArgs),
    /// Play with changed figures and the same dice, and say what that changes
    Sweep(sweep::SweepArgs),
    /// Play out each choice of a position, and say how often it wins
    Rollout(rollout::RolloutArgs),
    /// Write a page with the figures of a folder: of a run, an impact, a sweep or an arena
    Report(page::ReportArgs),
    /// Put the parts of a run together that were played with --shard
    Merge(merge::MergeArgs),
    /// Let bots play pairs of games with sides swapped, in all scenarios or in those of --scenario NAME,…, and rate them
    Arena(arena::ArenaArgs),
    /// Find weights of a bot by play against itself and others
    Tune(tune::TuneArgs),
    /// Make, show and change positions
    #[command(subcommand)]
    Position(position::PositionCommand),
    /// Play a record back, check it and show it
    Replay(replay::ReplayArgs),
    /// List the bots of a game and their keys
    Bots(bots::BotsArgs),
    /// List, export and check the figures of a game
    #[command(subcommand)]
    Data(data::DataCommand),
    /// Print a hash over a fixed set of games: any change of behaviour changes it
    Signature(signature::SignatureArgs),
    /// Print the completions of a shell
    Completions(shell::CompletionsArgs),
    /// Print a man page
    Man,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error)
            if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            let printed = error.print().and_then(|()| io::stdout().flush()).map_err(OutputError::wrap);
            return ended(printed.map(|()| code_of(&error)).map_err(Into::into));
        }
        Err(error) => {
            let text = error.render().to_string();
            complain(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
            return code_of(&error);
        }
    };
    let out = &mut Output::new();
    let result = match cli.command {
        Command::Play(args) => play::run(&args, out).map(|()| ExitCode::SUCCESS),
        Command::Sim(args) => sim::run(&args, out),
        Command::Impact(args) => impact::run(&args, out),
        Command::Sweep(args) => sweep::run(&args, out),
        Command::Rollout(args) => rollout::run(&args, out),
        Command::Report(args) => page::run(&args, out).map(|()| ExitCode::SUCCESS),
        Command::Merge(args) => merge::run(&args, out).map(|()| ExitCode::SUCCESS),
        Command::Arena(args) => arena::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Position(command) => position::run(&command, out).map(|()| ExitCode::SUCCESS),
        Command::Replay(args) => replay::run(&args, out).map(|()| ExitCode::SUCCESS),
        Command::Bots(args) => bots::run(&args, out).map(|()| ExitCode::SUCCESS),
        Command::Data(command) => data::run(&command, out).map(|()| ExitCode::SUCCESS),
        Command::Completions(args) => {
            shell::completions(&args, Cli::command(), out).map(|()| ExitCode::SUCCESS)
        }
        Command::Man => shell::man(Cli::command(), out).map(|()| ExitCode::SUCCESS),
        Command::Signature(args) => signature::run(&args, out).map(|()| ExitCode::SUCCESS),
    };
    ended(result.and_then(|code| Ok(out.flush().map(|()| code)?)))
}

/// The status that the program ends with, after a message if something is wrong.
fn ended(result: anyhow::Result<ExitCode>) -> ExitCode {
    result.unwrap_or_else(|error| {
        match OutputError::behind(&error) {
            Some(closed) if closed.is_closed_pipe() => return ExitCode::SUCCESS,
            Some(why) => complain(&why.to_string()),
            None => complain(&format!("{error:#}")),
        }
        ExitCode::FAILURE
    })
}

fn code_of(error: &clap::Error) -> ExitCode {
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Writes a message for the person at the terminal; if even that fails, there is nobody to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "wilaya: {message}");
}
