//! Bots that are programs, and `wilaya bot`, the program that other hosts start.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Place, wait_until};

/// A `bots.toml` with commands.
fn bots(place: &Place, all: &[(&str, &[&str])]) {
    let entry = |(name, command): &(&str, &[&str])| format!("[bot.{name}]\ncommand = {command:?}\n");
    place.write("bots.toml", &all.iter().map(entry).collect::<String>());
}

const WILAYA: &str = env!("CARGO_BIN_EXE_wilaya");

/// A table without the columns that only programs bring, and with their names replaced.
fn plain(table: &str, names: &[(&str, &str)]) -> String {
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a table has a header");
    let kept = |at: &usize| !["forfeit", "fault", "forfeits"].contains(&header[*at]);
    let row = |fields: &Vec<&str>| {
        let kept = (0..fields.len()).filter(kept).map(|at| fields[at]);
        let renamed =
            kept.map(|field| names.iter().find(|(name, _)| *name == field).map_or(field, |(_, bot)| bot));
        renamed.collect::<Vec<_>>().join(",") + "\n"
    };
    row(&header) + &lines.map(|fields| row(&fields)).collect::<String>()
}

#[test]
fn this_build_plays_the_same_bytes_as_a_program() {
    let place = Place::new();
    bots(
        &place,
        &[("me", &[WILAYA, "bot", "heuristic"]), ("search", &[WILAYA, "bot", "mcts:iters=4:doubt=0"])],
    );
    for (number, (line, bot, program)) in [
        ("algeria --games 6 --france sober --turns", "heuristic", "exec:me"),
        ("algeria --games 2 --pairs --set unit.division.count=14 --luck=8", "heuristic", "exec:me"),
        ("algeria --scenario 1960 --games 1 --max-turns 3", "mcts:iters=4:doubt=0", "exec:search"),
        ("ici --games 1 --set cost.exchange=2", "heuristic", "exec:me"),
        ("ici --scenario 1959 --games 1 --max-turns 3", "mcts:iters=4:doubt=0", "exec:search"),
    ]
    .into_iter()
    .enumerate()
    {
        for side in ["fln", "france"] {
            if side == "france" && line.contains("--france") {
                continue;
            }
            let line = format!("sim {line} --quiet --seed 3 --{side}");
            let (own, other) = (format!("own-{number}-{side}"), format!("other-{number}-{side}"));
            place.ok(&format!("{line} {bot} --out {own}"));
            let shown = place.ok(&format!("{line} {program} --out {other}"));
            assert!(!shown.contains("forfeit"), "{line}: {shown}");
            let [games, played] = [&own, &other].map(|folder| place.read(&format!("{folder}/games.csv")));
            assert!(
                played.lines().next().is_some_and(|header| header.contains(",forfeit,fault,")),
                "{played}"
            );
            assert_eq!(plain(&played, &[]), games, "{line}");
            let [summary, same] = [&own, &other].map(|folder| place.read(&format!("{folder}/summary.csv")));
            assert_eq!(same, summary, "{line}");
        }
    }
    place.ok("arena algeria --bots heuristic,random --scenario 1958 --pairs 3 --quiet --out own");
    place.ok("arena algeria --bots exec:me,random --scenario 1958 --pairs 3 --quiet --out other");
    let played = plain(&place.read("other/games.csv"), &[("exec:me", "heuristic")]);
    assert_eq!(played, place.read("own/games.csv"));
    assert!(
        place.read("other/ratings.csv").lines().all(|row| row
            .split(',')
            .nth(13)
            .is_some_and(|forfeits| { ["forfeits", "0"].contains(&forfeits) }))
    );
}

