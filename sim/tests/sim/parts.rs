//! Sweeps, impacts, arenas and rollouts in shards: merged, they write the same files as in one piece.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use wilaya_sim::arena::{ArenaSpec, SprtInfo};
use wilaya_sim::engine::algeria::Algeria;
use wilaya_sim::engine::dice::SeededDice;
use wilaya_sim::engine::position::Position;
use wilaya_sim::engine::{Game as _, Setting};
use wilaya_sim::impact::{Budget, ImpactSpec, Reading};
use wilaya_sim::rollout::RolloutSpec;
use wilaya_sim::sweep::SweepSpec;
use wilaya_sim::{GameName, Parted, PartsError, RunContext, RunSpec, Start, Workers, merge_parts, threads};

use crate::files;

/// Plays a command as it is, in a context without a folder.
fn play(command: &Parted, out: &Path, workers: Workers<'_>) -> Result<(), String> {
    let (pool, stop) = (threads(Some(2)).expect("threads"), AtomicBool::new(false));
    let context = RunContext { out: Some(out), workers, ..RunContext::new(&pool, &stop) };
    match command {
        Parted::Sweep(spec) => spec.run_in(&context, |_| ()).map(drop).map_err(|why| why.to_string()),
        Parted::Impact(spec) => spec.run_in(&context, |_| ()).map(drop).map_err(|why| why.to_string()),
        Parted::Arena(spec) => spec.run_in(&context, |_, _| ()).map(drop).map_err(|why| why.to_string()),
        Parted::Rollout(spec) => {
            fs::create_dir_all(out).expect("it can be made");
            let context = RunContext { out: Some(&out.join("choices.csv")), ..context };
            spec.run_in(&context, |_, _| ()).map(drop).map_err(|why| why.to_string())
        }
    }
}

/// Plays a part of a command; false if it was stopped once it had done so much.
fn part(
    command: &Parted,
    shard: &str,
    out: &Path,
    (resume, stop_at): (bool, u64),
) -> Result<bool, PartsError> {
    let (pool, stop) = (threads(Some(2)).expect("threads"), AtomicBool::new(false));
    let context = RunContext { resume, ..RunContext::new(&pool, &stop) };
    command.play(shard.parse().expect("a part"), out, &context, |done, _| {
        if done == stop_at {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

fn same(command: &Parted) {
    let place = tempfile::tempdir().expect("a folder");
    let [whole, merged] = ["whole", "merged"].map(|name| place.path().join(name));
    play(command, &whole, Workers::Threads).expect("it can be played");
    let parts = [3, 1, 2].map(|number| place.path().join(number.to_string()));
    for (number, out) in [3, 1, 2].into_iter().zip(&parts) {
        let shard = format!("{number}/3");
        if number == 2 {
            // It is interrupted, and dies while it writes.
            assert!(!part(command, &shard, out, (false, 2)).expect("it can be played"));
            let first = out.join("answers-1.jsonl");
            let text = fs::read_to_string(&first).expect("it is there") + "{\"half";
            fs::write(&first, text).expect("it can be written");
            let unfinished = merge_parts(&parts, |_, _| Ok::<(), ()>(()));
            assert!(matches!(unfinished, Err(PartsError::Incomplete(_))), "{unfinished:?}");
        }
        assert!(part(command, &shard, out, (number == 2, u64::MAX)).expect("it can be played"));
    }
    merge_parts(&parts, |command, workers| play(command, &merged, workers)).expect("parts").expect("played");
    assert!(files(&merged) == files(&whole), "{command:?}");
}

fn run() -> RunSpec {
    let bot = |name: &str| name.parse().expect("a bot");
    RunSpec::new(GameName::Algeria).scenario("1960").bots(bot("sober"), bot("thrift")).games(10)
}

fn arena() -> ArenaSpec {
    let mut spec = ArenaSpec::new(GameName::Algeria, "random,thrift,mcts:iters=2".parse().expect("bots"));
    spec.setting.scenario = Some("1954,1960".to_owned());
    spec.pairs = 7;
    spec
}

#[test]
fn parts_of_all_kinds_make_up_the_whole() {
    let vary = ["unit.division.count=13,14".parse().expect("a figure")].to_vec();
    same(&Parted::Sweep(SweepSpec { run: run(), vary }));
    same(&Parted::Impact(ImpactSpec {
        run: run(),
        of: ["event:suez", "action:fln:raid", "action:fln:strike"].map(str::to_owned).to_vec(),
        readings: Reading::ALL.to_vec(),
        budget: Some(Budget::Games(7)),
        playouts: Some(2),
    }));
    same(&Parted::Arena(arena()));
    let rules = Algeria::rules(&Algeria::figures(), &Setting::default()).expect("a setting");
    let state = Algeria::start(&rules, &mut SeededDice::new(3, 0), &mut ());
    let text = Position::new::<Algeria>(&rules, &state).to_text();
    let from = Start::new("begin.json".as_ref(), &text).expect("a position");
    same(&Parted::Rollout(RolloutSpec { games: 5, ..RolloutSpec::new(from) }));
}

#[test]
fn what_is_no_part_or_no_whole_is_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let [one, two, other] = ["one", "two", "other"].map(|name| place.path().join(name));
    let command = Parted::Arena(arena());
    for (shard, out) in [("1/2", &one), ("2/2", &two)] {
        assert!(part(&command, shard, out, (false, u64::MAX)).expect("it can be played"));
    }
    let mut another = arena();
    another.seed = 2;
    assert!(
        part(&Parted::Arena(another.clone()), "2/2", &other, (false, u64::MAX)).expect("it can be played")
    );
    let refused = |folders: &[&PathBuf]| {
        let folders: Vec<_> = folders.iter().map(|folder| (*folder).clone()).collect();
        merge_parts(&folders, |_, _| Ok::<(), ()>(())).expect_err("it is refused").to_string()
    };
    assert!(refused(&[&one]).contains("shard 2/2 is given 0 times"));
    assert!(refused(&[&one, &two, &one]).contains("shard 1/2 is given 2 times"));
    assert!(refused(&[&one, &other]).contains("are shards of different commands"));
    assert!(refused(&[&one, &place.path().join("none")]).contains("is not a shard of"));
    let resumed = part(&Parted::Arena(another), "2/2", &two, (true, u64::MAX)).expect_err("it is another");
    assert!(resumed.to_string().contains("holds another shard"), "{resumed}");
    let mut tested = arena();
    tested.bots = "random,thrift".parse().expect("bots");
    tested.sprt = Some(SprtInfo { elo: [0.0, 50.0], alpha: 0.05, beta: 0.05, batch: 5 });
    let open =
        part(&Parted::Arena(tested), "1/2", &one, (false, u64::MAX)).expect_err("it has no fixed number");
    assert!(open.to_string().contains("leave out sprt"), "{open}");
}
