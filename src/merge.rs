//! `wilaya merge`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use wilaya_engine::{Measured, Tally as _};
use wilaya_sim::{GameName, RunInfo, SHARD, merge, with_game};

use crate::shard;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya sim algeria --shard 1/2 --out one\n  wilaya sim algeria --shard 2/2 --out two\n  wilaya merge one two --out whole"
)]
pub(crate) struct MergeArgs {
    /// Folders of all shards
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// Write the whole run, sweep, impact or arena to this folder, or the table of a rollout to this file
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn run(args: &MergeArgs, out: &mut impl Write) -> Result<()> {
    let first = args.parts.first().map_or_else(PathBuf::new, Clone::clone);
    if first.join(SHARD).exists() {
        return shard::merge(&args.parts, &args.out, out);
    }
    let info = RunInfo::read(&first)?;
    let info = info.with_context(|| format!("{} is not a run: it has no run.toml", first.display()))?;
    let game = info.game.parse::<GameName>().with_context(|| first.display().to_string())?;
    let info = with_game!(game, G => merge(&args.parts, &args.out, &<G as Measured>::Tally::columns()))?;
    let played = info.played.unwrap_or_default();
    writeln!(out, "{played} games of {} shards, written to {}", args.parts.len(), args.out.display())?;
    Ok(())
}
