//! Combat chits and fights (rulebook 3.5.2, 3.5.3; rulings I-74 to I-80).

use crate::dice::Dice;
use crate::ici::action::Action;
use crate::ici::event::Event;
use crate::ici::formulas;
use crate::ici::label::RollKind;
use crate::ici::offer::Offer;
use crate::ici::play::Play;
use crate::ici::rules::{CombatChit, Rules};
use crate::ici::state::{LOST_NOW, MIX, State};
use crate::ici::types::{Bonus, Combat, Failek, Location, Unit};
use crate::ici::words::Node;
use crate::side::{BySide, Side};
use crate::sink::Sink;

impl State {
    /// The effect of the chosen combat chits for each side (ruling I-75).
    fn bonus(&self, rules: &Rules) -> BySide<Option<Bonus>> {
        let (Some(fln), Some(france)) = (self.flow.combat.fln, self.flow.combat.france) else {
            return BySide::default();
        };
        let bonus = |side: Side, own: Combat, other: Combat| {
            let CombatChit { against, bonus } = rules.combat_chits[side][own.index()];
            (against == other).then_some(bonus)
        };
        BySide { fln: bonus(Side::Fln, fln, france), france: bonus(Side::France, france, fln) }
    }
}

/// Offers the four combat chits; the other side's choice is hidden.
pub(in crate::ici) fn offer_combat_chit(_: &Rules, _: &State, out: &mut Offer) {
    for combat in Combat::ALL {
        out.add(Action::Combat(*combat));
    }
}

/// The opponents in a fight, and their qualities.
struct Duel {
    unit: Unit,
    failek: Failek,
    /// French quality minus that of the failek.
    difference: i8,
    bonus: BySide<Option<Bonus>>,
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the choice of combat chits, if they are used at all.
    pub(in crate::ici) fn begin_fight(&mut self) {
        self.s.flow.combat = BySide::default();
        if self.r.options.combat_chits_from_two && self.s.flow.found < 2 {
            self.go_to(Node::Fights);
        } else {
            self.s.flow.chooser = Side::Fln;
            self.go_to(Node::CombatChit);
        }
    }

    /// Chooses a combat chit.
    pub(in crate::ici) fn combat_chit(&mut self, combat: Combat) {
        let side = self.s.flow.chooser;
        self.s.flow.combat[side] = Some(combat);
        if side == Side::Fln {
            self.s.flow.chooser = Side::France;
        } else {
            self.go_to(Node::Fights);
        }
    }

    /// Draws and reveals the faileks, then resolves the fights one by one.
    pub(in crate::ici) fn fights(&mut self) {
        let at = self.s.flow.site;
        if let (Some(fln), Some(france)) = (self.s.flow.combat.fln, self.s.flow.combat.france) {
            self.tell(Event::CombatChits { fln, france });
        }
        let bonus = self.s.bonus(self.r);
        let mut pool =
            if self.s.flow.morice { self.s.arrived[at.index()] } else { self.s.faileks(at).by_type() };
        let mut shown = [0; 3];
        let mut met = [Failek::Moussebiline; 8];
        let fighters = self.s.fighters;
        for slot in met.iter_mut().take(fighters.count_ones() as usize) {
            let number =
                self.draw(RollKind::Found.at(Side::Fln, at), pool.iter().map(|n| u16::from(*n)).sum());
            let failek = State::nth(pool, number);
            pool[failek.index()] -= 1;
            shown[failek.index()] += 1;
            *slot = failek;
        }
        self.s.show(at, shown);
        let mut killed = false;
        for (unit, failek) in Unit::each(fighters).zip(met) {
            let better = |side: Side| i8::from(bonus[side] == Some(Bonus::Quality));
            let difference = formulas::quality(self.r, self.s, at, unit) + better(Side::France)
                - better(Side::Fln)
                - self.r.faileks[failek.index()].quality as i8;
            killed |= self.duel(at, &Duel { unit, failek, difference, bonus });
        }
        if killed && at.is_populated() && self.s.failek_count(at) == 0 {
            self.move_marker(at, -1);
        }
        self.end_fight();
    }

    /// One fight (ruling I-78); true if the failek is killed.
    fn duel(&mut self, at: Location, duel: &Duel) -> bool {
        let first = |side: Side| duel.bonus[side] == Some(Bonus::First);
        let (hits, losses) = if first(Side::France) && !first(Side::Fln) {
            let hits = self.french_dice(at, duel, false);
            (hits, if hits > 0 { 0 } else { self.fln_dice(at, duel) })
        } else if first(Side::Fln) && !first(Side::France) {
            let losses = self.fln_dice(at, duel);
            let reduced = self.s.is_reduced(duel.unit);
            let answers = u8::from(!reduced) + 1 > losses;
            (if answers { self.french_dice(at, duel, losses > 0) } else { 0 }, losses)
        } else {
            let hits = self.french_dice(at, duel, false);
            (hits, self.fln_dice(at, duel))
        };
        let killed = hits > 0;
        let (steps, eliminated) = self.lose_steps(duel.unit, losses);
        if killed {
            if self.s.flow.morice {
                self.s.arrived[at.index()][duel.failek.index()] -= 1;
            }
            self.s.shift_seen(at, MIX, duel.failek);
        }
        self.tell(Event::Fight {
            at,
            unit: duel.unit,
            failek: duel.failek,
            killed,
            losses: steps,
            eliminated,
        });
        killed
    }

    /// Hits by a French unit; `flipped` if a hit has just reduced it.
    fn french_dice(&mut self, at: Location, duel: &Duel, flipped: bool) -> u8 {
        let rules = self.r;
        let class = &rules.classes[rules.class(duel.unit).index()];
        let before = usize::from(self.s.is_reduced(duel.unit));
        let now = before.max(usize::from(flipped));
        let difference = duel.difference + class.quality[now] as i8 - class.quality[before] as i8;
        let more = u8::from(duel.bonus.france == Some(Bonus::Die));
        let mut hits = 0;
        for _ in 0..class.strength[now] + more {
            let die = self.dice.d6(RollKind::Fight.at(Side::France, at));
            hits += u8::from(rules.combat.french_hit(die, difference));
        }
        hits
    }

    /// Hits by a failek.
    fn fln_dice(&mut self, at: Location, duel: &Duel) -> u8 {
        let more = u8::from(duel.bonus.fln == Some(Bonus::Die));
        let mut hits = 0;
        for _ in 0..self.r.faileks[duel.failek.index()].strength + more {
            hits += u8::from(self.r.combat.fln_hit(self.dice.d6(RollKind::Fight.at(Side::Fln, at))));
        }
        hits
    }

    /// Applies hits to a unit step by step (ruling I-79): the steps it lost, and whether it is eliminated.
    fn lose_steps(&mut self, unit: Unit, hits: u8) -> (u8, bool) {
        let steps = if self.s.is_reduced(unit) { 1 } else { 2 };
        if hits >= steps {
            self.s.put(unit, LOST_NOW);
            self.s.reduced &= !unit.bit();
            (steps, true)
        } else {
            if hits > 0 {
                self.s.reduced |= unit.bit();
            }
            (hits, false)
        }
    }

    /// Ends the search or Morice attack.
    pub(in crate::ici) fn end_fight(&mut self) {
        self.s.marked = 0;
        self.s.fighters = 0;
        self.s.flow.found = 0;
        self.s.flow.left = 0;
        self.s.flow.least = 0;
        self.s.flow.site = Location::NONE;
        self.s.flow.combat = BySide::default();
        let morice = std::mem::take(&mut self.s.flow.morice);
        self.go_to(if morice { Node::Morice } else { Node::Search });
    }
}
