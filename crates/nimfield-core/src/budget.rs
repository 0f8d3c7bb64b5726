//! Limits on the positions, bytes, time and threads of a computation, with a flag that cancels it.
//!
//! A [`Budget`] is an argument, never a global. An engine checks it before taking memory ([`Budget::fits`]) and every
//! few thousand units of work ([`Budget::check`]); at a limit it stops and returns [`Unfinished`], which says how much
//! was done. A [`Meter`] does all of this for one piece of work.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use crate::clock::Instant;
use crate::words::{counted, there_are};

/// The progress of a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// What is being done, in a word or two.
    pub phase: &'static str,
    /// The current size, if a phase proceeds size by size.
    pub size: Option<u32>,
    /// Positions done in this phase.
    pub done: u64,
    /// Positions to do in this phase, if known in advance.
    pub total: Option<u64>,
}

impl Progress {
    /// Creates the progress of a phase of unknown length.
    #[must_use]
    pub fn new(phase: &'static str, done: u64) -> Progress {
        Progress {
            phase,
            size: None,
            done,
            total: None,
        }
    }

    /// Sets the number of positions to do.
    #[must_use]
    pub fn of(self, total: impl Into<Option<u64>>) -> Progress {
        let total = total.into();
        Progress { total, ..self }
    }
}

/// The callback a computation reports its progress to. It may be called from any worker thread and in the middle of the
/// work, so it should be short and start no parallel work of its own.
pub type ProgressFn = dyn Fn(Progress) + Send + Sync;

