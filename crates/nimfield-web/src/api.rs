//! The JSON API over HTTP.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State as FromState};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use nimfield_api::{ErrorKind, Request, answer};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::body::read;
use crate::reply::{error, failed, json, no_work, refusal, serialized};
use crate::state::State;
use crate::{following, guard, pages};

/// The operations that are answered directly; long ones need jobs.
const AT_ONCE: [&str; 9] = [
    "analyze", "moves", "position", "play", "table", "value", "nimber", "draw", "prove",
];

/// Returns the routes.
pub fn router(state: State) -> Router {
    let mut router = Router::new();
    if state.config.fails {
        router = router
            .route("/api/fail", get(fail))
            .route("/api/fail/working", get(fail_working));
    }
    router
        .route("/api/games", get(games))
        .route("/api/claims", get(claims))
        .route("/api/openapi.json", get(openapi))
        .route("/api/jobs", get(following::list).post(following::start))
        .route(
            "/api/jobs/{job}",
            get(following::one).delete(following::cancel),
        )
        .route("/api/jobs/{job}/events", get(following::events))
        .route("/api/{operation}", post(operation))
        .route("/api", get(openapi))
        .fallback(get(pages::file))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(failed))
        .layer(from_fn_with_state(state.clone(), guard::check))
        .with_state(state)
}

/// Fails directly: see [`Config::fails`](crate::Config::fails).
async fn fail() -> Response {
    panic!("on purpose")
}

/// Fails in a thread that computes: see [`Config::fails`](crate::Config::fails).
async fn fail_working(FromState(state): FromState<State>) -> Response {
    let worked = state.workers.run(&state.ending, |_| panic!("on purpose"));
    worked.await.unwrap_or_else(no_work)
}

async fn games(FromState(state): FromState<State>) -> Response {
    run(&state, Request::read("games", b"")).await
}

async fn claims(FromState(state): FromState<State>) -> Response {
    run(&state, Request::read("claims", b"")).await
}

async fn openapi() -> Response {
    let text = include_str!("openapi.json");
    json(StatusCode::OK, text.to_string())
}

async fn operation(
    FromState(state): FromState<State>,
    Path(operation): Path<String>,
    body: Body,
) -> Response {
    if !AT_ONCE.contains(&operation.as_str()) {
        let message = format!(
            "unknown operation {operation:?} here; use POST /api/ with one of {}, and POST /api/jobs for long work",
            AT_ONCE.join(", ")
        );
        return refusal(StatusCode::NOT_FOUND, ErrorKind::Unknown, &message);
    }
    match read(body).await {
        Ok(body) => run(&state, Request::read(&operation, &body)).await,
        Err(refused) => refused,
    }
}

async fn run(state: &State, request: Result<Request, nimfield_api::ApiError>) -> Response {
    let request = match request {
        Ok(request) => request,
        Err(fault) => return error(&fault),
    };
    let limits = request.limits().within(&state.config.request);
    let context = state.config.context.clone();
    let worked = state.workers.run(&state.ending, move |cancel| {
        let budget = limits.budget().cancel(cancel);
        answer(&context, &request, &budget).and_then(|reply| serialized(&reply))
    });
    match worked.await {
        Ok(Ok(text)) => state.unread.json(text),
        Ok(Err(fault)) => error(&fault),
        Err(why) => no_work(why),
    }
}
