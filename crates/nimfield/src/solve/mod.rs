//! Engines: searches, whole-box tables, and the budgets they work within. They know no game by
//! name.

pub mod budget;
pub mod classes;
pub mod component;
pub(crate) mod followers;
pub mod genus;
pub mod grundy_table;
pub mod joint;
pub mod memo;
pub mod misere;
pub mod partitions;
mod ray_box;
pub mod ray_game;
pub mod remoteness;
pub mod search;
pub mod sieve;
pub mod sub_diagrams;
pub mod taking;
pub mod walks;

pub use ray_box::TableError;
