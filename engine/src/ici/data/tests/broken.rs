//! Figures that cannot be: each gives one clear error.

use super::{changed, edited, extended, more};
use crate::data::Figures;
use crate::game::Setting;
use crate::ici::data::compile;

fn error(figures: &Figures) -> String {
    match compile(figures, &Setting::default()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("no error"),
    }
}

#[test]
fn broken_figures_give_one_clear_error() {
    // Key, value, and the parts that the error must have.
    let cases: &[(&str, &str, &[&str])] = &[
        ("region.1A.borders", "[\"1B\", \"7C\"]", &["region.1C.borders", "1A", "both sides"]),
        ("region.1A.borders", "[\"1B\", \"1C\"]", &["region.1A.roads", "7C", "under borders"]),
        ("region.1A.roads", "[\"1C\"]", &["region.1A.roads", "1C", "both sides"]),
        ("region.1A.borders", "[\"1B\", \"1B\"]", &["region.1A.borders.1", "each region once"]),
        ("region.1A.borders", "[\"9Z\"]", &["region.1A.borders.0", "9Z", "the id of a region"]),
        ("region.1A.roads", "[\"2A\"]", &["region.1A.roads", "2A", "under borders"]),
        ("region.1A.population", "2", &["population.total", "39", "40"]),
        ("region.1A.population", "0", &["region.1A.population", "1 to 3 outside the Sahara"]),
        ("region.1A.population", "4", &["region.1A.population", "4", "from 0 to 3"]),
        ("region.1A.wilaya", "2", &["region.1A.wilaya", "2", "first digit"]),
        ("region.1A.terrain", "swamp", &["region.1A.terrain", "\"swamp\"", "coastal-hills"]),
        ("region.1A.terrain", "sahara", &["region.1A.terrain", "outside the Sahara"]),
        ("region.1A.harbour", "true", &["region.1A.harbour", "only cities are harbours"]),
        ("population.regions", "24", &["population.regions", "24", "25"]),
        ("referendum.majority", "19", &["referendum.majority", "19", "more than half"]),
        ("place.batna.touches", "[]", &["place.batna.touches", "at least one"]),
        ("place.batna.touches", "[\"1C\", \"5G\"]", &["place.batna.touches", "border each other"]),
        ("place.batna.harbour", "true", &["place.batna.harbour", "only cities"]),
        ("place.batna.kind", "other-region", &["place.batna.kind", "city, town, resource-site"]),
        ("place.kenadsa.kind", "town", &["place.kenadsa.resource", "coal", "nothing elsewhere"]),
        ("country.west-africa.trails", "[\"1A\"]", &["country.west-africa.trails", "Sahara only"]),
        ("country.tunisia.borders", "[]", &["country.tunisia.borders", "borders"]),
        ("country.tunisia.roads", "[\"5A\"]", &["country.tunisia.roads", "under borders"]),
        ("chit.fl_oas.first", "1963", &["chit.fl_oas.first", "1963", "from 1955 to 1962"]),
        ("chit.fl_oas.last", "1960", &["chit.fl_oas.last", "1960", "1961 or later"]),
        ("chit.fl_oas.ps", "-3", &["chit.fl_oas.ps", "-3", "from -2 to 2"]),
        ("chit.fl_oas.fp", "-d4", &["chit.fl_oas.fp", "-d4", "none, or +"]),
        ("chit.fl_kennedy.fp", "none", &["chit.fl_kennedy", "no marker moved"]),
        ("chit.fl_kennedy.name", "OAS", &["chit.fl_oas.name", "a unique name"]),
        ("chit.fr_oil.actions", "[]", &["flag.oil", "no chit", "enables oil"]),
        ("chit.fr_melouza.actions", "[]", &["unit.bellounis-1", "no chit", "adds bellounis-1"]),
        ("chit.fl_tunisia_morocco.actions", "[]", &["country.tunisia", "no chit", "independent"]),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"enable\", flag = \"oil\" }]",
            &["flag.oil", "fr_oil, fr_tilsit", "exactly one"],
        ),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"dance\" }]",
            &["chit.fr_tilsit.actions.0.verb", "dance", "troop-density"],
        ),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"points\", side = \"fln\" }]",
            &["chit.fr_tilsit.actions.0.amount", "nothing"],
        ),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"troop-density\", steps = 1, side = \"fln\" }]",
            &["chit.fr_tilsit.actions.0.side", "only steps"],
        ),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"region-steps\", steps = 1, regions = [\"7A\"] }]",
            &["chit.fr_tilsit.actions.0.regions", "7A", "population symbol"],
        ),
        (
            "chit.fr_tilsit.actions",
            "[{ verb = \"add-units\", kind = \"rcp\" }]",
            &["chit.fr_tilsit.actions.0.kind", "rcp", "arrive by chit"],
        ),
        ("unit_kind.bellounis.wilaya", "8", &["unit_kind.bellounis.wilaya", "found 8", "from 1 to 7"]),
        ("unit_kind.bellounis.wilaya", "0", &["unit_kind.bellounis.wilaya", "found 0", "from 1 to 7"]),
        ("level_slots.mobilize", "60", &["level_slots.mobilize", "found 60", "from 0 to"]),
        ("unit.14-rcp.kind", "xyz", &["unit.14-rcp.kind", "xyz", "unit_kind"]),
        ("unit.14-rcp.arrival", "57", &["unit.14-rcp.arrival", "57", "start, 55, 56"]),
        (
            "unit_type.legion.reduced_strength",
            "3",
            &["unit_type.legion.reduced_strength", "3", "from 1 to 2"],
        ),
        ("failek.moussebiline.count", "90", &["failek", "142 counters", "128"]),
        ("counters.fidayin", "8", &["counters.fidayin", "8", "7"]),
        ("crisis.collapse.collapse", "false", &["crisis.collapse.collapse", "last space"]),
        ("crisis.evian-talks.space", "5", &["space", "numbered from 0"]),
        ("crisis.evian-talks.pied_noirs", "Bliss", &["crisis.evian-talks.pied_noirs", "Bliss", "Mild"]),
        (
            "crisis.evian-talks.pied_noirs",
            "Government Crisis",
            &["crisis.evian-talks.pied_noirs", "Government Crisis", "Mild"],
        ),
        (
            "crisis.coup-attempt.removes",
            "[\"1-rei\"]",
            &["crisis.coup-attempt.removes.0", "1-rei", "paratrooper"],
        ),
        ("search.find_on", "7", &["search.find_on", "7", "from 1 to 6"]),
        ("extra_points.city", "0", &["extra_points.city", "0", "from 1 to 12"]),
        ("setup.1955.season", "summmer", &["setup.1955.season", "summmer", "winter"]),
        ("setup.1955.pied_noirs", "Bliss", &["setup.1955.pied_noirs", "Bliss"]),
        ("setup.1955.crisis", "collapse", &["setup.1955.crisis", "collapse", "fourth-republic"]),
        ("setup.1955.chosen", "20", &["setup.1955", "26 chits in the cup of fln", "at least 27"]),
        ("setup.1955.french.14-rcp", "nowhere", &["setup.1955.french.14-rcp", "nowhere", "a region"]),
        ("setup.1955.french.14-rcp", "edjeleh", &["setup.1955.french.14-rcp", "edjeleh", "active site"]),
        ("setup.1959.french.bellounis-1", "1A", &["setup.1959.french.bellounis-1", "1A", "wilaya"]),
        ("setup.1955.faileks.1C.moussebiline", "9", &["setup.1955.faileks.1C", "10 faileks", "at most 7"]),
        (
            "setup.1959.faileks.tunisia.zonal-commando",
            "9",
            &["setup.1959.faileks", "15 zonal-commandos", "at most 12"],
        ),
        (
            "setup.1955.marker.fln.regions",
            "[\"1C\", \"6A\"]",
            &["setup.1955.marker.wilaya-6.regions.0", "6A", "one group"],
        ),
        (
            "setup.1955.marker.population-3.population",
            "2",
            &["setup.1955.marker", "no marker for", "every region"],
        ),
        (
            "setup.1959.marker.fln.per_slot",
            "3",
            &["setup.1959.marker.fln.per_slot", "3", "12 markers over 3"],
        ),
        ("setup.1959.reduced", "[\"1-rhp\"]", &["setup.1959.reduced", "1 units", "4"]),
        ("setup.1959.reduced", "[\"60-ri\"]", &["setup.1959.reduced.0", "60-ri", "quality 4"]),
        ("setup.1959.active_chits", "[\"fr_oil\"]", &["setup.1959.active_chits", "fr_oil", "in no cup"]),
        ("setup.1959.extra_chits", "[\"fr_coal\"]", &["setup.1959.extra_chits.0", "fr_coal", "id of a chit"]),
        ("calendar.last_year", "1900", &["calendar.last_year", "1900"]),
    ];
    for (key, value, parts) in cases {
        let text = match compile(&changed(&[(key, value)]), &Setting::default()) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{key} = {value} is taken"),
        };
        for part in *parts {
            assert!(text.contains(part), "{key} = {value}: \"{text}\" has no \"{part}\"");
        }
        assert!(text.contains(": found ") && text.contains(", expected "), "{text}");
    }
}

