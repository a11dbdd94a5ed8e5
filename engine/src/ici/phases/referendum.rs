//! Referendums (rulebook 1.5, rulings I-32 to I-37).

use crate::ici::formulas;
use std::cmp::Ordering;

use crate::dice::Dice;
use crate::ici::event::Event;
use crate::ici::label::RollKind;
use crate::ici::play::Play;
use crate::ici::types::{Location, Regions};
use crate::ici::words::{Ending, Node};
use crate::side::Side;
use crate::sink::Sink;

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Tests for a referendum and holds it.
    pub(in crate::ici) fn referendum(&mut self) {
        self.go_to(Node::Reinforce);
        let rules = &self.r.referendum;
        let at_the_end = self.s.turn >= self.r.calendar.last_turn;
        if self.s.french_public > 0 && !at_the_end {
            return;
        }
        let last = at_the_end || self.s.referendums > 0 || self.s.year() >= rules.last_year;
        self.s.referendums += 1;
        if !last {
            let reset = rules.reset as i8 - self.s.french_public as i8;
            self.move_public(reset);
        }
        let (yes, no) = self.votes();
        let population = &self.r.map.population;
        let votes = |regions| Location::regions(regions).map(|region| population[region.index()]).sum::<u8>();
        let (for_it, against) = (votes(yes), votes(no));
        let winner = match for_it.cmp(&against) {
            Ordering::Greater => Some(Side::France),
            Ordering::Less => Some(Side::Fln),
            Ordering::Equal if last => Some(Side::Fln),
            Ordering::Equal => None,
        };
        self.tell(Event::Referendum { last, yes: for_it, no: against, winner, turn: self.s.turn });
        match winner {
            Some(winner) if last => self.win_by(winner, Ending::Referendum),
            Some(Side::France) => Location::regions(yes).for_each(|region| self.move_marker(region, 1)),
            Some(Side::Fln) => {
                Location::regions(no).for_each(|region| self.move_marker(region, -1));
                self.go_to(Node::ReferendumLoss);
                self.move_pied_noirs(rules.loss_pied_noirs);
            }
            None => {}
        }
    }

    /// Applies the loss of the first referendum to the French public; the FLN rolls.
    pub(in crate::ici) fn referendum_loss(&mut self) {
        self.go_to(Node::Reinforce);
        let steps = self.amount(self.r.referendum.loss, RollKind::Loss.by(Side::Fln));
        self.move_public(-(steps as i8));
    }

    /// Holds the votes, region by region, until one side has the majority (ruling I-34): regions for and against.
    fn votes(&mut self) -> (Regions, Regions) {
        let (mut regions, mut counts) = ([0; 2], [0; 2]);
        for region in Location::regions(self.r.map.populated) {
            let yes = self.vote(region);
            regions[usize::from(yes)] |= region.region_bit();
            counts[usize::from(yes)] += self.r.map.population[region.index()];
            self.tell(Event::Vote { region, yes });
            if counts[usize::from(yes)] >= self.r.referendum.majority {
                break;
            }
        }
        (regions[1], regions[0])
    }

    /// Holds the vote of a region. Nobody rolls where only one result is possible (ruling I-35).
    fn vote(&mut self, region: Location) -> bool {
        let marker = u16::from(self.s.slot[region.index()]);
        let dice = self.r.referendum.dice;
        if marker <= u16::from(dice) {
            return false;
        }
        if marker >= 6 * u16::from(dice) {
            return true;
        }
        let label = RollKind::Vote.at(formulas::marker_side(self.r, marker as u8), region);
        loop {
            match self.dice.sum_d6(label, dice).cmp(&marker) {
                Ordering::Less => return true,
                Ordering::Greater => return false,
                Ordering::Equal => {}
            }
        }
    }
}
