//! Games of placing tiles or pieces on free cells: what is placed occupies cells and may forbid others.
//!
//! [`Rules`] hold the board and the moves, [`Field`] the free cells. It is a position of an impartial game, or of one in
//! which Left and Right have moves of their own, as the rules say.

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
