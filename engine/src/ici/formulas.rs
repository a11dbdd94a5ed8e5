//! Control of regions and places, and what follows from it (rulebook J, N; rulings I-9 to I-11).

use super::rules::Rules;
use super::state::State;
use super::types::{Kind, Location, Mask, Regions};
use crate::side::Side;

/// Who controls a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The FLN.
    Fln,
    /// Neither: only regions with a population symbol can be contested.
    Contested,
    /// France.
    France,
}

/// Who controls the regions, one bit each; France controls the others.
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

impl State {
    /// The garrison value of a populated region (rulebook J).
    #[must_use]
    #[inline]
    pub fn garrison(&self, rules: &Rules, region: Location) -> u8 {
        self.density + rules.map.population[region.index()]
    }

    /// Who controls a region or place at this instant (rulebook N).
    #[must_use]
    #[inline]
    pub fn control(&self, rules: &Rules, at: Location) -> Control {
        let faileks = self.failek_count(at);
        if at.is_populated() {
            let garrison = self.garrison(rules, at);
            if faileks >= garrison && faileks > 0 {
                Control::Fln
            } else if garrison >= faileks.saturating_mul(2) {
                Control::France
            } else {
                Control::Contested
            }
        } else if faileks > 0 && faileks >= self.french_count(at) {
            Control::Fln
        } else {
            Control::France
        }
    }

    /// Who controls the regions, the Sahara included.
    #[inline]
    pub(crate) fn held(&self, rules: &Rules) -> Held {
        self.held_among(rules, Regions::MAX)
    }

    /// Who controls some regions; the others count as France's.
    #[inline]
    pub(crate) fn held_among(&self, rules: &Rules, among: Regions) -> Held {
        let (mut fln, mut contested) = (0, 0);
        for region in Location::regions(self.occupied_regions(rules) & among) {
            let faileks = u32::from(self.failek_count(region));
            let garrison = u32::from(self.garrison(rules, region));
            let french = u32::from(self.french_count(region));
            let populated = region.is_populated();
            let holds = faileks >= if populated { garrison } else { french };
            let contests = populated & !holds & (2 * faileks > garrison);
            fln |= Regions::from(holds) << region.0;
            contested |= Regions::from(contests) << region.0;
        }
        Held { fln, contested }
    }

    /// The regions that the FLN controls, the Sahara included.
    #[must_use]
    pub fn fln_regions(&self, rules: &Rules) -> Regions {
        self.held(rules).fln
    }

    /// The regions with faileks.
    #[inline]
    pub(crate) fn occupied_regions(&self, rules: &Rules) -> Regions {
        self.occupied as Regions & rules.map.algeria as Regions & ((1 << Location::FIRST_PLACE) - 1)
    }

    /// The regions that France controls, the Sahara included.
    #[must_use]
    pub fn france_regions(&self, rules: &Rules) -> Regions {
        let all = ((1u64 << rules.map.regions) - 1) as Regions;
        all & !self.held(rules).lost()
    }

    /// The populated regions that France does not control.
    #[must_use]
    pub fn contested_or_fln(&self, rules: &Rules) -> Regions {
        rules.map.populated & !self.france_regions(rules)
    }

    /// True if the populated region is contested.
    #[must_use]
    #[inline]
    pub fn is_contested(&self, rules: &Rules, region: Location) -> bool {
        self.control(rules, region) == Control::Contested
    }

    /// Faileks in Algeria: everywhere but the countries (ruling I-39).
    #[must_use]
    pub fn faileks_in_algeria(&self) -> u8 {
        Location::each(self.occupied).take_while(|at| at.in_algeria()).map(|at| self.failek_count(at)).sum()
    }

    /// How many faileks a location may hold: the stacking limit (rulebook H), or the supply limit of a region that
    /// has one (3.2, ruling I-61). `None` in countries.
    #[must_use]
    pub fn failek_limit(&self, rules: &Rules, at: Location) -> Option<u8> {
        let kind = rules.map.kind[at.index()];
        let stack = &rules.stacking[kind.index()];
        if stack.by_supply && at.is_populated() {
            let region = at.index();
            let low = if self.slot[region] <= rules.track.fln_side { rules.supply.low_marker } else { 0 };
            return Some(
                rules.map.population[region] + rules.supply.base[usize::from(self.resettled[region])] + low,
            );
        }
        (kind != Kind::Country && stack.faileks != super::rules::Stack::NONE).then_some(stack.faileks)
    }

    /// Regions and places that can be entered: all but resource sites that are not active (ruling I-58).
    #[must_use]
    #[inline]
    pub fn open(&self, rules: &Rules) -> Mask {
        if self.has(super::types::Flag::Oil) {
            rules.map.algeria
        } else {
            rules.map.algeria & !rules.map.sites
        }
    }

    /// The side of a marker on its track that decides prices and dice: the FLN's side is 0 to 10.
    #[must_use]
    #[inline]
    pub(crate) fn marker_side(rules: &Rules, slot: u8) -> Side {
        if slot <= rules.track.fln_side { Side::Fln } else { Side::France }
    }
}
