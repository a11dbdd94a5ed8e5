#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde::Deserialize;

use super::*;

const MAP: &str = r#"
[area]
source = "public: a map"
[area.I-1]
name = "Barika"
rating = "rural"
borders = ["II-1", "TUNISIA"]
[area."El Oued"]
rating = "remote"
size = 2.5
"#;

const UNITS: &str = r#"
[unit]
source = "rulebook: charts B.1"
[unit.division]
count = 13 # counters
mobilize = 5
source_of = { count = "public: a module" }
[unit.band]
count = 24
source = "deduced: from the rest"
modes = [{ contact = 1 }, { contact = 2 }]
hits = [0, 1, 2]
"#;

fn figures() -> Figures {
    Figures::builtin("example", &[("map.toml", MAP), ("units.toml", UNITS)])
}

fn parse(text: &str) -> Result<Figures, DataError> {
    Figures::parse("example", vec![("x.toml".to_owned(), text.to_owned())])
}

fn message<T>(result: Result<T, DataError>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    count: u8,
    #[serde(default)]
    mobilize: Option<u8>,
    #[serde(default)]
    modes: Vec<Mode>,
    #[serde(default)]
    hits: Option<[u8; 3]>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mode {
    contact: i8,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rating {
    Rural,
    Remote,
}

#[test]
fn lists_every_number_in_file_order_with_its_source() {
    let list: Vec<String> = figures()
        .list()
        .iter()
        .map(|figure| format!("{} {} {} ({})", figure.file, figure.key, figure.value, figure.source))
        .collect();
    assert_eq!(
        list,
        [
            "map.toml area.\"El Oued\".size 2.5 (public: a map)",
            "units.toml unit.division.count 13 (public: a module)",
            "units.toml unit.division.mobilize 5 (rulebook: charts B.1)",
            "units.toml unit.band.count 24 (deduced: from the rest)",
            "units.toml unit.band.modes.0.contact 1 (deduced: from the rest)",
            "units.toml unit.band.modes.1.contact 2 (deduced: from the rest)",
            "units.toml unit.band.hits.0 0 (deduced: from the rest)",
            "units.toml unit.band.hits.1 1 (deduced: from the rest)",
            "units.toml unit.band.hits.2 2 (deduced: from the rest)",
        ]
    );
    let kinds = [(SourceKind::Rulebook, 1), (SourceKind::Deduced, 6), (SourceKind::Public, 2)];
    assert_eq!(figures().count(), kinds);
}

#[test]
fn reads_typed_values_without_the_sources() {
    let figures = figures();
    let units: BTreeMap<String, Unit> = figures.read("unit").unwrap();
    assert_eq!(units["division"], Unit { count: 13, mobilize: Some(5), modes: vec![], hits: None });
    assert_eq!(units["band"].modes, [Mode { contact: 1 }, Mode { contact: 2 }]);
    assert_eq!(units["band"].hits, Some([0, 1, 2]));
    assert_eq!(figures.read::<Rating>("area.\"El Oued\".rating").unwrap(), Rating::Remote);
    assert_eq!(figures.read::<f64>("area.\"El Oued\".size").unwrap(), 2.5);
    assert_eq!(figures.read::<u8>("unit.band.modes.1.contact").unwrap(), 2);
    assert_eq!(figures.names("unit"), ["division", "band"]);
}

#[test]
fn the_file_may_hold_one_source_for_all_of_it() {
    let figures = parse("source = \"printed: the sheet\"\n[a.b]\nc = 1").unwrap();
    assert_eq!(figures.list()[0].source.to_string(), "printed: the sheet");
}

#[test]
fn a_wrong_value_deep_inside_is_named_by_its_own_key() {
    let read = |from: &str, to: &str| {
        let units = UNITS.replace(from, to);
        let files = vec![("map.toml".to_owned(), MAP.to_owned()), ("units.toml".to_owned(), units)];
        message(Figures::from_files(&figures(), files).unwrap().read::<BTreeMap<String, Unit>>("unit"))
    };
    assert_eq!(read("x", "x"), "no error");
    assert_eq!(
        read("contact = 2", "contact = \"two\""),
        "units.toml: unit.band.modes.1.contact: found \"two\", expected a whole number from -128 to 127"
    );
    assert_eq!(
        read("count = 24", "count = 256"),
        "units.toml: unit.band.count: found 256, expected a whole number from 0 to 255"
    );
    assert_eq!(
        read("count = 24", "count = 2.0"),
        "units.toml: unit.band.count: found 2.0, expected a whole number from 0 to 255"
    );
    assert_eq!(read("count = 24", ""), "units.toml: unit.band.count: found nothing, expected this key");
    assert_eq!(
        read("count = 24", "count = 24\nkount = 1"),
        "units.toml: unknown key `unit.band.kount`; did you mean `unit.band.count`?"
    );
    assert_eq!(
        read("[0, 1, 2]", "[0, 1]"),
        "units.toml: unit.band.hits: found a list of 2, expected a list of 3"
    );
    assert_eq!(
        read("[0, 1, 2]", "[0, 1, 2, 3]"),
        "units.toml: unit.band.hits: found a list of 4, expected a list of 3"
    );
    assert_eq!(read("{ contact = 2 }", "7"), "units.toml: unit.band.modes.1: found 7, expected a table");
    assert_eq!(
        message(figures().read::<Rating>("area.I-1.name")),
        "map.toml: area.I-1.name: found \"Barika\", expected one of rural, remote"
    );
    assert_eq!(
        message(figures().read::<u8>("unit.failek")),
        "units.toml: unit.failek: found nothing, expected this key"
    );
    assert_eq!(
        message(figures().read::<u8>("coup.psl")),
        "example: coup.psl: found nothing, expected this key"
    );
    assert_eq!(
        message(figures().read::<BTreeMap<Rating, Unit>>("unit")),
        "units.toml: unknown key `unit.division`: the keys are rural, remote"
    );
}

#[test]
fn a_number_needs_a_source_and_a_source_has_a_form() {
    assert_eq!(
        message(parse("[a.b]\nc = [\"x\", 1]")),
        "x.toml: a.b.c: found a list of 2 without a source, expected its source: source = \"KIND: DETAIL\" with \
         rulebook, deduced, public, reconstructed, printed or ruling as KIND"
    );
    assert_eq!(message(parse("[a]\nc = \"no number\"")), "no error");
    for broken in ["\"guess: me\"", "\"ruling\"", "\"ruling: \"", "\"overlay: x\"", "3"] {
        let text = message(parse(&format!("[a]\nc = 1\nsource = {broken}")));
        assert!(text.starts_with(&format!("x.toml: a.source: found {broken}, expected")), "{text}");
    }
    assert_eq!(
        message(parse("[a]\ncost = 1\nsource_of = { cots = \"ruling: A-1\" }")),
        "x.toml: unknown key `a.source_of.cots`; did you mean `a.source_of.cost`?"
    );
}

#[test]
fn text_that_is_no_toml_is_an_error_with_its_line() {
    let text = message(parse("[a]\n\nb = = 1"));
    assert!(text.starts_with("x.toml: line 3: found ") && text.ends_with(", expected TOML"), "{text}");
    let twice = message(parse("[a]\nb = \"x\"\nb = \"y\""));
    assert!(twice.starts_with("x.toml: line 3: found duplicate key"), "{twice}");
    assert_eq!(message(parse("a = \"x\"")), "x.toml: a: found \"x\", expected a table");
}

#[test]
fn a_table_lives_in_one_file() {
    let file = |name: &str| (name.to_owned(), "[a]\nb = \"x\"".to_owned());
    assert_eq!(
        message(Figures::parse("example", vec![file("x.toml"), file("y.toml")])),
        "y.toml: a: found a table, expected it in one file only; it is also in x.toml"
    );
}

#[test]
fn a_copy_has_the_files_of_the_original() {
    let original = figures();
    let copy = |names: &[&str]| {
        let files = names.iter().map(|name| {
            let text = original.files().find(|(file, _)| file == name).map_or("", |(_, text)| text);
            ((*name).to_owned(), text.to_owned())
        });
        Figures::from_files(&original, files.collect())
    };
    assert_eq!(copy(&["units.toml", "map.toml"]).unwrap().hash(), original.hash());
    assert_eq!(
        message(copy(&["units.toml"])),
        "map.toml: the whole file: found nothing, expected the files map.toml, units.toml"
    );
    assert_eq!(
        message(copy(&["units.toml", "map.toml", "mop.toml"])),
        "mop.toml: the whole file: found an extra file, expected only the files map.toml, units.toml"
    );
}

#[test]
fn an_overlay_changes_what_it_names_and_nothing_else() {
    let mut figures = figures();
    figures
        .overlay(
            "mine.toml",
            "[area.\"El Oued\"]\nsize = 3\n[area.I-1]\nborders = []\n[unit.band]\ncount = 25\nhits = [1, 1, 1, 1]\n\
             source_of = { hits = \"printed: my copy\" }",
        )
        .unwrap();
    let units: BTreeMap<String, u64> = [
        ("unit.band.count".to_owned(), 25),
        ("unit.band.hits.3".to_owned(), 1),
        ("unit.division.count".to_owned(), 13),
    ]
    .into();
    for (key, value) in units {
        assert_eq!(figures.read::<u64>(&key).unwrap(), value, "{key}");
    }
    assert_eq!(figures.read::<f64>("area.\"El Oued\".size").unwrap(), 3.0);
    assert_eq!(figures.read::<Vec<String>>("area.I-1.borders").unwrap(), Vec::<String>::new());
    let source =
        |key: &str| figures.list().iter().find(|figure| figure.key == key).map(|one| one.source.to_string());
    assert_eq!(source("unit.band.count").as_deref(), Some("overlay: mine.toml"));
    assert_eq!(source("unit.band.hits.0").as_deref(), Some("printed: my copy"));
    assert_eq!(source("unit.division.count").as_deref(), Some("public: a module"));
    assert_eq!(figures.file_of("unit.band.hits.2"), "mine.toml");
    assert_eq!(figures.file_of("unit.band"), "mine.toml");
    assert_eq!(figures.file_of("unit.division"), "units.toml");
    assert_eq!(
        figures.error("unit.band.count", 25, "24").to_string(),
        "mine.toml: unit.band.count: found 25, expected 24"
    );
    assert!(figures.files().any(|(_, text)| text == UNITS), "an export is without overlays");
}

#[test]
fn an_overlay_that_does_not_fit_is_refused_whole() {
    let mut figures = figures();
    let before = figures.hash();
    let mut try_it = |text: &str| message(figures.overlay("mine.toml", text));
    assert_eq!(
        try_it("[unit.band]\ncount = 3\n[unit.divison]\ncount = 3"),
        "mine.toml: unknown key `unit.divison`; did you mean `unit.division`?"
    );
    assert_eq!(
        try_it("[division]\ncount = 3"),
        "mine.toml: unknown key `division`; did you mean `unit.division`?"
    );
    assert_eq!(
        try_it("[unit.band]\ncount = \"3\""),
        "mine.toml: unit.band.count: found \"3\", expected a whole number"
    );
    assert_eq!(
        try_it("[unit.band]\ncount = 3.5"),
        "mine.toml: unit.band.count: found 3.5, expected a whole number"
    );
    assert_eq!(try_it("[unit]\nband = 3"), "mine.toml: unit.band: found 3, expected a table");
    assert_eq!(
        try_it("[unit.band.count]\nx = 3"),
        "mine.toml: unit.band.count: found a table, expected a whole number"
    );
    assert_eq!(
        try_it("[unit.band]\nhits = [1, \"x\"]"),
        "mine.toml: unit.band.hits.1: found \"x\", expected a whole number"
    );
    assert!(try_it("[unit.band").starts_with("mine.toml: line 1: "));
    assert_eq!(figures.hash(), before);
}

#[test]
fn one_key_can_be_set() {
    let mut figures = figures();
    figures.set("unit.band.count", "7").unwrap();
    figures.set("unit.band.hits.1", "9").unwrap();
    figures.set("unit.band.modes.1.contact", "-4").unwrap();
    figures.set("area.\"I-1\".rating", "remote").unwrap();
    figures.set("area.I-1.name", "\"12\"").unwrap();
    figures.set("area.\"El Oued\".rating", "7").unwrap();
    figures.set("area.I-1.borders", "[\"El Oued\"]").unwrap();
    let band: Unit = figures.read("unit.band").unwrap();
    let modes = vec![Mode { contact: 1 }, Mode { contact: -4 }];
    assert_eq!(band, Unit { count: 7, mobilize: None, modes, hits: Some([0, 9, 2]) });
    assert_eq!(figures.read::<String>("area.I-1.rating").unwrap(), "remote");
    assert_eq!(figures.read::<String>("area.I-1.name").unwrap(), "12");
    assert_eq!(figures.read::<String>("area.\"El Oued\".rating").unwrap(), "7");
    assert_eq!(figures.read::<Vec<String>>("area.I-1.borders").unwrap(), ["El Oued"]);
    let list = figures.list();
    let count = list.iter().find(|figure| figure.key == "unit.band.count").unwrap();
    assert_eq!(count.source.to_string(), "overlay: unit.band.count = 7");

    assert_eq!(
        message(figures.set("unit.bnad.count", "7")),
        "set: unknown key `unit.bnad.count`; did you mean `unit.band.count`?"
    );
    assert_eq!(
        message(figures.set("unit.regiment.count", "7")),
        "set: unknown key `unit.regiment.count`: the keys are division, band"
    );
    assert_eq!(
        message(figures.set("unit.band.hits.3", "7")),
        "set: unknown key `unit.band.hits.3`: the keys are 0, 1, 2"
    );
    assert_eq!(
        message(figures.set("unit.band.count", "many")),
        "set: unit.band.count: found many, expected a value such as 7"
    );
    assert_eq!(
        message(figures.set("unit.band.count", "true")),
        "set: unit.band.count: found true, expected a whole number"
    );
    assert_eq!(
        message(figures.set("unit..count", "1")),
        "set: unit..count: found a malformed key, expected a dotted key such as unit.division.count"
    );
}

#[test]
fn the_hash_is_of_values_and_not_of_text() {
    let rewritten = r#"
        # another layout, another order, other sources
        unit = { band = { hits = [0,1,2], source = "ruling: A-1", modes = [{contact=1},{contact=2}], count = 0x18 },
                 division = { mobilize = 5, count = 13, source = "ruling: A-2" } }
    "#;
    let with_units =
        |text: &str| Figures::builtin("example", &[("map.toml", MAP), ("units.toml", text)]).hash();
    let hash = figures().hash();
    assert_eq!(with_units(rewritten), hash);
    let mut seen = std::collections::BTreeSet::from([hash]);
    for (from, to) in
        [("13", "14"), ("[0, 1, 2]", "[1, 0, 2]"), ("band", "bund"), ("[0, 1, 2]", "[[0], 1, 2]")]
    {
        assert!(seen.insert(with_units(&UNITS.replace(from, to))), "{from} -> {to}");
    }
    let mut changed = figures();
    changed.set("unit.division.count", "14").unwrap();
    assert_eq!(changed.hash(), with_units(&UNITS.replace("13", "14")));
    changed.set("unit.division.count", "13").unwrap();
    assert_eq!(changed.hash(), hash);
}

#[test]
fn resolved_files_make_the_same_figures() {
    fn check<G: crate::Game>(key: &str, value: &str) {
        let builtin = G::figures();
        let mut figures = builtin.clone();
        figures.set(key, value).unwrap();
        assert_ne!(figures.hash(), builtin.hash());
        let again = Figures::from_files(&builtin, figures.resolved()).unwrap();
        assert_eq!(again.hash(), figures.hash());
        // And once more, of figures that were read from such files.
        assert_eq!(Figures::from_files(&builtin, again.resolved()).unwrap().hash(), figures.hash());
        // Numbers of a table stand before the tables in it.
        let list = |figures: &Figures| {
            let mut list: Vec<_> =
                figures.list().into_iter().map(|one| format!("{} {:?}", one.key, one.value)).collect();
            list.sort();
            list
        };
        assert!(list(&again) == list(&figures), "{key}");
    }
    check::<crate::algeria::Algeria>("unit.division.count", "14");
    check::<crate::ici::Ici>("cost.exchange", "2");
}
