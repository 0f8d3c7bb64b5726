//! Threads, limits and progress of a census.

use std::sync::atomic::{AtomicU64, Ordering};

use nimfield_core::budget::{Budget, Limit, Progress};

use super::stop::Stop;

/// Work in progress, shared by the threads that do it.
pub(super) struct Work<'a> {
    budget: &'a Budget,
    phase: &'static str,
    total: u64,
    done: AtomicU64,
    pool: Option<rayon::ThreadPool>,
}

impl<'a> Work<'a> {
    /// Work on `total` partitions, `done` of which need not be done again, holding `bytes` bytes.
    pub(super) fn new(
        budget: &'a Budget,
        phase: &'static str,
        done: u64,
        total: u64,
        bytes: u64,
    ) -> Result<Work<'a>, Stop> {
        let allowed = budget.fits(bytes).and_then(|()| budget.check(total - done));
        allowed.map_err(|limit| Stop::limit(limit, 0, total))?;
        let pool = match budget.thread_count() {
            1 => None,
            // Without threads to be had one does the work.
            threads => rayon::ThreadPoolBuilder::new()
                .num_threads(threads.min(256))
                .build()
                .ok(),
        };
        Ok(Work {
            budget,
            phase,
            total,
            done: AtomicU64::new(done),
            pool,
        })
    }

    /// Runs `part` for each of the parts, on all threads; the results in order.
    pub(super) fn each<T: Send, R: Send>(
        &self,
        parts: Vec<T>,
        part: impl Fn(T) -> Result<R, Limit> + Sync + Send,
    ) -> Result<Vec<R>, Stop> {
        use rayon::prelude::*;
        let done: Result<Vec<R>, Limit> = match &self.pool {
            Some(pool) => pool.install(|| parts.into_par_iter().map(part).collect()),
            None => parts.into_iter().map(part).collect(),
        };
        done.map_err(|limit| Stop::limit(limit, self.done.load(Ordering::Relaxed), self.total))
    }

    /// Asks the budget whether to go on, after `partitions` more.
    pub(super) fn add(&self, partitions: u64) -> Result<(), Limit> {
        let done = self.done.fetch_add(partitions, Ordering::Relaxed) + partitions;
        self.budget.report(Progress {
            phase: self.phase,
            size: None,
            done,
            total: Some(self.total),
        });
        // The number was looked at before the start, and partial results are whole levels.
        self.budget.check(0)
    }
}
