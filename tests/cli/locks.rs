//! One writer at a time for each folder and file, and what a signal leaves.

use std::process::{Child, Stdio};

use crate::{Place, wait_until};

/// A program that runs until the test ends.
pub(crate) struct Running(Child);

impl Running {
    /// Starts it, and waits until there is a file.
    #[track_caller]
    pub(crate) fn start(place: &Place, line: &str, file: &str) -> Self {
        let mut command = place.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut this = Self(command.spawn().expect("the program can be run"));
        wait_until(&format!("{line} writes {file}"), || {
            assert_eq!(this.0.try_wait().expect("it can be asked"), None, "{line} has ended by itself");
            place.path(file).exists()
        });
        this
    }

    fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends it a signal, and returns the status that it ends with.
    #[cfg(unix)]
    #[track_caller]
    fn ends(mut self, signal: &str) -> Option<i32> {
        // To wait closes the input, which is another reason to end.
        let _input = self.0.stdin.take();
        self.signal(signal);
        // A hang-up is ignored where it already was for the tests, as under `nohup`.
        let mut status = None;
        wait_until(&format!("{signal} ends it; were the tests started to ignore it?"), || {
            status = self.0.try_wait().expect("it can be asked");
            status.is_some()
        });
        status.and_then(|status| status.code())
    }

    #[cfg(unix)]
    #[track_caller]
    fn signal(&self, signal: &str) {
        let kill = std::process::Command::new("kill").args([signal, &self.id().to_string()]).status();
        assert!(kill.expect("kill can be run").success());
    }

