use super::*;

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
        "set: area.V-3.borders.0: found \"V-2\", expected a place outside the wilaya: borders inside one do not matter"
    );
    assert_eq!(
        overlaid("area.V-3.borders", "[\"FRANCE\"]"),
        "set: area.V-3.borders.0: found \"FRANCE\", expected no border of France: units never cross one"
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
        "map.toml: area.VI-2: found an area outside every wilaya, expected it in the areas of one wilaya"
    );
    assert_eq!(
        overlaid("map.wilayas", "[\"I\", \"II\", \"III\", \"IV\", \"V\"]"),
        "set: map.wilayas: found no VI, expected each wilaya in the list"
    );
    assert_eq!(
        broken("map.toml", "[country.TUNISIA]", "[country.LIBYA]"),
        "map.toml: unknown key `country.LIBYA`: the keys are MOROCCO, TUNISIA, FRANCE"
    );
    let with_one_more = "[area.VI-3]\nname = \"X\"\nrating = \"rural\"\nborders = []\n\n[country]";
    assert_eq!(
        broken("map.toml", "[country]", with_one_more),
        "map.toml: area.VI-3: found an area outside every wilaya, expected it in the areas of one wilaya"
    );
}

#[test]
fn figures_that_would_leave_their_tracks_are_one_clear_error() {
    assert_eq!(
        overlaid("control.ratio", "10"),
        "set: control.ratio: found 10, expected a whole number from 1 to 9"
    );
    let dice = figures().read::<i64>("event.independence.dice").expect("it is there");
    assert_eq!(
        overlaid("psl.max", &(6 * dice).to_string()),
        format!(
            "set: psl.max: found {0}, expected more than what event.independence.dice can show, which is {0}",
            6 * dice
        )
    );
}

#[test]
fn a_broken_set_up_is_one_clear_error() {
    assert_eq!(
        overlaid("scenario.1958.france.I.division", "5"),
        "set: scenario.1958.france: found a total of 14 division, expected at most 13, the number of counters \
         (unit.division.count)"
    );
    assert_eq!(
        overlaid("scenario.1960.counters.algerian-brigade", "6"),
        "scenarios.toml: scenario.1960.france: found a total of 7 algerian-brigade, expected at most 6, the number \
         of counters (unit.algerian-brigade.count)"
    );
    assert_eq!(
        overlaid("scenario.1960.abroad.TUNISIA.failek", "11"),
        "scenarios.toml: scenario.1960.fln: found a total of 11 failek, expected at most 10, the number of counters \
         (unit.failek.count)"
    );
    assert_eq!(
        broken("scenarios.toml", "front = [\"I-4\", ", "front = [\"I-2\", "),
        "scenarios.toml: scenario.1954.default.fln.front: found a Front in the Remote area I-2, expected at most one \
         Front per area, and none in a Remote one"
    );
    assert_eq!(
        overlaid("scenario.1958.default.fln.front.3", "IV-2"),
        "set: scenario.1958.default.fln.front: found more than one Front in IV-2, expected at most one Front per \
         area, and none in a Remote one"
    );
    assert_eq!(
        overlaid("scenario.1958.fln.VI.front", "2"),
        "set: scenario.1958.fln.VI.front: found 2, expected at most 1: one per area that is not Remote"
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
fn a_broken_table_is_one_clear_error() {
    assert_eq!(
        broken("tables.toml", "0 = { number = 0, mark = \"+\" }\n", ""),
        "tables.toml: success.fln.0: found nothing, expected this row: row numbers are consecutive"
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
        "set: combat.column.1.from: found 2, expected 1, the start of the table"
    );
    assert_eq!(
        overlaid("combat.column.3.from", "2"),
        "set: combat.column.3.from: found 2, expected a whole number from 3 to 64, above the previous row (2)"
    );
    assert_eq!(
        overlaid("combat.column.3.hits", "[1, 1, 2, 2, 2]"),
        "set: combat.column.3.hits: found a list of 5, expected a list of 6"
    );
    assert_eq!(
        broken("tables.toml", "6 = { from = 25, hits", "7 = { from = 25, hits"),
        "tables.toml: combat.column.6: found nothing, expected this row: row numbers are consecutive"
    );
    assert_eq!(
        overlaid("depreciation.row.6.from", "100"),
        "set: depreciation.row.6.from: found 100, expected a whole number from 22 to 99, above the previous row (21)"
    );
    assert_eq!(
        overlaid("coup.row.big-success.from", "14"),
        "set: coup.row.big-success.from: found 14, expected a whole number from 11 to 13, above the previous row \
         (10)"
    );
    assert_eq!(
        overlaid("event.suez.from", "57"),
        "set: event.suez.from: found 57, expected two dice side by side: two digits from 1 to 6"
    );
    assert_eq!(
        overlaid("event.suez.from", "55"),
        "set: event.suez.from: found 55, expected another cell: nato begins there"
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
        "units.toml: unknown key `unit.front.evaison`; did you mean `unit.front.evasion`?"
    );
    assert_eq!(
        broken("units.toml", "[unit.failek]", "[unit.faylek]"),
        "units.toml: unknown key `unit.faylek`; did you mean `unit.failek`?"
    );
    assert_eq!(
        broken("missions.toml", "[mission.move]\ncost = 0", "[mission.move]"),
        "missions.toml: mission.move.cost: found nothing, expected this key"
    );
    assert_eq!(
        broken("units.toml", "contact = 2\nfirepower = 2\n", "firepower = 2\n"),
        "units.toml: unit.police.contact: found nothing, expected this key"
    );
    assert_eq!(
        broken("units.toml", "[unit.police]\ncount", "[unit.police]\nhelo = \"none\"\ncount"),
        "units.toml: unknown key `unit.police.helo`: the keys are count, mobilize, contact, control, firepower"
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
        "set: unknown key `mission.civil_affairs.cost`; did you mean `mission.civil-affairs.cost`?"
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

#[test]
fn a_table_that_no_file_has_is_not_known() {
    let original = figures();
    let add = |(name, text): (&str, &str)| {
        (name.to_owned(), text.replace("[psl]", "[pls]\nmax = 99\nsource = \"printed: a copy\"\n[psl]"))
    };
    let error = Figures::from_files(&original, original.files().map(add).collect()).unwrap_err().to_string();
    assert!(error.contains("tables.toml") && error.contains("pls") && error.contains("psl"), "{error}");
}
