//! Formulas: Control, limits, modifiers, prices and odds, as pure functions of the rules and a position.
//!
//! The rules, the bots and the page all use these.

use std::iter::repeat_n;

use super::action::Action;
use super::rules::{Rules, Stack};
use super::state::State;
use super::types::{
    Amount, COUNTRIES, Class, Failek, Flag, Kind, Level, Location, Mask, Regions, Unit, Units,
};
use crate::side::Side;

/// Control of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The FLN.
    Fln,
    /// Neither: only regions with a population symbol can be contested.
    Contested,
    /// France.
    France,
}

/// Control of the regions, one bit each; France controls the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// The regions that the FLN controls.
    pub(crate) fln: Regions,
    /// The regions that are contested.
    pub(crate) contested: Regions,
}

impl Held {
    /// The regions that France does not control.
    #[inline]
    pub(crate) const fn lost(self) -> Regions {
        self.fln | self.contested
    }
}

/// The garrison value of a populated region (rulebook J).
#[must_use]
#[inline]
pub fn garrison(r: &Rules, s: &State, region: Location) -> u8 {
    s.density + r.map.population[region.index()]
}

/// True if this many faileks hold a location against a garrison value, or against French units where nobody lives (rulebook N).
#[inline]
const fn holds(faileks: u32, against: u32) -> bool {
    faileks >= against
}

/// True if this many faileks contest a populated region without holding it (rulebook N).
#[inline]
const fn contests(faileks: u32, garrison: u32) -> bool {
    2 * faileks > garrison
}

/// Control of a populated region, given its number of faileks and its garrison value (rulebook N).
#[must_use]
#[inline]
pub fn control_by(faileks: u8, garrison: u8) -> Control {
    let (faileks, garrison) = (u32::from(faileks), u32::from(garrison));
    if faileks > 0 && holds(faileks, garrison) {
        Control::Fln
    } else if contests(faileks, garrison) {
        Control::Contested
    } else {
        Control::France
    }
}

/// Control of a region or place right now (rulebook N).
#[must_use]
#[inline]
pub fn control(r: &Rules, s: &State, at: Location) -> Control {
    let faileks = s.failek_count(at);
    if at.is_populated() {
        control_by(faileks, garrison(r, s, at))
    } else if faileks > 0 && holds(faileks.into(), s.french_count(at).into()) {
        Control::Fln
    } else {
        Control::France
    }
}

/// Control of all regions, including the Sahara.
#[inline]
pub(crate) fn held(r: &Rules, s: &State) -> Held {
    held_among(r, s, Regions::MAX)
}

/// Control of some regions; the rest count as France's.
#[inline]
pub(crate) fn held_among(r: &Rules, s: &State, among: Regions) -> Held {
    let (mut fln, mut contested) = (0, 0);
    for region in Location::regions(occupied_regions(r, s) & among) {
        let faileks = u32::from(s.failek_count(region));
        let garrison = u32::from(garrison(r, s, region));
        let french = u32::from(s.french_count(region));
        let populated = region.is_populated();
        let held = holds(faileks, if populated { garrison } else { french });
        let contests = populated & !held & contests(faileks, garrison);
        fln |= Regions::from(held) << region.0;
        contested |= Regions::from(contests) << region.0;
    }
    Held { fln, contested }
}

/// The regions that the FLN controls, including the Sahara.
#[must_use]
pub fn fln_regions(r: &Rules, s: &State) -> Regions {
    held(r, s).fln
}

/// The regions that France controls, including the Sahara.
#[must_use]
pub fn france_regions(r: &Rules, s: &State) -> Regions {
    let all = ((1u64 << r.map.regions) - 1) as Regions;
    all & !held(r, s).lost()
}

/// The populated regions that France does not control.
#[must_use]
pub fn contested_or_fln(r: &Rules, s: &State) -> Regions {
    r.map.populated & !france_regions(r, s)
}

/// True if the populated region is contested.
#[must_use]
#[inline]
pub fn is_contested(r: &Rules, s: &State, region: Location) -> bool {
    control(r, s, region) == Control::Contested
}

/// The regions with faileks.
#[inline]
pub(crate) fn occupied_regions(r: &Rules, s: &State) -> Regions {
    s.occupied as Regions & r.map.algeria as Regions & ((1 << Location::FIRST_PLACE) - 1)
}

