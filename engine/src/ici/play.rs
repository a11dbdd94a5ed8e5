//! Plays the game from decision to decision.

use std::ops::ControlFlow;

use super::action::Action;
use super::decision::{Auto, Decision, Node};
use super::event::Event;
use super::offer::Offer;
use super::rules::Rules;
use super::state::{Ending, State};
use super::types::{Amount, Location, Units};
use crate::dice::{Dice, Label};
use crate::game::Choices as _;
use crate::side::Side;
use crate::sink::Sink;

/// What a visitor of legal actions says to each: whether it wants to see more.
pub(crate) type Flow = ControlFlow<()>;

/// Is shown the legal actions one by one, until it breaks.
pub(crate) trait Visitor {
    /// Sees a legal action.
    fn see(&mut self, action: Action) -> Flow;
}

/// A game in progress: the rules, the state, the dice and the sink.
pub(crate) struct Play<'a, D, S> {
    pub(crate) rules: &'a Rules,
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut D,
    pub(crate) sink: &'a mut S,
}

/// Finds the legal actions of a position; none if the game is over.
#[inline]
pub(crate) fn offer(rules: &Rules, s: &State, out: &mut Offer) {
    out.clear();
    let Node::Ask(decision) = s.node else { return };
    match decision {
        Decision::Recruit => s.offer_recruit(rules, out),
        Decision::ExtraRecruit => s.offer_extra(rules, out),
        Decision::PickFailek => s.offer_pick(rules, out),
        Decision::Morice => s.offer_morice(rules, out),
        Decision::Structure => s.offer_structure(rules, out),
        Decision::MoveFailek => s.offer_march(rules, out),
        Decision::PickUnit => s.offer_pick_unit(rules, out),
        Decision::MoveUnit => s.offer_drive(rules, out),
        Decision::Search => s.offer_search(rules, out),
        Decision::Counterinsurgency => s.offer_counterinsurgency(rules, out),
        _ => {
            let _ = list(rules, s, decision, out);
        }
    }
}

/// Visits the legal actions of a decision that lists them.
fn list(rules: &Rules, s: &State, decision: Decision, out: &mut Offer) -> Flow {
    match decision {
        Decision::ChooseChits => s.visit_choose(rules, out),
        Decision::PlaceMarker => s.visit_marker(rules, out),
        Decision::PlaceUnit => s.visit_place(rules, out),
        Decision::WeakenUnit => s.visit_weaken(rules, out),
        Decision::PlayChit => s.visit_play(rules, out),
        Decision::ChitRegion => s.visit_chit_region(rules, out),
        Decision::ChitUnit => s.visit_chit_unit(rules, out),
        Decision::ChitFailek => s.visit_chit_failek(rules, out),
        Decision::ChitEntry => s.visit_chit_entry(rules, out),
        Decision::CoupSubstitute => s.visit_substitute(rules, out),
        Decision::Exchange => s.visit_exchange(rules, out),
        Decision::EntryClass => s.visit_entry_class(rules, out),
        Decision::Entry => s.visit_entry(rules, out),
        Decision::FlipUp => s.visit_flip_up(rules, out),
        Decision::KeepMaquis => s.visit_keep(rules, out),
        Decision::PlaceMaquis => s.visit_maquis(rules, out),
        Decision::Supply => s.visit_supply(out),
        Decision::Displace => s.visit_displace(rules, out),
        Decision::Strength => s.visit_strength(rules, out),
        Decision::Attacker => s.visit_attacker(rules, out),
        Decision::Fighter => s.visit_fighter(rules, out),
        Decision::CombatChit => s.visit_combat_chit(out),
        Decision::Insurgency => s.visit_insurgency(rules, out),
        Decision::PickFailek
        | Decision::MoveFailek
        | Decision::PickUnit
        | Decision::MoveUnit
        | Decision::Recruit
        | Decision::ExtraRecruit
        | Decision::Structure
        | Decision::Morice
        | Decision::Search
        | Decision::Counterinsurgency => Flow::Continue(()),
    }
}

