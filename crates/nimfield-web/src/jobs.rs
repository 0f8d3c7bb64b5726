//! Jobs: what is known of each, and for how long.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nimfield::budget::Progress;
use nimfield::words::SchemaVersion;
use nimfield_api::ApiError;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::watch;

use crate::kept::{JobFolder, Wanted};
use crate::places::{Client, Places};
use crate::progress::ProgressView;
use crate::reply::serialized;

/// Jobs of a client that wait for their turn.
const MOST_WAITING: usize = 8;
/// Jobs that wait, run or are paused; a client has half of them at most, in number and in bytes.
const MOST_OPEN: usize = 64;
/// Finished jobs that are remembered.
const MOST_KEPT: usize = 32;
/// Bytes of requests and results of all jobs; finished ones are forgotten for others, the last one excepted.
const MOST_BYTES: usize = 32 << 20;

/// The interval between progress reports.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// All jobs.
pub struct Jobs {
    pub places: Places,
    all: Mutex<Known>,
    kept: JobFolder,
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
    /// The client that started or resumed it last; none if it is from an earlier server.
    client: Mutex<Option<Client>>,
    pub wanted: Wanted,
    pub cancel: Arc<AtomicBool>,
    /// Why it is cancelled, if so.
    end: Mutex<Option<End>>,
    /// Why it cannot, if so.
    no_pause: Option<String>,
    /// The file for the engine's state, without its ending, if it can.
    pub state: Option<Arc<Path>>,
    pub view: watch::Sender<Stage>,
}

/// Why a job is to end before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Its turn is over: it goes on after others.
    Turn,
    /// It waits until it is resumed.
    Pause,
    /// For good.
    Cancel,
}

/// How far a job is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Stage {
    /// Others run.
    Waiting,
    /// It runs.
    Running { progress: Option<ProgressView> },
    /// It waits until it is resumed; what it has found so far, if that is known.
    Paused {
        seconds: Option<f64>,
        #[cfg_attr(
            feature = "schema",
            schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")
        )]
        result: Option<Box<RawValue>>,
    },
    /// It is finished; what it found, which may be part of what was asked.
    Done {
        seconds: f64,
        #[cfg_attr(
            feature = "schema",
            schemars(with = "serde_json::Map<String, serde_json::Value>")
        )]
        result: Box<RawValue>,
    },
    /// It was cancelled; what it found until then, if anything.
    Cancelled {
        seconds: f64,
        #[cfg_attr(
            feature = "schema",
            schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")
        )]
        result: Option<Box<RawValue>>,
    },
    /// There is no result.
    Failed {
        seconds: f64,
        #[cfg_attr(feature = "schema", schemars(with = "nimfield_api::ApiError"))]
        error: Box<RawValue>,
    },
}