/// Pieces of text and what they become.
type Edits = &'static [(&'static str, &'static str)];

#[test]
fn broken_files_give_one_clear_error() {
    // File, edits, and the parts that the error must have beside the name of the file.
    let cases: &[(&str, Edits, &[&str])] = &[
        ("map.toml", &[("[region.7E]", "[region.7F]")], &["7E", "the id of a region"]),
        ("map.toml", &[("[place.batna]", "[place.\"Bat na\"]")], &["letters, digits"]),
        ("map.toml", &[("[place.batna]", "[place.1A]")], &["place.1A", "a unique id"]),
        ("map.toml", &[("[wilaya.7]", "[wilaya.8]")], &["unknown key `wilaya.8`", "1, 2, 3, 4, 5, 6, 7"]),
        ("map.toml", &[("[country.morocco]", "[country.spain]")], &["country", "spain", "morocco"]),
        (
            "map.toml",
            &[("population = 1\n", "symbol = 1\n"), ("source_of.population", "source_of.symbol")],
            &["unknown key `region.1A.symbol`: the keys are ", "population"],
        ),
        ("map.toml", &[("resource = \"coal\"", "resource = \"gas\"")], &["place", "no coal site"]),
        ("chits.toml", &[("pn = 0\n", "")], &["chit.fl_abbas.pn", "nothing"]),
        ("chits.toml", &[("[flag.oil]", "[flag.petrol]")], &["flag.petrol", "oil"]),
        ("units.toml", &[("[unit_type.legion]", "[unit_type.legions]")], &["unit_type.legions", "legion"]),
        ("units.toml", &[("wilaya = 6\n", "")], &["unit_kind", "0 wilayas", "with its wilaya"]),
        (
            "charts.toml",
            &[("[stacking.town]", "[stacking.country]")],
            &["unknown key `stacking.country`", "town"],
        ),
        (
            "setups.toml",
            &[("[setup.1955.faileks.1B]", "[setup.1955.faileks.9B]")],
            &["setup.1955.faileks.9B", "a region"],
        ),
        ("setups.toml", &[("14-rcp = \"1D\"\n", "")], &["setup.1955.french.14-rcp", "nothing"]),
    ];
    for (file, edits, parts) in cases {
        let text = error(&edited(file, edits));
        for part in [file].into_iter().chain(*parts) {
            assert!(text.contains(part), "{edits:?}: \"{text}\" has no \"{part}\"");
        }
    }
}

