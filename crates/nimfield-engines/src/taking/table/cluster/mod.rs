//! Solving a board by several processes, on one machine or on many.
//!
//! Each process owns a share of the pieces, a piece always together with its image, and holds only these in memory.
//! Pieces of one level, that is, with equally many high cells, have no moves to each other. A process announces each
//! finished piece. The processes that own pieces with moves to it request it chunk by chunk, mark the effect of the
//! moves in their own pieces, and discard it. So every process needs the memory of its share and of a few pieces in
//! transit.
//!
//! Process 0 keeps the state of the run, in the format of a run on disk, so it can continue with any number of
//! processes, or with a single one on disk. On one machine, every process writes its pieces to the same file; process 0
//! fetches those of other machines.
//!
//! How the processes find each other and how their messages travel is described in
//! [`cluster`](crate::cluster).

mod coming;
mod exchange;
mod job;
mod peer;
mod saving;
mod settling;
mod shares;

pub use job::{ClusterJob, JobProgress};
pub use shares::Place;
