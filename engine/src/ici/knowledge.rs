//! What France knows of the types of faileks.
//!
//! For each location, and for the counter mix, `sure` holds how many of each type France is sure of. The rest of the
//! faileks are unknown: they come from one pool, whose content is known because the counters of each type are counted.
//!
//! - Set-ups are open: everything is sure at the start.
//! - Recruits and exchanges are open: their types follow from the rules or from the trade.
//! - A fight shows a failek: at least that many of its type are (or, if it dies, were) there.
//! - A failek that moves or is removed unseen may be of any type, so one of each type is less sure where it was, and
//!   it is unknown where it goes. If all faileks of its location are known to be of one type, so is it.
//!
//! The model keeps lower bounds of single types only. It forgets: which of several faileks of a location moved
//! together or came over a border; that two bounds cannot both have been used up by one unseen move; that random draws
//! are likelier to take what is common; and what the choices of the FLN give away.

use super::state::{Group, HOLDERS, State, TYPES};
use super::types::{Failek, Location};

impl Group {
    /// Adds a failek.
    #[inline]
    pub(crate) fn add(&mut self, failek: Failek) {
        self.by_type[failek.index()] += 1;
        self.total += 1;
    }

    /// Takes a failek away.
    #[inline]
    pub(crate) fn take(&mut self, failek: Failek) {
        self.by_type[failek.index()] -= 1;
        self.total -= 1;
    }
}

impl State {
    /// A failek changes its location, and both sides know its type.
    #[inline]
    pub(crate) fn shift_seen(&mut self, from: Location, to: Location, failek: Failek) {
        let known = &mut self.sure[from.index()][failek.index()];
        *known = known.saturating_sub(1);
        self.sure[to.index()][failek.index()] += 1;
        self.shift(from, to, failek);
    }

    /// A failek changes its location, and France does not see its type.
    #[inline]
    pub(crate) fn shift_unseen(&mut self, from: Location, to: Location, failek: Failek) {
        let total = self.faileks[from.index()].total;
        let sure = &mut self.sure[from.index()];
        if sure[failek.index()] == total {
            sure[failek.index()] -= 1;
            self.sure[to.index()][failek.index()] += 1;
        } else {
            *sure = sure.map(|known| known.saturating_sub(1));
        }
        self.shift(from, to, failek);
    }

    /// So many faileks of each type are shown in a location.
    #[inline]
    pub(crate) fn show(&mut self, at: Location, shown: [u8; TYPES]) {
        for (sure, shown) in self.sure[at.index()].iter_mut().zip(shown) {
            *sure = (*sure).max(shown);
        }
    }

    #[inline]
    fn shift(&mut self, from: Location, to: Location, failek: Failek) {
        let left = &mut self.faileks[from.index()];
        left.take(failek);
        if left.total == 0 {
            self.occupied &= !from.bit();
        }
        self.faileks[to.index()].add(failek);
        self.occupied |= to.bit();
    }

    /// Finds out where there are faileks.
    pub(crate) fn count_occupied(&mut self) {
        let holders = (0..HOLDERS as u8).map(Location).filter(|holder| self.faileks(*holder).total > 0);
        self.occupied = holders.fold(0, |all, holder| all | holder.bit());
    }

    /// The type of the `number`-th failek of a group, the types in order.
    #[inline]
    pub(crate) fn nth(group: [u8; TYPES], number: u16) -> Failek {
        let mut number = number;
        for failek in Failek::ALL {
            let here = u16::from(group[failek.index()]);
            if number < here {
                return *failek;
            }
            number -= here;
        }
        Failek::Moussebiline
    }
}
