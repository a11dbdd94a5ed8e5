//! Political chits: their actions and steps become a table of operations.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::scales::year;
use super::units::French;
use super::words::{Count, Signed, Verb};
use crate::data::{Figures, Key, Result};
use crate::ici::rules::{Calendar, ChitRow, MAX_OPS, Map, Op};
use crate::ici::types::{Arrival, Flag, Location, Unit};
use crate::side::Side;

#[derive(Deserialize)]
struct RawChit {
    name: String,
    side: Side,
    lasting: bool,
    actions: Vec<IgnoredAny>,
    ps: i8,
    fln: i8,
    pn: i8,
    fp: Signed,
}

/// The keys that an action with this verb may have.
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

/// The data that actions of chits are compiled against.
struct Context<'a> {
    figures: &'a Figures,
    map: &'a Map,
    french: &'a French,
}

/// Reads the political chits, in the order of their ids.
///
/// # Errors
/// The first invalid figure.
pub(super) fn read(
    figures: &Figures,
    calendar: Calendar,
    map: &Map,
    french: &French,
) -> Result<Vec<ChitRow>> {
    let context = Context { figures, map, french };
    let mut rows: Vec<ChitRow> = Vec::new();
    for (id, chit) in figures.read::<BTreeMap<String, RawChit>>("chit")? {
        let key = figures.at("chit").to(&id);
        let (first, last) = (year(&key.to("first"), calendar)?, year(&key.to("last"), calendar)?);
        let [found, least] = [last, first].map(|year| calendar.first_year + u16::from(year));
        let expected = format_args!("{least} or later: the first year of the chit");
        key.to("last").ensure(last >= first, found, expected)?;
        let own = !rows.iter().any(|row| row.name == chit.name);
        key.to("name").ensure(own, &chit.name, "a unique name")?;
        let ops = context.ops(&key, &chit)?;
        rows.push(ChitRow { id, name: chit.name, side: chit.side, first, last, lasting: chit.lasting, ops });
    }
    check_once(figures, &rows, map, french)?;
    Ok(rows)
}

