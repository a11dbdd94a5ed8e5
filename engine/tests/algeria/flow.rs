//! Who acts when in the Operations Phase of Algeria, and the end of the game in the middle of it (rules 2.3, 8, 12).

use crate::support::Board;

/// A board whose Interphase needs no dice: the sides are equal in II-1, and nothing depreciates or recovers.
fn quiet() -> Board {
    Board::new().ap(0).fln("II-1", "cadre/ops", 2).gov("II-1", "police/ptl", 2)
}

/// The dice of the turn after it up to the Government's first decision: no random event.
const NEXT_TURN: &str = "event-tens=1 event-units=1";

#[test]
fn the_fln_acts_tells_or_passes() {
    quiet().set_up().waits("FLN fln-operation").offers("move tell pass");
}

#[test]
fn a_told_government_acts_or_passes_and_the_fln_may_not_tell_again_a60() {
    let mut table = quiet().set_up();
    table.play("tell", "").waits("France french-operation").told(&["the FLN tells the Government to act"]);
    table.offers("civil-affairs suppression resettlement pass");
    table.play("pass", "").waits("FLN fln-operation").offers("move pass").told(&["France passes"]);
    table.changed_nothing();
}

#[test]
fn an_fln_pass_after_a_told_government_passed_ends_the_phase_a60() {
    let mut table = quiet().set_up();
    table.play("tell pass", "");
    table.play("pass", NEXT_TURN).told_among(&["FLN passes", "Turn 3: interphase", "Turn 4: random-events"]);
    table.waits("France remove-police");
}

#[test]
fn a_government_pass_after_an_fln_pass_ends_the_phase() {
    let mut table = quiet().set_up();
    table.play("pass", "").waits("France french-operation").told(&["FLN passes"]);
    table.play("pass", NEXT_TURN).told_among(&["France passes", "Turn 3: interphase"]);
}

#[test]
fn a_pass_is_not_for_good_a59() {
    let mut table = quiet().set_up();
    table.play("pass civil-affairs", "2").waits("FLN fln-operation").offers("move tell pass");
    table.play("move to:II-2", "2").waits("FLN fln-operation");
    table.play("pass suppression", "2").waits("FLN fln-operation").offers("move tell pass");
}

#[test]
fn an_fln_mission_resets_the_passes_a60() {
    let mut table = quiet().set_up();
    table.play("tell pass move to:II-2", "2").offers("move tell pass");
}

#[test]
fn an_fln_without_a_mission_passes_by_itself_after_a_told_government_passed() {
    let board = Board::new().ap(0).fln("II-1", "cadre/ug", 2).gov("II-1", "police/ptl", 2);
    board.set_up().play("tell pass", NEXT_TURN).told_among(&[
        "the FLN tells the Government to act",
        "France passes",
        "FLN passes",
        "Turn 3: interphase",
    ]);
}

#[test]
fn a_government_without_a_mission_passes_by_itself() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 1).set_up();
    table.play("tell", "").waits("FLN fln-operation").offers("propaganda move pass");
    table.told(&["the FLN tells the Government to act", "France passes"]);
}

#[test]
fn missions_that_cost_psp_need_a_psl_of_2_a9() {
    let board = Board::new()
        .fln("II-1", "cadre/ug", 1)
        .fln("II-1", "cadre/ops", 1)
        .gov("II-1", "police/ptl", 1)
        .gov("II-1", "elite-brigade/ops", 1)
        .government_acts();
    let all = "flush intelligence civil-affairs suppression resettlement pass";
    board.clone().psl(50, 2).set_up().offers(all);
    board.psl(50, 1).set_up().offers("flush pass");
}

