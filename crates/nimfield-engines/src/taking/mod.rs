//! Taking games as a whole: tables of all states of a board, and positions laid on them.

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
