//! A board that a test sets up unit by unit, and a table at which it is played with scripted dice.
//!
//! ```text
//! let mut table = Board::new().fln("II-1", "cadre/ops", 1).ap(5).set_up();
//! table.play("propaganda split:2", "propaganda.fln@II-1=4");
//! table.changed("psl.fln 50>52, ap 5>4, II-1.cadre.ops 1>0, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
//! ```

pub(crate) mod odds;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use wilaya_engine::algeria::{Algeria, Event, Rules, State};
use wilaya_engine::dice::{ScriptItem, ScriptedDice};
use wilaya_engine::{Actions, Game, Notation as _, Setting, Side, Status, try_apply};

/// The compiled rules of a setting, built once for all tests of a crate.
pub(crate) fn rules(setting: &Setting) -> &'static Rules {
    static BUILT: Mutex<Vec<(Setting, &'static Rules)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, rules)) = built.iter().find(|(one, _)| one == setting) {
        return rules;
    }
    let rules = Algeria::rules(&Algeria::figures(), setting).unwrap_or_else(|error| panic!("{error}"));
    let rules: &'static Rules = Box::leak(Box::new(rules));
    built.push((setting.clone(), rules));
    rules
}

/// A position in the making: the 1954 scenario without a unit, FLN and Government at 50 PSP, 10 AP and no Points, in
/// the Operations Phase of turn 3 with the FLN to act.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    setting: Setting,
    position: Value,
}

impl Board {
    pub(crate) fn new() -> Self {
        let setting = Setting { scenario: Some("1954".to_owned()), ..Setting::default() };
        let position = json!({
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
            "node": "fln-operation",
        });
        Self { setting, position }
    }

    /// Another scenario; only its rules change, not what stands on this board.
    pub(crate) fn scenario(mut self, year: &str) -> Self {
        self.setting.scenario = Some(year.to_owned());
        self
    }

    pub(crate) fn option(mut self, name: &str) -> Self {
        self.setting.options.push(name.to_owned());
        self
    }

    pub(crate) fn bar(mut self, what: &str) -> Self {
        self.setting.bars.push(what.to_owned());
        self
    }

    /// The free set-up.
    pub(crate) fn free(mut self) -> Self {
        self.setting.setup = Some("free".to_owned());
        self
    }

    fn add(mut self, area: &str, side: &str, class: &str, count: u8) -> Self {
        let (unit, at) = class.split_once('/').unwrap_or_else(|| panic!("\"{class}\" should be unit/box"));
        self.position["areas"][area][side][unit][at] = json!(count);
        self
    }

    /// FLN units: `class` is `unit/box`, as `band/ops`.
    pub(crate) fn fln(self, place: &str, class: &str, count: u8) -> Self {
        self.add(place, "fln", class, count)
    }

    /// Government units: `class` is `unit/box`, as `police/ptl` or `division-dispersed/ops`.
    pub(crate) fn gov(self, area: &str, class: &str, count: u8) -> Self {
        self.add(area, "gov", class, count)
    }

    pub(crate) fn psl(mut self, fln: u8, france: u8) -> Self {
        self.position["psl"] = json!({ "fln": fln, "france": france });
        self
    }

    pub(crate) fn ap(self, ap: u8) -> Self {
        self.set("ap", json!(ap))
    }

    /// Air Points, maximum and available.
    pub(crate) fn air(self, points: u8) -> Self {
        self.set("air", json!({ "maximum": points, "available": points }))
    }

    /// Helo Points, maximum and available.
    pub(crate) fn helo(self, points: u8) -> Self {
        self.set("helo", json!({ "maximum": points, "available": points }))
    }

    /// Morocco and Tunisia are independent.
    pub(crate) fn independent(self) -> Self {
        self.set("independent", json!(true))
    }

    pub(crate) fn terror(mut self, area: &str) -> Self {
        self.position["areas"][area]["terror"] = json!(true);
        self
    }

    pub(crate) fn resettled(mut self, area: &str) -> Self {
        self.position["areas"][area]["resettled"] = json!(true);
        self
    }

    pub(crate) fn control(mut self, area: &str, side: Side) -> Self {
        self.position["areas"][area]["control"] = json!(side.name());
        self
    }

    /// Any other key of the position, nested ones with dots: `oas.place`.
    pub(crate) fn set(mut self, key: &str, value: Value) -> Self {
        let pointer = format!("/{}", key.replace('.', "/"));
        match self.position.pointer_mut(&pointer) {
            Some(slot) => *slot = value,
            None => self.position[key] = value,
        }
        self
    }

    /// The decision the game waits at, in its phase.
    pub(crate) fn at(self, node: &str) -> Self {
        let phase = match node {
            "set-up-france" | "set-up-fln" => "set-up",
            "un-debate" | "purge-wilaya" | "purge-unit" | "nato-unit" | "suez-unit" => "random-events",
            "oas-place" | "remove-police" | "mobilize" | "station" | "buy-point" | "border-zone"
            | "activate-zone" | "activate-units" | "spend-where" | "spend-on" => "reinforcement",
            "division-mode" | "patrol" | "french-move" | "cadre-in-france" | "fln-deploy" => "deployment",
            "coup-mobilize" | "coup-station" | "coup-disband" => "interphase",
            _ => "operations",
        };
        self.set("phase", json!(phase)).set("node", json!(node))
    }