#[test]
fn the_game_ends_at_once_when_a_split_takes_the_last_psp_a5() {
    // The + would have taken the Cadre, and the Government would have had its award.
    let mut table = Board::new().psl(50, 1).fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda split:0", "1").waits("over");
    table.changed("psl.france 1>0, ap 10>9, II-1.cadre.ops 1>0, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
    table.told_among(&["PSL of France -1 to 0 (propaganda)", "FLN wins: substantial victory"]);
}

#[test]
fn the_game_ends_at_once_when_an_award_takes_the_last_psp_of_the_fln_a5() {
    let mut table = Board::new().psl(1, 60).fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda split:0 split:0", "1").waits("over");
    table.told_among(&["PSL of FLN -1 to 0 (eliminated)", "France wins: decisive victory"]);
}

#[test]
fn the_game_ends_at_once_when_a_reduction_takes_the_last_psp_of_the_fln_a7() {
    let mut table = Board::new().psl(1, 20).fln("II-1", "front/ops", 1).set_up();
    table.play("propaganda split:0", "1").waits("over");
    table.told_among(&[
        "PSL of FLN -1 to 0 (reduced)",
        "PSL of France +2 to 21 (reduced)",
        "France wins: marginal victory",
    ]);
}

#[test]
fn the_penalty_for_an_unanswered_strike_can_end_the_game() {
    let mut table = Board::new().psl(70, 4).fln("ORAN", "front/ops", 1).set_up();
    table.play("strike split:1", "2 1 4").waits("over");
    table.told_among(&["PSL of France -4 to 0 (no-react)", "FLN wins: decisive victory"]);
}

#[test]
fn the_price_of_a_mission_never_ends_the_game_and_a_backfire_can_a9() {
    let board = Board::new().psl(30, 3).fln("II-1", "band/ug", 1).gov("II-1", "police/ptl", 1);
    let mut table = board.government_acts().set_up();
    table.play("suppression", "1 2").waits("over");
    table.told_among(&[
        "PSL of France -1 to 2 (mission-cost)",
        "II-1: terror placed",
        "PSL of France -2 to 0 (suppression)",
        "FLN wins: substantial victory",
    ]);
}

#[test]
fn the_level_of_victory_goes_by_the_psl_of_the_winner_a122() {
    for (psl, level) in [
        (1, "marginal"),
        (25, "marginal"),
        (26, "substantial"),
        (50, "substantial"),
        (51, "decisive"),
        (99, "decisive"),
    ] {
        let mut table = Board::new().psl(psl, 1).fln("II-1", "cadre/ops", 1).set_up();
        table.play("propaganda split:0", "2");
        table.told_among(&[&format!("FLN wins: {level} victory")]);
    }
}

#[test]
fn what_the_fln_gains_above_99_comes_off_the_government_a6() {
    let mut table = Board::new().psl(98, 50).fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda split:3", "6");
    table.told_among(&["PSL of FLN +3 to 99 (propaganda)", "PSL of France +0 to 48 (propaganda)"]);
    assert_eq!(table.psl(), (99, 48));
}

#[test]
fn a_split_at_the_top_loses_the_government_the_whole_number_either_way_a6() {
    for own in 0..=3 {
        let mut table = Board::new().psl(99, 50).fln("II-1", "cadre/ops", 1).set_up();
        table.play(&format!("propaganda split:{own}"), "6");
        assert_eq!(table.psl(), (99, 47), "split:{own}");
    }
}

#[test]
fn what_the_government_gains_above_99_comes_off_the_fln_and_a_loss_does_not_bounce_back_a6() {
    // A Front is reduced: Government +2, FLN -1. One of the two is above the top.
    let mut table = Board::new().psl(50, 98).fln("II-1", "front/ops", 1).set_up();
    table.play("propaganda split:1", "1");
    assert_eq!(table.psl(), (51 - 1 - 1, 99));
}

#[test]
fn an_excess_can_end_the_game_a6() {
    let mut table = Board::new().psl(99, 3).fln("II-1", "cadre/ops", 1).set_up();
    table.play("propaganda split:3", "6").waits("over");
    table.told_among(&["FLN wins: decisive victory"]);
    assert_eq!(table.psl(), (99, 0));
}
