//! Schrage's two-dimensional generalisation of Grundy's game: cutting rectangles.

mod rules;
pub(crate) mod text;
mod theory;

pub use rules::{Cut, Rectangle, Schrage};
pub use theory::{Piece, Sides, grundys_game, rectangle_value};
