//! Moves as values: a form of the game with the arguments for its holes.
//!
//! A form is a line of text with holes, `heap {place} by {amount}`. It prints and reads moves, and it shows people and
//! programs how moves are written. [`Move`] is one type for all games: it can be compared and hashed, and runs of
//! amounts such as `heap 1 by 3..7` are moves as well. Games with fast engines use compact move types and convert them
//! at the boundary: see [`GameMove`].

mod arg;
mod form;
mod reading;
mod value;

pub use arg::{Arg, column_label, column_of};
pub use form::{Forms, Piece, describe, pieces};
pub use reading::{patterns, read};
pub use value::{GameMove, Move, TEXT};
