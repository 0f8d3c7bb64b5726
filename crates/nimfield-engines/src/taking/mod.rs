//! Whole boards of taking games: tables of all states, and placements of positions on them.

mod bits;
mod embedding;
mod inword;
mod kernel;
mod lanes;
mod layout;
#[cfg(feature = "cluster")]
mod marks;
mod plan;
mod retrograde;
mod stones;
pub mod table;

pub use embedding::Embedding;
pub use table::BoardTable;
