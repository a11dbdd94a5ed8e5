//! The wording of *Algeria*.

mod choices;
mod drafts;
mod guide;
mod prompts;
mod story;
mod table;

use wilaya_engine::Side;
use wilaya_engine::algeria::types::Place;
use wilaya_engine::algeria::{Action, Algeria, Decision, Event, RollKind, Rules, State};
use wilaya_engine::data::{Figures, dotted};
use wilaya_engine::dice::{Label, Roll};

use crate::board::{Kind, Sketch, SketchArea};
use crate::guide::Grid;
use crate::playable::{Cost, Drafted, Playable, Prompt, plain};
use crate::table::Table;

impl Playable for Algeria {
    const SECRETS: bool = false;
    const LAYOUT: &'static str = include_str!("../../data/algeria.toml");
    const GUIDE: &'static str = include_str!("../../data/guide/algeria.toml");
    const SCENARIO_TABLE: &'static str = "scenario";
    const TRACK_NAMES: &'static [&'static str] = &["FLN PSL", "Government PSL", "AP"];

    fn scenarios() -> &'static [(&'static str, &'static str)] {
        &[
            ("1958", "The war at its height"),
            ("1954", "From the first shots"),
            ("1960", "The French Army has the field, the FLN waits abroad"),
        ]
    }

    fn options() -> &'static [(&'static str, &'static str)] {
        &[
            ("slow_french_reaction", "Slow French reaction (13.1, only 1954)"),
            ("deterministic_independence", "Morocco and Tunisia are independent by turn 6 (13.2, only 1954)"),
            ("shorter_game", "A shorter game (13.3)"),
            ("border_zone_cuts_ap", "The Border Zone cuts the AP of the FLN"),
            ("no_react_to_moves", "No React to Moves"),
        ]
    }

    fn sketch(rules: &Rules, figures: &Figures) -> Sketch {
        let borders = |place: Place| -> Vec<String> {
            let table = if place.is_area() { "area" } else { "country" };
            figures.read(&dotted(&[table, rules.id(place), "borders"])).unwrap_or_default()
        };
        let places = || (0..Place::COUNT as u8).map(Place);
        let wilaya = |place: Place| place.is_area().then(|| usize::from(rules.wilaya_of[place.index()]));
        let areas = places()
            .map(|place| {
                let inside = wilaya(place).map_or(0, |wilaya| rules.wilaya[wilaya]) & !place.bit();
                let inside = Place::each(inside).map(|other| rules.id(other).to_owned());
                let (kind, note) = match () {
                    () if !place.is_area() => (Kind::Country, ""),
                    () if rules.urban & place.bit() != 0 => (Kind::City, "urban"),
                    () if rules.remote & place.bit() != 0 => (Kind::Area, "remote"),
                    () => (Kind::Area, "rural"),
                };
                SketchArea {
                    id: rules.id(place).to_owned(),
                    name: rules.names[place.index()].clone(),
                    kind,
                    group: wilaya(place).map(|wilaya| format!("Wilaya {}", rules.wilaya_ids[wilaya])),
                    note: note.to_owned(),
                    near: inside.chain(borders(place)).collect(),
                    within: Vec::new(),
                }
            })
            .collect();
        Sketch { areas }
    }

    fn table(rules: &Rules, seen: &State, _: Option<Side>) -> Table {
        table::table(rules, seen)
    }

    fn prompt(rules: &Rules, seen: &State, kind: Decision) -> Prompt {
        prompts::prompt(rules, seen, kind)
    }

    fn action_words(rules: &Rules, seen: &State, action: Action) -> String {
        choices::words(rules, seen, action)
    }

    fn event_words(rules: &Rules, event: &Event) -> Option<String> {
        story::words(rules, *event)
    }

    fn roll_words(rules: &Rules, before: &State, event: &Event, rolls: &[Roll]) -> Option<String> {
        story::roll_words(rules, before, *event, rolls)
    }

    fn event_places<'a>(rules: &'a Rules, event: &Event) -> Vec<&'a str> {
        story::places(*event).into_iter().map(|place| rules.id(place)).collect()
    }

    fn is_heading(event: &Event) -> bool {
        matches!(event, Event::Phase { .. })
    }

    fn guide_table(rules: &Rules, name: &str) -> Option<Grid> {
        guide::table(rules, name)
    }

    fn topic(_: &Rules, _: &State, action: Action) -> Option<String> {
        guide::topic(action).map(str::to_owned)
    }

    fn outcome(event: &Event) -> Option<&'static str> {
        story::outcome(*event)
    }

    fn cost(rules: &Rules, seen: &State, action: Action) -> Option<Cost> {
        choices::cost(rules, seen, action)
    }

    fn drafted(rules: &Rules, seen: &State, kind: Decision) -> Option<Drafted<Action>> {
        drafts::drafted(rules, seen, kind)
    }

    fn opens(kind: Decision) -> bool {
        matches!(kind, Decision::FlnOperation | Decision::FrenchOperation)
    }

    fn repeats(kind: Decision, action: Action) -> bool {
        match kind {
            Decision::FlnOperation | Decision::FrenchOperation => action == Action::Pass,
            Decision::React => action == Action::Done,
            Decision::Split => true,
            _ => false,
        }
    }

    fn label_words(rules: &Rules, label: Label) -> String {
        let what =
            RollKind::ALL.get(usize::from(label.what)).map_or_else(String::new, |kind| plain(kind.word()));
        let at =
            rules.names.get(usize::from(label.place)).map_or(String::new(), |name| format!(" in {name}"));
        format!("{what}{at}")
    }
}
