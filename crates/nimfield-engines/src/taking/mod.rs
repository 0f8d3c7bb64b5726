//! Taking games as a whole: tables of all states of a board, and positions laid on them.

mod bits;
mod inword;
mod kernel;
mod lanes;
mod packing;
mod plan;
mod retrograde;
pub mod table;

pub use packing::Packing;
pub use table::Table;