#[test]
fn the_python_bot_of_the_documentation_plays() {
    if Command::new("python3").arg("--version").output().is_err() {
        // Shown in the output of the tests.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: python3 is missing, so examples/python_bot.py was not played"
        );
        return;
    }
    let place = Place::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/python_bot.py");
    bots(&place, &[("py", &["python3", script])]);
    for line in ["algeria --games 4 --fln exec:py", "ici --games 1 --scenario 1959 --france exec:py"] {
        let shown = place.ok(&format!("sim {line} --quiet --out one"));
        assert!(shown.contains("exec:py") && !shown.contains("forfeit"), "{shown}");
        let one = place.read("one/games.csv");
        place.ok(&format!("sim {line} --quiet --threads 1 --out two"));
        assert_eq!(one, place.read("two/games.csv"), "it draws from its seed");
    }
}

/// A program that waits takes time by the clock, and none of the processor.
#[cfg(target_os = "linux")]
#[test]
fn cpu_time_is_that_of_the_program() {
    let place = Place::new();
    let waits = concat!(
        "import sys,time,json\n",
        "for line in sys.stdin:\n",
        "    m = json.loads(line); t = m['type']\n",
        "    if t == 'choose': time.sleep(0.003)\n",
        "    a = {'hello': {'type': 'hello', 'protocol': 1, 'name': 'w', 'version': '1'}, 'new-game': {'type': 'ready'},\n",
        "         'choose': {'type': 'choice', 'action': m.get('legal', [''])[0]}}.get(t)\n",
        "    if a: print(json.dumps(a), flush=True)\n",
    );
    place.write("waits.py", waits);
    bots(&place, &[("me", &[WILAYA, "bot", "mcts:iters=10"]), ("waits", &["python3", "waits.py"])]);
    let line = "arena algeria --scenario 1960 --pairs 1 --max-turns 1 --quiet --out out --threads 1 --bots";
    place.ok(&format!("{line} exec:me,exec:waits,mcts:iters=10,mcts:iters=4:threads=2,heuristic"));
    let speed = place.read("out/speed.csv");
    let cpu = |bot: &str| -> [Option<f64>; 2] {
        let row = speed.lines().find(|row| row.starts_with(&format!("{bot},"))).expect("a row");
        [3, 4].map(|at| row.split(',').nth(at).and_then(|field| field.parse().ok()))
    };
    let [me, waits, search] = ["exec:me", "exec:waits", "mcts:iters=10"].map(|bot| {
        let [Some(clock), Some(cpu)] = cpu(bot) else { panic!("{bot}: {speed}") };
        assert!(cpu < 1.1 * clock + 10.0, "{bot}: {speed}");
        [clock, cpu]
    });
    // Waiting is time by the clock alone.
    assert!(waits[0] > 3000.0 && waits[1] < 0.5 * waits[0], "{speed}");
    // Who searches computes, on whichever side of the line; a busy machine stretches the clock, and hardly this.
    assert!(search[1] > 10.0 && me[1] > 0.5 * search[1], "{speed}");
    // Of a bot that answers at once a sample is measured, and to ask for the time takes as long as its answer.
    assert!(cpu("heuristic")[1] > Some(0.0), "{speed}");
    assert_eq!(cpu("mcts:iters=4:threads=2")[1], None, "its other threads would be missing: {speed}");
}

#[cfg(unix)]
mod faults {
    use super::*;

