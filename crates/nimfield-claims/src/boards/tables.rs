//! Boards and tables of all their states, computed from the rules.

use crate::cases::over_sets;
use crate::claim::{
    Bounds, BySize, Case, Cases, CheckError, Counterexample, Frame, IntoCase, Plain, Sizes, by,
    other_outcome, other_value,
};
use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;
use std::fmt::Display;

/// Measures the states of the article's board by their stones.
pub(crate) const fn by_stones(bounds: Bounds) -> Sizes {
    by("number of stones", bounds).last(16)
}

/// The board of the article.
pub(crate) const FOUR: &str = "lines(max=3)[4x4]";

/// Returns the taking game and the state of a position on a board.
///
/// # Errors
/// If the text is not a single board.
pub fn board(text: &str) -> Result<(Taking, u64), CheckError> {
    let sum = nimfield::read(text)?;
    let board = match sum.components() {
        [board] => board.taking(),
        _ => None,
    };
    let none = || CheckError::Failed(format!("{text} is not a single board"));
    let (taking, state) = board.ok_or_else(none)?;
    Ok((taking.clone(), state))
}

/// A board with its moves, cells row by row.
pub struct Board {
    /// The game's name with its options.
    name: String,
    /// The number of cells in each row.
    rows: Vec<u32>,
    /// Its moves.
    pub taking: Taking,
}

impl Board {
    /// Reads the board of a position that is a full rectangle, triangle, or Nimbi.
    pub fn read(text: &str) -> Result<Board, CheckError> {
        let (taking, _) = board(text)?;
        let (name, body) = text.split_once('[').unwrap_or((text, ""));
        let mut sides = body.trim_end_matches(']').split('x').map(str::parse::<u32>);
        let rows: Vec<u32> = match (sides.next(), sides.next()) {
            (Some(Ok(rows)), Some(Ok(columns))) => vec![columns; rows as usize],
            (Some(Ok(side)), None) => (1..=side).collect(),
            // The rows of the Nimbi board.
            _ if body == "full]" => vec![2, 3, 4, 3],
            _ => Vec::new(),
        };
        if rows.iter().sum::<u32>() != taking.cells() {
            return Err(CheckError::Failed(format!("{text} is not a full board")));
        }
        Ok(Board {
            name: name.to_string(),
            rows,
            taking,
        })
    }

    /// Returns a state in notation.
    pub fn text(&self, state: u64) -> String {
        let mut cells = 0..;
        let rows = self.rows.iter().map(|&row| {
            let cells = cells.by_ref().take(row as usize);
            cells
                .map(|cell: u32| (state >> cell & 1).to_string())
                .collect::<String>()
        });
        format!("{}[{}]", self.name, rows.collect::<Vec<_>>().join("/"))
    }

    /// Returns the states with this number of stones.
    pub(crate) fn states(&self, stones: u32) -> Vec<u64> {
        let states = 0..=self.taking.full();
        states
            .filter(|state| state.count_ones() == stones)
            .collect()
    }
}

/// The Grundy values, or misère Grundy numbers, of all states of a board.
pub(crate) struct Values {
    pub(crate) board: Board,
    play: Play,
    values: Vec<u8>,
}

impl Values {
    pub(crate) fn new(text: &str, play: Play, budget: &Budget) -> Result<Values, CheckError> {
        let board = Board::read(text)?;
        let values = over_sets(board.taking.cells(), budget, |state, values: &[u8]| {
            let mut reached = 0u128;
            for mask in board.taking.moves(state) {
                reached |= 1 << values[(state & !mask) as usize];
            }
            match reached {
                0 => u8::from(play == Play::Misere),
                _ => reached.trailing_ones() as u8,
            }
        })?;
        Ok(Values {
            board,
            play,
            values,
        })
    }

    /// Computes the values of several boards in normal play.
    pub(crate) fn of_all<T: AsRef<str>>(
        boards: impl IntoIterator<Item = T>,
        budget: &Budget,
    ) -> Result<Vec<Values>, CheckError> {
        let values = |board: T| Values::new(board.as_ref(), Play::Normal, budget);
        boards.into_iter().map(values).collect()
    }

