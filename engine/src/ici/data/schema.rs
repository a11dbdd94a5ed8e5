//! The keys of the files, and the ranges of their numbers.

use std::ops::RangeInclusive;

use crate::data::{ANY, Schema};

/// Markers, costs and amounts are small numbers.
const SMALL: RangeInclusive<i64> = 0..=60;
/// The ends of tracks, and divisors.
const POSITIVE: RangeInclusive<i64> = 1..=60;
/// Numbers of dice.
const DICE: RangeInclusive<i64> = 1..=8;
/// The lowest roll of a die that succeeds.
const DIE: RangeInclusive<i64> = 1..=6;
/// Dice that one unit may roll without a combat chit: as many as the code supports.
const STRENGTH: RangeInclusive<i64> = 1..=12;
/// Qualities.
const QUALITY: RangeInclusive<i64> = 0..=9;
/// Modifiers of a roll.
const MODIFIER: RangeInclusive<i64> = -6..=6;
/// The number of a wilaya.
const WILAYA: RangeInclusive<i64> = 1..=7;

/// All keys.
pub(super) const SCHEMA: &Schema = &[
    ("population.total|regions", ANY),
    ("wilaya.1|2|3|4|5|6|7.name", ANY),
    ("region.*.name|kind|terrain|harbour|borders|roads", ANY),
    ("region.*.wilaya", WILAYA),
    ("region.*.population", 0..=3),
    ("place.*.name|kind|resource?|touches|harbour", ANY),
    ("country.tunisia|morocco|west-africa.name|borders|trails|roads|morice", ANY),
    ("country.tunisia|morocco|west-africa.population", 1..=3),
    ("unit_type.paratrooper|legion|mechanized|infantry|bellounis.strength|reduced_strength", STRENGTH),
    ("unit_type.paratrooper|legion|mechanized|infantry|bellounis.quality|reduced_quality", QUALITY),
    ("unit_kind.*.type|mountain_troops|sahara_search", ANY),
    ("unit_kind.*.wilaya?", WILAYA),
    ("unit.*.name|kind|arrival", ANY),
    ("unit.*.strength?|reduced_strength?", STRENGTH),
    ("unit.*.quality?|reduced_quality?", QUALITY),
    ("failek.moussebiline|moudjahidine|zonal-commando.strength", STRENGTH),
    ("failek.moussebiline|moudjahidine|zonal-commando.quality", QUALITY),
    ("failek.moussebiline|moudjahidine|zonal-commando.count", 1..=128),
    ("exchange.two-for-moudjahidine|three-for-commando|pair-for-commando.gives", ANY),
    (
        "exchange.two-for-moudjahidine|three-for-commando|pair-for-commando\
         .moussebiline|moudjahidine|zonal-commando",
        ANY,
    ),
    ("counters.resettlement|maquis|flags|fidayin|box", ANY),
    ("flag.resettlement|infiltration|morice-line|oil|informers|commando-de-chasse|helicopter.meaning", ANY),
    ("chit.*.name|side|first|last|lasting|fp", ANY),
    ("chit.*.ps|fln|pn", -2..=2),
    ("chit.*.actions.*.verb|side?|amount?|regions?|count?|filter?|chooser?|kind?|countries?|flag?", ANY),
    ("chit.*.actions.*.steps?", -9..=9),
    ("chit.*.actions.*.points?", -20..=20),
    ("chit.*.actions.*.wilaya?", WILAYA),
    ("calendar.first_year", 1900..=2000),
    ("calendar.last_year|last_season|no_draw_season|forced_season", ANY),
    ("track.population|support|points|density", POSITIVE),
    ("track.fln_side", ANY),
    ("pied_noirs.slots", ANY),
    ("crisis.*.space|name|pied_noirs?|population?|spares_support?|fln_marker_down?|points_cap?", ANY),
    ("crisis.*.removes?|substitutes?|collapse?", ANY),
    ("points.france_start|france_step|france_max|fln_base", SMALL),
    ("points.faileks_abroad", POSITIVE),
    ("cost.exchange|recruit_both_low|recruit_both_high|recruit_other|recruit_major_city", SMALL),
    ("cost.recruit_abroad|recruit_abroad_maquis|arrival|flip_up|return_unit|maquis_place|maquis_keep", SMALL),
    ("cost.enter|pass|morice_attack|insurgency|resettle", SMALL),
    // Repeatable actions must cost something.
    ("cost.structure_attack|search|counterinsurgency|infiltrate", POSITIVE),
    ("stacking.major-city|city|town|resource-site|sahara-region|other-region.faileks?|french?", SMALL),
    ("stacking.major-city|city|town|resource-site|sahara-region|other-region.by_supply", ANY),
    ("supply.base|resettled_once|resettled_twice|low_marker", SMALL),
    ("extra_points.major_city|city|town", 1..=12),
    ("extra_points.support_population_1|support_population_2|support_population_3", 1..=12),
    ("structure.supply_dice|max_dice", DICE),
    ("structure.hit_on", DIE),
    ("structure.major_city_loss|site_loss", ANY),
    ("search.find_on", DIE),
    ("search.max_dice", DICE),
    ("search.units_per_die", 1..=9),
    ("search.natural_six", ANY),
    ("search.terrain|sahara_units.coastal-hills|dry-hills|mountains|sahara", MODIFIER),
    ("search.level.fln|purge|activist|support", MODIFIER),
    ("terrain_effect.paratrooper|legion|mechanized.coastal-hills|dry-hills|mountains|sahara", MODIFIER),
    ("terrain_effect.infantry|bellounis|mountain-troops.coastal-hills|dry-hills|mountains|sahara", MODIFIER),
    ("combat.hit_on", DIE),
    ("combat.natural_one_misses", ANY),
    ("combat.squares", 1..=4),
    ("combat_chit.france|fln.attack|stand|recon|retreat.against|bonus", ANY),
    ("purge.lower|middle", 0..=4),
    ("purge.top", 1..=1),
    ("purge.succeed_on", DIE),
    ("purge.harsh_bonus", 0..=5),
    ("purge.harsh_step", -20..=20),
    ("level_slots.build_cells|mobilize", ANY),
    ("infiltration.dice", DICE),
    ("infiltration.hit_on", DIE),
    ("referendum.dice", DICE),
    ("referendum.majority|reset|loss", ANY),
    ("referendum.loss_pied_noirs", -9..=9),
    ("settlers.rage_steps|appeasement_faileks|fatigue_year", ANY),
    ("settlers.fatigue_steps", SMALL),
    // A die decides which side goes first.
    ("chit_play.france_first", 0..=6),
    ("chit_play.forced_on", 1..=7),
    ("waves.year_55|year_56|amount", ANY),
    // The last season brings the rest.
    ("waves.draws", 0..=3),
    ("recruit.fln|purge|activist|support", -9..=9),
    // The extra moussebiline is one decision a turn (ruling I-46).
    ("recruit.extra", 0..=1),
    ("maquis.per_turn", SMALL),
    ("setup.*.year|season|cup_first_year|french_public|fln_marker|pied_noirs|crisis|density", ANY),
    ("setup.*.referendum_held|extra_chits|active_chits|places_units", ANY),
    ("setup.*.weakened|weakened_quality|reduced?", ANY),
    ("setup.*.chosen|drawn", 0..=20),
    ("setup.*.on_track", 0..=2),
    ("setup.*.marker.*.regions?|population?|level|slots|per_slot?|placed_by?", ANY),
    ("setup.*.faileks.*.moussebiline|moudjahidine|zonal-commando", ANY),
    ("setup.*.french.*", ANY),
    ("setup.*.resettled?.*", 1..=2),
];
