//! Positions with readable names, as in a position file.
//!
//! All keys are written and required, except in the maps `faileks` and `recruits`, which list only nonzero entries. Figures,
//! and whether they are consistent, are checked once everything is read.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::Ici;
use super::knowledge::full_time;
use super::notation::{crossing_text, find_chit, parse_crossing};
use super::rules::Rules;
use super::state::{
    ALGERIA, DRAWN, Group, HOLDERS, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, TYPES, WAITING, recruited_at,
};
use super::types::{COUNTRIES, Chit, Chits, Location, Mask, POPULATED, Regions, UNITS, Unit, WILAYAS};
use super::words::{Combat, Ending, Failek, Flag, Level, Node, Phase, Season};
use crate::StateError;
use crate::machine::Sequence as _;
use crate::position::read;
use crate::side::{BySide, Side};

/// The word for the counter mix.
pub(super) const MIX_WORD: &str = "mix";
/// The words for the states of units off the map.
const OFF_MAP: [(Location, &str); 6] = [
    (Location::NONE, "not-arrived"),
    (DRAWN, "drawn"),
    (WAITING, "waiting"),
    (LOST_NOW, "lost-now"),
    (LOST_BEFORE, "lost-before"),
    (REMOVED, "removed"),
];
/// The word for no interruption.
const NONE_WORD: &str = "none";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    scenario: String,
    turn: Turn,
    tracks: Tracks,
    chits: BySide<ChitLists>,
    regions: BTreeMap<String, Region>,
    faileks: BTreeMap<String, Faileks>,
    units: BTreeMap<String, FrenchUnit>,
    maquis: BTreeMap<String, u8>,
    next: Next,
    under_way: UnderWay,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    year: u16,
    season: Season,
    begun: u8,
    phase: Phase,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Date {
    year: u16,
    season: Season,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tracks {
    points: BySide<u8>,
    lasting_points: BySide<i8>,
    #[serde(deserialize_with = "nullable")]
    points_cap: Option<u8>,
    french_public: u8,
    fln_marker: u8,
    pied_noirs: String,
    government_crisis: String,
    troop_density: u8,
    referendums: u8,
    rage_spent: bool,
    appeasement_spent: bool,
    in_effect: Vec<String>,
    independent: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    wave_since: Option<Date>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChitLists {
    hand: Vec<String>,
    cup: Vec<String>,
    track: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    marker: u8,
    level: Level,
    resettled: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Faileks {
    here: Types,
    sure: Types,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_time: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<Types>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arrived: Option<Types>,
}

/// Numbers of faileks by type.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Types {
    moussebiline: u8,
    moudjahidine: u8,
    zonal_commando: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrenchUnit {
    at: String,
    reduced: bool,
    marked: bool,
    fights: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Next {
    #[serde(deserialize_with = "nullable")]
    decision: Option<String>,
    chooser: Side,
    resume: String,
    #[serde(deserialize_with = "nullable")]
    winner: Option<Side>,
    #[serde(deserialize_with = "nullable")]
    ending: Option<Ending>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnderWay {
    mover: Side,
    second: bool,
    public_steps: u8,
    chit: String,
    operation: u8,
    left: u8,
    least: u8,
    part: u8,
    bill: u8,
    recruits: BTreeMap<String, u8>,
    crossed: Vec<String>,
    morice_done: Vec<String>,
    struck: Vec<String>,
    #[serde(deserialize_with = "nullable")]
    site: Option<String>,
    picked_failek: Failek,
    picked_unit: String,
    found: u8,
    morice: bool,
    combat_chits: CombatChits,
    changed: BySide<Vec<String>>,
    resettled_now: Vec<String>,
    infiltrated: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatChits {
    #[serde(deserialize_with = "nullable")]
    fln: Option<Combat>,
    #[serde(deserialize_with = "nullable")]
    france: Option<Combat>,
}

/// Reads a required value that may be null.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

impl Types {
    pub(super) fn new([moussebiline, moudjahidine, zonal_commando]: [u8; TYPES]) -> Self {
        Self { moussebiline, moudjahidine, zonal_commando }
    }

    /// The numbers, none above the number of counters.
    fn counts(&self, rules: &Rules, key: &str) -> Result<[u8; TYPES], StateError> {
        let counts = [self.moussebiline, self.moudjahidine, self.zonal_commando];
        for (failek, found) in Failek::ALL.iter().zip(counts) {
            let most = rules.faileks[failek.index()].count;
            if found > most {
                return Err(StateError::at(
                    format!("{key}.{failek}"),
                    format_args!("found {found}, expected a number from 0 to {most}"),
                ));
            }
        }
        Ok(counts)
    }
}

/// The meaning of a word, or an error with the key.
fn word<T>(key: &str, word: &str, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, StateError> {
    read(word).ok_or_else(|| StateError::at(key, format_args!("found \"{word}\", expected {expected}")))
}

/// The set that words stand for, one bit each; no word may occur twice.
pub(super) fn set(
    key: &str,
    words: &[String],
    expected: &str,
    read: impl Fn(&str) -> Option<Mask>,
) -> Result<Mask, StateError> {
    words.iter().try_fold(0, |all, text| {
        let bit = word(key, text, expected, &read)?;
        if all & bit != 0 {
            return Err(StateError::at(key, format_args!("found \"{text}\" twice")));
        }
        Ok(all | bit)
    })
}

/// Removes a required row from a map.
fn take<T>(key: &str, rows: &mut BTreeMap<String, T>, id: &str) -> Result<T, StateError> {
    rows.remove(id).ok_or_else(|| StateError::at(format!("{key}.{id}"), "missing"))
}

/// Checks that no row of a map is left.
fn emptied<T>(key: &str, rows: &BTreeMap<String, T>, expected: &str) -> Result<(), StateError> {
    rows.keys().next().map_or(Ok(()), |id| {
        Err(StateError::at(format!("{key}.{id}"), format_args!("unknown, expected {expected}")))
    })
}

fn ids(rules: &Rules, mask: Mask) -> Vec<String> {
    Location::each(mask).map(|at| rules.id(at).to_owned()).collect()
}

impl State {
    /// The position with readable names.
    #[must_use]
    pub fn to_json(&self, rules: &Rules) -> Value {
        let date = |turn: u8| {
            let year = rules.calendar.first_year + u16::from(turn / 4);
            Date { year, season: Season::ALL[usize::from(turn % 4)] }
        };
        let Date { year, season } = date(self.turn);
        let position = Position {
            scenario: rules.scenario.id.clone(),
            turn: Turn { year, season, begun: self.played, phase: self.flow.phase },
            tracks: Tracks {
                points: self.points,
                lasting_points: self.lasting,
                points_cap: (self.points_cap != u8::MAX).then_some(self.points_cap),
                french_public: self.french_public,
                fln_marker: self.fln_marker,
                pied_noirs: rules.pied_noirs[usize::from(self.pied_noirs)].clone(),
                government_crisis: rules.crises[usize::from(self.crisis)].name.clone(),
                troop_density: self.density,
                referendums: self.referendums,
                rage_spent: self.rage_spent,
                appeasement_spent: self.appeasement_spent,
                in_effect: Flag::ALL.iter().filter(|flag| self.has(**flag)).map(Flag::to_string).collect(),
                independent: (0..COUNTRIES)
                    .filter(|country| self.is_independent(*country))
                    .map(|country| rules.id(Location::country(country as u8)).to_owned())
                    .collect(),
                wave_since: self.wave_turn.map(date),
            },
            chits: BySide::new_with(|side| {
                let list = |chits| Chit::each(chits).map(|chit| rules.chit(chit).id.clone()).collect();
                ChitLists {
                    hand: list(self.hand[side]),
                    cup: list(self.cup[side]),
                    track: list(self.track[side]),
                }
            }),
            regions: (0..POPULATED)
                .map(|region| {
                    let id = rules.id(Location(region as u8)).to_owned();
                    let (marker, level) = (self.slot[region], self.level[region]);
                    (id, Region { marker, level, resettled: self.resettled[region] })
                })
                .collect(),
            faileks: self.faileks_by_holder(rules),
            units: self.units_by_id(rules),
            maquis: (0..COUNTRIES)
                .map(|country| (rules.id(Location::country(country as u8)).to_owned(), self.maquis[country]))
                .collect(),
            next: Next {
                decision: (!Ici::is_step(self.flow.node)).then(|| self.flow.node.to_string()),
                chooser: self.flow.chooser,
                resume: if self.flow.resume == Node::Over { NONE_WORD } else { self.flow.resume.word() }
                    .to_owned(),
                winner: self.flow.over.map(|(winner, _)| winner),
                ending: self.flow.over.map(|(_, ending)| ending),
            },
            under_way: self.under_way(rules),
        };
        serde_json::to_value(position).unwrap_or(Value::Null)
    }

    fn faileks_by_holder(&self, rules: &Rules) -> BTreeMap<String, Faileks> {
        let mut all = BTreeMap::new();
        for holder in (0..HOLDERS as u8).map(Location) {
            let here = self.faileks(holder);
            if here.total == 0 && holder != MIX {
                continue;
            }
            let (sure, known) = (self.sure(holder), self.sure_full_time(holder));
            let row = Faileks {
                here: Types::new(here.by_type()),
                sure: Types::new(sure),
                full_time: (known > full_time(sure)).then_some(known),
                moved: self.moved.get(holder.index()).copied().map(Types::new),
                arrived: self.arrived.get(holder.index()).copied().map(Types::new),
            };
            let name = if holder == MIX { MIX_WORD } else { rules.id(holder) };
            all.insert(name.to_owned(), row);
        }
        all
    }

    fn units_by_id(&self, rules: &Rules) -> BTreeMap<String, FrenchUnit> {
        let row = |unit: Unit| {
            let at = self.unit_at[unit.index()];
            let off = OFF_MAP.iter().find(|(code, _)| *code == at).map(|(_, word)| *word);
            FrenchUnit {
                at: off
                    .unwrap_or_else(|| rules.map.ids.get(at.index()).map_or("?", String::as_str))
                    .to_owned(),
                reduced: self.is_reduced(unit),
                marked: self.marked & unit.bit() != 0,
                fights: self.fighters & unit.bit() != 0,
            }
        };
        (0..).map(Unit).zip(&rules.units).map(|(unit, of)| (of.id.clone(), row(unit))).collect()
    }

    fn under_way(&self, rules: &Rules) -> UnderWay {
        let BySide { fln, france } = self.flow.combat;
        UnderWay {
            mover: self.flow.mover,
            second: self.flow.second,
            public_steps: self.public_steps,
            chit: rules.chit(self.flow.chit).id.clone(),
            operation: self.flow.op,
            left: self.flow.left,
            least: self.flow.least,
            part: self.flow.part,
            bill: self.flow.bill,
            recruits: (0..)
                .zip(self.recruits)
                .filter(|(_, count)| *count > 0)
                .map(|(index, count)| (rules.id(recruited_at(index)).to_owned(), count))
                .collect(),
            crossed: (0..WILAYAS * WILAYAS)
                .filter(|pair| self.crossed & 1 << pair != 0)
                .map(|pair| crossing_text((pair / WILAYAS) as u8, (pair % WILAYAS) as u8))
                .collect(),
            morice_done: ids(rules, self.morice_done.into()),
            struck: ids(rules, self.struck),
            site: (self.flow.site.index() < Location::COUNT).then(|| rules.id(self.flow.site).to_owned()),
            picked_failek: self.picked_failek(),
            picked_unit: rules.units[self.flow.picked_unit.index()].id.clone(),
            found: self.flow.found,
            morice: self.flow.morice,
            combat_chits: CombatChits { fln, france },
            changed: BySide::new_with(|side| ids(rules, self.changed[side].into())),
            resettled_now: ids(rules, self.resettled_now.into()),
            infiltrated: ids(rules, self.infiltrated.into()),
        }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// The invalid key, what it holds, and what was expected.
    pub fn from_json(rules: &Rules, value: &Value) -> Result<Self, StateError> {
        let state = Self::read(rules, value)?;
        state.check(rules)?;
        Ok(state)
    }

    /// Reads a position without checking that its figures are consistent.
    pub(super) fn read(rules: &Rules, value: &Value) -> Result<Self, StateError> {
        let mut position: Position = read(value)?;
        let scenario = &rules.scenario.id;
        word("scenario", &position.scenario, &format!("{scenario}, the scenario of these rules"), |word| {
            (word == scenario).then_some(())
        })?;
        let mut state = Self::new(rules);
        let Turn { year, season, begun, phase } = position.turn;
        state.turn = read_date(rules, "turn", &Date { year, season })?;
        state.played = begun;
        state.flow.phase = phase;
        state.read_tracks(rules, &position.tracks)?;
        for side in Side::ALL {
            state.read_chits(rules, side, &position.chits[side])?;
        }
        for region in 0..POPULATED {
            let row = take("regions", &mut position.regions, rules.id(Location(region as u8)))?;
            state.slot[region] = row.marker;
            state.level[region] = row.level;
            state.resettled[region] = row.resettled;
        }
        emptied("regions", &position.regions, "a populated region")?;
        state.read_faileks(rules, &position.faileks)?;
        state.read_units(rules, &mut position.units)?;
        for country in 0..COUNTRIES {
            let id = rules.id(Location::country(country as u8));
            state.maquis[country] = take("maquis", &mut position.maquis, id)?;
        }
        emptied("maquis", &position.maquis, "a country")?;
        state.read_next(&position.next)?;
        state.read_under_way(rules, &position.under_way)?;
        Ok(state)
    }

    fn read_tracks(&mut self, rules: &Rules, tracks: &Tracks) -> Result<(), StateError> {
        self.points = tracks.points;
        self.lasting = tracks.lasting_points;
        self.points_cap = tracks.points_cap.unwrap_or(u8::MAX);
        self.french_public = tracks.french_public;
        self.fln_marker = tracks.fln_marker;
        let scale = &rules.pied_noirs;
        self.pied_noirs = word("tracks.pied_noirs", &tracks.pied_noirs, &scale.join(", "), |word| {
            scale.iter().position(|slot| slot == word)
        })? as u8;
        let crises: Vec<&str> = rules.crises.iter().map(|row| row.name.as_str()).collect();
        let key = "tracks.government_crisis";
        self.crisis = word(key, &tracks.government_crisis, &crises.join(", "), |word| {
            crises.iter().position(|name| *name == word)
        })? as u8;
        self.density = tracks.troop_density;
        self.referendums = tracks.referendums;
        self.rage_spent = tracks.rage_spent;
        self.appeasement_spent = tracks.appeasement_spent;
        self.flags = set("tracks.in_effect", &tracks.in_effect, "a rule that chits switch on", |word| {
            Flag::from_word(word).map(|flag| 1 << flag.index())
        })? as u8;
        self.independent = set("tracks.independent", &tracks.independent, "a country", |word| {
            let country = rules.map.find(word).filter(|at| at.is_country())?;
            Some(1 << country.country_index())
        })? as u8;
        let since = tracks.wave_since.as_ref();
        self.wave_turn = since.map(|date| read_date(rules, "tracks.wave_since", date)).transpose()?;
        Ok(())
    }

    fn read_chits(&mut self, rules: &Rules, side: Side, held: &ChitLists) -> Result<(), StateError> {
        let chits = |what: &str, list: &[String]| {
            let key = format!("chits.{}.{what}", side.name());
            let chits = set(&key, list, "a chit of this set", |word| {
                let chit = find_chit(rules, word).filter(|chit| rules.set[side] & chit.bit() != 0);
                chit.map(|chit| chit.bit().into())
            })?;
            Ok::<_, StateError>(chits as Chits)
        };
        self.hand[side] = chits("hand", &held.hand)?;
        self.cup[side] = chits("cup", &held.cup)?;
        self.track[side] = chits("track", &held.track)?;
        self.hand_size[side] = self.hand[side].count_ones() as u8;
        self.cup_size[side] = self.cup[side].count_ones() as u8;
        self.track_years[side] =
            Chit::each(self.track[side]).fold(0, |all, chit| all | 1 << rules.chit(chit).last);
        Ok(())
    }

    fn read_faileks(&mut self, rules: &Rules, rows: &BTreeMap<String, Faileks>) -> Result<(), StateError> {
        self.faileks = [Group::default(); HOLDERS];
        self.sure = [[0; TYPES]; HOLDERS];
        self.full_time = [0; HOLDERS];
        if !rows.contains_key(MIX_WORD) {
            return Err(StateError::at(format!("faileks.{MIX_WORD}"), "missing"));
        }
        for (id, row) in rows {
            let key = format!("faileks.{id}");
            let holder = find_holder(rules, id)
                .ok_or_else(|| StateError::at(&key, "unknown, expected the id of a location or mix"))?;
            self.faileks[holder.index()] = Group::new(row.here.counts(rules, &format!("{key}.here"))?);
            let sure = row.sure.counts(rules, &format!("{key}.sure"))?;
            self.sure[holder.index()] = sure;
            self.full_time[holder.index()] = row.full_time.unwrap_or_else(|| full_time(sure));
            let slots = [
                ("moved", &row.moved, self.moved.get_mut(holder.index())),
                ("arrived", &row.arrived, self.arrived.get_mut(holder.index())),
            ];
            for (what, found, slot) in slots {
                let key = format!("{key}.{what}");
                match (found, slot) {
                    (Some(types), Some(slot)) => *slot = types.counts(rules, &key)?,
                    (None, Some(_)) => return Err(StateError::at(key, "missing")),
                    (Some(_), None) => return Err(StateError::at(key, "unknown here")),
                    (None, None) => {}
                }
            }
        }
        self.count_occupied();
        Ok(())
    }

    fn read_units(
        &mut self,
        rules: &Rules,
        rows: &mut BTreeMap<String, FrenchUnit>,
    ) -> Result<(), StateError> {
        self.unit_at = [Location::NONE; UNITS];
        self.french = [0; ALGERIA];
        self.reduced = 0;
        let off_map = OFF_MAP.map(|(_, word)| word).join(", ");
        let expected = format!("the id of a region or place, {off_map}");
        for (unit, of) in (0..).map(Unit).zip(&rules.units) {
            let row = take("units", rows, &of.id)?;
            let at = word(&format!("units.{}.at", of.id), &row.at, &expected, |word| {
                let off = OFF_MAP.iter().find(|(_, off)| *off == word).map(|(code, _)| *code);
                off.or_else(|| rules.map.find(word).filter(|at| at.in_algeria()))
            })?;
            self.put(unit, at);
            let bit = |is: bool| if is { unit.bit() } else { 0 };
            self.reduced |= bit(row.reduced);
            self.marked |= bit(row.marked);
            self.fighters |= bit(row.fights);
        }
        emptied("units", rows, "the id of a French unit")
    }

    fn read_next(&mut self, next: &Next) -> Result<(), StateError> {
        self.flow.chooser = next.chooser;
        self.flow.resume =
            word("next.resume", &next.resume, "where a coup has interrupted, or none", |word| {
                if word == NONE_WORD { Some(Node::Over) } else { Node::from_word(word) }
            })?;
        self.flow.over = match (next.winner, next.ending) {
            (Some(winner), Some(ending)) => Some((winner, ending)),
            (None, None) => None,
            _ => return Err(StateError::at("next.ending", "expected a winner and an ending, or neither")),
        };
        self.flow.node = match (&next.decision, self.flow.over) {
            (Some(decision), None) => word("next.decision", decision, "null or a decision", |word| {
                Node::from_word(word).filter(|node| !Ici::is_step(*node))
            })?,
            (None, Some(_)) => Node::Over,
            _ => return Err(StateError::at("next.decision", "expected a decision or a winner")),
        };
        Ok(())
    }

    fn read_under_way(&mut self, rules: &Rules, under_way: &UnderWay) -> Result<(), StateError> {
        let regions = |key: &str, list: &[String]| {
            let region = |word: &str| rules.map.find(word).filter(|at| at.is_region()).map(Location::bit);
            Ok::<_, StateError>(set(key, list, "a region", region)? as Regions)
        };
        self.flow.mover = under_way.mover;
        self.flow.second = under_way.second;
        self.public_steps = under_way.public_steps;
        self.flow.chit =
            word("under_way.chit", &under_way.chit, "the id of a chit", |word| find_chit(rules, word))?;
        self.flow.op = under_way.operation;
        self.flow.left = under_way.left;
        self.flow.least = under_way.least;
        self.flow.part = under_way.part;
        self.flow.bill = under_way.bill;
        for (id, count) in &under_way.recruits {
            let index = (0..self.recruits.len()).find(|index| rules.id(recruited_at(*index)) == id);
            let index = index.ok_or_else(|| {
                StateError::at(
                    format!("under_way.recruits.{id}"),
                    "unknown, expected a populated region or country",
                )
            })?;
            self.recruits[index] = *count;
        }
        self.crossed =
            set("under_way.crossed", &under_way.crossed, "a pair of Wilayas such as 2-3", |word| {
                parse_crossing(word).map(|pair| pair.bit().into())
            })? as u64;
        self.morice_done = regions("under_way.morice_done", &under_way.morice_done)?;
        let location = |word: &str| rules.map.find(word);
        self.struck = set("under_way.struck", &under_way.struck, "a location", |word| {
            location(word).map(Location::bit)
        })?;
        let site = under_way.site.as_ref();
        let site =
            site.map(|site| word("under_way.site", site, "null or a location", location)).transpose()?;
        self.flow.site = site.unwrap_or(Location::NONE);
        self.flow.picked = under_way.picked_failek as u8;
        self.flow.picked_unit =
            word("under_way.picked_unit", &under_way.picked_unit, "the id of a French unit", |word| {
                rules.units.iter().position(|row| row.id == word).map(|index| Unit(index as u8))
            })?;
        self.flow.found = under_way.found;
        self.flow.morice = under_way.morice;
        let CombatChits { fln, france } = under_way.combat_chits;
        self.flow.combat = BySide { fln, france };
        for side in Side::ALL {
            let key = format!("under_way.changed.{}", side.name());
            self.changed[side] = regions(&key, &under_way.changed[side])?;
        }
        self.resettled_now = regions("under_way.resettled_now", &under_way.resettled_now)?;
        self.infiltrated = regions("under_way.infiltrated", &under_way.infiltrated)?;
        Ok(())
    }
}

/// The location or mix with this id.
pub(super) fn find_holder(rules: &Rules, id: &str) -> Option<Location> {
    if id == MIX_WORD { Some(MIX) } else { rules.map.find(id) }
}

/// The turn of a date.
fn read_date(rules: &Rules, key: &str, date: &Date) -> Result<u8, StateError> {
    let (first, years) = (rules.calendar.first_year, rules.calendar.years);
    match date.year.checked_sub(first).filter(|year| *year < years.into()) {
        Some(year) => Ok(year as u8 * 4 + date.season as u8),
        None => {
            let last = first + u16::from(years) - 1;
            Err(StateError::at(
                format!("{key}.year"),
                format_args!("found {}, expected a year from {first} to {last}", date.year),
            ))
        }
    }
}
