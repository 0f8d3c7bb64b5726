//! Jobs: their states and results, and how long these are kept.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nimfield::budget::Progress;
use nimfield::words::SchemaVersion;
use nimfield_api::ApiError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{Semaphore, watch};

use crate::progress::ProgressView;
use crate::reply::serialized;

/// Any request or result as a JSON object.
#[cfg(feature = "schema")]
type Object = serde_json::Map<String, serde_json::Value>;

/// The most jobs that wait for their turn.
const MOST_WAITING: usize = 8;
/// The most finished jobs to keep.
const MOST_KEPT: usize = 32;
/// The most bytes of requests and results of all jobs; beyond it, finished jobs are dropped, except the last one.
const MOST_BYTES: usize = 32 << 20;

/// The interval between progress reports.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// All jobs.
pub struct Jobs {
    pub places: Semaphore,
    all: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
    /// Finished jobs, in the order in which they finished.
    finished: VecDeque<u64>,
}

/// A job.
pub struct Job {
    number: u64,
    wanted: JobRequest,
    pub cancel: Arc<AtomicBool>,
    pub view: watch::Sender<Stage>,
}

/// A job to start.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// The operation.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = nimfield_api::OPERATIONS)))]
    pub operation: String,
    /// Its request.
    #[cfg_attr(feature = "schema", schemars(with = "Object"))]
    pub request: Box<RawValue>,
}

/// The state of a job.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Stage {
    /// Others run.
    Waiting,
    /// It runs.
    Running { progress: Option<ProgressView> },
    /// It is finished; the result may be partial.
    Done {
        seconds: f64,
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        result: Box<RawValue>,
    },
    /// It was cancelled; the partial result, if there is one.
    Cancelled {
        seconds: f64,
        #[cfg_attr(feature = "schema", schemars(with = "Option<Object>"))]
        result: Option<Box<RawValue>>,
    },
    /// There is no result.
    Failed {
        seconds: f64,
        #[cfg_attr(feature = "schema", schemars(with = "nimfield_api::ApiError"))]
        error: Box<RawValue>,
    },
}

impl Stage {
    pub fn is_over(&self) -> bool {
        !matches!(self, Stage::Waiting | Stage::Running { .. })
    }
}

/// A job.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Job"))]
pub struct JobView<'a> {
    /// The version of this form.
    schema: SchemaVersion,
    /// Its number.
    job: u64,
    /// What it does.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = nimfield_api::OPERATIONS)))]
    operation: &'a str,
    /// What was asked.
    #[cfg_attr(feature = "schema", schemars(with = "Object"))]
    request: &'a RawValue,
    #[serde(flatten)]
    stage: &'a Stage,
}

impl Job {
    pub fn text(&self) -> String {
        let view = JobView {
            schema: SchemaVersion,
            job: self.number,
            operation: &self.wanted.operation,
            request: &self.wanted.request,
            stage: &self.view.borrow(),
        };
        serde_json::to_string(&view).expect("texts, numbers and lists only")
    }

    /// Cancels the job.
    pub fn end(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        // Wakes the job if it is waiting for its turn.
        self.view.send_modify(|_| {});
    }

    /// Waits until the job is cancelled.
    pub async fn cancelled(&self) {
        let mut changes = self.view.subscribe();
        while !self.cancel.load(Ordering::Relaxed) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Returns the number of bytes of its request and its result.
    fn bytes(&self) -> usize {
        let result = match &*self.view.borrow() {
            Stage::Cancelled { result, .. } => {
                result.as_ref().map_or(0, |result| result.get().len())
            }
            Stage::Done { result, .. } => result.get().len(),
            Stage::Waiting | Stage::Running { .. } | Stage::Failed { .. } => 0,
        };
        self.wanted.request.get().len() + result
    }
}

impl Jobs {
    pub fn new(at_once: usize) -> Jobs {
        Jobs {
            places: Semaphore::new(at_once),
            all: Mutex::default(),
        }
    }

    fn all(&self) -> MutexGuard<'_, Known> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn find(&self, number: u64) -> Option<Arc<Job>> {
        self.all().jobs.get(&number).cloned()
    }

    /// Returns all jobs, ordered by number.
    pub fn texts(&self) -> Vec<String> {
        self.all().jobs.values().map(|job| job.text()).collect()
    }

    /// Cancels all jobs, and prevents new ones.
    pub fn end(&self) {
        self.places.close();
        for job in self.all().jobs.values() {
            job.end();
        }
    }

    /// Adds a job, unless too many are waiting.
    pub fn add(&self, wanted: JobRequest) -> Option<Arc<Job>> {
        let mut all = self.all();
        let waits = |job: &&Arc<Job>| matches!(*job.view.borrow(), Stage::Waiting);
        if all.jobs.values().filter(waits).count() >= MOST_WAITING {
            return None;
        }
        all.forget(MOST_BYTES.saturating_sub(wanted.request.get().len()));
        all.last += 1;
        let job = Arc::new(Job {
            number: all.last,
            wanted,
            cancel: Arc::default(),
            view: watch::Sender::new(Stage::Waiting),
        });
        all.jobs.insert(job.number, job.clone());
        Some(job)
    }

    /// Records that a job is over, and drops older ones.
    pub fn finish(&self, job: &Job, stage: Stage) {
        job.view.send_replace(stage);
        let mut all = self.all();
        all.finished.push_back(job.number);
        all.forget(MOST_BYTES);
    }
}

impl Known {
    /// Drops the oldest finished jobs until the others have at most this many bytes; the last one stays.
    fn forget(&mut self, bytes: usize) {
        let all =
            |jobs: &BTreeMap<u64, Arc<Job>>| jobs.values().map(|job| job.bytes()).sum::<usize>();
        while self.finished.len() > MOST_KEPT
            || (self.finished.len() > 1 && all(&self.jobs) > bytes)
        {
            if let Some(oldest) = self.finished.pop_front() {
                self.jobs.remove(&oldest);
            }
        }
    }
}

/// Returns the result of a job as JSON, unless it is too long.
pub fn raw(what: &impl Serialize) -> Result<Box<RawValue>, ApiError> {
    let text = serialized(what)?;
    Ok(RawValue::from_string(text).expect("it is JSON"))
}

/// Reports progress at intervals.
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
        // If another thread is reporting, skip this report.
        let Ok(mut next) = self.next.try_lock() else {
            return;
        };
        let elapsed = self.start.elapsed();
        if elapsed < *next {
            return;
        }
        *next = elapsed + TELL_EVERY;
        let progress = ProgressView::after(elapsed, progress);
        self.job.view.send_replace(Stage::Running {
            progress: Some(progress),
        });
    }
}
