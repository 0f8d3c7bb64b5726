//! Impartial games written out as trees: nim heaps, sums in parentheses, options in braces.
//!
//! In normal play such a game equals the nim heap of its Grundy value. In misère play it does not, so the tree itself
//! is played.

mod rules;
mod text;
mod theory;

pub use rules::{GameTree, ToOption};
pub use text::STARS;
