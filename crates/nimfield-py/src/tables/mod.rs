//! Tables and laws of families, censuses of partitions, and tables of whole boards.

mod board;
mod census;
mod family;
mod laws;

pub use board::{_solve_board, SolvedBoard};
pub use census::_census;
pub use family::{_b_file, _table, FamilyCells};
pub use laws::{_guess, _hunt_statement, _period, _prove};
