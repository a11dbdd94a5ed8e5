//! What the tables let expect.

use wilaya_engine::algeria::Rules;
use wilaya_engine::algeria::rules::SuccessTable;
use wilaya_engine::algeria::types::Mark;

/// What a roll on a Mission Success Table brings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Success {
    /// The mean of the number.
    pub(super) number: f64,
    /// The chance of a plus.
    pub(super) plus: f64,
    /// The chance of an at sign.
    pub(super) at: f64,
}

/// What a roll with a modifier brings.
pub(super) fn success(table: &SuccessTable, drm: i16) -> Success {
    let mut all = Success::default();
    for die in 1..=6 {
        let (number, mark) = table.result(die + drm);
        all.number += f64::from(number) / 6.0;
        match mark {
            Mark::Plus => all.plus += 1.0 / 6.0,
            Mark::At => all.at += 1.0 / 6.0,
            Mark::None => {}
        }
    }
    all
}

/// The mean number of hits at a firepower.
pub(super) fn hits(r: &Rules, firepower: u16) -> f64 {
    (1..=6).map(|die| f64::from(r.crt.hits(firepower, die))).sum::<f64>() / 6.0
}

/// The chance that the first of two firepowers hits more often than the second.
pub(super) fn outfights(r: &Rules, firepower: u16, other: u16) -> f64 {
    let mut more = 0;
    for die in 1..=6 {
        let hits = r.crt.hits(firepower, die);
        more += (1..=6).filter(|&die| r.crt.hits(other, die) < hits).count();
    }
    more as f64 / 36.0
}

/// The chances that the FLN and that the Government Control an area with these Control Points (rules 10.1).
pub(super) fn control(r: &Rules, fln: u16, gov: u16) -> [f64; 2] {
    if fln == gov {
        return [0.0, 0.0];
    }
    if fln >= r.control_ratio * gov {
        return [1.0, 0.0];
    }
    if gov >= r.control_ratio * fln {
        return [0.0, 1.0];
    }
    // Both roll for the same difference.
    let one = f64::from(fln.abs_diff(gov).min(6)) / 6.0;
    [one * (1.0 - one); 2]
}

#[cfg(test)]
mod tests {
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::{Game, Setting};

    use super::*;

    #[test]
    fn the_tables_give_what_they_must() {
        let r = Algeria::rules(&Algeria::figures(), &Setting::default()).unwrap_or_else(|e| panic!("{e}"));
        let agitation = success(&r.mst_fln, 0);
        // One of six faces eliminates; the numbers are 1, 1, 1, 2, 2 and 3.
        assert!((agitation.number - 10.0 / 6.0).abs() < 1e-9 && (agitation.plus - 1.0 / 6.0).abs() < 1e-9);
        assert!((hits(&r, 25) - 7.5).abs() < 1e-9, "{}", hits(&r, 25));
        // A Band (2) against a Police unit that answers with 1: more hits on 4 and 5 unless it rolls 6, on 6 always.
        assert!((outfights(&r, 2, 1) - 16.0 / 36.0).abs() < 1e-9, "{}", outfights(&r, 2, 1));
        assert_eq!(control(&r, 4, 2), [1.0, 0.0]);
        assert_eq!(control(&r, 1, 4), [0.0, 1.0]);
        let [fln, gov] = control(&r, 5, 3);
        assert!((fln - 2.0 / 9.0).abs() < 1e-9 && fln.to_bits() == gov.to_bits());
    }
}
