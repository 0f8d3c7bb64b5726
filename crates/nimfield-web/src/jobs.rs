//! Jobs: what may take long is started, followed, cancelled, and its result kept for a while.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as Waking, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use nimfield::budget::Progress;
use nimfield_api::{ApiError, ErrorKind, Request, answer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::api::read;
use crate::reply::{error, json, refusal};
use crate::state::State;

/// Jobs that wait for their turn.
const MOST_WAITING: usize = 8;
/// Finished jobs that are remembered.
const MOST_KEPT: usize = 32;
/// Progress is told this often.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// All jobs.
pub struct Jobs {
    at_once: Arc<Semaphore>,
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
struct Job {
    number: u64,
    operation: String,
    request: Box<RawValue>,
    cancel: Arc<AtomicBool>,
    view: watch::Sender<Stage>,
}

/// How far a job is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
enum Stage {
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
    fn is_over(&self) -> bool {
        !matches!(self, Stage::Waiting | Stage::Running { .. })
    }
}

/// What a running job has done.
#[derive(Clone, Debug, Serialize)]
struct ProgressView {
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
    fn text(&self) -> String {
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

    fn find(&self, number: u64) -> Option<Arc<Job>> {
        self.all().jobs.get(&number).cloned()
    }

    /// Cancels all, and begins none any more.
    pub fn end(&self) {
        self.at_once.close();
        for job in self.all().jobs.values() {
            job.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// A new job, unless too many wait.
    fn add(&self, wanted: Wanted) -> Option<Arc<Job>> {
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
    fn finish(&self, job: &Job, stage: Stage) {
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
struct Wanted {
    operation: String,
    request: Box<RawValue>,
}

/// POST /api/jobs
pub async fn start(FromState(state): FromState<State>, body: Body) -> Response {
    let body = match read(body).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let read = serde_json::from_slice::<Wanted>(&body)
        .map_err(|fault| ApiError::new(ErrorKind::Request, fault))
        .and_then(|wanted| {
            let request = Request::read(&wanted.operation, wanted.request.get().as_bytes())?;
            Ok((wanted, request))
        });
    let (wanted, request) = match read {
        Ok(read) => read,
        Err(fault) => return error(&fault),
    };
    let Some(job) = state.jobs.add(wanted) else {
        let mut refused = refusal(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Undecided,
            "too many jobs wait already",
        );
        let while_one_runs = axum::http::HeaderValue::from_static("10");
        let headers = refused.headers_mut();
        headers.insert(header::RETRY_AFTER, while_one_runs);
        return refused;
    };
    let text = job.text();
    tokio::spawn(run(state, job, request));
    json(StatusCode::ACCEPTED, text)
}

async fn run(state: State, job: Arc<Job>, request: Request) {
    let place = tokio::select! {
        place = state.jobs.at_once.clone().acquire_owned() => place.ok(),
        () = cancelled(&job) => None,
    };
    let Some(place) = place else {
        let stage = Stage::Cancelled {
            seconds: 0.0,
            result: None,
        };
        return state.jobs.finish(&job, stage);
    };
    job.view.send_replace(Stage::Running { progress: None });
    let context = state.config.context.clone();
    let limits = request.limits().within(&state.config.job);
    let start = Instant::now();
    let teller = Teller::new(job.clone(), start);
    let cancel = job.cancel.clone();
    let task = tokio::task::spawn_blocking(move || {
        let budget = limits
            .budget()
            .cancel(cancel)
            .progress(move |progress| teller.tell(progress));
        let answered = answer(&context, &request, &budget);
        drop(place);
        answered
    });
    let answered = task.await;
    let seconds = start.elapsed().as_secs_f64();
    let cancelled = job.cancel.load(Ordering::Relaxed);
    let stage = match answered {
        Ok(Ok(reply)) => match (raw(&reply), cancelled) {
            (result, false) => Stage::Done { seconds, result },
            (result, true) => Stage::Cancelled {
                seconds,
                result: Some(result),
            },
        },
        Ok(Err(_)) if cancelled => Stage::Cancelled {
            seconds,
            result: None,
        },
        Ok(Err(fault)) => Stage::Failed {
            seconds,
            error: raw(&fault),
        },
        Err(_) => Stage::Failed {
            seconds,
            error: raw(&ApiError::new(
                ErrorKind::Unfit,
                "the program failed on this job, which is a fault of it",
            )),
        },
    };
    state.jobs.finish(&job, stage);
}

/// Waits until a job that has not begun is cancelled.
async fn cancelled(job: &Job) {
    let mut changes = job.view.subscribe();
    while !job.cancel.load(Ordering::Relaxed) {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

fn raw(what: &impl Serialize) -> Box<RawValue> {
    let raw = serde_json::value::to_raw_value(what);
    raw.expect("texts, numbers and lists only")
}

/// Tells progress now and then.
struct Teller {
    job: Arc<Job>,
    start: Instant,
    next: Mutex<Duration>,
}

impl Teller {
    fn new(job: Arc<Job>, start: Instant) -> Teller {
        Teller {
            job,
            start,
            next: Mutex::new(Duration::ZERO),
        }
    }

    fn tell(&self, progress: Progress) {
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

/// GET /api/jobs
pub async fn list(FromState(state): FromState<State>) -> Response {
    let jobs: Vec<String> = state
        .jobs
        .all()
        .jobs
        .values()
        .map(|job| job.text())
        .collect();
    let text = format!(
        "{{\"schema\":{},\"jobs\":[{}]}}",
        nimfield::words::SCHEMA,
        jobs.join(",")
    );
    json(StatusCode::OK, text)
}

fn unknown() -> Response {
    let message = "there is no such job, or it was over long ago";
    refusal(StatusCode::NOT_FOUND, ErrorKind::Unknown, message)
}

/// GET /api/jobs/{job}
pub async fn one(FromState(state): FromState<State>, Path(job): Path<u64>) -> Response {
    match state.jobs.find(job) {
        Some(job) => json(StatusCode::OK, job.text()),
        None => unknown(),
    }
}

/// DELETE /api/jobs/{job}
pub async fn cancel(FromState(state): FromState<State>, Path(job): Path<u64>) -> Response {
    let Some(job) = state.jobs.find(job) else {
        return unknown();
    };
    job.cancel.store(true, Ordering::Relaxed);
    // Wakes it if it waits for its turn.
    job.view.send_modify(|_| {});
    json(StatusCode::ACCEPTED, job.text())
}

/// GET /api/jobs/{job}/events
pub async fn events(FromState(state): FromState<State>, Path(job): Path<u64>) -> Response {
    let Some(job) = state.jobs.find(job) else {
        return unknown();
    };
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut changes = job.view.subscribe();
        loop {
            let over = changes.borrow_and_update().is_over();
            let name = if over { "end" } else { "progress" };
            let event = Event::default().event(name).data(job.text());
            // The client may have gone.
            if send.send(event).await.is_err() || over {
                return;
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = send.closed() => return,
                () = state.ending.wait() => return,
            }
        }
    });
    Sse::new(Events(receive))
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
        .into_response()
}

/// What a client is told, as a stream.
struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        waking: &mut Waking<'_>,
    ) -> Poll<Option<Result<Event, Infallible>>> {
        self.0.poll_recv(waking).map(|event| event.map(Ok))
    }
}
