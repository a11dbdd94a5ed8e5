//! `wilaya signature`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wilaya_engine::notation::hash_text;
use wilaya_sim::{GameName, signature, with_game};

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

pub(crate) fn run(args: &SignatureArgs, out: &mut impl Write) -> Result<()> {
    let pool = args.threads.pool()?;
    writeln!(out, "{}", hash_text(with_game!(args.game, G => signature::<G>(&pool))?))?;
    Ok(())
}