    pub(crate) fn at(&self, state: u64) -> u32 {
        self.values[state as usize].into()
    }

    /// Returns whether the player to move loses the state.
    pub(crate) fn is_p(&self, state: u64) -> bool {
        self.at(state) == 0
    }

    /// Returns the claim that the player to move loses a state, or wins it.
    pub(crate) fn expect(&self, state: u64, is_p: bool) -> Case {
        let claimed = Outcome::impartial(is_p);
        Case::of(self.is_p(state) == is_p, || {
            self.other_outcome(state, claimed)
        })
    }

    /// Returns the claim that the player to move loses the full board, or wins it.
    pub(crate) fn expect_full(&self, is_p: bool) -> Case {
        self.expect(self.board.taking.full(), is_p)
    }

    pub(crate) fn other_outcome(&self, state: u64, claimed: impl Display) -> Counterexample {
        let found = Outcome::impartial(self.is_p(state));
        other_outcome(self.board.text(state), self.play, claimed, found)
    }

    pub(crate) fn other_value(&self, state: u64, claimed: impl Display) -> Counterexample {
        other_value(self.board.text(state), self.play, claimed, self.at(state))
    }
}

impl Sizes {
    /// Makes a claim about the states of the article's board with this number of stones, from their values in a play.
    pub(crate) const fn states_by<C: IntoCase>(
        self,
        play: Play,
        check: impl Fn(&Values, u64) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.cases(move |size, budget: &Budget| {
            let table = Values::new(FOUR, play, budget)?;
            let states = table.board.states(size);
            Ok(Cases::each(states, move |&state| check(&table, state)))
        })
    }

    /// Makes a claim about the states of the article's board with this number of stones, in misère play.
    pub(crate) const fn states<C: IntoCase>(
        self,
        check: impl Fn(&Values, u64) -> C + Plain,
    ) -> BySize<impl Frame> {
        self.states_by(Play::Misere, check)
    }
}

/// Returns the article's number of a state of the 4x4 board: the places row by row as binary digits, the first one most
/// significant. This is also the state after a half turn.
pub(crate) fn number_of(state: u64) -> u64 {
    (state as u16).reverse_bits().into()
}

/// Returns the 4-connected parts of a state, on a board with this number of columns.
pub fn connected(state: u64, columns: u32) -> Vec<u64> {
    let left_column = (0..64 / columns).fold(0u64, |mask, row| mask | 1 << (row * columns));
    let grow = |part: u64| {
        let right = part << 1 & !left_column;
        let left = (part & !left_column) >> 1;
        (part | right | left | part << columns | part >> columns) & state
    };
    let mut parts = Vec::new();
    let mut rest = state;
    while rest != 0 {
        let mut part = rest & rest.wrapping_neg();
        while grow(part) != part {
            part = grow(part);
        }
        rest &= !part;
        parts.push(part);
    }
    parts
}

/// Returns the least image of a set of places of the 4x4 board under shifts, turns and reflections.
pub fn shape(state: u64) -> u64 {
    let images = (0..8).map(|map| {
        let cells = (0..16u64).filter(|cell| state >> cell & 1 == 1);
        let places = cells.map(|cell| {
            let (x, y) = (cell % 4, cell / 4);
            let x = if map & 1 == 1 { 3 - x } else { x };
            let y = if map & 2 == 2 { 3 - y } else { y };
            if map & 4 == 4 { (y, x) } else { (x, y) }
        });
        let places: Vec<(u64, u64)> = places.collect();
        let left = places.iter().map(|&(x, _)| x).min().unwrap_or(0);
        let top = places.iter().map(|&(_, y)| y).min().unwrap_or(0);
        places.iter().fold(0, |image, (x, y)| {
            image | 1u64 << (x - left + 4 * (y - top))
        })
    });
    images.fold(u64::MAX, u64::min)
}
