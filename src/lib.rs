//! The command-line program: reads the arguments and leaves the rest to the libraries.

mod arena;
mod bot;
mod bots;
mod data;
mod dice;
mod impact;
mod log;
mod merge;
mod output;
mod page;
mod play;
mod position;
mod programs;
mod progress;
mod replay;
mod report;
mod rollout;
mod run;
mod setting;
mod shard;
mod shell;
mod signals;
mod signature;
mod sim;
mod suite;
mod sweep;
mod text;
mod tune;

use std::ffi::OsString;
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
    /// Play many games between bots and report who wins
    Sim(sim::SimArgs),
    /// Estimate how much each chit, event or kind of action affects who wins
    Impact(impact::ImpactArgs),
    /// Vary figures with the same dice and compare the results
    Sweep(sweep::SweepArgs),
    /// Play out each legal action of a position and report how often it wins
    Rollout(rollout::RolloutArgs),
    /// Write an HTML page with charts and tables of a run, impact, sweep or arena
    Report(page::ReportArgs),
    /// Merge the shards of a run
    Merge(merge::MergeArgs),
    /// Rate bots by pairs of games with sides swapped
    Arena(arena::ArenaArgs),
    /// Tune the weights of a bot by self-play and against other bots
    Tune(tune::TuneArgs),
    /// Create, show and change positions
    #[command(subcommand)]
    Position(position::PositionCommand),
    /// Draw test positions with proved answers, and score bots on them
    #[command(subcommand)]
    Suite(suite::SuiteCommand),
    /// Replay, check and show a recorded game
    Replay(replay::ReplayArgs),
    /// List the bots of a game and their keys
    Bots(bots::BotsArgs),
    /// Play as a bot on standard input and output, for another program
    Bot(bot::BotArgs),
    /// List, export and check the figures of a game
    #[command(subcommand)]
    Data(data::DataCommand),
    /// Print a hash of a fixed set of games, which changes with any change of behaviour
    Signature(signature::SignatureArgs),
    /// Print shell completions
    Completions(shell::CompletionsArgs),
    /// Print the man page
    Man,
}

/// Runs the program with a command line, whose first word is the name of the program, and returns its exit status.
///
/// It handles signals, and uses the standard streams of the process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(words) {
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
    let done = |()| ExitCode::SUCCESS;
    let result = match cli.command {
        Command::Play(args) => play::run(&args, out).map(done),
        Command::Sim(args) => sim::run(&args, out),
        Command::Impact(args) => impact::run(&args, out),
        Command::Sweep(args) => sweep::run(&args, out),
        Command::Rollout(args) => rollout::run(&args, out),
        Command::Report(args) => page::run(&args, out).map(done),
        Command::Merge(args) => merge::run(&args, out).map(done),
        Command::Arena(args) => arena::run(&args, out),
        Command::Tune(args) => tune::run(&args, out),
        Command::Position(command) => position::run(&command, out).map(done),
        Command::Suite(command) => suite::run(&command, out),
        Command::Replay(args) => replay::run(&args, out).map(done),
        Command::Bot(args) => bot::run(&args, out).map(done),
        Command::Bots(args) => bots::run(&args, out).map(done),
        Command::Data(command) => data::run(&command, out).map(done),
        Command::Completions(args) => shell::completions(&args, Cli::command(), out).map(done),
        Command::Man => shell::man(Cli::command(), out).map(done),
        Command::Signature(args) => signature::run(&args, out).map(done),
    };
    ended(result.and_then(|code| Ok(out.flush().map(|()| code)?)))
}

/// The exit status of the program; prints a message if there was an error.
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

/// Writes a message for the user; an error in writing it is ignored.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "wilaya: {message}");
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _, Parser as _};

    use super::Cli;

    /// The commands without subcommands.
    fn leaves<'a>(command: &'a Command, all: &mut Vec<&'a Command>) {
        if command.get_subcommands().next().is_none() {
            all.push(command);
        }
        command.get_subcommands().for_each(|below| leaves(below, all));
    }

    #[test]
    fn every_command_ends_its_help_with_examples_that_it_takes() {
        let cli = Cli::command();
        let mut all = Vec::new();
        leaves(&cli, &mut all);
        for command in all.into_iter().filter(|command| command.get_name() != "man") {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<_> =
                help.lines().skip(1).map(str::trim).take_while(|line| !line.is_empty()).collect();
            assert!((2..=3).contains(&examples.len()), "{name}: {help}");
            for example in examples {
                let refused = Cli::try_parse_from(example.split(' ')).err();
                assert!(refused.is_none(), "{name}: {example}: {refused:?}");
            }
        }
    }

    /// An option without a heading would appear under that of the options before it.
    #[test]
    fn options_stand_below_the_right_heading() {
        let cli = Cli::command();
        let heading = |command: &str, option: &str| {
            let command = cli.find_subcommand(command).expect("a command");
            let arg = command.get_arguments().find(|arg| arg.get_long() == Some(option)).expect("an option");
            arg.get_help_heading().filter(|_| !arg.is_hide_set())
        };
        for option in ["games", "seed", "threads", "max-turns", "luck", "until-ci", "game"] {
            assert_eq!(heading("sim", option), Some("Run"), "{option}");
        }
        for option in ["seed", "threads", "max-turns"] {
            assert_eq!(heading("arena", option), Some("Run"), "{option}");
            assert_eq!(heading("tune", option), Some("Run"), "{option}");
        }
        assert_eq!(heading("sweep", "vary"), Some("Figures"));
        for refused in ["from", "pairs", "luck"] {
            assert_eq!(heading("impact", refused), None, "{refused}");
        }
    }
}