    /// The Government is to act; it was told to.
    pub(crate) fn government_acts(self) -> Self {
        self.at("french-operation")
    }

    /// The position as JSON.
    pub(crate) fn json(&self) -> &Value {
        &self.position
    }

    /// Why the position cannot be.
    pub(crate) fn refused(&self) -> String {
        match Algeria::from_json(rules(&self.setting), &self.position) {
            Ok(_) => panic!("the position was accepted: {}", self.position),
            Err(error) => error.to_string(),
        }
    }

    pub(crate) fn set_up(&self) -> Table {
        let rules = rules(&self.setting);
        let state = Algeria::from_json(rules, &self.position).unwrap_or_else(|error| panic!("{error}"));
        Table { rules, state, before: state, events: Vec::new() }
    }
}

/// A game under way.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rules: &'static Rules,
    pub(crate) state: State,
    /// The state before the last [`Table::play`].
    before: State,
    /// The events of the last [`Table::play`].
    pub(crate) events: Vec<Event>,
}

impl Table {
    /// A new game, played to its first decision with the dice of a script, as [`Table::play`] reads it.
    #[track_caller]
    pub(crate) fn begin(setting: &Setting, dice: &str) -> Self {
        let rules = rules(setting);
        let board = Board { setting: setting.clone(), ..Board::new() }.set_up();
        let mut scripted = ScriptedDice::new(board.script(dice));
        let mut events = Vec::new();
        let state = Algeria::start(rules, &mut scripted, &mut events);
        if let Err(error) = scripted.finish() {
            panic!("{}", board.dice_error(error));
        }
        Self { rules, state, before: state, events }
    }

    /// Plays actions in notation, separated by blanks, with the dice of a script that they must use up.
    ///
    /// The script is a list of faces, separated by blanks or commas; `label=` before a group of faces without blanks
    /// says which rolls they must be, as in `strike.fln@ORAN=6 strike-psp.fln@ORAN=1,2,3 5`.
    #[track_caller]
    pub(crate) fn play(&mut self, actions: &str, dice: &str) -> &mut Self {
        let mut scripted = ScriptedDice::new(self.script(dice));
        self.before = self.state;
        self.events.clear();
        for text in actions.split_whitespace() {
            let action =
                Algeria::parse_action(self.rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let legal = self.legal();
            if let Err(error) = try_apply::<Algeria, _, _>(
                self.rules,
                &mut self.state,
                action,
                &mut scripted,
                &mut self.events,
            ) {
                panic!("{error}: legal are {legal:?}\nso far: {:#?}", self.log());
            }
            if let Err(error) = scripted.check() {
                panic!("{}\nso far: {:#?}", self.dice_error(error), self.log());
            }
        }
        if let Err(error) = scripted.finish() {
            panic!("{}\nso far: {:#?}", self.dice_error(error), self.log());
        }
        Algeria::check(self.rules, &self.state).unwrap_or_else(|error| panic!("{error}"));
        let position = Algeria::to_json(self.rules, &self.state);
        assert_eq!(Algeria::from_json(self.rules, &position).as_ref(), Ok(&self.state));
        self
    }

    fn dice_error(&self, error: wilaya_engine::dice::DiceError) -> String {
        use wilaya_engine::dice::DiceError;
        let name = |label| Algeria::label_text(self.rules, label);
        match error {
            DiceError::Missing { label, .. } => format!("the roll {} is missing", name(label)),
            DiceError::LeftOver { used, count, .. } => format!("{used} rolls used, {count} left over"),
            DiceError::Mismatch { index, found, label, .. } => {
                let wanted = found.label.map_or_else(|| "any roll".to_owned(), name);
                format!("roll {index} is {}, the script has {wanted} = {}", name(label), found.face)
            }
        }
    }

    fn script(&self, text: &str) -> Vec<ScriptItem> {
        let mut items = Vec::new();
        for group in text.split_whitespace() {
            let (label, faces) = match group.split_once('=') {
                Some((label, faces)) => {
                    let label = Algeria::parse_label(self.rules, label);
                    (Some(label.unwrap_or_else(|error| panic!("{error}"))), faces)
                }
                None => (None, group),
            };
            for face in faces.split(',').filter(|face| !face.is_empty()) {
                let face = face.parse().unwrap_or_else(|_| panic!("\"{face}\" in \"{text}\" is no face"));
                items.push(ScriptItem { label, sides: None, face });
            }
        }
        items
    }

    /// The legal actions in notation.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut actions = Actions::<Algeria>::new();
        Algeria::legal(self.rules, &self.state, &mut actions);
        actions.iter().map(|&action| Algeria::action_text(self.rules, action)).collect()
    }

