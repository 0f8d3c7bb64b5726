//! The family `partition`: a move removes part of a Young diagram.

mod removal;
mod rules;

pub use rules::{DiagramGame, DiagramMove, Diagrams};

pub(crate) use removal::{Bites, Corners, MOST_CORNERS, Removal, Splits};
