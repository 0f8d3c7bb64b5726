//! Budgets from the command line: limits, Ctrl-C, and progress on stderr.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use nimfield::budget::{Budget, Progress};

use crate::errors::remark;
use crate::options::Common;

/// Raised by Ctrl-C; computations check it.
static CANCEL: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Cached: asking the system takes several file reads, too slow for every position.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
/// The environment variable acts like `--quiet`, for scripts and tests that compare stderr on machines of any speed.
static QUIET: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("NIMFIELD_QUIET").is_some_and(|value| !value.is_empty()));
/// Whether the program waits for input, and so does not check [`CANCEL`].
static WAITING: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C cancel the current computation; a second Ctrl-C, or one while the program waits for input, ends the
/// program.
pub fn on_interrupt() {
    let handler = || {
        if CANCEL.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    // Without a handler, Ctrl-C ends the program immediately, which does no harm.
    let _ = ctrlc::set_handler(handler);
}

/// The result of a computation that Ctrl-C can cut short.
pub struct Thought<T> {
    /// The result.
    pub result: T,
    /// Whether Ctrl-C cut it short.
    pub hurried: bool,
}

impl<T> Thought<T> {
    /// Wraps a result that took no time.
    pub fn at_once(result: T) -> Thought<T> {
        Thought {
            result,
            hurried: false,
        }
    }
}

/// Runs `think`. A Ctrl-C ends only the computation, a second one also the program.
pub fn thinking<T>(think: impl FnOnce() -> T) -> Thought<T> {
    let before = CANCEL.load(Ordering::SeqCst);
    let result = think();
    let hurried = !before && CANCEL.swap(false, Ordering::SeqCst);
    Thought { result, hurried }
}

/// Returns whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    CANCEL.load(Ordering::Relaxed)
}

/// Waits for input. Ctrl-C then ends the program, so all output must be written before.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    // A Ctrl-C just before this saw `WAITING` unset. With `SeqCst`, at least one side sees the store of the other.
    if CANCEL.load(Ordering::SeqCst) {
        std::process::exit(130);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// The default time for each position.
pub const TIME: Duration = Duration::from_secs(60);

/// Returns the budget that the options request; its time starts now.
pub fn budget(common: &Common) -> Budget {
    budget_within(common, common.time.unwrap_or(TIME))
}

/// Returns the budget that the options request, with another time.
pub fn budget_within(common: &Common, time: Duration) -> Budget {
    let mut budget = Budget::unlimited()
        .bytes(common.memory.as_u64())
        .time(time)
        .threads(common.threads.map_or(*PROCESSORS, usize::from))
        .cancel(CANCEL.clone());
    if let Some(positions) = common.positions {
        budget = budget.positions(positions);
    }
    if common.quiet || *QUIET {
        return budget;
    }
    let reporter = Mutex::new(Reporter::new());
    budget.progress(move |progress| {
        // If another thread holds the reporter, skip this report.
        if let Ok(mut reporter) = reporter.try_lock() {
            reporter.report(progress);
        }
    })
}

/// Shows progress once a computation has taken a second: on a terminal a line that is redrawn, elsewhere separate lines
/// at intervals.
struct Reporter {
    start: Instant,
    next: Duration,
    bar: Option<ProgressBar>,
}

impl Reporter {
    fn new() -> Reporter {
        Reporter {
            start: Instant::now(),
            next: Duration::from_secs(1),
            bar: None,
        }
    }

    fn report(&mut self, progress: Progress) {
        let elapsed = self.start.elapsed();
        if elapsed < self.next {
            return;
        }
        let text = line(progress, elapsed);
        if std::io::stderr().is_terminal() {
            let bar = self.bar.get_or_insert_with(|| {
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                if let Ok(style) = ProgressStyle::with_template("{elapsed} {msg}") {
                    bar.set_style(style);
                }
                bar
            });
            bar.set_message(text);
            bar.tick();
            self.next = elapsed + Duration::from_millis(100);
        } else {
            remark(&format!("{:.0}s {text}", elapsed.as_secs_f64()));
            self.next = elapsed + Duration::from_secs(10);
        }
    }
}

/// Describes the progress after this time: phase, size, number and rate.
fn line(progress: Progress, elapsed: Duration) -> String {
    let Progress {
        phase,
        size,
        done,
        total,
    } = progress;
    let size = size.map_or_else(String::new, |size| format!(", size {size}"));
    let of = total.map_or_else(String::new, |total| format!(" of {}", HumanCount(total)));
    let rate = HumanCount((done as f64 / elapsed.as_secs_f64()) as u64);
    let done = HumanCount(done);
    format!("{phase}{size}: {done}{of} positions, {rate}/s")
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
#[path = "../tests/units/budget.rs"]
mod tests;
