//! Checks that hold in every position.

mod under_way;

use crate::StateError;
use crate::ensure::{ensure, equal, within};
use crate::ici::formulas;
use crate::ici::rules::{Op, Rules};
use crate::ici::state::{
    ALGERIA, DRAWN, HOLDERS, LOST_BEFORE, LOST_NOW, MIX, REMOVED, State, TYPES, WAITING,
};
use crate::ici::types::{COUNTRIES, Chit, Chits, Failek, Flag, Location, POPULATED, Unit};
use crate::side::Side;

impl State {
    /// Checks the position.
    ///
    /// # Errors
    /// Describes what is wrong.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), StateError> {
        self.check_tracks(rules)?;
        self.check_chits(rules)?;
        self.check_played(rules)?;
        self.check_faileks(rules)?;
        self.check_units(rules)?;
        self.check_flow(rules)
    }

    fn check_tracks(&self, rules: &Rules) -> Result<(), StateError> {
        let track = &rules.track;
        let [fln, france] = Side::ALL.map(|side| self.points[side]);
        within("tracks.points.fln", fln, 0..=track.points)?;
        within("tracks.points.france", france, 0..=track.points)?;
        within("tracks.french_public", self.french_public, 0..=track.support)?;
        within("tracks.fln_marker", self.fln_marker, 0..=track.support)?;
        within("tracks.troop_density", self.density, 0..=track.density)?;
        within("tracks.referendums", self.referendums, 0..=2)?;
        let crisis = rules.government_crisis();
        let collapsed = self.crisis == rules.collapse();
        within("tracks.government_crisis", self.crisis, 0..=rules.collapse())?;
        within("tracks.pied_noirs", self.pied_noirs, 0..=crisis - u8::from(!collapsed))?;
        let (turn, first, last) = (self.turn, rules.scenario.turn, rules.calendar.last_turn);
        let fits = (first..=last).contains(&turn);
        ensure!(fits, "turn.year: found turn {turn}, expected one from {first} to {last}");
        for region in 0..POPULATED {
            let id = rules.id(Location(region as u8));
            within(&format!("regions.{id}.marker"), self.slot[region], 0..=track.population)?;
            within(&format!("regions.{id}.resettled"), self.resettled[region], 0..=2)?;
        }
        let resettled = self.resettled.iter().filter(|steps| **steps > 0).count();
        ensure!(resettled <= usize::from(rules.resettlement_markers), "{resettled} regions are resettled");
        for (country, maquis) in self.maquis.iter().enumerate() {
            let id = rules.id(Location::country(country as u8));
            within(&format!("maquis.{id}"), *maquis, 0..=rules.map.country_population[country])?;
        }
        let maquis: u16 = self.maquis.iter().map(|count| u16::from(*count)).sum();
        within("maquis", maquis, 0..=rules.maquis_markers.into())?;
        let crises = rules.crises[..=usize::from(self.crisis)].iter().rev().filter(|row| !row.collapse);
        let cap = crises.filter_map(|row| row.points_cap).next().unwrap_or(u8::MAX);
        let words = |cap: u8| if cap == u8::MAX { "null".to_owned() } else { cap.to_string() };
        let [found, cap] = [self.points_cap, cap].map(words);
        equal("tracks.points_cap", found.as_str(), &cap, ", as the crises have set it")
    }

    /// Checks that everything in effect comes from the scenario or from a chit that has been played.
    fn check_played(&self, rules: &Rules) -> Result<(), StateError> {
        let scenario = &rules.scenario;
        let (mut flags, mut independent, mut wave) = (scenario.flags, scenario.independent, false);
        let mut lasting = Side::ALL.map(|side| [i16::from(scenario.lasting_points[side]); 2]);
        for side in Side::ALL {
            let waiting = self.hand[side] | self.cup[side] | self.track[side];
            for op in Chit::each(scenario.cup[side] & !waiting).flat_map(|chit| &rules.chit(chit).ops) {
                match *op {
                    Op::Enable(flag) => flags |= 1 << flag.index(),
                    Op::Independence(countries) => independent |= countries,
                    Op::Wave => wave = true,
                    Op::LastingPoints { side, points } => {
                        let [least, most] = &mut lasting[side as usize];
                        *least += i16::from(points.min(0));
                        *most += i16::from(points.max(0));
                    }
                    _ => {}
                }
            }
        }
        for flag in Flag::ALL {
            let enabled = flags & 1 << flag.index() != 0;
            ensure!(
                enabled || !self.has(*flag),
                "tracks.in_effect: found {flag}, expected only rules enabled by chits that were played"
            );
        }
        for country in 0..COUNTRIES {
            let free = independent & 1 << country != 0;
            ensure!(
                free || !self.is_independent(country),
                "tracks.independent: found {}, expected only countries freed by chits that were played",
                rules.id(Location::country(country as u8))
            );
        }
        ensure!(
            wave || self.wave_turn.is_none(),
            "tracks.wave_since: found a wave, expected null: the chit that starts it has not been played"
        );
        ensure!(
            self.wave_turn.is_none_or(|turn| turn <= self.turn),
            "tracks.wave_since: found a later turn, expected this one or an earlier one"
        );
        for side in Side::ALL {
            let ([least, most], found) = (lasting[side as usize], i16::from(self.lasting[side]));
            ensure!(
                (least..=most).contains(&found),
                "tracks.lasting_points.{}: found {found}, expected {least} to {most}, from the chits that were played",
                side.name()
            );
        }
        Ok(())
    }

    fn check_chits(&self, rules: &Rules) -> Result<(), StateError> {
        let mut all = 0;
        for side in Side::ALL {
            for (what, chits) in
                [("hand", self.hand[side]), ("cup", self.cup[side]), ("track", self.track[side])]
            {
                let id = |chits: Chits| Chit::each(chits).next().map_or("?", |chit| &*rules.chit(chit).id);
                let (foreign, twice) = (chits & !rules.scenario.cup[side], chits & all);
                ensure!(
                    foreign == 0,
                    "chits.{}.{what}: found {}, expected chits of the side that are in the game",
                    side.name(),
                    id(foreign)
                );
                ensure!(twice == 0, "{} is in the {what} of {side} and elsewhere", id(twice));
                all |= chits;
            }
            let (hand, cup) = (self.hand[side].count_ones(), self.cup[side].count_ones());
            let sizes = [self.hand_size[side], self.cup_size[side]].map(u32::from);
            ensure!(
                [hand, cup] == sizes,
                "{side} has {hand} chits in hand and {cup} in the cup, not {sizes:?}"
            );
            let mut years = 0;
            for chit in Chit::each(self.track[side]) {
                years |= 1 << rules.chit(chit).last;
            }
            ensure!(
                years == self.track_years[side] && years.count_ones() == self.track[side].count_ones(),
                "the chits of {side} on the track are not on the years shown"
            );
        }
        Ok(())
    }

    fn check_faileks(&self, rules: &Rules) -> Result<(), StateError> {
        let mut sums = [0u16; TYPES];
        for holder in 0..HOLDERS {
            let at = Location(holder as u8);
            let name = if at == MIX { "the counter mix" } else { rules.id(at) };
            let group = self.faileks[holder];
            let (by_type, total) = (group.by_type(), group.total);
            let occupied = self.occupied & at.bit() != 0;
            let (sure, full_time) = (self.sure[holder], self.full_time[holder]);
            ensure!(
                full_time >= crate::ici::knowledge::full_time(sure),
                "France is sure of {sure:?} in {name}, and that {full_time} are not moussebilines"
            );
            let others = crate::ici::knowledge::full_time(by_type);
            ensure!(
                full_time <= others,
                "France is sure that {full_time} are not moussebilines in {name}, where there are {others} others"
            );
            ensure!(
                occupied == (total > 0),
                "occupied.{name}: found {occupied}, expected {}: there are {total} faileks",
                total > 0
            );
            ensure!(total == 0 || !name.is_empty(), "faileks outside every location");
            for failek in Failek::ALL {
                let (here, sure) = (by_type[failek.index()], self.sure[holder][failek.index()]);
                ensure!(sure <= here, "France is sure of {sure} {failek} in {name}, which has {here}");
                sums[failek.index()] += u16::from(here);
                if holder < ALGERIA {
                    let moved = self.moved[holder][failek.index()];
                    ensure!(moved <= here, "{moved} {failek} of {here} in {name} have moved");
                }
                if at.is_region() {
                    let arrived = self.arrived[holder][failek.index()];
                    ensure!(arrived <= here, "{arrived} {failek} of {here} in {name} came over a border");
                }
            }
            ensure!(
                at == MIX || formulas::open(rules, self) & at.bit() != 0 || at.is_country() || total == 0,
                "faileks in {name}, which is not open"
            );
        }
        for failek in Failek::ALL {
            let count = rules.faileks[failek.index()].count;
            ensure!(
                sums[failek.index()] == u16::from(count),
                "there are {} {failek} instead of {count}",
                sums[failek.index()]
            );
        }
        Ok(())
    }

    fn check_units(&self, rules: &Rules) -> Result<(), StateError> {
        let mut french = [0; ALGERIA];
        for (number, at) in self.unit_at.iter().enumerate() {
            let unit = Unit(number as u8);
            if number >= rules.units.len() {
                ensure!(*at == Location::NONE, "a unit that does not exist has a location");
                continue;
            }
            let name = &rules.units[number].id;
            if at.in_algeria() {
                french[at.index()] += 1;
                ensure!(
                    formulas::open(rules, self) & at.bit() != 0,
                    "{name} is in {}, which is not open",
                    rules.id(*at)
                );
                let bellounis = rules.classes[rules.class(unit).index()].bellounis;
                ensure!(
                    !bellounis || rules.map.bellounis & at.bit() != 0,
                    "{name} is in {}, outside its area",
                    rules.id(*at)
                );
            } else {
                let codes = [Location::NONE, DRAWN, WAITING, LOST_NOW, LOST_BEFORE, REMOVED];
                ensure!(codes.contains(at), "{name} is nowhere ({})", at.0);
                ensure!(!self.is_reduced(unit), "{name} is reduced off the map");
            }
        }
        ensure!(french == self.french, "the counts of French units are wrong");
        ensure!(self.marked >> rules.units.len() == 0, "a unit that does not exist is marked");
        Ok(())
    }
}
