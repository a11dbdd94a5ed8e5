//! A bot that searches: Monte Carlo search over the choices of both sides. It knows no game.
//!
//! An iteration plays the game on from a position that fits what the side sees, by way of one choice, to the end of a turn,
//! and asks the evaluation how good the position there is. What each part is for:
//!
//! - **Open loop** (Perez Liebana and others, 2015). A node stands for a line of choices, not for a position: each
//!   iteration plays the line anew through the same [`advance`](wilaya_engine::Game::advance) as the game itself, with dice
//!   of its own, so a node averages over what the dice may bring. The game's dice are never seen.
//! - **Hidden parts** (Cowling, Powley and Whitehouse, 2012). Each iteration begins in a position drawn anew from those that
//!   fit what the side sees ([`determinize`](wilaya_engine::Hidden::determinize)). The statistics are of choices, so they do not
//!   depend on what was imagined.
//! - **Common random numbers.** The iterations of one round, one for each choice, share their imagined position and their
//!   dice. Choices are compared by the differences within rounds, which vary far less than the values themselves.
//! - **Sequential halving** (Karnin, Koren and Somekh, 2013) at the root: all choices get the same number of rounds, then the
//!   worse half is dropped, and so on. What the policy advises is never dropped, since the others are compared with it, and
//!   another choice is played only if it is better by more than chance explains ([`Settings::doubt`]): the best of many
//!   uncertain means is mostly the luckiest.
//! - **What was found in one decision is kept for the next** of the same kind in the same phase: how far each choice was
//!   ahead of what the policy advised counts as so many observations more ([`Settings::keep`]).
//! - **Below the root** choices are tried by PUCT (Rosin, 2011) as deep as [`Settings::depth`] says.
//! - **A model of the opponent.** The search is shown what the other side decides and compares it with what each of a few
//!   policies would have decided there ([`Searchable::model`]). Policies that decide alike gain, the others fall by a factor
//!   ([`Settings::floor`]), and what was learnt fades ([`Settings::recall`]): Bayes' rule for an opponent who makes slips and may
//!   change (as in the Bayes' Bluff of Southey and others, 2005). Each round draws the opponent's policy from these shares, the
//!   same for all its choices, so the differences between choices stay as small.
//! - **Playouts** are played by the policy of the game and end with the turn, or so many turns later as the game wants for
//!   the kind of decision ([`Searchable::horizon`]), with the chance to win that the [`evaluation`](crate::evaluation) gives.
//! - **Only some decisions branch**: which ones, the game says. The policy plays the others. Of the ways in which it could play
//!   them the search chooses one for each phase ([`Searchable::plans`]; as in portfolio search, Churchill and Buro, 2013), so
//!   that a deployment of a hundred small decisions is one choice.
//!
//! What a search says of a choice is the mean of its iterations and a 95 % interval for the chance to win if the policy plays on,
//! by the evaluation where a playout ends before the game does: the interval knows nothing of what the evaluation or the
//! policy get wrong. Where the game ends within the horizon, `bots/data/proved-*.txt` hold it to proved values.
//!
//! The same generator, the same number of iterations and the same number of threads give the same choice on every machine:
//! each thread plays rounds of its own, and their sums are added in the order of the threads. After the trees have been made an
//! iteration allocates nothing. `bots/EXPERIMENTS.md` says what was tried and how much it brought.
//!
//! # Traps
//!
//! Mistakes that a search hides well, since it plays on all the same. Each has a test, most of them in `bots/tests/mcts.rs`:
//!
//! | Trap | Test |
//! |---|---|
//! | It plays by other rules than the game does. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `it_finds_what_is_proved_in_ici`; every choice is checked in `it_plays_ici_by_the_rules` and its like |
//! | It sees the opponent's hand or types. | `every_bot_plays_the_same_move_whatever_it_cannot_see` in `bots/tests/ici/hidden.rs` |
//! | It sees the dice that will fall. | `it_plays_no_better_if_its_generator_has_the_seed_of_the_dice` |
//! | A kind of choice is missing in the search. | `every_choice_is_tried` |
//! | Noise is left on in play. | `the_same_generator_and_iterations_give_the_same_choice`, `it_finds_what_is_proved_in_algeria` |
//! | Values are those of the wrong side. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `each_side_looks_for_its_own_good` |
//! | One value for both sides hides who is favoured. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`: they are the chances of each side, not around one half |
//! | It is stronger only because it takes longer. | `it_does_not_do_more_iterations_than_it_is_given`, `a_time_limit_is_kept`; the arena rates by iterations and time |

mod arm;
mod beliefs;
mod entry;
mod level;
mod memory;
mod root;
mod search;
mod searchable;
mod settings;
mod tally;
mod tree;
mod worker;

pub use beliefs::MOST_MODELS;
pub(crate) use entry::entry;
pub use level::Level;
pub use search::Mcts;
pub use searchable::Searchable;
pub use settings::Settings;
