use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::flow::Node;
use wilaya_engine::algeria::{Action, Algeria, price};
use wilaya_engine::{Side, Status, View};

use crate::registry::{Entry, maker};
use crate::{Bot, draw};

/// Plays *Algeria* by habit.
///
/// The FLN draws the kind of action uniformly among those offered, then the argument uniformly. The Government
///
/// - in a Reinforcement Phase buys nothing (so it removes no Police either, which only pays before buying them again),
///   and activates class by class as many units as max(1, PSL / 20 rounded down) PSP pay for, the Border Zone with equal
///   chance if they do;
/// - in operations chooses Civil Affairs if it can, else Flush, else passes; a Flush begins with the first unit that is
///   offered;
/// - decides anything else as the FLN does: so a Flush gets further units with equal chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlgeriaSober;

impl Bot<Algeria> for AlgeriaSober {
    #[inline]
    fn choose(&mut self, view: View<'_, Algeria>, legal: &[Action], rng: &mut Pcg64Mcg) -> Action {
        if view.side() == Side::Fln {
            return draw::by_verb::<Algeria>(legal, rng);
        }
        let Status::Decision { kind, .. } = view.status() else { return legal[0] };
        let habit = match kind {
            Node::GrPolice | Node::GrMob | Node::GrPoint | Node::GrBz => Some(Action::Done),
            Node::GrBzAct | Node::GrAct => {
                let state = view.position();
                let cap = 2 * u16::from((state.psl(Side::France) / 20).max(1));
                let spent = u16::from(state.halves_spent());
                let within = |action| spent + price(view.rules(), state, action) <= cap;
                if kind == Node::GrBzAct {
                    return draw::by_verb_among::<Algeria>(legal, within, rng);
                }
                // Counts are offered from 0 up.
                legal.iter().rev().copied().find(|&action| within(action))
            }
            Node::Go => {
                let rank = |action: &Action| match action {
                    Action::CivilAffairs => 0,
                    Action::Flush => 1,
                    Action::Pass => 2,
                    _ => 3,
                };
                legal.iter().copied().min_by_key(rank)
            }
            // Before the first unit there is nothing to go with.
            Node::FlushAdd if !legal.contains(&Action::Go) => legal.first().copied(),
            _ => None,
        };
        habit.unwrap_or_else(|| draw::by_verb::<Algeria>(legal, rng))
    }
}

pub(crate) fn entry() -> Entry<Algeria> {
    Entry {
        name: "sober",
        summary: "plays by habit: the Government activates little, buys nothing, and prefers Civil Affairs and Flush",
        keys: &[],
        build: |_| Ok(maker(|| AlgeriaSober)),
    }
}
