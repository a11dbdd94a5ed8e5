//! What is under way fits the node that waits, and the node the rest of the position.

use serde_json::Value;

use crate::algeria::classes::{self, ELITE, STRIDE, gov_classes, waiting};
use crate::algeria::event::Phase;
use crate::algeria::flow::Flow;
use crate::algeria::formulas::{self, can_mobilize};
use crate::algeria::position::{police_box, under_way};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ABROAD, ALGERIA, State};
use crate::algeria::types::Algeria;
use crate::algeria::types::{
    AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Place, Point, WILAYAS,
};
use crate::algeria::words::Node;
use crate::ensure::ensure;
use crate::machine::Sequence;
use crate::{Actions, Game, Side};

/// Checks the node and what is under way.
pub(super) fn check(r: &Rules, s: &State) -> Result<(), String> {
    let node = s.flow.node;
    ensure!(
        node == Node::Over || Algeria::decider(node, s).is_some(),
        "node: found \"{node}\", expected a decision"
    );
    if let Some(phase) = Algeria::phase(node) {
        let found = Phase::ALL[usize::from(s.flow.phase)];
        ensure!(found == phase, "phase: found \"{found}\", expected \"{phase}\", the phase of \"{node}\"");
    }
    idle(r, s)?;
    turn(s)?;
    match node {
        Node::Over => return Ok(()),
        Node::SetUpFrance | Node::SetUpFln => set_up(r, s)?,
        _ => {}
    }
    places(s)?;
    tracks(s)?;
    at_node(r, s)?;
    let mut actions = Actions::<Algeria>::new();
    Algeria::legal(r, s, &mut actions);
    let count = actions.len();
    ensure!(count > 1, "node: {count} choices at \"{node}\"; a position waits where there are at least two");
    Ok(())
}

/// What means nothing at the node is as it is when nothing is under way.
fn idle(r: &Rules, s: &State) -> Result<(), String> {
    let flow = s.flow;
    let none = Flow { node: flow.node, phase: flow.phase, ..Flow::default() };
    let mission = Flow { passes: flow.passes, mission: flow.mission, area: flow.area, ..none };
    // Who has split PSP before is forgotten with the mission.
    let involved =
        Flow { fln: flow.fln, mark: flow.mark, unit: flow.unit, splitter: flow.splitter, ..mission };
    let fight = Flow {
        gov: flow.gov,
        contact: flow.contact,
        firepower: flow.firepower,
        target: flow.target,
        reacted: flow.reacted,
        hits: flow.hits,
        ..involved
    };
    let live = match flow.node {
        Node::Over => Flow { winner: flow.winner, ..none },
        Node::SetUpFrance | Node::SetUpFln | Node::PurgeUnit => {
            Flow { cursor: flow.cursor, cursor2: flow.cursor2, left: flow.left, ..none }
        }
        Node::NatoUnit => Flow { left: flow.left, ..none },
        Node::SuezUnit => Flow { left: flow.left, cursor: flow.cursor, ..none },
        Node::RemovePolice | Node::BuyPoint | Node::DivisionMode | Node::Patrol | Node::FlnDeploy => {
            Flow { cursor: flow.cursor, ..none }
        }
        Node::Mobilize | Node::Station | Node::FrenchMove => {
            Flow { cursor: flow.cursor, cursor2: flow.cursor2, ..none }
        }
        Node::SpendOn => Flow { area: flow.area, ..none },
        Node::ActivateUnits => Flow { cursor: flow.cursor, waiting: flow.waiting, ..none },
        Node::FlnOperation
        | Node::Propaganda
        | Node::Strike
        | Node::Move
        | Node::Raid
        | Node::Harass
        | Node::FrenchOperation
        | Node::Flush
        | Node::Intelligence
        | Node::CivilAffairs
        | Node::Suppression
        | Node::Resettlement => Flow { passes: flow.passes, ..none },
        Node::RaidBands | Node::SuppressionEliteOps => mission,
        Node::StrikeCadres
        | Node::RaidFaileks
        | Node::HarassBands
        | Node::HarassFaileks
        | Node::HarassTarget => Flow { fln: flow.fln, ..mission },
        Node::MoveTo => Flow { unit: flow.unit, ..mission },
        Node::RaidHit => Flow { fln: flow.fln, mark: flow.mark, ..mission },
        Node::SuppressionElitePatrol => Flow { gov: flow.gov, ..mission },
        Node::SuppressionUnit => {
            Flow { by_oas: flow.by_oas, mark: flow.mark, left: flow.left, cursor: flow.cursor, ..mission }
        }
        Node::FlushUnit => {
            Flow { gov: flow.gov, contact: flow.contact, firepower: flow.firepower, ..mission }
        }
        Node::Split => Flow { split: flow.split, after: flow.after, ..fight },
        Node::React => Flow { target: flow.target, hits: flow.hits, ..involved },
        Node::ReactMore | Node::AirPoints => fight,
        Node::FlnLoss => Flow { left: flow.left, eliminated: flow.eliminated, ..fight },
        Node::CoupMobilize | Node::CoupStation => Flow {
            left: flow.left,
            disband: flow.disband,
            cursor: flow.cursor,
            cursor2: flow.cursor2,
            ..none
        },
        // Where the last unit was mobilized is forgotten later.
        Node::CoupDisband => {
            Flow { disband: flow.disband, cursor: flow.cursor, cursor2: flow.cursor2, ..none }
        }
        _ => none,
    };
    if live == flow {
        return Ok(());
    }
    // The key that differs is found in the words of a file.
    let [found, expected] =
        [flow, live].map(|flow| serde_json::to_value(under_way(r, &flow)).unwrap_or(Value::Null));
    let keys = found.as_object().into_iter().flatten();
    let (key, value) = keys.into_iter().find(|(key, value)| expected.get(key) != Some(value)).unzip();
    let (key, value) = (key.map_or("", String::as_str), value.unwrap_or(&Value::Null));
    Err(format!("under_way.{key}: found {value}, expected nothing: it means nothing at \"{}\"", flow.node))
}

