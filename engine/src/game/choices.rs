//! The legal actions of a decision.

use std::fmt;

use arrayvec::ArrayVec;

use super::Game;

/// No decision of either game has more choices than this.
pub const MAX_CHOICES: usize = 128;

/// The caller's buffer for legal actions.
pub type Actions<G> = ArrayVec<<G as Game>::Action, MAX_CHOICES>;

/// The legal actions of a decision, in a form in which one can be drawn without a list of them all.
///
/// The order is that of [`Game::legal`]. A plain list ([`Actions`]) is one; a game may keep sets instead.
pub trait Choices<G: Game>: Clone + fmt::Debug + Default + Send {
    /// How many there are.
    fn len(&self) -> usize;

    /// True if there are none: the game is over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The verbs among them ([`Game::verb`]), as a set of bits.
    fn verbs(&self) -> u64;

    /// How many have the verb with this number.
    fn count(&self, verb: u32) -> usize;

    /// The action with this place in the order, from 0.
    ///
    /// # Panics
    /// If there are no more than `index`.
    fn nth(&self, index: usize) -> G::Action;

    /// The action with this place, from 0, among those of the verb with this number.
    ///
    /// # Panics
    /// If there are no more than `index` of them.
    fn nth_of(&self, verb: u32, index: usize) -> G::Action;

    /// All of them: appended to `out` in their order.
    fn list(&self, out: &mut Actions<G>);

    /// All of them, in their order.
    #[inline]
    fn to_list(&self) -> Actions<G> {
        let mut list = Actions::<G>::new();
        self.list(&mut list);
        list
    }
}

impl<G: Game> Choices<G> for Actions<G> {
    #[inline]
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[inline]
    fn verbs(&self) -> u64 {
        self.iter().fold(0, |all, action| all | 1 << G::verb(*action))
    }

    #[inline]
    fn count(&self, verb: u32) -> usize {
        self.iter().map(|action| usize::from(u32::from(G::verb(*action)) == verb)).sum()
    }

    #[inline]
    fn nth(&self, index: usize) -> G::Action {
        self[index]
    }

    #[inline]
    fn nth_of(&self, verb: u32, index: usize) -> G::Action {
        let mut left = index;
        for action in self {
            if u32::from(G::verb(*action)) == verb {
                if left == 0 {
                    return *action;
                }
                left -= 1;
            }
        }
        panic!("no action {index} of verb {verb} among {self:?}")
    }

    fn list(&self, out: &mut Actions<G>) {
        out.extend(self.iter().copied());
    }
}