/// The number of faileks in Algeria: everywhere except the countries (ruling I-39).
#[must_use]
pub fn faileks_in_algeria(s: &State) -> u8 {
    Location::each(s.occupied).take_while(|at| at.in_algeria()).map(|at| s.failek_count(at)).sum()
}

/// The number of faileks in the countries.
#[must_use]
pub fn faileks_in_countries(s: &State) -> u8 {
    (0..COUNTRIES).map(|country| s.failek_count(Location::country(country as u8))).sum()
}

/// The number of faileks abroad that reduce France's points: all except those held by maquis (1.1, 2.2.3).
#[must_use]
pub fn faileks_abroad(s: &State) -> u8 {
    (0..COUNTRIES)
        .map(|country| s.failek_count(Location::country(country as u8)).saturating_sub(s.maquis[country]))
        .sum()
}

/// Regions and places that can be entered: all except inactive resource sites (ruling I-58).
#[must_use]
#[inline]
pub fn open(r: &Rules, s: &State) -> Mask {
    if s.has(Flag::Oil) { r.map.algeria } else { r.map.algeria & !r.map.sites }
}

/// Where a unit of a class can enter: a harbour, or the area of Bellounis' men (rulings I-51, I-53).
pub(crate) fn entrances(r: &Rules, class: Class) -> Mask {
    if r.classes[class.index()].bellounis { r.map.bellounis & !r.map.sites } else { r.map.harbours }
}

/// The number of faileks that a populated region can supply, given how many times it has been resettled and whether its marker
/// is on the FLN's side of the track (3.2).
#[must_use]
#[inline]
pub fn supply_limit(r: &Rules, region: Location, resettled: u8, low: bool) -> u8 {
    let more = if low { r.supply.low_marker } else { 0 };
    r.map.population[region.index()] + r.supply.base[usize::from(resettled)] + more
}

/// The number of faileks that a location may hold: the stacking limit (rulebook H), or the supply limit of a region that has
/// one (3.2, ruling I-61). `None` in countries.
#[must_use]
pub fn failek_limit(r: &Rules, s: &State, at: Location) -> Option<u8> {
    let kind = r.map.kind[at.index()];
    let stack = &r.stacking[kind.index()];
    if stack.by_supply && at.is_populated() {
        let region = at.index();
        let low = marker_side(r, s.slot[region]) == Side::Fln;
        return Some(supply_limit(r, at, s.resettled[region], low));
    }
    (kind != Kind::Country && stack.faileks != Stack::NONE).then_some(stack.faileks)
}

/// The number of faileks in a location beyond the supply limit.
pub(crate) fn unsupplied(r: &Rules, s: &State, at: Location) -> u8 {
    if !r.stacking[r.map.kind[at.index()].index()].by_supply {
        return 0;
    }
    failek_limit(r, s, at).map_or(0, |limit| s.failek_count(at).saturating_sub(limit))
}

/// True if another French unit stays within the stacking limit.
#[inline]
pub(crate) fn has_room(r: &Rules, s: &State, at: Location) -> bool {
    s.french[at.index()] < r.stacking[r.map.kind[at.index()].index()].french
}

/// The side of the track that a marker is on, which decides prices and dice: the FLN's side is 0 to 10.
#[must_use]
#[inline]
pub fn marker_side(r: &Rules, slot: u8) -> Side {
    if slot <= r.track.fln_side { Side::Fln } else { Side::France }
}

/// True if a side can pay a cost in half points, not counting its bill.
#[inline]
pub(crate) fn can_pay(s: &State, side: Side, half_points: u8) -> bool {
    s.points[side] >= half_points.div_ceil(2)
}

/// True if another item keeps the bill within a side's points (ruling I-6).
#[inline]
pub(crate) fn can_bill(s: &State, side: Side, half_points: u8) -> bool {
    (u16::from(s.flow.bill) + u16::from(half_points)).div_ceil(2) <= s.points[side].into()
}

/// The price of a recruit in half points in a region that is not a major city: with its marker on the FLN's side of the track,
/// and on the other (2.1.2, ruling I-47).
#[inline]
pub(crate) fn region_recruit_prices(r: &Rules, s: &State) -> [u8; 2] {
    let cost = &r.cost;
    match marker_side(r, s.fln_marker) {
        Side::Fln => [cost.recruit_both_low, cost.recruit_other],
        Side::France => [cost.recruit_other, cost.recruit_both_high],
    }
}

