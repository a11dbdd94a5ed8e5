//! Random draws among actions.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Actions, Choices, Game};

/// One of `choices`, drawn uniformly.
///
/// # Panics
/// If there are none.
#[inline]
pub fn uniform<T: Copy>(choices: &[T], rng: &mut Pcg64Mcg) -> T {
    choices[below(choices.len(), rng)]
}

/// One of the actions of a decision, drawn uniformly.
///
/// # Panics
/// If there are none.
#[inline(always)]
pub fn among<G: Game>(choices: &impl Choices<G>, rng: &mut Pcg64Mcg) -> G::Action {
    choices.nth(below(choices.len(), rng))
}

/// The number of verbs skipped without a loop.
const FEW: usize = 4;

/// Draws a verb uniformly among those of a decision's actions, then an action of that verb uniformly.
///
/// # Panics
/// If there are no actions.
#[inline(always)]
pub fn by_verb<G: Game>(choices: &impl Choices<G>, rng: &mut Pcg64Mcg) -> G::Action {
    let mut verbs = choices.verbs();
    if verbs.is_power_of_two() {
        return among::<G>(choices, rng);
    }
    let index = below(verbs.count_ones() as usize, rng);
    // There are usually few. The index is unpredictable, so nothing here branches on it.
    for number in 0..FEW {
        verbs = if number < index { verbs & (verbs - 1) } else { verbs };
    }
    for _ in FEW..index {
        verbs &= verbs - 1;
    }
    let verb = verbs.trailing_zeros();
    let count = choices.count(verb);
    choices.nth_of(verb, if count == 1 { 0 } else { below(count, rng) })
}

/// Like [`by_verb`], among the actions that `keep` accepts; among all of them if it accepts none.
///
/// # Panics
/// If there are no actions.
#[inline]
pub fn by_verb_among<G: Game>(
    choices: &impl Choices<G>,
    keep: impl Fn(G::Action) -> bool,
    rng: &mut Pcg64Mcg,
) -> G::Action {
    let mut kept = Actions::<G>::new();
    choices.list(&mut kept);
    kept.retain(|action| keep(*action));
    if kept.is_empty() { by_verb::<G>(choices, rng) } else { by_verb::<G>(&kept, rng) }
}

/// Like [`by_verb`], among the actions whose verb is in a set, with one bit per verb number; `None` if there are none.
#[inline]
pub(crate) fn by_verb_of<G: Game>(
    choices: &impl Choices<G>,
    set: u64,
    rng: &mut Pcg64Mcg,
) -> Option<G::Action> {
    let mut verbs = set & choices.verbs();
    if verbs == 0 {
        return None;
    }
    let one = verbs.is_power_of_two();
    if !one {
        for _ in 0..below(verbs.count_ones() as usize, rng) {
            verbs &= verbs - 1;
        }
    }
    let verb = verbs.trailing_zeros();
    let count = choices.count(verb);
    Some(choices.nth_of(verb, if count == 1 && !one { 0 } else { below(count, rng) }))
}

/// A number below `n`; draws only if `n` is above 1.
#[inline]
pub(crate) fn below_several(n: usize, rng: &mut Pcg64Mcg) -> usize {
    if n == 1 { 0 } else { below(n, rng) }
}

/// A number below `n`, drawn as 32 bits so that it is the same on every machine.
#[inline(always)]
fn below(n: usize, rng: &mut Pcg64Mcg) -> usize {
    rng.random_range(0..n as u32) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use wilaya_engine::toy::{Action, Toy};

    use super::*;

    fn frequencies(mut draw: impl FnMut(&mut Pcg64Mcg) -> Action) -> HashMap<Action, f64> {
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut counts = HashMap::new();
        for _ in 0..40_000 {
            *counts.entry(draw(&mut rng)).or_default() += 1.0 / 40_000.0;
        }
        counts
    }

    const LEGAL: [Action; 5] =
        [Action::Trip(1), Action::Walk, Action::Trip(2), Action::Trip(3), Action::Guess(2)];

    fn legal() -> Actions<Toy> {
        LEGAL.into_iter().collect()
    }

    #[test]
    fn verbs_come_first_then_arguments() {
        let seen = frequencies(|rng| by_verb::<Toy>(&legal(), rng));
        for (action, expected) in
            LEGAL.into_iter().zip([1.0 / 9.0, 1.0 / 3.0, 1.0 / 9.0, 1.0 / 9.0, 1.0 / 3.0])
        {
            // Six standard deviations of a share of 40,000 draws are below 0.015.
            assert!((seen[&action] - expected).abs() < 0.015, "{action:?} {seen:?}");
        }
    }

    #[test]
    fn a_filter_acts_before_the_verb_is_drawn() {
        let keep = |action| !matches!(action, Action::Walk | Action::Trip(2));
        let seen = frequencies(|rng| by_verb_among::<Toy>(&legal(), keep, rng));
        assert_eq!(seen.len(), 3);
        assert!((seen[&Action::Guess(2)] - 0.5).abs() < 0.015, "{seen:?}");
        let all = frequencies(|rng| by_verb_among::<Toy>(&legal(), |_| false, rng));
        assert_eq!(all.len(), 5);
    }

    #[test]
    fn uniform_is_uniform() {
        let seen = frequencies(|rng| uniform(&LEGAL, rng));
        assert!(LEGAL.iter().all(|action| (seen[action] - 0.2).abs() < 0.015), "{seen:?}");
    }
}