impl Context<'_> {
    fn ops(&self, key: &Key<'_>, chit: &RawChit) -> Result<ArrayVec<Op, MAX_OPS>> {
        let steps = [
            (chit.ps, Op::Population as fn(i8) -> Op),
            (chit.fln, Op::FlnMarker as fn(i8) -> Op),
            (chit.pn, Op::PiedNoirs as fn(i8) -> Op),
        ];
        let (actions, room) = (chit.actions.len(), MAX_OPS - steps.len() - 1);
        let found = format_args!("{actions} actions");
        key.to("actions").ensure(actions <= room, found, format_args!("at most {room}"))?;
        let mut ops = ArrayVec::new();
        for index in 0..actions {
            ops.push(self.op(&key.to("actions").to(index), chit.side)?);
        }
        ops.extend(steps.into_iter().filter(|(value, _)| *value != 0).map(|(value, op)| op(value)));
        ops.extend(chit.fp.0.map(|(gain, amount)| Op::FrenchPublic { amount, gain }));
        let expected = "at least one marker moved: ps, fln, pn or fp";
        key.ensure(ops.len() > actions, "no marker moved", expected)?;
        Ok(ops)
    }

    fn op(&self, at: &Key<'_>, owner: Side) -> Result<Op> {
        let verb: Verb = at.to("verb").read()?;
        let names = self.figures.names(&at.to_string());
        let has = |name: &str| names.iter().any(|one| one == name);
        let allowed = keys_of(verb, has("regions"));
        if let Some(extra) = names.iter().find(|name| *name != "verb" && !allowed.contains(&name.as_str())) {
            let keys = if allowed.is_empty() {
                "no keys".to_owned()
            } else {
                format!("only {}", allowed.join(", "))
            };
            return Err(at.to(extra).error("this key", format_args!("{keys} next to verb = \"{verb}\"")));
        }
        let chooser = || if has("chooser") { at.to("chooser").read() } else { Ok(owner) };
        let count = || at.to("count").read().map(|Count(amount)| amount);
        Ok(match verb {
            Verb::TroopDensity => Op::Density(at.to("steps").read()?),
            Verb::Points => {
                let (side, Signed(amount)) = (at.to("side").read()?, at.to("amount").read()?);
                let none = || at.to("amount").error("none", "+ or - and dice or a number");
                let (gain, amount) = amount.ok_or_else(none)?;
                Op::Points { side, amount, gain }
            }
            Verb::LastingPoints => {
                Op::LastingPoints { side: at.to("side").read()?, points: at.to("points").read()? }
            }
            Verb::RegionSteps => {
                let delta = at.to("steps").read()?;
                at.to("steps").ensure(matches!(delta, -1 | 1), delta, "1 or -1")?;
                if has("regions") {
                    return Ok(Op::Regions { regions: self.regions(&at.to("regions"))?, delta });
                }
                let filter = at.to("filter").read()?;
                Op::ChooseRegions { count: count()?, filter, chooser: chooser()?, delta }
            }
            Verb::RemoveFaileks => {
                let wilaya: usize = at.to("wilaya").read()?;
                let regions = self.map.wilaya[wilaya - 1];
                Op::RemoveFaileks { count: count()?, regions, chooser: chooser()? }
            }
            Verb::FlipFrench => Op::FlipFrench { count: count()?, chooser: chooser()? },
            Verb::AddUnits => {
                let kind: String = at.to("kind").read()?;
                let units = self.french.of_kind(&kind) & self.french.arriving(Arrival::Chit);
                let bound = Unit::each(units).all(|unit| {
                    let class = self.french.units[unit.index()].class;
                    self.french.classes[class.index()].bellounis
                });
                let expected = "a unit_kind of Bellounis' men that arrive by chit";
                at.to("kind").ensure(units != 0 && bound, kind, expected)?;
                Op::AddUnits(units)
            }
            Verb::Independence => {
                let key = at.to("countries");
                let country = |id: &str| self.map.find(id).filter(|at| at.is_country());
                let words = ["the id of a country", "each country once"];
                let countries = key.ids(&key.read::<Vec<String>>()?, words, country)?;
                Op::Independence(countries.iter().fold(0, |mask, at| mask | 1 << at.country_index()))
            }
            Verb::TmWave => Op::Wave,
            Verb::Enable => Op::Enable(at.to("flag").read()?),
        })
    }

    fn regions(&self, key: &Key<'_>) -> Result<u32> {
        let region = |id: &str| self.map.find(id).filter(|at| at.is_populated());
        let words = ["the id of a region with a population symbol", "each region once"];
        let regions = key.ids(&key.read::<Vec<String>>()?, words, region)?;
        key.ensure(!regions.is_empty(), "no region", "at least one")?;
        Ok(regions.iter().fold(0, |mask, region| mask | region.region_bit()))
    }
}

/// Checks that every rule, country, wave and unit that depends on a chit comes with exactly one.
fn check_once(figures: &Figures, rows: &[ChitRow], map: &Map, french: &French) -> Result<()> {
    let once = |key: Key<'_>, what: String, does: &dyn Fn(&Op) -> bool| -> Result<()> {
        let chits: Vec<&str> =
            rows.iter().filter(|row| row.ops.iter().any(does)).map(|row| row.id.as_str()).collect();
        let found = if chits.is_empty() { "no chit".to_owned() } else { chits.join(", ") };
        key.ensure(chits.len() == 1, found, format_args!("exactly one chit that {what}"))
    };
    for flag in Flag::ALL {
        let key = figures.at("flag").to(flag);
        once(key, format!("enables {flag}"), &|op| *op == Op::Enable(*flag))?;
    }
    for number in 0..map.country_population.len() {
        let id = map.id(Location::country(number as u8));
        once(
            figures.at("country").to(id),
            format!("makes {id} independent"),
            &|op| matches!(op, Op::Independence(countries) if countries & 1 << number != 0),
        )?;
    }
    let begins = "begins the wave of Tunisia and Morocco".to_owned();
    once(figures.at("waves"), begins, &|op| *op == Op::Wave)?;
    for unit in Unit::each(french.arriving(Arrival::Chit)) {
        let id = &french.units[unit.index()].id;
        once(
            figures.at("unit").to(id),
            format!("adds {id}"),
            &|op| matches!(op, Op::AddUnits(units) if units & unit.bit() != 0),
        )?;
    }
    Ok(())
}
