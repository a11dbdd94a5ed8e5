//! What a search leaves to the next one of the same turn.

use wilaya_engine::{MAX_CHOICES, Side};

use super::tally::Tally;

/// Kinds of decisions of a turn that are remembered.
const KINDS: usize = 16;

/// What was found out about some choices.
#[derive(Clone, Debug)]
struct Page<A, K> {
    /// The turn and phase, who decided, and what.
    of: ((u16, u8), Side, K),
    found: Vec<(A, Tally)>,
}

/// What was found out in the last decision of each kind in this phase of this turn.
///
/// Most choices of a decision are choices again when the side next decides on the same kind, such as a mission, and are
/// worth about as much more or less than what the policy advises. So what was found counts there, too, though for less.
#[derive(Clone, Debug)]
pub(super) struct Memory<A, K> {
    /// With room for all, so that nothing is allocated later.
    pages: Vec<Page<A, K>>,
    spare: Vec<Vec<(A, Tally)>>,
}

impl<A, K> Default for Memory<A, K> {
    fn default() -> Self {
        let spare = (0..KINDS).map(|_| Vec::with_capacity(MAX_CHOICES)).collect();
        Self { pages: Vec::with_capacity(KINDS), spare }
    }
}

impl<A: Copy + PartialEq, K: Copy + PartialEq> Memory<A, K> {
    /// Keeps what was found about the choices of a decision; what was kept of other phases is forgotten.
    pub(super) fn keep(&mut self, of: ((u16, u8), Side, K), found: impl Iterator<Item = (A, Tally)>) {
        let mut at = 0;
        while at < self.pages.len() {
            if self.pages[at].of.0 != of.0 || self.pages[at].of == of {
                self.spare.push(self.pages.swap_remove(at).found);
            } else {
                at += 1;
            }
        }
        if let Some(mut page) = self.spare.pop() {
            page.clear();
            page.extend(found.take(MAX_CHOICES));
            self.pages.push(Page { of, found: page });
        }
    }

    /// What was found about a choice when the side last decided on that.
    pub(super) fn recall(&self, of: ((u16, u8), Side, K), action: A) -> Option<&Tally> {
        let page = self.pages.iter().find(|page| page.of == of)?;
        page.found.iter().find(|(one, _)| *one == action).map(|(_, tally)| tally)
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
        assert_eq!(memory.pages.len() + memory.spare.len(), KINDS);
    }
}
