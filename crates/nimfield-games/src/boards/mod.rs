//! The games of taking stones from the lines of a board: `lines`, Tac Tix, Eggleton, Fraenkel and Rothschild's game,
//! Nimbi, triangles, and custom boards from files.
//!
//! All of them belong to one family: a position is a set of cells that hold stones, and a move takes the stones of a
//! non-empty mask. [`BoardGame`] holds the board and the masks, [`Board`] the stones.

mod board;
pub(crate) mod cell;
pub(crate) mod cells;
mod cluster;
mod describe;
pub(crate) mod draw;
mod file;
mod game;
mod interchangeable;
mod kinds;
mod pairing;
pub(crate) mod picture;
mod rules;
pub(crate) mod shape;
mod text;
mod theory;

pub use cell::{BoardMove, Cell, Direction, column_label};
pub use cells::read_cells;
pub use cluster::Cluster;
pub use describe::{describe, plain_rules};
pub use file::{is_sized, read_file};
pub use game::{BoardGame, Lines, MOST_MOVES, Name, Pick, Take};
pub use kinds::{EFR, FILE, LINES, NIMBI, TACTIX, TRIANGLE};
pub(crate) use pairing::reflection_name;
pub use pairing::{Pairings, pairing};
pub use rules::Board;
pub use shape::{CellLattice, Shape};
pub use text::{read_at_file, read_board, read_from_file};
pub use theory::{row_value, two_rows};
