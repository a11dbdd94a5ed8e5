use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::formulas::price;
use wilaya_engine::algeria::{Action, Algeria, Decision, Offer, Verb};
use wilaya_engine::{Choices, Side, Status, View};

use crate::bot::Selective;
use crate::entry::{Entry, maker};
use crate::{Bot, draw};

/// Plays *Algeria* by habit.
///
/// The FLN draws the kind of action uniformly among those offered, then the argument uniformly. The Government
///
/// - in a Reinforcement Phase buys nothing (so it removes no Police either, which only pays before buying them again), and
///   activates class by class as many units as max(1, PSL / 20 rounded down) PSP pay for, and the Border Zone with probability
///   one half if they pay for it;
/// - in operations chooses Civil Affairs if possible, else Flush, else passes; a Flush begins with the first unit offered;
/// - decides everything else as the FLN does: so a Flush gets further units with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlgeriaSober;

impl Selective<Algeria> for AlgeriaSober {}

impl Bot<Algeria> for AlgeriaSober {
    #[inline(always)]
    fn choose(&mut self, view: View<'_, Algeria>, choices: &Offer, rng: &mut Pcg64Mcg) -> Action {
        if view.side() == Side::Fln {
            return draw::by_verb::<Algeria>(choices, rng);
        }
        let Status::Decision { kind, .. } = view.status() else { return choices.nth(0) };
        match kind {
            Decision::RemovePolice | Decision::Mobilize | Decision::BuyPoint | Decision::BorderZone => {
                Action::Done
            }
            Decision::ActivateZone => {
                let within = price(view.rules(), view.position(), Action::ActivateZone) <= to_spend(view);
                draw::uniform(
                    if within { &[Action::ActivateZone, Action::Done] } else { &[Action::Done] },
                    rng,
                )
            }
            Decision::ActivateUnits => {
                let (most, left) = (choices.last_argument().unwrap_or(0), to_spend(view));
                let each = price(view.rules(), view.position(), Action::Count(1));
                // Mostly nothing is left to spend, which is known without dividing.
                Action::Count(match each * u16::from(most) {
                    all if all <= left => most,
                    _ if left < each => 0,
                    _ => (left / each) as u8,
                })
            }
            Decision::FrenchOperation if choices.has(Verb::CivilAffairs) => Action::CivilAffairs,
            Decision::FrenchOperation if choices.has(Verb::Flush) => Action::Flush,
            Decision::FrenchOperation => Action::Pass,
            // Before the first unit there is nothing to go with.
            Decision::FlushUnit if !choices.has(Verb::Go) => choices.nth(0),
            _ => draw::by_verb::<Algeria>(choices, rng),
        }
    }
}

/// Half-PSP that the Government may still spend in this Reinforcement Phase.
#[inline]
fn to_spend(view: View<'_, Algeria>) -> u16 {
    let state = view.position();
    let cap = 2 * u16::from((state.psl(Side::France) / 20).max(1));
    cap.saturating_sub(state.halves_spent().into())
}

pub(crate) fn entry() -> Entry<Algeria> {
    Entry {
        name: "sober",
        summary: "plays by habit: the Government activates little, buys nothing, and prefers Civil Affairs and Flush",
        keys: &[],
        build: |_| Ok(maker(|| AlgeriaSober)),
    }
}
