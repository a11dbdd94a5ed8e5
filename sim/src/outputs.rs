//! The files that wilaya writes into folders, and their removal before something else is written.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use crate::error::FolderError;
use crate::files::{FileError, LEFTOVER, Lock};
use crate::forked::ForkTable;
use crate::info::RunInfo;
use crate::notes::read_text;
use crate::table;
use crate::turns::TURNS;

/// The file that describes a sweep.
pub const SWEEP: &str = "sweep.toml";
/// The page of a report.
pub const REPORT: &str = "report.html";
/// The folder of its figures.
pub const FIGURES: &str = "figures";
/// The summary of a run.
pub(crate) const SUMMARY: &str = "summary.csv";
/// The position from which the games of a run start.
pub(crate) const FROM: &str = "from.json";
/// The folder of the records of a run.
pub(crate) const RECORDS: &str = "records";
/// The folder of the runs of an impact.
pub const RUNS: &str = "runs";

/// The files that identify the contents of a folder.
const NOTES: [&str; 4] = [RunInfo::NAME, "arena.toml", "impact.toml", SWEEP];
/// The other files of runs, arenas, impacts and sweeps.
const TABLES: [&str; 14] = [
    table::NAME,
    SUMMARY,
    TURNS,
    FROM,
    "ratings.csv",
    "pairings.csv",
    "sides.csv",
    "speed.csv",
    "sprt.csv",
    "impact.csv",
    "seen.csv",
    "forked.csv",
    ForkTable::NAME,
    "sweep.csv",
];

/// Locks a folder for new results, and removes those of earlier commands.
///
/// # Errors
/// If another process is writing to it, if it has files with these names but no sign that wilaya wrote them, or if something
/// cannot be read or removed.
pub fn claim(folder: &Path) -> Result<Lock, FolderError> {
    let lock = Lock::folder(folder)?;
    check(folder)?;
    clear(folder, None)?;
    Ok(lock)
}

/// Refuses a folder that has files with wilaya's names but no sign that wilaya wrote them.
pub(crate) fn check(folder: &Path) -> Result<(), FolderError> {
    let mut known = false;
    for name in NOTES {
        let Some(text) = read_text(&folder.join(name))? else { continue };
        let ours = text.parse::<toml::Table>().is_ok_and(|table| {
            table
                .get("schema")
                .and_then(toml::Value::as_str)
                .is_some_and(|schema| schema.starts_with("wilaya."))
        });
        if !ours {
            return Err(FolderError::Foreign(folder.join(name)));
        }
        known = true;
    }
    // Older sweeps have no notes.
    known |= is_run(&folder.join("1")) && folder.join("sweep.csv").exists();
    match TABLES.into_iter().map(|name| folder.join(name)).find(|path| path.exists()) {
        Some(path) if !known => Err(FolderError::Foreign(path)),
        _ => Ok(()),
    }
}

/// Removes everything that wilaya has written from a folder that was checked. Notes are removed last, so that an interrupted
/// removal can be repeated. Notes named `keep` stay.
pub(crate) fn clear(folder: &Path, keep: Option<&str>) -> Result<(), FolderError> {
    leftovers(folder)?;
    clear_report(folder)?;
    let records = folder.join(RECORDS);
    leftovers(&records)?;
    for path in entries(&records)?.into_iter().filter(|path| is_record(path)) {
        remove(&path)?;
    }
    remove_empty(&records);
    let number = |path: &PathBuf| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.parse::<u32>().is_ok())
    };
    let exists = |name: &str| folder.join(name).exists();
    let mut below = Vec::new();
    if exists(SWEEP) || exists("sweep.csv") {
        below.extend(entries(folder)?.into_iter().filter(number));
    }
    if exists("impact.toml") {
        below.extend(entries(&folder.join(RUNS))?);
        below.push(folder.join("baseline"));
    }
    for run in below.iter().filter(|run| is_run(run)) {
        // Another process may be working there; keep whatever does not belong to a run.
        let lock = Lock::folder(run)?;
        clear(run, None)?;
        drop(lock);
        remove_empty(run);
    }
    remove_empty(&folder.join(RUNS));
    for name in TABLES.into_iter().chain(NOTES).filter(|name| Some(*name) != keep) {
        remove(&folder.join(name))?;
    }
    Ok(())
}

/// Removes the report of a folder, if wilaya has written it, and the figures that it uses.
///
/// # Errors
/// If something cannot be read or removed.
pub fn clear_report(folder: &Path) -> Result<(), FolderError> {
    let Some(page) = read_text(&folder.join(REPORT))? else { return Ok(()) };
    let own = format!("<code>{FIGURES}/");
    let figures = folder.join(FIGURES);
    let names: BTreeSet<_> = page
        .split(&own)
        .skip(1)
        .filter_map(|rest| rest.split_once(".csv</code>"))
        .map(|(name, _)| name)
        .filter(|name| !name.is_empty() && !name.contains(['/', '\\', '<']))
        .collect();
    for name in names {
        for kind in ["svg", "csv"] {
            remove(&figures.join(format!("{name}.{kind}")))?;
        }
    }
    leftovers(&figures)?;
    remove_empty(&figures);
    if page.contains(&own) { remove(&folder.join(REPORT)) } else { Ok(()) }
}

/// Removes unfinished files of a program that was killed.
pub(crate) fn leftovers(folder: &Path) -> Result<(), FolderError> {
    let left = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(LEFTOVER)) && path.is_file()
    };
    entries(folder)?.iter().filter(|path| left(path)).try_for_each(|path| remove(path))
}

/// True if a folder holds a run.
fn is_run(folder: &Path) -> bool {
    folder.join(RunInfo::NAME).is_file() && check(folder).is_ok()
}

/// True if the file is the record of a game, as written by wilaya.
pub(crate) fn is_record(path: &Path) -> bool {
    let mut start = [0; 64];
    let begun = fs::File::open(path).and_then(|mut file| file.read(&mut start));
    if !begun.is_ok_and(|count| start[..count].windows(14).any(|part| part == b"wilaya.record/")) {
        return false;
    }
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.is_some_and(|stem| stem.parse::<u64>().is_ok()) && path.extension().is_some_and(|end| end == "jsonl")
}

/// The paths in a folder, in order; empty if there is no such folder.
///
/// # Errors
/// If it cannot be read.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let unreadable = FolderError::read(folder);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(why) => return Err(unreadable(why)),
    };
    let mut paths: Vec<_> =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<_, _>>().map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

pub(crate) fn remove(path: &Path) -> Result<(), FolderError> {
    match fs::remove_file(path) {
        Err(why) if why.kind() != ErrorKind::NotFound => Err(FileError { path: path.to_owned(), why }.into()),
        _ => Ok(()),
    }
}

/// Removes a folder if it is empty.
fn remove_empty(folder: &Path) {
    let _ = fs::remove_dir(folder);
}
