//! The suite of test positions in `results/suite`, and how suites are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use wilaya_bots::{Roster, build};
use wilaya_engine::{Actions, Side, Status};

use crate::suite::{ScoreSpec, Suite, SuiteError, SuitePlan, SuiteRun, TestPosition};
use crate::{FigureSpec, GameName, Rolled, Rollout, RolloutConfig, RunContext, threads};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/suite")
}

fn suite() -> Suite {
    Suite::read(&folder()).expect("it is a suite")
}

fn plan() -> SuitePlan {
    SuitePlan::read(&folder().join("plan.toml")).expect("it is a plan")
}

#[test]
fn the_plan_wants_as_many_positions_of_each_side() {
    let plan = plan();
    for game in [GameName::Algeria, GameName::Ici] {
        for side in [Side::Fln, Side::France] {
            let cells = plan.cells.iter().filter(|cell| cell.game == game && cell.side == side);
            assert_eq!(cells.map(|cell| cell.want).sum::<usize>(), 15, "{game} {side}");
        }
    }
}

#[test]
fn each_cell_has_its_positions() {
    let tests = suite().tests;
    for cell in &plan().cells {
        let name = cell.name();
        let own = |test: &&TestPosition| {
            (test.game, test.scenario.as_str(), test.side) == (cell.game, cell.scenario.as_str(), cell.side)
        };
        let ids: Vec<_> = tests.iter().filter(own).map(|test| test.id.clone()).collect();
        let expected: Vec<_> = (1..=cell.want).map(|number| format!("{name}-{number}")).collect();
        assert_eq!(ids, expected, "{name}");
    }
    let ids: BTreeSet<_> = tests.iter().map(|test| &test.id).collect();
    assert_eq!(ids.len(), tests.len());
}

#[test]
fn no_game_has_more_than_two_positions() {
    let mut games = BTreeMap::new();
    for test in suite().tests {
        *games.entry((test.origin.seed, test.origin.index)).or_insert(0) += 1;
    }
    assert!(games.values().all(|&count| count <= 2), "{games:?}");
}

/// Checks that the position of a test is one, and that its choices are legal there.
fn check<G: Roster>(suite: &Suite, test: &TestPosition) {
    let position = suite.position(test).expect("it is a position");
    let rules = FigureSpec::default().rules::<G>(&position.setting).expect("it is a setting");
    let state = position.state::<G>(&rules).unwrap_or_else(|why| panic!("{}: {why}", test.id));
    let Status::Decision { side, kind } = G::status(&state) else { panic!("{} is over", test.id) };
    let found = (position.setting.scenario.as_deref(), side, kind.to_string(), G::clock(&state).0);
    let told = (Some(test.scenario.as_str()), test.side, test.decision.clone(), test.turn);
    assert_eq!(found, told, "{}", test.id);
    let mut legal = Actions::<G>::new();
    G::legal(&rules, &state, &mut legal);
    let mut legal: Vec<_> = legal.iter().map(|&action| G::action_text(&rules, action)).collect();
    assert!(test.right.iter().chain([&test.played]).all(|action| legal.contains(action)), "{}", test.id);
    assert!(!test.right.is_empty() && !test.right.contains(&test.played), "{}", test.id);
    legal.sort();
    for proof in &test.proofs {
        let mut proved: Vec<_> = proof.choices.iter().map(|choice| choice.action.clone()).collect();
        proved.sort();
        assert_eq!((proved, test.choices), (legal.clone(), legal.len()), "{}", test.id);
    }
}

#[test]
fn positions_are_legal_and_so_are_their_choices() {
    let suite = suite();
    for test in &suite.tests {
        with_game!(test.game, G => check::<G>(&suite, test));
    }
}

#[test]
fn two_policies_prove_each_position_by_ten_thousand_rollouts() {
    let plan = plan();
    assert!(plan.rollouts >= 10_000 && plan.gap >= 0.03);
    for test in suite().tests {
        let policies: BTreeSet<_> = test.proofs.iter().map(|proof| &proof.policy).collect();
        assert!(policies.len() >= 2, "{}: {policies:?}", test.id);
        assert!(test.proofs.iter().all(|proof| proof.rollouts >= 10_000), "{}", test.id);
        assert_eq!(test.proved(plan.gap).as_ref(), Some(&test.right), "{}", test.id);
    }
}

