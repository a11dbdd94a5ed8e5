//! Routines that every phase uses.

use super::Ici;
use super::event::Event;
use super::label::RollKind;
use super::types::{Chit, Chits, Location, Unit, Units};
use super::words::{Amount, Ending, Level, Node, Phase};
use crate::dice::{Dice, Label};
use crate::side::Side;
use crate::sink::Sink;

/// A game in play.
pub(super) type Play<'a, D, S> = crate::machine::Play<'a, Ici, D, S>;

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Goes to a node.
    #[inline]
    pub(super) fn go_to(&mut self, node: Node) {
        self.s.flow.node = node;
    }

    /// Resumes what a coup interrupted.
    pub(super) fn resume(&mut self) {
        self.s.flow.node = std::mem::replace(&mut self.s.flow.resume, Node::Over);
    }

    /// Starts a phase of the turn and re-keys the dice.
    #[inline]
    pub(super) fn enter(&mut self, phase: Phase) {
        self.s.flow.phase = phase;
        self.dice.rekey(u16::from(self.s.played), phase as u8);
    }

    /// Ends the game.
    pub(super) fn win_by(&mut self, winner: Side, ending: Ending) {
        self.s.flow.over = Some((winner, ending));
        self.s.flow.node = Node::Over;
        self.tell(Event::Over { winner, ending, turn: self.s.turn });
    }

    /// Rolls an amount (rulebook F, ruling I-3).
    pub(super) fn amount(&mut self, amount: Amount, label: Label) -> u8 {
        match amount {
            Amount::Fixed(n) => n,
            Amount::D3 => self.dice.d6(label).div_ceil(2),
            Amount::TwoD3 if self.r.options.halve_each_die => {
                self.dice.d6(label).div_ceil(2) + self.dice.d6(label).div_ceil(2)
            }
            Amount::TwoD3 => (self.dice.sum_d6(label, 2) as u8).div_ceil(2),
            Amount::D6 => self.dice.d6(label),
            Amount::TwoD6 => self.dice.sum_d6(label, 2) as u8,
        }
    }

    /// A uniform draw among `n`; without a roll if `n` is 1.
    #[inline]
    pub(super) fn draw(&mut self, label: Label, n: u16) -> u16 {
        if n > 1 { self.dice.uniform(label, n) } else { 0 }
    }

    /// Adds points to a side or takes them away; they stay within 0 and 20 (ruling I-7).
    pub(super) fn gain(&mut self, side: Side, change: i8) {
        let before = self.s.points[side];
        let now = before.saturating_add_signed(change).min(self.r.track.points);
        self.s.points[side] = now;
        if now != before {
            self.tell(Event::Points { side, change: now as i8 - before as i8 });
        }
    }

    /// Moves a chit from a side's cup to its hand.
    pub(super) fn take_from_cup(&mut self, side: Side, chit: Chit) {
        self.s.cup[side] &= !chit.bit();
        self.s.cup_size[side] -= 1;
        self.s.hand[side] |= chit.bit();
        self.s.hand_size[side] += 1;
    }

    /// Draws one chit of a set at random.
    pub(super) fn draw_chit(&mut self, kind: RollKind, side: Side, chits: Chits) -> Chit {
        let number = self.draw(kind.by(side), chits.count_ones() as u16);
        Chit(Self::nth_unit(chits.into(), number).0)
    }

    /// Gives a side extra points, up to the end of the track (ruling I-5).
    pub(super) fn extra_points(&mut self, side: Side, points: u8) {
        if points > 0 {
            self.s.points[side] = (self.s.points[side] + points).min(self.r.track.points);
            self.tell(Event::ExtraPoints { side, points });
        }
    }

    /// Moves all Population Markers except those of a spared level.
    pub(super) fn move_markers(&mut self, delta: i8, spared: Option<Level>) {
        for region in Location::regions(self.r.map.populated) {
            if Some(self.s.level[region.index()]) != spared {
                self.move_marker(region, delta);
            }
        }
    }

    /// Pays a cost in half points; single actions cost whole points.
    #[inline]
    pub(super) fn pay(&mut self, side: Side, half_points: u8) {
        self.s.points[side] = self.s.points[side].saturating_sub(half_points.div_ceil(2));
    }

    /// Moves a Population Marker, up to the end of the track (ruling I-8).
    pub(super) fn move_marker(&mut self, region: Location, delta: i8) {
        let from = self.s.slot[region.index()];
        let to = from.saturating_add_signed(delta).min(self.r.track.population);
        self.set_marker(region, to);
    }

    /// Sets a Population Marker to a slot.
    pub(super) fn set_marker(&mut self, region: Location, to: u8) {
        let from = self.s.slot[region.index()];
        if from != to {
            self.s.slot[region.index()] = to;
            self.tell(Event::Marker { region, from, to });
        }
    }

    /// Moves the FLN Marker.
    pub(super) fn move_fln_marker(&mut self, delta: i8) {
        let from = self.s.fln_marker;
        let to = from.saturating_add_signed(delta).min(self.r.track.support);
        if from != to {
            self.s.fln_marker = to;
            self.tell(Event::FlnMarker { from, to });
        }
    }

    /// Moves the French Public Marker and returns the number of steps towards 0.
    pub(super) fn move_public(&mut self, delta: i8) -> u8 {
        let from = self.s.french_public;
        let to = from.saturating_add_signed(delta).min(self.r.track.support);
        if from != to {
            self.s.french_public = to;
            self.tell(Event::FrenchPublic { from, to });
        }
        from.saturating_sub(to)
    }

    /// The `number`-th unit in a set.
    #[inline]
    pub(super) fn nth_unit(units: Units, number: u16) -> Unit {
        let mut left = units;
        for _ in 0..number {
            left &= left - 1;
        }
        Unit(left.trailing_zeros() as u8)
    }
}
