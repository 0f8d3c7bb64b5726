//! The family `rectangle`: a move cuts a rectangle in two, or removes lines of it.

mod game;
mod impartial;
mod parting;
mod partizan;
mod reader;
mod table;
mod values;

pub use game::{RectangleGame, RectangleMove, Rectangles};
pub use partizan::PartizanRectangles;

pub(crate) use reader::{KEYWORDS, RectangleLines, read_body};
