//! Holladay's matrix nim (1958): rows at will, or everything but a column.

mod component;
mod criterion;
mod laws;
mod rules;
pub(crate) mod text;
mod theory;

pub use component::SmallHolladay;
pub use criterion::{is_p, winning_move};
pub use rules::{Holladay, HolladayMove, NotHolladay};
