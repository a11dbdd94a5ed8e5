//! FLN recruitment (rulebook 2.1, rulings I-43 to I-48, I-102).

use crate::ici::formulas;
use arrayvec::ArrayVec;

use crate::dice::Dice;
use crate::ici::action::{Action, Verb};
use crate::ici::event::Event;
use crate::ici::offer::{Offer, Prices};
use crate::ici::play::Play;
use crate::ici::rules::Rules;
use crate::ici::state::{MIX, State, TYPES, counted};
use crate::ici::types::{
    COUNTRIES, Exchange, Failek, FlnAction, Level, Location, Mask, POPULATED, Regions, at_most, equal,
};
use crate::ici::words::{Node, Phase};
use crate::side::Side;
use crate::sink::Sink;

/// Values shared by all recruits at one moment.
struct Recruiting {
    /// The price in a region whose marker is on the FLN's side, and in any other.
    prices: [u8; 2],
    /// The highest price, in half points, that keeps the bill within the FLN's points.
    most: u8,
    /// True if the mix has a moussebiline, and a moudjahidine.
    types: [bool; 2],
}

/// The populated regions with faileks that have room for a recruit.
///
/// Recruits change nothing else: neither markers, nor levels, nor which locations have faileks.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// By the type of the next recruit: a moussebiline, a moudjahidine.
    next: [Regions; 2],
    /// The regions whose markers are on the FLN's side.
    low: Regions,
}

impl State {
    /// The values shared by all recruits at one moment.
    #[inline]
    fn recruiting(&self, rules: &Rules) -> Recruiting {
        Recruiting {
            prices: formulas::region_recruit_prices(rules, self),
            most: (2 * self.points.fln).saturating_sub(self.flow.bill),
            types: [self.in_mix(Failek::Moussebiline), self.in_mix(Failek::Moudjahidine)],
        }
    }

    /// The populated regions with faileks that have room for a recruit.
    #[inline]
    fn room(&self, rules: &Rules) -> Room {
        let there = self.occupied as Regions & rules.map.populated;
        let count: &[u8; POPULATED] = self.recruits.first_chunk().unwrap_or(&[0; POPULATED]);
        let none = equal(count, 0);
        // Most have no recruits yet, and room for one except at some levels.
        let mut others = !none;
        for (level, more) in Level::ALL.iter().zip(rules.recruit.level) {
            if more < 0 {
                others |= self.at_level(*level);
            }
        }
        let mut room = Room { next: [there & none, 0], low: self.low_markers(rules) };
        for at in Location::regions(there & others) {
            self.fill(rules, at, &mut room);
        }
        room
    }

    /// Checks whether a location has room.
    #[inline]
    fn fill(&self, rules: &Rules, at: Location, room: &mut Room) {
        if !at.is_populated() {
            return;
        }
        let so_far = self.recruits[at.index()];
        let more = so_far < formulas::recruit_limit(rules, self, at);
        for (parity, next) in room.next.iter_mut().enumerate() {
            let may = more && usize::from(so_far % 2) == parity;
            *next = *next & !at.region_bit() | Regions::from(may) << at.0;
        }
    }

    /// The regions whose markers are on the FLN's side.
    #[inline]
    fn low_markers(&self, rules: &Rules) -> Regions {
        at_most(&self.slot, rules.track.fln_side)
    }

    /// The prices of a recruit in populated regions.
    #[inline]
    fn recruit_prices(rules: &Rules, low: Regions, now: &Recruiting) -> Prices {
        let (cities, others) = (rules.map.major_cities, rules.map.populated & !rules.map.major_cities);
        let [near, far] = now.prices;
        [(others & low, near), (others & !low, far), (cities, rules.cost.recruit_major_city)]
    }

    /// The type of the next recruit in a location; it follows from the count.
    #[inline]
    fn recruit_type(&self, at: Location) -> Failek {
        let second = at.is_country() || self.recruits[at.index()] % 2 == 1;
        if second { Failek::Moudjahidine } else { Failek::Moussebiline }
    }

    /// True if a country has a recruit to offer (2.1.3).
    fn recruits_abroad(&self, rules: &Rules, at: Location) -> bool {
        self.is_independent(at.country_index())
            && self.recruits[counted(at)] < formulas::recruit_limit(rules, self, at)
            && self.in_mix(Failek::Moudjahidine)
            && formulas::can_bill(self, Side::Fln, formulas::recruit_price(rules, self, at))
    }

    /// True if a country has fewer faileks than its maquis hold (2.2.3b).
    fn missing(&self, country: u8) -> bool {
        self.maquis[usize::from(country)] > self.failek_count(Location::country(country))
    }
}

