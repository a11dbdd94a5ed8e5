//! Which figures a game is played with.

use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use wilaya_bots::Roster;
use wilaya_engine::data::{DataError, Figures, SourceKind};
use wilaya_engine::{Game, Setting, SettingError};

/// The figures to play with: the built-in ones, plus overlays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FigureSpec {
    /// An edited copy of the exported folder, or a file with just the changed keys; `-` for standard input.
    pub data: Option<PathBuf>,
    /// Single figures to change after that, in order.
    pub set: Vec<Change>,
}

/// A change to one figure, such as `unit.division.count=14`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    key: String,
    value: String,
}

/// The text is not of the form `KEY=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected KEY=VALUE, as unit.division.count=14")]
pub struct ChangeError;

/// Invalid figures.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A figure that is wrong.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A figure that is wrong in a folder of figures.
    #[error("{}: {why}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        why: Box<DataError>,
    },
    /// A setting that the game does not have with these figures.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// A text that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Standard input ends in an error.
    #[error("cannot read standard input: {0}")]
    Input(io::Error),
    /// A file or folder that cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// A file that holds something else.
    #[error("{} is no text (UTF-8)", .0.display())]
    NoText(PathBuf),
}

/// Reads a file, or standard input if it is called `-`.
///
/// # Errors
/// If it cannot be read or is no text.
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
    /// If a file cannot be read or a figure is wrong.
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
    /// As [`FigureSpec::rules`].
    pub(crate) fn rules_of<G: Game>(
        &self,
        setting: &Setting,
        scenarios: &[String],
    ) -> Result<Vec<G::Rules>, FigureError> {
        let of = |name: &String| Setting { scenario: Some(name.clone()), ..setting.clone() };
        scenarios.iter().map(|name| self.rules::<G>(&of(name))).collect()
    }

    /// The folder or file and the changes, as notes record them.
    pub(crate) fn words(&self) -> (Option<String>, Vec<String>) {
        let data = self.data.as_ref().map(|path| path.display().to_string());
        (data, self.set.iter().map(ToString::to_string).collect())
    }

    /// The number of reconstructed figures: those that stand in for components not at hand.
    pub(crate) fn reconstructed<G: Game>(&self) -> Result<usize, FigureError> {
        let count = self.figures::<G>()?.count();
        let reconstructed = count.iter().find(|(kind, _)| *kind == SourceKind::Reconstructed);
        Ok(reconstructed.map_or(0, |(_, count)| *count))
    }
}

/// Reads figures from a folder that holds all files, or from a file with the changed keys only.
///
/// # Errors
/// If something cannot be read or is wrong.
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

/// The scenarios of a list with commas between them; all of the game if there is none.
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
