//! What chits, events and kinds of action are worth.

use std::collections::BTreeMap;

use crate::Place;

/// A table by its first column; what stands there several times comes as several rows.
fn table(place: &Place, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = place.read(name);
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let header: Vec<String> = lines.next().expect("a header").collect();
    lines.map(|row| header.iter().cloned().zip(row).collect()).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

#[test]
fn both_readings_are_of_the_games_that_they_say() {
    let place = Place::new();
    let line = "impact algeria --scenario 1954 --of events --games 120 --seed 4 --fln sober --france sober";
    let shown = place.ok(&format!("{line} --out one --threads 1"));
    assert!(shown.contains("event:suez") && shown.contains("Benjamini"), "{shown}");
    let rows = table(&place, "one/impact.csv");
    assert_eq!(rows.len(), 10, "{rows:?}");
    let winners = |name: &str| -> Vec<f64> {
        table(&place, name).iter().map(|row| f64::from(u8::from(row["winner"] == "fln"))).collect()
    };
    let with = winners("one/runs/all/games.csv");
    place.ok("sim algeria --scenario 1954 --games 120 --seed 4 --fln sober --france sober --out plain");
    assert_eq!(with, winners("plain/games.csv"));
    let plain = table(&place, "plain/games.csv");
    let seen = table(&place, "one/seen.csv");
    for row in &rows {
        let item = &row["item"];
        let without = winners(&format!("one/runs/{}/games.csv", item.replace(':', "-")));
        let difference = with.iter().zip(&without).map(|(with, without)| with - without).sum::<f64>() / 120.0;
        assert_eq!(row["barred_estimate"], format!("{difference:.6}"), "{item}");
        assert!(number(row, "barred_q") >= number(row, "barred_p") - 1e-6, "{row:?}");
        // The columns of the table of games count events in the same games.
        let column = item.replace([':', '-'], "_");
        let took_place: Vec<_> = plain.iter().filter(|game| number(game, &column) > 0.0).collect();
        let share = |name: &str| {
            let share = seen.iter().find(|share| share["item"] == *item && share["games"] == name);
            share.map_or((0.0, 0.0), |share| (number(share, "n"), number(share, "fln_wins")))
        };
        let won = took_place.iter().filter(|game| game["winner"] == "fln").count();
        assert_eq!(share("effect"), (took_place.len() as f64, won as f64), "{item}");
        if !took_place.is_empty() {
            assert_eq!(share("effect").0 + share("no_effect").0, 120.0, "{item}");
        }
    }
    // It goes on with what is there, and is the same with other threads.
    std::fs::remove_file(place.path("one/impact.csv")).expect("it can be removed");
    place.ok(&format!("{line} --out one --resume --threads 2"));
    assert_eq!(table(&place, "one/impact.csv"), rows);
}

#[test]
fn chits_are_drawn_played_and_taken_out() {
    let place = Place::new();
    place.ok("impact ici --of chits --readings seen --games 60 --fln sober --france sober --out ici");
    let shares = table(&place, "ici/seen.csv");
    let n = |item: &str, games: &str| {
        let share = shares.iter().find(|share| share["item"] == item && share["games"] == games);
        share.map_or(0.0, |share| number(share, "n"))
    };
    let items: Vec<_> = table(&place, "ici/impact.csv").iter().map(|row| row["item"].clone()).collect();
    assert_eq!(items.len(), 53, "{items:?}");
    let drawn: f64 = items.iter().map(|item| n(item, "drawn")).sum();
    let opening: f64 = items.iter().map(|item| n(item, "opening")).sum();
    assert!(drawn > opening && opening > 0.0, "{drawn} {opening}");
    for item in &items {
        assert!(
            n(item, "opening") <= n(item, "drawn") && n(item, "unseen") <= n(item, "no_effect"),
            "{item}"
        );
    }
    place.ok("impact ici --of chit:fr_oil,action:france:search --readings barred --games 30 --out two");
    let rows = table(&place, "two/impact.csv");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["barred_n"] == "30" && row["seen_n"].is_empty()), "{rows:?}");
}

#[test]
fn what_has_no_impact_to_be_found() {
    let place = Place::new();
    for (line, words) in [
        ("impact algeria --of weather", &["weather", "event:suez", "action:fln:raid"][..]),
        ("impact algeria --of chits", &["chits", "event:suez"]),
        ("impact ici --of events", &["events", "chit:fr_oil"]),
        ("impact algeria --pairs", &["--pairs"]),
        ("impact algeria --luck", &["--luck"]),
        ("impact algeria --resume", &["--out"]),
        ("impact algeria --readings forked", &["forked", "barred"]),
        ("impact chess", &["chess"]),
    ] {
        place.fails(line, words);
    }
}