    const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"x","version":"1"}"#;
    const READY: &str = r#"{"type":"ready"}"#;

    /// True if a process runs; one that has ended and is not yet reaped by the system does not.
    fn runs(pid: &str) -> bool {
        let status = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps can be run");
        let status = String::from_utf8_lossy(&status.stdout).trim().to_owned();
        !status.is_empty() && !status.starts_with('Z')
    }

    /// Checks that none of the processes runs that have noted themselves.
    fn gone(place: &Place) {
        let pids = place.read("pids");
        assert!(!pids.is_empty());
        for pid in pids.split_whitespace() {
            wait_until(&format!("{pid} ends"), || !runs(pid));
        }
    }

    /// A program that greets and gets ready, and then does something.
    fn then(what: &str) -> String {
        format!("echo $$ >> pids; read a; echo '{HELLO}'; read a; echo '{READY}'; read a; {what}")
    }

    #[test]
    fn a_program_that_fails_forfeits_and_leaves_no_process() {
        let choice = |action: &str| format!(r#"echo '{{"type":"choice","action":"{action}"}}'"#);
        for (what, fault, reason) in [
            ("echo $$ >> pids; exit 3".to_owned(), "ended", "it ended (exit status: 3)"),
            (then("exit 4"), "ended", "it ended (exit status: 4)"),
            (then("sleep 1000 & echo $! >> pids; wait"), "late", "it did not answer within 1."),
            (
                then("trap '' TERM INT; while read a; do :; done; sleep 1000"),
                "late",
                "it did not answer within",
            ),
            ("echo $$ >> pids; yes".to_owned(), "nonsense", "it wrote \"y\""),
            (
                "echo $$ >> pids; yes | tr -d '\\n'".to_owned(),
                "nonsense",
                "it wrote a line of more than 65536 bytes",
            ),
            (then(&choice("surrender")), "illegal", "it chose \"surrender\", which is not legal"),
            (then("echo '{\"type\":\"choice\"}'"), "nonsense", "expected a message of type choice"),
            (then("printf '\\033[2Jhi\\n'"), "nonsense", "it wrote \"?[2Jhi\", expected"),
            (then("printf '\\377\\n'"), "nonsense", "it wrote a line that is not UTF-8 text"),
            (then("echo '{\"type\":\"error\",\"message\":\"no idea\"}'"), "error", "it reported: no idea"),
            (then(&format!("echo '{READY}'")), "nonsense", "expected a message of type choice"),
        ] {
            let place = Place::new();
            let quoted = toml::Value::String(what.clone());
            let text = format!("[bot.bad]\ncommand = [\"sh\", \"-c\", {quoted}]\ntime = \"200ms\"\n");
            place.write("bots.toml", &text);
            let line = "sim algeria --games 2 --threads 1 --quiet --fln exec:bad --record all --out out";
            let shown = place.ok(line);
            let told = "exec:bad forfeited 2 games; the first time it ";
            let line = shown.lines().find(|line| line.starts_with(told)).unwrap_or(&shown);
            assert!(line.starts_with(told) && line.contains(reason), "{what}: {reason} is missing in {line}");
            assert!(shown.contains("FLN forfeits"), "{shown}");
            let games = place.read("out/games.csv");
            for row in games.lines().skip(1) {
                let fields: Vec<_> = row.split(',').collect();
                assert_eq!((fields[1], fields[6], fields[7]), ("france", "fln", fault), "{what}: {games}");
            }
            assert!(place.read("out/summary.csv").contains("\nforfeit.fln,2,2,1.000000,"), "{what}");
            assert!(!place.files().iter().any(|file| file.starts_with("out/records")), "{what}");
            gone(&place);
        }
    }

    #[test]
    fn an_arena_goes_on_after_a_forfeit() {
        let place = Place::new();
        // It plays a game, and is gone in the second.
        let quoted = toml::Value::String(then("exit 1"));
        place.write("bots.toml", &format!("[bot.bad]\ncommand = [\"sh\", \"-c\", {quoted}]\n"));
        let line = "arena algeria --bots exec:bad,random,sober --scenario 1958 --pairs 2 --quiet --out out";
        let shown = place.ok(line);
        assert!(shown.contains("exec:bad forfeited 8 games"), "{shown}");
        let games = place.read("out/games.csv");
        let forfeits =
            games.lines().filter(|row| row.ends_with(",fln,ended") || row.ends_with(",france,ended"));
        assert_eq!(forfeits.count(), 8, "{games}");
        assert_eq!(games.lines().filter(|row| row.ends_with(",,")).count(), 4, "{games}");
        let ratings = place.read("out/ratings.csv");
        let of_bad = ratings.lines().find(|row| row.contains(",exec:bad,")).expect("it is rated");
        assert_eq!(of_bad.split(',').nth(13), Some("8"), "{ratings}");
        place.ok("report out");
        gone(&place);
    }

    #[test]
    fn a_run_that_is_stopped_leaves_no_process() {
        for line in ["sim algeria --quiet --fln exec:bad", "arena ici --bots exec:bad,sober --quiet"] {
            let place = Place::new();
            let quoted = toml::Value::String(then("echo asked >> asked; sleep 1000 & echo $! >> pids; wait"));
            place.write("bots.toml", &format!("[bot.bad]\ncommand = [\"sh\", \"-c\", {quoted}]\n"));
            let mut command = place.command(line);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be run");
            wait_until("somebody is asked", || place.path("asked").exists());
            let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(told.expect("kill can be run").success());
            let stopped = Instant::now();
            let ended = child.wait_with_output().expect("it ends");
            assert_eq!(ended.status.code(), Some(130), "{line}: {ended:?}");
            assert!(stopped.elapsed() < Duration::from_secs(20), "it waited for the program");
            gone(&place);
        }
    }

    #[test]
    fn a_program_is_told_how_a_game_of_a_person_ended() {
        let place = Place::new();
        let heard = format!("tee -a heard.$$ | {WILAYA} bot sober");
        bots(&place, &[("me", &["sh", "-c", &heard])]);
        let mut command =
            place.command("play algeria --terminal --watch --seed 3 --bot exec:me --saves saves");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let output = command.output().expect("the program can be run");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let winner = if shown.contains("FLN has won") { "fln" } else { "france" };
        let heard: Vec<_> = place.files().into_iter().filter(|name| name.starts_with("heard.")).collect();
        assert_eq!(heard.len(), 2, "{heard:?} {shown}");
        for file in heard {
            let told = place.read(&file);
            let ends: Vec<_> = told.lines().filter(|line| line.contains("game-over")).collect();
            assert_eq!(ends, [format!("{{\"type\":\"game-over\",\"outcome\":\"{winner}\"}}")], "{shown}");
        }
    }

    #[test]
    fn a_person_is_told_that_the_bot_has_stopped_and_goes_on_with_another() {
        let place = Place::new();
        let quoted = toml::Value::String(then("exit 1"));
        place.write("bots.toml", &format!("[bot.bad]\ncommand = [\"sh\", \"-c\", {quoted}]\n"));
        let play = |line: &str, script: &str| {
            let mut command = place.command(&format!("play --terminal --saves saves {line}"));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("the program can be run");
            let _ = child.stdin.take().expect("it is a pipe").write_all(script.as_bytes());
            let output = child.wait_with_output().expect("it ends");
            let text = |bytes| String::from_utf8(bytes).expect("the output is text");
            (output.status.code(), text(output.stdout), text(output.stderr))
        };
        let line = "algeria --watch --seed 3 --bot exec:bad";
        let (code, out, err) = play(line, "exec:bad\nnobody\nheuristic\n\n");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        for part in [
            "exec:bad (Government) has stopped: it ended (exit status: 1).\n",
            "exec:bad (FLN) has stopped: it ended (exit status: 1).\n",
            "exec:bad is a program: only",
            "unknown bot \"nobody\"",
            "heuristic plays on for Government.",
        ] {
            assert!(out.contains(part), "\"{part}\" is missing in {out}");
        }
        let saved = |out: &str| {
            let path = out.rsplit_once("Saved as ").expect("it was saved").1;
            path.trim().trim_end_matches('.').to_owned()
        };
        // With the program in a seat it is refused, unless the command line says who plays.
        let save = saved(&out);
        let (code, _, err) = play(&format!("--load {save}"), "quit\n");
        assert_eq!(code, Some(1));
        assert!(
            err.contains("the program exec:bad plays in it, and loading a save never starts a program"),
            "{err}"
        );
        let (code, out, err) = play(&format!("--load {save} --bot sober"), "quit\n");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("FLN: sober   Government: heuristic") && out.contains(" has won.\n"), "{out}");
        gone(&place);
    }
}

