//! Long work: under a budget, with the interpreter free for others, and ended by Ctrl-C at any moment.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimfield::budget::{Budget, Progress};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Asking the system takes several file reads.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// Between two looks at signals and at the progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Of the thread that works; only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// What a call may use, as its arguments say.
pub struct Limits {
    time: Option<Duration>,
    memory: u64,
    positions: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    calls_back: bool,
}

/// A time in seconds; `None` or an infinite one is no limit.
pub struct Time(Option<Duration>);

impl Default for Time {
    /// One minute, as on the command line.
    fn default() -> Time {
        Time(Some(Duration::from_secs(60)))
    }
}

impl FromPyObject<'_, '_> for Time {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Time> {
        if object.is_none() {
            return Ok(Time(None));
        }
        let seconds: f64 = match object.extract() {
            Ok(seconds) => seconds,
            Err(_) => {
                let of_delta = object.call_method0("total_seconds");
                let wrong =
                    |_| PyTypeError::new_err("time is a number of seconds, a timedelta or None");
                of_delta.map_err(wrong)?.extract()?
            }
        };
        if seconds.is_nan() || seconds < 0.0 {
            return Err(PyValueError::new_err(
                "time is a number of seconds, at least 0",
            ));
        }
        // Past what a duration can hold there is no limit.
        Ok(Time(Duration::try_from_secs_f64(seconds).ok()))
    }
}

/// Bytes: a number, or a text such as `"2GiB"`.
pub struct Memory(u64);

impl Default for Memory {
    /// 2 GiB, as on the command line.
    fn default() -> Memory {
        Memory(2 << 30)
    }
}

impl FromPyObject<'_, '_> for Memory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Memory> {
        if object.is_none() {
            return Ok(Memory(u64::MAX));
        }
        if let Ok(bytes) = object.extract::<u64>() {
            return Ok(Memory(bytes));
        }
        let wrong = || {
            PyValueError::new_err(
                "memory is a number of bytes, a text such as \"500MB\" or \"2GiB\", or None",
            )
        };
        let text: String = object.extract().map_err(|_| wrong())?;
        let text = text.trim().to_ascii_lowercase();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let unit: f64 = match unit.trim() {
            "" | "b" => 1.0,
            "k" | "kb" => 1e3,
            "m" | "mb" => 1e6,
            "g" | "gb" => 1e9,
            "t" | "tb" => 1e12,
            "ki" | "kib" => 1024.0,
            "mi" | "mib" => 1_048_576.0,
            "gi" | "gib" => 1_073_741_824.0,
            "ti" | "tib" => 1_099_511_627_776.0,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        Ok(Memory((number * unit) as u64))
    }
}

/// Positions or threads: a number from 1 on, or `None`.
fn positive(number: Option<u64>, what: &str) -> PyResult<Option<u64>> {
    match number {
        Some(0) => Err(PyValueError::new_err(format!("{what} is at least 1"))),
        number => Ok(number),
    }
}

/// The function to call with progress: bars of tqdm have one made for them in `nimfield/_progress.py`.
fn callback(progress: Py<PyAny>) -> PyResult<Option<Py<PyAny>>> {
    Python::attach(|py| {
        let module = py.import("nimfield._progress")?;
        let callback = module.call_method1("callback", (progress,))?;
        Ok((!callback.is_none()).then(|| callback.unbind()))
    })
}

impl Limits {
    /// From the arguments of a call.
    pub fn new(
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Limits> {
        let threads = positive(threads, "threads")?;
        let progress = progress.map(callback).transpose()?.flatten();
        Ok(Limits {
            time: time.0,
            memory: memory.0,
            positions: positive(positions, "positions")?,
            threads: threads.map_or(*PROCESSORS, |threads| threads.min(1024) as usize),
            progress,
            calls_back: false,
        })
    }

    /// For work that asks Python again and again: one thread, as only one at a time could ask.
    pub fn calling_back(mut self, calls_back: bool) -> Limits {
        self.calls_back = calls_back;
        if calls_back {
            self.threads = 1;
        }
        self
    }

    /// The bytes allowed.
    pub fn bytes(&self) -> u64 {
        self.memory
    }

    /// All of it for the budgets of a call, of which nobody is told.
    fn budgets<'a>(&self, session: &'a Arc<Session>) -> Budgets<'a> {
        Budgets {
            time: self.time,
            until: None,
            memory: self.memory,
            positions: self.positions,
            threads: self.threads,
            session,
            latest: None,
        }
    }
}

