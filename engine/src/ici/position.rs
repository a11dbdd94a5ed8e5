//! Positions with readable names, as a position file holds them.
//!
//! Every key is written and every key is asked for when reading (see [`super::reading`]), but in the maps `faileks` and
//! `recruits`, which list only what there is.

use serde_json::{Map, Value, json};

use super::Ici;
use super::rules::Rules;
use super::state::{DRAWN, HOLDERS, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, TYPES, WAITING};
use super::types::{
    COUNTRIES, Chit, Chits, Combat, Failek, Flag, Location, Mask, POPULATED, Season, Unit, WILAYAS,
};
use super::words::Node;
use crate::machine::Sequence as _;
use crate::side::{BySide, Side};

/// The word for the counter mix.
pub(crate) const MIX_WORD: &str = "mix";
/// The words for where units are off the map.
pub(crate) const OFF_MAP: [(Location, &str); 6] = [
    (Location::NONE, "not-arrived"),
    (DRAWN, "drawn"),
    (WAITING, "waiting"),
    (LOST_NOW, "lost-now"),
    (LOST_BEFORE, "lost-before"),
    (REMOVED, "removed"),
];
/// Where a coup may interrupt, and the words for it.
pub(crate) const RESUMES: [(Node, &str); 4] = [
    (Node::Over, "none"),
    (Node::Chit, "chit"),
    (Node::Fatigue, "fatigue"),
    (Node::ReferendumLoss, "referendum-loss"),
];

/// One value for each side.
fn by_side(value: impl Fn(Side) -> Value) -> Value {
    json!({ "fln": value(Side::Fln), "france": value(Side::France) })
}

/// Numbers of faileks by type.
fn types(counts: [u8; TYPES]) -> Value {
    Failek::ALL.iter().map(|failek| (failek.word().to_owned(), Value::from(counts[failek.index()]))).collect()
}

fn ids(rules: &Rules, mask: Mask) -> Value {
    Location::each(mask).map(|at| rules.id(at).to_owned()).collect()
}

fn id_or_null(rules: &Rules, at: Location) -> Value {
    if at.index() < Location::COUNT { rules.id(at).into() } else { Value::Null }
}

impl State {
    /// The position with readable names.
    #[must_use]
    pub fn to_json(&self, rules: &Rules) -> Value {
        let mut position = Map::new();
        position.insert("scenario".to_owned(), rules.scenario.id.clone().into());
        position.insert("turn".to_owned(), self.turn_json(rules));
        position.insert("tracks".to_owned(), self.tracks_json(rules));
        position.insert("chits".to_owned(), self.chits_json(rules));
        position.insert("regions".to_owned(), self.regions_json(rules));
        position.insert("faileks".to_owned(), self.faileks_json(rules));
        position.insert("units".to_owned(), self.units_json(rules));
        position.insert("maquis".to_owned(), self.maquis_json(rules));
        position.insert("next".to_owned(), self.next_json());
        position.insert("progress".to_owned(), self.progress_json(rules));
        Value::Object(position)
    }

    fn turn_json(&self, rules: &Rules) -> Value {
        json!({
            "year": rules.calendar.first_year + u16::from(self.year()),
            "season": self.season().word(),
            "begun": self.played,
            "phase": self.phase.word(),
        })
    }

    fn tracks_json(&self, rules: &Rules) -> Value {
        let wave = self.wave_turn.map(|turn| {
            json!({
                "year": rules.calendar.first_year + u16::from(turn / 4),
                "season": Season::ALL[usize::from(turn % 4)].word(),
            })
        });
        json!({
            "points": by_side(|side| self.points[side].into()),
            "lasting_points": by_side(|side| self.lasting[side].into()),
            "points_cap": (self.points_cap != u8::MAX).then_some(self.points_cap),
            "french_public": self.french_public,
            "fln_marker": self.fln_marker,
            "pied_noirs": rules.pied_noirs[usize::from(self.pied_noirs)],
            "government_crisis": rules.crises[usize::from(self.crisis)].name,
            "troop_density": self.density,
            "referendums": self.referendums,
            "rage_spent": self.rage_spent,
            "appeasement_spent": self.appeasement_spent,
            "in_effect": Flag::ALL
                .iter()
                .filter(|flag| self.has(**flag))
                .map(|flag| flag.word())
                .collect::<Vec<_>>(),
            "independent": (0..COUNTRIES)
                .filter(|country| self.is_independent(*country))
                .map(|country| rules.id(Location::country(country as u8)))
                .collect::<Vec<_>>(),
            "wave_since": wave,
        })
    }

    fn chits_json(&self, rules: &Rules) -> Value {
        let list =
            |chits: Chits| Chit::each(chits).map(|chit| rules.chit(chit).id.clone()).collect::<Vec<_>>();
        by_side(|side| {
            json!({
                "hand": list(self.hand[side]),
                "cup": list(self.cup[side]),
                "track": list(self.track[side]),
            })
        })
    }

