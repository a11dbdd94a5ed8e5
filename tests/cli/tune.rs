use std::process::Stdio;

use crate::{Place, wait_until};

const LINE: &str = "tune algeria --pool self,sober --scenario 1960 --pairs 2 --seed 4";

#[test]
fn the_weights_do_not_depend_on_threads() {
    let place = Place::new();
    let shown = place.ok(&format!("{LINE} --iterations 12 --threads 1 --out one.toml"));
    place.ok(&format!("{LINE} --iterations 12 --threads 2 --out two.toml"));
    assert_eq!(place.read("one.toml"), place.read("two.toml"));
    assert!(
        shown.contains("12 of 12 iterations") && shown.contains("danger") && shown.contains("heuristic:"),
        "{shown}"
    );
    let file: toml::Table = place.read("one.toml").parse().expect("it is TOML");
    assert_eq!(file["schema"].as_str(), Some("wilaya.weights/1"));
    assert!(!file.contains_key("state"));
    let weights = file["weights"].as_table().expect("a table");
    let spec: String = weights.iter().map(|(name, value)| format!(":{name}={value}")).collect();
    // What was found can be played.
    place.ok(&format!("sim algeria --games 5 --fln heuristic{spec}"));
    // The first lines say how to find it again.
    let text = place.read("one.toml");
    let command = text.lines().nth(1).and_then(|line| line.strip_prefix("# wilaya ")).expect("a command");
    place.ok(&format!("{command} --out again.toml"));
    assert_eq!(place.read("again.toml"), text);
}

#[cfg(unix)]
#[test]
fn a_tuning_that_was_killed_goes_on() {
    let place = Place::new();
    place.ok(&format!("{LINE} --iterations 70 --out whole.toml"));
    let mut command = place.command(&format!("{LINE} --iterations 70 --out part.toml --threads 1"));
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program can be run");
    wait_until("the weights are written", || place.path("part.toml").exists());
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().expect("it ends");
    if place.read("part.toml").contains("[state]") {
        place.fails(&format!("{LINE} --iterations 71 --resume --out part.toml"), &["another tuning"]);
        place.ok(&format!("{LINE} --iterations 70 --resume --out part.toml"));
    }
    assert_eq!(place.read("part.toml"), place.read("whole.toml"));
    place.fails(&format!("{LINE} --iterations 70 --resume --out part.toml"), &["is done"]);
}

#[test]
fn what_cannot_be_tuned() {
    let place = Place::new();
    place.write("odd.toml", "schema = 3");
    for (line, words) in [
        ("tune algeria --bot sober", &["\"sober\" has no weights"][..]),
        ("tune algeria --bot deep-blue", &["deep-blue", "heuristic"]),
        ("tune algeria --pool deep-blue", &["deep-blue", "heuristic"]),
        ("tune algeria --bot heuristic:profile=soldier", &["profile sets weights by a word"]),
        ("tune algeria --iterations 0", &["at least 1"]),
        ("tune algeria --step 0", &["0.001"]),
        ("tune algeria --scenario 1957", &["1957", "1958"]),
        ("tune algeria --resume", &["--out"]),
        ("tune algeria --resume --out odd.toml", &["odd.toml", "is not a valid tuning file"]),
    ] {
        place.fails(line, words);
    }
}
