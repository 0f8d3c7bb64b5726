//! Games of placing tiles or pieces on free cells: what is placed occupies cells and may forbid others.
//!
//! [`Rules`] hold the board and the moves, [`Field`] the free cells. [`Placed`] is a position of an impartial
//! game, [`PartizanPlaced`] one in which Left and Right have moves of their own.

mod cluster;
mod field;
mod impartial;
mod partizan;
mod pattern;
mod rules;
mod text;

pub use field::{Field, PlacingMove};
pub use impartial::Placed;
pub use partizan::PartizanPlaced;
pub use pattern::{Pattern, Reach};
pub use rules::{MOST_MOVES, Name, Rules};
pub use text::read_sized;
