//! FLN missions of Algeria with scripted dice (rules 8, 9.11 to 9.15; charts A.2 and A.3).

mod support;

use support::Board;

#[test]
fn propaganda_costs_1_ap_and_its_number_is_split() {
    let mut table = Board::new().fln("II-1", "cadre/ops", 1).ap(5).set_up();
    table.play("propaganda split:2", "propaganda.fln@II-1=4");
    table.changed("psl.fln 50>52, ap 5>4, II-1.cadre.ops 1>0, II-1.cadre.oc 0>1, II-1.done.propaganda 0>1");
    table.told(&[
        "propaganda in II-1",
        "AP -1 to 4 (mission-cost)",
        "propaganda in II-1: roll 4, result 2",
        "PSL of FLN +2 to 52 (propaganda)",
    ]);
}
