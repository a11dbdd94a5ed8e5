//! What France knows about the types of faileks.
//!
//! For each location, and for the counter mix, `sure` holds how many of each type France is sure of, and `full_time` how many
//! it is sure are not moussebilines, that is, moudjahidines or zonal commandos. The other faileks are unknown: they come from
//! one pool, whose content is known because the counters of each type are counted.
//!
//! - Set-ups are open: everything is sure at the start.
//! - Recruits are open: their types follow from the rules.
//! - In an exchange France sees how many faileks leave and arrive (ruling I-105), and keeps what is true of all trades with
//!   such numbers that are possible there. So three for one is a zonal commando for three moussebilines. Two for one brings a
//!   moudjahidine or a zonal commando, and at least one of those that leave is a moussebiline; if France knows that there was
//!   no moudjahidine there, or that the mix has none or no zonal commando, it knows everything.
//! - A fight shows a failek: at least that many of its type are (or, if it dies, were) there.
//! - A failek that moves or is removed unseen may be of any type, so France is sure of one less of each type where it was, and
//!   does not know what arrived where it goes. If all faileks of its location are known to be of one type, so is it.
//!
//! The model keeps lower bounds of single types, and of moudjahidines and zonal commandos together. It ignores several things:
//! which of several faileks in a location moved together or crossed a border; that two bounds cannot both have been used up by
//! one unseen move; that what one trade of two for one was says something about the next; that random draws are likelier to
//! take what is common; and what the choices of the FLN reveal.

use super::rules::{ExchangeRow, Rules};
use super::state::{HOLDERS, MIX, State, TYPES};
use super::types::{Exchange, Failek, Location};

/// The number of faileks that are not moussebilines.
#[inline]
pub(crate) const fn full_time(by_type: [u8; TYPES]) -> u8 {
    let [_, moudjahidines, commandos] = by_type;
    moudjahidines + commandos
}

/// What France is sure of in one location.
#[derive(Clone, Copy)]
struct Sure {
    by_type: [u8; TYPES],
    full_time: u8,
}

impl Sure {
    /// The bounds after France learns that at least these are there, then that they leave and others come.
    fn after(self, leave: [u8; TYPES], come: [u8; TYPES]) -> Self {
        let there: [u8; TYPES] = std::array::from_fn(|failek| self.by_type[failek].max(leave[failek]));
        Self {
            by_type: std::array::from_fn(|failek| there[failek] - leave[failek] + come[failek]),
            full_time: self.full_time.max(full_time(there)) - full_time(leave) + full_time(come),
        }
    }

    /// The bounds that hold in either case.
    fn either(self, other: Self) -> Self {
        Self {
            by_type: std::array::from_fn(|failek| self.by_type[failek].min(other.by_type[failek])),
            full_time: self.full_time.min(other.full_time),
        }
    }
}

/// The faileks that France is not sure of.
pub(crate) struct Unknown {
    /// By type, wherever they are.
    pub(crate) pool: [u8; TYPES],
    /// How many of them France is sure are not moussebilines.
    full_time: u8,
}

impl State {
    /// Moves a failek whose type both sides know.
    #[inline]
    pub(crate) fn shift_seen(&mut self, from: Location, to: Location, failek: Failek) {
        let known = &mut self.sure[from.index()][failek.index()];
        *known = known.saturating_sub(1);
        self.sure[to.index()][failek.index()] += 1;
        if failek != Failek::Moussebiline {
            let left = full_time(self.sure[from.index()]);
            let sure = &mut self.full_time[from.index()];
            *sure = sure.saturating_sub(1).max(left);
            self.full_time[to.index()] += 1;
        }
        self.shift(from, to, failek);
    }

    /// Moves a failek whose type France does not see.
    #[inline]
    pub(crate) fn shift_unseen(&mut self, from: Location, to: Location, failek: Failek) {
        let total = self.faileks[from.index()].total;
        let sure = &mut self.sure[from.index()];
        if sure[failek.index()] == total {
            self.shift_seen(from, to, failek);
            return;
        }
        *sure = sure.map(|known| known.saturating_sub(1));
        let known = self.full_time[from.index()];
        self.full_time[from.index()] = known.saturating_sub(1);
        self.full_time[to.index()] += u8::from(known == total);
        self.shift(from, to, failek);
    }