/// The price of a recruit in half points (2.1.2, rulings I-47, I-48).
#[must_use]
#[inline]
pub fn recruit_price(r: &Rules, s: &State, at: Location) -> u8 {
    if at.is_country() {
        let maquis = s.maquis[at.country_index()] > 0;
        return if maquis { r.cost.recruit_abroad_maquis } else { r.cost.recruit_abroad };
    }
    if r.map.major_cities & at.region_bit() != 0 {
        return r.cost.recruit_major_city;
    }
    let [low, high] = region_recruit_prices(r, s);
    if marker_side(r, s.slot[at.index()]) == Side::Fln { low } else { high }
}

/// The number of faileks that may be recruited in a location in a turn (ruling I-45; 2.1.3 abroad).
#[must_use]
#[inline]
pub fn recruit_limit(r: &Rules, s: &State, at: Location) -> u8 {
    if at.is_country() {
        return r.map.country_population[at.country_index()];
    }
    let more = r.recruit.level[s.level[at.index()] as usize];
    r.map.population[at.index()].saturating_add_signed(more)
}

/// New points of a side before its lasting chits (1.1, ruling I-30).
#[must_use]
pub fn new_points(r: &Rules, s: &State, side: Side) -> u8 {
    let points = &r.points;
    let new = match side {
        Side::France => {
            let base = u16::from(points.france_start) + u16::from(points.france_step) * u16::from(s.turn);
            let base = base.min(points.france_max.min(s.points_cap).into()) as i16;
            base - i16::from(faileks_abroad(s) / points.faileks_abroad)
        }
        Side::Fln => {
            let mut sum = i16::from(points.fln_base);
            for region in Location::regions(r.map.populated & s.occupied as Regions) {
                if control(r, s, region) != Control::France {
                    sum += i16::from(r.map.population[region.index()]);
                }
            }
            sum - i16::from(s.fln_marker)
        }
    };
    new.clamp(0, i16::from(r.track.points)) as u8
}

/// The FLN's extra points (3.3.1, ruling I-5).
#[must_use]
pub fn fln_extra_points(r: &Rules, s: &State) -> u8 {
    let (map, extra) = (&r.map, &r.extra);
    let mut shares = 0;
    for city in Location::regions(map.major_cities) {
        if control(r, s, city) != Control::France {
            shares += extra.major_city;
        }
    }
    for place in Location::each((map.cities | map.towns) & s.occupied) {
        if control(r, s, place) == Control::Fln {
            shares += if map.cities & place.bit() != 0 { extra.city } else { extra.town };
        }
    }
    (shares / extra.fln_denominator.max(1)) as u8
}

/// France's extra points (4.2.1, ruling I-5).
#[must_use]
pub fn france_extra_points(r: &Rules, s: &State) -> u8 {
    let mut shares = 0;
    for region in Location::regions(r.map.populated) {
        if s.level[region.index()] == Level::Support {
            shares += r.extra.support[usize::from(r.map.population[region.index()]) & 3];
        }
    }
    (shares / r.extra.france_denominator.max(1)) as u8
}

/// The number of faileks in a region that crossed the Morice Line this turn.
#[must_use]
pub fn arrivals(s: &State, region: Location) -> u8 {
    s.arrived[region.index()].iter().sum()
}

/// True if the last failek in a location cannot be found (ruling I-73).
#[inline]
fn last_is_safe(r: &Rules, s: &State, at: Location) -> bool {
    let in_fln_level = |region: Location| region.is_populated() && s.level[region.index()] == Level::Fln;
    if at.is_region() {
        in_fln_level(at)
    } else {
        r.map.sites & at.bit() == 0 && Location::regions(r.map.touches[at.place_index()]).any(in_fln_level)
    }
}

/// The number of faileks that a search of a location may find.
#[must_use]
#[inline]
pub fn findable(r: &Rules, s: &State, at: Location) -> u8 {
    let here = s.failek_count(at);
    here - u8::from(here > 0 && last_is_safe(r, s, at))
}

/// The number of dice of a search, given the number of attackers (rulings I-70, I-71).
#[must_use]
pub fn search_dice(r: &Rules, s: &State, at: Location, attackers: u8) -> u8 {
    let french = s.french_count(at);
    if at.is_region() {
        (s.density + french / r.search.units_per_die.max(1)).min(r.search.max_dice).min(attackers)
    } else {
        french.min(r.search.max_dice)
    }
}

