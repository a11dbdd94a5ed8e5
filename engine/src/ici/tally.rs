//! Statistics of a game: the columns of a table of games.

use std::fmt::Write as _;

use super::Ici;
use super::event::{Event, Removal};
use super::rules::Rules;
use super::state::Ending;
use super::types::CHITS;
use crate::field::{Column, Field, Form};
use crate::game;
use crate::side::{BySide, Side};
use crate::sink::Sink;

/// A turn as a decimal year, so that it can be averaged: winter is .0, fall .75 (`1957.75` is fall 1957).
fn year(rules: &Rules, turn: u8) -> f64 {
    f64::from(rules.calendar.first_year) + f64::from(turn) / 4.0
}

/// Appends a turn as a decimal year.
fn push_year(rules: &Rules, turn: u8, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", rules.calendar.first_year + u16::from(turn / 4));
    text.push_str(["", ".25", ".5", ".75"][usize::from(turn % 4)]);
}

/// No turn.
const NEVER: u8 = u8::MAX;

/// Counts of one game, computed from its events alone.
#[derive(Clone, Debug)]
pub struct Tally {
    end: Option<(Ending, u8)>,
    crises: [u8; 8],
    referendums: [Option<(u8, u8, u8)>; 2],
    rage: u8,
    appeasement: u8,
    turn: u8,
    played: BySide<u32>,
    forced: BySide<u32>,
    passed: BySide<u32>,
    chits: Vec<(u8, u8)>,
    recruits: u32,
    exchanges: u32,
    stacking: u32,
    unsupplied: u32,
    structure_attacks: u32,
    structure_hits: u32,
    searches: u32,
    found: u32,
    morice: u32,
    fights: u32,
    killed: u32,
    french_steps: u32,
    french_lost: u32,
    levels: BySide<u32>,
    purges: u32,
    purged: u32,
    resettled: u32,
    infiltrated: u32,
    points: BySide<u32>,
    unused: BySide<u32>,
    most_faileks: u8,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            end: None,
            crises: [NEVER; 8],
            referendums: [None; 2],
            rage: NEVER,
            appeasement: NEVER,
            turn: 0,
            played: BySide::default(),
            forced: BySide::default(),
            passed: BySide::default(),
            chits: Vec::with_capacity(CHITS),
            recruits: 0,
            exchanges: 0,
            stacking: 0,
            unsupplied: 0,
            structure_attacks: 0,
            structure_hits: 0,
            searches: 0,
            found: 0,
            morice: 0,
            fights: 0,
            killed: 0,
            french_steps: 0,
            french_lost: 0,
            levels: BySide::default(),
            purges: 0,
            purged: 0,
            resettled: 0,
            infiltrated: 0,
            points: BySide::default(),
            unused: BySide::default(),
            most_faileks: 0,
        }
    }
}

impl Sink<Event> for Tally {
    // Where it is told which event it is, nothing is left of the match, and most events take nothing at all.
    #[inline(always)]
    fn event(&mut self, event: Event) {
        match event {
            Event::Turn { turn } => self.turn = turn,
            Event::NewPoints { side, points, faileks, .. } => {
                self.points[side] += u32::from(points);
                self.most_faileks = self.most_faileks.max(faileks);
            }
            Event::Played { side, chit, forced } => {
                self.played[side] += 1;
                self.forced[side] += u32::from(forced);
                self.chits.push((chit.0, self.turn));
            }
            Event::Passed { side } => self.passed[side] += 1,
            Event::Crisis { crisis, turn } => {
                if let Some(slot) = self.crises.get_mut(usize::from(crisis)) {
                    *slot = turn;
                }
            }
            Event::Rage => self.rage = self.turn,
            Event::Appeasement => self.appeasement = self.turn,
            Event::Referendum { last, yes, no, turn, .. } => {
                self.referendums[usize::from(last)] = Some((yes, no, turn));
            }
            Event::Recruited { .. } => self.recruits += 1,
            Event::Exchanged { .. } => self.exchanges += 1,
            Event::FailekRemoved { why: Removal::Stacking, .. } => self.stacking += 1,
            Event::FailekRemoved { why: Removal::Supply, .. } => self.unsupplied += 1,
            Event::StructureAttack { hit, .. } => {
                self.structure_attacks += 1;
                self.structure_hits += u32::from(hit);
            }
            Event::Searched { found, .. } => {
                self.searches += 1;
                self.found += u32::from(found);
            }
            Event::MoriceAttack { .. } => self.morice += 1,
            Event::Fight { killed, losses, eliminated, .. } => {
                self.fights += 1;
                self.killed += u32::from(killed);
                self.french_steps += u32::from(losses);
                self.french_lost += u32::from(eliminated);
            }
            Event::Level { from, to, .. } => {
                let side = if to < from { Side::Fln } else { Side::France };
                self.levels[side] += 1;
            }
            Event::Purge { success, .. } => {
                self.purges += 1;
                self.purged += u32::from(success);
            }
            Event::Resettled { .. } => self.resettled += 1,
            Event::Infiltration { success, .. } => self.infiltrated += u32::from(success),
            Event::Unused { side, points } => self.unused[side] += u32::from(points),
            Event::Over { ending, turn, .. } => self.end = Some((ending, turn)),
            _ => {}
        }
    }
}

