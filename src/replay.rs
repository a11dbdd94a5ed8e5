//! `wilaya replay`

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_bots::Roster;
use wilaya_engine::Side;
use wilaya_engine::record::{Header, Record};
use wilaya_sim::{GameName, WithGame, read_text};

use crate::log::Log;
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

struct Replay<'a, W> {
    args: &'a ReplayArgs,
    text: &'a str,
    header: &'a Header,
    out: &'a mut W,
}

impl<W: Write> WithGame for Replay<'_, W> {
    type Output = Result<()>;

    fn with<G: Roster>(self) -> Result<()> {
        let Self { args, text, header, out } = self;
        let rules = args.data.rules::<G>(&header.setting)?;
        let record = Record::<G>::parse(&rules, text)?;
        // The log appears only when the whole record has proved right.
        let mut shown = Vec::new();
        let mut result: io::Result<()> = Ok(());
        let mut log = Log::<G, _>::new(&rules, args.side, &mut shown);
        record.replay(&rules, |step, state, events| {
            if args.quiet || result.is_err() {
                return;
            }
            result = match step {
                None => log.start(state, &record.rolls, events),
                Some(step) => log.step(step, state, events),
            };
        })?;
        result?;
        log.finish()?;
        let source = &record.source;
        writeln!(out, "{}: {}", G::TITLE, setting_line(&header.setting))?;
        stamp::<G>(&rules).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(
            out,
            "game {} of seed {}: FLN {}, France {}",
            source.index, source.seed, source.bots.fln, source.bots.france
        )?;
        out.write_all(&shown)?;
        let decisions = record.steps.len();
        match record.end.outcome {
            Some(outcome) => {
                let how = outcome.winner().map_or("a draw".to_owned(), |winner| format!("{winner} wins"));
                writeln!(out, "{how} in turn {} after {decisions} decisions", record.end.turn)?;
            }
            None => writeln!(out, "unfinished in turn {} after {decisions} decisions", record.end.turn)?,
        }
        Ok(())
    }
}

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<()> {
    let text = read_text(&args.file)?;
    let mut play = || {
        let header = Header::parse(&text)?;
        let game = header.game.parse::<GameName>()?;
        game.with(Replay { args, text: &text, header: &header, out })
    };
    play().with_context(|| args.file.display().to_string())
}
