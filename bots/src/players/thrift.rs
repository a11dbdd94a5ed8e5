//! A slightly less reckless floor: `thrift` draws the kind of action before its argument, and caps its spending.
//!
//! `random` favours kinds of action with many variants: twenty areas for a unit outweigh one pass. `thrift` draws the *verb*
//! uniformly among those offered, then the action uniformly within the verb, so that each kind of action gets its share, like
//! move groups in searches (Childs, Brodeur and Kocsis, *Transpositions and move groups in Monte Carlo tree search*, 2008). It
//! also leaves out actions that would take its spending in a phase above `cap` percent of a resource that its side must not run
//! out of, if the game has one ([`Habits`]): the PSL of the Government in *Algeria*. In *Ici, c'est la France!* points are renewed
//! each turn, so there is nothing to save.
//!
//! It has no plan: it shows how much of a result comes from avoiding waste alone.

use rand_pcg::Pcg64Mcg;
use wilaya_engine::{Game, View};

use crate::entry::{Entry, maker};
use crate::spec::{Key, Values};
use crate::{Bot, draw};

/// The limit on spending that [`Thrift`] keeps in a game.
pub trait Habits: Game {
    /// False if the action would spend more than `cap` percent of the resource that its side must not run out of.
    ///
    /// A game without such a resource accepts every action.
    fn within_cap(view: View<'_, Self>, action: Self::Action, cap: u8) -> bool {
        let _ = (view, action, cap);
        true
    }
}

/// Draws the verb uniformly among those offered, then the action uniformly within the verb, and caps its spending.
#[derive(Clone, Copy, Debug)]
pub struct Thrift {
    /// The cap of [`Habits::within_cap`], in percent.
    pub cap: u8,
}

impl Thrift {
    /// The default cap, in percent.
    pub const CAP: u8 = 15;
}

impl Default for Thrift {
    fn default() -> Self {
        Self { cap: Self::CAP }
    }
}

impl<G: Habits> Bot<G> for Thrift {
    fn choose(&mut self, view: View<'_, G>, choices: &G::Choices, rng: &mut Pcg64Mcg) -> G::Action {
        draw::by_verb_among::<G>(choices, |action| G::within_cap(view, action, self.cap), rng)
    }
}

#[expect(clippy::cast_lossless, reason = "From is not for constants")]
pub(crate) fn entry<G: Habits>() -> Entry<G> {
    Entry {
        name: "thrift",
        summary: "draws the kind of action, then its argument, and caps its spending in a phase",
        keys: &[Key {
            name: "cap",
            help: "percent of its political support that the Government may spend in a Reinforcement Phase",
            values: Values::Whole { default: Thrift::CAP as u64, least: 0, most: 100 },
        }],
        build: |params| {
            let cap = params.whole("cap")? as u8;
            Ok(maker(move || Thrift { cap }))
        },
    }
}
