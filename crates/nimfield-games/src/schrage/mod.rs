//! Schrage's two-dimensional generalisation of Grundy's game: cutting rectangles.

mod game;
mod rectangle;
mod sides;
mod values;

pub use game::Schrage;
pub use rectangle::{Rectangle, RectangleCut};
pub use sides::Sides;
pub use values::GrundysGame;
