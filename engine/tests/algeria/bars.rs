//! What is taken out of a game of Algeria: events that count as none, and kinds of action that are not offered.

use crate::support::{Board, Table};
use serde_json::json;
use wilaya_engine::{Setting, Side};

const NO_EVENT: &str = "event-tens=1 event-units=1";

fn turn_end() -> Board {
    Board::new().ap(0).fln("I-2", "cadre/ug", 1).control("I-2", Side::Fln)
}

/// The event of a cell with the rest of its dice, as it is without a bar.
const EVENTS: [(&str, &str, &str); 10] = [
    ("foreign-arms", "3 2", "foreign-arms.fln=1,1"),
    ("jealousy", "3 4", ""),
    ("elections", "4 1", "elections.france=3,4 elections-psp.france=1"),
    ("un-debate", "4 3", ""),
    ("factional-purge", "4 5", "purge.france=1"),
    ("independence", "5 1", "independence-psp.fln=1,1 independence-psp.france=1,1"),
    ("nato", "5 5", "nato.france=1"),
    ("suez", "6 1", "suez.france=1"),
    ("amnesty", "6 3", ""),
    ("sartre", "6 5", ""),
];

#[test]
fn a_barred_event_is_no_event() {
    for (event, cell, dice) in EVENTS {
        let (tens, units) = cell.split_once(' ').unwrap_or_default();
        let cell = format!("event-tens={tens} event-units={units}");

        let mut table = turn_end().set_up();
        table.play("pass", &format!("{cell} {dice}"));
        table.told_among(&[&format!("random event: {event}")]);

        let mut barred = turn_end().bar(&format!("event:{event}")).set_up();
        barred.play("pass", &cell);
        barred.changed("turn 3>4, phase operations>reinforcement").told_among(&["random event: none"]);
        barred.waits("France mobilize");
    }
}

#[test]
fn a_bar_on_the_event_leaves_the_check_of_independence_alone() {
    let board = turn_end().option("deterministic_independence").bar("event:independence");
    let mut table = board.set_up();
    let psp = "independence-psp.fln=1,1 independence-psp.france=1,1";
    table.play("pass", &format!("independence-check=1 {psp} event-tens=5 event-units=1"));
    assert_eq!((table.value("independent"), table.value("ap")), ("1".to_owned(), "0".to_owned()));
}

/// A board on which the FLN can do every mission.
fn fln_to_act() -> Board {
    Board::new().fln("ORAN", "front/ops", 1).fln("II-1", "cadre/ops", 1).fln("II-1", "band/ops", 1).gov(
        "II-1",
        "algerian-brigade/oc",
        1,
    )
}

#[test]
fn a_barred_mission_of_the_fln_is_not_offered() {
    let all = ["propaganda", "strike", "move", "raid", "harass", "tell", "pass"];
    assert_eq!(fln_to_act().set_up().legal(), all);
    for mission in &all[..5] {
        let barred = fln_to_act().bar(&format!("action:fln:{mission}")).set_up();
        let rest: Vec<_> = all.iter().filter(|one| *one != mission).collect();
        assert_eq!(barred.legal().iter().collect::<Vec<_>>(), rest, "{mission}");
    }
}

/// A board on which the Government can do every mission.
fn government_to_act() -> Board {
    Board::new()
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "algerian-brigade/ops", 1)
        .fln("II-1", "cadre/ug", 1)
        .fln("II-1", "band/oc", 1)
        .government_acts()
}

#[test]
fn a_barred_mission_of_the_government_is_not_offered() {
    let all = ["flush", "intelligence", "civil-affairs", "suppression", "resettlement", "pass"];
    assert_eq!(government_to_act().set_up().legal(), all);
    for mission in &all[..5] {
        let barred = government_to_act().bar(&format!("action:france:{mission}")).set_up();
        let rest: Vec<_> = all.iter().filter(|one| *one != mission).collect();
        assert_eq!(barred.legal().iter().collect::<Vec<_>>(), rest, "{mission}");
    }
}

#[test]
fn a_bar_on_react_leaves_every_mission_unanswered_and_a_strike_still_costs() {
    let board = || {
        Board::new()
            .fln("ORAN", "front/ops", 1)
            .fln("II-1", "cadre/ops", 1)
            .gov("ORAN", "algerian-brigade/ops", 1)
            .gov("II-1", "algerian-brigade/ops", 1)
    };
    let mut table = board().set_up();
    table.play("propaganda with:II-1/cadre split:1", "propaganda.fln@II-1=3").waits("France react");
    let mut barred = board().bar("action:france:react").set_up();
    barred.play("propaganda with:II-1/cadre split:1", "propaganda.fln@II-1=3").waits("FLN fln-operation");
    barred.play("strike split:1", "strike.fln@ORAN=3 strike-psp.fln@ORAN=1 strike-penalty.france@ORAN=4");
    assert_eq!(barred.psl(), (52, 46));
}

