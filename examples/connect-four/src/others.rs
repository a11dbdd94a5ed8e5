//! The same with other searches, as their documentation has it: UCT with playouts at random to the end.

use std::cell::Cell;

use board_game::ai::Bot as _;
use board_game::ai::mcts::MCTSBot;
use board_game::games::connect4::Connect4;
use minimax::strategies::mcts::{MCTSOptions, MonteCarloTreeSearch};
use minimax::{Strategy as _, Winner};
use rand_08::SeedableRng as _;
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::connect_four::{Board, COLUMNS};

/// The crate `minimax`.
pub fn minimax(iterations: u32, _: u64) -> u8 {
    struct Game;
    impl minimax::Game for Game {
        type S = Board;
        type M = u8;

        fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
            if board.is_over() {
                return Self::get_winner(board);
            }
            moves.extend(board.open());
            None
        }

        fn get_winner(board: &Board) -> Option<Winner> {
            match board.is_over() {
                false => None,
                true if board.is_won() => Some(Winner::PlayerJustMoved),
                true => Some(Winner::Draw),
            }
        }

        fn apply(board: &mut Board, column: u8) -> Option<Board> {
            let mut board = *board;
            board.drop(column);
            Some(board)
        }
    }
    let mut search = MonteCarloTreeSearch::<Game>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(iterations);
    search.choose_move(&Board::default()).unwrap_or(COLUMNS)
}

/// The crate `board-game`, with its own Connect Four.
pub fn board_game(iterations: u32, seed: u64) -> u8 {
    let mut bot = MCTSBot::new(u64::from(iterations), 1.0, rand_08::rngs::SmallRng::seed_from_u64(seed));
    bot.select_move(&Connect4::default()).unwrap_or(COLUMNS)
}

impl GameState for Board {
    type Move = u8;
    type Player = bool;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> bool {
        self.played().is_multiple_of(2)
    }

    fn available_moves(&self) -> Vec<u8> {
        if self.is_over() {
            Vec::new()
        } else {
            self.open().collect()
        }
    }

    fn make_move(&mut self, column: &u8) {
        self.drop(*column);
    }
}

/// The crate `treant`.
pub fn treant(iterations: u32, seed: u64) -> u8 {
    thread_local! {
        static STATE: Cell<u64> = const { Cell::new(1) };
    }
    /// A number below `n` (xorshift, Marsaglia 2003).
    fn draw(n: u32) -> u32 {
        STATE.with(|state| {
            let mut x = state.get();
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            state.set(x);
            (((x >> 32) * u64::from(n)) >> 32) as u32
        })
    }

    struct Playout;
    impl Evaluator<Game> for Playout {
        /// 1 if the first player won, -1 if the second did.
        type StateEvaluation = i64;

        fn evaluate_new_state(
            &self,
            board: &Board,
            moves: &Vec<u8>,
            _: Option<SearchHandle<'_, Game>>,
        ) -> (Vec<()>, i64) {
            let mut state = *board;
            while !state.is_over() {
                let open = state.open().fold(0u8, |all, column| all | 1 << column);
                let nth = draw(open.count_ones());
                let rest = (0..nth).fold(open, |rest, _| rest & (rest - 1));
                state.drop(rest.trailing_zeros() as u8);
            }
            let value = match (state.is_won(), state.current_player()) {
                (false, _) => 0,
                (true, first_is_next) => {
                    if first_is_next {
                        -1
                    } else {
                        1
                    }
                }
            };
            (vec![(); moves.len()], value)
        }

        fn evaluate_existing_state(&self, board: &Board, _: &i64, handle: SearchHandle<'_, Game>) -> i64 {
            let _ = handle;
            self.evaluate_new_state(board, &Vec::new(), None).1
        }

        fn interpret_evaluation_for_player(&self, value: &i64, first: &bool) -> i64 {
            if *first { *value } else { -value }
        }
    }

    #[derive(Default)]
    struct Game;
    impl MCTS for Game {
        type State = Board;
        type Eval = Playout;
        type TreePolicy = UCTPolicy;
        type NodeData = ();
        type TranspositionTable = ();
        type ExtraThreadData = ();
    }

    STATE.with(|state| state.set(seed | 1));
    let mut search = MCTSManager::new(Board::default(), Game, Playout, UCTPolicy::new(1.0), ());
    search.playout_n(iterations.into());
    search.best_move().unwrap_or(COLUMNS)
}
