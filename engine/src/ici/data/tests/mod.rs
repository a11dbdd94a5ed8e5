//! Tests of the figures: what compiles, and what follows from it.

mod broken;
mod settings;

use super::{compile, doubts, figures, items, reconstructed, setting, statement};
use crate::data::{Figures, SourceKind};
use crate::dice::SeededDice;
use crate::game::{Game, Setting};
use crate::ici::rules::{Op, Rules};
use crate::ici::types::{
    Amount, Arm, Arrival, Chit, Failek, Flag, Kind, Level, Location, POPULATED, Terrain, Unit,
};
use crate::ici::{Control, Ici, State, formulas};
use crate::side::Side;

fn scenario(id: &str) -> Setting {
    Setting { scenario: Some(id.to_owned()), ..Setting::default() }
}

fn rules(id: &str) -> Rules {
    compile(&figures(), &scenario(id)).unwrap_or_else(|error| panic!("{error}"))
}

/// The built-in figures with changes, as a command line makes them.
fn changed(changes: &[(&str, &str)]) -> Figures {
    let mut figures = figures();
    for (key, value) in changes {
        figures.set(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    figures
}

/// The built-in figures with pieces of text in one file replaced, each where it stands first.
fn edited(file: &str, edits: &[(&str, &str)]) -> Figures {
    let builtin = figures();
    let files = builtin.files().map(|(name, text)| {
        let mut text = text.to_owned();
        if name == file {
            for (from, to) in edits {
                assert!(text.contains(from), "{file} has no {from}");
                text = text.replacen(from, to, 1);
            }
        }
        (name.to_owned(), text)
    });
    let files = files.collect();
    Figures::from_files(&builtin, files).unwrap_or_else(|error| panic!("{error}"))
}

/// The built-in figures with text added at the end of files.
fn extended(more: &[(&str, &str)]) -> Figures {
    let builtin = figures();
    let files = builtin.files().map(|(name, text)| {
        let more = more.iter().filter(|(file, _)| *file == name).map(|(_, more)| *more);
        (name.to_owned(), more.fold(text.to_owned() + "\n", |text, more| text + more))
    });
    let files = files.collect();
    Figures::from_files(&builtin, files).unwrap_or_else(|error| panic!("{error}"))
}

fn at(rules: &Rules, id: &str) -> Location {
    rules.map.find(id).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn every_scenario_setup_and_option_compiles_and_comes_back() {
    let figures = figures();
    for id in ["1955", "1959"] {
        for setup in ["default", "free"] {
            for option in [None, Some("maquis"), Some("halve_each_die"), Some("combat_chits_from_two")] {
                let given = Setting {
                    scenario: Some(id.to_owned()),
                    setup: Some(setup.to_owned()),
                    options: option.map(str::to_owned).into_iter().collect(),
                    bars: vec!["chit:fl_oas".to_owned(), "action:france:harsh-interrogation".to_owned()],
                };
                let rules = compile(&figures, &given).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(setting(&rules), given);
                assert_eq!(rules.free_setup, setup == "free");
                assert_eq!(rules.options.maquis, option == Some("maquis"));
            }
        }
    }
    let default = compile(&figures, &Setting::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(setting(&default).scenario.as_deref(), Some("1955"));
    assert_eq!(setting(&default).setup.as_deref(), Some("default"));
}

#[test]
fn the_built_in_figures_agree_with_what_the_rulebook_says_in_passing() {
    let doubts = doubts(&figures()).unwrap_or_else(|error| panic!("{error}"));
    assert!(doubts.is_empty(), "{doubts:#?}");
}

#[test]
fn a_figure_that_contradicts_the_rulebook_is_doubted_and_yet_played() {
    for (key, value, part) in [
        ("chit.fl_repression.ps", "-1", "-2"),
        ("setup.1959.faileks.tunisia.moudjahidine", "5", "53 in Algeria"),
        ("unit_type.infantry.strength", "3", "20 of 100"),
        ("purge.lower", "[3, 1]", "two and two"),
        ("combat_chit.france.attack.bonus", "first", "attack against retreat"),
        ("counters.flags", "99", "the number of counters in the box"),
        ("exchange.three-for-commando.moussebiline", "4", "types are worth"),
        ("crisis.coup-attempt.pied_noirs", "Angry Protests", "15 steps"),
    ] {
        let figures = changed(&[(key, value)]);
        let doubts = doubts(&figures).unwrap_or_else(|error| panic!("{key}: {error}"));
        assert!(doubts.iter().any(|one| one.to_string().contains(part)), "{key}: {doubts:#?}");
    }
}

#[test]
fn the_map_is_what_the_rulebook_counts() {
    let rules = rules("1955");
    let map = &rules.map;
    assert_eq!((map.regions, map.places), (30, 32));
    assert_eq!(map.populated, (1 << POPULATED) - 1);
    assert_eq!(map.population.iter().map(|symbol| u32::from(*symbol)).sum::<u32>(), 39);
    assert_eq!(map.country_population, [3, 2, 1]);
    let ids: Vec<&str> = Location::regions(map.populated).map(|region| map.id(region)).collect();
    assert_eq!(ids.first(), Some(&"1A"));
    assert_eq!(&ids[21..], ["6B", "alger", "constantine", "oran"], "the order of a referendum, ruling I-34");
    assert_eq!(map.harbours.count_ones(), 6);
    assert_eq!((map.cities.count_ones(), map.towns.count_ones(), map.sites.count_ones()), (8, 20, 4));
    assert_eq!(map.borders.iter().map(|mask| mask.count_ones()).sum::<u32>(), 2 * 66);
    assert_eq!(map.roads.iter().map(|mask| mask.count_ones()).sum::<u32>(), 2 * 51);
    assert_eq!(map.kind[at(&rules, "djelfa").index()], Kind::Town);
    assert_eq!(map.terrain[at(&rules, "6A").index()], Terrain::DryHills);
    assert_eq!(map.morice_countries, 0b011);
    let of = |mask| Location::each(mask).map(|at| map.id(at)).collect::<Vec<_>>();
    assert_eq!(of(map.bellounis), ["6A", "6B", "bou-saada", "djelfa", "geryville", "laghouat"]);
    for place in Location::each(map.towns | map.cities | map.sites) {
        for region in Location::regions(map.neighbours(place)) {
            assert!(map.places_at[region.index()] & place.bit() != 0);
            let wilaya = usize::from(map.wilaya_of[region.index()]);
            assert!(map.wilaya_places[wilaya] & place.bit() != 0);
        }
    }
}

/// A game of 1955 at its first decision, and its rules.
fn begun() -> (Rules, State) {
    let rules = rules("1955");
    let state = Ici::start(&rules, &mut SeededDice::new(1, 0), &mut ());
    (rules, state)
}

#[test]
fn control_follows_from_density_and_symbol() {
    // Fewest faileks that contest and that control, by symbol and density: rulebook J and N.
    let (rules, mut state) = begun();
    let table = [
        [(1, 1), (2, 2), (2, 3), (3, 4), (3, 5), (4, 6), (4, 7)],
        [(2, 2), (2, 3), (3, 4), (3, 5), (4, 6), (4, 7), (5, 8)],
        [(2, 3), (3, 4), (3, 5), (4, 6), (4, 7), (5, 8), (5, 9)],
    ];
    for (id, row) in [("1A", table[0]), ("3B", table[1]), ("2A", table[2])] {
        let region = at(&rules, id);
        for (density, expected) in (0..=rules.track.density).zip(row) {
            let mut fewest = |wanted: fn(Control) -> bool| {
                (0..20).find(|faileks| {
                    state.density = density;
                    state.faileks[region.index()].total = *faileks;
                    wanted(formulas::control(&rules, &state, region))
                })
            };
            let found =
                (fewest(|control| control != Control::France), fewest(|control| control == Control::Fln));
            assert_eq!(found, (Some(expected.0), Some(expected.1)), "{id} at density {density}");
        }
    }
    state.density = 4;
    assert_eq!(formulas::garrison(&rules, &state, at(&rules, "2A")), 7);
    state.density = 0;
    assert_eq!(formulas::garrison(&rules, &state, at(&rules, "2A")), 3);
}

#[test]
fn supply_follows_from_symbol_marker_and_resettlement() {
    let (rules, mut state) = begun();
    for (id, slot, resettled, limit) in [
        ("1A", 8, 0, 7),
        ("2A", 14, 0, 8),
        ("2A", 14, 1, 6),
        ("1A", 8, 2, 3),
        ("1A", 10, 0, 7),
        ("1A", 11, 0, 6),
    ] {
        let region = at(&rules, id);
        state.slot[region.index()] = slot;
        state.resettled[region.index()] = resettled;
        assert_eq!(formulas::failek_limit(&rules, &state, region), Some(limit), "{id}, marker at {slot}");
    }
    for (id, limit) in [("alger", 3), ("setif", 2), ("djelfa", 1), ("kenadsa", 1), ("7D", 3)] {
        assert_eq!(formulas::failek_limit(&rules, &state, at(&rules, id)), Some(limit), "{id}");
    }
    assert_eq!(formulas::failek_limit(&rules, &state, Location::TUNISIA), None);
}

#[test]
fn units_and_classes_are_those_of_the_counters() {
    let rules = rules("1955");
    assert_eq!(rules.units.len(), 63);
    assert_eq!(rules.waves.units.map(u128::count_ones), [15, 17, 15]);
    let arrivals = |arrival| rules.units.iter().filter(|unit| unit.arrival == arrival).count();
    assert_eq!((arrivals(Arrival::Start), arrivals(Arrival::Chit)), (13, 3));
    let classes: Vec<(&str, u32)> = (rules.classes.iter().zip(rules.class_units))
        .map(|(class, units)| (class.word.as_str(), units.count_ones()))
        .collect();
    let expected = [
        ("named-paratrooper", 3),
        ("paratrooper", 9),
        ("legion", 5),
        ("cspl", 4),
        ("mechanized", 22),
        ("infantry", 12),
        ("mountain", 5),
        ("bellounis", 3),
    ];
    assert_eq!(classes, expected);
    assert_eq!(Arm::ALL.len(), rules.classes.len());
    let class =
        |word: &str| rules.classes.iter().find(|class| class.word == word).unwrap_or(&rules.classes[0]);
    let (mountains, dry, city) =
        (at(&rules, "3A").index(), at(&rules, "1A").index(), at(&rules, "alger").index());
    assert_eq!(class("mechanized").terrain[mountains], -1);
    assert_eq!(class("mechanized").terrain[dry], -1);
    assert_eq!(class("mountain").terrain[mountains], 1);
    assert_eq!(class("infantry").terrain[mountains], 0);
    assert_eq!(class("cspl").search[at(&rules, "7C").index()], 1);
    assert_eq!(rules.search.terrain[mountains], -1);
    assert!(rules.classes.iter().all(|class| class.terrain[city] == 0));
    assert_eq!(
        rules.faileks.map(|row| (row.strength, row.quality, row.count)),
        [(1, 1, 44), (1, 2, 40), (2, 3, 12)]
    );
    let coup = &rules.crises[3];
    assert_eq!((coup.removes.count_ones(), coup.substitutes.count_ones()), (3, 9));
    assert_eq!(coup.points_cap, Some(15));
}

#[test]
fn a_unit_with_figures_of_its_own_is_a_class_of_its_own() {
    let text = "[unit.94-ri]\nname = \"94 RI\"\nstrength = 5\nreduced_strength = 3\n";
    let figures = edited("units.toml", &[("[unit.94-ri]\nname = \"94 RI\"\n", text)]);
    let rules = compile(&figures, &Setting::default()).unwrap_or_else(|error| panic!("{error}"));
    let classes: Vec<&str> = rules.classes.iter().map(|class| class.word.as_str()).collect();
    assert!(classes.contains(&"infantry") && classes.contains(&"infantry-5-2"), "{classes:?}");
    let unit = rules.units.iter().position(|unit| unit.id == "94-ri").unwrap_or_default();
    assert_eq!(rules.classes[rules.class(Unit(unit as u8)).index()].strength, [5, 3]);
}

/// Numbers of further places, chits and units, as a printed copy may have them.
fn more(places: usize, chits: usize, units: usize) -> Figures {
    let tables = |count: usize, table: fn(usize) -> String| (0..count).map(table).collect::<String>();
    let places = tables(places, |number| {
        format!(
            "[place.zz{number}]\nname = \"zz{number}\"\nkind = \"town\"\ntouches = [\"7A\"]\nharbour = false\n"
        )
    });
    let chits = tables(chits, |number| {
        format!(
            "[chit.zz{number:02}]\nname = \"zz{number}\"\nside = \"fln\"\nfirst = 1955\nlast = 1957\nlasting = false\n\
             actions = []\nps = -1\nfln = 0\npn = 0\nfp = \"none\"\nsource = \"printed: chit\"\n"
        )
    });
    let french = tables(units, |number| format!("zz{number} = \"5G\"\n"));
    let units = tables(units, |number| {
        format!("[unit.zz{number}]\nname = \"zz{number}\"\nkind = \"ri\"\narrival = \"56\"\n")
    });
    // The placement of 1959 is the last table of its file.
    extended(&[
        ("map.toml", &places),
        ("chits.toml", &chits),
        ("units.toml", &units),
        ("setups.toml", &french),
    ])
}

#[test]
fn a_printed_copy_with_more_of_everything_fits() {
    let mut figures = more(40 - 32, 64 - 53, 72 - 63);
    figures.set("failek.moussebiline.count", "76").unwrap_or_else(|error| panic!("{error}"));
    for id in ["1955", "1959"] {
        let rules = compile(&figures, &scenario(id)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((rules.map.places, rules.chits.len(), rules.units.len()), (40, 64, 72));
        assert_eq!(rules.map.id(Location::place(39)), "zz7");
        assert_eq!(rules.chit(Chit(63)).id, "zz10");
        assert_eq!(rules.units[71].id, "zz8");
        assert_eq!(rules.set.fln | rules.set.france, u64::MAX);
    }
}

#[test]
fn chits_become_operations() {
    let rules = rules("1955");
    assert_eq!((rules.set.fln.count_ones(), rules.set.france.count_ones()), (26, 27));
    let chit = |id: &str| rules.chits.iter().find(|row| row.id == id).unwrap_or(&rules.chits[0]);
    assert_eq!(chit("fl_repression").ops[..], [Op::Population(-2)]);
    assert_eq!(
        chit("fr_morice_line").ops[..],
        [Op::Enable(Flag::MoriceLine), Op::Density(1), Op::FlnMarker(1)]
    );
    assert_eq!(chit("fl_tunisia_morocco").ops[..], [Op::Independence(0b011), Op::Wave, Op::PiedNoirs(-1)]);
    assert_eq!(
        chit("fl_oas").ops[..],
        [
            Op::LastingPoints { side: Side::France, points: -2 },
            Op::Population(-1),
            Op::PiedNoirs(-2),
            Op::FrenchPublic { amount: Amount::D3, gain: false },
        ]
    );
    let row = chit("fl_oas");
    assert!(row.lasting && !row.playable(5) && row.playable(6) && row.playable(7));
    let alger = at(&rules, "alger").region_bit();
    assert_eq!(chit("fr_breaking_strike").ops[0], Op::Regions { regions: alger, delta: 1 });
    let flip = Op::FlipFrench { count: Amount::Fixed(1), chooser: Side::Fln };
    assert_eq!(chit("fl_ambush").ops[0], flip);
    let added = chit("fr_melouza").ops[0];
    assert!(matches!(added, Op::AddUnits(units) if units.count_ones() == 3), "{added:?}");
}

#[test]
fn without_a_chooser_the_side_of_the_chit_chooses() {
    let figures = edited("chits.toml", &[("count = 1, chooser = \"fln\"", "count = 1")]);
    let rules = compile(&figures, &Setting::default()).unwrap_or_else(|error| panic!("{error}"));
    let ambush = rules.chits.iter().find(|row| row.id == "fl_ambush").map(|row| row.ops[0]);
    assert_eq!(ambush, Some(Op::FlipFrench { count: Amount::Fixed(1), chooser: Side::Fln }));
}

#[test]
fn the_game_of_1955_starts_as_listed() {
    let rules = rules("1955");
    let scenario = &rules.scenario;
    let slots = [10, 11, 12, 13].map(|slot| scenario.slot.iter().filter(|one| **one == slot).count());
    assert_eq!(slots, [2, 11, 5, 7]);
    let fln: Vec<&str> = (0..POPULATED as u8)
        .map(Location)
        .filter(|region| scenario.level[region.index()] == Level::Fln)
        .map(|region| rules.id(region))
        .collect();
    assert_eq!(fln, ["1C", "3A"]);
    assert_eq!(scenario.faileks.iter().flatten().map(|count| u32::from(*count)).sum::<u32>(), 10);
    assert_eq!(scenario.units.iter().filter(|at| **at != Location::NONE).count(), 13);
    assert_eq!((scenario.turn, rules.calendar.last_turn, rules.calendar.years), (0, 31, 8));
    assert_eq!((scenario.french_public, scenario.fln_marker, scenario.density), (20, 4, 0));
    assert_eq!((scenario.cup.fln.count_ones(), scenario.cup.france.count_ones()), (26, 27));
    assert_eq!((scenario.chosen, scenario.drawn, scenario.on_track), (4, 5, 2));
    assert!(scenario.markers.is_empty() && !scenario.places_units && scenario.active == 0);
}

#[test]
fn the_scenario_of_1959_starts_as_listed() {
    let rules = rules("1959");
    let scenario = &rules.scenario;
    let sum = |failek: Failek| scenario.faileks.iter().map(|row| u32::from(row[failek.index()])).sum::<u32>();
    assert_eq!([Failek::Moussebiline, Failek::Moudjahidine, Failek::Commando].map(sum), [28, 29, 6]);
    let abroad = [Location::TUNISIA, Location::MOROCCO].map(|at| scenario.faileks[at.index()]);
    assert_eq!(abroad, [[0, 6, 0], [0, 4, 0]]);
    assert_eq!(scenario.units.iter().filter(|at| **at != Location::NONE).count(), rules.units.len());
    assert_eq!((scenario.weakened, scenario.reduced.count_ones()), (4, 4));
    assert_eq!((scenario.independent, scenario.crisis, scenario.pied_noirs), (0b011, 1, 1));
    let flags = [Flag::Resettlement, Flag::Infiltration, Flag::MoriceLine, Flag::Informers];
    assert_eq!(scenario.flags, flags.iter().fold(0, |mask, flag| mask | 1 << flag.index()));
    assert_eq!((scenario.cup.fln.count_ones(), scenario.cup.france.count_ones()), (11, 12));
    let choices: Vec<_> = (scenario.markers.iter())
        .map(|choice| (choice.side, choice.regions.count_ones(), choice.slots.to_vec(), choice.per_slot))
        .collect();
    assert_eq!(choices, [(Side::Fln, 12, vec![7, 8, 9], 4), (Side::France, 8, vec![15, 16], 4)]);
    assert_eq!(scenario.resettled.iter().filter(|steps| **steps == 1).count(), 5);
    let controlled: Vec<&str> = Location::regions(rules.map.populated)
        .filter(|region| {
            let here: u8 = scenario.faileks[region.index()].iter().sum();
            here > 0 && here >= scenario.density + rules.map.population[region.index()]
        })
        .map(|region| rules.id(region))
        .collect();
    assert_eq!(controlled, ["1B", "1C", "2B", "4C", "5F"]);
}

/// Chits are in the game by their years, but for those that the rulebook lists for 1959 (5.0); what is in effect already is not.
#[test]
fn chits_that_cannot_occur_are_those_of_other_years() {
    let listed = ["fl_army_discontent", "fl_suffer_resettled", "fr_int_purges", "fr_oil"];
    for (scenario, count) in [("1955", 0), ("1959", 30)] {
        let (rules, year) = (rules(scenario), scenario.parse::<u16>().expect("a year"));
        let items = items(&rules);
        let mut absent = 0;
        for (row, item) in rules.chits.iter().zip(&items) {
            let first = rules.calendar.first_year + u16::from(row.first);
            assert_eq!((&item.word, &item.name), (&format!("chit:{}", row.id), &row.name));
            let there = first >= year || scenario == "1959" && listed.contains(&row.id.as_str());
            assert_eq!(item.absent.is_none(), there, "{item:?} in {scenario}, {first}");
            absent += usize::from(!there);
        }
        assert_eq!(absent, count);
    }
    let why = |word: &str, bars: &[&str]| {
        let setting = Setting {
            scenario: Some("1955".to_owned()),
            bars: bars.iter().map(|&bar| bar.to_owned()).collect(),
            ..Setting::default()
        };
        let rules = compile(&figures(), &setting).expect("it is a setting");
        items(&rules).into_iter().find(|item| item.word == word).expect("it is an item").absent
    };
    let barred: Vec<_> = (rules("1955").chits.iter())
        .filter(|row| row.ops.contains(&Op::Enable(Flag::MoriceLine)))
        .map(|row| format!("chit:{}", row.id))
        .collect();
    let barred: Vec<_> = barred.iter().map(String::as_str).collect();
    assert_eq!(why("action:france:morice-attack", &[]), None);
    assert!(why("action:france:morice-attack", &barred).is_some_and(|why| why.contains("morice-line")));
    assert!(why(barred[0], &barred).is_some_and(|why| why == "barred"));
    assert!(why("action:france:maquis", &[]).is_some_and(|why| why.contains("option maquis")));
}

#[test]
fn shares_of_extra_points_add_up_before_the_rest_is_dropped() {
    let extra = rules("1955").extra;
    let fln = |cities, towns, majors| {
        (cities * extra.city + towns * extra.town + majors * extra.major_city) / extra.fln_denominator
    };
    assert_eq!((fln(1, 2, 0), fln(2, 3, 1), fln(1, 1, 0)), (1, 3, 0));
    let france = |threes, twos, ones| {
        let sum = threes * extra.support[3] + twos * extra.support[2] + ones * extra.support[1];
        sum / extra.france_denominator
    };
    assert_eq!((france(0, 1, 2), france(1, 1, 1)), (1, 1));
}

#[test]
fn the_hash_is_of_values_and_not_of_layout() {
    let builtin = figures();
    let shuffled = builtin.files().map(|(name, text)| {
        // Comments gone, tables in the opposite order.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let text = lines.join("\n");
        let at = text.find('[').unwrap_or_default();
        let mut tables: Vec<&str> = text[at + 1..].split("\n[").collect();
        tables.reverse();
        let tables = tables.into_iter().map(|table| format!("[{table}\n")).collect::<Vec<_>>();
        (name.to_owned(), tables.concat())
    });
    let shuffled =
        Figures::from_files(&builtin, shuffled.collect()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(shuffled.hash(), builtin.hash());
    for id in ["1955", "1959"] {
        let one = rules(id);
        let other = compile(&shuffled, &scenario(id)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(one.map.ids, other.map.ids);
        assert_eq!(one.scenario, other.scenario);
        assert_eq!(one.data_hash, other.data_hash);
        let chits = |rules: &Rules| {
            rules.chits.iter().map(|row| (row.id.clone(), row.ops.clone())).collect::<Vec<_>>()
        };
        assert_eq!(chits(&one), chits(&other));
    }
    assert_ne!(changed(&[("chit.fl_oas.pn", "-1")]).hash(), builtin.hash());
}

#[test]
fn sources_are_counted() {
    let figures = figures();
    let list = figures.list();
    let count = list.iter().filter(|figure| figure.source.kind == SourceKind::Reconstructed).count();
    assert_eq!(reconstructed(&figures), count);
    let rules = rules("1955");
    let line = statement(&figures).unwrap_or_default();
    assert_eq!(rules.statement.as_ref(), Some(&line));
    assert!(line.starts_with(&format!("{count} of {} figures are reconstructed", list.len())), "{line}");
    assert!(!line.contains('\n'));
    let mut printed = figures;
    let text = "[chit.fl_oas]\nfirst = 1960\nsource = \"printed: chit\"\n";
    printed.overlay("mine.toml", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(reconstructed(&printed), count - 1);
    let rules = compile(&printed, &Setting::default()).unwrap_or_else(|error| panic!("{error}"));
    assert!(rules.chits.iter().any(|row| row.id == "fl_oas" && row.first == 5));
}
