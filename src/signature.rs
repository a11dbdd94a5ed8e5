//! `wilaya signature`

use std::io::Write;

use anyhow::Result;
use clap::Args;
use wilaya_engine::notation::hash_text;
use wilaya_sim::{GameName, signature, with_game};

use crate::run::Threads;
use crate::setting::game_name;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya signature algeria\n  wilaya signature ici --scenario 1959")]
pub(crate) struct SignatureArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// Scenario of the games [default: all]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &SignatureArgs, out: &mut impl Write) -> Result<()> {
    let pool = args.threads.pool()?;
    let signature = with_game!(args.game, G => signature::<G>(&pool, args.scenario.as_deref()))?;
    writeln!(out, "{}", hash_text(signature))?;
    Ok(())
}
