use super::*;
use crate::algeria::types::{FlnUnit, GovType, GovUnit, Mark, Mask, Place, RandomEvent};

fn places(rules: &Rules, mask: Mask) -> Vec<&str> {
    Place::each(mask).map(|place| rules.id(place)).collect()
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

#[test]
fn what_the_scenario_and_the_bars_leave_out_cannot_occur() {
    let absent = |scenario: &str, bars: &[&str]| -> Vec<String> {
        let setting = Setting {
            scenario: Some(scenario.to_owned()),
            bars: bars.iter().map(|&bar| bar.to_owned()).collect(),
            ..Setting::default()
        };
        let rules = compile(&figures(), &setting).expect("it is a setting");
        items(&rules).into_iter().filter(|item| item.absent.is_some()).map(|item| item.word).collect()
    };
    assert_eq!(absent("1954", &[]), [""; 0]);
    for scenario in ["1958", "1960"] {
        assert_eq!(absent(scenario, &[]), ["event:suez"]);
    }
    // France begins 1954 with neither Points nor divisions.
    let bars = ["action:france:mobilize", "action:france:points", "event:nato"];
    let follow = ["action:france:air", "action:france:airmobile", "action:france:disperse"];
    let mut expected = [&bars[2..], &bars[..2], &follow].concat();
    expected.sort_unstable();
    let mut found = absent("1954", &bars);
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(absent("1958", &bars[..2]), ["event:suez", bars[0], bars[1]]);
}
