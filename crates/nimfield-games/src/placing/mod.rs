//! Games of placing tiles or pieces on free cells: these occupy cells and may forbid others.
//!
//! [`Rules`] hold the board and the moves, [`Field`] the free cells. Depending on the rules, it is a position of an
//! impartial game, or of one in which Left and Right have different moves.

mod cluster;
mod field;
mod game;
mod partizan;
mod pattern;
mod rules;
mod text;

pub use field::{Field, PlacingMove};
pub use pattern::{Pattern, Reach};
pub use rules::{MOST_MOVES, Name, Rules};
pub use text::{Pieces, read_sized};
