//! Nimbers: Lenstra's Turning Corners in any number of dimensions, on finite and transfinite boards.

mod basis;
mod construct;
mod division;
pub(crate) mod finite;
mod finite_board;
mod game;
mod gap;
mod kappa;
mod pairs;
mod rules;
pub(crate) mod split;
mod theory;
mod winning;

pub use finite_board::FiniteBoard;
pub use gap::{Gap, MOST_LISTED};
pub use rules::{BoxMove, MAX_DIMENSION, Nimbers, Stone};
pub use theory::{diagonal_stone, stone_value, value};
pub use winning::{all_moves, one_move};