/// The highest turn: more would not fit the counter.
const LAST_TURN: u16 = 10_000;

fn turn(s: &State) -> Result<(), String> {
    let (node, turn) = (s.flow.node, s.turn);
    let set_up = matches!(node, Node::SetUpFrance | Node::SetUpFln);
    ensure!(!set_up || turn == 0, "turn: found {turn}, expected 0 while the board is set up");
    ensure!(turn <= LAST_TURN, "turn: found {turn}, expected at most {LAST_TURN}");
    Ok(())
}

/// Free set-up: what has been placed is what the scenario has, up to the class under way.
fn set_up(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let resettled = Place::each(s.resettled).next();
    ensure!(
        resettled.is_none(),
        "areas.{}.resettled: found true, expected false while the board is set up",
        resettled.map_or("", |area| r.id(area))
    );
    let (government, class) = (flow.node == Node::SetUpFrance, usize::from(flow.cursor));
    let types = if government { GovType::ALL.len() } else { FlnUnit::ALL.len() };
    let count = |class: usize| match government {
        true => r.scenario.gov[class / types][class % types],
        false => r.scenario.fln[class / types][class % types],
    };
    ensure!(
        r.free_setup && class < WILAYAS * types && count(class) > 0,
        "under_way.class: found {class}, expected a class of units that the scenario has"
    );
    let (left, all) = (flow.left, count(class));
    ensure!((1..=all).contains(&left), "under_way.left: found {left}, expected a number from 1 to {all}");
    let placed = |s: &State, wilaya: usize, kind: usize, government: bool| -> u8 {
        Place::each(r.wilaya[wilaya])
            .map(|area| {
                if government {
                    let unit = GovType::ALL[kind].unit();
                    s.gov(area, unit, unit.home())
                } else {
                    s.fln(area, FlnUnit::ALL[kind], FlnBox::Ug)
                }
            })
            .sum()
    };
    let mut totals = [[0u8; GovType::ALL.len()]; 2];
    for (side, of_government) in [(0, false), (1, true)] {
        let kinds = if of_government { GovType::ALL.len() } else { FlnUnit::ALL.len() };
        for number in 0..WILAYAS * kinds {
            let (wilaya, kind) = (number / kinds, number % kinds);
            let whole =
                if of_government { r.scenario.gov[wilaya][kind] } else { r.scenario.fln[wilaya][kind] };
            let expected = match (of_government == government, number.cmp(&class)) {
                (true, std::cmp::Ordering::Less) => whole,
                (true, std::cmp::Ordering::Equal) => whole - left,
                (true, std::cmp::Ordering::Greater) => 0,
                // The Government places first.
                (false, _) => {
                    if of_government {
                        whole
                    } else {
                        0
                    }
                }
            };
            let there = placed(s, wilaya, kind, of_government);
            totals[side][kind] += there;
            let what = if of_government { GovType::ALL[kind].word() } else { FlnUnit::ALL[kind].word() };
            ensure!(
                there == expected,
                "areas: found {there} of type {what} set up in wilaya {}, expected {expected}",
                r.wilaya_ids[wilaya]
            );
        }
    }
    let [fln, gov] = totals;
    let strays = FlnUnit::ALL.iter().any(|unit| s.fln_total(*unit) != fln[unit.index()])
        || GovType::ALL.iter().any(|counter| s.gov_total(*counter) != gov[counter.index()]);
    ensure!(!strays, "areas: units stand where none are set up yet");
    let away = s.nato.iter().chain(&s.suez).any(|count| *count > 0) || s.disbanded > 0;
    ensure!(!away, "nato_keeps, elites_disbanded, elites_at_suez: found counters away, expected none yet");
    let kind = class % types;
    let last = Place::each(r.wilaya[class / types]).filter(|area| {
        if government {
            let unit = GovType::ALL[kind].unit();
            s.gov(*area, unit, unit.home()) > 0
        } else {
            s.fln(*area, FlnUnit::ALL[kind], FlnBox::Ug) > 0
        }
    });
    let last = last.last().map_or(0, |area| area.0);
    ensure!(
        flow.cursor2 == last,
        "under_way.from: found {}, expected {last}, the last area that got a unit of the class",
        flow.cursor2
    );
    Ok(())
}

