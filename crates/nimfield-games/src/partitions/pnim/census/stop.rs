//! Why a census ends before its bound.

use nimfield_core::budget::{Bytes, Limit, Unfinished};

/// Why an engine stopped. The levels finished before are in the census.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The bound is past what the engine can do.
    #[error("the bound {asked} is past {most}: {why}")]
    OutOfRange {
        /// The bound asked for.
        asked: u32,
        /// The largest possible one.
        most: u32,
        /// What is in the way.
        why: &'static str,
    },
    /// The budget did not suffice.
    #[error("{0}")]
    Unfinished(Unfinished),
    /// The system refused the memory.
    #[error("the system refused {} of memory", Bytes(*.bytes))]
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// A level could not be saved.
    #[error("{0}")]
    Save(String),
}

impl Stop {
    pub(crate) fn limit(limit: Limit, done: u64, total: u64) -> Stop {
        Stop::Unfinished(Unfinished {
            limit,
            done,
            total: Some(total),
        })
    }
}
