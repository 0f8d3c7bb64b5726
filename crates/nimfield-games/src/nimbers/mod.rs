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
pub(crate) mod text;
mod theory;
mod winning;

pub use finite_board::FiniteBoard;
pub use gap::{Gap, MOST_LISTED};
pub use rules::{BoxMove, MAX_DIMENSION, Nimbers, NimbersError, Stone};
pub use theory::{diagonal_stone, diagonal_stone_until, stone_value, value};
pub use winning::{all_moves, all_moves_until, one_move, one_move_until};
