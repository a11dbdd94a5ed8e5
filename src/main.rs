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
mod signature;
mod sim;
mod sweep;
mod text;
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

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
            error.exit()
        }
        Err(error) => {
            let code = error.exit_code();
            let text = error.render().to_string();
            complain(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
            return ExitCode::from(u8::try_from(code).unwrap_or(2));
        }
    };
    let out = &mut io::stdout().lock();
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
    let result = result.and_then(|code| Ok(out.flush().map(|()| code)?));
    match result {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a message for the person at the terminal; if even that fails, there is nobody to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "wilaya: {message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
