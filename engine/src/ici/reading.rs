//! Reads positions, strictly: a key that is missing or unknown, a word that means nothing or a number that cannot be
//! is an error that names the key.

use serde_json::{Map, Value};

use super::Ici;
use super::position::{MIX_WORD, OFF_MAP, RESUMES, recruited_at};
use super::rules::Rules;
use super::state::{ALGERIA, Ending, Group, MIX, State, TYPES};
use super::text::{find_chit, parse_crossing};
use super::types::{
    COUNTRIES, Chit, Chits, Combat, Failek, Flag, Level, Location, Mask, POPULATED, Season, Unit,
};
use super::words::{Node, Phase};
use crate::machine::Sequence;
use crate::side::{BySide, Side};

/// An object that is being read: it knows its key, and which of its own keys have been asked for.
struct Reader<'a> {
    path: String,
    object: &'a Map<String, Value>,
    asked: Vec<&'static str>,
}

fn wrong(path: &str, found: &Value, expected: &str) -> String {
    let mut found = found.to_string();
    if found.chars().count() > 60 {
        found = found.chars().take(57).collect::<String>() + "...";
    }
    format!("{path}: found {found}, expected {expected}")
}

impl<'a> Reader<'a> {
    fn new(path: &str, value: &'a Value) -> Result<Self, String> {
        let shown = if path.is_empty() { "the position" } else { path };
        let object = value.as_object().ok_or_else(|| wrong(shown, value, "an object"))?;
        Ok(Self { path: path.to_owned(), object, asked: Vec::new() })
    }

    fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn value(&mut self, key: &'static str) -> Result<&'a Value, String> {
        self.asked.push(key);
        self.object.get(key).ok_or_else(|| format!("{}: missing", self.path(key)))
    }

    fn object(&mut self, key: &'static str) -> Result<Reader<'a>, String> {
        let path = self.path(key);
        Reader::new(&path, self.value(key)?)
    }

    /// No key may be left that was not asked for.
    fn done(self) -> Result<(), String> {
        match self.object.keys().find(|key| !self.asked.contains(&key.as_str())) {
            Some(key) => Err(format!("{}: unknown, expected {}", self.path(key), self.asked.join(", "))),
            None => Ok(()),
        }
    }

    fn number(&mut self, key: &'static str, most: u16) -> Result<u16, String> {
        let value = self.value(key)?;
        read_number(&self.path(key), value, most)
    }

    fn byte(&mut self, key: &'static str, most: u8) -> Result<u8, String> {
        self.number(key, most.into()).map(|number| number as u8)
    }

    fn flag(&mut self, key: &'static str) -> Result<bool, String> {
        let value = self.value(key)?;
        value.as_bool().ok_or_else(|| wrong(&self.path(key), value, "true or false"))
    }

    fn word<T>(
        &mut self,
        key: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        let value = self.value(key)?;
        value.as_str().and_then(read).ok_or_else(|| wrong(&self.path(key), value, what))
    }

    fn optional<T>(
        &mut self,
        key: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        match self.value(key)? {
            Value::Null => Ok(None),
            value => match value.as_str().and_then(read) {
                Some(word) => Ok(Some(word)),
                None => Err(wrong(&self.path(key), value, &format!("null or {what}"))),
            },
        }
    }

    /// A list of words without repetition.
    fn list<T: PartialEq>(
        &mut self,
        key: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, String> {
        let value = self.value(key)?;
        let path = self.path(key);
        let items = value.as_array().ok_or_else(|| wrong(&path, value, "a list"))?;
        let mut list = Vec::new();
        for item in items {
            let one = item.as_str().and_then(&read).ok_or_else(|| wrong(&path, item, what))?;
            if list.contains(&one) {
                return Err(wrong(&path, item, "no item twice"));
            }
            list.push(one);
        }
        Ok(list)
    }

    fn side(&mut self, key: &'static str) -> Result<Side, String> {
        self.word(key, "fln or france", |word| word.parse().ok())
    }

    fn types(&mut self, key: &'static str) -> Result<[u8; TYPES], String> {
        let mut reader = self.object(key)?;
        let mut counts = [0; TYPES];
        for failek in Failek::ALL {
            counts[failek.index()] = reader.byte(failek.word(), super::types::FAILEKS as u8)?;
        }
        reader.done()?;
        Ok(counts)
    }
}

fn read_number(path: &str, value: &Value, most: u16) -> Result<u16, String> {
    value
        .as_u64()
        .filter(|number| *number <= u64::from(most))
        .map(|number| number as u16)
        .ok_or_else(|| wrong(path, value, &format!("a number from 0 to {most}")))
}

impl State {
    /// Reads a position.
    ///
    /// # Errors
    /// The key that is wrong, what it holds and what it should hold.
    pub fn from_json(rules: &Rules, value: &Value) -> Result<Self, String> {
        let mut reader = Reader::new("", value)?;
        let mut state = Self::new(rules);
        state.unit_at = [Location::NONE; super::types::UNITS];
        state.french = [0; ALGERIA];
        state.reduced = 0;
        let scenario = &rules.scenario.id;
        reader.word("scenario", &format!("{scenario}, the scenario of these rules"), |word| {
            (word == scenario).then_some(())
        })?;
        state.read_turn(rules, reader.object("turn")?)?;
        state.read_tracks(rules, reader.object("tracks")?)?;
        state.read_chits(rules, reader.object("chits")?)?;
        state.read_regions(rules, reader.value("regions")?)?;
        state.read_faileks(rules, reader.value("faileks")?)?;
        state.read_units(rules, reader.value("units")?)?;
        state.read_maquis(rules, reader.value("maquis")?)?;
        state.read_next(reader.object("next")?)?;
        state.read_progress(rules, reader.object("progress")?)?;
        reader.done()?;
        state.check(rules)?;
        Ok(state)
    }

    fn read_turn(&mut self, rules: &Rules, mut reader: Reader<'_>) -> Result<(), String> {
        self.turn = read_date(rules, &mut reader)?;
        self.played = reader.byte("begun", u8::MAX)?;
        self.phase = reader.word(
            "phase",
            &Phase::ALL.iter().map(|phase| phase.word()).collect::<Vec<_>>().join(", "),
            Phase::from_word,
        )?;
        reader.done()
    }

    fn read_tracks(&mut self, rules: &Rules, mut reader: Reader<'_>) -> Result<(), String> {
        let track = &rules.track;
        let mut points = reader.object("points")?;
        self.points =
            BySide { fln: points.byte("fln", track.points)?, france: points.byte("france", track.points)? };
        points.done()?;
        let mut lasting = reader.object("lasting_points")?;
        for side in Side::ALL {
            let value = lasting.value(side.name())?;
            let path = lasting.path(side.name());
            self.lasting[side] = value
                .as_i64()
                .and_then(|number| i8::try_from(number).ok())
                .ok_or_else(|| wrong(&path, value, "a number from -128 to 127"))?;
        }
        lasting.done()?;
        self.points_cap = match reader.value("points_cap")? {
            Value::Null => u8::MAX,
            value => read_number(&reader.path("points_cap"), value, 254)? as u8,
        };
        self.french_public = reader.byte("french_public", track.support)?;
        self.fln_marker = reader.byte("fln_marker", track.support)?;
        self.pied_noirs = reader.word("pied_noirs", &rules.pied_noirs.join(", "), |word| {
            rules.pied_noirs.iter().position(|slot| slot == word)
        })? as u8;
        let crises: Vec<&str> = rules.crises.iter().map(|row| row.name.as_str()).collect();
        self.crisis = reader.word("government_crisis", &crises.join(", "), |word| {
            crises.iter().position(|name| *name == word)
        })? as u8;
        self.density = reader.byte("troop_density", track.density)?;
        self.referendums = reader.byte("referendums", 2)?;
        self.rage_spent = reader.flag("rage_spent")?;
        self.appeasement_spent = reader.flag("appeasement_spent")?;
        let flags = reader.list("in_effect", "a rule that chits switch on", Flag::from_word)?;
        self.flags = flags.iter().fold(0, |all, flag| all | 1 << flag.index());
        let countries = reader.list("independent", "a country", |word| find_country(rules, word))?;
        self.independent = countries.iter().fold(0, |all, country| all | 1 << country.country_index());
        self.wave_turn = match reader.value("wave_since")? {
            Value::Null => None,
            _ => {
                let mut wave = reader.object("wave_since")?;
                let turn = read_date(rules, &mut wave)?;
                wave.done()?;
                Some(turn)
            }
        };
        reader.done()
    }

    fn read_chits(&mut self, rules: &Rules, mut reader: Reader<'_>) -> Result<(), String> {
        for side in Side::ALL {
            let mut own = reader.object(side.name())?;
            let mut chits = |key| -> Result<Chits, String> {
                let list = own.list(key, "a chit of this set", |word| {
                    find_chit(rules, word).filter(|chit| rules.set[side] & chit.bit() != 0)
                })?;
                Ok(list.iter().fold(0, |all, chit| all | chit.bit()))
            };
            self.hand[side] = chits("hand")?;
            self.cup[side] = chits("cup")?;
            self.track[side] = chits("track")?;
            self.hand_size[side] = self.hand[side].count_ones() as u8;
            self.cup_size[side] = self.cup[side].count_ones() as u8;
            self.track_years[side] =
                Chit::each(self.track[side]).fold(0, |all, chit| all | 1 << rules.chit(chit).last);
            own.done()?;
        }
        reader.done()
    }

    fn read_regions(&mut self, rules: &Rules, value: &Value) -> Result<(), String> {
        let mut reader = Reader::new("regions", value)?;
        for index in 0..POPULATED {
            let id = rules.id(Location(index as u8));
            let path = reader.path(id);
            let value = reader.object.get(id).ok_or_else(|| format!("{path}: missing"))?;
            let mut region = Reader::new(&path, value)?;
            self.slot[index] = region.byte("marker", rules.track.population)?;
            self.level[index] = region.word("level", "fln, purge, activist or support", Level::from_word)?;
            self.resettled[index] = region.byte("resettled", 2)?;
            region.done()?;
        }
        reader.known(|id| rules.map.find(id).is_some_and(Location::is_populated), "a populated region")
    }

    fn read_faileks(&mut self, rules: &Rules, value: &Value) -> Result<(), String> {
        let reader = Reader::new("faileks", value)?;
        self.faileks = [Group::default(); super::state::HOLDERS];
        self.sure = [[0; TYPES]; super::state::HOLDERS];
        self.full_time = [0; super::state::HOLDERS];
        if !reader.object.contains_key(MIX_WORD) {
            return Err(format!("faileks.{MIX_WORD}: missing"));
        }
        for (id, value) in reader.object {
            let path = reader.path(id);
            let holder = if id == MIX_WORD { Some(MIX) } else { rules.map.find(id) };
            let holder =
                holder.ok_or_else(|| format!("{path}: unknown, expected the id of a location or mix"))?;
            let mut here = Reader::new(&path, value)?;
            let by_type = here.types("here")?;
            let total = by_type.iter().map(|count| u16::from(*count)).sum::<u16>();
            if total > u8::MAX.into() {
                return Err(format!("{path}.here: found {total} faileks, expected fewer than 256"));
            }
            self.faileks[holder.index()] = Group::new(by_type);
            let sure = here.types("sure")?;
            self.sure[holder.index()] = sure;
            self.full_time[holder.index()] = match here.object.get("full_time") {
                Some(_) => here.byte("full_time", u8::MAX)?,
                None => sure[1].saturating_add(sure[2]),
            };
            if let Some(moved) = self.moved.get_mut(holder.index()) {
                *moved = here.types("moved")?;
            }
            if let Some(arrived) = self.arrived.get_mut(holder.index()) {
                *arrived = here.types("arrived")?;
            }
            here.done()?;
        }
        self.count_occupied();
        Ok(())
    }

    fn read_units(&mut self, rules: &Rules, value: &Value) -> Result<(), String> {
        let mut reader = Reader::new("units", value)?;
        for (number, row) in rules.units.iter().enumerate() {
            let unit = Unit(number as u8);
            let path = reader.path(&row.id);
            let value = reader.object.get(&row.id).ok_or_else(|| format!("{path}: missing"))?;
            let mut one = Reader::new(&path, value)?;
            let words: Vec<&str> = OFF_MAP.iter().map(|(_, word)| *word).collect();
            let expected = format!("the id of a region or place, {}", words.join(", "));
            let at = one.word("at", &expected, |word| {
                let off = OFF_MAP.iter().find(|(_, off)| *off == word).map(|(code, _)| *code);
                off.or_else(|| rules.map.find(word).filter(|at| at.in_algeria()))
            })?;
            self.put(unit, at);
            let mut set = |key, units: &mut u128| -> Result<(), String> {
                if one.flag(key)? {
                    *units |= unit.bit();
                }
                Ok(())
            };
            set("reduced", &mut self.reduced)?;
            set("marked", &mut self.marked)?;
            set("fights", &mut self.fighters)?;
            one.done()?;
        }
        reader.known(|id| rules.units.iter().any(|row| row.id == id), "the id of a French unit")
    }

    fn read_maquis(&mut self, rules: &Rules, value: &Value) -> Result<(), String> {
        let mut reader = Reader::new("maquis", value)?;
        for country in 0..COUNTRIES {
            let id = rules.id(Location::country(country as u8));
            let path = reader.path(id);
            let value = reader.object.get(id).ok_or_else(|| format!("{path}: missing"))?;
            self.maquis[country] =
                read_number(&path, value, rules.map.country_population[country].into())? as u8;
        }
        reader.known(|id| find_country(rules, id).is_some(), "a country")
    }

    fn read_next(&mut self, mut reader: Reader<'_>) -> Result<(), String> {
        let decision = reader.optional("decision", "a decision", |word| {
            Node::from_word(word).filter(|node| !Ici::is_step(*node))
        })?;
        self.chooser = reader.side("chooser")?;
        self.resume = reader.word("resume", "where a coup has interrupted, or none", |word| {
            RESUMES.iter().find(|(_, name)| *name == word).map(|(node, _)| *node)
        })?;
        let winner = reader.optional("winner", "fln or france", |word| word.parse().ok())?;
        let ending = reader.optional("ending", "collapse, control or referendum", |word| {
            Ending::ALL.iter().copied().find(|ending| ending.word() == word)
        })?;
        reader.done()?;
        self.over = match (winner, ending) {
            (Some(winner), Some(ending)) => Some((winner, ending)),
            (None, None) => None,
            _ => return Err("next.ending: expected a winner and an ending, or neither".to_owned()),
        };
        self.node = match (decision, self.over) {
            (Some(decision), None) => decision,
            (None, Some(_)) => Node::Over,
            _ => return Err("next.decision: expected a decision or a winner".to_owned()),
        };
        Ok(())
    }

    fn read_progress(&mut self, rules: &Rules, mut reader: Reader<'_>) -> Result<(), String> {
        let region = |word: &str| rules.map.find(word).filter(|at| at.is_region());
        self.mover = reader.side("mover")?;
        self.second = reader.flag("second")?;
        self.public_steps = reader.byte("public_steps", u8::MAX)?;
        self.chit = reader.word("chit", "the id of a chit", |word| find_chit(rules, word))?;
        self.op = reader.byte("operation", super::rules::MAX_OPS as u8)?;
        self.left = reader.byte("left", u8::MAX)?;
        self.least = reader.byte("least", u8::MAX)?;
        self.part = reader.byte("part", u8::MAX)?;
        self.bill = reader.byte("bill", 2 * rules.track.points)?;
        let recruits = reader.object("recruits")?;
        for (id, value) in recruits.object {
            let path = recruits.path(id);
            let index = (0..self.recruits.len()).find(|index| rules.id(recruited_at(*index)) == id);
            let index =
                index.ok_or_else(|| format!("{path}: unknown, expected a populated region or country"))?;
            self.recruits[index] = read_number(&path, value, u8::MAX.into())? as u8;
        }
        let crossed = reader.list("crossed", "a pair of Wilayas like 2-3", parse_crossing)?;
        self.crossed = crossed.iter().fold(0, |all, pair| all | pair.bit());
        let regions = |list: Vec<Location>| list.iter().fold(0, |all, at| all | at.region_bit());
        self.morice_done = regions(reader.list("morice_done", "a region", region)?);
        let struck = reader.list("struck", "a location", |word| rules.map.find(word))?;
        self.struck = struck.iter().fold(0 as Mask, |all, at| all | at.bit());
        self.site =
            reader.optional("site", "a location", |word| rules.map.find(word))?.unwrap_or(Location::NONE);
        self.picked = reader.word("picked_failek", "a type of failek", Failek::from_word)? as u8;
        self.picked_unit = reader.word("picked_unit", "the id of a French unit", |word| {
            rules.units.iter().position(|row| row.id == word).map(|index| Unit(index as u8))
        })?;
        self.found = reader.byte("found", rules.combat.squares)?;
        self.morice = reader.flag("morice")?;
        let mut combat = reader.object("combat_chits")?;
        for side in Side::ALL {
            self.combat[side] = combat.optional(side.name(), "a combat chit", Combat::from_word)?;
        }
        combat.done()?;
        let mut changed = reader.object("changed")?;
        for side in Side::ALL {
            self.changed[side] = regions(changed.list(side.name(), "a region", region)?);
        }
        changed.done()?;
        self.resettled_now = regions(reader.list("resettled_now", "a region", region)?);
        self.infiltrated = regions(reader.list("infiltrated", "a region", region)?);
        reader.done()
    }
}

impl Reader<'_> {
    /// Every key must be one that is known.
    fn known(&mut self, known: impl Fn(&str) -> bool, what: &str) -> Result<(), String> {
        match self.object.keys().find(|key| !known(key)) {
            Some(key) => Err(format!("{}: unknown, expected {what}", self.path(key))),
            None => Ok(()),
        }
    }
}

fn find_country(rules: &Rules, word: &str) -> Option<Location> {
    rules.map.find(word).filter(|at| at.is_country())
}

/// Reads year and season of a turn.
fn read_date(rules: &Rules, reader: &mut Reader<'_>) -> Result<u8, String> {
    let calendar = &rules.calendar;
    let value = reader.value("year")?;
    let last = calendar.first_year + u16::from(calendar.years) - 1;
    let year = value
        .as_u64()
        .and_then(|year| u16::try_from(year).ok())
        .filter(|year| (calendar.first_year..=last).contains(year))
        .ok_or_else(|| {
            wrong(&reader.path("year"), value, &format!("a year from {} to {last}", calendar.first_year))
        })?;
    let season = reader.word("season", "winter, spring, summer or fall", Season::from_word)?;
    Ok((year - calendar.first_year) as u8 * 4 + season as u8)
}
