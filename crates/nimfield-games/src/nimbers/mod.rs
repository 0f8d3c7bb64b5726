//! Nimbers: Lenstra's Turning Corners in any number of dimensions, on finite and transfinite boards.

mod division;
pub(crate) mod finite;
mod gap;
mod rules;
mod small;
pub(crate) mod text;
mod theory;
mod transfinite;
mod winning;

pub use gap::{Gap, MOST_LISTED};
pub use rules::{BoxMove, MAX_DIMENSION, Nimbers, NimbersError, Stone};
pub use small::SmallBoard;
pub use theory::{diagonal_stone, diagonal_stone_until, stone_value, value};
pub use winning::{all_moves, one_move};
