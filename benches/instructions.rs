//! Counts instructions with valgrind, which repeat to the last one, and compares them with a committed baseline.
//!
//! `cargo bench --bench instructions` fails if a case needs over 3 % more than `results/bench/baseline.csv` says, or
//! does other work; with another compiler it only warns of instructions. After `--`:
//!
//! - `--save` writes the baseline anew, `--positions` the files in `benches/positions`;
//! - `--case NAME` does the work of a case once, for a look with callgrind:
//!   `valgrind --tool=callgrind --toggle-collect='*measured*' PROGRAM --case NAME`.

mod callgrind;
mod work;

use std::env;
use std::error::Error;
use std::io::{Write, stdout};
use std::process::{Command, ExitCode};

use work::baseline::{Baseline, Entry};
use work::stretch::write_positions;
use work::{KINDS, Work, names, work};

/// The percentage by which a case may need more instructions.
const TOLERANCE: f64 = 3.0;

/// The cases whose instructions are counted.
fn counted(name: &str) -> bool {
    let words: Vec<_> = name.split(' ').collect();
    match words[..] {
        ["games", ..] => true,
        // What a copy takes is up to the library of the machine.
        ["legal" | "copy" | "observe", ..] | [_, _, _, "early" | "late"] => false,
        [_, _, scenario, _] => ["1958", "1955"].contains(&scenario),
        _ => false,
    }
}

/// The part of which instructions are counted; its name is looked for in that of the function.
#[inline(never)]
fn measured(work: &mut dyn Work) {
    work.run();
}

/// Does the work of a case once, and says how many games that were.
fn done(name: &str) -> (Entry, u64) {
    let mut work = work(name);
    measured(&mut *work);
    (Entry { items: work.items(), checksum: work.checksum(), instructions: None }, work.games())
}

fn compiler() -> Result<String, Box<dyn Error>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Measures all cases; true if no case is worse than the committed baseline.
fn check(save: bool) -> Result<bool, Box<dyn Error>> {
    let mut out = stdout().lock();
    let mut found = Baseline { compiler: compiler()?, ..Baseline::default() };
    let committed = if save { Baseline::default() } else { Baseline::read() };
    let same_compiler = committed.compiler == found.compiler;
    let (mut good, mut missing) = (true, false);
    for name in KINDS.iter().flat_map(|kind| names(kind)) {
        let (mut entry, games) = done(&name);
        if counted(&name) && !missing {
            entry.instructions = callgrind::count(&["--case", &name], Some("*measured*"))?;
            missing = entry.instructions.is_none();
        }
        found.entries.insert(name.clone(), entry);
        if save {
            continue;
        }
        let Some(old) = committed.entries.get(&name) else {
            writeln!(out, "{name}: the baseline has no such case")?;
            good = false;
            continue;
        };
        if (old.items, old.checksum) != (entry.items, entry.checksum) {
            writeln!(out, "{name}: other work was done than the baseline says")?;
            good = false;
        }
        if let (Some(old), Some(new)) = (old.instructions, entry.instructions) {
            let change = 100.0 * (new as f64 / old as f64 - 1.0);
            let per_item = new as f64 / entry.items as f64;
            let worse = change > TOLERANCE;
            let mark = if worse { "  too many" } else { "" };
            write!(out, "{name:44} {new:>12} {per_item:>9.1} an item {change:>+7.2} %{mark}")?;
            match games {
                0 => writeln!(out)?,
                games => writeln!(out, " {:>9} a game", new / games)?,
            }
            good &= !(worse && same_compiler);
        }
    }
    if missing {
        writeln!(out, "instructions are not counted: valgrind is not installed")?;
        if save {
            return Err("no baseline is written without valgrind".into());
        }
    } else if !save && !same_compiler {
        writeln!(
            out,
            "warning: the baseline is of another compiler, so more instructions are no error\nbaseline:\n{}here:\n{}",
            committed.compiler, found.compiler
        )?;
    }
    if save {
        found.write()?;
        writeln!(out, "the baseline is written")?;
    } else if !good {
        writeln!(
            out,
            "If this is meant, write the baseline with `cargo bench --bench instructions -- --save` and say why in CHANGELOG.md."
        )?;
    }
    Ok(good)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // Cargo adds `--bench`.
    let args: Vec<_> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let good = match args[..] {
        ["--case", name] => {
            let mut work = work(name);
            measured(&mut *work);
            let (items, games, sum) = (work.items(), work.games(), work.checksum());
            writeln!(stdout(), "{name}: {items} items, {games} games, checksum {sum:016x}")?;
            true
        }
        ["--positions"] => {
            write_positions()?;
            true
        }
        ["--save"] => check(true)?,
        [] => check(false)?,
        // Words that another benchmark knows.
        _ => {
            writeln!(stdout(), "instructions are not counted: {args:?} is for other benchmarks")?;
            true
        }
    };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
