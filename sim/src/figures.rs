//! The figures to play with.

use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wilaya_bots::Roster;
use wilaya_engine::data::{DataError, Figures, SourceKind};
use wilaya_engine::{Game, Setting, SettingError};

/// The figures to play with: the built-in ones, plus overlays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureSpec {
    /// An edited copy of the exported folder, or a file with just the changed keys; `-` for standard input.
    pub data: Option<PathBuf>,
    /// Single figures to change after that, in order.
    pub set: Vec<Change>,
}

/// A change to one figure, such as `unit.division.count=14`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    key: String,
    value: String,
}

/// The text is not of the form `KEY=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected KEY=VALUE, such as unit.division.count=14")]
pub struct ChangeError;

/// Invalid figures.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An invalid figure.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An invalid figure in a folder of figures.
    #[error("{}: {why}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error.
        why: Box<DataError>,
    },
    /// The setting is invalid with these figures.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// The reason why a text cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Standard input cannot be read.
    #[error("cannot read standard input: {0}")]
    Input(io::Error),
    /// A file or folder cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        why: io::Error,
    },
    /// The file is not text.
    #[error("{} is not UTF-8 text", .0.display())]
    NoText(PathBuf),
}

/// Reads a file, or standard input if it is named `-`.
///
/// # Errors
/// If it cannot be read or is not text.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).map_err(ReadError::Input)?;
    } else {
        bytes = std::fs::read(path).map_err(|why| ReadError::File { path: path.to_owned(), why })?;
    }
    String::from_utf8(bytes).map_err(|_| ReadError::NoText(path.to_owned()))
}

impl Change {
    /// The key of the figure.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Its new value.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

impl FromStr for Change {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                Ok(Self { key: key.trim().to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(ChangeError),
        }
    }
}

impl FigureSpec {
    /// The resolved figures.
    ///
    /// # Errors
    /// If a file cannot be read or a figure is invalid.
    pub fn figures<G: Game>(&self) -> Result<Figures, FigureError> {
        let mut figures = match &self.data {
            Some(path) => read_figures(&G::figures(), path)?,
            None => G::figures(),
        };
        for Change { key, value } in &self.set {
            figures.set(key, value)?;
        }
        Ok(figures)
    }

    /// Builds the rules for a setting.
    ///
    /// # Errors
    /// If a figure or the setting is invalid.
    pub fn rules<G: Game>(&self, setting: &Setting) -> Result<G::Rules, FigureError> {
        Ok(G::rules(&self.figures::<G>()?, setting)?)
    }

    /// Builds the rules for each of several scenarios.
    ///
    /// # Errors
    /// Same as for [`FigureSpec::rules`].
    pub(crate) fn rules_of<G: Game>(
        &self,
        setting: &Setting,
        scenarios: &[String],
    ) -> Result<Vec<G::Rules>, FigureError> {
        let of = |name: &String| Setting { scenario: Some(name.clone()), ..setting.clone() };
        scenarios.iter().map(|name| self.rules::<G>(&of(name))).collect()
    }

    /// The folder or file and the changes, as recorded in notes.
    pub(crate) fn words(&self) -> (Option<String>, Vec<String>) {
        let data = self.data.as_ref().map(|path| path.display().to_string());
        (data, self.set.iter().map(ToString::to_string).collect())
    }

    /// The number of reconstructed figures, which stand in for components that were not available.
    pub(crate) fn reconstructed<G: Game>(&self) -> Result<usize, FigureError> {
        let count = self.figures::<G>()?.count();
        let reconstructed = count.iter().find(|(kind, _)| *kind == SourceKind::Reconstructed);
        Ok(reconstructed.map_or(0, |(_, count)| *count))
    }
}

/// Reads figures from a folder with all files, or from a file with only the changed keys.
///
/// # Errors
/// If something cannot be read or is invalid.
pub fn read_figures(builtin: &Figures, path: &Path) -> Result<Figures, FigureError> {
    if !path.is_dir() {
        let mut figures = builtin.clone();
        let text = read_text(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        figures.overlay(&name, &text)?;
        return Ok(figures);
    }
    let unreadable = |why| ReadError::File { path: path.to_owned(), why };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if file.extension().is_some_and(|extension| extension == "toml") {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, read_text(&file)?));
        }
    }
    Figures::from_files(builtin, files)
        .map_err(|why| FigureError::Folder { path: path.to_owned(), why: Box::new(why) })
}

/// The scenarios in a comma-separated list; all scenarios of the game if there is none.
pub(crate) fn scenarios<G: Roster>(list: Option<&str>) -> Result<Vec<String>, SettingError> {
    if let Some(names) = list {
        return Ok(names.split(',').map(|name| name.trim().to_owned()).collect());
    }
    let mut names = Vec::new();
    for Setting { scenario, .. } in G::samples() {
        let rules = G::rules(&G::figures(), &Setting { scenario, ..Setting::default() })?;
        names.extend(G::setting(&rules).scenario.filter(|name| !names.contains(name)));
    }
    names.sort();
    Ok(names)
}
