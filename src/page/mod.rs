//! `wilaya report`

mod chart;
mod figures;
mod read;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use askama::Template;
use clap::Args;
use wilaya_sim::arena::ArenaFolder;
use wilaya_sim::files::{self, Lock};
use wilaya_sim::impact::{ImpactInfo, Reading, left_out};
use wilaya_sim::sweep::SweepInfo;
use wilaya_sim::{
    FIGURES, FolderError, REPORT as PAGE, RunInfo, RunState, SWEEP, clear_report, entries, verify,
};

use crate::text::{IDENTICAL, SEQUENTIAL, bots_line, setting_line};
use figures::Figure;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya report runs/1959\n  wilaya report runs")]
pub(crate) struct ReportArgs {
    /// Folder of a run, impact, sweep or arena, or one that contains such folders
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    title: &'a str,
    sections: &'a [Section],
}

/// The contents of one folder.
#[derive(Debug)]
struct Section {
    id: String,
    title: String,
    notes: Vec<String>,
    figures: Vec<Figure>,
    /// The command that repeats it.
    command: String,
}

impl Section {
    fn new(id: &str, info: &RunInfo, what: &str) -> Result<Self> {
        let mut notes = vec![
            format!("{}.", bots_line(info)),
            format!("Seed {}, data {}, wilaya {}.", info.seed, info.data, info.version),
        ];
        notes.extend(info.statement.clone());
        if !info.set.is_empty() {
            notes.push(format!("Changed figures: {}.", info.set.join(" ")));
        }
        Ok(Self {
            id: id.to_owned(),
            title: format!("{what}: {}, {}", capital(&info.game), setting_line(&info.setting)),
            notes,
            figures: Vec::new(),
            command: line(&info.command),
        })
    }
}

/// Capitalizes a word, for a heading.
fn capital(name: &str) -> String {
    name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect()
}

