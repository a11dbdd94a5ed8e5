//! Figures that matter too rarely in games by chance, each with a scene in which it does; and figures that can be changed
//! neither way.

use serde_json::{Value, json};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, SeededDice};
use wilaya_engine::ici::data::doubts;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::{Action, Ici, State};
use wilaya_engine::{Actions, Game, Notation as _, Setting, Side, Status, try_apply};

/// A figure, why games by chance do not show it, and a scene that does: what comes of it, in words.
pub(crate) struct Exception {
    pub(crate) key: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) scene: fn(&Figures) -> String,
}

/// Figures that change no game by chance.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception {
        key: "counters.box",
        reason: "what the box holds; only compared with the sum of the counters",
        scene: |figures| remarks(&with(figures, "counters.flags", |flags| flags + room_in_the_box() + 1)),
    },
    Exception {
        key: "counters.flags",
        reason: "flags change nothing (ruling I-93); only their number is compared with the box",
        scene: |figures| remarks(&with(figures, "counters.box", |all| all - room_in_the_box())),
    },
    Exception {
        key: "counters.maquis",
        reason: "as many as the symbols of the countries allow",
        scene: |figures| {
            let figures = &with(figures, "country.west-africa.population", |symbol| symbol + 1);
            let (rules, state) = Base::new("1955", &["maquis"]).at("flip-up", Side::France);
            let position = patched(&rules, &state, |position| {
                position["tracks"]["independent"] = json!(["tunisia", "morocco", "west-africa"]);
                played(position, &["fl_tunisia_morocco", "fl_west_africa"]);
                position["tracks"]["points"]["france"] = json!(15);
                position["maquis"] = json!({ "tunisia": 3, "morocco": 2, "west-africa": 1 });
                give(position, "west-africa", "moussebiline");
            });
            let mut scene = Scene::new(figures, "1955", &["maquis"], &position);
            // No flips; all maquis are kept, which is the first choice for each country.
            while let Some(Status::Decision { side: Side::France, kind }) = scene.status() {
                match kind.to_string().as_str() {
                    "flip-up" => scene.play(&scene.done()),
                    "keep-maquis" => scene.play(&scene.first()),
                    _ => break,
                }
            }
            scene.words()
        },
    },
    Exception {
        key: "setup.1955.weakened_quality",
        reason: "no unit of 1955 starts reduced",
        scene: |figures| {
            // If one had to, it would be one of this quality.
            let quality: i64 = figures.read("setup.1955.weakened_quality").unwrap_or_default();
            let list = "weakened_quality = 0\nreduced = [\"bellounis-1\"]\n";
            let builtin = Ici::figures();
            let files = builtin
                .files()
                .map(|(name, text)| (name.to_owned(), text.replacen("weakened_quality = 0\n", list, 1)));
            let figures = Figures::from_files(&builtin, files.collect());
            let mut figures = figures.unwrap_or_else(|error| panic!("{error}"));
            for (key, value) in [
                ("unit_type.bellounis.reduced_quality", 1),
                ("unit_type.bellounis.quality", 1),
                ("setup.1955.weakened_quality", quality),
            ] {
                figures.set(key, &value.to_string()).unwrap_or_else(|error| panic!("{error}"));
            }
            let rules = Ici::rules(&figures, &setting("1955", &[]));
            rules.map_or_else(|error| error.to_string(), |_| "a set-up".to_owned())
        },
    },
    Exception {
        key: "terrain_effect.bellounis.coastal-hills",
        reason: "Bellounis' men stay in Wilaya 6, which has none",
        scene: |figures| {
            bellounis_fights(figures, "6A", false, &[("region.6A.terrain", "\"coastal-hills\"")])
        },
    },
    Exception {
        key: "terrain_effect.bellounis.mountains",
        reason: "Bellounis' men hardly ever search in the mountains of Wilaya 6",
        scene: |figures| bellounis_fights(figures, "6A", false, &[("region.6A.terrain", "\"mountains\"")]),
    },
    Exception {
        key: "terrain_effect.bellounis.sahara",
        reason: "Bellounis' men stay in Wilaya 6, which has none",
        scene: |figures| {
            let there = [
                ("unit_kind.bellounis.wilaya", "7"),
                ("unit_kind.bellounis.sahara_search", "true"),
                ("setup.1959.french.bellounis-1", "\"7C\""),
                ("setup.1959.french.bellounis-2", "\"7C\""),
                ("setup.1959.french.bellounis-3", "\"7C\""),
            ];
            bellounis_fights(figures, "7C", false, &there)
        },
    },
    Exception {
        key: "track.density",
        reason: "no chits raise the density to its end",
        scene: chits_at_the_ends,
    },
    Exception {
        key: "track.support",
        reason: "no game by chance comes to this end",
        scene: chits_at_the_ends,
    },
    Exception {
        key: "unit_type.bellounis.reduced_quality",
        reason: "reduced ones hardly ever fight",
        scene: |figures| bellounis_fights(figures, "6A", true, &[]),
    },
];