/// The callback that saves a search now and then. It receives a function that writes what the search has found so far
/// about the position with this name.
pub type SaveFn = dyn Fn(&WriteFn<'_>) + Send + Sync;

/// Writes what a search has found about the position with this name.
pub type WriteFn<'a> = dyn Fn(&str, &mut dyn Write) -> io::Result<()> + 'a;

/// What searches counted: names with numbers.
pub type Counts = Vec<(&'static str, u64)>;

/// The limits of a computation. Cloning is cheap; clones share the cancel flag, the deadline and the counts.
///
/// ```
/// use nimfield_core::budget::{Budget, Limit};
/// let budget = Budget::unlimited().positions(1_000_000).bytes(64 << 20).threads(2);
/// assert!(budget.check(999_999).is_ok());
/// assert_eq!(budget.check(1_000_001), Err(Limit::Positions { allowed: 1_000_000 }));
/// ```
#[derive(Clone)]
pub struct Budget {
    positions: u64,
    bytes: u64,
    time: Option<(Duration, Instant)>,
    cancel: Option<Arc<AtomicBool>>,
    /// Checks that still succeed before the budget cancels itself.
    questions: Option<Arc<AtomicU64>>,
    progress: Option<Arc<ProgressFn>>,
    counts: Option<Arc<Mutex<Counts>>>,
    save: Option<Arc<SaveFn>>,
    threads: usize,
}

impl Budget {
    /// Creates a budget without limits, with one thread and without a progress callback.
    pub fn unlimited() -> Self {
        Budget {
            positions: u64::MAX,
            bytes: u64::MAX,
            time: None,
            cancel: None,
            questions: None,
            progress: None,
            counts: None,
            save: None,
            threads: 1,
        }
    }

    /// Limits the number of positions to `limit`.
    pub fn positions(mut self, limit: u64) -> Self {
        self.positions = limit;
        self
    }

    /// Limits the memory for tables to `limit` bytes.
    pub fn bytes(mut self, limit: u64) -> Self {
        self.bytes = limit;
        self
    }

    /// Limits the wall-clock time to `limit`, counted from this call. A limit that the clock cannot express means no
    /// limit.
    pub fn time(mut self, limit: Duration) -> Self {
        self.time = Instant::now()
            .checked_add(limit)
            .map(|deadline| (limit, deadline));
        self
    }

    /// Stops soon after `flag` becomes true.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Cancels the work after this many calls of [`check`](Budget::check) or [`is_cancelled`](Budget::is_cancelled).
    /// Tests use it to see whether work checks often enough, and stops soon after. The counter holds the calls left.
    pub fn cancel_after(mut self, questions: u64) -> (Self, Arc<AtomicU64>) {
        let left = Arc::new(AtomicU64::new(questions));
        self.cancel = Some(Arc::default());
        self.questions = Some(left.clone());
        (self, left)
    }

    /// Reports progress to `callback`.
    pub fn progress(mut self, callback: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(callback));
        self
    }

    /// Collects from now on what searches count.
    pub fn counting(mut self) -> Self {
        self.counts = Some(Arc::default());
        self
    }

    /// Sets the callback that saves searches.
    pub fn saving(mut self, save: Option<Arc<SaveFn>>) -> Self {
        self.save = save;
        self
    }

    /// Allows up to `count` threads; 0 counts as 1. Results never depend on it.
    pub fn threads(mut self, count: usize) -> Self {
        self.threads = count.max(1);
        self
    }

    /// Returns the number of positions allowed; `u64::MAX` without a limit.
    pub fn most_positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of bytes that may be held; `u64::MAX` without a limit.
    pub fn most_bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the cancel flag, if there is one.
    pub fn cancel_flag(&self) -> Option<Arc<AtomicBool>> {
        self.cancel.clone()
    }

    /// Returns how many threads may be used, at least 1.
    pub fn thread_count(&self) -> usize {
        // A page has one thread, so that browsers need not fetch the code that distributes work.
        match cfg!(target_family = "wasm") {
            true => 1,
            false => self.threads,
        }
    }

    /// Returns the deadline, if the time is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.time.map(|(_, deadline)| deadline)
    }

    /// Returns this budget for a side task, which may take at most this time, and at most a quarter of the time left.
    #[must_use]
    pub fn briefly(&self, most: Duration) -> Budget {
        let left = self.time_left();
        self.clone()
            .time(left.map_or(most, |left| (left / 4).min(most)))
    }

    /// Returns this budget for a task that leaves a quarter of the time left for another one.
    #[must_use]
    pub fn leaving_a_quarter(&self) -> Budget {
        match self.time_left() {
            Some(left) => self.clone().time(left / 4 * 3),
            None => self.clone(),
        }
    }

    fn time_left(&self) -> Option<Duration> {
        let end = self.deadline()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Returns whether the work is cancelled. This is cheaper than [`check`](Budget::check), as it never reads the
    /// clock.
    pub fn is_cancelled(&self) -> bool {
        let Some(flag) = &self.cancel else {
            return false;
        };
        if let Some(left) = &self.questions {
            let one_less = |left: u64| left.checked_sub(1);
            let counted = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
            flag.fetch_or(counted.is_err(), Ordering::Relaxed);
        }
        flag.load(Ordering::Relaxed)
    }

    /// Checks whether work may continue after `done` positions. Reads the clock only when there is a time limit.
    /// Reading it costs more than a unit of most work, so call this every thousand units or so.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn check(&self, done: u64) -> Result<(), Limit> {
        if done > self.positions {
            return Err(Limit::Positions {
                allowed: self.positions,
            });
        }
        if self.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if let Some((allowed, deadline)) = self.time
            && Instant::now() >= deadline
        {
            return Err(Limit::Time { allowed });
        }
        Ok(())
    }

    /// Checks whether the computation may hold `bytes` bytes in all; call it before they are taken.
    ///
    /// # Errors
    /// [`Limit::Bytes`] when it may not.
    pub fn fits(&self, bytes: u64) -> Result<(), Limit> {
        if bytes > self.bytes {
            return Err(Limit::Bytes {
                allowed: self.bytes,
                needed: bytes,
            });
        }
        Ok(())
    }

    /// Adds to what is counted under a name, if counts are collected. This locks a mutex: searches call it when they end.
    pub fn add_count(&self, name: &'static str, number: u64) {
        let Some(counts) = self.counts.as_ref().filter(|_| number > 0) else {
            return;
        };
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, sum)) => *sum += number,
            None => counts.push((name, number)),
        }
    }

    /// Returns what was counted since the last call.
    #[must_use]
    pub fn take_counts(&self) -> Counts {
        let take = |counts: &Arc<Mutex<Counts>>| {
            std::mem::take(&mut *counts.lock().unwrap_or_else(PoisonError::into_inner))
        };
        self.counts.as_ref().map_or(Vec::new(), take)
    }

    /// Returns whether there is a callback that saves searches.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        self.save.is_some()
    }

    /// Passes the function that writes a search on to the callback that saves it, if there is one.
    pub fn save(&self, write: &WriteFn<'_>) {
        // A page saves nothing, so that browsers need not fetch the code for it.
        if let Some(save) = &self.save
            && !cfg!(target_family = "wasm")
        {
            save(write);
        }
    }

    /// Passes `progress` on to the callback, if there is one.
    pub fn report(&self, progress: Progress) {
        if let Some(callback) = &self.progress {
            callback(progress);
        }
    }
}

