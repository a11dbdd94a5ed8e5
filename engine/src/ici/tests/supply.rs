//! Supply of faileks (3.2).

use super::super::formulas;
use super::*;

#[test]
fn limits_of_symbol_marker_and_resettlement() {
    let mut state = empty(Node::Morice);
    let limit = |state: &State, id: &str| formulas::failek_limit(rules(), state, at(id));
    state.slot[at("1A").index()] = 8;
    state.slot[at("2A").index()] = 14;
    assert_eq!((limit(&state, "1A"), limit(&state, "2A")), (Some(7), Some(8)));
    state.resettled[at("1A").index()] = 2;
    state.resettled[at("2A").index()] = 1;
    assert_eq!((limit(&state, "1A"), limit(&state, "2A")), (Some(3), Some(6)));
    assert_eq!(limit(&state, "alger"), Some(3), "stacking decides");
    assert_eq!(limit(&state, "7A"), Some(3));
    assert_eq!(limit(&state, "tunisia"), None);
}

#[test]
fn the_fln_chooses_what_is_not_in_supply_region_by_region() {
    let mut state = empty(Node::Morice);
    faileks(&mut state, "1A", MOUSSEBILINE, 7);
    faileks(&mut state, "1A", COMMANDO, 1);
    faileks(&mut state, "2A", MOUDJAHIDINE, 9);
    faileks(&mut state, "tebessa", MOUSSEBILINE, 1);
    state.flow.node = Node::SupplyTest;
    act(rules(), &mut state, &[], |play| play.next_supply());
    assert_eq!((asked(&state), state.flow.left), ((Side::Fln, Node::Supply), 2), "6 with the marker at 12");
    // Types come in order: with a commando first there is nothing left to take a second one from.
    assert_eq!(words(&state), ["remove:1A/moussebiline"]);
    perform(&mut state, &[], Action::Remove(at("1A"), MOUSSEBILINE));
    assert_eq!(words(&state), ["remove:1A/moussebiline", "remove:1A/zonal-commando"]);
    perform(&mut state, &[], Action::Remove(at("1A"), COMMANDO));
    assert_eq!(types(&state, "1A"), [6, 0, 0]);
    act(rules(), &mut state, &[], |play| play.next_supply());
    assert_eq!(words(&state), ["remove:2A/moudjahidine"]);
    perform(&mut state, &[], Action::Remove(at("2A"), MOUDJAHIDINE));
    act(rules(), &mut state, &[], |play| play.next_supply());
    assert_eq!(state.flow.node, Node::StructureStart);
    assert_eq!((state.slot, state.faileks(MIX).total), ([12; 25], 96 - 6 - 8 - 1), "no marker moves");
}
