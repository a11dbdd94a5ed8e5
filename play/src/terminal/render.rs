//! Text output of a session.

use std::io::{self, Write};

use wilaya_engine::{BySide, Side};

use crate::board::{Board, Kind, Spot};
use crate::guide::{Block, Entry, Grid, Guide, without_links};
use crate::playable::count;
use crate::session::{DecisionView, Hint, Judgement, Line, LineKind, OddsView, Review, SaveEntry, ago};
use crate::table::{Area, Holder, Strip, Table};

/// Formats text, bold and in colour or plain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    pub(super) color: bool,
}

impl Pen {
    fn with(self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn side(self, side: Side, text: &str) -> String {
        self.with(if side == Side::Fln { "33" } else { "36" }, text)
    }

    fn faint(self, text: &str) -> String {
        self.with("2", text)
    }
}

/// Prints a line of the log.
pub(super) fn line(out: &mut impl Write, pen: Pen, line: &Line) -> io::Result<()> {
    let dice: Vec<_> = line
        .dice
        .iter()
        .map(|die| {
            let of = if die.sides == 6 { String::new() } else { format!(" of {}", die.sides) };
            format!("{} {}{of}", die.text, die.face)
        })
        .collect();
    let dice = if dice.is_empty() { String::new() } else { format!("  [{}]", dice.join(", ")) };
    match line.kind {
        LineKind::Heading => writeln!(out, "\n{}{}", pen.bold(&line.text), pen.faint(&dice)),
        LineKind::Choice => {
            let text = line.side.map_or_else(|| line.text.clone(), |side| pen.side(side, &line.text));
            writeln!(out, "  {text}{}", pen.faint(&dice))
        }
        LineKind::Event => writeln!(out, "    {}{}", line.text, pen.faint(&dice)),
    }
}

fn strip(strip: &Strip) -> String {
    let counters: Vec<_> = strip
        .counters
        .iter()
        .map(|one| {
            let weak = if one.weak && strip.short.is_empty() { " (reduced)" } else { "" };
            format!("{}{weak}", count(one.count, &one.name))
        })
        .collect();
    let name = if strip.short.is_empty() { String::new() } else { format!("{}: ", strip.short) };
    format!("{name}{}", counters.join(", "))
}

fn area_lines(
    out: &mut impl Write,
    pen: Pen,
    sides: BySide<&str>,
    spot: &Spot,
    area: Option<&Area>,
) -> io::Result<()> {
    let holder = match area.and_then(|area| area.holder) {
        Some(Holder::Fln) => sides.fln,
        Some(Holder::France) => sides.france,
        Some(Holder::Contested) => "contested",
        None => "",
    };
    let marks: Vec<_> = area.iter().flat_map(|area| &area.marks).map(|mark| mark.name.as_str()).collect();
    let marks = if marks.is_empty() { String::new() } else { format!("  [{}]", marks.join(", ")) };
    writeln!(out, "  {:<14} {:<31} {:<9} {}{marks}", spot.id, spot.name, holder, pen.faint(&spot.note))?;
    for side in Side::ALL {
        let strips = area.iter().flat_map(|area| &area.strips).filter(|one| one.side == Some(side));
        let strips: Vec<_> = strips.map(strip).collect();
        if !strips.is_empty() {
            let name = format!("{side:<7}");
            writeln!(out, "      {}{}", pen.side(side, &name), strips.join("; "))?;
        }
    }
    Ok(())
}

/// Prints the map, wilaya by wilaya; towns and countries only if they are occupied.
pub(super) fn map(
    out: &mut impl Write,
    pen: Pen,
    sides: BySide<&str>,
    board: &Board,
    table: &Table,
) -> io::Result<()> {
    writeln!(out, "\n{}", pen.bold(&table.when))?;
    let of = |spot: &Spot| table.areas.iter().find(|area| area.id == spot.id);
    let groups = board.groups.iter().map(String::as_str).enumerate().map(|(i, name)| (Some(i), name));
    for (group, name) in groups.chain([(None, "Elsewhere")]) {
        let spots: Vec<_> = board
            .spots
            .iter()
            .filter(|spot| spot.group == group)
            .filter(|spot| matches!(spot.kind, Kind::Area | Kind::City) || of(spot).is_some())
            .collect();
        if spots.is_empty() {
            continue;
        }
        writeln!(out, "{}", pen.bold(name))?;
        for spot in spots {
            area_lines(out, pen, sides, spot, of(spot))?;
        }
    }
    hands(out, table)
}

fn hands(out: &mut impl Write, table: &Table) -> io::Result<()> {
    for hand in &table.hands {
        let mut items = hand.items.clone();
        if hand.unseen > 0 {
            items.push(format!("{} hidden", hand.unseen));
        }
        let items = if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
        writeln!(out, "{}: {items}", hand.title)?;
    }
    Ok(())
}

/// Prints the tracks on one line, and the effects in force.
pub(super) fn tracks(out: &mut impl Write, pen: Pen, sides: BySide<&str>, table: &Table) -> io::Result<()> {
    let tracks: Vec<_> = table
        .tracks
        .iter()
        .map(|track| {
            // Name the side only of tracks that both sides have.
            let twice = table.tracks.iter().filter(|one| one.name == track.name).count() > 1;
            let side = track.side.filter(|_| twice).map_or(String::new(), |side| format!("{} ", sides[side]));
            let value = track.text.clone().unwrap_or_else(|| track.value.to_string());
            format!("{side}{} {value}", track.name)
        })
        .collect();
    writeln!(out, "\n{}  {}", pen.bold(&table.when), tracks.join(" | "))?;
    if !table.notes.is_empty() {
        writeln!(out, "In effect: {}", table.notes.join(", "))?;
    }
    Ok(())
}

/// Prints the decision with its choices.
pub(super) fn decision(out: &mut impl Write, pen: Pen, decision: &DecisionView) -> io::Result<()> {
    let rule = format!("({})", decision.rule);
    writeln!(out, "{} {}", pen.bold(&decision.text), pen.faint(&rule))?;
    for (index, choice) in decision.choices.iter().enumerate() {
        let price = choice.price.as_ref().map_or(String::new(), |price| pen.faint(&format!("  {price}")));
        let mark = if choice.repeats { " *" } else { "" };
        writeln!(out, "{:>4}  {}{mark}{price}", index + 1, choice.text)?;
    }
    Ok(())
}

/// Prints the contents of a place.
pub(super) fn show(
    out: &mut impl Write,
    pen: Pen,
    sides: BySide<&str>,
    board: &Board,
    table: &Table,
    word: &str,
) -> io::Result<()> {
    let wanted = word.to_lowercase();
    let found = board
        .spots
        .iter()
        .find(|spot| spot.id.to_lowercase() == wanted)
        .or_else(|| board.spots.iter().find(|spot| spot.name.to_lowercase().starts_with(&wanted)));
    let Some(spot) = found else {
        return writeln!(out, "No area \"{word}\": type map to list them.");
    };
    area_lines(out, pen, sides, spot, table.areas.iter().find(|area| area.id == spot.id))?;
    let near: Vec<_> = spot.near.iter().map(String::as_str).collect();
    writeln!(out, "      borders {}", near.join(", "))
}

/// Prints a hint.
pub(super) fn hint(out: &mut impl Write, pen: Pen, hint: &Hint) -> io::Result<()> {
    let unit = if hint.chance { "winning chance" } else { "on its own scale" };
    writeln!(out, "{} ({unit})", pen.bold(&format!("Choices as {} values them", hint.bot)))?;
    for line in hint.lines.iter().take(10) {
        let value =
            if hint.chance { format!("{:5.1} %", 100.0 * line.value) } else { format!("{:8.2}", line.value) };
        let interval = match line.interval {
            Some([low, high]) if hint.chance => format!(" ({:.1} to {:.1})", 100.0 * low, 100.0 * high),
            Some([low, high]) => format!(" ({low:.2} to {high:.2})"),
            None => String::new(),
        };
        writeln!(out, "  {value}{interval}  {}", line.text)?;
    }
    Ok(())
}

/// Prints the review of a finished game.
pub(super) fn review(out: &mut impl Write, pen: Pen, sides: BySide<&str>, review: &Review) -> io::Result<()> {
    if let Some(winner) = review.winner {
        writeln!(out, "\n{}", pen.bold(&format!("{} has won.", sides[winner])))?;
    }
    writeln!(out, "Largest swings of luck (change in the FLN's estimated winning chance):")?;
    for swing in review.luck.iter().take(5) {
        writeln!(out, "  {:+6.1} %  {}: {}", 100.0 * swing.change, swing.side, swing.text)?;
    }
    Ok(())
}

/// Prints the verdict on the choices.
pub(super) fn judgement(out: &mut impl Write, found: &Judgement) -> io::Result<()> {
    let Judgement { policy, decisions, judged, cut_short, mistakes } = found;
    let cut = if *cut_short { " before judging was stopped" } else { "" };
    writeln!(out, "{judged} of {decisions} choices were judged{cut}; {policy} played on for both sides.")?;
    if mistakes.is_empty() {
        return writeln!(out, "None proved worse than an alternative.");
    }
    writeln!(out, "Proved worse (change in that side's winning chance, with simultaneous 95 % intervals):")?;
    for one in mistakes {
        let [change, low, high] = [one.change, one.interval[0], one.interval[1]].map(|share| 100.0 * share);
        writeln!(out, "  {change:+6.1} % ({low:+.1} to {high:+.1})  {}: {}", one.side, one.text)?;
        writeln!(out, "           better: {}", one.instead)?;
    }
    Ok(())
}

/// Prints the list of saves.
pub fn saves(out: &mut impl Write, saves: &[SaveEntry]) -> io::Result<()> {
    for save in saves {
        let about = match (&save.seats, &save.problem) {
            (Some(seats), _) => format!("FLN: {}, France: {}", seats.fln, seats.france),
            (None, problem) => problem.clone().unwrap_or_default(),
        };
        writeln!(out, "  {:<20}  {:<14}  {about}", save.name, ago(save.written))?;
    }
    Ok(())
}

/// Prints the odds of a choice.
pub(super) fn odds(
    out: &mut impl Write,
    pen: Pen,
    (number, choice): (usize, &str),
    odds: &OddsView,
) -> io::Result<()> {
    if !odds.uncertain {
        return Ok(());
    }
    writeln!(out, "{number:>4}  {} {}", pen.bold(choice), pen.faint(&format!("({})", odds.method)))?;
    for one in &odds.outcomes {
        writeln!(out, "      {:<24} {}", one.chance, one.text)?;
    }
    for track in &odds.tracks {
        writeln!(out, "      {} {} on average ({})", track.name, track.mean, track.detail)?;
    }
    for one in &odds.events {
        writeln!(out, "      {:<24} {}", one.chance, one.text)?;
    }
    Ok(())
}

/// Prints the guide entry of a section, or of a word with the titles of others that contain it; without a word, the contents.
pub(super) fn guide(out: &mut impl Write, pen: Pen, guide: &Guide, word: &str) -> io::Result<()> {
    let found = match guide.section(word) {
        Some(entry) if !word.is_empty() && word.starts_with(|first: char| first.is_ascii_digit()) => {
            vec![entry]
        }
        _ if word.is_empty() => guide.entries.iter().collect(),
        _ => guide.find(word),
    };
    match found.as_slice() {
        [] => writeln!(out, "No entry for \"{word}\": type rules for the contents."),
        [first, rest @ ..] if !word.is_empty() => {
            entry(out, pen, first)?;
            let also: Vec<_> = rest.iter().take(MOST_FOUND).map(|entry| entry.title.as_str()).collect();
            if also.is_empty() {
                Ok(())
            } else {
                writeln!(out, "{}", pen.faint(&format!("Also: {}", also.join(", "))))
            }
        }
        all => {
            let mut group = "";
            for entry in all {
                if entry.group != group {
                    group = &entry.group;
                    writeln!(out, "{}", pen.bold(group))?;
                }
                writeln!(out, "  {}", entry.title)?;
            }
            writeln!(out, "Type rules WORD to read an entry.")
        }
    }
}

/// Maximum number of other entries listed.
const MOST_FOUND: usize = 8;

fn entry(out: &mut impl Write, pen: Pen, entry: &Entry) -> io::Result<()> {
    writeln!(out, "{} {}", pen.bold(&entry.title), pen.faint(&format!("({})", entry.group)))?;
    for block in &entry.blocks {
        match block {
            Block::Text(text) => writeln!(out, "{}", without_links(text))?,
            Block::Facts(facts) => {
                for (name, text) in facts {
                    writeln!(out, "  {}: {}", pen.bold(name), without_links(text))?;
                }
            }
            Block::List(items) => {
                for item in items {
                    writeln!(out, "  - {}", without_links(item))?;
                }
            }
            Block::Flow(steps) => {
                for (number, step) in (1..).zip(steps) {
                    writeln!(out, "  {number}. {} ({}): {}", pen.bold(&step.name), step.who, step.what)?;
                }
            }
            Block::Table(table) => grid(out, pen, table)?,
        }
    }
    Ok(())
}

fn grid(out: &mut impl Write, pen: Pen, grid: &Grid) -> io::Result<()> {
    let rows: Vec<Vec<String>> = std::iter::once(&grid.head)
        .chain(&grid.rows)
        .map(|row| row.iter().map(|cell| without_links(cell)).collect())
        .collect();
    let wide = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row.iter().enumerate().map(|(at, cell)| format!("{cell:0$}", wide(at))).collect();
        let line = cells.join("  ");
        let line = line.trim_end();
        writeln!(out, "  {}", if number == 0 { pen.faint(line) } else { line.to_owned() })?;
    }
    Ok(())
}
