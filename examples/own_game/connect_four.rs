//! Connect Four as a game of the engine.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wilaya_bots::evaluation::Evaluated;
use wilaya_bots::mcts::Searchable;
use wilaya_bots::{Habits, Random, Roster};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::Dice;
use wilaya_engine::{
    Actions, BySide, Game, Hidden, Measured, Notation, NotationError, Outcome, Removable, Setting,
    SettingError, Side, Sink, StateError, Status,
};

/// Columns.
pub(crate) const COLUMNS: u8 = 7;
/// Rows.
const ROWS: u8 = 6;
/// Bits from one column to the next: there is an empty row on top.
const STEP: u8 = ROWS + 1;

/// A position: a bit for each stone, column by column from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Board {
    /// The stones of the side to move.
    own: u64,
    /// All stones.
    stones: u64,
    /// Their number.
    played: u8,
    /// The side that moved last has four in a row.
    won: bool,
}

impl Board {
    /// The number of stones.
    pub(crate) fn played(&self) -> u8 {
        self.played
    }

    /// True if the side that moved last has won.
    pub(crate) fn is_won(&self) -> bool {
        self.won
    }

    /// True if nobody can move any more.
    pub(crate) fn is_over(&self) -> bool {
        self.won || self.played == COLUMNS * ROWS
    }

    /// The free places of the top row: a bit for each column with room.
    fn room(&self) -> u64 {
        (0..COLUMNS).fold(0, |top, column| top | 1 << (column * STEP + ROWS - 1)) & !self.stones
    }

    /// The columns with room.
    pub(crate) fn open(&self) -> impl Iterator<Item = u8> + use<> {
        let mut room = self.room();
        std::iter::from_fn(move || {
            let place = (room != 0).then(|| room.trailing_zeros())?;
            room &= room - 1;
            Some(place as u8 / STEP)
        })
    }

    /// Drops a stone into a column that has room.
    pub(crate) fn drop(&mut self, column: u8) {
        let stones = self.stones | (self.stones + (1 << (column * STEP)));
        let mine = self.own | (stones ^ self.stones);
        self.won = [1, STEP - 1, STEP, STEP + 1].iter().any(|&step| {
            let pairs = mine & mine >> step;
            pairs & pairs >> (2 * step) != 0
        });
        self.own = stones ^ mine;
        self.stones = stones;
        self.played += 1;
    }
}

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConnectFour;

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const SIDES: BySide<&'static str> = BySide { fln: "Red", france: "Yellow" };

    type Rules = ();
    type State = Board;
    type Decision = &'static str;
    type Action = u8;
    type Choices = Actions<Self>;
    type Event = ();

    fn rules(_: &Figures, setting: &Setting) -> Result<(), SettingError> {
        setting.expect_plain(Self::NAME)
    }

    fn start<D: Dice, S: Sink<()>>((): &(), _: &mut D, _: &mut S) -> Board {
        Board::default()
    }

    fn status(board: &Board) -> Status<&'static str> {
        let side = if board.played().is_multiple_of(2) { Side::Fln } else { Side::France };
        match board.is_over() {
            false => Status::Decision { side, kind: "drop" },
            true if board.is_won() => Status::Over(Outcome::won_by(side.other())),
            true => Status::Over(Outcome::Draw),
        }
    }

    fn choices((): &(), board: &Board, out: &mut Actions<Self>) {
        out.clear();
        if !board.is_over() {
            out.extend(board.open());
        }
    }

    fn apply<D: Dice, S: Sink<()>>((): &(), board: &mut Board, column: u8, _: &mut D, _: &mut S) {
        board.drop(column);
        // The game plays decisions with a single choice on its own.
        while !board.is_over() && board.room().count_ones() == 1 {
            board.open().for_each(|column| board.drop(column));
        }
    }

    fn action_text((): &(), column: u8) -> String {
        (column + 1).to_string()
    }
}

/// Lets actions and positions be read back, for records and position files.
impl Notation for ConnectFour {
    fn parse_action((): &(), text: &str) -> Result<u8, NotationError> {
        match text.parse() {
            Ok(column @ 1..=COLUMNS) => Ok(column - 1),
            _ => Err(NotationError::Unknown(format!(
                "found \"{text}\", expected a column from 1 to {COLUMNS}"
            ))),
        }
    }

    fn to_json((): &(), board: &Board) -> Value {
        serde_json::to_value(board).unwrap_or_default()
    }

    fn from_json((): &(), value: &Value) -> Result<Board, StateError> {
        Board::deserialize(value).map_err(|error| StateError::at("board", error))
    }
}

/// Nothing is hidden, removable, counted, evaluated or spent.
impl Hidden for ConnectFour {}
impl Removable for ConnectFour {}
impl Measured for ConnectFour {
    type Tally = ();
}
impl Evaluated for ConnectFour {}
impl Habits for ConnectFour {}

/// Playouts are random, and the roster has the bots that play every game.
impl Searchable for ConnectFour {
    type Policy = Random;

    fn policy(_: Side, _: usize) -> Random {
        Random
    }
}
impl Roster for ConnectFour {}
