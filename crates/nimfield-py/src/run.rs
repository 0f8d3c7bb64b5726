//! Runs long work under a budget: the interpreter stays free for other threads, and Ctrl-C ends the work.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimfield::budget::{Budget, Progress};
use pyo3::prelude::*;

use crate::limits::Limits;

/// The time between two checks for signals and progress reports.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The stack of the thread that works; only the used part takes memory.
const STACK: usize = 64 << 20;

/// Makes the budgets of a call.
pub struct Budgets<'a> {
    time: Option<Duration>,
    /// The end of the short trial.
    until: Option<Instant>,
    memory: u64,
    positions: Option<u64>,
    threads: usize,
    session: &'a Arc<Session>,
    latest: Option<&'a Arc<Mutex<Option<Progress>>>>,
}

impl<'a> Budgets<'a> {
    /// All that the limits allow, without progress reports.
    fn of(limits: &Limits, session: &'a Arc<Session>) -> Budgets<'a> {
        Budgets {
            time: limits.time,
            until: None,
            memory: limits.memory,
            positions: limits.positions,
            threads: limits.threads,
            session,
            latest: None,
        }
    }

    /// A budget; its time begins now.
    pub fn begin(&self) -> Budget {
        let mut budget = Budget::unlimited()
            .bytes(self.memory)
            .threads(self.threads)
            .cancel(self.session.cancel.clone());
        if let Some(positions) = self.positions {
            budget = budget.positions(positions);
        }
        if let Some(latest) = self.latest {
            let latest = latest.clone();
            budget = budget.progress(move |progress| {
                // If another thread holds it, there is nothing to add.
                if let Ok(mut latest) = latest.try_lock() {
                    *latest = Some(progress);
                }
            });
        }
        match self.time {
            Some(time) => budget.time(time),
            None => budget,
        }
    }

    /// Reports how many of several questions are answered.
    pub fn tell(&self, done: usize, total: usize) {
        if let Some(latest) = self.latest
            && let Ok(mut latest) = latest.lock()
        {
            *latest = Some(Progress {
                phase: "positions",
                size: None,
                done: done as u64,
                total: Some(total as u64),
            });
        }
    }

    /// Whether the call must end.
    pub fn ended(&self) -> bool {
        self.session.ended() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The data that callbacks into Python need about the call for which they run.
pub struct Session {
    /// Ends the work.
    cancel: Arc<AtomicBool>,
    /// The exception that a callback raised.
    fault: Mutex<Option<PyErr>>,
    /// The most memory for positions of own games.
    pub bytes: u64,
}

thread_local! {
    static SESSION: RefCell<Option<Arc<Session>>> = const { RefCell::new(None) };
}

impl Session {
    fn new(bytes: u64) -> Arc<Session> {
        Arc::new(Session {
            cancel: Arc::default(),
            fault: Mutex::new(None),
            bytes,
        })
    }

    /// The session of the call for which this thread works.
    pub fn current() -> Option<Arc<Session>> {
        SESSION.with_borrow(Clone::clone)
    }

    /// Stores the exception of a callback, and ends the work.
    pub fn fail(&self, error: PyErr) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.get_or_insert(error);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether the work must end.
    pub fn ended(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn take_fault(&self) -> Option<PyErr> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.take()
    }

    /// Runs `work` on this thread as part of the session.
    fn enter<T>(self: &Arc<Session>, work: impl FnOnce() -> T) -> T {
        let before = SESSION.replace(Some(self.clone()));
        let result = work();
        SESSION.set(before);
        result
    }
}

/// Short work that may call back into Python; an exception of a callback is raised here.
pub fn short<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let session = Session::new(u64::MAX);
    let result = session.enter(work);
    match session.take_fault() {
        Some(error) => Err(error),
        None => Ok(result),
    }
}

/// How long work is tried on the calling thread: starting another thread takes much longer than most answers.
const MOMENT: Duration = Duration::from_millis(3);

/// Work that usually finishes at once, and can be restarted: it is tried on this thread for a moment, and gets a thread
/// of its own, as in [`long`], only if that was too short.
///
/// # Errors
/// As [`long`].
pub fn soon<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl Fn(&Budgets<'_>) -> T + Send + Sync,
) -> PyResult<T> {
    if limits.progress.is_none() && limits.time.is_none_or(|time| time > MOMENT) {
        let session = Session::new(limits.memory);
        let until = Instant::now() + MOMENT;
        let budgets = Budgets {
            time: Some(MOMENT),
            until: Some(until),
            ..Budgets::of(limits, &session)
        };
        let result = py.detach(|| session.enter(|| work(&budgets)));
        if let Some(error) = session.take_fault() {
            return Err(error);
        }
        // No clock can have stopped it.
        if Instant::now() < until {
            py.check_signals()?;
            return Ok(result);
        }
    }
    long(py, limits, work)
}

/// Work on a separate thread, so that this one can handle signals and progress.
///
/// # Errors
/// What a signal handler (`KeyboardInterrupt`), the progress callback or an own game raised; the work has
/// ended by then.
pub fn long<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budgets<'_>) -> T + Send,
) -> PyResult<T> {
    let session = Session::new(limits.memory);
    let latest: Arc<Mutex<Option<Progress>>> = Arc::default();
    let budgets = Budgets {
        latest: limits.progress.is_some().then_some(&latest),
        ..Budgets::of(limits, &session)
    };
    let done = (Mutex::new(false), Condvar::new());
    let mut raised = None;
    let calls_back = limits.calls_back;
    let in_session = || session.enter(|| work(&budgets));
    let worker = || {
        let _told = Told(&done);
        match calls_back {
            // Python creates its data of a thread again at each call, unless the thread stores them.
            true => Python::attach(|py| py.detach(in_session)),
            false => in_session(),
        }
    };
    let result = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let worker = builder.spawn_scoped(scope, worker)?;
        while !py.detach(|| wait(&done)) {
            if raised.is_none()
                && let Err(error) = look(py, limits, &latest)
            {
                raised = Some(error);
                session.cancel.store(true, Ordering::Relaxed);
            }
        }
        Ok::<_, PyErr>(py.detach(|| worker.join()))
    })?;
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    match raised.or_else(|| session.take_fault()) {
        Some(error) => Err(error),
        None => {
            // Work that ends before the first check is reported as well.
            look(py, limits, &latest)?;
            Ok(result)
        }
    }
}

