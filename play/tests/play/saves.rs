//! Every game has its own save, and only the user deletes one.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use wilaya_play::session::Store;

use crate::client::{Browser, serve};

/// The files of a folder, without the lock files that programs hold while they write.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| !name.ends_with(".lock")).collect();
    names.sort();
    names
}

fn listed(browser: &Browser) -> Vec<String> {
    let saves = browser.get("api/menu").ok()["saves"].take();
    saves.as_array().unwrap().iter().map(|save| save["name"].as_str().unwrap().to_owned()).collect()
}

/// Makes a file look this old.
fn age(path: &Path, seconds: u64) {
    let file = std::fs::File::options().append(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
}

#[test]
fn another_game_leaves_the_save_of_the_last_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    let mut kept: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, scenario) in ["1958", "1958", "1954", "1958"].iter().enumerate() {
        // A program restarted in the middle of the game.
        let again;
        let browser = if number == 3 {
            again = serve(folder.path(), None);
            &again
        } else {
            &browser
        };
        browser.start("algeria", scenario, "human", "heuristic", 5 + number as u64);
        browser.play(4, |_| ());
        let new: Vec<_> =
            files(folder.path()).into_iter().filter(|name| kept.iter().all(|(old, _)| old != name)).collect();
        assert_eq!(new.len(), 1, "{new:?}");
        for (name, bytes) in &kept {
            assert_eq!(&std::fs::read(folder.path().join(name)).unwrap(), bytes, "{name}");
        }
        let bytes = std::fs::read(folder.path().join(&new[0])).unwrap();
        age(&folder.path().join(&new[0]), 1000 - 100 * number as u64);
        kept.push((new[0].clone(), bytes));
    }
    let newest = ["algeria-1958-3", "algeria-1954-1", "algeria-1958-2", "algeria-1958-1"];
    assert_eq!(listed(&browser), newest);

    // A loaded game continues in its own save.
    let loaded = browser.post("api/load", &json!({ "name": "algeria-1958-2" })).ok();
    assert_eq!(loaded["view"]["steps"].as_u64().map(|steps| steps > 3), Some(true));
    browser.play(1, |_| ());
    assert_eq!(listed(&browser)[0], "algeria-1958-2");
    assert_eq!(files(folder.path()).len(), 4);
    assert_eq!(&std::fs::read(folder.path().join("algeria-1958-1.save")).unwrap(), &kept[0].1);
}

#[test]
fn a_save_that_a_person_made_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("algeria", "1958", "human", "heuristic", 5);
    browser.play(2, |_| ());
    let save =
        |name: &str, replace: bool| browser.post("api/save", &json!({ "name": name, "replace": replace }));
    save("mine", false).ok();
    let path = folder.path().join("mine.save");
    let bytes = std::fs::read(&path).unwrap();
    browser.play(3, |_| ());
    save("mine", false).refused(412);
    save("algeria-1958-1", true).refused(422);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    browser.post("api/load", &json!({ "name": "mine" })).ok();
    browser.play(3, |_| ());
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    assert_eq!(files(folder.path()), ["algeria-1958-1.save", "algeria-1958-2.save", "mine.save"]);
    save("mine", true).ok();
    assert_ne!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_save_with_secrets_is_deleted_as_a_whole_and_not_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("ici", "1959", "human", "heuristic", 5);
    browser.play(2, |_| ());
    assert_eq!(files(folder.path()), ["ici-1959-1.save", "ici-1959-1.save.secret"]);
    let delete = |name: &str| browser.post("api/delete", &json!({ "name": name }));
    delete("ici-1959-1").refused(422);
    browser.start("ici", "1959", "human", "heuristic", 6);
    browser.play(2, |_| ());
    assert_eq!(files(folder.path()).len(), 4);
    assert_eq!(delete("ici-1959-1").ok()["saves"].as_array().map(Vec::len), Some(1));
    assert_eq!(files(folder.path()), ["ici-1959-2.save", "ici-1959-2.save.secret"]);
    delete("ici-1959-1").refused(500);
    delete("../x").refused(422);
    // The secrets of a lost save are not mistaken for those of a new one.
    std::fs::write(folder.path().join("ici-1959-7.save.secret"), "kept").unwrap();
    browser.start("ici", "1959", "human", "heuristic", 7);
    browser.play(2, |_| ());
    assert!(files(folder.path()).contains(&"ici-1959-8.save.secret".to_owned()));
    assert_eq!(std::fs::read(folder.path().join("ici-1959-7.save.secret")).unwrap(), b"kept");
}

#[test]
fn a_game_without_secrets_left_has_no_second_file() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("ici", "1959", "human", "heuristic", 5);
    browser.play(2, |_| ());
    browser.post("api/seat", &json!({ "side": "fln", "seat": "heuristic" })).ok();
    assert_eq!(files(folder.path()), ["ici-1959-1.save"]);
}

#[test]
fn games_that_begin_at_once_do_not_get_the_same_save() {
    let folder = tempfile::tempdir().unwrap();
    let browser = serve(folder.path(), None);
    browser.start("ici", "1959", "human", "heuristic", 5);
    browser.play(1, |_| ());
    let save = Store::new(folder.path().to_owned()).read("ici-1959-1").unwrap();
    // The stores do not know of each other, like those of two programs.
    let names: BTreeSet<String> = std::thread::scope(|scope| {
        let one = || {
            let session = wilaya_play::Catalogue::default().resume(&save).unwrap();
            let store = Store::new(folder.path().to_owned());
            let saved = session.save();
            (0..5).map(|_| store.write_next("x-1", &saved).unwrap()).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(one)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(names.len(), 30);
    let store = Store::new(folder.path().to_owned());
    for name in &names {
        store.read(name).unwrap();
    }
    assert_eq!(files(folder.path()).len(), 2 * 31);
}

#[test]
fn what_an_interrupted_write_left_is_cleared_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let all = [".wilaya-Ab12.part", ".wilaya-new.part", ".tmpAb12cd", "notes.part", ".wilaya-x", "a.save"];
    for name in all {
        std::fs::write(folder.path().join(name), "{").unwrap();
        if name != ".wilaya-new.part" {
            age(&folder.path().join(name), 7200);
        }
    }
    Store::new(folder.path().to_owned()).clear_unfinished();
    let mut left: Vec<_> = all[1..].to_vec();
    left.sort_unstable();
    assert_eq!(files(folder.path()), left);
}

#[test]
fn a_save_of_another_version_is_listed_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("autosave-algeria.save");
    let old = r#"{"schema":"wilaya.save/1","version":"0.1.0","game":"algeria","seats":{"fln":"human","france":"mcts:level=regular"},"practice":false,"used":{"fln":1.0,"france":1.0}}"#;
    std::fs::write(&path, format!("{old}\n")).unwrap();
    let browser = serve(folder.path(), None);
    let saves = browser.get("api/menu").ok()["saves"].take();
    assert_eq!(saves[0]["name"], json!("autosave-algeria"));
    assert!(saves[0]["problem"].as_str().is_some_and(|why| why.contains("0.1.0")), "{saves}");
    browser.post("api/load", &json!({ "name": "autosave-algeria" })).refused(422);
    browser.start("algeria", "1958", "human", "heuristic", 5);
    browser.play(2, |_| ());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{old}\n"));
    assert_eq!(browser.get("api/view").ok()["save_error"], Value::Null);
}
