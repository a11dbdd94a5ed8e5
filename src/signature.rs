//! `wilaya signature`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wilaya_bots::Roster;
use wilaya_engine::notation::hash_text;
use wilaya_sim::{GameName, WithGame, signature};

use crate::run::Threads;
use crate::setting::game_name;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya signature algeria\n  wilaya signature ici --threads 1")]
pub(crate) struct SignatureArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    #[command(flatten)]
    threads: Threads,
}

struct Sign<'a>(&'a Threads);

impl WithGame for Sign<'_> {
    type Output = Result<u64>;

    fn with<G: Roster>(self) -> Result<u64> {
        Ok(signature::<G>(&self.0.pool()?)?)
    }
}

pub(crate) fn run(args: &SignatureArgs, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}", hash_text(args.game.with(Sign(&args.threads))?))?;
    Ok(())
}
