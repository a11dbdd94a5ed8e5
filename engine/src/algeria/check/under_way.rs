//! Checks that the operation in progress fits the current node, and the node fits the rest of the position.

use crate::StateError::{self, Forbidden};
use crate::algeria::Algeria;
use crate::algeria::classes::{self, ELITE, STRIDE, gov_classes, waiting};
use crate::algeria::flow::Flow;
use crate::algeria::formulas::{self, can_mobilize, can_mobilize_freely};
use crate::algeria::position::{police_box, under_way};
use crate::algeria::rules::Rules;
use crate::algeria::state::{ABROAD, ALGERIA, State};
use crate::algeria::types::{
    AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Place, Point, WILAYAS,
};
use crate::algeria::words::{Node, Phase};
use crate::ensure::{ensure, equal, within};
use crate::machine::Sequence;
use crate::{Actions, Game, Side};

impl State {
    /// Checks the node and the operation in progress.
    pub(super) fn check_flow(&self, r: &Rules) -> Result<(), StateError> {
        let node = self.flow.node;
        ensure!(
            node == Node::Over || Algeria::decider(node, self).is_some(),
            "node: found \"{node}\", expected a decision"
        );
        idle(r, self)?;
        let Some(phase) = Algeria::phase(node) else { return turn(self) };
        let found = Phase::ALL[usize::from(self.flow.phase)];
        ensure!(found == phase, "phase: found \"{found}\", expected \"{phase}\", the phase of \"{node}\"");
        turn(self)?;
        if phase == Phase::SetUp {
            set_up(r, self)?;
        }
        places(self, phase)?;
        tracks(self, phase)?;
        at_node(r, self)?;
        let mut actions = Actions::<Algeria>::new();
        Algeria::legal(r, self, &mut actions);
        let count = actions.len();
        ensure!(count > 1, "node: {count} choices at \"{node}\"; a position needs at least two");
        Ok(())
    }
}

/// Checks that values without a meaning at the node are absent.
fn idle(r: &Rules, s: &State) -> Result<(), StateError> {
    let node = s.flow.node;
    let all = under_way(r, &s.flow);
    match all.iter().find(|(key, _)| !Algeria::uses(node, key)) {
        Some((key, value)) => Err(Forbidden(format!(
            "under_way.{key}: found {value}, expected nothing: it has no meaning at \"{node}\""
        ))),
        None => Ok(()),
    }
}

/// The last turn that the counter can hold.
const LAST_TURN: u16 = 10_000;

fn turn(s: &State) -> Result<(), StateError> {
    let set_up = matches!(s.flow.node, Node::SetUpFrance | Node::SetUpFln);
    let (turn, last) = (s.turn, LAST_TURN);
    ensure!(!set_up || turn == 0, "turn: found {turn}, expected 0 while the board is set up");
    ensure!(turn <= last, "turn: found {turn}, expected at most {last}");
    Ok(())
}

/// A class of units to set up.
struct Class {
    wilaya: usize,
    word: &'static str,
    /// Its number in the scenario.
    whole: u8,
    placed: u8,
    /// The number of the last area with a unit of it, or 0.
    last: u8,
}

/// The classes of a side, in set-up order.
fn classes_of(r: &Rules, s: &State, government: bool) -> Vec<Class> {
    let types = if government { GovType::ALL.len() } else { FlnUnit::ALL.len() };
    let class = |number: usize| {
        let (wilaya, kind) = (number / types, number % types);
        let there = |area: Place| match government {
            true => s.gov(area, GovType::ALL[kind].unit(), GovType::ALL[kind].unit().home()),
            false => s.fln(area, FlnUnit::ALL[kind], FlnBox::Ug),
        };
        let (word, whole) = match government {
            true => (GovType::ALL[kind].word(), r.scenario.gov[wilaya][kind]),
            false => (FlnUnit::ALL[kind].word(), r.scenario.fln[wilaya][kind]),
        };
        let areas = || Place::each(r.wilaya[wilaya]);
        let last = areas().filter(|area| there(*area) > 0).last().map_or(0, |area| area.0);
        Class { wilaya, word, whole, placed: areas().map(there).sum(), last }
    };
    (0..WILAYAS * types).map(class).collect()
}

