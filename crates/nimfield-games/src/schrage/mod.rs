//! Schrage's two-dimensional generalisation of Grundy's game: cutting rectangles.

mod game;
mod rules;
mod sides;
mod values;

pub use rules::{Rectangle, RectangleCut, Schrage};
pub use sides::Sides;
pub use values::{grundys_game, rectangle_value};
