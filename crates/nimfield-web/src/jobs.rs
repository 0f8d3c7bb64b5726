//! Jobs: what is known of each, and for how long.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nimfield::budget::Progress;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{Semaphore, watch};

/// Jobs that wait for their turn.
const MOST_WAITING: usize = 8;
/// Finished jobs that are remembered.
const MOST_KEPT: usize = 32;
/// Progress is told this often.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// All jobs.
pub struct Jobs {
    pub at_once: Arc<Semaphore>,
    all: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
    /// In the order in which they finished.
    finished: VecDeque<u64>,
}

/// A job.
pub struct Job {
    number: u64,
    operation: String,
    request: Box<RawValue>,
    pub cancel: Arc<AtomicBool>,
    pub view: watch::Sender<Stage>,
}

/// How far a job is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Stage {
    /// Others run.
    Waiting,
    /// It runs.
    Running { progress: Option<ProgressView> },
    /// It is finished; what it found, which may be part of what was asked.
    Done { seconds: f64, result: Box<RawValue> },
    /// It was cancelled; what it found until then, if anything.
    Cancelled {
        seconds: f64,
        result: Option<Box<RawValue>>,
    },
    /// There is no result.
    Failed { seconds: f64, error: Box<RawValue> },
}

impl Stage {
    pub fn is_over(&self) -> bool {
        !matches!(self, Stage::Waiting | Stage::Running { .. })
    }
}

/// What a running job has done.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressView {
    /// What is being done, in a word or two.
    phase: &'static str,
    /// The size it is at, where it goes size by size.
    size: Option<u32>,
    /// Positions done.
    done: u64,
    /// Positions to do, if that is known.
    total: Option<u64>,
    /// Seconds since it began.
    seconds: f64,
    /// Positions a second.
    rate: f64,
    /// Seconds left, if the total is known.
    left: Option<f64>,
}

/// A job as it is told.
#[derive(Serialize)]
struct JobView<'a> {
    schema: u32,
    job: u64,
    operation: &'a str,
    request: &'a RawValue,
    #[serde(flatten)]
    stage: &'a Stage,
}

impl Job {
    pub fn text(&self) -> String {
        let view = JobView {
            schema: nimfield::words::SCHEMA,
            job: self.number,
            operation: &self.operation,
            request: &self.request,
            stage: &self.view.borrow(),
        };
        serde_json::to_string(&view).expect("texts, numbers and lists only")
    }
}

impl Jobs {
    pub fn new(at_once: usize) -> Jobs {
        Jobs {
            at_once: Arc::new(Semaphore::new(at_once)),
            all: Mutex::default(),
        }
    }

    fn all(&self) -> MutexGuard<'_, Known> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn find(&self, number: u64) -> Option<Arc<Job>> {
        self.all().jobs.get(&number).cloned()
    }

    /// All that are known, by number.
    pub fn texts(&self) -> Vec<String> {
        self.all().jobs.values().map(|job| job.text()).collect()
    }

    /// Cancels all, and begins none any more.
    pub fn end(&self) {
        self.at_once.close();
        for job in self.all().jobs.values() {
            job.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// A new job, unless too many wait.
    pub fn add(&self, wanted: Wanted) -> Option<Arc<Job>> {
        let mut all = self.all();
        let waits = |job: &&Arc<Job>| matches!(*job.view.borrow(), Stage::Waiting);
        if all.jobs.values().filter(waits).count() >= MOST_WAITING {
            return None;
        }
        all.last += 1;
        let job = Arc::new(Job {
            number: all.last,
            operation: wanted.operation,
            request: wanted.request,
            cancel: Arc::default(),
            view: watch::Sender::new(Stage::Waiting),
        });
        all.jobs.insert(job.number, job.clone());
        Some(job)
    }

    /// Remembers that a job is over, and forgets older ones.
    pub fn finish(&self, job: &Job, stage: Stage) {
        job.view.send_replace(stage);
        let mut all = self.all();
        all.finished.push_back(job.number);
        while all.finished.len() > MOST_KEPT {
            if let Some(oldest) = all.finished.pop_front() {
                all.jobs.remove(&oldest);
            }
        }
    }
}

/// What is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    pub operation: String,
    pub request: Box<RawValue>,
}

/// Waits until a job that has not begun is cancelled.
pub async fn cancelled(job: &Job) {
    let mut changes = job.view.subscribe();
    while !job.cancel.load(Ordering::Relaxed) {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

pub fn raw(what: &impl Serialize) -> Box<RawValue> {
    let raw = serde_json::value::to_raw_value(what);
    raw.expect("texts, numbers and lists only")
}

/// Tells progress now and then.
pub struct Teller {
    job: Arc<Job>,
    start: Instant,
    next: Mutex<Duration>,
}

impl Teller {
    pub fn new(job: Arc<Job>, start: Instant) -> Teller {
        Teller {
            job,
            start,
            next: Mutex::new(Duration::ZERO),
        }
    }

    pub fn tell(&self, progress: Progress) {
        // Who finds another one telling has nothing to add.
        let Ok(mut next) = self.next.try_lock() else {
            return;
        };
        let elapsed = self.start.elapsed();
        if elapsed < *next {
            return;
        }
        *next = elapsed + TELL_EVERY;
        let Progress {
            phase,
            size,
            done,
            total,
        } = progress;
        let seconds = elapsed.as_secs_f64();
        let rate = done as f64 / seconds.max(1e-9);
        let left = total.filter(|_| done > 0).map(|total| {
            let left = total.saturating_sub(done);
            left as f64 / rate
        });
        let progress = ProgressView {
            phase,
            size,
            done,
            total,
            seconds,
            rate,
            left,
        };
        self.job.view.send_replace(Stage::Running {
            progress: Some(progress),
        });
    }
}