#[test]
fn only_the_command_line_names_programs() {
    let place = Place::new();
    let line = "sim algeria --games 1 --fln exec:me";
    place.fails(line, &["exec:me is a program", "[bot.me] command =", "cannot read bots.toml"]);
    place.fails("sim algeria --fln exec:me --bots-file nowhere.toml", &["cannot read nowhere.toml"]);
    bots(&place, &[("me", &[WILAYA, "bot", "random"]), ("none", &["./no-such-program"])]);
    place.fails(
        "sim algeria --fln exec:you",
        &["bots.toml: unknown program exec:you: bots.toml has me, none"],
    );
    place.fails("sim algeria --fln exec:none", &["bots.toml: exec:none: it cannot be started"]);
    place.fails("sim algeria --fln exec:me:iters=3", &["\"exec:me\" has no key \"iters\": it takes none"]);
    place.fails("arena algeria --bots exec:you,random", &["unknown program exec:you"]);
    place.fails("play algeria --side fln --terminal --bot exec:you", &["unknown program exec:you"]);
    place.fails("play algeria --no-open --bot exec:me", &["exec:NAME needs --side"]);
    for line in ["impact algeria", "sweep algeria --vary unit.division.count=12..14", "tune algeria"] {
        let ran = place.run(&format!("{line} --fln exec:me"));
        assert!(ran.code.is_some_and(|code| code != 0) && !ran.err.is_empty(), "{line}: {ran:?}");
    }
    place.fails("impact algeria --games 10 --fln exec:me", &["exec:me is a program: only"]);
    // What a run has written starts nothing.
    place.ok("sim algeria --games 1 --fln exec:me --quiet --out out");
    assert!(place.read("out/run.toml").contains("exec:me"));
    place.fails("sim --config out/run.toml --out other", &["run.toml", "exec:me is a program: only"]);
    place.fails("sim --config out/run.toml --fln exec:me", &["run.toml", "exec:me is a program: only"]);
    let resume = &["--resume: exec:NAME is a program"];
    place.fails("sim algeria --games 1 --fln exec:me --out out --resume", resume);
    for (text, words) in [
        ("[bot.me]\ncommand = []\n", "bot.me.command: found [], expected the words of a command"),
        (
            "[bot.me]\ncommand = [\"x\"]\ntime = \"soon\"\n",
            "bot.me.time: found \"soon\", expected a time limit",
        ),
        ("[bot.me]\ncommand = [\"x\"]\ntime = \"0s\"\n", "bot.me.time: found \"0s\", expected a time limit"),
        ("[bot.me]\ncommand = \"x\"\n", "sequence"),
        ("[bot.me]\ncomand = [\"x\"]\n", "comand"),
    ] {
        place.write("bots.toml", text);
        place.fails("sim algeria --fln exec:me", &["bots.toml: ", words]);
    }
}

