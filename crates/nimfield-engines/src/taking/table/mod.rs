//! Whole-board tables: the verdict on every state of a board, in memory or in a file.

mod blocks;
mod board_table;
mod count;
mod error;
mod format;
mod job;
mod ledger;
mod part;
mod places;
mod rules;
mod run_files;
mod scratch;
mod set;
mod solver;
mod values;

pub use super::kernel::Code;
pub use board_table::{BoardTable, KEPT_BYTES};
pub use error::{JobError, SolveError};
pub use job::{Job, Solved};
pub use nimfield_core::files::{FileError, FileFault};
pub use rules::{BoardSummary, MAX_TABLE_CELLS, TableKind, TableRules, masks_hash, memory_needed};
#[cfg(feature = "cluster")]
pub use scratch::{ClusterJob, JobProgress, Place};
pub use scratch::{Estimate, Prepared, Rates, ScratchJob, Survey};
pub use set::{EXTENSION, TableSet, data_folder};
pub use solver::Solver;
