//! Statistics of a game: the columns of a table of games.

use super::words::Ending;
use std::fmt::Write as _;

use arrayvec::ArrayVec;

use super::Ici;
use super::event::{Event, Removal};
use super::rules::Rules;
use super::types::CHITS;
use crate::field::{Field, Form, TallyColumn, columns};
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

/// Counts of one game, computed from its events alone.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    end: Option<(Ending, u8)>,
    crises: [Option<u8>; 8],
    referendums: [Option<(u8, u8, u8)>; 2],
    rage: Option<u8>,
    appeasement: Option<u8>,
    turn: u8,
    played: BySide<u32>,
    forced: BySide<u32>,
    passed: BySide<u32>,
    /// Each chit is played at most once.
    chits: ArrayVec<(u8, u8), CHITS>,
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

impl Sink<Event> for Tally {
    // Where the event is known at compile time, the match disappears, and most events cost nothing.
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
                    *slot = Some(turn);
                }
            }
            Event::Rage => self.rage = Some(self.turn),
            Event::Appeasement => self.appeasement = Some(self.turn),
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
fn when(rules: &Rules, turn: impl Into<Option<u8>>) -> Field {
    turn.into().map_or(Field::Nothing, |turn| year(rules, turn).into())
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
    const COLUMNS: &'static [TallyColumn<Self, Rules>] = columns! { tally, rules;
        "ending", Form::WORD.or_empty(),
            "`collapse`, `control` (France controls all regions) or `referendum` (the last one)",
            tally.end.map_or("", |(ending, _)| ending.word());
        "end_date", DATE, "when the game ends", when(rules, tally.end.map(|(_, turn)| turn));
        "de_gaulle", DATE, "when the government crisis reaches De Gaulle", when(rules, tally.crises[1]);
        "barricade_week", DATE, "when the government crisis reaches the week of the barricades",
            when(rules, tally.crises[2]);
        "coup_attempt", DATE, "when the government crisis reaches the attempted coup", when(rules, tally.crises[3]);
        "evian_talks", DATE, "when the government crisis reaches the talks of Évian", when(rules, tally.crises[4]);
        "collapse", DATE, "when the government crisis reaches collapse", when(rules, tally.crises[5]);
        "first_referendum", DATE, "when the first referendum is held",
            referendum(tally, 0, |(_, _, turn)| when(rules, turn));
        "first_yes", Form::WHOLE.or_empty(), "its votes for yes", referendum(tally, 0, |(yes, ..)| yes.into());
        "first_no", Form::WHOLE.or_empty(), "its votes for no", referendum(tally, 0, |(_, no, _)| no.into());
        "last_referendum", DATE, "when the last referendum is held",
            referendum(tally, 1, |(_, _, turn)| when(rules, turn));
        "last_yes", Form::WHOLE.or_empty(), "its votes for yes", referendum(tally, 1, |(yes, ..)| yes.into());
        "last_no", Form::WHOLE.or_empty(), "its votes for no", referendum(tally, 1, |(_, no, _)| no.into());
        "rage", DATE, "when the Pied-noirs are struck by rage", when(rules, tally.rage);
        "appeasement", DATE, "when the Pied-noirs are appeased", when(rules, tally.appeasement);
        "fln_chits", Form::WHOLE, "chits that the FLN plays", tally.played.fln;
        "france_chits", Form::WHOLE, "chits that France plays", tally.played.france;
        "fln_forced", Form::WHOLE, "those of them that were on the track", tally.forced.fln;
        "france_forced", Form::WHOLE, "those of them that were on the track", tally.forced.france;
        "fln_passes", Form::WHOLE, "political phases of the FLN without a chit to play", tally.passed.fln;
        "france_passes", Form::WHOLE, "political phases of France without a chit to play", tally.passed.france;
        "chits_played", Form::TEXT.or_empty(), "a list: each chit, `@` and when", chits_played(tally, rules);
        "recruits", Form::WHOLE, "faileks recruited", tally.recruits;
        "exchanges", Form::WHOLE, "exchanges", tally.exchanges;
        "most_faileks", Form::WHOLE, "most faileks in Algeria at the start of a turn", tally.most_faileks;
        "stacking_removals", Form::WHOLE, "faileks removed for lack of room", tally.stacking;
        "supply_removals", Form::WHOLE, "faileks removed for lack of supply", tally.unsupplied;
        "structure_attacks", Form::WHOLE, "structure attacks rolled", tally.structure_attacks;
        "structure_hits", Form::WHOLE, "structure attacks that hit", tally.structure_hits;
        "searches", Form::WHOLE, "searches", tally.searches;
        "faileks_found", Form::WHOLE, "faileks found by searches", tally.found;
        "morice_attacks", Form::WHOLE, "attacks at the Morice Line", tally.morice;
        "fights", Form::WHOLE, "fights", tally.fights;
        "faileks_killed", Form::WHOLE, "faileks killed in fights", tally.killed;
        "french_steps_lost", Form::WHOLE, "French steps lost in fights", tally.french_steps;
        "french_units_lost", Form::WHOLE, "French units lost in fights", tally.french_lost;
        "fln_levels", Form::WHOLE, "political levels that change towards the FLN", tally.levels.fln;
        "france_levels", Form::WHOLE, "political levels that change towards France", tally.levels.france;
        "purge_attempts", Form::WHOLE, "purges attempted", tally.purges;
        "purges", Form::WHOLE, "purges that succeed", tally.purged;
        "resettlements", Form::WHOLE, "resettlements", tally.resettled;
        "infiltrations", Form::WHOLE, "infiltrations that succeed", tally.infiltrated;
        "fln_points", Form::WHOLE.unit("points"), "new points of the FLN over all turns", tally.points.fln;
        "france_points", Form::WHOLE.unit("points"), "new points of France over all turns", tally.points.france;
        "fln_unused", Form::WHOLE.unit("points"), "points that the FLN leaves unused at the ends of turns",
            tally.unused.fln;
        "france_unused", Form::WHOLE.unit("points"), "points that France leaves unused at the ends of turns",
            tally.unused.france;
    };
}