/// Makes the budgets of a call.
pub struct Budgets<'a> {
    time: Option<Duration>,
    /// When what is tried for a moment has had it.
    until: Option<Instant>,
    memory: u64,
    positions: Option<u64>,
    threads: usize,
    session: &'a Arc<Session>,
    latest: Option<&'a Arc<Mutex<Option<Progress>>>>,
}

impl Budgets<'_> {
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
                // Who finds it taken has nothing to add.
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

    /// Tells how many of several questions are answered.
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

    /// Whether the call is to end.
    pub fn ended(&self) -> bool {
        self.session.ended() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What callbacks into Python need to know of the call they are made for.
pub struct Session {
    /// Ends the work.
    cancel: Arc<AtomicBool>,
    /// What a callback raised.
    fault: Mutex<Option<PyErr>>,
    /// What positions of own games may take.
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

    /// That of the call this thread works for.
    pub fn current() -> Option<Arc<Session>> {
        SESSION.with_borrow(Clone::clone)
    }

    /// Keeps what a callback raised, and ends the work.
    pub fn fail(&self, error: PyErr) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.get_or_insert(error);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn ended(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn take_fault(&self) -> Option<PyErr> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.take()
    }

    /// Does `work` on this thread as part of the session.
    fn enter<T>(self: &Arc<Session>, work: impl FnOnce() -> T) -> T {
        let before = SESSION.replace(Some(self.clone()));
        let result = work();
        SESSION.set(before);
        result
    }
}

/// Short work that may call back into Python; what a callback raises is raised here.
pub fn short<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let session = Session::new(u64::MAX);
    let result = session.enter(work);
    match session.take_fault() {
        Some(error) => Err(error),
        None => Ok(result),
    }
}

/// How long work is tried on the thread that asks: a thread of its own takes much longer to begin than most answers.
const MOMENT: Duration = Duration::from_millis(3);

/// Work that is mostly done at once, and can be begun again: it is tried on this thread for a moment, and does
/// not get one of its own, as in [`long`], unless that was too short.
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
            ..limits.budgets(&session)
        };
        let result = py.detach(|| session.enter(|| work(&budgets)));
        if let Some(error) = session.take_fault() {
            return Err(error);
        }
        // No clock can have cut it short.
        if Instant::now() < until {
            py.check_signals()?;
            return Ok(result);
        }
    }
    long(py, limits, work)
}

/// Work on a thread of its own, so that this one can see to signals and to progress.
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
        ..limits.budgets(&session)
    };
    let done = (Mutex::new(false), Condvar::new());
    let mut raised = None;
    let calls_back = limits.calls_back;
    let in_session = || session.enter(|| work(&budgets));
    let worker = || {
        let _told = Told(&done);
        match calls_back {
            // What Python knows of a thread is made anew at each call, unless the thread keeps it.
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
            // What is finished sooner than the first look is told all the same.
            look(py, limits, &latest)?;
            Ok(result)
        }
    }
}

/// Says that the work is done, also if it panics.
struct Told<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for Told<'_> {
    fn drop(&mut self) {
        let (done, bell) = self.0;
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        bell.notify_all();
    }
}

/// Waits for the end, but not long; whether it has come.
fn wait((done, bell): &(Mutex<bool>, Condvar)) -> bool {
    let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = bell.wait_timeout_while(guard, LOOK_EVERY, |done| !*done);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Lets signal handlers run, and tells how far the work has come.
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

/// Asked by computations on this thread, which holds the interpreter: whether a signal handler raised.
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
        /// Questions between two looks at the signals.
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
