//! Games in which a piece walks down and to the right on a Young diagram: LCTR, Downright, and the
//! impartial chess pieces.
//!
//! The piece starts at the top left corner; a step of i rows down and j columns to the right leads to λ\[i,j\], the
//! diagram without its i top rows and its j left columns.

mod game;
mod lctr;
mod pieces;
mod rules;
mod squares;

pub use lctr::{DOWNRIGHT, LCTR, hook_value, lctr_rectangle};
pub use pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
pub use rules::{Walk, Walker, Walking};