    /// Shows this many faileks of each type in a location.
    #[inline]
    pub(crate) fn show(&mut self, at: Location, shown: [u8; TYPES]) {
        let sure = &mut self.sure[at.index()];
        for (sure, shown) in sure.iter_mut().zip(shown) {
            *sure = (*sure).max(shown);
        }
        let least = full_time(*sure);
        let sure = &mut self.full_time[at.index()];
        *sure = (*sure).max(least);
    }

    /// Exchanges faileks of a location with the mix; France sees only the numbers (2.1.1, ruling I-105).
    pub(crate) fn trade(&mut self, rules: &Rules, at: Location, exchange: Exchange) {
        let row = rules.exchanges[exchange.index()];
        let number = |row: ExchangeRow| row.takes.iter().sum::<u8>();
        let unknown = self.unknown(rules);
        // What all trades of that size have in common; the actual one is among them.
        let mut learnt: Option<[Sure; 2]> = None;
        for other in rules.exchanges.into_iter().filter(|other| number(*other) == number(row)) {
            if self.may_trade(&unknown, at, other) {
                let [here, mix] = [at, MIX].map(|holder| self.sure_of(holder));
                let come = other.brings();
                let now = [here.after(other.takes, come), mix.after(come, other.takes)];
                learnt = Some(learnt.map_or(now, |[a, b]| [a.either(now[0]), b.either(now[1])]));
            }
        }
        for failek in Failek::ALL {
            for _ in 0..row.takes[failek.index()] {
                self.shift(at, MIX, *failek);
            }
        }
        self.shift(MIX, at, row.gives);
        for (holder, sure) in [at, MIX].into_iter().zip(learnt.into_iter().flatten()) {
            self.sure[holder.index()] = sure.by_type;
            self.full_time[holder.index()] = sure.full_time;
        }
    }

    fn sure_of(&self, holder: Location) -> Sure {
        Sure { by_type: self.sure[holder.index()], full_time: self.full_time[holder.index()] }
    }

    /// The faileks that France is not sure of.
    pub(crate) fn unknown(&self, rules: &Rules) -> Unknown {
        let mut unknown = Unknown { pool: rules.faileks.map(|row| row.count), full_time: 0 };
        for (sure, all) in self.sure.iter().zip(self.full_time) {
            for (left, known) in unknown.pool.iter_mut().zip(sure) {
                *left -= known;
            }
            unknown.full_time += all - full_time(*sure);
        }
        unknown
    }

    /// True if, as far as France knows, the faileks for a trade may be in a location and in the mix.
    fn may_trade(&self, unknown: &Unknown, at: Location, row: ExchangeRow) -> bool {
        let mut wanted = [0; TYPES];
        // The number of unknown faileks that would not be moussebilines.
        let mut others = unknown.full_time;
        for (holder, needs) in [(at, row.takes), (MIX, row.brings())] {
            let Sure { by_type, full_time: all } = self.sure_of(holder);
            let more: [u8; TYPES] =
                std::array::from_fn(|failek| needs[failek].saturating_sub(by_type[failek]));
            let room = self.failek_count(holder) - by_type.iter().sum::<u8>();
            let taken = all - full_time(by_type);
            if more[0] + taken.max(full_time(more)) > room {
                return false;
            }
            others += full_time(more).saturating_sub(taken);
            for (wanted, more) in wanted.iter_mut().zip(more) {
                *wanted += more;
            }
        }
        wanted.iter().zip(unknown.pool).all(|(wanted, left)| *wanted <= left)
            && others <= full_time(unknown.pool)
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

    /// Recomputes which locations have faileks.
    pub(crate) fn count_occupied(&mut self) {
        let holders = (0..HOLDERS as u8).map(Location).filter(|holder| self.faileks(*holder).total > 0);
        self.occupied = holders.fold(0, |all, holder| all | holder.bit());
    }

    /// The type of the `number`-th failek in a group, ordered by type.
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
