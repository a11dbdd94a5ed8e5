//! Figures that matter too rarely in games by chance, each with a position in which it does.

use serde_json::{Value, json};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, Label};
use wilaya_engine::{Actions, Game, Notation as _, Setting, try_apply};

/// A figure, why games by chance do not show it, and a scene that does: what comes of it, in words.
pub(crate) struct Exception {
    pub(crate) key: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) scene: fn(&Figures) -> String,
}

const FULL_TRACK: &str = "nobody buys that many Points";
const LOW_ROLL: &str = "no modifier lowers a roll of the Government";

/// All of them.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception {
        key: "oas.removed_above",
        reason: "the Government hardly ever climbs from 30 to 70 and stands at exactly that",
        scene: |figures| {
            // 2 PSP go for the OAS in France: 71 are left when the next Reinforcement Phase begins.
            let there = json!({
                "psl": { "fln": 50, "france": 73 },
                "oas": { "controller": "france", "place": "FRANCE" },
                "areas": { "II-1": { "gov": { "police": { "ptl": 1 } } } },
                "node": "french-operation",
                "under_way": { "passes": 1 },
            });
            Scene::new(figures, there).play("pass", 1)
        },
    },
    Exception {
        key: "point.air.max",
        reason: FULL_TRACK,
        scene: |figures| {
            Scene::new(figures, json!({ "air": { "maximum": 98, "available": 98 }, "node": "buy-point" }))
                .play("", 1)
        },
    },
    Exception {
        key: "point.helo.max",
        reason: FULL_TRACK,
        scene: |figures| {
            Scene::new(figures, json!({ "helo": { "maximum": 98, "available": 98 }, "node": "buy-point" }))
                .play("", 1)
        },
    },
    Exception {
        key: "point.naval.max",
        reason: FULL_TRACK,
        scene: |figures| Scene::new(figures, json!({ "naval": 98, "node": "buy-point" })).play("", 1),
    },
    Exception {
        key: "success.france.-1.number",
        reason: LOW_ROLL,
        scene: |figures| civil_affairs(figures, "-2"),
    },
    Exception {
        key: "success.france.0.number",
        reason: LOW_ROLL,
        scene: |figures| civil_affairs(figures, "-1"),
    },
    Exception {
        key: "success.france.8.number",
        reason: "two elite brigades hardly ever assist against more than five Bands",
        scene: |figures| {
            let there = json!({
                "areas": { "II-1": {
                    "gov": { "police": { "ptl": 1 }, "elite-brigade": { "ops": 2 } },
                    "fln": { "band": { "ug": 7 }, "failek": { "ug": 1 } },
                } },
                "node": "french-operation",
            });
            Scene::new(figures, there).play("suppression count:2", 6)
        },
    },
    Exception {
        key: "unit.front.count",
        reason: "the FLN hardly ever has all its Fronts on the map",
        scene: |figures| {
            let mut areas = json!({ "VI-2": { "fln": { "cadre": { "ug": 1 } } } });
            for area in [
                "I-1",
                "I-4",
                "CONSTANTINE",
                "II-1",
                "II-2",
                "II-3",
                "III-1",
                "III-2",
                "III-3",
                "ALGIERS",
                "IV-1",
                "IV-2",
                "ORAN",
                "V-2",
                "V-3",
                "V-4",
            ] {
                areas[area] = json!({ "fln": { "front": { "ug": 1 } } });
            }
            Scene::new(figures, json!({ "areas": areas, "node": "spend-where" })).play("spend:VI-2", 1)
        },
    },
    Exception {
        key: "unit.division.concentrated.firepower",
        reason: "25 and 26 are in one column of the CRT, and so are their halves",
        scene: |figures| {
            let there = json!({
                "areas": { "CONSTANTINE": {
                    "gov": { "division-concentrated": { "ops": 1 } },
                    "fln": { "band": { "ops": 4 } },
                } },
                "node": "french-operation",
            });
            let figures = &with(figures, "combat.column.6.from", "26");
            Scene::new(figures, there).play("flush split:0", 1)
        },
    },
];

/// Figures that can be changed neither way: the beginnings of tables, which are fixed by what is rolled or counted.
pub(crate) const FIXED: &[&str] =
    &["combat.column.1.from", "coup.row.wild-success.from", "depreciation.row.1.from", "event.none.from"];

fn with(figures: &Figures, key: &str, value: &str) -> Figures {
    let mut figures = figures.clone();
    figures.set(key, value).unwrap_or_else(|error| panic!("{error}"));
    figures
}

/// Civil Affairs with a die of 1 under an Amnesty that is made to modify it so.
fn civil_affairs(figures: &Figures, drm: &str) -> String {
    let there = json!({
        "amnesty": true,
        "areas": { "II-1": { "gov": { "police": { "ptl": 1 } } } },
        "node": "french-operation",
    });
    let figures = &with(figures, "mission.civil-affairs.amnesty_drm", drm);
    Scene::new(figures, there).play("civil-affairs", 1)
}

/// A position of 1954 that is empty but for what a scene sets.
struct Scene<'a> {
    figures: &'a Figures,
    position: Value,
}

impl<'a> Scene<'a> {
    fn new(figures: &'a Figures, there: Value) -> Self {
        let mut position = json!({
            "turn": 3,
            "phase": "operations",
            "psl": { "fln": 50, "france": 50 },
            "ap": 10,
            "air": { "maximum": 0, "available": 0 },
            "helo": { "maximum": 0, "available": 0 },
            "naval": 0,
            "half_psp_spent": 0,
            "border_zone": null,
            "border_zone_active": false,
            "independent": false,
            "jealousy": false,
            "amnesty": false,
            "suez_used": false,
            "suez_returns": false,
            "slow_french_reaction": false,
            "slow_purchases": 0,
            "oas": { "controller": null, "place": null },
            "shorter_leader": null,
            "shorter_leads": 0,
            "cadre_in_france": false,
            "propaganda_in_france_done": false,
            "nato_keeps": {},
            "elites_disbanded": 0,
            "areas": {},
        });
        let Value::Object(there) = there else { unreachable!("a scene sets keys") };
        for (key, value) in there {
            position[key.as_str()] = value;
        }
        if position["node"].as_str().is_some_and(|node| ["buy-point", "spend-where"].contains(&node)) {
            position["phase"] = json!("reinforcement");
        }
        Self { figures, position }
    }

    /// Plays actions with dice that all show one face; what is offered then, and the position.
    fn play(&self, actions: &str, face: u16) -> String {
        let setting = Setting { scenario: Some("1954".to_owned()), ..Setting::default() };
        let rules = &Algeria::rules(self.figures, &setting).unwrap_or_else(|error| panic!("{error}"));
        let mut state = Algeria::from_json(rules, &self.position).unwrap_or_else(|error| panic!("{error}"));
        for text in actions.split_whitespace() {
            let action = Algeria::parse_action(rules, text).unwrap_or_else(|error| panic!("{error}"));
            try_apply::<Algeria, _, _>(rules, &mut state, action, &mut Face(face), &mut ())
                .unwrap_or_else(|error| panic!("{error}"));
        }
        let mut legal = Actions::<Algeria>::new();
        Algeria::legal(rules, &state, &mut legal);
        let offered: Vec<_> = legal.iter().map(|&action| Algeria::action_text(rules, action)).collect();
        format!("{}\n{}", offered.join(" "), Algeria::to_json(rules, &state))
    }
}

/// Dice that all show one face, or their highest.
struct Face(u16);

impl Dice for Face {
    fn uniform(&mut self, _: Label, n: u16) -> u16 {
        self.0.min(n) - 1
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}
