//! Results folders as tables.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use wilaya_sim::arena::ArenaFolder;
use wilaya_sim::impact::ImpactInfo;
use wilaya_sim::sweep::SweepInfo;
use wilaya_sim::{FolderError, RunInfo, SWEEP, read_table as read_cells, verify};

use crate::error::refused;
use crate::table::Table;

/// Reads one table of a results folder.
#[pyfunction]
pub fn read_table(py: Python<'_>, path: PathBuf) -> PyResult<Table> {
    Table::of(py.detach(|| read_cells(&path)).map_err(refused)?)
}

/// The name and the text of the notes of a folder, after a check that its tables belong to them.
fn checked_notes(folder: &Path) -> Result<Option<(&'static str, String)>, FolderError> {
    let json = |notes| serde_json::to_string(&notes).unwrap_or_default();
    if let Some(notes) = ImpactInfo::read(folder)? {
        notes.verify(folder)?;
        return Ok(Some(("impact", json(serde_json::to_value(notes).unwrap_or_default()))));
    }
    if let Some(notes) = SweepInfo::read(folder)? {
        verify(folder, SWEEP, "sweep.csv", &notes.files, true)?;
        return Ok(Some(("sweep", json(serde_json::to_value(notes).unwrap_or_default()))));
    }
    if let Some(notes) = ArenaFolder::check(folder)? {
        return Ok(Some(("arena", json(serde_json::to_value(notes).unwrap_or_default()))));
    }
    if let Some(mut notes) = RunInfo::read(folder)? {
        notes.leave_out_missing(folder);
        notes.verify(folder)?;
        return Ok(Some(("run", json(serde_json::to_value(notes).unwrap_or_default()))));
    }
    Ok(None)
}

/// Kind, notes and tables of a folder.
type Found = (&'static str, String, Vec<(String, Table)>);

/// The kind of a results folder, its notes as JSON, and its tables by file name without `.csv`.
#[pyfunction]
pub fn read(py: Python<'_>, folder: PathBuf) -> PyResult<Found> {
    let read = || {
        let Some((kind, notes)) = checked_notes(&folder).map_err(refused)? else {
            return Err(refused(format!(
                "{}: no results of sim, impact, sweep or arena found",
                folder.display()
            )));
        };
        let unreadable = |why: std::io::Error| refused(format!("cannot read {}: {why}", folder.display()));
        let mut tables = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|extension| extension == "csv") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                tables.push((name, Table::of(read_cells(&path).map_err(refused)?)?));
            }
        }
        tables.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok((kind, notes, tables))
    };
    py.detach(read)
}
