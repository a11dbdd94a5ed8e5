//! Odds of single actions against the formulas of the engine, as fractions, in positions of games.

use std::collections::BTreeMap;

use crate::support::{maker, pair, play, rules};
use serde_json::to_string;
use wilaya_bots::analysis::{Fraction, Odds, OddsMethod, OddsOptions};
use wilaya_engine::algeria::formulas::{self, Success};
use wilaya_engine::algeria::rules::SuccessTable;
use wilaya_engine::algeria::types::Mark;
use wilaya_engine::algeria::{Action, Algeria, Decision, Rules, State};
use wilaya_engine::dice::SeededDice;
use wilaya_engine::{Actions, Game, Hidden, Setting, Side, Status};

/// Looks at the decisions of games of heuristic and sober bots until there was enough of everything.
fn positions(mut each: impl FnMut(&Rules, &State, Side, Decision, &[Action]) -> bool) {
    let makers = ["heuristic", "sober"].map(maker::<Algeria>);
    for index in 0..40u64 {
        let scenario = ["1954", "1958", "1960"][index as usize % 3];
        let rules = rules(&Setting { scenario: Some(scenario.to_owned()), ..Setting::default() });
        let mut dice = SeededDice::new(5, index);
        let mut enough = false;
        play(&rules, pair(&makers, index), (5, index), &mut dice, &mut (), |state: &State, _, _, _| {
            let Status::Decision { side, kind } = Algeria::status(state) else { return false };
            let mut legal = Actions::<Algeria>::new();
            Algeria::legal(&rules, state, &mut legal);
            enough = each(&rules, state, side, kind, &legal);
            !enough
        });
        if enough {
            return;
        }
    }
    panic!("the games do not have enough");
}

fn odds(rules: &Rules, state: &State, side: Side, action: Action, options: OddsOptions) -> Odds {
    let seen = Algeria::observe(rules, state, side);
    Odds::new(rules, &seen, action, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The sum of chances, which are exact.
fn sum<'a>(chances: impl IntoIterator<Item = &'a Fraction>) -> Option<Fraction> {
    chances.into_iter().copied().reduce(|sum, one| sum.checked_add(&one).expect("it is short"))
}

/// The chance of the events whose words begin and end in these.
fn events(odds: &Odds, begins: &str, ends: impl Fn(&str) -> bool) -> Option<Fraction> {
    let those = odds.events.iter().filter_map(|one| {
        let rest = one.event.strip_prefix(begins)?;
        ends(rest).then(|| one.chance.fraction.expect("the odds are exact"))
    });
    sum(&those.collect::<Vec<_>>())
}

/// A number of sixths.
fn sixths(number: usize) -> Option<Fraction> {
    (number > 0).then(|| Fraction::new(number as u128, 6))
}

/// The results of a mission are those of its table with the modifier of the formulas, and the means are theirs.
#[track_caller]
fn results_are_those_of_the_table(odds: &Odds, begins: &str, table: &SuccessTable, modifier: i16) {
    let mut cases = BTreeMap::new();
    for die in 1..=6 {
        let (number, mark) = table.result(die + modifier);
        *cases.entry((number, mark)).or_insert(0) += 1;
    }
    let mut found = Success::default();
    for ((number, mark), count) in cases {
        let word = if mark == Mark::None { "" } else { mark.word() };
        let chance = events(odds, begins, |rest| rest.ends_with(&format!(", result {number}{word}")));
        assert_eq!(chance, sixths(count), "{begins} {number}{word}: {:?}", odds.events);
        let share = chance.map_or(0.0, |chance| chance.value());
        found.number += share * f64::from(number);
        found.plus += if mark == Mark::Plus { share } else { 0.0 };
        found.at += if mark == Mark::At { share } else { 0.0 };
    }
    let formula = formulas::success(table, modifier);
    for (found, formula) in
        [(found.number, formula.number), (found.plus, formula.plus), (found.at, formula.at)]
    {
        assert!(
            (found - formula).abs() < 1e-12,
            "{begins} with {modifier}: {found}, the formula has {formula}"
        );
    }
}

/// Missions whose dice are rolled at once, in many positions.
#[test]
fn missions_succeed_as_the_formulas_say() {
    let mut seen = BTreeMap::new();
    positions(|rules, state, side, kind, legal| {
        for &action in legal {
            let (mission, place, table, modifier) = match (kind, action) {
                (Decision::Propaganda, Action::With(place, _)) => {
                    ("propaganda", place, &rules.mst_fln, formulas::propaganda_modifier(rules, state, place))
                }
                (Decision::StrikeCadres, Action::Count(cadres)) => {
                    let city = state.mission_area();
                    ("strike", city, &rules.mst_fln, formulas::strike_modifier(rules, state, city, cadres))
                }
                (Decision::CivilAffairs, Action::In(area)) => {
                    let modifier = formulas::civil_affairs_modifier(rules, state);
                    ("civil-affairs", area, &rules.mst_gov, modifier)
                }
                _ => continue,
            };
            // A few of each modifier.
            let count = seen.entry((mission, modifier)).or_insert(0);
            *count += 1;
            if *count > 3 {
                continue;
            }
            let odds = odds(rules, state, side, action, OddsOptions::default());
            assert!(matches!(odds.method, OddsMethod::Exact { .. }), "{:?}", odds.method);
            let begins = format!("{mission} in {}: roll ", rules.id(place));
            results_are_those_of_the_table(&odds, &begins, table, modifier);
            let outcomes: Vec<_> = odds.outcomes.iter().filter_map(|one| one.chance.fraction).collect();
            assert_eq!(sum(&outcomes), Some(Fraction::ONE));
            for track in &odds.tracks {
                let changes: Vec<_> = track.changes.iter().filter_map(|one| one.chance.fraction).collect();
                assert_eq!((changes.len(), sum(&changes)), (track.changes.len(), Some(Fraction::ONE)));
                let mean = |(change, chance): (i32, &Fraction)| f64::from(change) * chance.value();
                let mean: f64 = track.changes.iter().map(|one| one.change).zip(&changes).map(mean).sum();
                assert!((mean - track.mean).abs() < 1e-12 && track.interval.is_none(), "{track:?}");
            }
        }
        let of = |mission| seen.iter().filter(|((one, _), _)| *one == mission).count();
        of("propaganda") >= 3 && of("strike") >= 2 && of("civil-affairs") >= 1
    });
}

/// Civil Affairs take their number off the FLN's PSL and cost the Government what they cost.
#[test]
fn tracks_change_by_the_results() {
    let mut looked = 0;
    positions(|rules, state, side, kind, legal| {
        let Some(&action @ Action::In(_)) = legal.first().filter(|_| kind == Decision::CivilAffairs) else {
            return false;
        };
        let odds = odds(rules, state, side, action, OddsOptions::default());
        let psl = &odds.tracks[0];
        assert_eq!((psl.track, psl.before), ("fln_psl", i32::from(state.psl(Side::Fln))));
        if psl.before < 10 {
            return false;
        }
        let modifier = formulas::civil_affairs_modifier(rules, state);
        let success = formulas::success(&rules.mst_gov, modifier);
        assert!((psl.mean + success.number).abs() < 1e-12, "{psl:?}, {success:?}");
        for one in &psl.changes {
            let count =
                (1..=6).filter(|die| i32::from(rules.mst_gov.result(die + modifier).0) == -one.change);
            assert_eq!(one.chance.fraction, sixths(count.count()), "{psl:?}");
        }
        looked += 1;
        looked == 5
    });
}

/// Fire without Air Points hits as the Combat Results Table says.
#[test]
fn fire_hits_as_the_table_says() {
    let mut looked = 0;
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::AirPoints || !legal.contains(&Action::Count(0)) {
            return false;
        }
        let odds = odds(rules, state, side, Action::Count(0), OddsOptions::default());
        let OddsMethod::Exact { .. } = odds.method else { return false };
        let begins = format!("France fires in {} with ", rules.id(state.mission_area()));
        let fires = odds.events.iter().filter_map(|one| {
            let (firepower, hits) = one.event.strip_prefix(&begins)?.split_once(": ")?;
            let hits = hits.strip_suffix(" hits")?;
            Some((firepower.parse::<u16>().ok()?, hits.parse::<u8>().ok()?, one.chance.fraction?))
        });
        let fires: Vec<_> = fires.collect();
        let firepower = fires[0].0;
        for &(same, hits, chance) in &fires {
            assert_eq!(same, firepower);
            let count = (1..=6).filter(|&die| rules.crt.hits(firepower, die) == hits).count();
            assert_eq!(Some(chance), sixths(count), "{fires:?}");
        }
        assert_eq!(sum(fires.iter().map(|(_, _, chance)| chance)), Some(Fraction::ONE));
        let mean: f64 = fires.iter().map(|(_, hits, chance)| f64::from(*hits) * chance.value()).sum();
        assert!((mean - formulas::mean_hits(rules, firepower)).abs() < 1e-12);
        looked += 1;
        looked == 3
    });
}

