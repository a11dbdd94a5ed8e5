#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::algeria::rules::Options;
use crate::algeria::types::{FlnUnit, GovType, GovUnit, Mark, Mask, Mission, Place, RandomEvent};

const SCENARIOS: [&str; 3] = ["1954", "1958", "1960"];

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn scenario(id: &str) -> Setting {
    Setting { scenario: Some(id.to_owned()), ..Setting::default() }
}

fn rules(id: &str) -> Rules {
    compile(&figures(), &scenario(id)).unwrap()
}

fn with_bars(bars: &[&str]) -> Result<Rules, SettingError> {
    compile(&figures(), &Setting { bars: words(bars), ..Setting::default() })
}

fn message<T>(result: Result<T, SettingError>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// The built-in files with one text in one of them replaced.
fn edited(file: &str, from: &str, to: &str) -> Figures {
    let original = figures();
    let files = original.files().map(|(name, text)| {
        if name == file {
            assert!(text.contains(from), "{file} has no {from}");
        }
        let text = if name == file { text.replacen(from, to, 1) } else { text.to_owned() };
        (name.to_owned(), text)
    });
    Figures::from_files(&original, files.collect()).unwrap()
}

/// The message of [`check`] on such a copy.
fn broken(file: &str, from: &str, to: &str) -> String {
    message(check(&edited(file, from, to)))
}

/// The message of [`check`] on an overlay of one key.
fn overlaid(key: &str, value: &str) -> String {
    let mut figures = figures();
    match figures.set(key, value) {
        Ok(()) => message(check(&figures)),
        Err(error) => error.to_string(),
    }
}

fn places(rules: &Rules, mask: Mask) -> Vec<&str> {
    Place::each(mask).map(|place| rules.id(place)).collect()
}

#[test]
fn the_built_in_figures_are_right() {
    assert_eq!(message(check(&figures())), "no error");
}

#[test]
fn every_setting_compiles_or_is_excluded_by_the_rules() {
    let figures = figures();
    for id in SCENARIOS {
        for setup in ["default", "free"] {
            for chosen in 0u32..1 << Options::NAMES.len() {
                let names = Options::NAMES.iter().enumerate();
                let options: Vec<String> = names
                    .filter(|(index, _)| chosen & 1 << index != 0)
                    .map(|(_, name)| (*name).to_owned())
                    .collect();
                let setting = Setting {
                    scenario: Some(id.to_owned()),
                    setup: Some(setup.to_owned()),
                    options,
                    bars: Vec::new(),
                };
                match compile(&figures, &setting) {
                    Ok(rules) => {
                        assert!(id == "1954" || chosen & 3 == 0, "{setting:?}");
                        assert_eq!(super::setting(&rules), setting);
                    }
                    Err(SettingError::Excluded(_)) => assert!(id != "1954" && chosen & 3 != 0, "{setting:?}"),
                    Err(error) => panic!("{setting:?}: {error}"),
                }
            }
        }
    }
}

#[test]
fn a_setting_left_open_is_spelled_out() {
    let spelled = setting(&compile(&figures(), &Setting::default()).unwrap());
    assert_eq!(spelled.scenario.as_deref(), Some("1958"));
    assert_eq!(spelled.setup.as_deref(), Some("default"));
    let doubled = Setting {
        options: words(&["shorter_game", "border_zone_cuts_ap", "shorter_game"]),
        bars: words(&["action:gov:flush", "event:suez", "event:suez", "action:fln:raid"]),
        ..Setting::default()
    };
    let spelled = setting(&compile(&figures(), &doubled).unwrap());
    assert_eq!(spelled.options, ["shorter_game", "border_zone_cuts_ap"]);
    assert_eq!(spelled.bars, ["event:suez", "action:fln:raid", "action:france:flush"]);
}

#[test]
fn unknown_words_are_refused_with_those_that_are_known() {
    let of = |setting: Setting| message(compile(&figures(), &setting));
    assert_eq!(of(scenario("1957")), "unknown scenario \"1957\": algeria has 1954, 1958, 1960");
    assert_eq!(
        of(Setting { setup: Some("random".to_owned()), ..Setting::default() }),
        "unknown set-up \"random\": algeria has default, free"
    );
    assert_eq!(
        of(Setting { options: words(&["shorter-game"]), ..Setting::default() }),
        "unknown option \"shorter-game\": algeria has slow_french_reaction, deterministic_independence, \
         shorter_game, border_zone_cuts_ap, no_react_to_moves"
    );
    assert_eq!(
        of(Setting { options: words(&["slow_french_reaction"]), ..scenario("1960") }),
        "option slow_french_reaction is not for scenario 1960: leave it out or play scenario 1954"
    );
}

#[test]
fn each_bar_is_read_and_written() {
    let every: Vec<String> = bars::read(&[]).map(|bars| bars::write(&bars)).unwrap();
    assert!(every.is_empty());
    let Err(SettingError::Unknown { known, .. }) = with_bars(&["x"]) else { panic!("x is no bar") };
    assert_eq!(known.len(), RandomEvent::ALL.len() - 1 + 7 + 13);
    for word in &known {
        let rules = with_bars(&[word]).unwrap();
        assert_eq!(setting(&rules).bars, std::slice::from_ref(word));
    }
    let all: Vec<&str> = known.iter().rev().map(String::as_str).collect();
    let rules = with_bars(&all).unwrap();
    assert_eq!(setting(&rules).bars, known);
    assert!(Mission::ALL.iter().all(|mission| rules.barred(*mission)));
    let bars = rules.bars;
    assert!(bars.build && bars.convert && bars.mobilize && bars.points && bars.border_zone);
    assert!(bars.air && bars.airmobile && bars.patrol && bars.disperse);
    assert_eq!(bars.events.count_ones() as usize, RandomEvent::ALL.len() - 1);
    let raid = with_bars(&["action:fln:raid"]).unwrap();
    assert!(raid.barred(Mission::Raid) && !raid.barred(Mission::Harass));
}

#[test]
fn a_bar_that_means_nothing_is_refused() {
    let of = |word: &str| message(with_bars(&[word]));
    let events = "foreign-arms, jealousy, elections, un-debate, factional-purge, independence, nato, suez, amnesty, \
                  sartre";
    assert_eq!(
        of("event:none"),
        format!("event:none bars nothing, because it is no event: bar one of {events}")
    );
    assert_eq!(of("event:coup"), format!("unknown event \"coup\": algeria has {events}"));
    assert_eq!(
        of("action:fln:flush"),
        "unknown action of the FLN \"flush\": algeria has propaganda, strike, move, raid, harass, build, convert"
    );
    assert_eq!(
        of("action:gov:raid"),
        "unknown action of France \"raid\": algeria has flush, react, intelligence, civil-affairs, suppression, \
         resettlement, mobilize, points, border-zone, air, airmobile, patrol, disperse"
    );
    assert_eq!(of("action:oas:raid"), "unknown side \"oas\": algeria has fln, france");
    for word in ["suez", "event", "action:fln", "action:fln:raid:2", "chit:x", ""] {
        let text = of(word);
        assert!(
            text.starts_with(&format!("unknown bar \"{word}\": algeria has event:foreign-arms, ")),
            "{text}"
        );
    }
}

#[test]
fn a_move_leads_across_the_borders_of_its_wilaya() {
    let rules = rules("1958");
    assert_eq!((rules.urban | rules.rural | rules.remote).count_ones(), 25);
    assert_eq!([rules.urban, rules.rural, rules.remote].map(Mask::count_ones), [3, 14, 8]);
    assert_eq!(places(&rules, rules.urban), ["CONSTANTINE", "ALGIERS", "ORAN"]);
    assert_eq!(rules.wilaya_ids, ["I", "II", "III", "IV", "V", "VI"]);
    let outside = |wilaya: usize| {
        assert_eq!(rules.reach[wilaya] & rules.wilaya[wilaya], rules.wilaya[wilaya]);
        places(&rules, rules.reach[wilaya] & !rules.wilaya[wilaya])
    };
    assert_eq!(outside(0), ["II-1", "II-2", "II-3", "III-2", "V-8", "VI-1", "TUNISIA"]);
    assert_eq!(outside(1), ["I-1", "I-4", "III-2", "III-3", "TUNISIA"]);
    assert_eq!(outside(2), ["I-1", "II-1", "IV-1", "VI-1"]);
    assert_eq!(outside(3), ["III-1", "III-2", "V-4", "VI-1", "VI-2"]);
    assert_eq!(outside(4), ["I-3", "IV-2", "VI-1", "VI-2", "MOROCCO"]);
    assert_eq!(outside(5), ["I-1", "I-3", "III-2", "IV-1", "IV-2", "V-4", "V-6", "V-8"]);
    assert_eq!(places(&rules, rules.country_reach[0]), ["V-1", "V-2", "V-7"]);
    assert_eq!(places(&rules, rules.country_reach[1]), ["I-2", "I-3", "I-4", "II-3"]);
    assert_eq!(places(&rules, rules.oas_places), ["CONSTANTINE", "ALGIERS", "ORAN", "FRANCE"]);
    assert_eq!([Place::MOROCCO, Place::TUNISIA, Place::FRANCE].map(|place| rules.id(place)), map::COUNTRIES);
    assert_eq!(rules.ids.len(), Place::COUNT);
    assert_eq!(rules.names.len(), Place::COUNT);
    for (area, wilaya) in rules.wilaya_of.iter().enumerate() {
        assert!(rules.wilaya[usize::from(*wilaya)] & 1 << area != 0);
    }
}

#[test]
fn tables_read_as_they_are_printed() {
    let rules = rules("1958");
    for table in [rules.mst_fln, rules.mst_gov] {
        assert_eq!(table.result(-9), (0, Mark::Plus));
        assert_eq!(table.result(1), (1, Mark::Plus));
        assert_eq!(table.result(2), (1, Mark::None));
        assert_eq!(table.result(5), (2, Mark::None));
        assert_eq!(table.result(6), (3, Mark::At));
        assert_eq!(table.result(20), (5, Mark::At));
    }
    // The sixes of each column of charts C.3, at both ends of it.
    for (from, to, hits) in [(0, 1, 1), (2, 4, 2), (5, 8, 3), (9, 15, 5), (16, 24, 8), (25, 300, 12)] {
        assert_eq!((rules.crt.hits(from, 6), rules.crt.hits(to, 6)), (hits, hits), "{from}-{to}");
    }
    for (from, to, loss) in
        [(0, 0, 0), (1, 5, 1), (6, 10, 2), (11, 15, 3), (16, 20, 4), (21, 24, 5), (25, 99, 6)]
    {
        assert_eq!((rules.depreciation[from], rules.depreciation[to]), (loss, loss), "{from}-{to}");
    }
    let cells = |event| rules.events.iter().filter(|cell| **cell == event).count();
    let cells: Vec<usize> = RandomEvent::ALL.iter().map(|event| cells(*event)).collect();
    assert_eq!(cells, [12, 3, 3, 2, 2, 2, 4, 2, 2, 2, 2]);
    assert_eq!(rules.events[(5 - 1) * 6 + 4 - 1], RandomEvent::Independence);
    assert_eq!(rules.events[(5 - 1) * 6 + 5 - 1], RandomEvent::Nato);
    let rows: Vec<(u8, i8)> = rules.coup.rows[2..].iter().map(|row| (row.row, row.psp_dice)).collect();
    let printed = [
        (0, 3),
        (1, 2),
        (1, 2),
        (2, 1),
        (2, 1),
        (3, -1),
        (4, -2),
        (4, -2),
        (5, -3),
        (5, -3),
        (5, -3),
        (5, -3),
    ];
    assert_eq!(rows, printed);
    assert_eq!((rules.coup.rows[9].elite_lost, rules.coup.rows[9].elite_dice), (1, 0));
    assert_eq!((rules.coup.rows[13].elite_lost, rules.coup.rows[13].elite_dice), (0, 1));
}

#[test]
fn ratings_reach_the_units_they_belong_to() {
    let rules = rules("1958");
    let gov = |unit: GovUnit| rules.gov[unit.index()];
    assert_eq!((gov(GovUnit::Concentrated).firepower, gov(GovUnit::Dispersed).firepower), (25, 12));
    assert_eq!((gov(GovUnit::Concentrated).control, gov(GovUnit::Dispersed).control), (1, 3));
    assert_eq!((gov(GovUnit::Elite).contact, gov(GovUnit::Elite).contact_airmobile), (2, 3));
    assert_eq!(GovUnit::ALL.iter().map(|unit| gov(*unit).helo).collect::<Vec<_>>(), [0, 0, 2, 1, 2, 0]);
    assert_eq!(rules.counter.map(|counter| counter.mobilize), [5, 2, 3, 2, 1]);
    assert_eq!(rules.counter.map(|counter| counter.activate), [2, 1, 1, 0, 0]);
    assert_eq!(rules.counter.map(|counter| counter.brigades), [3, 1, 0, 0, 0]);
    assert_eq!(rules.fln.map(|unit| unit.evasion), [3, 4, 3, 2]);
    assert_eq!(rules.fln.map(|unit| unit.control), [3, 1, 1, 1]);
    assert_eq!(rules.mission_cost, [1, 3, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!((rules.build_cost, rules.convert_cost), ([[3, 3], [2, 2]], [3, 0, 1, 2]));
}

#[test]
fn scenarios_differ_as_they_should() {
    let [first, second, third] = SCENARIOS.map(rules);
    let algerian = GovType::Algerian.index();
    assert_eq!([&first, &second, &third].map(|rules| rules.counter[algerian].count), [6, 6, 7]);
    assert_eq!([&first, &second, &third].map(|rules| rules.scenario.suez), [true, false, false]);
    assert_eq!([&first, &second, &third].map(|rules| rules.scenario.border_zone), [None, Some(2), Some(3)]);
    // Half-PSP to activate everything on the map.
    let halves = |rules: &Rules| -> u32 {
        let each = |counts: &[u8; 5]| -> u32 {
            counts.iter().zip(rules.counter).map(|(count, one)| u32::from(count * one.activate)).sum()
        };
        rules.scenario.placed_gov.iter().map(each).sum()
    };
    assert_eq!([&first, &second, &third].map(halves), [4, 32, 34]);
    let abroad = |rules: &Rules| -> u32 {
        let counts = rules.scenario.abroad.iter().flat_map(|counts| counts.iter().zip(rules.fln));
        counts.map(|(count, unit)| u32::from(count * unit.firepower)).sum()
    };
    assert_eq!([&first, &second, &third].map(abroad), [0, 14, 28]);
    let fronts = |rules: &Rules| -> u8 {
        rules.scenario.placed_fln.iter().map(|counts| counts[FlnUnit::Front.index()]).sum()
    };
    assert_eq!([&first, &second, &third].map(fronts), [4, 7, 4]);
    assert_eq!(first.data_hash, third.data_hash);
}

/// The texts of the files written anew: no comments, other layout, keys of tables backwards.
#[test]
fn layout_and_order_of_keys_change_neither_hash_nor_rules() {
    fn backwards(value: &toml::Value) -> toml::Value {
        match value {
            toml::Value::Table(table) => {
                let keys: Vec<_> = table.keys().rev().cloned().collect();
                toml::Value::Table(
                    keys.into_iter().map(|key| (key.clone(), backwards(&table[&key]))).collect(),
                )
            }
            other => other.clone(),
        }
    }
    let original = figures();
    let files = original.files().map(|(name, text)| {
        let value = toml::Value::Table(text.parse().unwrap());
        let text = toml::to_string(&backwards(&value)).unwrap();
        assert!(!text.contains('#') && text.contains("source"));
        (name.to_owned(), text)
    });
    let rewritten = Figures::from_files(&original, files.collect()).unwrap();
    assert_eq!(rewritten.hash(), original.hash());
    for id in SCENARIOS {
        let other = compile(&rewritten, &scenario(id)).unwrap();
        assert_eq!(format!("{other:?}"), format!("{:?}", rules(id)));
    }
    let mut changed = figures();
    changed.set("mission.raid.cost", "2").unwrap();
    assert_ne!(changed.hash(), original.hash());
}

/// Figures that may not change: the first row of a table is where the table begins.
const FIXED: [&str; 4] =
    ["event.none.from", "combat.column.1.from", "depreciation.row.1.from", "coup.row.wild-success.from"];

#[test]
fn every_figure_reaches_the_rules() {
    let original = figures();
    // Where a set-up uses all counters, a number of it can change only if there are more of them.
    let mut roomy = figures();
    for unit in original.names("unit") {
        let key = format!("unit.{unit}.count");
        let count = (original.read::<u8>(&key).unwrap() + 2).min(units::MOST_COUNTERS);
        roomy.set(&key, &count.to_string()).unwrap();
    }
    let compiled = |figures: &Figures, id: &str| {
        let setting = Setting { setup: Some("free".to_owned()), ..scenario(id) };
        compile(figures, &setting).map(|rules| format!("{:?}", Rules { data_hash: 0, ..rules }))
    };
    let bases = [original, roomy].map(|base| {
        let before = SCENARIOS.map(|id| (id, compiled(&base, id).unwrap()));
        (base, before)
    });
    let list = bases[0].0.list();
    assert!(list.len() > 400, "{}", list.len());
    for figure in list {
        let reaches = bases.iter().any(|(base, before)| {
            let value: i64 = base.read(&figure.key).unwrap();
            [value + 1, value - 1].into_iter().any(|value| {
                let mut figures = base.clone();
                figures.set(&figure.key, &value.to_string()).unwrap();
                before.iter().any(|(id, before)| compiled(&figures, id).is_ok_and(|now| now != *before))
            })
        });
        assert_eq!(reaches, !FIXED.contains(&figure.key.as_str()), "{} {}", figure.file, figure.key);
    }
}

#[test]
fn every_figure_has_a_kind_of_source_that_fits_this_game() {
    use crate::data::SourceKind;
    let kinds: Vec<SourceKind> = figures().count().into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [SourceKind::Rulebook, SourceKind::Public, SourceKind::Ruling]);
}

#[test]
fn a_broken_map_is_one_clear_error() {
    assert_eq!(
        broken("map.toml", "borders = [\"II-1\", \"III-2\", \"VI-1\"]", "borders = [\"III-2\", \"VI-1\"]"),
        "map.toml: area.I-1.borders: found no II-1, expected II-1 in it, because area.II-1.borders has I-1"
    );
    assert_eq!(
        overlaid("country.MOROCCO.borders", "[\"V-1\", \"V-2\"]"),
        "set: country.MOROCCO.borders: found no V-7, expected V-7 in it, because area.V-7.borders has MOROCCO"
    );
    assert_eq!(
        overlaid("area.V-3.borders", "[\"IX-1\"]"),
        "set: area.V-3.borders.0: found \"IX-1\", expected the id of an area or a country"
    );
    assert_eq!(
        overlaid("area.V-3.borders", "[\"V-2\"]"),
        "set: area.V-3.borders.0: found \"V-2\", expected a place outside the wilaya: borders inside one play no part"
    );
    assert_eq!(
        overlaid("area.V-3.borders", "[\"FRANCE\"]"),
        "set: area.V-3.borders.0: found \"FRANCE\", expected no border of France: no unit crosses one"
    );
    assert_eq!(
        overlaid("area.V-2.borders", "[\"MOROCCO\", \"MOROCCO\"]"),
        "set: area.V-2.borders.1: found \"MOROCCO\", expected each border once"
    );
    assert_eq!(
        overlaid("area.V-3.rating", "mountain"),
        "set: area.V-3.rating: found \"mountain\", expected one of urban, rural, remote"
    );
    assert_eq!(
        overlaid("wilaya.VI.areas", "[\"VI-1\", \"VI-3\"]"),
        "set: wilaya.VI.areas.1: found \"VI-3\", expected the id of an area"
    );
    assert_eq!(
        overlaid("wilaya.VI.areas", "[\"VI-1\", \"V-1\"]"),
        "set: wilaya.VI.areas.1: found V-1 a second time, expected each area once"
    );
    assert_eq!(
        overlaid("wilaya.VI.areas", "[\"VI-1\"]"),
        "map.toml: area.VI-2: found an area that is in no wilaya, expected it in the areas of one wilaya"
    );
    assert_eq!(
        overlaid("map.wilayas", "[\"I\", \"II\", \"III\", \"IV\", \"V\"]"),
        "set: map.wilayas: found no VI, expected each wilaya in the list"
    );
    assert_eq!(
        broken("map.toml", "[country.TUNISIA]", "[country.LIBYA]"),
        "map.toml: country.LIBYA: found a key that is not known, expected one of MOROCCO, TUNISIA, FRANCE"
    );
    let with_one_more = "[area.VI-3]\nname = \"X\"\nrating = \"rural\"\nborders = []\n\n[country]";
    assert_eq!(
        broken("map.toml", "[country]", with_one_more),
        "map.toml: area.VI-3: found an area that is in no wilaya, expected it in the areas of one wilaya"
    );
}

#[test]
fn a_broken_set_up_is_one_clear_error() {
    assert_eq!(
        overlaid("scenario.1958.france.I.division", "5"),
        "set: scenario.1958.france: found 14 division in all, expected at most 13, the counters there are \
         (unit.division.count)"
    );
    assert_eq!(
        overlaid("scenario.1960.counters.algerian-brigade", "6"),
        "scenarios.toml: scenario.1960.france: found 7 algerian-brigade in all, expected at most 6, the counters \
         there are (unit.algerian-brigade.count)"
    );
    assert_eq!(
        overlaid("scenario.1960.abroad.TUNISIA.failek", "11"),
        "scenarios.toml: scenario.1960.fln: found 11 failek in all, expected at most 10, the counters there are \
         (unit.failek.count)"
    );
    assert_eq!(
        broken("scenarios.toml", "front = [\"I-4\", ", "front = [\"I-2\", "),
        "scenarios.toml: scenario.1954.default.fln.front: found a Front in the Remote area I-2, expected one Front \
         at most in an area, and none in a Remote one"
    );
    assert_eq!(
        overlaid("scenario.1958.default.fln.front.3", "IV-2"),
        "set: scenario.1958.default.fln.front: found more than one Front in IV-2, expected one Front at most in an \
         area, and none in a Remote one"
    );
    assert_eq!(
        overlaid("scenario.1958.fln.VI.front", "2"),
        "set: scenario.1958.fln.VI.front: found 2, expected at most 1: one for each area that is not Remote"
    );
    assert_eq!(
        overlaid("scenario.1958.default.france.police.0", "BONE"),
        "set: scenario.1958.default.france.police.0: found \"BONE\", expected the id of an area of Algeria"
    );
    assert_eq!(
        overlaid("scenario.1958.default.fln.band.0", "TUNISIA"),
        "set: scenario.1958.default.fln.band.0: found \"TUNISIA\", expected the id of an area of Algeria"
    );
    assert_eq!(
        overlaid("scenario.1958.default.fln.band.0", "II-1"),
        "set: scenario.1958.default.fln.band: found 1 in wilaya I, expected 2, as scenario.1958.fln.I.band has"
    );
    assert_eq!(
        overlaid("scenario.1954.france.I.police", "1"),
        "scenarios.toml: scenario.1954.default.france.police: found 0 in wilaya I, expected 1, as \
         scenario.1954.france.I.police has"
    );
    assert_eq!(
        overlaid("scenario.1958.independent", "false"),
        "scenarios.toml: scenario.1958.border_zone: found a value, expected this key only if \
         scenario.1958.independent is true"
    );
    assert_eq!(
        overlaid("scenario.1958.border_zone", "4"),
        "set: scenario.1958.border_zone: found 4, expected a whole number from 0 to 3"
    );
    assert_eq!(
        overlaid("scenario.1958.france_psl", "100"),
        "set: scenario.1958.france_psl: found 100, expected a whole number from 1 to 99"
    );
    assert_eq!(
        broken("scenarios.toml", "VI = { division", "VII = { division"),
        "scenarios.toml: scenario.1954.france.VII: found \"VII\", expected a wilaya: I, II, III, IV, V, VI"
    );
    assert_eq!(
        broken("scenarios.toml", "algerian-brigade = 7", "zouave = 7"),
        "scenarios.toml: scenario.1960.counters.zouave: found \"zouave\", expected a type of unit"
    );
    assert_eq!(
        overlaid("option.slow_french_reaction.scenarios", "[\"1955\"]"),
        "set: option.slow_french_reaction.scenarios.0: found \"1955\", expected the id of a scenario"
    );
}

#[test]
fn the_placement_of_another_scenario_or_of_a_free_set_up_does_not_matter() {
    let mut figures = figures();
    figures.set("scenario.1958.fln.I.band", "3").unwrap();
    assert!(compile(&figures, &Setting::default()).is_err());
    assert!(compile(&figures, &scenario("1954")).is_ok());
    let free = Setting { setup: Some("free".to_owned()), ..Setting::default() };
    assert_eq!(compile(&figures, &free).unwrap().scenario.fln[0][FlnUnit::Band.index()], 3);
}

#[test]
fn a_broken_table_is_one_clear_error() {
    assert_eq!(
        broken("tables.toml", "0 = { number = 0, mark = \"+\" }\n", ""),
        "tables.toml: success.fln.0: found nothing, expected a row, because rows follow one another"
    );
    assert_eq!(
        broken("tables.toml", "8 = { number", "eight = { number"),
        "tables.toml: success.fln.eight: found \"eight\", expected a whole number as the name of a row"
    );
    assert_eq!(
        overlaid("success.france.8.mark", "*"),
        "set: success.france.8.mark: found \"*\", expected \"\", \"+\" or \"@\""
    );
    assert_eq!(
        overlaid("combat.column.1.from", "2"),
        "set: combat.column.1.from: found 2, expected 1, where the table begins"
    );
    assert_eq!(
        overlaid("combat.column.3.from", "2"),
        "set: combat.column.3.from: found 2, expected a whole number from 3 to 64, above the row before it, at 2"
    );
    assert_eq!(
        overlaid("combat.column.3.hits", "[1, 1, 2, 2, 2]"),
        "set: combat.column.3.hits: found a list of 5, expected a list of 6"
    );
    assert_eq!(
        broken("tables.toml", "6 = { from = 25, hits", "7 = { from = 25, hits"),
        "tables.toml: combat.column.6: found nothing, expected a row, because rows follow one another"
    );
    assert_eq!(
        overlaid("depreciation.row.6.from", "100"),
        "set: depreciation.row.6.from: found 100, expected a whole number from 22 to 99, above the row before it, at 21"
    );
    assert_eq!(
        overlaid("coup.row.big-success.from", "14"),
        "set: coup.row.big-success.from: found 14, expected a whole number from 11 to 13, above the row before it, \
         at 10"
    );
    assert_eq!(
        overlaid("event.suez.from", "57"),
        "set: event.suez.from: found 57, expected two dice side by side: two digits from 1 to 6"
    );
    assert_eq!(
        overlaid("event.suez.from", "55"),
        "set: event.suez.from: found 55, expected a cell of its own: nato begins there"
    );
    assert_eq!(
        overlaid("event.none.from", "12"),
        "set: event: found nothing for a roll of 11, expected an event from 11 on"
    );
    assert_eq!(
        overlaid("oas.removed_above", "30"),
        "set: oas.removed_above: found 30, expected more than oas.appears, which is 30"
    );
    assert_eq!(
        overlaid("oas.places", "[\"ALGIERS\", \"TUNISIA\"]"),
        "set: oas.places.1: found \"TUNISIA\", expected the id of an area, or FRANCE"
    );
    assert_eq!(
        overlaid("oas.places", "[]"),
        "set: oas.places: found an empty list, expected at least one place"
    );
}

#[test]
fn a_figure_of_the_wrong_type_or_size_is_one_clear_error() {
    assert_eq!(
        broken("missions.toml", "penalty_dice = 1", "penalty_dice = \"1d6\""),
        "missions.toml: mission.strike.penalty_dice: found \"1d6\", expected a whole number from 0 to 255"
    );
    assert_eq!(
        broken("units.toml", "evasion = 3", "evaison = 3"),
        "units.toml: unit.front.evaison: found a key that is not known, expected one of count, evasion, firepower, \
         control"
    );
    assert_eq!(
        broken("units.toml", "[unit.failek]", "[unit.faylek]"),
        "units.toml: unit.faylek: found a key that is not known, expected one of front, cadre, band, failek, \
         division, french-brigade, elite-brigade, algerian-brigade, police"
    );
    assert_eq!(
        broken("missions.toml", "[mission.move]\ncost = 0", "[mission.move]"),
        "missions.toml: mission.move.cost: found nothing, expected this key to be there"
    );
    assert_eq!(
        overlaid("unit.cadre.count", "32"),
        "set: unit.cadre.count: found 32, expected a whole number from 0 to 31"
    );
    assert_eq!(
        overlaid("point.air.max", "100"),
        "set: point.air.max: found 100, expected a whole number from 0 to 99"
    );
    assert_eq!(
        overlaid("mission.harass.return_divisor", "0"),
        "set: mission.harass.return_divisor: found 0, expected a whole number from 1 to 99"
    );
    assert_eq!(
        overlaid("unit.police.firepower", "0"),
        "set: unit.police.firepower: found 0, expected a whole number from 1 to 99"
    );
    assert_eq!(
        overlaid("mission.civil_affairs.cost", "2"),
        "set: mission.civil_affairs.cost: found a key that is not known, expected a key that exists: the nearest is \
         mission.civil-affairs.cost"
    );
}

#[test]
fn a_missing_file_is_one_clear_error() {
    let original = figures();
    let files = original.files().filter(|(name, _)| *name != "units.toml");
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    assert_eq!(
        Figures::from_files(&original, files).unwrap_err().to_string(),
        "units.toml: the whole file: found nothing, expected the files map.toml, units.toml, missions.toml, \
         tables.toml, scenarios.toml"
    );
}
