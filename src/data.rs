//! `wilaya data`

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;
use wilaya_bots::Roster;
use wilaya_engine::data::{Figures, Number};
use wilaya_engine::ici;
use wilaya_engine::notation::hash_text;
use wilaya_sim::files::{self, Lock};
use wilaya_sim::{GameName, read_figures, with_game};

use crate::position::Format;
use crate::setting::{DataArgs, game_name};
use crate::text::{print_json, setting_line, statement};

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Count the figures by kind of source
    List(ListArgs),
    /// Export the data files to a folder for editing
    Export(ExportArgs),
    /// Check edited figures and list what they change
    Check(CheckArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wilaya data list algeria\n  wilaya data list ici --figures")]
pub(crate) struct ListArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// List every figure with its value, source and file
    #[arg(long)]
    figures: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya data export algeria my-figures\n  wilaya data export algeria my-figures --force"
)]
pub(crate) struct ExportArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// Folder to write
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wilaya data check algeria my-figures\n  wilaya data check ici house-rules.toml"
)]
pub(crate) struct CheckArgs {
    /// The game
    #[arg(value_parser = game_name())]
    game: GameName,
    /// Edited folder, or a file with just the changed keys
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
}

fn list<G: Roster>(args: &ListArgs, out: &mut impl Write) -> Result<()> {
    let figures = args.data.spec().figures::<G>()?;
    let (hash, count, all) = (hash_text(figures.hash()), figures.count(), figures.list());
    if args.format == Format::Json {
        let kinds = count.iter().map(|(kind, count)| (kind.word().to_owned(), json!(count)));
        let mut value = json!({
            "game": G::NAME,
            "data": hash,
            "count": all.len(),
            "sources": kinds.collect::<serde_json::Map<_, _>>(),
        });
        if let Some(statement) = statement(&figures) {
            value["statement"] = statement.into();
        }
        if args.figures {
            value["figures"] = all
                .iter()
                .map(|figure| {
                    let value = match figure.value {
                        Number::Whole(number) => json!(number),
                        Number::Real(number) => json!(number),
                    };
                    let (kind, detail) = (figure.source.kind.word(), &figure.source.detail);
                    json!({
                        "key": figure.key,
                        "value": value,
                        "source": format!("{kind}: {detail}"),
                        "file": figure.file,
                    })
                })
                .collect();
        }
        return print_json(out, &value);
    }
    if args.figures {
        for figure in &all {
            let (kind, detail) = (figure.source.kind, &figure.source.detail);
            writeln!(out, "{} = {}  ({kind}: {detail}; {})", figure.key, figure.value, figure.file)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}: {} figures, data {hash}", G::TITLE, all.len())?;
    for (kind, count) in count {
        writeln!(out, "{count:>6}  {kind}")?;
    }
    if let Some(statement) = statement(&figures) {
        writeln!(out, "{statement}")?;
    }
    Ok(())
}

/// Writes the files. Returns their number, and the lines that describe the figures in them.
fn export<G: Roster>(ExportArgs { folder, force, .. }: &ExportArgs) -> Result<(usize, Vec<String>)> {
    let figures = G::figures();
    let _lock = Lock::folder(folder)?;
    let paths: Vec<_> = figures.files().map(|(name, text)| (folder.join(name), text)).collect();
    if let Some((path, _)) = paths.iter().find(|(path, _)| !force && path.exists()) {
        bail!("{} already exists: choose another folder, or replace it with --force", path.display());
    }
    paths.iter().try_for_each(|(path, text)| files::replace(path, text))?;
    Ok((paths.len(), figures_lines(&figures)))
}

fn check<G: Roster>(CheckArgs { game, path }: &CheckArgs, out: &mut impl Write) -> Result<()> {
    let builtin = G::figures();
    let figures = read_figures(&builtin, path)?;
    for setting in G::samples() {
        let place = || match setting_line(&setting) {
            line if line.is_empty() => path.display().to_string(),
            line => format!("{}, {line}", path.display()),
        };
        G::rules(&figures, &setting).with_context(place)?;
    }
    let changes = changes(&builtin, &figures);
    for change in &changes {
        writeln!(out, "{change}")?;
    }
    for remark in remarks(*game, &figures)? {
        writeln!(out, "remark: {remark}")?;
    }
    let plural = if changes.len() == 1 { "" } else { "s" };
    let hash = hash_text(figures.hash());
    writeln!(out, "{} is valid: {} figure{plural} changed, data {hash}", path.display(), changes.len())?;
    if let Some(statement) = statement(&figures) {
        writeln!(out, "{statement}")?;
    }
    Ok(())
}

/// The data hash and, if any are reconstructed, the number of reconstructed figures, one line each.
fn figures_lines(figures: &Figures) -> Vec<String> {
    std::iter::once(format!("data {}", hash_text(figures.hash()))).chain(statement(figures)).collect()
}

/// Differences between the figures and the rulebook's remarks, one line each. These are not errors, since a house rule may differ
/// on purpose.
fn remarks(game: GameName, figures: &Figures) -> Result<Vec<String>> {
    if game == GameName::Ici {
        return Ok(ici::data::doubts(figures)?.iter().map(ToString::to_string).collect());
    }
    Ok(Vec::new())
}

/// The figures that differ, one line each.
fn changes(before: &Figures, after: &Figures) -> Vec<String> {
    let map = |figures: &Figures| -> BTreeMap<String, String> {
        figures.list().into_iter().map(|figure| (figure.key, figure.value.to_string())).collect()
    };
    let (before, after) = (map(before), map(after));
    let mut lines = Vec::new();
    for (key, old) in &before {
        match after.get(key) {
            Some(new) if new == old => {}
            Some(new) => lines.push(format!("{key}: {old} -> {new}")),
            None => lines.push(format!("{key}: {old} -> none")),
        }
    }
    let added = after.iter().filter(|(key, _)| !before.contains_key(*key));
    lines.extend(added.map(|(key, new)| format!("{key}: none -> {new}")));
    lines
}

pub(crate) fn run(command: &DataCommand, out: &mut impl Write) -> Result<()> {
    match command {
        DataCommand::List(args) => with_game!(args.game, G => list::<G>(args, out)),
        DataCommand::Export(args) => {
            let (count, lines) = with_game!(args.game, G => export::<G>(args))?;
            let plural = if count == 1 { "" } else { "s" };
            writeln!(out, "{count} file{plural} written to {}", args.folder.display())?;
            Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
        }
        DataCommand::Check(args) => with_game!(args.game, G => check::<G>(args, out)),
    }
}
