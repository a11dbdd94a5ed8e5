//! A searching bot: Monte Carlo search over the choices of both sides, for any game.
//!
//! An iteration starts from a position consistent with what the side sees, plays one choice, then plays on to the end of a turn
//! and evaluates the position there. Its parts:
//!
//! - **Open loop** (Perez Liebana and others, 2015). A node stands for a line of choices, not for a position: each iteration
//!   replays the line through the same [`advance`](wilaya_engine::Game::advance) as the game itself, with its own dice, so a
//!   node averages over the dice. The game's dice are never seen.
//! - **Hidden information** (Cowling, Powley and Whitehouse, 2012). Each iteration starts from a new position drawn from those
//!   consistent with what the side sees ([`determinize`](wilaya_engine::Hidden::determinize)). Statistics belong to choices, so
//!   they do not depend on the draw.
//! - **Common random numbers.** The iterations of one round, one for each choice, share their imagined position and their dice.
//!   Choices are compared by the differences within rounds, which vary far less than the values themselves.
//! - **Sequential halving** (Karnin, Koren and Somekh, 2013) at the root: all choices get the same number of rounds, then the
//!   worse half is dropped, and so on. The policy's choice is never dropped, since the others are compared with it, and another
//!   choice is played only if it is better by more than chance explains ([`Settings::doubt`]): the best of many uncertain means
//!   is usually just the luckiest.
//! - **Results of one decision carry over to the next** of the same kind in the same phase: each choice's lead over the
//!   policy's choice counts as additional observations ([`Settings::keep`]).
//! - **A model of the opponent.** The search is shown the other side's decisions and compares each with what a few policies
//!   would have decided there ([`Searchable::model`]). Policies that agree gain probability, the others lose it by a factor
//!   ([`Settings::floor`]), and evidence fades ([`Settings::recall`]): Bayes' rule for an opponent who makes mistakes and may
//!   change (as in "Bayes' Bluff" by Southey and others, 2005). Each round draws the opponent's policy from these
//!   probabilities, the same for all its choices, so the differences between choices stay small.
//! - **Playouts** follow the game's policy to the end of the turn, or some turns longer for some kinds of decision
//!   ([`Searchable::horizon`]) and with many iterations ([`Searchable::MANY`]); the [`evaluation`](crate::evaluation) gives the
//!   probability of winning there.
//! - **Only some decisions branch** ([`Searchable::branches`]). The policy plays the others. Among the ways in which it could play
//!   them, the search chooses one for each phase ([`Searchable::plans`]; as in portfolio search, Churchill and Buro, 2013), so
//!   that a deployment of a hundred small decisions is one choice.
//!
//! A game about which nothing else is known ([`Searchable::TREE`]) gets a tree of both sides' choices instead, to the end of the
//! game: UCT (Kocsis and Szepesvári, 2006), whose answer is the choice with the most visits.
//!
//! The value of a choice is the mean of its iterations, with a 95 % interval for the probability of winning if the policy plays
//! on, as judged by the evaluation where a playout ends before the game does: the interval does not include errors of the
//! evaluation or the policy. Where the game ends within the horizon, `bots/data/proved-*.txt` test the search against proved
//! values.
//!
//! The same generator, number of iterations and number of threads give the same choice on every machine: each thread plays its
//! own rounds, and their sums are added in the order of the threads. Once the trees have been made, an iteration allocates
//! nothing. `bots/EXPERIMENTS.md` records what was tried and how much it gained.
//!
//! # Traps
//!
//! A search hides these mistakes well, since it plays on regardless. Each has a test, most of them in `bots/tests/mcts.rs`:
//! | Trap | Test |
//! |---|---|
//! | It plays by different rules from the game. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `it_finds_what_is_proved_in_ici`; every choice is checked in `it_plays_ici_by_the_rules` and its like |
//! | It sees the opponent's hand or types. | `every_bot_plays_the_same_move_whatever_it_cannot_see` in `bots/tests/ici/hidden.rs` |
//! | It sees future dice. | `it_plays_no_better_if_its_generator_has_the_seed_of_the_dice` |
//! | A kind of choice is missing in the search. | `every_choice_is_tried` |
//! | Noise is left on in play. | `the_same_generator_and_iterations_give_the_same_choice`, `it_finds_what_is_proved_in_algeria` |
//! | Values are those of the wrong side. | `its_values_are_those_of_plain_games_for_either_side_and_every_choice`, `each_side_climbs_to_what_is_best_for_it` |
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
