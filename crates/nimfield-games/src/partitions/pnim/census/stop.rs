//! Why a census ends before its bound.

use std::fmt;

use nimfield_core::budget::{Bytes, Limit, Unfinished};

/// Why an engine stopped. The levels finished before are in the census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bound is past what the engine can do.
    OutOfRange {
        /// The bound asked for.
        asked: u32,
        /// The largest possible one.
        most: u32,
        /// What is in the way.
        why: &'static str,
    },
    /// The budget did not suffice.
    Unfinished(Unfinished),
    /// The system refused the memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: u64,
    },
    /// A level could not be saved.
    Save(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::OutOfRange { asked, most, why } => {
                write!(f, "the bound {asked} is past {most}: {why}")
            }
            Stop::Unfinished(unfinished) => unfinished.fmt(f),
            Stop::OutOfMemory { bytes } => {
                write!(f, "the system refused {} of memory", Bytes(*bytes))
            }
            Stop::Save(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Stop {}

impl Stop {
    pub(crate) fn limit(limit: Limit, done: u64, total: u64) -> Stop {
        Stop::Unfinished(Unfinished {
            limit,
            done,
            total: Some(total),
        })
    }
}
