//! Political chits: their actions and steps become a table of operations.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Deserialize;

use super::check::{Keys, Result, check_ids};
use super::scales::year;
use super::units::French;
use super::words::{Count, Signed, Verb};
use crate::data::Figures;
use crate::ici::rules::{Calendar, ChitRow, MAX_OPS, Map, Op};
use crate::ici::types::{Arrival, CHITS, Filter, Flag, Location, Unit, Units, WILAYAS};
use crate::side::Side;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChit {
    name: String,
    side: Side,
    first: u16,
    last: u16,
    lasting: bool,
    actions: Vec<RawAction>,
    ps: i8,
    fln: i8,
    pn: i8,
    fp: Signed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAction {
    verb: Verb,
    steps: Option<i8>,
    side: Option<Side>,
    amount: Option<Signed>,
    points: Option<i8>,
    regions: Option<Vec<String>>,
    count: Option<Count>,
    filter: Option<Filter>,
    chooser: Option<Side>,
    wilaya: Option<u8>,
    kind: Option<String>,
    countries: Option<Vec<String>>,
    flag: Option<Flag>,
}

impl RawAction {
    /// The keys that are there, beside the verb.
    fn keys(&self) -> impl Iterator<Item = &'static str> {
        [
            ("steps", self.steps.is_some()),
            ("side", self.side.is_some()),
            ("amount", self.amount.is_some()),
            ("points", self.points.is_some()),
            ("regions", self.regions.is_some()),
            ("count", self.count.is_some()),
            ("filter", self.filter.is_some()),
            ("chooser", self.chooser.is_some()),
            ("wilaya", self.wilaya.is_some()),
            ("kind", self.kind.is_some()),
            ("countries", self.countries.is_some()),
            ("flag", self.flag.is_some()),
        ]
        .into_iter()
        .filter_map(|(key, there)| there.then_some(key))
    }
}

/// The keys that an action of this verb may have.
fn keys_of(verb: Verb, named_regions: bool) -> &'static [&'static str] {
    match verb {
        Verb::TroopDensity => &["steps"],
        Verb::Points => &["side", "amount"],
        Verb::LastingPoints => &["side", "points"],
        Verb::RegionSteps if named_regions => &["steps", "regions"],
        Verb::RegionSteps => &["steps", "count", "filter", "chooser"],
        Verb::RemoveFaileks => &["count", "wilaya", "chooser"],
        Verb::FlipFrench => &["count", "chooser"],
        Verb::AddUnits => &["kind"],
        Verb::Independence => &["countries"],
        Verb::TmWave => &[],
        Verb::Enable => &["flag"],
    }
}

/// What the actions of chits are compiled against.
struct Context<'a> {
    figures: &'a Figures,
    map: &'a Map,
    french: &'a French,
}

/// Reads the political chits, in the order of their ids.
///
/// # Errors
/// The first figure that cannot be.
pub(super) fn read(
    figures: &Figures,
    calendar: Calendar,
    map: &Map,
    french: &French,
) -> Result<Vec<ChitRow>> {
    let raw: BTreeMap<String, RawChit> = figures.read("chit")?;
    check_ids(figures, "chit", raw.keys(), CHITS)?;
    let context = Context { figures, map, french };
    let mut rows: Vec<ChitRow> = Vec::with_capacity(raw.len());
    for (id, chit) in raw {
        let key = Keys::new("chit", &id);
        let first = year(figures, calendar, &key.key("first"), chit.first)?;
        let last = year(figures, calendar, &key.key("last"), chit.last)?;
        if last < first {
            let expected = format!("{} or later: the first year of the chit", chit.first);
            return Err(figures.error(&key.key("last"), chit.last, expected));
        }
        if rows.iter().any(|row| row.name == chit.name) {
            return Err(figures.error(&key.key("name"), &chit.name, "a name of its own"));
        }
        let ops = context.ops(&key, &chit)?;
        rows.push(ChitRow { id, name: chit.name, side: chit.side, first, last, lasting: chit.lasting, ops });
    }
    check_once(figures, &rows, map, french)?;
    Ok(rows)
}

