//! Instructions of this program, as valgrind counts them.

use std::env;
use std::io::ErrorKind;
use std::process::Command;

use anyhow::{Result, bail};

/// Counts the instructions of this program with these arguments, only those in functions whose names fit if a pattern is
/// given; none if valgrind is missing.
pub(super) fn count(args: &[&str], within: Option<&str>) -> Result<Option<u64>> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(within.map(|pattern| format!("--toggle-collect={pattern}")))
        .arg(env::current_exe()?)
        .args(args)
        .output();
    let output = match run {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        run => run?,
    };
    let text = String::from_utf8_lossy(&output.stderr);
    let collected = text.lines().find_map(|line| line.split("Collected :").nth(1));
    match collected.and_then(|count| count.trim().parse().ok()) {
        Some(count) if output.status.success() && count > 0 => Ok(Some(count)),
        _ => bail!("{args:?}: valgrind counted nothing:\n{text}"),
    }
}