/// Plays a right choice and the error of a test out with each of its policies, in games that its proof has not seen. Returns
/// by how much the right one is better, at the least.
fn proved_again<G: Roster>(suite: &Suite, test: &TestPosition, games: u64) -> f64 {
    let position = suite.position(test).expect("it is a position");
    let rules = FigureSpec::default().rules::<G>(&position.setting).expect("it is a setting");
    let state = position.state::<G>(&rules).expect("it is a state");
    let config = RolloutConfig { seed: 77, max_turns: 200, rerolls: 0, as_it_is: false };
    let decision = Rollout::<G>::new(&rules, &state, config).expect("it is a decision");
    let never = AtomicBool::new(false);
    let leads = test.proofs.iter().map(|proof| {
        let policy = build::<G>(&proof.policy.parse().expect("it is a bot")).expect("it is a bot");
        let played = |text: &str| {
            let action = G::parse_action(&rules, text).expect("it is an action");
            let mut rolled = Rolled::new(action);
            for game in 0..games {
                let (outcome, _) =
                    decision.play(action, game, (policy(), policy()), &never).expect("nothing stops it");
                rolled.push(outcome);
            }
            rolled
        };
        played(&test.right[0]).better_than(&played(&test.played)).value
    });
    leads.fold(f64::INFINITY, f64::min)
}

/// The policies of the proofs are bots as they were when the positions were drawn. If those of today disagree, a position measures
/// a habit of the others, and is taken out.
#[test]
#[ignore = "takes minutes: cargo test --release -p wilaya-sim --lib suite -- --ignored --nocapture"]
#[allow(clippy::print_stdout, reason = "it lists how far each choice leads")]
fn positions_hold_with_the_policies_as_they_are_now() {
    let suite = suite();
    let mut lost = Vec::new();
    for test in &suite.tests {
        let ahead = with_game!(test.game, G => proved_again::<G>(&suite, test, 1_000));
        println!("{:22} {:15} {ahead:+.3}", test.id, test.decision);
        if ahead <= 0.0 {
            lost.push(&test.id);
        }
    }
    assert!(lost.is_empty(), "{lost:?}");
}

/// The positions of each game whose proofs leave most room: few rollouts show that the right choices lead, on the average, with
/// the policies as they are now. In a single one they may have come to disagree.
#[test]
fn fewer_rollouts_prove_the_clearest_positions_again() {
    const COUNT: usize = 5;
    let suite = suite();
    for game in [GameName::Algeria, GameName::Ici] {
        let lead = |test: &TestPosition| {
            let ahead =
                |proof: &crate::suite::Proof| proof.choice(&test.right[0]).map_or(0.0, |one| one.ahead);
            test.proofs.iter().map(ahead).fold(f64::INFINITY, f64::min)
        };
        let mut tests: Vec<_> = suite.tests.iter().filter(|test| test.game == game).collect();
        tests.sort_by(|one, other| lead(other).total_cmp(&lead(one)));
        let found =
            tests[..COUNT].iter().map(|test| with_game!(game, G => proved_again::<G>(&suite, test, 300)));
        let mean = found.sum::<f64>() / COUNT as f64;
        assert!(mean > 0.03, "{game}: {mean}");
    }
}

const TOY: &str = r#"
seed = 3
slots = 360
games = 60
looks = 4
most_choices = 8
screen = 80
lead = 0.05
rollouts = 400
gap = 0.03
per_kind = 9
per_turn = 9
max_turns = 200

[[cell]]
game = "toy"
scenario = "short"
side = "fln"
want = 3
players = ["random"]
opponent = "random"
policies = ["random", "thrift"]

[[cell]]
game = "toy"
scenario = "long"
side = "france"
want = 2
players = ["thrift~0.5", "random"]
opponent = "thrift"
policies = ["random", "thrift"]
"#;

/// Draws the toy plan into a folder on this many threads.
fn draw(folder: &Path, count: usize, only: &[&str]) -> Result<usize, SuiteError> {
    draw_by(TOY, folder, count, only)
}

