//! What each side sees, and full positions consistent with it.
//!
//! Hidden are: the types of faileks from France (except those that [`super::knowledge`] is sure of), hands and cups from the
//! other side, the faces of chits on the track from the side whose set they belong to (the other side put them there), and a
//! combat chit until both are shown.
//!
//! Determinization draws uniformly among the consistent assignments of hidden things. It ignores what choices reveal: which
//! chits a side chose or did not play in time, which faileks it moved or where it recruited. If nearly every assignment would
//! rule out that the other side has a decision now (a maquis that misses faileks would have forced a recruit, so the counter
//! mix has none of its type left), the draw is uniform given what the mix must have.

use rand::{Rng, RngExt};

use super::knowledge::full_time;
use super::rules::Rules;
use super::state::{Group, HOLDERS, MIX, State, TYPES};
use super::types::{Chit, Chits, Combat, Failek};
use super::words::Node;
use crate::side::Side;

/// How many times a determinization is redrawn because it would leave the decider without a choice.
const ATTEMPTS: usize = 256;

/// A condition on the faileks in the counter mix that France knows nothing about.
#[derive(Clone, Copy)]
enum Mix {
    /// No condition.
    Any,
    /// At least one of a type.
    Some(usize),
    /// None of a type.
    None(usize),
}

impl State {
    /// The state with everything blanked that a side does not see.
    pub(crate) fn seen_by(&self, side: Side) -> Self {
        let mut seen = *self;
        let other = side.other();
        seen.cup[other] |= seen.hand[other];
        seen.hand[other] = 0;
        seen.cup[side] |= seen.track[side];
        seen.track[side] = 0;
        seen.flow.combat[other] = None;
        if self.flow.node == Node::ChooseChits && self.flow.chooser == other {
            seen.flow.least = 0;
        }
        if side == Side::France {
            seen.blank_faileks();
        }
        seen
    }

    fn blank_faileks(&mut self) {
        for group in &mut self.faileks {
            *group = group.unseen();
        }
        for part in self.moved.iter_mut().chain(&mut self.arrived) {
            *part = [part.iter().sum(), 0, 0];
        }
        self.flow.picked = 0;
        match self.flow.node {
            Node::Supply => self.flow.least = 0,
            Node::ChitFailek => self.flow.least -= self.flow.least % TYPES as u8,
            _ => {}
        }
    }

    /// A full position consistent with what a side sees.
    pub(crate) fn determinized<R: Rng>(&self, rules: &Rules, side: Side, rng: &mut R) -> Self {
        let fits = |state: &Self| state.flow.node == Node::Over || state.choices(rules) > 1;
        let fitting = self.determinized_to(rules, side, rng, fits);
        fitting.unwrap_or_else(|| self.guess(rules, side, Mix::Any, rng))
    }

    /// A full position consistent with what a side sees and with one more condition; `None` if none was found.
    pub(super) fn determinized_to<R: Rng>(
        &self,
        rules: &Rules,
        side: Side,
        rng: &mut R,
        mut fits: impl FnMut(&Self) -> bool,
    ) -> Option<Self> {
        for _ in 0..ATTEMPTS {
            let state = self.guess(rules, side, Mix::Any, rng);
            if fits(&state) {
                return Some(state);
            }
        }
        let mixes = (0..TYPES).map(Mix::Some).chain((0..TYPES).map(Mix::None));
        for mix in mixes.cycle().take(ATTEMPTS) {
            let state = self.guess(rules, side, mix, rng);
            if fits(&state) {
                return Some(state);
            }
        }
        None
    }

    fn guess<R: Rng>(&self, rules: &Rules, side: Side, mix: Mix, rng: &mut R) -> Self {
        let mut state = *self;
        state.guess_track(rules, side, rng);
        state.guess_hand(side.other(), rng);
        if self.flow.node == Node::CombatChit && self.flow.chooser == Side::France && side == Side::France {
            state.flow.combat.fln = Some(Combat::ALL[rng.random_range(0..Combat::ALL.len())]);
        }
        if side == Side::France {
            state.guess_faileks(rules, mix, rng);
        }
        state
    }

    /// Guesses the faces of a side's own chits on the track: one for each last year that shows.
    fn guess_track<R: Rng>(&mut self, rules: &Rules, side: Side, rng: &mut R) {
        for year in 0..rules.calendar.years {
            if self.track_years[side] & 1 << year != 0 {
                let candidates = Chit::each(self.cup[side])
                    .filter(|chit| rules.chit(*chit).last == year)
                    .fold(0, |all, chit| all | chit.bit());
                let chit = random_chit(candidates, rng);
                self.track[side] |= chit;
                self.cup[side] &= !chit;
            }
        }
    }

