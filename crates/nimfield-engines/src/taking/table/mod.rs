//! Whole-board tables: the verdict on every state of a board, in memory or in a file.
//!
//! Tables are computed piece by piece. The last cells of the table number its *pieces*. A piece needs the pieces that
//! moves lead to: itself without some of these cells. Each piece is processed after all that it needs. If a table fits
//! into memory, all its pieces are there, and pieces with equally many of these cells are processed together. The
//! pieces of a larger table are processed in ascending order. They are stored at their final places in the file, which
//! thus serves as scratch space. The schedule of reads and evictions is fixed before the work starts.

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