/// The modifier of a search die (rulebook E, ruling I-95).
#[must_use]
pub fn search_modifier(r: &Rules, s: &State, at: Location, attackers: Units) -> i8 {
    if !at.is_region() {
        return 0;
    }
    let region = at.index();
    let (mut terrain, mut level) = (r.search.terrain[region], 0);
    if at.is_populated() {
        level = r.search.level[s.level[region] as usize];
    }
    if s.has(Flag::CommandoDeChasse) {
        terrain = terrain.max(0);
    }
    if s.has(Flag::Informers) {
        level = level.max(0);
    }
    let mut special = 0;
    for unit in Unit::each(attackers) {
        special = special.max(r.classes[r.class(unit).index()].search[region]);
    }
    terrain + level + special
}

/// The price in half points of a unit that enters, whether it returns or arrives (2.2.1, 2.2.2).
#[inline]
pub(crate) fn entry_price(r: &Rules, s: &State) -> u8 {
    if s.flow.op == 0 { r.cost.return_unit } else { r.cost.arrival }
}

/// Points that a failek pays to enter a region that France controls (3.1.1, ruling I-57).
#[inline]
pub(crate) fn enter_price(r: &Rules) -> u8 {
    r.cost.enter.div_ceil(2)
}

/// Points that a French unit pays to pass through a region that the FLN controls (3.4, ruling I-67).
#[inline]
pub(crate) fn pass_price(r: &Rules) -> u8 {
    r.cost.pass.div_ceil(2)
}

/// The price of an action in half points at the time it is played.
#[must_use]
#[inline(always)]
pub fn price(r: &Rules, s: &State, action: Action) -> u8 {
    let cost = &r.cost;
    match action {
        Action::Exchange(..) => cost.exchange,
        Action::Recruit(at) | Action::Extra(at) => recruit_price(r, s, at),
        Action::Enter(..) => entry_price(r, s),
        Action::FlipUp(..) => cost.flip_up,
        Action::Keep(_, count) => count.saturating_mul(cost.maquis_keep),
        Action::Maquis(_) => cost.maquis_place,
        Action::March { price, .. } | Action::Drive { price, .. } => 2 * price,
        Action::Morice(_) => cost.morice_attack,
        Action::Strike(_) => cost.structure_attack,
        Action::Search(_) => cost.search,
        Action::Propaganda(_) | Action::Assassinate(_) | Action::BuildCells(_) => cost.insurgency,
        Action::Purge(_) | Action::HarshPurge(_) | Action::Detect(_) | Action::Mobilize(_) => {
            cost.counterinsurgency
        }
        Action::Resettle(_) => cost.resettle,
        Action::Infiltrate(_) => cost.infiltrate,
        _ => 0,
    }
}

/// The slot to which a Population Marker moves when insurgency brings its region to a level (4.1, ruling I-82).
#[must_use]
pub fn lowered_slot(r: &Rules, slot: u8, to: Level) -> u8 {
    let slot = slot.saturating_sub(1);
    if to == Level::Fln { slot.min(r.slots.build_cells) } else { slot }
}

/// The slot to which a Population Marker moves when counterinsurgency brings its region to a level (4.2.2, ruling I-82).
#[must_use]
pub fn raised_slot(r: &Rules, slot: u8, to: Level) -> u8 {
    let slot = slot.saturating_add(1).min(r.track.population);
    if to == Level::Support { slot.max(r.slots.mobilize) } else { slot }
}

/// The quality of a French unit in a location, including the terrain of a region (3.5.2).
#[must_use]
pub fn quality(r: &Rules, s: &State, at: Location, unit: Unit) -> i8 {
    let class = &r.classes[r.class(unit).index()];
    let terrain = if at.is_region() { class.terrain[at.index()] } else { 0 };
    class.quality[usize::from(s.is_reduced(unit))] as i8 + terrain
}

// Odds.

/// Sums of dice from this one on are ignored.
pub const SUMS: usize = 32;
/// Dice of a purge beyond this number are ignored.
const MOST: usize = 32;

/// The share of a die's faces that satisfy a condition.
fn share(holds: impl Fn(u8) -> bool) -> f64 {
    (1..=6).filter(|&die| holds(die)).count() as f64 / 6.0
}

/// The probability that at least one of several dice succeeds, each with the same probability.
fn any(dice: usize, each: f64) -> f64 {
    1.0 - repeat_n(1.0 - each, dice).product::<f64>()
}

