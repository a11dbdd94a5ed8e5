//! Builds entries from their source: fills in figures, and turns lines into paragraphs, facts, lists and tables.

use serde::Deserialize;
use wilaya_engine::data::Figures;

use super::entry::{Block, Entry, Grid, GuideError, Step};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    entry: Vec<Written>,
    flow: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    title: String,
    group: String,
    #[serde(default)]
    sections: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    text: String,
}

/// Reads the entries. `here` is the table of the scenario; `table` makes the tables named in the texts.
pub(super) fn read(
    text: &str,
    figures: &Figures,
    here: &str,
    table: impl Fn(&str) -> Option<Grid>,
) -> Result<Vec<Entry>, GuideError> {
    let file: File = toml::from_str(text).map_err(|error| GuideError(error.to_string()))?;
    let titles: Vec<_> = file.entry.iter().map(|one| (one.id.clone(), one.title.clone())).collect();
    let entry = |written: Written| {
        let Written { id, title, group, sections, names, text } = written;
        let wrong = |what: String| GuideError(format!("{id}: {what}"));
        let mut blocks = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix('@') {
                blocks.push(match name {
                    "flow" => Block::Flow(file.flow.clone()),
                    _ => Block::Table(table(name).ok_or_else(|| wrong(format!("unknown table @{name}")))?),
                });
                continue;
            }
            let line = with_titles(&fill(line, figures, here).map_err(wrong)?, &titles);
            if let Some(fact) = line.strip_prefix("= ") {
                let (name, text) =
                    fact.split_once(" | ").ok_or_else(|| wrong(format!("malformed fact: {fact}")))?;
                let fact = (name.to_owned(), text.to_owned());
                match blocks.last_mut() {
                    Some(Block::Facts(facts)) => facts.push(fact),
                    _ => blocks.push(Block::Facts(vec![fact])),
                }
            } else if let Some(item) = line.strip_prefix("- ") {
                match blocks.last_mut() {
                    Some(Block::List(items)) => items.push(item.to_owned()),
                    _ => blocks.push(Block::List(vec![item.to_owned()])),
                }
            } else {
                blocks.push(Block::Text(line));
            }
        }
        Ok(Entry { id, title, group, sections, names, blocks })
    };
    file.entry.into_iter().map(entry).collect()
}

/// Adds the title of the entry to links without words.
fn with_titles(line: &str, titles: &[(String, String)]) -> String {
    titles.iter().fold(line.to_owned(), |line, (id, title)| {
        line.replace(&format!("[[{id}]]"), &format!("[[{id}|{title}]]"))
    })
}

/// Replaces each `{key}` by its figure.
fn fill(line: &str, figures: &Figures, here: &str) -> Result<String, String> {
    let mut parts = line.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (asked, rest) = part.split_once('}').ok_or_else(|| format!("unclosed {{{part}"))?;
        filled += &figure(asked, figures, here)?;
        filled += rest;
    }
    Ok(filled)
}

fn figure(asked: &str, figures: &Figures, here: &str) -> Result<String, String> {
    let (how, key) = asked.rsplit_once(' ').unwrap_or(("", asked));
    let (how, key) = match (how.strip_suffix("here"), key.strip_prefix('+')) {
        (Some(how), _) => (how.trim(), format!("{here}.{key}")),
        (None, Some(key)) => ("+", key.to_owned()),
        (None, None) => (how, key.to_owned()),
    };
    let Ok(number) = figures.read::<i64>(&key) else {
        return figures.read::<String>(&key).map_err(|error| error.to_string());
    };
    Ok(match how {
        "" => number.to_string(),
        "+" => signed(number),
        "half" => halves(number.try_into().map_err(|_| format!("{key} is negative"))?),
        "dice" if number == 1 => "1 die".to_owned(),
        "dice" => format!("{number} dice"),
        other => return Err(format!("unknown form \"{other}\" of {key}: use half, dice or here")),
    })
}

/// A number with a sign.
pub(crate) fn signed(number: impl Into<i64>) -> String {
    match number.into() {
        0 => "±0".to_owned(),
        number if number < 0 => format!("−{}", number.unsigned_abs()),
        number => format!("+{number}"),
    }
}

/// The text with true minus signs.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// A number of halves, as a mixed number.
pub(crate) fn halves(number: u64) -> String {
    match (number / 2, number % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_filled_in_as_they_are_asked_for() {
        let text = "[cost]\nsource = \"public: a page\"\nsearch = 3\ndrop = -1\n[scenario.a]\nsource = \"public: a page\"\nair = 4\n";
        let figures = Figures::builtin("example", &[("a.toml", text)]);
        let filled = |line: &str| fill(line, &figures, "scenario.a");
        let of = |text: &str| Ok(text.to_owned());
        assert_eq!(
            filled("{cost.search}, {half cost.search}, {+cost.drop}, {+cost.search}"),
            of("3, 1½, −1, +3")
        );
        assert_eq!(filled("{here air} and {dice here air}"), of("4 and 4 dice"));
        assert!(filled("{cost.sarch}").is_err_and(|error| error.contains("cost.sarch")));
        assert!(filled("{cost.search").is_err() && filled("{twice cost.search}").is_err());
    }
}
