//! The heuristic of *Ici, c'est la France!*: it plays by the rules in every setting, says what it thinks, and wins.

use crate::support::ici::{MAX_TURNS, rules, settings};
use crate::support::{maker, on_all_cores, play};
use wilaya_bots::heuristic::{IciHeuristic, IciWeights, LazyWeights, Weights as _};
use wilaya_bots::{Bot, BotSpec, Key, Params};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::{Action, Decision, Ici};
use wilaya_engine::{BySide, Game, Outcome, Setting, Side, Status, View};

const SEED: u64 = 22;
const OPPONENTS: [&str; 9] = [
    "heuristic",
    "random",
    "sober",
    "heuristic:profile=insurgent",
    "heuristic:profile=hunter",
    "plan:name=insurgency",
    "plan:name=hoard",
    "plan:name=searches",
    "plan:name=levels",
];

/// Every setting, the heuristic on either side against every opponent: legal, over in time, the same again.
#[test]
fn it_plays_every_setting_by_the_rules() {
    let settings: Vec<_> = settings().iter().map(rules).collect();
    let heuristic = maker::<Ici>("heuristic");
    let others = OPPONENTS.map(maker::<Ici>);
    let games = (settings.len() * OPPONENTS.len() * 2) as u64;
    let decisions = on_all_cores(games, |decisions: &mut u64, index| {
        let rules = &settings[index as usize / 2 % settings.len()];
        let other = &others[index as usize / 2 / settings.len() % OPPONENTS.len()];
        let bots = match index % 2 {
            0 => BySide { fln: &heuristic, france: other },
            _ => BySide { fln: other, france: &heuristic },
        };
        let mut end = |again: bool| {
            let mut dice = SeededDice::new(SEED, index);
            play(rules, bots, (SEED, index), &mut dice, &mut (), |state, decided, _, _| {
                if let Some((_, legal, action)) = decided {
                    assert!(legal.contains(&action), "game {index}: {action:?} of {legal:?}");
                    *decisions += u64::from(!again);
                }
                Ici::clock(state).0 <= MAX_TURNS
            })
        };
        let state = end(false);
        assert!(Ici::status(&state).outcome().is_some(), "game {index} is not over");
        assert_eq!(end(true), state, "game {index} is another game when it is played again");
    });
    assert!(decisions.iter().sum::<u64>() > 100 * games);
}

/// What it explains is what it plays, but for combat chits, where any fixed choice has an answer.
#[test]
fn it_plays_what_it_explains() {
    let bot = IciHeuristic::default();
    let makers = maker::<Ici>("heuristic");
    let mut explained = 0;
    for (index, setting) in (0..).zip(&settings()) {
        let rules = rules(setting);
        let bots = BySide { fln: &makers, france: &makers };
        let mut dice = SeededDice::new(SEED, index);
        let mut before = None;
        play(&rules, bots, (SEED, index), &mut dice, &mut (), |state, decided, _, _| {
            if let (Some((side, legal, action)), Some(before)) = (decided, before.replace(*state)) {
                let Status::Decision { kind, .. } = Ici::status(&before) else { panic!("it was over") };
                let explanation = bot.explain(View::new(&rules, &before, side), legal);
                let explanation = explanation.unwrap_or_else(|| panic!("nothing to say at {kind}"));
                assert_eq!(explanation.ranked.len(), legal.len());
                if kind != Decision::CombatChit {
                    assert_eq!(explanation.best(), Some(action), "game {index}, {kind}: {explanation:?}");
                    explained += 1;
                }
            }
            before = Some(*state);
            true
        });
    }
    assert!(explained > 5_000, "{explained} decisions were explained");
}

