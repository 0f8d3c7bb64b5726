//! Impartial games written out as trees: nim heaps, sums in parentheses, options in braces.
//!
//! In normal play such a game is worth the nim heap of its Grundy value. In misère play it is not, so that the tree is
//! played as it stands.

mod rules;
mod text;
mod theory;

pub use rules::{GameTree, ToOption};
pub use text::STARS;