    /// Kills it, without a chance to tidy up.
    pub(crate) fn kill(mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Commands that go on for long, with a short one like it, what they write, and a file that is there once they have begun.
const WRITERS: [(&str, &str, &str, &str); 6] = [
    ("sim algeria --games 1000000 --out place", "sim algeria --games 2 --out place", "place", "games.csv"),
    (
        "arena algeria --bots sober,random --pairs 1000000 --out place",
        "arena algeria --bots sober,random --pairs 1 --out place",
        "place",
        "games.csv",
    ),
    (
        "sweep algeria --games 1000000 --vary unit.division.count=14,16 --out place",
        "sweep algeria --games 2 --vary unit.division.count=14,16 --out place",
        "place",
        "1/games.csv",
    ),
    (
        "impact algeria --games 1000000 --readings barred --of event:nato --out place",
        "impact algeria --games 2 --readings barred --of event:nato --out place",
        "place",
        "baseline/games.csv",
    ),
    (
        "tune algeria --iterations 1000000 --scenario 1960 --pairs 1 --out place.toml",
        "tune algeria --iterations 1 --scenario 1960 --pairs 1 --out place.toml",
        "place.toml",
        "",
    ),
    (
        "rollout p.json --games 1000000 --out place.csv",
        "rollout p.json --games 2 --fln random --france random --out place.csv",
        "place.csv",
        "",
    ),
];

fn prepare(place: &Place) {
    place.ok("position new algeria --seed 4 --out p.json");
    for part in ["1/2", "2/2"] {
        place.ok(&format!("sim algeria --games 2 --shard {part} --out part{}", &part[..1]));
    }
}

/// The file that says that a command has begun: one that it writes, or the lock.
fn begun(what: &str, file: &str) -> String {
    if file.is_empty() { format!(".{what}.lock") } else { format!("{what}/{file}") }
}

#[cfg(unix)]
#[test]
fn a_second_writer_is_refused_and_a_killed_one_does_not_block() {
    for (long, short, what, file) in WRITERS {
        let place = Place::new();
        prepare(&place);
        let first = Running::start(&place, long, &begun(what, file));
        let process = format!("process {} since 2", first.id());
        let words = [what, "is being written by", &process, long];
        place.refuses(short, &words);
        place.refuses(long, &words);
        if !short.starts_with("rollout") {
            place.refuses(&format!("{long} --resume"), &words);
        }
        first.kill();
        place.ok(short);
        assert!(place.files().iter().all(|name| !name.contains(".lock")), "{short}: {:?}", place.files());
    }
}

#[cfg(unix)]
#[test]
fn whoever_writes_a_folder_keeps_all_others_out() {
    let place = Place::new();
    prepare(&place);
    let (long, _, what, file) = WRITERS[0];
    let first = Running::start(&place, long, &begun(what, file));
    let others = WRITERS.iter().filter(|(_, _, other, _)| *other == what).map(|(_, short, ..)| *short);
    let others = others.chain([
        "merge part1 part2 --out place",
        "report place",
        "sim algeria --game 3 --out place",
        "data export algeria place",
    ]);
    for line in others {
        place.refuses(line, &["place is being written by", long]);
    }
    first.kill();
    place.ok("merge part1 part2 --out place");
    place.ok("report place");
    assert!(place.files().iter().all(|name| !name.contains(".lock")), "{:?}", place.files());
}

#[cfg(unix)]
#[test]
fn a_save_has_one_writer() {
    let place = Place::new();
    let line = "play algeria --terminal --side fln --seed 3 --bot random --saves saves";
    let mut command = place.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = Running(command.spawn().expect("the program can be run"));
    {
        use std::io::Write as _;
        first.0.stdin.as_mut().expect("it is a pipe").write_all(b"save mine\n").expect("it reads");
    }
    wait_until("it is saved", || place.path("saves/mine.save").exists());
    let save = |place: &Place| {
        use std::io::Write as _;
        let mut command = place.command("play algeria --terminal --side fln --seed 4 --saves saves");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program can be run");
        let mut input = child.stdin.take().expect("it is a pipe");
        input.write_all(b"save mine\ny\n").expect("it reads");
        drop(input);
        String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("it is text")
    };
    let before = place.read("saves/mine.save");
    let out = save(&place);
    assert!(
        out.contains("Not saved: ") && out.contains("mine.save is being written by another program"),
        "{out}"
    );
    assert_eq!(place.read("saves/mine.save"), before);
    first.kill();
    assert!(save(&place).contains("Saved as"));
    assert_ne!(place.read("saves/mine.save"), before);
    // Only the one that was killed has left a lock file, of the save of its own.
    let locks: Vec<_> = place.files().into_iter().filter(|name| name.contains(".lock")).collect();
    assert_eq!(locks, ["saves/.algeria-1958-1.save.lock"]);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_work_in_order_and_is_told_by_the_status() {
    for (number, (long, _, what, file)) in WRITERS.into_iter().enumerate() {
        let place = Place::new();
        prepare(&place);
        // All of them for the first two, whose last files say most.
        let all = [("-TERM", 143), ("-HUP", 129), ("-INT", 130)];
        let signals = if number < 2 { &all[..] } else { &all[..2] };
        for (signal, status) in signals {
            let line = if number == 0 { format!("{long} --turns") } else { long.to_owned() };
            let running = Running::start(&place, &line, &begun(what, file));
            assert_eq!(running.ends(signal), Some(*status), "{line} {signal}");
            match number {
                0 => {
                    assert!(place.read("place/run.toml").contains("state = \"stopped\""), "{signal}");
                    assert!(place.read("place/summary.csv").contains("win_rate.fln"), "{signal}");
                }
                1 => assert!(place.read("place/ratings.csv").starts_with("scenario,bot,"), "{signal}"),
                _ => {}
            }
            let left = place.files().into_iter().filter(|name| name.contains("/.") || name.starts_with('.'));
            assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new(), "{line} {signal}");
            let _ = std::fs::remove_dir_all(place.path("place"));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_that_is_ignored_stays_so() {
    let place = Place::new();
    let mut command = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_wilaya");
    command.args(["-c", &format!("trap '' HUP; exec {program} sim algeria --games 1000000 --out place")]);
    command.current_dir(place.path(".")).stdout(Stdio::null());
    let running = Running(command.spawn().expect("it can be run"));
    let table = || place.size("place/games.csv");
    wait_until("it has begun", || table() > 0);
    running.signal("-HUP");
    let before = table();
    wait_until("it has gone on", || table() >= before + 5_000);
    assert_eq!(running.ends("-TERM"), Some(143));
}

#[cfg(unix)]
#[test]
fn a_game_of_a_person_is_saved_when_a_signal_comes() {
    for (signal, status) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let place = Place::new();
        let line = "play ici --terminal --side fln --seed 3 --bot random --saves saves";
        let mut running = Running::start(&place, line, "");
        {
            use std::io::Write as _;
            let input = running.0.stdin.as_mut().expect("it is a pipe");
            input.write_all(b"save mine\n").expect("it reads");
        }
        wait_until("it is saved", || place.path("saves/mine.save").exists());
        assert_eq!(running.ends(signal), Some(status));
        let left = place.files().into_iter().filter(|name| name.contains("/."));
        assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
        let mut command = place.command("play --terminal --load saves/mine.save --saves saves");
        assert_eq!(command.stdin(Stdio::null()).output().expect("it can be run").status.code(), Some(0));

        let mut command = place.command("play algeria --side fln --no-open --saves saves");
        let mut running = Running(command.stdout(Stdio::piped()).spawn().expect("it can be run"));
        let mut address = String::new();
        let out = running.0.stdout.as_mut().expect("it is a pipe");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut address).expect("it prints");
        assert!(address.starts_with("http://"), "{address}");
        assert_eq!(running.ends(signal), Some(status));
        let left = place.files().into_iter().filter(|name| name.contains("/."));
        assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_said() {
    let place = Place::new();
    prepare(&place);
    place.ok("sim algeria --games 2 --record 0 --out run");
    place.ok("data export algeria figures");
    for line in [
        "help",
        "--help",
        "--version",
        "help sim",
        "sim --help",
        "completions bash",
        "man",
        "bots",
        "bots ici",
        "data list algeria",
        "data list algeria --figures",
        "data check algeria figures",
        "data export algeria other",
        "position new ici",
        "position show p.json",
        "position moves p.json",
        "replay run/records/0.jsonl",
        "signature algeria",
        "sim algeria --games 2",
        "sim algeria --games 2 --format json",
        "sim algeria --game 1",
        "impact algeria --games 2 --of event:nato",
        "sweep algeria --games 2 --vary unit.division.count=14,16",
        "rollout p.json --games 2 --fln random --france random",
        "arena algeria --bots sober,random --pairs 1",
        "tune algeria --iterations 1 --scenario 1960 --pairs 1",
        "merge part1 part2 --out merged",
        "report run",
        "play algeria --no-open",
        "play algeria --terminal --side fln --saves saves",
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it can be opened");
        let mut command = place.command(line);
        let command = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        let output = command.output().expect("the program can be run");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {err}");
        assert!(err.starts_with("wilaya: cannot write the output: "), "{line}: {err}");
        assert_eq!(err.lines().count(), 1, "{line}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    for line in [
        "help",
        "--help",
        "--version",
        "man",
        "completions zsh",
        "play algeria --terminal --side fln --saves saves",
    ] {
        let mut command = place.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be run");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), &*String::from_utf8_lossy(&output.stderr)),
            (Some(0), ""),
            "{line}"
        );
    }
}