/// France flips up units whenever that leaves it more points than `spare`, and never when it leaves fewer.
#[test]
fn it_flips_up_units_only_with_points_to_spare() {
    let spare = 12;
    let bots = ["heuristic".to_owned(), format!("heuristic:spare={spare}")].map(|bot| maker::<Ici>(&bot));
    let (mut flipped, mut refrained) = (0, 0);
    for (index, setting) in (0..).zip(&settings()) {
        let rules = rules(setting);
        let mut dice = SeededDice::new(SEED, index);
        let mut before = None;
        let bots = BySide { fln: &bots[0], france: &bots[1] };
        play(&rules, bots, (SEED, index), &mut dice, &mut (), |state, decided, _, _| {
            let before = before.replace(*state);
            if let (Some((side, legal, action)), Some(before)) = (decided, before)
                && let Some(&flip) = legal.iter().find(|action| matches!(action, Action::FlipUp(..)))
            {
                let seen = View::<Ici>::new(&rules, &before, side).position();
                let left = 2 * i16::from(seen.points(side)) - i16::from(seen.bill() + seen.price(flip));
                let flips = matches!(action, Action::FlipUp(..));
                assert!(
                    left == 2 * spare || flips == (left > 2 * spare),
                    "game {index}: {action:?}, {left} half points left"
                );
                flipped += u32::from(flips);
                refrained += u32::from(!flips);
            }
            true
        });
    }
    assert!(flipped > 100 && refrained > 100, "{flipped} flips, {refrained} times none");
}

/// As a pair of games with the sides swapped: the 95 % interval of a share of 200 games is at most 7 points wide to
/// either side.
#[test]
fn it_beats_random_and_sober() {
    const GAMES: u64 = if cfg!(debug_assertions) { 40 } else { 100 };
    for scenario in ["1955", "1959"] {
        let rules = rules(&Setting { scenario: Some(scenario.to_owned()), ..Setting::default() });
        let heuristic = maker::<Ici>("heuristic");
        for (name, least) in [("random", 0.94), ("sober", 0.87)] {
            let other = maker::<Ici>(name);
            let won = on_all_cores(2 * GAMES, |won: &mut u64, index| {
                let side = Side::ALL[(index % 2) as usize];
                let bots = BySide::new_with(|one| if one == side { &heuristic } else { &other });
                let key = (SEED, index / 2);
                let mut dice = SeededDice::new(key.0, key.1);
                let end = play(&rules, bots, key, &mut dice, &mut (), |_, _, _, _| true);
                *won += u64::from(Ici::status(&end).outcome().and_then(Outcome::winner) == Some(side));
            });
            let share = won.iter().sum::<u64>() as f64 / (2 * GAMES) as f64;
            assert!(share >= least, "{scenario}: it wins {share} of its games against {name}");
        }
    }
}

/// What it expects of dice follows the figures in force: with others it decides otherwise in the same positions.
#[test]
fn it_plays_by_the_figures_in_force() {
    let setting = Setting::default();
    let built_in = rules(&setting);
    let mut positions = Vec::new();
    let heuristic = maker::<Ici>("heuristic");
    let bots = BySide { fln: &heuristic, france: &heuristic };
    for game in 0..8 {
        let mut dice = SeededDice::new(SEED, game);
        play(&built_in, bots, (SEED, game), &mut dice, &mut (), |state, _, _, _| {
            positions.push(*state);
            true
        });
    }
    for (key, value, where_it_matters) in [
        ("structure.hit_on", "6", Decision::Structure),
        ("structure.hit_on", "2", Decision::Structure),
        ("search.find_on", "6", Decision::Search),
        ("search.find_on", "2", Decision::Search),
        ("search.terrain.coastal-hills", "3", Decision::Search),
        ("search.level.fln", "2", Decision::Search),
        ("combat.hit_on", "6", Decision::Search),
        ("unit_type.infantry.strength", "8", Decision::Search),
        ("failek.moussebiline.quality", "4", Decision::Search),
        ("purge.succeed_on", "2", Decision::Counterinsurgency),
        ("purge.harsh_bonus", "3", Decision::Counterinsurgency),
        ("infiltration.hit_on", "2", Decision::Counterinsurgency),
        ("infiltration.hit_on", "6", Decision::Counterinsurgency),
    ] {
        let mut figures = Ici::figures();
        figures.set(key, value).unwrap_or_else(|error| panic!("{error}"));
        let changed = Ici::rules(&figures, &setting).unwrap_or_else(|error| panic!("{error}"));
        let (mut one, mut other) = (IciHeuristic::default(), IciHeuristic::default());
        let (mut asked, mut otherwise) = (0, 0);
        for state in &positions {
            let Status::Decision { side, kind } = Ici::status(state) else { continue };
            if kind != where_it_matters {
                continue;
            }
            let mut choices = <Ici as Game>::Choices::default();
            Ici::choices(&built_in, state, &mut choices);
            let mut rng = bot_rng(SEED, 0, side);
            let before = one.choose(View::new(&built_in, state, side), &choices, &mut rng);
            let after = other.choose(View::new(&changed, state, side), &choices, &mut rng);
            asked += 1;
            otherwise += u32::from(before != after);
        }
        assert!(otherwise > 0, "{key} = {value}: the same choice in all of {asked} positions");
    }
}