/// An arena names its programs on the command line whenever it goes on: its folder says which commands they had.
#[cfg(unix)]
#[test]
fn an_arena_with_programs_goes_on() {
    let place = Place::new();
    bots(&place, &[("me", &[WILAYA, "bot", "heuristic"])]);
    let line = "arena algeria --bots exec:me,sober --scenario 1958 --pairs 12 --max-turns 3 --seed 2 --quiet";
    place.ok(&format!("{line} --out whole"));
    let mut child =
        place.command(&format!("{line} --threads 1 --out part")).spawn().expect("the program can be run");
    let written = || place.size("part/games.csv");
    wait_until("the arena has gone on", || {
        written() >= 1_000 || child.try_wait().expect("it is a child").is_some()
    });
    child.kill().expect("it is a child");
    child.wait().expect("it ends");
    let before = written();
    place.ok(&format!("{line} --out part --resume"));
    assert!(before < written(), "it was killed too late");
    for table in ["games.csv", "ratings.csv", "pairings.csv"] {
        assert_eq!(place.read(&format!("part/{table}")), place.read(&format!("whole/{table}")), "{table}");
    }
    bots(&place, &[("me", &[WILAYA, "bot", "sober"])]);
    place.fails(&format!("{line} --out part --resume"), &["programs", "another arena"]);
}