/// The probabilities of the sums of some dice.
fn sums(dice: u8) -> [f64; SUMS] {
    let mut chances = [0.0; SUMS];
    chances[0] = 1.0;
    for _ in 0..dice {
        let before = chances;
        for (sum, chance) in chances.iter_mut().enumerate() {
            *chance = before[sum.saturating_sub(6)..sum].iter().sum::<f64>() / 6.0;
        }
    }
    chances
}

/// The mean of an amount (rulebook F, ruling I-3).
#[must_use]
pub fn mean(r: &Rules, amount: Amount) -> f64 {
    match amount {
        Amount::Fixed(count) => count.into(),
        Amount::D3 => 2.0,
        Amount::TwoD3 if r.options.halve_each_die => 4.0,
        // Half of the sums are odd, and their halves are rounded up.
        Amount::TwoD3 => 3.75,
        Amount::D6 => 3.5,
        Amount::TwoD6 => 7.0,
    }
}

/// The probability that a region votes Yes with its Population Marker on each slot (1.5); rolls equal to the slot are repeated.
#[must_use]
pub fn yes_chances(r: &Rules) -> [f64; SUMS] {
    let rolls = sums(r.referendum.dice);
    let below = |slot: usize| rolls[..slot].iter().sum::<f64>();
    std::array::from_fn(|slot| below(slot) / (1.0 - rolls[slot]).max(f64::EPSILON))
}

/// The probability that a structure attack is supplied with the FLN Marker on each slot (3.3.2).
#[must_use]
pub fn supply_chances(r: &Rules) -> [f64; SUMS] {
    let rolls = sums(r.structure.supply_dice);
    std::array::from_fn(|slot| 1.0 - rolls[..slot].iter().sum::<f64>())
}

/// The probability that a structure attack hits, given the number of faileks (3.3.2).
#[must_use]
pub fn structure_hit_chance(r: &Rules, faileks: usize) -> f64 {
    any(faileks.min(r.structure.max_dice.into()), share(|die| r.structure.hits(die)))
}

/// The probability that a search die with this modifier finds a failek (3.5.1).
#[must_use]
pub fn find_chance(r: &Rules, modifier: i8) -> f64 {
    share(|die| r.search.finds(die, modifier))
}

/// The probability that a French unit of this strength and quality kills a failek drawn from the counter mix (3.5.2). Combat
/// chits are ignored, since they help either side equally.
#[must_use]
pub fn kill_chance(r: &Rules, strength: usize, quality: i8) -> f64 {
    let (mut killed, mut all) = (0.0, 0.0);
    for failek in Failek::ALL {
        let row = r.faileks[failek.index()];
        let hit = share(|die| r.combat.french_hit(die, quality - row.quality as i8));
        killed += f64::from(row.count) * any(strength, hit);
        all += f64::from(row.count);
    }
    killed / all.max(1.0)
}

/// The probability that a purge succeeds: that one of the dice for the top row, one per filled slot of the middle row, catches
/// a suspect (4.2.2).
#[must_use]
pub fn purge_chance(r: &Rules, harsh: bool) -> f64 {
    let purge = &r.purge;
    if purge.top == 0 {
        return 1.0;
    }
    let caught = share(|die| purge.catches(die, harsh));
    // A die of the lower row leads to the middle row if it catches and so does the die that it adds there.
    let both = caught * caught;
    let mut missed = 1.0;
    for (&dice, &slots) in purge.lower.iter().zip(&purge.middle) {
        // The probability of each number of dice that lead there, adding one die at a time, and of no catch then.
        let mut there = [0.0; MOST + 1];
        there[0] = 1.0;
        for die in 0..usize::from(dice).min(MOST) {
            for number in (0..=die).rev() {
                there[number + 1] += there[number] * both;
                there[number] *= 1.0 - both;
            }
        }
        let misses = |number: usize| repeat_n(1.0 - caught, number.min(slots.into())).product::<f64>();
        missed *= (0..=MOST).map(|number| there[number] * misses(number)).sum::<f64>();
    }
    1.0 - missed
}

/// The probability that an infiltration succeeds (4.2.4).
#[must_use]
pub fn infiltration_chance(r: &Rules) -> f64 {
    any(r.infiltration.dice.into(), share(|die| r.infiltration.hits(die)))
}