/// Reports that the work is done, even if it panics.
struct Told<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for Told<'_> {
    fn drop(&mut self) {
        let (done, bell) = self.0;
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        bell.notify_all();
    }
}

/// Waits briefly for the end, and returns whether it has come.
fn wait((done, bell): &(Mutex<bool>, Condvar)) -> bool {
    let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = bell.wait_timeout_while(guard, LOOK_EVERY, |done| !*done);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Lets signal handlers run, and reports the progress of the work.
fn look(py: Python<'_>, limits: &Limits, latest: &Mutex<Option<Progress>>) -> PyResult<()> {
    py.check_signals()?;
    let Some(callback) = &limits.progress else {
        return Ok(());
    };
    let progress = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Progress {
        phase,
        size,
        done,
        total,
    }) = progress
    {
        callback.call1(py, (phase, size, done, total))?;
    }
    Ok(())
}

/// Called by computations on this thread, which holds the interpreter: whether a signal handler raised.
pub struct Signals<'py> {
    py: Python<'py>,
    asked: std::cell::Cell<u32>,
    raised: RefCell<Option<PyErr>>,
}

impl<'py> Signals<'py> {
    /// Nothing has been raised.
    pub fn new(py: Python<'py>) -> Signals<'py> {
        Signals {
            py,
            asked: std::cell::Cell::new(0),
            raised: RefCell::new(None),
        }
    }

    /// Whether to stop.
    pub fn stop(&self) -> bool {
        /// The number of questions between two checks for signals.
        const EVERY: u32 = 256;
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(EVERY)
            && let Err(error) = self.py.check_signals()
        {
            self.raised.replace(Some(error));
        }
        self.raised.borrow().is_some()
    }

    /// What was raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.take()
    }
}
