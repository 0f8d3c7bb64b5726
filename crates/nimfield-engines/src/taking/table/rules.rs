//! The rules of a table, and its summary of the board.

use std::fmt;

use nimfield_core::budget::Bytes;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::Play;

/// The most cells of a board with a table: 2^40 states are 128 GiB.
pub const MAX_TABLE_CELLS: u32 = 40;

/// The data of a table for each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Whether it is a P-position.
    Outcomes,
    /// Its Grundy value; in misère play its misère Grundy number.
    Values,
}

/// The rules of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// The board in notation, or any other name of the table.
    pub text: String,
    /// The play convention.
    pub play: Play,
    /// The contents of the table.
    pub kind: TableKind,
    /// The number of cells.
    pub cells: u32,
    /// [`masks_hash`] of the game.
    pub masks_hash: [u8; 32],
}

impl TableRules {
    pub(super) fn of(text: &str, game: &Taking, play: Play, kind: TableKind) -> TableRules {
        TableRules {
            text: text.to_owned(),
            play,
            kind,
            cells: game.cells(),
            masks_hash: masks_hash(game),
        }
    }
}

/// The summary of a board in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardSummary {
    /// Whether the full board is a P-position, so that the second player wins.
    pub full_is_p: bool,
    /// The value of the full board, in a table of values.
    pub full_value: Option<u8>,
    /// The winning first moves, as masks in ascending order.
    pub winning_moves: Vec<u64>,
    /// The number of P-positions with 0, 1, 2, ... stones.
    pub p_by_stones: Vec<u64>,
    /// The number of states of value 0, 1, 2, ... in a table of values.
    pub by_value: Vec<u64>,
}

impl BoardSummary {
    /// Returns the number of P-positions.
    #[must_use]
    pub fn p_positions(&self) -> u64 {
        self.p_by_stones.iter().sum()
    }
}

/// Returns the hash of the cells and masks of a game, which together with the play convention determine a table.
#[must_use]
pub fn masks_hash(game: &Taking) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(&game.cells().to_le_bytes());
    for mask in game.masks() {
        hash.update(&mask.to_le_bytes());
    }
    *hash.finalize().as_bytes()
}

/// Returns the bytes of memory for computing a table.
#[must_use]
pub fn memory_needed(cells: u32, kind: TableKind) -> u64 {
    let plane = 1u64.checked_shl(cells.max(12) - 3).unwrap_or(u64::MAX);
    let planes = match kind {
        TableKind::Outcomes => 1,
        // A value is at most the longest play.
        TableKind::Values => 2 + u64::from(u32::BITS - cells.leading_zeros()),
    };
    plane.saturating_mul(planes)
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableKind::Outcomes => "outcomes",
            TableKind::Values => "values",
        })
    }
}

impl fmt::Display for TableRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableRules {
            text, play, kind, ..
        } = self;
        write!(
            f,
            "{text}, {} play, {kind}, {}",
            play.adjective(),
            Bytes((1 << self.cells.max(6)) / 8)
        )
    }
}
