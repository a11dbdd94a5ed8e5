//! Text shared by several commands.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use wilaya_engine::data::Figures;
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;
use wilaya_engine::{BySide, Game, Setting, Side};
use wilaya_sim::{GameName, RunInfo};

/// The version, as written in files.
pub(crate) const fn version() -> &'static str {
    VERSION
}

/// A p-value or q-value for people: three digits, or a bound for tiny ones.
pub(crate) fn p_value_text(p: f64) -> String {
    match p {
        ..1e-6 => "< 1e-6".to_owned(),
        ..1e-3 => format!("{p:.1e}"),
        _ => format!("{p:.3}"),
    }
}

/// What identical pairs mean.
pub(crate) const IDENTICAL: &str = "the bots play identically: both games of each pair are the same game, so their score is \
                                    one half by construction, and pairs provide no more information than single games";

/// Why estimates from a sequential test are biased.
pub(crate) const SEQUENTIAL: &str = "a sequential test stops when the result looks clear, so ratings, scores and Elo at its end \
                                     are biased towards its verdict; to estimate them, play a fixed number of pairs \
                                     with another seed and without --sprt";

/// A setting in one line.
pub(crate) fn setting_line(setting: &Setting) -> String {
    let mut parts = Vec::new();
    if let Some(scenario) = &setting.scenario {
        parts.push(format!("scenario {scenario}"));
    }
    if let Some(setup) = &setting.setup {
        parts.push(format!("set-up {setup}"));
    }
    for (word, list) in [("options", &setting.options), ("without", &setting.bars)] {
        if !list.is_empty() {
            parts.push(format!("{word} {}", list.join(" ")));
        }
    }
    parts.join(", ")
}

/// The names of a game's sides for people.
pub(crate) fn sides(game: &str) -> BySide<&'static str> {
    game.parse().map_or(BySide { fln: "FLN", france: "France" }, GameName::sides)
}

/// The players, and the budgets of searching bots.
pub(crate) fn bots_line(info: &RunInfo) -> String {
    let sides = sides(&info.game);
    let one = |side: Side| {
        let budget = info.budgets.get(&side).map(|budget| format!(" ({budget})")).unwrap_or_default();
        format!("{} {}{budget}", sides[side], info.bots[side])
    };
    format!("{}, {}", one(Side::Fln), one(Side::France))
}

/// One line with the number of reconstructed figures; `None` if there are none.
pub(crate) fn statement(figures: &Figures) -> Option<String> {
    wilaya_engine::ici::data::statement(figures)
}

/// The lines in every text output: the data hash and, if any are reconstructed, the number of reconstructed figures.
pub(crate) fn stamp<G: Game>(rules: &G::Rules) -> String {
    stamp_lines(&hash_text(G::data_hash(rules)), G::statement(rules).as_ref())
}

/// The same lines, from their parts.
pub(crate) fn stamp_lines(data: &str, statement: Option<&String>) -> String {
    let statement = statement.map(|statement| format!("\n{statement}")).unwrap_or_default();
    format!("data {data}, wilaya {}{statement}", version())
}

/// Prints a value for scripts.
pub(crate) fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(value)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiny_p_values_are_not_nothing() {
        for (p, text) in [
            (1.0, "1.000"),
            (0.0123456, "0.012"),
            (0.001, "0.001"),
            (0.00098, "9.8e-4"),
            (0.000_002_5, "2.5e-6"),
            (9.9e-7, "< 1e-6"),
            (3.25e-81, "< 1e-6"),
        ] {
            assert_eq!(p_value_text(p), text);
        }
    }
}