    /// Guesses the other side's hand: a random set of the right size from the possible chits. While the other side chooses
    /// chits in the order of their ids, enough must remain above the last one.
    fn guess_hand<R: Rng>(&mut self, side: Side, rng: &mut R) {
        let choosing = self.flow.node == Node::ChooseChits && self.flow.chooser == side;
        loop {
            let (mut cup, mut hand) = (self.cup[side], 0);
            for _ in 0..self.hand_size[side] {
                let chit = random_chit(cup, rng);
                cup &= !chit;
                hand |= chit;
            }
            if choosing {
                self.flow.least = (Chits::BITS - hand.leading_zeros()) as u8;
                let above = if self.flow.least >= 64 { 0 } else { cup >> self.flow.least };
                if above.count_ones() < u32::from(self.flow.left) {
                    continue;
                }
            }
            self.cup[side] = cup;
            self.hand[side] = hand;
            return;
        }
    }

    /// Guesses the types of faileks: those that France is not sure of come from one pool.
    fn guess_faileks<R: Rng>(&mut self, rules: &Rules, mix: Mix, rng: &mut R) {
        let mut pool = self.unknown(rules).pool;
        // The mix is dealt first, while the pool is full, and within it those that are not moussebilines.
        let holders =
            || std::iter::once(MIX.index()).chain((0..HOLDERS).filter(|holder| *holder != MIX.index()));
        let mut dealt = self.sure;
        for holder in holders() {
            let sure = self.sure[holder];
            let count = self.full_time[holder] - full_time(sure);
            let aside = std::mem::take(&mut pool[0]);
            let drawn = draw_for(holder, &mut pool, count, mix, rng);
            pool[0] = aside;
            dealt[holder] = std::array::from_fn(|failek| sure[failek] + drawn[failek]);
        }
        for holder in holders() {
            let by_type = dealt[holder];
            let left = self.faileks[holder].total - by_type.iter().sum::<u8>();
            let drawn = draw_for(holder, &mut pool, left, mix, rng);
            self.faileks[holder] = Group::new(std::array::from_fn(|failek| by_type[failek] + drawn[failek]));
        }
        for at in 0..self.moved.len() {
            let count = self.moved[at][0];
            self.moved[at] = draw_some(&mut self.faileks[at].by_type(), count, rng);
        }
        for region in 0..self.arrived.len() {
            let count = self.arrived[region][0];
            // While faileks still move, those that crossed the border are among those that have moved.
            let mut from = if count > 0 && self.moved[region] != [0; TYPES] {
                self.moved[region]
            } else {
                self.faileks[region].by_type()
            };
            self.arrived[region] = draw_some(&mut from, count, rng);
        }
        if self.flow.node == Node::MoveFailek {
            let mut still = self.faileks(self.flow.site).by_type();
            if let Some(moved) = self.moved.get(self.flow.site.index()) {
                for (left, gone) in still.iter_mut().zip(moved) {
                    *left -= gone;
                }
            }
            let total: u16 = still.iter().map(|count| u16::from(*count)).sum();
            if total > 0 {
                self.flow.picked = Self::nth(still, rng.random_range(0..total)) as u8;
            }
        }
    }
}

/// A random chit from a set, as a set; empty if the set is.
fn random_chit<R: Rng>(chits: Chits, rng: &mut R) -> Chits {
    if chits == 0 {
        return 0;
    }
    let number = rng.random_range(0..chits.count_ones());
    let mut left = chits;
    for _ in 0..number {
        left &= left - 1;
    }
    left & left.wrapping_neg()
}

/// Draws faileks from a pool, for a location or the mix.
fn draw_for<R: Rng>(holder: usize, pool: &mut [u8; TYPES], count: u8, mix: Mix, rng: &mut R) -> [u8; TYPES] {
    if holder == MIX.index() { draw_mix(pool, count, mix, rng) } else { draw_some(pool, count, rng) }
}

/// Draws faileks from a pool for the mix, meeting its condition as far as the pool allows.
fn draw_mix<R: Rng>(pool: &mut [u8; TYPES], count: u8, mix: Mix, rng: &mut R) -> [u8; TYPES] {
    let mut drawn = [0; TYPES];
    let mut left = count;
    match mix {
        Mix::Some(one) if pool[one] > 0 && left > 0 => {
            pool[one] -= 1;
            drawn[one] += 1;
            left -= 1;
        }
        Mix::None(one) => {
            let aside = std::mem::take(&mut pool[one]);
            drawn = draw_some(pool, left, rng);
            left -= drawn.iter().sum::<u8>();
            pool[one] = aside;
        }
        Mix::Any | Mix::Some(_) => {}
    }
    let rest = draw_some(pool, left, rng);
    std::array::from_fn(|failek| drawn[failek] + rest[failek])
}

/// Draws faileks from a pool.
fn draw_some<R: Rng>(pool: &mut [u8; TYPES], count: u8, rng: &mut R) -> [u8; TYPES] {
    let mut drawn = [0; TYPES];
    let mut total: u16 = pool.iter().map(|count| u16::from(*count)).sum();
    for _ in 0..count {
        if total == 0 {
            break;
        }
        let failek: Failek = State::nth(*pool, rng.random_range(0..total));
        pool[failek.index()] -= 1;
        drawn[failek.index()] += 1;
        total -= 1;
    }
    drawn
}
