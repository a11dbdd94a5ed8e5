//! The fields of *Algeria*.

use wilaya_engine::Side;
use wilaya_engine::algeria::event::Phase;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Place, Point};
use wilaya_engine::algeria::{Algeria, Node, Rules, Verb};

use super::{Encoded, texts, words_of};

impl Encoded for Algeria {
    const FIELDS: &'static [(&'static str, &'static str)] = &[
        ("turn", "the turn, from 1; 0 during set-up"),
        ("phase={PHASES}", "the phase"),
        ("psl.{SIDES}", "Political Support Level"),
        ("ap", "Arms Points of the FLN"),
        ("{POINTS}.{LIMITS}", "Air and Helicopter Points"),
        ("naval", "Naval Points"),
        ("half_psp_spent", "half Political Support Points spent"),
        ("border_zone", "level of the Border Zone; -1 before it is opened"),
        ("{FLAGS}", "1 if it is so"),
        ("slow_purchases", "purchases under slow French reaction"),
        ("oas.controller={SIDES}", "who controls the OAS"),
        ("oas.place={PLACES}", "where the OAS is"),
        ("shorter_leader={SIDES}", "who leads in the shorter game"),
        ("shorter_leads", "how many turns in a row"),
        ("nato_keeps.{COUNTERS}", "counters that NATO keeps"),
        ("elites_disbanded", "elite brigades disbanded"),
        ("areas.{PLACES}.fln.{FLN}.{FLN_BOXES}", "FLN units"),
        ("areas.{PLACES}.gov.{GOV}.{GOV_BOXES}", "Government units"),
        ("areas.{PLACES}.control={SIDES}", "who controls the area"),
        ("areas.{PLACES}.{MARKERS}", "markers, and elite brigades that are at Suez"),
        ("areas.{PLACES}.done={MISSIONS}", "missions that cannot be tried there again this turn"),
        ("node={NODES}", "what is decided"),
        ("under_way.area={PLACES}", "the area of the mission"),
        ("under_way.after={NODES}", "what follows a split of points"),
        ("under_way.{SIDE_KEYS}={SIDES}", "winner, and who splits"),
        (
            "under_way.{NUMBERS}",
            "progress of a list, and numbers of the mission: hits, contact, firepower and so on",
        ),
        ("under_way.mission={MISSIONS}", "the mission"),
        ("under_way.mark={MARKS}", "the mark of its result"),
        ("under_way.unit={FLN}", "the unit chosen"),
        ("under_way.fln.{FLN}.{TWO}", "FLN units involved: active, neutralized"),
        ("under_way.gov.{GOV}", "Government units involved"),
        ("under_way.target={GOV}", "the unit that is the target"),
        ("under_way.target={GOV_BOXES}", "where it stands"),
        ("under_way.hits.{TWO}", "hits by the FLN and by the Government"),
    ];

    fn lists(rules: &Rules) -> Vec<(&'static str, Vec<String>)> {
        let flags = [
            "border_zone_active",
            "independent",
            "jealousy",
            "amnesty",
            "suez_used",
            "suez_returns",
            "slow_french_reaction",
            "cadre_in_france",
            "propaganda_in_france_done",
        ];
        let numbers = [
            "passes",
            "class",
            "waiting_half_psp",
            "from",
            "left",
            "split",
            "disband",
            "by_oas",
            "contact",
            "firepower",
            "reacted",
            "eliminated",
        ];
        vec![
            ("PHASES", words_of!(Phase)),
            ("SIDES", Side::ALL.map(|side| side.name().to_owned()).to_vec()),
            ("POINTS", texts(&["air", "helo"])),
            ("LIMITS", texts(&["maximum", "available"])),
            ("FLAGS", texts(&flags)),
            ("PLACES", Self::places(rules)),
            ("COUNTERS", words_of!(GovType)),
            ("FLN", words_of!(FlnUnit)),
            ("FLN_BOXES", words_of!(FlnBox)),
            ("GOV", words_of!(GovUnit)),
            ("GOV_BOXES", words_of!(GovBox)),
            ("MARKERS", texts(&["terror", "resettled", "elites_at_suez"])),
            ("MISSIONS", words_of!(Mission)),
            ("NODES", words_of!(Node)),
            ("SIDE_KEYS", texts(&["winner", "splitter"])),
            ("NUMBERS", texts(&numbers)),
            ("MARKS", words_of!(Mark)),
            ("TWO", texts(&["0", "1"])),
        ]
    }

    fn verbs() -> Vec<String> {
        words_of!(Verb)
    }

    fn places(rules: &Rules) -> Vec<String> {
        (0..Place::COUNT as u8).map(|place| rules.id(Place(place)).to_owned()).collect()
    }

    fn words(rules: &Rules) -> Vec<String> {
        let mut words = [
            words_of!(FlnUnit),
            words_of!(FlnBox),
            words_of!(GovUnit),
            words_of!(GovBox),
            words_of!(GovType),
            words_of!(Point),
            texts(&["airmobile"]),
            rules.wilaya_ids.to_vec(),
        ]
        .concat();
        // A word stands for the same wherever it is.
        let mut known = std::collections::HashSet::new();
        words.retain(|word| known.insert(word.clone()));
        words
    }
}
