//! Comparison of the figures with the rulebook's own examples, percentages and remarks, which a reconstruction has to fit
//! although the rules do not depend on them.
//!
//! A printed copy or a house rule may differ on purpose, so these are warnings, not errors.

use std::fmt::Display;
use std::iter::repeat_n;

use super::compile::compile;
use super::units;
use crate::data::{DataError, Figures};
use crate::game::{Setting, SettingError};
use crate::ici::rules::{ChitRow, Op, Rules};
use crate::ici::types::{Arrival, Bonus, Combat, Exchange, Failek, Level, Location, Regions, Terrain};
use crate::side::{BySide, Side};

/// The regions with a population symbol that the rulebook names (5.0).
const NAMED_REGIONS: &str = "1A, 1B, 1C, 1D, 2A, 2B, 2C, 3A, 3B, 3C, 4A, 4B, 4C, 5A, 5B, 5C, 5D, 5E, 5F, 5G, 6A, 6B, \
                             alger, constantine, oran";
/// The chits that the rules mention by name.
const NAMED_CHITS: [&str; 7] = [
    "OAS",
    "Tunisia & Morocco",
    "Oil in the Sahara",
    "Resettle",
    "Léger/Safy coup",
    "Morice line",
    "Les bleues",
];

/// Compares the figures with remarks in the rulebook.
///
/// # Errors
/// Same as for [`compile`].
pub fn doubts(figures: &Figures) -> Result<Vec<DataError>, SettingError> {
    let rules = compile(figures, &Setting::default())?;
    let mut doubts = Doubts { figures, rules: &rules, out: Vec::new() };
    doubts.map();
    doubts.chits();
    doubts.units();
    doubts.charts();
    doubts.box_of_counters()?;
    let mut out = doubts.out;
    for id in super::setup::scenarios(figures) {
        let rules = compile(figures, &Setting { scenario: Some(id), ..Setting::default() })?;
        let mut doubts = Doubts { figures, rules: &rules, out };
        doubts.setup();
        out = doubts.out;
    }
    Ok(out)
}

struct Doubts<'a> {
    figures: &'a Figures,
    rules: &'a Rules,
    out: Vec<DataError>,
}