/// Ten seconds from now, and 1 GiB.
impl Default for Budget {
    fn default() -> Budget {
        Budget::unlimited()
            .time(Duration::from_secs(10))
            .bytes(1 << 30)
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("positions", &self.positions)
            .field("bytes", &self.bytes)
            .field("time", &self.time.map(|(allowed, _)| allowed))
            .field("cancel", &self.cancel)
            .field("progress", &self.progress.is_some())
            .field("threads", &self.threads)
            .finish()
    }
}

/// The limit that stopped a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// More positions than allowed.
    Positions {
        /// The number allowed.
        allowed: u64,
    },
    /// More memory than allowed.
    Bytes {
        /// The bytes allowed.
        allowed: u64,
        /// The bytes it would have held.
        needed: u64,
    },
    /// The time is over.
    Time {
        /// The time that was allowed.
        allowed: Duration,
    },
    /// The cancel flag was raised.
    Cancelled,
}

impl Limit {
    /// Returns the error for work of unknown length that hits this limit after `done` positions.
    #[must_use]
    pub fn after(self, done: u64) -> Unfinished {
        self.after_of(done, None)
    }

    /// Returns the error for work that hits this limit after `done` of `total` positions, if the total is known.
    #[must_use]
    pub fn after_of(self, done: u64, total: impl Into<Option<u64>>) -> Unfinished {
        Unfinished {
            limit: self,
            done,
            total: total.into(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::Positions { allowed } => {
                let positions = counted(Grouped(allowed), "position");
                write!(f, "the limit of {positions}")
            }
            Limit::Bytes { allowed, needed } => {
                let rounded = (Bytes(needed).to_string(), Bytes(allowed).to_string());
                let (needed, allowed) = match rounded.0 == rounded.1 {
                    true => (
                        Grouped(needed).to_string(),
                        format!("{} bytes", Grouped(allowed)),
                    ),
                    false => rounded,
                };
                write!(f, "the memory limit ({needed} needed, {allowed} allowed)")
            }
            // Otherwise it would be printed as 0ns.
            Limit::Time { allowed } if allowed.is_zero() => f.write_str("the time limit of 0s"),
            Limit::Time { allowed } => write!(f, "the time limit of {allowed:?}"),
            Limit::Cancelled => f.write_str("a request to cancel"),
        }
    }
}

/// A computation that a [`Budget`] stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// What stopped it.
    pub limit: Limit,
    /// Positions done before.
    pub done: u64,
    /// Positions to do, if known.
    pub total: Option<u64>,
}

impl Unfinished {
    /// The message for work that is known to be too large and does not start.
    pub const NOT_STARTED: &'static str = "not started because of";

    /// Returns whether the work was refused before it began. Only work whose size is known in advance can be refused;
    /// other work may have run for long without finishing a position.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(
            (self.limit, self.total),
            (Limit::Positions { .. } | Limit::Bytes { .. }, Some(_))
        )
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfinished { limit, done, total } = *self;
        let stopped = match self.is_refusal() {
            true => Unfinished::NOT_STARTED,
            false => "stopped by",
        };
        match (done, total) {
            (0, Some(total)) => {
                let to_do = there_are(Grouped(total), "position");
                write!(f, "{stopped} {limit}: {to_do} to do")
            }
            (0, None) => write!(f, "{stopped} {limit}"),
            (done, None) => {
                let done = counted(Grouped(done), "position");
                write!(f, "stopped by {limit} after {done}")
            }
            (done, Some(total)) => write!(
                f,
                "stopped by {limit} after {} of {} ({:.1} %)",
                Grouped(done),
                counted(Grouped(total), "position"),
                100.0 * done as f64 / total as f64
            ),
        }
    }
}

impl std::error::Error for Unfinished {}

/// A piece of work under a budget: it counts positions and bytes, checks the limits at intervals, reports progress, and
/// says which limit stopped it.
///
/// ```
/// use nimfield_core::budget::{Budget, Meter};
/// let budget = Budget::unlimited().positions(1000);
/// let mut meter = Meter::new(&budget, "squares").of(5000).every(64);
/// let stopped = loop {
///     if let Err(stopped) = meter.count() {
///         break stopped;
///     }
/// };
/// assert_eq!(
///     stopped.to_string(),
///     "stopped by the limit of 1,000 positions after 1,024 of 5,000 positions (20.5 %)"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    phase: Option<&'static str>,
    total: Option<u64>,
    every: u64,
    steps: u64,
    /// Positions done.
    pub done: u64,
    /// Positions begun but not done. They count, since a long game is deep before one position is done.
    pub begun: u64,
    /// Bytes held.
    pub bytes: u64,
}