/// Figures that can be changed neither way; `*` stands for any one name.
pub(crate) const FIXED: &[Reason] = &[
    ("population.total", "the sum of the symbols, which is checked"),
    ("population.regions", "the number of the regions, which is checked"),
    ("region.*.wilaya", "the id of a region says its Wilaya, and a Wilaya hangs together"),
    (
        "region.*.population",
        "none in the Sahara, at least one elsewhere, and of more votes 20 were no majority",
    ),
    ("unit_type.paratrooper.quality", "none is higher, and the reduced side has the same"),
    ("unit_kind.bellounis.wilaya", "the set-up of 1959 places them in it"),
    ("counters.fidayin", "one for each slot of the purge, which is checked"),
    ("crisis.*.space", "the order of the spaces"),
    ("purge.top", "there is one top slot"),
    ("setup.1955.weakened", "the ready-made placement lists no unit for it"),
    ("setup.1955.marker.*.population", "the symbols that a line is for; each has one"),
    ("setup.1959.weakened", "the ready-made placement lists as many units"),
    ("setup.1959.weakened_quality", "the ready-made placement lists units of this quality"),
    ("setup.1959.marker.*.per_slot", "markers are dealt out evenly"),
];

/// A figure, and the reason.
type Reason = (&'static str, &'static str);

/// Plays every chit that France can play, with the tracks at their ends.
fn chits_at_the_ends(figures: &Figures) -> String {
    let side = Side::France;
    let (rules, state) = Base::new("1959", &[]).at("play-chit", side);
    let mut out = String::new();
    // Each chit of the cup is in the hand once, in the place of the first there.
    let position = Ici::to_json(&rules, &state);
    let cup = position["chits"][side.name()]["cup"].as_array().expect("a list").len();
    for taken in 0..cup {
        let position = patched(&rules, &state, |position| {
            let tracks = &mut position["tracks"];
            tracks["troop_density"] = json!(6);
            tracks["french_public"] = json!(20);
            tracks["fln_marker"] = json!(20);
            let chits = &mut position["chits"][side.name()];
            let (hand, cup) = (chits["hand"][0].take(), chits["cup"][taken].take());
            (chits["hand"][0], chits["cup"][taken]) = (cup, hand);
        });
        let scene = Scene::new(figures, "1959", &[], &position);
        for action in scene.legal() {
            let mut played = Scene::new(figures, "1959", &[], &position);
            played.play(&action);
            out += &played.words();
        }
    }
    out
}