#[test]
fn bars_on_building_and_converting() {
    let board = || {
        Board::new()
            .ap(30)
            .independent()
            .fln("II-1", "front/ug", 1)
            .fln("II-1", "cadre/ug", 1)
            .fln("TUNISIA", "band/ops", 1)
            .set("phase", json!("reinforcement"))
            .at("spend-where")
    };
    let offered = |board: Board, place: &str| {
        let mut table = board.set_up();
        table.play(&format!("spend:{place}"), "");
        table.legal()
    };
    let no_build = || board().bar("action:fln:build");
    assert_eq!(offered(no_build(), "II-1"), ["convert:front/cadre", "convert:cadre/band"]);
    no_build().set_up().offers("spend:II-1 spend:TUNISIA done");
    let no_convert = || board().bar("action:fln:convert");
    assert_eq!(offered(no_convert(), "II-1"), ["build:cadre", "build:band"]);
    assert_eq!(offered(no_convert(), "TUNISIA"), ["build:cadre", "build:band"]);
    // With both the FLN cannot spend at all.
    let mut neither =
        no_build().bar("action:fln:convert").at("oas-place").set("oas.controller", json!("fln")).set_up();
    neither.play("oas:FRANCE", "");
    assert_ne!(neither.node(), "spend-where");
}

/// The Government before it removes Police, in an independent neighbourhood with an open Border Zone.
fn spending() -> Board {
    Board::new()
        .ap(0)
        .independent()
        .set("border_zone", json!(1))
        .gov("V-1", "police/ptl", 1)
        .gov("V-1", "elite-brigade/oc", 1)
        .set("phase", json!("reinforcement"))
        .at("remove-police")
}

/// The decisions that are asked when all is declined.
fn stages(board: &Board) -> Vec<String> {
    let mut table = board.set_up();
    let mut nodes = Vec::new();
    while table.node() != "spend-where" {
        nodes.push(table.node());
        let decline = if table.allows("done") { "done" } else { "count:0" };
        table.play(decline, "");
    }
    nodes
}

#[test]
fn bars_on_mobilizing_points_and_the_border_zone() {
    let all = ["remove-police", "mobilize", "buy-point", "border-zone", "activate-zone", "activate-units"];
    assert_eq!(stages(&spending()), all);
    for (bar, stages_left) in [
        (
            "mobilize",
            ["remove-police", "buy-point", "border-zone", "activate-zone", "activate-units"].as_slice(),
        ),
        ("points", &["remove-police", "mobilize", "border-zone", "activate-zone", "activate-units"]),
        ("border-zone", &["remove-police", "mobilize", "buy-point", "activate-units"]),
    ] {
        assert_eq!(stages(&spending().bar(&format!("action:france:{bar}"))), stages_left, "{bar}");
    }
}

#[test]
fn a_bar_on_mobilizing_holds_after_a_coup_too() {
    let board = turn_end().psl(50, 30).bar("action:france:mobilize");
    let mut table = board.set_up();
    let coup = "coup-attempt.france=6 coup.france=1,1 coup-psp.france=1,1,1 coup-mobilize.france=6,6";
    table.play("pass", &format!("{coup} {NO_EVENT}"));
    table
        .waits("France buy-point")
        .told_among(&["coup: line 1 of the table", "PSL of France +3 to 33 (coup)"]);
}

#[test]
fn bars_on_patrol_and_dispersing() {
    let board = || {
        Board::new()
            .ap(1)
            .fln("V-8", "cadre/ug", 1)
            .gov("II-1", "division-concentrated/ops", 1)
            .set("phase", json!("reinforcement"))
            .at("spend-where")
    };
    let nodes = |board: Board| {
        let mut table = board.set_up();
        table.play("done", "");
        let mut nodes = Vec::new();
        while ["division-mode", "patrol", "french-move"].contains(&table.node().as_str()) {
            nodes.push(table.node());
            let decline = if table.allows("done") { "done" } else { "count:0" };
            table.play(decline, "");
        }
        nodes
    };
    assert_eq!(nodes(board()), ["division-mode", "patrol", "french-move"]);
    assert_eq!(nodes(board().bar("action:france:disperse")), ["patrol", "french-move"]);
    assert_eq!(nodes(board().bar("action:france:patrol")), ["division-mode", "french-move"]);
}

#[test]
fn a_bar_on_air_points_keeps_them_out_of_combat() {
    let board = || {
        Board::new()
            .air(2)
            .fln("II-1", "band/oc", 1)
            .gov("II-1", "division-dispersed/ops", 1)
            .government_acts()
    };
    let fire = "flush-contact.france@II-1=1 fire.fln@II-1=1";
    let mut table = board().set_up();
    table.play("flush", fire).waits("France air-points");
    let mut barred = board().bar("action:france:air").set_up();
    barred.play("flush split:0", &format!("{fire} fire.france@II-1=1")).waits("FLN fln-operation");
    assert_eq!(barred.value("air.available"), "2");
}

#[test]
fn a_bar_on_airmobility_keeps_distant_units_away() {
    let board = || {
        Board::new()
            .helo(3)
            .fln("II-1", "band/oc", 1)
            .fln("II-2", "band/oc", 1)
            .gov("V-1", "elite-brigade/ops", 1)
            .gov("II-2", "algerian-brigade/ops", 1)
            .government_acts()
    };
    let mut table = board().set_up();
    table.play("flush", "").offers("in:II-1 in:II-2");
    let mut barred = board().bar("action:france:airmobile").set_up();
    barred.play("flush", "flush-contact.france@II-2=6");
    barred.told_among(&["flush in II-2"]);
}

#[test]
fn bars_are_part_of_the_setting() {
    let setting = Setting {
        scenario: Some("1960".to_owned()),
        bars: vec!["action:france:patrol".to_owned(), "event:suez".to_owned()],
        ..Setting::default()
    };
    let table = Table::begin(&setting, &format!("first-ap.fln=1,1 {NO_EVENT}"));
    let again = <wilaya_engine::algeria::Algeria as wilaya_engine::Game>::setting(table.rules);
    assert_eq!(again.bars, ["event:suez", "action:france:patrol"]);
}
