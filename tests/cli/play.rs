//! `wilaya play --terminal`, driven through a pipe.

use std::io::Write as _;
use std::process::Stdio;

use crate::Place;

/// Plays with this script as input and returns what was printed.
#[track_caller]
fn play(place: &Place, line: &str, script: &str) -> String {
    let mut command = place.command(&format!("play --terminal --saves saves {line}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be run");
    let mut input = child.stdin.take().expect("it is a pipe");
    let script = script.to_owned();
    let writer = std::thread::spawn(move || {
        // The game may be over before the script is.
        let _ = input.write_all(script.as_bytes());
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it was written");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{line}: {out}");
    out
}

#[test]
fn a_script_plays_from_start_to_end() {
    let place = Place::new();
    for line in [
        "algeria --side fln --seed 3",
        "algeria --side france --scenario 1954 --seed 4",
        "ici --side fln --seed 3",
    ] {
        let out = play(&place, &format!("{line} --bot heuristic"), &"1\n".repeat(20_000));
        assert!(out.contains(" has won.\n") && out.contains("Largest swings of luck"), "{line}: {out}");
        assert!(!out.contains('\x1b'), "{line}: there are colours in a pipe");
    }
}

#[test]
fn choices_are_judged_until_that_is_stopped() {
    let place = Place::new();
    let out = play(&place, "algeria --scenario 1954 --watch --bot sober --seed 4", "\nstop\n");
    let (_, judged) = out.split_once("judging 0 % > \n").expect("nothing is judged at first");
    assert!(judged.contains("choices were judged before judging was stopped; heuristic played on"), "{out}");
    let out = play(&place, "algeria --scenario 1954 --watch --bot sober --seed 4", "quit\n");
    assert!(out.ends_with("% > quit\n"), "{out}");
}

#[test]
fn commands_answer_and_a_saved_game_goes_on() {
    let place = Place::new();
    let script = "?\nshow Batna\nshow nowhere\nlist\n99\nxyzzy\n1\nundo\n1\nsave mine\nlog 2\nquit\n";
    let out = play(&place, "algeria --side fln --seed 3 --bot heuristic", script);
    for part in [
        "the beginning of a choice",
        "I-2 ",
        "No area \"nowhere\"",
        "neither a choice nor a command",
        "Taken back.",
        "mine.save",
    ] {
        assert!(out.contains(part), "\"{part}\" is missing in {out}");
    }
    let last = |out: &str| {
        let before =
            out.rsplit_once("> log 2").or_else(|| out.rsplit_once("> quit")).expect("it was typed").1;
        before.lines().skip(1).take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let again = play(&place, "--load saves/mine.save", "log 2\nquit\n");
    assert_eq!(last(&out), last(&again), "{again}");
}

#[test]
fn each_game_keeps_a_save_and_only_a_person_deletes_one() {
    let place = Place::new();
    std::fs::create_dir(place.path("saves")).expect("it is new");
    place.write("saves/autosave-algeria.save", "{\"schema\":\"wilaya.save/0\"}\n");
    play(&place, "algeria --side fln --seed 3 --bot heuristic", "1\nquit\n");
    play(&place, "ici --scenario 1959 --side france --seed 3 --bot heuristic", "1\nquit\n");
    let first = place.read("saves/algeria-1958-1.save");
    let script = "1\nsave mine\n1\nsave mine\nno\nsaves\ndelete mine\nno\ndelete algeria-1958-2\n\
                  load nothing\nload algeria-1958-1\n1\ndelete mine\nyes\nquit\n";
    let out = play(&place, "algeria --side fln --seed 4 --bot heuristic", script);
    for part in [
        "already exists. Replace it?",
        "Not saved.",
        "Not deleted.",
        "the current game's own save",
        "Not loaded",
        "Deleted.",
    ] {
        assert!(out.contains(part), "\"{part}\" is missing in {out}");
    }
    assert!(place.read("saves/algeria-1958-1.save").len() > first.len(), "it went on in its own save");
    assert!(!place.path("saves/mine.save").exists());
    let list = place.ok("play --list-saves --saves saves");
    let names: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.first(), Some(&"algeria-1958-1"), "{list}");
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["algeria-1958-1", "algeria-1958-2", "autosave-algeria", "ici-1959-1"]);
    assert!(list.contains("wilaya.save/0"), "{list}");
    // By its name, as by its file.
    let out = play(&place, "--load ici-1959-1", "quit\n");
    assert!(out.contains("France > quit"), "{out}");
    place.fails("play --terminal --saves saves --load autosave-algeria", &["wilaya.save/0"]);
    place.fails("play --terminal --saves saves --load nothing", &["nothing", "--list-saves"]);
}

#[test]
fn a_save_of_a_game_with_secrets_is_two_files() {
    let place = Place::new();
    play(&place, "ici --scenario 1959 --side france --seed 3 --bot heuristic", "1\nsave mine\nquit\n");
    let (open, secret) = (place.read("saves/mine.save"), place.read("saves/mine.save.secret"));
    assert!(open.contains("\"secret\":\"mine.save.secret\"") && open.contains("\"seed\":0"), "{open}");
    assert!(!open.contains("\"seen_by\":\"fln\"") && secret.contains("\"seen_by\":\"fln\""), "{open}");
    let out = play(&place, "--load saves/mine.save", "quit\n");
    assert!(out.contains("France > quit"), "{out}");
    std::fs::remove_file(place.path("saves/mine.save.secret")).expect("it is there");
    place.fails("play --terminal --load saves/mine.save", &["mine.save.secret"]);
}

#[test]
fn what_is_wrong_is_said() {
    let place = Place::new();
    place.write("no.save", "{}\n");
    place.fails("play --terminal --load no.save", &["no.save", "schema"]);
    place.fails("play --terminal --load none.save", &["none.save"]);
    place.fails("play --terminal", &["give the game", "wilaya play ici"]);
    // Before the page is served.
    place.fails("play --scenario 1954 --no-open", &["give the game"]);
    place.fails("play ici --scenario 1999 --no-open", &["1999", "1955"]);
    place.fails("play algeria --terminal --bot deep-blue", &["deep-blue", "heuristic"]);
    place.fails("play algeria --terminal --scenario 1999", &["1999", "1958"]);
}

#[test]
fn completions_and_the_man_page_name_every_command() {
    let place = Place::new();
    let help = place.ok("help");
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A long description goes on in lines that begin further in.
    let commands = commands.filter(|line| !line.starts_with("   "));
    let commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 8, "{help}");
    let man = place.ok("man");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = place.ok(&format!("completions {shell}"));
        for command in &commands {
            assert!(text.contains(command), "{shell}: {command}");
            assert!(man.contains(command), "{command}");
        }
    }
    assert!(man.contains("hotseat"), "{man}");
}