#[test]
fn a_decision_allocates_nothing() {
    let rules = rules(&Setting::default());
    let mut legal = wilaya_engine::Actions::<Ici>::new();
    let mut bot = IciHeuristic::default();
    let mut rng = bot_rng(SEED, 0, Side::Fln);
    let mut dice = SeededDice::new(SEED, 0);
    let mut decisions = 0u64;
    let info = allocation_counter::measure(|| {
        let mut state = Ici::start(&rules, &mut dice, &mut ());
        while let Status::Decision { side, .. } = Ici::status(&state) {
            legal.clear();
            Ici::legal(&rules, &state, &mut legal);
            let mut choices = <Ici as Game>::Choices::default();
            Ici::choices(&rules, &state, &mut choices);
            let action = bot.choose(View::new(&rules, &state, side), &choices, &mut rng);
            Ici::apply(&rules, &mut state, action, &mut dice, &mut ());
            decisions += 1;
        }
    });
    assert!(info.count_total == 0 && decisions > 100, "{decisions} decisions: {info:?}");
}

#[test]
fn the_weights_are_keys_with_their_defaults_in_range() {
    for &scenario in IciWeights::SCENARIOS {
        let text = serde_json::to_value(IciWeights::of(scenario)).unwrap_or_else(|e| panic!("{e}"));
        for Key { name, values, .. } in IciWeights::keys() {
            if let Some((default, least, most)) = values.real_in(scenario) {
                assert!((least..=most).contains(&default), "{name} in {scenario}");
                assert_eq!(text[name].as_f64(), Some(default), "{name} in {scenario}");
            }
        }
    }
}

/// A specification that says nothing plays by the weights of its scenario, one that gives a weight by that.
#[test]
fn each_scenario_has_weights_of_its_own() {
    let wanted = |text: &str| {
        let spec: BotSpec = text.parse().unwrap_or_else(|e| panic!("{e}"));
        let params = Params::new(&spec, IciWeights::keys()).unwrap_or_else(|e| panic!("{e}"));
        LazyWeights::<IciWeights>::read(params).unwrap_or_else(|e| panic!("{e}"))
    };
    let first = IciWeights::SCENARIOS[0];
    for &scenario in IciWeights::SCENARIOS {
        let own = IciWeights::of(scenario);
        assert_eq!(wanted("heuristic").at(scenario), own);
        assert_eq!(own == IciWeights::of(first), scenario == first, "{scenario}");
        assert_eq!(wanted("heuristic:kill=0.75").at(scenario), IciWeights { kill: 0.75, ..own });
    }
    assert_eq!(IciWeights::of("of my own"), IciWeights::of(first));
}
