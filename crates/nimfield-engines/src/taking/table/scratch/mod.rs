//! Solving a board piece by piece on disk, where its table is larger than the memory.
//!
//! The cells that are last in the table number its *pieces*. A piece needs those that moves lead to:
//! itself without some of these cells. Pieces are settled in ascending order, so each comes after all
//! that it needs; they lie in the file at the places where they belong, so that the file is the scratch
//! space. What is read when, and what leaves memory for it, is laid down before the work begins.

#[cfg(feature = "cluster")]
mod cluster;
mod division;
mod estimate;
mod layout;
mod memory;
mod run;
mod runner;
mod schedule;
mod solving_plan;

pub use crate::disk::Rates;
#[cfg(feature = "cluster")]
pub use cluster::{ClusterJob, JobProgress, Place};
pub use estimate::Estimate;
pub use run::{Prepared, ScratchJob, Survey};
