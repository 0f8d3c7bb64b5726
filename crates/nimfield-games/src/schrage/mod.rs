//! Schrage's two-dimensional generalisation of Grundy's game: cutting rectangles.

mod rules;
pub(crate) mod text;
mod theory;
mod values;

pub use rules::{Rectangle, RectangleCut, Schrage};
pub use theory::{RectanglePiece, Sides};
pub use values::{grundys_game, rectangle_value};