/// Units stand in the boxes that they may stand in at the node.
fn places(s: &State) -> Result<(), String> {
    let node = s.flow.node;
    let Some(phase) = Algeria::phase(node) else { return Ok(()) };
    if phase != Phase::Operations {
        let out = s.fln_in(&[FlnBox::Oc, FlnBox::Neutralized]) & ALGERIA;
        let ops = s.fln_in(&[FlnBox::Ops]) & ALGERIA;
        let early = if node == Node::FlnDeploy {
            Place::each(ops).any(|area| {
                FlnUnit::ALL.iter().any(|&unit| {
                    let class = u16::from(area.0) * STRIDE + unit.index() as u16;
                    class >= s.flow.cursor && s.fln(area, unit, FlnBox::Ops) > 0
                })
            })
        } else {
            ops != 0
        };
        ensure!(
            out == 0 && !early,
            "areas: FLN units have left the Underground box, expected none at \"{node}\""
        );
    }
    let moved = s.fln_places(FlnUnit::Cadre, FlnBox::Oc)
        | s.fln_places(FlnUnit::Band, FlnBox::Oc)
        | s.fln_places(FlnUnit::Failek, FlnBox::Oc);
    ensure!(
        matches!(phase, Phase::Operations | Phase::Interphase) || moved & ABROAD == 0,
        "areas: units abroad are in oc, expected none at \"{node}\""
    );
    let patrols = GovUnit::MOBILE.iter().fold(0, |all, &unit| all | s.gov_places(unit, GovBox::Ptl));
    let may_patrol = phase == Phase::Operations || phase == Phase::Deployment && node != Node::DivisionMode;
    ensure!(may_patrol || patrols == 0, "areas: mobile units are on Patrol, expected none at \"{node}\"");
    if matches!(phase, Phase::SetUp | Phase::RandomEvents | Phase::Interphase) {
        for unit in GovUnit::MOBILE {
            for &at in GovBox::ALL {
                let home = at == unit.home() || at == GovBox::Neutralized;
                ensure!(
                    home || s.gov_places(unit, at) == 0,
                    "areas: {unit} stand in {at}, expected {} at \"{node}\"",
                    unit.home()
                );
            }
        }
    }
    Ok(())
}

