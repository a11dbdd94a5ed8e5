//! Counts what happens in a game: the columns of a table of games.

use std::fmt::Write as _;

use super::event::{Event, Removal};
use super::game::Ici;
use super::rules::Rules;
use super::state::Ending;
use super::types::CHITS;
use crate::field::Field;
use crate::game;
use crate::side::{BySide, Side};
use crate::sink::Sink;

/// A turn as a number of years, so that it can be averaged: winter is .0, fall .75 (`1957.75` is fall 1957).
fn year(rules: &Rules, turn: u8) -> f64 {
    f64::from(rules.calendar.first_year) + f64::from(turn) / 4.0
}

/// The same in digits.
fn push_year(rules: &Rules, turn: u8, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", rules.calendar.first_year + u16::from(turn / 4));
    text.push_str(["", ".25", ".5", ".75"][usize::from(turn % 4)]);
}

/// No turn.
const NEVER: u8 = u8::MAX;

/// Counts of one game, from its events alone.
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

impl game::Tally<Ici> for Tally {
    fn columns() -> Vec<&'static str> {
        vec![
            "ending",
            "end_date",
            "de_gaulle",
            "barricade_week",
            "coup_attempt",
            "evian_talks",
            "collapse",
            "first_referendum",
            "first_yes",
            "first_no",
            "last_referendum",
            "last_yes",
            "last_no",
            "rage",
            "appeasement",
            "fln_chits",
            "france_chits",
            "fln_forced",
            "france_forced",
            "fln_passes",
            "france_passes",
            "chits_played",
            "recruits",
            "exchanges",
            "most_faileks",
            "stacking_removals",
            "supply_removals",
            "structure_attacks",
            "structure_hits",
            "searches",
            "faileks_found",
            "morice_attacks",
            "fights",
            "faileks_killed",
            "french_steps_lost",
            "french_units_lost",
            "fln_levels",
            "france_levels",
            "purge_attempts",
            "purges",
            "resettlements",
            "infiltrations",
            "fln_points",
            "france_points",
            "fln_unused",
            "france_unused",
        ]
    }

    fn values(&self, rules: &Rules, out: &mut Vec<Field>) {
        let when = |turn: u8| if turn == NEVER { Field::Nothing } else { year(rules, turn).into() };
        out.push(self.end.map_or("", |(ending, _)| ending.word()).into());
        out.push(self.end.map_or(Field::Nothing, |(_, turn)| when(turn)));
        out.extend(self.crises[1..6].iter().map(|turn| when(*turn)));
        for referendum in self.referendums {
            out.extend(match referendum {
                Some((yes, no, turn)) => [when(turn), yes.into(), no.into()],
                None => [const { Field::Nothing }; 3],
            });
        }
        out.extend([when(self.rage), when(self.appeasement)]);
        for counts in [&self.played, &self.forced, &self.passed] {
            out.extend(counts.iter().map(|(_, count)| Field::from(*count)));
        }
        let mut chits = String::with_capacity(self.chits.len() * 32);
        for &(chit, turn) in &self.chits {
            if !chits.is_empty() {
                chits.push(' ');
            }
            chits.push_str(&rules.chits[usize::from(chit)].id);
            chits.push('@');
            push_year(rules, turn, &mut chits);
        }
        out.push(chits.into());
        let counts = [
            self.recruits,
            self.exchanges,
            u32::from(self.most_faileks),
            self.stacking,
            self.unsupplied,
            self.structure_attacks,
            self.structure_hits,
            self.searches,
            self.found,
            self.morice,
            self.fights,
            self.killed,
            self.french_steps,
            self.french_lost,
            self.levels.fln,
            self.levels.france,
            self.purges,
            self.purged,
            self.resettled,
            self.infiltrated,
            self.points.fln,
            self.points.france,
            self.unused.fln,
            self.unused.france,
        ];
        out.extend(counts.map(Field::from));
    }
}
