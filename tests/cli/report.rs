//! Pages.

use crate::Place;

/// That a page needs nothing else, and that each figure in it is there as SVG and CSV.
#[track_caller]
fn figures(place: &Place, folder: &str) -> Vec<String> {
    let page = place.read(&format!("{folder}/report.html"));
    for outside in ["src=", "href=\"http", "url(", "@import", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let all = place.files();
    let prefix = format!("{folder}/figures/");
    let mut names: Vec<_> = all
        .iter()
        .filter_map(|name| name.strip_prefix(&prefix)?.strip_suffix(".svg"))
        .map(str::to_owned)
        .collect();
    names.sort();
    for name in &names {
        let svg = place.read(&format!("{prefix}{name}.svg"));
        assert!(page.contains(svg.trim()), "{name}");
        assert!(
            page.contains(&format!("figures/{name}.csv")) && all.contains(&format!("{prefix}{name}.csv"))
        );
    }
    names
}

#[test]
fn a_run_is_drawn() {
    let place = Place::new();
    place.ok("sim algeria --games 80 --turns --fln sober --france sober --out run");
    assert!(place.ok("report run").contains("run/report.html"));
    assert_eq!(
        figures(&place, "run"),
        ["run-length", "run-level", "run-track-ap", "run-track-psl", "run-wins"]
    );
    let summary = place.read("run/summary.csv");
    let wins = place.read("run/figures/run-wins.csv");
    let fln: Vec<_> = wins.lines().nth(1).expect("a row").split(',').skip(2).collect();
    assert!(
        summary.lines().any(|line| line.starts_with("win_rate.fln,") && line.ends_with(&fln.join(","))),
        "{wins}"
    );
    // Every game ends once.
    let length = place.read("run/figures/run-length.csv");
    let ends = length.lines().skip(1).flat_map(|line| line.split(',').skip(1));
    assert_eq!(ends.map(|count| count.parse::<u32>().expect("a number")).sum::<u32>(), 80);
    let track = place.read("run/figures/run-track-psl.csv");
    assert!(track.lines().nth(1).is_some_and(|line| line.starts_with("fln_psl,1,80,")), "{track}");
    let page = place.read("run/report.html");
    assert!(page.contains("wilaya sim algeria --scenario 1958") && page.contains("--turns"));
}

/// How many games come so far as each turn, from the rows of all games.
fn games_by_turn(place: &Place, table: &str) -> Vec<usize> {
    let text = place.read(table);
    let turns: Vec<usize> =
        text.lines().skip(1).map(|row| row.split(',').nth(1)).map(|turn| turn.map_or(0, number)).collect();
    (1..=turns.iter().copied().max().unwrap_or(0))
        .map(|turn| turns.iter().filter(|one| **one == turn).count())
        .collect()
}

fn number(cell: &str) -> usize {
    cell.parse().unwrap_or_else(|_| panic!("{cell} is no number"))
}

/// Tracks end where fewer than 100 games are left, of few games half of them; and a figure is drawn again from its table.
#[test]
fn tracks_end_where_few_games_are_left() {
    let place = Place::new();
    for (games, least) in [(300, 100), (60, 30)] {
        let run = format!("run-{games}");
        place.ok(&format!("sim algeria --games {games} --turns --fln sober --france sober --out {run}"));
        place.ok(&format!("report {run}"));
        let by_turn = games_by_turn(&place, &format!("{run}/turns.csv"));
        let last = by_turn.iter().rposition(|n| *n >= least).expect("there is one") + 1;
        assert!(last < by_turn.len(), "nothing is to be cut: {by_turn:?}");
        for track in ["psl", "ap"] {
            let figure = place.read(&format!("{run}/figures/run-track-{track}.csv"));
            let rows: Vec<Vec<_>> = figure.lines().skip(1).map(|row| row.split(',').collect()).collect();
            assert!(rows.iter().all(|row| number(row[2]) == by_turn[number(row[1]) - 1]), "{figure}");
            assert_eq!(rows.iter().map(|row| number(row[1])).max(), Some(last), "{figure}");
            let why = format!("up to {last}: fewer than {least} games last longer");
            assert!(place.read(&format!("{run}/figures/run-track-{track}.svg")).contains(&why), "{why}");
        }
        let page = place.read(&format!("{run}/report.html"));
        assert!(page.contains(&format!("Cut after turn {last}, since fewer than {least} games last longer")));
        for table in ["turns.csv", "games.csv"] {
            std::fs::remove_file(place.path(&format!("{run}/{table}"))).expect("it can be removed");
        }
        place.ok(&format!("report {run}"));
        assert!(page == place.read(&format!("{run}/report.html")));
    }
}

#[test]
fn an_arena_has_its_pairings_and_its_penalties() {
    let place = Place::new();
    place.ok("arena algeria --bots random,sober,thrift --scenario 1958,1960 --pairs 20 --out arena");
    place.ok("report arena");
    let names = figures(&place, "arena");
    assert_eq!(names, ["arena-ladder", "arena-pairings", "arena-pairings-1958", "arena-pairings-1960"],);
    let ladder = place.read("arena/figures/arena-ladder.csv");
    assert!(ladder.starts_with("bot,games,rating,low,high,penalized\n"), "{ladder}");
    // The numbers are those of the arena's own tables.
    let own = place.read("arena/pairings.csv");
    for (name, scenario) in [("", "all"), ("-1958", "1958"), ("-1960", "1960")] {
        let drawn = place.read(&format!("arena/figures/arena-pairings{name}.csv"));
        let prefix = format!("{scenario},");
        let rows: Vec<_> = own.lines().filter_map(|row| row.strip_prefix(&prefix)).collect();
        assert_eq!(drawn.lines().skip(1).collect::<Vec<_>>(), rows);
        assert_eq!(rows.len(), 3);
    }
    assert!(own.lines().any(|row| row.ends_with(",true")), "nobody lost everything: {own}");
    let page = place.read("arena/report.html");
    for words in ["<td>true</td>", "random - sober", "Pairings, all scenarios together", "penalized"] {
        assert!(page.contains(words), "{words} is missing");
    }
    assert!(!page.contains("Biased"));
}

#[test]
fn a_run_of_identical_bots_is_called_that() {
    let place = Place::new();
    place.ok("sim algeria --games 20 --pairs --fln sober --france sober --out run");
    place.ok("report run");
    assert!(place.read("run/report.html").contains("The bots play identically"));
}

#[test]
fn a_folder_of_folders_is_drawn() {
    let place = Place::new();
    place.ok("sim ici --games 20 --turns --fln sober --france sober --out all/a");
    let items = "--of chit:fr_oil,action:france:search --games 20 --fln sober --france sober";
    place.ok(&format!("impact ici {items} --readings seen,barred,forked --playouts 2 --out all/b"));
    place.ok(
        "sweep ici --vary failek.moudjahidine.count=30,40 --games 20 --fln sober --france sober --out all/c",
    );
    place.ok("arena ici --bots random,sober --pairs 3 --out all/d");
    place.ok("report all");
    let names = figures(&place, "all");
    for name in [
        "a-run-wins",
        "a-run-track-fln_marker",
        "b-impact-barred",
        "b-impact-seen",
        "c-sweep",
        "d-arena-ladder",
    ] {
        assert!(names.iter().any(|one| one == name), "{name}: {names:?}");
    }
    let page = place.read("all/report.html");
    assert!(page.contains("are reconstructed"), "the statement is missing");
    assert!(page.contains("wilaya sweep ici") && page.contains("--vary failek.moudjahidine.count=30,40"));
    place.fails("report nowhere", &["nowhere"]);
    std::fs::create_dir(place.path("empty")).expect("it can be made");
    place.fails("report empty", &["empty holds nothing to report", "--out DIR"]);
}