#[test]
fn a_map_in_pieces_is_refused() {
    // 1A keeps no way to the rest of its wilaya, though one to the Sahara.
    let cut = [
        ("region.1A.borders", "[\"7C\"]"),
        ("region.1A.roads", "[\"7C\"]"),
        ("region.1B.borders", "[\"1C\", \"1D\", \"2C\"]"),
        ("region.1B.roads", "[\"1D\", \"2C\"]"),
        ("region.1C.borders", "[\"1B\", \"1D\", \"6A\", \"7C\"]"),
        ("place.tebessa.touches", "[\"1A\"]"),
    ];
    let text = error(&changed(&cut));
    assert!(text.contains("wilaya 1 connected inside itself"), "{text}");
    let text =
        error(&changed(&[("region.alger.roads", "[]"), ("region.4A.roads", "[\"3A\", \"4B\", \"4C\"]")]));
    assert!(text.contains("region.alger.roads") && text.contains("a road net"), "{text}");
    let inland = [
        ("place.bone.harbour", "false"),
        ("place.philippeville.harbour", "false"),
        ("place.bougie.harbour", "false"),
        ("place.mostaganem.harbour", "false"),
        ("region.alger.harbour", "false"),
    ];
    let text = error(&changed(&inland));
    assert!(text.contains("1 harbours") && text.contains("two harbours"), "{text}");
}

#[test]
fn more_than_there_is_room_for_is_refused() {
    for (figures, key, expected) in [
        (more(9, 0, 0), "place", "from 1 to 40"),
        (more(0, 12, 0), "chit", "from 1 to 64"),
        (more(0, 0, 10), "unit", "from 1 to 72"),
    ] {
        let text = error(&figures);
        assert!(text.contains(&format!(": {key}: found")) && text.contains(expected), "{text}");
    }
    let region = "[region.7F]\nname = \"7F\"\nkind = \"region\"\nwilaya = 7\nterrain = \"sahara\"\npopulation = 0\n\
                  harbour = false\nborders = [\"7E\"]\nroads = []\nsource = \"printed: map\"\n";
    let text = error(&extended(&[("map.toml", region)]));
    assert!(text.contains("31 of them") && text.contains("from 1 to 30"), "{text}");
}