impl Doubts<'_> {
    fn check(&mut self, key: &str, holds: bool, found: impl Display, expected: &str) {
        if !holds {
            self.out.push(self.figures.error(key, found, expected));
        }
    }

    fn population(&self, id: &str) -> u8 {
        self.rules.map.find(id).map_or(0, |region| self.rules.map.population[region.index()])
    }

    fn ids(&self, regions: Regions) -> String {
        Location::regions(regions).map(|region| self.rules.id(region)).collect::<Vec<_>>().join(", ")
    }

    fn map(&mut self) {
        let map = &self.rules.map;
        let populated = self.ids(map.populated);
        self.check("region", populated == NAMED_REGIONS, &populated, "the 25 that 5.0 names");
        let cities = self.ids(map.major_cities);
        self.check("region", cities == "alger, constantine, oran", &cities, "the major cities of A");
        let dry = (0..usize::from(map.regions)).filter(|index| map.terrain[*index] == Terrain::DryHills);
        let dry = self.ids(dry.fold(0, |mask, index| mask | 1 << index));
        self.check("region", dry == "1A, 6A", &dry, "dry hills in 1A and 6A (B)");
        let coast = self.population("2A");
        self.check("region.2A.population", coast == 3, coast, "3 (J)");
        let kabylie: u8 = ["3A", "3B", "3C"].iter().map(|id| self.population(id)).sum();
        self.check("region.3A.population", kabylie == 5, kabylie, "5 for 3A, 3B and 3C together (1.1)");
    }

    fn chits(&mut self) {
        let rules = self.rules;
        let calendar = rules.calendar;
        let of = |side: Side| rules.chits.iter().filter(move |row| row.side == side);
        let steps = |row: &ChitRow, pick: fn(&Op) -> Option<i8>| row.ops.iter().find_map(pick).unwrap_or(0);
        let pn: fn(&Op) -> Option<i8> = |op| if let Op::PiedNoirs(steps) = op { Some(*steps) } else { None };
        let ps: fn(&Op) -> Option<i8> = |op| if let Op::Population(steps) = op { Some(*steps) } else { None };
        let fp: fn(&Op) -> Option<i8> =
            |op| if let Op::FrenchPublic { gain: false, .. } = op { Some(-1) } else { None };
        for side in Side::ALL {
            let count = of(side).count();
            let found = format!("{count} of {}", side.name());
            self.check("chit", (26..=28).contains(&count), found, "26 to 28 per side (7.0)");
            for year in 0..calendar.years {
                let count = of(side).filter(|row| row.playable(year)).count();
                let found =
                    format!("{count} of {} in {}", side.name(), calendar.first_year + u16::from(year));
                self.check("chit", count >= 3, found, "at least three that can be played");
            }
        }
        let calm = of(Side::Fln).filter(|row| row.first == 0 && steps(row, pn) == 0).count();
        self.check("chit", calm >= 2, calm, "FLN chits of the first year that spare the Pied-noirs (6.0)");
        let gentle = of(Side::France).any(|row| row.first <= 1 && steps(row, pn) > 0);
        self.check("chit", gentle, "none", "early French chits with pn above 0 (6.0)");
        let late = |side, least: usize| {
            let count = of(side).filter(|row| steps(row, fp) < 0 && row.last + 2 > calendar.years).count();
            (count, count >= least)
        };
        let (count, enough) = late(Side::Fln, 3);
        self.check("chit", enough, count, "at least three late FLN chits with fp below 0");
        let (count, enough) = late(Side::France, 1);
        self.check("chit", enough, count, "at least one late French chit with fp below 0 (6.0)");
        if let Some(row) = rules.chits.iter().find(|row| row.id == "fl_repression") {
            self.check("chit.fl_repression.ps", steps(row, ps) == -2, steps(row, ps), "-2 (public)");
        }
        for name in NAMED_CHITS {
            let there = rules.chits.iter().any(|row| row.name == name);
            self.check("chit", there, "nothing", &format!("{name}, which the rules name"));
        }
    }

    fn units(&mut self) {
        let rules = self.rules;
        for (number, wave) in Arrival::WAVES.iter().enumerate() {
            let count = rules.waves.units[number].count_ones();
            let found = format!("{count} units of wave {wave}");
            let expected = "at least 11, so that three dice leave some for the fourth turn (2.2.1)";
            self.check("unit", count >= 11, found, expected);
        }
        let chit = rules.units.iter().filter(|unit| unit.arrival == Arrival::Chit).count();
        self.check("unit", chit == 3, chit, "three Bellounis units (5.0)");
        for (id, marked) in
            [("unit_kind.ria", "159-ria"), ("unit_kind.bca", "6-bca"), ("unit_kind.cspl", "1-cspl")]
        {
            if let Some(unit) = rules.units.iter().find(|unit| unit.id == marked) {
                let class = &rules.classes[unit.class.index()];
                let bonus = class.terrain.iter().chain(&class.search).any(|bonus| *bonus > 0);
                self.check(id, bonus, "no bonus", "a bonus in mountains, or of CSPL in the Sahara (G)");
            }
        }
        let target = rules.faileks[Failek::Moudjahidine.index()].quality;
        let miss = |arm: &str| {
            rules.classes.iter().find(|class| class.word == arm).map(|class| {
                let difference = class.quality[0] as i8 - target as i8;
                let hits = (1..=6).filter(|die| rules.combat.french_hit(*die, difference)).count();
                100.0 * repeat_n(1.0 - hits as f64 / 6.0, class.strength[0].into()).product::<f64>()
            })
        };
        for (arm, percent) in [("paratrooper", 11), ("legion", 11), ("infantry", 20), ("mechanized", 25)] {
            let found = miss(arm).map_or(-1, |chance| chance.round() as i32);
            let expected = format!("{percent} of 100 fights with a moudjahidine without a kill (6.0)");
            self.check(&format!("unit_type.{arm}"), found == percent, found, &expected);
        }
        let worth = |row: [u8; 3]| row.iter().zip([1, 2, 3]).map(|(count, worth)| count * worth).sum::<u8>();
        for exchange in Exchange::ALL {
            let row = rules.exchanges[exchange.index()];
            let (takes, gives) = (worth(row.takes), row.gives as u8 + 1);
            let expected = format!("{gives}: types are worth 1, 2 and 3 (2.1.1)");
            self.check(&format!("exchange.{exchange}"), takes == gives, takes, &expected);
        }
    }

    fn charts(&mut self) {
        let rules = self.rules;
        let last = rules.government_crisis();
        let mut steps = 0;
        let mut at = 0;
        for crisis in &rules.crises[1..] {
            steps += last - at;
            at = crisis.reset.unwrap_or(at);
        }
        self.check("crisis", steps == 15, steps, "15 steps from Mild Acceptance to Collapse (1.4)");
        let purge = rules.purge;
        let slots = (purge.lower, purge.middle, purge.top) == ([2, 2], [1, 1], 1);
        self.check("purge", slots, "other slots", "two and two, one and one, one (4.2.2)");
        let BySide { fln, france } = &rules.combat_chits;
        for (combat, against, bonus) in [
            (Combat::Attack, Combat::Retreat, Bonus::Quality),
            (Combat::Attack, Combat::Recon, Bonus::First),
            (Combat::Stand, Combat::Attack, Bonus::Die),
        ] {
            let is = |chits: &[_; Combat::ALL.len()]| {
                let chit: crate::ici::rules::CombatChit = chits[combat.index()];
                (chit.against, chit.bonus) == (against, bonus)
            };
            let expected = format!("{combat} against {against} with {bonus} (3.5.2)");
            self.check("combat_chit", is(fln) || is(france), "no such chit", &expected);
        }
    }

    fn box_of_counters(&mut self) -> Result<(), DataError> {
        let rules = self.rules;
        let slots = rules.purge.lower.iter().chain(&rules.purge.middle).sum::<u8>() + rules.purge.top;
        let other = units::counters(self.figures, slots)?;
        let faileks: u16 = rules.faileks.iter().map(|row| u16::from(row.count)).sum();
        let markers = u16::from(other.resettlement) + u16::from(other.maquis) + other.flags;
        // Two colours of Population Markers, a joke, two operation, two referendum and seven track markers.
        let population = 2 * rules.map.populated.count_ones() as u16;
        let combat = 2 * Combat::ALL.len() as u16;
        let sum = population
            + combat
            + u16::from(other.fidayin)
            + 1
            + 2
            + 2
            + 7
            + markers
            + faileks
            + (rules.chits.len() + rules.units.len()) as u16;
        let expected = format!("at most {}, the number of counters in the box", other.whole_box);
        self.check("counters.box", sum <= other.whole_box, sum, &expected);
        Ok(())
    }

    fn setup(&mut self) {
        let rules = self.rules;
        let scenario = &rules.scenario;
        let key = format!("setup.{}", scenario.id);
        let at = |location: Location| {
            scenario.faileks[location.index()].iter().map(|count| u16::from(*count)).sum::<u16>()
        };
        for region in Location::regions(rules.map.populated) {
            let faileks = at(region);
            let garrison = u16::from(scenario.density) + u16::from(rules.map.population[region.index()]);
            let fln_level = scenario.level[region.index()] == Level::Fln;
            let id = rules.id(region);
            if scenario.turn == 0 {
                let expected = "faileks in every region in FLN Level";
                self.check(
                    &format!("{key}.faileks"),
                    !fln_level || faileks > 0,
                    format!("none in {id}"),
                    expected,
                );
            } else {
                let french = garrison >= 2 * faileks;
                let found = format!("{faileks} faileks in {id}, garrison {garrison}");
                let expected = "regions in FLN Level, and no others, out of French control";
                self.check(&format!("{key}.faileks"), fln_level != french, found, expected);
            }
        }
        if scenario.turn == 0 {
            return;
        }
        let algeria: u16 = Location::each(rules.map.algeria).map(at).sum();
        let counts = (algeria, at(Location::TUNISIA), at(Location::MOROCCO));
        let expected = "53 in Algeria, 6 in Tunisia, 4 in Morocco (5.0)";
        self.check(&format!("{key}.faileks"), counts == (53, 6, 4), format!("{counts:?}"), expected);
        let start = scenario.turn / 4;
        let early = rules.chits.iter().filter(|row| row.side == Side::France && row.first < start);
        let density: i8 = early
            .flat_map(|row| &row.ops)
            .map(|op| if let Op::Density(steps) = op { *steps } else { 0 })
            .sum();
        let expected = "the density that French chits of earlier years add up to";
        self.check(&format!("{key}.density"), density == scenario.density as i8, density, expected);
        let garrison = scenario.density + self.population("2A");
        self.check(&format!("{key}.density"), garrison == 7, garrison, "a garrison of 7 in 2A (J)");
    }
}
