//! Merges the shards of a run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::FolderError;
use crate::folder::RunFolder;
use crate::info::{RunInfo, RunState};
use crate::outputs::RECORDS;
use crate::run::End;
use crate::summary::Summary;
use crate::table::{self, Columns};
use crate::turns;

/// Merges the shards of a run.
///
/// # Errors
/// If they are not all the shards of one run, if one is incomplete, or if something cannot be read or written.
pub fn merge(folders: &[PathBuf], out: &Path, columns: &[&'static str]) -> Result<RunInfo, MergeError> {
    let mut parts = Vec::new();
    for folder in folders {
        let info = RunInfo::read(folder)?.ok_or_else(|| MergeError::NoRun(folder.clone()))?;
        if info.state != RunState::Complete {
            return Err(MergeError::Incomplete(folder.clone()));
        }
        let Some(shard) = info.shard else { return Err(MergeError::NoShard(folder.clone())) };
        parts.push((shard, folder, info));
    }
    parts.sort_by_key(|(shard, ..)| shard.number());
    let Some((shard, first, info)) = parts.first().cloned() else { return Err(MergeError::Nothing) };
    let whole = RunInfo { shard: None, ..info };
    for (other, folder, info) in &parts {
        let info = RunInfo { shard: None, ..info.clone() };
        let parts = if other.parts() == shard.parts() {
            whole.differs(&info)
        } else {
            Some(("shard".to_owned(), shard.to_string(), other.to_string()))
        };
        if let Some((key, here, there)) = parts {
            let [one, other] = [first, *folder].map(Clone::clone);
            return Err(MergeError::Different { one, other, key, here, there });
        }
    }
    for number in 1..=shard.parts() {
        match parts.iter().filter(|(shard, ..)| shard.number() == number).count() {
            1 => {}
            0 => return Err(MergeError::Missing { number, parts: shard.parts() }),
            _ => return Err(MergeError::Twice { number, parts: shard.parts() }),
        }
    }
    if let Some(folder) = folders.iter().find(|folder| is_same(folder, out)) {
        return Err(MergeError::Onto(folder.clone()));
    }
    parts.iter().try_for_each(|(_, folder, info)| info.verify(folder))?;
    let read = |path: PathBuf| fs::read_to_string(&path).map_err(|why| FolderError::Read { path, why });
    let from = whole.from.as_ref().map(|_| read(first.join(RunFolder::FROM))).transpose()?;
    let mut merged = RunFolder::create(out, columns, &whole, from.as_deref())?;
    let mut summary = Summary::new(columns.to_vec(), whole.pairs, whole.luck.is_some());
    for (_, folder, info) in &parts {
        let table = Columns::new(info, columns);
        let mut next = info.range().start;
        let mut turns = (!info.turns.is_empty()).then(|| turns::read(folder)).transpose()?;
        table.read(&folder.join(table::NAME), next, |mut row| {
            if folder.join(RECORDS).join(format!("{}.jsonl", row.index)).exists() {
                row.record = Some(info.check_record(folder, row.index)?);
            }
            if let Some(turns) = &mut turns {
                row.turns = Some(turns.of(row.index)?);
            }
            merged.push(&row)?;
            summary.push(&row);
            next = row.index + 1;
            Ok::<(), FolderError>(())
        })?;
        if next != info.range().end {
            return Err(MergeError::Incomplete((*folder).clone()));
        }
    }
    Ok(merged.finish(&summary, End::Whole)?)
}

/// Why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// An error in a folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// No folders given.
    #[error("give the folders of all shards of a run")]
    Nothing,
    /// A folder without a run.
    #[error("{} is not a run: it has no run.toml", .0.display())]
    NoRun(PathBuf),
    /// A shard that is not finished.
    #[error("{} is not complete: finish it first by resuming it", .0.display())]
    Incomplete(PathBuf),
    /// A whole run rather than a shard.
    #[error("{} holds a whole run, not a shard", .0.display())]
    NoShard(PathBuf),
    /// Shards of different runs.
    #[error(
        "{} and {} are not shards of one run: {key} is {here} in one, {there} in the other",
        one.display(),
        other.display()
    )]
    Different {
        /// A folder.
        one: PathBuf,
        /// Another folder.
        other: PathBuf,
        /// The key of `run.toml` in which they differ.
        key: String,
        /// Its value in the first.
        here: String,
        /// Its value in the second.
        there: String,
    },
    /// A missing shard.
    #[error("shard {number}/{parts} is missing: play it first")]
    Missing {
        /// Its number.
        number: u64,
        /// The number of shards.
        parts: u64,
    },
    /// The same shard twice.
    #[error("shard {number}/{parts} is given twice: name each shard once")]
    Twice {
        /// Its number.
        number: u64,
        /// The number of shards.
        parts: u64,
    },
    /// The output folder is one of the shards.
    #[error("{} is one of the shards: choose another folder", .0.display())]
    Onto(PathBuf),
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
