//! Plans that workers elsewhere play: the same results as those of threads, whatever the tasks and the order of their replies.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use wilaya_sim::arena::{ArenaSpec, SprtInfo};
use wilaya_sim::impact::{Budget, ImpactSpec, Reading};
use wilaya_sim::rollout::RolloutSpec;
use wilaya_sim::sweep::SweepSpec;
use wilaya_sim::tune::TuneSpec;
use wilaya_sim::{
    End, FigureSpec, GameName, Reply, RunContext, RunSpec, Start, TaskError, TaskFailure, WorkerPool,
    Workers, play_task, threads,
};

use crate::files;

/// A pool that plays each task in a thread of its own and answers out of order.
#[derive(Debug, Default)]
struct Apart {
    size: Option<u64>,
    /// The task with this number ends in an error.
    breaks: Option<u64>,
    /// How long the first task takes.
    first: Duration,
    /// Another text in each task.
    instead: Option<[&'static str; 2]>,
    tasks: AtomicU64,
    /// How many tasks had been handed out when the first game was handled.
    ahead: AtomicU64,
    failures: Mutex<Vec<String>>,
}

const PLACES: usize = 3;

impl WorkerPool for Apart {
    fn places(&self) -> usize {
        PLACES
    }

    fn size(&self) -> Option<u64> {
        self.size
    }

    fn submit(&self, task: Vec<u8>, reply: Reply) {
        let number = self.tasks.fetch_add(1, Ordering::Relaxed);
        let task = match self.instead {
            Some([one, other]) => String::from_utf8_lossy(&task).replace(one, other).into_bytes(),
            None => task,
        };
        if self.breaks == Some(number) {
            return reply.send(Err(TaskError::Failed("the worker died".to_owned())));
        }
        let play = move || play_task(&task, &threads(Some(1)).expect("a thread"), &AtomicBool::new(false));
        let delay = if number == 0 { self.first } else { Duration::from_millis(number * 7 % 5) };
        std::thread::spawn(move || {
            let answer = play();
            std::thread::sleep(delay);
            reply.send(Ok(answer));
        });
    }

