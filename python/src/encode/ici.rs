//! The fields of *Ici*.

use wilaya_engine::Side;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Location, POPULATED, WILAYAS};
use wilaya_engine::ici::words::{Combat, Exchange, Failek, Flag, Level, Phase, Season};
use wilaya_engine::ici::{Ici, Node, Verb};

use super::{Encoded, texts, words_of};

/// Where units are off the map.
const OFF_MAP: [&str; 6] = ["not-arrived", "drawn", "waiting", "lost-now", "lost-before", "removed"];

fn wilayas() -> Vec<String> {
    let pairs = (1..=WILAYAS).flat_map(|from| (1..=WILAYAS).map(move |into| (from, into)));
    pairs.filter(|(from, into)| from != into).map(|(from, into)| format!("{from}-{into}")).collect()
}

impl Encoded for Ici {
    const FIELDS: &'static [(&'static str, &'static str)] = &[
        ("scenario={SCENARIO}", "the scenario"),
        ("turn.year", "the year"),
        ("turn.season={SEASONS}", "the season"),
        ("turn.begun", "turns begun"),
        ("turn.phase={PHASES}", "the phase"),
        ("tracks.points.{SIDES}", "points"),
        ("tracks.lasting_points.{SIDES}", "points per turn from lasting chits"),
        ("tracks.points_cap", "the limit that crises set on France's new points; -1 for none"),
        ("tracks.{TRACKS}", "value of the track, or 1 if true"),
        ("tracks.pied_noirs={PIED_NOIRS}", "Pied-noirs' Feelings"),
        ("tracks.government_crisis={CRISES}", "Government Crisis"),
        ("tracks.in_effect={FLAGS}", "rules switched on by chits"),
        ("tracks.independent={COUNTRIES}", "independent countries"),
        ("tracks.wave_since", "-1 before the wave of Tunisia and Morocco begins"),
        ("tracks.wave_since.year", "the year in which it began"),
        ("tracks.wave_since.season={SEASONS}", "its season"),
        ("chits.{SIDES}.{CHIT_LISTS}={CHITS}", "chits known to the side, by where they are or may be"),
        ("chits.{SIDES}.{CHIT_NUMBERS}", "numbers of chits"),
        ("chits.{SIDES}.track_years={YEARS}", "years on the Game Turn Track with a chit of its own"),
        ("regions.{REGIONS}.{MARKERS}", "slot of the Population Marker, and resettled population"),
        ("regions.{REGIONS}.level={LEVELS}", "the Level"),
        ("faileks.{HOLDERS}.{FAILEK_LISTS}", "faileks by number, and for France those known to be full-time"),
        ("faileks.{HOLDERS}.{TYPE_LISTS}.{FAILEKS}", "faileks by type, as far as the side knows it"),
        ("units.{UNITS}.at#{PLACES}", "the place of the French unit"),
        ("units.{UNITS}.{UNIT_FLAGS}", "1 if it is reduced, has moved or attacked, fights"),
        ("maquis.{COUNTRIES}", "maquis"),
        ("next.decision={NODES}", "the kind of decision"),
        ("next.chooser={SIDES}", "the side to decide"),
        ("next.resume={NODES}", "what continues after an interruption"),
        ("next.winner={SIDES}", "the winner"),
        ("next.ending={ENDINGS}", "how the game ended"),
        ("under_way.mover={SIDES}", "the side whose part of the phase it is"),
        ("under_way.{NUMBERS}", "progress of the decision: steps, bill, choices left and so on"),
        ("under_way.chit#{CHITS}", "the chit in progress"),
        ("under_way.recruits.{PLACES}", "faileks recruited this turn"),
        ("under_way.crossed={CROSSINGS}", "borders between Wilayas that faileks crossed"),
        ("under_way.{PLACE_LISTS}={PLACES}", "places where things were done this turn"),
        ("under_way.site#{PLACES}", "the place of the move or fight"),
        ("under_way.picked_failek={FAILEKS}", "the failek that moves"),
        ("under_way.picked_unit#{UNITS}", "the French unit that moves"),
        ("under_way.combat_chits.{SIDES}={COMBAT}", "the observing side's combat chit"),
        ("under_way.changed.{SIDES}={PLACES}", "regions whose Level was changed"),
    ];

    fn lists(rules: &Rules) -> Vec<(&'static str, Vec<String>)> {
        let places = Self::places(rules);
        let years = 0..u16::from(rules.calendar.years);
        let numbers =
            ["second", "public_steps", "operation", "left", "least", "part", "bill", "found", "morice"];
        let tracks = [
            "french_public",
            "fln_marker",
            "troop_density",
            "referendums",
            "rage_spent",
            "appeasement_spent",
        ];
        vec![
            ("SCENARIO", texts(&["1955", "1959"])),
            ("SEASONS", words_of!(Season)),
            ("PHASES", words_of!(Phase)),
            ("SIDES", Side::ALL.map(|side| side.name().to_owned()).to_vec()),
            ("TRACKS", texts(&tracks)),
            ("PIED_NOIRS", rules.pied_noirs.clone()),
            ("CRISES", rules.crises.iter().map(|row| row.name.clone()).collect()),
            ("FLAGS", words_of!(Flag)),
            ("COUNTRIES", (0..3).map(|country| rules.id(Location::country(country)).to_owned()).collect()),
            ("CHIT_LISTS", texts(&["hand", "cup_or_track", "cup_or_hand", "track"])),
            ("CHIT_NUMBERS", texts(&["hand_size", "cup_size"])),
            ("CHITS", rules.chits.iter().map(|row| row.id.clone()).collect()),
            ("YEARS", years.map(|year| (rules.calendar.first_year + year).to_string()).collect()),
            ("REGIONS", (0..POPULATED as u8).map(|at| rules.id(Location(at)).to_owned()).collect()),
            ("MARKERS", texts(&["marker", "resettled"])),
            ("LEVELS", words_of!(Level)),
            ("HOLDERS", [places.clone(), texts(&["mix"])].concat()),
            ("FAILEK_LISTS", texts(&["here", "full_time", "moved", "arrived"])),
            ("TYPE_LISTS", texts(&["here", "sure", "moved", "arrived"])),
            ("FAILEKS", words_of!(Failek)),
            ("UNITS", rules.units.iter().map(|row| row.id.clone()).collect()),
            ("UNIT_FLAGS", texts(&["reduced", "marked", "fights"])),
            ("PLACES", [places, texts(&OFF_MAP)].concat()),
            ("NODES", [words_of!(Node), texts(&["none"])].concat()),
            ("ENDINGS", words_of!(wilaya_engine::ici::Ending)),
            ("NUMBERS", texts(&numbers)),
            ("CROSSINGS", wilayas()),
            ("PLACE_LISTS", texts(&["morice_done", "struck", "resettled_now", "infiltrated"])),
            ("COMBAT", words_of!(Combat)),
        ]
    }

    fn verbs() -> Vec<String> {
        words_of!(Verb)
    }

    fn places(rules: &Rules) -> Vec<String> {
        let all = (0..Location::COUNT as u8).map(|at| rules.id(Location(at)).to_owned());
        all.filter(|id| !id.is_empty()).collect()
    }

    fn words(rules: &Rules) -> Vec<String> {
        [
            rules.chits.iter().map(|row| row.id.clone()).collect(),
            rules.classes.iter().map(|row| row.word.clone()).collect(),
            texts(&["full", "reduced"]),
            words_of!(Failek),
            words_of!(Exchange),
            words_of!(Combat),
            wilayas(),
        ]
        .concat()
    }
}
