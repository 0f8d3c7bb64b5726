//! Threads, limits and progress of a census, and the reasons why it ends before its bound.

use std::sync::atomic::{AtomicU64, Ordering};

use nimfield_core::budget::{Budget, Bytes, Limit, Meter, Unfinished};
use nimfield_engines::parallel::{self, ThreadPool};

use super::level::{Census, Grading};
use crate::partitions::order::Order;

/// Why an engine stopped. Finished levels are in the census.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The bound is beyond the range of the engine.
    #[error("the bound {asked} exceeds {most}: {why}")]
    OutOfRange {
        /// The requested bound.
        asked: u32,
        /// The largest possible one.
        most: u32,
        /// The reason for this limit.
        why: &'static str,
    },
    /// The budget ran out.
    #[error("{0}")]
    Unfinished(Unfinished),
    /// The system did not provide the memory.
    #[error("the system refused {} of memory", Bytes(*.bytes))]
    OutOfMemory {
        /// The bytes requested.
        bytes: u64,
    },
    /// A level could not be saved.
    #[error("{0}")]
    Save(String),
}

impl Stop {
    pub(crate) fn limit(limit: Limit, done: u64, total: u64) -> Stop {
        Stop::Unfinished(limit.after_of(done, total))
    }
}

/// The progress of a census, shared by its threads.
pub(super) struct CensusProgress<'a> {
    meter: Meter<'a>,
    total: u64,
    done: AtomicU64,
    pool: Option<ThreadPool>,
}

impl<'a> CensusProgress<'a> {
    /// Starts with `total` partitions, `done` of them finished, if the budget allows these and `bytes` bytes.
    pub(super) fn new(
        budget: &'a Budget,
        phase: &'static str,
        done: u64,
        total: u64,
        bytes: u64,
    ) -> Result<CensusProgress<'a>, Stop> {
        let allowed = budget.fits(bytes).and_then(|()| budget.check(total - done));
        allowed.map_err(|limit| Stop::limit(limit, 0, total))?;
        Ok(CensusProgress {
            meter: Meter::new(budget, phase).of(total),
            total,
            done: AtomicU64::new(done),
            pool: parallel::pool(budget.thread_count().min(256)),
        })
    }

    /// Returns the order of the partitions of n up to `up_to`, and the progress of a census by size up to there, with
    /// `bytes(up_to)` bytes; `None` if the census has reached it already.
    ///
    /// # Panics
    /// If the census is graded by perimeter.
    pub(super) fn by_size(
        census: &Census,
        up_to: u32,
        budget: &'a Budget,
        bytes: impl Fn(u32) -> u64,
    ) -> Result<Option<(Order, CensusProgress<'a>)>, Stop> {
        assert_eq!(census.grading, Grading::Size);
        if up_to > Order::MOST {
            return Err(Stop::OutOfRange {
                asked: up_to,
                most: Order::MOST,
                why: "ranks are below 2^32",
            });
        }
        if census.levels.len() as u32 > up_to {
            return Ok(None);
        }
        let order = Order::new(up_to);
        let total = (0..=up_to).map(|n| u64::from(order.count(n))).sum();
        let done = census.partitions();
        let work = CensusProgress::new(budget, "partitions", done, total, bytes(up_to))?;
        Ok(Some((order, work)))
    }

    /// Runs `part` for each of the parts, on all threads; returns the results in order.
    pub(super) fn each<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        part: impl Fn(T) -> Result<R, Limit> + Sync + Send,
    ) -> Result<Vec<R>, Stop> {
        let done = parallel::map(self.pool.as_ref(), parts, part);
        done.map_err(|limit| Stop::limit(limit, self.done.load(Ordering::Relaxed), self.total))
    }

    /// Checks whether the budget allows continuing after `partitions` more.
    pub(super) fn add(&self, partitions: u64) -> Result<(), Limit> {
        let done = self.done.fetch_add(partitions, Ordering::Relaxed) + partitions;
        self.meter.at(done).report();
        // The number was checked before the start, and partial results are whole levels.
        self.meter.budget().check(0)
    }
}
