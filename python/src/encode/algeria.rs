//! The fields of *Algeria*.

use wilaya_engine::Side;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mark, Mission, Place, Point};
use wilaya_engine::algeria::words::Phase;
use wilaya_engine::algeria::{Algeria, Node, Rules, Verb};

use super::{Encoded, texts, words_of};

impl Encoded for Algeria {
    const FIELDS: &'static [(&'static str, &'static str)] = &[
        ("turn", "the turn, from 1; 0 during set-up"),
        ("phase={PHASES}", "the phase"),
        ("psl.{SIDES}", "Political Support Level"),
        ("ap", "Administrative Points of the FLN"),
        ("{POINTS}.{LIMITS}", "Air and Helicopter Points"),
        ("naval", "Naval Points"),
        ("half_psp_spent", "half Political Support Points spent"),
        ("border_zone", "steps of the Border Zone; -1 before it is opened"),
        ("{FLAGS}", "1 if true"),
        ("slow_purchases", "purchases under slow French reaction"),
        ("oas.controller={SIDES}", "the side that controls the OAS"),
        ("oas.place={PLACES}", "the place of the OAS"),
        ("shorter_leader={SIDES}", "the leader at the last check of the shorter game"),
        ("shorter_leads", "consecutive checks with this leader"),
        ("nato_keeps.{COUNTERS}", "counters that NATO keeps"),
        ("elites_disbanded", "elite brigades disbanded"),
        ("areas.{PLACES}.fln.{FLN}.{FLN_BOXES}", "FLN units"),
        ("areas.{PLACES}.gov.{GOV}.{GOV_BOXES}", "Government units"),
        ("areas.{PLACES}.control={SIDES}", "the side that controls the area"),
        ("areas.{PLACES}.{MARKERS}", "markers, and elite brigades at Suez"),
        ("areas.{PLACES}.done={MISSIONS}", "missions that cannot be repeated there this turn"),
        ("node={NODES}", "the kind of decision"),
        ("under_way.area={PLACES}", "the area of the mission"),
        ("under_way.after={NODES}", "what follows a split of points"),
        ("under_way.{SIDE_KEYS}={SIDES}", "the winner, and the side that splits points"),
        (
            "under_way.{NUMBERS}",
            "progress through a list, and numbers of the mission: hits, contact, firepower and so on",
        ),
        ("under_way.mission={MISSIONS}", "the mission"),
        ("under_way.mark={MARKS}", "the mark of its result"),
        ("under_way.unit={FLN}", "the unit chosen"),
        ("under_way.fln.{FLN}.{TWO}", "FLN units involved: active, neutralized"),
        ("under_way.gov.{GOV}", "Government units involved"),
        ("under_way.target={GOV}", "the target unit"),
        ("under_way.target={GOV_BOXES}", "its box"),
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
        // A word means the same everywhere.
        let mut known = std::collections::HashSet::new();
        words.retain(|word| known.insert(word.clone()));
        words
    }
}
