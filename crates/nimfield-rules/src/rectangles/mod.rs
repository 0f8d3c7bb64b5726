//! The family `rectangle`: a move cuts a rectangle in two, or removes lines of it.

mod game;
mod parting;
mod rules;
mod table;
mod values;

pub use game::{RectangleGame, RectangleMove, Rectangles};

pub(crate) use parting::{Parting, Rectangle};