/// Checks free set-up: the units placed are those of the scenario, up to the current class.
fn set_up(r: &Rules, s: &State) -> Result<(), StateError> {
    let flow = &s.flow;
    let resettled = Place::each(s.resettled).next().map_or("", |area| r.id(area));
    ensure!(
        s.resettled == 0,
        "areas.{resettled}.resettled: found true, expected false while the board is set up"
    );
    let government = flow.node == Node::SetUpFrance;
    let (fln, gov) = (classes_of(r, s, false), classes_of(r, s, true));
    let number = usize::from(flow.cursor);
    let class = if government { gov.get(number) } else { fln.get(number) };
    let Some(class) = class.filter(|class| r.free_setup && class.whole > 0) else {
        return Err(Forbidden(format!(
            "under_way.class: found {number}, expected a class of units that the scenario has"
        )));
    };
    within("under_way.left", flow.left, 1..=class.whole)?;
    for (of_government, classes) in [(false, &fln), (true, &gov)] {
        for (index, one) in classes.iter().enumerate() {
            let expected = match index.cmp(&number) {
                // The Government places first.
                _ if of_government != government => u8::from(of_government) * one.whole,
                std::cmp::Ordering::Less => one.whole,
                std::cmp::Ordering::Equal => one.whole - flow.left,
                std::cmp::Ordering::Greater => 0,
            };
            let Class { wilaya, word, placed, .. } = one;
            ensure!(
                *placed == expected,
                "areas: found {placed} of type {word} set up in wilaya {}, expected {expected}",
                r.wilaya_ids[*wilaya]
            );
        }
    }
    let placed = |classes: &[Class]| classes.iter().map(|class| u32::from(class.placed)).sum::<u32>();
    let strays = FlnUnit::ALL.iter().map(|unit| u32::from(s.fln_total(*unit))).sum::<u32>() != placed(&fln)
        || GovType::ALL.iter().map(|unit| u32::from(s.gov_total(*unit))).sum::<u32>() != placed(&gov);
    ensure!(!strays, "areas: found units that have not been set up yet");
    let away = s.nato.iter().chain(&s.suez).any(|count| *count > 0) || s.disbanded > 0;
    ensure!(!away, "nato_keeps, elites_disbanded, elites_at_suez: found counters away, expected none yet");
    let why = ", the last area that got a unit of the class";
    equal("under_way.from", flow.cursor2, class.last, why)
}

/// Checks that units are in boxes that the node allows.
fn places(s: &State, phase: Phase) -> Result<(), StateError> {
    let node = s.flow.node;
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
                    "areas: {unit} found in {at}, expected {} at \"{node}\"",
                    unit.home()
                );
            }
        }
    }
    Ok(())
}

