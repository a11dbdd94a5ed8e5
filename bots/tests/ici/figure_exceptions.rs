//! Figures that change no game by one more or less, and why.

/// A figure, and the reason.
type Reason = (&'static str, &'static str);

/// Figures that change no game.
pub(crate) const EXCEPTIONS: &[Reason] = &[
    ("counters.box", "what the box holds; only compared with the sum of the counters: `data/doubts.rs`"),
    ("counters.flags", "flags change nothing (ruling I-93)"),
    (
        "counters.maquis",
        "as many as the symbols of the countries allow; `no_more_maquis_than_the_symbol` holds both",
    ),
    ("setup.1955.weakened_quality", "no unit of 1955 starts reduced"),
    ("terrain_effect.bellounis.coastal-hills", "Bellounis' men stay in Wilaya 6, which has none"),
    ("terrain_effect.bellounis.sahara", "Bellounis' men stay in Wilaya 6, which has none"),
    (
        "track.density",
        "no chits raise the density to its end; `scales_stop_at_their_ends` takes other tracks there",
    ),
    ("track.support", "no game by chance comes to this end; `scales_stop_at_their_ends` does"),
    (
        "unit_type.bellounis.reduced_quality",
        "reduced ones hardly ever fight; `odds_of_all_pairs_of_units_and_faileks` lets them",
    ),
];

/// Figures that can be changed neither way; `*` stands for any one name.
pub(crate) const FIXED: &[Reason] = &[
    ("population.total", "the sum of the symbols, which is checked"),
    ("population.regions", "the number of the regions, which is checked"),
    ("region.*.wilaya", "the id of a region says its Wilaya, and a Wilaya hangs together"),
    (
        "region.*.population",
        "none in the Sahara, one at least elsewhere, and of more votes 20 were no majority",
    ),
    ("unit_type.paratrooper.quality", "none is higher, and the reduced side has the same"),
    ("unit_kind.bellounis.wilaya", "the set-up of 1959 places them in it"),
    ("counters.fidayin", "one for each slot of the purge, which is checked"),
    ("crisis.*.space", "the order of the spaces"),
    ("purge.top", "there is one top slot"),
    ("setup.1955.weakened", "the ready-made placement lists no unit for it"),
    ("setup.1955.marker.*.population", "the symbols that a line is for; each has one"),
    ("setup.1959.weakened", "the ready-made placement lists as many units"),
    ("setup.1959.weakened_quality", "the ready-made placement lists units of this quality"),
    ("setup.1959.marker.*.per_slot", "markers are dealt out evenly"),
];
