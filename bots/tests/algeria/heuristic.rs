//! The heuristic of *Algeria*: it plays by the rules in every setting, says what it thinks, and wins.

use crate::support::{maker, on_all_cores, play, rules, settings};
use wilaya_bots::heuristic::{AlgeriaHeuristic, AlgeriaWeights, LazyWeights, Weights as _};
use wilaya_bots::{Bot, BotSpec, Key, Params};
use wilaya_engine::algeria::{Algeria, Decision};
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::{BySide, Game, Outcome, Setting, Side, Status, View};

const SEED: u64 = 21;
/// No game may take more turns. Where France reacts slowly in 1954 and the FLN plays by habit, nobody comes far: 4 games of
/// 5,000 took more than 100 turns, so more than 200 happen, too.
const LONGEST: u16 = 2_000;
const OPPONENTS: [&str; 9] = [
    "heuristic",
    "random",
    "sober",
    "heuristic:profile=agitator",
    "heuristic:profile=soldier",
    "plan:name=propaganda",
    "plan:name=guerrilla",
    "plan:name=affairs",
    "plan:name=sweeps",
];

/// Every setting, the heuristic on either side against every opponent: legal, over in time, the same again.
#[test]
fn it_plays_every_setting_by_the_rules() {
    let settings: Vec<_> = settings().iter().map(rules).collect();
    let heuristic = maker::<Algeria>("heuristic");
    let others = OPPONENTS.map(maker::<Algeria>);
    let round = (settings.len() * OPPONENTS.len() * 2) as u64;
    let games = if cfg!(debug_assertions) { round } else { round * 5 };
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
                Algeria::clock(state).0 < LONGEST
            })
        };
        let state = end(false);
        assert!(Algeria::status(&state).outcome().is_some(), "game {index} is not over");
        assert_eq!(end(true), state, "game {index} is another game when it is played again");
    });
    assert!(decisions.iter().sum::<u64>() > 100 * games);
}

