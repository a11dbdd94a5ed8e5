//! The board: a bit for each stone, column by column from the bottom, with an empty row on top.

/// Columns.
pub const COLUMNS: u8 = 7;
/// Rows.
const ROWS: u8 = 6;
/// Bits from one column to the next.
const STEP: u8 = ROWS + 1;
/// Stones that fill the board.
const ALL: u8 = COLUMNS * ROWS;

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of who is to move.
    own: u64,
    /// All stones.
    stones: u64,
    /// How many there are.
    played: u8,
    /// Who moved last has four in a row.
    won: bool,
}

impl Board {
    /// How many stones there are.
    pub fn played(&self) -> u8 {
        self.played
    }

    /// True if who moved last has won.
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// True if nobody can move any more.
    pub fn is_over(&self) -> bool {
        self.won || self.played == ALL
    }

    /// The columns with room, one bit each.
    pub fn open(&self) -> u8 {
        (0..COLUMNS).filter(|column| self.has_room(*column)).fold(0, |all, column| all | 1 << column)
    }

    /// True if a column has room.
    pub fn has_room(&self, column: u8) -> bool {
        self.stones & 1 << (column * STEP + ROWS - 1) == 0
    }

    /// Drops a stone into a column that has room.
    pub fn drop(&mut self, column: u8) {
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
