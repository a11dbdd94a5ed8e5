//! The program as a user runs it.

mod arena;
mod data;
mod errors;
mod errors_ici;
mod formats;
mod ici;
mod impact;
mod locks;
mod play;
mod position;
mod programs;
mod report;
mod reuse;
mod rollout;
mod runs;
mod signature;
mod sim;
mod suite;
mod sweep;
mod ties;
mod tune;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder of its own for a test, in which the program runs.
struct Place(TempDir);

/// What the program did.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Waits until something is so, for a minute at most.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited for a minute until {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The number of lines of a file, 0 if there is none.
    fn count(&self, name: &str) -> usize {
        std::fs::read_to_string(self.path(name)).map_or(0, |text| text.lines().count())
    }

    /// The number of bytes of a file, 0 if there is none.
    fn size(&self, name: &str) -> u64 {
        std::fs::metadata(self.path(name)).map_or(0, |file| file.len())
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// Makes notes as if the program had been killed before it could tell how far it was.
    fn killed(&self, notes: &str) {
        let mut table: toml::Table = self.read(notes).parse().expect("it is TOML");
        table.remove("files");
        table.remove("played");
        if let Some(state) = table.get_mut("state") {
            *state = "running".into();
        }
        self.write(notes, &table.to_string());
    }

    /// The names of everything in the folder and below.
    fn files(&self) -> Vec<String> {
        fn walk(root: &Path, folder: &Path, names: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).expect("the folder can be read") {
                let path = entry.expect("the folder can be read").path();
                if path.is_dir() {
                    walk(root, &path, names);
                } else {
                    let name = path.strip_prefix(root).expect("it is below the root");
                    names.push(name.to_string_lossy().into_owned());
                }
            }
        }
        let mut names = Vec::new();
        walk(self.0.path(), self.0.path(), &mut names);
        names.sort();
        names
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilaya"));
        command.args(line.split_whitespace()).current_dir(self.0.path());
        command
    }

    /// Runs the program with these words.
    fn run(&self, line: &str) -> Ran {
        let Output { status, stdout, stderr } = self.command(line).output().expect("the program can be run");
        let text = |bytes| String::from_utf8(bytes).expect("the output is text");
        Ran { code: status.code(), out: text(stdout), err: text(stderr) }
    }

    /// Runs the program, which must succeed without a word of complaint, and returns what it printed.
    #[track_caller]
    fn ok(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}: {ran:?}");
        ran.out
    }

    /// The legal actions of a position.
    #[track_caller]
    fn moves(&self, file: &str) -> Vec<String> {
        let listed = self.ok(&format!("position moves {file}"));
        listed.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    }

    /// Runs the program, which must print nothing, leave the folder as it is, and complain once with these words.
    #[track_caller]
    fn fails(&self, line: &str, words: &[&str]) {
        // The lock of one that was killed may go.
        let files = || self.files().into_iter().filter(|name| !name.ends_with(".lock")).collect::<Vec<_>>();
        let before = files();
        self.refuses(line, words);
        assert_eq!(files(), before, "{line}");
    }

    /// The same in a folder that another program is writing.
    #[track_caller]
    fn refuses(&self, line: &str, words: &[&str]) {
        let ran = self.run(line);
        assert!(ran.code.is_some_and(|code| code != 0), "{line}: {ran:?}");
        assert_eq!(ran.out, "", "{line}: {ran:?}");
        assert!(ran.err.starts_with("wilaya: "), "{line}: {ran:?}");
        assert_eq!(ran.err.matches("wilaya: ").count(), 1, "{line}: {ran:?}");
        assert!(!ran.err.contains("panicked"), "{line}: {ran:?}");
        for word in words {
            assert!(ran.err.contains(word), "{line}: \"{word}\" is missing in {ran:?}");
        }
    }
}
