//! Tables: results for many positions at once, from the engine that suits them.
//!
//! [`FamilyTable`] tabulates a family of positions, a [`Template`](crate::template::Template) with ranges for its
//! letters; [`SizedTable`] tabulates all positions of a game by size, and [`PartitionTable`] those of PNim at once.
//! They choose the engine and report it ([`Engine`]). They return rows as values; the caller prints them.
//!
//! ```
//! use nimfield::budget::Budget;
//! use nimfield::tables::{TableCell, FamilyTable, FamilyQuery, Shown};
//! use nimfield::template::{Letter, Template};
//!
//! let letters = vec![Letter::read("a=0..2")?, Letter::read("b=0..2")?];
//! let family = Template::new("wythoff[a b]", letters)?;
//! let table = FamilyTable::new(family, FamilyQuery::new(Shown::Values), Budget::unlimited())?;
//! let mut values = Vec::new();
//! for row in table.rows() {
//!     values.push(row?.cell.text());
//! }
//! assert_eq!(values, ["0", "1", "2", "1", "2", "0", "2", "0", "1"]);
//! assert_eq!(table.engine().to_string(), "Grundy table of a box");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
#[cfg(not(target_family = "wasm"))]
mod by_law;
mod cell;
mod counts;
mod engine;
mod error;
mod family;
mod grid;
mod heap_table;
mod linear;
mod partitions;
mod plan;
mod query;
mod sequence;
mod sized;

pub use cell::{Shown, TableCell};
pub use counts::{CountState, TableCount};
pub use engine::Engine;
pub use error::FamilyError;
pub use family::{FamilyTable, Row, Rows};
pub use grid::TableGrid;
pub use nimfield_games::partitions::pnim::census::{Grading, Which};
pub use partitions::{PartitionError, PartitionQuery, PartitionRow, PartitionTable};
pub use query::FamilyQuery;
pub use sequence::{GrowingBoxes, SequenceError, antidiagonals};
pub use sized::{SizedRow, SizedTable};