/// How many legal actions there are.
pub(crate) fn choices(rules: &Rules, s: &State) -> usize {
    let mut out = Offer::default();
    offer(rules, s, &mut out);
    out.len()
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Plays up to the next decision with a choice, or to the end.
    pub(crate) fn advance(&mut self) {
        self.advance_into(&mut Offer::default());
    }

    /// As [`Play::advance`], and leaves the choices of the decision in `out`.
    pub(crate) fn advance_into(&mut self, out: &mut Offer) {
        loop {
            match self.s.node {
                Node::Over => {
                    out.clear();
                    return;
                }
                Node::Auto(auto) => self.run(auto),
                Node::Ask(decision) => {
                    offer(self.rules, self.s, out);
                    match out.len() {
                        0 => self.skip(decision),
                        1 => self.perform(out.nth(0)),
                        _ => return,
                    }
                }
            }
        }
    }

    pub(crate) fn run(&mut self, auto: Auto) {
        match auto {
            Auto::Deal => self.deal(),
            Auto::Markers => self.next_marker(),
            Auto::Begin => self.begin_turn(),
            Auto::Politics => self.politics(),
            Auto::Chit => self.chit_operation(),
            Auto::Settlers => self.settlers(),
            Auto::Fatigue => self.fatigue(),
            Auto::Referendum => self.referendum(),
            Auto::ReferendumLoss => self.referendum_loss(),
            Auto::Reinforcement => self.begin_reinforcement(),
            Auto::Waves => self.waves(),
            Auto::Entries => self.entries(),
            Auto::Maquis => self.next_maquis(),
            Auto::MoveAndAttack => self.begin_moves(),
            Auto::FlnStacking => self.fln_stacking(),
            Auto::Supply => self.next_supply(),
            Auto::Structures => self.begin_structures(),
            Auto::FrenchStacking => self.french_stacking(),
            Auto::Search => self.search_roll(),
            Auto::Fights => self.fights(),
            Auto::Insurgency => self.begin_insurgency(),
            Auto::Counterinsurgency => self.begin_counterinsurgency(),
            Auto::End => self.end_turn(),
        }
    }

    /// Performs an action of the decision at hand.
    pub(crate) fn perform(&mut self, action: Action) {
        match action {
            Action::Done => self.done(),
            Action::Pass => self.pass(),
            Action::Choose(chit) => self.choose(chit),
            Action::Marker(region, slot) => self.place_marker(region, slot),
            Action::Place(class, at) => self.place_unit(class, at),
            Action::Weaken(class, at) => self.weaken(class, at),
            Action::Play(chit) => self.play_chit(chit),
            Action::Step(region) => self.chit_step(region),
            Action::Reduce(class, at) => self.chit_reduce(class, at),
            Action::Remove(at, failek) => match self.s.node {
                Node::Ask(Decision::Supply) => self.unsupplied(at, failek),
                _ => self.chit_remove(at, failek),
            },
            Action::Enter(class, at) => match self.s.node {
                Node::Ask(Decision::ChitEntry) => self.chit_enter(class, at),
                _ => self.enter(class, at),
            },
            Action::Substitute(class, at, reduced) => self.substitute(class, at, reduced),
            Action::Exchange(at, exchange) => self.exchange(at, exchange),
            Action::Recruit(at) => self.recruit(at),
            Action::Extra(region) => self.extra_recruit(region),
            Action::Admit(class) => self.admit(class),
            Action::FlipUp(class, at) => self.flip_up(class, at),
            Action::Keep(country, count) => self.keep_maquis(country, count),
            Action::Maquis(country) => self.place_maquis(country),
            Action::Pick(at, failek) => self.pick(at, failek),
            Action::March { to, price, crossing } => self.march(to, price, crossing),
            Action::Morice(region) => self.morice_attack(region),
            Action::Strike(at) => self.strike(at),
            Action::PickUnit(class, at, reduced) => self.pick_unit(class, at, reduced),
            Action::Drive { to, price } => self.drive(to, price),
            Action::Displace(region) => self.displace(region),
            Action::Search(at) => self.search(at),
            Action::All => self.attack_with_all(),
            Action::Send(count) => self.attack_with(count),
            Action::Attacker(class, reduced) => self.attacker(class, reduced),
            Action::Fighter(class, reduced) => self.fighter(class, reduced),
            Action::Combat(combat) => self.combat_chit(combat),
            Action::Propaganda(region) | Action::Assassinate(region) | Action::BuildCells(region) => {
                self.insurgency(region);
            }
            Action::Purge(region) => self.purge(region, false),
            Action::HarshPurge(region) => self.purge(region, true),
            Action::Detect(region) | Action::Mobilize(region) => self.raise_level(region),
            Action::Resettle(region) => self.resettle(region),
            Action::Infiltrate(region) => self.infiltrate(region),
        }
    }

    /// Ends a list.
    fn done(&mut self) {
        let Node::Ask(decision) = self.s.node else { return };
        match decision {
            Decision::Exchange => self.ask(Decision::Recruit),
            Decision::Recruit => self.end_recruiting(),
            Decision::ExtraRecruit => self.pay_recruits(),
            Decision::FlipUp => self.end_flips(),
            Decision::PlaceMaquis => self.go(Auto::MoveAndAttack),
            Decision::PickFailek => self.go(Auto::FlnStacking),
            Decision::Morice => self.end_morice(),
            Decision::Structure => self.begin_french_moves(),
            Decision::PickUnit => self.go(Auto::FrenchStacking),
            Decision::Search => self.go(Auto::Insurgency),
            Decision::Insurgency => self.go(Auto::Counterinsurgency),
            Decision::Counterinsurgency => self.go(Auto::End),
            _ => self.skip(decision),
        }
    }

    /// Leaves a decision that has no choices. Only data with an odd map can lead here.
    pub(crate) fn skip(&mut self, decision: Decision) {
        match decision {
            Decision::MoveUnit => {
                self.s.marked |= self.s.picked_unit.bit();
                self.ask(Decision::PickUnit);
            }
            Decision::MoveFailek => {
                self.s.moved[self.s.site.index()][usize::from(self.s.picked)] += 1;
                self.ask(Decision::PickFailek);
            }
            Decision::Displace => self.undisplaced(),
            Decision::PlaceUnit | Decision::WeakenUnit | Decision::PlaceMarker => self.go(Auto::Begin),
            Decision::ChooseChits => self.go(Auto::Deal),
            Decision::PlayChit => self.pass(),
            Decision::ChitRegion | Decision::ChitUnit | Decision::ChitFailek | Decision::ChitEntry => {
                self.go(Auto::Chit);
            }
            Decision::CoupSubstitute => {
                self.s.node = std::mem::replace(&mut self.s.resume, Node::Over);
            }
            Decision::EntryClass | Decision::Entry => {
                self.s.left = 0;
                self.go(Auto::Entries);
            }
            Decision::KeepMaquis => self.go(Auto::MoveAndAttack),
            Decision::Supply => self.go(Auto::Structures),
            Decision::Strength | Decision::Attacker | Decision::Fighter | Decision::CombatChit => {
                self.ask(Decision::Search);
            }
            Decision::Exchange
            | Decision::Recruit
            | Decision::ExtraRecruit
            | Decision::FlipUp
            | Decision::PlaceMaquis
            | Decision::PickFailek
            | Decision::Morice
            | Decision::Structure
            | Decision::PickUnit
            | Decision::Search
            | Decision::Insurgency
            | Decision::Counterinsurgency => unreachable!("{decision} has done among its choices"),
        }
    }

    /// Next, a side decides.
    #[inline]
    pub(crate) fn ask(&mut self, decision: Decision) {
        self.s.node = Node::Ask(decision);
    }

    /// Next, the engine does something.
    #[inline]
    pub(crate) fn go(&mut self, auto: Auto) {
        self.s.node = Node::Auto(auto);
    }

    /// Begins a phase of the turn: the dice are keyed anew.
    #[inline]
    pub(crate) fn phase(&mut self, phase: u8) {
        self.s.phase = phase;
        self.dice.rekey(u16::from(self.s.played), phase);
    }

    /// Tells what happened.
    #[inline]
    pub(crate) fn tell(&mut self, event: Event) {
        self.sink.event(event);
    }

    /// The game ends.
    pub(crate) fn over(&mut self, winner: Side, ending: Ending) {
        self.s.over = Some((winner, ending));
        self.s.node = Node::Over;
        self.tell(Event::Over { winner, ending, turn: self.s.turn });
    }

    /// Rolls an amount (rulebook F, ruling I-3).
    pub(crate) fn amount(&mut self, amount: Amount, label: Label) -> u8 {
        match amount {
            Amount::Fixed(n) => n,
            Amount::D3 => self.dice.d6(label).div_ceil(2),
            Amount::TwoD3 if self.rules.options.halve_each_die => {
                self.dice.d6(label).div_ceil(2) + self.dice.d6(label).div_ceil(2)
            }
            Amount::TwoD3 => (self.dice.sum_d6(label, 2) as u8).div_ceil(2),
            Amount::D6 => self.dice.d6(label),
            Amount::TwoD6 => self.dice.sum_d6(label, 2) as u8,
        }
    }

    /// A uniform draw among `n`; a draw among one is not asked for.
    #[inline]
    pub(crate) fn draw(&mut self, label: Label, n: u16) -> u16 {
        if n > 1 { self.dice.uniform(label, n) } else { 0 }
    }

    /// A side gains or loses points; they stay within 0 and 20 (ruling I-7).
    pub(crate) fn gain(&mut self, side: Side, change: i8) {
        let before = self.s.points[side];
        let now = before.saturating_add_signed(change).min(self.rules.track.points);
        self.s.points[side] = now;
        if now != before {
            self.tell(Event::Points { side, change: now as i8 - before as i8 });
        }
    }

    /// A side pays a cost in half points; costs of single actions are whole points.
    #[inline]
    pub(crate) fn pay(&mut self, side: Side, half_points: u8) {
        self.s.points[side] = self.s.points[side].saturating_sub(half_points.div_ceil(2));
    }

    /// Moves a Population Marker, to the end of the track at most (ruling I-8).
    pub(crate) fn move_marker(&mut self, region: Location, delta: i8) {
        let from = self.s.slot[region.index()];
        let to = from.saturating_add_signed(delta).min(self.rules.track.population);
        self.set_marker(region, to);
    }

    /// Puts a Population Marker on a slot.
    pub(crate) fn set_marker(&mut self, region: Location, to: u8) {
        let from = self.s.slot[region.index()];
        if from != to {
            self.s.slot[region.index()] = to;
            self.tell(Event::Marker { region, from, to });
        }
    }

    /// Moves the FLN Marker.
    pub(crate) fn move_fln_marker(&mut self, delta: i8) {
        let from = self.s.fln_marker;
        let to = from.saturating_add_signed(delta).min(self.rules.track.support);
        if from != to {
            self.s.fln_marker = to;
            self.tell(Event::FlnMarker { from, to });
        }
    }

    /// Moves the French Public Marker and says how many steps it made towards 0.
    pub(crate) fn move_public(&mut self, delta: i8) -> u8 {
        let from = self.s.french_public;
        let to = from.saturating_add_signed(delta).min(self.rules.track.support);
        if from != to {
            self.s.french_public = to;
            self.tell(Event::FrenchPublic { from, to });
        }
        from.saturating_sub(to)
    }

    /// The `number`-th unit of a set.
    #[inline]
    pub(crate) fn nth_unit(units: Units, number: u16) -> super::types::Unit {
        let mut left = units;
        for _ in 0..number {
            left &= left - 1;
        }
        super::types::Unit(left.trailing_zeros() as u8)
    }
}

impl State {
    /// True if a side can pay a cost in half points, a bill apart.
    #[inline]
    pub(crate) fn can_pay(&self, side: Side, half_points: u8) -> bool {
        self.points[side] >= half_points.div_ceil(2)
    }

    /// True if one more item keeps the bill within a side's points (ruling I-6).
    #[inline]
    pub(crate) fn can_bill(&self, side: Side, half_points: u8) -> bool {
        (u16::from(self.bill) + u16::from(half_points)).div_ceil(2) <= self.points[side].into()
    }
}
