//! Odds of single actions against the formulas of the engine, as fractions, in positions of games; and what they may know.

use std::collections::BTreeMap;

use crate::support::ici::rules;
use crate::support::{maker, pair, play};
use serde_json::to_string;
use wilaya_bots::analysis::{Fraction, Odds, OddsMethod, OddsOptions};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Failek, Unit};
use wilaya_engine::ici::{Action, Decision, Ici, State, formulas};
use wilaya_engine::{Actions, Game, Hidden, Setting, Side, Status};

/// Looks at the decisions of games of heuristic and sober bots until there was enough of everything.
fn positions(each: impl FnMut(&Rules, &State, Side, Decision, &[Action]) -> bool) {
    let setting = |scenario: &str| Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    positions_of(&["1955", "1959"].map(setting), each);
}

fn positions_of(
    settings: &[Setting],
    mut each: impl FnMut(&Rules, &State, Side, Decision, &[Action]) -> bool,
) {
    let makers = ["heuristic", "sober"].map(maker::<Ici>);
    for index in 0..20u64 {
        let rules = rules(&settings[index as usize % settings.len()]);
        let mut dice = SeededDice::new(5, index);
        let mut enough = false;
        play(&rules, pair(&makers, index), (5, index), &mut dice, &mut (), |state: &State, _, _, _| {
            let Status::Decision { side, kind } = Ici::status(state) else { return false };
            let mut legal = Actions::<Ici>::new();
            Ici::legal(&rules, state, &mut legal);
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
    let seen = Ici::observe(rules, state, side);
    Odds::new(rules, &seen, action, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The odds with every way of the dice, in a few positions that fit what the side sees; none if there are too many.
fn counted(rules: &Rules, state: &State, side: Side, action: Action) -> Option<Odds> {
    let odds = odds(rules, state, side, action, OddsOptions::default().leaves(30_000).samples(3));
    match odds.method {
        OddsMethod::Worlds { n: 3, enumerated: 3, .. } => Some(odds),
        OddsMethod::Worlds { .. } => None,
        method => panic!("something is hidden, but the odds are {method:?}"),
    }
}

/// The chance of an event as a fraction, which is alike in all positions; none if it cannot happen.
fn exact(odds: &Odds, event: &str) -> Option<Fraction> {
    odds.event(event).map(|chance| chance.fraction.unwrap_or_else(|| panic!("{event}: {chance}")))
}

/// A formula gives the same fraction, with the cases of these dice.
#[track_caller]
fn same(found: Option<Fraction>, formula: f64, dice: usize) {
    let cases = 6u128.pow(dice as u32);
    let some = (formula * cases as f64).round();
    assert!((formula - some / cases as f64).abs() < 1e-12, "{formula} is no number of {dice} dice");
    let formula = (some > 0.0).then(|| Fraction::new(some as u128, cases));
    assert_eq!(found, formula);
}

#[test]
fn infiltrations_succeed_as_the_formula_says() {
    let mut looked = 0;
    positions(|rules, state, side, kind, legal| {
        let infiltrate = legal.iter().find(|action| matches!(action, Action::Infiltrate(_)));
        let Some(&action @ Action::Infiltrate(at)) = infiltrate else { return false };
        assert_eq!(kind, Decision::Counterinsurgency);
        // With points for one more there is a next decision before the turn ends.
        if state.points(Side::France) >= 4
            && let Some(odds) = counted(rules, state, side, action)
        {
            let event = format!("The infiltration of {} succeeds.", rules.map.names[at.index()]);
            let formula = formulas::infiltration_chance(rules);
            same(exact(&odds, &event), formula, rules.infiltration.dice.into());
            looked += 1;
        }
        looked == 2
    });
}

/// A purge has some hundred thousand ways: its dice are rolled.
#[test]
fn purges_succeed_about_as_often_as_the_formula_says() {
    let mut seen = BTreeMap::new();
    positions(|rules, state, side, _, legal| {
        for &action in legal {
            let (purge, at, harsh) = match action {
                Action::Purge(at) => ("The purge", at, false),
                Action::HarshPurge(at) => ("The harsh purge", at, true),
                _ => continue,
            };
            if seen.insert(harsh, ()).is_some() {
                continue;
            }
            let odds = odds(rules, state, side, action, OddsOptions::default().leaves(2_000));
            assert_eq!(odds.method, OddsMethod::Worlds { n: 2_000, enumerated: 0, leaves: 0 });
            let event = format!("{purge} of {} succeeds.", rules.map.names[at.index()]);
            let chance = odds.event(&event).expect("it can succeed");
            let formula = formulas::purge_chance(rules, harsh);
            let error = (formula * (1.0 - formula) / 2_000.0).sqrt();
            assert!((chance.value - formula).abs() < 3.0 * error, "{event} {chance}, {formula}");
        }
        seen.len() == 2
    });
}

#[test]
fn searches_find_as_the_formulas_say() {
    let mut seen = BTreeMap::new();
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::Search {
            return false;
        }
        for &action in legal {
            let Action::Search(at) = action else { continue };
            let units = state.units_at(at);
            let dice = formulas::search_dice(rules, state, at, units.count_ones() as u8);
            // One unit has no choice how many attack.
            if units.count_ones() != 1 || formulas::findable(rules, state, at) < dice {
                continue;
            }
            let modifier = formulas::search_modifier(rules, state, at, units);
            let count = seen.entry(modifier).or_insert(0);
            if *count < 3
                && let Some(odds) = counted(rules, state, side, action)
            {
                *count += 1;
                let name = &rules.map.names[at.index()];
                let found = |number| {
                    exact(&odds, &format!("France searches {name} with {dice} dice and finds {number}."))
                };
                let chance = formulas::find_chance(rules, modifier);
                assert_eq!(dice, 1);
                same(found(1), chance, 1);
                same(found(0), 1.0 - chance, 1);
            }
        }
        seen.len() >= 2 && seen.values().sum::<u32>() >= 5
    });
}

#[test]
fn structure_attacks_hit_as_the_formulas_say() {
    let mut seen = BTreeMap::new();
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::Structure {
            return false;
        }
        let supply = formulas::supply_chances(rules)[usize::from(state.fln_marker())];
        for &action in legal {
            let Action::Strike(at) = action else { continue };
            let faileks = usize::from(state.failek_count(at));
            // Three dice for supply, and one for each failek.
            if faileks > 1 || *seen.entry((state.fln_marker(), faileks)).or_insert(0) > 0 {
                continue;
            }
            if let Some(odds) = counted(rules, state, side, action) {
                seen.insert((state.fln_marker(), faileks), 1);
                let name = &rules.map.names[at.index()];
                let passed = exact(&odds, &format!("The FLN can supply an attack in {name}."));
                same(passed, supply, rules.structure.supply_dice.into());
                let hits = exact(&odds, &format!("The attack in {name} hits."));
                let formula = supply * formulas::structure_hit_chance(rules, faileks);
                same(hits, formula, usize::from(rules.structure.supply_dice) + faileks);
            }
        }
        seen.values().sum::<i32>() >= 2
    });
}

/// A single unit that finds a failek fights it at once under an optional rule. The chance that it is killed depends on by how
/// much its quality is worse; weighed by the counter mix these chances are the one of the formula.
#[test]
fn fights_kill_as_the_formula_says() {
    let setting = Setting { options: vec!["combat_chits_from_two".to_owned()], ..Setting::default() };
    // By strength and difference of quality.
    let mut killed = BTreeMap::<(u8, i8), f64>::new();
    let mut seed = 0;
    positions_of(&[setting], |rules, state, side, kind, legal| {
        if kind != Decision::Search {
            return false;
        }
        for &action in legal {
            let Action::Search(at) = action else { continue };
            let Some(unit) = Unit::each(state.units_at(at)).next() else { continue };
            if state.french_count(at) != 1 || state.failek_count(at) > 2 {
                continue;
            }
            let class = &rules.classes[rules.class(unit).index()];
            let strength = class.strength[usize::from(state.is_reduced(unit))];
            let quality = formulas::quality(rules, state, at, unit);
            let worse = |failek: Failek| quality - rules.faileks[failek.index()].quality as i8;
            // One position each time, so that there is one set of types.
            let options = OddsOptions::default().leaves(3_000).samples(1).seed(seed);
            seed += 1;
            let odds = odds(rules, state, side, action, options);
            let OddsMethod::Worlds { enumerated: 1, .. } = odds.method else { continue };
            for &failek in Failek::ALL {
                let (unit, place) = (&rules.units[unit.index()].name, &rules.map.names[at.index()]);
                let begins = format!("{unit} fights a {failek} in {place}: it ");
                let sum = |how: &str| -> f64 {
                    let ends =
                        |event: &str| event.strip_prefix(&begins).is_some_and(|it| it.starts_with(how));
                    odds.events.iter().filter(|one| ends(&one.event)).map(|one| one.chance.value).sum()
                };
                let (is_killed, survives) = (sum("is killed"), sum("survives"));
                if is_killed + survives > 0.0 {
                    let chance = is_killed / (is_killed + survives);
                    let known = *killed.entry((strength, worse(failek))).or_insert(chance);
                    assert!((known - chance).abs() < 1e-12, "{known} and {chance}");
                }
            }
            let chance = |failek: Failek| {
                let chance = killed.get(&(strength, worse(failek)))?;
                let count = f64::from(rules.faileks[failek.index()].count);
                Some((count, count * chance))
            };
            let chances: Option<Vec<_>> = Failek::ALL.iter().map(|&failek| chance(failek)).collect();
            if let Some(chances) = chances {
                let all: f64 = chances.iter().map(|(count, _)| count).sum();
                let found = chances.iter().map(|(_, killed)| killed).sum::<f64>() / all;
                let formula = formulas::kill_chance(rules, strength.into(), quality);
                assert!((found - formula).abs() < 1e-12, "{strength}, {quality}: {found}, {formula}");
                return true;
            }
        }
        false
    });
}

#[test]
fn odds_do_not_depend_on_what_the_side_cannot_see() {
    let mut seen = BTreeMap::new();
    let mut others = 0;
    positions(|rules, state, side, kind, legal| {
        let count = seen.entry((side, kind)).or_insert(0);
        *count += 1;
        if *count > 1 {
            return false;
        }
        let view = Ici::observe(rules, state, side);
        let other = Ici::determinize(rules, &view, &mut bot_rng(9, 0, side));
        others += usize::from(other != *state);
        for &action in [legal.first(), legal.last()].into_iter().flatten() {
            let options = OddsOptions::default().leaves(500).samples(25);
            let text = |state: &State| {
                to_string(&odds(rules, state, side, action, options)).expect("odds can be written")
            };
            assert_eq!(text(state), text(&other), "{kind}");
        }
        others >= 15
    });
}

/// Positions with a roll each agree with positions in which every way of the dice is played.
#[test]
fn samples_agree_with_what_is_counted_out() {
    let (mut held, mut all) = (0, 0);
    positions(|rules, state, side, kind, legal| {
        if kind != Decision::Search || legal.len() < 2 {
            return false;
        }
        let with = |options| odds(rules, state, side, legal[0], options);
        let fine = with(OddsOptions::default().leaves(1_000).samples(20));
        // One of the numbers that may be found: the others follow from it.
        let number = fine.events.iter().find(|one| one.chance.value < 1.0);
        let Some((event, Some(truth))) = number.map(|one| (&one.event, one.chance.fraction)) else {
            return false;
        };
        let coarse = with(OddsOptions::default().leaves(0).samples(400).seed(all));
        assert_eq!(coarse.method, OddsMethod::Worlds { n: 400, enumerated: 0, leaves: 0 });
        let (truth, estimate) = (truth.value(), coarse.event(event).expect("it happens"));
        let interval = estimate.interval.expect("it is an estimate");
        assert!((estimate.value - truth).abs() < 4.0 * (truth * (1.0 - truth) / 400.0).sqrt(), "{event}");
        (held, all) = (held + u64::from(interval.contains(truth)), all + 1);
        all == 40
    });
    // Of 40 intervals two miss on average, and more than six in one case of three hundred.
    assert!(held >= 34, "{held} of {all}");
}
