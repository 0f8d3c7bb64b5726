//! Boards and tables of all their states, by the rules.

use crate::brute_force::wins_by;
use crate::cases::over_sets;
use crate::claim::{Case, Cases, CheckError, Counterexample, other_outcome, other_value};
use crate::rules;
use nimfield_core::budget::Budget;
use nimfield_core::families::taking::Taking;
use nimfield_core::words::{Outcome, Play};

/// How most claims on boards measure a case.
pub(crate) const STONES: &str = "number of stones";

/// The board of the article.
pub(crate) const FOUR: &str = "lines(max=3)[4x4]";

/// A board with its moves, cells row by row.
pub struct Board {
    /// The game's name with its options.
    name: String,
    /// How many cells each row has.
    rows: Vec<u32>,
    /// Its moves.
    pub taking: Taking,
}

impl Board {
    /// Reads the board of a position that is a full rectangle, triangle, or Nimbi.
    pub fn read(text: &str) -> Result<Board, CheckError> {
        let none = || CheckError::TooLarge(format!("{text} is not a full board"));
        let (taking, _) = rules::board(text).ok_or_else(none)?;
        let (name, body) = text.split_once('[').ok_or_else(none)?;
        let body = body.strip_suffix(']').ok_or_else(none)?;
        let number = |text: &str| text.parse::<u32>().ok();
        let rows = match body.split_once('x') {
            Some((rows, columns)) => number(rows)
                .zip(number(columns))
                .map(|(rows, columns)| vec![columns; rows as usize]),
            None if body == "full" => Some(vec![2, 3, 4, 3]),
            None => number(body).map(|side| (1..=side).collect()),
        };
        let rows = rows.filter(|rows| rows.iter().sum::<u32>() == taking.cells());
        Ok(Board {
            name: name.to_string(),
            rows: rows.ok_or_else(none)?,
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

/// The misère Grundy numbers or Grundy values of all states of a board, from those of the next states.
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

    pub(crate) fn at(&self, state: u64) -> u32 {
        self.values[state as usize].into()
    }

    pub(crate) fn differs(&self, state: u64, claimed: impl std::fmt::Display) -> Counterexample {
        other_value(self.board.text(state), self.play, claimed, self.at(state))
    }
}

/// The outcomes of all states of a board.
pub(crate) struct Outcomes {
    pub(crate) board: Board,
    play: Play,
    lost: Vec<bool>,
}

impl Outcomes {
    pub(crate) fn new(text: &str, play: Play, budget: &Budget) -> Result<Outcomes, CheckError> {
        let board = Board::read(text)?;
        let lost = over_sets(board.taking.cells(), budget, |state, lost: &[bool]| {
            let moves = board.taking.moves(state);
            !wins_by(play, moves.map(|mask| !lost[(state & !mask) as usize]))
        })?;
        Ok(Outcomes { board, play, lost })
    }

    /// Returns whether the player to move loses.
    pub(crate) fn is_p(&self, state: u64) -> bool {
        self.lost[state as usize]
    }

    /// Returns the claim that a state is lost by the player to move, or won.
    pub(crate) fn expect(&self, state: u64, is_p: bool) -> Case {
        let claimed = Outcome::impartial(is_p);
        Case::of(self.is_p(state) == is_p, || self.differs(state, claimed))
    }

    pub(crate) fn differs(&self, state: u64, claimed: impl std::fmt::Display) -> Counterexample {
        let found = Outcome::impartial(self.is_p(state));
        other_outcome(self.board.text(state), self.play, claimed, found)
    }
}

/// Returns a claim on the states of the article's board with this number of stones.
pub(crate) fn states(
    stones: u32,
    budget: &Budget,
    check: impl Fn(&Outcomes, u64) -> Case + Send + Sync + 'static,
) -> Result<Cases, CheckError> {
    let table = Outcomes::new(FOUR, Play::Misere, budget)?;
    let states = table.board.states(stones);
    Ok(Cases::each(states, move |&state| check(&table, state)))
}

/// Returns the article's number of a state of the 4x4 board: the places row by row as binary digits, the first one
/// leading. It is also the state turned by half a turn.
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
