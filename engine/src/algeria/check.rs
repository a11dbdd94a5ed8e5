//! What is true of every position: used by tests and on reading a position.

use super::flow::Node;
use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Place, Point};
use crate::Side;

pub(super) fn check(r: &Rules, s: &State) -> Result<(), String> {
    let ensure = |holds: bool, what: &dyn Fn() -> String| if holds { Ok(()) } else { Err(what()) };
    ensure(s.sums_agree(), &|| "the sums kept beside the counts are wrong".to_owned())?;
    for &unit in FlnUnit::ALL {
        let (there, mix) = (s.fln_total(unit), r.fln[unit.index()].count);
        ensure(there <= mix, &|| {
            format!("{there} units of type {unit} are on the map, the counter mix has {mix}")
        })?;
    }
    for &counter in GovType::ALL {
        let mut there = u16::from(s.gov_total(counter)) + u16::from(s.nato[counter.index()]);
        if counter == GovType::Elite {
            there += u16::from(s.disbanded) + s.suez.iter().copied().map(u16::from).sum::<u16>();
        }
        let mix = r.counter[counter.index()].count;
        ensure(there <= u16::from(mix), &|| {
            format!("{there} counters of type {counter} are in use, the counter mix has {mix}")
        })?;
    }
    // A Resettlement can end the game before the Front of the area is converted (ruling A-105).
    let resettled = if s.flow.node == Node::Over { 0 } else { s.resettled };
    let no_fronts = r.remote | resettled | ABROAD;
    if let Some(area) = Place::each(s.fronts() & no_fronts).next() {
        return Err(format!("a Front stands in {}, which is Remote or no area of Algeria", r.id(area)));
    }
    for &at in &[FlnBox::Ug, FlnBox::UgNeutralized, FlnBox::Neutralized] {
        if let Some(country) = Place::each(s.fln_in(&[at]) & ABROAD).next() {
            return Err(format!(
                "a unit in {} stands in box {at}; only ops and oc are used there",
                r.id(country)
            ));
        }
    }
    ensure(s.independent || s.fln_in(FlnBox::ALL) & ABROAD == 0, &|| {
        "FLN units stand in Morocco or Tunisia before independence".to_owned()
    })?;
    for side in Side::ALL {
        let psl = s.psl(side);
        ensure(i16::from(psl) <= r.psl_max, &|| format!("the PSL of {side} is {psl}, above {}", r.psl_max))?;
        let over = s.flow.node == Node::Over;
        ensure(psl > 0 || over && s.flow.winner != side, &|| {
            format!("the PSL of {side} is 0 and the game is not lost")
        })?;
    }
    ensure(s.ap <= r.ap_max, &|| format!("{} AP, the track ends at {}", s.ap, r.ap_max))?;
    for &point in Point::ALL {
        let (now, max) = (s.points[point.index()], r.point_max[point.index()]);
        ensure(now <= max, &|| format!("{now} {point} Points, the track ends at {max}"))?;
        if let Some(&available) = s.available.get(point.index()) {
            ensure(available <= now, &|| format!("{available} {point} Points available of {now}"))?;
        }
    }
    ensure(s.control[0] & s.control[1] == 0, &|| "an area is Controlled by both sides".to_owned())?;
    let areas = s.control[0] | s.control[1] | s.terror | s.resettled;
    ensure(areas & !ALGERIA == 0, &|| "a marker stands outside Algeria".to_owned())?;
    ensure(s.resettled & !r.rural == 0, &|| "a resettled area is not Rural".to_owned())?;
    if let Some(steps) = s.border_zone {
        ensure(s.independent, &|| "the Border Zone is open before independence".to_owned())?;
        ensure(steps <= r.border_zone_max, &|| {
            format!("the Border Zone has {steps} steps, it ends at {}", r.border_zone_max)
        })?;
    }
    ensure(s.border_zone.is_some() || !s.border_zone_active, &|| {
        "the Border Zone is active and not open".to_owned()
    })?;
    if let Some(place) = s.oas.place {
        ensure(r.oas_places & place.bit() != 0, &|| format!("the OAS may not be in {}", r.id(place)))?;
    }
    ensure(!s.slow || s.gov_total[GovUnit::Dispersed.index()] == 0, &|| {
        "a division is Dispersed under optional rule 13.1".to_owned()
    })?;
    involved(r, s)
}

/// The units of the mission under way stand where they should.
fn involved(r: &Rules, s: &State) -> Result<(), String> {
    let flow = &s.flow;
    if flow.involved() == 0 && flow.gov == [0; 5] {
        return Ok(());
    }
    let area = flow.area;
    for &unit in FlnUnit::ALL {
        let [active, neutralized] = flow.fln[unit.index()];
        let there =
            |at| if area == Place::FRANCE { u8::from(s.cadre_in_france) } else { s.fln(area, unit, at) };
        if active > there(FlnBox::Oc) || neutralized > 0 && neutralized > there(FlnBox::Neutralized) {
            return Err(format!("more units of type {unit} take part in {} than stand there", r.id(area)));
        }
    }
    for unit in GovUnit::MOBILE {
        let count = flow.gov[unit.index()];
        if count > 0 && (!area.is_area() || count > s.gov(area, unit, GovBox::Oc)) {
            return Err(format!("more units of type {unit} take part in {} than stand there", r.id(area)));
        }
    }
    Ok(())
}
