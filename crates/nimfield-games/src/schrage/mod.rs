//! Schrage's two-dimensional generalisation of Grundy's game: cutting rectangles.

mod rules;
pub(crate) mod text;
mod theory;

pub use rules::{Rectangle, RectangleCut, Schrage};
pub use theory::{RectanglePiece, Sides, grundys_game, rectangle_value};
