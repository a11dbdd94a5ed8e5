//! Plans and their results, as a user of the library has them.
//!
//! One binary, so that it compiles the games once.

mod formats;
mod parts;
mod spec;
mod workers;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files below a folder, without those that tell how long something took.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if name != "speed.csv" {
            found.insert(name, fs::read_to_string(path).expect("a text"));
        }
    }
    found
}