impl<'a> Meter<'a> {
    /// Creates the meter of a phase of unknown length, which checks the limits at each step.
    #[must_use]
    pub fn new(budget: &'a Budget, phase: &'static str) -> Meter<'a> {
        Meter {
            phase: Some(phase),
            ..Meter::silent(budget)
        }
    }

    /// Creates a meter that reports no progress, for work inside a larger phase that does.
    #[must_use]
    pub fn silent(budget: &'a Budget) -> Meter<'a> {
        Meter {
            budget,
            phase: None,
            total: None,
            every: 1,
            steps: 0,
            done: 0,
            begun: 0,
            bytes: 0,
        }
    }

    /// Sets the number of positions to do.
    #[must_use]
    pub fn of(mut self, total: impl Into<Option<u64>>) -> Meter<'a> {
        self.total = total.into();
        self
    }

    /// Checks the limits only every `steps` steps.
    #[must_use]
    pub fn every(mut self, steps: u64) -> Meter<'a> {
        self.every = steps;
        self
    }

    /// Returns a meter with this number of positions done, for threads that share a count.
    #[must_use]
    pub fn at(mut self, done: u64) -> Meter<'a> {
        self.done = done;
        self
    }

    /// Returns the budget.
    #[must_use]
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Checks whether the budget allows all positions to do and `bytes` bytes for them; call it before the work.
    ///
    /// # Errors
    /// The first limit that is exceeded, with no position done.
    pub fn start(&mut self, bytes: u64) -> Result<(), Unfinished> {
        self.hold(bytes)?;
        let checked = self.budget.check(self.total.unwrap_or(0));
        checked.map_err(|limit| self.stopped(limit))
    }

    /// Counts a position as done, and as a [`step`](Meter::step).
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn count(&mut self) -> Result<(), Unfinished> {
        self.done += 1;
        self.step()
    }

    /// Counts a step, and checks the limits if it is time to.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn step(&mut self) -> Result<(), Unfinished> {
        self.work(1)
    }

    /// Counts several steps, and checks the limits if it is time to.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn work(&mut self, steps: u64) -> Result<(), Unfinished> {
        self.steps += steps;
        if self.steps < self.every {
            return Ok(());
        }
        self.steps = 0;
        self.poll()
    }

    /// Reports progress and checks the limits now.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn poll(&self) -> Result<(), Unfinished> {
        self.report();
        self.check()
    }

    /// Checks the limits now, without reporting progress.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub fn check(&self) -> Result<(), Unfinished> {
        (self.budget.fits(self.bytes))
            .and_then(|()| self.budget.check(self.done + self.begun))
            .map_err(|limit| self.stopped(limit))
    }

    /// Reports progress.
    pub fn report(&self) {
        if let Some(phase) = self.phase {
            let progress = Progress::new(phase, self.done);
            self.budget.report(progress.of(self.total));
        }
    }

    /// Sets the bytes held, and checks whether the budget allows them; call it before they are taken.
    ///
    /// # Errors
    /// [`Limit::Bytes`] when it does not.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Unfinished> {
        self.bytes = bytes;
        let fits = self.budget.fits(bytes);
        fits.map_err(|limit| self.stopped(limit))
    }

    /// Returns the error for work that this limit stops now.
    #[must_use]
    pub fn stopped(&self, limit: Limit) -> Unfinished {
        limit.after_of(self.done, self.total)
    }
}

/// An integer in groups of three digits: `1,234,567`.
struct Grouped(u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 {
            return write!(f, "{}", self.0);
        }
        write!(f, "{},{:03}", Grouped(self.0 / 1000), self.0 % 1000)
    }
}

/// A number of bytes in the largest binary unit that keeps it at least 1: `1.5 GiB`.
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1024 {
            return f.write_str(&counted(self.0, "byte"));
        }
        let exponent = self.0.ilog2() / 10;
        let unit = ["", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][exponent as usize];
        let value = self.0 as f64 / (1u64 << (10 * exponent)) as f64;
        write!(f, "{value:.1} {unit}")
    }
}
