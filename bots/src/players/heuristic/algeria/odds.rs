//! Expectations from the tables.

use wilaya_engine::algeria::Rules;
use wilaya_engine::algeria::formulas::{Success, mean_hits, outfights, success};
use wilaya_engine::{BySide, Side};

/// Largest modifier of a mission, on either side of 0, that is cached.
const MODIFIERS: usize = 16;
/// Number of firepowers with cached hits.
const FIREPOWERS: usize = 64;
/// Number of firepowers whose pairings are cached.
const DUELS: usize = 16;

/// Expectations from the tables of a game, computed once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    success: BySide<[Success; 2 * MODIFIERS + 1]>,
    hits: [f64; FIREPOWERS],
    outfights: [[f64; DUELS]; DUELS],
}

impl Odds {
    pub(super) fn new(r: &Rules) -> Self {
        let table = |side| if side == Side::Fln { &r.mst_fln } else { &r.mst_gov };
        Self {
            success: BySide::new_with(|side| {
                std::array::from_fn(|index| success(table(side), index as i16 - MODIFIERS as i16))
            }),
            hits: std::array::from_fn(|firepower| mean_hits(r, firepower as u16)),
            outfights: std::array::from_fn(|one| {
                std::array::from_fn(|other| outfights(r, one as u16, other as u16))
            }),
        }
    }

    /// The expected result of a side's roll with a modifier.
    pub(super) fn success(&self, r: &Rules, side: Side, drm: i16) -> Success {
        let known =
            usize::try_from(drm + MODIFIERS as i16).ok().and_then(|index| self.success[side].get(index));
        known
            .copied()
            .unwrap_or_else(|| success(if side == Side::Fln { &r.mst_fln } else { &r.mst_gov }, drm))
    }

    /// The mean number of hits at a firepower.
    pub(super) fn hits(&self, r: &Rules, firepower: u16) -> f64 {
        self.hits.get(usize::from(firepower)).copied().unwrap_or_else(|| mean_hits(r, firepower))
    }

    /// The chance that the first of two firepowers hits more often than the second.
    pub(super) fn outfights(&self, r: &Rules, firepower: u16, other: u16) -> f64 {
        let row = self.outfights.get(usize::from(firepower));
        let known = row.and_then(|row| row.get(usize::from(other)));
        known.copied().unwrap_or_else(|| outfights(r, firepower, other))
    }
}

#[cfg(test)]
mod tests {
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::{Game, Setting};

    use super::*;

    #[test]
    fn what_is_kept_is_what_is_computed() {
        let r = Algeria::rules(&Algeria::figures(), &Setting::default()).unwrap_or_else(|e| panic!("{e}"));
        // Values outside the cache are computed.
        let odds = Odds::new(&r);
        for drm in [-20, -3, 0, 4, 16, 17] {
            assert_eq!(odds.success(&r, Side::Fln, drm), success(&r.mst_fln, drm));
            assert_eq!(odds.success(&r, Side::France, drm), success(&r.mst_gov, drm));
        }
        for (one, other) in [(0, 0), (2, 1), (15, 15), (16, 3), (3, 16), (63, 1), (64, 1)] {
            assert!(odds.hits(&r, one).to_bits() == mean_hits(&r, one).to_bits());
            assert!(odds.outfights(&r, one, other).to_bits() == outfights(&r, one, other).to_bits());
        }
    }
}