/// What it explains is what it plays, but where it shares out several units over areas in their order.
#[test]
fn it_plays_what_it_explains() {
    let bot = AlgeriaHeuristic::default();
    let makers = maker::<Algeria>("heuristic");
    let mut explained = 0;
    for (index, setting) in (0..).zip(&settings()) {
        let rules = rules(setting);
        let bots = BySide { fln: &makers, france: &makers };
        let mut dice = SeededDice::new(SEED, index);
        let mut before = None;
        play(&rules, bots, (SEED, index), &mut dice, &mut (), |state, decided, _, _| {
            if let (Some((side, legal, action)), Some(before)) = (decided, before.replace(*state)) {
                let Status::Decision { kind, .. } = Algeria::status(&before) else { panic!("it was over") };
                let explanation = bot.explain(View::new(&rules, &before, side), legal);
                let explanation = explanation.unwrap_or_else(|| panic!("nothing to say at {kind}"));
                assert_eq!(explanation.ranked.len(), legal.len());
                if !matches!(kind, Decision::Station | Decision::FrenchMove) {
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

/// The 95 % interval of a share of 200 games is at most 7 points wide to either side.
#[test]
fn it_beats_random_and_sober_from_either_side() {
    const GAMES: u64 = 200;
    for scenario in ["1954", "1958", "1960"] {
        let rules = rules(&Setting { scenario: Some(scenario.to_owned()), ..Setting::default() });
        let heuristic = maker::<Algeria>("heuristic");
        for (name, least) in [("random", 0.95), ("sober", 0.94)] {
            let other = maker::<Algeria>(name);
            let won = on_all_cores(2 * GAMES, |won: &mut BySide<u64>, index| {
                let side = Side::ALL[(index % 2) as usize];
                let bots = BySide::new_with(|one| if one == side { &heuristic } else { &other });
                let key = (SEED, index / 2);
                let mut dice = SeededDice::new(key.0, key.1);
                let end = play(&rules, bots, key, &mut dice, &mut (), |_, _, _, _| true);
                let winner = Algeria::status(&end).outcome().and_then(Outcome::winner);
                won[side] += u64::from(winner == Some(side));
            });
            for side in Side::ALL {
                let share = won.iter().map(|won| won[side]).sum::<u64>() as f64 / GAMES as f64;
                assert!(share >= least, "{scenario}: it wins {share} as {side} against {name}");
            }
        }
    }
}

/// What it expects of missions follows the figures in force: with others it decides otherwise in the same positions.
#[test]
fn it_plays_by_the_figures_in_force() {
    let settings =
        ["1954", "1958", "1960"].map(|id| Setting { scenario: Some(id.to_owned()), ..Setting::default() });
    let mut positions = Vec::new();
    let heuristic = maker::<Algeria>("heuristic");
    let bots = BySide { fln: &heuristic, france: &heuristic };
    for setting in &settings {
        let built_in = rules(setting);
        for game in 0..8 {
            let mut dice = SeededDice::new(SEED, game);
            play(&built_in, bots, (SEED, game), &mut dice, &mut (), |state, _, _, _| {
                positions.push((setting, *state));
                Algeria::clock(state).0 < 12
            });
        }
    }
    for (key, value, where_it_matters) in [
        ("psp.hit", "4", Decision::React),
        ("psp.hit", "4", Decision::FrenchOperation),
        ("mission.harass.cost", "6", Decision::FlnOperation),
        ("mission.move.cost", "6", Decision::FlnOperation),
        ("mission.react.cost", "6", Decision::React),
        ("mission.flush.cost", "6", Decision::FrenchOperation),
    ] {
        let mut figures = Algeria::figures();
        figures.set(key, value).unwrap_or_else(|error| panic!("{key}: {error}"));
        let (mut asked, mut otherwise) = (0, 0);
        for setting in &settings {
            let built_in = rules(setting);
            let changed = Algeria::rules(&figures, setting).unwrap_or_else(|error| panic!("{error}"));
            let (mut one, mut other) = (AlgeriaHeuristic::default(), AlgeriaHeuristic::default());
            for (from, state) in &positions {
                let Status::Decision { side, kind } = Algeria::status(state) else { continue };
                if kind != where_it_matters || from.scenario != setting.scenario {
                    continue;
                }
                let mut choices = <Algeria as Game>::Choices::default();
                Algeria::choices(&built_in, state, &mut choices);
                let mut rng = bot_rng(SEED, 0, side);
                let before = one.choose(View::new(&built_in, state, side), &choices, &mut rng);
                let after = other.choose(View::new(&changed, state, side), &choices, &mut rng);
                asked += 1;
                otherwise += u32::from(before != after);
            }
        }
        assert!(otherwise > 0, "{key} = {value}: the same choice in all of {asked} positions");
    }
}

#[test]
fn a_decision_allocates_nothing() {
    let rules = rules(&Setting::default());
    let mut legal = wilaya_engine::Actions::<Algeria>::new();
    let mut bot = AlgeriaHeuristic::default();
    let mut rng = bot_rng(SEED, 0, Side::Fln);
    let mut dice = SeededDice::new(SEED, 0);
    let mut decisions = 0u64;
    // The defaults are read once in a process.
    let _ = AlgeriaWeights::of("1958");
    let info = allocation_counter::measure(|| {
        let mut state = Algeria::start(&rules, &mut dice, &mut ());
        while let Status::Decision { side, .. } = Algeria::status(&state) {
            legal.clear();
            Algeria::legal(&rules, &state, &mut legal);
            let mut choices = <Algeria as Game>::Choices::default();
            Algeria::choices(&rules, &state, &mut choices);
            let action = bot.choose(View::new(&rules, &state, side), &choices, &mut rng);
            Algeria::apply(&rules, &mut state, action, &mut dice, &mut ());
            decisions += 1;
        }
    });
    assert!(info.count_total == 0 && decisions > 100, "{decisions} decisions: {info:?}");
}

#[test]
fn the_weights_are_keys_with_their_defaults_in_range() {
    for &scenario in AlgeriaWeights::SCENARIOS {
        let text = serde_json::to_value(AlgeriaWeights::of(scenario)).unwrap_or_else(|e| panic!("{e}"));
        for Key { name, values, .. } in AlgeriaWeights::keys() {
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
        let params = Params::new(&spec, AlgeriaWeights::keys()).unwrap_or_else(|e| panic!("{e}"));
        LazyWeights::<AlgeriaWeights>::read(params).unwrap_or_else(|e| panic!("{e}"))
    };
    let first = AlgeriaWeights::SCENARIOS[0];
    for &scenario in AlgeriaWeights::SCENARIOS {
        let own = AlgeriaWeights::of(scenario);
        assert_eq!(wanted("heuristic").at(scenario), own);
        assert_eq!(own == AlgeriaWeights::of(first), scenario == first, "{scenario}");
        assert_eq!(wanted("heuristic:kill=0.75").at(scenario), AlgeriaWeights { kill: 0.75, ..own });
    }
    assert_eq!(AlgeriaWeights::of("of my own"), AlgeriaWeights::of(first));
}
