//! The firepower of every unit of Algeria as it is used in combat, on foot and airmobilized (rules 2.1, 11.12).

use crate::support::Board;

/// A Band in Oran, where the contact roll has -1 and no Air Points are used, and a unit that flushes it.
fn flush(unit: &str) -> Board {
    Board::new().helo(2).fln("ORAN", "band/oc", 1).gov("ORAN", &format!("{unit}/ops"), 1).government_acts()
}

#[test]
fn government_units_fire_with_their_firepower_on_foot_and_airmobilized() {
    for (unit, firepower, hits, airmobile) in [
        ("division-concentrated", 25, 3, false),
        ("division-dispersed", 12, 1, false),
        ("french-brigade", 6, 1, true),
        ("elite-brigade", 9, 1, true),
        ("algerian-brigade", 5, 1, true),
    ] {
        let dice = "flush-contact.france@ORAN=1 fire.fln@ORAN=1 fire.france@ORAN=1";
        let fires = format!("France fires in ORAN with {firepower}: {hits} hits");
        let ways = if airmobile { ["", "/airmobile"].as_slice() } else { &[""] };
        for way in ways {
            let mut table = flush(unit).set_up();
            // A division is the only choice and commits itself.
            let commit = if airmobile { format!("commit:ORAN/{unit}/ops{way}") } else { String::new() };
            table.play(&format!("flush {commit} split:1"), dice);
            table.told_among(&["FLN fires in ORAN with 2: 0 hits", &fires]);
        }
    }
}

#[test]
fn fln_units_fire_with_their_firepower() {
    for (unit, firepower, hits) in [("front", 3, 0), ("cadre", 1, 0), ("band", 2, 0), ("failek", 4, 0)] {
        let mut table = Board::new()
            .fln("ORAN", &format!("{unit}/oc"), 1)
            .gov("ORAN", "division-concentrated/ops", 1)
            .government_acts()
            .set_up();
        let dice = "flush-contact.france@ORAN=1 fire.fln@ORAN=1 fire.france@ORAN=1";
        // Three hits eliminate any unit; a Front and a Failek are reduced first.
        table.play("flush split:1", dice);
        table.told_among(&[&format!("FLN fires in ORAN with {firepower}: {hits} hits")]);
    }
}