impl Context<'_> {
    fn ops(&self, key: &Keys, chit: &RawChit) -> Result<ArrayVec<Op, MAX_OPS>> {
        let figures = self.figures;
        let steps = [
            ("ps", chit.ps, Op::Population as fn(i8) -> Op),
            ("fln", chit.fln, Op::FlnMarker as fn(i8) -> Op),
            ("pn", chit.pn, Op::PiedNoirs as fn(i8) -> Op),
        ];
        let room = MAX_OPS - steps.len() - 1;
        if chit.actions.len() > room {
            let found = format!("{} actions", chit.actions.len());
            return Err(figures.error(&key.key("actions"), found, format!("at most {room}")));
        }
        let mut ops = ArrayVec::new();
        for (index, action) in chit.actions.iter().enumerate() {
            let at = Keys::new(&key.key("actions"), &index.to_string());
            ops.push(self.op(&at, chit.side, action)?);
        }
        let actions = ops.len();
        for (name, value, op) in steps {
            // Steps of one or two (rulebook M).
            key.within(figures, name, value, -2..=2)?;
            if value != 0 {
                ops.push(op(value));
            }
        }
        if let Some((gain, amount)) = chit.fp.0 {
            ops.push(Op::FrenchPublic { amount, gain });
        }
        if ops.len() == actions {
            let expected = "one marker moved at least: ps, fln, pn or fp";
            return Err(figures.error(key.own(), "no marker moved", expected));
        }
        Ok(ops)
    }

    fn op(&self, at: &Keys, owner: Side, action: &RawAction) -> Result<Op> {
        let figures = self.figures;
        let allowed = keys_of(action.verb, action.regions.is_some());
        if let Some(extra) = action.keys().find(|key| !allowed.contains(key)) {
            let expected = if allowed.is_empty() {
                format!("no keys beside verb = \"{}\"", action.verb)
            } else {
                format!("only {} beside verb = \"{}\"", allowed.join(", "), action.verb)
            };
            return Err(figures.error(&at.key(extra), "a key that is not known", expected));
        }
        let missing = |name: &str| figures.error(&at.key(name), "nothing", "this key to be there");
        let chooser = action.chooser.unwrap_or(owner);
        let steps = action.steps.ok_or_else(|| missing("steps"));
        let count = action.count.map(|Count(amount)| amount).ok_or_else(|| missing("count"));
        Ok(match action.verb {
            Verb::TroopDensity => {
                let steps = steps?;
                at.within(figures, "steps", steps, -9..=9)?;
                Op::Density(steps)
            }
            Verb::Points => {
                let side = action.side.ok_or_else(|| missing("side"))?;
                let Some((gain, amount)) = action.amount.ok_or_else(|| missing("amount"))?.0 else {
                    return Err(figures.error(&at.key("amount"), "none", "+ or - and dice or a number"));
                };
                Op::Points { side, amount, gain }
            }
            Verb::LastingPoints => {
                let side = action.side.ok_or_else(|| missing("side"))?;
                let points = action.points.ok_or_else(|| missing("points"))?;
                at.within(figures, "points", points, -20..=20)?;
                Op::LastingPoints { side, points }
            }
            Verb::RegionSteps => {
                let delta = steps?;
                if !matches!(delta, -1 | 1) {
                    return Err(figures.error(&at.key("steps"), delta, "1 or -1"));
                }
                match &action.regions {
                    Some(regions) => Op::Regions { regions: self.regions(at, regions)?, delta },
                    None => {
                        let filter = action.filter.ok_or_else(|| missing("filter"))?;
                        Op::ChooseRegions { count: count?, filter, chooser, delta }
                    }
                }
            }
            Verb::RemoveFaileks => {
                let wilaya = action.wilaya.ok_or_else(|| missing("wilaya"))?;
                at.within(figures, "wilaya", wilaya, 1..=WILAYAS as u8)?;
                let regions = self.map.wilaya[usize::from(wilaya) - 1];
                Op::RemoveFaileks { count: count?, regions, chooser }
            }
            Verb::FlipFrench => Op::FlipFrench { count: count?, chooser },
            Verb::AddUnits => {
                let kind = action.kind.as_ref().ok_or_else(|| missing("kind"))?;
                let units = self.french.of_kind(kind) & self.french.arriving(Arrival::Chit);
                let bound = Unit::each(units).all(|unit| {
                    let class = self.french.units[unit.index()].class;
                    self.french.classes[class.index()].bellounis
                });
                if units == 0 || !bound {
                    let expected = "a unit_kind of Bellounis' men that arrive by chit";
                    return Err(figures.error(&at.key("kind"), kind, expected));
                }
                Op::AddUnits(units)
            }
            Verb::Independence => {
                let countries = action.countries.as_ref().ok_or_else(|| missing("countries"))?;
                let mut mask = 0;
                for id in countries {
                    match self.map.find(id).filter(|at| at.is_country()) {
                        Some(country) => mask |= 1 << country.country_index(),
                        None => {
                            let expected = "the id of a country";
                            return Err(figures.error(&at.key("countries"), id, expected));
                        }
                    }
                }
                Op::Independence(mask)
            }
            Verb::TmWave => Op::Wave,
            Verb::Enable => Op::Enable(action.flag.ok_or_else(|| missing("flag"))?),
        })
    }

    fn regions(&self, at: &Keys, ids: &[String]) -> Result<u32> {
        let mut mask = 0;
        for id in ids {
            match self.map.find(id).filter(|at| at.is_populated()) {
                Some(region) => mask |= region.region_bit(),
                None => {
                    let expected = "the id of a region with a population symbol";
                    return Err(self.figures.error(&at.key("regions"), id, expected));
                }
            }
        }
        if mask == 0 {
            return Err(self.figures.error(&at.key("regions"), "no region", "one at least"));
        }
        Ok(mask)
    }
}

