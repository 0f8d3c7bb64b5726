//! The family `piles`: a move changes the piles of one set.

mod describe;
mod edges;
mod field;
mod game;
mod laws;
mod layout;
mod moves;
mod rays;
mod reader;
mod rules;
mod table;
mod values;

pub use game::{PileGame, PileMove, Piles};
pub use rules::PartizanPiles;

pub(crate) use laws::LAWS;
pub(crate) use reader::{KEYWORDS, PileLines, read_body};