/// Checks tracks, and effects that last a turn, against the phase.
fn tracks(s: &State, phase: Phase) -> Result<(), StateError> {
    let node = s.flow.node;
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

/// Checks that the values needed at the node are present.
fn at_node(r: &Rules, s: &State) -> Result<(), StateError> {
    let Flow { node, left, cursor: class, cursor2: from, passes, .. } = s.flow;
    within("under_way.passes", passes, 0..=1)?;
    let classes = match node {
        Node::RemovePolice => 2 * AREAS,
        Node::Mobilize | Node::Station | Node::CoupMobilize | Node::CoupStation => GovType::ALL.len(),
        Node::BuyPoint => Point::ALL.len(),
        Node::ActivateUnits => 4 * AREAS,
        _ => usize::from(u16::MAX),
    };
    within("under_way.class", usize::from(class), 0..=classes - 1)?;
    let can_be_mobilized = |can: bool| {
        ensure!(can, "under_way.class: found {class}, expected a type that can be mobilized");
        Ok(())
    };
    match node {
        Node::PurgeUnit => {
            within("under_way.from", usize::from(from), 0..=WILAYAS - 1)?;
            within("under_way.left", left, 1..=6 * r.event.purge_dice)
        }
        Node::NatoUnit => within("under_way.left", left, 1..=6 * r.event.nato_dice),
        Node::SuezUnit => {
            ensure!(s.suez_used, "suez_used: found false, expected true at \"{node}\"");
            within("under_way.left", left, 1..=6 * r.event.suez_dice)
        }
        Node::OasPlace => {
            let side = s.oas.controller.is_some();
            ensure!(side, "oas.controller: found none, expected a side at \"{node}\"");
            Ok(())
        }
        Node::RemovePolice => {
            purchases(r, s)?;
            equal("half_psp_spent", s.halves, 0, format_args!(" at \"{node}\""))
        }
        Node::BuyPoint | Node::BorderZone | Node::ActivateZone => purchases(r, s),
        Node::Mobilize | Node::Station => {
            purchases(r, s)?;
            area_number(from)?;
            can_be_mobilized(node == Node::Mobilize || can_mobilize(r, s, GovType::ALL[usize::from(class)]))
        }
        Node::CoupMobilize | Node::CoupStation => {
            area_number(from)?;
            let can = can_mobilize_freely(r, s, GovType::ALL[usize::from(class)]);
            can_be_mobilized(node == Node::CoupMobilize || can)
        }
        Node::ActivateUnits => {
            purchases(r, s)?;
            activation(r, s)
        }
        Node::CoupDisband => {
            let most = gov_classes(s, ELITE).map(|(.., count)| count).sum();
            within("under_way.disband", s.flow.disband, 1..=most)
        }
        Node::DivisionMode | Node::Patrol | Node::FrenchMove | Node::FlnDeploy => deployment(r, s),
        Node::UnDebate
        | Node::PurgeWilaya
        | Node::SpendWhere
        | Node::SpendOn
        | Node::CadreInFrance
        | Node::FlnOperation
        | Node::FrenchOperation
        | Node::SetUpFrance
        | Node::SetUpFln => Ok(()),
        Node::React => mission(r, s),
        // While a mission is being chosen, its word is that of the node.
        _ => match Mission::from_word(node.word()) {
            Some(mission) => affordable(r, s, mission),
            None => mission(r, s),
        },
    }
}

fn area_number(area: u8) -> Result<(), StateError> {
    ensure!(usize::from(area) < AREAS, "under_way.from: found {area}, expected the number of an area");
    Ok(())
}

/// Checks that a mission being chosen can be paid for.
fn affordable(r: &Rules, s: &State, mission: Mission) -> Result<(), StateError> {
    let missions = if mission <= Mission::Harass {
        formulas::payable_by_fln(r, s)
    } else {
        formulas::payable_by_france(r, s)
    };
    let pays = missions >> mission as u8 & 1 != 0;
    ensure!(pays, "node: found \"{mission}\", expected a mission that can be paid for");
    Ok(())
}

/// Checks the Government's purchases.
fn purchases(r: &Rules, s: &State) -> Result<(), StateError> {
    let most = (2 * u16::from(s.psl[1])).saturating_sub(2);
    let spent = s.halves;
    ensure!(
        u16::from(spent) <= most,
        "half_psp_spent: found {spent}, expected at most {most}, which leaves a PSL of 1"
    );
    if s.slow { within("slow_purchases", s.slow_bought, 0..=r.slow_limit) } else { Ok(()) }
}

/// Checks units waiting for activation, and its price.
fn activation(r: &Rules, s: &State) -> Result<(), StateError> {
    let class = s.flow.cursor;
    let (area, unit, count) = waiting(s, class);
    ensure!(
        count > 0,
        "under_way.class: found {class}, {unit} in {}, expected units that wait for activation",
        r.id(area)
    );
    let price = |class: u16| {
        let (_, unit, count) = waiting(s, class);
        formulas::activation_price(r, unit) * u16::from(count)
    };
    let all: u16 = (class..4 * AREAS as u16).map(price).sum();
    equal("under_way.waiting_half_psp", s.flow.waiting, all, ", for all that wait")
}

/// Checks a deployment: the current class has units.
fn deployment(r: &Rules, s: &State) -> Result<(), StateError> {
    let flow = &s.flow;
    let node = flow.node;
    let (area, number) = classes::cursor(s);
    let numbers =
        if matches!(node, Node::DivisionMode | Node::FlnDeploy) { 4 } else { GovUnit::MOBILE.len() };
    let count = match node {
        _ if !area.is_area() || number >= numbers => 0,
        Node::DivisionMode => classes::divisions(s),
        Node::FlnDeploy => classes::undeployed(s),
        _ => classes::ready(s),
    };
    ensure!(
        count > 0,
        "under_way.class: found {}, expected a class of units that can be deployed",
        flow.cursor
    );
    let barred = match node {
        Node::DivisionMode => s.slow | r.bars.disperse,
        Node::Patrol => r.bars.patrol,
        _ => false,
    };
    ensure!(!barred, "node: found \"{node}\", which does not occur in this game");
    area_number(flow.cursor2)
}

/// Checks a mission or combat.
fn mission(r: &Rules, s: &State) -> Result<(), StateError> {
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
    let fln = |unit: FlnUnit| flow.fln[unit.index()][0];
    let [fronts, bands, faileks] = [FlnUnit::Front, FlnUnit::Band, FlnUnit::Failek].map(fln);
    let active: u8 = flow.fln.iter().map(|counts| counts[0]).sum();
    let neutralized: u8 = flow.fln.iter().map(|counts| counts[1]).sum();
    let fits = match node {
        Node::StrikeCadres => fronts == 1 && active + neutralized == 1,
        Node::RaidFaileks => bands == active && neutralized == 0,
        Node::RaidHit => bands > 0 && faileks > 0 && bands + faileks == active && neutralized == 0,
        Node::HarassBands => faileks == 1 && active + neutralized == 1,
        Node::HarassFaileks => faileks == 1 && bands + faileks == active && neutralized == 0,
        Node::HarassTarget => active > 0 && bands + faileks == active && neutralized == 0,
        Node::React | Node::ReactMore | Node::AirPoints | Node::FlnLoss => active + neutralized > 0,
        _ => true,
    };
    ensure!(
        fits,
        "under_way.fln: found {active} active and {neutralized} neutralized units, which is impossible at \"{node}\""
    );
    match node {
        Node::MoveTo => {
            let unit = flow.unit;
            let there = unit != FlnUnit::Front
                && s.fln(area, unit, FlnBox::Ops) > 0
                && (area.is_area() || s.independent);
            let from = r.id(area);
            ensure!(there, "under_way.unit: found {unit}, expected a unit that may move from {from}");
            Ok(())
        }
        Node::RaidHit => {
            ensure!(flow.mark == Mark::Plus, "under_way.mark: found \"{}\", expected \"+\"", flow.mark);
            Ok(())
        }
        Node::FlushUnit => {
            let targets = s.fln_in(&[FlnBox::Ops, FlnBox::Oc, FlnBox::Neutralized]) & area.bit();
            let id = r.id(area);
            ensure!(targets != 0, "under_way.area: found {id}, where there is nothing to flush");
            committed(r, s)
        }
        Node::SuppressionEliteOps | Node::SuppressionElitePatrol | Node::SuppressionUnit => suppression(s),
        Node::React => {
            ensure!(formulas::may_react(r, s), "node: found \"react\", which is not possible here");
            Ok(())
        }
        Node::ReactMore => {
            let some = flow.gov.iter().any(|count| *count > 0);
            ensure!(some, "under_way.gov: found nothing, expected units at \"{node}\"");
            committed(r, s)
        }
        Node::Split => split(r, s, active, neutralized),
        Node::AirPoints => fight(r, s),
        Node::FlnLoss => {
            within("under_way.left", flow.left, 1..=flow.hits[1])?;
            fight(r, s)
        }
        _ => Ok(()),
    }
}

/// The missions that a combat may belong to.
const COMBAT: &[Mission] =
    &[Mission::Propaganda, Mission::Strike, Mission::Move, Mission::Raid, Mission::Harass, Mission::Flush];

/// Checks that the units of the mission in progress are in the right boxes.
fn involved(r: &Rules, s: &State) -> Result<(), StateError> {
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
            "under_way.fln.{unit}: found {found:?}, expected at most {there:?}, which are in {}",
            r.id(area)
        );
    }
    for unit in GovUnit::MOBILE {
        let found = flow.gov[unit.index()];
        let there = if area.is_area() { s.gov(area, unit, GovBox::Oc) } else { 0 };
        ensure!(
            found <= there,
            "under_way.gov.{unit}: found {found}, expected at most {there}, which are in {}",
            r.id(area)
        );
    }
    Ok(())
}