    /// Asserts the legal actions, in their order; `expected` is separated by blanks.
    #[track_caller]
    pub(crate) fn offers(&self, expected: &str) -> &Self {
        assert_eq!(self.legal(), expected.split_whitespace().collect::<Vec<_>>());
        self
    }

    /// True if the action is legal.
    #[track_caller]
    pub(crate) fn allows(&self, action: &str) -> bool {
        self.legal().iter().any(|one| one == action)
    }

    /// The word of the decision the game waits at, `over` at the end.
    pub(crate) fn node(&self) -> String {
        match Algeria::status(&self.state) {
            Status::Decision { kind, .. } => kind.to_string(),
            Status::Over(_) => "over".to_owned(),
        }
    }

    /// Asserts who waits where, as `France react`; `over` at the end.
    #[track_caller]
    pub(crate) fn waits(&self, expected: &str) -> &Self {
        let side = Algeria::status(&self.state).side();
        let found = side.map_or_else(|| self.node(), |side| format!("{side} {}", self.node()));
        assert_eq!(found, expected);
        self
    }

    /// The events of the last [`Table::play`] in words.
    pub(crate) fn log(&self) -> Vec<String> {
        self.events.iter().map(|event| Algeria::event_text(self.rules, event)).collect()
    }

    /// Asserts all events of the last [`Table::play`], one a line.
    #[track_caller]
    pub(crate) fn told(&self, expected: &[&str]) -> &Self {
        assert_eq!(self.log(), expected, "\nfound: {:#?}", self.log());
        self
    }

    /// Asserts that these events are among those of the last [`Table::play`], in this order.
    #[track_caller]
    pub(crate) fn told_among(&self, expected: &[&str]) -> &Self {
        let log = self.log();
        let mut rest = log.iter();
        for one in expected {
            assert!(rest.any(|event| event == one), "\"{one}\" was not told there: {log:#?}");
        }
        self
    }

    /// Asserts everything that the last [`Table::play`] changed in the position, but for the decision it waits at.
    ///
    /// `expected` is a list of `key before>after`, separated by commas, in any order. Units are `area.unit.box`,
    /// counted from 0; markers and missions done are 0 or 1 (`II-1.terror`, `II-1.done.raid`); the rest are the keys
    /// of a position file.
    #[track_caller]
    pub(crate) fn changed(&self, expected: &str) -> &Self {
        let mut expected: Vec<&str> =
            expected.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
        expected.sort_unstable();
        let found = changes(&self.flat(&self.before), &self.flat(&self.state));
        assert_eq!(found, expected, "\nfound: {}", found.join(", "));
        self
    }

    /// Asserts that nothing changed but the decision the game waits at.
    #[track_caller]
    pub(crate) fn changed_nothing(&self) -> &Self {
        self.changed("")
    }

    /// The position as readable keys with their values.
    fn flat(&self, state: &State) -> BTreeMap<String, String> {
        let mut out = BTreeMap::new();
        flatten("", &Algeria::to_json(self.rules, state), &mut out);
        out
    }

    /// The value of one key of the position, as [`Table::changed`] names it; 0 if it is not there.
    pub(crate) fn value(&self, key: &str) -> String {
        self.flat(&self.state).remove(key).unwrap_or_else(|| "0".to_owned())
    }

    /// The PSL of the FLN and of the Government.
    pub(crate) fn psl(&self) -> (u8, u8) {
        (self.state.psl(Side::Fln), self.state.psl(Side::France))
    }
}

fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let zero = "0".to_owned();
    let keys: std::collections::BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let mut out: Vec<String> = keys
        .into_iter()
        .filter_map(|key| {
            let (from, to) = (before.get(key).unwrap_or(&zero), after.get(key).unwrap_or(&zero));
            (from != to).then(|| format!("{key} {from}>{to}"))
        })
        .collect();
    out.sort_unstable();
    out
}

/// Keys with dots; the levels `areas`, and `fln` and `gov` below an area, are left out, and so is what is under way.
fn flatten(key: &str, value: &Value, out: &mut BTreeMap<String, String>) {
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match name.as_str() {
                    "node" | "under_way" if key.is_empty() => {}
                    "areas" if key.is_empty() => flatten(key, value, out),
                    "fln" | "gov" if value.is_object() => flatten(key, value, out),
                    _ => flatten(&below(name), value, out),
                }
            }
        }
        Value::Array(values) => {
            for one in values {
                let name = one.as_str().map_or_else(|| one.to_string(), str::to_owned);
                out.insert(below(&name), "1".to_owned());
            }
        }
        Value::Bool(flag) => {
            out.insert(key.to_owned(), u8::from(*flag).to_string());
        }
        Value::String(text) => {
            out.insert(key.to_owned(), text.clone());
        }
        Value::Number(number) => {
            out.insert(key.to_owned(), number.to_string());
        }
        Value::Null => {
            out.insert(key.to_owned(), "none".to_owned());
        }
    }
}
