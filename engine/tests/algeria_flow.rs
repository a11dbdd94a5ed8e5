//! Who acts when in the Operations Phase of Algeria, and the end of the game in it (rules 2.3, 8, 12).

mod support;

use serde_json::json;
use support::Board;

/// The Interphase that follows on this board: control of II-1 to nobody, nothing to depreciate or recover.
fn quiet() -> Board {
    Board::new().ap(0).fln("II-1", "cadre/ops", 2).gov("II-1", "police/ptl", 2)
}

#[test]
fn the_fln_acts_tells_or_passes() {
    quiet().set_up().waits("FLN fo").offers("move tell pass");
}

#[test]
fn a_told_government_acts_or_passes_and_its_pass_takes_telling_away_a60() {
    let mut table = quiet().set_up();
    table.play("tell", "").waits("France go").told(&["the FLN tells the Government to act"]);
    table.offers("civil-affairs suppression pass");
    table.play("pass", "").waits("FLN fo").offers("move pass").told(&["France passes"]);
}

#[test]
fn an_fln_pass_after_a_told_government_passed_ends_the_phase_a60() {
    let mut table = quiet().set_up();
    table.play("tell pass", "").play("pass", "").told_among(&["FLN passes", "Turn 3: interphase"]);
}