/// Checks that the ratings for a React or a Flush are the sums of those of its units, airmobilized or not.
fn committed(r: &Rules, s: &State) -> Result<(), StateError> {
    let flow = &s.flow;
    let sum = |rating: &dyn Fn(usize) -> u8| -> u16 {
        (0..flow.gov.len()).map(|unit| u16::from(flow.gov[unit]) * u16::from(rating(unit))).sum()
    };
    let contact = |unit: usize| [r.gov[unit].contact, r.gov[unit].contact_airmobile];
    let firepower = |unit: usize| [r.gov[unit].firepower, r.gov[unit].firepower_airmobile];
    let full = u16::from(u8::MAX);
    for (key, found, most_of_all, ratings) in [
        ("contact", u16::from(flow.contact), full, &contact as &dyn Fn(usize) -> [u8; 2]),
        ("firepower", flow.firepower, u16::MAX, &firepower),
    ] {
        let least = sum(&|unit| ratings(unit).into_iter().fold(u8::MAX, u8::min)).min(most_of_all);
        let most = sum(&|unit| ratings(unit).into_iter().fold(0, u8::max)).min(most_of_all);
        ensure!(
            (least..=most).contains(&found),
            "under_way.{key}: found {found}, expected {least} to {most}, the sum over the units that take part"
        );
    }
    let reacted = flow.mission != Mission::Flush && flow.gov != [0; GovUnit::MOBILE.len()];
    equal("under_way.reacted", flow.reacted, reacted, ", as units take part or not")
}

