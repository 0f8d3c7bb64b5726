//! Whole-board tables: the verdict on every state of a board, in memory or in a file.
//!
//! Tables are made piece by piece. The cells that are last in the table number its *pieces*. A piece needs those that
//! moves lead to: itself without some of these cells. Pieces are settled so that each comes after all that it needs. A
//! table that fits into the memory has all its pieces there; pieces with equally many of these cells are settled
//! together. Of a larger table, pieces are settled in ascending order. They lie in the file at the places where they
//! belong, so that the file is the scratch space; what is read when, and what leaves memory for it, is laid down before
//! the work begins.

mod blocks;
mod board_table;
#[cfg(feature = "cluster")]
mod cluster;
mod division;
mod error;
mod estimate;
mod format;
mod job;
mod layout;
mod ledger;
mod memory;
mod part;
mod places;
mod rules;
mod run_files;
mod runner;
mod schedule;
mod set;
mod solver;
mod solving_plan;

pub use super::kernel::Code;
pub use crate::disk::Rates;
pub use board_table::{BoardTable, KEPT_BYTES};
#[cfg(feature = "cluster")]
pub use cluster::{ClusterJob, JobProgress, Place};
#[cfg(feature = "cluster")]
pub use error::ClusterError;
pub use error::{JobError, SolveError};
pub use estimate::Estimate;
pub use job::{Job, Prepared, Solved, Survey};
pub use nimfield_core::files::{FileError, FileFault};
pub use rules::{BoardSummary, MAX_TABLE_CELLS, TableKind, TableRules, masks_hash, memory_needed};
pub use set::{EXTENSION, TableSet, data_folder};
pub use solver::Solver;
