//! Results that a search passes on to the next one in the same turn.

use wilaya_engine::{MAX_CHOICES, Side};

use super::tally::Tally;

/// The number of kinds of decision remembered in a turn.
const KINDS: usize = 16;

/// The results for the choices of one decision.
#[derive(Clone, Debug)]
struct KindResults<A, K> {
    /// The turn and phase, the side, and the kind of decision.
    of: ((u16, u8), Side, K),
    found: Vec<(A, Tally)>,
}

/// The results of the last decision of each kind in this phase of this turn.
///
/// Most choices of a decision are available again at the side's next decision of the same kind, such as a mission, and their lead
/// over the policy's choice is similar there. So the results count there too, with a lower weight.
#[derive(Clone, Debug)]
pub(super) struct Memory<A, K> {
    /// Allocates room for all of them in advance.
    kinds: Vec<KindResults<A, K>>,
    spare: Vec<Vec<(A, Tally)>>,
}

impl<A, K> Default for Memory<A, K> {
    fn default() -> Self {
        let spare = (0..KINDS).map(|_| Vec::with_capacity(MAX_CHOICES)).collect();
        Self { kinds: Vec::with_capacity(KINDS), spare }
    }
}

impl<A: Copy + PartialEq, K: Copy + PartialEq> Memory<A, K> {
    /// Keeps the results for the choices of a decision, and drops those of other phases.
    pub(super) fn keep(&mut self, of: ((u16, u8), Side, K), found: impl Iterator<Item = (A, Tally)>) {
        let mut at = 0;
        while at < self.kinds.len() {
            if self.kinds[at].of.0 != of.0 || self.kinds[at].of == of {
                self.spare.push(self.kinds.swap_remove(at).found);
            } else {
                at += 1;
            }
        }
        if let Some(mut results) = self.spare.pop() {
            results.clear();
            results.extend(found.take(MAX_CHOICES));
            self.kinds.push(KindResults { of, found: results });
        }
    }

    /// The results for a choice at the side's last decision of this kind.
    pub(super) fn recall(&self, of: ((u16, u8), Side, K), action: A) -> Option<&Tally> {
        let last = self.kinds.iter().find(|last| last.of == of)?;
        last.found.iter().find(|(one, _)| *one == action).map(|(_, tally)| tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_the_phase_and_no_more() {
        let mut memory = Memory::<u8, char>::default();
        let tally = |visits| Tally { visits, ..Tally::default() };
        let of = |phase, kind| ((3, phase), Side::Fln, kind);
        memory.keep(of(1, 'a'), [(7, tally(5)), (8, tally(6))].into_iter());
        memory.keep(of(1, 'b'), [(7, tally(9))].into_iter());
        let visits =
            |memory: &Memory<u8, char>, of, action| memory.recall(of, action).map(|tally| tally.visits);
        assert_eq!(visits(&memory, of(1, 'a'), 8), Some(6));
        assert_eq!(visits(&memory, of(1, 'b'), 7), Some(9));
        assert_eq!(visits(&memory, of(1, 'b'), 8), None);
        assert_eq!(visits(&memory, ((3, 1), Side::France, 'a'), 8), None);
        memory.keep(of(1, 'a'), [(8, tally(2))].into_iter());
        assert_eq!((visits(&memory, of(1, 'a'), 8), visits(&memory, of(1, 'a'), 7)), (Some(2), None));
        memory.keep(of(2, 'a'), [(1, tally(1))].into_iter());
        assert_eq!(visits(&memory, of(1, 'b'), 7), None);
        assert_eq!(memory.kinds.len() + memory.spare.len(), KINDS);
    }
}
