//! The tree: choices with their visits and results.

use wilaya_engine::Side;

/// No node.
const NONE: u32 = u32::MAX;
/// The root, which has no action.
const ROOT: u32 = 0;
/// The maximum length of a line of choices.
const DEPTH: usize = 256;

/// A choice in a line of choices.
#[derive(Clone, Copy, Debug)]
struct Node<A> {
    action: Option<A>,
    visits: u32,
    /// The sum of the probabilities that the FLN wins.
    value: f64,
    first: u32,
    next: u32,
}

impl<A> Node<A> {
    const fn new(action: Option<A>, next: u32) -> Self {
        Self { action, visits: 0, value: 0.0, first: NONE, next }
    }

    /// The mean result for a side.
    fn mean(&self, side: Side) -> f64 {
        let for_fln = if self.visits == 0 { 0.5 } else { self.value / f64::from(self.visits) };
        if side == Side::Fln { for_fln } else { 1.0 - for_fln }
    }
}

/// All nodes in one allocation.
#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    most: usize,
    path: Vec<u32>,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// An empty tree with room for this many nodes.
    pub(super) fn new(most: usize) -> Self {
        let mut tree = Self { nodes: Vec::with_capacity(most.max(1)), most, path: Vec::with_capacity(DEPTH) };
        tree.clear();
        tree
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, NONE));
    }

    /// Starts an iteration at the root.
    pub(super) fn restart(&mut self) {
        self.path.clear();
        self.path.push(ROOT);
    }

    /// The choice at the root of the present iteration.
    pub(super) fn first(&self) -> Option<A> {
        self.path.get(1).and_then(|&at| self.nodes[at as usize].action)
    }

    /// Adds a choice below a node after another choice there, or as the first, and descends to it, if there is room.
    fn append(&mut self, at: u32, after: u32, action: A) {
        if self.nodes.len() >= self.most {
            return;
        }
        let new = self.nodes.len() as u32;
        let link = if after == NONE {
            &mut self.nodes[at as usize].first
        } else {
            &mut self.nodes[after as usize].next
        };
        let next = std::mem::replace(link, new);
        self.nodes.push(Node::new(Some(action), next));
        self.path.push(new);
    }

    /// Descends by one choice of a side, as UCT does (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006): one not
    /// tried yet, or the one with the highest upper confidence bound. Returns it, and whether it was known before.
    pub(super) fn climb(&mut self, side: Side, legal: impl Iterator<Item = A>, explore: f64) -> (A, bool) {
        let at = self.path[self.path.len() - 1];
        let parent = &self.nodes[at as usize];
        let log = libm::log(f64::from(parent.visits.max(1)));
        let mut best: Option<(f64, u32, A)> = None;
        // Children are in the order of the choices, unless dice have changed those.
        let (mut next, mut last) = (parent.first, NONE);
        for action in legal {
            let here = self.nodes.get(next as usize).is_some_and(|node| node.action == Some(action));
            let child = if here { next } else { self.child(at, action) };
            let Some(node) = self.nodes.get(child as usize) else {
                self.append(at, last, action);
                return (action, false);
            };
            (next, last) = (node.next, child);
            let bound = node.mean(side) + explore * (log / f64::from(node.visits.max(1))).sqrt();
            if best.is_none_or(|(highest, ..)| bound > highest) {
                best = Some((bound, child, action));
            }
        }
        let (_, child, action) = best.expect("a decision has choices");
        self.path.push(child);
        (action, self.path.len() < DEPTH)
    }

    fn child(&self, at: u32, action: A) -> u32 {
        let mut child = self.nodes[at as usize].first;
        while let Some(node) = self.nodes.get(child as usize) {
            if node.action == Some(action) {
                return child;
            }
            child = node.next;
        }
        NONE
    }

    /// Adds the probability that the FLN wins to every node of the line.
    pub(super) fn back_up(&mut self, value: f64) {
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.value += value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_climbs_to_what_is_best_for_it() {
        let mut tree = Tree::new(1_000);
        for round in 0..1_000 {
            tree.restart();
            // What the dice allow may come in another order, or be one choice less.
            let legal = [[1, 2, 3], [3, 2, 1]][round % 2];
            let legal = &legal[..3 - usize::from(round % 5 == 0)];
            let (mine, known) = tree.climb(Side::France, legal.iter().copied(), 1.0);
            let reply = if known { tree.climb(Side::Fln, [1, 2].into_iter(), 1.0).0 } else { 1 };
            // After 1 the FLN wins by the reply 2, after 2 never, after 3 always.
            tree.back_up(f64::from(u8::from(mine == 1 && reply == 2 || mine == 3)));
        }
        assert_eq!(tree.nodes[ROOT as usize].visits, 1_000);
        let visits = |at, action| tree.nodes[tree.child(at, action) as usize].visits;
        assert!(visits(ROOT, 2) > 850, "{:?}", [1, 2, 3].map(|action| visits(ROOT, action)));
        let one = tree.child(ROOT, 1);
        assert!(visits(one, 2) > visits(one, 1));
    }

    #[test]
    fn a_full_tree_still_plays() {
        let mut tree = Tree::new(3);
        for _ in 0..10 {
            tree.restart();
            while tree.climb(Side::France, [1, 2, 3].into_iter(), 1.0).1 {}
            tree.back_up(0.0);
        }
        assert_eq!(tree.nodes.len(), 3);
    }
}