/// A date in a table; empty if it never happened.
fn when(rules: &Rules, turn: u8) -> Field {
    if turn == NEVER { Field::Nothing } else { year(rules, turn).into() }
}

/// A field of a referendum, if it was held.
fn referendum(tally: &Tally, number: usize, field: impl FnOnce((u8, u8, u8)) -> Field) -> Field {
    tally.referendums[number].map_or(Field::Nothing, field)
}

/// The chits, each with its date.
fn chits_played(tally: &Tally, rules: &Rules) -> Field {
    let mut chits = String::with_capacity(tally.chits.len() * 32);
    for &(chit, turn) in &tally.chits {
        if !chits.is_empty() {
            chits.push(' ');
        }
        chits.push_str(&rules.chits[usize::from(chit)].id);
        chits.push('@');
        push_year(rules, turn, &mut chits);
    }
    chits.into()
}

/// The form of dates.
const DATE: Form = Form::NUMBER.unit("year").or_empty();

impl game::Tally<Ici> for Tally {
    const COLUMNS: &'static [Column<fn(&Self, &Rules) -> Field>] = &[
        Column::new(
            "ending",
            Form::WORD.or_empty(),
            "`collapse`, `control` (France controls all regions) or `referendum` (the last one)",
            |tally, _| tally.end.map_or("", |(ending, _)| ending.word()).into(),
        ),
        Column::new("end_date", DATE, "when the game ends", |tally, rules| {
            tally.end.map_or(Field::Nothing, |(_, turn)| when(rules, turn))
        }),
        Column::new("de_gaulle", DATE, "when the government crisis reaches De Gaulle", |tally, rules| {
            when(rules, tally.crises[1])
        }),
        Column::new(
            "barricade_week",
            DATE,
            "when the government crisis reaches the week of the barricades",
            |tally, rules| when(rules, tally.crises[2]),
        ),
        Column::new(
            "coup_attempt",
            DATE,
            "when the government crisis reaches the attempted coup",
            |tally, rules| when(rules, tally.crises[3]),
        ),
        Column::new(
            "evian_talks",
            DATE,
            "when the government crisis reaches the talks of Évian",
            |tally, rules| when(rules, tally.crises[4]),
        ),
        Column::new("collapse", DATE, "when the government crisis reaches collapse", |tally, rules| {
            when(rules, tally.crises[5])
        }),
        Column::new("first_referendum", DATE, "when the first referendum is held", |tally, rules| {
            referendum(tally, 0, |(_, _, turn)| when(rules, turn))
        }),
        Column::new("first_yes", Form::WHOLE.or_empty(), "its votes for yes", |tally, _| {
            referendum(tally, 0, |(yes, ..)| yes.into())
        }),
        Column::new("first_no", Form::WHOLE.or_empty(), "its votes for no", |tally, _| {
            referendum(tally, 0, |(_, no, _)| no.into())
        }),
        Column::new("last_referendum", DATE, "when the last referendum is held", |tally, rules| {
            referendum(tally, 1, |(_, _, turn)| when(rules, turn))
        }),
        Column::new("last_yes", Form::WHOLE.or_empty(), "its votes for yes", |tally, _| {
            referendum(tally, 1, |(yes, ..)| yes.into())
        }),
        Column::new("last_no", Form::WHOLE.or_empty(), "its votes for no", |tally, _| {
            referendum(tally, 1, |(_, no, _)| no.into())
        }),
        Column::new("rage", DATE, "when the Pied-noirs are struck by rage", |tally, rules| {
            when(rules, tally.rage)
        }),
        Column::new("appeasement", DATE, "when the Pied-noirs are appeased", |tally, rules| {
            when(rules, tally.appeasement)
        }),
        Column::new("fln_chits", Form::WHOLE, "chits that the FLN plays", |tally, _| tally.played.fln.into()),
        Column::new("france_chits", Form::WHOLE, "chits that France plays", |tally, _| {
            tally.played.france.into()
        }),
        Column::new("fln_forced", Form::WHOLE, "those of them that were on the track", |tally, _| {
            tally.forced.fln.into()
        }),
        Column::new("france_forced", Form::WHOLE, "those of them that were on the track", |tally, _| {
            tally.forced.france.into()
        }),
        Column::new(
            "fln_passes",
            Form::WHOLE,
            "political phases of the FLN without a chit to play",
            |tally, _| tally.passed.fln.into(),
        ),
        Column::new(
            "france_passes",
            Form::WHOLE,
            "political phases of France without a chit to play",
            |tally, _| tally.passed.france.into(),
        ),
        Column::new("chits_played", Form::TEXT.or_empty(), "a list: each chit, `@` and when", chits_played),
        Column::new("recruits", Form::WHOLE, "faileks recruited", |tally, _| tally.recruits.into()),
        Column::new("exchanges", Form::WHOLE, "exchanges", |tally, _| tally.exchanges.into()),
        Column::new(
            "most_faileks",
            Form::WHOLE,
            "most faileks in Algeria at the start of a turn",
            |tally, _| tally.most_faileks.into(),
        ),
        Column::new("stacking_removals", Form::WHOLE, "faileks removed for lack of room", |tally, _| {
            tally.stacking.into()
        }),
        Column::new("supply_removals", Form::WHOLE, "faileks removed for lack of supply", |tally, _| {
            tally.unsupplied.into()
        }),
        Column::new("structure_attacks", Form::WHOLE, "structure attacks rolled", |tally, _| {
            tally.structure_attacks.into()
        }),
        Column::new("structure_hits", Form::WHOLE, "structure attacks that hit", |tally, _| {
            tally.structure_hits.into()
        }),
        Column::new("searches", Form::WHOLE, "searches", |tally, _| tally.searches.into()),
        Column::new("faileks_found", Form::WHOLE, "faileks found by searches", |tally, _| tally.found.into()),
        Column::new("morice_attacks", Form::WHOLE, "attacks at the Morice Line", |tally, _| {
            tally.morice.into()
        }),
        Column::new("fights", Form::WHOLE, "fights", |tally, _| tally.fights.into()),
        Column::new("faileks_killed", Form::WHOLE, "faileks killed in fights", |tally, _| {
            tally.killed.into()
        }),
        Column::new("french_steps_lost", Form::WHOLE, "French steps lost in fights", |tally, _| {
            tally.french_steps.into()
        }),
        Column::new("french_units_lost", Form::WHOLE, "French units lost in fights", |tally, _| {
            tally.french_lost.into()
        }),
        Column::new("fln_levels", Form::WHOLE, "political levels that change towards the FLN", |tally, _| {
            tally.levels.fln.into()
        }),
        Column::new(
            "france_levels",
            Form::WHOLE,
            "political levels that change towards France",
            |tally, _| tally.levels.france.into(),
        ),
        Column::new("purge_attempts", Form::WHOLE, "purges attempted", |tally, _| tally.purges.into()),
        Column::new("purges", Form::WHOLE, "purges that succeed", |tally, _| tally.purged.into()),
        Column::new("resettlements", Form::WHOLE, "resettlements", |tally, _| tally.resettled.into()),
        Column::new("infiltrations", Form::WHOLE, "infiltrations that succeed", |tally, _| {
            tally.infiltrated.into()
        }),
        Column::new(
            "fln_points",
            Form::WHOLE.unit("points"),
            "new points of the FLN over all turns",
            |tally, _| tally.points.fln.into(),
        ),
        Column::new(
            "france_points",
            Form::WHOLE.unit("points"),
            "new points of France over all turns",
            |tally, _| tally.points.france.into(),
        ),
        Column::new(
            "fln_unused",
            Form::WHOLE.unit("points"),
            "points that the FLN leaves unused at the ends of turns",
            |tally, _| tally.unused.fln.into(),
        ),
        Column::new(
            "france_unused",
            Form::WHOLE.unit("points"),
            "points that France leaves unused at the ends of turns",
            |tally, _| tally.unused.france.into(),
        ),
    ];
}
