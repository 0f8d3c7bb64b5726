//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]

pub mod certificate;
pub mod classes;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod disjunctive_sum;
mod disk;
mod engine;
mod form_budget;
mod generations;
pub mod genus;
pub mod grundy_table;
pub mod heaps;
pub mod ideals;
mod memo;
pub mod memory;
pub mod misere;
pub mod parallel;
pub mod partizan;
pub mod placing;
pub mod quotient;
mod ray_box;
pub mod remoteness;
pub mod rows;
pub mod search;
pub mod sieve;
mod state;
pub mod sub_diagrams;
pub mod taking;
pub mod walks;

pub use disk::{NoRoom, report_size_limit};
pub use ray_box::TableError;
pub use state::{ResumeError, SavedSearch};

// For tests; not part of the public API.
#[doc(hidden)]
pub mod internals {
    pub use crate::misere::plane::Plane;
}
