//! Jobs over HTTP: starts, follows and cancels long operations.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context as Waking, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use nimfield_api::{ApiError, ErrorKind, Request, answer};
use tokio::sync::mpsc;
use tokio::task::JoinError;

use crate::body::read;
use crate::jobs::{Job, JobRequest, Stage, Teller, raw};
use crate::reply::{error, json, refusal, reported, try_again};
use crate::state::State;

/// Handles `POST /api/jobs`.
pub async fn start(FromState(state): FromState<State>, body: Body) -> Response {
    let body = match read(body).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let read = serde_json::from_slice::<JobRequest>(&body)
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
        // Jobs take longer than requests, so suggest a longer wait.
        return try_again("too many jobs are waiting; cancel some", "10");
    };
    let text = job.text();
    tokio::spawn(run(state, job, request));
    json(StatusCode::ACCEPTED, text)
}

/// Waits for the turn of a job, and runs it on its own thread.
async fn run(state: State, job: Arc<Job>, request: Request) {
    let place = tokio::select! {
        // When the server shuts down there are no more places, and the job is cancelled.
        place = state.jobs.places.acquire() => place.ok(),
        () = job.cancelled() => None,
    };
    let Some(_place) = place else {
        let (seconds, result) = (0.0, None);
        return state
            .jobs
            .finish(&job, Stage::Cancelled { seconds, result });
    };
    job.view.send_replace(Stage::Running { progress: None });
    let start = Instant::now();
    let context = state.config.context.clone();
    let limits = request.limits().within(&state.config.job);
    let teller = Teller::new(job.clone(), start);
    let cancel = job.cancel.clone();
    let work = tokio::task::spawn_blocking(move || {
        let budget = limits
            .budget()
            .cancel(cancel)
            .progress(move |progress| teller.tell(progress));
        answer(&context, &request, &budget)
    });
    let answered = match work.await {
        Ok(answered) => answered.and_then(|reply| raw(&reply)),
        Err(error) => Err(ApiError::new(ErrorKind::Unfit, fault_of(error))),
    };
    let seconds = start.elapsed().as_secs_f64();
    let stage = match answered {
        result if job.cancel.load(Ordering::Relaxed) => Stage::Cancelled {
            seconds,
            // A cancelled job may have no result.
            result: result.ok(),
        },
        Ok(result) => Stage::Done { seconds, result },
        Err(fault) => Stage::Failed {
            seconds,
            error: raw(&fault).expect("an error is short"),
        },
    };
    state.jobs.finish(&job, stage);
}

/// Returns the message for a job that did not finish.
fn fault_of(error: JoinError) -> String {
    match error.try_into_panic() {
        Ok(panic) => reported("this job", &*panic),
        Err(_) => "the server ends".to_string(),
    }
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

/// Returns the job of this number.
fn find(state: &State, number: &str) -> Result<Arc<Job>, Box<Response>> {
    let number = number.parse().map_err(|_| {
        let message = "a job has a whole number: /api/jobs/1";
        Box::new(refusal(
            StatusCode::BAD_REQUEST,
            ErrorKind::Request,
            message,
        ))
    })?;
    state.jobs.find(number).ok_or_else(|| Box::new(unknown()))
}

fn unknown() -> Response {
    let message = "unknown job, or one that ended long ago";
    refusal(StatusCode::NOT_FOUND, ErrorKind::Unknown, message)
}

/// Handles `GET /api/jobs/{job}`.
pub async fn one(
    FromState(state): FromState<State>,
    Path(job): Path<String>,
) -> Result<Response, Response> {
    let job = find(&state, &job).map_err(|refused| *refused)?;
    Ok(state.unread.json(job.text()))
}

/// Handles `DELETE /api/jobs/{job}`.
pub async fn cancel(
    FromState(state): FromState<State>,
    Path(job): Path<String>,
) -> Result<Response, Response> {
    let job = find(&state, &job).map_err(|refused| *refused)?;
    job.end();
    Ok(json(StatusCode::ACCEPTED, job.text()))
}

/// Handles `GET /api/jobs/{job}/events`.
pub async fn events(
    FromState(state): FromState<State>,
    Path(job): Path<String>,
) -> Result<Response, Response> {
    let job = find(&state, &job).map_err(|refused| *refused)?;
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(async move {
        let mut changes = job.view.subscribe();
        loop {
            let over = changes.borrow_and_update().is_over();
            let name = if over { "end" } else { "progress" };
            let event = Event::default().event(name).data(job.text());
            // The client may have disconnected.
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
