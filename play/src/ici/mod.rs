//! *Ici, c'est la France!* in words.

mod choices;
mod guide;
mod prompts;
mod story;
mod table;

use wilaya_engine::Side;
use wilaya_engine::data::Figures;
use wilaya_engine::dice::Label;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Kind as Place, Location};
use wilaya_engine::ici::{Action, Decision, Event, Ici, Removal, RollKind, State};

use crate::board::{Kind, Sketch, SketchArea};
use crate::guide::{Entry, Grid};
use crate::playable::{Cost, Drafted, Playable, Prompt, capital, plain};
use crate::table::Table;

impl Playable for Ici {
    const SECRETS: bool = true;
    const LAYOUT: &'static str = include_str!("../../data/ici.toml");
    const GUIDE: &'static str = include_str!("../../data/guide/ici.toml");
    const SCENARIO_TABLE: &'static str = "setup";
    const TRACK_NAMES: &'static [&'static str] = &[
        "French Public",
        "FLN Marker",
        "Pied-noirs' Feelings",
        "Government Crisis",
        "Troop Density",
        "Population Markers together",
    ];

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[("1955", "The whole war"), ("1959", "From the Challe Plan on")]
    }

    fn options() -> &'static [(&'static str, &'static str)] {
        &[
            ("maquis", "Maquis in Tunisia and Morocco (2.2.3)"),
            ("halve_each_die", "Two dice are halved one by one"),
            ("combat_chits_from_two", "Combat chits only in fights with two or more on each side"),
        ]
    }

    fn sketch(rules: &Rules, _: &Figures) -> Sketch {
        let map = &rules.map;
        let ids = |regions| Location::regions(regions).map(|at| map.id(at).to_owned());
        let all = (0..Location::COUNT as u8).map(Location).filter(|at| !map.id(*at).is_empty());
        let areas = all
            .map(|at| {
                let kind = match map.kind[at.index()] {
                    Place::MajorCity => Kind::City,
                    Place::Region | Place::Sahara => Kind::Area,
                    Place::Country => Kind::Country,
                    Place::City | Place::Town | Place::Site => Kind::Town,
                };
                let wilaya = at.is_region().then(|| map.wilaya_of[at.index()] + 1);
                let terrain = at.is_region().then(|| plain(map.terrain[at.index()].word()));
                let note = match terrain {
                    Some(terrain) if at.is_populated() => {
                        format!("{terrain}, population {}", map.population[at.index()])
                    }
                    Some(terrain) => terrain,
                    None => plain(map.kind[at.index()].word()),
                };
                SketchArea {
                    id: map.id(at).to_owned(),
                    name: map.names[at.index()].clone(),
                    kind,
                    group: wilaya.map(|wilaya| format!("Wilaya {wilaya}")),
                    note,
                    near: if at.is_place() { Vec::new() } else { ids(map.neighbours(at)).collect() },
                    within: if at.is_place() {
                        ids(map.touches[at.place_index()]).collect()
                    } else {
                        Vec::new()
                    },
                }
            })
            .collect();
        Sketch { areas }
    }

    fn table(rules: &Rules, seen: &State, side: Option<Side>) -> Table {
        table::table(rules, seen, side)
    }

    fn prompt(rules: &Rules, seen: &State, kind: Decision) -> Prompt {
        prompts::prompt(rules, seen, kind)
    }

    fn action_words(rules: &Rules, seen: &State, action: Action) -> String {
        choices::words(rules, seen, action)
    }

    fn event_words(rules: &Rules, event: &Event) -> Option<String> {
        match event {
            Event::Points { change: 0, .. } | Event::Unused { points: 0, .. } => None,
            Event::Marker { from, to, .. } if from == to => None,
            Event::Enabled { flag } => Some(format!("From now on in effect: {}.", story::flag_name(*flag))),
            _ => Some(capital(&event.text(rules))),
        }
    }

    fn chosen_by(event: &Event) -> Option<Side> {
        match event {
            Event::Played { side, .. } | Event::Passed { side } => Some(*side),
            Event::Recruited { .. }
            | Event::Exchanged { .. }
            | Event::FailekRemoved { why: Removal::Chit | Removal::Supply, .. } => Some(Side::Fln),
            _ => None,
        }
    }

    fn event_places<'a>(rules: &'a Rules, event: &Event) -> Vec<&'a str> {
        story::places(*event).into_iter().map(|at| rules.id(at)).filter(|id| !id.is_empty()).collect()
    }

    fn is_heading(event: &Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn guide_table(rules: &Rules, name: &str) -> Option<Grid> {
        guide::table(rules, name)
    }

    fn guide_more(rules: &Rules) -> Vec<Entry> {
        guide::chits(rules)
    }

    fn outcome(event: &Event) -> Option<&'static str> {
        story::outcome(*event)
    }

    fn topic(rules: &Rules, _: &State, action: Action) -> Option<String> {
        guide::topic(rules, action)
    }

    fn cost(rules: &Rules, seen: &State, action: Action) -> Option<Cost> {
        choices::cost(rules, seen, action)
    }

    /// Recruits, exchanges, flips and maquis (rules 2.1, 2.2), moves (3.1, 3.4) and levels (4.1, 4.2) are drafted.
    fn drafted(_: &Rules, _: &State, kind: Decision) -> Option<Drafted<Action>> {
        let ordered = matches!(kind, Decision::PickFailek | Decision::PickUnit);
        let section = match kind {
            Decision::MoveFailek | Decision::MoveUnit => return Some(Drafted::Then),
            Decision::PickFailek => "Move faileks",
            Decision::PickUnit => "Move units",
            Decision::Insurgency => "Insurgency",
            Decision::Counterinsurgency => "Counterinsurgency",
            Decision::Exchange => "Exchange faileks",
            Decision::Recruit => "Recruit",
            Decision::ExtraRecruit => "Recruit the extra moussebiline",
            Decision::FlipUp => "Flip up",
            Decision::PlaceMaquis => "Place maquis",
            _ => return None,
        };
        let (key, name) = (kind.to_string(), String::new());
        Some(Drafted::List { key, section, name, done: Action::Done, ordered })
    }

    fn label_words(rules: &Rules, label: Label) -> String {
        let what =
            RollKind::ALL.get(usize::from(label.what)).map_or_else(String::new, |kind| plain(kind.word()));
        let at = rules.map.names.get(usize::from(label.place)).filter(|name| !name.is_empty());
        format!("{what}{}", at.map_or(String::new(), |name| format!(" in {name}")))
    }
}