    fn fail(&self, failure: TaskFailure) {
        self.failures.lock().expect("nothing panics").push(failure.to_string());
    }
}

/// That a plan writes the same files with workers elsewhere, for several sizes of tasks.
fn same(what: &str, play: impl Fn(&RunContext<'_>)) {
    let (pool, place) = (threads(Some(2)).expect("threads"), tempfile::tempdir().expect("a folder"));
    let here = place.path().join("here");
    let stop = AtomicBool::new(false);
    play(&RunContext { out: Some(&here), ..RunContext::new(&pool, &stop) });
    let expected = files(&here);
    assert!(!expected.is_empty());
    for size in [Some(1), Some(7), Some(1_000), None] {
        let (apart, there) = (Apart { size, ..Apart::default() }, place.path().join(format!("{size:?}")));
        let stop = AtomicBool::new(false);
        let workers = Workers::Pool(&apart);
        play(&RunContext { out: Some(&there), workers, ..RunContext::new(&pool, &stop) });
        assert_eq!(*apart.failures.lock().expect("nothing panics"), Vec::<String>::new(), "{what}");
        assert!(apart.tasks.load(Ordering::Relaxed) > 0, "{what}");
        assert!(files(&there) == expected, "{what} {size:?}");
    }
}

/// Short games of bots that take no time.
fn short() -> RunSpec {
    RunSpec::new(GameName::Algeria)
        .scenario("1960")
        .bots("random".parse().expect("a bot"), "thrift".parse().expect("a bot"))
        .games(60)
}

fn short_with(change: impl FnOnce(&mut RunSpec)) -> RunSpec {
    let mut spec = short();
    change(&mut spec);
    spec
}

#[test]
fn runs() {
    let play = |spec: RunSpec| {
        same(&format!("{spec:?}"), |context| {
            let results = spec.run_in(context, |_, _| ()).expect("it can be played");
            assert_ne!(results.end, End::Stopped);
        });
    };
    play(short());
    play(short_with(|spec| {
        spec.pairs = true;
        spec.record = "0,5".parse().expect("indices");
    }));
    play(short_with(|spec| {
        spec.turns = true;
        spec.record = "all".parse().expect("a word");
        spec.max_turns = 12;
    }));
    play(short_with(|spec| {
        spec.luck = Some(8);
        spec.shard = Some("2/3".parse().expect("a part"));
    }));
    play(short_with(|spec| {
        spec.until_ci = Some(0.05);
        spec.games = None;
    }));
}

#[test]
fn a_position_and_other_figures_reach_the_workers() {
    let spec = RunSpec::new(GameName::Algeria).scenario("1960").games(6);
    let figures = FigureSpec { data: None, set: vec!["unit.division.count=14".parse().expect("a change")] };
    let spec = spec.figures(figures);
    same("figures", |context| drop(spec.run_in(context, |_, _| ()).expect("it can be played")));
    let mut from = RunSpec::new(GameName::Algeria).games(6);
    from.from = Some(position());
    same("position", |context| drop(from.run_in(context, |_, _| ()).expect("it can be played")));
}

/// The set-up of a game, as a position file has it.
fn position() -> Start {
    use wilaya_sim::engine::algeria::Algeria;
    use wilaya_sim::engine::dice::SeededDice;
    use wilaya_sim::engine::position::Position;
    use wilaya_sim::engine::{Game as _, Setting};
    let rules = Algeria::rules(&Algeria::figures(), &Setting::default()).expect("a setting");
    let state = Algeria::start(&rules, &mut SeededDice::new(3, 0), &mut ());
    let text = Position::new::<Algeria>(&rules, &state).to_text();
    Start::new("begin.json".as_ref(), &text).expect("a position")
}

#[test]
fn sweeps_and_impacts() {
    let bots = "thrift".parse().expect("a bot");
    let run =
        RunSpec::new(GameName::Algeria).scenario("1960").bots("sober".parse().expect("a bot"), bots).games(8);
    let vary = ["unit.division.count=13,14".parse().expect("a figure")].to_vec();
    let sweep = SweepSpec { run: run.clone(), vary };
    same("sweep", |context| {
        assert_eq!(sweep.run_in(context, |_| ()).expect("it can be played").lines.len(), 2);
    });
    let impact = ImpactSpec {
        run,
        of: ["event:suez", "action:fln:raid", "action:fln:strike"].map(str::to_owned).to_vec(),
        readings: Reading::ALL.to_vec(),
        budget: Some(Budget::Games(5)),
        playouts: Some(2),
    };
    same("impact", |context| {
        assert!(impact.run_in(context, |_| ()).expect("it can be played").is_some());
    });
}

#[test]
fn arenas() {
    let mut spec = ArenaSpec::new(GameName::Algeria, "random,thrift,mcts:iters=2".parse().expect("bots"));
    spec.setting.scenario = Some("1954,1960".to_owned());
    spec.pairs = 10;
    same("arena", |context| {
        assert!(!spec.run_in(context, |_, _| ()).expect("it can be played").is_stopped());
    });
    let mut spec = ArenaSpec::new(GameName::Algeria, "sober,random".parse().expect("bots"));
    spec.setting.scenario = Some("1960".to_owned());
    spec.pairs = 2_000;
    spec.sprt = Some(SprtInfo { elo: [0.0, 100.0], alpha: 0.05, beta: 0.05, batch: 20 });
    same("test", |context| {
        assert!(spec.run_in(context, |_, _| ()).expect("it can be played").is_decided());
    });
}

#[test]
fn rollouts_and_tunings() {
    let rollout = RolloutSpec { games: 5, ..RolloutSpec::new(position()) };
    // They write a file, not a folder.
    same("rollout", |context| {
        let folder = context.out.expect("a folder");
        fs::create_dir_all(folder).expect("it can be made");
        let context = RunContext { out: Some(&folder.join("choices.csv")), ..*context };
        assert!(rollout.run_in(&context, |_, _| ()).expect("it can be played").is_some());
    });
    let tune = TuneSpec {
        game: GameName::Algeria,
        setting: wilaya_sim::engine::Setting { scenario: Some("1960".to_owned()), ..Default::default() },
        figures: FigureSpec::default(),
        bot: "heuristic".parse().expect("a bot"),
        pool: ["self", "sober"].map(str::to_owned).to_vec(),
        seed: 3,
        iterations: 3,
        pairs: 2,
        step: 2.0,
        max_turns: 200,
    };
    same("tune", |context| {
        let folder = context.out.expect("a folder");
        fs::create_dir_all(folder).expect("it can be made");
        let context = RunContext { out: Some(&folder.join("weights.toml")), ..*context };
        assert_eq!(tune.run_in(&context, |_, _| ()).expect("it can be played").done, 3);
    });
}

/// Plays 60 games with a pool; how it ended, and the failures.
fn broken(apart: &Apart, out: &Path, resume: bool) -> (End, Vec<String>) {
    let (pool, stop) = (threads(Some(1)).expect("a thread"), AtomicBool::new(false));
    let workers = Workers::Pool(apart);
    let context = RunContext { out: Some(out), resume, workers, ..RunContext::new(&pool, &stop) };
    let end = short().run_in(&context, |_, _| ()).expect("it can be played").end;
    (end, apart.failures.lock().expect("nothing panics").clone())
}

#[test]
fn a_task_that_fails_is_named_and_the_folder_can_be_gone_on_with() {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, part) = (place.path().join("whole"), place.path().join("part"));
    let (end, failures) = broken(&Apart { size: Some(7), ..Apart::default() }, &whole, false);
    assert_eq!((end, failures.len()), (End::Whole, 0));
    let (end, failures) = broken(&Apart { size: Some(7), breaks: Some(4), ..Apart::default() }, &part, false);
    assert_eq!(end, End::Stopped);
    assert_eq!(failures, ["games 28 to 34 were not played: the worker died"]);
    assert_eq!(files(&part)["games.csv"].lines().count(), 29);
    let (end, _) = broken(&Apart { size: Some(11), ..Apart::default() }, &part, true);
    assert_eq!(end, End::Whole);
    assert!(files(&part) == files(&whole));
}

#[test]
fn workers_with_something_else_installed_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let fail = |one: &'static str, other: &'static str| {
        let apart = Apart { instead: Some([one, other]), size: Some(60), ..Apart::default() };
        let (end, failures) = broken(&apart, place.path(), false);
        assert_eq!((end, failures.len()), (End::Stopped, 1));
        failures.concat()
    };
    let version = fail("\"version\":\"0.", "\"version\":\"9.");
    assert!(version.contains("install the same version everywhere"), "{version}");
    let figures = fail("\"data\":\"", "\"data\":\"0");
    assert!(figures.contains("a worker has other figures"), "{figures}");
    let bot = fail("random", "chance");
    assert!(bot.contains("unknown bot \"chance\""), "{bot}");
    let nonsense = fail("{", "[");
    assert!(nonsense.contains("this is not a task of wilaya"), "{nonsense}");
}

#[test]
fn tasks_do_not_run_far_ahead_of_one_that_takes_long() {
    let place = tempfile::tempdir().expect("a folder");
    let apart = Apart { size: Some(1), first: Duration::from_millis(500), ..Apart::default() };
    let spec = short().games(200);
    let (pool, stop) = (threads(Some(1)).expect("a thread"), AtomicBool::new(false));
    let context = RunContext {
        out: Some(place.path()),
        workers: Workers::Pool(&apart),
        ..RunContext::new(&pool, &stop)
    };
    let results = spec.run_in(&context, |row, _| {
        if row.index == 0 {
            apart.ahead.store(apart.tasks.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    });
    assert_eq!(results.expect("it can be played").end, End::Whole);
    let ahead = apart.ahead.load(Ordering::Relaxed);
    assert!((2..=4 * PLACES as u64).contains(&ahead), "{ahead}");
}