/// Quotes words for a shell.
fn line<W: AsRef<str>>(words: &[W]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:.,/+@%".contains(c);
    let quote = |word: &str| {
        if !word.is_empty() && word.chars().all(plain) {
            word.to_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
}

/// The sections for a folder.
fn sections(folder: &Path, id: &str) -> Result<Vec<Section>> {
    let named = |what: &str| if id.is_empty() { what.to_owned() } else { format!("{id}-{what}") };
    let mut sections = Vec::new();
    if let Some(mut info) = RunInfo::read(folder)?.filter(RunInfo::has_ended) {
        info.leave_out_missing(folder);
        info.verify(folder)?;
        let id = named("run");
        let mut section = Section::new(&id, &info, "Games")?;
        let played = info.played.map_or_else(String::new, |played| format!("{played} games"));
        let stopped = if info.state == RunState::Complete { "" } else { " (stopped before the end)" };
        section.notes.insert(0, format!("{played}{stopped}."));
        section.figures = figures::run(folder, &info, &id)?;
        if figures::bots_are_identical(folder)? {
            section.notes.push(format!("{}.", capital(IDENTICAL)));
        }
        sections.push(section);
    }
    if let Some(notes) = ImpactInfo::read(folder)?.filter(|notes| notes.run.has_ended()) {
        notes.verify(folder)?;
        let id = named("impact");
        let mut section = Section::new(&id, &notes.run, "Impact")?;
        if notes.readings.iter().any(|reading| *reading != Reading::Forked) {
            section.notes.insert(0, format!("{} games of each kind.", notes.run.games));
        }
        if let (Some(games), Some(playouts)) = (notes.forked_games, notes.playouts) {
            let taken = format!("Positions from {games} games, {playouts} playouts in each branch.");
            section.notes.insert(0, taken);
        }
        if !notes.left_out.is_empty() {
            section.notes.push(format!("{}.", left_out(&notes.left_out)));
        }
        section.figures = figures::impact(folder, &id)?;
        sections.push(section);
    }
    if folder.join("sweep.csv").exists() {
        let id = named("sweep");
        let Some(info) = RunInfo::read(&folder.join("1"))? else {
            bail!("{} holds a sweep without the runs of its combinations", folder.display());
        };
        let mut section = Section::new(&id, &info, "Sweep")?;
        section.command = checked_sweep(folder, &info)?;
        section.figures = figures::sweep(folder, &id)?;
        sections.push(section);
    }
    if folder.join("ratings.csv").exists()
        && let Some(info) = ArenaFolder::check(folder)?
    {
        let id = named("arena");
        let (_, ratings) = read::text(&folder.join("ratings.csv"))?;
        let biased = ratings.iter().any(|row| read::cell(row, "sequential") == "true");
        let mut notes = vec![format!("Data {}, wilaya {}.", info.data, info.version)];
        notes.extend(info.statement);
        notes.extend(biased.then(|| format!("Biased: {SEQUENTIAL}.")));
        sections.push(Section {
            title: format!("Arena: {}", capital(&info.game)),
            notes,
            figures: figures::arena(folder, &id)?,
            command: line(&info.command),
            id,
        });
    }
    Ok(sections)
}

/// Checks that the table of a sweep matches the runs in its folder. Returns the command of the sweep, from the run of its `first`
/// combination and the figures that vary.
fn checked_sweep(folder: &Path, first: &RunInfo) -> Result<String> {
    let path = folder.join("sweep.csv");
    let notes = SweepInfo::read(folder)?;
    if let Some(notes) = &notes {
        verify(folder, SWEEP, "sweep.csv", &notes.files, true)?;
    }
    let (header, rows) = read::text(&path)?;
    let keys: Vec<_> = header.iter().take_while(|name| *name != "n").collect();
    for (number, row) in (1..).zip(&rows) {
        let own = folder.join(number.to_string());
        let wrong = |why: &str| {
            anyhow!("{} does not belong to {}: {why}: play the sweep again", own.display(), path.display())
        };
        let mut info = RunInfo::read(&own)?.ok_or_else(|| wrong("it holds no run"))?;
        info.leave_out_missing(&own);
        info.verify(&own)?;
        let change = |key: &String| format!("{key}={}", read::cell(row, key));
        if let Some(key) = keys.iter().find(|key| !info.set.contains(&change(key))) {
            return Err(wrong(&format!("{key} is not {} there", read::cell(row, key))));
        }
        info.set.retain(|set| !keys.iter().any(|key| *set == change(key)));
        let words = info.words();
        let command = notes.as_ref().map_or(&words, |notes| &notes.command);
        if !command.get(2..).is_some_and(|command| command.starts_with(&words[2..])) {
            return Err(wrong("it is a run of another sweep"));
        }
        let (_, measures) = read::text(&own.join("summary.csv"))?;
        let rate = measures.iter().find(|one| read::cell(one, "measure") == "win_rate.fln");
        let same = |rate: &read::Row| {
            [("n", "n"), ("count", "fln_wins")].iter().all(|(one, other)| rate.get(*one) == row.get(*other))
        };
        if !rate.is_none_or(same) {
            return Err(wrong("its games ended differently"));
        }
    }
    let mut info = first.clone();
    info.set.retain(|change| !keys.iter().any(|key| change.starts_with(&format!("{key}="))));
    let vary = keys.iter().map(|key| {
        let mut values: Vec<&str> = Vec::new();
        for value in rows.iter().map(|row| read::cell(row, key)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        format!("{key}={}", values.join(","))
    });
    Ok(line(&SweepInfo::words(&info, &vary.collect::<Vec<_>>())))
}

pub(crate) fn run(args: &ReportArgs, out: &mut impl Write) -> Result<()> {
    let folder = &args.folder;
    if !folder.is_dir() {
        bail!("{} is not a folder: give one that wilaya wrote with --out DIR", folder.display());
    }
    let _lock = Lock::folder(folder)?;
    let mut all = sections(folder, "")?;
    let runs = RunInfo::read(folder)?.into_iter().chain(ImpactInfo::read(folder)?.map(|notes| notes.run));
    if all.is_empty() && runs.into_iter().any(|run| !run.has_ended()) {
        bail!(FolderError::Unended(folder.clone()));
    }
    // The runs of a sweep or an impact belong to it.
    if all.is_empty() {
        for below in entries(folder)?.into_iter().filter(|path| path.is_dir()) {
            let name = below.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            all.extend(sections(&below, &name)?);
        }
    }
    if all.is_empty() {
        bail!(
            "{} holds nothing to report: use a folder written by wilaya sim, impact, sweep or arena with --out DIR",
            folder.display()
        );
    }
    let title = match &all[..] {
        [one] => one.title.clone(),
        several => format!("{} folders of results", several.len()),
    };
    let page = Page { title: &title, sections: &all }.render().context("the page cannot be built")?;
    clear_report(folder)?;
    if folder.join(PAGE).exists() {
        bail!("{} exists, but nothing shows that wilaya wrote it: move it away", folder.join(PAGE).display());
    }
    files::make_folder(&folder.join(FIGURES))?;
    for figure in all.iter().flat_map(|section| &section.figures) {
        let path = |kind: &str| folder.join(FIGURES).join(format!("{}.{kind}", figure.id));
        files::replace(&path("svg"), &figure.svg)?;
        files::replace(&path("csv"), &figure.csv()?)?;
    }
    files::replace(&folder.join(PAGE), &page)?;
    writeln!(out, "written to {}", folder.join(PAGE).display())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_a_line_as_its_words() {
        assert_eq!(line(&["wilaya", "--set", "a=[1, 2]", "it's"]), r"wilaya --set 'a=[1, 2]' 'it'\''s'");
    }
}
