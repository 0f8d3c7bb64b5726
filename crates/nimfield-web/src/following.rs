//! Jobs over HTTP: what may take long is started, followed, cancelled.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context as Waking, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use nimfield_api::{ApiError, ErrorKind, Request, answer};
use tokio::sync::mpsc;

use crate::body::read;
use crate::jobs::{Job, Stage, Teller, Wanted, cancelled, raw};
use crate::reply::{error, json, refusal};
use crate::state::State;

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
        let while_one_runs = HeaderValue::from_static("10");
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

/// GET /api/jobs
pub async fn list(FromState(state): FromState<State>) -> Response {
    let jobs = state.jobs.texts();
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
