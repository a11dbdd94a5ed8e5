//! Events in words, and descriptions of positions for a person.

use std::fmt::Write;

use super::event::{Event, Removal};
use super::formulas::{self, Control};
use super::rules::Rules;
use super::state::{DRAWN, LOST_BEFORE, LOST_NOW, MIX, State, WAITING, date};
use super::types::{Chit, Chits, Class, Failek, Flag, Level, Location, Unit, Units};
use crate::side::Side;

/// A number of things, in words.
fn counted(number: u8, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

impl Event {
    /// The event in words.
    #[must_use]
    pub fn text(&self, rules: &Rules) -> String {
        let name = |at: Location| &rules.map.names[at.index()];
        let unit = |unit: Unit| &rules.units[unit.index()].name;
        let chit = |chit: Chit| &rules.chit(chit).name;
        let scale = |slot: u8| &rules.pied_noirs[usize::from(slot)];
        match *self {
            Self::Turn { turn } => format!("{} begins.", date(rules, turn)),
            Self::NewPoints { side, points, .. } => format!("{side} has {}.", counted(points, "point")),
            Self::Initiative { side } => format!("{side} plays its chit first."),
            Self::Drawn { side, chit: drawn } => format!("{side} draws {}.", chit(drawn)),
            Self::Laid { side, chit: laid } => format!("{side} puts {} on the track.", chit(laid)),
            Self::Played { side, chit: played, forced: true } => {
                format!("{side} has to play {}, which was on the track.", chit(played))
            }
            Self::Played { side, chit: played, .. } => format!("{side} plays {}.", chit(played)),
            Self::Passed { side } => format!("{side} has no chit to play."),
            Self::Points { side, change } => {
                let verb = if change < 0 { "loses" } else { "gains" };
                format!("{side} {verb} {}.", counted(change.unsigned_abs(), "point"))
            }
            Self::ExtraPoints { side, points } => format!("{side} has {}.", counted(points, "extra point")),
            Self::Density { now } => format!("The troop density is now {now}."),
            Self::Marker { region, from, to } => {
                format!("The Population Marker of {} moves from {from} to {to}.", name(region))
            }
            Self::FlnMarker { from, to } => format!("The FLN Marker moves from {from} to {to}."),
            Self::PiedNoirs { from, to } => {
                format!("The Pied-noirs' Feelings move from {} to {}.", scale(from), scale(to))
            }
            Self::FrenchPublic { from, to } => format!("The French Public Marker moves from {from} to {to}."),
            Self::Crisis { crisis, .. } => {
                format!("Government crisis: {}.", rules.crises[usize::from(crisis)].name)
            }
            Self::UnitRemoved { unit: gone } => format!("{} is removed for good.", unit(gone)),
            Self::UnitReduced { unit: hit, at } => format!("{} in {} is reduced.", unit(hit), name(at)),
            Self::Independent { country } => format!("{} becomes independent.", name(country)),
            Self::Enabled { flag } => format!("From now on in effect: {flag}."),
            Self::Rage => "The Pied-noirs are struck by rage.".to_owned(),
            Self::Appeasement => "The Pied-noirs are appeased.".to_owned(),
            Self::Vote { region, yes } => {
                format!("{} votes {}.", name(region), if yes { "Yes" } else { "No" })
            }
            Self::Referendum { last, yes, no, winner, .. } => {
                let which = if last { "last" } else { "first" };
                let won = winner.map_or("nobody wins".to_owned(), |side| format!("{side} wins"));
                format!("The {which} referendum: {yes} Yes, {no} No; {won}.")
            }
            Self::Exchanged { at, given, taken, price } => {
                let (whole, half) = (price / 2, if price % 2 == 1 { "½" } else { "" });
                let whole = if whole == 0 && price > 0 { String::new() } else { whole.to_string() };
                let points = if price > 2 || price == 0 { "points" } else { "point" };
                let at = name(at);
                format!("Faileks in {at} are exchanged, {given} for {taken}, for {whole}{half} {points}.")
            }
            Self::ExchangedTypes { exchange, .. } => {
                format!("The exchange is {}.", exchange.word().replace('-', " "))
            }
            Self::Recruited { at, failek } => format!("A {failek} is recruited in {}.", name(at)),
            Self::WaveDrawn { unit: drawn } => format!("{} is on its way.", unit(drawn)),
            Self::Entered { unit: come, at } => format!("{} enters at {}.", unit(come), name(at)),
            Self::FlippedUp { unit: whole, at } => {
                format!("{} in {} is at full strength again.", unit(whole), name(at))
            }
            Self::Maquis { country, count } => format!("Maquis in {}: {count}.", name(country)),
            Self::Marched { from, to, price } => {
                format!("A failek moves from {} to {} for {price}.", name(from), name(to))
            }
            Self::FailekRemoved { at, why } => {
                let why = match why {
                    Removal::Chit => "by the chit",
                    Removal::Stacking => "for lack of room",
                    Removal::Supply => "for lack of supply",
                };
                format!("A failek in {} is removed {why}.", name(at))
            }
            Self::StructureSupply { at, passed: true } => {
                format!("The FLN can supply an attack in {}.", name(at))
            }
            Self::StructureSupply { at, .. } => format!("The FLN cannot supply an attack in {}.", name(at)),
            Self::StructureAttack { at, hit } => {
                format!("The attack in {} {}.", name(at), if hit { "hits" } else { "misses" })
            }
            Self::Drove { unit: moved, from, to, price } => {
                format!("{} moves from {} to {} for {price}.", unit(moved), name(from), name(to))
            }
            Self::Displaced { unit: moved, from, to } => {
                format!("{} is displaced from {} to {}.", unit(moved), name(from), name(to))
            }
            Self::MoriceAttack { at, faileks } => {
                format!("France meets {} at the Morice Line in {}.", counted(faileks, "failek"), name(at))
            }
            Self::Searched { at, dice, found } => {
                format!("France searches {} with {dice} dice and finds {found}.", name(at))
            }
            Self::CombatChits { fln, france } => format!("Combat chits: FLN {fln}, France {france}."),
            Self::Fight { at, unit: fights, failek, killed, losses, eliminated } => {
                let mut text = format!("{} fights a {failek} in {}", unit(fights), name(at));
                text.push_str(if killed { ": it is killed" } else { ": it survives" });
                if eliminated {
                    text.push_str("; the French unit is eliminated");
                } else if losses > 0 {
                    text.push_str("; the French unit is reduced");
                }
                text.push('.');
                text
            }
            Self::Level { region, from, to } => {
                format!("{} goes from {} to {}.", name(region), from.title(), to.title())
            }
            Self::Purge { region, harsh, success } => format!(
                "{} of {} {}.",
                if harsh { "The harsh purge" } else { "The purge" },
                name(region),
                if success { "succeeds" } else { "fails" }
            ),
            Self::Resettled { region, steps } => {
                format!("People of {} are resettled ({steps} of 2).", name(region))
            }
            Self::Infiltration { region, success } => {
                format!(
                    "The infiltration of {} {}.",
                    name(region),
                    if success { "succeeds" } else { "fails" }
                )
            }
            Self::Unused { side, points } => format!("{side} leaves {} unused.", counted(points, "point")),
            Self::Over { winner, ending, .. } => {
                format!("The game is over: {winner} wins by {}.", ending.word())
            }
        }
    }
}

impl State {
    /// The position for a person, on several lines.
    #[must_use]
    pub fn describe(&self, rules: &Rules, side: Option<Side>) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.describe_tracks(rules, &mut text);
        let _ = self.describe_regions(rules, side, &mut text);
        let _ = self.describe_chits(rules, side, &mut text);
        text
    }

    fn describe_tracks(&self, rules: &Rules, text: &mut String) -> std::fmt::Result {
        writeln!(
            text,
            "{}, points: FLN {}, France {}",
            self.date(rules),
            self.points.fln,
            self.points.france
        )?;
        writeln!(
            text,
            "French public {}, FLN marker {}, troop density {}, Pied-noirs: {}, government: {}",
            self.french_public,
            self.fln_marker,
            self.density,
            rules.pied_noirs[usize::from(self.pied_noirs)],
            rules.crises[usize::from(self.crisis)].name
        )?;
        let flags: Vec<&str> =
            Flag::ALL.iter().filter(|flag| self.has(**flag)).map(|flag| flag.word()).collect();
        if !flags.is_empty() {
            writeln!(text, "In effect: {}", flags.join(", "))?;
        }
        Ok(())
    }

    fn describe_regions(&self, rules: &Rules, side: Option<Side>, text: &mut String) -> std::fmt::Result {
        for at in (0..Location::COUNT as u8).map(Location) {
            let exists = !rules.id(at).is_empty();
            let french = if at.in_algeria() { self.french[at.index()] } else { 0 };
            if !exists || (!at.is_populated() && french == 0 && self.failek_count(at) == 0) {
                continue;
            }
            write!(text, "{:<14}", rules.id(at))?;
            if at.is_populated() {
                let control = match formulas::control(rules, self, at) {
                    Control::Fln => "FLN",
                    Control::Contested => "contested",
                    Control::France => "France",
                };
                let resettled =
                    ["", " resettled", " resettled twice"][usize::from(self.resettled[at.index()])];
                write!(
                    text,
                    " {:>2} {:<8} {control:<9} x{}{resettled}",
                    self.slot[at.index()],
                    self.level[at.index()].word(),
                    rules.map.population[at.index()]
                )?;
            }
            self.describe_faileks(at, side, text)?;
            if at.is_country() {
                let country = at.country_index();
                write!(text, "{}", if self.is_independent(country) { " (independent" } else { " (closed" })?;
                match self.maquis[country] {
                    0 => text.push(')'),
                    maquis => write!(text, ", {maquis} maquis)")?,
                }
            }
            if french > 0 {
                write!(text, "; {}", self.unit_names(rules, self.units_at(at)))?;
            }
            text.push('\n');
        }
        for (code, what) in [
            (DRAWN, "arriving"),
            (WAITING, "waiting"),
            (LOST_NOW, "lost this turn"),
            (LOST_BEFORE, "to return"),
        ] {
            let units = self.units_at(code);
            if units != 0 {
                writeln!(text, "French units {what}: {}", self.unit_names(rules, units))?;
            }
        }
        Ok(())
    }

    fn describe_faileks(&self, at: Location, side: Option<Side>, text: &mut String) -> std::fmt::Result {
        let group = self.faileks(at);
        if group.total == 0 {
            return Ok(());
        }
        let france = side == Some(Side::France);
        let known = if france { self.sure(at) } else { group.by_type() };
        let mut parts = Vec::new();
        for failek in Failek::ALL {
            if known[failek.index()] > 0 {
                parts.push(format!("{} {failek}", known[failek.index()]));
            }
        }
        let full_time = if france { self.sure_full_time(at) - known[1] - known[2] } else { 0 };
        if full_time > 0 {
            parts.push(format!("{full_time} no moussebiline"));
        }
        let hidden = group.total - known.iter().sum::<u8>() - full_time;
        if hidden > 0 {
            parts.push(format!("{hidden} unknown"));
        }
        write!(text, "; faileks: {}", parts.join(", "))
    }

    fn unit_names(&self, rules: &Rules, units: Units) -> String {
        let mut names = Vec::new();
        for class in (0..rules.classes.len() as u8).map(Class) {
            for unit in Unit::each(units & rules.class_units[class.index()]) {
                let mark = if self.is_reduced(unit) { "-" } else { "" };
                names.push(format!("{}{mark}", rules.units[unit.index()].name));
            }
        }
        names.join(", ")
    }

    fn describe_chits(&self, rules: &Rules, side: Option<Side>, text: &mut String) -> std::fmt::Result {
        let names = |chits: Chits| {
            Chit::each(chits).map(|chit| rules.chit(chit).name.as_str()).collect::<Vec<_>>().join(", ")
        };
        for owner in Side::ALL {
            if side.is_none_or(|viewer| viewer == owner) {
                writeln!(text, "Hand of {owner}: {}", names(self.hand[owner]))?;
            } else {
                writeln!(text, "Hand of {owner}: {} chits", self.hand_size[owner])?;
            }
            let first = rules.calendar.first_year;
            let years: Vec<String> = (0..u16::from(rules.calendar.years))
                .filter(|year| self.track_years[owner] & 1 << year != 0)
                .map(|year| (first + year).to_string())
                .collect();
            if !years.is_empty() {
                write!(text, "Chits of {owner} on the track: {}", years.join(", "))?;
                if side != Some(owner) {
                    write!(text, " ({})", names(self.track[owner]))?;
                }
                text.push('\n');
            }
        }
        if side != Some(Side::France) {
            let mix = self.faileks(MIX).by_type();
            writeln!(
                text,
                "Counter mix: {} moussebilines, {} moudjahidines, {} zonal commandos",
                mix[0], mix[1], mix[2]
            )?;
        }
        Ok(())
    }
}

/// The display name of a level.
impl Level {
    /// Its name in the rulebook.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fln => "FLN Level",
            Self::Purge => "Purge Level",
            Self::Activist => "Activist Level",
            Self::Support => "Support Level",
        }
    }
}
