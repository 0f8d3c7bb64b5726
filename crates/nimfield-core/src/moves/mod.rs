//! Moves as values: a form of the game, and what fills its holes.
//!
//! A form is a line of text with holes, `heap {place} by {amount}`. It prints and reads moves, and it tells people and
//! programs how moves are written. A [`Move`] is one value for every game: it compares, it hashes, and runs of
//! amounts such as `heap 1 by 3..7` are moves as well. Games whose engines are hot keep compact moves of their own
//! and convert them at the boundary: see [`GameMove`].

mod arg;
mod form;
mod reading;
mod value;

pub use arg::{Arg, column_label, column_of};
pub use form::{Forms, Piece, describe, pieces};
pub use reading::{patterns, read};
pub use value::{GameMove, Move, TEXT};
