//! Sweeps, impacts, arenas and rollouts in shards.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use wilaya_sim::{Parted, RunContext, Shard, merge_parts};

use crate::progress::Bar;
use crate::run::Threads;
use crate::signals::Stop;

#[derive(Debug, Args)]
pub(crate) struct ShardArgs {
    /// Play only shard I of N, from 1/N to N/N, into the folder of --out; `wilaya merge` combines them
    #[arg(long, value_name = "I/N", requires = "out", help_heading = "Output")]
    pub(crate) shard: Option<Shard>,
}

/// Plays a shard of a command into a folder.
pub(crate) fn play(
    command: &Parted,
    shard: Shard,
    (folder, resume): (&Path, bool),
    (threads, quiet): (&Threads, bool),
    out: &mut impl Write,
) -> Result<ExitCode> {
    let (pool, stop) = (threads.pool()?, Stop::on_signal()?);
    let context = RunContext { resume, ..RunContext::new(&pool, &stop) };
    let mut bar = None;
    let whole = command.play(shard, folder, &context, |done, all| {
        bar.get_or_insert_with(|| Bar::of(all, "games", quiet)).at(done);
    });
    bar.iter().for_each(Bar::finish);
    if whole? {
        writeln!(out, "shard {shard}, written to {}: `wilaya merge` combines the shards", folder.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "stopped: use --resume to continue from what is in --out")?;
    Ok(stop.code())
}

/// Merges the shards of a command.
pub(crate) fn merge(folders: &[PathBuf], folder: &Path, out: &mut impl Write) -> Result<()> {
    if folders
        .iter()
        .any(|part| part.canonicalize().is_ok_and(|part| Some(part) == folder.canonicalize().ok()))
    {
        bail!("--out {} is one of the shards: choose another folder", folder.display());
    }
    let (pool, stop) = (wilaya_sim::threads(Some(1))?, Stop::on_signal()?);
    let what = merge_parts(folders, |command, workers| -> Result<_> {
        let context = RunContext { out: Some(folder), workers, ..RunContext::new(&pool, &stop) };
        Ok(match command {
            Parted::Sweep(spec) => spec.run_in(&context, |_| ()).map(|_| "a sweep")?,
            Parted::Impact(spec) => spec.run_in(&context, |_| ()).map(|_| "an impact")?,
            Parted::Arena(spec) => spec.run_in(&context, |_, _| ()).map(|_| "an arena")?,
            Parted::Rollout(spec) => spec.run_in(&context, |_, _| ()).map(|_| "a rollout")?,
        })
    })??;
    writeln!(out, "{} shards of {what}, written to {}", folders.len(), folder.display())?;
    Ok(())
}