/// Offers exchanges in regions, towns and cities (ruling I-43), or done.
pub(in crate::ici) fn offer_exchange(r: &Rules, s: &State, out: &mut Offer) {
    if !r.fln_barred(FlnAction::Exchange) && formulas::can_bill(s, Side::Fln, r.cost.exchange) {
        // All types at once, two bytes each: a type with too few faileks borrows its highest bit.
        const HIGH: u64 = 0x8000_8000_8000;
        let word = |[a, b, c]: [u8; TYPES]| u64::from_le_bytes([a, 0, b, 0, c, 0, 0, 0]);
        let mut trades = ArrayVec::<(Exchange, u64), { Exchange::ALL.len() }>::new();
        for exchange in Exchange::ALL {
            let row = &r.exchanges[exchange.index()];
            if s.in_mix(row.gives) {
                trades.push((*exchange, word(row.takes)));
            }
        }
        for at in Location::each(s.occupied & r.map.algeria & !r.map.sites) {
            let here = s.faileks(at);
            if here.total < 2 {
                continue;
            }
            let has = word(here.by_type()) | HIGH;
            for (exchange, takes) in &trades {
                if (has - takes) & HIGH == HIGH {
                    out.add(Action::Exchange(at, *exchange));
                }
            }
        }
    }
    out.add(Action::Done);
}

/// Offers regions and independent countries below their limits, or done. Faileks missing under maquis come first.
pub(in crate::ici) fn offer_recruit(r: &Rules, s: &State, out: &mut Offer) {
    let room = s.room(r);
    let mut places: Mask = 0;
    let may = !r.fln_barred(FlnAction::Recruit);
    if may && s.maquis != [0; COUNTRIES] {
        for country in (0..COUNTRIES as u8).filter(|country| s.missing(*country)) {
            let at = Location::country(country);
            if s.recruits_abroad(r, at) {
                places |= at.bit();
            }
        }
    }
    let forced = places != 0;
    let now = s.recruiting(r);
    let prices = State::recruit_prices(r, room.low, &now);
    if may && !forced {
        for (there, here) in now.types.into_iter().zip(room.next) {
            places |= if there { here.into() } else { 0 };
        }
        let dear = prices.iter().filter(|(_, price)| *price > now.most);
        places &= !Mask::from(dear.fold(0, |dear, (regions, _)| dear | regions));
        if s.independent != 0 && now.types[1] {
            for at in (0..COUNTRIES as u8).map(Location::country) {
                if s.recruits_abroad(r, at) {
                    places |= at.bit();
                }
            }
        }
    }
    out.offer_recruits(Verb::Recruit, places, prices, !forced);
}

/// Offers a moussebiline in any populated region, or none.
pub(in crate::ici) fn offer_extra_recruit(r: &Rules, s: &State, out: &mut Offer) {
    let mut regions: Regions = 0;
    let prices = State::recruit_prices(r, s.low_markers(r), &s.recruiting(r));
    if s.flow.left > 0 && !r.fln_barred(FlnAction::Recruit) && s.in_mix(Failek::Moussebiline) {
        for (places, price) in prices {
            if formulas::can_bill(s, Side::Fln, price) {
                regions |= places;
            }
        }
    }
    out.offer_recruits(Verb::Extra, regions.into(), prices, true);
}

impl<D: Dice, S: Sink<Event>> Play<'_, D, S> {
    /// Starts the reinforcement phase.
    pub(in crate::ici) fn begin_reinforcement(&mut self) {
        self.enter(Phase::Reinforcement);
        self.s.flow.bill = 0;
        self.s.recruits = [0; POPULATED + COUNTRIES];
        self.go_to(Node::Exchange);
    }

    /// Exchanges faileks.
    pub(in crate::ici) fn exchange(&mut self, at: Location, exchange: Exchange) {
        self.s.trade(self.r, at, exchange);
        let price = self.r.cost.exchange;
        self.s.flow.bill += price;
        let given = self.r.exchanges[exchange.index()].takes.iter().sum();
        self.tell(Event::Exchanged { at, given, taken: 1, price });
        self.tell(Event::ExchangedTypes { at, exchange });
    }

    /// Recruits a failek.
    pub(in crate::ici) fn recruit(&mut self, at: Location) {
        let failek = self.s.recruit_type(at);
        self.s.flow.bill += formulas::recruit_price(self.r, self.s, at);
        self.s.recruits[counted(at)] += 1;
        self.s.shift_seen(MIX, at, failek);
        self.tell(Event::Recruited { at, failek });
    }

    pub(in crate::ici) fn end_recruiting(&mut self) {
        self.s.flow.left = self.r.recruit.extra;
        self.go_to(Node::ExtraRecruit);
    }

    /// Recruits the extra moussebiline.
    pub(in crate::ici) fn extra_recruit(&mut self, at: Location) {
        self.s.flow.bill += formulas::recruit_price(self.r, self.s, at);
        self.s.shift_seen(MIX, at, Failek::Moussebiline);
        self.tell(Event::Recruited { at, failek: Failek::Moussebiline });
        self.s.flow.left -= 1;
        if self.s.flow.left == 0 {
            self.pay_recruits();
        }
    }

    /// Pays the bill, rounded up (ruling I-6).
    pub(in crate::ici) fn pay_recruits(&mut self) {
        self.pay(Side::Fln, self.s.flow.bill);
        self.s.flow.bill = 0;
        self.go_to(Node::Waves);
    }
}
