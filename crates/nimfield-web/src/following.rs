//! Jobs over HTTP: what may take long is started, followed, cancelled.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context as Waking, Poll};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use nimfield_api::{ApiError, ErrorKind, Reply, Request, answer};
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle};

use crate::body::read;
use crate::jobs::{Job, Rests, Stage, Teller, cancelled, raw};
use crate::kept::Wanted;
use crate::places::{Client, Place};
use crate::reply::{error, json, refusal};
use crate::state::State;

/// A job that cannot be paused ends after this many seconds, unless it asks for less.
const LONGEST_TURN: f64 = 3600.0;

/// Handles `POST /api/jobs`.
pub async fn start(
    FromState(state): FromState<State>,
    Extension(client): Extension<Client>,
    body: Body,
) -> Response {
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
    let Some(job) = state.jobs.add(wanted, request.goes_on(), client) else {
        return too_many();
    };
    let text = job.text();
    tokio::spawn(run(state, client, job, request));
    json(StatusCode::ACCEPTED, text)
}

fn too_many() -> Response {
    let mut refused = refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Undecided,
        "too many jobs are waiting or paused; cancel some",
    );
    let while_one_runs = HeaderValue::from_static("10");
    let headers = refused.headers_mut();
    headers.insert(header::RETRY_AFTER, while_one_runs);
    refused
}

async fn run(state: State, client: Client, job: Arc<Job>, request: Request) {
    let request = Arc::new(request);
    let mut seconds = 0.0;
    loop {
        let place = tokio::select! {
            place = state.jobs.places.take(client) => place.ok(),
            () = cancelled(&job) => None,
        };
        let Some(place) = place else {
            if job.pauses() {
                return state.jobs.rest(&job, seconds, None);
            }
            let result = None;
            return state
                .jobs
                .finish(&job, Stage::Cancelled { seconds, result });
        };
        job.view.send_replace(Stage::Running { progress: None });
        let start = Instant::now();
        let mut work = spawn(&state, &job, request.clone(), place, start);
        let answered = tokio::select! {
            answered = &mut work => answered,
            () = state.jobs.share(&job, state.config.turn) => unreachable!("it shares forever"),
        };
        seconds += start.elapsed().as_secs_f64();
        if !job.waits_again() {
            return end(&state, &job, answered, seconds);
        }
    }
}

/// The result of a job, unless the program failed.
type Answered = Result<Result<Reply, ApiError>, JoinError>;

/// Works on a job, on a thread of its own.
fn spawn(
    state: &State,
    job: &Arc<Job>,
    request: Arc<Request>,
    place: Place,
    start: Instant,
) -> JoinHandle<Result<Reply, ApiError>> {
    let mut context = state.config.context.clone();
    context.state.clone_from(&job.state);
    let mut limits = request.limits().within(&state.config.job);
    if job.no_turns() {
        limits.seconds.get_or_insert(LONGEST_TURN);
    }
    let teller = Teller::new(job.clone(), start);
    let cancel = job.cancel.clone();
    tokio::task::spawn_blocking(move || {
        let budget = limits
            .budget()
            .cancel(cancel)
            .progress(move |progress| teller.tell(progress));
        let answered = answer(&context, &request, &budget);
        drop(place);
        answered
    })
}

/// Reports the result of a job.
fn end(state: &State, job: &Job, answered: Answered, seconds: f64) {
    let cancelled = job.cancel.load(Ordering::Relaxed);
    let answered = match answered {
        Ok(answered) => answered.and_then(|reply| raw(&reply)),
        Err(_) => Err(ApiError::new(
            ErrorKind::Unfit,
            "the program failed on this job; this is a bug",
        )),
    };
    let stage = match answered {
        Ok(result) if job.pauses() => return state.jobs.rest(job, seconds, Some(result)),
        Err(fault) if job.pauses() && fault.kind == ErrorKind::Undecided => {
            return state.jobs.rest(job, seconds, None);
        }
        Ok(result) if !cancelled => Stage::Done { seconds, result },
        Err(fault) if !cancelled => Stage::Failed {
            seconds,
            error: raw(&fault).expect("an error is short"),
        },
        result => Stage::Cancelled {
            seconds,
            result: result.ok(),
        },
    };
    state.jobs.finish(job, stage);
}

/// Handles `GET /api/jobs`.
pub async fn list(FromState(state): FromState<State>) -> Response {
    let jobs = state.jobs.texts();
    state.unread.json(format!(
        "{{\"schema\":{},\"jobs\":[{}]}}",
        nimfield::words::SCHEMA,
        jobs.join(",")
    ))
}

fn unknown() -> Response {
    let message = "unknown job, or one that ended long ago";
    refusal(StatusCode::NOT_FOUND, ErrorKind::Unknown, message)
}

/// Handles `GET /api/jobs/{job}`.
pub async fn one(
    FromState(state): FromState<State>,
    Path(job): Path<u64>,
) -> Result<Response, Response> {
    let job = state.jobs.find(job).ok_or_else(unknown)?;
    Ok(state.unread.json(job.text()))
}

/// Handles `DELETE /api/jobs/{job}`.
pub async fn cancel(
    FromState(state): FromState<State>,
    Path(job): Path<u64>,
) -> Result<Response, Response> {
    let job = state.jobs.find(job).ok_or_else(unknown)?;
    state.jobs.cancel(&job);
    Ok(json(StatusCode::ACCEPTED, job.text()))
}

/// Handles `POST /api/jobs/{job}/pause`.
pub async fn pause(
    FromState(state): FromState<State>,
    Path(job): Path<u64>,
    body: Body,
) -> Result<Response, Response> {
    read(body).await?;
    let job = state.jobs.find(job).ok_or_else(unknown)?;
    match job.pause() {
        Ok(()) => Ok(json(StatusCode::ACCEPTED, job.text())),
        Err(why) => Err(error(&ApiError::new(ErrorKind::Unfit, why))),
    }
}

/// Handles `POST /api/jobs/{job}/resume`.
pub async fn resume(
    FromState(state): FromState<State>,
    Extension(client): Extension<Client>,
    Path(job): Path<u64>,
    body: Body,
) -> Result<Response, Response> {
    read(body).await?;
    let job = state.jobs.find(job).ok_or_else(unknown)?;
    // It was read before, perhaps by an earlier version of the program.
    let wanted = &job.wanted;
    let request = Request::read(&wanted.operation, wanted.request.get().as_bytes());
    let request = request.map_err(|fault| error(&fault))?;
    state
        .jobs
        .go_on(&job, client)
        .map_err(|rests| match rests {
            Rests::NotPaused => error(&ApiError::new(ErrorKind::Unfit, "the job is not paused")),
            Rests::TooMany => too_many(),
        })?;
    let text = job.text();
    tokio::spawn(run(state, client, job, request));
    Ok(json(StatusCode::ACCEPTED, text))
}

/// Handles `GET /api/jobs/{job}/events`.
pub async fn events(
    FromState(state): FromState<State>,
    Path(job): Path<u64>,
) -> Result<Response, Response> {
    let job = state.jobs.find(job).ok_or_else(unknown)?;
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
    Ok(Sse::new(Events(receive))
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
        .into_response())
}

/// The events for a client, as a stream.
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