/// What the phase says of tracks and of what lasts a turn.
fn tracks(s: &State) -> Result<(), String> {
    let node = s.flow.node;
    let Some(phase) = Algeria::phase(node) else { return Ok(()) };
    let later = matches!(phase, Phase::Deployment | Phase::Operations)
        || matches!(node, Node::ActivateUnits | Node::SpendWhere | Node::SpendOn)
        || node == Node::OasPlace && s.oas.controller == Some(Side::Fln);
    ensure!(later || !s.border_zone_active, "border_zone_active: found true, expected false at \"{node}\"");
    let done = s.done.iter().fold(0, |all, mask| all | mask);
    ensure!(
        done == 0 || matches!(phase, Phase::Operations | Phase::Interphase),
        "done: found missions of this turn, expected none at \"{node}\""
    );
    ensure!(
        !s.suez_back || phase == Phase::RandomEvents,
        "suez_returns: found true, expected false at \"{node}\""
    );
    let placed = matches!(phase, Phase::Deployment | Phase::Operations | Phase::Interphase)
        || matches!(node, Node::SpendWhere | Node::SpendOn)
        || matches!(phase, Phase::Reinforcement)
            && node != Node::OasPlace
            && s.oas.controller == Some(Side::France);
    ensure!(
        !placed || s.oas.controller.is_some() == s.oas.place.is_some(),
        "oas.place: found none, expected a place at \"{node}\""
    );
    Ok(())
}

/// What is under way at the node is there.
fn at_node(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let node = flow.node;
    if matches!(Algeria::phase(node), Some(Phase::Operations)) {
        ensure!(flow.passes < 2, "under_way.passes: found {}, expected 0 or 1", flow.passes);
    }
    match node {
        Node::PurgeUnit => {
            let wilaya = usize::from(flow.cursor2);
            ensure!(wilaya < WILAYAS, "under_way.from: found {wilaya}, expected the number of a wilaya");
            some_left(flow.left, 6 * r.event.purge_dice)
        }
        Node::NatoUnit => some_left(flow.left, 6 * r.event.nato_dice),
        Node::SuezUnit => {
            ensure!(s.suez_used, "suez_used: found false, expected true at \"{node}\"");
            some_left(flow.left, 6 * r.event.suez_dice)
        }
        Node::OasPlace => ensure_ok(s.oas.controller.is_some(), || {
            format!("oas.controller: found none, expected a side at \"{node}\"")
        }),
        Node::RemovePolice
        | Node::Mobilize
        | Node::Station
        | Node::BuyPoint
        | Node::BorderZone
        | Node::ActivateZone
        | Node::ActivateUnits => purchases(r, s),
        Node::DivisionMode | Node::Patrol | Node::FrenchMove | Node::FlnDeploy => deployment(r, s),
        Node::Propaganda => affordable(r, s, Mission::Propaganda),
        Node::Strike => affordable(r, s, Mission::Strike),
        Node::Move => affordable(r, s, Mission::Move),
        Node::Raid => affordable(r, s, Mission::Raid),
        Node::Harass => affordable(r, s, Mission::Harass),
        Node::Flush => affordable(r, s, Mission::Flush),
        Node::Intelligence => affordable(r, s, Mission::Intelligence),
        Node::CivilAffairs => affordable(r, s, Mission::CivilAffairs),
        Node::Suppression => affordable(r, s, Mission::Suppression),
        Node::Resettlement => affordable(r, s, Mission::Resettlement),
        Node::CoupMobilize | Node::CoupStation => {
            let kind = usize::from(flow.cursor);
            ensure!(
                kind < GovType::ALL.len(),
                "under_way.class: found {kind}, expected a number from 0 to 4"
            );
            area_number(flow.cursor2)?;
            let price = r.counter[kind].mobilize;
            let can = s.gov_pool(r, GovType::ALL[kind]) > 0 && price <= flow.left && !r.bars.mobilize;
            ensure!(
                node == Node::CoupMobilize || can,
                "under_way.class: found {kind}, expected a type that can be mobilized"
            );
            Ok(())
        }
        Node::CoupDisband => {
            some_left_of("disband", flow.disband, gov_classes(s, ELITE).map(|(.., count)| count).sum())
        }
        Node::UnDebate
        | Node::PurgeWilaya
        | Node::SpendWhere
        | Node::SpendOn
        | Node::CadreInFrance
        | Node::FlnOperation
        | Node::FrenchOperation
        | Node::SetUpFrance
        | Node::SetUpFln => Ok(()),
        _ => mission(r, s),
    }
}