/// Bellounis' men search for a moussebiline in a region, again and again, with some other figures.
fn bellounis_fights(figures: &Figures, region: &str, reduced: bool, changes: &[(&str, &str)]) -> String {
    let mut figures = figures.clone();
    for (key, value) in changes {
        figures.set(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let (rules, state) = Base::new("1955", &[]).at("search", Side::France);
    let position = patched(&rules, &state, |position| {
        position["tracks"]["points"]["france"] = json!(15);
        for unit in position["units"].as_object_mut().expect("units by id").values_mut() {
            if unit["at"] == region {
                unit["at"] = json!("1D");
            }
        }
        let unit = &mut position["units"]["bellounis-1"];
        (unit["at"], unit["reduced"]) = (json!(region), json!(reduced));
        give(position, region, "moussebiline");
    });
    let mut out = String::new();
    for seed in 0..60 {
        let mut scene = Scene::new(&figures, "1955", &[], &position);
        scene.dice = SeededDice::new(seed, 0);
        scene.play(&format!("search:{region}"));
        while let Some(Status::Decision { kind, .. }) = scene.status() {
            match kind.to_string().as_str() {
                "strength" | "attacker" | "fighter" | "combat-chit" => scene.play(&scene.first()),
                _ => break,
            }
        }
        out += &scene.words();
    }
    out
}

/// Takes chits of the FLN out of its hand and cup.
fn played(position: &mut Value, chits: &[&str]) {
    for place in ["hand", "cup"] {
        let held = position["chits"]["fln"][place].as_array_mut().expect("a list of chits");
        held.retain(|chit| !chits.iter().any(|played| chit == played));
    }
}

/// Moves a failek from the mix to a location.
fn give(position: &mut Value, at: &str, failek: &str) {
    let faileks = position["faileks"].as_object_mut().expect("faileks by location");
    for key in ["here", "sure"] {
        let count = &mut faileks["mix"][key][failek];
        *count = json!(count.as_u64().expect("a number") - 1);
    }
    let none = json!({ "moussebiline": 0, "moudjahidine": 0, "zonal-commando": 0 });
    let mut there = json!({ "here": none, "sure": none });
    for key in ["here", "sure"] {
        there[key][failek] = json!(1);
    }
    if at.len() == 2 {
        (there["moved"], there["arrived"]) = (none.clone(), none);
    }
    faileks.insert(at.to_owned(), there);
}

/// How many counters the box could hold beyond those that are known.
fn room_in_the_box() -> i64 {
    let figures = Ici::figures();
    let fits = |more: &i64| remarks(&with(&figures, "counters.flags", |flags| flags + more)).is_empty();
    (0..).take_while(fits).last().unwrap_or_else(|| panic!("the box holds too much"))
}

fn remarks(figures: &Figures) -> String {
    let doubts = doubts(figures).unwrap_or_else(|error| panic!("{error}"));
    doubts.iter().map(|doubt| format!("{doubt}\n")).collect()
}

fn with(figures: &Figures, key: &str, change: impl Fn(i64) -> i64) -> Figures {
    let mut figures = figures.clone();
    let value: i64 = figures.read(key).unwrap_or_else(|error| panic!("{error}"));
    figures.set(key, &change(value).to_string()).unwrap_or_else(|error| panic!("{error}"));
    figures
}

fn setting(scenario: &str, options: &[&str]) -> Setting {
    Setting {
        scenario: Some(scenario.to_owned()),
        options: options.iter().map(|&word| word.to_owned()).collect(),
        ..Setting::default()
    }
}

/// A game with the figures that are built in, from which scenes take their positions.
struct Base(Rules);

impl Base {
    fn new(scenario: &str, options: &[&str]) -> Self {
        let rules = Ici::rules(&Ici::figures(), &setting(scenario, options));
        Self(rules.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Plays on, doing as little as possible, to a decision.
    fn at(self, decision: &str, by: Side) -> (Rules, State) {
        let mut dice = SeededDice::new(1, 0);
        let mut state = Ici::start(&self.0, &mut dice, &mut ());
        for _ in 0..5_000 {
            let Status::Decision { side, kind } = Ici::status(&state) else { break };
            if (side, kind.to_string().as_str()) == (by, decision) {
                return (self.0, state);
            }
            let mut legal = Actions::<Ici>::new();
            Ici::legal(&self.0, &state, &mut legal);
            let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
            try_apply::<Ici, _, _>(&self.0, &mut state, action, &mut dice, &mut ())
                .unwrap_or_else(|error| panic!("{error}"));
        }
        panic!("{by} never decides {decision}");
    }
}

fn patched(rules: &Rules, state: &State, patch: impl FnOnce(&mut Value)) -> Value {
    let mut position = Ici::to_json(rules, state);
    patch(&mut position);
    position
}

/// A position, played with other figures.
struct Scene {
    rules: Rules,
    state: State,
    dice: SeededDice,
}

impl Scene {
    fn new(figures: &Figures, scenario: &str, options: &[&str], position: &Value) -> Self {
        let rules = Ici::rules(figures, &setting(scenario, options));
        let rules = rules.unwrap_or_else(|error| panic!("{error}"));
        let state = Ici::from_json(&rules, position).unwrap_or_else(|error| panic!("{error}"));
        Ici::check(&rules, &state).unwrap_or_else(|error| panic!("{error}"));
        let mut dice = SeededDice::new(1, 0);
        dice.rekey(1, 0);
        Self { rules, state, dice }
    }

    fn status(&self) -> Option<Status<<Ici as Game>::Decision>> {
        let status = Ici::status(&self.state);
        status.side().is_some().then_some(status)
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Actions::<Ici>::new();
        if self.status().is_some() {
            Ici::legal(&self.rules, &self.state, &mut legal);
        }
        legal.iter().map(|&action| Ici::action_text(&self.rules, action)).collect()
    }

    fn first(&self) -> String {
        self.legal().swap_remove(0)
    }

    fn done(&self) -> String {
        Ici::action_text(&self.rules, Action::Done)
    }

    fn play(&mut self, action: &str) {
        let action = Ici::parse_action(&self.rules, action).unwrap_or_else(|error| panic!("{error}"));
        try_apply::<Ici, _, _>(&self.rules, &mut self.state, action, &mut self.dice, &mut ())
            .unwrap_or_else(|error| panic!("{error}"));
    }

    /// What is offered, and the position.
    fn words(&self) -> String {
        format!("{}\n{}\n", self.legal().join(" "), Ici::to_json(&self.rules, &self.state))
    }
}
