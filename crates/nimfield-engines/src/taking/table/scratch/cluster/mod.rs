//! Solving a board by several processes, on one machine or on many.
//!
//! Each process owns a share of the pieces, a piece always together with its image, and holds these alone
//! in memory. Pieces of one level, that is with equally many high cells, have no moves to each other. A
//! piece that is settled is announced to all; those that own pieces with moves to it ask for it chunk by
//! chunk, mark what the moves say in their own pieces, and forget it. So every process takes the memory of
//! its share and of a few pieces on their way.
//!
//! Process 0 keeps the state of the run, in the form of a run on disk: such a run goes on with any number of
//! processes, or with none but one. On one machine every process writes its pieces to the one file; from
//! other machines process 0 fetches them.
//!
//! How the processes find each other and what carries their words is told in [`cluster`](crate::cluster).

mod exchange;
mod job;
mod memory;
mod peer;
mod saving;
mod settling;
mod shares;

pub use job::{ClusterJob, JobProgress};
pub use shares::Place;
