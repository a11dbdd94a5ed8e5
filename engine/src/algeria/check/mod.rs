//! What is true of every position: used by tests and on reading a position.

mod under_way;

use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovType, GovUnit, Place, Point};
use super::words::Node;
use crate::Side;
use crate::ensure::ensure;

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
    lasting(r, s)?;
    under_way::check(r, s)
}

/// What lasts longer than a turn.
fn lasting(r: &Rules, s: &State) -> Result<(), String> {
    let over = s.flow.node == Node::Over;
    let crisis = s.suez.iter().any(|count| *count > 0);
    ensure!(s.suez_used || !crisis, "suez_used: found false, expected true: brigades are at Suez");
    ensure!(crisis || !s.suez_back, "suez_returns: found true, expected false: no brigade is at Suez");
    ensure!(
        s.oas.controller.is_some() || s.oas.place.is_none(),
        "oas.controller: found none, expected a side: the marker is on the map"
    );
    ensure!(
        !s.slow || r.options.slow_french_reaction,
        "slow_french_reaction: found true, expected false without optional rule 13.1"
    );
    let (leader, leads, checks) = (s.leader, s.leads, r.shorter.checks);
    let most = if r.options.shorter_game { checks - u8::from(!over) } else { 0 };
    ensure!(leads <= most, "shorter_leads: found {leads}, expected at most {most}");
    ensure!(
        leader.is_some() == (leads > 0),
        "shorter_leader: found {}, which does not fit {leads} checks",
        leader.map_or("none", Side::name)
    );
    let lost = s.psl(s.flow.winner.other()) == 0 || leads == checks && leader == Some(s.flow.winner);
    ensure!(!over || lost, "under_way.winner: found {}, who has not won", s.flow.winner.name());
    Ok(())
}