/// Every rule, country, wave and unit that waits for a chit is brought by exactly one.
fn check_once(figures: &Figures, rows: &[ChitRow], map: &Map, french: &French) -> Result<()> {
    let meanings: BTreeMap<Flag, Meaning> = figures.read("flag")?;
    if let Some(flag) = Flag::ALL.iter().find(|flag| !meanings.contains_key(flag)) {
        return Err(figures.error(&Keys::of("flag", flag.word()), "nothing", "its meaning"));
    }
    let once = |key: &str, what: String, does: &dyn Fn(&Op) -> bool| -> Result<()> {
        let chits: Vec<&str> =
            rows.iter().filter(|row| row.ops.iter().any(does)).map(|row| row.id.as_str()).collect();
        if chits.len() == 1 {
            return Ok(());
        }
        let found = if chits.is_empty() { "no chit".to_owned() } else { chits.join(", ") };
        Err(figures.error(key, found, format!("exactly one chit that {what}")))
    };
    for flag in Flag::ALL {
        let key = Keys::of("flag", flag.word());
        once(&key, format!("enables {flag}"), &|op| *op == Op::Enable(*flag))?;
    }
    for number in 0..map.country_population.len() {
        let id = map.id(Location::country(number as u8));
        let key = Keys::of("country", id);
        once(
            &key,
            format!("makes {id} independent"),
            &|op| matches!(op, Op::Independence(countries) if countries & 1 << number != 0),
        )?;
    }
    once("waves", "begins the wave of Tunisia and Morocco".to_owned(), &|op| *op == Op::Wave)?;
    let waiting: Units = french.arriving(Arrival::Chit);
    for (index, unit) in french.units.iter().enumerate() {
        if waiting & 1 << index != 0 {
            let key = Keys::of("unit", &unit.id);
            once(
                &key,
                format!("adds {}", unit.id),
                &|op| matches!(op, Op::AddUnits(units) if units & 1 << index != 0),
            )?;
        }
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meaning {
    #[serde(rename = "meaning")]
    _meaning: String,
}
