//! The political phase: new points, initiative, playing chits (rulebook 1.1, 1.2).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas::{self};
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::State;
use crate::ici::types::Chit;
use crate::ici::words::{Ending, Node, Phase};
use crate::side::{BySide, Side};
use crate::sink::Sink;

/// Offers the side's chits in hand whose years include this one; a pass only if there is none (ruling I-18).
pub(in crate::ici) fn offer_play_chit(r: &Rules, s: &State, out: &mut Offer) {
    let year = s.year();
    let mut none = true;
    for chit in Chit::each(s.hand[s.flow.mover]) {
        if r.chit(chit).playable(year) {
            none = false;
            out.add(Action::Play(chit));
        }
    }
    if none {
        out.add(Action::Pass);
    }
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts a turn: new points, then initiative.
    pub(in crate::ici) fn begin_turn(&mut self) {
        self.s.played += 1;
        self.enter(Phase::Political);
        self.tell(Event::Turn { turn: self.s.turn });
        let regions = formulas::contested_or_fln(self.r, self.s).count_ones() as u8;
        let faileks = formulas::faileks_in_algeria(self.s);
        for side in Side::ALL {
            let new = formulas::new_points(self.r, self.s, side);
            let points = new.saturating_add_signed(self.s.lasting[side]).min(self.r.track.points);
            self.s.points[side] = points;
            self.tell(Event::NewPoints { side, points, regions, faileks });
        }
        self.s.public_steps = 0;
        self.s.flow.left = 0;
        self.s.flow.second = false;
        let die = self.dice.d6(RollKind::Initiative.plain());
        self.s.flow.mover = if die <= self.r.play.france_first { Side::France } else { Side::Fln };
        self.tell(Event::Initiative { side: self.s.flow.mover });
        self.go_to(Node::Politics);
    }

    /// Draws a chit, then rolls for the chit of the other set on this year (rulings I-17, I-19, I-20).
    pub(in crate::ici) fn politics(&mut self) {
        let side = self.s.flow.mover;
        let calendar = &self.r.calendar;
        if self.s.season_index() != calendar.no_draw && self.s.cup[side] != 0 {
            let chit = self.draw_chit(RollKind::Draw, side, self.s.cup[side]);
            self.take_from_cup(side, chit);
            self.tell(Event::Drawn { side, chit });
        }
        let (set, year) = (side.other(), self.s.year());
        if self.s.track_years[set] & 1 << year != 0 {
            let forced = self.s.season_index() == calendar.forced
                || self.dice.d6(RollKind::Forced.by(side)) >= self.r.play.forced_on;
            let there = Chit::each(self.s.track[set]).find(|chit| self.r.chit(*chit).last == year);
            if let (true, Some(chit)) = (forced, there) {
                self.s.track[set] &= !chit.bit();
                self.s.track_years[set] &= !(1 << year);
                self.carry_out(chit, true);
                return;
            }
        }
        self.go_to(Node::PlayChit);
    }

    /// Plays a chit.
    pub(in crate::ici) fn play_chit(&mut self, chit: Chit) {
        let side = self.s.flow.mover;
        self.s.hand[side] &= !chit.bit();
        self.s.hand_size[side] -= 1;
        self.carry_out(chit, false);
    }

    /// Passes, without a chit to play.
    pub(in crate::ici) fn pass(&mut self) {
        self.tell(Event::Passed { side: self.s.flow.mover });
        self.end_chit();
    }

    fn carry_out(&mut self, chit: Chit, forced: bool) {
        self.tell(Event::Played { side: self.s.flow.mover, chit, forced });
        self.s.flow.chit = chit;
        self.s.flow.op = 0;
        self.go_to(Node::Chit);
    }

    /// Ends a side's part of the political phase.
    pub(in crate::ici) fn end_chit(&mut self) {
        if self.s.flow.second {
            self.go_to(Node::Settlers);
        } else {
            self.s.flow.second = true;
            self.s.flow.mover = self.s.flow.mover.other();
            self.go_to(Node::Politics);
        }
    }

    /// Tests for a French victory, then starts the next season (ruling I-88).
    pub(in crate::ici) fn end_turn(&mut self) {
        for side in Side::ALL {
            self.tell(Event::Unused { side, points: self.s.points[side] });
        }
        self.s.points = BySide::default();
        let all = (1u64 << self.r.map.regions) - 1;
        if u64::from(formulas::france_regions(self.r, self.s)) & all == all {
            self.win_by(Side::France, Ending::Control);
            return;
        }
        for unit in crate::ici::types::Unit::each(self.s.units_at(crate::ici::state::LOST_NOW)) {
            self.s.put(unit, crate::ici::state::LOST_BEFORE);
        }
        self.s.changed = BySide::default();
        self.s.resettled_now = 0;
        self.s.infiltrated = 0;
        self.s.turn += 1;
        self.go_to(Node::TurnStart);
    }
}
