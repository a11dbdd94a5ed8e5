//! The political phase: new points, initiative, the play of chits (rulebook 1.1, 1.2).

use super::action::Action;
use super::control::Control;
use super::decision::{Auto, Decision};
use super::event::Event;
use super::label::Throw;
use super::play::{Flow, Play, Visitor};
use super::rules::Rules;
use super::state::State;
use super::types::{COUNTRIES, Chit, Location, Regions};
use crate::dice::Dice;
use crate::side::{BySide, Side};
use crate::sink::Sink;

impl State {
    /// Faileks abroad that France's points suffer from: those that maquis hold are not counted (1.1, 2.2.3).
    #[must_use]
    pub fn faileks_abroad(&self) -> u8 {
        (0..COUNTRIES)
            .map(|country| {
                self.failek_count(Location::country(country as u8)).saturating_sub(self.maquis[country])
            })
            .sum()
    }

    /// New points of a side before its lasting chits are counted in (1.1, ruling I-30).
    #[must_use]
    pub fn new_points(&self, rules: &Rules, side: Side) -> u8 {
        let points = &rules.points;
        let new = match side {
            Side::France => {
                let base =
                    u16::from(points.france_start) + u16::from(points.france_step) * u16::from(self.turn);
                let base = base.min(points.france_max.min(self.points_cap).into()) as i16;
                base - i16::from(self.faileks_abroad() / points.faileks_abroad)
            }
            Side::Fln => {
                let mut sum = i16::from(points.fln_base);
                for region in Location::regions(rules.map.populated & self.occupied as Regions) {
                    if self.control(rules, region) != Control::France {
                        sum += i16::from(rules.map.population[region.index()]);
                    }
                }
                sum - i16::from(self.fln_marker)
            }
        };
        new.clamp(0, i16::from(rules.track.points)) as u8
    }

    /// D-14: any own chit in hand whose span holds the year; a pass only if there is none (ruling I-18).
    pub(crate) fn visit_play(&self, rules: &Rules, f: &mut impl Visitor) -> Flow {
        let year = self.year();
        let mut none = true;
        for chit in Chit::each(self.hand[self.mover]) {
            if rules.chit(chit).playable(year) {
                none = false;
                f.see(Action::Play(chit))?;
            }
        }
        if none { f.see(Action::Pass) } else { Flow::Continue(()) }
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// A-10, C-11.
    pub(crate) fn begin_turn(&mut self) {
        self.s.played += 1;
        self.phase(0);
        self.tell(Event::Turn { turn: self.s.turn });
        let regions = self.s.contested_or_fln(self.rules).count_ones() as u8;
        let faileks = self.s.faileks_in_algeria();
        for side in Side::ALL {
            let new = self.s.new_points(self.rules, side);
            let points = new.saturating_add_signed(self.s.lasting[side]).min(self.rules.track.points);
            self.s.points[side] = points;
            self.tell(Event::NewPoints { side, points, regions, faileks });
        }
        self.s.public_steps = 0;
        self.s.left = 0;
        self.s.second = false;
        let die = self.dice.d6(Throw::Initiative.plain());
        self.s.mover = if die <= self.rules.play.france_first { Side::France } else { Side::Fln };
        self.tell(Event::Initiative { side: self.s.mover });
        self.go(Auto::Politics);
    }

    /// C-12, C-13: the draw, then the chit of the other set that lies on this year (rulings I-17, I-19, I-20).
    pub(crate) fn politics(&mut self) {
        let side = self.s.mover;
        let calendar = &self.rules.calendar;
        if self.s.season_index() != calendar.no_draw && self.s.cup[side] != 0 {
            let chit = self.draw_chit(Throw::Draw, side, self.s.cup[side]);
            self.take_from_cup(side, chit);
            self.tell(Event::Drawn { side, chit });
        }
        let (set, year) = (side.other(), self.s.year());
        if self.s.track_years[set] & 1 << year != 0 {
            let forced = self.s.season_index() == calendar.forced
                || self.dice.d6(Throw::Forced.by(side)) >= self.rules.play.forced_on;
            let there = Chit::each(self.s.track[set]).find(|chit| self.rules.chit(*chit).last == year);
            if let (true, Some(chit)) = (forced, there) {
                self.s.track[set] &= !chit.bit();
                self.s.track_years[set] &= !(1 << year);
                self.carry_out(chit, true);
                return;
            }
        }
        self.ask(Decision::PlayChit);
    }

    /// D-14.
    pub(crate) fn play_chit(&mut self, chit: Chit) {
        let side = self.s.mover;
        self.s.hand[side] &= !chit.bit();
        self.s.hand_size[side] -= 1;
        self.carry_out(chit, false);
    }

    /// D-14 without a chit to play.
    pub(crate) fn pass(&mut self) {
        self.tell(Event::Passed { side: self.s.mover });
        self.end_chit();
    }

    fn carry_out(&mut self, chit: Chit, forced: bool) {
        self.tell(Event::Played { side: self.s.mover, chit, forced });
        self.s.chit = chit;
        self.s.op = 0;
        self.go(Auto::Chit);
    }

    /// A side's part of the political phase ends.
    pub(crate) fn end_chit(&mut self) {
        if self.s.second {
            self.go(Auto::Settlers);
        } else {
            self.s.second = true;
            self.s.mover = self.s.mover.other();
            self.go(Auto::Politics);
        }
    }

    /// the French victory test, then the next season (ruling I-88).
    pub(crate) fn end_turn(&mut self) {
        for side in Side::ALL {
            self.tell(Event::Unused { side, points: self.s.points[side] });
        }
        self.s.points = BySide::default();
        let all = (1u64 << self.rules.map.regions) - 1;
        if u64::from(self.s.france_regions(self.rules)) & all == all {
            self.over(Side::France, super::state::Ending::Control);
            return;
        }
        for unit in super::types::Unit::each(self.s.units_at(super::state::LOST_NOW)) {
            self.s.put(unit, super::state::LOST_BEFORE);
        }
        self.s.changed = BySide::default();
        self.s.resettled_now = 0;
        self.s.infiltrated = 0;
        self.s.turn += 1;
        self.go(Auto::Begin);
    }
}
