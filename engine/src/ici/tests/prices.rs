//! What actions cost (2 to 4, chart of costs): the formula says what the rules take.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::action::Verb;
use super::super::formulas;
use super::*;
use crate::dice::SeededDice;

/// The verbs of actions that cost something, but for the extra recruit, with which the bill is paid, and for propaganda, which
/// games by chance do not come to.
const DEAR: &[Verb] = &[
    Verb::Exchange,
    Verb::Recruit,
    Verb::Enter,
    Verb::FlipUp,
    Verb::Keep,
    Verb::Maquis,
    Verb::March,
    Verb::Drive,
    Verb::Morice,
    Verb::Strike,
    Verb::Search,
    Verb::Assassinate,
    Verb::BuildCells,
    Verb::Purge,
    Verb::HarshPurge,
    Verb::Detect,
    Verb::Mobilize,
    Verb::Resettle,
    Verb::Infiltrate,
];

#[test]
fn the_price_of_an_action_is_what_is_spent() {
    let (rules, mut rng) = (maquis_rules(), Pcg64Mcg::seed_from_u64(7));
    let (mut billed, mut paid) = (BTreeSet::new(), BTreeSet::new());
    for game in 0..24 {
        let mut dice = SeededDice::new(7, game);
        let mut state = Ici::start(rules, &mut dice, &mut ());
        while let Status::Decision { side, kind } = Ici::status(&state) {
            let legal = legal_of(rules, &state);
            // Units that a chit brings enter for nothing.
            let dear = |action: &&Action| DEAR.contains(&action.verb()) && kind != Node::ChitEntry;
            for &action in legal.iter().filter(dear) {
                let price = formulas::price(rules, &state, action);
                let mut after = state;
                let mut play = Play { r: rules, s: &mut after, dice: &mut dice.clone(), sink: &mut () };
                Ici::perform(&mut play, action);
                let spent =
                    (after.flow.bill - state.flow.bill, 2 * (state.points[side] - after.points[side]));
                let verb = action.text(rules);
                assert!(
                    spent == (price, 0) || spent == (0, price.next_multiple_of(2)),
                    "{verb} costs {price}, spent are {spent:?}"
                );
                if price > 0 {
                    (if spent.0 > 0 { &mut billed } else { &mut paid }).insert(action.verb());
                }
            }
            let action = legal[rng.random_range(..legal.len())];
            Ici::apply(rules, &mut state, action, &mut dice, &mut ());
        }
    }
    let missing: Vec<_> = DEAR.iter().filter(|verb| !billed.contains(verb) && !paid.contains(verb)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}