/// Why a job does not go on.
pub enum Rests {
    /// It was not paused.
    NotPaused,
    /// Too many wait already.
    TooMany,
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
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    request: &'a RawValue,
    /// Why it cannot be paused; null if it can.
    no_pause: Option<&'a str>,
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
            no_pause: self.no_pause.as_deref(),
            stage: &self.view.borrow(),
        };
        serde_json::to_string(&view).expect("texts, numbers and lists only")
    }

    fn why(&self) -> MutexGuard<'_, Option<End>> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_of(&self, client: Client) -> bool {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) == Some(client)
    }

    fn give_to(&self, client: Client) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    /// Returns whether it is to go on another time when it ends now.
    pub fn pauses(&self) -> bool {
        *self.why() == Some(End::Pause)
    }

    /// Ends the job soon, for good or until it is resumed.
    fn end(&self, pausing: bool) {
        *self.why() = Some(if pausing { End::Pause } else { End::Cancel });
        self.cancel.store(true, Ordering::Relaxed);
        // Wakes it if it waits for its turn.
        self.view.send_modify(|_| {});
    }

    /// Returns whether it runs to its end once it has begun.
    pub fn no_turns(&self) -> bool {
        self.no_pause.is_some()
    }

    /// Ends the turn of the job soon, if it can be continued.
    fn end_turn(&self) {
        let mut why = self.why();
        if self.no_pause.is_none() && why.is_none() {
            *why = Some(End::Turn);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Makes the job wait for its next turn, if only its turn has ended; returns whether it does.
    pub fn waits_again(&self) -> bool {
        let mut why = self.why();
        let waits = *why == Some(End::Turn);
        if waits {
            *why = None;
            self.cancel.store(false, Ordering::Relaxed);
            self.view.send_replace(Stage::Waiting);
        }
        waits
    }

    /// Returns the number of bytes of its request and its result.
    fn bytes(&self) -> usize {
        let result = match &*self.view.borrow() {
            Stage::Paused { result, .. } | Stage::Cancelled { result, .. } => {
                result.as_ref().map_or(0, |result| result.get().len())
            }
            Stage::Done { result, .. } => result.get().len(),
            Stage::Waiting | Stage::Running { .. } | Stage::Failed { .. } => 0,
        };
        self.wanted.request.get().len() + result
    }

    /// Makes the job stop at a place where it can be continued.
    ///
    /// # Errors
    /// Why it cannot, in words.
    pub fn pause(&self) -> Result<(), String> {
        if let Some(why) = &self.no_pause {
            return Err(why.clone());
        }
        if self.view.borrow().is_over() {
            return Err("the job does not run".into());
        }
        self.end(true);
        Ok(())
    }
}

impl Jobs {
    /// Creates the list of jobs: at first those that an earlier server left in the data folder.
    pub fn new(at_once: usize, folder: Option<&Path>) -> Jobs {
        let jobs = Jobs {
            // No more than these wait.
            places: Places::new(at_once, MOST_OPEN),
            all: Mutex::default(),
            kept: JobFolder::new(folder),
        };
        for (number, wanted) in jobs.kept.all(MOST_OPEN) {
            let paused = Stage::Paused {
                seconds: None,
                result: None,
            };
            let job = jobs.job(number, wanted, None, paused);
            let mut all = jobs.all();
            all.last = all.last.max(number);
            all.jobs.insert(number, job);
        }
        jobs
    }

    fn job(&self, number: u64, wanted: Wanted, no_pause: Option<String>, stage: Stage) -> Arc<Job> {
        let can = no_pause.is_none();
        Arc::new(Job {
            number,
            client: Mutex::default(),
            wanted,
            cancel: Arc::default(),
            end: Mutex::default(),
            no_pause,
            state: self.kept.state(number).filter(|_| can),
            view: watch::Sender::new(stage),
        })
    }

    fn all(&self) -> MutexGuard<'_, Known> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn find(&self, number: u64) -> Option<Arc<Job>> {
        self.all().jobs.get(&number).cloned()
    }

    /// Returns all that are known, by number.
    pub fn texts(&self) -> Vec<String> {
        self.all().jobs.values().map(|job| job.text()).collect()
    }

    /// Ends all jobs, and begins no more; those that can be continued will continue with the next server.
    pub fn end(&self) {
        self.places.close();
        for job in self.all().jobs.values() {
            job.end(job.no_pause.is_none());
        }
    }

    /// Ends the turn of a job that has run for so long as soon as another one waits.
    pub async fn share(&self, job: &Job, turn: Duration) {
        /// How often it is looked whether one waits.
        const EVERY: Duration = Duration::from_millis(200);
        tokio::time::sleep(turn).await;
        loop {
            if self.all().waiting_of(None) > 0 {
                job.end_turn();
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Adds a new job of a client, unless too many of its jobs wait; `goes_on` says why the job could not go on when
    /// it is paused, if so.
    pub fn add(
        &self,
        wanted: Wanted,
        goes_on: Result<(), &'static str>,
        client: Client,
    ) -> Option<Arc<Job>> {
        let mut all = self.all();
        all.forget(MOST_BYTES.saturating_sub(wanted.request.get().len()));
        if all.is_full_for(client) || all.open() >= MOST_OPEN || all.bytes() > MOST_BYTES {
            return None;
        }
        all.last += 1;
        let number = all.last;
        let kept = goes_on.map_err(String::from);
        let kept = kept.and_then(|()| self.kept.add(number, &wanted));
        let job = self.job(number, wanted, kept.err(), Stage::Waiting);
        job.give_to(client);
        all.jobs.insert(number, job.clone());
        Some(job)
    }

    /// Lets a paused job wait for its turn again.
    pub fn go_on(&self, job: &Job, client: Client) -> Result<(), Rests> {
        let all = self.all();
        if !matches!(*job.view.borrow(), Stage::Paused { .. }) {
            return Err(Rests::NotPaused);
        }
        if all.waiting_of(Some(client)) >= MOST_WAITING {
            return Err(Rests::TooMany);
        }
        job.give_to(client);
        *job.why() = None;
        job.cancel.store(false, Ordering::Relaxed);
        job.view.send_replace(Stage::Waiting);
        Ok(())
    }

    /// Ends a job for good.
    pub fn cancel(&self, job: &Job) {
        let paused = match &*job.view.borrow() {
            Stage::Paused { seconds, result } => Some(Stage::Cancelled {
                seconds: seconds.unwrap_or(0.0),
                result: result.clone(),
            }),
            _ => None,
        };
        match paused {
            Some(cancelled) => self.finish(job, cancelled),
            None => job.end(false),
        }
    }

    /// Records that a job rests; it is remembered as long as it does.
    pub fn rest(&self, job: &Job, seconds: f64, result: Option<Box<RawValue>>) {
        let seconds = Some(seconds);
        job.view.send_replace(Stage::Paused { seconds, result });
    }

    /// Remembers that a job is over, and forgets older ones.
    pub fn finish(&self, job: &Job, stage: Stage) {
        if job.no_pause.is_none() {
            self.kept.forget(job.number);
        }
        job.view.send_replace(stage);
        let mut all = self.all();
        all.finished.push_back(job.number);
        all.forget(MOST_BYTES);
    }
}

impl Known {
    /// Returns how many jobs wait, of a client or in all.
    fn waiting_of(&self, client: Option<Client>) -> usize {
        let waits = |job: &&Arc<Job>| {
            client.is_none_or(|client| job.is_of(client))
                && matches!(*job.view.borrow(), Stage::Waiting)
        };
        self.jobs.values().filter(waits).count()
    }

    /// Returns whether a client has as many jobs as it may.
    fn is_full_for(&self, client: Client) -> bool {
        let open = self.jobs.values().filter(|job| job.is_of(client));
        let open = open.filter(|job| !self.finished.contains(&job.number));
        let (count, bytes) = open.fold((0, 0), |(count, bytes), job| {
            (count + 1, bytes + job.bytes())
        });
        self.waiting_of(Some(client)) >= MOST_WAITING
            || count >= MOST_OPEN / 2
            || bytes > MOST_BYTES / 2
    }

    /// Returns the number of jobs that are not finished.
    fn open(&self) -> usize {
        self.jobs.len() - self.finished.len()
    }

    fn bytes(&self) -> usize {
        self.jobs.values().map(|job| job.bytes()).sum()
    }

    /// Forgets the oldest finished jobs, until the others have at most this many bytes; the last
    /// one stays.
    fn forget(&mut self, bytes: usize) {
        while self.finished.len() > MOST_KEPT || (self.finished.len() > 1 && self.bytes() > bytes) {
            if let Some(oldest) = self.finished.pop_front() {
                self.jobs.remove(&oldest);
            }
        }
    }
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

/// Returns what comes of a job, unless it is too long.
pub fn raw(what: &impl Serialize) -> Result<Box<RawValue>, ApiError> {
    let text = serialized(what)?;
    Ok(RawValue::from_string(text).expect("it is JSON"))
}

/// Reports progress now and then.
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
        // If another thread is reporting, there is nothing to add.
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
