//! The engines: searches, whole-box and whole-board tables, censuses of partitions, misère forms. They
//! know no game by name, and work within the budgets that they are given.

pub mod certificate;
pub mod classes;
pub mod disjunctive_sum;
pub mod followers;
pub mod genus;
pub mod grundy_table;
pub mod memo;
mod memory;
pub mod misere;
mod parallel;
pub mod partitions;
pub mod partizan;
mod ray_box;
pub mod remoteness;
pub mod search;
pub mod sieve;
pub mod sub_diagrams;
pub mod taking;
pub mod walks;

pub use ray_box::TableError;