#[test]
fn shards_of_programs_merge() {
    let place = Place::new();
    bots(&place, &[("me", &[WILAYA, "bot", "random"])]);
    let line = "sim algeria --games 4 --fln exec:me --quiet";
    place.ok(&format!("{line} --out whole"));
    place.ok(&format!("{line} --shard 1/2 --out one"));
    place.ok(&format!("{line} --shard 2/2 --out two"));
    place.ok("merge one two --out both");
    assert_eq!(place.read("both/games.csv"), place.read("whole/games.csv"));
    assert_eq!(place.read("both/summary.csv"), place.read("whole/summary.csv"));
}

/// Talks to `wilaya bot`: returns what it said, its exit status and what it complained about.
fn talk(line: &str, said: &str) -> (String, Option<i32>, String) {
    let mut command = Command::new(WILAYA);
    command.args(line.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be run");
    // It may have ended before all is said.
    let _ = child.stdin.take().expect("it is a pipe").write_all(said.as_bytes());
    let ended = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    (text(ended.stdout), ended.status.code(), text(ended.stderr))
}

#[test]
fn a_bot_answers_and_reports_what_is_wrong() {
    let hello = "{\"type\":\"hello\",\"protocol\":1,\"host\":\"test\"}\n";
    let greeting = format!(
        "{{\"type\":\"hello\",\"protocol\":1,\"name\":\"random\",\"version\":\"{}\"}}\n",
        env!("CARGO_PKG_VERSION")
    );
    let quit = "{\"type\":\"quit\"}\n";
    for said in [format!("{hello}{quit}"), hello.to_owned(), format!("{hello}\n{{\"type\":\"stop\"}}\n")] {
        assert_eq!(talk("bot random", &said), (greeting.clone(), Some(0), String::new()), "{said}");
    }
    assert_eq!(talk("bot random", ""), (String::new(), Some(0), String::new()));
    let setting = r#""setting":{"scenario":"1958","setup":"default","options":[],"bars":[]}"#;
    let seed = "0123456789abcdef0123456789abcdef";
    let new = |game: &str, data: &str, seed: &str, more: &str| {
        format!(
            "{{\"type\":\"new-game\",\"game\":\"{game}\",{setting},\"data\":\"{data}\",\"side\":\"fln\",\"seed\":\"{seed}\"{more}}}\n"
        )
    };
    let none = "0000000000000000";
    for (said, words) in [
        (
            "{\"type\":\"hello\",\"protocol\":2,\"host\":\"test\"}\n".to_owned(),
            "protocol: found 2, expected 1",
        ),
        (
            quit.replace("quit", "game-over\",\"outcome\":null,\"x\":\""),
            "the first message must be of type hello",
        ),
        (format!("{hello}nonsense\n"), "\"nonsense\" is not a message: "),
        (format!("{hello}{{\"type\":\"dance\"}}\n"), "unknown variant `dance`"),
        (format!("{hello}{{\"type\":\"new-game\"}}\n"), "missing field `game`"),
        (format!("{hello}{}", new("chess", none, seed, "")), "game: unknown game \"chess\""),
        (format!("{hello}{}", new("algeria", none, seed, "")), "data: found 0000000000000000, expected "),
        (format!("{hello}{}", new("algeria", none, seed, ",\"figures\":{\"x.toml\":\"\"}")), "figures: "),
        (
            format!(
                "{hello}{{\"type\":\"choose\",\"turn\":1,\"phase\":1,\"decision\":\"x\",\"observation\":null,\"legal\":[],\"budget\":null}}\n"
            ),
            "choose: no game has begun",
        ),
    ] {
        let (out, code, err) = talk("bot random", &said);
        assert_eq!(code, Some(1), "{said}: {out} {err}");
        let last = out.lines().last().unwrap_or_default();
        assert!(last.starts_with("{\"type\":\"error\",\"message\":\""), "{said}: {out}");
        assert!(last.contains(&words.replace('"', "\\\"")) && err.contains(words), "{words}: {out} {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    let place = Place::new();
    place.fails("bot nobody", &["unknown bot \"nobody\""]);
    place.fails("bot exec:me", &["exec:me is a program: only"]);
    let (_, _, err) = talk("bot random ici", &format!("{hello}{}", new("algeria", none, seed, "")));
    assert!(err.contains("game: found algeria, expected ici"), "{err}");
}