    fn regions_json(&self, rules: &Rules) -> Value {
        (0..POPULATED)
            .map(|region| {
                let value = json!({
                    "marker": self.slot[region],
                    "level": self.level[region].word(),
                    "resettled": self.resettled[region],
                });
                (rules.id(Location(region as u8)).to_owned(), value)
            })
            .collect()
    }

    fn faileks_json(&self, rules: &Rules) -> Value {
        let mut all = Map::new();
        for holder in (0..HOLDERS as u8).map(Location) {
            let here = self.faileks(holder);
            if here.total == 0 && holder != MIX {
                continue;
            }
            let mut value = Map::new();
            value.insert("here".to_owned(), types(here.by_type()));
            value.insert("sure".to_owned(), types(self.sure(holder)));
            let full_time = self.sure_full_time(holder);
            if full_time > super::knowledge::full_time(self.sure(holder)) {
                value.insert("full_time".to_owned(), full_time.into());
            }
            if let Some(moved) = self.moved.get(holder.index()) {
                value.insert("moved".to_owned(), types(*moved));
            }
            if let Some(arrived) = self.arrived.get(holder.index()) {
                value.insert("arrived".to_owned(), types(*arrived));
            }
            let name = if holder == MIX { MIX_WORD } else { rules.id(holder) };
            all.insert(name.to_owned(), Value::Object(value));
        }
        Value::Object(all)
    }

    fn units_json(&self, rules: &Rules) -> Value {
        let mut all = Map::new();
        for (number, row) in rules.units.iter().enumerate() {
            let unit = Unit(number as u8);
            let at = self.unit_at[number];
            let word = OFF_MAP.iter().find(|(code, _)| *code == at).map(|(_, word)| *word);
            let value = json!({
                "at": word.unwrap_or_else(|| rules.map.ids.get(at.index()).map_or("?", String::as_str)),
                "reduced": self.is_reduced(unit),
                "marked": self.marked & unit.bit() != 0,
                "fights": self.fighters & unit.bit() != 0,
            });
            all.insert(row.id.clone(), value);
        }
        Value::Object(all)
    }

    fn maquis_json(&self, rules: &Rules) -> Value {
        (0..COUNTRIES)
            .map(|country| {
                (rules.id(Location::country(country as u8)).to_owned(), Value::from(self.maquis[country]))
            })
            .collect()
    }

    fn next_json(&self) -> Value {
        let resume = RESUMES.iter().find(|(node, _)| *node == self.resume).map_or("none", |(_, word)| *word);
        let decision = (!Ici::is_step(self.node)).then(|| self.node.word());
        json!({
            "decision": decision,
            "chooser": self.chooser.name(),
            "resume": resume,
            "winner": self.over.map(|(winner, _)| winner.name()),
            "ending": self.over.map(|(_, ending)| ending.word()),
        })
    }

    fn progress_json(&self, rules: &Rules) -> Value {
        let combat = |combat: Option<Combat>| combat.map(Combat::word);
        let BySide { fln, france } = self.combat;
        let recruits: Map<String, Value> = self
            .recruits
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(index, count)| (rules.id(recruited_at(index)).to_owned(), (*count).into()))
            .collect();
        let crossed: Vec<String> = (0..WILAYAS * WILAYAS)
            .filter(|pair| self.crossed & 1 << pair != 0)
            .map(|pair| format!("{}-{}", pair / WILAYAS + 1, pair % WILAYAS + 1))
            .collect();
        json!({
            "mover": self.mover.name(),
            "second": self.second,
            "public_steps": self.public_steps,
            "chit": rules.chit(self.chit).id,
            "operation": self.op,
            "left": self.left,
            "least": self.least,
            "part": self.part,
            "bill": self.bill,
            "recruits": recruits,
            "crossed": crossed,
            "morice_done": ids(rules, self.morice_done.into()),
            "struck": ids(rules, self.struck),
            "site": id_or_null(rules, self.site),
            "picked_failek": Failek::ALL[usize::from(self.picked)].word(),
            "picked_unit": rules.units[self.picked_unit.index()].id,
            "found": self.found,
            "morice": self.morice,
            "combat_chits": { "fln": combat(fln), "france": combat(france) },
            "changed": by_side(|side| ids(rules, self.changed[side].into())),
            "resettled_now": ids(rules, self.resettled_now.into()),
            "infiltrated": ids(rules, self.infiltrated.into()),
        })
    }
}

/// Where the recruits with this number in the count are.
pub(crate) const fn recruited_at(index: usize) -> Location {
    if index < POPULATED { Location(index as u8) } else { Location::country((index - POPULATED) as u8) }
}