fn draw_by(plan: &str, folder: &Path, count: usize, only: &[&str]) -> Result<usize, SuiteError> {
    let path = folder.join("plan.toml");
    fs::write(&path, plan).expect("it can be written");
    let plan = SuitePlan::read(&path)?;
    let pool = threads(Some(count)).expect("threads can be started");
    let only: Vec<_> = only.iter().map(|&name| name.to_owned()).collect();
    let mut found = 0;
    let run = SuiteRun { plan: &plan, out: folder };
    run.run(&only, &pool, &AtomicBool::new(false), |drawn| found += drawn.found)?;
    Ok(found)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn a_suite_is_the_same_in_parts_and_when_it_goes_on() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder can be made"));
    let [whole, parts] = folders.each_ref().map(tempfile::TempDir::path);
    assert_eq!(draw(whole, 2, &[]).expect("it can be drawn"), 5);
    let names = ["toy-short-fln.jsonl", "toy-long-france.jsonl"];
    draw(parts, 1, &["toy-long-france"]).expect("it can be drawn");
    draw(parts, 1, &["toy-short-fln"]).expect("it can be drawn");
    // As if it had been killed after the first slot.
    let first = read(parts, names[0]).lines().next().map(|line| format!("{line}\n")).expect("there is one");
    fs::write(parts.join(names[0]), first).expect("it can be written");
    draw(parts, 1, &[]).expect("it can be drawn");
    for name in names {
        assert_eq!(read(whole, name), read(parts, name));
    }
    let suite = Suite::read(whole).expect("it is a suite");
    for test in &suite.tests {
        check::<wilaya_engine::toy::Toy>(&suite, test);
        assert_eq!(test.proved(0.03).as_ref(), Some(&test.right));
    }
    let unknown = draw(whole, 1, &["toy-short-france"]).expect_err("there is no such cell").to_string();
    assert!(unknown.contains("toy-short-france") && unknown.contains("toy-short-fln"), "{unknown}");
}

#[test]
fn a_cell_is_left_incomplete_after_its_slots() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let plan = TOY.replace("slots = 360", "slots = 2").replace("games = 60", "games = 0");
    assert_eq!(draw_by(&plan, folder.path(), 1, &["toy-short-fln"]).expect("it can be drawn"), 0);
    assert_eq!(read(folder.path(), "toy-short-fln.jsonl").lines().count(), 2);
}

#[test]
fn a_plan_may_name_what_has_to_be_better() {
    let verbs = |plan: &str| -> BTreeSet<String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        draw_by(plan, folder.path(), 2, &[]).expect("it can be drawn");
        let tests = Suite::read(folder.path()).expect("it is a suite").tests;
        let verb = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
        tests.iter().map(|test| verb(&test.proofs[0].choices[0].action)).collect()
    };
    let all = verbs(TOY);
    assert!(all.len() > 1, "{all:?}");
    for verb in all {
        assert_eq!(verbs(&format!("better = [\"{verb}\"]\n{TOY}")), [verb].into());
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let plan = format!("better = [\"serach\"]\n{TOY}")
        .replace("\"toy\"", "\"ici\"")
        .replace("\"short\"", "\"1959\"");
    let refused = draw_by(&plan, folder.path(), 1, &[]).expect_err("it has no such verb").to_string();
    assert!(refused.contains("serach"), "{refused}");
}

#[test]
fn bots_are_scored_by_game_and_side() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    draw(folder.path(), 2, &[]).expect("it can be drawn");
    let suite = Suite::read(folder.path()).expect("it is a suite");
    let bots = vec!["random".parse().expect("a bot"), "thrift".parse().expect("a bot")];
    let spec = ScoreSpec { suite, bots, seeds: 40, seed: 1 };
    let pool = threads(Some(2)).expect("threads can be started");
    let stop = AtomicBool::new(false);
    let results = spec.run(&RunContext::new(&pool, &stop), |_, _| ()).expect("it can be scored");
    let lines = results.expect("nothing stops it").lines;
    let of =
        |side| lines.iter().find(|line| line.bot == "random" && line.game.is_none() && line.side == side);
    let [fln, france, all] =
        [Some(Side::Fln), Some(Side::France), None].map(|side| of(side).expect("a line"));
    assert_eq!((fln.n, france.n, all.n), (3, 2, 5));
    assert!((fln.found + france.found - all.found).abs() < 1e-9);
    // Right choices are no more than half of all, so that who draws among all finds few.
    assert!(all.share < 0.7 && all.interval.low < all.share && all.share < all.interval.high, "{all:?}");
}
