//! `wilaya replay`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_bots::Roster;
use wilaya_engine::Side;
use wilaya_engine::record::{Header, Record};
use wilaya_sim::{GameName, read_text, with_game};

use crate::log::replay;
use crate::setting::DataArgs;
use crate::text::{setting_line, stamp};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya replay runs/1959/records/17.jsonl\n  wilaya replay runs/1959/records/17.jsonl --side france"
)]
pub(crate) struct ReplayArgs {
    /// Record of a game, or - for standard input
    file: PathBuf,
    /// Show only what this side sees: fln or france
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// Check the record without showing the game
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    data: DataArgs,
}

fn show<G: Roster>(args: &ReplayArgs, text: &str, header: &Header, out: &mut impl Write) -> Result<()> {
    let rules = args.data.rules::<G>(&header.setting)?;
    let record = Record::<G>::parse(&rules, text)?;
    // The log is printed only once the whole record is known to be valid.
    let mut shown = Vec::new();
    replay(&rules, &record, args.side, &mut shown)?;
    let source = &record.source;
    writeln!(out, "{}: {}", G::TITLE, setting_line(&header.setting))?;
    writeln!(out, "{}", stamp::<G>(&rules))?;
    writeln!(
        out,
        "game {} of seed {}: {} {}, {} {}",
        source.index,
        source.seed,
        G::SIDES.fln,
        source.bots.fln,
        G::SIDES.france,
        source.bots.france
    )?;
    if !args.quiet {
        out.write_all(&shown)?;
    }
    let decisions = record.steps.len();
    match record.end.outcome {
        Some(outcome) => {
            let how =
                outcome.winner().map_or("a draw".to_owned(), |winner| format!("{} wins", G::SIDES[winner]));
            writeln!(out, "{how} in turn {} after {decisions} decisions", record.end.turn)?;
        }
        None => writeln!(out, "unfinished in turn {} after {decisions} decisions", record.end.turn)?,
    }
    Ok(())
}

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<()> {
    let text = read_text(&args.file)?;
    let mut play = || {
        let header = Header::parse(&text)?;
        let game = header.game.parse::<GameName>()?;
        with_game!(game, G => show::<G>(args, &text, &header, out))
    };
    play().with_context(|| args.file.display().to_string())
}