/// The same odds sampled: 95 % intervals hold the exact chances about as often as they should.
#[test]
fn samples_agree_with_what_is_exact() {
    let (mut held, mut all, mut looked) = (0, 0, 0);
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::Propaganda && kind != Decision::CivilAffairs {
            return false;
        }
        let with = |options| odds(rules, state, side, legal[0], options);
        let exact = with(OddsOptions::default());
        let sampled = with(OddsOptions::default().leaves(0).samples(500).seed(looked));
        assert_eq!(sampled.method, OddsMethod::Sampled { n: 500 });
        for one in &exact.events {
            let truth = one.chance.value;
            let Some(estimate) = sampled.event(&one.event) else {
                assert!(truth < 0.02, "{} never happens", one.event);
                continue;
            };
            let interval = estimate.interval.expect("it is an estimate");
            // Farther off than four standard errors is no luck.
            let error = (truth * (1.0 - truth) / 500.0).sqrt();
            assert!((estimate.value - truth).abs() <= 4.0 * error, "{}: {estimate}, {truth}", one.event);
            if one.chance.value < 1.0 {
                (held, all) = (held + u32::from(interval.contains(truth)), all + 1);
            }
        }
        for (track, other) in sampled.tracks.iter().zip(&exact.tracks) {
            let interval = track.interval.expect("it is an estimate");
            assert!((track.mean - other.mean).abs() <= 2.1 * interval.half_width(), "{track:?}, {other:?}");
        }
        looked += 1;
        looked == 12
    });
    assert!(all > 60 && 10 * held >= 9 * all, "{held} of {all}");
}

/// The end of a turn has too many dice.
#[test]
fn the_end_of_a_turn_is_sampled_and_says_so() {
    let mut looked = 0;
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::FlnOperation || !legal.contains(&Action::Pass) || Algeria::clock(state).0 < 2 {
            return false;
        }
        let found =
            || odds(rules, state, side, Action::Pass, OddsOptions::default().leaves(2_000).samples(50));
        let first = found();
        if first.method != (OddsMethod::Sampled { n: 50 }) {
            return false;
        }
        assert!(
            first.outcomes.iter().all(|one| one.chance.interval.is_some() && one.chance.fraction.is_none())
        );
        assert_eq!(to_string(&first).ok(), to_string(&found()).ok());
        looked += 1;
        looked == 2
    });
}
