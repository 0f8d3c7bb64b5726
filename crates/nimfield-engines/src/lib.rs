//! The engines: searches, whole-box and whole-board tables, misère forms. They
//! know no game by name, and work within the budgets that they are given.
//!
//! ```
//! use nimfield_core::{budget::Budget, families::taking::Taking, words::Play};
//! use nimfield_engines::taking::table::{BoardTable, TableKind};
//!
//! // Three coins in a row: take one, or two that are neighbours. Each cell is a bit.
//! let row = Taking::new(3, vec![0b001, 0b010, 0b100, 0b011, 0b110], vec![])?;
//! let table = BoardTable::solve(&row, Play::Normal, TableKind::Outcomes, &Budget::unlimited())?;
//! assert!(table.is_p(0b101)?);
//! assert_eq!(table.summary().winning_moves, [0b010]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod certificate;
pub mod classes;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod compiled;
pub mod disjunctive_sum;
mod disk;
pub mod followers;
pub mod genus;
pub mod grundy_table;
pub mod memo;
pub mod memory;
pub mod misere;
pub mod parallel;
pub mod partizan;
mod ray_box;
pub mod remoteness;
pub mod search;
pub mod sieve;
pub mod sub_diagrams;
pub mod taking;
pub mod walks;

pub use disk::NoRoom;
pub use ray_box::TableError;

// For the tests: no part of the public API.
#[doc(hidden)]
pub mod internals {
    pub use crate::misere::plane::Plane;
}
