//! Checks that hold in every position, for tests and for reading positions.

mod under_way;

use super::rules::Rules;
use super::state::{ABROAD, ALGERIA, State};
use super::types::{FlnBox, FlnUnit, GovType, GovUnit, Place, Point};
use super::words::Node;
use crate::Side;
use crate::StateError::{self, Forbidden};
use crate::ensure::{ensure, within};

impl State {
    /// Checks the position.
    ///
    /// # Errors
    /// Describes what is wrong.
    pub(super) fn check(&self, r: &Rules) -> Result<(), StateError> {
        ensure!(self.sums_agree(), "the sums kept next to the counts are wrong");
        for &unit in FlnUnit::ALL {
            let (there, mix) = (self.fln_total(unit), r.fln[unit.index()].count);
            ensure!(there <= mix, "{there} units of type {unit} are on the map, the counter mix has {mix}");
        }
        for &counter in GovType::ALL {
            let mut there = u16::from(self.gov_total(counter)) + u16::from(self.nato[counter.index()]);
            if counter == GovType::Elite {
                there += u16::from(self.disbanded) + self.suez.iter().copied().map(u16::from).sum::<u16>();
            }
            let mix = u16::from(r.counter[counter.index()].count);
            ensure!(there <= mix, "{there} counters of type {counter} are in use, the counter mix has {mix}");
        }
        let over = self.flow.node == Node::Over;
        // A Resettlement can end the game before the Front of the area is converted (ruling A-105).
        let no_fronts = r.remote | ABROAD | if over { 0 } else { self.resettled };
        if let Some(area) = Place::each(self.fronts() & no_fronts).next() {
            return Err(Forbidden(format!(
                "a Front is in {}, which is Remote or not an area of Algeria",
                r.id(area)
            )));
        }
        for at in [FlnBox::Ug, FlnBox::UgNeutralized, FlnBox::Neutralized] {
            if let Some(country) = Place::each(self.fln_in(&[at]) & ABROAD).next() {
                let country = r.id(country);
                return Err(Forbidden(format!(
                    "a unit in {country} is in box {at}; only ops and oc are used there"
                )));
            }
        }
        ensure!(
            self.independent || self.fln_in(FlnBox::ALL) & ABROAD == 0,
            "FLN units are in Morocco or Tunisia before independence"
        );
        for side in Side::ALL {
            let psl = self.psl(side);
            within(&format!("psl.{}", side.name()), i16::from(psl), 0..=r.psl_max)?;
            let lost = over && self.flow.winner != side;
            ensure!(psl > 0 || lost, "the PSL of {side} is 0 and the game is not lost");
        }
        within("ap", self.ap, 0..=r.ap_max)?;
        for &point in Point::ALL {
            let now = self.points[point.index()];
            within(point.word(), now, 0..=r.point_max[point.index()])?;
            let available = self.available.get(point.index()).copied().unwrap_or(0);
            within(&format!("{point}.available"), available, 0..=now)?;
        }
        ensure!(self.control[0] & self.control[1] == 0, "an area is Controlled by both sides");
        let areas = self.control[0] | self.control[1] | self.terror | self.resettled;
        ensure!(areas & !ALGERIA == 0, "a marker is outside Algeria");
        ensure!(self.resettled & !r.rural == 0, "a resettled area is not Rural");
        if let Some(steps) = self.border_zone {
            ensure!(self.independent, "the Border Zone is open before independence");
            within("border_zone", steps, 0..=r.border_zone_max)?;
        }
        ensure!(
            self.border_zone.is_some() || !self.border_zone_active,
            "the Border Zone is active and not open"
        );
        if let Some(place) = self.oas.place {
            ensure!(r.oas_places & place.bit() != 0, "the OAS may not be in {}", r.id(place));
        }
        ensure!(
            !self.slow || self.gov_total[GovUnit::Dispersed.index()] == 0,
            "a division is Dispersed under optional rule 13.1"
        );
        lasting(r, self)?;
        self.check_flow(r)
    }
}

/// Checks effects that outlast a turn.
fn lasting(r: &Rules, s: &State) -> Result<(), StateError> {
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