/// Checks the sides of a combat: who fires, and at whom.
fn fight(r: &Rules, s: &State) -> Result<(), StateError> {
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
        "under_way.target: found {unit} in {at}, expected units in {}",
        r.id(flow.area)
    );
    let expected = formulas::harass_firepower(r, unit);
    equal("under_way.firepower", flow.firepower, expected, ", as the target has")
}

/// Checks a Suppression by the Government or the OAS.
fn suppression(s: &State) -> Result<(), StateError> {
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
        return within("under_way.left", flow.left, 1..=u8::MAX);
    }
    ensure!(s.police() & flow.area.bit() != 0, "under_way.area: found an area without Police that suppress");
    Ok(())
}

/// Checks the purpose of a split of PSP.
fn split(r: &Rules, s: &State, active: u8, neutralized: u8) -> Result<(), StateError> {
    let flow = &s.flow;
    let Flow { split, splitter, after, mission, .. } = *flow;
    let (by, each) = match after {
        Node::MissionMark => (Side::Fln, 1),
        Node::MarkAward | Node::CombatEnd => (Side::Fln, formulas::police_award(r, 1)),
        Node::AirPoints => (Side::Fln, formulas::hit_award(r, 1)),
        Node::React | Node::MissionEnd | Node::CombatNeutralize => {
            (Side::France, formulas::elimination_award(r, 1))
        }
        _ => {
            return Err(Forbidden(format!(
                "under_way.after: found \"{after}\", expected a node after a split of PSP"
            )));
        }
    };
    let why = format_args!(" before \"{after}\"");
    equal("under_way.splitter", splitter.name(), by.name(), why)?;
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
        // There may be no units left.
        _ => true,
    };
    ensure!(fits, "under_way.after: found \"{after}\", which does not fit the units that take part");
    match after {
        Node::AirPoints => {
            equal("under_way.split", split, formulas::hit_award(r, flow.hits[0]), ", for the hits")?;
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