fn ensure_ok(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

fn some_left_of(key: &str, left: u8, most: u8) -> Result<(), String> {
    ensure!((1..=most).contains(&left), "under_way.{key}: found {left}, expected a number from 1 to {most}");
    Ok(())
}

fn some_left(left: u8, most: u8) -> Result<(), String> {
    some_left_of("left", left, most)
}

fn area_number(area: u8) -> Result<(), String> {
    ensure!(usize::from(area) < AREAS, "under_way.from: found {area}, expected the number of an area");
    Ok(())
}

/// A mission that is being chosen can be paid for.
fn affordable(r: &Rules, s: &State, mission: Mission) -> Result<(), String> {
    let missions = if mission <= Mission::Harass {
        formulas::payable_by_fln(r, s)
    } else {
        formulas::payable_by_france(r, s)
    };
    ensure!(
        missions >> mission as u8 & 1 != 0,
        "node: found \"{}\", expected a mission that can be paid for",
        s.flow.node
    );
    Ok(())
}

/// The Government's purchases.
fn purchases(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let (node, class) = (flow.node, usize::from(flow.cursor));
    let most = (2 * u16::from(s.psl[1])).saturating_sub(2);
    ensure!(
        u16::from(s.halves) <= most,
        "half_psp_spent: found {}, expected at most {most}, which leaves a PSL of 1",
        s.halves
    );
    ensure!(
        !s.slow || s.slow_bought <= r.slow_limit,
        "slow_purchases: found {}, expected at most {}",
        s.slow_bought,
        r.slow_limit
    );
    match node {
        Node::RemovePolice => {
            ensure!(class < 2 * AREAS, "under_way.class: found {class}, expected at most {}", 2 * AREAS - 1);
            ensure!(s.halves == 0, "half_psp_spent: found {}, expected 0 at \"{node}\"", s.halves);
        }
        Node::Mobilize | Node::Station => {
            let types = GovType::ALL.len();
            ensure!(
                class < types,
                "under_way.class: found {class}, expected a number from 0 to {}",
                types - 1
            );
            area_number(flow.cursor2)?;
            ensure!(
                node == Node::Mobilize || can_mobilize(r, s, GovType::ALL[class]),
                "under_way.class: found {class}, expected a type that can be mobilized"
            );
        }
        Node::BuyPoint => {
            let kinds = Point::ALL.len();
            ensure!(
                class < kinds,
                "under_way.class: found {class}, expected a number from 0 to {}",
                kinds - 1
            );
        }
        Node::ActivateUnits => {
            ensure!(class < 4 * AREAS, "under_way.class: found {class}, expected at most {}", 4 * AREAS - 1);
            let (area, unit, count) = waiting(s, flow.cursor);
            ensure!(
                count > 0,
                "under_way.class: found {class}, {unit} in {}, expected units that wait for activation",
                r.id(area)
            );
            let price = |class: u16| {
                let (_, unit, count) = waiting(s, class);
                formulas::activation_price(r, unit) * u16::from(count)
            };
            let all: u16 = (flow.cursor..4 * AREAS as u16).map(price).sum();
            ensure!(
                flow.waiting == all,
                "under_way.waiting_half_psp: found {}, expected {all}, for all that wait",
                flow.waiting
            );
        }
        _ => {}
    }
    Ok(())
}

/// Deployment: the class under way has units.
fn deployment(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let node = flow.node;
    let (area, number) = classes::cursor(s);
    let numbers =
        if matches!(node, Node::DivisionMode | Node::FlnDeploy) { 4 } else { GovUnit::MOBILE.len() };
    let there = area.is_area() && number < numbers;
    ensure!(
        there && classes::count(s, node) > 0,
        "under_way.class: found {}, expected a class of units that can be deployed",
        flow.cursor
    );
    let barred = match node {
        Node::DivisionMode => s.slow | r.bars.disperse,
        Node::Patrol => r.bars.patrol,
        _ => false,
    };
    ensure!(!barred, "node: found \"{node}\", which is out of the game");
    area_number(flow.cursor2)
}

/// A mission or combat.
fn mission(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let Flow { node, mission, area, .. } = *flow;
    let expected: &[Mission] = match node {
        Node::StrikeCadres => &[Mission::Strike],
        Node::MoveTo => &[Mission::Move],
        Node::RaidBands | Node::RaidFaileks | Node::RaidHit => &[Mission::Raid],
        Node::HarassBands | Node::HarassFaileks | Node::HarassTarget => &[Mission::Harass],
        Node::FlushUnit => &[Mission::Flush],
        Node::SuppressionEliteOps | Node::SuppressionElitePatrol | Node::SuppressionUnit => {
            &[Mission::Suppression]
        }
        Node::React | Node::ReactMore => {
            &[Mission::Propaganda, Mission::Strike, Mission::Move, Mission::Raid, Mission::Harass]
        }
        Node::Split => match flow.after {
            Node::MissionMark => &[Mission::Propaganda, Mission::Strike],
            Node::MarkAward => &[Mission::Strike, Mission::Raid],
            Node::React | Node::MissionEnd => {
                &[Mission::Propaganda, Mission::Strike, Mission::Move, Mission::Raid]
            }
            Node::CombatEnd => &[Mission::Harass],
            _ => COMBAT,
        },
        _ => COMBAT,
    };
    ensure!(
        expected.contains(&mission),
        "under_way.mission: found \"{mission}\", expected {} at \"{node}\"",
        expected.iter().map(|one| one.word()).collect::<Vec<_>>().join(" or ")
    );
    let abroad =
        mission == Mission::Move && matches!(node, Node::MoveTo | Node::Split) && area != Place::FRANCE
            || mission == Mission::Propaganda && node == Node::Split && area == Place::FRANCE;
    ensure!(area.is_area() || abroad, "under_way.area: found {}, expected an area of Algeria", r.id(area));
    involved(r, s)?;
    let fln = |unit: FlnUnit| flow.fln[unit.index()];
    let active: u8 = flow.fln.iter().map(|counts| counts[0]).sum();
    let neutralized: u8 = flow.fln.iter().map(|counts| counts[1]).sum();
    let gov: u8 = flow.gov.iter().sum();
    let takes_part = |holds: bool| {
        ensure_ok(holds, || {
            format!(
                "under_way.fln: found {active} active and {neutralized} neutralized units, which cannot be at \"{node}\""
            )
        })
    };
    match node {
        Node::StrikeCadres => takes_part(fln(FlnUnit::Front)[0] == 1 && active + neutralized == 1),
        Node::MoveTo => {
            let there = flow.unit != FlnUnit::Front
                && s.fln(area, flow.unit, FlnBox::Ops) > 0
                && (area.is_area() || s.independent);
            ensure!(
                there,
                "under_way.unit: found {}, expected a unit that may move from {}",
                flow.unit,
                r.id(area)
            );
            Ok(())
        }
        Node::RaidBands => Ok(()),
        Node::RaidFaileks => takes_part(fln(FlnUnit::Band)[0] == active && neutralized == 0),
        Node::RaidHit => {
            let [bands, faileks] = [FlnUnit::Band, FlnUnit::Failek].map(|unit| fln(unit)[0]);
            takes_part(bands > 0 && faileks > 0 && bands + faileks == active && neutralized == 0)?;
            ensure!(flow.mark == Mark::Plus, "under_way.mark: found \"{}\", expected \"+\"", flow.mark);
            Ok(())
        }
        Node::HarassBands => takes_part(fln(FlnUnit::Failek)[0] == 1 && active + neutralized == 1),
        Node::HarassFaileks | Node::HarassTarget => {
            let [bands, faileks] = [FlnUnit::Band, FlnUnit::Failek].map(|unit| fln(unit)[0]);
            let first = if node == Node::HarassFaileks { faileks == 1 } else { active > 0 };
            takes_part(first && bands + faileks == active && neutralized == 0)
        }
        Node::FlushUnit => {
            let targets = s.fln_in(&[FlnBox::Ops, FlnBox::Oc, FlnBox::Neutralized]);
            ensure!(
                targets & area.bit() != 0,
                "under_way.area: found {}, where there is nothing to flush",
                r.id(area)
            );
            committed(r, s)
        }
        Node::SuppressionEliteOps | Node::SuppressionElitePatrol | Node::SuppressionUnit => suppression(s),
        Node::React => {
            takes_part(active + neutralized > 0)?;
            ensure!(formulas::may_react(r, s), "node: found \"react\", which is not possible here");
            Ok(())
        }
        Node::ReactMore => {
            takes_part(active + neutralized > 0)?;
            ensure!(gov > 0, "under_way.gov: found nothing, expected units at \"{node}\"");
            committed(r, s)
        }
        Node::Split => split(r, s, active, neutralized),
        _ => {
            takes_part(active + neutralized > 0)?;
            if node == Node::FlnLoss {
                some_left(flow.left, flow.hits[1])?;
            }
            fight(r, s)
        }
    }
}

/// The missions that a combat may belong to.
const COMBAT: &[Mission] =
    &[Mission::Propaganda, Mission::Strike, Mission::Move, Mission::Raid, Mission::Harass, Mission::Flush];

/// The units of the mission under way stand where they should.
fn involved(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let area = flow.area;
    for &unit in FlnUnit::ALL {
        let found = flow.fln[unit.index()];
        let there = if area == Place::FRANCE {
            [u8::from(s.cadre_in_france && unit == FlnUnit::Cadre), 0]
        } else {
            [FlnBox::Oc, FlnBox::Neutralized].map(|at| s.fln(area, unit, at))
        };
        ensure!(
            found[0] <= there[0] && found[1] <= there[1],
            "under_way.fln.{unit}: found {found:?}, expected at most {there:?}, which stand in {}",
            r.id(area)
        );
    }
    for unit in GovUnit::MOBILE {
        let found = flow.gov[unit.index()];
        let there = if area.is_area() { s.gov(area, unit, GovBox::Oc) } else { 0 };
        ensure!(
            found <= there,
            "under_way.gov.{unit}: found {found}, expected at most {there}, which stand in {}",
            r.id(area)
        );
    }
    Ok(())
}

/// The ratings of the units that go to a React or a Flush are the sums of theirs, airmobilized or not.
fn committed(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let sum = |rating: &dyn Fn(usize) -> u8| -> u16 {
        (0..flow.gov.len()).map(|unit| u16::from(flow.gov[unit]) * u16::from(rating(unit))).sum()
    };
    let least = sum(&|unit| r.gov[unit].contact.min(r.gov[unit].contact_airmobile));
    let most = sum(&|unit| r.gov[unit].contact.max(r.gov[unit].contact_airmobile));
    let found = u16::from(flow.contact);
    let [least, most] = [least, most].map(|sum| sum.min(u8::MAX.into()));
    ensure!(
        (least..=most).contains(&found),
        "under_way.contact: found {found}, expected {least} to {most}, as those who take part have"
    );
    let least = sum(&|unit| r.gov[unit].firepower.min(r.gov[unit].firepower_airmobile));
    let most = sum(&|unit| r.gov[unit].firepower.max(r.gov[unit].firepower_airmobile));
    let found = flow.firepower;
    ensure!(
        (least..=most).contains(&found),
        "under_way.firepower: found {found}, expected {least} to {most}, as those who take part have"
    );
    let reacted = flow.mission != Mission::Flush && flow.gov != [0; GovUnit::MOBILE.len()];
    ensure!(
        flow.reacted == reacted,
        "under_way.reacted: found {}, expected {reacted}, as units take part or not",
        flow.reacted
    );
    Ok(())
}

/// A combat: who fires, and at whom.
fn fight(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let (unit, at) = flow.target;
    ensure!(
        police_box(unit, at),
        "under_way.target: found {unit} in {at}, expected Police in ptl or neutralized"
    );
    if !formulas::is_harass(s) {
        ensure!(
            flow.gov != [0; GovUnit::MOBILE.len()],
            "under_way.gov: found nothing, expected units that fight"
        );
        return committed(r, s);
    }
    ensure!(flow.gov == [0; GovUnit::MOBILE.len()], "under_way.gov: found units, expected none in a Harass");
    let there = s.gov(flow.area, unit, at) > 0;
    ensure!(
        there || flow.node == Node::Split && flow.after == Node::CombatEnd,
        "under_way.target: found {unit} in {at}, expected units that stand in {}",
        r.id(flow.area)
    );
    let expected = formulas::harass_firepower(r, unit);
    ensure!(
        flow.firepower == expected,
        "under_way.firepower: found {}, expected {expected}, as the target has",
        flow.firepower
    );
    Ok(())
}

/// A Suppression, the Government's or the OAS's.
fn suppression(s: &State) -> Result<(), String> {
    let flow = &s.flow;
    let elites = flow.gov[GovUnit::Elite.index()];
    let others = flow.gov.iter().map(|count| u16::from(*count)).sum::<u16>() - u16::from(elites);
    ensure!(others == 0, "under_way.gov: found others, expected elite brigades in a Suppression");
    if flow.node == Node::SuppressionUnit {
        let place = s.oas.place;
        ensure!(
            !flow.by_oas || place == Some(flow.area),
            "under_way.by_oas: found true, expected the OAS in the area"
        );
        return some_left(flow.left, u8::MAX);
    }
    ensure!(s.police() & flow.area.bit() != 0, "under_way.area: found an area without Police that suppress");
    Ok(())
}

/// A split of PSP: what it is for.
fn split(r: &Rules, s: &State, active: u8, neutralized: u8) -> Result<(), String> {
    let flow = &s.flow;
    let Flow { split, splitter, after, mission, .. } = *flow;
    let psp = &r.psp;
    let (by, each) = match after {
        Node::MissionMark => (Side::Fln, 1),
        Node::MarkAward | Node::CombatEnd => (Side::Fln, psp.police),
        Node::AirPoints => (Side::Fln, psp.hit),
        Node::React | Node::MissionEnd | Node::CombatNeutralize => (Side::France, psp.eliminated),
        _ => return Err(format!("under_way.after: found \"{after}\", expected a node after a split of PSP")),
    };
    ensure!(
        splitter == by,
        "under_way.splitter: found {}, expected {} before \"{after}\"",
        splitter.name(),
        by.name()
    );
    ensure!(
        split > 0 && usize::from(split) < crate::MAX_CHOICES && each > 0 && split % each == 0,
        "under_way.split: found {split}, expected a multiple of {each} below {}",
        crate::MAX_CHOICES
    );
    let fln = |unit: FlnUnit| flow.fln[unit.index()][0];
    let fits = match after {
        Node::MissionMark if mission == Mission::Propaganda => {
            active == 1 && neutralized == 0 && fln(FlnUnit::Front) + fln(FlnUnit::Cadre) == 1
        }
        Node::MissionMark => {
            fln(FlnUnit::Front) == 1 && neutralized == 0 && fln(FlnUnit::Cadre) + 1 == active
        }
        Node::MarkAward => flow.mark == Mark::At && active > 0,
        Node::React | Node::MissionEnd => (after == Node::React) == formulas::may_react(r, s),
        Node::AirPoints => active + neutralized > 0,
        // Nobody may be left.
        _ => true,
    };
    ensure!(fits, "under_way.after: found \"{after}\", which does not fit the units that take part");
    match after {
        Node::AirPoints => {
            let expected = flow.hits[0].saturating_mul(psp.hit);
            ensure!(split == expected, "under_way.split: found {split}, expected {expected}, for the hits");
            fight(r, s)
        }
        Node::CombatNeutralize => fight(r, s),
        Node::CombatEnd => {
            let harass = formulas::is_harass(s) && flow.target.0 == GovUnit::Police;
            ensure!(harass, "under_way.after: found \"{after}\", expected a Harass of Police before it");
            fight(r, s)
        }
        _ => {
            ensure!(
                flow.gov == [0; GovUnit::MOBILE.len()],
                "under_way.gov: found units, expected none before \"{after}\""
            );
            Ok(())
        }
    }
}
